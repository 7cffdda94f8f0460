"""Bad input to what Okey alone has: a typed error that names the thing, nothing changed, and no error of another class.

A `RummyError` is always a `ValueError` as well; a wrong type in a call is a `TypeError`; in a document, where types are
data, it is a `RummyError` too.
"""

from __future__ import annotations

import importlib
import importlib.util
import subprocess
import sys
from array import array
from collections.abc import Callable
from functools import partial
from typing import Any

import okey_decks
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import memory
from mangling import FUZZ, HUGE, VAST, WRONG_TYPES, only_typed_errors, refused, sealed

from rummycore import HandError, IllegalMoveError, NotationError, RulesError, RummyError, StateError, okey

HAND = "r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k1 k2 k3 k4"


# ------------------------------------------------------------------------------
# Tiles that cannot be held
# ------------------------------------------------------------------------------

# What cannot be held beside the indicator k9, with the code and what the error names.
BAD_HANDS = {
    "three of a kind": ("r7 r7 r7 r1 r2 r3 y5 y6 y7 y8 k1 k2 k3 k4", "copies", "r7 x3"),
    "three false jokers": ("F F F r1 r2 r3 y5 y6 y7 y8 k1 k2 k3 k4", "copies", "F x3"),
    "twice the indicator's face": ("k9 k9 r1 r2 r3 r4 y5 y6 y7 y8 k1 k2 k3 k4", "copies", "k9 x2"),
    "300 of a kind": (" ".join(["b2"] * 300), "copies", "b2 x"),
}


def distinct(n: int) -> str:
    """Return so many different numbered tiles."""
    return " ".join(str(tile) for tile in okey.Tile.all()[:n])


@pytest.mark.parametrize("case", BAD_HANDS)
def test_tiles_that_cannot_be_held_are_named(case: str) -> None:
    """Three of a kind, three false jokers or the indicator's face twice beside it: a HandError names the tile, wherever
    they come."""
    hand, code, named = BAD_HANDS[case]
    for call in (okey.analyze, okey.arrange, okey.arrangements, okey.meld, okey.melds):
        refused(partial(call, hand, indicator="k9"), HandError, code, named)
    refused(lambda: okey.batch.encode([HAND, hand], "k9"), HandError, code, "hand 1")
    verdict = okey.check_declaration([hand], discard="r13", indicator="k9")
    assert (verdict.ok, verdict.code) == (False, code)
    assert named in verdict.sentence
    assert str(verdict.tiles[0]) == named.split()[0]


@pytest.mark.parametrize("n", [0, 1, 11, 13, 16, 22, 52])
def test_a_wrong_number_of_tiles_is_named(n: int) -> None:
    """A hand has 14 or 15 tiles; another number is a HandError that tells it, never a plain no."""
    refused(lambda: okey.analyze(distinct(n), indicator="k9"), HandError, "count", f"{n} tile{'s' * (n != 1)}")
    if n != 14:
        values = okey.batch.encode([HAND, distinct(n)], "k9")
        refused(lambda: okey.batch.win(values), HandError, "count", "row 1")
    if n > 22:
        refused(lambda: okey.arrange(distinct(n), indicator="k9"), HandError, "count")


@pytest.mark.parametrize(
    "text",
    ["r0", "r14", "x5", "r", "7r", "", "r1.5", "r 7", " r7", "r7 ", "r07", "R١", "ř7", "F1", "r7r8", "-1", "r7\0"],
)
def test_texts_that_name_no_tile_or_move(text: str) -> None:
    """A text that is no tile and no move is a NotationError that quotes it."""
    quoted = repr(text)[1:-1]
    refused(lambda: okey.Tile(text), NotationError, "tile", quoted)
    refused(lambda: okey.Tile.parse(text), NotationError, "tile", quoted)
    refused(lambda: okey.Move(text), NotationError, "move", quoted)
    refused(lambda: okey.Move.parse(f"discard {text}"), NotationError, "move", quoted)
    refused(lambda: okey.okey_of(text), NotationError, "tile", quoted)


