"""Who pays what: the settlement of a round and the reasons for it (O-26 to O-32)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, SupportsIndex

from rummycore import _core
from rummycore._core import lib
from rummycore.errors import RulesError, StateError
from rummycore.okey.hand import WINS, Win
from rummycore.okey.notation import ERRORS, Tile, indicator_tile
from rummycore.okey.options import Rules
from rummycore.rounds import check_seat
from rummycore.settlements import BaseSettlement
from rummycore.values import Choice, counted
from rummycore.wire import Wire


class Cause(Choice):
    """Why points move: the indicator's twin was shown, somebody won, losers had okeys left, or the stock ended."""

    SHOW = "show"
    WIN = "win"
    OKEYS_LEFT = "okeys_left"
    STOCK_END = "stock_end"


@dataclass(frozen=True, slots=True)
class Reason(Wire):
    """One movement of points: why, by whose act (None: the stock's end), how each seat's points change, and the same in
    words.

    `factor` is what the way of winning multiplies (pairs, an okey as the last tile), `color` what the indicator's
    colour does; each is 1 if it changes nothing.
    """

    cause: Cause
    seat: int | None
    changes: tuple[int, ...]
    factor: int
    color: int
    sentence: str


class Settlement(BaseSettlement[Reason]):
    """What a round changes; `points` are those after it."""

    __slots__ = ()


_SEATS = f"int32_t[{lib.RUMMY_SEATS}]"


def colored(color: int) -> str:
    return ", doubled by the indicator's colour" if color == 2 else ""


def check_points(points: Sequence[SupportsIndex]) -> Sequence[SupportsIndex]:
    if isinstance(points, (str, bytes)) or not isinstance(points, Sequence):
        raise TypeError(f"points must be a sequence of int, not {type(points).__name__}")
    return points


def points_array(points: Sequence[SupportsIndex], players: int, room: int = 0) -> Any:
    """Return points as a C array; StateError unless there is one number for each seat, in
    range with room for so many more.
    """
    if len(check_points(points)) != players:
        raise StateError("points_count", count=len(points), players=players)
    limit = lib.RUMMY_POINTS_MAX - room
    for seat, value in enumerate(points):
        if not -limit <= _core.integer(value, f"the points of seat {seat}") <= limit:
            raise StateError("points_range", seat=seat, given=int(value), least=-limit, most=limit)
    return _core.new(_SEATS, [int(value) for value in points])


def settle(
    points: Sequence[SupportsIndex],
    *,
    indicator: Tile | str | SupportsIndex,
    winner: SupportsIndex | None = None,
    win: Win | str | None = None,
    okey_finish: bool = False,
    shower: SupportsIndex | None = None,
    okeys_left: Sequence[SupportsIndex] | None = None,
    stock_out: bool = False,
    rules: Rules | None = None,
) -> Settlement:
    """Settle a real round: the points before it, who showed the indicator's twin, who won and how.

    `win` is `melds` (the default of a winner), `pairs` or `both` (which counts as pairs, O-22). `okeys_left` are the
    okeys in the hands of the losers, one number for each seat, and `stock_out` says that nobody won as the stock ended
    (O-36). StateError or RulesError names what cannot be: a win after a show that has ended the round (O-33), pairs or
    a show where the rules know none.

    >>> settle([10, 10, 10, 10], indicator="y3", winner=2, win="pairs").points
    (8, 8, 16, 8)
    """
    chosen = Rules.given(rules)
    if win is not None and not isinstance(win, str):
        raise TypeError(f"win must be a text, not {type(win).__name__}")
    if not isinstance(okey_finish, bool):
        raise TypeError(f"okey_finish must be True or False, not {type(okey_finish).__name__}")
    if not isinstance(stock_out, bool):
        raise TypeError(f"stock_out must be True or False, not {type(stock_out).__name__}")
    players = len(check_points(points))
    native = chosen.for_players(players)
    shown = indicator_tile(indicator)
    now = points_array(points, players)
    before = tuple(int(now[seat]) for seat in range(players))
    if win not in (None, Win.MELDS, Win.PAIRS, Win.BOTH):
        raise StateError("win", given=_core.brief(win))
    reasons = []
    change = _core.new(_SEATS)
    color = ERRORS.check(lib.rummy_okey_color_factor(native, shown))
    if shower is not None:
        shower = check_seat(shower, players, "shower")
        _check(lib.rummy_okey_settle_show(native, players, shown, now, shower, change), "shows", seat=shower)
        reasons.append(show_reason(shower, change, players, color))
        if winner is not None and lib.rummy_okey_show_ends(native, players, now, change):
            raise StateError("show_ended", seat=shower)
        for seat in range(players):
            now[seat] += change[seat]
    if winner is None and (okey_finish or win is not None):
        name, given = ("okey_finish", okey_finish) if win is None else ("win", win)
        raise StateError("no_winner", name=name, given=given)
    left = _okeys(okeys_left, players, winner is not None)
    if winner is not None and stock_out:
        raise StateError("stock_out_won")
    if winner is not None:
        winner = check_seat(winner, players, "winner")
        way = Win.MELDS if win is None else Win(win)
        code = lib.rummy_okey_settle_win(native, players, shown, now, winner, WINS.index(way), okey_finish, change)
        factor = _check(code, "wins", seat=winner, route=f"win={way}")
        reasons.append(win_reason(winner, change, players, way, okey_finish, factor, color))
        for seat in range(players):
            now[seat] += change[seat]
    if winner is not None or stock_out:
        by = _core.NONE if winner is None else winner
        _check(
            lib.rummy_okey_settle_end(native, players, now, by, left, change), "wins", seat=winner, route="okeys left"
        )
        reasons += end_reasons(winner, change, players, left)
        for seat in range(players):
            now[seat] += change[seat]
    after = tuple(int(now[seat]) for seat in range(players))
    return Settlement(tuple(b - a for a, b in zip(before, after, strict=True)), after, tuple(reasons))


