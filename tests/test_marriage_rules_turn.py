"""Rules M-9 to M-11 of docs/marriage.md: what a seat may draw, take and discard."""

from __future__ import annotations

from typing import Any

import pytest
from marriage_decks import (
    FOUR,
    LOOSE,
    SEVEN,
    THREE,
    acts,
    code_of,
    dealt,
    quiet,
    quiet_turns,
    see,
    seen_dublee,
    seen_three,
    turn_of,
)

from rummycore import NotationError
from rummycore.marriage import Card, M, Move, Phase, Rules, State

JOKERS = ("Tc", "Jc", "Qc", "Jd", "Jh", "Js")  # of the tiplu Jc
NO_JOKERS = ("9c", "Kc", "Td", "Th", "Qh", "Qs", "As", "8h")


# ------------------------------------------------------------------------------
# M-9 draw
# ------------------------------------------------------------------------------


def test_m9_a_turn_begins_with_one_card() -> None:
    """A seat has 21 cards between its turns and 22 after the draw, and the stock one less."""
    state = dealt(stock="5h 8c")
    assert (len(state.hand(1)), state.stock) == (21, 71)
    event = state.play("draw")
    assert (len(state.hand(1)), state.stock, state.view(1).drawn) == (22, 70, Card("5h"))
    assert (event.seat, event.card) == (1, None)
    state.play("discard 5h")
    assert (len(state.hand(1)), state.turn) == (21, 2)
    state.play("draw")
    assert state.view(2).drawn == Card("8c")


def test_m9_only_that_seat_sees_it() -> None:
    """Whatever is drawn, the other seats' views and a spectator's are the same."""
    one, two = (dealt(stock=first, last=last) for first, last in (("5h", "8c"), ("8c", "5h")))
    for state in (one, two):
        state.play("draw")
    assert (one.view(1).drawn, two.view(1).drawn) == (Card("5h"), Card("8c"))
    for seat in (0, 2, 3, None):
        assert one.view(seat).drawn is None
        assert one.view(seat) == two.view(seat)


def test_m9_nobody_draws_twice() -> None:
    """After a draw or a take there is no other in the same turn, and before it nothing else is played."""
    for first in ("draw", "take"):
        state = dealt({1: THREE}, stock="5h", upcard="8c")
        assert acts(state) == {"draw", "take"}
        for move in ("discard 6h", "lay 6h 6h 6h", "see", "finish 6h", "finish-pairs 6h", "pair 6h"):
            assert code_of(state, move) == "not_drawn"
        state.play(first)
        assert (code_of(state, "draw"), code_of(state, "take")) == ("drawn", "drawn")


def test_m9_not_out_of_turn() -> None:
    """Only the seat to act draws, takes or discards."""
    state = dealt()
    for seat in (0, 2, 3):
        assert (code_of(state, "draw", seat), code_of(state, "take", seat)) == ("turn", "turn")
    state.play("draw", 1)
    assert code_of(state, f"discard {state.hand(2)[0]}", 2) == "turn"


# ------------------------------------------------------------------------------
# M-10 take
# ------------------------------------------------------------------------------


def test_m10_the_newest_discard() -> None:
    """A take brings the newest discard, for all to see; older ones stay where they lie."""
    state = dealt(stock="5h 8c Td", upcard="2c")
    quiet_turns(state, 2)
    assert state.view(0).discards == ((None, Card("2c")), (1, Card("5h")), (2, Card("8c")))
    event = state.play("take")
    assert (event.seat, event.card, state.stock) == (3, Card("8c"), 69)
    assert state.view(0).discards == ((None, Card("2c")), (1, Card("5h")))
    assert (state.view(3).drawn, state.view(3).taken, len(state.hand(3))) == (Card("8c"), Card("8c"), 22)
    assert (state.view(0).drawn, state.view(0).taken) == (None, Card("8c"))
    state.play(f"discard {state.hand(3)[0]}")
    assert len(state.view(0).discards) == 3


def test_m10_first_turn() -> None:
    """The first turn may take the upcard unless first_turn_may_take_upcard is off; the
    second turn may take in any case.
    """
    assert code_of(dealt(upcard="5h"), "take") == "ok"
    state = dealt(upcard="5h", rules=Rules(first_turn_may_take_upcard=False))
    assert (code_of(state, "take"), state.legal_moves()) == ("upcard", (Move("draw"),))
    quiet(state)
    assert code_of(state, "take") == "ok"


