"""What tiles, cards and moves of every game have in common: they are numbers with a text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex

from rummycore import _core
from rummycore._core import brief, whole
from rummycore.errors import NotationError

if TYPE_CHECKING:
    from typing_extensions import Self


class Word(int):
    """An int 0..n-1 that has a text. It equals its int and has the same hash.

    `Class(3)`, `Class("text")` and `Class.parse("text")` give the one object for that number or text. Texts are read in
    upper and lower case. NotationError for another number or text, TypeError for another type.
    """

    __slots__ = ()
    noun: ClassVar[str]
    texts: ClassVar[tuple[str, ...]]
    spellings: ClassVar[Mapping[str, str]] = {}
    """What other programs write in a text, each with the part that is right. An error tells it; it is not read."""
    _all: ClassVar[tuple[Any, ...]]
    _by_text: ClassVar[dict[str, Any]]

    def __init_subclass__(cls, *, noun: str, texts: Iterable[str]) -> None:
        cls.noun = noun
        cls.texts = tuple(texts)
        cls._all = tuple(int.__new__(cls, i) for i in range(len(cls.texts)))
        cls._by_text = {text.lower(): word for text, word in zip(cls.texts, cls._all, strict=True)}
        cls._by_text.update(zip(cls.texts, cls._all, strict=True))

    def __new__(cls, value: SupportsIndex | str) -> Self:
        if type(value) is int and 0 <= value < len(cls._all):
            known: Self = cls._all[value]
            return known
        if isinstance(value, str):
            return cls.parse(value)
        number = None if isinstance(value, Word) and type(value) is not cls else whole(value)
        if number is None:
            raise TypeError(f"a {cls.noun} is a text or an int, not {type(value).__name__}")
        if 0 <= number < len(cls._all):
            word: Self = cls._all[number]
            return word
        raise NotationError("number", noun=cls.noun, given=number, last=len(cls._all) - 1)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return what a text names. NotationError if it names nothing."""
        if not isinstance(text, str):
            raise TypeError(f"the text of a {cls.noun} is a str, not {type(text).__name__}")
        word: Self | None = cls._by_text.get(text)
        if word is None and text.isascii():
            word = cls._by_text.get(text.lower())
        if word is None:
            error, meant = NotationError(cls.noun, given=brief(text)), cls._meant(text[:40])
            raise error if meant is None else error.at("spelling", wanted=meant)
        return word

    @classmethod
    def _meant(cls, text: str) -> Self | None:
        """Return what a text means that is spelt as other programs do."""
        for other, own in cls.spellings.items():
            text = text.replace(other, own)
        return cls._by_text.get(" ".join(text.replace(",", " ").split()).lower())

    @classmethod
    def all(cls) -> tuple[Self, ...]:
        """Return all objects of the class, in the order of their numbers."""
        return cls._all

    def __str__(self) -> str:
        return self.texts[self]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.texts[self]!r})"

    def __format__(self, spec: str) -> str:
        return format(int(self) if spec[-1:] in tuple("bcdnoxX") else str(self), spec)

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (str(self),)


class BasePiece(Word, noun="piece", texts=()):
    """A kind of tile or card, 0..52: four suits of 13 ranks, and last the joker that is
    printed. Copies are one object.
    """

    __slots__ = ()
    suits: ClassVar[str]

    @property
    def suit(self) -> str | None:
        """The letter of the suit or colour; None for the printed joker."""
        return None if self == _core.JOKER else self.suits[self // 13]

    @property
    def rank(self) -> int | None:
        """The rank or number 1..13, ace 1; None for the printed joker."""
        return None if self == _core.JOKER else self % 13 + 1

    @classmethod
    def many(cls, source: Any) -> tuple[Self, ...]:
        """Return pieces in the order given, from a text with spaces or from any iterable of pieces, texts or ints.

        NotationError for a word or number that is no piece.
        """
        if isinstance(source, str):
            return tuple(cls.parse(word) for word in source.split())
        if isinstance(source, (bytes, bytearray, memoryview)) or not isinstance(source, Iterable):
            raise TypeError(f"{cls.noun}s are a text or an iterable of {cls.noun}s, not {type(source).__name__}")
        return tuple(x if type(x) is cls else cls(x) for x in source)

    @classmethod
    def held(cls, row: Any) -> tuple[Self, ...]:
        """Return the pieces that a row of 53 counts holds, in ascending order."""
        return tuple([cls._all[kind] for kind in _core.expand(row)])

    @classmethod
    def or_none(cls, kind: int) -> Self | None:
        """Return the piece of a kind; None for RUMMY_NONE."""
        return None if kind == _core.NONE else cls._all[kind]


class BaseMove(Word, noun="move", texts=()):
    """A move: an id that has a text."""

    __slots__ = ()

    @property
    def act(self) -> str:
        """The first word of the text, such as `draw` or `discard`."""
        return str(self).partition(" ")[0]

    @property
    def pieces(self) -> tuple[Any, ...]:
        """The tiles or cards that the move names."""
        raise NotImplementedError


def show(source: Iterable[Word]) -> str:
    """Return pieces as a text with spaces between them."""
    return " ".join(str(piece) for piece in source)
