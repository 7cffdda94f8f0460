"""The only importer of the extension: C objects, counts, error codes.

Whatever touches C gets `ffi` and `lib` from here. `Errors` is the one place where an error code becomes an exception.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import index
from typing import Any, Final

from rummycore._rummycore import ffi as ffi
from rummycore._rummycore import lib as lib
from rummycore.errors import HandError, IllegalMoveError, RulesError, RummyError, StateError
from rummycore.errors import brief as brief

_new: Final = ffi.new
_from_buffer: Final = ffi.from_buffer
_types: Final[dict[str, Any]] = {}  # by their text, which takes longer to read than an object to make
_release: Final = ffi.release
BYTES: Final = ffi.typeof("uint8_t[]")
KINDS: Final = lib.RUMMY_KINDS
JOKER: Final = lib.RUMMY_JOKER
NONE: Final = lib.RUMMY_NONE
VERSION: Final = f"{lib.RUMMY_VERSION_MAJOR}.{lib.RUMMY_VERSION_MINOR}.{lib.RUMMY_VERSION_PATCH}"

_CODES: Final = {
    getattr(lib, name): name.removeprefix("RUMMY_E_").lower() for name in dir(lib) if name.startswith("RUMMY_E_")
}
_CLASSES: Final = (  # the header numbers its codes by what they are about
    (lib.RUMMY_E_MOVE, IllegalMoveError),
    (lib.RUMMY_E_DEALER, StateError),
    (lib.RUMMY_E_RANGE, RulesError),
    (lib.RUMMY_E_KIND, HandError),
)


def code_name(code: int) -> str:
    """Return the word for an error code of C: `not_held` for RUMMY_E_NOT_HELD."""
    return _CODES.get(code, "unknown")


class Errors:
    """The error codes of C as exceptions, with the sentences of one game."""

    __slots__ = ("_most", "_noun", "_pieces", "_strerror")

    def __init__(self, game: str, pieces: Sequence[str] = (), most: int = 255, noun: str = "") -> None:
        """`pieces` are what the columns of a row of a batch are called, and `most` is how many of each there can be.
        `noun` is what a piece is called.
        """
        self._strerror: Callable[[int], Any] = getattr(lib, f"rummy_{game}_strerror")
        self._pieces, self._most, self._noun = pieces, most, noun

    def sentence(self, code: int) -> str:
        """Return the game's sentence for a code."""
        return str(ffi.string(self._strerror(code)), "ascii")  # type: ignore[arg-type]

    def error(self, code: int, place: str = "", /, *, pieces: Iterable[Any] = (), **fields: Any) -> RummyError:
        """Return the exception for a code. `place` and `fields` say where, as `RummyError.at` takes them."""
        kind = next((kind for first, kind in _CLASSES if code <= first), RummyError)
        error = kind(code_name(code), self.sentence(code), pieces=pieces)
        return error.at(place, **fields) if place else error

    def check(self, code: int, place: str = "", /, **fields: Any) -> int:
        """Return a result of C if it is 0 or more. Otherwise raise the exception for this code."""
        if code < 0:
            raise self.error(code, place, **fields)
        return code

    def wrong_number(self, count: int) -> RummyError:
        """Return the error of a hand of so many pieces."""
        noun = self._noun if count == 1 else f"{self._noun}s"
        return self.error(lib.RUMMY_E_COUNT, "count", count=count, noun=noun)

    def row_error(self, code: int, row: int, held: bytes) -> RummyError:
        """Return the exception for a bad row of a batch: it says how many pieces the row has, or of which too many."""
        error = self.error(code)
        if code == lib.RUMMY_E_COUNT:
            error = self.wrong_number(sum(held))
        if code == lib.RUMMY_E_COPIES and max(held) > self._most:
            times = max(held)
            error = HandError("copies", piece=self._pieces[held.index(times)], times=times)
        return error.at("row", row=row)


def new(ctype: str, *initial: object) -> Any:
    """Return a new C object of a type. Its fields are Any for the type checker."""
    known = _types.get(ctype)
    if known is None:
        known = _types[ctype] = ffi.typeof(ctype)
    return _new(known, *initial)


def _games() -> Iterator[tuple[str, Any]]:
    number = 0
    while record := lib.rummy_game_of(number):
        yield str(ffi.string(record.name), "ascii"), record  # type: ignore[attr-defined, arg-type]
        number += 1


_GAMES: Final = dict(_games())


def game(name: str) -> Any:
    """Return the record of a game in C."""
    return _GAMES[name]


def game_names() -> tuple[str, ...]:
    """Return the names of the games, in the order of C."""
    return tuple(_GAMES)


def unpack(array: Any, n: int) -> list[int]:
    """Return the first n numbers of a C array."""
    return [int(x) for x in ffi.unpack(array, n)]


def counts(kinds: Iterable[int]) -> bytearray:
    """Return how often each of the 53 kinds occurs, at most 255."""
    row = bytearray(KINDS)
    for kind in kinds:
        if row[kind] < 255:
            row[kind] += 1
    return row


def expand(row: Any) -> list[int]:
    """Return the kinds that 53 counts stand for, in ascending order. The counts are bytes or lie in C."""
    counts_ = bytes(ffi.buffer(row)) if isinstance(row, ffi.CData) else row
    return [kind for kind, n in enumerate(counts_) for _ in range(n)]


def named(pieces: Sequence[object]) -> str:
    """Return tiles or cards as a text for an error. Of more than 24 it has the first 24 and their number."""
    text = " ".join(map(str, pieces[:24]))
    return text if len(pieces) <= 24 else f"{text} ... ({len(pieces)} in all)"


def whole(value: Any) -> int | None:
    """Return a whole number as an int: an int, or another number with `__index__`. None for a bool and for all else."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)
    except TypeError:
        return None


def integer(value: object, what: str) -> int:
    """Return a whole number as an int. TypeError for a bool and for all else."""
    number = whole(value)
    if number is None:
        raise TypeError(f"{what} must be an int, not {type(value).__name__}")
    return number


def pointer(buffer: bytearray | bytes) -> Any:
    """Return a pointer to the memory of a buffer, as uint8_t *. C may write to a bytearray, never to bytes."""
    return _from_buffer(BYTES, buffer)
