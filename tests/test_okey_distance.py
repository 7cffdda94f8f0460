"""The engine's distances of Okey hands (O-35), against given answers and the slow oracle."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from random import Random

import pytest
from okey_distance_hands import PROBLEMS, Problem, some_rules, with_all
from okey_distance_oracle import WAYS, can_be_had, distance
from okey_hands import CLASSES
from okey_oracle import OPTIONS

from rummycore import okey

Rules = Mapping[str, object]

RULES: list[Rules] = [dict(zip(OPTIONS, values, strict=True)) for values in product(*OPTIONS.values())]
TRUTH = (Path(__file__).parent / "data" / "okey_truth.tsv").read_text(encoding="utf-8").splitlines()
KINDS = 53

# Distances that the hands of a class must show under the default rules, or the class tests too little.
SPREAD: dict[str, set[int | None]] = {
    "deal": {3, 4, 5, 6},
    "win": {0},
    "near": {0, 1, 2},
    "dense": {0, 1, 2, 3},
    "pairs": {0, 1},
    "two_okeys": {0, 1, 2},
    "three_wilds": {0, 1, 2},
    "four_wilds": {0, 1, 2},
    "fifteen": {0, 1, 2, 4, 5},
    "thinned": {None, 0, 1, 2, 3, 4, 5, 6},
    "drained": {None, 0, 1, 2, 3, 5, 7},
    "middle": {0, 1, 2, 3, 4},
    "many_wilds": {None, 1, 2, 3, 4, 5},
}

by_class = pytest.mark.parametrize("name", CLASSES)
by_problem = pytest.mark.parametrize("name", PROBLEMS)
by_ways = pytest.mark.parametrize("ways", WAYS)


# ------------------------------------------------------------------------------
# Asking the engine
# ------------------------------------------------------------------------------


def encode_left(problems: Sequence[Problem], rules: okey.Rules) -> bytearray:
    """Return what can be had beside each hand, as rows of values; the hands have one indicator."""
    return okey.batch.encode([list(left.elements()) for _, _, left in problems], problems[0][0], rules)


def engine_distances(problems: Sequence[Problem], rules: Rules, ways: str, *, thinned: bool) -> list[int | None]:
    """Return each hand's distance: one call for all hands of an indicator. What can be had
    is told if it is `thinned`.
    """
    played = okey.Rules.from_dict(rules)
    places: dict[str, list[int]] = defaultdict(list)
    for at, (indicator, _, _) in enumerate(problems):
        places[indicator].append(at)
    found: dict[int, int] = {}
    for indicator, here in places.items():
        asked = [problems[at] for at in here]
        values = okey.batch.encode([hand for _, hand, _ in asked], indicator, played)
        left = encode_left(asked, played) if thinned else None
        answers = okey.batch.distance(values, indicator, left, played, ways=ways)
        found.update(zip(here, answers, strict=True))
    return [None if found[at] == -1 else found[at] for at in range(len(problems))]


def compare(problems: Sequence[Problem], rules: Rules, ways: str, *, thinned: bool) -> set[int | None]:
    """Assert that engine and oracle agree on every hand, and return the distances that came."""
    seen = set()
    answers = engine_distances(problems, rules, ways, thinned=thinned)
    for problem, answer in zip(problems, answers, strict=True):
        indicator, hand, left = problem
        right = distance(hand, indicator, left, rules, ways)
        assert answer == right, f"the engine says {answer}, the oracle {right}: {told(problem, rules, ways)}"
        seen.add(right)
    return seen


def told(problem: Problem, rules: Rules, ways: str) -> str:
    indicator, hand, left = problem
    changed = [f"{name}={value}" for name, value in rules.items() if value != OPTIONS[name][0]]
    beside = "all the rest" if left == can_be_had(hand, indicator) else " ".join(left.elements()) or "nothing"
    return f"indicator {indicator}, tiles {' '.join(hand)}, left {beside}, by {ways}, rules {' '.join(changed) or 'default'}"


def made(name: str, n: int, rules: Rules, seed: object = "") -> list[Problem]:
    """Return n seeded hands of a class, with what can be had beside them."""
    rng = Random(f"distance {name} {seed}")
    if name in PROBLEMS:
        return [PROBLEMS[name](rng, rules) for _ in range(n)]
    return [with_all(CLASSES[name](rng, rules)) for _ in range(n)]


# ------------------------------------------------------------------------------
# The distance
# ------------------------------------------------------------------------------


def test_distance_of_given_hands_is_the_given_one() -> None:
    """The engine gives each of the 3,000 distances of the truth file, in a batch and by analyze."""
    lines = [line.split("\t") for line in TRUTH]
    problems = [with_all((indicator, hand.split())) for indicator, hand, *_ in lines]
    answers = engine_distances(problems, {}, "any", thinned=False)
    for at, (indicator, hand, _, right, *_) in enumerate(lines):
        assert answers[at] == int(right), lines[at]
        if at % 10 == 0:
            assert okey.analyze(hand, indicator=indicator).distance == int(right), lines[at]
    assert len(lines) == 3000


@pytest.mark.parametrize(
    ("wrap", "indicator", "hand", "left", "right"),
    [
        # r4 r5 r6, k6 k7 k8 k9, k4 b8=k5 k6 k7, r8 y8 k8: a run ends beside a tile that it could hold, which a group
        # needs
        ("none", "b7", "r5 k6 r5 r4 k6 b8 r4 k8 k7 r6 k9 k7 k8 r1", "b7 b12 y8 r8 r9 b13 b1 k4 y10 y3 r1", 3),
        # b10 b11 b12 beside r13 b13 k13
        ("high_one", "r7", "k2 b13 y1 b12 b11 k5 r8 r8 y6 F b11 b1 r7 k4", "r10 r13 y7 b4 b10 b10 k11 k13", 4),
    ],
)
def test_distance_where_a_meld_leaves_a_tile_to_another(
    wrap: str, indicator: str, hand: str, left: str, right: int
) -> None:
    """A run need not hold all held tiles beside it: where few tiles are left, another meld may need the only copy."""
    rules = {"run_wrap": wrap}
    assert distance(hand.split(), indicator, Counter(left.split()), rules, "melds") == right
    assert engine_distances([(indicator, hand.split(), Counter(left.split()))], rules, "melds", thinned=True) == [right]


@by_class
def test_distance_agrees_with_the_oracle(name: str, scale: int) -> None:
    """The distance of every hand of a class, when all the other tiles can be had, is the oracle's."""
    seen = compare(made(name, scale, {}), {}, "any", thinned=False)
    assert seen >= SPREAD[name]


