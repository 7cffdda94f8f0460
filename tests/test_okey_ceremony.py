"""The ceremony that lays out Okey's stock and indicator (O-5), over many decks."""

from __future__ import annotations

import math

import pytest
from chance_model import Xoshiro, looks_even, seeded, splitmix64

from rummycore import okey
from rummycore._core import ffi, lib


@pytest.mark.parametrize(("ceremony", "share"), [("exact", 6 / 106), ("uniform", 5 / 105)])
def test_the_ceremony_is_as_exact_as_its_rule(ceremony: str, share: float) -> None:
    """Over 200,000 decks of a fixed seed a false joker lies among the last five tiles of the stock in 6 of 106, uniform
    in 5 of 105; every numbered tile is the indicator equally often, every place in front of the last five holds an
    equal share of the rest."""
    n, random, deck = 200_000, seeded(2024), bytearray(106)
    rules, order = okey.Rules(ceremony=ceremony)._raw, ffi.from_buffer("uint8_t[]", deck)
    indicators, false_jokers = [0] * 53, [0] * 105
    for _ in range(n):
        lib.rummy_okey_shuffle(rules, random, order)
        indicators[deck[105]] += 1
        first = deck.index(52)
        false_jokers[first] += 1
        false_jokers[deck.index(52, first + 1)] += 1
    assert indicators[52] == 0
    assert looks_even(indicators[:52])
    last_five = sum(false_jokers[100:])
    deviation = math.sqrt(2 * n * share * (1 - share))
    assert abs(last_five - 2 * n * share) < 4 * deviation
    other = 6 / 106 + 5 / 105 - share
    assert abs(last_five - 2 * n * other) > 12 * deviation
    assert looks_even(false_jokers[:100])
    assert looks_even(false_jokers[100:])


def test_a_shuffled_deck_holds_every_tile_twice() -> None:
    """Whatever the seed, the deck has two of each of the 53 kinds and ends in a numbered tile."""
    for seed in range(2_000):
        deck = bytearray(106)
        rules = okey.Rules(ceremony=("exact", "uniform")[seed % 2])._raw
        lib.rummy_okey_shuffle(rules, seeded(seed), ffi.from_buffer("uint8_t[]", deck))
        assert sorted(deck) == sorted([*range(53)] * 2)
        assert deck[105] != 52


def test_a_die_that_hits_a_false_joker_is_thrown_again() -> None:
    """The exact ceremony shuffles, throws a die for one of the last six tiles until it is a numbered one, and lays that
    last."""
    again = 0
    for seed in range(2_000):
        deck = bytearray(106)
        lib.rummy_okey_shuffle(okey.CLASSIC._raw, seeded(seed), ffi.from_buffer("uint8_t[]", deck))
        slow, order = Xoshiro(splitmix64(seed, 4)), [i // 2 for i in range(106)]
        for left in range(106, 1, -1):
            at = slow.below(left)
            order[at], order[left - 1] = order[left - 1], order[at]
        die = slow.below(6)
        while order[100 + die] == 52:
            again += 1
            die = slow.below(6)
        order.append(order.pop(100 + die))
        assert list(deck) == order
        assert [int(tile) for tile in okey.deal(seed=seed).record().deck] == order
    assert again >= 20
