"""What the rules of every game have in common: options as data. Their defaults, numbers and checks come from C."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import field, fields
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Final, SupportsIndex, TypeVar

from rummycore import _core
from rummycore._core import lib
from rummycore.errors import RulesError
from rummycore.values import Choice

if TYPE_CHECKING:
    from typing_extensions import Self

C = TypeVar("C", bound=Choice)
SWITCH: Final = {"on": True, "yes": True, "off": False, "no": False}  # the words of a switch


class Defaults:
    """The defaults of a game's options, read from its C struct. Each method for a kind makes one dataclass field."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.errors: _core.Errors = _core.Errors(game)
        self.raw: Any = _core.new(f"rummy_{game}_rules *")
        getattr(lib, f"rummy_{game}_rules_init")(self.raw)

    def code(self, name: str, choice: str) -> int:
        """Return the number that the header gives to a choice of an option."""
        value: int = getattr(lib, f"RUMMY_{self.game}_{name}_{choice}".upper())
        return value

    def choice(self, name: str, kind: type[C], *, auto: bool = False) -> Any:
        """Return the field of an option that is one of a few words. With `auto` it may be None."""
        number = getattr(self.raw, name)
        default = None if auto else next(c for c in kind if self.code(name, c.value) == number)
        return field(default=default, metadata={"choice": kind, "auto": auto})

    def switch(self, name: str, *, auto: bool = False) -> Any:
        """Return the field of an option that is on or off."""
        return field(default=None if auto else bool(getattr(self.raw, name)), metadata={"switch": True, "auto": auto})

    def number(self, name: str, least: int, greatest: int, *, auto: bool = False) -> Any:
        """Return the field of an option that is a whole number in this range."""
        default = None if auto else int(getattr(self.raw, name))
        return field(default=default, metadata={"auto": auto, "range": f"{least}..{greatest}"})

    def table(self, name: str, least: int, greatest: int) -> Any:
        """Return the field of an option that is a few whole numbers in this range."""
        values = tuple(getattr(self.raw, name))
        return field(default=values, metadata={"table": len(values), "range": f"{least}..{greatest}"})


