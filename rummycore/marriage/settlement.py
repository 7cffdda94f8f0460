"""Who pays what: the payments after a hand of cards, pair by pair, with reasons (M-26 to M-28)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from rummycore import _core
from rummycore._core import lib
from rummycore.errors import StateError
from rummycore.marriage.cards import ERRORS, Card, Cards, cards, tiplu_card
from rummycore.marriage.hands import ROUTES, Route, count_faces, maal, route_of, rules_or_default
from rummycore.marriage.rules import Rules
from rummycore.rounds import check_seat
from rummycore.words import Choice


class Why(Choice):
    """Why one seat pays another: seen or not it pays the winner, the bonus for dublees, or a difference of maal points."""

    SEEN = "seen"
    UNSEEN = "unseen"
    DUBLEE = "dublee"
    MAAL = "maal"


WHYS: Final = tuple(Why)  # by rummy_marriage_why


@dataclass(frozen=True, slots=True)
class Payment:
    """What one seat pays another, and why. `sentence` says the same in words."""

    payer: int
    payee: int
    amount: int
    why: Why

    @property
    def sentence(self) -> str:
        reason = {
            Why.SEEN: "has seen the tiplu and pays the winner",
            Why.UNSEEN: "has not seen the tiplu and pays the winner",
            Why.DUBLEE: "pays the bonus for a win with dublees",
            Why.MAAL: "pays the difference of maal points",
        }[self.why]
        return f"seat {self.payer} {reason}: {self.amount} to seat {self.payee}"


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a hand of cards changes: each seat's net, the maal points as they were settled (M-26), and every payment."""

    net: tuple[int, ...]
    points: tuple[int, ...]
    payments: tuple[Payment, ...]


def read_settlement(raw: Any, players: int) -> Settlement:
    payments = tuple(Payment(p.payer, p.payee, p.amount, WHYS[p.why]) for p in (raw.payments[i] for i in range(raw.n)))
    return Settlement(tuple(raw.net[i] for i in range(players)), tuple(raw.points[i] for i in range(players)), payments)


def settle(
    points: Sequence[int] | None = None,
    seen: Sequence[bool] = (),
    *,
    winner: int,
    dublee: bool = False,
    routes: Sequence[Route | str] | None = None,
    hands: Sequence[Cards] | None = None,
    tiplu: Card | str | int | None = None,
    exposed: Sequence[Cards] | None = None,
    rules: Rules | None = None,
) -> Settlement:
    """Settle a real hand of cards, on maal points or on the hands themselves.

    `points` are the maal points of each seat and `seen` whether it has seen the tiplu; or, with `hands`, all cards of each seat (the
    winner's without the last discard), the `tiplu`, and the kinds each has `exposed`. `routes` says how each saw it (by default a seat
    that has seen did so by three combinations). StateError, RulesError or HandError names what cannot be.

    >>> settle([12, 5, 0, 8], [True, True, False, True], winner=1).net
    (20, 11, -35, 4)
    """
    chosen = rules_or_default(rules)
    if (points is None) == (hands is None):
        raise StateError("points", "a settlement is made on points or on hands: give one of the two")
    players = _length(points if hands is None else hands, "points" if hands is None else "hands")
    native = chosen.for_players(players)
    check_seat(winner, players, "winner")
    if not isinstance(dublee, bool):
        raise TypeError(f"dublee must be True or False, not {type(dublee).__name__}")
    ways = _routes(seen, routes, players)
    if hands is not None:
        if tiplu is None:
            raise StateError("tiplu", "hands are settled by their tiplu: give it")
        shown = exposed if exposed is not None else [()] * players
        if _length(shown, "exposed") != players:
            raise StateError("exposed", f"{len(shown)} exposed for {players} hands")
        together = tuple(card for hand in hands for card in cards(hand))
        count_faces(together, tiplu_card(tiplu), chosen)  # over the whole table
        points = [
            maal(hand, tiplu=tiplu, exposed=kinds, route=way, rules=chosen).points
            for hand, kinds, way in zip(hands, shown, ways, strict=True)
        ]
    assert points is not None
    values = _core.new("int32_t[6]")
    for seat, value in enumerate(points):
        if not 0 <= _core.integer(value, f"the points of seat {seat}") <= lib.RUMMY_POINTS_MAX // 100:
            raise ERRORS.error(lib.RUMMY_E_MAAL, f"points of seat {seat} are {_core.brief(value)}")
        values[seat] = value
    flags = _core.pointer(bytes(way != Route.NONE for way in ways))
    codes = _core.pointer(bytes(ROUTES.index(way) for way in ways))
    out = _core.new("rummy_marriage_settlement *")
    ERRORS.check(lib.rummy_marriage_settle(native, players, values, flags, codes, winner, dublee, out))
    return read_settlement(out, players)


def _length(values: object, what: str) -> int:
    if isinstance(values, (str, bytes)) or not isinstance(values, Sequence):
        raise TypeError(f"{what} must be a sequence, one for each seat, not {type(values).__name__}")
    return len(values)


def _routes(seen: Sequence[bool], routes: Sequence[Route | str] | None, players: int) -> list[Route]:
    """Return each seat's route out of who has seen and how."""
    if _length(seen, "seen") not in (players, 0 if routes is not None else players):
        raise StateError("seen", f"{len(seen)} seen for {players} seats")
    for flag in seen:
        if not isinstance(flag, bool):
            raise TypeError(f"seen must be True or False for each seat, not {type(flag).__name__}")
    if routes is None:
        return [Route.THREE if flag else Route.NONE for flag in seen]
    if _length(routes, "routes") != players:
        raise StateError("routes", f"{len(routes)} routes for {players} seats")
    ways = [route_of(route) for route in routes]
    for seat, flag in enumerate(seen):
        if flag != (ways[seat] != Route.NONE):
            raise StateError("routes", f"seat {seat} has {'' if flag else 'not '}seen, but its route is {ways[seat]}")
    return ways
