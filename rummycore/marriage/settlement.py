"""Who pays what: the payments after a hand of cards, pair by pair, with reasons (M-26 to M-28)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, SupportsIndex

from rummycore import _core
from rummycore._core import lib
from rummycore.errors import HandError, RulesError, StateError
from rummycore.marriage.hand import (
    HAND,
    ROUTES,
    Route,
    count_faces,
    exposed_kinds,
    maal,
    route_of,
)
from rummycore.marriage.notation import ERRORS, Card, Cards, show, tiplu_card
from rummycore.marriage.notation import cards as cards_of
from rummycore.marriage.options import Rules, TipluIfNeverChosen, TipluMode, TunnelaWindow
from rummycore.rounds import check_seat
from rummycore.settlements import BaseSettlement
from rummycore.values import Choice
from rummycore.wire import Wire


class Cause(Choice):
    """Why one seat pays another: seen or not it pays the winner, the bonus for dublees, a difference of maal points, or
    the fine for fouls.
    """

    SEEN = "seen"
    UNSEEN = "unseen"
    DUBLEE = "dublee"
    MAAL = "maal"
    FOUL = "foul"


CAUSES: Final = tuple(Cause)  # by rummy_marriage_cause


@dataclass(frozen=True, slots=True)
class Reason(Wire):
    """What one seat pays another, and why. `sentence` says the same in words."""

    payer: int
    payee: int
    amount: int
    cause: Cause
    _told: ClassVar[tuple[str, ...]] = ("sentence",)

    @property
    def sentence(self) -> str:
        told = {
            Cause.SEEN: "has seen the tiplu and pays the winner",
            Cause.UNSEEN: "has not seen the tiplu and pays the winner",
            Cause.DUBLEE: "pays the bonus for a win with dublees",
            Cause.MAAL: "pays the difference of maal points",
            Cause.FOUL: "pays the fine for a foul",
        }[self.cause]
        return f"seat {self.payer} {told}: {self.amount} to seat {self.payee}"


class Settlement(BaseSettlement[Reason]):
    """What a hand of cards changes; `points` are the maal points as they were settled (M-26)."""

    __slots__ = ()


def read_settlement(raw: Any, players: int) -> Settlement:
    """Return the settlement that C has written."""
    paid = (raw.reasons[i] for i in range(raw.n))
    return Settlement(
        payoffs=tuple(raw.payoffs[seat] for seat in range(players)),
        points=tuple(raw.points[seat] for seat in range(players)),
        reasons=tuple(Reason(p.payer, p.payee, p.amount, CAUSES[p.cause]) for p in paid),
    )


def settle(
    points: Sequence[int] | None = None,
    seen: Sequence[bool] = (),
    *,
    winner: SupportsIndex | None,
    dublee: bool | None = None,
    routes: Sequence[Route | str] | None = None,
    cards: Sequence[Cards] | None = None,
    hands: Sequence[Cards] | None = None,
    tiplu: Card | str | SupportsIndex | None = None,
    exposed: Sequence[Cards] | None = None,
    shown: Sequence[Cards] | None = None,
    marriages_laid: Sequence[SupportsIndex] | None = None,
    fouls: Sequence[SupportsIndex] | None = None,
    rules: Rules | None = None,
) -> Settlement:
    """Settle a real hand of cards, on maal points or on the cards themselves (M-23 to M-28).

    `points` are the maal points of each seat. In their place may stand `cards` (or by its other name `hands`), all 21
    cards of each seat, laid and exposed ones too, the winner's without the last discard. With them go the `tiplu`; the
    kinds that each seat `exposed` at the start; and those `shown`: laid as tunnelas, or among the winner's combinations
    (M-25). `marriages_laid` counts the marriages that each seat laid to see the tiplu (M-23).
    `fouls` counts the fouls of each seat that are paid for with this hand (M-31).

    `seen` says who has seen the tiplu and `routes` how: by default by three combinations, but a winner with dublees by
    dublees (M-19). `dublee` says whether the winner won so; by default its route does. `winner` None: nobody has won,
    and nothing is paid. `tiplu` is None where nobody chose one (M-19): then nothing scores. StateError, RulesError or
    HandError names what cannot be, and what it contradicts.

    >>> settle([12, 5, 0, 8], [True, True, False, True], winner=1).payoffs
    (20, 11, -35, 4)
    """
    chosen = Rules.given(rules)
    if cards is not None and hands is not None:
        raise StateError("cards_twice")
    held = hands if cards is None else cards
    if (points is None) == (held is None):
        raise StateError("points_or_cards")
    if held is None and any(given is not None for given in (tiplu, exposed, shown, marriages_laid)):
        raise StateError("cards_missing")
    players = _length(points, "points") if held is None else _length(held, "hands" if cards is None else "cards")
    native = chosen.for_players(players)
    if winner is not None:
        winner = check_seat(winner, players, "winner")
    if dublee is not None and not isinstance(dublee, bool):
        raise TypeError(f"dublee must be True, False or None, not {type(dublee).__name__}")
    ways = _winning(_routes(seen, routes, players), routes is not None, winner, dublee, chosen)
    if held is not None:
        points = _scores(held, ways, winner, tiplu, exposed, shown, marriages_laid, chosen)
    assert points is not None
    values = _core.new("int32_t[6]")
    for seat, value in enumerate(points):
        if not 0 <= _core.integer(value, f"the points of seat {seat}") <= lib.RUMMY_POINTS_MAX // 100:
            raise ERRORS.error(lib.RUMMY_E_MAAL, "points", seat=seat, given=int(value))
        values[seat] = int(value)
    codes = _core.pointer(bytes(ROUTES.index(way) for way in ways))
    out = _core.new("rummy_marriage_settlement *")
    code = lib.rummy_marriage_settle(native, players, values, codes, _core.NONE if winner is None else winner, out)
    if code == lib.RUMMY_E_NO_DUBLEES:
        raise ERRORS.error(
            code,
            "dublees",
            seat=ways.index(Route.DUBLEE),
            players=players,
            allowed=chosen.dublee_allowed,
            least=chosen.dublee_min_players,
        )
    ERRORS.check(code, "wins", seat=winner, route="the route none")
    if fouls is not None:
        add_fines(native, players, fouls, out)
    return read_settlement(out, players)


def add_fines(native: Any, players: int, fouls: Sequence[SupportsIndex], settlement: Any) -> None:
    """Add to a settlement of C what fouls of each seat cost (M-31)."""
    if _length(fouls, "fouls") != players:
        raise StateError("per_seat", count=len(fouls), name="fouls", players=players)
    counted = [_core.integer(n, "a number of fouls") for n in fouls]
    for n in counted:
        if not 0 <= n <= lib.RUMMY_MARRIAGE_FOULS:
            raise StateError("limit", name="fouls", given=n, least=0, most=lib.RUMMY_MARRIAGE_FOULS)
    ERRORS.check(lib.rummy_marriage_fine(native, players, _core.new("uint8_t[6]", counted), settlement))


def _length(values: object, what: str) -> int:
    if isinstance(values, (str, bytes)) or not isinstance(values, Sequence):
        raise TypeError(f"{what} must be a sequence, one for each seat, not {type(values).__name__}")
    return len(values)


def _routes(seen: Sequence[bool], routes: Sequence[Route | str] | None, players: int) -> list[Route]:
    """Return each seat's route out of who has seen and how."""
    if _length(seen, "seen") not in (players, 0 if routes is not None else players):
        raise StateError("per_seat", count=len(seen), name="seen", players=players)
    for flag in seen:
        if not isinstance(flag, bool):
            raise TypeError(f"seen must be True or False for each seat, not {type(flag).__name__}")
    if routes is None:
        return [Route.THREE if flag else Route.NONE for flag in seen]
    if _length(routes, "routes") != players:
        raise StateError("per_seat", count=len(routes), name="routes", players=players)
    ways = [route_of(route) for route in routes]
    for seat, flag in enumerate(seen):
        if flag != (ways[seat] != Route.NONE):
            raise StateError("seen_route" if flag else "unseen_route", seat=seat, route=ways[seat])
    return ways