class Options:
    """The base of the Rules of each game: a frozen dataclass. Its fields are those of the C struct, in that order."""

    __slots__ = ("_full", "_raw")
    _defaults: ClassVar[Defaults]
    _seats: ClassVar[tuple[int, int]]  # the error code of a wrong number of players, and the most there can be
    _full: Any  # the same rules with every option filled in; None until they are asked for
    _raw: Any  # the checked and resolved C struct, which is nobody else's to write to

    def __post_init__(self) -> None:
        given = _core.new(f"rummy_{self._defaults.game}_rules *")
        for option in self.options():
            value = _normal(option, getattr(self, option.name))
            object.__setattr__(self, option.name, value)
            setattr(given, option.name, self._native(option, value))
        object.__setattr__(self, "_raw", self._checked(given, 0))
        object.__setattr__(self, "_full", None)

    @classmethod
    def options(cls) -> tuple[dataclasses.Field[Any], ...]:
        """Return the fields that are options."""
        return fields(cls)  # type: ignore[arg-type]

    @classmethod
    def given(cls, rules: Self | None) -> Self:
        """Return the rules themselves, or the default rules for None. TypeError for anything else."""
        if rules is None:
            standard: Self | None = _STANDARD.get(cls)
            if standard is None:
                standard = _STANDARD[cls] = cls()
            return standard
        if not isinstance(rules, cls):
            raise TypeError(f"rules must be {cls._defaults.game}.Rules, not {type(rules).__name__}")
        return rules

    def for_players(self, players: SupportsIndex) -> Any:
        """Return the C struct for so many players. RulesError if the rules cannot be played by them."""
        code, most = self._seats
        number = _core.integer(players, "players")
        if not 2 <= number <= most:
            raise self._defaults.errors.error(code, "players", players=number)
        return self._checked(self._raw, number)

    @classmethod
    def _checked(cls, given: Any, players: int) -> Any:
        raise NotImplementedError

    @classmethod
    def _check(cls, code: int, given: Any, where: int) -> None:
        """Raise the RulesError for a code of C, if it is one. It names an option that is out of range."""
        if code == lib.RUMMY_E_RANGE:
            option, value = cls._named(given, where)
            raise _outside(option, value)
        cls._defaults.errors.check(code)

    @classmethod
    def _named(cls, given: Any, where: int) -> tuple[dataclasses.Field[Any], object]:
        """Return the option that holds the int32_t number `where` of the struct, and its value."""
        for option in cls.options():
            size = option.metadata.get("table", 1)
            if where < size:
                value = getattr(given, option.name)
                return option, tuple(value) if size > 1 else value
            where -= size
        raise AssertionError(where)

    # ------------------------------------------------------------ numbers and JSON

    def numbers(self) -> list[int]:
        """Return the options as the numbers of C, in the order of the struct. A table gives several numbers."""
        out: list[int] = []
        for option in self.options():
            native = self._native(option, getattr(self, option.name))
            out += native if isinstance(native, list) else [native]
        return out

    @classmethod
    def from_numbers(cls, numbers: Sequence[int]) -> Self:
        """Return rules from the numbers of C. RulesError for a number that means nothing."""
        values, at = {}, 0
        for option in cls.options():
            size = option.metadata.get("table", 1)
            part = tuple(numbers[at : at + size])
            values[option.name] = part if "table" in option.metadata else cls._meaning(option, part[0])
            at += size
        return cls(**values)

    @classmethod
    def size(cls) -> int:
        """Return how many numbers the options are."""
        return sum(option.metadata.get("table", 1) for option in cls.options())

    @classmethod
    def _native(cls, option: dataclasses.Field[Any], value: Any) -> Any:
        if value is None:
            return lib.RUMMY_AUTO
        if isinstance(value, Choice):
            return cls._defaults.code(option.name, value.value)
        return list(value) if isinstance(value, tuple) else int(value)

    @classmethod
    def _meaning(cls, option: dataclasses.Field[Any], number: int) -> Any:
        if number == lib.RUMMY_AUTO and option.metadata.get("auto"):
            return None
        found: list[Any] = [number]
        if choice := option.metadata.get("choice"):
            found = [c for c in choice if cls._defaults.code(option.name, c.value) == number]
        elif option.metadata.get("switch"):
            found = [bool(number)] if number in (0, 1) else []
        if not found:
            raise _outside(option, number)
        return found[0]

    def to_dict(self) -> dict[str, Any]:
        """Return every option as a JSON value. None: it follows another option, or sets no limit."""
        out: dict[str, Any] = {}
        for option in self.options():
            value = getattr(self, option.name)
            out[option.name] = (
                value.value if isinstance(value, Choice) else list(value) if isinstance(value, tuple) else value
            )
        return out

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return rules from a JSON object of options; it may have `format`. RulesError names what is wrong."""
        if not isinstance(data, Mapping):
            raise RulesError("type", what="rules", wanted="an object", given=type(data).__name__)
        names = {option.name for option in cls.options()}
        for key in data:
            if key not in names and key != "format":
                raise RulesError("no_rule", given=_core.brief(key))
        if type(data.get("format", 1)) is not int or data.get("format", 1) != 1:
            raise RulesError("format", what="rules", given=_core.brief(data["format"]), wanted=1)
        try:
            return cls(**{key: value for key, value in data.items() if key != "format"})
        except TypeError as error:  # a wrong type in a document is bad data, not a bad call
            raise RulesError("document", why=str(error)) from None

    def resolved(self) -> Self:
        """Return the same rules with every option filled in that depends on another."""
        if self._full is None:
            object.__setattr__(self, "_full", self._filled())
        full: Self = self._full
        return full

    def _filled(self) -> Self:
        return self

    def describe(self) -> str:
        """Return a text that says what is played, one sentence a line."""
        words = import_module(f"rummycore.{self._defaults.game}.describe")
        return "\n".join(words.sentences(self.resolved()))

    def __repr__(self) -> str:
        changed = ((o.name, getattr(self, o.name)) for o in self.options() if getattr(self, o.name) != o.default)
        return f"Rules({', '.join(f'{name}={value!r}' for name, value in changed)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_dict, (self.to_dict(),)


def _normal(option: dataclasses.Field[Any], value: object) -> object:
    """Return the value of an option as it is kept. RulesError or TypeError names the option."""
    name, choice = option.name, option.metadata.get("choice")
    if value is None and option.metadata.get("auto"):
        return None
    if choice is not None:
        if not isinstance(value, str):
            raise TypeError(f"{name} must be one of {', '.join(choice)}, not {type(value).__name__}")
        if value not in [str(c) for c in choice]:
            raise _outside(option, value)
        return choice(value)
    if option.metadata.get("switch"):
        if isinstance(value, bool):
            return value
        if not isinstance(value, str):
            raise TypeError(f"{name} must be True or False, not {type(value).__name__}")
        if value not in SWITCH:
            raise _outside(option, value)
        return SWITCH[value]
    return _table(option, value) if "table" in option.metadata else _whole(option, value)


def _table(option: dataclasses.Field[Any], value: object) -> tuple[int, ...]:
    """Return a table as it is kept. A shorter one goes on with its last value; a single number is a table of one."""
    name, size = option.name, option.metadata["table"]
    cells = value if _core.whole(value) is None else (value,)
    if not isinstance(cells, (tuple, list)):
        raise TypeError(f"{name} must be a tuple of up to {size} values, not {type(value).__name__}")
    if not 1 <= len(cells) <= size:
        raise RulesError("table_size", option=name, count=len(cells), most=size)
    numbers = [_whole(option, cell) for cell in cells]
    return tuple(numbers + numbers[-1:] * (size - len(numbers)))


def _whole(option: dataclasses.Field[Any], value: object) -> int:
    number = _core.integer(value, option.name)
    if number == lib.RUMMY_AUTO or not -(1 << 31) < number < 1 << 31:
        raise _outside(option, number)
    return number


def _outside(option: dataclasses.Field[Any], value: object) -> RulesError:
    """Return the error of an option whose value is none of its own: it says which there are."""
    known = option.metadata.get("choice") or SWITCH
    wanted = option.metadata.get("range") or f"one of {', '.join(known)}"
    shown = value if isinstance(value, tuple) else _core.brief(value)
    unset = " or None" if option.metadata.get("auto") else ""
    return RulesError("range", option=option.name, given=shown, wanted=f"{wanted}{unset}")


_STANDARD: Final[dict[Any, Any]] = {}  # the default game of each class, made when it is asked for
