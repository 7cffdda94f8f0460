"""Chance is what the header says: the generators are those that it names, bounded numbers and shuffles are fair."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from chance_model import MASK, Xoshiro, looks_even, seeded, splitmix64, with_words

from rummycore._core import ffi, lib


def test_seeds_are_derived_by_splitmix64() -> None:
    """rummy_derive gives the published numbers of splitmix64 for seed 1234567, and those of the code above for
    others."""
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [lib.rummy_derive(1234567, i) for i in range(5)] == published == splitmix64(1234567, 5)
    for seed in (0, 1, 2**63, MASK):
        assert [lib.rummy_derive(seed, i) for i in range(100)] == splitmix64(seed, 100)
        assert lib.rummy_derive(seed, MASK) == splitmix64(seed - 0x9E3779B97F4A7C15 & MASK, 1)[0]


def test_numbers_are_those_of_xoshiro256starstar() -> None:
    """From words 1, 2, 3, 4 the generator gives its published numbers, from a seed those of the code above."""
    published = [11520, 0, 1509978240, 1215971899390074240, 1216172134540287360, 607988272756665600]
    random = with_words([1, 2, 3, 4])
    assert [lib.rummy_random_next(random) for _ in range(6)] == published
    for seed in (0, 1, 7, 2**63, MASK):
        random, slow = seeded(seed), Xoshiro(splitmix64(seed, 4))
        assert [lib.rummy_random_next(random) for _ in range(1000)] == [slow.next() for _ in range(1000)]


def test_first_numbers_are_pinned() -> None:
    """Seed 7 gives these numbers on every platform."""
    random = seeded(7)
    first = [12923355070828475994, 5142052590334782674, 15488392906492639638]
    assert [lib.rummy_random_next(random) for _ in range(3)] == first
    assert [lib.rummy_random_below(random, bound) for bound in (6, 106, 10, 2**32 - 1)] == [5, 105, 8, 260928193]


@pytest.mark.parametrize("bound", [0, 1, 2, 3, 6, 52, 106, 110, 2**31 - 1, 2**31, 2**31 + 1, 2**32 - 1])
def test_bounded_numbers_are_those_of_the_slow_code(bound: int) -> None:
    """rummy_random_below gives what the slow code gives and stays below its bound; 0 and 1 use up no number."""
    random, slow = seeded(bound), Xoshiro(splitmix64(bound, 4))
    drawn = [lib.rummy_random_below(random, bound) for _ in range(500)]
    assert drawn == [slow.below(bound) for _ in range(500)]
    assert max(drawn) < max(bound, 1)
    assert list(random.word) == slow.s


BOUNDS = [*range(2, 111), 1000, 65_537, 2**16, 2**31]


def first_of(answer: int, bound: int) -> int:
    """Return the least 32 random bits whose product with the bound has `answer` as its upper half."""
    return -(-answer * 2**32 // bound)


def is_fair(answer: int, bound: int) -> bool:
    """Return whether those bits count; only the first of an answer can be one too many."""
    return first_of(answer, bound) * bound % 2**32 >= 2**32 % bound


@pytest.mark.parametrize("bound", BOUNDS)
def test_bounded_numbers_are_equally_likely(bound: int) -> None:
    """Of the 2**32 values of the random bits every answer keeps the same number: shown for all answers of a small
    bound."""
    kept = {
        first_of(answer + 1, bound) - first_of(answer, bound) - (not is_fair(answer, bound))
        for answer in (range(bound) if bound <= 2**16 + 1 else (0, 1, bound // 2, bound - 1))
    }
    assert kept == {2**32 // bound}


@pytest.mark.parametrize("bound", [2, 3, 6, 53, 106, 1000])
def test_the_bits_that_are_one_too_many_are_drawn_again(bound: int) -> None:
    """Fed with the first bits of each answer and with the bits before them, the library answers or draws again as it
    must."""
    nine, five = pow(9, -1, 2**64), pow(5, -1, 2**64)
    for answer in range(bound):
        for bits in (first_of(answer, bound), first_of(answer, bound) - 1, first_of(answer, bound) + 1):
            wanted = (bits % 2**32) << 32 | 12345
            x = wanted * nine & MASK
            words = [1, (x >> 7 | x << 57) * five & MASK, 3, 4]
            random, slow = with_words(words), Xoshiro(words)
            assert Xoshiro(words).next() == wanted
            assert lib.rummy_random_below(random, bound) == slow.below(bound)
            assert list(random.word) == slow.s
        if is_fair(answer, bound):
            x = (first_of(answer, bound) << 32) * nine & MASK
            assert lib.rummy_random_below(with_words([1, (x >> 7 | x << 57) * five & MASK, 3, 4]), bound) == answer


@pytest.mark.parametrize("bound", [2, 3, 6, 53, 106])
def test_bounded_numbers_come_equally_often(bound: int) -> None:
    """Over 200,000 numbers of a fixed seed each answer comes about equally often."""
    random = seeded(42)
    counts = Counter(lib.rummy_random_below(random, bound) for _ in range(200_000))
    assert looks_even([counts[answer] for answer in range(bound)])
    assert not looks_even([counts[0] + 20_000, *(counts[answer] for answer in range(1, bound))])


def test_shuffles_are_those_of_fisher_and_yates() -> None:
    """From the last place to the second, a tile changes places with one at or before it, as the slow code draws
    them."""
    for seed in range(50):
        deck = bytearray(range(106))
        lib.rummy_shuffle(seeded(seed), ffi.from_buffer("uint8_t[]", deck), len(deck))
        slow, order = Xoshiro(splitmix64(seed, 4)), list(range(106))
        for left in range(106, 1, -1):
            at = slow.below(left)
            order[at], order[left - 1] = order[left - 1], order[at]
        assert list(deck) == order
        assert sorted(deck) == list(range(106))


@pytest.mark.parametrize("n", [0, 1])
def test_shuffles_of_no_tile_or_one_draw_no_number(n: int) -> None:
    """There is nothing to shuffle, and the generator stays as it was."""
    random, deck = seeded(3), bytearray(b"\x05\x06")
    lib.rummy_shuffle(random, ffi.from_buffer("uint8_t[]", deck), n)
    assert deck == b"\x05\x06"
    assert list(random.word) == list(seeded(3).word)


def test_all_orders_of_a_shuffle_are_equally_likely() -> None:
    """Over 240,000 shuffles of four tiles each of the 24 orders comes about equally often."""
    random, tiles = seeded(11), bytearray(4)
    kinds = ffi.from_buffer("uint8_t[]", tiles)
    counts: Counter[bytes] = Counter()
    for _ in range(240_000):
        tiles[:] = b"\0\1\2\3"
        lib.rummy_shuffle(random, kinds, 4)
        counts[bytes(tiles)] += 1
    assert set(counts) == {bytes(order) for order in permutations(range(4))}
    assert looks_even(list(counts.values()))
