"""Hands with what can be had beside them: seeded, pure functions of a `random.Random` and the rules.

A problem is (indicator, tiles, left): left is a mapping of printed tiles to the copies still to be had.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

from okey_distance_oracle import can_be_had
from okey_hands import CLASSES, Hand
from okey_oracle import FACES, FALSE_JOKER, OPTIONS, okey_of

Rules = Mapping[str, object]
Problem = tuple[str, list[str], Counter[str]]


def some_rules(rng: Random) -> dict[str, object]:
    """Return rules in which each option that judges a hand has one of its two values."""
    return {name: rng.choice(values) for name, values in OPTIONS.items()}


def with_all(hand: Hand) -> Problem:
    """Return a hand beside which nothing has been seen."""
    indicator, tiles = hand
    return indicator, tiles, can_be_had(tiles, indicator)


def thinned(rng: Random, rules: Rules) -> Problem:
    """Return a hand of any class, of 14 or 15 tiles, beside which between 5 and 100 % of the tiles can be had."""
    indicator, tiles, left = with_all(CLASSES[rng.choice(list(CLASSES))](rng, rules))
    share = rng.uniform(0.05, 1)
    return indicator, tiles, Counter(tile for tile in left.elements() if rng.random() < share)


def drained(rng: Random, rules: Rules) -> Problem:
    """Return a hand beside which fewer than twenty tiles can be had, so that melds and
    pairs vie for the last copies.
    """
    indicator, tiles, left = with_all(CLASSES[rng.choice(list(CLASSES))](rng, rules))
    return indicator, tiles, Counter(rng.sample(list(left.elements()), rng.randint(0, 19)))


def middle(rng: Random, rules: Rules) -> Problem:
    """Return 14 or 15 tiles of a player who kept what lies near other tiles, beside the discards of four players."""
    indicator = rng.choice(FACES)
    deck = list(Counter(can_be_had([], indicator)).elements())
    rng.shuffle(deck)
    hand, seen = deck[:14], []
    for turn in range(14, 14 + 4 * rng.randint(1, 10), 4):
        hand.append(deck[turn])
        seen += deck[turn + 1 : turn + 4]
        special = {okey_of(indicator), FALSE_JOKER}
        lonely = min(hand, key=lambda tile: (tile in special, neighbours(tile, hand), rng.random()))
        hand.remove(lonely)
        seen.append(lonely)
    if rng.random() < 0.5:
        hand.append(deck[-1])
    return indicator, hand, can_be_had(hand, indicator, seen)


def neighbours(tile: str, hand: list[str]) -> int:
    """Return how many other tiles have the number in another colour, or are one or two off in the same colour."""
    if tile == FALSE_JOKER:
        return 0
    number = int(tile[1:])
    others = [(other[0], int(other[1:])) for other in set(hand) - {tile, FALSE_JOKER}]
    return sum(n == number if colour != tile[0] else abs(n - number) <= 2 for colour, n in others)


def many_wilds(rng: Random, rules: Rules) -> Problem:
    """Return a hand with three or four okeys and false jokers and eleven or ten, or now and
    then one more, of the other tiles.
    """
    indicator = rng.choice(FACES)
    wild = [okey_of(indicator), FALSE_JOKER] * 2
    wild = wild[rng.choice([0, 0, 1]) :]
    bag = [tile for tile in can_be_had(wild, indicator).elements() if tile not in wild]
    tiles = [*wild, *rng.sample(bag, rng.choice([14, 14, 15]) - len(wild))]
    rng.shuffle(tiles)
    indicator, tiles, left = with_all((indicator, tiles))
    share = rng.choice([1, 1, 0.4, 0.15])
    return indicator, tiles, Counter(tile for tile in left.elements() if rng.random() < share)


PROBLEMS: dict[str, Callable[[Random, Rules], Problem]] = {
    "thinned": thinned,
    "drained": drained,
    "middle": middle,
    "many_wilds": many_wilds,
}
