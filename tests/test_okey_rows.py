"""Okey's rows of values in C: a bad one is found wherever it stands, a refused batch writes nothing, and rows are
answered as alone."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from okey_hands import CLASSES
from okey_oracle import FACES, FALSE_JOKER

from rummycore import okey
from rummycore._core import ffi, lib


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
    """Wherever it stands, a row with a tile too many or too few, three of one, five wilds, or counts that add up beyond
    a byte is refused."""
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
