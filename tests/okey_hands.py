"""Seeded makers of Okey hands, one per class: pure functions of a `random.Random` and the rules.

A maker returns (indicator, tiles): tiles that can really be held (two of a face, the indicator's
face once, two false jokers), in shuffled order.  The rules mapping is the oracle's.  The shares of
wins in the docstrings were counted with the oracle over 2,000 hands of Random(1) under the default
rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from random import Random

from okey_oracle import COLOURS, FACES, FALSE_JOKER, literal_melds, okey_of, option, problems

Rules = Mapping[str, object]
Hand = tuple[str, list[str]]


# ------------------------------------------------------------------------------
# Parts
# ------------------------------------------------------------------------------


def _false_is_wild(rules: Rules) -> bool:
    return rules.get("false_joker_role") == "wild"


def _bag(indicator: str, hand: list[str]) -> list[str]:
    """Return the tiles in play that are not in the hand."""
    bag = Counter([*FACES, FALSE_JOKER] * 2)
    bag.subtract([indicator, *hand])
    return list(bag.elements())


def _meld(rng: Random, rules: Rules, length: int) -> list[str]:
    """Return a random group or run without wild tiles."""
    if length in (3, 4) and rng.random() < 0.45:
        number = rng.randint(1, 13)
        return [colour + str(number) for colour in rng.sample(COLOURS, length)]
    last = 13 if rules.get("run_wrap") == "none" else 14
    start = rng.randint(1, last - length + 1)
    colour = rng.choice(COLOURS)
    return [colour + str((number - 1) % 13 + 1) for number in range(start, start + length)]


def _lengths(rng: Random) -> list[int]:
    """Return the lengths of melds that make 14 tiles."""
    lengths: list[int] = []
    while sum(lengths) != 14:
        longer = [*lengths, rng.choice([3, 3, 3, 4, 4, 4, 5, 5, 7, 9])]
        lengths = longer if sum(longer) <= 14 else []
    return lengths


def _melded(rng: Random, rules: Rules, okeys: int, false_jokers: int) -> Hand:
    """Return 14 tiles that lie in melds, with so many okeys and false jokers among them.

    A false joker that is not wild stands where the melds ask for the okey's own face.
    """
    while True:
        indicator = rng.choice(FACES)
        okey = okey_of(indicator)
        tiles = [face for length in _lengths(rng) for face in _meld(rng, rules, length)]
        rng.shuffle(tiles)
        wild = [okey] * okeys
        if _false_is_wild(rules):
            wild += [FALSE_JOKER] * false_jokers
        natural = tiles[len(wild) :]
        if _false_is_wild(rules):
            if okey in natural:
                continue  # no ordinary tile has this face
        else:
            natural = [FALSE_JOKER if face == okey else face for face in natural]
            if natural.count(FALSE_JOKER) != false_jokers:
                continue
        tiles = wild + natural
        if not problems(tiles, indicator):
            return indicator, tiles


def _paired(rng: Random, rules: Rules) -> Hand:
    """Return seven pairs, with okeys and false jokers; now and then they are melds as well."""
    while True:
        indicator = rng.choice(FACES)
        okey = okey_of(indicator)
        faces = rng.sample(FACES, 7)
        if rng.random() < 0.3:
            faces = _meld(rng, rules, 3) + _meld(rng, rules, 4)
        false_is_wild = _false_is_wild(rules)
        if not false_is_wild and okey not in faces and rng.random() < 0.3:
            faces[0] = okey
        if false_is_wild and okey in faces:
            continue  # no ordinary tile has this face
        tiles = [FALSE_JOKER if face == okey else face for face in faces * 2]
        rng.shuffle(tiles)
        if rules.get("pairs_with_jokers") != "none":
            wild = [okey] * _some(rng) + [FALSE_JOKER] * (_some(rng) if false_is_wild else 0)
            tiles = wild + tiles[len(wild) :]
        if not problems(tiles, indicator):
            return indicator, tiles


def _exchange(rng: Random, indicator: str, tiles: list[str], times: int) -> list[str]:
    """Return the hand after `times` ordinary tiles were changed for ordinary tiles from the bag."""
    special = {okey_of(indicator), FALSE_JOKER}
    kept = [tile for tile in tiles if tile in special]
    ordinary = [tile for tile in tiles if tile not in special]
    rng.shuffle(ordinary)
    bag = [tile for tile in _bag(indicator, tiles) if tile not in special]
    return kept + ordinary[times:] + rng.sample(bag, times)


def _crowded(rng: Random, size: int, okeys: int, false_jokers: int) -> Hand:
    """Return tiles of few numbers and colours, with so many okeys and false jokers among them."""
    shapes = [(9, 1), (10, 1), (13, 1), (5, 2), (6, 2), (3, 3), (4, 3), (5, 3), (3, 4)]
    width, colours = rng.choice(shapes)
    first = rng.randint(1, 14 - width + 1)
    numbers = [(number - 1) % 13 + 1 for number in range(first, first + width)]
    window = [colour + str(n) for colour in rng.sample(COLOURS, colours) for n in numbers]
    indicator = rng.choice(window if rng.random() < 0.5 else FACES)
    okey = okey_of(indicator)
    special = [okey] * okeys + [FALSE_JOKER] * false_jokers
    # At the least 18 tiles less the indicator and the okeys: enough for 15.
    bag = [tile for tile in _bag(indicator, []) if tile in window and tile != okey]
    return indicator, special + rng.sample(bag, size - len(special))


def _some(rng: Random) -> int:
    """Return how many okeys a hand has."""
    return rng.choice([0, 1, 1, 2])


def _few(rng: Random) -> int:
    """Return how many false jokers a hand has; where they are not wild they seldom fit."""
    return rng.choice([0, 0, 0, 1, 2])


def _shuffled(rng: Random, indicator: str, tiles: list[str]) -> Hand:
    rng.shuffle(tiles)
    return indicator, tiles


# ------------------------------------------------------------------------------
# The classes
# ------------------------------------------------------------------------------


def deal(rng: Random, rules: Rules) -> Hand:
    """Return 14 random tiles.  Wins: 0 %."""
    indicator = rng.choice(FACES)
    return indicator, rng.sample(_bag(indicator, []), 14)


def win(rng: Random, rules: Rules) -> Hand:
    """Return a hand of melds with okeys and false jokers.  Wins: 100 %."""
    return _shuffled(rng, *_melded(rng, rules, _some(rng), _few(rng)))


def near(rng: Random, rules: Rules) -> Hand:
    """Return a hand as `win` does with one or two tiles exchanged.  Wins: 12.2 %."""
    indicator, tiles = win(rng, rules)
    times = rng.randint(1, 2)
    return _shuffled(rng, indicator, tiles[times:] + rng.sample(_bag(indicator, tiles), times))


def dense(rng: Random, rules: Rules) -> Hand:
    """Return 14 tiles whose melds overlap in many ways.  Wins: 18.4 %."""
    return _shuffled(rng, *_crowded(rng, 14, _some(rng), _few(rng)))


def pairs(rng: Random, rules: Rules) -> Hand:
    """Return seven pairs, or one time in five a hand one tile off.  Wins: 80.6 %."""
    indicator, tiles = _paired(rng, rules)
    if rng.random() < 0.2:
        special = {okey_of(indicator), FALSE_JOKER}
        twins = [tile for tile in tiles if tiles.count(tile) == 2 and tile not in special]
        strangers = [t for t in _bag(indicator, tiles) if t not in tiles and t not in special]
        tiles.remove(rng.choice(twins))
        tiles.append(rng.choice(strangers))
    return _shuffled(rng, indicator, tiles)


def two_okeys(rng: Random, rules: Rules) -> Hand:
    """Return a dense or nearly winning hand with both okeys.  Wins: 41.3 %."""
    if rng.random() < 0.5:
        return _shuffled(rng, *_crowded(rng, 14, 2, _few(rng)))
    indicator, tiles = _melded(rng, rules, 2, _few(rng))
    return _shuffled(rng, indicator, _exchange(rng, indicator, tiles, rng.randint(0, 2)))


def _special(rng: Random, rules: Rules, okeys: int, false_jokers: int) -> Hand:
    """Return a dense or nearly winning hand with so many okeys and false jokers."""
    if rng.random() < 0.3:
        return _shuffled(rng, *_crowded(rng, 14, okeys, false_jokers))
    indicator, tiles = _melded(rng, rules, okeys, false_jokers)
    return _shuffled(rng, indicator, _exchange(rng, indicator, tiles, rng.randint(0, 2)))


def three_wilds(rng: Random, rules: Rules) -> Hand:
    """Return a hand with three okeys and false jokers.  Wins: 35.3 %."""
    okeys = rng.randint(1, 2)
    return _special(rng, rules, okeys, 3 - okeys)


def four_wilds(rng: Random, rules: Rules) -> Hand:
    """Return a hand with both okeys and both false jokers.  Wins: 37.5 %."""
    return _special(rng, rules, 2, 2)


def fifteen(rng: Random, rules: Rules) -> Hand:
    """Return 15 dense tiles, or 14 of another class and one more.  Can finish: 45.6 %."""
    maker = rng.choice([deal, win, near, near, dense, pairs])
    if maker is dense:
        return _shuffled(rng, *_crowded(rng, 15, _some(rng), _few(rng)))
    indicator, tiles = maker(rng, rules)
    return _shuffled(rng, indicator, [*tiles, rng.choice(_bag(indicator, tiles))])


# ------------------------------------------------------------------------------
# Hands at the limits of the search, which hardly come up by chance
# ------------------------------------------------------------------------------


def melds_of(rng: Random, rules: Rules, lengths: Iterable[int]) -> list[tuple[str, ...]]:
    high_one = option(rules, "run_wrap") == "high_one"
    return [rng.choice(literal_melds(length, high_one)) for length in lengths]


def surplus(rng: Random, rules: Rules) -> Hand:
    """Return a winning hand whose ordinary tiles are melds already, so that every wild tile
    has to find a place with them.
    """
    while True:
        indicator = rng.choice(FACES)
        wild = [okey_of(indicator)] * rng.randint(1, 2)
        if option(rules, "false_joker_role") == "wild":
            wild += [FALSE_JOKER] * rng.randint(0, 2)
        lengths = {13: (4, 4, 5), 12: (4, 4, 4), 11: (3, 4, 4), 10: (3, 3, 4)}[14 - len(wild)]
        melds = melds_of(rng, rules, lengths)
        full = all(len(meld) < 4 or meld[0][1:] == meld[1][1:] for meld in melds)
        tiles = [*wild, *(face for meld in melds for face in meld)]
        if (
            (full or rng.random() < 0.02)
            and tiles.count(wild[0]) == wild.count(wild[0])
            and not problems(tiles, indicator)
        ):
            rng.shuffle(tiles)
            return indicator, tiles


def gapped(rng: Random, rules: Rules) -> Hand:
    """Return a winning hand with a run of 4 to 14 in which wild tiles stand inside, so that
    its other tiles lie far apart.
    """
    while True:
        indicator = rng.choice(FACES)
        longest = [(14,)] if option(rules, "run_wrap") == "high_one" else []
        lengths = rng.choice([(4, 3, 3, 4), (4, 5, 5), (5, 3, 3, 3), (7, 3, 4), (8, 3, 3), (11, 3), *longest])
        run, *others = melds_of(rng, rules, lengths)
        if run[0][0] != run[1][0]:
            continue
        wild = [okey_of(indicator)] * rng.randint(1, 2)
        gap = rng.randint(1, len(run) - 1 - len(wild))
        natural = [*run[:gap], *run[gap + len(wild) :], *(face for meld in others for face in meld)]
        tiles = [*wild, *natural]
        if wild[0] not in natural and not problems(tiles, indicator):
            rng.shuffle(tiles)
            return indicator, tiles


def far_apart(rng: Random, rules: Rules) -> Hand:
    """Return a winning hand with a run of four of which only the ends are there, no other
    tile near them, and both okeys.
    """
    high_one = option(rules, "run_wrap") == "high_one"
    while True:
        run, *others = melds_of(rng, rules, rng.choice([(4, 5, 5), (4, 3, 3, 4)]))
        natural = [run[0], run[3], *(face for meld in others for face in meld)]
        indicator = rng.choice(FACES)
        okeys = [okey_of(indicator)] * 2
        if run[0][0] != run[1][0] or okeys[0] in natural or problems([*okeys, *natural], indicator):
            continue
        near = {face for meld in literal_melds(3, high_one) for end in (run[0], run[3]) if end in meld for face in meld}
        if len(near & set(natural)) == 2:
            tiles = [*okeys, *natural]
            rng.shuffle(tiles)
            return indicator, tiles


CLASSES: dict[str, Callable[[Random, Rules], Hand]] = {
    "deal": deal,
    "win": win,
    "near": near,
    "dense": dense,
    "pairs": pairs,
    "two_okeys": two_okeys,
    "three_wilds": three_wilds,
    "four_wilds": four_wilds,
    "fifteen": fifteen,
}