@pytest.mark.parametrize("text", ["r0", "x", "r1 r2 r14", "r1 F1", "r1, r2", "r1;r2"])
def test_texts_with_a_word_that_names_no_tile(text: str) -> None:
    """One bad word in a hand, deck or meld is a NotationError that quotes the word."""
    bad = next(word for word in text.split() if word.lower() not in okey.Tile._by_text)
    for call in (
        lambda: okey.tiles(text),
        lambda: okey.analyze(text, indicator="k9"),
        lambda: okey.deal(deck=text),
        lambda: okey.batch.encode([text], "k9"),
        lambda: okey.check_declaration([text], discard="r1", indicator="k9"),
        lambda: okey.check_declaration(["r1 r2 r3"], discard="r1", indicator="k9", hand=text),
        lambda: okey.Meld.parse(f"r1 {text}"),
    ):
        refused(call, NotationError, "tile", repr(bad))


@pytest.mark.parametrize("number", [-1, 53, 10**9, HUGE, -HUGE])
def test_numbers_that_are_no_tile(number: int) -> None:
    """A number outside 0..52 is a NotationError that tells it."""
    for call in (
        lambda: okey.Tile(number),
        lambda: okey.tiles([0, number]),
        lambda: okey.analyze([number] * 14, indicator="k9"),
        lambda: okey.analyze(HAND, indicator=number),
        lambda: okey.deal(deck=[number] * 106),
        lambda: okey.batch.encode([[number]], "k9"),
        lambda: okey.batch.encode([HAND], number),
        lambda: okey.settle([1, 1], indicator=number),
    ):
        refused(call, NotationError, "number", str(number))


@pytest.mark.parametrize("kind", ["float", "bool", "bytes", "list", "dict", "object"])
def test_wrong_types_are_a_type_error(kind: str) -> None:
    """What is no text and no int is no tile in a hand, indicator, seat or limit: a TypeError, also for bool and
    bytes."""
    bad = WRONG_TYPES[kind]
    calls: list[Callable[[], object]] = [
        lambda: okey.tiles([bad]),
        lambda: okey.okey_of(bad),
        lambda: okey.analyze(HAND, indicator=bad),
        lambda: okey.check_declaration([HAND], discard=bad, indicator="k9"),
        lambda: okey.batch.encode([HAND], bad) if kind != "bytes" else okey.tiles(bad),
        lambda: okey.deal(seed=1, points=[1, 2, 3, bad]),
        lambda: okey.settle([1, 1], indicator="k9", winner=bad),
        lambda: okey.settle([1, 1], indicator="k9", shower=bad, rules=okey.DEDUCT),
        lambda: okey.arrangements(HAND, indicator="k9", limit=bad),
        lambda: okey.Rules(starter=bad),
    ]
    for call in calls:
        refused(call, TypeError, None)


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: okey.tiles(b"r1 r2"), "bytes"),
        (lambda: okey.tiles(5), "tiles"),  # type: ignore[arg-type]
        (lambda: okey.tiles(None), "tiles"),  # type: ignore[arg-type]
        (lambda: okey.analyze(None, indicator="k9"), "tiles"),  # type: ignore[arg-type]
        (lambda: okey.analyze(HAND, indicator=None), "indicator"),  # type: ignore[arg-type]
        (lambda: okey.analyze(HAND, indicator="k9", rules="CLASSIC"), "rules"),  # type: ignore[arg-type]
        (lambda: okey.arrange(HAND, indicator="k9", by=[]), "by"),  # type: ignore[arg-type]
        (lambda: okey.batch.encode(HAND, "k9"), "hands"),
        (lambda: okey.batch.encode(5, "k9"), ""),  # type: ignore[arg-type]
        (lambda: okey.batch.win("5" * 53), ""),  # type: ignore[arg-type]
        (lambda: okey.batch.win([1] * 53), ""),  # type: ignore[arg-type]
        (lambda: okey.batch.win(None), ""),  # type: ignore[arg-type]
        (lambda: okey.deal(seed=1, points="1111"), "points"),  # type: ignore[arg-type]
        (lambda: okey.deal(seed=1, points=5), "points"),  # type: ignore[arg-type]
        (lambda: okey.settle(5, indicator="k9"), "points"),  # type: ignore[arg-type]
        (lambda: okey.settle([1, 1], indicator="k9", winner=0, okey_finish="no"), "okey_finish"),  # type: ignore[arg-type]
        (lambda: okey.Meld.parse(None), "meld"),  # type: ignore[arg-type]
        (lambda: okey.Rules(seven_pairs=1), "seven_pairs"),  # type: ignore[arg-type]
        (lambda: okey.Rules(starter=None), "starter"),  # type: ignore[arg-type]
    ],
)
def test_other_wrong_types_are_a_type_error(call: Callable[[], object], named: str) -> None:
    """Bytes are no text, a text is no list of hands, None is no default where there is none: a TypeError that names the
    argument."""
    refused(call, TypeError, None, named)


