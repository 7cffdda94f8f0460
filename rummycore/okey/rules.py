"""Okey's options as data (docs/okey.md has a row for each), the presets, and what they mean in words."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final, TypeVar

from rummycore import _core
from rummycore._core import lib
from rummycore.errors import RulesError
from rummycore.words import Choice

C = TypeVar("C", bound=Choice)


class Starter(Choice):
    RIGHT_OF_DEALER = "right_of_dealer"
    DEALER = "dealer"


class DealerRotation(Choice):
    ALWAYS = "always"
    ONLY_AFTER_WIN = "only_after_win"
    WINNER_DEALS = "winner_deals"


class Ceremony(Choice):
    EXACT = "exact"
    UNIFORM = "uniform"


class DiscardView(Choice):
    TOP_ONLY = "top_only"
    ALL = "all"


class FalseJokerRole(Choice):
    OKEY_VALUE = "okey_value"
    WILD = "wild"


class RunWrap(Choice):
    NONE = "none"
    HIGH_ONE = "high_one"


class PairsWithJokers(Choice):
    ANY = "any"
    NONE = "none"


class Permission(Choice):
    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


class StockEnd(Choice):
    AFTER_LAST_DISCARD = "after_last_discard"
    NEXT_MAY_TAKE_TO_WIN = "next_may_take_to_win"


class DoubleCombination(Choice):
    MULTIPLY = "multiply"
    SINGLE = "single"


class Payout(Choice):
    TRANSFER = "transfer"
    DEDUCT = "deduct"


class DeductFrom(Choice):
    LOSERS = "losers"
    WINNER = "winner"


class ColorRule(Choice):
    OFF = "off"
    RED_BLACK_DOUBLE = "red_black_double"


class IndicatorWindow(Choice):
    BEFORE_FIRST_DISCARD = "before_first_discard"
    BEFORE_FIRST_DRAW = "before_first_draw"


class InsufficientPoints(Choice):
    GO_NEGATIVE = "go_negative"
    PAY_WHAT_LEFT = "pay_what_left"


class Teams(Choice):
    OFF = "off"
    OPPOSITE = "opposite"


class GameEnd(Choice):
    POINTS_OUT = "points_out"
    ROUNDS = "rounds"
    NEVER = "never"


class GameEndCheck(Choice):
    ROUND_END = "round_end"
    IMMEDIATE = "immediate"


class SingleColorWin(Choice):
    OFF = "off"
    WIN_GAME = "win_game"


SWITCH: Final = {"on": True, "yes": True, "off": False, "no": False}  # the words of a switch
_defaults: Final = _core.new("rummy_okey_rules *")
lib.rummy_okey_rules_init(_defaults)


def _code(name: str, choice: str) -> int:
    """Return the enumerator of a choice in the header."""
    value: int = getattr(lib, f"RUMMY_OKEY_{name}_{choice}".upper())
    return value


def _option(name: str, kind: type[C]) -> C:
    """Return the default of a choice, as the header's library has it."""
    return next(choice for choice in kind if _code(name, choice.value) == getattr(_defaults, name))


def _choice(name: str, kind: type[C]) -> Any:
    return field(default=_option(name, kind), metadata={"choice": kind})


def _auto_choice(kind: type[Choice]) -> Any:
    return field(default=None, metadata={"choice": kind, "auto": True})


def _switch(name: str) -> Any:
    return field(default=bool(getattr(_defaults, name)), metadata={"switch": True})


def _number(name: str) -> Any:
    return field(default=int(getattr(_defaults, name)))


