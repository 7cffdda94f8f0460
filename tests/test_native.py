"""The C library as Python sees it: the header, the stub, the tables and the exports agree, and chance is what the header says."""

from __future__ import annotations

import importlib.metadata
import math
import re
import struct
import subprocess
import sys
from collections import Counter
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from okey_hands import CLASSES
from okey_oracle import FACES, FALSE_JOKER

import rummycore
from rummycore import _rummycore, okey
from rummycore._core import Errors, code_name, ffi, lib
from rummycore.okey.options import OPTIONS
from rummycore.okey.outcome import Ending, Source
from rummycore.okey.view import PHASES, Phase
from rummycore.values import Choice

ROOT = Path(__file__).parents[1]
HEADERS = [
    ROOT / "csrc" / "rummycore.h",
    *sorted(ROOT / "csrc" / game / f"{game}.h" for game in ("okey", "marriage")),
]
HEADER = "".join(path.read_text(encoding="utf-8") for path in HEADERS)
CDEF = "".join(part.split("/* cdef-end */")[0] for part in HEADER.split("/* cdef-begin */")[1:])
LIB = {name: getattr(lib, name) for name in dir(lib)}
FUNCTIONS = {name for name in LIB if not name.startswith("RUMMY_")}
ERRORS = {name: code for name, code in LIB.items() if name.startswith("RUMMY_E_")}

# ------------------------------------------------------------------------------
# Options, enumerators, errors
# ------------------------------------------------------------------------------

CHOICES = {option.name: option.metadata["choice"] for option in OPTIONS if "choice" in option.metadata}


def enumerators(option: str) -> dict[str, int]:
    """Return the constants of the library that belong to an option: those that begin with its name and with no longer one."""
    prefix = f"RUMMY_OKEY_{option.upper()}_"
    longer = [f"RUMMY_OKEY_{other.upper()}_" for other in CHOICES if other.startswith(option + "_")]
    return {
        name: value for name, value in LIB.items() if name.startswith(prefix) and not name.startswith(tuple(longer))
    }


@pytest.mark.parametrize("option", CHOICES)
def test_an_option_has_the_choices_of_the_library(option: str) -> None:
    """Each choice of an option has its enumerator, each enumerator its choice, and both count from 0."""
    names = {f"RUMMY_OKEY_{option}_{choice.value}".upper() for choice in CHOICES[option]}
    found = enumerators(option)
    assert set(found) == names
    assert sorted(found.values()) == list(range(len(names)))


def test_rules_have_the_fields_of_the_library_in_its_order() -> None:
    """`okey.Rules` and the C struct have the same options in the same order, all of them 32 bits wide."""
    fields = ffi.typeof("rummy_okey_rules").fields
    assert fields is not None
    assert [option.name for option in OPTIONS] == [name for name, _ in fields] == list(okey.Rules().to_dict())
    assert {field.type.cname for _, field in fields} == {"int32_t"}
    assert ffi.sizeof("rummy_okey_rules") == 4 * len(OPTIONS)


def test_default_rules_are_those_of_the_library() -> None:
    """`okey.Rules()` is what rummy_okey_rules_init writes, and every option that the header marks with a star is left to the payout."""
    raw = ffi.new("rummy_okey_rules *")
    lib.rummy_okey_rules_init(raw)
    assert okey.Rules().numbers() == [getattr(raw, option.name) for option in OPTIONS]
    starred = re.findall(r"int32_t (\w+); +/\* \*", CDEF)
    assert starred == [name for name, value in okey.Rules().to_dict().items() if value is None]
    assert okey.Rules() == okey.CLASSIC


@pytest.mark.parametrize(
    ("choices", "numbers"),
    [
        (Phase, {"TO_DRAW": 0, "TO_DISCARD": 1, "LAST_CHANCE": 2, "OVER": 3}),
        (Source, {"DEALT": 0, "DRAWN": 1, "TAKEN": 2}),
        (Ending, {"WON": 1, "STOCK_OUT": 2, "TRUNCATED": 3, "POINTS_OUT": 4}),
    ],
)
def test_words_of_a_round_have_their_enumerators(choices: type[Choice], numbers: dict[str, int]) -> None:
    """Phases, sources and endings are the enumerators of the library by name."""
    assert {choice.name: LIB[f"RUMMY_OKEY_{choice.name}"] for choice in choices} == numbers
    assert all(choice.value == choice.name.lower() for choice in choices)
    header = re.search(rf"enum rummy_okey_{choices.__name__.lower()} \{{(.*?)\}}", CDEF, re.DOTALL)
    assert header is not None
    assert set(re.findall(r"RUMMY_OKEY_(\w+)", header[1])) - {"RUNNING"} == set(numbers)