@pytest.mark.parametrize("number", [VAST, -VAST], ids=["10**5000", "-10**5000"])
@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda n: okey.deal(seed=1, points=[n] * 4), id="points"),
        pytest.param(lambda n: okey.arrangements(HAND, indicator="k9", limit=n), id="limit"),
        pytest.param(lambda n: okey.settle([1, 1], indicator="k9", winner=n), id="winner"),
        pytest.param(lambda n: okey.Rules.from_dict({"base_win": n}), id="rules document"),
    ],
)
def test_numbers_too_long_to_print_are_refused_like_others(call: Callable[[int], object], number: int) -> None:
    """A number with more digits than Python prints is a RummyError, not a ValueError of Python's own."""
    assert isinstance(only_typed_errors(lambda: call(number)), RummyError)


# ------------------------------------------------------------------------------
# Deals
# ------------------------------------------------------------------------------


def test_a_false_joker_is_no_indicator() -> None:
    """A deck ends in a numbered tile."""
    deck = list(okey.deal(seed=1).record().deck)
    deck.append(deck.pop(deck.index(okey.F)))
    refused(lambda: okey.deal(deck=deck), StateError, "deck", "indicator")


@pytest.mark.parametrize(
    ("options", "kind", "code", "named"),
    [
        ({"seed": 1, "points": []}, StateError, "points_count", "0 points"),
        ({"seed": 1, "points": [1] * 5}, StateError, "points_count", "5 points"),
        ({"seed": 1, "points": [1, 2, 3, 10**9 + 1]}, StateError, "points_range", "seat 3"),
        ({"seed": 1, "points": [1, -HUGE, 3, 4]}, StateError, "points_range", "seat 1"),
        ({"seed": 1, "points": [1, 2, 3, 2], "rules": okey.PARTNERS}, StateError, "points", "partners"),
        ({"seed": 1, "players": 3, "rules": okey.PARTNERS}, RulesError, "teams", "four players"),
    ],
)
def test_points_and_teams_that_cannot_be(
    options: dict[str, Any], kind: type[RummyError], code: str, named: str
) -> None:
    """Points outside their range and teams of another number of players: an error names them. A match says the same."""
    refused(lambda: okey.deal(**options), kind, code, named)
    if "points" not in options:
        refused(lambda: okey.Match(**options), kind, code, named)


# ------------------------------------------------------------------------------
# Moves
# ------------------------------------------------------------------------------


def drawn_state() -> okey.State:
    """Return a round in which seat 2 has just drawn."""
    state = okey.deal(deck=okey_decks.stack("k9", {0: "k9", 1: "r1", 2: "r2 r3"}, stock="b5"), rules=okey.DEDUCT)
    state.play("discard r1")
    state.play("draw")
    return state