@pytest.mark.parametrize("top", [*JOKERS, *NO_JOKERS])
def test_m10_not_seen_takes_anything(top: str) -> None:
    """A seat that has not seen takes whatever lies on top, a joker of the hidden tiplu too."""
    for mode in ("hidden_preset", "face_up_at_deal"):
        state = dealt(upcard=top, tiplu="Jc", rules=Rules(tiplu_mode=mode))
        assert code_of(state, "take") == "ok"


def test_m10_unseen_discard_pickup_never() -> None:
    """With unseen_discard_pickup=never a seat takes nothing until it has seen, and then what others take."""
    rules = Rules(unseen_discard_pickup="never")
    assert code_of(seen_three("9c", rules=rules), "take") == "ok"
    assert code_of(seen_three("Js", rules=rules), "take") == "joker_discard"
    state = seen_three("9c", rules=rules)
    quiet(state)
    assert code_of(state, "take", 0) == "unseen_take"


@pytest.mark.parametrize("top", [*JOKERS, *NO_JOKERS])
def test_m10_seen_by_three_takes_no_joker(top: str) -> None:
    """A seat that has seen by three combinations takes no joker, of any of the six kinds; anything else it may."""
    expected = "joker_discard" if top in JOKERS else "ok"
    assert code_of(seen_three(top), "take") == expected
    assert code_of(seen_three(top, rules=Rules(joker_discard_pickup="blocked_if_seen_any")), "take") == expected
    assert code_of(seen_three(top, rules=Rules(joker_discard_pickup="free")), "take") == "ok"
    assert code_of(seen_three(top, rules=Rules(dublee_discard_pickup="never")), "take") == expected


def test_m10_a_discarded_man_is_a_joker() -> None:
    """A man counts as a joker for the take: not for who has seen by three combinations, but for who has not seen."""
    rules = Rules(printed_jokers=3)
    assert code_of(seen_three("M", rules=rules), "take") == "joker_discard"
    assert code_of(seen_three("M", rules=Rules(printed_jokers=3, joker_discard_pickup="free")), "take") == "ok"
    assert code_of(dealt(upcard="M", rules=rules), "take") == "ok"


def test_m10_judged_at_that_moment() -> None:
    """Who has not seen may take a joker and see in the same turn; once seen, the next joker is refused."""
    state = dealt({1: THREE, 0: "Jh"}, upcard="Js", tiplu="Jc", players=2)
    state.play("take")
    state = see(state, THREE, "Jc")
    assert Card("Js") in state.hand(1)
    state.play(f"discard {next(card for card in state.hand(1) if str(card) not in JOKERS)}")
    quiet(state, throw="Jh")
    assert code_of(state, "take") == "joker_discard"


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("top", ["Js", "Jc", "9c"])
def test_m10_blocked_for_all(seat: int, top: str) -> None:
    """With blocked_for_all nobody takes a joker of the open tiplu, not even who has not seen; other cards are free."""
    rules = Rules(joker_discard_pickup="blocked_for_all", tiplu_mode="face_up_at_deal")
    state = (
        dealt({0: top, 1: top}, upcard=top, tiplu="Jc", rules=rules)
        if top != "Jc"
        else dealt({1: top}, upcard=top, tiplu="Jc", rules=rules)
    )
    if seat == 2:
        quiet(state, throw=top)
    assert code_of(state, "take", seat) == ("ok" if top == "9c" else "joker_discard")


DUBLEE_TAKES: list[tuple[dict[str, Any], str, str]] = [  # rules, newest discard, answer
    ({}, "5h", "ok"),
    ({}, "Td", "ok"),
    ({}, "9c", "dublee_take"),
    ({}, "3h", "dublee_take"),
    ({}, "Js", "dublee_take"),
    ({}, "Jd", "ok"),
    ({}, "Qc", "ok"),
    ({"dublee_may_finish_with_joker_discard": False}, "Jd", "joker_discard"),
    ({"dublee_may_finish_with_joker_discard": False}, "5h", "ok"),
    ({"joker_discard_pickup": "blocked_if_seen_any"}, "Jd", "joker_discard"),
    ({"joker_discard_pickup": "blocked_if_seen_any"}, "5h", "ok"),
    ({"joker_discard_pickup": "free"}, "Jd", "ok"),
    ({"joker_discard_pickup": "free"}, "Js", "dublee_take"),
    ({"dublee_discard_pickup": "never"}, "5h", "dublee_take"),
    ({"dublee_discard_pickup": "never"}, "Jd", "dublee_take"),
    ({"dublee_discard_pickup": "free"}, "9c", "ok"),
    ({"dublee_discard_pickup": "free"}, "Js", "ok"),
    ({"dublee_discard_pickup": "free", "dublee_may_finish_with_joker_discard": False}, "Js", "joker_discard"),
    ({"dublee_discard_pickup": "free", "joker_discard_pickup": "blocked_if_seen_any"}, "Js", "joker_discard"),
    ({"dublee_discard_pickup": "free", "joker_discard_pickup": "blocked_if_seen_three"}, "Js", "ok"),
]


