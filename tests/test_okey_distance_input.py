"""Bad input to Okey's distance, by every public way: an error that names the row or tile, and nothing
changed. And batches beside other threads.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from array import array
from collections.abc import Callable
from typing import Any

import pytest
from mangling import refused

from rummycore import HandError, NotationError, okey
from rummycore.__main__ import main
from rummycore._core import ffi, lib

NEAR = "r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k1 k2 b12 b13"
ROW = bytes(okey.batch.encode([NEAR], "k6"))
ROW_15 = bytes(okey.batch.encode([NEAR + " k13"], "k6"))
LEFT = bytes(okey.batch.left(ROW_15, "k6"))
WILD, K6, K7, R1, B1 = 52, *(int(okey.Tile(tile)) for tile in ("k6", "k7", "r1", "b1"))

CALLS: dict[str, Callable[..., Any]] = {
    "distance": okey.batch.distance,
    "useful": okey.batch.useful,
    "discards": okey.batch.discards,
}
OWN = {"distance": ROW, "useful": ROW, "discards": ROW_15}
by_call = pytest.mark.parametrize("call", CALLS)


def changed(row: bytes, at: int, count: int) -> bytes:
    return row[:at] + bytes([count]) + row[at + 1 :]


# ------------------------------------------------------------------------------
# Rows of values
# ------------------------------------------------------------------------------

BAD_ROWS = [
    pytest.param(lambda row: changed(row, R1, 3), "copies", id="three of a value"),
    pytest.param(lambda row: changed(row, R1, 255), "copies", id="255 of a value"),
    pytest.param(lambda row: changed(row, WILD, 5), "copies", id="five wild tiles"),
    pytest.param(lambda row: changed(row, R1, 0), "count", id="13 tiles, or 14 where a discard is asked for"),
    pytest.param(lambda row: changed(changed(row, B1, 2), K7, 2), "count", id="18 tiles"),
    pytest.param(lambda row: bytes(53), "count", id="no tile"),
    pytest.param(lambda row: changed(b"\2" * 53, K6, 1), "count", id="all tiles there are"),
    pytest.param(lambda row: b"\xff" * 53, "copies", id="255 of each"),
]


@by_call
@pytest.mark.parametrize("place", [0, 1, 19])
@pytest.mark.parametrize(("spoil", "code"), BAD_ROWS)
def test_a_bad_row_of_values_is_named(call: str, place: int, spoil: Callable[[bytes], bytes], code: str) -> None:
    """The first row that is no hand is named, with or without a word of what can be had;
    the buffers stay as they were.
    """
    rows = [OWN[call]] * 20
    rows[place] = rows[-1] = spoil(OWN[call])
    for left in (None, bytes(53)):
        values = bytearray(b"".join(rows))
        refused(lambda: CALLS[call](values, "k6", left), HandError, code, f"row {place}")  # noqa: B023
        assert values == b"".join(rows)


@by_call
@pytest.mark.parametrize(("value", "count"), [(K6, 2), (WILD, 3)])
def test_a_row_that_cannot_lie_beside_the_indicator_is_named(call: str, value: int, count: int) -> None:
    """Where nothing is said of what can be had, all that there are bounds the row: one of the
    indicator's face, two wild tiles.
    """
    row = changed(OWN[call], value, count)
    held = [at for at in range(52) if row[at] and at != value]
    while sum(row) > sum(OWN[call]):
        row = changed(row, held.pop(), 0)
    refused(lambda: CALLS[call](OWN[call] + row, "k6"), HandError, "copies", "row 1")


def test_values_that_cannot_lie_beside_the_indicator_are_named() -> None:
    """What is left beside two of the indicator's face, or beside three of a value, cannot be said."""
    for row in (changed(ROW, K6, 2), changed(ROW, R1, 3), changed(ROW, WILD, 3)):
        values = bytearray(ROW + row)
        refused(lambda: okey.batch.left(values, "k6"), HandError, "copies", "row 1")  # noqa: B023
        assert values == ROW + row
    assert okey.batch.left(changed(ROW, K6, 2))[K6] == 0
    refused(lambda: okey.batch.left(changed(ROW, K6, 3)), HandError, "copies", "row 0")
    wild = okey.Rules.from_dict({"false_joker_role": "wild"})
    assert okey.batch.left(changed(ROW, WILD, 4), "k6", wild)[WILD] == 0
    refused(lambda: okey.batch.left(changed(ROW, WILD, 5), "k6", wild), HandError, "copies", "row 0")
    refused(lambda: okey.batch.left(changed(ROW, K7, 1), "k6", wild), HandError, "copies", "row 0")