def _auto(**metadata: bool) -> Any:
    return field(default=None, metadata={"auto": True, **metadata})


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Rules:
    """The options of the game; `Rules()` is the default game, `dataclasses.replace(rules, ...)` derives another.

    Choices take their word or enum member; switches True and False or the words on, off, yes, no. An option that is None takes the
    value that its payout gives it; `resolved()` fills these in. RulesError names an option outside its range, or options that cannot
    be played together. docs/okey.md explains each by the number of its rule.

    >>> Rules(payout="deduct").resolved().start_points
    20
    """

    starter: Starter | str = _choice("starter", Starter)
    dealer_rotation: DealerRotation | str = _choice("dealer_rotation", DealerRotation)
    ceremony: Ceremony | str = _choice("ceremony", Ceremony)
    discard_view: DiscardView | str = _choice("discard_view", DiscardView)
    false_joker_role: FalseJokerRole | str = _choice("false_joker_role", FalseJokerRole)
    run_wrap: RunWrap | str = _choice("run_wrap", RunWrap)
    seven_pairs: bool = _switch("seven_pairs")
    pairs_with_jokers: PairsWithJokers | str = _choice("pairs_with_jokers", PairsWithJokers)
    finish_on_taken_discard: bool = _switch("finish_on_taken_discard")
    finish_on_dealt_hand: bool = _switch("finish_on_dealt_hand")
    discard_taken: Permission | str = _choice("discard_taken", Permission)
    discard_okey: Permission | str = _choice("discard_okey", Permission)
    stock_end: StockEnd | str = _choice("stock_end", StockEnd)
    turn_cap: int = _number("turn_cap")
    double_combination: DoubleCombination | str = _choice("double_combination", DoubleCombination)
    payout: Payout | str = _choice("payout", Payout)
    start_points: int | None = _auto()
    base_win: int | None = _auto()
    deduct_from: DeductFrom | str = _choice("deduct_from", DeductFrom)
    color_rule: ColorRule | str | None = _auto_choice(ColorRule)
    indicator_bonus: bool | None = _auto(switch=True)
    indicator_window: IndicatorWindow | str = _choice("indicator_window", IndicatorWindow)
    indicator_drawn_counts: bool = _switch("indicator_drawn_counts")
    base_indicator: int | None = _auto()
    indicator_min_points: int = _number("indicator_min_points")
    insufficient_points: InsufficientPoints | str = _choice("insufficient_points", InsufficientPoints)
    teams: Teams | str = _choice("teams", Teams)
    game_end: GameEnd | str = _choice("game_end", GameEnd)
    rounds: int = _number("rounds")
    game_end_check: GameEndCheck | str = _choice("game_end_check", GameEndCheck)
    single_color_win: SingleColorWin | str = _choice("single_color_win", SingleColorWin)

    raw: Any = field(init=False, compare=False, default=None)  # the resolved C struct

    def __post_init__(self) -> None:
        given = _core.new("rummy_okey_rules *")
        for option in OPTIONS:
            value = _normal(option, getattr(self, option.name))
            object.__setattr__(self, option.name, value)
            setattr(given, option.name, _native(option, value))
        object.__setattr__(self, "raw", _resolve(given, 0))

    def resolved(self) -> Rules:
        """Return the same rules with every option filled in that depends on another."""
        return Rules.from_numbers([getattr(self.raw, option.name) for option in OPTIONS])

    def numbers(self) -> list[int]:
        """Return the options as the header's numbers, in the order of the fields."""
        return [_native(option, getattr(self, option.name)) for option in OPTIONS]

    @classmethod
    def from_numbers(cls, numbers: Sequence[int]) -> Rules:
        """Return rules from the header's numbers; RulesError for one that means nothing."""
        return cls(**{option.name: _from_native(option, n) for option, n in zip(OPTIONS, numbers, strict=True)})

    def for_players(self, players: int) -> Any:
        """Return the C struct after the checks that need the number of players (RulesError)."""
        if not 2 <= _core.integer(players, "players") <= lib.RUMMY_SEATS:
            raise _core.error(lib.RUMMY_E_PLAYERS, f"{_core.brief(players)} players")
        return _resolve(self.raw, players)

    def to_dict(self) -> dict[str, Any]:
        """Return every option as JSON values; None where an option follows the payout."""
        return {o.name: (v.value if isinstance(v := getattr(self, o.name), Choice) else v) for o in OPTIONS}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Rules:
        """Return rules from a JSON object with any of the options, and `format` if it likes. RulesError names what is wrong."""
        if not isinstance(data, Mapping):
            raise RulesError("document", f"rules must be an object, not {type(data).__name__}")
        names = {option.name for option in OPTIONS}
        for key in data:
            if key not in names and key != "format":
                raise RulesError("unknown_key", f"there is no rule {str(key)[:40]!r}")
        if type(data.get("format", 1)) is not int or data.get("format", 1) != 1:
            raise RulesError("format", f"rules have format {_core.brief(data['format'])}, only 1 can be read")
        try:
            return cls(**{key: value for key, value in data.items() if key != "format"})
        except TypeError as error:  # a wrong type in a document is bad data, not a bad call
            raise RulesError("document", str(error)) from None

    def describe(self) -> str:
        """Return what is played in plain sentences, one a line."""
        from rummycore.okey.describe import sentences

        return "\n".join(sentences(self.resolved()))

    def __repr__(self) -> str:
        changed = ((o.name, getattr(self, o.name)) for o in OPTIONS if getattr(self, o.name) != o.default)
        return f"Rules({', '.join(f'{name}={value!r}' for name, value in changed)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Rules.from_dict, (self.to_dict(),)


