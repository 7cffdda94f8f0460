"""Hands of cards of Marriage, one after the other (M-3)."""

from __future__ import annotations

from typing import ClassVar, SupportsIndex

from rummycore._core import lib
from rummycore.marriage.notation import ERRORS
from rummycore.marriage.options import Rules
from rummycore.marriage.outcome import Outcome
from rummycore.marriage.round import State, deal
from rummycore.matches import ROUNDS, BaseMatch


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
    _game: ClassVar[str] = "marriage"
    _options: ClassVar[type[Rules]] = Rules

    def __init__(
        self,
        seed: SupportsIndex,
        *,
        players: SupportsIndex = 4,
        rules: Rules | None = None,
        dealer: SupportsIndex | None = None,
        max_rounds: SupportsIndex | None = None,
    ) -> None:
        most = ROUNDS if max_rounds is None else max_rounds
        super().__init__(seed, players=players, rules=Rules.given(rules), dealer=dealer, max_rounds=most)

    @property
    def points(self) -> tuple[int, ...]:
        """The sum of each seat's payoffs."""
        return tuple(sum(outcome.payoffs[seat] for outcome in self.outcomes) for seat in range(self._players))

    @property
    def decided(self) -> bool:
        """Whether the rules end the match: in Marriage they never do."""
        return False

    def _deal(self, seed: int, dealer: int) -> State:
        return deal(seed, players=self._players, rules=self._rules, dealer=dealer)

    def _next_dealer(self, winner: int) -> int:
        return ERRORS.check(lib.rummy_marriage_next_dealer(self._rules._raw, self._players, self._dealer, winner))

    def _leaders(self) -> tuple[int, ...]:
        best = max(self.points)
        return tuple(seat for seat, points in enumerate(self.points) if points == best)
