"""Okey's options as data (docs/okey.md has a row for each), the presets, and what they mean in words."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rummycore import _core
from rummycore._core import lib
from rummycore.options import Defaults, Options
from rummycore.values import Choice


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


_c: Final = Defaults("okey")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Rules(Options):
    """The options of the game; `Rules()` is the default game, `dataclasses.replace(rules, ...)` derives another.

    Choices take their word or enum member; switches True and False or the words on, off, yes, no. An option that is None takes the
    value that its payout gives it; `resolved()` fills these in. RulesError names an option outside its range, or options that cannot
    be played together. docs/okey.md explains each by the number of its rule.

    >>> Rules(payout="deduct").resolved().start_points
    20
    """

    starter: Starter | str = _c.choice("starter", Starter)
    dealer_rotation: DealerRotation | str = _c.choice("dealer_rotation", DealerRotation)
    ceremony: Ceremony | str = _c.choice("ceremony", Ceremony)
    discard_view: DiscardView | str = _c.choice("discard_view", DiscardView)
    false_joker_role: FalseJokerRole | str = _c.choice("false_joker_role", FalseJokerRole)
    run_wrap: RunWrap | str = _c.choice("run_wrap", RunWrap)
    seven_pairs: bool = _c.switch("seven_pairs")
    pairs_with_jokers: PairsWithJokers | str = _c.choice("pairs_with_jokers", PairsWithJokers)
    finish_on_taken_discard: bool = _c.switch("finish_on_taken_discard")
    finish_on_dealt_hand: bool = _c.switch("finish_on_dealt_hand")
    discard_taken: Permission | str = _c.choice("discard_taken", Permission)
    discard_okey: Permission | str = _c.choice("discard_okey", Permission)
    stock_end: StockEnd | str = _c.choice("stock_end", StockEnd)
    turn_cap: int = _c.number("turn_cap")
    double_combination: DoubleCombination | str = _c.choice("double_combination", DoubleCombination)
    payout: Payout | str = _c.choice("payout", Payout)
    start_points: int | None = _c.number("start_points", auto=True)
    base_win: int | None = _c.number("base_win", auto=True)
    deduct_from: DeductFrom | str = _c.choice("deduct_from", DeductFrom)
    color_rule: ColorRule | str | None = _c.choice("color_rule", ColorRule, auto=True)
    indicator_bonus: bool | None = _c.switch("indicator_bonus", auto=True)
    indicator_window: IndicatorWindow | str = _c.choice("indicator_window", IndicatorWindow)
    indicator_drawn_counts: bool = _c.switch("indicator_drawn_counts")
    base_indicator: int | None = _c.number("base_indicator", auto=True)
    indicator_min_points: int = _c.number("indicator_min_points")
    insufficient_points: InsufficientPoints | str = _c.choice("insufficient_points", InsufficientPoints)
    teams: Teams | str = _c.choice("teams", Teams)
    game_end: GameEnd | str = _c.choice("game_end", GameEnd)
    rounds: int = _c.number("rounds")
    game_end_check: GameEndCheck | str = _c.choice("game_end_check", GameEndCheck)
    single_color_win: SingleColorWin | str = _c.choice("single_color_win", SingleColorWin)

    _defaults: ClassVar[Defaults] = _c
    _seats: ClassVar[tuple[int, int]] = (lib.RUMMY_E_PLAYERS, lib.RUMMY_SEATS)

    def resolved(self) -> Rules:
        """Return the same rules with every option filled in that depends on another."""
        return Rules.from_numbers([getattr(self._raw, option.name) for option in self.options()])

    @classmethod
    def _checked(cls, given: Any, players: int) -> Any:
        out, where = _core.new("rummy_okey_rules *"), _core.new("int *")
        code = lib.rummy_okey_rules_resolve(given, players, out, where)
        cls._check(code, given, where[0])
        return out

    def describe(self) -> str:
        """Return what is played in plain sentences, one a line."""
        from rummycore.okey.describe import sentences

        return "\n".join(sentences(self.resolved()))


OPTIONS: Final = Rules.options()

CLASSIC: Final = Rules()
"""The default game: the winner is paid by the others, who start with 10 points."""

DEDUCT: Final = Rules(payout="deduct")
"""Losers lose points from 20, red and black indicators double, and the indicator's twin counts."""

DEDUCT_30: Final = Rules(payout="deduct", start_points=30)
"""As DEDUCT, from 30 points."""

PARTNERS: Final = Rules(payout="deduct", teams="opposite")
"""Seats 0 and 2 against 1 and 3, one score a team, from 20 points."""

PRESETS: Final = MappingProxyType({"CLASSIC": CLASSIC, "DEDUCT": DEDUCT, "DEDUCT_30": DEDUCT_30, "PARTNERS": PARTNERS})
