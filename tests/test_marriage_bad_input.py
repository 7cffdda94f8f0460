"""Bad input to what Marriage alone has: a typed error that names the thing, nothing changed, and no error of another
class.

A `RummyError` is always a `ValueError` as well; a wrong type in a call is a `TypeError`; in a document, where types are
data, it is a `RummyError` too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import marriage_random
import pytest
from kit import memory
from mangling import HUGE, VAST, WRONG_TYPES, only_typed_errors, refused
from marriage_decks import SEVEN, THREE, dealt, see, seen_dublee, seen_three, stack

from rummycore import HandError, IllegalMoveError, NotationError, RulesError, RummyError, StateError, marriage, okey

HAND = "6h 6h 6h 3s 4s 5s Qd Kd Ad 6d Qc 8d Jd 2c 2h Ks Kc Kh Jh Js 9c 4d"
CONCEALED = "6d Qc 8d Jd 2c 2h Ks Kc Kh Jh Js 9c 4d"
LAID = ["6h 6h 6h", "3s 4s 5s", "Qd Kd Ad"]
MEN = marriage.Rules(printed_jokers=3)


# ------------------------------------------------------------------------------
# Cards that cannot be held
# ------------------------------------------------------------------------------

REST = "3s 4s 5s Qd Kd Ad 6d Qc 8d Jd 2c 2h Ks Kc Kh Jh Js 9c"  # with four more cards a hand of 22
# What cannot be held beside the tiplu Jc, under which rules, and what the error names.
BAD_HANDS: dict[str, tuple[str, marriage.Rules, str]] = {
    "four of a kind": (f"{REST} 6h 6h 6h 6h", marriage.PAGAT, "6h x4"),
    "three of the tiplu": (f"{REST} Jc Jc Jc 4d", marriage.PAGAT, "Jc x3"),
    "a man where there is none": (f"{REST} M 4d 5d 7d", marriage.PAGAT, "M x1"),
    "four men": (f"{REST} M M M M", MEN, "M x4"),
    "300 of a kind": (" ".join(["6h"] * 300), marriage.PAGAT, "6h x"),
}


@pytest.mark.parametrize("case", BAD_HANDS)
def test_cards_that_cannot_be_held_are_named(case: str) -> None:
    """Four copies, three of the tiplu's, men that are not printed: a HandError names the card, wherever they come."""
    hand, rules, named = BAD_HANDS[case]
    card = named.split()[0]
    calls: list[Callable[[], object]] = [
        lambda: marriage.analyze(hand, tiplu="Jc", rules=rules),
        lambda: marriage.maal(hand, tiplu="Jc", rules=rules),
        lambda: marriage.settle(seen=[True, True], winner=0, hands=["", hand], tiplu="Jc", rules=rules),
    ]
    for call in calls:
        refused(call, HandError, "copies", named)
    if card == "M" and rules == marriage.PAGAT:
        refused(lambda: marriage.meld("M 5h 6h", tiplu="Jc"), HandError, "copies", named)
    verdict = marriage.check_declaration([hand], discard="7h", tiplu="Jc", rules=rules)
    assert (verdict.ok, verdict.code) == (False, "copies")
    assert named in verdict.sentence
    assert str(verdict.cards[0]) == card


def distinct(n: int) -> str:
    """Return so many different cards."""
    return " ".join(str(card) for card in marriage.Card.all()[:n])


@pytest.mark.parametrize("n", [0, 1, 13, 20, 23, 52])
def test_a_wrong_number_of_cards_is_named(n: int) -> None:
    """With what lies on the table a hand has 21 or 22 cards, a combination three: another number is a HandError that
    tells it."""
    refused(lambda: marriage.analyze(distinct(n)), HandError, "count", f"{n} card{'s' * (n != 1)}")
    refused(lambda: marriage.meld(distinct(n)), HandError, "combination", "three cards")


