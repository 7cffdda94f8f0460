"""Values as JSON and back. A value with a wire form has its fields in JSON, each by its type (docs/wire.md)."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, Union, get_args, get_origin, get_type_hints

from rummycore.documents import array, mapping, number, text
from rummycore.errors import StateError, brief
from rummycore.notation import Word
from rummycore.options import Options
from rummycore.values import Choice, Counts, as_json, fields_json

if TYPE_CHECKING:
    from typing_extensions import Self

Read = Callable[[Any, str], Any]  # (JSON value, what it is called in an error)
BITS = 1 << 63


class Wire:
    """A frozen dataclass that can be sent: `from_dict(value.to_dict())` equals the value."""

    __slots__ = ()
    _told: ClassVar[tuple[str, ...]] = ()  # properties that stand in the JSON beside the fields, and are not read

    def to_dict(self) -> dict[str, Any]:
        """Return the value as JSON values: an object of its fields."""
        return {**fields_json(self), **{name: as_json(getattr(self, name)) for name in self._told}}

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Return the value that JSON values describe. StateError or NotationError names what is wrong."""
        kind: Any = cls
        value: Self = _reader(kind)(data, cls.__name__.lower())
        return value


@cache
def types_of(kind: Any) -> dict[str, Any]:
    """Return the fields of a value with their types. The types that a generic base leaves open are filled in."""
    cls = get_origin(kind) or kind
    hints, known = get_type_hints(cls), _known(kind)
    return {
        name: _filled(hints[name], known)
        for name in cls.__dataclass_fields__
        if get_origin(hints[name]) is not ClassVar
    }


def told_types(kind: Any) -> dict[str, Any]:
    """Return the properties that stand in the JSON beside the fields, with their types."""
    cls, known = get_origin(kind) or kind, _known(kind)
    return {name: _filled(get_type_hints(getattr(cls, name).fget)["return"], known) for name in cls._told}


def _known(kind: Any) -> dict[Any, Any]:
    """Return the types that a generic base leaves open, as they are filled in."""
    known: dict[Any, Any] = {}
    for alias in (kind, *getattr(get_origin(kind) or kind, "__orig_bases__", ())):
        base = get_origin(alias)
        known.update(zip(getattr(base, "__parameters__", ()), get_args(alias), strict=False))
    return known


def _filled(kind: Any, known: Mapping[Any, Any]) -> Any:
    if isinstance(kind, TypeVar):
        return known[kind]
    open_ = getattr(kind, "__parameters__", ())
    return kind[tuple(known.get(parameter, parameter) for parameter in open_)] if open_ and get_origin(kind) else kind


@cache
def _reader(kind: Any) -> Read:
    """Return the function that reads a value of a type from JSON."""
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        (other,) = (arg for arg in args if arg is not type(None))
        inner = _reader(other)
        return lambda data, what: None if data is None else inner(data, what)
    if origin is tuple:
        return _tuple_reader(args)
    if origin is Counts:
        piece = _reader(args[0])
        return lambda data, what: Counts(
            {piece(k, what): number(n, what, 0, BITS) for k, n in mapping(data, what).items()}
        )
    cls = origin or kind
    if issubclass(cls, Wire):
        return lambda data, what: read_fields(kind, data, what)
    return _plain_reader(cls)


def _plain_reader(cls: Any) -> Read:
    if cls is bool:
        return _switch
    if cls is int:
        return lambda data, what: number(data, what, -BITS, BITS - 1)
    if cls is str:
        return text
    if issubclass(cls, Choice):
        return lambda data, what: _choice(cls, text(data, what), what)
    if issubclass(cls, Options):
        return lambda data, what: cls.from_dict(data)
    if issubclass(cls, Word) or hasattr(cls, "parse"):
        return lambda data, what: cls.parse(text(data, what))
    raise TypeError(f"{cls.__name__} has no wire form")


def _tuple_reader(args: tuple[Any, ...]) -> Read:
    if args[-1] is Ellipsis:
        item = _reader(args[0])
        return lambda data, what: tuple([item(x, f"{what}[{i}]") for i, x in enumerate(array(data, what))])
    items = [_reader(arg) for arg in args]

    def read(data: Any, what: str) -> tuple[Any, ...]:
        if len(array(data, what)) != len(items):
            raise StateError("entries", what=what, count=len(data), wanted=len(items))
        return tuple(item(x, f"{what}[{i}]") for i, (item, x) in enumerate(zip(items, data, strict=True)))

    return read


def read_fields(kind: Any, data: Any, what: str) -> Any:
    """Return the value of a type whose fields are given in JSON. `what` is what an error calls it."""
    cls = get_origin(kind) or kind
    fields = types_of(kind)
    for key in mapping(data, what):
        if key not in fields and key not in cls._told:
            raise StateError("unknown_key", what=what, key=brief(key))
    for name in fields:
        if name not in data:
            raise StateError("missing_key", what=what, key=brief(name))
    return cls(**{name: _reader(field)(data[name], f"{what}.{name}") for name, field in fields.items()})


def _switch(data: Any, what: str) -> bool:
    if not isinstance(data, bool):
        raise StateError("type", what=what, wanted="true or false", given=type(data).__name__)
    return data


def _choice(cls: Any, word: str, what: str) -> Any:
    if word not in {str(choice) for choice in cls}:
        raise StateError("outside", what=what, given=brief(word), wanted=f"one of {', '.join(cls)}")
    return cls(word)
