"""Hands of any size and rows of any bytes: every stateless call answers or raises an error of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from rummycore import marriage, okey
from rummycore.errors import RummyError
from rummycore.marriage import batch as marriage_batch
from rummycore.okey import batch as okey_batch

SEATED: Any = [True, False]
OKEY: dict[str, Callable[[Any], Any]] = {
    "win": lambda hand: okey.win(hand, indicator="k9"),
    "analyze": lambda hand: okey.analyze(hand, indicator="k9"),
    "seen": lambda hand: okey.analyze(okey.Tile.all()[:14], indicator="k9", seen=hand),
    "arrange": lambda hand: okey.arrange(hand, indicator="k9", by="points"),
    "arrangements": lambda hand: okey.arrangements(hand, indicator="k9", limit=3),
    "meld": lambda hand: okey.meld(hand, indicator="k9"),
    "melds": lambda hand: okey.melds(hand, indicator="k9"),
    "check_declaration": lambda hand: okey.check_declaration([hand], discard="F", indicator="k9", hand=hand),
    "encode": lambda hand: okey_batch.encode([hand], "k9"),
    "deck": lambda hand: okey.deal(deck=hand),
}
MARRIAGE: dict[str, Callable[[Any], Any]] = {
    "analyze": lambda hand: marriage.analyze(hand, tiplu="Ks"),
    "laid": lambda hand: marriage.analyze("Qs", tiplu="Ks", laid=[hand]),
    "exposed": lambda hand: marriage.analyze("Qs", tiplu="Ks", exposed=hand),
    "seen": lambda hand: marriage.analyze(marriage.Card.all()[:21], gone=hand),
    "maal": lambda hand: marriage.maal(hand, tiplu="Ks", exposed=[c for c in hand if c < 52], route="three"),
    "meld": lambda hand: marriage.meld(hand, tiplu="Ks"),
    "check_declaration": lambda hand: marriage.check_declaration([hand] * 7, discard="Qs", tiplu="Ks", hand=hand),
    "settle": lambda hand: marriage.settle(hands=[hand, "Qs"], seen=SEATED, winner=0, tiplu="Ks", exposed=[hand, ""]),
    "encode": lambda hand: marriage_batch.encode([hand]),
    "deck": lambda hand: marriage.deal(deck=hand),
}


def answers(call: Callable[..., Any], *given: Any, **more: Any) -> bool:
    """Return whether a call answers, and not with a verdict that is a no; any error but the library's own goes on."""
    try:
        answer = call(*given, **more)
    except RummyError:
        return False
    return bool(getattr(answer, "ok", True))


def hands(pieces: Sequence[Any], copies: int, rng: Random) -> list[list[Any]]:
    """Return hands of one to all pieces, those of one kind together or mixed, and such as cannot be."""
    all_of_them = [piece for piece in pieces for _ in range(copies)]
    out = [all_of_them[:n] for n in (0, 1, 2, 3, 13, 14, 15, 21, 22, 23, 24, 72, len(all_of_them))]
    out += [rng.sample(all_of_them, n) for n in (3, 14, 15, 21, 22, 30, 100)]
    return [*out, [pieces[7]] * 300, [pieces[52]] * 5, all_of_them * 3]


@pytest.mark.parametrize("name", OKEY)
def test_okey_takes_hands_of_any_size(name: str) -> None:
    """A call on tiles answers some hands, and refuses all others with an error of the library."""
    answered = [answers(OKEY[name], hand) for hand in hands(okey.Tile.all(), 2, Random(1))]
    assert False in answered


@pytest.mark.parametrize("name", MARRIAGE)
def test_marriage_takes_hands_of_any_size(name: str) -> None:
    """A call on cards answers some hands, and refuses all others with an error of the library."""
    answered = [answers(MARRIAGE[name], hand) for hand in hands(marriage.Card.all(), 3, Random(2))]
    assert False in answered


def rows(copies: int, rng: Random) -> list[bytes]:
    """Return rows of 53 counts and what else may come in their place: any bytes, too few of them, hands of any size."""
    out = [b"", bytes(52), bytes(53), bytes([255] * 53), bytes([128] * 53), rng.randbytes(53), rng.randbytes(106)]
    for size in (*range(13, 24), 60, 150):
        row = bytearray(53)
        for _ in range(size):
            row[rng.randrange(53)] += 1
        out += [bytes(row), bytes(min(n, copies) for n in row)]
    return out


@pytest.mark.parametrize("name", ["win", "finishes", "left", "distance", "useful", "discards"])
def test_okey_batches_take_any_bytes(name: str) -> None:
    """A batch answers rows that can be held, and refuses others, and others of what is left,
    with an error of the library.
    """
    call, rng, answered = getattr(okey_batch, name), Random(3), []
    lefts = rows(2, rng)[:9] if name in ("distance", "useful", "discards") else []
    for row in rows(2, rng):
        answered.append(answers(call, row))
        answered += [answers(call, row, left=left) for left in lefts]
    assert set(answered) == {True, False}


@pytest.mark.parametrize("name", ["win", "finishes", "left", "distance", "useful", "discards", "bounds"])
def test_marriage_batches_take_any_bytes(name: str) -> None:
    """A batch answers rows that can be held, and refuses others, other tiplus and others of what
    is left with an error of the library.
    """
    call, rng, answered = getattr(marriage_batch, name), Random(4), []
    goal = {} if name == "left" else {"goal": marriage.Goal(primary=3, dublees=7)}
    tiplus = (b"", b"\x34", b"\xff", b"aa") if name != "bounds" else ()
    lefts = rows(3, rng)[:9] if name in ("distance", "useful", "discards", "bounds") else []
    for row in rows(3, rng):
        answered.append(answers(call, row, **goal))
        answered += [answers(call, row, tiplu=tiplu, **goal) for tiplu in tiplus]
        answered += [answers(call, row, left=left, **goal) for left in lefts]
    assert set(answered) == {True, False}