def test_laid_and_exposed_cards_count() -> None:
    """Concealed, laid and exposed cards together are the hand: with a combination missing, or one too many, the number
    is named."""
    refused(lambda: marriage.analyze(CONCEALED, laid=LAID[1:]), HandError, "count", "19 cards")
    refused(lambda: marriage.analyze(CONCEALED, laid=LAID, exposed="Ts"), HandError, "count", "25 cards")
    refused(lambda: marriage.analyze(HAND, exposed="Ts"), HandError, "count", "25 cards")


@pytest.mark.parametrize(
    ("laid", "route", "code", "named"),
    [
        (LAID, "none", "laid_route", "6h 6h 6h"),
        (LAID[:2], None, "count", "19 cards"),
        (LAID[:2], "dublee", "count", "19 cards"),
        (["6h 6h 6h", "3s 4s 5s", "5c Qd Kd"], None, "combo_mixed", "5c Qd Kd"),
        (["6h 6h 6h", "3s 4s 5s", "9s 9h 9c"], None, "not_primary", "9s 9h 9c"),
        (["6h 6h 6h", "3s 4s 5s", "Kd Ad 2d"], None, "combo_wrap", "Kd Ad 2d"),
        (["6h 6h 6h", "3s 4s 5s 6s", "Qd Kd"], None, "combination", "3s 4s 5s 6s"),
        (LAID, "dublee", "no_dublee", "6h 6h 6h"),
        ([*LAID, ""], "three", "combination", "nothing"),
        (LAID, "third", "word", "'third'"),
        (LAID, "", "word", "''"),
    ],
)
def test_what_is_laid_must_be_what_its_route_lays(laid: list[str], route: str | None, code: str, named: str) -> None:
    """Laid cards that no route lays are a HandError that names them."""
    refused(lambda: marriage.analyze(CONCEALED, tiplu="5c", laid=laid, route=route), HandError, code, named)


@pytest.mark.parametrize(
    ("last", "held", "code", "named"),
    [
        ("Ks Kh", "", "no_dublee", "Ks Kh"),
        ("M M", "", "no_dublee", "M M"),
        ("Ks Ks Ks", "", "count", "23 cards"),
        ("2d 2d", "", "copies", "2d x4"),
        ("", "9h 9c", "no_dublee", "nothing"),
    ],
)
def test_laid_dublees_must_be_dublees(last: str, held: str, code: str, named: str) -> None:
    """Two cards that are no dublee, or a wrong number of cards, are a HandError that names them."""
    laid = ["3h 3h", "4h 4h", "7s 7s", "9d 9d", "Ac Ac", "2d 2d", last]
    cards = f"Jd Qc 5h 8c 3d Td 6s 8h {held}"
    refused(lambda: marriage.analyze(cards, laid=laid, rules=MEN), HandError, code, named)


def test_too_few_dublees_and_two_of_one_kind_are_no_route() -> None:
    """Six dublees do not see, nor do seven of which two are alike."""
    six = ["3h 3h", "4h 4h", "7s 7s", "9d 9d", "Ac Ac", "2d 2d"]
    refused(lambda: marriage.analyze("Jd Qc 5h 8c 3d Td 6s 8h Ks", laid=six), HandError, "laid_count", "6 are laid")
    rules = marriage.Rules(dublees_to_see=2, dublees_to_win=2)
    cards = "Jd Qc 5h 8c 3d Td 6s 8h Ks 9d 2s 4s 5s 6d 7d 9c Tc Ah"
    refused(lambda: marriage.analyze(cards, laid=["3h 3h"], rules=rules), HandError, "count", "20 cards")
    refused(lambda: marriage.analyze(f"{cards} As", laid=["3h 3h"], rules=rules), HandError, "laid_count", "1 are laid")


def test_men_are_no_tunnela_to_be_exposed() -> None:
    """Three men are in no tunnela (M-5): as exposed ones they are a HandError."""
    held = "3s 4s 5s Qd Kd Ad 6d Qc 8d Jd 2c 2h Ks Kc Kh Jh Js 9c 4d"
    refused(lambda: marriage.analyze(held, tiplu="Jc", exposed="M", rules=MEN), HandError, "tunnela_men", "M")


