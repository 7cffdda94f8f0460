"""Rule M-29 of docs/marriage.md: what every seat knows, and what it does not."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import FrozenInstanceError

import pytest
from marriage_decks import (
    FOUR,
    LOOSE,
    SEVEN,
    THREE,
    code_of,
    dealt,
    lays,
    quiet,
    quiet_turns,
    see,
    seen_three,
    stack,
    won_by_combos,
)

from rummycore import IllegalMoveError, StateError, marriage
from rummycore.marriage import Card, Move, Rules, State, random_bot, simple_bot

SEATS = (0, 1, 2, 3, None)


def told(state: State, seat: int) -> list[str]:
    """Return what a seat is told of every move there is."""
    out = []
    for move in Move.all():
        try:
            state.check(move, seat)
            out.append("legal")
        except IllegalMoveError as error:
            out.append(f"{error.code} {error.sentence}")
    return out


def known(state: State, seat: int | None) -> tuple[object, ...]:
    """Return all that a seat can see or compute: its view, that as text, its hash, what it is
    told, and what a bot would play.
    """
    view = state.view(seat)
    bots = (simple_bot(view), random_bot(1)(view)) if view.legal_moves() else ()
    return view, json.dumps(view.to_dict()), hash(view), bots, None if seat is None else told(state, seat)


# ------------------------------------------------------------------------------
# What everybody knows
# ------------------------------------------------------------------------------


def test_m29_what_everybody_knows() -> None:
    """Sizes, discards and whose, exposed and laid cards, who has seen and how, and whether there
    is a tiplu, are the same for all.
    """
    state = dealt({1: f"9s 9s 9s {THREE}", 2: SEVEN}, expose={1: "9s"}, stock="8h 8d", tiplu="Jc", upcard="5h")
    state.play("draw")
    state = see(state, "6h 6h 6h / 3s 4s 5s", "Jc")
    state.play("discard 8h")
    state.play("take")
    state = see(state, SEVEN)
    state.play(f"discard {next(card for card in state.hand(2) if card != Card('8h'))}")
    quiet(state)
    for seat in SEATS:
        view = state.view(seat)
        assert (view.sizes, view.stock) == ((21, 12, 7, 21), state.stock)
        assert [who for who, _ in view.discards] == [None, 2, 3]
        assert view.exposed == ((), (Card("9s"),), (), ())
        assert view.laid == ((), tuple(lays("6h 6h 6h / 3s 4s 5s")), tuple(lays(SEVEN)), ())
        assert view.seen == (False, True, True, False)
        assert [str(route) for route in view.routes] == ["none", "three", "dublee", "none"]
        assert (view.chosen, view.turn, view.dealer, view.players, view.reshuffles) == (True, 0, 0, 4, 0)


def test_m29_draws_and_takes() -> None:
    """Everybody sees whether a seat drew or took, and what it took but not what it drew; a discard has its card."""
    state = dealt({1: "5h"}, stock="8h", upcard="8c")
    state.play("draw")
    state.play("discard 5h")
    state.play("take")
    for seat in SEATS:
        events = [(e.seat, str(e.move), e.card) for e in state.view(seat).history[-3:]]
        assert events == [
            (1, "draw", Card("8h") if seat == 1 else None),
            (1, "discard 5h", Card("5h")),
            (2, "take", Card("5h")),
        ]
        assert state.view(seat).taken == Card("5h")
        assert state.view(seat).drawn == (Card("5h") if seat == 2 else None)


def test_m29_at_the_end_all_is_shown() -> None:
    """At the end every view has all hands and the tiplu, and nobody has a move."""
    state = won_by_combos({0: "Tc Qc"})
    for seat in SEATS:
        view = state.view(seat)
        assert view.over
        assert (view.tiplu, view.outcome, view.legal_moves()) == (Card("Jc"), state.outcome, ())
        assert view.outcome is not None
        assert [len(hand) for hand in view.outcome.hands] == [21, 12, 21, 21]
        assert view.outcome.hands[0] == state.hand(0)
    assert won_by_combos().view(0).to_dict()["outcome"] is not None


def test_m29_before_the_end_there_is_no_outcome() -> None:
    """While the hand goes on no view has an outcome, nor any other seat's cards."""
    state = quiet_turns(dealt(), 9)
    for seat in SEATS:
        view = state.view(seat)
        assert view.outcome is None
        assert view.hand == (() if seat is None else state.hand(seat))
        assert view.legal_moves() == (state.legal_moves() if seat == state.turn else ())


# ------------------------------------------------------------------------------
# What is hidden
# ------------------------------------------------------------------------------


def at_window(state: State) -> State:
    return state


def at_draw(state: State) -> State:
    return quiet_turns(state, 6)


def in_turn(state: State) -> State:
    quiet_turns(state, 3)
    state.play("draw")
    return state


