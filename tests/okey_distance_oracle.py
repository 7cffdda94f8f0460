"""A slow and obvious judge of how far an Okey hand is from winning, written from O-35 and the rules of melds and pairs.

It shares no code and no table with the engine, and searches in another way: for 0, 1, 2, ... draws in turn it asks
whether so many are enough, by taking the held tiles one after another and trying each meld that the tile can lie in, or
none.

What makes this short.  Lay 14 places out as melds; every place names a face.  Held tiles of these faces go to their
places.  The places that stay open are filled by tiles drawn and by wild tiles, and any wild tile can fill any place.
So a layout can be filled exactly when the places for which no tile of their face is left to be had are no more than the
wild tiles held or to be had; and it takes as many draws as there are more open places than wild tiles held.  The
distance is the least over all layouts.

Tiles and rules are written as in `okey_oracle`; what can be had is a mapping of printed tiles to copies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from okey_oracle import FACES, FALSE_JOKER, literal_melds, option, split_wilds

WAYS = ("any", "melds", "pairs")

# A set of faces is an int with a bit for each: the same search over tuples of texts takes a hundred times as long.
BIT = {face: 1 << at for at, face in enumerate(FACES)}


def can_be_had(hand: Sequence[str], indicator: str, seen: Sequence[str] = ()) -> Counter[str]:
    """Return the printed tiles that are not in the hand, not the indicator and not seen
    elsewhere, with their copies.
    """
    tiles = Counter([*FACES, FALSE_JOKER] * 2)
    tiles.subtract([indicator, *hand, *seen])
    return +tiles


@dataclass(frozen=True)
class Supply:
    """What is held and what can be had, by what the tiles count as: faces in sets, wild tiles by their number."""

    held: Mapping[str, int]
    left: Mapping[str, int]
    wilds: int
    wilds_left: int

    def sets(self) -> tuple[int, int, int, int]:
        """Return the faces held once or more, held twice, to be had once or more, to be had twice."""
        found = [0, 0, 0, 0]
        for at, counts in ((0, self.held), (2, self.left)):
            for face, count in counts.items():
                found[at] |= BIT[face] * (count >= 1)
                found[at + 1] |= BIT[face] * (count >= 2)
        return found[0], found[1], found[2], found[3]


def supply(hand: Sequence[str], indicator: str, left: Mapping[str, int], rules: Mapping[str, object]) -> Supply:
    held, wilds = split_wilds(hand, indicator, rules)
    others, wilds_left = split_wilds(list(Counter(left).elements()), indicator, rules)
    return Supply(Counter(held), Counter(others), wilds, wilds_left)


# ------------------------------------------------------------------------------
# Melds
# ------------------------------------------------------------------------------


@cache
def sets_with(high_one: bool) -> dict[int, tuple[tuple[int, int], ...]]:
    """Return for each face the melds that hold it, as sets with their sizes; runs of six or more split into these."""
    melds = [
        (sum(BIT[face] for face in meld), len(meld)) for size in (3, 4, 5) for meld in literal_melds(size, high_one)
    ]
    return {bit: tuple(meld for meld in melds if meld[0] & bit) for bit in BIT.values()} | {0: tuple(melds)}


def alone(held: int, others: int, high_one: bool) -> int:
    """Return the held faces of which no meld holds more than so many other held faces."""
    found = 0
    for bit in BIT.values():
        if held & bit and all((meld & held).bit_count() <= others + 1 for meld, _ in sets_with(high_one)[bit]):
            found |= bit
    return found


def melds_within(draws: int, has: Supply, high_one: bool) -> bool:
    """Return whether 14 places in melds can be filled with so many draws."""
    melds = sets_with(high_one)
    held, held_twice, left, left_twice = has.sets()
    single, paired = alone(held, 0, high_one), alone(held, 1, high_one)
    failed: set[tuple[int, ...]] = set()

    def hopeless(once: int, twice: int, open_: int, skips: int) -> bool:
        """A single tile leaves two places of its meld open; of the paired ones, two at the
        most share one open place.
        """
        singles = (once & single).bit_count() + (twice & single).bit_count()
        pairs = (once & paired).bit_count() + (twice & paired).bit_count() - singles
        singles, skips = max(0, singles - skips), max(0, skips - singles)
        return 4 * singles + max(0, pairs - skips) > 2 * open_

    def search(once: int, twice: int, left: int, left_twice: int, size: int, open_: int, skips: int, gone: int) -> bool:
        """`size` places are still to be laid out; of them `open_` may stay open, and `gone` may be of faces not to be
        had. The lowest held tile lies in one of them or is one of the `skips` held tiles that may stay outside.
        """
        if size == 0:
            return True
        state = (once, twice, left, left_twice, size, open_, skips, gone)
        if size < 3 or state in failed or hopeless(once, twice, open_, skips):
            return False
        tile = once & -once
        for meld, length in melds[tile]:
            missing = meld & ~once
            if length <= size and missing.bit_count() <= open_:
                nowhere = missing & ~left
                if nowhere.bit_count() <= gone and search(
                    once & ~meld | twice & meld,
                    twice & ~meld,
                    left & ~missing | left_twice & missing,
                    left_twice & ~missing,
                    size - length,
                    open_ - missing.bit_count(),
                    skips,
                    gone - nowhere.bit_count(),
                ):
                    return True
        if tile and skips:
            rest = once & ~tile | twice & tile
            if search(rest, twice & ~tile, left, left_twice, size, open_, skips - 1, gone):
                return True
        failed.add(state)
        return False

    open_ = has.wilds + draws
    skips = sum(has.held.values()) - (14 - open_)
    return skips >= 0 and search(held, held_twice, left, left_twice, 14, open_, skips, has.wilds + has.wilds_left)


def melds_distance(has: Supply, high_one: bool, limit: int = 14) -> int | None:
    """Return the fewest draws to melds, None if they are more than `limit`; no hand needs more than 14."""
    return next((draws for draws in range(limit + 1) if melds_within(draws, has, high_one)), None)


# ------------------------------------------------------------------------------
# Pairs
# ------------------------------------------------------------------------------


def pairs_distance(has: Supply, wilds_help: bool) -> int | None:
    """Return the fewest draws to seven pairs: tried with each number of wild tiles used and
    each number of lone tiles they join.
    """
    # Of each face: the draws until one tile of it is there, and until two are; None where so many do not exist.
    faces = Counter((has.held.get(face, 0), has.left.get(face, 0)) for face in FACES)
    kinds = [
        (number, *(max(0, wanted - held) if held + left >= wanted else None for wanted in (1, 2)))
        for (held, left), number in faces.items()
    ]
    wilds = range(has.wilds + has.wilds_left + 1) if wilds_help else [0]
    found = []
    for used in wilds:
        for lone in range(used % 2, used + 1, 2):  # the other wild tiles pair with each other
            draws = cheapest(tuple(kinds), lone, (14 - used - lone) // 2)
            if draws is not None:
                found.append(draws + max(0, used - has.wilds))
    return min(found, default=None)


@cache
def cheapest(kinds: tuple[tuple[int, int | None, int | None], ...], lone: int, pairs: int) -> int | None:
    """Return the fewest draws to so many lone tiles and pairs, all of different faces."""
    if lone == pairs == 0:
        return 0
    if not kinds:
        return None
    (number, one, two), *others = kinds
    found = []
    for ones in range(min(number, lone) + 1 if one is not None else 1):
        for twos in range(min(number - ones, pairs) + 1 if two is not None else 1):
            rest = cheapest(tuple(others), lone - ones, pairs - twos)
            if rest is not None:
                found.append(rest + ones * (one or 0) + twos * (two or 0))
    return min(found, default=None)


# ------------------------------------------------------------------------------
# The answers
# ------------------------------------------------------------------------------


def distance(
    hand: Sequence[str],
    indicator: str,
    left: Mapping[str, int],
    rules: Mapping[str, object],
    ways: str = "any",
) -> int | None:
    """Return the distance of 14 tiles or more, None if no draw can ever do.

    >>> hand = "r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k9 k1 k2 b12".split()
    >>> distance(hand, "k6", can_be_had(hand, "k6"), {}), distance(hand, "k6", {"r1": 1}, {})
    (1, None)
    """
    if len(hand) < 14 or ways not in WAYS:
        raise ValueError(f"{len(hand)} tiles, ways {ways}")
    has = supply(hand, indicator, left, rules)
    by_pairs = None
    if ways != "melds" and option(rules, "seven_pairs"):
        by_pairs = pairs_distance(has, option(rules, "pairs_with_jokers") == "any")
    if ways == "pairs" or by_pairs == 0:
        return by_pairs
    by_melds = melds_distance(has, option(rules, "run_wrap") == "high_one", 14 if by_pairs is None else by_pairs - 1)
    return by_pairs if by_melds is None else by_melds


def nearer(distances: tuple[int | None, int | None]) -> str | None:
    """Return which of the distances to melds and to pairs is the smaller one, None if there is none."""
    melds, pairs = (99 if draws is None else draws for draws in distances)
    if melds == pairs:
        return "both" if melds < 99 else None
    return "melds" if melds < pairs else "pairs"


def useful(
    hand: Sequence[str],
    indicator: str,
    left: Mapping[str, int],
    rules: Mapping[str, object],
    ways: str = "any",
) -> dict[str, int]:
    """Return the tiles to be had of which a draw lowers the distance, with their copies, as
    O-35 defines them: by drawing each.
    """
    before = distance(hand, indicator, left, rules, ways)
    found = {}
    for tile, copies in left.items():
        if before is not None and copies:
            after = distance([*hand, tile], indicator, Counter(left) - Counter([tile]), rules, ways)
            if after is not None and after < before:
                found[tile] = copies
    return found
