"""The engine's answers about Okey hands, against the slow oracle that was written from the rules' text."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from okey_hands import CLASSES, Hand, far_apart, gapped, surplus
from okey_oracle import (
    COLOURS,
    FACES,
    FALSE_JOKER,
    OPTIONS,
    best_laying,
    finishes,
    is_meld,
    literal_melds,
    meld_points,
    okey_of,
    option,
    points_of,
    problems,
    split_wilds,
    win,
)

from rummycore import HandError, okey

Rules = Mapping[str, object]
Shape = tuple[str, ...]

RULES: list[Rules] = [dict(zip(OPTIONS, values, strict=True)) for values in product(*OPTIONS.values())]
DEFAULT = RULES[0]
FOURTEEN = [name for name in CLASSES if name != "fifteen"]
WINS = ("none", "melds", "pairs", "both")  # by the engine's number

# The least share of hands that win, and that do not, by class under the default rules.
SHARES = {
    "deal": (0.0, 0.99),
    "win": (1.0, 0.0),
    "near": (0.08, 0.5),
    "dense": (0.1, 0.5),
    "pairs": (0.7, 0.1),
    "two_okeys": (0.3, 0.3),
    "three_wilds": (0.25, 0.3),
    "four_wilds": (0.25, 0.3),
    "fifteen": (0.3, 0.3),
}

by_class = pytest.mark.parametrize("name", CLASSES)
by_rules = pytest.mark.parametrize("which", range(len(RULES)), ids=["-".join(map(str, r.values())) for r in RULES])
seeded = settings(deadline=None, derandomize=True)


# ------------------------------------------------------------------------------
# Hands
# ------------------------------------------------------------------------------


@cache
def made(name: str, which: int, n: int) -> list[Hand]:
    """Return n seeded hands of a class, made for one of RULES."""
    rng = Random(f"{name} {which}")
    return [CLASSES[name](rng, RULES[which]) for _ in range(n)]


def mixed(name: str, which: int, n: int) -> list[Hand]:
    """Return n hands, every other one made for the opposite rules: a run 12-13-1 where it is none, an okey in a pair
    where it may not be.
    """
    melds_alone = 12  # the bits of `which` for false_joker_role and run_wrap; the others only matter to makers of pairs
    bits = 15 if name in ("pairs", "fifteen") else melds_alone
    own, other = made(name, which & bits, n // 2), made(name, (15 - which) & bits, n // 2)
    return [hand for both in zip(own, other, strict=True) for hand in both]


def told(hand: Sequence[str], indicator: str, rules: Rules) -> str:
    changed = [f"{name}={value}" for name, value in rules.items() if value != OPTIONS[name][0]]
    return f"indicator {indicator}, tiles {' '.join(hand)}, rules {' '.join(changed) or 'default'}"


# ------------------------------------------------------------------------------
# The win check
# ------------------------------------------------------------------------------


def engine_wins(hands: Sequence[Hand], rules: okey.Rules) -> list[str]:
    """Return how each hand wins: one call encodes the hands of an indicator, one judges them all."""
    places: dict[str, list[int]] = defaultdict(list)
    for at, (indicator, _) in enumerate(hands):
        places[indicator].append(at)
    values = bytearray()
    for indicator, here in places.items():
        values += okey.batch.encode([hands[at][1] for at in here], indicator, rules)
    answers = okey.batch.win(values, rules)
    order = [at for here in places.values() for at in here]
    return [WINS[answer] for _, answer in sorted(zip(order, answers, strict=True))]


def compare_wins(hands: Sequence[Hand], rules: Rules) -> Counter[str]:
    """Assert that engine and oracle agree on every hand, and return how often each answer came."""
    counts: Counter[str] = Counter()
    played = okey.Rules.from_dict(rules)
    for at, ((indicator, hand), answer) in enumerate(zip(hands, engine_wins(hands, played), strict=True)):
        right = win(hand, indicator, rules)
        assert answer == right, f"batch.win says {answer}, the oracle {right}: {told(hand, indicator, rules)}"
        if at % 20 == 0:
            single = okey.analyze(hand, indicator=indicator, rules=played).win
            assert single == right, f"analyze says {single}, the oracle {right}: {told(hand, indicator, rules)}"
        counts[right] += 1
    return counts


def compare_finishes(hands: Sequence[Hand], rules: Rules) -> Counter[str]:
    """Assert that engine and oracle find the same finishing discards, and return how often each kind of answer came."""
    counts: Counter[str] = Counter()
    played = okey.Rules.from_dict(rules)
    for indicator, hand in hands:
        found = okey.analyze(hand, indicator=indicator, rules=played)
        right = finishes(hand, indicator, rules)
        answer = {str(finish.discard): tuple(str(way) for way in finish.by) for finish in found.finishes}
        assert answer == right, f"finishes {answer}, the oracle {right}: {told(hand, indicator, rules)}"
        assert found.win is None, told(hand, indicator, rules)
        for finish in found.finishes:
            assert finish.okey == (str(finish.discard) == okey_of(indicator)), told(hand, indicator, rules)
        counts["none"] += not right
        counts["one"] += len(right) == 1
        counts["okey"] += okey_of(indicator) in right
        counts["false joker"] += FALSE_JOKER in right
        counts.update({way for ways in right.values() for way in ways})
    return counts


@pytest.mark.parametrize("name", FOURTEEN)
def test_win_equals_the_oracle(name: str, scale: int) -> None:
    """Under the default rules one batch and single calls judge every hand of the class as the oracle does."""
    counts = compare_wins(made(name, 0, scale), DEFAULT)
    wins, others = SHARES[name]
    assert scale - counts["none"] >= wins * scale
    assert counts["none"] >= others * scale


def test_win_of_every_kind_equals_the_oracle() -> None:
    """Hands that win by neither way, by melds, by pairs and by both are judged as the oracle does."""
    hands = [
        ("k9", "r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k1 k2 k3 k5"),
        ("k9", "r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k1 k2 k3 k4"),
        ("y6", "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 k12"),
        ("b12", "r1 r1 r2 r2 r3 r3 r4 r4 r5 r5 r6 r6 r7 r7"),
    ]
    counts = compare_wins([(indicator, hand.split()) for indicator, hand in hands], DEFAULT)
    assert counts == dict.fromkeys(WINS, 1)


def test_finishes_equal_the_oracle(scale: int) -> None:
    """Under the default rules analyze finds the very discards that leave a winning hand, and says how each wins."""
    counts = compare_finishes(made("fifteen", 0, scale), DEFAULT)
    wins, others = SHARES["fifteen"]
    assert scale - counts["none"] >= wins * scale
    assert counts["none"] >= others * scale
    assert min(counts[answer] for answer in ("one", "okey", "false joker", "melds", "pairs")) > scale / 100


@by_rules
def test_win_equals_the_oracle_under_every_rule(which: int, scale: int) -> None:
    """Under each combination of the options of a hand, hands made for it and hands made for
    the opposite are judged rightly.
    """
    rules = RULES[which]
    for name in FOURTEEN:
        hands = mixed(name, which, scale // 10)
        counts = compare_wins(hands, rules)
        if name == "deal":
            continue
        assert counts["none"] < 0.95 * len(hands), f"{name}: hardly a win among {len(hands)} hands"
        assert counts["none"] > 0 or name == "win", f"{name}: nothing but wins among {len(hands)} hands"
        assert option(rules, "seven_pairs") or not counts["pairs"] + counts["both"]
        assert name != "pairs" or not option(rules, "seven_pairs") or counts["pairs"] > 0


# Hands of 15 tiles with which one cannot finish, or with one tile, an okey, by melds, or by pairs, under any rules.
FINISHING = [
    ("k6", "r1 r4 r7 r10 r13 y2 y5 y8 y11 b1 b4 b8 b12 k2 k9"),
    ("k6", "r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k1 k2 k3 k4 b12"),
    ("k9", "r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k1 k2 k3 k4 k10"),
    ("y6", "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 k12 b13"),
]


@by_rules
def test_finishes_equal_the_oracle_under_every_rule(which: int, scale: int) -> None:
    """Under each combination of the options of a hand the finishing discards of 15 tiles are the oracle's."""
    given = [(indicator, hand.split()) for indicator, hand in FINISHING]
    counts = compare_finishes([*given, *mixed("fifteen", which, scale // 25)], RULES[which])
    assert min(counts[answer] for answer in ("none", "one", "okey", "melds")) > 0
    assert bool(counts["pairs"]) == bool(option(RULES[which], "seven_pairs"))


@pytest.mark.parametrize("maker", [surplus, gapped, far_apart])
@pytest.mark.parametrize("which", range(0, len(RULES), 4), ids=["value-high", "value-none", "wild-high", "wild-none"])
def test_wild_tiles_find_their_place(maker: Callable[[Random, Rules], Hand], which: int, scale: int) -> None:
    """A wild tile too many always joins the melds, full groups too, and those inside a run hold its ends together."""
    rng, rules = Random(f"places {which}"), RULES[which]
    counts = compare_wins([maker(rng, rules) for _ in range(scale // 10)], rules)
    assert not counts["none"]
    assert not counts["pairs"]


def test_win_equals_other_solvers() -> None:
    """Three thousand hands get the answers that other solvers gave them."""
    # One hand a line: indicator, tiles, win of 14 tiles ("-" for 15), distance (the fewest draws until 14 of the tiles
    # win, of all that can still be drawn; not used here), and the finishing discards of 15 tiles.
    lines = (Path(__file__).parent / "data" / "okey_truth.tsv").read_text(encoding="utf-8").splitlines()
    counts: Counter[str] = Counter()
    for line in lines:
        indicator, hand, right, _, discards = line.split("\t")
        found = okey.analyze(hand, indicator=indicator)
        assert (found.win or "-") == right, line
        assert sorted(str(finish.discard) for finish in found.finishes) == sorted(discards.split()), line
        counts[right] += 1
        counts["finish"] += bool(discards)
        values = okey.batch.encode([hand], indicator)
        assert right == "-" or WINS[okey.batch.win(values)[0]] == right, line
    assert len(lines) == 3000
    assert min(counts[answer] for answer in (*WINS, "-", "finish")) > 1


# ------------------------------------------------------------------------------
# Arrangements
# ------------------------------------------------------------------------------


def tiles_first(meld: Shape) -> int:
    return 1000 * len(meld) + points_of(meld)


def points_first(meld: Shape) -> int:
    return 1000 * points_of(meld) + len(meld)


WORTH = {"tiles": tiles_first, "points": points_first}


def faces_of(meld: okey.Meld, indicator: str) -> Shape:
    """Return what each tile of a meld counts as; a false joker that stands for nothing has the okey's face."""
    return tuple(str(face) if face != okey.F else okey_of(indicator) for face in meld.faces)


def check_arrangement(found: okey.Arrangement, hand: Sequence[str], indicator: str, rules: Rules) -> None:
    """Assert that an arrangement is sound: tiles used once, melds legal, stand-ins, numbers
    and what is left over right.
    """
    about = f"{found}: {told(hand, indicator, rules)}"
    pieces = [str(tile) for meld in found.melds for tile in meld.tiles]
    assert Counter([*pieces, *map(str, found.rest)]) == Counter(hand), about
    assert list(found.rest) == sorted(found.rest), about
    assert all(check_meld(meld, indicator, rules) for meld in found.melds), about
    assert found.points == sum(meld.points for meld in found.melds), about


def check_meld(meld: okey.Meld, indicator: str, rules: Rules) -> bool:
    """Return whether a group or run says rightly what it is."""
    faces = faces_of(meld, indicator)
    high_one = option(rules, "run_wrap") == "high_one"
    wild = [bool(split_wilds([str(tile)], indicator, rules)[1]) for tile in meld.tiles]
    return (
        is_meld([str(tile) for tile in meld.tiles], indicator, rules)
        and faces in literal_melds(len(faces), high_one)  # in this order
        and wild == [face is not None for face in meld.stands]
        and meld.points == points_of(faces)
        and meld.kind == ("group" if faces[0][0] != faces[1][0] else "run")
    )


def compare_arrangements(hands: Sequence[Hand], rules: Rules) -> None:
    """Assert that the best arrangements, by tiles and by points, are sound and worth what the oracle's are."""
    played = okey.Rules.from_dict(rules)
    for indicator, hand in hands:
        about = told(hand, indicator, rules)
        for by, worth in WORTH.items():
            found = okey.arrange(hand, indicator=indicator, by=by, rules=played)
            check_arrangement(found, hand, indicator, rules)
            value = sum(worth(faces_of(meld, indicator)) for meld in found.melds)
            right = best_laying(hand, indicator, rules, worth)
            assert value == right, f"by {by} {found} is worth {value}, the oracle finds {right}: {about}"
        if len(hand) in (14, 15):
            found = okey.arrange(hand, indicator=indicator, rules=played)
            analysis = okey.analyze(hand, indicator=indicator, rules=played)
            assert (analysis.melds, analysis.rest) == (found.melds, found.rest), about


@by_class
def test_arrangement_equals_the_oracle(name: str, scale: int) -> None:
    """The best arrangement has the oracle's tiles in melds and numbers, counted by tiles first and by numbers first."""
    compare_arrangements(made(name, 0, scale)[: scale // 25], DEFAULT)


@by_class
@pytest.mark.parametrize("which", [4, 8, 12], ids=["value-none", "wild-high", "wild-none"])
def test_arrangement_equals_the_oracle_under_every_rule(name: str, which: int, scale: int) -> None:
    """The best arrangement is the oracle's with wild false jokers and without a 1 after 13, too."""
    compare_arrangements(mixed(name, which, scale // 10)[: scale // 250], RULES[which])


def test_arrangement_of_any_number_of_tiles(scale: int) -> None:
    """From none to 22 tiles, the best arrangement is the oracle's."""
    rng = Random("sizes")
    for turn in range(scale // 25):
        indicator = rng.choice(FACES)
        hand: list[str] = []
        colours, first, width = rng.sample(COLOURS, rng.randint(2, 4)), rng.randint(1, 13), rng.randint(6, 13)
        numbers = [(first + at - 1) % 13 + 1 for at in range(width)]
        bag = [*(colour + str(n) for colour in colours for n in numbers), okey_of(indicator), FALSE_JOKER] * 2
        rng.shuffle(bag)
        for tile in bag:
            if len(hand) < turn % 23 and not problems([*hand, tile], indicator):
                hand.append(tile)
        assert len(hand) == turn % 23
        compare_arrangements([(indicator, hand)], DEFAULT)


@pytest.mark.parametrize("name", ["near", "dense", "two_okeys", "four_wilds", "fifteen"])
def test_arrangements_are_equally_good_and_different(name: str, scale: int) -> None:
    """All arrangements of a hand are sound, of equal worth, the best one first, and no two lie the same."""
    counts: Counter[bool] = Counter()
    for which in (0, 8):
        rules, played = RULES[which], okey.Rules.from_dict(RULES[which])
        for indicator, hand in made(name, which, scale // 10)[-scale // 100 :]:
            for by in WORTH:
                about = f"by {by}: {told(hand, indicator, rules)}"
                found = okey.arrangements(hand, indicator=indicator, by=by, rules=played)
                assert found[0] == okey.arrange(hand, indicator=indicator, by=by, rules=played), about
                assert len({(x.points, len(x.rest)) for x in found}) == 1, about
                assert len({lying(x.melds) for x in found}) == len(found), about
                assert okey.arrangements(hand, indicator=indicator, by=by, rules=played, limit=2) == found[:2], about
                for arrangement in found:
                    check_arrangement(arrangement, hand, indicator, rules)
                counts[len(found) > 1] += 1
    assert min(counts[True], counts[False]) > 0


Lying = tuple[tuple[Shape, int], ...]


def lying(melds: Iterable[okey.Meld]) -> Lying:
    """Return which ordinary tiles lie together, with how many wild ones."""
    parts = []
    for meld in melds:
        ordinary = sorted(str(tile) for tile, face in zip(meld.tiles, meld.stands, strict=True) if face is None)
        parts.append((tuple(ordinary), len(meld.tiles) - len(ordinary)))
    return tuple(sorted(parts))


def all_layings(hand: Sequence[str], indicator: str, rules: Rules) -> dict[Lying, tuple[int, int]]:
    """Return every way to lay melds of 3 to 5 tiles out of a few, with the tiles in them
    and the numbers they can count.
    """
    wild = [tile for tile in hand if split_wilds([tile], indicator, rules)[1]]
    ordinary = sorted(tile for tile in hand if tile not in wild)
    ways: dict[Lying, tuple[int, int]] = {}

    def lay(rest: tuple[str, ...], wilds: int, laid: Lying, tiles: int, points: int) -> None:
        ways[tuple(sorted(laid))] = tiles, points
        if len(wild[:wilds]) >= 3 and not rest:
            total = meld_points(wild[:wilds], indicator, rules)
            assert total is not None
            ways[tuple(sorted([*laid, ((), wilds)]))] = tiles + wilds, points + total
        if not rest:
            return
        lay(rest[1:], wilds, laid, tiles, points)
        for others in range(min(5, len(rest))):
            for chosen in combinations(range(1, len(rest)), others):
                part = (rest[0], *(rest[at] for at in chosen))
                left = tuple(tile for at, tile in enumerate(rest) if at and at not in chosen)
                for used in range(max(0, 3 - len(part)), min(wilds, 5 - len(part)) + 1):
                    total = meld_points([*part, *wild[:used]], indicator, rules)
                    if total is not None:
                        lay(left, wilds - used, (*laid, (part, used)), tiles + len(part) + used, points + total)

    lay(tuple(ordinary), len(wild), (), 0, 0)
    return ways


def test_arrangements_miss_none(scale: int) -> None:
    """Of a few tiles, the arrangements are exactly the best of all ways to lay them."""
    rng, several = Random("few"), 0
    for turn in range(scale // 20):
        which = (0, 4, 8)[turn % 3]
        rules = RULES[which]
        indicator, hand = rng.choice(made(("dense", "two_okeys", "four_wilds")[turn % 3], which, scale // 10))
        hand = hand[: rng.randint(3, 8)]
        ways = all_layings(hand, indicator, rules)
        for by in WORTH:
            best = max(ways.values(), key=lambda worth: worth if by == "tiles" else worth[::-1])
            right = {laid for laid, worth in ways.items() if worth == best}
            found = okey.arrangements(hand, indicator=indicator, by=by, rules=okey.Rules.from_dict(rules))
            assert {lying(x.melds) for x in found} == right, f"by {by}: {told(hand, indicator, rules)}"
            several += len(right) > 1
    assert several > scale / 500


def test_seven_pairs_are_laid_as_pairs(scale: int) -> None:
    """A hand that wins with seven pairs is analysed as seven pairs, each of two equal tiles or with a wild one."""
    with_wilds = 0
    for which in (0, 1, 8):
        rules = RULES[which]
        for indicator, hand in made("pairs", which, scale // 10):
            found = okey.analyze(hand, indicator=indicator, rules=okey.Rules.from_dict(rules))
            about = told(hand, indicator, rules)
            if found.win not in ("pairs", "both"):
                assert found.pairs == (), about
                continue
            assert Counter(str(tile) for pair in found.pairs for tile in pair.tiles) == Counter(hand), about
            assert len(found.pairs) == 7, about
            for pair in found.pairs:
                assert check_pair(pair, indicator, rules), f"{pair}: {about}"
            with_wilds += any(face is not None for pair in found.pairs for face in pair.stands)
    assert with_wilds > scale / 100


def check_pair(pair: okey.Meld, indicator: str, rules: Rules) -> bool:
    wild = [bool(split_wilds([str(tile)], indicator, rules)[1]) for tile in pair.tiles]
    return (
        pair.kind == "pair"
        and pair.points == 0
        and len(set(faces_of(pair, indicator))) == 1
        and wild == [face is not None for face in pair.stands]
    )


# ------------------------------------------------------------------------------
# Single melds
# ------------------------------------------------------------------------------


def some_tiles(rng: Random, rules: Rules) -> Hand:
    """Return 2 to 14 tiles that often are one meld or nearly one, in any order."""
    while True:
        length = rng.choice([2, 2, 3, 3, 3, 4, 4, 5, 6, 6, rng.randint(7, 14)])
        tiles = list(rng.choice(literal_melds(length, True))) if length > 2 else [rng.choice(FACES)] * 2
        okey_face = rng.choice([*tiles[:2], *tiles[-2:], *rng.sample(FACES, 4)])
        indicator = next(face for face in FACES if okey_of(face) == okey_face)
        for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
            at = rng.randrange(length)
            near = rng.choice(COLOURS) + tiles[at][1:], tiles[at][0] + str(rng.randint(1, 13)), tiles[at - 1]
            tiles[at] = rng.choice([*near, rng.choice(FACES)])
        if rng.random() < 0.1 and length < 14:
            tiles.append(rng.choice(tiles))
        for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
            tiles[rng.randrange(len(tiles))] = rng.choice([okey_face, okey_face, FALSE_JOKER])
        if option(rules, "false_joker_role") == "okey_value":
            tiles = [FALSE_JOKER if tile == okey_face and rng.random() < 0.5 else tile for tile in tiles]
        rng.shuffle(tiles)
        if not problems(tiles, indicator):
            return indicator, tiles


def is_pair(tiles: Sequence[str], indicator: str, rules: Rules) -> bool:
    """Return whether two tiles are a pair (O-21)."""
    ordinary, wilds = split_wilds(tiles, indicator, rules)
    if not option(rules, "seven_pairs") or (wilds and option(rules, "pairs_with_jokers") == "none"):
        return False
    return len(tiles) == 2 and len(set(ordinary)) <= 1


def read_meld(tiles: Sequence[str], indicator: str, rules: okey.Rules) -> okey.Meld | HandError:
    try:
        return okey.meld(tiles, indicator=indicator, rules=rules)
    except HandError as error:
        return error


@by_rules
def test_meld_equals_the_oracle(which: int, scale: int) -> None:
    """Tiles in any order are read as a meld exactly where the oracle sees one, with stand-ins that count most."""
    rng, rules, played = Random(f"melds {which}"), RULES[which], okey.Rules.from_dict(RULES[which])
    counts: Counter[str] = Counter()
    for _ in range(scale // 5):
        indicator, tiles = some_tiles(rng, rules)
        about = told(tiles, indicator, rules)
        right = meld_points(tiles, indicator, rules)
        if right is None and is_pair(tiles, indicator, rules):
            right = 0
        found = read_meld(tiles, indicator, played)
        if isinstance(found, HandError):
            assert right is None, f"{found}: {about}"
            assert str(found).startswith(" ".join(tiles)), about
            counts[found.code] += 1
            continue
        assert right is not None, f"read as {found}: {about}"
        assert Counter(map(str, found.tiles)) == Counter(tiles), f"read as {found}: {about}"
        assert (check_pair if len(tiles) == 2 else check_meld)(found, indicator, rules), f"read as {found}: {about}"
        assert found.points == right, f"read as {found}, the oracle counts {right}: {about}"
        counts[found.kind] += 1
    assert counts["group"] > scale / 250
    assert counts["run"] > scale / 100
    assert bool(counts["pair"]) == bool(option(rules, "seven_pairs"))
    assert sum(counts[code] for code in ("meld_size", "meld_mixed", "meld_suit", "meld_gap", "meld_pair")) > scale / 40


def shapes_by_subsets(hand: Sequence[str], indicator: str, rules: Rules) -> set[Shape]:
    """Return the melds that some of the tiles are, wild ones only where no tile of the hand could lie."""
    every, shapes = split_wilds(hand, indicator, rules)[0], set()
    for length in range(3, len(hand) + 1):
        for part in combinations(hand, length):
            if not is_meld(part, indicator, rules):
                continue
            ordinary = Counter(split_wilds(part, indicator, rules)[0])
            for shape in literal_melds(length, option(rules, "run_wrap") == "high_one"):
                stands = Counter(shape) - ordinary
                if not ordinary - Counter(shape) and all(face not in every for face in stands):
                    shapes.add(shape)
    return shapes


def shapes_by_faces(hand: Sequence[str], indicator: str, rules: Rules) -> set[Shape]:
    """Return the melds for which the tiles suffice."""
    ordinary, wilds = split_wilds(hand, indicator, rules)
    held, shapes = Counter(ordinary), set()
    for length in range(3, 15):
        for meld in literal_melds(length, option(rules, "run_wrap") == "high_one"):
            if sum(max(0, meld.count(face) - held[face]) for face in set(meld)) <= wilds:
                shapes.add(meld)
    return shapes


def compare_melds(hand: Sequence[str], indicator: str, rules: Rules, right: set[Shape]) -> None:
    found = okey.melds(hand, indicator=indicator, rules=okey.Rules.from_dict(rules))
    about = told(hand, indicator, rules)
    shapes = Counter(faces_of(meld, indicator) for meld in found)
    assert max(shapes.values(), default=1) == 1, f"{shapes.most_common(1)} is listed again: {about}"
    assert set(shapes) == right, f"too many {set(shapes) - right}, missing {right - set(shapes)}: {about}"
    for meld in found:
        assert not Counter(map(str, meld.tiles)) - Counter(hand), f"{meld}: {about}"
        assert check_meld(meld, indicator, rules), f"{meld}: {about}"


@pytest.mark.parametrize("which", [0, 4, 8, 12], ids=["value-high", "value-none", "wild-high", "wild-none"])
def test_melds_are_all_that_the_hand_can_form(which: int, scale: int) -> None:
    """The melds listed are all there are, each once: few tiles by trying every part of
    them, whole hands by every shape.
    """
    rng = Random(f"listing {which}")
    for name in ("dense", "two_okeys", "four_wilds"):
        for indicator, hand in made(name, which, scale // 10)[: scale // 500]:
            few = hand[: rng.randint(0, 7)]
            compare_melds(few, indicator, RULES[which], shapes_by_subsets(few, indicator, RULES[which]))
            compare_melds(hand, indicator, RULES[which], shapes_by_faces(hand, indicator, RULES[which]))
    for start in range(13):  # the longest run, with one 1 for its two ends
        hand = [f"r{(start + at) % 13 + 1}" for at in range(13)] + ["y5"]
        compare_melds(hand, "y4", RULES[which], shapes_by_faces(hand, "y4", RULES[which]))


# ------------------------------------------------------------------------------
# Order and colours
# ------------------------------------------------------------------------------


@by_class
def test_order_and_colours_change_nothing(name: str, scale: int) -> None:
    """Tiles in another order give the very same answers, and other colours, the indicator's
    too, the same with these colours.
    """
    rng = Random(f"renamed {name}")
    renamings = [dict(zip(COLOURS, colours, strict=True)) for colours in permutations(COLOURS)][1:]
    for indicator, hand in made(name, 0, scale)[-scale // 25 :]:
        about = told(hand, indicator, DEFAULT)
        shuffled = rng.sample(hand, len(hand))
        before, again = (okey.analyze(tiles, indicator=indicator) for tiles in (hand, shuffled))
        assert (again.win, again.finishes, again.melds, again.rest) == (
            before.win,
            before.finishes,
            before.melds,
            before.rest,
        ), f"{about}, in the order {' '.join(shuffled)}"
        renaming = rng.choice(renamings)

        def renamed(tile: object, to: Mapping[str, str] = renaming) -> str:
            return str(tile) if str(tile) == FALSE_JOKER else to[str(tile)[0]] + str(tile)[1:]

        after = okey.analyze(map(renamed, shuffled), indicator=renamed(indicator))
        about += f", renamed {renaming}"
        assert after.win == before.win, about
        assert {(str(x.discard), x.by, x.okey) for x in after.finishes} == {
            (renamed(x.discard), x.by, x.okey) for x in before.finishes
        }, about
        assert len(after.rest) == len(before.rest), about
        for by in WORTH:
            first = okey.arrange(hand, indicator=indicator, by=by)
            second = okey.arrange(map(renamed, hand), indicator=renamed(indicator), by=by)
            assert (second.points, len(second.rest)) == (first.points, len(first.rest)), about


# ------------------------------------------------------------------------------
# Any hand at all
# ------------------------------------------------------------------------------


@st.composite
def any_hand(draw: st.DrawFn, sizes: tuple[int, int]) -> Hand:
    """Any tiles that can be held, out of all or out of a few colours and numbers."""
    indicator = draw(st.sampled_from(FACES))
    bag = Counter([*FACES, FALSE_JOKER] * 2)
    bag[indicator] -= 1
    colours = draw(st.sets(st.sampled_from(COLOURS), min_size=1))
    width = draw(st.integers(2 + 9 // len(colours), 13))
    first = draw(st.integers(1, 13))
    numbers = {(first + at - 1) % 13 + 1 for at in range(width)}
    window = [face for face in FACES if face[0] in colours and int(face[1:]) in numbers]
    tiles = [tile for tile in {*window, okey_of(indicator), FALSE_JOKER} for _ in range(bag[tile])]
    places = draw(st.lists(st.integers(0, len(tiles) - 1), min_size=sizes[0], max_size=sizes[1], unique=True))
    return indicator, [sorted(tiles)[at] for at in places]


@seeded
@given(any_hand((14, 14)), st.sampled_from(RULES))
def test_any_hand_wins_as_the_oracle_says(found: Hand, rules: Rules) -> None:
    """Whatever 14 tiles are held, under whatever rules, the win is the oracle's."""
    compare_wins([found], rules)


@seeded
@given(any_hand((15, 15)), st.sampled_from(RULES))
def test_any_hand_finishes_as_the_oracle_says(found: Hand, rules: Rules) -> None:
    """Whatever 15 tiles are held, under whatever rules, the finishing discards are the oracle's."""
    compare_finishes([found], rules)


@seeded
@given(any_hand((0, 15)), st.sampled_from(RULES))
def test_any_tiles_are_arranged_as_the_oracle_says(found: Hand, rules: Rules) -> None:
    """Whatever tiles are held, their best arrangement is the oracle's, and the melds listed are all there are."""
    indicator, tiles = found
    compare_arrangements([found], rules)
    compare_melds(tiles, indicator, rules, shapes_by_faces(tiles, indicator, rules))


@pytest.mark.parametrize("name", FOURTEEN)
def test_win_is_the_oracles_in_every_form(name: str) -> None:
    """`okey.win` says of a text, texts, tiles and a tuple of tiles, with the indicator as text or
    Tile, how the oracle says that they win.
    """
    rng = Random(f"forms {name}")
    for rules in (DEFAULT, RULES[-1]):
        chosen = okey.Rules(**rules)  # type: ignore[arg-type]
        for _ in range(25):
            indicator, hand = CLASSES[name](rng, rules)
            right, shown = win(hand, indicator, rules), okey.Tile(indicator)
            for form in (" ".join(hand), hand, [okey.Tile(x) for x in hand], okey.tiles(hand), numbers_of(hand)):
                assert okey.win(form, indicator=indicator, rules=chosen) == right
                assert okey.win(form, indicator=shown, rules=chosen) == right


def numbers_of(hand: Sequence[str]) -> tuple[int, ...]:
    """Return tiles as plain numbers."""
    return tuple(int(okey.Tile(x)) for x in hand)


@pytest.mark.parametrize(
    ("hand", "indicator", "code"),
    [
        (("r1",) * 3 + ("r2",) * 2 + tuple(f"y{n}" for n in range(1, 10)), "k1", "copies"),
        (("k1",) * 2 + tuple(f"y{n}" for n in range(1, 13)), "k1", "copies"),
        (tuple(f"y{n}" for n in range(1, 14)), "k1", "count"),
        ((*(f"y{n}" for n in range(1, 14)), "b1", "b2"), "k1", "count"),
        ((*(f"y{n}" for n in range(1, 14)), "b1"), "F", "indicator"),
    ],
)
def test_win_refuses_what_cannot_be_held(hand: tuple[str, ...], indicator: str, code: str) -> None:
    """`okey.win` refuses another number of tiles, tiles that do not exist so often, and a false
    joker as indicator, in every form.
    """
    for form in (" ".join(hand), okey.tiles(hand), numbers_of(hand)):
        for shown in (indicator, okey.Tile(indicator)):
            with pytest.raises(HandError) as refused:
                okey.win(form, indicator=shown)
            assert refused.value.code == code