OPTIONS: Final = tuple(option for option in fields(Rules) if option.init)


def _normal(option: dataclasses.Field[Any], value: object) -> object:
    """Return an option's value as it is kept; RulesError or TypeError names the option."""
    name, choice = option.name, option.metadata.get("choice")
    if value is None and option.metadata.get("auto"):
        return None
    if choice is not None:
        if not isinstance(value, str):
            raise TypeError(f"{name} must be one of {', '.join(choice)}, not {type(value).__name__}")
        if value not in [str(c) for c in choice]:
            raise RulesError("range", f"{name}={str(value)[:40]!r}: it must be one of {', '.join(choice)}")
        return choice(value)
    if option.metadata.get("switch"):
        if isinstance(value, bool):
            return value
        if not isinstance(value, str):
            raise TypeError(f"{name} must be True or False, not {type(value).__name__}")
        if value not in SWITCH:
            raise RulesError("range", f"{name}={value[:40]!r}: it must be one of {', '.join(SWITCH)}")
        return SWITCH[value]
    number = _core.integer(value, name)
    if not -(1 << 31) < number < 1 << 31:
        raise RulesError("range", f"{name}={_core.brief(number)}: {_core.sentence(lib.RUMMY_E_RANGE)}")
    if number == lib.RUMMY_AUTO:
        raise RulesError("range", f"{name}={number}: {_core.sentence(lib.RUMMY_E_RANGE)}")
    return number


def _native(option: dataclasses.Field[Any], value: object) -> int:
    if value is None:
        return lib.RUMMY_AUTO
    return _code(option.name, value.value) if isinstance(value, Choice) else int(value)  # type: ignore[call-overload]


def _from_native(option: dataclasses.Field[Any], value: int) -> Any:
    choice = option.metadata.get("choice")
    if value == lib.RUMMY_AUTO and option.metadata.get("auto"):
        return None
    if choice is not None:
        found = [c for c in choice if _code(option.name, c.value) == value]
    else:
        found = [value] if not option.metadata.get("switch") else [bool(value)] if value in (0, 1) else []
    if not found:
        raise RulesError("range", f"{option.name}={value}: {_core.sentence(lib.RUMMY_E_RANGE)}")
    return found[0]


def _resolve(given: Any, players: int) -> Any:
    out, where = _core.new("rummy_okey_rules *"), _core.new("int *")
    code = lib.rummy_okey_rules_resolve(given, players, out, where)
    if code == lib.RUMMY_E_RANGE:
        name = OPTIONS[where[0]].name
        raise _core.error(code, f"{name}={getattr(given, name)}")
    _core.check(code, f"{players} players" if code == lib.RUMMY_E_PLAYERS else "")
    return out


CLASSIC: Final = Rules()
"""The default game: the winner is paid by the others, who start with 10 points."""

DEDUCT: Final = Rules(payout="deduct")
"""Losers lose points from 20, red and black indicators double, and the indicator's twin counts."""

DEDUCT_30: Final = Rules(payout="deduct", start_points=30)
"""As DEDUCT, from 30 points."""

PARTNERS: Final = Rules(payout="deduct", teams="opposite")
"""Seats 0 and 2 against 1 and 3, one score a team, from 20 points."""

PRESETS: Final = {"CLASSIC": CLASSIC, "DEDUCT": DEDUCT, "DEDUCT_30": DEDUCT_30, "PARTNERS": PARTNERS}
