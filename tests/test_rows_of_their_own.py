"""Batches in which each row has an indicator of its own, sets of values as printed tiles,
and many decks from one seed.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from kit import Kit
from kits import EACH

from rummycore import HandError, StateError, okey
from rummycore.chance import derive
from rummycore.okey import batch

RULES = [okey.Rules(), okey.Rules(false_joker_role="wild")]


def some(rng: Random, size: int, n: int = 60) -> tuple[list[list[okey.Tile]], bytes]:
    """Return hands of so many tiles, and an indicator for each."""
    hands, indicators = [], bytearray()
    for _ in range(n):
        deck = [tile for tile in okey.Tile.all() for _ in range(2)]
        rng.shuffle(deck)
        indicators.append(next(tile for tile in deck[size:] if tile < 52))
        hands.append(deck[:size])
    return hands, bytes(indicators)


@pytest.mark.parametrize("rules", RULES, ids=["value", "wild"])
def test_rows_beside_their_own_indicators(rules: okey.Rules) -> None:
    """Each row is answered as it is alone beside its indicator."""
    hands, indicators = some(Random(f"rows {rules}"), 15)
    values = batch.encode(hands, indicators, rules)
    left = batch.left(values, indicators, rules)
    near, helpful = batch.distance(values, indicators, rules=rules), batch.useful(values, indicators, None, rules)
    table, after = batch.discards(values, indicators, None, rules)
    for i, (hand, indicator) in enumerate(zip(hands, indicators, strict=True)):
        row = values[53 * i : 53 * i + 53]
        assert row == batch.encode([hand], okey.Tile(indicator), rules)
        assert left[53 * i : 53 * i + 53] == batch.left(row, indicator, rules)
        assert near[i] == batch.distance(row, indicator, rules=rules)[0]
        assert helpful[i] == batch.useful(row, indicator, None, rules)[0]
        assert (table[53 * i : 53 * i + 53], after[53 * i : 53 * i + 53]) == batch.discards(row, indicator, None, rules)


def test_a_row_beside_an_indicator_that_is_none() -> None:
    """The first row whose indicator is no numbered tile, or which it does not fit, is named; so is a wrong number of
    indicators."""
    hands, indicators = some(Random("bad"), 14)
    values = batch.encode(hands, indicators)
    for bad in (52, 53, 254):
        wrong = indicators[:7] + bytes([bad]) + indicators[8:]
        for call in (batch.left, batch.distance, batch.useful):
            with pytest.raises(HandError, match=r"^row 7: the indicator must be a numbered tile"):
                call(values, wrong)
        with pytest.raises(HandError, match=r"^hand 7: the indicator must be a numbered tile"):
            batch.encode(hands, wrong)
    with pytest.raises(HandError, match="indicator: 59 bytes beside 60 rows"):
        batch.distance(values, indicators[1:])
    twice = [okey.Tile("r1"), okey.Tile("r1"), *(tile for tile in hands[0] if tile)][:14]
    with pytest.raises(HandError, match=r"^hand 1: r1 x2: there are not so many, as one is the indicator"):
        batch.encode([hands[0], twice], bytes([indicators[0], okey.Tile("r1")]))
    unknown = bytes([255]) * 60
    assert batch.distance(values, unknown) == batch.distance(values, None)


@pytest.mark.parametrize("rules", RULES, ids=["value", "wild"])
def test_sets_of_values_are_decoded(rules: okey.Rules) -> None:
    """The tiles of a set are those whose value is in it; a set has 53 bits."""
    rng = Random(f"decode {rules}")
    for indicator in okey.Tile.all()[:52]:
        column = {tile: batch.encode([[tile]], indicator, rules).index(1) for tile in okey.Tile.all()}
        values = rng.getrandbits(53)
        assert batch.decode(values, indicator, rules) == tuple(t for t in okey.Tile.all() if values >> column[t] & 1)
    for wrong in (1 << 53, 1 << 64, -1, 1 << 200):
        with pytest.raises(HandError, match="values="):
            batch.decode(wrong, "k9", rules)


@EACH
def test_many_decks_from_one_seed(kit: Kit) -> None:
    """Deck i is that of the deal from part i of the seed; another number of decks and another seed are refused."""
    decks: Any = kit.package.batch.decks
    size = len(kit.game.deal(seed=1).record().deck)
    made = decks(20, 99)
    assert len(made) == 20 * size
    for i in range(20):
        deck = kit.game.deal(seed=derive(99, i)).record().deck
        assert list(made[i * size : (i + 1) * size]) == list(map(int, deck))
    assert decks(0, 1) == b""
    with pytest.raises(HandError, match="n=-1: it must be"):
        decks(-1, 1)
    with pytest.raises(StateError, match="seed"):
        decks(1, -1)
