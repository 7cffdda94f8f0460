"""A man under the stock in the place of the tiplu (M-5): who knows it, and what can still be had then."""

from __future__ import annotations

from collections import Counter
from random import Random

import marriage_random
import pytest
from marriage_decks import THREE, bare, dealt, lays
from marriage_distance_calls import distances, useful_kinds
from marriage_distance_hands import AFTER, LARGE, SMALL, WHOLE, Question, asked
from marriage_distance_oracle import NUMBER, distance, left_beside, moved, useful

from rummycore import HandError, NotationError, marriage
from rummycore._core import lib, new
from rummycore.marriage import Card, batch

MEN = marriage.Rules(printed_jokers=2, man_as_tiplu="ace_of_spades")
HAND = "6h 6h 6h 3s 4s 5s Qd Kd Ad 2c 2d 4h 8c 8d Ks Qs Qs 7d 9d 9h Th"  # As makes a third of Ks Qs
AS, MAN = NUMBER["As"], NUMBER["M"]


def test_a_man_under_the_stock_is_one_man_fewer(scale: int) -> None:
    """With the tiplu given as a man all three As can be had or held and one man fewer, with As given two of them and
    all men; distances and useful cards follow."""
    rng = Random("under")
    rules = {"printed_jokers": 2, "man_as_tiplu": "ace_of_spades"}
    assert batch.left(bytes(53), "M", MEN)[AS] == 3
    assert batch.left(bytes(53), "M", MEN)[MAN] == 1
    assert batch.left(bytes(53), "As", MEN)[AS] == 2
    assert batch.left(bytes(53), "As", MEN)[MAN] == 2
    differ = 0
    for _ in range(scale // 100):
        for names, goal, size in ((SMALL, AFTER, 12), (LARGE, WHOLE, 21)):
            q = asked(rng, rng.choice(sorted(names)), rules, size)
            if q.faces[MAN] == 2:
                continue
            left = left_beside(rules, MAN, q.faces)
            there = Question(MAN, q.faces, tuple(left))
            found = distances([there], goal, rules)
            assert found == [distance(rules, AS, goal, q.faces, left)], str(q)
            assert (
                found[0]
                == batch.distance(
                    bytes(q.faces), "M", marriage.Goal(*(n if n < 255 else None for n in goal)), None, MEN
                )[0]
            )
            if goal == AFTER:
                assert useful_kinds([there], goal, rules) == [useful(rules, AS, goal, q.faces, left)], str(q)
            if q.faces[AS] < 3:
                there = Question(AS, q.faces, tuple(left_beside(rules, AS, q.faces)))
                differ += useful_kinds([there], goal, rules) != useful_kinds(
                    [Question(MAN, q.faces, tuple(left))], goal, rules
                )
    assert moved(left_beside(rules, MAN, [0] * 53), AS, -1)[AS] == 2
    assert differ > 0


def test_stateless_calls_take_a_man_for_the_tiplu() -> None:
    """`tiplu="M"` makes As the tiplu wherever one is asked for, and the useful cards count what is there."""
    known, open_ = (marriage.analyze(HAND, tiplu=tiplu, rules=MEN) for tiplu in ("M", "As"))
    assert known.tiplu == open_.tiplu == Card("As")
    assert (known.useful[Card("As")], known.useful[Card("M")]) == (3, 1)
    assert (open_.useful[Card("As")], open_.useful[Card("M")]) == (2, 2)
    assert marriage.roles("M", rules=MEN) == marriage.roles("As", rules=MEN)
    assert marriage.meld("6d 8d Ad", tiplu="M", rules=MEN).kind == "dirty sequence"
    assert marriage.maal("As As As", tiplu="M", rules=MEN) == marriage.maal("As As As", tiplu="As", rules=MEN)
    assert marriage.analyze(HAND.replace("2c 2d 4h", "As As As"), tiplu="M", rules=MEN).useful.get(Card("As")) is None
    with pytest.raises(HandError, match="M x2: there are not so many, as one lies under the stock"):
        marriage.analyze(HAND.replace("2c 2d", "M M"), tiplu="M", rules=MEN)


@pytest.mark.parametrize("rules", [marriage.PAGAT, marriage.NEPAL, marriage.Rules(man_as_tiplu="ace_of_spades")])
def test_a_man_is_no_tiplu_where_none_can_lie_under_the_stock(rules: marriage.Rules) -> None:
    """Without men, or where another card is taken, a man for the tiplu is refused, in Python and in C."""
    for ask in (
        lambda: marriage.analyze(HAND, tiplu="M", rules=rules),
        lambda: marriage.maal(HAND, tiplu="M", rules=rules),
        lambda: marriage.meld("6h 7h 8h", tiplu="M", rules=rules),
        lambda: marriage.roles("M", rules=rules),
        lambda: batch.left(bytes(53), "M", rules),
        lambda: marriage.check_declaration([], discard="4d", tiplu="M", rules=rules),
    ):
        with pytest.raises(NotationError, match="man_as_tiplu") as refused:
            ask()
        assert refused.value.code == "tiplu_man"
    with pytest.raises(HandError, match="row 0"):
        batch.distance(bytes(53), bytes([MAN]), rules=rules)
    assert lib.rummy_marriage_roles(rules._raw, MAN, new("uint8_t[53]")) == lib.RUMMY_E_KIND


@pytest.mark.parametrize("mode", ["hidden_preset", "last_stock_card", "face_up_at_deal"])
def test_a_view_tells_what_lies_under_the_stock_to_whom_knows_the_tiplu(mode: str) -> None:
    """A seat that has seen, or all where it lies open, know that it is a man, and count on three As and one man fewer;
    others know nothing."""
    rules = marriage.Rules(printed_jokers=2, man_as_tiplu="ace_of_spades", tiplu_mode=mode)
    for tiplu, aces, men in (("M", 3, 1), ("As", 2, 2)):
        state = dealt(
            {1: f"{bare(THREE)} {HAND.split(' ', 9)[9]}"},
            tiplu=tiplu,
            players=2,
            rules=rules,
            withheld="As M",
            stock="9s",
        )
        before = [state.view(seat) for seat in (None, 0, 1)]
        for view in before:
            known = mode == "face_up_at_deal"
            assert (view.tiplu, view.under) == ((Card("As"), Card(tiplu)) if known else (None, None))
            assert view.to_dict()["under"] == (tiplu if known else None)
        state.play("draw")
        for move in lays(THREE):
            state.play(move)
        state.play("see")
        view = state.view(1)
        assert (view.tiplu, view.under) == (Card("As"), Card(tiplu))
        found = view.analyze()
        assert (found.useful[Card("As")], found.useful[Card("M")]) == (aces, men)
        assert state.view(0).under == (Card(tiplu) if mode == "face_up_at_deal" else None)


def test_what_is_useful_is_there() -> None:
    """In random rounds with men that may lie under the stock, the copies of the useful cards lie in the stock, in other
    hands or on the discards."""
    rng, came = Random("there"), Counter[str]()
    for state in marriage_random.moments(rng, 120, printed_jokers=1, man_as_tiplu="ace_of_spades"):
        hidden = Counter(Card(k) for k in bytes(state._raw.stock)[: state.stock])
        for seat in range(state.players):
            view = state.view(seat)
            others = Counter(card for other in range(state.players) if other != seat for card in state.hand(other))
            there = hidden + others + Counter(card for _, card in view.discards[-1:])
            assert view.tiplu is None or all(there[card] >= n for card, n in view.analyze().useful.items())
            came["a man"] += view.under == marriage.M
            came["a card"] += view.under is not None and view.under != marriage.M
            came["hidden"] += view.under is None
    assert min(came.values()) > 0, came
