"""Every meld grammar of the C header: what is read, listed and arranged by plain definitions, and what is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any, NamedTuple, TypeAlias

import pytest

from rummycore import _core
from rummycore._core import ffi, lib
from rummycore.okey import tiles

BY = (lib.RUMMY_BY_TILES, lib.RUMMY_BY_POINTS)
WILD = 52


class Grammar(NamedTuple):
    """The fields of a rummy_grammar."""

    group_min: int = 3
    group_max: int = 4
    run_min: int = 3
    run_max: int = 14
    high_one: int = 1
    pair: int = 0

    @property
    def native(self) -> Any:
        return _core.new("rummy_grammar *", tuple(self))


def bounds(most: int) -> list[tuple[int, int]]:
    """Return the bounds of sizes up to `most` that the header admits."""
    return [(0, 0), *((low, high) for high in range(3, most + 1) for low in range(3, high + 1))]


ADMITTED = [Grammar(*groups, *runs, high) for groups in bounds(4) for runs in bounds(14) for high in (0, 1)]

# ------------------------------------------------------------------------------
# The definitions
# ------------------------------------------------------------------------------

Values: TypeAlias = tuple[int, ...]  # kinds 0..51, a tile each


def rank(value: int) -> int:
    return value % 13 + 1


def points_of(values: Iterable[int]) -> int:
    return sum(map(rank, values))


@cache
def shapes(grammar: Grammar) -> list[Values]:
    """Return what the tiles of each meld count as: groups by suit, runs by place."""
    group_min, group_max, run_min, run_max, high_one, _ = grammar
    found: list[Values] = []
    for size in (3, 4):
        if group_min <= size <= group_max:
            found += [
                tuple(13 * suit + n for suit in suits) for n in range(13) for suits in combinations(range(4), size)
            ]
    for suit, first, size in product(range(4), range(13), range(3, 15)):
        if run_min <= size <= run_max and first + size <= 13 + high_one:
            found.append(tuple(13 * suit + n % 13 for n in range(first, first + size)))
    return found


class Kept(NamedTuple):
    """The tiles of a meld that are not wild, ascending, and how many are."""

    values: Values
    wilds: int

    @property
    def size(self) -> int:
        return len(self.values) + self.wilds


def fillings(shape: Values, row: bytes) -> Iterator[Kept]:
    """Yield what is kept in every way to fill a shape: wilds stand where no tile is, and may stand elsewhere."""
    there = [value for value in sorted(shape) if row[value]]
    for wilds in range(len(shape) - len(there), min(row[WILD], len(shape)) + 1):
        for kept in combinations(there, len(shape) - wilds):
            if len({*kept}) == len(kept) or row[kept[0]] > 1:  # only the 1 stands twice in a run
                yield Kept(kept, wilds)


def melds_of(grammar: Grammar, row: bytes) -> dict[Kept, int]:
    """Return the points of every meld of the row's tiles: of those that keep the same tiles only the dearest."""
    found: dict[Kept, int] = {}
    for shape in shapes(grammar):
        for kept in fillings(shape, row):
            found[kept] = max(found.get(kept, 0), points_of(shape))
    return found


Worth: TypeAlias = tuple[int, int]
Laying: TypeAlias = tuple[Kept, ...]


def layings(melds: dict[Kept, int], row: bytes, by: int) -> tuple[Worth, set[Laying]]:
    """Return the greatest worth (what matters more first) and every way to lay melds of that worth."""
    by_lowest: dict[int, list[Kept]] = {}
    for meld in melds:
        by_lowest.setdefault(meld.values[0] if meld.values else WILD, []).append(meld)

    @cache
    def best(rest: Values, wilds: int) -> tuple[Worth, set[Laying]]:
        most, ways = best(rest[1:], wilds) if rest else ((0, 0), {()})
        ways = set(ways)
        for meld in by_lowest.get(rest[0] if rest else WILD, ()):
            if meld.wilds > wilds or Counter(meld.values) - Counter(rest):
                continue
            left = Counter(rest) - Counter(meld.values)
            worth, others = best(tuple(sorted(left.elements())), wilds - meld.wilds)
            here = len(meld.values) + meld.wilds, melds[meld]
            if by == lib.RUMMY_BY_POINTS:
                here = here[1], here[0]
            total = worth[0] + here[0], worth[1] + here[1]
            if total >= most:
                laid = {tuple(sorted([*other, meld])) for other in others}
                most, ways = total, laid if total > most else ways | laid
        return most, ways

    return best(tuple(value for value in range(WILD) for _ in range(row[value])), row[WILD])