@pytest.mark.parametrize("mode", ["hidden_preset", "last_stock_card"])
@pytest.mark.parametrize("moment", [at_draw, in_turn])
def test_m29_hidden_tiplu(mode: str, moment: Callable[[State], State]) -> None:
    """Whatever a hidden tiplu is, a seat that has not seen it has the same view, moves, refusals and bots."""
    rules = Rules(tiplu_mode=mode)
    deck = stack({2: "Jc 5h Ks Ad Qc 6h As 2d"}, tiplu="Jc", withheld="5h Ks Ad", rules=rules)
    at = len(deck) - 1 if mode == "last_stock_card" else 85
    assert deck[at] == Card("Jc")
    before: dict[int | None, object] = {}
    for tiplu in ("Jc", "5h", "Ks", "Ad"):
        other = deck.copy()
        place = max(i for i in range(len(deck)) if deck[i] == Card(tiplu))
        other[at], other[place] = deck[place], deck[at]
        state = marriage.deal(deck=other, rules=rules)
        for _ in range(4):
            state.play("done")
        state = moment(state)
        assert state.tiplu == Card(tiplu)
        for seat in SEATS:
            assert before.setdefault(seat, known(state, seat)) == known(state, seat)


def test_m29_hidden_tiplu_that_another_seat_has_seen() -> None:
    """The same holds after another seat has chosen it: its knowledge differs, that of the others does not."""
    start = dealt({1: THREE, 3: "Js Qc 5h"}, stock="8h 8d 8s", withheld="Jc 5d")
    start.play("draw")
    one, two = see(start.copy(), THREE, "Jc"), see(start.copy(), THREE, "5d")
    for _ in range(3):
        for seat in (0, 2, 3, None):
            assert known(one, seat) == known(two, seat)
        for state in (one, two):
            if state.turn == 1:
                state.play("discard 8h")
            else:
                quiet(state)
    assert one.view(1) != two.view(1)
    assert (one.view(1).tiplu, two.view(1).tiplu) == (Card("Jc"), Card("5d"))


def test_m29_dealt_tunnelas() -> None:
    """Nobody learns of a dealt tunnela that is not exposed: every seat is asked alike, and
    the others' views are the same.
    """
    deck = stack({1: "6h 6h 6h", 2: "2c 3c"}, stock="8h 8d")
    other = deck.copy()
    at = next(i for i in range(21, 42) if deck[i] == Card("6h"))
    stock = next(i for i in range(100, 156) if deck[i] not in deck[21:42])
    other[at], other[stock] = deck[stock], deck[at]
    one, two = marriage.deal(deck=deck), marriage.deal(deck=other)
    assert (code_of(one, "expose 6h"), code_of(two, "expose 6h")) == ("ok", "no_tunnela")
    for _ in range(5):
        for seat in (0, 2, 3, None):
            assert known(one, seat) == known(two, seat)
        one.play("done" if one.turn != 1 or len(one.history) < 4 else "draw")
        two.play("done" if two.turn != 1 or len(two.history) < 4 else "draw")
    assert one.view(1) != two.view(1)


def test_m29_stock_and_other_hands() -> None:
    """The order of the stock and what others hold change nothing that a seat can see."""
    for seed in range(5):
        deck = stack({1: "5h 6h 7h"}, seed=seed, upcard="8c")
        other = [*deck[:42], *deck[63:84], *deck[42:63], deck[84], *reversed(deck[85:])]
        states = [marriage.deal(deck=cards) for cards in (deck, other)]
        for seat in (0, 1, None):
            assert known(states[0], seat) == known(states[1], seat)
        assert states[0] != states[1]


def test_m29_who_has_seen_is_refused_by_its_own_knowledge() -> None:
    """A seat that has seen learns at once that a joker may not be taken; to all others its turn looks as any."""
    joker, other = seen_three("Js"), seen_three("9c")
    assert (code_of(joker, "take"), code_of(other, "take")) == ("joker_discard", "ok")
    assert joker.view(0).legal_moves() == other.view(0).legal_moves() == ()
    assert joker.view(None).legal_moves() == ()


def test_m29_a_refusal_names_no_card() -> None:
    """What a seat is told of a refused move names no card but the move's own."""
    state = dealt({1: f"{SEVEN} {LOOSE}"}, tiplu="Jc", rules=Rules(tiplu_mode="hidden_preset"))
    state.play("draw")
    texts = {str(card) for card in Card.all()}
    for move, text in zip(Move.all(), told(state, 1), strict=True):
        named = {word.strip(",:") for word in text.split()} & texts
        assert named <= {str(card) for card in (*move.cards, *([] if move.card is None else [move.card]))}


def test_m29_a_view_is_a_value() -> None:
    """Views compare by what they hold, are hashable, cannot be changed, and have no generator, seed or deck."""
    state = quiet_turns(dealt({1: THREE}, stock=" ".join(FOUR.replace("/", "").split()[:6])), 3)
    view = state.view(1)
    assert view == state.copy().view(1)
    assert hash(view) == hash(state.copy().view(1))
    with pytest.raises(FrozenInstanceError):
        view.stock = 3  # type: ignore[misc]
    names = {name.lower() for name in view.to_dict()} | {name.lower() for name in dir(view)}
    assert not {name for name in names if "seed" in name or "deck" in name or "chance" in name or "random" in name}


@pytest.mark.parametrize("seat", [-1, 4, 2**70])
def test_m29_no_other_seat_has_a_view(seat: int) -> None:
    """A seat that is not there has no view."""
    with pytest.raises(StateError) as refused:
        dealt().view(seat)
    assert refused.value.code == "seat"
