"""Chance: the generator of the C library, and seeds that are derived from other seeds."""

from __future__ import annotations

from typing import Any, SupportsIndex

from rummycore._core import integer, lib, new
from rummycore.errors import StateError


def checked_seed(value: object) -> int:
    """Return a seed, 0..2**64-1. StateError for another number, TypeError for another type."""
    number = integer(value, "seed")
    if not 0 <= number < 1 << 64:
        raise StateError("seed", what="seed", given=number)
    return number


class Random:
    """The generator of C (xoshiro256**). A seed gives the same numbers on every platform."""

    __slots__ = ("raw",)

    def __init__(self, seed_value: SupportsIndex) -> None:
        self.raw: Any = new("rummy_random *")
        lib.rummy_random_seed(self.raw, checked_seed(seed_value))

    @property
    def words(self) -> tuple[int, ...]:
        """The four 64-bit words on which the next numbers depend."""
        return tuple(self.raw.word)

    @words.setter
    def words(self, words: tuple[int, ...]) -> None:
        self.raw.word = words

    def below(self, bound: int) -> int:
        """Return a number in 0..bound-1, each equally likely."""
        return lib.rummy_random_below(self.raw, bound)


def derive(seed_value: SupportsIndex, index: int) -> int:
    """Return the seed of part `index` of something seeded with `seed_value`."""
    return lib.rummy_derive(checked_seed(seed_value), index)
