"""Many Marriage hands in one call: rows answer as single hands do, bad rows are named and nothing is
written, other threads get on meanwhile.
"""

from __future__ import annotations

import sys
import threading
from array import array
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from mangling import refused
from marriage_distance_calls import goal_of, rows
from marriage_distance_hands import AFTER, LARGE, SMALL, UNKNOWN, WHOLE, Question, asked
from marriage_distance_oracle import ALL, NUMBER, left_beside
from marriage_hands import CLASSES
from marriage_oracle import KINDS, dublee_finishes, dublees, finishes13, finishes22, in_order

from rummycore import HandError, NotationError, marriage
from rummycore._core import ffi, lib, pointer
from rummycore.marriage import AFTER_SEEING, TO_SEE, WHOLE_HAND, Goal, batch

HAND = "6h 6h 6h 3s 4s 5s Qd Kd Ad 6d Qc 8d Jd 2c 2h Ks Kc Kh Jh Js 9c"  # 21 cards; with the tiplu Jc there are six jokers among them
ROW = bytes(batch.encode([HAND]))
LEFT = bytes(batch.left(ROW, "Jc"))
C6, H6, JC, MAN = (NUMBER[card] for card in ("6c", "6h", "Jc", "M"))

CALLS: dict[str, Callable[..., Any]] = {
    "distance": batch.distance,
    "useful": batch.useful,
    "discards": batch.discards,
}
by_call = pytest.mark.parametrize("call", CALLS)


def hands(names: Sequence[str], size: int, n: int) -> list[Question]:
    rng = Random(f"batch {size}")
    return [asked(rng, rng.choice(names), {}, size, known=rng.random() < 0.7) for _ in range(n)]


def changed(row: bytes, at: int, count: int) -> bytes:
    return row[:at] + bytes([count]) + row[at + 1 :]