@pytest.mark.parametrize(("options", "top", "expected"), DUBLEE_TAKES)
def test_m10_seen_by_dublees(options: dict[str, Any], top: str, expected: str) -> None:
    """A seat that has seen by dublees takes what completes its last dublee, a joker too, or
    what the options let it take.
    """
    state = seen_dublee(top, rules=Rules(**options), more="5h 8c 3d Td 6s Jd Qc")
    assert (code_of(state, "take"), code_of(state, "draw")) == (expected, "ok")


def test_m10_the_last_dublee_only() -> None:
    """With nine dublees to win, a card that makes an eighth is no reason to take; the ninth is.
    A ninth is none where eight win.
    """
    rules = Rules(dublees_to_win=9)
    assert code_of(seen_dublee("5h", rules=rules, more=LOOSE), "take") == "dublee_take"
    assert code_of(seen_dublee("5h", rules=rules, more="5h 8c 8c 3d Td 6s Qs"), "take") == "ok"
    assert code_of(seen_dublee("9c", rules=rules, more="5h 8c 8c 3d Td 6s Qs"), "take") == "dublee_take"
    assert code_of(seen_dublee("8c", more="5h 5h 8c 3d Td 6s Qs"), "take") == "dublee_take"


def seven_exposed(rules: Rules, concealed: str = "") -> State:
    """Return a table at which seat 1 has exposed six or seven tunnelas and is to draw; the upcard is 4h."""
    kinds = "2c 5c 8c 3d 6d 9d" + ("" if concealed else " Th")
    hand = " ".join(f"{card} {card} {card}" for card in kinds.split())
    return dealt({1: f"{hand} {concealed}"}, expose={1: kinds}, upcard="4h", stock="8h", tiplu="Jc", rules=rules)


def test_m10_nothing_left_to_discard() -> None:
    """Where a take would leave no other concealed card it is refused, unless the taken card may be discarded."""
    state = seven_exposed(Rules())
    assert (code_of(state, "take"), code_of(state, "draw")) == ("no_other", "ok")
    assert code_of(seven_exposed(Rules(same_card_discard="allowed")), "take") == "ok"
    assert code_of(seven_exposed(Rules(), "5h 6h 7h"), "take") == "ok"
    assert code_of(seven_exposed(Rules(), "4h 4h 7h"), "take") == "ok"


def test_m10_nothing_left_but_a_finish() -> None:
    """The take is legal all the same where it finishes: two locked tunnelas and one card beside
    the seven dublees, which it pairs.
    """
    state = dealt(
        {1: f"{SEVEN} 6h 6h 6h 5d 5d 5d 5h", 0: "5h 8c"},
        expose={1: "6h 5d"},
        players=2,
        stock="9h 8s",
        tiplu="Jc",
    )
    state.play("draw")
    state = see(state, SEVEN, "Jc")
    state.play("discard 9h")
    other = state.copy()
    quiet(other, throw="8c")
    assert code_of(other, "take") == "dublee_take"
    quiet(state, throw="5h")
    assert code_of(state, "take") == "ok"
    state.play("take")
    assert state.hand(1) == (Card("5h"), Card("5h"))
    assert {str(move) for move in state.legal_moves()} == {"finish-pairs 5d", "finish-pairs 6h"}


# ------------------------------------------------------------------------------
# M-11 discard
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["5h", *JOKERS, "8c"])
def test_m11_any_concealed_card(card: str) -> None:
    """Any concealed card may go, a joker too and the card just drawn, by a seat that has seen as well."""
    state = dealt({1: f"{card} {THREE}"}, stock="8c", tiplu="Jc")
    state.play("draw")
    assert code_of(state, f"discard {card}") == "ok"
    state = see(state, THREE, "Jc")
    event = state.play(f"discard {card}")
    assert (event.seat, event.card, state.turn, state.phase) == (1, Card(card), 2, Phase.TO_DRAW)
    assert state.view(3).discards[-1] == (1, Card(card))