BAD_TEXTS = [
    "10h",
    "1h",
    "7x",
    "h7",
    "7",
    "",
    "7 h",
    " 7h",
    "7h ",
    "77h",
    "Jokerh",
    "٧h",
    "7ĥ",
    "M1",
    "7h8h",
    "-1",
    "7h\0",
]


@pytest.mark.parametrize("text", BAD_TEXTS)
def test_texts_that_name_no_card_or_move(text: str) -> None:
    """A text that is no card and no move is a NotationError that quotes it."""
    quoted = repr(text)[1:-1]
    refused(lambda: marriage.Card(text), NotationError, "card", quoted)
    refused(lambda: marriage.Card.parse(text), NotationError, "card", quoted)
    refused(lambda: marriage.Move(text), NotationError, "move", quoted)
    refused(lambda: marriage.Move.parse(f"discard {text}"), NotationError, "move", quoted)
    refused(lambda: marriage.Move.parse(f"lay {text} 6h 6h"), NotationError, "move", quoted)
    refused(lambda: marriage.analyze(HAND, tiplu=text), NotationError, "card", quoted)
    refused(lambda: marriage.roles(text), NotationError, "card", quoted)


@pytest.mark.parametrize("text", ["10h", "x", "6h 6h 14h", "6h M1", "6h, 7h", "6h;7h"])
def test_texts_with_a_word_that_names_no_card(text: str) -> None:
    """One bad word in a hand, deck, combination or exposed cards is a NotationError that quotes the word."""
    bad = next(word for word in text.split() if word.lower() not in marriage.Card._by_text)
    calls: list[Callable[[], object]] = [
        lambda: marriage.cards(text),
        lambda: marriage.analyze(text),
        lambda: marriage.analyze(CONCEALED, laid=[*LAID[:2], text]),
        lambda: marriage.analyze(HAND, exposed=text),
        lambda: marriage.meld(text),
        lambda: marriage.maal(text, tiplu="Jc"),
        lambda: marriage.maal("6h", tiplu="Jc", exposed=text),
        lambda: marriage.maal("6h", tiplu="Jc", shown=text),
        lambda: marriage.deal(deck=text),
        lambda: marriage.check_declaration([text], discard="6h"),
        lambda: marriage.check_declaration(["6h 6h 6h"], discard="7h", hand=text),
        lambda: marriage.settle(seen=[True, True], winner=0, hands=["6h", text], tiplu="Jc"),
    ]
    for call in calls:
        refused(call, NotationError, "card", repr(bad))


@pytest.mark.parametrize("number", [-1, 53, 10**9, HUGE, -HUGE])
def test_numbers_that_are_no_card(number: int) -> None:
    """A number outside 0..52 is a NotationError that tells it."""
    calls: list[Callable[[], object]] = [
        lambda: marriage.Card(number),
        lambda: marriage.cards([0, number]),
        lambda: marriage.analyze([number] * 21),
        lambda: marriage.analyze(HAND, tiplu=number),
        lambda: marriage.analyze(HAND, taken=number),
        lambda: marriage.maal(HAND, tiplu="Jc", exposed=[number]),
        lambda: marriage.meld([1, 2, number]),
        lambda: marriage.deal(deck=[number] * 156),
        lambda: marriage.check_declaration([], discard=number),
    ]
    for call in calls:
        refused(call, NotationError, "number", str(number))


def test_a_man_is_no_tiplu() -> None:
    """The tiplu is one of 52 cards: a man is a NotationError, wherever it is named."""
    calls: list[Callable[[], object]] = [
        lambda: marriage.analyze(HAND, tiplu="M", rules=MEN),
        lambda: marriage.meld("6h 6h 6h", tiplu=52),
        lambda: marriage.maal(HAND, tiplu="m"),
        lambda: marriage.roles("M"),
        lambda: marriage.settle(seen=[True, True], winner=0, hands=["6h", "7h"], tiplu="M"),
    ]
    for call in calls:
        refused(call, NotationError, "tiplu_man", "man")


