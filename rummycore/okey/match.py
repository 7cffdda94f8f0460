"""Rounds of Okey until the match is decided (O-4, O-33, O-34)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, SupportsIndex

from rummycore._core import lib
from rummycore.matches import ROUNDS, BaseMatch, BaseMatchEvent, Dealt
from rummycore.okey.notation import ERRORS, Event
from rummycore.okey.options import Rules
from rummycore.okey.outcome import Outcome
from rummycore.okey.round import State
from rummycore.okey.view import View


@dataclass(frozen=True, slots=True)
class MatchEvent(BaseMatchEvent[Event]):
    """What a player learns in a match: an event of round number `round`, or where the match stands."""


class Match(BaseMatch[State, Outcome, Rules]):
    """A match: the rounds' seeds derive from its seed, the deal moves on (O-4), points run, until it is decided (O-33,
    O-34), `max_rounds` rounds are over, or the points leave no room for another; `ended` says which. `max_rounds` is by
    default 100, or the `rounds` of the rules where these are more. Every player plays every round.

    `dealer` deals the first round; without it the seed draws one. `bytes` and `to_dict` save a match at any moment, in
    the middle of a round too, and `from_bytes` and `from_dict` resume it: the rest will be the same as if it had never
    stopped.

    >>> match = Match(seed=7, max_rounds=1)
    >>> while not match.over:
    ...     state = match.next_round()
    ...     while not state.over:
    ...         event = state.play(state.legal_moves()[0])
    >>> match.points, match.winners
    ((10, 10, 10, 10), (0, 1, 2, 3))
    """

    __slots__ = ()
    _round: ClassVar[type[State]] = State
    _news: ClassVar[type[MatchEvent]] = MatchEvent
    _whole: ClassVar[bool] = True
    if TYPE_CHECKING:

        def view(self, player: SupportsIndex | None) -> View: ...
        def events(self, player: SupportsIndex | None, since: SupportsIndex = 0) -> tuple[MatchEvent, ...]: ...

    def _start(self) -> tuple[int, ...]:
        return (int(self._rules._raw.start_points),) * self._players

    def _after(self, points: tuple[int, ...], dealt: Dealt[State]) -> tuple[int, ...]:
        return dealt.state.points

    @property
    def decided(self) -> bool:
        """Whether the rules end the match here (O-33, O-34)."""
        with self._lock:
            state = self.state
            if state is None or not state.over:
                return False
            return bool(ERRORS.check(lib.rummy_okey_match_end(state._raw, len(self._rounds))))

    def _most(self) -> int:
        return max(ROUNDS, self._rules.rounds)

    def _extra(self, seed: int) -> tuple[int, ...]:
        return self.points

    def _has_room(self) -> bool:
        limit = lib.RUMMY_POINTS_MAX - lib.rummy_okey_room(self._rules._raw, self._players)
        return all(-limit <= points <= limit for points in self.points)

    def _leaders(self) -> tuple[int, ...]:
        winners = ERRORS.check(lib.rummy_okey_match_winners(self._rounds[-1].state._raw))
        return tuple(seat for seat in range(self._players) if winners >> seat & 1)