def test_phases_of_views_are_those_of_the_library() -> None:
    """Each phase has its number, and there is no other."""
    assert {LIB[f"RUMMY_OKEY_{phase.name}"]: phase for phase in Phase} == PHASES


def test_moves_and_tiles_have_the_numbers_of_the_library() -> None:
    """Ids of moves begin where the header says, and there are as many moves and tiles."""
    starts = {"draw": lib.RUMMY_OKEY_DRAW, "take": lib.RUMMY_OKEY_TAKE, "show": lib.RUMMY_OKEY_SHOW}
    starts |= {"pass": lib.RUMMY_OKEY_PASS, "discard r1": lib.RUMMY_OKEY_DISCARD, "finish r1": lib.RUMMY_OKEY_FINISH}
    assert {text: int(okey.Move(text)) for text in starts} == starts
    assert len(okey.Move.all()) == lib.RUMMY_OKEY_MOVES
    assert len(okey.Tile.all()) == lib.RUMMY_KINDS == lib.RUMMY_FACES + 1
    assert okey.F == lib.RUMMY_JOKER
    assert okey.Move("finish F") == lib.RUMMY_OKEY_MOVES - 1


def test_kinds_are_numbered_as_the_header_draws_them() -> None:
    """Every number in the header's table of kinds is the tile in whose row and column it stands."""
    rows = re.findall(r"^ \*     ([rybk]), [cdhs] +((?:\d+ *){13})$", HEADER, re.MULTILINE)
    assert [suit for suit, _ in rows] == list("rybk")
    for suit, numbers in rows:
        assert [int(n) for n in numbers.split()] == [okey.Tile(f"{suit}{rank}") for rank in range(1, 14)]


def test_every_error_has_its_own_number_and_sentence() -> None:
    """Codes are negative and differ; each has a word, and a sentence of its own in a game that gives it, without full stop."""
    assert set(re.findall(r"\bRUMMY_E_\w+(?= = -\d)", CDEF)) == set(ERRORS)
    assert len(set(ERRORS.values())) == len(ERRORS)
    assert max(ERRORS.values()) < 0
    for game in ("okey", "marriage"):
        sentences = {name: Errors(game).sentence(code) for name, code in ERRORS.items()}
        known = {name: said for name, said in sentences.items() if said != "an unknown error"}
        assert len(set(known.values())) == len(known) >= 35
        for name, said in known.items():
            assert re.fullmatch(r"[^\s.](?:[^.]|\.\.(?=\d))+[^\s.]", said), (name, said)
    for name, code in ERRORS.items():
        assert code_name(code) == name.removeprefix("RUMMY_E_").lower()


@pytest.mark.parametrize("code", [*(set(range(-70, 0)) - set(ERRORS.values())), -(2**31), 0, 1, 2**31 - 1])
def test_other_numbers_have_a_sentence_too(code: int) -> None:
    """A number that is no code of an error is called so, and no sentence is NULL."""
    for game in ("okey", "marriage"):
        assert Errors(game).sentence(code) == ("an unknown error" if code < 0 else "no error")


# ------------------------------------------------------------------------------
# Versions, functions, exports, generated files
# ------------------------------------------------------------------------------


def test_the_version_is_the_same_everywhere() -> None:
    """Header, library, package and metadata name one version."""
    major, minor, patch = (int(n) for n in re.findall(r"#define RUMMY_VERSION_[A-Z]+ (\d+)", HEADER))
    assert lib.rummy_version() == major * 10_000 + minor * 100 + patch
    assert f"{major}.{minor}.{patch}" == rummycore.__version__ == importlib.metadata.version("rummycore")


def test_the_library_has_the_functions_of_the_header() -> None:
    """Every function that the header declares is in the library and no other; all bear the prefix, and they are at most 40."""
    declared = re.findall(r"^RUMMY_API [\w ]+?\*?(\w+)\(", HEADER, re.MULTILINE)
    assert len(declared) == len(set(declared)) == HEADER.count("RUMMY_API ") - HEADER.count("#define RUMMY_API ")
    assert set(declared) == FUNCTIONS
    assert all(name.startswith("rummy_") for name in FUNCTIONS)
    assert len(FUNCTIONS) <= 70