@by_call
@pytest.mark.parametrize(
    "spoiled",
    [
        pytest.param(changed(LEFT, B1, 3), id="three of a value"),
        pytest.param(changed(LEFT, B1, 255), id="255 of a value"),
        pytest.param(changed(LEFT, WILD, 5), id="five wild tiles"),
        pytest.param(changed(LEFT, R1, 2), id="two beside one that is held"),
        pytest.param(b"\2" * 53, id="two of each"),
    ],
)
def test_a_bad_row_of_what_is_left_is_named(call: str, spoiled: bytes) -> None:
    """More tiles to be had than there are beside the hand are a HandError that names the row; nothing changes."""
    values, left = bytearray(OWN[call] * 3), bytearray(LEFT * 2 + spoiled)
    refused(lambda: CALLS[call](values, "k6", left), HandError, "copies", "row 2")
    refused(lambda: CALLS[call](values, "k6", spoiled), HandError, "copies", "row 0")
    assert values == OWN[call] * 3
    assert left == LEFT * 2 + spoiled


@by_call
def test_rows_of_what_is_left_are_one_or_as_many_as_hands(call: str) -> None:
    """Any other number is a HandError that tells both."""
    for rows in (0, 2, 4):
        refused(lambda: CALLS[call](OWN[call] * 3, "k6", LEFT * rows), HandError, "rows", "left", f"{rows} rows", "3")  # noqa: B023
    assert CALLS[call](OWN[call] * 3, "k6", LEFT * 3) == CALLS[call](OWN[call] * 3, "k6", LEFT)
    for left in (None, b"", LEFT):
        assert not any(map(len, CALLS[call](b"", "k6", left) if call == "discards" else [CALLS[call](b"", "k6", left)]))


@by_call
@pytest.mark.parametrize("n", [1, 52, 54, 107])
def test_a_buffer_of_wrong_length(call: str, n: int) -> None:
    """Bytes that are no whole number of rows of 53 are a HandError that tells their number,
    for hands and for what is left.
    """
    refused(lambda: CALLS[call](bytes(n), "k6"), HandError, "row_bytes", "values", f"{n} bytes")
    refused(lambda: CALLS[call](OWN[call], "k6", bytes(n)), HandError, "row_bytes", "left", f"{n} bytes")
    refused(lambda: okey.batch.left(bytes(n), "k6"), HandError, "row_bytes", f"{n} bytes")


@by_call
def test_a_wrong_type(call: str) -> None:
    """What is no buffer of bytes, no tile, no rules or no word is a TypeError, or an error that names it."""
    ask, own = CALLS[call], OWN[call]
    for bad in (None, 5, "5" * 53, [1] * 53, array("h", [0] * 53), memoryview(bytes(106))[::2]):
        refused(lambda: ask(bad), TypeError, None)  # noqa: B023
        if bad is not None:
            refused(lambda: ask(own, "k6", bad), TypeError, None)  # noqa: B023
    refused(lambda: ask(own, 1.5), TypeError, None)
    refused(lambda: ask(own, "k6", None, "classic"), TypeError, None, "okey.Rules")
    refused(lambda: ask(own, "k6", ways=3), TypeError, None, "ways")
    refused(lambda: ask(own, "k6", ways=None), TypeError, None, "ways")
    refused(lambda: ask(own, "k6", ways="both"), HandError, "word", "'both'", "any, melds, pairs")
    refused(lambda: ask(own, "F"), HandError, "indicator", "F")
    refused(lambda: ask(own, "k14"), NotationError, "tile", "k14")
    refused(lambda: ask(own, 53), NotationError, "number", "53")
    refused(lambda: okey.batch.left(own, "F"), HandError, "indicator", "F")


