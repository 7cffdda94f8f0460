"""What each seat is told of a move: by what `play` returns, by `events`, and by the library in C."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from kit import Kit, State
from kits import EACH

from rummycore import RummyError, StateError, marriage
from rummycore._core import ffi, lib, new

HIDDEN = ("lay", "pair")  # acts of a draft (M-14)


def steps(kit: Kit, name: str, rounds: int) -> Any:
    """Yield a state and the move that will be played on it, through random rounds."""
    rng = Random(name)
    for number, (state, choose) in enumerate(kit.rounds(rng, rng.choice(kit.game.players))):
        if number == rounds:
            return
        for _ in range(400):
            if state.over:
                break
            move = choose(state)
            yield state, move
            state.play(move)


@EACH
def test_what_a_seat_has_been_told_only_grows(kit: Kit, scale: int) -> None:
    """After each move a seat has all events that it had, then at most those of the draft and of the move; `since` gives
    just the new ones."""
    state: State
    for state, move in steps(kit, "grows", max(4, scale // 60)):
        after = state.copy()
        after.play(move)
        for seat in (None, *range(state.players)):
            old, now = state.events(seat), after.events(seat)
            assert now[: len(old)] == old
            assert after.events(seat, since=len(old)) == now[len(old) :]
            assert after.events(seat, len(now)) == after.events(seat, 10**9) == ()
        assert after.history == after.events(None)


@EACH
def test_what_play_returns_may_be_sent_to_all(kit: Kit, scale: int) -> None:
    """What `play` returns is what a spectator learns: of a draw no piece, and of a draft nothing but the seat."""
    drafts = draws = 0
    for state, move in steps(kit, "sent", max(4, scale // 60)):
        after = state.copy()
        told = after.play(move)
        own = after.events(told.seat)[-1]
        if move.act in HIDDEN:
            drafts += 1
            assert kit.words(f"{told} {told.to_dict()}") == set()
            assert after.history == state.history
            assert own.move == move
        else:
            assert told == after.history[-1]
        if move.act == "draw":
            draws += 1
            assert kit.words(f"{told} {told.to_dict()}") == set()
            (drawn,) = kit.words(str(own.to_dict()))
            assert drawn in map(str, after.hand(told.seat))
    assert draws
    assert drafts or kit.name != "marriage"


def test_see_tells_the_draft() -> None:
    """When a seat sees, the others learn its draft and that it has seen, in this order."""
    state = marriage.deal(seed=7, players=2)
    rng = Random(2)
    while "see" not in [move.act for move in state.legal_moves()]:
        state.play(
            rng.choice(state.legal_moves()) if rng.random() < 0.2 else marriage.simple_bot(state.view(state.turn))
        )
    before, seat = state.history, state.turn
    state.play("see")
    assert [event.move.act for event in state.history[len(before) :]] == ["lay", "lay", "lay", "see"]
    assert state.events(1 - seat) != state.events(seat)  # their own draws
    assert [e.move for e in state.events(1 - seat)] == [e.move for e in state.events(seat)]


@EACH
def test_the_library_tells_the_same(kit: Kit, scale: int) -> None:
    """In C the event of a move, for each seat, is the last event of that seat in Python, or there is none."""
    event, told = new("rummy_event *"), new("rummy_event *")
    for state, move in steps(kit, "library", max(4, scale // 60)):
        after, raw = state.copy(), state.copy()._raw
        after.play(move)
        assert state._engine.play(raw, -1, move, event, ffi.NULL) >= 0
        for seat in (-1, *range(state.players)):
            may = lib.rummy_event_for(event, seat, told)
            assert may == (move.act not in HIDDEN or seat == state.turn)
            if may:
                last = after.events(None if seat < 0 else seat)[-1]
                piece = list(last.to_dict().values())[2]
                pieces = kit.game.piece.all()
                assert (told.seat, told.move, told.hidden) == (last.seat, int(last.move), 0)
                assert piece == (None if told.own == 255 else str(pieces[told.own]))


@EACH
def test_events_that_cannot_be_asked_for(kit: Kit) -> None:
    """A seat that is not there, and a number below 0 or that is none, are refused."""
    state = kit.game.deal(seed=1)
    with pytest.raises(StateError, match="there is no seat 9"):
        state.events(9)
    with pytest.raises(StateError, match="since=-1: it must be 0 or more"):
        state.events(0, since=-1)
    with pytest.raises(TypeError, match="since must be an int"):
        state.events(0, since=True)


@EACH
def test_the_word_hidden_is_no_move_to_play(kit: Kit) -> None:
    """The word that stands for a hidden move is refused as every move that there is not."""
    state = kit.game.deal(seed=1)
    with pytest.raises(RummyError, match="there is no") as caught:
        state.play("hidden")
    assert caught.value.code == "move"


@EACH
def test_what_a_state_says_of_itself_hides_a_draft(kit: Kit, scale: int) -> None:
    """The repr of a state is the same before a draft and in it."""
    for state, move in steps(kit, "repr", max(4, scale // 60)):
        if move.act in HIDDEN:
            after = state.copy()
            after.play(move)
            assert repr(after) == repr(state)