def elf_exports(data: bytes) -> set[str]:
    """Return the names that a 64-bit little-endian ELF file defines for others: its dynamic symbols that are not undefined."""
    assert data[:6] == b"\x7fELF\x02\x01", "not such a file"
    (sections_at,) = struct.unpack_from("<Q", data, 40)
    entry, number = struct.unpack_from("<HH", data, 58)
    headers = [struct.unpack_from("<IIQQQQIIQQ", data, sections_at + i * entry) for i in range(number)]
    dynsym = next(header for header in headers if header[1] == 11)
    names = headers[dynsym[6]][4]
    exports = set()
    for at in range(dynsym[4], dynsym[4] + dynsym[5], 24):
        name, info, _, section = struct.unpack_from("<IBBH", data, at)
        if section and info >> 4 in (1, 2):  # defined, and global or weak
            exports.add(data[names + name : data.index(b"\0", names + name)].decode())
    return exports


def exports_of(path: Path) -> set[str]:
    """Return the names that a shared library exports, read from the file itself where it is ELF, else by nm."""
    data = path.read_bytes()
    if data[:4] == b"\x7fELF":
        return elf_exports(data)
    done = subprocess.run(["nm", "-gU", str(path)], capture_output=True, text=True, check=True)
    return {line.split()[-1].removeprefix("_") for line in done.stdout.splitlines() if line}


def test_the_extension_exports_its_init_function_alone() -> None:
    """Nothing else of the library can collide with another library in the same process."""
    by_the_linker = {"_init", "_fini", "_edata", "_end", "__bss_start"}
    assert exports_of(Path(_rummycore.__file__)) - by_the_linker == {"PyInit__rummycore"}


