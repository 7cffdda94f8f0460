"""Players for tests of every game, rounds played to their ends, and moves tried. Whatever is random comes from a
`random.Random`, so a seed repeats it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest

from rummycore import IllegalMoveError
from rummycore.rounds import AnyRound

State = TypeVar("State", bound=AnyRound)


def next_round(match: Any, deal: Callable[[Any, int, int, Any], State]) -> State:
    """Deal the next round of a match by a function of its rules, players, dealer and what the
    deal depends on besides.
    """
    stacked = SimpleNamespace(
        _engine=match._round._engine,
        _deal=lambda seed, players, rules, dealer, deck, extra: deal(rules, players, dealer, extra),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(match), "_round", stacked)
        state: State = match.next_round()
    return state


def uniform(rng: Random) -> Callable[[Any], Any]:
    """Return a player for whom each legal move is equally likely."""

    def choose(state: Any) -> Any:
        moves = state.legal_moves()
        return moves[int(rng.random() * len(moves))]

    return choose


def simple(rng: Random, bot: Callable[[Any], Any], *, share: float = 0.9) -> Callable[[Any], Any]:
    """Return a player that mostly moves as a bot, with this probability, and sometimes anyhow."""
    other = uniform(rng)

    def choose(state: Any) -> Any:
        return bot(state.view(state.turn)) if rng.random() < share else other(state)

    return choose


def play_out(state: State, choose: Callable[[State], Any]) -> State:
    """Play a round to its end, which comes within its cap, and return it."""
    cap = getattr(state, "rules").turn_cap  # noqa: B009 (a game says what its rules are)
    while not state.over:
        state.play(choose(state))
        assert state.turns <= cap
    return state


def sequences(state: AnyRound, depth: int) -> int:
    """Return the number of sequences of so many moves, playing and taking back."""
    if depth == 0:
        return 1
    total = 0
    for move in state.legal_moves():
        state.play(move)
        total += sequences(state, depth - 1)
        state.undo()
    return total


def code_of(state: AnyRound, move: str, seat: int | None = None) -> str:
    """Return why a move is refused, in one word, or "ok"; a refused move must leave no trace."""
    before = state.copy()
    try:
        state.check(move, seat)
    except ValueError as error:
        with pytest.raises(type(error)):
            state.play(move, seat)
        assert state == before
        assert state._engine.move(move) not in state.legal_moves() or seat not in (None, state.turn)
        return str(getattr(error, "code", type(error).__name__))
    assert state._engine.move(move) in state.legal_moves()
    return "ok"


def refusals(state: AnyRound, seat: int) -> list[str]:
    """Return what a seat is told of every move there is."""
    told = []
    for move in state._engine.words:
        try:
            state.check(move, seat)
            told.append("legal")
        except IllegalMoveError as error:
            told.append(f"{error.code} {error.sentence} {error!r}")
    return told


def quiet_turns(quiet: Callable[[State], object], state: State, turns: int) -> State:
    """Play so many turns, each by a call of `quiet`."""
    for _ in range(turns):
        quiet(state)
    return state


def turn_of(quiet: Callable[[State], object], state: State, seat: int) -> State:
    """Play turns by `quiet` until it is a seat's turn."""
    while state.turn != seat:
        quiet(state)
    return state
