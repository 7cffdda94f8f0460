"""Buffers: rows of counts that callers give, as pointers for C, and arrays for the answers of C."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, Protocol, SupportsIndex, TypeAlias

from rummycore._core import BYTES, KINDS, Errors, ffi, integer, lib, new
from rummycore._core import whole as whole_number
from rummycore.chance import checked_seed
from rummycore.errors import HandError

if TYPE_CHECKING:
    from typing_extensions import Buffer


class HasArray(Protocol):
    """An array of NumPy: a buffer, but before Python 3.12 its stubs do not say so."""

    def __array__(self) -> Any: ...


Array: TypeAlias = "Buffer | HasArray"  # what callers give where memory is read

Progress: TypeAlias = "Callable[[int, int], object]"  # is told how many rows are done, and of how many
DECKS: Final = 1 << 24  # in one call
FEW: Final = 64  # rows that one call of C always takes
SLICE: Final = 0.05  # seconds

_NOTHING: Final = array("Q")
_from_buffer: Final = ffi.from_buffer
_release: Final = ffi.release


class Rows:
    """A context that gives a pointer to rows of 53 bytes in a buffer, and the number of rows.

    Any contiguous buffer of single bytes serves; TypeError for another one, HandError if its size is wrong.
    The buffer is released at the end of the context: if it is collected while it is in use, the interpreter may crash.
    """

    __slots__ = ("_n", "_pointer", "_view")

    def __init__(self, buffer: Array, what: str) -> None:
        view = None
        plain: Any = buffer
        if type(buffer) is not bytes and type(buffer) is not bytearray:
            plain = view = buffer_of(plain, what)
            check_buffer(view, what, 1, "single bytes")
            size = view.nbytes
            whole = view.ndim < 2 or view.shape is None or view.shape[-1] == KINDS
        else:
            size, whole = len(buffer), True
        if size % KINDS or not whole:
            raise HandError("row_bytes", what=what, count=size, wanted=KINDS)
        self._view, self._n = view, size // KINDS
        self._pointer = _from_buffer(BYTES, plain)

    def __enter__(self) -> tuple[Any, int]:
        return self._pointer, self._n

    def __exit__(self, *raised: object) -> None:
        _release(self._pointer)
        if self._view is not None:
            self._view.release()


rows: Final = Rows


def buffer_of(given: Any, what: str) -> memoryview:
    """Return a view of the memory of a buffer. TypeError names what is none."""
    try:
        return memoryview(given)
    except TypeError:
        raise TypeError(f"{what} must be a buffer, not {type(given).__name__}") from None


def check_buffer(view: memoryview, what: str, size: int, items: str) -> None:
    """Raise TypeError unless a buffer lies in one piece and has items of this size."""
    if view.itemsize != size:
        raise TypeError(f"{what} must be a buffer of {items}, not of {view.format!r} items")
    if not view.c_contiguous:
        raise TypeError(f"{what} must lie in one piece: copy it first, as numpy.ascontiguousarray does")


def rows_for_all(buffer: Array | None, n: int, what: str) -> AbstractContextManager[Any]:
    """Give a pointer to n rows as `rows` does. The buffer has n rows, or one row for all; None gives NULL."""
    return nullcontext(ffi.NULL) if buffer is None else _rows_for_all(buffer, n, what)


@contextmanager
def _rows_for_all(buffer: Array, n: int, what: str) -> Iterator[Any]:
    with rows(buffer, what) as (pointer_, m):
        if m == n:
            yield pointer_
        elif m == 1:
            with ffi.from_buffer("uint8_t[]", bytes(ffi.buffer(pointer_, KINDS)) * n) as repeated:
                yield repeated
        else:
            raise HandError("rows", what=what, count=m, wanted=n)


def of_rows(given: Any, n: int, what: str, read: Callable[[Any], int]) -> Any:
    """Return a pointer to one byte for each of n rows: of one text or number for all of them, or of a buffer of n
    bytes.

    `read` gives the byte of one that holds for all rows, and of None.
    """
    if given is None or isinstance(given, str) or whole_number(given) is not None:
        own = bytes([read(given)]) * n
    else:
        with buffer_of(given, what) as view:
            check_buffer(view, what, 1, "single bytes")
            own = view.tobytes()
        if len(own) != n:
            raise HandError("row_byte", what=what, count=len(own), wanted=n)
    return _from_buffer(BYTES, own)


def in_slices(n: int, call: Callable[[int, int], int], progress: Progress | None) -> tuple[int, int]:
    """Call C for n rows, slice after slice, so that Ctrl-C is heard in between. Return its code and how many rows came
    before the slice of that code.

    `call` takes the first row and the number of rows. A slice grows until it takes about SLICE seconds.
    """
    if n <= FEW and progress is None:
        return call(0, n), 0
    done, size = 0, FEW
    while done < n:
        rows, start = min(size, n - done), perf_counter()
        code = call(done, rows)
        if code < 0:
            return code, done
        done += rows
        size = size * 2 if perf_counter() - start < SLICE / 2 else max(size // 2, 1)
        if progress is not None:
            progress(done, n)
    return 0, 0


def ask(
    errors: Errors,
    call: Callable[..., int],
    before: tuple[Any, ...],
    n: int,
    after: tuple[Any, ...],
    steps: tuple[int, ...],
    progress: Progress | None = None,
) -> None:
    """Call C for n rows, slice after slice. HandError names the first bad row.

    `before` and `after` are the arguments before and after the number of rows. `steps` says of each by how many entries
    it moves with a row: 0 for what serves all rows.
    """
    where = new("size_t *")
    if n <= FEW and progress is None:
        check_rows(errors, (call(*before, n, *after, where), 0), where, before, steps)
        return

    def some(first: int, rows: int) -> int:
        pairs = zip((*before, *after), steps, strict=True)
        moved = [given + first * step if step and given else given for given, step in pairs]
        return call(*moved[: len(before)], rows, *moved[len(before) :], where)

    check_rows(errors, in_slices(n, some, progress), where, before, steps)


def check_rows(
    errors: Errors, answer: tuple[int, int], where: Any, before: tuple[Any, ...], steps: tuple[int, ...]
) -> None:
    """Raise the exception for what `in_slices` returns, if it is an error. A bad row is named by its number, from 0.

    The rows are the first argument that moves by 53 bytes with a row.
    """
    code, done = answer
    if code < 0:
        if not lib.RUMMY_E_KIND >= code > lib.RUMMY_E_RANGE:
            raise errors.error(code)
        row, rows = done + where[0], before[steps.index(KINDS)]
        raise errors.row_error(code, row, bytes(ffi.buffer(rows + row * KINDS, KINDS)))


def distances(
    errors: Errors,
    call: Callable[..., int],
    before: tuple[Any, ...],
    n: int,
    steps: tuple[int, ...],
    entries: int,
    useful: bool,
    progress: Progress | None,
) -> tuple[array[int], array[int]]:
    """Ask C for so many distances a row, and for the sets of what is useful; without `useful` they are empty.

    `before` and `steps` are those of `ask`, of the arguments before the number of rows.
    """
    out, pointer = numbers("b", n * entries)
    helpful, wanted = numbers("Q", n * entries) if useful else (_NOTHING, ffi.NULL)
    ask(errors, call, before, n, (pointer, wanted), (*steps, entries, entries), progress)
    return out, helpful


def decks(shuffle: Callable[..., Any], rules: Any, n: SupportsIndex, seed: SupportsIndex, size: int) -> bytearray:
    """Return n shuffled decks of so many pieces, one after the other; deck i is that of part i of the seed."""
    number, first = integer(n, "n"), checked_seed(seed)
    if not 0 <= number <= DECKS:
        raise HandError("limit", name="n", given=number, least=0, most=DECKS)
    out, random = bytearray(number * size), new("rummy_random *")
    made = _from_buffer(BYTES, out)
    for at in range(number):
        lib.rummy_random_seed(random, lib.rummy_derive(first, at))
        shuffle(rules, random, made + at * size)
    return out


def numbers(code: str, n: int) -> tuple[array[int], Any]:
    """Return n zeros as an array of int8 (code "b") or uint64 ("Q"), and a pointer to them for C."""
    out = array(code, bytes(n * (1 if code == "b" else 8)))
    return out, ffi.from_buffer("int8_t[]" if code == "b" else "uint64_t[]", out)
