"""Long batches run in slices: the answers are those of one call, bad rows keep their numbers, and Ctrl-C is heard."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from array import array
from collections.abc import Callable
from typing import Any

import pytest

from rummycore import HandError, buffers, marriage, okey
from rummycore.marriage import batch as cards
from rummycore.okey import batch as tiles

Y6 = okey.Tile("y6")
DEALT = [okey.deal(seed=seed).hand(0) for seed in range(60)]
HANDS = [hand for hand in DEALT if hand.count(Y6) < 2][:40]  # beside the indicator y6
VALUES = bytes(tiles.encode(HANDS, "y6"))
FACES = bytes(cards.encode([marriage.deal(seed=seed).hand(0) for seed in range(40)]))
CALLS: dict[str, tuple[bytes, Callable[..., Any]]] = {
    "okey.win": (VALUES, tiles.win),
    "okey.distance": (VALUES, lambda rows, **how: tiles.distance(rows, "y6", **how)),
    "okey.useful": (VALUES, lambda rows, **how: tiles.useful(rows, "y6", **how)),
    "marriage.win": (FACES, cards.win),
    "marriage.finishes": (FACES, lambda rows, **how: cards.finishes(rows, None, marriage.Goal(dublees=5), **how)),
    "marriage.distance": (FACES, lambda rows, **how: cards.distance(rows, "Jc", marriage.Goal(primary=1), **how)),
    "marriage.discards": (FACES, lambda rows, **how: cards.discards(rows, None, marriage.Goal(primary=1), **how)),
    "marriage.bounds": (FACES, lambda rows, **how: cards.bounds(rows, marriage.Goal(primary=1), **how)),
}
EACH = pytest.mark.parametrize(("rows", "call"), CALLS.values(), ids=CALLS)


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make slices of three rows and more, which never grow long."""
    monkeypatch.setattr(buffers, "FEW", 3)


@EACH
def test_slices_answer_as_one_call(rows: bytes, call: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The answers do not depend on the slices, and `progress` hears of each slice and of the last row."""
    whole, told = call(rows), list[tuple[int, int]]()
    monkeypatch.setattr(buffers, "FEW", 3)
    for slice_ in (0.0, 10.0):
        monkeypatch.setattr(buffers, "SLICE", slice_)
        told.clear()
        assert call(rows, progress=lambda done, n: told.append((done, n))) == whole
        assert told[-1] == (40, 40)
        assert told == sorted(set(told))
        assert len(told) == (38 if slice_ == 0 else 4)  # three rows, then one each; or 3, 6, 12 and the rest
        assert call(rows) == whole


@EACH
@pytest.mark.usefixtures("_small")
def test_a_bad_row_keeps_its_number(rows: bytes, call: Callable[..., Any]) -> None:
    """An error names a row of the whole batch, in whatever slice it stands."""
    for bad in (0, 2, 3, 17, 39):
        wrong = bytearray(rows)
        wrong[53 * bad + 5] = 9
        with pytest.raises(HandError, match=f"^row {bad}: "):
            call(wrong)


@pytest.mark.usefixtures("_small")
def test_a_hand_that_cannot_be_encoded_keeps_its_number() -> None:
    """`encode` names a hand of the whole batch."""
    hands = [*HANDS, (okey.Tile("r1"),) * 3, *HANDS]
    with pytest.raises(HandError, match=r"^hand 40: "):
        tiles.encode(hands, "y6")
    assert bytes(tiles.encode(HANDS * 3, "y6")) == VALUES * 3
    assert tiles.left(VALUES, "y6") == b"".join(tiles.left(VALUES[53 * i : 53 * i + 53], "y6") for i in range(40))


def test_what_progress_raises_ends_the_batch() -> None:
    """A function of the caller that raises, as Ctrl-C does, ends the batch there."""
    with pytest.raises(ZeroDivisionError):
        tiles.distance(VALUES, "y6", progress=lambda done, n: 1 // 0)


PROGRAM = """
from rummycore import marriage
from rummycore.marriage import batch
faces = bytes(batch.encode([marriage.deal(seed=s).hand(0) for s in range(50)]) * 400)
print("on", flush=True)
batch.discards(faces, "Jc")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT is sent otherwise there")
def test_ctrl_c_is_heard_within_a_batch() -> None:
    """A batch of many seconds ends soon after SIGINT, with KeyboardInterrupt."""
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert program.stdout is not None
    assert program.stdout.readline() == "on\n"
    time.sleep(0.3)
    program.send_signal(signal.SIGINT)
    _, said = program.communicate(timeout=30)
    assert "KeyboardInterrupt" in said
    assert program.returncode != 0


@EACH
def test_rows_that_do_not_lie_in_one_piece(rows: bytes, call: Callable[..., Any]) -> None:
    """Every second row of a buffer, numbers of eight bytes and a list are refused, each in its own words."""
    with pytest.raises(TypeError, match="must lie in one piece"):
        call(memoryview(rows)[::2])
    with pytest.raises(TypeError, match="must be a buffer of single bytes, not of 'q' items"):
        call(array("q", [0] * 53))
    with pytest.raises(TypeError, match="must be a buffer, not list"):
        call([1, 2, 3])


def test_tiplus_of_rows_are_a_buffer() -> None:
    """A list of texts is no buffer of tiplus, and the error says which argument it is."""
    with pytest.raises(TypeError, match="tiplu must be a buffer, not list"):
        cards.distance(FACES, ["Jc"] * 40)  # type: ignore[arg-type]
