"""What an analysis says in every game: discards, a nearest winning hand, and verdicts on declarations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from rummycore.values import Counts
from rummycore.wire import Wire

Piece = TypeVar("Piece")
Laid = TypeVar("Laid")


@dataclass(frozen=True, slots=True)
class Discard(Wire, Generic[Piece]):
    """A discard: the distance that it leaves, and the pieces that are useful then, with the copies that can still be
    had.

    The distance is None if no draw can do then.
    """

    discard: Piece
    distance: int | None
    useful: Counts[Piece]
    _told: ClassVar[tuple[str, ...]] = ("total",)

    @property
    def total(self) -> int:
        """How many pieces lower the distance, copies counted."""
        return self.useful.total


@dataclass(frozen=True, slots=True)
class Nearest(Wire, Generic[Laid, Piece]):
    """A nearest winning hand, or a nearest way to a goal: what lies in it, and which of its pieces are missing."""

    melds: tuple[Laid, ...]
    missing: tuple[Piece, ...]

    def __str__(self) -> str:
        laid = (" ".join(map(str, meld)) if isinstance(meld, tuple) else str(meld) for meld in self.melds)
        return " | ".join(laid) + (f" | missing: {' '.join(map(str, self.missing))}" if self.missing else "")


@dataclass(frozen=True, slots=True)
class Verdict(Wire, Generic[Piece]):
    """What a declaration is worth: `ok`, or why not, with the pieces at fault. It is true
    in a condition when it holds.
    """

    ok: bool
    code: str
    sentence: str
    pieces: tuple[Piece, ...] = ()

    def __bool__(self) -> bool:
        return self.ok


def best_first(table: list[Discard[Piece]]) -> tuple[Discard[Piece], ...]:
    """Return a table of discards: the smallest distance first, then the most useful pieces,
    then the order of the pieces.
    """
    return tuple(sorted(table, key=lambda d: (d.distance is None, d.distance, -d.total, d.discard)))