def _winning(ways: list[Route], given: bool, winner: int | None, dublee: bool | None, rules: Rules) -> list[Route]:
    """Return the routes with that of the winner as it won: by dublees it may have seen by the finish (M-19)."""
    if winner is None:
        if dublee:
            raise StateError("nobody_wins")
        return ways
    way = ways[winner]
    if dublee and way == Route.NONE and not rules.dublee_direct_win_unseen:
        raise RulesError("direct_win", seat=winner)
    if dublee and (way == Route.NONE or not given):
        return [*ways[:winner], Route.DUBLEE, *ways[winner + 1 :]]
    if dublee is not None and way != Route.NONE and dublee != (way == Route.DUBLEE):
        raise StateError("dublee_route", given=dublee, seat=winner, route=way)
    return ways


def _scores(
    held: Sequence[Cards],
    ways: Sequence[Route],
    winner: int | None,
    tiplu: Card | str | SupportsIndex | None,
    exposed: Sequence[Cards] | None,
    shown: Sequence[Cards] | None,
    marriages_laid: Sequence[SupportsIndex] | None,
    rules: Rules,
) -> list[int]:
    """Return the maal points of each seat's 21 cards."""
    known, seats = tiplu_card(tiplu, rules), range(len(held))
    if known is None and not _none_chosen(ways, winner, rules):
        raise StateError("tiplu")
    every = [cards_of(hand) for hand in held]
    at_start, laid = (_tunnelas(kinds, name, every) for kinds, name in ((exposed, "exposed"), (shown, "shown")))
    married = [0] * len(held)
    if marriages_laid is not None:
        if _length(marriages_laid, "marriages_laid") != len(held):
            raise StateError("per_seat", count=len(marriages_laid), name="marriages_laid", players=len(held))
        married = [_core.integer(n, "a number of marriages laid") for n in marriages_laid]
    count_faces([card for hand in every for card in hand], known, rules)  # over the whole table
    for seat in seats:
        if len(every[seat]) != HAND:
            raise HandError("cards_count", seat=seat, count=len(every[seat]), wanted=HAND)
        if at_start[seat] and rules.tunnela_window == TunnelaWindow.OFF:
            raise RulesError("window_off", pieces=at_start[seat], seat=seat, cards=show(at_start[seat]))
        if laid[seat] and ways[seat] != Route.THREE:
            raise StateError("shown_route", pieces=laid[seat], seat=seat, cards=show(laid[seat]), route=ways[seat])
        if married[seat] and ways[seat] != Route.THREE:
            raise StateError("married_route", seat=seat, count=married[seat], route=ways[seat])
        for name, kinds in (("exposed", at_start[seat]), ("shown", laid[seat])):
            for kind in kinds:
                if (n := every[seat].count(kind)) != 3:
                    raise HandError("tunnela", pieces=[kind], seat=seat, name=name, card=kind, count=n)
    if known is None:
        return [0] * len(held)
    return [
        maal(
            every[seat],
            tiplu=known,
            exposed=at_start[seat],
            shown=laid[seat],
            marriages_laid=married[seat],
            route=ways[seat],
            rules=rules,
        ).points
        for seat in seats
    ]


def _tunnelas(given: Sequence[Cards] | None, what: str, held: Sequence[object]) -> list[tuple[Card, ...]]:
    """Return the kinds of tunnelas of each seat."""
    if given is None:
        return [()] * len(held)
    if _length(given, what) != len(held):
        raise StateError("per_seat", count=len(given), name=what, players=len(held))
    return [exposed_kinds(kinds) for kinds in given]


def _none_chosen(ways: Sequence[Route], winner: int | None, rules: Rules) -> bool:
    """Whether the hand can have ended before anybody chose a tiplu (M-7, M-16, M-19)."""
    if rules.tiplu_mode != TipluMode.HIDDEN_FIRST_SEER_PICKS:
        return False
    if any(way != Route.NONE for seat, way in enumerate(ways) if seat != winner):
        return False
    if winner is None:
        return True
    direct = rules.dublee_direct_win_unseen and ways[winner] == Route.DUBLEE
    return direct and rules.tiplu_if_never_chosen == TipluIfNeverChosen.NO_MAAL