def test_rules_and_ways_that_know_no_pairs() -> None:
    """Where the rules have no seven pairs, no draw can ever make them, and nothing is useful."""
    none = okey.Rules(seven_pairs=False)
    assert list(okey.batch.distance(ROW * 2, "k6", None, none, ways="pairs")) == [-1, -1]
    assert list(okey.batch.useful(ROW * 2, "k6", None, none, ways="pairs")) == [0, 0]
    table, masks = okey.batch.discards(ROW_15, "k6", None, none, ways="pairs")
    assert [table[v] for v in range(53)] == [-1 if ROW_15[v] else -2 for v in range(53)]
    assert not any(masks)


# ------------------------------------------------------------------------------
# The C functions
# ------------------------------------------------------------------------------


@pytest.fixture
def rules() -> Any:
    made = ffi.new("rummy_okey_rules *")
    lib.rummy_okey_rules_init(made)
    assert lib.rummy_okey_rules_resolve(made, 4, made, ffi.NULL) == 0
    return made


@pytest.mark.parametrize("call", ["distance", "discards"])
@pytest.mark.parametrize(
    ("spoil", "indicator", "ways", "error"),
    [
        ({"values": changed(ROW_15, R1, 3)}, K6, 3, "RUMMY_E_COPIES"),
        ({"values": changed(changed(ROW_15, R1, 0), R1 + 1, 0)}, K6, 3, "RUMMY_E_COUNT"),
        ({"left": changed(LEFT, R1, 2)}, K6, 3, "RUMMY_E_COPIES"),
        ({}, 52, 3, "RUMMY_E_INDICATOR"),
        ({}, 254, 3, "RUMMY_E_INDICATOR"),
        ({}, K6, 0, "RUMMY_E_ARGUMENT"),
        ({}, K6, 4, "RUMMY_E_ARGUMENT"),
        ({}, K6, -1, "RUMMY_E_ARGUMENT"),
    ],
)
def test_c_functions_write_nothing_on_failure(
    rules: Any, call: str, spoil: dict[str, bytes], indicator: int, ways: int, error: str
) -> None:
    """An error code leaves the caller's memory as it was, but for the number of the bad row;
    all rows are looked at first.
    """
    values = ROW_15 * 2 + spoil.get("values", ROW_15)
    left = LEFT * 2 + spoil.get("left", LEFT)
    out, useful, where = (
        ffi.new("int8_t[159]", [77] * 159),
        ffi.new("uint64_t[159]", [77] * 159),
        ffi.new("size_t *", 9),
    )
    asked = getattr(lib, f"rummy_okey_{call}")
    beside = bytes([K6, K6, indicator])
    code = asked(rules, values, left, beside, ways, 3, out, useful, where)
    assert code == getattr(lib, error)
    assert set(ffi.unpack(out, 159)) == set(ffi.unpack(useful, 159)) == {77}
    assert where[0] == (9 if error == "RUMMY_E_ARGUMENT" else 2)
    assert asked(rules, values, left, beside, ways, 3, out, ffi.NULL, ffi.NULL) == code
    assert set(ffi.unpack(out, 159)) == {77}


