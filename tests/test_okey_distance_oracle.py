"""The oracle of the distance, before it judges the engine: against given answers, and
against plain drawing and discarding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from random import Random

import pytest
from okey_distance_hands import PROBLEMS, some_rules, with_all
from okey_distance_oracle import can_be_had, distance
from okey_hands import CLASSES
from okey_oracle import all_in_melds, all_in_pairs, option

WAYS = ("any", "melds", "pairs")
TRUTH = (Path(__file__).parent / "data" / "okey_truth.tsv").read_text(encoding="utf-8").splitlines()


def wins(hand: Sequence[str], indicator: str, rules: Mapping[str, object], ways: str) -> bool:
    return (ways != "pairs" and all_in_melds(hand, indicator, rules)) or (
        ways != "melds" and all_in_pairs(hand, indicator, rules)
    )


def within(
    draws: int, hand: Sequence[str], indicator: str, left: Mapping[str, int], rules: Mapping[str, object], ways: str
) -> bool:
    """Return whether just so many draws can win: whatever is drawn, and whichever 14 tiles are kept."""
    tried = set()
    for drawn in combinations_with_replacement(sorted(left), draws):
        if not Counter(drawn) - Counter(left):
            for kept in combinations(sorted([*hand, *drawn]), 14):
                if kept not in tried and wins(kept, indicator, rules, ways):
                    return True
                tried.add(kept)
    return False


def test_oracle_gives_the_given_distances(scale: int) -> None:
    """The oracle finds the distance of the hands of the truth file."""
    distances: Counter[int | None] = Counter()
    for line in TRUTH[:: 5_000 // scale]:
        indicator, hand, _, right, *_ = line.split("\t")
        answer = distance(hand.split(), indicator, can_be_had(hand.split(), indicator), {})
        assert answer == int(right), line
        distances[answer] += 1
    assert all(distances[n] for n in range(7))


@pytest.mark.parametrize("ways", WAYS)
def test_oracle_agrees_with_drawing_one_tile_after_another(ways: str) -> None:
    """One draw, any of all that is left, and one discard win just when the oracle says 1 or
    less; and none does when it says 0.
    """
    seen: Counter[int | None] = Counter()
    for name, maker in CLASSES.items():
        rng = Random(f"one draw {name} {ways}")
        for _ in range(12):
            rules = some_rules(rng)
            indicator, hand, left = with_all(maker(rng, rules))
            answer = distance(hand, indicator, left, rules, ways)
            assert within(0, hand, indicator, left, rules, ways) == (answer == 0), (indicator, hand, rules)
            if len(hand) == 14 and answer:
                assert within(1, hand, indicator, left, rules, ways) == (answer == 1), (indicator, hand, rules)
            seen[answer] += 1
    assert min(seen[0], seen[1]) >= 8


@pytest.mark.parametrize("ways", WAYS)
def test_oracle_agrees_with_drawing_two_of_the_last_tiles(ways: str, scale: int) -> None:
    """Where few tiles are left, all draws of two and all discards win just when the oracle says 2 or less."""
    seen: Counter[object] = Counter()
    rng = Random(f"two draws {ways}")
    while seen[2] < (12 if scale >= 5_000 else 4):
        rules = some_rules(rng)
        if ways == "pairs" and not option(rules, "seven_pairs"):
            continue
        indicator, hand, left = PROBLEMS["drained"](rng, rules)
        if len(hand) == 14 and len(left) <= 9:
            answer = distance(hand, indicator, left, rules, ways)
            if answer is None and seen[None] > 20:
                continue
            found = next((n for n in range(3) if within(n, hand, indicator, left, rules, ways)), None)
            assert found == (None if answer is None or answer > 2 else answer), (indicator, hand, left, rules)
            seen[answer] += 1


def test_oracle_counts_the_last_copies_once() -> None:
    """Two melds cannot both have the last copy of a tile, nor the same wild tile; a tile
    without copies can be stood for.
    """
    hand = ["y1", "y2", "r4", "r5", "b3", "k3", "k7", "k8", "k9", "k10", "b8", "b9", "b10", "b11"]
    for left, right in (
        ({"y3": 1, "r3": 1}, 2),
        ({"r3": 1, "r2": 1}, None),
        ({"y3": 1}, None),
        ({"y3": 1, "r13": 1}, 2),
        ({"r13": 1}, None),
        ({"r13": 2}, 2),
    ):
        assert distance(hand, "r12", left, {}) == right, left
