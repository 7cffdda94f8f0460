"""What Okey costs, one entry for each figure of docs/performance.md. Each entry checks the answers that it measures.

`pytest benchmarks --benchmark-enable` measures. The cost of one hand or step stands in the entry's `extra_info` and in
the list that is printed at the end. With `--benchmark-disable` every entry runs once, on few hands.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import cache
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING, Any

import okey_hands
import okey_oracle
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from rummycore import okey

ROW = 53
MANY = 200_000  # hands of a batch: of fewer, a branch predictor learns some by heart
CLASSES = ("deal", "win", "near", "dense", "pairs", "two_okeys")
SLOW = ("win", "near", "two_okeys")  # to make
MIX = (("deal", 2), ("win", 1), ("near", 1))  # 50 % deals, 25 % wins, 25 % near misses

if TYPE_CHECKING:
    from notes import Note

pytest_plugins = ["notes"]


def measure(
    benchmark: BenchmarkFixture, function: Callable[..., Any], setup: Callable[[], object], rounds: int = 15
) -> Any:
    """Measure a function that changes its argument. Each round gets a new one, which is not part of the time."""
    pedantic: Any = benchmark.pedantic
    return pedantic(function, setup=lambda: ((setup(),), {}), rounds=rounds, warmup_rounds=1)


# ---------------------------------------------------------------- hands


@cache
def some(name: str, number: int) -> list[tuple[okey.Tile, tuple[okey.Tile, ...]]]:
    """Return indicators and hands of a class of tests/okey_hands.py, from a seed. "deal and 1" has one tile more."""
    rng = Random(f"{name} for speed")
    hands = []
    for _ in range(number):
        indicator, tiles = okey_hands.CLASSES[name.removesuffix(" and 1")](rng, {})
        if name.endswith(" and 1"):
            bag = [*okey_oracle.FACES, okey_oracle.FALSE_JOKER]
            while okey_oracle.problems([*tiles, more := rng.choice(bag)], indicator):
                pass
            tiles = [*tiles, more]
        hands.append((okey.Tile(indicator), okey.tiles(tiles)))
    return hands


@cache
def rows(name: str, number: int) -> bytes:
    """Return rows of values of a class in random order, at least `number` distinct ones; the mix has twice as many.

    Where it is slow to make hands, each hand is used with all 24 orders of the colours. The answer stays the same, but
    the search is another one. Equal rows are kept, because hands of few colours would be too rare otherwise.
    """
    rng, found = Random(f"{name} for speed"), list[bytes]()
    if name == "mix":
        for part, share in MIX:
            found += split(rows(part, number))[: number // 2 * share]
    else:
        distinct = set[bytes]()
        while len(distinct) < number:
            indicator, tiles = okey_hands.CLASSES[name](rng, {})
            values = bytes(okey.batch.encode([tiles], indicator))
            colours = [values[at : at + 13] for at in range(0, 52, 13)]
            orders = permutations(colours) if name in SLOW else [colours]
            new = [b"".join(order) + values[52:] for order in orders]
            distinct.update(new)
            found += new
    rng.shuffle(found)
    return b"".join(found)


def split(joined: bytes) -> list[bytes]:
    return [joined[at : at + ROW] for at in range(0, len(joined), ROW)]


@cache
def positions(number: int) -> list[okey.State]:
    """Return states of random rounds at random moments, none of them over."""
    rng, found = Random("positions for speed"), list[okey.State]()
    while len(found) < number:
        state = okey.deal(seed=rng.getrandbits(64))
        for _ in range(rng.randrange(100)):
            if not state.over:
                state.play(rng.choice(state.legal_moves()))
        if not state.over:
            found.append(state)
    return found


def copies(number: int) -> Callable[[], list[okey.State]]:
    return lambda: [state.copy() for state in positions(number)]


# ---------------------------------------------------------------- win check


@pytest.mark.parametrize("name", [*CLASSES, "mix"])
def test_win_batch(benchmark: BenchmarkFixture, note: Note, name: str) -> None:
    """One call for many distinct hands: wins win, deals do not, and of the mix a quarter does at the least."""
    values = rows(name, MANY if benchmark.enabled else 2_000)
    number = len(values) // ROW
    answers = benchmark(okey.batch.win, values)
    won = number - answers.count(0)
    low, high = {"deal": (0, 0.01), "win": (1, 1), "mix": (0.25, 0.35)}.get(name, (0.05, 0.95))
    assert len(answers) == number
    assert low * number <= won <= high * number
    note("hand", number, distinct=len(set(split(values))), won=won)


@pytest.mark.parametrize("name", ["deal", "win", "mix"])
def test_win_one_row(benchmark: BenchmarkFixture, note: Note, name: str) -> None:
    """A call for each hand answers what one call for all of them does."""
    values = rows(name, 2_000)
    single = split(values)

    def one_by_one() -> list[int]:
        win = okey.batch.win
        return [win(row)[0] for row in single]

    assert bytes(benchmark(one_by_one)) == okey.batch.win(values)
    note("hand", len(single))


@pytest.mark.parametrize("name", ["deal", "win", "near"])
def test_win_of_tiles(benchmark: BenchmarkFixture, note: Note, name: str) -> None:
    """A win check of typed tiles, a call for each hand."""
    hands = some(name, 1_000)

    def all_of_them() -> list[okey.Win]:
        win = okey.win
        return [win(hand, indicator=indicator) for indicator, hand in hands]

    answers = benchmark(all_of_them)
    assert name != "win" or okey.Win.NONE not in answers
    note("hand", len(hands))


@pytest.mark.parametrize("name", [*CLASSES, "deal and 1", "fifteen"])
def test_analyze(benchmark: BenchmarkFixture, note: Note, name: str) -> None:
    """The whole analysis of a hand out of typed tiles: its win or finishes, and its best arrangement."""
    hands = some(name, 200)

    def all_of_them() -> list[okey.Analysis]:
        analyze = okey.analyze
        return [analyze(hand, indicator=indicator) for indicator, hand in hands]

    answers = benchmark(all_of_them)
    assert all((answer.win is None) == (len(answer.hand) == 15) for answer in answers)
    assert all(not answer.rest for answer in answers if answer.win in (okey.Win.MELDS, okey.Win.BOTH))
    note("hand", len(hands))


@pytest.mark.parametrize("name", ["deal", "near", "win", "dense", "deal and 1"])
def test_distance_batch(benchmark: BenchmarkFixture, note: Note, name: str) -> None:
    """Distances in one call, all tiles but the own ones to be had; a winning hand has distance 0, and no other."""
    hands = batch_of(name, 10_000)
    found = benchmark(okey.batch.distance, hands)
    if name != "deal and 1":
        assert [win > 0 for win in okey.batch.win(hands)] == [distance == 0 for distance in found]
    note("hand", len(found))


def test_distance_one_row(benchmark: BenchmarkFixture, note: Note) -> None:
    """Distances one by one, a call for each."""
    hands = split(batch_of("deal", 1_000))
    found = benchmark(lambda: [okey.batch.distance(hand)[0] for hand in hands])
    assert len(found) == 1_000
    note("hand", len(found))


@pytest.mark.parametrize("name", ["deal", "near"])
def test_useful_batch(benchmark: BenchmarkFixture, note: Note, name: str) -> None:
    """The draws that help, of many hands in one call; a hand that does not win has some."""
    hands = batch_of(name, 500)
    found = benchmark(okey.batch.useful, hands)
    assert [tiles > 0 for tiles in found] == [distance > 0 for distance in okey.batch.distance(hands)]
    note("hand", len(found))


@pytest.mark.parametrize("name", ["deal and 1", "win and 1"])
def test_discards_batch(benchmark: BenchmarkFixture, note: Note, name: str) -> None:
    """Whole tables of discards: the distance and the useful draws after each of 15 tiles."""
    hands = batch_of(name, 200)
    table, useful = benchmark(okey.batch.discards, hands)
    assert len(table) == len(useful) == 200 * ROW
    assert (0 in table) == (name == "win and 1")
    note("hand", 200)


def test_tables(benchmark: BenchmarkFixture, note: Note) -> None:
    """Random moves at a thousand tables, stepped together in one call."""
    tables = okey.batch.Tables(1_000, seed=1)

    def play() -> int:
        for _ in range(20):
            tables.step(tables.random_moves())
            tables.deal()
        return 20_000

    assert benchmark(play) == 20_000
    note("step", 20_000)


def test_import(benchmark: BenchmarkFixture, note: Note) -> None:
    """Importing both games in a fresh interpreter, beyond what an empty one takes."""
    whole = "import time; t = time.perf_counter(); import rummycore.okey, rummycore.marriage; print(time.perf_counter() - t)"

    def once() -> float:
        done = subprocess.run([sys.executable, "-c", whole], capture_output=True, text=True, check=True)
        return float(done.stdout)

    measured: Any = benchmark.pedantic
    seconds = measured(once, rounds=5, warmup_rounds=1)
    assert seconds > 0
    benchmark.extra_info["import, ms"] = round(1000 * seconds, 1)
    note("import, the interpreter included", 1)


def batch_of(name: str, number: int) -> bytes:
    """Return rows of values of a class."""
    return b"".join(bytes(okey.batch.encode([hand], indicator)) for indicator, hand in some(name, number))


@pytest.mark.parametrize("name", ["deal and 1", "win and 1", "fifteen"])
def test_finishes(benchmark: BenchmarkFixture, note: Note, name: str) -> None:
    """All finishing discards of 15 tiles out of their values; a win with one tile more has at least one."""
    hands = [bytes(okey.batch.encode([hand], indicator)) for indicator, hand in some(name, 1_000)]

    def all_of_them() -> list[bool]:
        return [any(okey.batch.finishes(values)) for values in hands]

    answers = benchmark(all_of_them)
    assert any(answers) != (name == "deal and 1")
    assert all(answers) == (name == "win and 1")
    note("hand", len(hands))


@pytest.mark.parametrize("name", ["deal", "win", "dense", "two_okeys", "fifteen"])
def test_arrange(benchmark: BenchmarkFixture, note: Note, name: str) -> None:
    """The best arrangement out of typed tiles; that of a win leaves nothing over."""
    hands = some(name, 200)

    def all_of_them() -> list[okey.Arrangement]:
        arrange = okey.arrange
        return [arrange(hand, indicator=indicator) for indicator, hand in hands]

    answers = benchmark(all_of_them)
    assert all(not answer.rest for answer in answers) == (name == "win")
    note("hand", len(hands))


# ---------------------------------------------------------------- rounds


def test_legal_moves(benchmark: BenchmarkFixture, note: Note) -> None:
    """Reading the moves that `play` has found; there is one in every state that is not over."""
    number = 1_000

    def unread() -> list[okey.State]:
        states = copies(number)()
        for state in states:
            state.play(state.legal_moves()[0])
        return states

    def read(states: list[okey.State]) -> list[tuple[okey.State, tuple[okey.Move, ...]]]:
        return [(state, state.legal_moves()) for state in states]

    answers = measure(benchmark, read, unread)
    assert all(state.over or moves for state, moves in answers)
    note("state", number)


@pytest.mark.parametrize("reading", [False, True], ids=["play", "play_and_legal_moves"])
def test_step(benchmark: BenchmarkFixture, note: Note, reading: bool) -> None:
    """One move in each of many states, without and with reading what may follow."""
    number = 1_000
    rng = Random("steps for speed")
    chosen = [rng.choice(state.legal_moves()) for state in positions(number)]

    def play(states: list[okey.State]) -> list[okey.State]:
        for state, move in zip(states, chosen, strict=True):
            state.play(move)
        return states

    def play_and_read(states: list[okey.State]) -> list[okey.State]:
        for state, move in zip(states, chosen, strict=True):
            state.play(move)
            state.legal_moves()
        return states

    after = measure(benchmark, play_and_read if reading else play, copies(number))
    assert all(len(new.history) == len(old.history) + 1 for new, old in zip(after, positions(number), strict=True))
    note("step", number)


def test_copy(benchmark: BenchmarkFixture, note: Note) -> None:
    """A copy of a state in the middle of a round."""
    states = positions(1_000)
    answers = benchmark(lambda: [state.copy() for state in states])
    assert answers == states
    note("copy", len(states))


@pytest.mark.parametrize("whose", ["own", "spectator"])
def test_view(benchmark: BenchmarkFixture, note: Note, whose: str) -> None:
    """What the seat to act, or a spectator, may see of a state."""
    states = positions(200)

    def look() -> list[okey.View]:
        return [state.view(state.turn if whose == "own" else None) for state in states]

    answers = benchmark(look)
    assert all(bool(view.legal_moves()) == bool(view.hand) == (whose == "own") for view in answers)
    note("view", len(states))


def test_random_rounds_by_ids(benchmark: BenchmarkFixture, note: Note) -> None:
    """Whole rounds of random moves by their ids, four players."""
    number = 50 if benchmark.enabled else 5

    def rounds() -> int:
        random, steps = Random(1).random, 0
        for seed in range(number):
            state = okey.deal(seed=seed)
            while ids := state.legal_ids():
                state.play(ids[int(random() * len(ids))])
                steps += 1
        return steps

    steps = benchmark(rounds)
    assert steps > number * 100
    note("step", steps, rounds=number)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_rounds(benchmark: BenchmarkFixture, note: Note, players: int) -> None:
    """Whole rounds of random typed moves, from the deal to the outcome."""
    number = 50 if benchmark.enabled else 5

    def rounds() -> int:
        random, steps = Random(1).random, 0
        for seed in range(number):
            state = okey.deal(seed=seed, players=players)
            moves = state.legal_moves()
            while moves:
                state.play(moves[int(random() * len(moves))])
                moves = state.legal_moves()
                steps += 1
            assert state.outcome is not None
        return steps

    steps = benchmark(rounds)
    assert steps > number * 100
    note("step", steps, rounds=number)


def test_simple_bot_rounds(benchmark: BenchmarkFixture, note: Note) -> None:
    """Whole rounds of the simple bot, which sees its view alone and wins now and then."""
    number = 5 if benchmark.enabled else 2

    def rounds() -> tuple[int, int]:
        steps = won = 0
        for seed in range(number):
            state = okey.deal(seed=seed)
            while not state.over:
                state.play(okey.simple_bot(state.view(state.turn)))
                steps += 1
            assert state.outcome is not None
            won += state.outcome.winner is not None
        return steps, won

    steps, won = benchmark(rounds)
    assert won > 0
    note("step", steps, rounds=number, won=won)