@pytest.mark.parametrize("kind", ["float", "bool", "bytes", "list", "dict", "object"])
def test_wrong_types_are_a_type_error(kind: str) -> None:
    """What is no text and no int is no card in a hand, tiplu, route or number: a TypeError, also for bool and bytes."""
    bad = WRONG_TYPES[kind]
    calls: list[Callable[[], object]] = [
        lambda: marriage.cards([bad]),
        lambda: marriage.roles(bad),
        lambda: marriage.analyze(HAND, tiplu=bad),
        lambda: marriage.analyze(HAND, taken=bad),
        lambda: marriage.analyze(HAND, route=bad),
        lambda: marriage.analyze(CONCEALED, laid=[[bad], *LAID[1:]]),
        lambda: marriage.maal(HAND, tiplu="Jc", route=bad),
        lambda: marriage.check_declaration([HAND], discard=bad),
        lambda: marriage.deal(seed=1, chance=bad),
        lambda: marriage.settle([1, bad], [True, True], winner=0),
        lambda: marriage.settle([1, 1], [True, True], winner=bad),
        lambda: marriage.settle([1, 1], [True, True], winner=0, routes=["three", bad]),
        lambda: marriage.settle([1, 1], [True, True], winner=0, rules=bad),
        lambda: marriage.Rules(tiplu_mode=bad),
        lambda: marriage.Rules(tiplu_values=(1, 2, bad)),
    ]
    for call in calls:
        refused(call, TypeError, None)


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: marriage.cards(b"6h 7h"), "bytes"),
        (lambda: marriage.cards(5), "cards"),  # type: ignore[arg-type]
        (lambda: marriage.cards(None), "cards"),  # type: ignore[arg-type]
        (lambda: marriage.cards([okey.Tile("r1")]), "Tile"),
        (lambda: marriage.analyze(None), "cards"),  # type: ignore[arg-type]
        (lambda: marriage.analyze(HAND, exposed=5), "cards"),  # type: ignore[arg-type]
        (lambda: marriage.analyze(HAND, laid=[5]), "cards"),  # type: ignore[list-item]
        (lambda: marriage.analyze(HAND, rules="PAGAT"), "rules"),  # type: ignore[arg-type]
        (lambda: marriage.analyze(HAND, rules=okey.CLASSIC), "rules"),  # type: ignore[arg-type]
        (lambda: marriage.maal(HAND, tiplu="Jc", route=None), "route"),  # type: ignore[arg-type]
        (lambda: marriage.deal(seed=1, chance="1"), "seed"),  # type: ignore[arg-type]
        (lambda: marriage.settle("12", [True, True], winner=0), "points"),  # type: ignore[arg-type]
        (lambda: marriage.settle(5, [True], winner=0), "points"),  # type: ignore[arg-type]
        (lambda: marriage.settle([1, 2], "yn", winner=0), "seen"),  # type: ignore[arg-type]
        (lambda: marriage.settle([1, 2], [1, 0], winner=0), "seen"),  # type: ignore[list-item]
        (lambda: marriage.settle([1, 2], [True, True], winner=0, dublee=1), "dublee"),  # type: ignore[arg-type]
        (lambda: marriage.settle([1, 2], [True, True], winner=0, routes="nn"), "routes"),
        (lambda: marriage.settle(hands=HAND, seen=[True], winner=0, tiplu="Jc"), "hands"),
        (lambda: marriage.settle([1, 2], [True, True], winner="0"), "winner"),  # type: ignore[arg-type]
        (lambda: marriage.Rules(dublee_allowed=1), "dublee_allowed"),  # type: ignore[arg-type]
        (lambda: marriage.Rules(tiplu_mode=None), "tiplu_mode"),  # type: ignore[arg-type]
        (lambda: marriage.Rules(alter="5"), "alter"),  # type: ignore[arg-type]
        (lambda: marriage.Rules(alter=None), "alter"),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_other_wrong_types_are_a_type_error(call: Callable[[], object], named: str) -> None:
    """Bytes are no text, a text is no list of hands, Okey's things are not Marriage's: a TypeError that names the
    argument."""
    refused(call, TypeError, None, named)


