"""Many hands at once: C answers for all rows, with the interpreter lock released. Any buffer of bytes serves.

A row is 53 bytes. In *faces* byte k counts the tiles of kind k. In *values* the bytes 0..51 count tiles by what they
are worth, and byte 52 counts the wild tiles; `encode` makes values (O-9, O-10). A set of values is a uint64 with bit v
for the value v. An answer is a bytearray or an array.array, which `numpy.frombuffer` reads without a copy. HandError
names the first bad row, from 0. `indicator` is one tile for all rows, or a buffer of one byte a row. Ctrl-C stops a
call within a tenth of a second or so. `progress`, where a function takes it, is called now and then with the number of
rows that are done, and of all rows.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Final, SupportsIndex, TypeAlias, cast

from rummycore import _core, buffers, tables
from rummycore._core import lib
from rummycore.buffers import Array, Progress, ask, in_slices
from rummycore.errors import HandError, NotationError, RummyError
from rummycore.okey.hand import check_held
from rummycore.okey.notation import ERRORS, Move, Tile, Tiles, indicator_tile, tiles
from rummycore.okey.options import Rules
from rummycore.okey.round import State
from rummycore.okey.view import View

Indicator: TypeAlias = "Tile | str | SupportsIndex | Array | None"  # of all rows, or a byte for each; None: unknown
_NULL: Final = _core.ffi.NULL
_win: Final[Callable[..., int]] = lib.rummy_okey_win  # to which bytes may be given, as it only reads them
_KINDS: Final = _core.KINDS
_WAYS: Final = {
    "any": lib.RUMMY_OKEY_MELDS | lib.RUMMY_OKEY_PAIRS,
    "melds": lib.RUMMY_OKEY_MELDS,
    "pairs": lib.RUMMY_OKEY_PAIRS,
}


def encode(hands: Array | Iterable[Tiles], indicator: Indicator, rules: Rules | None = None) -> bytearray:
    """Return rows of values for hands beside their indicators: n * 53 bytes.

    `hands` is a buffer of faces, n rows of 53, or an iterable of hands. HandError names the first hand, from 0, whose
    tiles cannot be held together.

    >>> values = encode(["r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 y7"], "y6")
    >>> len(values), values[52]
    (53, 1)
    """
    chosen = Rules.given(rules)
    if isinstance(hands, str):
        raise TypeError("hands are an iterable of hands or a buffer, not one text")
    try:
        memoryview(cast("Any", hands)).release()
    except TypeError:  # no buffer: hands one by one
        if not isinstance(hands, Iterable):
            raise TypeError(f"hands are an iterable of hands or a buffer, not {type(hands).__name__}") from None
        hands = bytearray().join(_core.counts(_hand(i, hand)) for i, hand in enumerate(hands))
    with buffers.rows(cast("Array", hands), "hands") as (faces, n):
        out = bytearray(n * _KINDS)
        where = _core.new("size_t *")
        made, shown = _core.pointer(out), buffers.of_rows(indicator, n, "indicator", indicator_tile)
        code, done = in_slices(
            n,
            lambda i, m: lib.rummy_okey_values(chosen._raw, faces + i * _KINDS, shown + i, m, made + i * _KINDS, where),
            None,
        )
        if code < 0:
            number = done + where[0]
            held = tiles(_core.expand(bytes(_core.ffi.buffer(faces + number * _KINDS, _KINDS))))
            try:
                check_held(code, shown[number], held)
            except RummyError as error:
                raise error.at("hand", hand=number) from None
    return out


def decode(
    values: SupportsIndex, indicator: Tile | str | SupportsIndex, rules: Rules | None = None
) -> tuple[Tile, ...]:
    """Return the printed tiles of a set of values, as `useful` and `finishes` give them, in ascending order (O-9,
    O-10).

    A set of values is not a set of tiles: bit 52 stands for the wild tiles, and the value of the okey's face for the
    false joker. HandError for a number that is no set of values.

    >>> helpful = useful(encode(["r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 b5"], "y6"), "y6")[0]
    >>> " ".join(map(str, decode(helpful, "y6")))
    'y7 b5 k12'
    """
    chosen, shown, number = Rules.given(rules), indicator_tile(indicator), _core.integer(values, "values")
    if not 0 <= number < 1 << 64:
        raise HandError("values", given=number)
    found = _core.new("uint64_t *")
    ERRORS.check(lib.rummy_okey_decode(chosen._raw, number, shown, found), "values", given=number)
    return tuple(tile for tile in Tile.all() if found[0] >> tile & 1)


def decks(n: SupportsIndex, seed: SupportsIndex, rules: Rules | None = None) -> bytearray:
    """Return n shuffled decks: n * 106 kinds. Deck i is that of `deal(seed=s)` with s part i of the seed.

    >>> from rummycore import okey
    >>> okey.deal(deck=list(decks(3, 7)[106:212])).indicator in Tile.all()
    True
    """
    chosen = Rules.given(rules)
    return buffers.decks(lib.rummy_okey_shuffle, chosen._raw, n, seed, lib.RUMMY_OKEY_TILES)


def _hand(number: int, hand: Tiles) -> tuple[Tile, ...]:
    try:
        return tiles(hand)
    except NotationError as error:
        raise error.at("hand", hand=number) from None


def win(values: Array, rules: Rules | None = None, *, progress: Progress | None = None) -> bytearray:
    """Return for each row of 14 values how it wins: 0 not, 1 by melds, 2 by seven pairs, 3 both (O-20 to O-22).

    >>> win(encode(["r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 y7"], "y6"))
    bytearray(b'\\x02')
    """
    chosen = Rules.given(rules)
    if type(values) is bytes and len(values) == _KINDS:  # one hand, without more ado
        out = bytearray(1)
        if not _win(chosen._raw, values, 1, _core.pointer(out), _NULL):
            return out
    with buffers.rows(values, "values") as (rows, n):
        out = bytearray(n)
        ask(ERRORS, _win, (chosen._raw, rows), n, (_core.pointer(out),), (0, _KINDS, 1), progress)
    return out


def finishes(values: Array, rules: Rules | None = None, *, progress: Progress | None = None) -> array[int]:
    """Return for each row of 15 values the discards that leave a winning hand (O-16).

    They are two uint64 a row, the discards by melds and those by seven pairs, with bit v for the value v.

    >>> by_pairs = finishes(encode(["r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 y7 k5"], "y6"))[1]
    >>> by_pairs == 1 << int(Tile("k12")) | 1 << int(Tile("k5"))
    True
    """
    chosen = Rules.given(rules)
    with buffers.rows(values, "values") as (rows, n):
        out, pointer = buffers.numbers("Q", 2 * n)
        by = _core.ffi.cast("uint64_t(*)[2]", pointer)
        ask(ERRORS, lib.rummy_okey_finishes, (chosen._raw, rows), n, (by,), (0, _KINDS, 1), progress)
    return out


def left(values: Array, indicator: Indicator = None, rules: Rules | None = None) -> bytearray:
    """Return rows of values that can still be had: all but the values of each row and the indicator.

    A row holds the values that are in the hand or known to lie elsewhere.

    >>> left(encode(["r1 r1 F"], "y6"), "y6")[int(Tile("r1"))]
    0
    """
    chosen = Rules.given(rules)
    with buffers.rows(values, "values") as (rows, n):
        out = bytearray(n * _KINDS)
        given = chosen._raw, rows, _shown(indicator, n)
        ask(ERRORS, lib.rummy_okey_left, given, n, (_core.pointer(out),), (0, _KINDS, 1, _KINDS))
    return out


def distance(
    values: Array,
    indicator: Indicator = None,
    left: Array | None = None,
    rules: Rules | None = None,
    *,
    ways: str = "any",
    progress: Progress | None = None,
) -> array[int]:
    """Return for each row of 14 or 15 values its distance (O-35): int8, -1 for never.

    `left` has rows of values that can still be had, one for each row or one for all. Without it all tiles can be had
    except the row's own and the indicator. `ways` is "any", "melds" or "pairs".

    >>> distance(encode(["r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 b5"], "y6"), "y6")
    array('b', [1])
    """
    return _search(values, indicator, left, rules, ways, progress, useful=False)[0]


def useful(
    values: Array,
    indicator: Indicator = None,
    left: Array | None = None,
    rules: Rules | None = None,
    *,
    ways: str = "any",
    progress: Progress | None = None,
) -> array[int]:
    """Return for each row of 14 or 15 values its useful values (O-35): uint64, with bit v for the value v.

    The arguments are those of `distance`.

    >>> useful(encode(["r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 b5"], "y6"), "y6")[0].bit_count()
    3
    """
    return _search(values, indicator, left, rules, ways, progress)[1]


def discards(
    values: Array,
    indicator: Indicator = None,
    left: Array | None = None,
    rules: Rules | None = None,
    *,
    ways: str = "any",
    progress: Progress | None = None,
) -> tuple[array[int], array[int]]:
    """Return two tables of the discards of rows of 15 values, 53 entries a row (O-35).

    The first has in column v the distance after the discard of v: int8, -1 for never, -2 if v is not held. The second
    has the values useful then: uint64, as in `useful`. The arguments are those of `distance`.

    >>> table, helpful = discards(encode(["r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 y7 k5"], "y6"), "y6")
    >>> table[int(Tile("k5"))], table[int(Tile("r1"))], table[int(Tile("r2"))]
    (0, 1, -2)
    """
    return _search(values, indicator, left, rules, ways, progress, entries=_KINDS)


def _shown(indicator: Indicator, n: int) -> Any:
    """Return a pointer to the indicators of n rows; 255 for one that is unknown."""
    return buffers.of_rows(indicator, n, "indicator", lambda one: _core.NONE if one is None else indicator_tile(one))


def _asked(ways: str) -> int:
    """Return the sum of rummy_okey_win that a word asks for; HandError for another word."""
    if not isinstance(ways, str):
        raise TypeError(f"ways must be a text, not {type(ways).__name__}")
    if ways not in _WAYS:
        raise HandError("word", name="ways", given=_core.brief(ways), words=", ".join(_WAYS))
    return _WAYS[ways]


def _search(
    values: Array,
    indicator: Indicator,
    left: Array | None,
    rules: Rules | None,
    ways: str,
    progress: Progress | None,
    *,
    entries: int = 1,
    useful: bool = True,
) -> tuple[array[int], array[int]]:
    """Return the distances and useful values of the rows, or with 53 entries a row of their discards."""
    chosen, asked = Rules.given(rules), _asked(ways)
    call = lib.rummy_okey_distance if entries == 1 else lib.rummy_okey_discards
    with buffers.rows(values, "values") as (rows, n), buffers.rows_for_all(left, n, "left") as available:
        given = chosen._raw, rows, available, _shown(indicator, n), asked
        return buffers.distances(ERRORS, call, given, n, (0, _KINDS, _KINDS, 1, 0), entries, useful, progress)


class Tables(tables.Tables[Rules, Move, State, View]):
    __doc__ = tables.Tables.__doc__

    __slots__ = ()
    _state: ClassVar[type[State]] = State