# ------------------------------------------------------------------------------
# Asking C
# ------------------------------------------------------------------------------


def row_of(text: str) -> bytes:
    """Return the values that a text names; `*` is a wild tile."""
    return bytes(_core.counts(tiles(text.replace("*", "F"))))


def of_meld(meld: Any) -> tuple[Values, Kept]:
    """Return what the tiles of a meld from C count as and which of them are kept, after a look at the rest of it."""
    values = tuple(meld.value[0 : meld.size])
    kept = tuple(value for i, value in enumerate(values) if not meld.wild >> i & 1)
    assert meld.points == points_of(values)
    assert meld.kind == (lib.RUMMY_GROUP if rank(values[0]) == rank(values[1]) else lib.RUMMY_RUN)
    assert meld.wild < 1 << meld.size
    return values, Kept(tuple(sorted(kept)), meld.size - len(kept))


def arranged(grammar: Grammar, row: bytes, by: int, cap: int = 100) -> tuple[Worth, list[Laying]]:
    """Return the worth of the best arrangements in C, and how each lies; each is sound and as good as the first."""
    found = _core.new("rummy_arrangement[]", cap)
    count = lib.rummy_arrange(grammar.native, ffi.from_buffer(row), by, found, cap)
    assert count >= 1
    worths, ways = set(), []
    for arrangement in found[0:count]:
        melds = [of_meld(meld) for meld in arrangement.meld[0 : arrangement.melds]]
        used = Counter(value for _, kept in melds for value in kept.values)
        used[WILD] = sum(kept.wilds for _, kept in melds)
        assert used + Counter(dict(enumerate(arrangement.rest))) == Counter(dict(enumerate(row)))
        assert all(values in shapes(grammar) for values, _ in melds)
        assert arrangement.tiles == sum(len(values) for values, _ in melds)
        assert arrangement.points == sum(points_of(values) for values, _ in melds)
        worths.add((arrangement.tiles, arrangement.points))
        ways.append(tuple(sorted(kept for _, kept in melds)))
    (worth,) = worths
    return worth if by == lib.RUMMY_BY_TILES else worth[::-1], ways


def compare(grammar: Grammar, row: bytes) -> None:
    """Assert that C finds all best arrangements with runs in parts, and that nothing is better."""
    melds = melds_of(grammar, row)
    parts = {kept: points for kept, points in melds.items() if kept.size <= max(4, 2 * grammar.run_min - 1)}
    for by in BY:
        about = f"{grammar}, by {by}: {[*row]}"
        worth, ways = arranged(grammar, row, by)
        most, right = layings(parts, row, by)
        assert worth == most == (most if parts == melds else layings(melds, row, by)[0]), about
        assert len(ways) == len(set(ways)), about
        assert set(ways) == right or (len(ways) == 100 and set(ways) < right), about


def some_hand(rng: Random, grammar: Grammar) -> bytes:
    """Return a few tiles among which melds of the grammar may be: most of two runs, groups, up to four wilds."""
    row = bytearray(53)
    row[WILD] = wilds = rng.choice((0, 1, 2, 2, 3, 4))
    naturals = max(9 - wilds, grammar.run_min - wilds + 1)
    bag: list[int] = []
    for _ in range(2):
        length = rng.randint(max(grammar.run_min, 3), 14)
        first, suit = rng.randint(0, 14 - length), rng.randrange(4)
        bag += [13 * suit + n % 13 for n in range(first, first + length)]
        if rng.random() < 0.5:
            bag += [13 * other + bag[-1] % 13 for other in range(4)]
        if grammar.run_min <= 5:
            rng.shuffle(bag)
        elif wilds:
            del bag[rng.randrange(len(bag))]
    for value in bag:
        if naturals and row[value] < 2:
            row[value] += 1
            naturals -= 1
    return bytes(row)


# ------------------------------------------------------------------------------
# Arrangements
# ------------------------------------------------------------------------------