@pytest.mark.parametrize("number", [VAST, -VAST], ids=["10**5000", "-10**5000"])
@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda n: marriage.deal(seed=1, chance=n), id="chance"),
        pytest.param(lambda n: marriage.Rules(alter=(1, n)), id="table"),
        pytest.param(lambda n: marriage.settle([1, n], [True, True], winner=0), id="points"),
        pytest.param(lambda n: marriage.settle([1, 1], [True, True], winner=n), id="winner"),
        pytest.param(lambda n: marriage.Rules.from_dict({"dublee_bonus": n}), id="rules document"),
    ],
)
def test_numbers_too_long_to_print_are_refused_like_others(call: Callable[[int], object], number: int) -> None:
    """A number with more digits than Python prints is a RummyError, not a ValueError of Python's own."""
    assert isinstance(only_typed_errors(lambda: call(number)), RummyError)


# ------------------------------------------------------------------------------
# Deals
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "rules", "named"),
    [
        (lambda deck: ["M", *deck[1:]], marriage.PAGAT, ""),
        (lambda deck: [*deck, "M"], marriage.PAGAT, "not 157"),
        (list, MEN, "not 156"),
        (lambda deck: [*deck, "M", "M", "6h"], MEN, ""),
        (lambda deck: [*deck, "M", "M", "M"], replace(MEN, printed_jokers=2), "not 159"),
    ],
    ids=["a man for a card", "a man too many", "no men", "two men", "three men"],
)
def test_a_deck_has_the_men_that_are_printed(
    change: Callable[[list[Any]], list[Any]], rules: marriage.Rules, named: str
) -> None:
    """A deck holds each of 52 cards three times and the men that are printed: else a StateError."""
    deck = change(list(marriage.deal(seed=1).record().deck))
    refused(lambda: marriage.deal(deck=deck, rules=rules), StateError, "deck_size" if "not" in named else "deck", named)


@pytest.mark.parametrize("chance", [-1, 2**64])
def test_chance_has_the_range_of_a_seed(chance: int) -> None:
    """The seed of what is left to chance is 0 to 2**64-1, with a deck and without."""
    refused(lambda: marriage.deal(seed=1, chance=chance), StateError, "seed", str(chance))
    refused(lambda: marriage.deal(deck=stack(), chance=chance), StateError, "seed", str(chance))


BLOCKED = {"joker_discard_pickup": "blocked_for_all"}


# ------------------------------------------------------------------------------
# Moves
# ------------------------------------------------------------------------------


def in_the_window() -> marriage.State:
    return dealt({1: "6h 6h 6h 9d 9d 9d"}, window=False, players=3)


def exposed_nine() -> marriage.State:
    state = in_the_window()
    state.play("expose 9d")  # its id comes before that of 6h
    return state


def to_draw() -> marriage.State:
    return dealt({1: THREE}, upcard="4d", players=3)


def drawn() -> marriage.State:
    state = dealt({1: f"{THREE} 2c 2d"}, upcard="4d", players=3)
    state.play("take")
    return state


def drafting() -> marriage.State:
    state = drawn()
    state.play("lay 6h 6h 6h")
    return state


def seen_now() -> marriage.State:
    return see(drawn(), THREE)


def forced() -> marriage.State:
    state = seen_dublee("5h")
    state.play("take")
    return state


def over() -> marriage.State:
    state = forced()
    state.play(next(move for move in state.legal_moves()))
    return state


