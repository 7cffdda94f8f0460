"""What tiles, cards, moves, options and documents have in common: small numbers with a text, choices, and JSON without surprises."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from rummycore._core import brief
from rummycore.errors import NotationError, StateError

if TYPE_CHECKING:
    from typing_extensions import Self

Key = TypeVar("Key")


class Word(int):
    """An int 0..n-1 that has a text.

    Equal to and hashed as its int. `Class(3)`, `Class("text")` and `Class.parse("text")` all give the one object for it; another
    number or text is a NotationError, another type a TypeError. Texts are read in either case.
    """

    __slots__ = ()
    noun: ClassVar[str]
    texts: ClassVar[tuple[str, ...]]
    _all: ClassVar[tuple[Any, ...]]
    _by_text: ClassVar[dict[str, Any]]

    def __init_subclass__(cls, *, noun: str, texts: Iterable[str]) -> None:
        cls.noun = noun
        cls.texts = tuple(texts)
        cls._all = tuple(int.__new__(cls, i) for i in range(len(cls.texts)))
        cls._by_text = {text.lower(): word for text, word in zip(cls.texts, cls._all, strict=True)}
        cls._by_text.update(zip(cls.texts, cls._all, strict=True))

    def __new__(cls, value: int | str) -> Self:
        if type(value) is int and 0 <= value < len(cls._all):
            known: Self = cls._all[value]
            return known
        if isinstance(value, str):
            return cls.parse(value)
        if (
            isinstance(value, bool)
            or not isinstance(value, int)
            or (isinstance(value, Word) and type(value) is not cls)
        ):
            raise TypeError(f"a {cls.noun} is a text or an int, not {type(value).__name__}")
        if 0 <= value < len(cls._all):
            word: Self = cls._all[value]
            return word
        raise NotationError(cls.noun, f"there is no {cls.noun} {brief(value)}: the numbers are 0..{len(cls._all) - 1}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return what a text names; NotationError if nothing."""
        if not isinstance(text, str):
            raise TypeError(f"the text of a {cls.noun} is a str, not {type(text).__name__}")
        word: Self | None = cls._by_text.get(text)
        if word is None and text.isascii():
            word = cls._by_text.get(text.lower())
        if word is None:
            raise NotationError(cls.noun, f"there is no {cls.noun} {brief(text)}")
        return word

    @classmethod
    def all(cls) -> tuple[Self, ...]:
        """Return every one, in the order of their numbers."""
        return cls._all

    def __str__(self) -> str:
        return self.texts[self]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.texts[self]!r})"

    def __format__(self, spec: str) -> str:
        return format(int(self) if spec[-1:] in tuple("bcdnoxX") else str(self), spec)

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (str(self),)


class Choice(str, Enum):
    """One of a few words. Equal to the plain word, which serves wherever a choice is asked for."""

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return repr(self.value)

    __hash__ = str.__hash__


def counted(n: int, one: str, many: str = "") -> str:
    """Return a number with its noun, which is `one` with an s, or `many`, unless the number is 1.

    >>> counted(1, "round"), counted(2, "round"), counted(0, "man", "men")
    ('1 round', '2 rounds', '0 men')
    """
    return f"{n} {one if n == 1 else many or one + 's'}"


class Counts(Mapping[Key, int]):
    """How many of each piece: a mapping in ascending order that does not change. `total` is the sum.

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


def parse_json(source: str | bytes, what: str) -> Any:
    """Return what a JSON text holds; NotationError if it is none."""
    try:
        return json.loads(source)
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        why = str(error)
    except RecursionError:
        why = "it is nested too deeply"
    except ValueError:
        why = "a number in it has too many digits"
    raise NotationError("json", f"{what} is no JSON: {why}")


def document(data: object, what: str, required: Iterable[str], optional: Iterable[str] = ()) -> dict[str, Any]:
    """Return a JSON object as a dict after checking its `format` and keys; StateError names what is wrong."""
    if not isinstance(data, Mapping):
        raise StateError("document", f"{what} must be an object, not {type(data).__name__}")
    needed = {"format", *required}
    for key in data:
        if key not in needed and key not in optional:
            raise StateError("unknown_key", f"{what} has an unknown key {brief(key)}")
    for key in sorted(needed):
        if key not in data:
            raise StateError("missing_key", f"{what} lacks the key {key!r}")
    if type(data["format"]) is not int or data["format"] != 1:
        raise StateError("format", f"{what} has format {brief(data['format'])}, only 1 can be read")
    return dict(data)


def number(value: object, what: str, low: int, high: int) -> int:
    """Return a whole number of a document within its bounds; StateError otherwise."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise StateError("document", f"{what} must be a whole number, not {type(value).__name__}")
    if not low <= value <= high:
        raise StateError("document", f"{what} is {brief(value)}, outside {low}..{high}")
    return value


def text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise StateError("document", f"{what} must be a text, not {type(value).__name__}")
    return value


def array(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise StateError("document", f"{what} must be a list, not {type(value).__name__}")
    return value
