"""Copies, pickles and equality of everything that can change: a copy is equal, shares
nothing, and goes on in the same way.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from kit import Kit
from kits import EACH

WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": lambda thing: thing.copy(),
    "copy.copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
}
BY = pytest.mark.parametrize("by", WAYS.values(), ids=WAYS)


def some_round(kit: Kit, moves: int) -> Any:
    state: Any = kit.game.deal(seed=11, players=3)
    go_on(kit, state, moves, Random(moves))
    return state


def go_on(kit: Kit, state: Any, moves: int, rng: Random) -> None:
    """Play so many moves, most of them by a bot that plays to win."""
    simple = next(kit.bots())
    for _ in range(moves):
        if state.over:
            break
        state.play(simple(state.view(state.turn)) if rng.random() < 0.7 else rng.choice(state.legal_moves()))


@EACH
@BY
@pytest.mark.parametrize("moves", [0, 7, 40])
def test_a_round(kit: Kit, by: Callable[[Any], Any], moves: int) -> None:
    """A copy of a round equals it; what is played on one does not touch the other; both end alike by the same moves."""
    state = some_round(kit, moves)
    saved, twin = bytes(state), by(state)
    assert type(twin) is type(state)
    assert twin == state
    assert [twin.events(seat) for seat in range(3)] == [state.events(seat) for seat in range(3)]
    go_on(kit, twin, 5, Random(1))
    assert bytes(state) == saved
    assert (twin == state) == state.over
    go_on(kit, state, 5, Random(1))
    assert twin == state


@EACH
@BY
@pytest.mark.parametrize("rounds", [0, 1, 3])
def test_a_match(kit: Kit, by: Callable[[Any], Any], rounds: int) -> None:
    """A copy of a match equals it, in the middle of a round too, and goes on alike."""
    match = kit.package.Match(5, players=2, rules=kit.package.Rules(turn_cap=20), max_rounds=9)
    for number in range(rounds):
        go_on(kit, match.next_round(), 3 if number == rounds - 1 else 10**6, Random(number))
    saved, twin = match.to_dict(), by(match)
    assert type(twin) is type(match)
    assert twin == match
    assert (twin.points, twin.outcomes, twin.dealer) == (match.points, match.outcomes, match.dealer)
    play_on(kit, twin)
    assert match.to_dict() == saved
    assert twin != match
    play_on(kit, match)
    assert twin == match


def play_on(kit: Kit, match: Any) -> None:
    """Play the running round to its end, and deal another."""
    if match.state is not None:
        go_on(kit, match.state, 10**6, Random(3))
    if not match.over:
        go_on(kit, match.next_round(), 4, Random(4))


@EACH
@BY
def test_tables(kit: Kit, by: Callable[[Any], Any]) -> None:
    """A copy of tables equals them, between deals too, and goes on alike by the same chance."""
    tables = kit.game.tables(5, 3, 2, kit.package.Rules(turn_cap=9))
    for step in range(130):
        if step % 29 == 0:
            twin = by(tables)
            assert type(twin) is type(tables)
            assert twin == tables
            assert seen(twin) == seen(tables)
            twin.step(twin.random_moves())
            twin.deal()
            assert twin != tables
            again = by(tables)
            again.step(again.random_moves())
            again.deal()
            assert again == twin
            assert seen(again) == seen(twin)
        tables.step(tables.random_moves())
        if step % 3:
            tables.deal()
    assert max(tables.rounds(i) for i in range(5)) > 2


def seen(tables: Any) -> list[Any]:
    """Return all that the buffers of tables show, and their rounds."""
    shown = [getattr(tables, name).tolist() for name in ("turns", "masks", "counts", "over", "winners", "payoffs")]
    return [*shown, *(bytes(tables.state(i)) for i in range(len(tables)))]


@EACH
@BY
def test_a_random_bot(kit: Kit, by: Callable[[Any], Any]) -> None:
    """A copy of a random bot plays on as the bot does, and shares nothing with it."""
    bot = kit.package.random_bot(9)
    view = some_round(kit, 4).view(some_round(kit, 4).turn)
    bot(view)
    twin = by(bot)
    assert twin == bot
    answers = [bot(view) for _ in range(20)]
    assert twin != bot
    assert [twin(view) for _ in range(20)] == answers


@EACH
def test_what_can_change_has_no_hash(kit: Kit) -> None:
    """A round, a match, tables and a random bot can change, so they cannot be keys."""
    for thing in (some_round(kit, 1), kit.package.Match(1), kit.game.tables(1, 1), kit.package.random_bot(1)):
        with pytest.raises(TypeError, match="unhashable"):
            hash(thing)
        assert thing != 1
