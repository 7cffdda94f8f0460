"""Hands of cards of Marriage, one after the other (M-3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, SupportsIndex

from rummycore import _core
from rummycore.chance import derive
from rummycore.marriage.notation import Event
from rummycore.marriage.options import FoulWhen, Rules
from rummycore.marriage.outcome import Outcome
from rummycore.marriage.round import State
from rummycore.marriage.settlement import add_fines
from rummycore.marriage.view import View
from rummycore.matches import BaseMatch, BaseMatchEvent, Dealt


@dataclass(frozen=True, slots=True)
class MatchEvent(BaseMatchEvent[Event]):
    """What a player learns in a match: an event of hand number `round`, or where the match stands."""


class Match(BaseMatch[State, Outcome, Rules]):
    """A match: the rounds' seeds derive from its seed, the deal moves on (M-3), payoffs add up, until `max_rounds` are
    played, 100 by default. Players may sit out between rounds.

    `dealer` deals the first; without it the seed draws one. `bytes` and `to_dict` save a match at any moment, in the
    middle of a round too, and `from_bytes` and `from_dict` resume it: the rest will be the same as if it had never
    stopped.

    >>> match = Match(seed=7, players=3, max_rounds=2)
    >>> match.next_round().players, match.points
    (3, (0, 0, 0))
    """

    __slots__ = ()
    _round: ClassVar[type[State]] = State
    _news: ClassVar[type[MatchEvent]] = MatchEvent
    if TYPE_CHECKING:

        def view(self, player: SupportsIndex | None) -> View: ...
        def events(self, player: SupportsIndex | None, since: SupportsIndex = 0) -> tuple[MatchEvent, ...]: ...

    def _extra(self, seed: int) -> int:
        return derive(seed, 0)

    def _start(self) -> tuple[int, ...]:
        return (0,) * self._players

    def _after(self, points: tuple[int, ...], dealt: Dealt[State]) -> tuple[int, ...]:
        outcome, now = dealt.state.outcome, list(points)
        for player, payoff in zip(dealt.seats, outcome.payoffs if outcome is not None else (), strict=False):
            now[player] += payoff
        paying = dealt.fouls if dealt.state.rules.foul_when == FoulWhen.AT_ONCE else ()
        if paying or dealt.owing:
            fines = _core.new("rummy_marriage_settlement *")
            fouls = [(*paying, *dealt.owing).count(player) for player in dealt.seats]
            add_fines(dealt.state.rules._raw, len(dealt.seats), fouls, fines)
            for seat, player in enumerate(dealt.seats):
                now[player] += fines.payoffs[seat]
        return tuple(now)

    def _owing(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        owed: list[int] = []
        for dealt in self._rounds:
            owed = [player for player in owed if player not in dealt.seats]
            if dealt.state.rules.foul_when == FoulWhen.NEXT_HAND:
                owed += dealt.fouls
        return tuple(player for player in owed if player in seats)

    def _check_foul(self, dealt: Dealt[State], player: int) -> None:
        fines = _core.new("rummy_marriage_settlement *")
        fouls = [(*dealt.fouls, player).count(other) for other in dealt.seats]
        add_fines(dealt.state.rules._raw, len(dealt.seats), fouls, fines)

    @property
    def decided(self) -> bool:
        """Whether the rules end the match: in Marriage they never do."""
        return False

    def _leaders(self) -> tuple[int, ...]:
        points = self.points
        return tuple(player for player in range(self._players) if points[player] == max(points))
