"""What Marriage costs: finishing discards, seeing, maal, distances, play. Each figure of the page has an entry."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from rummycore import _core, chance, marriage
from rummycore._core import lib
from rummycore.marriage.hand import count_faces

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from marriage_hands import CLASSES

HANDS = 500
RULES = marriage.PAGAT

if TYPE_CHECKING:
    from notes import Note

pytest_plugins = ["notes"]

# Hands from hill climbing, tiplu first: many overlapping runs, few wilds, few discards that work.
WORST = {
    22: [
        "Td Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd 3h 4h 5h 6h 6h 7h 8h 9h Th",
        "Ac Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ad 2d 3d 4d 5d 5d 6d 7d 8d",
        "2s 5c 6c 7c 8c 5d 6d 7d 8d As 2s 3s 4s 5s 6s 7s 7s 8s 9s Ts Js Qs Ks",
        "8s Ac Ac Ac 2c 2c 2c 3c 3c 4c 5c 6c 7c 8c 8c 9c Tc Jc Qc Qc Kc Kc Kc",
    ],
    13: [
        "Jd Ac Ac Ac 2c 2c 3c Jc Qc Kc Kc Td Ah",
        "5h Ac Ac Ac 2c 3c Qc Kc Kc Ad Ah Ah 4h",
        "8c Ac Ac Ac 2c 3c 3c 7c 7c Qc Kc Kc Ad",
    ],
}


def counts(tiplu: str, cards: list[str]) -> tuple[int, Any]:
    return marriage.Card(tiplu), count_faces(marriage.cards(cards), marriage.Card(tiplu), RULES)


def seeded(name: str) -> list[tuple[int, Any]]:
    rng = Random(name)
    return [counts(*CLASSES[name](rng, {})) for _ in range(HANDS)]


def worst(size: int) -> list[tuple[int, Any]]:
    hands = [line.split() for line in WORST[size]]
    return [counts(words[0], words[1:] if size == 22 else [*words[1:], "4s"]) for words in hands]


def asker(primary: int) -> Callable[[list[tuple[int, Any]]], int]:
    """Return a function that asks C for the finishing discards of all hands, one row each, and counts them."""
    by, goal = _core.new("uint64_t[1][2]"), marriage.Goal(primary, 4)._raw
    find, nowhere = lib.rummy_marriage_finishes, _core.ffi.NULL
    tiplus = [_core.new("uint8_t *", kind) for kind in range(52)]

    def ask(hands: list[tuple[int, Any]]) -> int:
        found = 0
        for tiplu, faces in hands:
            find(RULES._raw, goal, _core.pointer(faces), tiplus[tiplu], 1, by, nowhere)
            found += by[0][0].bit_count()
        return found

    return ask


@pytest.mark.parametrize("name", ["deal22", "win22", "near22", "dense22", "jokers22", "worst"])
def test_finishing_discards_of_22_cards(benchmark: BenchmarkFixture, note: Note, name: str) -> None:
    """Everything from the whole hand: three primary combinations, four more, one discard."""
    hands = worst(22) if name == "worst" else seeded(name)
    found = benchmark(asker(3), hands)
    assert found >= (HANDS if name == "win22" else 0)
    note("hand", len(hands))


@pytest.mark.parametrize("name", ["deal13", "win13", "near13", "dense13", "jokers13", "identical13", "worst"])
def test_finishing_discards_of_13_cards(benchmark: BenchmarkFixture, note: Note, name: str) -> None:
    """Behind three laid combinations."""
    hands = worst(13) if name == "worst" else seeded(name)
    found = benchmark(asker(0), hands)
    assert found >= (HANDS if name == "win13" else 0)
    note("hand", len(hands))


def test_seeing(benchmark: BenchmarkFixture, note: Note) -> None:
    """Whether three primary combinations can be laid at all."""
    hands = seeded("win22")
    nothing, find = _core.ffi.NULL, lib.rummy_marriage_primary

    def ask() -> int:
        return sum(find(RULES._raw, _core.pointer(faces), 3, nothing, 0) for _, faces in hands)

    assert benchmark(ask) == HANDS
    note("hand", HANDS)


def test_maal(benchmark: BenchmarkFixture, note: Note) -> None:
    """Points by the best partition."""
    hands = seeded("jokers22")
    out, score = _core.new("rummy_marriage_maal *"), lib.rummy_marriage_score

    def ask() -> int:
        return sum(score(RULES._raw, _core.pointer(faces), tiplu, 0, 0, 0, 0, out) for tiplu, faces in hands)

    assert benchmark(ask) == 0
    note("hand", HANDS)


def test_analysis_from_text(benchmark: BenchmarkFixture, note: Note) -> None:
    """One hand of 22 cards through the typed API."""
    hand = "6h 6h 6h 3s 4s 5s Qd Kd Ad 6d Qc 8d Jd 2c 2h Ks Kc Kh Jh Js 9c 4d"
    assert len(benchmark(marriage.analyze, hand, tiplu="Jc").finishes) == 3
    note("hand", 1)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_random_hands_of_cards(benchmark: BenchmarkFixture, note: Note, players: int) -> None:
    """Whole hands of cards by random legal moves, typed; the steps are in extra_info."""

    def play() -> int:
        steps = 0
        for seed in range(3):
            state, random = marriage.deal(seed=seed, players=players), chance.Random(seed)
            while moves := state.legal_moves():
                state.play(moves[random.below(len(moves))])
                steps += 1
        return steps

    steps = benchmark(play)
    assert steps > 0
    note("step", steps)


GOALS = {"see": marriage.TO_SEE, "after": marriage.AFTER_SEEING, "whole": marriage.WHOLE_HAND}


@pytest.mark.parametrize("goal", list(GOALS))
@pytest.mark.parametrize("name", ["deal", "win", "near"])
def test_distance(benchmark: BenchmarkFixture, note: Note, name: str, goal: str) -> None:
    """Distances in one call: to see, behind three laid combinations, of a whole hand."""
    hands = seeded(f"{name}13" if goal == "after" else f"{name}22")
    faces, tiplus = b"".join(bytes(row) for _, row in hands), bytes(tiplu for tiplu, _ in hands)
    found = benchmark(
        marriage.batch.distance, faces, bytes([255]) * len(hands) if goal == "see" else tiplus, GOALS[goal]
    )
    assert len(found) == len(hands)
    assert name != "win" or set(found) == {0}
    note("hand", len(hands))


@pytest.mark.parametrize("goal", list(GOALS))
def test_useful_cards(benchmark: BenchmarkFixture, note: Note, goal: str) -> None:
    """The draws that help dealt hands."""
    hands = seeded("deal13" if goal == "after" else "deal22")[:50]
    faces, tiplus = b"".join(bytes(row) for _, row in hands), bytes(tiplu for tiplu, _ in hands)
    found = benchmark(marriage.batch.useful, faces, bytes([255]) * len(hands) if goal == "see" else tiplus, GOALS[goal])
    assert len(found) == len(hands)
    assert any(found)
    note("hand", len(hands))


def test_tables(benchmark: BenchmarkFixture, note: Note) -> None:
    """Random moves at a thousand tables, stepped together in one call."""
    tables = marriage.batch.Tables(1_000, seed=1)

    def play() -> int:
        for _ in range(20):
            tables.step(tables.random_moves())
            tables.deal()
        return 20_000

    assert benchmark(play) == 20_000
    note("step", 20_000)


def buffers(name: str, number: int, less: int = 0) -> tuple[bytes, bytes]:
    """Return rows of faces and their tiplus, of so many seeded hands, of each the first cards but `less`."""
    rng, faces, tiplus = Random(name), bytearray(), bytearray()
    for _ in range(number):
        tiplu, cards = CLASSES[name](rng, {})
        faces += marriage.batch.encode([cards[: len(cards) - less]])
        tiplus.append(int(marriage.Card(tiplu)))
    return bytes(faces), bytes(tiplus)


@pytest.mark.parametrize("name", ["deal22", "win22", "near22"])
def test_win_batch(benchmark: BenchmarkFixture, note: Note, name: str) -> None:
    """Win checks of 21 cards in one call."""
    faces, tiplus = buffers(name, HANDS, 1)
    found = benchmark(marriage.batch.win, faces, tiplus)
    assert (len(found) - found.count(0) > HANDS // 20) == (name != "deal22")  # one of the deals wins, too
    note("hand", len(found))


@pytest.mark.parametrize("name", ["deal22", "win22", "near22", "deal13", "win13", "near13"])
def test_finishes_batch(benchmark: BenchmarkFixture, note: Note, name: str) -> None:
    """Finishing discards of many hands in one call: nothing laid, or behind three laid combinations."""
    faces, tiplus = buffers(name, 2_000 if benchmark.enabled else 100)
    found = benchmark(
        marriage.batch.finishes, faces, tiplus, marriage.WHOLE_HAND if "22" in name else marriage.AFTER_SEEING
    )
    assert "win" not in name or all(found[::2])
    note("hand", len(tiplus))


def test_bounds(benchmark: BenchmarkFixture, note: Note) -> None:
    """Bounds of the distance of dealt hands whose tiplu is unknown."""
    faces, _ = buffers("deal22", 50, 1)
    found = benchmark(marriage.batch.bounds, faces)
    assert all(least <= most for least, most in zip(found[::2], found[1::2], strict=True))
    note("hand", len(found) // 2)


def test_discards_batch(benchmark: BenchmarkFixture, note: Note) -> None:
    """Tables of discards of dealt hands, nothing laid, useful cards included."""
    faces, tiplus = buffers("deal22", 5)
    found, _ = benchmark(marriage.batch.discards, faces, tiplus)
    assert [distance != -2 for distance in found] == [held > 0 for held in faces]
    note("hand", len(tiplus))


def test_copy(benchmark: BenchmarkFixture, note: Note) -> None:
    """A copy of a state in the middle of a round."""
    state, rng = marriage.deal(seed=1), Random(1)
    for _ in range(60):
        state.play(rng.choice(state.legal_moves()))
    assert benchmark(lambda: [state.copy() for _ in range(1_000)])[0] == state
    note("copy", 1_000)


def test_random_rounds_by_ids(benchmark: BenchmarkFixture, note: Note) -> None:
    """Whole hands of cards of random moves by their ids, four players."""
    number = 5 if benchmark.enabled else 1

    def rounds() -> int:
        random, steps = Random(1).random, 0
        for seed in range(number):
            state = marriage.deal(seed=seed)
            while ids := state.legal_ids():
                state.play(ids[int(random() * len(ids))])
                steps += 1
        return steps

    steps = benchmark(rounds)
    assert steps > number * 100
    note("step", steps, rounds=number)
