"""Small values that every game has: choices out of a few words, and counts of pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, TypeVar

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

    __slots__ = ("_counts",)

    def __init__(self, counts: Mapping[Key, int]) -> None:
        self._counts = dict(counts)

    @property
    def total(self) -> int:
        """The sum of the counts."""
        return sum(self._counts.values())

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


def as_json(value: Any) -> Any:
    """Return a value as JSON values.

    A value with `to_dict` or `to_json` says itself what it is. A dataclass is an object of its fields, a tuple a list.
    Numbers, switches and None stay; whatever else has a notation is its text.
    """
    for name in ("to_json", "to_dict"):
        if own := getattr(value, name, None):
            return own()
    if type(value) in (int, bool, str) or value is None:
        return value
    if isinstance(value, (tuple, list)):
        return [as_json(item) for item in value]
    if isinstance(value, dict):
        return {str(key): as_json(item) for key, item in value.items()}
    return fields_json(value) if is_dataclass(value) else str(value)


def fields_json(value: Any) -> dict[str, Any]:
    """Return the fields of a dataclass as JSON values, in their order."""
    return {field.name: as_json(getattr(value, field.name)) for field in fields(value)}
