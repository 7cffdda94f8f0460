"""Rounds until the match is decided (O-4, O-33, O-34)."""

from __future__ import annotations

from typing import Any

from rummycore import _core
from rummycore._core import lib
from rummycore.errors import IllegalMoveError, NotationError, StateError
from rummycore.okey.hands import rules_or_default
from rummycore.okey.outcome import Outcome
from rummycore.okey.record import GAME
from rummycore.okey.rules import Rules
from rummycore.okey.settlement import check_seat, points_array
from rummycore.okey.state import State, deal
from rummycore.okey.tiles import Move
from rummycore.words import array, document, number, text

_ROUNDS_MAX = 1_000_000


class Match:
    """A match from one seed: the rounds' seeds derive from it, the deal moves on (O-4), points run, until it is decided (O-33, O-34)
    or `max_rounds` rounds are over.

    `dealer` deals the first round; without it the seed draws one. `to_dict` saves a match at any moment, in the middle of a round
    too, and `from_dict` resumes it: the rest will be the same as if it had never stopped.

    >>> match = Match(seed=7, max_rounds=1)
    >>> while not match.over:
    ...     state = match.next_round()
    ...     while not state.over:
    ...         event = state.play(state.legal_moves()[0])
    >>> match.points, match.winners
    ((10, 10, 10, 10), (0, 1, 2, 3))
    """

    __slots__ = ("_dealer", "_finished", "_first", "_players", "_rules", "_seed", "_state", "max_rounds")

    def __init__(
        self,
        seed: int,
        *,
        players: int = 4,
        rules: Rules | None = None,
        dealer: int | None = None,
        max_rounds: int = 100,
    ) -> None:
        self._seed = _core.seed(seed)
        self._rules = rules_or_default(rules)
        self._rules.for_players(players)
        self._players = players
        if dealer is None:  # O-3: part 0 of the seed draws the dealer, part k deals round k
            dealer = _core.Random(_core.derive(seed, 0)).below(players)
        self._first = self._dealer = check_seat(dealer, players, "dealer")
        if not 1 <= _core.integer(max_rounds, "max_rounds") <= _ROUNDS_MAX:
            raise StateError("max_rounds", f"max_rounds={_core.brief(max_rounds)}: it must be 1..{_ROUNDS_MAX}")
        self.max_rounds = max_rounds
        self._finished: list[tuple[Outcome, tuple[Move, ...]]] = []  # of the rounds before the current one
        self._state: State | None = None

    # ------------------------------------------------------------ looking

    @property
    def rules(self) -> Rules:
        return self._rules

    @property
    def players(self) -> int:
        return self._players

    @property
    def dealer(self) -> int:
        """The dealer of the current round."""
        return self._dealer

    @property
    def state(self) -> State | None:
        """The current round; None before the first."""
        return self._state

    @property
    def points(self) -> tuple[int, ...]:
        """The points now, those of a running round included."""
        if self._state is not None:
            return self._state.points
        return (int(self._rules.raw.start_points),) * self._players

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """How each finished round ended."""
        last = self._state.outcome if self._state is not None else None
        return (*(outcome for outcome, _ in self._finished), *(() if last is None else (last,)))

    @property
    def decided(self) -> bool:
        """Whether the rules end the match here (O-33, O-34)."""
        state = self._state
        if state is None or state.outcome is None:
            return False
        if state.outcome.single_color:
            return True
        points = points_array(state.points, self._players)
        return bool(lib.rummy_okey_decided(self._rules.raw, self._players, points, len(self._finished) + 1))

    @property
    def over(self) -> bool:
        """Whether no further round will be dealt."""
        finished = self._state is not None and self._state.over
        return finished and (self.decided or len(self._finished) + 1 >= self.max_rounds)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won the match, more than one where they tie or are partners; empty while it goes on."""
        if not self.over or self._state is None or self._state.outcome is None:
            return ()
        outcome = self._state.outcome
        if outcome.single_color and outcome.winner is not None:  # O-34
            partner = [(outcome.winner + 2) % 4] if self._rules.raw.teams == lib.RUMMY_OKEY_TEAMS_OPPOSITE else []
            return tuple(sorted([outcome.winner, *partner]))
        leaders = lib.rummy_okey_leaders(self._rules.raw, self._players, points_array(self.points, self._players))
        return tuple(seat for seat in range(self._players) if leaders >> seat & 1)

    # ------------------------------------------------------------ playing

    def next_round(self) -> State:
        """Deal the next round and return its state. StateError while a round is running, or when the match is over."""
        if self.over:
            raise StateError("over", "the match is over")
        state = self._state
        if state is not None:
            if state.outcome is None:
                raise StateError("running", "the round is still running")
            winner = _core.NONE if state.outcome.winner is None else state.outcome.winner
            next_dealer = lib.rummy_okey_next_dealer(self._rules.raw, self._players, self._dealer, winner)
            number = len(self._finished) + 2
        else:
            next_dealer, number = self._dealer, 1
        new = deal(
            _core.derive(self._seed, number),
            players=self._players,
            rules=self._rules,
            dealer=next_dealer,
            points=self.points,
        )
        if state is not None and state.outcome is not None:
            self._finished.append((state.outcome, tuple(event.move for event in state.history)))
        self._dealer = next_dealer
        self._state = new
        return new

    # ------------------------------------------------------------ saving

    def to_dict(self) -> dict[str, Any]:
        """Return the match as JSON values. Whoever has them knows every tile to come: they are the table's, not a seat's."""
        rounds = [moves for _, moves in self._finished]
        if self._state is not None:
            rounds.append(tuple(event.move for event in self._state.history))
        return {
            "format": 1,
            "game": GAME,
            "rules_version": lib.RUMMY_RULES_VERSION,
            "seed": str(self._seed),
            "rules": self._rules.to_dict(),
            "players": self._players,
            "dealer": self._first,
            "max_rounds": self.max_rounds,
            "rounds": [[str(move) for move in moves] for moves in rounds],
        }

    @classmethod
    def from_dict(cls, data: object) -> Match:
        """Return the match that JSON values save, every move checked. The error names the round and the move that cannot be."""
        keys = ("game", "rules_version", "seed", "rules", "players", "dealer", "max_rounds", "rounds")
        d = document(data, "a match", keys)
        if d["game"] != GAME:
            raise StateError("game", f"a match of {_core.brief(d['game'])!r} is no match of {GAME}")
        if number(d["rules_version"], "rules_version", 0, 1 << 31) != lib.RUMMY_RULES_VERSION:
            raise StateError("rules_version", f"the match is of rules version {d['rules_version']}")
        seed = text(d["seed"], "seed")
        if not (seed.isascii() and seed.isdigit() and len(seed) <= 20):
            raise StateError("seed", f"the seed {seed[:40]!r} is no number")
        match = cls(
            int(seed),
            rules=Rules.from_dict(d["rules"]),
            players=number(d["players"], "players", 0, 255),
            dealer=number(d["dealer"], "dealer", 0, 255),
            max_rounds=number(d["max_rounds"], "max_rounds", 1, _ROUNDS_MAX),
        )
        for i, moves in enumerate(array(d["rounds"], "rounds"), 1):
            try:
                state = match.next_round()
            except StateError as error:
                raise StateError(error.code, f"round {i}: {error.sentence}") from None
            for j, move in enumerate(array(moves, f"round {i}"), 1):
                try:
                    state.play(Move.parse(text(move, f"round {i}, move {j}")))
                except (IllegalMoveError, NotationError) as error:
                    raise type(error)(error.code, f"round {i}, move {j}, {error.sentence}") from None
            state.forget()
        return match

    def __repr__(self) -> str:
        rounds = len(self._finished) + (self._state is not None)
        return f"<okey.Match: {self._players} players, {rounds} rounds dealt, points {self.points}>"