@pytest.mark.parametrize("call", ["distance", "discards"])
def test_c_functions_write_just_their_rows(rules: Any, call: str) -> None:
    """So many rows are written as asked for, none for none; useful values may be left out."""
    asked, entries = getattr(lib, f"rummy_okey_{call}"), {"distance": 1, "discards": 53}[call]
    for n in range(3):
        out, useful = ffi.new("int8_t[159]", [77] * 159), ffi.new("uint64_t[159]", [77 << 56] * 159)
        assert asked(rules, ROW_15 * 3, LEFT * 3, bytes([K6] * 3), 3, n, out, useful, ffi.NULL) == 0
        assert [x == 77 for x in out] == [x == 77 << 56 for x in useful]
        assert [x == 77 for x in out] == [False] * (n * entries) + [True] * (159 - n * entries)
        alone = ffi.new("int8_t[159]", [77] * 159)
        assert asked(rules, ROW_15 * 3, ffi.NULL, bytes([K6] * 3), 3, n, alone, ffi.NULL, ffi.NULL) == 0
        assert list(alone) == list(out)


def test_c_nearest_writes_nothing_on_failure(rules: Any) -> None:
    """Neither an error nor a hand that can never win changes the caller's memory."""
    found: Any = ffi.new("rummy_arrangement *")
    missing = ffi.new("uint8_t[53]", [77] * 53)
    ffi.memmove(found, b"\x4d" * ffi.sizeof("rummy_arrangement"), ffi.sizeof("rummy_arrangement"))
    nearest: Any = lib.rummy_okey_nearest
    for values, left, indicator, ways, code in (
        (ROW, bytes(53), K6, 3, lib.RUMMY_NEVER),
        (changed(ROW, R1, 0), LEFT, K6, 3, lib.RUMMY_E_COUNT),
        (changed(ROW, R1, 3), LEFT, K6, 3, lib.RUMMY_E_COPIES),
        (ROW, changed(LEFT, R1, 2), K6, 3, lib.RUMMY_E_COPIES),
        (ROW, LEFT, 52, 3, lib.RUMMY_E_INDICATOR),
        (ROW, LEFT, K6, 4, lib.RUMMY_E_ARGUMENT),
    ):
        assert nearest(rules, values, left, indicator, ways, found, missing) == code
        assert bytes(ffi.buffer(found)) == b"\x4d" * ffi.sizeof("rummy_arrangement")
        assert bytes(ffi.buffer(missing)) == b"\x4d" * 53
    assert nearest(rules, ROW, LEFT, K6, 3, found, missing) == 2
    assert sum(missing) == 2
    assert found.tiles == 14


def test_c_left_may_write_over_its_rows(rules: Any) -> None:
    """What is left can take the place of what is held; a bad row is told, and no row is changed then."""
    where = ffi.new("size_t *")
    rows = ffi.new("uint8_t[159]", ROW_15 * 2 + changed(ROW_15, R1, 3))
    before = bytes(ffi.buffer(rows))
    assert lib.rummy_okey_left(rules, rows, ffi.new("uint8_t[]", [K6] * 3), 3, rows, where) == lib.RUMMY_E_COPIES
    assert (where[0], bytes(ffi.buffer(rows))) == (2, before)
    for bad in (52, 53, 254):
        beside = ffi.new("uint8_t[]", [K6, bad])
        assert lib.rummy_okey_left(rules, rows, beside, 2, rows, where) == lib.RUMMY_E_INDICATOR
        assert where[0] == 1
    assert bytes(ffi.buffer(rows)) == before
    assert lib.rummy_okey_left(rules, rows, ffi.new("uint8_t[]", [K6, K6]), 2, rows, where) == 0
    assert bytes(ffi.buffer(rows)) == LEFT * 2 + before[106:]


# ------------------------------------------------------------------------------
# analyze and the command line
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seen", "code", "words"),
    [
        ("r1 r1", "copies", ("r1 x3",)),
        ("y13 y13 y13", "copies", ("y13 x3",)),
        ("k6 k6", "copies", ("k6 x2", "indicator")),
        ("F F F", "copies", ("F x3",)),
        ("r1 " * 300, "copies", ("r1 x301",)),
    ],
)
def test_seen_tiles_that_cannot_be_are_named(seen: str, code: str, words: tuple[str, ...]) -> None:
    """Tiles seen elsewhere that cannot exist beside the hand are a HandError that names the tile and its number."""
    refused(lambda: okey.analyze(NEAR, indicator="k6", seen=seen), HandError, code, *words)


