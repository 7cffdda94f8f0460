"""Rounds of Okey until the match is decided (O-4, O-33, O-34)."""

from __future__ import annotations

from typing import ClassVar

from rummycore._core import lib
from rummycore.matches import ROUNDS, BaseMatch
from rummycore.okey.notation import ERRORS
from rummycore.okey.options import Rules
from rummycore.okey.outcome import Outcome
from rummycore.okey.round import State


class Match(BaseMatch[State, Outcome, Rules]):
    """A match from one seed: the rounds' seeds derive from it, the deal moves on (O-4), points run, until it is decided
    (O-33, O-34), `max_rounds` rounds are over, or the points leave no room for another; `ended` says which.
    `max_rounds` is by default 100, or the `rounds` of the rules where these are more.

    `dealer` deals the first round; without it the seed draws one. `to_dict` saves a match at any moment, in the middle
    of a round too, and `from_dict` resumes it: the rest will be the same as if it had never stopped.

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

    @property
    def points(self) -> tuple[int, ...]:
        """The points now, those of a running round included."""
        state = self._state
        if state is not None:
            return state.points
        return (int(self._rules._raw.start_points),) * self._players

    @property
    def decided(self) -> bool:
        """Whether the rules end the match here (O-33, O-34)."""
        state = self._state
        if state is None or not state.over:
            return False
        return bool(ERRORS.check(lib.rummy_okey_match_end(state._raw, len(self._finished) + 1)))

    def _most(self) -> int:
        return max(ROUNDS, self._rules.rounds)

    def _extra(self) -> tuple[int, ...]:
        return self.points

    def _has_room(self) -> bool:
        limit = lib.RUMMY_POINTS_MAX - lib.rummy_okey_room(self._rules._raw, self._players)
        return all(-limit <= points <= limit for points in self.points)

    def _leaders(self) -> tuple[int, ...]:
        assert self._state is not None
        winners = ERRORS.check(lib.rummy_okey_match_winners(self._state._raw))
        return tuple(seat for seat in range(self._players) if winners >> seat & 1)
