"""Values, documents and bytes from outside with something wrong in them, and what must come of them: an answer or a
typed error."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from rummycore import RummyError

FUZZ = settings(max_examples=400, deadline=None, derandomize=True, database=None)
VAST = 10**5000  # has more digits than Python turns into text
HUGE = 10**30

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([-1, 0, 1, 2, 4, 5, 255, 256, 2**31, 2**32, 2**63, 2**64, HUGE])
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(
        ["", "r1", "6h", "draw", "discard r1", "lay 6h 6h 6h", "okey", "1", "nan", "r1 " * 106, "\ud800", "\0"]
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def mutate(value: Any, path: list[int], how: str, new: Any) -> Any:
    """Return JSON values with the place at the end of `path` replaced, dropped, or with something added beside it."""
    if isinstance(value, dict) and value and path:
        keys = list(value)
        key = keys[path[0] % len(keys)]
        if len(path) == 1 and how == "drop":
            return {k: v for k, v in value.items() if k != key}
        if len(path) == 1 and how == "add":
            return {**value, str(new)[:20]: new}
        return {**value, key: mutate(value[key], path[1:], how, new)}
    if isinstance(value, list) and value and path:
        at = path[0] % len(value)
        if len(path) == 1 and how == "drop":
            return value[:at] + value[at + 1 :]
        if len(path) == 1 and how == "add":
            return [*value[:at], new, *value[at:]]
        return [*value[:at], mutate(value[at], path[1:], how, new), *value[at + 1 :]]
    return new


PATHS = st.lists(st.integers(0, 10_000), min_size=1, max_size=3)
HOW = st.sampled_from(["replace", "replace", "drop", "add"])


def sealed(body: bytes) -> bytes:
    """Return the bytes of a record with the checksum that they should have."""
    return body + zlib.crc32(body).to_bytes(4, "little")


CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["set", "set 32 bits", "cut", "insert"]), st.integers(0, 1000), st.integers(-(2**31), 2**31 - 1)
    ),
    min_size=1,
    max_size=4,
)


def altered(body: bytes, changes: list[tuple[str, int, int]]) -> bytes:
    """Return bytes with one or four of them set, one cut out or one put in, at each place named."""
    data = bytearray(body)
    for how, place, value in changes:
        at = place % len(data)
        if how == "set":
            data[at] = value & 0xFF
        elif how == "set 32 bits":
            at -= at % 4  # where a record has its options and points
            data[at : at + 4] = value.to_bytes(4, "little", signed=True)
        elif how == "cut":
            del data[at]
        else:
            data.insert(at, value & 0xFF)
    return bytes(data)


# ------------------------------------------------------------------------------
# Any value in any place
# ------------------------------------------------------------------------------

WRONG_TYPES: dict[str, Any] = {"float": 1.0, "bool": True, "bytes": b"r1", "list": [1], "dict": {}, "object": object()}
STRANGE: list[Any] = [
    *(None, True, False, -1, 0, 1, 3, 255, 2**31, 2**70, -(2**70), 1.5, float("nan"), float("inf")),
    *("", "x", "r1", "2c", "draw", "\ud800", "\0", "1" * 5000, [], {}, [[]], [{}], {"a": 1}, [None], ["draw"]),
]


def places(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value inside a document."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for i in range(min(len(value), 4)):
            yield from places(value[i], (*path, i))


def with_value(document: Any, path: tuple[Any, ...], value: object) -> Any:
    """Return the document with another value in one place."""
    if not path:
        return value
    changed = deepcopy(document)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


# ------------------------------------------------------------------------------
# What must come of them
# ------------------------------------------------------------------------------


def refused(call: Callable[[], object], kind: type[Exception], code: str | None, *words: str) -> None:
    """The call raises just this kind of error, with this code, and its text names the thing."""
    with pytest.raises(kind) as caught:
        call()
    error = caught.value
    assert type(error) is kind
    if isinstance(error, RummyError):
        assert isinstance(error, ValueError)
        assert (error.code, error.sentence) == (code, str(error))
        assert error.__cause__ is None
    for word in words:
        assert word in str(error)


def only_typed_errors(call: Callable[[], object]) -> Any:
    """Return what the call returns or the RummyError that it raises, which has a code and a short text; let any other
    error through."""
    try:
        return call()
    except RummyError as raised:
        error = raised
    assert isinstance(error, ValueError)
    assert error.code
    assert 10 <= len(str(error)) <= 300
    return error