@pytest.mark.parametrize(
    ("make", "move", "seat", "code"),
    [
        (in_the_window, "draw", None, "window"),
        (in_the_window, "discard 6h", 1, "window"),
        (in_the_window, "done", 2, "turn"),
        (in_the_window, "expose 7h", None, "no_tunnela"),
        (exposed_nine, "expose 9d", None, "no_tunnela"),
        (to_draw, "done", None, "window_over"),
        (to_draw, "expose 6h", None, "window_over"),
        (to_draw, "discard 6h", None, "not_drawn"),
        (to_draw, "see", None, "not_drawn"),
        (to_draw, "draw", 0, "turn"),
        (to_draw, "draw", 2, "turn"),
        (drawn, "draw", None, "drawn"),
        (drawn, "take", None, "drawn"),
        (drawn, "done", None, "window_over"),
        (drawn, "see", None, "not_laid"),
        (drawn, "lay 7h 7h 7h", None, "not_held"),
        (drawn, "lay Kd Ad 2d", None, "no_run"),
        (drawn, "pair 6h", None, "no_lay"),
        (drawn, "discard 4d", None, "taken_back"),
        (drawn, "discard 7s", None, "not_held"),
        (drawn, "finish 6h", None, "not_seen"),
        (drawn, "finish-pairs 6h", None, "not_won"),
        (drawn, "discard 6h", 0, "turn"),
        (drafting, "discard 2c", None, "draft"),
        (drafting, "finish-pairs 2c", None, "draft"),
        (drafting, "see", None, "not_laid"),
        (drafting, "lay 6h 6h 6h", None, "not_held"),
        (drafting, "pair 2c", None, "lay_mixed"),
        (seen_now, "see", None, "seen"),
        (seen_now, "lay Qd Kd Ad", None, "seen"),
        (seen_now, "discard 6h", None, "not_held"),
        (seen_now, "discard 4d", None, "taken_back"),
        (lambda: seen_three("Jh"), "take", None, "joker_discard"),
        (lambda: seen_dublee("9h"), "take", None, "dublee_take"),
        (forced, "discard 8c", None, "forced"),
        (forced, "see", None, "seen"),
        (over, "draw", None, "over"),
        (over, "done", 0, "over"),
    ],
)  # fmt: skip
def test_a_move_that_may_not_be_played(
    make: Callable[[], marriage.State], move: str, seat: int | None, code: str
) -> None:
    """Acting out of turn or out of order, laying, throwing or finishing with what one has not: refused, and sent again
    refused again; the error names move and seat, and the state is the same to the byte."""
    state = make()
    before, legal = memory(state), state.legal_moves()
    for _ in range(2):
        for call in (state.play, state.check):
            refused(partial(call, move, seat), IllegalMoveError, code, move, "" if seat is None else f"seat {seat}")
    assert memory(state) == before
    assert state.legal_moves() == legal


FOUR = ["9s 9h 9c", "Ks Kc Kh", "7d 7c 7s", "2c 2h 2s"]
PAIRS = SEVEN.split(" / ")


