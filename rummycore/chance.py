"""Chance: the one generator of the C library, and seeds that are derived from others."""

from __future__ import annotations

from rummycore._core import brief, integer, lib, new
from rummycore.errors import StateError


def checked_seed(value: object) -> int:
    """Return a seed, 0..2**64-1; StateError outside."""
    number = integer(value, "seed")
    if not 0 <= number < 1 << 64:
        raise StateError("seed", f"seed {brief(number)}: seeds are 0..2**64-1")
    return number


class Random:
    """The generator of the header (xoshiro256**), for everything that must be the same on every platform."""

    __slots__ = ("raw",)

    def __init__(self, seed_value: int) -> None:
        self.raw = new("rummy_random *")
        lib.rummy_random_seed(self.raw, checked_seed(seed_value))

    @property
    def words(self) -> tuple[int, ...]:
        """The four words of the generator: all that its next numbers depend on."""
        return tuple(self.raw.word)

    @words.setter
    def words(self, words: tuple[int, ...]) -> None:
        self.raw.word = words

    def below(self, bound: int) -> int:
        """Return a number in 0..bound-1, each equally likely."""
        return lib.rummy_random_below(self.raw, bound)


def derive(seed_value: int, index: int) -> int:
    """Return the seed of part `index` of something seeded with `seed_value`."""
    return lib.rummy_derive(checked_seed(seed_value), index)
