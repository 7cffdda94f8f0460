"""Stacked decks for tests: the tiles one names where one wants them, all others in a seeded order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random

from rummycore.okey import Tile, tiles


def stack(
    indicator: str,
    hands: Mapping[int, str] | None = None,
    *,
    stock: str = "",
    last: str = "",
    players: int = 4,
    starter: int = 1,
    seed: int = 0,
) -> list[Tile]:
    """Return a deck for `okey.deal`: `hands[seat]` begins with the tiles named (the rest is filled up), the stock
    begins with `stock` and ends with `last`. The starter is seat 1 when seat 0 deals.
    """
    named = {seat: list(tiles(hand)) for seat, hand in (hands or {}).items()}
    shown = Tile(indicator)
    first, final = list(tiles(stock)), list(tiles(last))
    left = Counter(dict.fromkeys(Tile.all(), 2))
    for tile in [*(t for hand in named.values() for t in hand), *first, *final, shown]:
        left[tile] -= 1
        assert left[tile] >= 0, f"{tile} is named too often"
    rest = list(left.elements())
    Random(seed).shuffle(rest)
    deck: list[Tile] = []
    for seat in range(players):
        hand = named.get(seat, [])
        size = 15 if seat == starter else 14
        assert len(hand) <= size, f"seat {seat} has more than {size} tiles"
        deck += hand + [rest.pop() for _ in range(size - len(hand))]
    deck += first
    return deck + rest + final + [shown]
