"""How a round ended (O-22 to O-34)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from rummycore import _core
from rummycore._core import lib
from rummycore.okey.hand import WINS, Win, arrange, seven_pairs
from rummycore.okey.notation import ERRORS, Meld, Tile
from rummycore.okey.options import Rules
from rummycore.okey.settlement import Reason, end_reasons, show_reason, win_reason
from rummycore.values import Choice
from rummycore.wire import Wire


class Ending(Choice):
    """Won; the stock used up (O-24); cut short by the turn cap (O-25); ended by a show that
    took somebody's last points (O-33).
    """

    WON = "won"
    STOCK_OUT = "stock_out"
    TRUNCATED = "truncated"
    POINTS_OUT = "points_out"


class Source(Choice):
    """Where the last tile of a hand came from: dealt with it, drawn from the stock, or taken from the discards."""

    DEALT = "dealt"
    DRAWN = "drawn"
    TAKEN = "taken"


@dataclass(frozen=True, slots=True)
class Outcome(Wire):
    """How a round ended, who won and how, and what it changes for each seat. All of it is public.

    `start` are the points before the round, `points` those after it, `payoffs` what changed, `reasons` each movement
    with its cause. The fields from `win` to `melds` are None, False or empty without a winner. `melds` is the winning
    hand laid out: seven pairs where it counts as pairs (O-22). `okeys_left` are the okeys in the losers' hands, where
    the rules let them pay for these (O-36), else 0. What `okey.settle` takes has the same name here, but
    that its first argument is `start`.
    """

    ending: Ending
    winner: int | None
    win: Win | None
    tile: Tile | None
    source: Source | None
    okey_finish: bool
    single_color: bool
    hand: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    indicator: Tile
    shower: int | None
    okeys_left: tuple[int, ...]
    start: tuple[int, ...]
    payoffs: tuple[int, ...]
    points: tuple[int, ...]
    reasons: tuple[Reason, ...]

    @property
    def kind(self) -> str:
        """How the round ended, as one word for counting: by melds or pairs, with an okey as the
        last tile, or why nobody won.
        """
        if self.win is None:
            return str(self.ending)
        return f"{'melds' if self.win == 'melds' else 'pairs'}{' okey_finish' if self.okey_finish else ''}"


_ENDINGS: Final = (None, *Ending)  # by rummy_okey_ending; None for a running round
_SOURCES: Final = tuple(Source)  # by rummy_okey_source


def read_outcome(state: Any, players: int, rules: Rules) -> Outcome:
    """Return the outcome of a C state whose round is over."""
    raw = _core.new("rummy_okey_outcome *")
    ERRORS.check(lib.rummy_okey_outcome_of(state, raw))
    won, indicator = raw.winner != _core.NONE, Tile(raw.indicator)
    win = WINS[raw.won_by] if won else None
    reasons = []
    if raw.shower != _core.NONE:
        reasons.append(show_reason(raw.shower, raw.shown, players, raw.color))
    hand: tuple[Tile, ...] = ()
    melds: tuple[Meld, ...] = ()
    if win is not None:
        reasons.append(win_reason(raw.winner, raw.won, players, win, bool(raw.okey_finish), raw.factor, raw.color))
        hand = Tile.held(raw.hand)
        if win is Win.MELDS:
            melds = arrange(hand, indicator=indicator, rules=rules).melds
        else:
            melds = seven_pairs(hand, indicator=indicator, rules=rules)
    reasons += end_reasons(raw.winner if won else None, raw.ended, players, raw.okeys_left)
    return Outcome(
        ending=_ENDINGS[raw.ending],
        winner=raw.winner if won else None,
        win=win,
        tile=Tile.or_none(raw.finished_with),
        source=_SOURCES[raw.source] if won else None,
        okey_finish=bool(raw.okey_finish),
        single_color=bool(raw.single_color),
        hand=hand,
        melds=melds,
        indicator=indicator,
        shower=None if raw.shower == _core.NONE else raw.shower,
        okeys_left=tuple(int(raw.okeys_left[seat]) for seat in range(players)),
        start=tuple(int(raw.start[seat]) for seat in range(players)),
        payoffs=tuple(int(raw.shown[seat] + raw.won[seat] + raw.ended[seat]) for seat in range(players)),
        points=tuple(int(raw.points[seat]) for seat in range(players)),
        reasons=tuple(reasons),
    )