@pytest.mark.parametrize(
    ("move", "seat", "code"),
    [
        ("draw", None, "drawn"),
        ("draw", 2, "drawn"),
        ("draw", 3, "turn"),
        ("discard b5", 1, "turn"),
        ("finish b5", 0, "turn"),
        ("finish b5", 2, "not_won"),
        ("discard k9", 2, "not_held"),
        ("finish k9", 2, "not_held"),
        ("pass", 2, "no_pass"),
        ("show", 2, "not_held"),
    ],
)
def test_a_move_that_may_not_be_played(move: str, seat: int | None, code: str) -> None:
    """Drawing twice, acting out of turn, throwing what one does not hold, finishing without a win: refused, and sent
    again refused again; the error names move and seat, and the state is the same to the byte."""
    state = drawn_state()
    before = memory(state)
    for _ in range(3):
        for call in (state.play, state.check):
            refused(partial(call, move, seat), IllegalMoveError, code, move, "" if seat is None else f"seat {seat}")
    assert memory(state) == before
    assert state.turn == 2
    assert len(state.hand(2)) == 15


@pytest.mark.parametrize(
    ("declared", "discard", "hand", "code", "named"),
    [
        (["r1 r2 r3", "y5 y6 y7 y8", "r9 y9 b9", "k12 k13 k1 k2"], "F", None, "meld_wrap", "k12 k13 k1 k2"),
        (["r1 r2 r3", "y5 y6 y7 y8", "r9 y9 b9", "k1 k2 k3"], "F", None, "count", "13 tiles"),
        (["r1 r2 r3", "y5 y6 y7 y8", "r9 y9 b9", "k1 k2 k4 k5"], "F", None, "meld_gap", "k1 k2 k4 k5"),
        (["r1 r2 r3", "y5 y6 y7 y8", "r9 y9 b9", "k1 k2 k3 b4"], "F", None, "meld_mixed", "k1 k2 k3 b4"),
        (["r1 r2 r3", "y5 y6 y7 y8", "r9 r9 b9", "k1 k2 k3 k4"], "F", None, "meld_suit", "r9 r9 b9"),
        (["r1 r2 r3", "y5 y6 y7 y8", "r9 y9 b9", "k1 k1", "k3 k3"], "F", None, "mixed", "mixed"),
        (["r1 r1", "r2 r2", "r3 r3", "r4 r4", "r5 r5", "r6 r6", "r7 r8"], "F", None, "meld_pair", "r7 r8"),
        (["r1 r2 r3", "y5 y6 y7 y8", "r9 y9 b9", "k1 k2 k3 k4"], "F", HAND + " b2", "not_held", "F"),
        (["r1 r2 r3", "y5 y6 y7 y8", "r9 y9 b9", "k1 k2 k3 k4"], "F", HAND + " F b2", "left_over", "b2"),
        (["r1 r2 r3", "r1 r2 r3", "r1 r2 r3", "k1 k2 k3 k4 k5"], "F", None, "copies", "r1"),
        ([], "F", None, "count", "0 tiles"),
        (["", HAND], "F", None, "meld_size", "no tiles"),
        (["r1", "r2 r3 r4", "y5 y6 y7", "r9 y9 b9", "k1 k2 k3 k4"], "F", None, "meld_size", "r1"),
    ],
)
def test_a_declaration_that_does_not_hold(
    declared: list[str], discard: str, hand: str | None, code: str, named: str
) -> None:
    """The verdict on melds that are no win says why and names the tiles at fault."""
    verdict = okey.check_declaration(declared, discard=discard, indicator="k9", hand=hand)
    assert (verdict.ok, verdict.code) == (False, code)
    assert named in verdict.sentence
    assert not verdict


# ------------------------------------------------------------------------------
# Batches
# ------------------------------------------------------------------------------

ROW = bytes(okey.batch.encode([HAND], "k9"))


def row(*changes: tuple[int, int]) -> bytes:
    values = bytearray(ROW)
    for at, value in changes:
        values[at] = value
    return bytes(values)