def test_every_grammar_arranges_as_the_maximiser(scale: int) -> None:
    """Under every grammar the best arrangements of a few tiles are exactly those that a plain maximiser finds."""
    rng = Random("grammars")
    for _ in range(scale // 250):
        for grammar in ADMITTED:
            compare(grammar, some_hand(rng, grammar))


@pytest.mark.parametrize(
    ("grammar", "hand", "laid", "points"),
    [
        pytest.param(Grammar(run_min=4), "r5 * *", 3, 15, id="a group where a run would be too short"),
        pytest.param(Grammar(group_min=4), "r13 * *", 3, 36, id="a run where a group would be too large"),
        pytest.param(Grammar(group_max=3), "* * * *", 4, 46, id="wilds alone as a run"),
        pytest.param(Grammar(3, 3, 5, 14), "* * * *", 3, 39, id="wilds alone as a group, one left over"),
        pytest.param(Grammar(4, 4, 5, 14), "* * *", 0, 0, id="wilds alone as nothing"),
        pytest.param(Grammar(run_min=4), "r1 r2 r3 r4 r5 r6", 6, 21, id="a run that parts of four cannot make"),
        pytest.param(Grammar(run_min=6), "y2 y3 y4 y5 y6 y7 y8", 7, 35, id="runs from six on"),
        pytest.param(Grammar(run_max=3), "r1 r2 r3 r4 r5", 3, 12, id="runs of three alone"),
        pytest.param(Grammar(run_max=4), "r1 r2 r3 r4 r5 r6 r7", 7, 28, id="runs of four at most"),
        pytest.param(Grammar(run_min=14), "b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 b1", 14, 92, id="both ones"),
        pytest.param(Grammar(run_min=14), "b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 * *", 14, 92, id="no ones"),
        pytest.param(Grammar(run_min=14, high_one=0), "b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 *", 0, 0, id="no 14"),
        pytest.param(Grammar(0, 0), "r7 b7 y7 k7 k8 k9", 3, 24, id="no groups"),
        pytest.param(Grammar(run_min=0, run_max=0), "r7 b7 y7 k7 k8 k9", 4, 28, id="no runs"),
        pytest.param(Grammar(0, 0, 0, 0), "r7 b7 y7 k7 k8 k9 * * * *", 0, 0, id="nothing"),
    ],
)
def test_arrangements_of_other_grammars(grammar: Grammar, hand: str, laid: int, points: int) -> None:
    """Sizes that a grammar has not are not laid, and whatever it has is."""
    row = row_of(hand)
    assert arranged(grammar, row, lib.RUMMY_BY_TILES)[0] == (laid, points)
    compare(grammar, row)


@pytest.mark.parametrize("grammar", [Grammar(run_min=12), Grammar(run_min=13), Grammar(run_min=14)])
def test_a_one_at_either_end_counts_once(grammar: Grammar) -> None:
    """A natural 1 of a long run may stand first or last: that is one arrangement, not two."""
    row = row_of("r1 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 * *" + " *" * (grammar.run_min == 14))
    assert len(arranged(grammar, row, lib.RUMMY_BY_TILES)[1]) == 1
    compare(grammar, row)


# ------------------------------------------------------------------------------
# Reading, listing, pairs
# ------------------------------------------------------------------------------


def any_row(rng: Random, grammar: Grammar) -> bytes:
    """Return a small hand, or a row that no hand can be: with up to 255 of a value."""
    row = bytearray(some_hand(rng, grammar))
    if rng.random() < 0.5:
        for _ in range(rng.randint(1, 30)):
            row[rng.randrange(53)] = rng.choice((1, 2, 3, 127, 128, 255))
    return bytes(row)


def test_every_grammar_lists_each_shape_once(scale: int) -> None:
    """Whatever the row, each shape for which there are wilds enough is listed once, and no other."""
    rng = Random("lists")
    found = _core.new("rummy_meld[]", lib.RUMMY_MELDS)
    for _ in range(scale // 500):
        for grammar in ADMITTED:
            row = any_row(rng, grammar)
            count = lib.rummy_meld_list(grammar.native, ffi.from_buffer(row), found, lib.RUMMY_MELDS)
            right = []
            for shape in shapes(grammar):
                wilds = sum((Counter(shape) - Counter({value: row[value] for value in shape})).values())
                if wilds <= row[WILD]:
                    right.append((shape, wilds))
            listed = [of_meld(meld) for meld in found[0:count]]
            assert sorted((values, kept.wilds) for values, kept in listed) == sorted(right), (grammar, [*row])


def test_the_bound_of_the_list_is_met() -> None:
    """The widest grammar has as many shapes as RUMMY_MELDS says; with room for one fewer there is an error."""
    row, found = ffi.from_buffer(bytes([255] * 53)), _core.new("rummy_meld[]", lib.RUMMY_MELDS)
    assert lib.rummy_meld_list(Grammar().native, row, found, lib.RUMMY_MELDS) == lib.RUMMY_MELDS
    assert lib.rummy_meld_list(Grammar().native, row, found, lib.RUMMY_MELDS - 1) == lib.RUMMY_E_SPACE


def readings(grammar: Grammar, row: bytes) -> list[Values]:
    """Return every shape that uses exactly the row's tiles."""
    held = Counter({value: n for value, n in enumerate(row[:WILD]) if n})
    size = sum(row)
    return [shape for shape in shapes(grammar) if len(shape) == size and not held - Counter(shape)]


def test_every_grammar_reads_its_melds(scale: int) -> None:
    """Tiles are a meld exactly if they fill a shape, and then the dearest; else a code of melds says why not."""
    rng = Random("readings")
    read: Counter[bool] = Counter()
    refusals = range(lib.RUMMY_E_MELD_WRAP, lib.RUMMY_E_MELD_SIZE + 1)
    for _ in range(scale // 500):
        for grammar in ADMITTED:
            row = bytearray(any_row(rng, grammar))
            if shapes(grammar) and rng.random() < 0.7:
                row = bytearray(53)
                for value in rng.choice(shapes(grammar)):
                    row[rng.choice((value, value, value, WILD))] += 1
            elif rng.random() < 0.5:
                row = bytearray(52) + bytes([rng.randint(3, 16)])
            out = _core.new("rummy_meld *", {"size": 99})
            code = lib.rummy_meld_read(grammar.native, ffi.from_buffer(row), out)
            right = readings(grammar, bytes(row))
            if right:
                values, kept = of_meld(out)
                assert code == out.size == sum(row), (grammar, [*row])
                assert values in right
                assert out.points == max(map(points_of, right))
                assert kept.wilds == row[WILD]
            elif sum(row) != 2:
                assert code in refusals, (grammar, [*row])
                assert out.size == 99
            read[code > 0] += 1
    assert min(read.values()) > scale // 5


@pytest.mark.parametrize(
    ("grammar", "hand", "code"),
    [
        (Grammar(run_min=5), "r1 r2 r3", lib.RUMMY_E_MELD_SIZE),
        (Grammar(run_max=4), "r1 r2 r3 r4 r5", lib.RUMMY_E_MELD_SIZE),
        (Grammar(4, 4, 5, 14), "* * *", lib.RUMMY_E_MELD_SIZE),
        (Grammar(high_one=0), "* * * * * * * * * * * * * *", lib.RUMMY_E_MELD_SIZE),
        (Grammar(0, 0), "r7 b7 y7", lib.RUMMY_E_MELD_SIZE),
        (Grammar(run_min=0, run_max=0), "r7 r8 r9", lib.RUMMY_E_MELD_SIZE),
        (Grammar(group_max=3), "r7 b7 y7 k7", lib.RUMMY_E_MELD_SIZE),
        (Grammar(), "r7 b7 b7", lib.RUMMY_E_MELD_SUIT),
        (Grammar(), "r7 b7 b8", lib.RUMMY_E_MELD_MIXED),
        (Grammar(), "r7 r9 r10", lib.RUMMY_E_MELD_GAP),
        (Grammar(high_one=0), "r12 r13 r1", lib.RUMMY_E_MELD_WRAP),
        (Grammar(), "r7 r7", lib.RUMMY_E_PAIR_NEVER),
        (Grammar(pair=1), "r7 *", lib.RUMMY_E_PAIR_WILD),
        (Grammar(0, 0, 0, 0, pair=1), "r7 r7", 2),
        (Grammar(0, 0, 0, 0, pair=2), "* *", 2),
    ],
)
def test_why_tiles_are_no_meld_of_a_grammar(grammar: Grammar, hand: str, code: int) -> None:
    """A refusal names what is wrong under the grammar at hand: of a size that it has not, the size."""
    assert lib.rummy_meld_read(grammar.native, ffi.from_buffer(row_of(hand)), _core.new("rummy_meld *")) == code


# ------------------------------------------------------------------------------
# Refusals
# ------------------------------------------------------------------------------


def filled(ctype: str) -> Any:
    found = _core.new(ctype)
    ffi.memmove(found, b"\x4d" * ffi.sizeof(found[0]), ffi.sizeof(found[0]))
    return found


def untouched(found: Any) -> bool:
    return bytes(ffi.buffer(found)) == b"\x4d" * ffi.sizeof(found[0])


def odd_grammars() -> Iterator[Grammar]:
    """Yield grammars with each byte at each value, and with all bounds of sizes about those that are admitted."""
    for field in Grammar._fields:
        for other in (Grammar(), Grammar(0, 0), Grammar(run_min=0, run_max=0)):
            yield from (other._replace(**{field: value}) for value in range(256))
    sizes = (0, 1, 2, 3, 4, 5, 255)
    lengths = (*sizes, 12, 13, 14, 15, 16)
    for group_min, group_max, run_min, run_max in product(sizes, sizes, lengths, lengths):
        yield Grammar(group_min, group_max, run_min, run_max, high_one=0)


def test_grammars_are_admitted_or_refused_by_every_call() -> None:
    """Every call that takes a grammar refuses one that the header does not describe, and then writes nothing."""
    row = ffi.from_buffer(row_of("r7 b7 y7"))
    meld, arrangement = filled("rummy_meld *"), filled("rummy_arrangement *")
    calls: tuple[Callable[[Any], int], ...] = (
        lambda grammar: lib.rummy_meld_read(grammar, row, meld),
        lambda grammar: lib.rummy_meld_list(grammar, row, meld, 1),
        lambda grammar: lib.rummy_arrange(grammar, row, lib.RUMMY_BY_TILES, arrangement, 1),
    )
    admitted = {grammar._replace(pair=pair) for grammar in ADMITTED for pair in range(3)}
    for grammar in odd_grammars():
        if grammar not in admitted:
            native = grammar.native
            assert [call(native) for call in calls] == [lib.RUMMY_E_ARGUMENT] * 3, grammar
    assert untouched(meld)
    assert untouched(arrangement)
    for grammar in admitted:
        native = grammar.native
        assert lib.RUMMY_E_ARGUMENT not in [call(native) for call in calls], grammar


def test_tiles_that_cannot_be_arranged_are_refused(scale: int) -> None:
    """More than two of a value, four wilds or 22 tiles are refused, and so is another `by`; nothing is written."""
    rng, found = Random("rows"), filled("rummy_arrangement *")
    native = Grammar().native
    for _ in range(2 * scale):
        row = bytearray(any_row(rng, Grammar()))
        row[rng.randrange(53)] = rng.choice((5, 127, 128, 255))
        assert lib.rummy_arrange(native, ffi.from_buffer(row), rng.choice(BY), found, 1) == lib.RUMMY_E_COPIES
        assert lib.rummy_pairs(ffi.from_buffer(row), found) == lib.RUMMY_E_COPIES
    for row in (bytearray([2] * 12 + [0] * 41), bytearray([2] * 52 + [4])):
        assert lib.rummy_arrange(native, ffi.from_buffer(row), BY[0], found, 1) == lib.RUMMY_E_COUNT
        assert lib.rummy_pairs(ffi.from_buffer(row), found) == lib.RUMMY_E_COUNT
    row = bytearray([2] * 8 + [0] * 45)
    assert lib.rummy_pairs(ffi.from_buffer(row), found) == lib.RUMMY_E_COUNT
    for by in (-1, 2, 255):
        assert lib.rummy_arrange(native, ffi.from_buffer(bytes(53)), by, found, 1) == lib.RUMMY_E_ARGUMENT
    assert lib.rummy_arrange(native, ffi.from_buffer(bytes(53)), BY[0], found, 0) == lib.RUMMY_E_SPACE
    assert untouched(found)


def test_pairs_are_all_the_tiles_or_none(scale: int) -> None:
    """Up to 14 tiles are laid as pairs exactly if wilds complete the single ones and leave an even number."""
    rng, laid = Random("pairs"), 0
    for _ in range(2 * scale):
        row = bytearray(53)
        for value in rng.sample(range(52), rng.randint(0, 6)):
            row[value] = rng.choice((1, 2, 2))
        row[WILD] = rng.randint(0, 4)
        found = filled("rummy_arrangement *")
        code = lib.rummy_pairs(ffi.from_buffer(row), found)
        over = row[WILD] - row[:WILD].count(1)
        if sum(row) > 14:
            assert code == lib.RUMMY_E_COUNT
        elif over < 0 or over % 2:
            assert code == lib.RUMMY_E_MELD_PAIR
        else:
            laid += 1
            assert (2 * code, 2 * found.melds, found.points, sum(found.rest)) == (sum(row), found.tiles, 0, 0)
            used: Counter[int] = Counter()
            for meld in found.meld[0:code]:
                assert (meld.kind, meld.size, meld.value[0]) == (lib.RUMMY_PAIR, 2, meld.value[1])
                used.update(WILD if meld.wild >> i & 1 else meld.value[i] for i in range(2))
            assert used == Counter({value: n for value, n in enumerate(row) if n})
        assert code >= 0 or untouched(found)
    assert laid > scale // 5