@pytest.mark.parametrize("script", ["gen_options.py", "gen_stub.py", "okey/gen_win_tables.py"])
def test_generated_files_are_as_generated(script: str) -> None:
    """The options, the stub of the extension and the tables of the win check are what their generators write."""
    command = [sys.executable, str(ROOT / "csrc" / script), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_a_refused_batch_writes_nothing() -> None:
    """Where a row is bad rummy_okey_win leaves its output as it was, and tells the row."""
    row = bytes(okey.batch.encode(["r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k1 k2 k3 k4"], "k9"))
    values, out, where = row * 2 + bytes(53), bytearray(b"\7\7\7"), ffi.new("size_t *")
    rows, answers = ffi.from_buffer("uint8_t[]", values), ffi.from_buffer("uint8_t[]", out)
    assert lib.rummy_okey_win(okey.CLASSIC._raw, rows, 3, answers, where) == lib.RUMMY_E_COUNT
    assert (where[0], bytes(out)) == (2, b"\7\7\7")
    assert lib.rummy_okey_win(okey.CLASSIC._raw, rows, 2, answers, where) == 0
    assert bytes(out) == b"\1\1\7"


@pytest.mark.parametrize("tiles", [14, 15])
@pytest.mark.parametrize("number", [1, 2, 5, 8, 11])
def test_each_bad_row_is_found(tiles: int, number: int) -> None:
    """Wherever it stands, a row with a tile too many or too few, three of one, five wilds, or counts that add up beyond a byte is refused."""
    good = bytes([1] * tiles + [0] * (53 - tiles))
    more = good[:39] + b"\1" + good[40:]
    three = bytes([3, 0, 0, *good[3:]])
    five = bytes([0] * 5 + list(good[5:52]) + [5])
    last = bytes([0, 0, 0, *good[3:51], 3, 0])
    wrap = bytes([128, 128, *good[2:16], 2, *good[17:]])
    zero = bytes(53)
    bad = {more: "COUNT", three: "COPIES", five: "COPIES", last: "COPIES", wrap: "COPIES", zero: "COUNT"}
    where = ffi.new("size_t *")
    for row, why in bad.items():
        for at in range(number):
            values = ffi.from_buffer("uint8_t[]", good * at + row + good * (number - 1 - at))
            out = ffi.new("uint8_t[]", b"\7" * number)
            by = ffi.new("uint64_t[][2]", [[7, 7]] * number)
            if tiles == 14:
                code = lib.rummy_okey_win(okey.CLASSIC._raw, values, number, out, where)
            else:
                code = lib.rummy_okey_finishes(okey.CLASSIC._raw, values, number, by, where)
            assert (code, where[0]) == (getattr(lib, f"RUMMY_E_{why}"), at)
            assert bytes(ffi.buffer(out)) == b"\7" * number + b"\0"
            assert all(list(by[i]) == [7, 7] for i in range(number))


@pytest.mark.parametrize("wilds", range(5))
@pytest.mark.parametrize("options", [{}, {"run_wrap": "none"}, {"seven_pairs": False}, {"pairs_with_jokers": "none"}])
def test_rows_together_are_answered_as_alone(wilds: int, options: dict[str, Any]) -> None:
    """A batch has the answers of its rows asked one at a time."""
    rng = Random(f"rows {wilds}")
    rows = bytearray()
    for make in [maker for name, maker in CLASSES.items() if name != "fifteen"]:
        for _ in range(40):
            tiles = [kind for kind in map((*FACES, FALSE_JOKER).index, make(rng, {})[1]) if kind != 52]
            row = Counter(tiles[: 14 - wilds])
            while row.total() < 14 - wilds:
                row[rng.choice([kind for kind in range(52) if row[kind] < 2])] += 1
            row[52] = wilds
            rows += bytes(row[kind] for kind in range(53))
    raw, where, n = okey.Rules(**options)._raw, ffi.new("size_t *"), len(rows) // 53
    together, alone = ffi.new("uint8_t[]", n), ffi.new("uint8_t *")
    assert lib.rummy_okey_win(raw, ffi.from_buffer("uint8_t[]", rows), n, together, where) == 0
    for i in range(n):
        row_alone = ffi.from_buffer("uint8_t[]", rows[53 * i : 53 * i + 53])
        assert lib.rummy_okey_win(raw, row_alone, 1, alone, where) == 0
        assert together[i] == alone[0], rows[53 * i : 53 * i + 53]
    assert len(set(together)) > 1


# ------------------------------------------------------------------------------
# Chance
# ------------------------------------------------------------------------------

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
    """xoshiro256** 1.0, after the C code of D. Blackman and S. Vigna, and Lemire's bounded numbers on its upper halves."""

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


def test_seeds_are_derived_by_splitmix64() -> None:
    """rummy_derive gives the published numbers of splitmix64 for seed 1234567, and those of the code above for others."""
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
    """Of the 2**32 values of the random bits every answer keeps the same number: shown for all answers of a small bound."""
    kept = {
        first_of(answer + 1, bound) - first_of(answer, bound) - (not is_fair(answer, bound))
        for answer in (range(bound) if bound <= 2**16 + 1 else (0, 1, bound // 2, bound - 1))
    }
    assert kept == {2**32 // bound}


@pytest.mark.parametrize("bound", [2, 3, 6, 53, 106, 1000])
def test_the_bits_that_are_one_too_many_are_drawn_again(bound: int) -> None:
    """Fed with the first bits of each answer and with the bits before them, the library answers or draws again as it must."""
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


def chi_square(counts: list[int]) -> float:
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 for count in counts) / mean


def looks_even(counts: list[int]) -> bool:
    """Return whether counts of equally likely outcomes lie as they should: within four standard deviations of chi-square's mean."""
    freedom = len(counts) - 1
    return abs(chi_square(counts) - freedom) < 4 * math.sqrt(2 * freedom) + 2


@pytest.mark.parametrize("bound", [2, 3, 6, 53, 106])
def test_bounded_numbers_come_equally_often(bound: int) -> None:
    """Over 200,000 numbers of a fixed seed each answer comes about equally often."""
    random = seeded(42)
    counts = Counter(lib.rummy_random_below(random, bound) for _ in range(200_000))
    assert looks_even([counts[answer] for answer in range(bound)])
    assert not looks_even([counts[0] + 20_000, *(counts[answer] for answer in range(1, bound))])


def test_shuffles_are_those_of_fisher_and_yates() -> None:
    """From the last place to the second, a tile changes places with one at or before it, as the slow code draws them."""
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


# ------------------------------------------------------------------------------
# The ceremony (O-5)
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(("ceremony", "share"), [("exact", 6 / 106), ("uniform", 5 / 105)])
def test_the_ceremony_is_as_exact_as_its_rule(ceremony: str, share: float) -> None:
    """Over 200,000 decks of a fixed seed a false joker lies among the last five tiles of the stock in 6 of 106, uniform in 5 of
    105; every numbered tile is the indicator equally often, every place in front of the last five holds an equal share of the rest."""
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
    """The exact ceremony shuffles, throws a die for one of the last six tiles until it is a numbered one, and lays that last."""
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
