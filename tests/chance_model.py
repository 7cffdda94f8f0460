"""The generators that the header names, once more and slowly, and a measure of evenness."""

from __future__ import annotations

import math
from typing import Any

from rummycore._core import ffi, lib

MASK = 2**64 - 1


def splitmix64(seed: int, n: int) -> list[int]:
    """Return the first n numbers of splitmix64, after S. Vigna's C code."""
    numbers = []
    for _ in range(n):
        seed = seed + 0x9E3779B97F4A7C15 & MASK
        z = seed
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        numbers.append(z ^ z >> 31)
    return numbers


class Xoshiro:
    """xoshiro256** 1.0, after the C code of D. Blackman and S. Vigna, and Lemire's bounded numbers on its upper
    halves."""

    def __init__(self, words: list[int]) -> None:
        self.s = list(words)

    def next(self) -> int:
        s = self.s
        x = s[1] * 5 & MASK
        result = (x << 7 | x >> 57) * 9 & MASK
        t = s[1] << 17 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = (s[3] << 45 | s[3] >> 19) & MASK
        return result

    def below(self, bound: int) -> int:
        while bound > 1:
            product = (self.next() >> 32) * bound
            if product % 2**32 >= 2**32 % bound:
                return product >> 32
        return 0


def seeded(seed: int) -> Any:
    random = ffi.new("rummy_random *")
    lib.rummy_random_seed(random, seed)
    return random


def with_words(words: list[int]) -> Any:
    return ffi.new("rummy_random *", {"word": words})


def chi_square(counts: list[int]) -> float:
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 for count in counts) / mean


def looks_even(counts: list[int]) -> bool:
    """Return whether counts of equally likely outcomes lie as they should: within four standard deviations of
    chi-square's mean."""
    freedom = len(counts) - 1
    return abs(chi_square(counts) - freedom) < 4 * math.sqrt(2 * freedom) + 2
