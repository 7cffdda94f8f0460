"""Many hands at once: one C call each, with the interpreter lock released. NumPy is not needed; any buffer of bytes serves.

A row is 53 bytes. In *faces*, byte k counts the tiles of kind k. In *values*, bytes 0..51 count tiles by what they are worth, and
byte 52 the wild ones; `encode` makes values (O-9, O-10).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from rummycore import _core
from rummycore._core import lib
from rummycore.errors import HandError, NotationError
from rummycore.okey.hands import rules_or_default
from rummycore.okey.rules import Rules
from rummycore.okey.tiles import Tile, Tiles, indicator_tile, tiles

if TYPE_CHECKING:
    from typing_extensions import Buffer


def encode(hands: Buffer | Iterable[Tiles], indicator: Tile | str | int, rules: Rules | None = None) -> bytearray:
    """Return rows of values for hands beside one indicator: n * 53 bytes.

    `hands` is a buffer of faces, n rows of 53, or an iterable of hands. HandError names the hand (from 0) whose tiles cannot be held.

    >>> values = encode(["r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 y7"], "y6")
    >>> len(values), values[52]
    (53, 1)
    """
    chosen, shown = rules_or_default(rules), indicator_tile(indicator)
    if isinstance(hands, str):
        raise TypeError("hands are an iterable of hands or a buffer, not one text")
    try:
        memoryview(cast("Buffer", hands)).release()
    except TypeError:  # no buffer: hands one by one
        if not isinstance(hands, Iterable):
            raise TypeError(f"hands are an iterable of hands or a buffer, not {type(hands).__name__}") from None
        hands = bytearray().join(_core.counts(_hand(i, hand)) for i, hand in enumerate(hands))
    with _core.rows(cast("Buffer", hands), "hands") as (faces, n):
        out = bytearray(n * _core.KINDS)
        where = _core.new("size_t *")
        code = lib.rummy_okey_values(chosen._raw, faces, shown, n, _core.pointer(out), where)
    _core.check(code, f"hand {where[0]}" if code == lib.RUMMY_E_COPIES else "")
    return out


def _hand(number: int, hand: Tiles) -> tuple[Tile, ...]:
    try:
        return tiles(hand)
    except NotationError as error:
        raise NotationError(error.code, f"hand {number}: {error.sentence}") from None


def win(values: Buffer, rules: Rules | None = None) -> bytearray:
    """Return for each row of 14 values how it wins: 0 not, 1 by melds, 2 by seven pairs, 3 both (O-20 to O-22).

    HandError names the first row (from 0) that has not 14 tiles, or more of one than exist.

    >>> win(encode(["r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 y7"], "y6"))
    bytearray(b'\\x02')
    """
    chosen = rules_or_default(rules)
    with _core.rows(values, "values") as (rows, n):
        out = bytearray(n)
        where = _core.new("size_t *")
        code = lib.rummy_okey_win(chosen._raw, rows, n, _core.pointer(out), where)
    if code < 0:
        raise HandError(_core.code_name(code), f"row {where[0]}: {_core.sentence(code)}")
    return out