def test_m11_nothing_else_can_be_discarded() -> None:
    """What is not in the hand, what is laid and what is exposed cannot be discarded."""
    state = dealt({1: "9d 9d 9d 3s 4s 5s Qd Kd Ad"}, expose={1: "9d"}, tiplu="Jc", withheld="3s 4s 5s Qd Kd Ad")
    state.play("draw")
    held = set(state.hand(1))
    for card in Card.all():
        assert code_of(state, f"discard {card}") == ("ok" if card in held else "not_held")
    state = see(state, "3s 4s 5s / Qd Kd Ad", "Jc")
    for laid in ("9d", "3s", "Kd"):
        assert code_of(state, f"discard {laid}") == "not_held"
    assert {move.card for move in state.legal_moves() if move.act == "discard"} == set(state.hand(1))
    for text in ("discard", "discard x1", "discard 5h 5h"):
        with pytest.raises(NotationError):
            state.play(text)


def after_take(rules: Rules | None = None, more: str = "") -> State:
    """Return a table at which seat 1, which holds 5h, has taken another 5h."""
    state = dealt({1: f"5h 8c {more}"}, upcard="5h", tiplu="Jc", rules=rules)
    state.play("take")
    return state


def test_m11_same_card_discard() -> None:
    """The card just taken may not be discarded, nor its copy; with same_card_discard=allowed both may."""
    assert (code_of(after_take(), "discard 5h"), code_of(after_take(), "discard 8c")) == ("taken_back", "ok")
    assert Move("discard 5h") not in after_take().legal_moves()
    allowed = Rules(same_card_discard="allowed")
    assert code_of(after_take(allowed), "discard 5h") == "ok"
    one = dealt(upcard="5h", withheld="5h", rules=allowed)
    one.play("take")
    assert code_of(one, "discard 5h") == "ok"


def test_m11_same_card_discard_binds_one_turn() -> None:
    """In the next turn the card may go, and a drawn card always may, also one like the discard beside it."""
    state = after_take()
    state.play("discard 8c")
    turn_of(state, 1)
    state.play("draw")
    assert code_of(state, "discard 5h") == "ok"
    drawn = dealt({1: "5h"}, upcard="5h", stock="5h")
    drawn.play("draw")
    assert code_of(drawn, "discard 5h") == "ok"


@pytest.mark.parametrize(("rule", "expected"), [("kind", "taken_back"), ("allowed", "ok")])
def test_m11_same_card_discard_binds_a_finish(rule: str, expected: str) -> None:
    """The discard of a finish is bound too, by combinations and by dublees."""
    rules = Rules(same_card_discard=rule)
    state = dealt({1: f"{THREE} / {FOUR}"}, upcard="4d", tiplu="Jc", rules=rules)
    state.play("take")
    state = see(state, THREE, "Jc")
    assert code_of(state, "finish 4d") == expected
    pairs = dealt({1: f"{SEVEN} Td Td 5h 8c 3d 6s Qs"}, upcard="4d", tiplu="Jc", rules=rules)
    pairs.play("take")
    assert (code_of(pairs, "finish-pairs 4d"), code_of(pairs, "finish-pairs Qs")) == (expected, "ok")


def test_m11_waived_where_nothing_else_could_go() -> None:
    """Where no other concealed card is left, a plain discard of the taken card is legal, but no finish with it."""
    rules = Rules(dublees_to_see=10, dublees_to_win=10)
    ten = f"{SEVEN} / Td Td / 8c 8c / Qs Qs"
    state = dealt({1: f"{ten} 5h"}, upcard="5h", tiplu="Jc", rules=rules)
    state.play("take")
    assert code_of(state, "discard 5h") == "taken_back"
    state = see(state, ten, "Jc")
    assert state.hand(1) == (Card("5h"), Card("5h"))
    assert (code_of(state, "discard 5h"), code_of(state, "finish-pairs 5h")) == ("ok", "taken_back")


def test_m11_men_are_discarded_like_others() -> None:
    """A man may be discarded, before and after the tiplu is seen."""
    state = dealt({1: f"M {THREE}"}, tiplu="Jc", rules=Rules(printed_jokers=2))
    state.play("draw")
    assert code_of(state, "discard M") == "ok"
    state = see(state, THREE, "Jc")
    assert state.play("discard M").card == M


def test_m11_the_next_seat_plays() -> None:
    """After the discard the next seat plays, and the one that discarded has 21 cards again and no more to do."""
    state = dealt(stock="5h")
    state.play("draw")
    assert (code_of(state, "draw", 2), state.turns) == ("turn", 0)
    state.play("discard 5h")
    assert (state.turn, state.turns, len(state.hand(1))) == (2, 1, 21)
    assert code_of(state, "discard 5h", 1) == "turn"