BUFFERS: dict[str, Callable[[bytes], Any]] = {
    "bytes": bytes,
    "bytearray": bytearray,
    "memoryview": memoryview,
    "signed bytes": lambda data: memoryview(data).cast("b"),
    "characters": lambda data: memoryview(data).cast("c"),
    "array": lambda data: array("B", data),
}
WRONG_BUFFERS: dict[str, Any] = {f"array of {code}": array(code, [0] * 53) for code in "HhiIqQfd"}
WRONG_BUFFERS |= {f"memoryview of {code}": memoryview(array(code, [0] * 53)) for code in "HhiIqQfd"}
WRONG_BUFFERS |= {"every second": memoryview(bytes(106))[::2], "backwards": memoryview(bytes(106))[::-1]}
if importlib.util.find_spec("numpy") is not None:  # NumPy is not needed, but its arrays are buffers too
    numpy: Any = importlib.import_module("numpy")
    BUFFERS |= {
        f"numpy {code}": partial(lambda code, data: numpy.array(list(data), code), code) for code in ("u1", "i1")
    }
    WRONG_BUFFERS |= {f"numpy {code}": numpy.zeros((2, 53), dtype=code) for code in ("int16", "int64", "float64")}
    WRONG_BUFFERS |= {"numpy transposed": numpy.zeros((53, 2), dtype="uint8").T}


@pytest.mark.parametrize("n", [1, 52, 54, 105, 107, 53 * 7 - 1])
@pytest.mark.parametrize("kind", BUFFERS)
def test_a_buffer_of_wrong_length(kind: str, n: int) -> None:
    """Bytes that are no whole number of rows of 53 are a HandError that tells their number."""
    buffer = BUFFERS[kind](bytes(n))
    refused(lambda: okey.batch.win(buffer), HandError, "row_bytes", f"{n} bytes")
    refused(lambda: okey.batch.encode(buffer, "k9"), HandError, "row_bytes", f"{n} bytes")


@pytest.mark.parametrize("kind", WRONG_BUFFERS)
def test_a_buffer_of_larger_items_or_with_gaps(kind: str) -> None:
    """Items of more than one byte, or bytes that do not lie in a row, are a TypeError, although there are enough for
    whole rows."""
    refused(lambda: okey.batch.win(WRONG_BUFFERS[kind]), TypeError, None)
    refused(lambda: okey.batch.encode(WRONG_BUFFERS[kind], "k9"), TypeError, None)


@pytest.mark.parametrize("kind", BUFFERS)
def test_any_buffer_of_bytes_serves(kind: str) -> None:
    """Any buffer of single bytes gives the same answers, and an empty one has no rows."""
    assert okey.batch.win(BUFFERS[kind](ROW * 2)) == b"\1\1"
    assert okey.batch.win(memoryview(BUFFERS[kind](ROW * 2)).cast("B").cast("B", [2, 53])) == b"\1\1"
    assert okey.batch.encode(BUFFERS[kind](ROW), "k9") == ROW
    assert okey.batch.win(BUFFERS[kind](b"")) == okey.batch.encode(BUFFERS[kind](b""), "k9") == b""


