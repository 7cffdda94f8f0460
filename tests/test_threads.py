"""Threads that share one object: a round, a match, tables, a bot. Nothing of it may come apart."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from threading import Barrier

import pytest
from kit import Kit, State
from kits import EACH

from rummycore import IllegalMoveError, StateError

THREADS = 4


@pytest.fixture(autouse=True)
def _often() -> Iterator[None]:
    """Let the interpreter change threads as often as it can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def together(work: Callable[[Random], object], seed: int) -> list[object]:
    """Run the work in several threads at once. Return what they returned, or raise what one of them raised."""
    start = Barrier(THREADS)

    def run(number: int) -> object:
        start.wait()
        return work(Random(THREADS * seed + number))

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


def whole(kit: Kit, state: State) -> None:
    """The round is what its record says: moves in order, legal moves, the end, what each seat was told."""
    again: State = kit.game.replay(state.record())
    assert again == state
    assert again.legal_moves() == state.legal_moves()
    assert [int(move) for move in again.legal_moves()] == state.legal_ids()
    assert again.over == state.over
    for seat in (None, *range(state.players)):
        assert again.events(seat) == state.events(seat)
        assert again.view(seat) == state.view(seat)


def meddle(state: State, rng: Random) -> None:
    """Do something to a round that others use too. A move may be refused, as another thread was quicker."""
    what, moves = rng.randrange(10), state.legal_moves()
    with suppress(IllegalMoveError, StateError):
        if what < 5:
            state.play(rng.choice(moves) if moves else 0)
        elif what == 5:
            state.undo()
        elif what == 6:
            state.check(rng.choice(moves) if moves else 0)
    if what == 7:
        twin = state.copy()
        assert twin.over == (not twin.legal_moves())
        assert twin.events(0) == type(twin).from_bytes(bytes(twin)).events(0)
    elif what == 8:
        view = state.view(rng.choice((None, *range(state.players))))
        assert (view.phase == "over") == (view.outcome is not None)
    elif what == 9:
        type(state).from_bytes(bytes(state))


@EACH
def test_a_round_in_the_hands_of_threads(kit: Kit, scale: int) -> None:
    """Threads that play, undo, copy, look and save one round leave a round that is just its record."""

    def work(rng: Random) -> None:
        for _ in range(60):
            meddle(state, rng)

    ends = 0
    for seed in range(max(12, scale // 25)):
        state: State = kit.game.deal(seed=seed, players=2, rules=kit.package.Rules(turn_cap=30))
        for _ in range(4):
            together(work, seed)
            whole(kit, state)
        ends += state.over
    assert ends


@EACH
def test_a_fresh_round_looked_at_by_threads(kit: Kit) -> None:
    """Threads that look at a round that nobody has looked at yet all see the same."""

    def look(rng: Random) -> object:
        return state.legal_moves(), state.legal_ids(), state.view(0), state.copy().legal_moves()

    for seed in range(40):
        state = kit.game.deal(seed=seed)
        assert together(look, seed) == [look(Random())] * THREADS


@EACH
def test_a_match_in_the_hands_of_threads(kit: Kit, scale: int) -> None:
    """Threads that deal, play and save one match leave a match that its document makes again."""

    def work(rng: Random) -> None:
        for _ in range(120):
            with suppress(StateError):
                match.next_round()
            moves = match.state.legal_moves()
            with suppress(IllegalMoveError):
                match.state.play(rng.choice(moves) if moves else 0)
            if rng.random() < 0.1:
                assert type(match).from_dict(match.to_dict()).players == 2
                twin = match.copy()
                assert len(twin.outcomes) == len(twin.to_dict()["rounds"]) - (not twin.state.over)

    for seed in range(max(3, scale // 150)):
        match = kit.package.Match(seed, players=2, rules=kit.package.Rules(turn_cap=12), max_rounds=4)
        together(work, seed)
        again = type(match).from_dict(match.to_dict())
        assert again == match
        assert (again.points, again.dealer, again.over) == (match.points, match.dealer, match.over)
        whole(kit, match.state)


@EACH
def test_a_bot_in_the_hands_of_threads(kit: Kit) -> None:
    """Threads that share a random bot get as many answers of it as one thread gets, and they are legal."""
    views = [state.view(state.turn) for state in map(kit.game.deal, range(20))]
    bot, same = kit.package.random_bot(5), kit.package.random_bot(5)

    def work(rng: Random) -> bool:
        return all(bot(view) in view.legal_moves() for view in views)

    assert all(together(work, 1))
    for _ in range(THREADS):
        for view in views:
            same(view)
    assert bot == same == pickle.loads(pickle.dumps(bot))
