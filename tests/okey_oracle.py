"""A slow and obvious judge of Okey hands, written from the text of the rules and from nothing else.

It shares no code and no table with the engine: melds are literal tuples of tile texts, and a hand
is judged by trying them.  Tiles are written "r7" or "F" (a false joker); a tile printed with the
okey's face is an okey.

Of the rules, a plain mapping, only the four options in OPTIONS are read.  A hand is expected to be
physically possible: see `problems`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations

Meld = tuple[str, ...]

COLOURS = "rybk"
FALSE_JOKER = "F"
FACES = tuple(colour + str(number) for colour in COLOURS for number in range(1, 14))

# Each option with the values judged here, the default first.
OPTIONS: dict[str, tuple[object, object]] = {
    "false_joker_role": ("okey_value", "wild"),
    "run_wrap": ("high_one", "none"),
    "seven_pairs": (True, False),
    "pairs_with_jokers": ("any", "none"),
}


def option(rules: Mapping[str, object], name: str) -> object:
    """Return the value of one option; raise ValueError for a value unknown here."""
    value = rules.get(name, OPTIONS[name][0])
    if value not in OPTIONS[name]:
        raise ValueError(f"{name}: the oracle cannot judge {value!r}")
    return value


# ------------------------------------------------------------------------------
# Tiles
# ------------------------------------------------------------------------------


def okey_of(indicator: str) -> str:
    """Return the okey's face: the next number in the indicator's colour, 1 after 13."""
    colour, number = indicator[0], int(indicator[1:])
    return colour + str(number % 13 + 1)


def number_of(face: str) -> int:
    """Return the number on a face."""
    return int(face[1:])


def problems(hand: Sequence[str], indicator: str) -> bool:
    """Return whether these tiles cannot be held.

    That is: three of a face, two of the indicator's face, three false jokers, a text that is no
    tile, or an indicator that is no numbered tile.

    >>> problems(["r7", "r7", "F", "F"], "k9"), problems(["k9", "k9"], "k9"), problems([], "F")
    (False, True, True)
    """
    if indicator not in FACES:
        return True
    in_play = dict.fromkeys((*FACES, FALSE_JOKER), 2)
    in_play[indicator] = 1
    return any(count > in_play.get(tile, 0) for tile, count in Counter(hand).items())


def split_wilds(
    hand: Sequence[str],
    indicator: str,
    rules: Mapping[str, object],
) -> tuple[list[str], int]:
    """Return the faces of the ordinary tiles, sorted, and how many tiles are wild."""
    okey = okey_of(indicator)
    wild = {okey, FALSE_JOKER} if option(rules, "false_joker_role") == "wild" else {okey}
    # A false joker that is not wild is an ordinary tile with the okey's face.
    ordinary = [okey if tile == FALSE_JOKER else tile for tile in hand if tile not in wild]
    return sorted(ordinary), len(hand) - len(ordinary)


# ------------------------------------------------------------------------------
# Melds, tile by tile
# ------------------------------------------------------------------------------


@cache
def literal_melds(length: int, high_one: bool) -> tuple[Meld, ...]:
    """Return every meld of `length` tiles, written out in faces, as if there were no wild tile."""
    melds: list[Meld] = []
    if length in (3, 4):
        for number in range(1, 14):
            for colours in combinations(COLOURS, length):
                melds.append(tuple(colour + str(number) for colour in colours))
    if length >= 3:
        for colour in COLOURS:
            ladder = [colour + str(number) for number in range(1, 14)]
            if high_one:
                ladder.append(colour + "1")
            for start in range(len(ladder) - length + 1):
                melds.append(tuple(ladder[start : start + length]))
    return tuple(melds)


def points_of(meld: Meld) -> int:
    """Return the total of the numbers of a literal meld; a 1 counts 1 at either end."""
    return sum(number_of(face) for face in meld)


def meld_points(tiles: Sequence[str], indicator: str, rules: Mapping[str, object]) -> int | None:
    """Return the largest total of the numbers the tiles stand for as one meld, None if no meld.

    >>> meld_points("r13 k10 r12".split(), "k9", {}), meld_points("k13 k1 k2".split(), "r5", {})
    (36, None)
    """
    ordinary, _ = split_wilds(tiles, indicator, rules)
    totals = []
    for meld in literal_melds(len(tiles), option(rules, "run_wrap") == "high_one"):
        # Each ordinary tile must have its own place in the meld; wild tiles take the places left.
        if all(face in meld for face in ordinary) and not Counter(ordinary) - Counter(meld):
            totals.append(points_of(meld))
    return max(totals, default=None)


def is_meld(tiles: Sequence[str], indicator: str, rules: Mapping[str, object]) -> bool:
    """Return whether the tiles, in any order, are one group or one run."""
    return meld_points(tiles, indicator, rules) is not None


# ------------------------------------------------------------------------------
# Laying melds one after another
# ------------------------------------------------------------------------------


@cache
def melds_with(face: str, high_one: bool) -> tuple[Meld, ...]:
    """Return the literal melds that hold `face`; runs of six or more split into these."""
    every = [meld for length in (3, 4, 5) for meld in literal_melds(length, high_one)]
    return tuple(meld for meld in every if face in meld)


def layings(
    rest: tuple[str, ...],
    wilds: int,
    high_one: bool,
) -> Iterator[tuple[Meld, tuple[str, ...], int]]:
    """Yield each meld that can be laid with the first tile of `rest`, and the tiles and wilds left.

    A wild tile stands in only for a face that is not in `rest`.  Nothing is lost by that: where a
    solution has a wild for a face that lies elsewhere, the two tiles can change places.
    """
    for meld in melds_with(rest[0], high_one):
        left = list(rest)
        wilds_left = wilds
        for face in meld:
            if face in left:
                left.remove(face)
            elif wilds_left:
                wilds_left -= 1
            else:
                break
        else:
            yield meld, tuple(left), wilds_left


def all_in_melds(hand: Sequence[str], indicator: str, rules: Mapping[str, object]) -> bool:
    """Return whether every tile of the hand can lie in a meld, the wild ones as well."""
    high_one = option(rules, "run_wrap") == "high_one"
    failed: set[tuple[tuple[str, ...], int]] = set()

    def search(rest: tuple[str, ...], wilds: int) -> bool:
        if not rest:
            return wilds == 0 or bool(literal_melds(wilds, high_one))
        if (rest, wilds) in failed:
            return False
        if any(search(left, unused) for _, left, unused in layings(rest, wilds, high_one)):
            return True
        failed.add((rest, wilds))
        return False

    ordinary, wilds = split_wilds(hand, indicator, rules)
    return search(tuple(ordinary), wilds)


def all_in_pairs(hand: Sequence[str], indicator: str, rules: Mapping[str, object]) -> bool:
    """Return whether the hand is seven pairs."""
    ordinary, wilds = split_wilds(hand, indicator, rules)
    if not option(rules, "seven_pairs") or len(hand) != 14:
        return False
    if wilds and option(rules, "pairs_with_jokers") == "none":
        return False
    single = [face for face, count in Counter(ordinary).items() if count % 2 == 1]
    # A wild tile completes each single one; wild tiles beyond that, always an even number, pair up.
    return len(single) <= wilds


def win(hand14: Sequence[str], indicator: str, rules: Mapping[str, object]) -> str:
    """Return how 14 tiles win: "none", "melds", "pairs" or "both".

    >>> win("r4 b11 b11 r7 y1 y2 y3 y5 b5 k5 k8 k9 k10 k11".split(), "b10", {})
    'melds'
    >>> win("r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 F k12".split(), "y6", {})
    'none'
    """
    if len(hand14) != 14:
        raise ValueError(f"a winning hand has 14 tiles, not {len(hand14)}")
    melds = all_in_melds(hand14, indicator, rules)
    pairs = all_in_pairs(hand14, indicator, rules)
    return {(0, 0): "none", (1, 0): "melds", (0, 1): "pairs", (1, 1): "both"}[melds, pairs]


def finishes(
    hand15: Sequence[str],
    indicator: str,
    rules: Mapping[str, object],
) -> dict[str, tuple[str, ...]]:
    """Return, for each face whose discard leaves a winning hand, the ways in which it wins.

    >>> finishes("r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k9 k1 k2 k3 F".split(), "k6", {})
    {'F': ('melds',)}
    """
    ways = {"none": (), "melds": ("melds",), "pairs": ("pairs",), "both": ("melds", "pairs")}
    found: dict[str, tuple[str, ...]] = {}
    for discard in sorted(set(hand15)):
        hand14 = list(hand15)
        hand14.remove(discard)
        answer = win(hand14, indicator, rules)
        if answer != "none":
            found[discard] = ways[answer]
    return found


def best_laying(
    hand: Sequence[str],
    indicator: str,
    rules: Mapping[str, object],
    worth: Callable[[Meld], int],
) -> int:
    """Return the largest total worth of disjoint melds; any tile may be left over."""
    high_one = option(rules, "run_wrap") == "high_one"
    known: dict[tuple[tuple[str, ...], int], int] = {}

    def search(rest: tuple[str, ...], wilds: int) -> int:
        if not rest:
            return max(map(worth, literal_melds(wilds, high_one)), default=0)
        if (rest, wilds) not in known:
            best = search(rest[1:], wilds)  # the first tile is left over
            for meld, left, unused in layings(rest, wilds, high_one):
                best = max(best, worth(meld) + search(left, unused))
            known[rest, wilds] = best
        return known[rest, wilds]

    ordinary, wilds = split_wilds(hand, indicator, rules)
    return search(tuple(ordinary), wilds)