# ------------------------------------------------------------------------------
# Rows are single hands
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(("names", "size", "goal"), [(sorted(SMALL), 13, AFTER), (sorted(LARGE), 22, WHOLE)])
def test_rows_answer_as_single_hands(names: Sequence[str], size: int, goal: tuple[int, int, int], scale: int) -> None:
    """Distances, useful cards, tables of discards and bounds of many rows are those of each row alone,
    each with its own tiplu and cards left.
    """
    asked_ = hands(names, size, scale // 25)
    faces, left, tiplus = rows(asked_)
    wanted = goal_of(goal)
    distances, masks = batch.distance(faces, tiplus, wanted, left), batch.useful(faces, tiplus, wanted, left)
    table, helpful = batch.discards(faces, tiplus, wanted, left)
    between = batch.bounds(faces, wanted, left)
    assert (distances.typecode, masks.typecode, table.typecode, helpful.typecode, between.typecode) == tuple("bQbQb")
    assert (len(distances), len(masks), len(between)) == (len(asked_), len(asked_), 2 * len(asked_))
    assert len(table) == len(helpful) == 53 * len(asked_)
    for i, q in enumerate(asked_):
        own, beside = bytes(q.faces), bytes(q.left)
        told = None if q.tiplu is None else ALL[q.tiplu]
        assert batch.distance(own, told, wanted, beside)[0] == distances[i]
        assert batch.useful(own, told, wanted, beside)[0] == masks[i]
        alone = batch.discards(own, told, wanted, beside)
        assert (alone[0], alone[1]) == (table[53 * i : 53 * i + 53], helpful[53 * i : 53 * i + 53])
        assert batch.bounds(own, wanted, beside) == between[2 * i : 2 * i + 2]
    assert len(set(distances)) > 3


def test_one_tiplu_serves_for_all_rows() -> None:
    """A card, its text and a buffer of it repeated are the same; so are None and bytes of 255."""
    asked_ = hands(sorted(SMALL), 12, 50)
    faces = rows([Question(None, q.faces, q.left) for q in asked_ if not q.faces[JC]])[0]
    n = len(faces) // 53
    assert n > 10
    known = batch.distance(faces, "Jc", AFTER_SEEING)
    assert known == batch.distance(faces, JC, AFTER_SEEING) == batch.distance(faces, bytes([JC]) * n, AFTER_SEEING)
    unknown = batch.distance(faces, None, AFTER_SEEING)
    assert unknown == batch.distance(faces, bytes([UNKNOWN]) * n, AFTER_SEEING) != known
    half = bytes([JC, UNKNOWN] * n)[:n]
    mixed = batch.distance(faces, half, AFTER_SEEING)
    assert list(mixed) == [unknown[i] if i % 2 else known[i] for i in range(n)]


def test_cards_left_are_all_others_where_nothing_is_said() -> None:
    """Without `left` all cards but the row's own and one of its tiplu can be had; one row of `left` serves for all."""
    asked_ = hands(sorted(LARGE), 21, 100)
    faces, _, tiplus = rows(asked_)
    every = b"".join(bytes(left_beside({}, q.tiplu, q.faces)) for q in asked_)
    assert batch.left(faces, tiplus) == every
    assert batch.distance(faces, tiplus) == batch.distance(faces, tiplus, left=every)
    nothing = bytes(53)
    assert batch.distance(faces, tiplus, left=nothing) == batch.distance(faces, tiplus, left=nothing * len(asked_))
    assert set(batch.distance(faces, tiplus, left=nothing)) == {-1, 0}
    men = marriage.Rules(printed_jokers=2)
    assert batch.left(changed(ROW, MAN, 1), None, men)[MAN] == 1


def test_encode_counts_cards() -> None:
    """A row has the count of each card, in the order of the kinds; a bad hand is named."""
    assert batch.encode([HAND, ["6h"] * 3, []]) == ROW + bytes(3 * (k == H6) for k in range(53)) + bytes(53)
    for card in marriage.Card.all():
        if str(card) != "M":
            assert batch.encode([[card]])[int(card)] == 1
    refused(lambda: batch.encode([HAND, "6h 6h 6h 6h"]), HandError, "copies", "hand 1", "6h")
    refused(lambda: batch.encode([HAND, HAND, "6h Xx"]), NotationError, "card", "hand 2", "Xx")
    refused(lambda: batch.encode(["M"]), HandError, "copies", "hand 0", "M")
    assert batch.encode(["M"], marriage.Rules(printed_jokers=1))[MAN] == 1
    refused(lambda: batch.encode(HAND), TypeError, None)


# ------------------------------------------------------------------------------
# Wins and finishing discards
# ------------------------------------------------------------------------------


def kinds_of(mask: int) -> set[str]:
    return {ALL[k] for k in range(53) if mask >> k & 1}


def test_finishing_discards_of_rows_equal_the_oracle(scale: int) -> None:
    """Of 22 and of 13 cards, each row with its own tiplu: by combinations and by dublees
    the discards are the oracle's.
    """
    for name, maker in CLASSES.items():
        rng = Random(f"batch {name}")
        made = [maker(rng, {}) for _ in range(scale // 200)]
        faces = batch.encode([cards for _, cards in made])
        tiplus = bytes(KINDS.index(tiplu) for tiplu, _ in made)
        found = batch.finishes(faces, tiplus, WHOLE_HAND if name.endswith("22") else AFTER_SEEING)
        assert (found.typecode, len(found)) == ("Q", 2 * len(made))
        for i, (tiplu, cards) in enumerate(made):
            right = finishes22(cards, tiplu, {}) if len(cards) == 22 else finishes13(cards, tiplu, {})
            assert kinds_of(found[2 * i]) == right, f"tiplu {tiplu}, cards {' '.join(in_order(cards))}"
            pairs = dublee_finishes(cards, 8) if len(cards) == 22 else set()
            assert kinds_of(found[2 * i + 1]) == pairs, f"tiplu {tiplu}, cards {' '.join(in_order(cards))}"


def test_wins_of_rows_are_what_finishes_leave(scale: int) -> None:
    """A row without one card is a win exactly if that card finishes: 1 by combinations, 2
    by dublees, 3 by both, and 0.
    """
    came = set()
    for name, goal in (
        ("near22", WHOLE_HAND),
        ("dublees22", WHOLE_HAND),
        ("many_tunnelas22", WHOLE_HAND),
        ("near13", AFTER_SEEING),
    ):
        rng = Random(f"wins {name}")
        made = [CLASSES[name](rng, {}) for _ in range(scale // 100)]
        tiplus = bytes(KINDS.index(tiplu) for tiplu, _ in made)
        masks = batch.finishes(batch.encode([cards for _, cards in made]), tiplus, goal)
        left = [(i, card) for i, (_, cards) in enumerate(made) for card in sorted(set(cards))]
        rest = []
        for i, card in left:
            cards = list(made[i][1])
            cards.remove(card)
            rest.append(cards)
        wins = batch.win(batch.encode(rest), bytes(tiplus[i] for i, _ in left), goal)
        for (i, card), win in zip(left, wins, strict=True):
            right = (masks[2 * i] >> NUMBER[card] & 1) + 2 * (masks[2 * i + 1] >> NUMBER[card] & 1)
            assert win == right, f"{made[i]} without {card}"
            came.add(win)
    assert came == {0, 1, 2, 3}


def test_wins_to_see_need_no_tiplu() -> None:
    """Three primary combinations, or seven dublees, are a win of their goals, whatever the tiplu byte."""
    three, seven = "6h 6h 6h 3s 4s 5s Qd Kd Ad", "3h 3h 4h 4h 7s 7s 9d 9d Ac Ac 2d 2d Ks Ks"
    for tiplu in (None, "Jc", "6c", "3s"):
        assert batch.win(batch.encode([three]), tiplu, Goal(primary=3)) == b"\1"
        assert batch.win(batch.encode([seven]), tiplu, Goal(dublees=7)) == b"\2"
        assert dublees(seven.split()) == 7
    assert batch.win(batch.encode(["9s 9h 9c Ks Kc Kh 7d 7c 7s"]), None, Goal(primary=3)) == b"\0"


# ------------------------------------------------------------------------------
# Bad rows
# ------------------------------------------------------------------------------

BAD_ROWS = [
    pytest.param(changed(ROW, H6, 4), "copies", id="four of a card"),
    pytest.param(changed(ROW, C6, 255), "copies", id="255 of a card"),
    pytest.param(changed(ROW, JC, 3), "copies", id="three of the tiplu"),
    pytest.param(changed(ROW, MAN, 1), "copies", id="a man where none are printed"),
    pytest.param(changed(changed(ROW, C6, 1), NUMBER["4c"], 1), "count", id="23 cards"),
    pytest.param(b"\3" * 53, None, id="three of each"),
    pytest.param(b"\xff" * 53, None, id="255 of each"),
]


@by_call
@pytest.mark.parametrize("place", [0, 1, 19])
@pytest.mark.parametrize(("bad", "code"), BAD_ROWS)
def test_a_bad_row_is_named(call: str, place: int, bad: bytes, code: str | None) -> None:
    """The first row that cannot be held, or has more than 22 cards, is named, with or without a word of
    what can be had; the buffer stays as it was.
    """
    every = [ROW] * 20
    every[place] = every[-1] = bad
    faces = bytearray(b"".join(every))
    for left in (None, bytes(53)):
        with pytest.raises(HandError, match=rf"\brow {place}\b") as caught:
            CALLS[call](faces, "Jc", WHOLE_HAND, left)
        assert caught.value.code == code or (code is None and caught.value.code in ("copies", "count"))
    assert faces == b"".join(every)


@pytest.mark.parametrize(
    "bad", [changed(LEFT, C6, 4), changed(LEFT, H6, 1), changed(LEFT, JC, 3), changed(LEFT, MAN, 1), b"\xff" * 53]
)
@by_call
def test_a_bad_row_of_what_is_left_is_named(call: str, bad: bytes) -> None:
    """More cards to be had than there are beside the hand and the tiplu are an error that names the row."""
    refused(lambda: CALLS[call](ROW * 3, "Jc", WHOLE_HAND, LEFT * 2 + bad), HandError, "copies", "row 2")
    refused(lambda: CALLS[call](ROW * 3, "Jc", WHOLE_HAND, bad), HandError, "copies", "row 0")


def test_nothing_is_written_on_an_error() -> None:
    """C leaves every output as it was, also for the rows before the bad one, and tells its index."""
    rules, goal = marriage.PAGAT._raw, ffi.new("rummy_marriage_goal *", (3, 4, 8))
    n = 5
    where = ffi.new("size_t *")
    small = ffi.new("int8_t[]", [77] * (53 * n))
    sets = ffi.new("uint64_t[]", [77] * (53 * n))
    bytes_out = ffi.new("uint8_t[]", [77] * (53 * n))
    pairs64, pairs8 = ffi.cast("uint64_t(*)[2]", sets), ffi.cast("int8_t(*)[2]", small)
    for bad_row, bad_tiplu, expected in (
        (changed(ROW, H6, 4), JC, lib.RUMMY_E_COPIES),
        (ROW, 52, lib.RUMMY_E_KIND),
        (ROW, 254, lib.RUMMY_E_KIND),
        (changed(changed(ROW, C6, 1), NUMBER["4c"], 1), JC, lib.RUMMY_E_COUNT),
    ):
        faces = pointer(ROW * 3 + bad_row + ROW)
        tiplus = pointer(bytes([JC, JC, UNKNOWN, bad_tiplu, JC]))
        calls = [
            lib.rummy_marriage_distance(rules, goal, faces, ffi.NULL, tiplus, n, small, sets, where),
            where[0],
            lib.rummy_marriage_discards(rules, goal, faces, ffi.NULL, tiplus, n, small, sets, where),
            where[0],
            lib.rummy_marriage_win(rules, goal, faces, tiplus, n, bytes_out, where),
            where[0],
        ]
        assert calls == [expected, 3] * 3
        if expected != lib.RUMMY_E_COUNT:
            assert lib.rummy_marriage_left(rules, faces, tiplus, n, bytes_out, where) == expected
            assert where[0] == 3
        if expected == lib.RUMMY_E_COPIES:
            assert lib.rummy_marriage_bounds(rules, goal, faces, ffi.NULL, n, pairs8, where) == expected
            assert where[0] == 3
        # One card more than a win: the last row is too small for a discard, but the bad one comes first.
        row = changed(ROW, C6, 1)
        drawn = pointer(row * 3 + changed(bad_row, C6, 1) + row)
        code = lib.rummy_marriage_finishes(rules, goal, drawn, tiplus, n, pairs64, where)
        assert (code, where[0]) == (expected, 3)
        assert (
            set(ffi.unpack(small, 53 * n))
            == set(ffi.unpack(sets, 53 * n))
            == set(ffi.unpack(bytes_out, 53 * n))
            == {77}
        )


@by_call
def test_a_wrong_buffer_goal_or_tiplu(call: str) -> None:
    """Rows that are no whole number, tiplus that are not one a row, other goals and other types are refused by name."""
    ask = CALLS[call]
    for n in (1, 52, 54, 107):
        refused(lambda: ask(bytes(n)), HandError, "row_bytes", "faces", f"{n} bytes")  # noqa: B023
        refused(lambda: ask(ROW, "Jc", WHOLE_HAND, bytes(n)), HandError, "row_bytes", "left", f"{n} bytes")  # noqa: B023
    refused(lambda: ask(ROW * 3, "Jc", WHOLE_HAND, LEFT * 2), HandError, "rows", "left", "2 rows", "3")
    for n in (0, 2, 4):
        refused(lambda: ask(ROW * 3, bytes([JC]) * n), HandError, "row_byte", "tiplu", f"{n} bytes", "3")  # noqa: B023
    refused(lambda: ask(ROW, "M"), NotationError, "tiplu_man", "man")
    refused(lambda: ask(ROW, "Xx"), NotationError, "card", "Xx")
    refused(lambda: ask(ROW, bytes([52])), HandError, "kind", "row 0")
    refused(lambda: ask(ROW, array("H", [JC])), TypeError, None, "tiplu")
    for bad in (None, 5, "5" * 53, [1] * 53, array("h", [0] * 53), memoryview(bytes(106))[::2]):
        refused(lambda: ask(bad), TypeError, None)  # noqa: B023
    refused(lambda: ask(ROW, "Jc", (3, 4, 8)), TypeError, None, "goal")
    refused(lambda: ask(ROW, "Jc", WHOLE_HAND, None, "pagat"), TypeError, None, "marriage.Rules")
    for goal in ({"primary": 4}, {"others": 5}, {"dublees": 11}, {"primary": -1}, {}):
        refused(lambda: Goal(**goal), HandError, "goal" if goal else "goal_closed")  # noqa: B023
    refused(lambda: Goal(primary=1.5), TypeError, None)  # type: ignore[arg-type]


def test_no_rows_are_no_answers() -> None:
    """Empty buffers are fine everywhere."""
    assert not batch.encode([])
    assert not any(
        map(len, (batch.left(b""), batch.win(b""), batch.finishes(b""), batch.distance(b""), batch.useful(b"")))
    )
    assert not any(map(len, (*batch.discards(b""), batch.bounds(b""), batch.distance(b"", b"", WHOLE_HAND, b""))))


def test_rows_of_a_win_have_as_many_cards_as_the_goal() -> None:
    """For a win three cards a combination, for a finish one more; where only dublees are asked
    for any number up to 21, or 22.
    """
    refused(lambda: batch.win(ROW + changed(ROW, C6, 1), "Jc"), HandError, "count", "row 1")
    refused(lambda: batch.finishes(changed(ROW, C6, 1) + ROW, "Jc"), HandError, "count", "row 1")
    assert len(batch.win(ROW, None, Goal(dublees=8))) == 1
    assert batch.win(batch.encode(["6h 6h"]), None, Goal(dublees=1)) == b"\2"
    refused(lambda: batch.win(changed(ROW, C6, 1), None, Goal(dublees=8)), HandError, "count", "row 0")
    assert len(batch.finishes(changed(ROW, C6, 1), None, Goal(dublees=8))) == 2


# ------------------------------------------------------------------------------
# Buffers and threads
# ------------------------------------------------------------------------------


def test_any_buffer_of_bytes_serves() -> None:
    """Bytes, bytearray, memoryview, array and a matrix of bytes are rows alike, and none of them is changed."""
    asked_ = hands(sorted(SMALL), 12, 30)
    faces, left, tiplus = rows(asked_)
    right = batch.distance(faces, tiplus, AFTER_SEEING, left)
    shapes: list[Callable[[bytes], Any]] = [bytearray, memoryview, lambda b: array("B", b)]
    for shape in shapes:
        own, beside, told = shape(faces), shape(left), shape(tiplus)
        assert batch.distance(own, told, AFTER_SEEING, beside) == right
        assert (bytes(own), bytes(beside), bytes(told)) == (faces, left, tiplus)
    matrix = memoryview(faces).cast("B", (len(asked_), 53))
    assert batch.distance(matrix, tiplus, AFTER_SEEING, left) == right


LONG: dict[str, Callable[[bytes], object]] = {
    "distance": lambda faces: batch.distance(faces, "Jc"),
    "discards": lambda faces: batch.discards(faces, "Jc"),
    "bounds": batch.bounds,
    "win": lambda faces: batch.win(faces, "Jc"),
    "finishes": lambda faces: batch.finishes(faces, "Jc"),
    "left": lambda faces: batch.left(faces, "Jc"),
}
ROWS = {"distance": 20_000, "discards": 2_000, "bounds": 10_000, "win": 400_000, "finishes": 100_000, "left": 500_000}


@pytest.mark.parametrize("call", LONG)
def test_another_thread_gets_on_while_a_batch_runs(call: str) -> None:
    """Where no thread is made to give way, a second one still runs within one call: the
    call lets go of the interpreter.
    """
    row = changed(ROW, C6, 1) if call in ("discards", "finishes") else ROW
    faces = row * ROWS[call]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(100)
    try:
        for _ in range(20):  # a busy machine may let a call end before the other thread is woken
            order: list[str] = []
            go = threading.Lock()
            go.acquire()

            def other(order: list[str] = order, go: threading.Lock = go) -> None:
                with go:
                    order.append("other")

            thread = threading.Thread(target=other)
            thread.start()
            go.release()
            LONG[call](faces)
            order.append("call")
            thread.join()
            if order[0] == "other":
                return
        pytest.fail("no other thread ran within any of the calls")
    finally:
        sys.setswitchinterval(interval)


def test_threads_on_their_own_rows_get_what_one_thread_gets() -> None:
    """Eight threads at once, each on its own rows, get the answers of one after the other."""
    parts = [rows(hands(sorted(LARGE), 21, 40 + i)) for i in range(8)]
    right = [batch.distance(faces, tiplus, WHOLE_HAND, left) for faces, left, tiplus in parts]
    found: list[Any] = [None] * 8

    def work(i: int) -> None:
        faces, left, tiplus = parts[i]
        for _ in range(5):
            found[i] = batch.distance(faces, tiplus, WHOLE_HAND, left)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == right


def test_a_way_that_is_complete_lacks_nothing() -> None:
    """A goal of no more combinations, or of no more dublees, is reached by any cards, none of which is useful, and any
    of which may go; a closed way is never reached."""
    combos, pairs, other = Goal(primary=0, others=0), Goal(dublees=0), Goal(primary=0, dublees=10)
    assert combos != pairs
    assert (combos.primary, combos.others, combos.dublees) == (0, 0, None)
    assert (pairs.primary, pairs.others, pairs.dublees) == (None, None, 0)
    held = sum(1 << k for k in range(53) if ROW[k])
    for tiplu in (None, "Jc"):
        for goal, by in ((combos, 1), (pairs, 2), (other, 1), (Goal(0, 0, 0), 3)):
            assert batch.win(ROW, tiplu, goal) == bytes([by])
            assert list(batch.finishes(ROW, tiplu, goal)) == [held * (by & 1), held * (by >> 1)]
            assert list(batch.distance(ROW, tiplu, goal, bytes(53))) == [0]
            assert list(batch.useful(ROW, tiplu, goal)) == [0]
            assert list(batch.bounds(ROW, goal)) == [0, 0]
            table, helpful = batch.discards(ROW, tiplu, goal)
            assert [d for d in table if d != -2] == [0] * held.bit_count()
            assert not any(helpful)
    assert list(batch.distance(bytes(53), None, Goal(dublees=1), bytes(53))) == [-1]
    refused(Goal, HandError, "goal_closed", "no way open")


def test_goals_have_names() -> None:
    """To see, behind three laid, and a whole hand."""
    assert Goal(primary=3, dublees=7) == TO_SEE
    assert Goal(others=4) == Goal(primary=0, others=4) == AFTER_SEEING
    assert Goal(primary=3, others=4, dublees=8) == WHOLE_HAND
