"""Hands of cards of Marriage, one after the other (M-3)."""

from __future__ import annotations

from typing import ClassVar

from rummycore.marriage.options import Rules
from rummycore.marriage.outcome import Outcome
from rummycore.marriage.round import State
from rummycore.matches import BaseMatch


class Match(BaseMatch[State, Outcome, Rules]):
    """A match from one seed: the rounds' seeds derive from it, the deal moves on (M-3), payoffs add up, until
    `max_rounds` are played, 100 by default.

    `dealer` deals the first; without it the seed draws one. `to_dict` saves a match at any moment, in the middle of a
    round too, and `from_dict` resumes it: the rest will be the same as if it had never stopped.

    >>> match = Match(seed=7, players=3, max_rounds=2)
    >>> match.next_round().players, match.points
    (3, (0, 0, 0))
    """

    __slots__ = ()
    _round: ClassVar[type[State]] = State

    @property
    def points(self) -> tuple[int, ...]:
        """The sum of each seat's payoffs."""
        return tuple(sum(outcome.payoffs[seat] for outcome in self.outcomes) for seat in range(self._players))

    @property
    def decided(self) -> bool:
        """Whether the rules end the match: in Marriage they never do."""
        return False

    def _leaders(self) -> tuple[int, ...]:
        best = max(self.points)
        return tuple(seat for seat, points in enumerate(self.points) if points == best)