def test_seen_tiles_of_a_wrong_kind() -> None:
    """What is no tile is a NotationError, what is no list of tiles a TypeError; an empty one is allowed in any form."""
    refused(lambda: okey.analyze(NEAR, indicator="k6", seen="r1 r14"), NotationError, "tile", "r14")
    refused(lambda: okey.analyze(NEAR, indicator="k6", seen=[60]), NotationError, "number", "60")
    for bad in (None, 5, b"r1", object()):
        refused(lambda: okey.analyze(NEAR, indicator="k6", seen=bad), TypeError, None)  # type: ignore[arg-type]  # noqa: B023
    nothing: list[Any] = ["", " ", [], (), iter(())]
    answers = [okey.analyze(NEAR, indicator="k6", seen=none) for none in nothing]
    assert len({str(answer) for answer in answers}) == 1


def test_command_line_names_bad_seen_tiles(capsys: pytest.CaptureFixture[str]) -> None:
    """--seen is refused with the tile's name where it cannot be, and is part of the answer where it can."""
    asked = ["analyze", "okey", NEAR, "--indicator", "k6", "--json"]
    for seen, word in (("r1 r1", "r1 x3"), ("x7", "x7")):
        assert main([*asked, "--seen", seen]) != 0
        captured = capsys.readouterr()
        assert word in captured.err + captured.out
        assert "Traceback" not in captured.err
    assert main([*asked, "--seen", "k3 k3"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["seen"] == "k3 k3"
    assert "k3" not in answer["useful"]
    assert main(asked) == 0
    assert json.loads(capsys.readouterr().out)["useful"]["k3"] == 2


def test_command_line_says_null_where_no_draw_can_do(capsys: pytest.CaptureFixture[str]) -> None:
    """A hand that can never win has distance null in JSON and no nearest hand; in text it says never."""
    hand = okey.tiles(NEAR)
    rest = [tile for tile in okey.Tile.all() for _ in range(2 - hand.count(tile) - (tile == okey.Tile("k6")))]
    asked = ["analyze", "okey", NEAR, "--indicator", "k6", "--seen", " ".join(map(str, rest))]
    assert main([*asked, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["distance"], answer["by"], answer["useful"], answer["nearest"]) == (None, None, {}, None)
    assert main(asked) == 0
    assert "never" in capsys.readouterr().out


# ------------------------------------------------------------------------------
# Other threads
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "n"),
    [
        pytest.param(lambda rows: okey.batch.distance(rows, "k6"), 5_000, id="distance"),
        pytest.param(lambda rows: okey.batch.useful(rows, "k6"), 500, id="useful"),
        pytest.param(lambda rows: okey.batch.discards(rows, "k6"), 100, id="discards"),
        pytest.param(okey.batch.finishes, 20_000, id="finishes"),
        pytest.param(lambda rows: okey.batch.left(rows, "k6"), 20_000, id="left"),
    ],
)
def test_another_thread_gets_on_during_a_batch(call: Callable[[bytes], object], n: int) -> None:
    """While a batch is computed another thread runs, although the interpreter would not switch to it by itself."""
    rows, done, steps = ROW_15 * n, threading.Event(), [0]

    def count() -> None:
        while not done.is_set():
            steps[0] += 1
            time.sleep(0)  # lets the interpreter go, if only for a moment

    def gets_on() -> bool:
        before = steps[0]
        call(rows)
        return steps[0] > before

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        other = threading.Thread(target=count)
        other.start()
        assert any(gets_on() for _ in range(500))
    finally:
        done.set()
        sys.setswitchinterval(interval)
        other.join()