@pytest.mark.parametrize(
    ("declared", "discard", "hand", "code", "named"),
    [
        (["6h 6h 6h", "3s 4s 5s", "Kd Ad 2d", *FOUR], "4d", None, "combo_wrap", "Kd Ad 2d"),
        (["6h 6h 6h", "3s 4s 5s", "Qd Kd Jc", *FOUR], "4d", None, "primary", "Qd Kd Jc"),
        (["6h 6h 6h", "3s 4s 5s", "8s 8h 8c", *FOUR], "4d", None, "primary", "8s 8h 8c"),
        ([*LAID, "9s 9s 9c", *FOUR[1:]], "4d", None, "combo_suit", "9s 9s 9c"),
        ([*LAID, "5d 5d Jd", *FOUR[1:]], "4d", None, "combo_pair", "5d 5d Jd"),
        ([*LAID, "5d 8d Jd", *FOUR[1:]], "4d", None, "combo_mixed", "5d 8d Jd"),
        ([*LAID, "9s 9h 9c 9d", *FOUR[1:]], "4d", None, "count", "9s 9h 9c 9d"),
        ([*LAID, *FOUR[:3]], "4d", None, "count", "6 combinations"),
        ([], "4d", None, "count", "0 combinations"),
        (["", *FOUR], "4d", None, "count", "three cards"),
        ([*LAID, *PAIRS], "4d", None, "mixed", "mixed"),
        (PAIRS, "4d", None, "count", "7 dublees"),
        ([*PAIRS, "Jc Jd"], "4d", None, "dublee", "Jc Jd"),
        ([*PAIRS, "Jc Jc Jc"], "4d", None, "copies", "Jc"),
        ([*LAID, *FOUR], "4d", HAND, "not_held", "9s"),
        ([*LAID, *FOUR], "4d", " ".join([*LAID, *FOUR]) + " 4d 8d", "left_over", "8d"),
        (["6h 6h 6h", "6h 7h 8h", *LAID[1:], *FOUR[:3]], "4d", None, "copies", "6h"),
    ],
)  # fmt: skip
def test_a_declaration_that_does_not_hold(
    declared: list[str], discard: str, hand: str | None, code: str, named: str
) -> None:
    """The verdict on combinations or dublees that are no win says why and names the cards at fault."""
    verdict = marriage.check_declaration(declared, discard=discard, tiplu="Jc", hand=hand)
    assert (verdict.ok, verdict.code) == (False, code)
    assert named in verdict.sentence
    assert not verdict


# ------------------------------------------------------------------------------
# Rules
# ------------------------------------------------------------------------------


def rules_of(name: str, value: Any) -> marriage.Rules:
    options: dict[str, Any] = {name: value}
    return marriage.Rules(**options)


@pytest.mark.parametrize(("name", "size"), marriage_random.TABLES.items())
def test_a_table_of_values_has_at_least_one_cell(name: str, size: int) -> None:
    """A table takes values of 0 to 10,000, up to its size, the last going on: another number of cells, or a value
    outside, is named."""
    assert getattr(rules_of(name, 4), name) == (4,) * size
    assert getattr(rules_of(name, [4, 0]), name) == (4,) + (0,) * (size - 1)
    assert getattr(rules_of(name, (0, 10_000, 1)), name) == (0, 10_000) + (1,) * (size - 2)
    for value in ((), (1,) * (size + 1), (-1,), (1, 2, 10_001), (2**31, 1), (1, HUGE), -1, HUGE):
        code = "table_size" if value in ((), (1,) * (size + 1)) else "range"
        refused(partial(rules_of, name, value), RulesError, code, name)
        refused(partial(marriage.Rules.from_dict, {name: value}), RulesError, code, name)
    for wrong in ((1.0,), (True,), ("1",), "123", None, {1: 2}, True, 1.5, ((1,),)):
        refused(partial(rules_of, name, wrong), TypeError, None, name)
        refused(partial(marriage.Rules.from_dict, {name: wrong}), RulesError, "document", name)


@pytest.mark.parametrize(
    ("data", "code", "named"),
    [
        ({"printed_jokers": 4}, "range", "printed_jokers"),
        ({"max_jokers_in_combo": 0}, "range", "max_jokers_in_combo"),
        ({"dublee_min_players": 7}, "range", "dublee_min_players"),
        ({"dublees_to_win": 6}, "dublees", "dublees_to_win"),
        (BLOCKED, "betrayed", "blocked_for_all"),
        ({**BLOCKED, "tiplu_mode": "hidden_preset"}, "betrayed", "face_up_at_deal"),
    ],
)
def test_a_rules_document_that_is_none(data: Any, code: str, named: str) -> None:
    """In a document too a number out of range and options that cannot be played together are a RulesError that names
    the key."""
    refused(lambda: marriage.Rules.from_dict(data), RulesError, code, named)