def _okeys(okeys_left: Sequence[SupportsIndex] | None, players: int, won: bool) -> Any:
    """Return the okeys left in each hand as a C array."""
    left = [] if okeys_left is None else [_core.integer(n, "a number of okeys left") for n in check_points(okeys_left)]
    if okeys_left is not None and len(left) != players:
        raise StateError("per_seat", count=len(left), name="okeys_left", players=players)
    if any(left) and not won:
        raise StateError("no_winner", name="okeys_left", given=_core.brief(okeys_left))
    for seat, n in enumerate(left):
        if not 0 <= n <= 2 or sum(left) > 2:
            raise StateError("okeys", seat=seat, given=_core.brief(n))
    return _core.new(f"uint8_t[{lib.RUMMY_SEATS}]", left)


def _check(code: int, place: str, **fields: Any) -> int:
    """Return what C found; what the rules do not know is no bad move or hand here, but a RulesError."""
    if code in (lib.RUMMY_E_NO_SHOW, lib.RUMMY_E_PAIR_NEVER):
        raise RulesError(_core.code_name(code), ERRORS.sentence(code)).at(place, **fields)
    return ERRORS.check(code)


def show_reason(seat: int, change: Any, players: int, color: int) -> Reason:
    changes = tuple(int(change[i]) for i in range(players))
    return Reason(Cause.SHOW, seat, changes, 1, color, f"seat {seat} shows the indicator's twin{colored(color)}")


def end_reasons(winner: int | None, change: Any, players: int, okeys: Any) -> list[Reason]:
    """Return what the end of the round costs (O-36): nothing, or one movement of points."""
    changes = tuple(int(change[i]) for i in range(players))
    if not any(changes):
        return []
    if winner is None:
        return [Reason(Cause.STOCK_END, None, changes, 1, 1, "the stock ends the round")]
    who = ", ".join(f"seat {seat} has {counted(okeys[seat], 'okey')} left" for seat in range(players) if okeys[seat])
    return [Reason(Cause.OKEYS_LEFT, winner, changes, 1, 1, who)]


def win_reason(seat: int, change: Any, players: int, win: Win, okey_finish: bool, factor: int, color: int) -> Reason:
    changes = tuple(int(change[i]) for i in range(players))
    how = "melds" if win is Win.MELDS else "seven pairs"
    with_okey = " and an okey as the last tile" if okey_finish else ""
    times = f", times {factor}" if factor > 1 else ""
    return Reason(
        Cause.WIN, seat, changes, factor, color, f"seat {seat} wins with {how}{with_okey}{times}{colored(color)}"
    )