def test_an_error_that_is_kept_does_no_harm() -> None:
    """An error of a batch that the program keeps holds no buffer: the garbage collector can clear it away."""
    program = """
import gc
from rummycore import RummyError, okey

def keep(call, *arguments):
    try:
        call(*arguments)
    except RummyError as error:
        kept = error  # refers to this frame, which refers to it

for _ in range(50):
    keep(okey.batch.win, bytes(53))
    keep(okey.batch.win, memoryview(bytes(53)))
    keep(okey.batch.encode, bytes([3] * 53), "k9")
    keep(okey.batch.encode, ["r7 r7 r7"], "k9")
    gc.collect()
print("done")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (row((4, 3)), "copies"),
        (row((4, 255)), "copies"),
        (row((52, 5)), "copies"),
        (row((52, 255)), "copies"),
        (row((22, 1)), "count"),
        (row((0, 0)), "count"),
        (row((52, 1)), "count"),
        (bytes(53), "count"),
        (b"\xff" * 53, "copies"),
        (b"\2" * 53, "count"),
    ],
)
@pytest.mark.parametrize("place", [0, 1, 99])
def test_a_bad_row_of_values_is_named(bad: bytes, code: str, place: int) -> None:
    """The first row that is no hand of 14 is named, and nothing is answered for the others."""
    rows = [ROW] * 100
    rows[place] = bad
    refused(lambda: okey.batch.win(b"".join(rows)), HandError, code, f"row {place}:")
    refused(lambda: okey.batch.win(b"".join([*rows, bad])), HandError, code, f"row {place}:")


@pytest.mark.parametrize(
    ("kind", "count"), [(4, 3), (4, 255), (52, 3), (int(okey.Tile("k9")), 2), (int(okey.Tile("k10")), 3)]
)
def test_a_bad_row_of_faces_is_named(kind: int, count: int) -> None:
    """Faces that cannot be held beside the indicator are a HandError with the number of the hand; the buffer stays as
    it was."""
    faces = bytearray(53 * 3)
    faces[53 + kind] = count
    before = bytes(faces)
    refused(lambda: okey.batch.encode(faces, "k9"), HandError, "copies", "hand 1")
    assert faces == before


# ------------------------------------------------------------------------------
# Texts, documents and bytes
# ------------------------------------------------------------------------------


@FUZZ
@given(st.text(max_size=60) | st.text(alphabet="rybkF0123456789 =,disca", max_size=60))
def test_arbitrary_text_is_refused(text: str) -> None:
    """Whatever the text, it is a meld, hand, indicator or word of a settlement, or a RummyError."""
    calls: list[Callable[[str], object]] = [
        okey.Meld.parse,
        okey.tiles,
        lambda text: okey.analyze(text, indicator="k9"),
        lambda text: okey.arrange(text, indicator="k9"),
        lambda text: okey.meld(text, indicator="k9"),
        lambda text: okey.analyze(HAND, indicator=text),
        lambda text: okey.arrange(HAND, indicator="k9", by=text),
        lambda text: okey.check_declaration([text], discard="r1", indicator="k9"),
        lambda text: okey.settle([1, 1], indicator="k9", winner=0, win=text),
    ]
    for call in calls:
        only_typed_errors(partial(call, text))


@pytest.mark.parametrize(
    ("change", "kind", "code", "named"),
    [
        ({"points": [1, 2, 3]}, StateError, "points_count", "3 points"),
        ({"points": [1, 2, 3, True]}, StateError, "type", "points"),
        ({"points": [1, 2, 3, 4.0]}, StateError, "type", "points"),
        ({"points": "1 2 3 4"}, StateError, "type", "points"),
        ({"players": 3}, StateError, "points_count", "3"),
        ({"points": [1, 2, 3, 10**10]}, StateError, "outside", "points"),
        ({"deck": " ".join(["r1"] * 106)}, StateError, "deck", "106"),
        ({"deck": "r1 x9"}, NotationError, "tile", "'x9'"),
        ({"moves": ["draw"]}, IllegalMoveError, "drawn", "move 1"),
        ({"rules": {"starter": "me"}}, RulesError, "range", "starter"),
        ({"rules": {"deduct_from": "winner"}}, RulesError, "deduct_from", "deduct_from"),
    ],
)
def test_a_record_that_is_none(change: dict[str, Any], kind: type[RummyError], code: str, named: str) -> None:
    """A record with one thing wrong is refused with an error that names it."""
    data = {**okey.deal(seed=1).to_dict(), **change}
    refused(lambda: okey.State.from_dict(data), kind, code, named)


@pytest.mark.parametrize(
    ("at", "value", "code"),
    [
        (6, 5, "bytes"),
        (6, 255, "bytes"),
        (6, 0, "bytes"),
        (6, 3, "bytes"),
        (-5, 5, "deck"),
        (-6, 52, "deck"),
    ],
)
def test_bytes_of_another_table_are_refused(at: int, value: int, code: str) -> None:
    """With a checksum that fits, seats and tiles that cannot be are still refused, and the code says why."""
    body = bytearray(bytes(okey.deal(seed=1)))
    body[at] = value
    refused(lambda: okey.State.from_bytes(sealed(bytes(body[:-4]))), StateError, code)
