"""What Marriage costs: finishing discards of 22 and 13 cards (typical and worst), seeing, maal, play and whole hands of cards."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from rummycore import _core, marriage
from rummycore._core import lib
from rummycore.marriage.hands import count_faces

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from marriage_hands import CLASSES

HANDS = 500
RULES = marriage.PAGAT

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
def test_finishing_discards_of_22_cards(benchmark: BenchmarkFixture, name: str) -> None:
    """Everything from the whole hand: three primary combinations, four more, one discard."""
    hands = worst(22) if name == "worst" else seeded(name)
    found = benchmark(asker(3), hands)
    assert found >= (HANDS if name == "win22" else 0)
    _per_hand(benchmark, len(hands))


@pytest.mark.parametrize("name", ["deal13", "win13", "near13", "dense13", "jokers13", "identical13", "worst"])
def test_finishing_discards_of_13_cards(benchmark: BenchmarkFixture, name: str) -> None:
    """Behind three laid combinations."""
    hands = worst(13) if name == "worst" else seeded(name)
    found = benchmark(asker(0), hands)
    assert found >= (HANDS if name == "win13" else 0)
    _per_hand(benchmark, len(hands))


def test_seeing(benchmark: BenchmarkFixture) -> None:
    """Whether three primary combinations can be laid at all."""
    hands = seeded("win22")
    nothing, find = _core.ffi.NULL, lib.rummy_marriage_primary

    def ask() -> int:
        return sum(find(RULES._raw, _core.pointer(faces), 3, nothing, 0) for _, faces in hands)

    assert benchmark(ask) == HANDS
    _per_hand(benchmark, HANDS)


def test_maal(benchmark: BenchmarkFixture) -> None:
    """Points by the best partition."""
    hands = seeded("jokers22")
    out, score = _core.new("rummy_marriage_maal *"), lib.rummy_marriage_score

    def ask() -> int:
        return sum(score(RULES._raw, _core.pointer(faces), tiplu, 0, 0, 0, out) for tiplu, faces in hands)

    assert benchmark(ask) == 0
    _per_hand(benchmark, HANDS)


def test_analysis_from_text(benchmark: BenchmarkFixture) -> None:
    """One hand of 22 cards through the typed API."""
    hand = "6h 6h 6h 3s 4s 5s Qd Kd Ad 6d Qc 8d Jd 2c 2h Ks Kc Kh Jh Js 9c 4d"
    assert len(benchmark(marriage.analyze, hand, tiplu="Jc").combos) == 3


@pytest.mark.parametrize("players", [2, 4, 6])
def test_random_hands_of_cards(benchmark: BenchmarkFixture, players: int) -> None:
    """Whole hands of cards by random legal moves, typed; the steps are in extra_info."""

    def play() -> int:
        steps = 0
        for seed in range(3):
            state, random = marriage.deal(seed=seed, players=players), _core.Random(seed)
            while moves := state.legal_moves():
                state.play(moves[random.below(len(moves))])
                steps += 1
        return steps

    steps = benchmark(play)
    if benchmark.stats is not None:
        benchmark.extra_info["steps_per_second"] = round(steps / benchmark.stats.stats.median)


GOALS = {"see": marriage.TO_SEE, "after": marriage.AFTER_SEEING, "whole": marriage.WHOLE_HAND}


@pytest.mark.parametrize("goal", list(GOALS))
@pytest.mark.parametrize("name", ["deal", "win", "near"])
def test_distance(benchmark: BenchmarkFixture, name: str, goal: str) -> None:
    """Distances in one call: to see, behind three laid combinations, of a whole hand."""
    hands = seeded(f"{name}13" if goal == "after" else f"{name}22")
    faces, tiplus = b"".join(bytes(row) for _, row in hands), bytes(tiplu for tiplu, _ in hands)
    found = benchmark(
        marriage.batch.distance, faces, bytes([255]) * len(hands) if goal == "see" else tiplus, GOALS[goal]
    )
    assert len(found) == len(hands)
    assert name != "win" or set(found) == {0}
    _per_hand(benchmark, len(hands))


@pytest.mark.parametrize("goal", list(GOALS))
def test_useful_cards(benchmark: BenchmarkFixture, goal: str) -> None:
    """The draws that help dealt hands."""
    hands = seeded("deal13" if goal == "after" else "deal22")[:50]
    faces, tiplus = b"".join(bytes(row) for _, row in hands), bytes(tiplu for tiplu, _ in hands)
    found = benchmark(marriage.batch.useful, faces, bytes([255]) * len(hands) if goal == "see" else tiplus, GOALS[goal])
    assert len(found) == len(hands)
    assert any(found)
    _per_hand(benchmark, len(hands))


def test_tables(benchmark: BenchmarkFixture) -> None:
    """Random moves at a thousand tables, stepped together in one call."""
    tables = marriage.batch.Tables(1_000, seed=1)

    def play() -> int:
        for _ in range(20):
            tables.step(tables.random_moves())
            tables.deal()
        return 20_000

    assert benchmark(play) == 20_000
    _per_hand(benchmark, 20_000)


def _per_hand(benchmark: BenchmarkFixture, hands: int) -> None:
    if benchmark.stats is not None:  # None while benchmarks are disabled
        benchmark.extra_info["us_per_hand"] = round(benchmark.stats.stats.median / hands * 1e6, 3)
