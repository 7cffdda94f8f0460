"""Okey's options as data (docs/okey.md has a row for each), the presets, and what they mean in words."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rummycore import _core
from rummycore._core import lib
from rummycore.options import Defaults, Options
from rummycore.values import Choice

# choices-begin: written by csrc/gen_options.py from options.json


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
    WHEN_DRAW_IMPOSSIBLE = "when_draw_impossible"


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


# choices-end


_c: Final = Defaults("okey")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Rules(Options):
    """The options of the game; `Rules()` is the default game, `dataclasses.replace(rules, ...)` derives another.

    Choices take their word or enum member; switches True and False or the words on, off, yes, no. An option that is
    None takes the value that its payout gives it; `resolved()` fills these in. RulesError names an option outside its
    range, or options that cannot be played together. docs/okey.md explains each by the number of its rule.

    >>> Rules(payout="deduct").resolved().start_points
    20
    """

    # options-begin: written by csrc/gen_options.py from options.json
    starter: Starter | str = _c.choice("starter", Starter)
    """Which seat begins the round and is dealt 15 tiles (O-3)."""
    dealer_rotation: DealerRotation | str = _c.choice("dealer_rotation", DealerRotation)
    """When the deal passes to the next seat (O-4)."""
    ceremony: Ceremony | str = _c.choice("ceremony", Ceremony)
    """How the indicator is found: by a die among the last six tiles, or evenly among all (O-5)."""
    discard_view: DiscardView | str = _c.choice("discard_view", DiscardView)
    """Which discards a view lists: the latest of each seat, or all that lie (O-7)."""
    false_joker_role: FalseJokerRole | str = _c.choice("false_joker_role", FalseJokerRole)
    """What a false joker is: a tile with the okey's face, or wild (O-10)."""
    run_wrap: RunWrap | str = _c.choice("run_wrap", RunWrap)
    """Whether a 1 may follow 13 and end a run (O-19)."""
    seven_pairs: bool = _c.switch("seven_pairs")
    """Whether seven pairs win (O-21)."""
    pairs_with_jokers: PairsWithJokers | str = _c.choice("pairs_with_jokers", PairsWithJokers)
    """Whether a wild tile may complete a pair (O-21)."""
    finish_on_taken_discard: bool = _c.switch("finish_on_taken_discard")
    """Whether a seat may finish in a turn in which it took the discard (O-16)."""
    finish_on_dealt_hand: bool = _c.switch("finish_on_dealt_hand")
    """Whether the starter may finish in the first turn (O-16)."""
    discard_taken: Permission | str = _c.choice("discard_taken", Permission)
    """Whether the tile just taken, or its copy, may be discarded in the same turn (O-15)."""
    discard_okey: Permission | str = _c.choice("discard_okey", Permission)
    """Whether an okey may be discarded (O-15)."""
    stock_end: StockEnd | str = _c.choice("stock_end", StockEnd)
    """What happens when the stock is used up (O-24)."""
    turn_cap: int = _c.number("turn_cap", 1, 10000)
    """After how many turns a round is cut short (O-25)."""
    double_combination: DoubleCombination | str = _c.choice("double_combination", DoubleCombination)
    """What seven pairs with an okey finish make: both doublings, or one (O-26)."""
    payout: Payout | str = _c.choice("payout", Payout)
    """Whether the losers pay the winner, or points are only deducted (O-27, O-28)."""
    start_points: int | None = _c.number("start_points", 1, 1000000, auto=True)
    """The points with which each player starts a match (O-27, O-28)."""
    base_win: int | None = _c.number("base_win", 1, 1000000, auto=True)
    """The points of a win before any doubling (O-27, O-28)."""
    deduct_from: DeductFrom | str = _c.choice("deduct_from", DeductFrom)
    """Whose points a win takes away (O-28)."""
    color_rule: ColorRule | str | None = _c.choice("color_rule", ColorRule, auto=True)
    """Whether a red or black indicator doubles all points (O-29)."""
    indicator_bonus: bool | None = _c.switch("indicator_bonus", auto=True)
    """Whether the indicator's twin may be shown for points (O-17)."""
    indicator_window: IndicatorWindow | str = _c.choice("indicator_window", IndicatorWindow)
    """Until when the twin may be shown (O-17)."""
    indicator_drawn_counts: bool = _c.switch("indicator_drawn_counts")
    """Whether a twin that was drawn or taken may be shown, and not only one that was dealt (O-17)."""
    base_indicator: int | None = _c.number("base_indicator", 0, 1000000, auto=True)
    """The points that a show takes from every other player (O-30)."""
    indicator_min_points: int = _c.number("indicator_min_points", 0, 1000000)
    """Above 0: a player with fewer points than this loses nothing by a show (O-30)."""
    insufficient_points: InsufficientPoints | str = _c.choice("insufficient_points", InsufficientPoints)
    """What happens when a player would lose more points than they have (O-31)."""
    okey_left_penalty: int = _c.number("okey_left_penalty", 0, 1000000)
    """The points that a loser loses for each okey left in its hand (O-36)."""
    stock_end_penalty: int = _c.number("stock_end_penalty", 0, 1000000)
    """The points that every player loses when the stock ends a round (O-36)."""
    teams: Teams | str = _c.choice("teams", Teams)
    """Whether seats 0 and 2 play as partners against seats 1 and 3 (O-32)."""
    game_end: GameEnd | str = _c.choice("game_end", GameEnd)
    """When a match ends (O-33)."""
    rounds: int = _c.number("rounds", 0, 1000000)
    """After how many rounds a match ends (O-33)."""
    game_end_check: GameEndCheck | str = _c.choice("game_end_check", GameEndCheck)
    """When the points are looked at: after a round, or at a show too (O-33)."""
    single_color_win: SingleColorWin | str = _c.choice("single_color_win", SingleColorWin)
    """Whether a winning hand of one colour, 1 to 13 and a second 1, wins the match (O-34)."""
    # options-end

    _defaults: ClassVar[Defaults] = _c
    _seats: ClassVar[tuple[int, int]] = (lib.RUMMY_E_PLAYERS, lib.RUMMY_SEATS)

    def _filled(self) -> Rules:
        if all(getattr(self, option.name) is not None for option in self.options()):
            return self
        return Rules.from_numbers([getattr(self._raw, option.name) for option in self.options()])

    @classmethod
    def _checked(cls, given: Any, players: int) -> Any:
        out, where = _core.new("rummy_okey_rules *"), _core.new("int *")
        code = lib.rummy_okey_rules_resolve(given, players, out, where)
        cls._check(code, given, where[0])
        return out


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
