"""Small values that every game has: choices out of a few words, and counts of pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import TypeVar

Key = TypeVar("Key")


class Choice(str, Enum):
    """One of a few words. It equals the plain word, and the plain word serves in its place."""

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return repr(self.value)

    __hash__ = str.__hash__


class Counts(Mapping[Key, int]):
    """How many there are of each piece: a mapping that cannot change, in ascending order. `total` is the sum.

    >>> from rummycore.okey import Tile
    >>> counts = Counts({Tile("r4"): 2, Tile("F"): 1})
    >>> counts[Tile("r4")], counts.total, str(counts)
    (2, 3, 'r4 x2, F x1')
    """

    __slots__ = ("_counts", "total")

    def __init__(self, counts: Mapping[Key, int]) -> None:
        self._counts = dict(counts)
        self.total = sum(self._counts.values())

    def __getitem__(self, key: Key) -> int:
        return self._counts[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def __hash__(self) -> int:
        return hash(frozenset(self._counts.items()))

    def __str__(self) -> str:
        return ", ".join(f"{key} x{n}" for key, n in self._counts.items())

    def __repr__(self) -> str:
        return f"Counts({self._counts!r})"

    def to_dict(self) -> dict[str, int]:
        """Return the counts as JSON values."""
        return {str(key): n for key, n in self._counts.items()}


def counted(n: int, one: str, many: str = "") -> str:
    """Return a number with its noun: `one` for 1, else `many`, which is by default `one` with an s.

    >>> counted(1, "round"), counted(2, "round"), counted(0, "man", "men")
    ('1 round', '2 rounds', '0 men')
    """
    return f"{n} {one if n == 1 else many or one + 's'}"