@by_problem
def test_distance_agrees_where_tiles_are_gone(name: str, scale: int) -> None:
    """So it is in the middle of a round, where few tiles are left, and where wild tiles must
    stand for those that are gone.
    """
    n = scale if name in ("middle", "thinned") else max(250, scale // 5)
    seen = compare(made(name, n, {}), {}, "any", thinned=True)
    assert seen >= SPREAD[name]


@pytest.mark.parametrize("which", range(len(RULES)), ids=["-".join(map(str, r.values())) for r in RULES])
def test_distance_agrees_under_all_options(which: int, scale: int) -> None:
    """So it is under every combination of the options that say what a winning hand is, and
    for hands made for other options.
    """
    rules, other = RULES[which], RULES[-1 - which]
    for name in [*CLASSES, *PROBLEMS]:
        for maker in (rules, other):
            compare(made(name, max(2, scale // 200), maker, which), rules, "any", thinned=name in PROBLEMS)


@by_ways
@pytest.mark.parametrize("name", [*CLASSES, *PROBLEMS])
def test_distance_by_one_way_agrees_with_the_oracle(name: str, ways: str, scale: int) -> None:
    """Melds alone, pairs alone and both together have each the oracle's distance, under any options."""
    rng = Random(f"ways {name} {ways}")
    for at in range(10):
        rules = some_rules(rng)
        compare(made(name, scale // 250, rules, f"{ways} {at}"), rules, ways, thinned=name in PROBLEMS)


def test_distance_is_the_nearer_way_alone() -> None:
    """The distance by any way is the smaller one of the two, and none where there is neither."""
    for name in [*CLASSES, *PROBLEMS]:
        problems = made(name, 100, {}, "nearer")
        both, melds, pairs = (engine_distances(problems, {}, ways, thinned=name in PROBLEMS) for ways in WAYS)
        for of_hand in zip(both, melds, pairs, strict=True):
            assert of_hand[0] == min((d for d in of_hand[1:] if d is not None), default=None)


def test_distance_needs_no_indicator() -> None:
    """Without an indicator all tiles are there twice: a pair of the indicator's face can then be completed."""
    hand = "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 k9"
    values = okey.batch.encode([hand], "k12")
    for indicator, right in (("k12", 1), (None, 1)):
        assert okey.batch.distance(values, indicator, ways="pairs")[0] == right
    k12, k9 = 1 << int(okey.Tile("k12")), 1 << int(okey.Tile("k9"))
    wild = 1 << (KINDS - 1)
    assert okey.batch.useful(values, "k12", ways="pairs")[0] == k9 | wild
    assert okey.batch.useful(values, None, ways="pairs")[0] == k12 | k9 | wild


def test_left_is_all_that_is_not_held() -> None:
    """Of each value there are two, of the indicator's face one; wild false jokers leave no
    tile with the okey's face.
    """
    rng = Random("left")
    for _ in range(300):
        rules = some_rules(rng)
        played = okey.Rules.from_dict(rules)
        indicator, hand, left = with_all(CLASSES[rng.choice(list(CLASSES))](rng, rules))
        values = okey.batch.encode([hand], indicator, played)
        found = okey.batch.left(values, indicator, played)
        assert found == encode_left([(indicator, hand, left)], played)
        told_left = okey.batch.distance(values, indicator, found, played)
        assert told_left == okey.batch.distance(values, indicator, None, played)


def test_one_row_of_left_serves_all_hands() -> None:
    """One row of what can be had stands for as many as there are hands, and each of several rows for its own hand."""
    near = "r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k1 k2 b12 b13"
    values = okey.batch.encode([near, near], "k6")
    left = [okey.batch.encode([tiles], "k6") for tiles in ("k3", "b11", "r13")]
    assert list(okey.batch.distance(values, "k6", left[0])) == [-1, -1]
    assert list(okey.batch.distance(values, "k6", left[0] + left[1])) == [-1, -1]
    both = okey.batch.encode(["k3 b11", "k3 k7"], "k6")
    assert list(okey.batch.distance(values, "k6", both)) == [2, 2]
    assert list(okey.batch.distance(values, "k6", both[:KINDS])) == [2, 2]
    assert list(okey.batch.distance(values, "k6", left[2] + both[:KINDS])) == [-1, 2]
