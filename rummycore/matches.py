"""What the matches of every game have in common: rounds from one seed, the next dealer, points, saving."""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Literal, Protocol, SupportsIndex, TypeVar

from rummycore import _core
from rummycore._core import lib
from rummycore.chance import Random, checked_seed, derive
from rummycore.documents import array, document, number, text
from rummycore.errors import IllegalMoveError, NotationError, StateError
from rummycore.options import Options
from rummycore.records import check_rules_version
from rummycore.rounds import AnyRound, check_seat

if TYPE_CHECKING:
    from typing_extensions import Self

ROUNDS: Final = 100  # rounds of a match unless the caller says how many
ROUNDS_MAX: Final = 1_000_000


class Ended(Protocol):
    """What a match needs of an outcome."""

    @property
    def winner(self) -> int | None: ...


State = TypeVar("State", bound=AnyRound)
Outcome = TypeVar("Outcome", bound=Ended)
Rules = TypeVar("Rules", bound=Options)


class BaseMatch(Generic[State, Outcome, Rules]):
    """A match from one seed. A game says how to deal a round, when the match is decided and who leads.

    It can be copied, compared and pickled. Threads may share it: one call waits for the other.
    """

    __slots__ = ("_dealer", "_finished", "_first", "_lock", "_max_rounds", "_players", "_rules", "_seed", "_state")
    _round: ClassVar[type[AnyRound]]

    _rules: Rules
    _state: State | None

    def __init__(
        self,
        seed: SupportsIndex,
        *,
        players: SupportsIndex = 4,
        rules: Rules | None = None,
        dealer: SupportsIndex | None = None,
        max_rounds: SupportsIndex | None = None,
    ) -> None:
        self._seed = checked_seed(seed)
        self._rules = self._round._engine.rules.given(rules)  # type: ignore[assignment]
        self._rules.for_players(players)
        self._players = _core.integer(players, "players")
        if dealer is None:  # part 0 of the seed draws the dealer, part k deals round k
            dealer = Random(derive(seed, 0)).below(self._players)
        self._first = self._dealer = check_seat(dealer, self._players, "dealer", "dealer")
        self._max_rounds = self._most() if max_rounds is None else _core.integer(max_rounds, "max_rounds")
        if not 1 <= self._max_rounds <= ROUNDS_MAX:
            raise StateError("limit", name="max_rounds", given=self._max_rounds, least=1, most=ROUNDS_MAX)
        self._finished: list[tuple[Outcome, tuple[Any, ...]]] = []  # of the rounds before the current one
        self._state = None
        self._lock = RLock()  # held by whoever reads or changes the round together with those before it

    def copy(self) -> Self:
        """Return a match that shares nothing with this one, in the middle of a round too."""
        twin = object.__new__(type(self))
        with self._lock:
            for name in BaseMatch.__slots__:
                setattr(twin, name, getattr(self, name))
            twin._finished = self._finished.copy()
            twin._state = None if self._state is None else self._state.copy()
        twin._lock = RLock()
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_dict, (self.to_dict(),)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return other is self or self.to_dict() == other.to_dict()

    __hash__: ClassVar[None]  # type: ignore[assignment]

    # ------------------------------------------------------------ what a game adds

    def _most(self) -> int:
        """Return the most rounds that are dealt, unless the caller says how many."""
        return ROUNDS

    def _extra(self) -> Any:
        """Return what the next deal depends on besides seed, rules and dealer; None for its default."""
        return None

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat now."""
        raise NotImplementedError

    @property
    def decided(self) -> bool:
        """Whether the rules end the match here."""
        raise NotImplementedError

    def _leaders(self) -> tuple[int, ...]:
        raise NotImplementedError

    def _has_room(self) -> bool:
        """Return whether the points leave room for another round."""
        return True

    # ------------------------------------------------------------ looking

    @property
    def rules(self) -> Rules:
        """The rules of every round."""
        return self._rules

    @property
    def players(self) -> int:
        """The number of players."""
        return self._players

    @property
    def dealer(self) -> int:
        """The dealer of the current round."""
        return self._dealer

    @property
    def max_rounds(self) -> int:
        """The most rounds that are dealt."""
        return self._max_rounds

    @property
    def state(self) -> State | None:
        """The current round; None before the first."""
        return self._state

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """How each finished round ended, oldest first."""
        with self._lock:
            last: Outcome | None = self._state.outcome if self._state is not None else None
            return (*(outcome for outcome, _ in self._finished), *(() if last is None else (last,)))

    @property
    def ended(self) -> Literal["decided", "max_rounds", "points"] | None:
        """Why the match is over; None while it goes on.

        `decided`: the rules end it. `max_rounds`: so many are played. `points`: they leave no room for a round.
        """
        with self._lock:
            if self._state is None or not self._state.over:
                return None
            if self.decided:
                return "decided"
            if len(self._finished) + 1 >= self._max_rounds:
                return "max_rounds"
            return None if self._has_room() else "points"

    @property
    def over(self) -> bool:
        """Whether no further round will be dealt."""
        return self.ended is not None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won the match, several if they tie or are partners. Empty while it goes on."""
        with self._lock:
            return self._leaders() if self.over else ()

    # ------------------------------------------------------------ playing

    def next_round(self) -> State:
        """Deal the next round and return its state. StateError if a round is running or the match is over."""
        with self._lock:
            if self.ended is not None:
                raise StateError("match_over", ended=self.ended)
            state, dealer, index = self._state, self._dealer, 1
            engine = self._round._engine
            outcome: Outcome | None = None
            if state is not None:
                outcome = state.outcome
                if outcome is None:
                    raise StateError("running")
                winner = _core.NONE if outcome.winner is None else outcome.winner
                dealer = engine.errors.check(engine.next_dealer(self._rules._raw, self._players, dealer, winner))
                index = len(self._finished) + 2
            seed = derive(self._seed, index)
            new: State = self._round._deal(seed, self._players, self._rules, dealer, None, self._extra())  # type: ignore[assignment]
            if state is not None and outcome is not None:
                self._finished.append((outcome, state.record().moves))
            self._dealer = dealer
            self._state = new
            return new

    # ------------------------------------------------------------ saving

    def to_dict(self) -> dict[str, Any]:
        """Return the match as JSON values.

        They tell every tile or card to come, so they belong to the table and never to a seat.
        """
        with self._lock:
            rounds = [moves for _, moves in self._finished]
            if self._state is not None:
                rounds.append(self._state.record().moves)
        return {
            "format": 1,
            "game": self._round._engine.game,
            "rules_version": lib.RUMMY_RULES_VERSION,
            "seed": str(self._seed),
            "rules": self._rules.to_dict(),
            "players": self._players,
            "dealer": self._first,
            "max_rounds": self._max_rounds,
            "rounds": [[str(move) for move in moves] for moves in rounds],
        }

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Return the match that JSON values describe. Every move is checked.

        StateError, RulesError, NotationError or IllegalMoveError names what is wrong, with round and move from 1.
        """
        keys = ("game", "rules_version", "seed", "rules", "players", "dealer", "max_rounds", "rounds")
        d = document(data, "a match", keys, game=cls._round._engine.game)
        check_rules_version(number(d["rules_version"], "rules_version", 0, 1 << 31))
        seed = text(d["seed"], "seed")
        if not (seed.isascii() and seed.isdigit() and len(seed) <= 20):
            raise StateError("seed", what="seed", given=_core.brief(seed))
        match = cls(
            int(seed),
            rules=cls._round._engine.rules.from_dict(d["rules"]),  # type: ignore[arg-type]
            players=number(d["players"], "players", 0, 255),
            dealer=number(d["dealer"], "dealer", 0, 255),
            max_rounds=number(d["max_rounds"], "max_rounds", 1, ROUNDS_MAX),
        )
        for i, moves in enumerate(array(d["rounds"], "rounds"), 1):
            try:
                state = match.next_round()
            except StateError as error:
                raise error.at("round", round=i) from None
            for j, move in enumerate(array(moves, f"round {i}"), 1):
                try:
                    state.play(text(move, f"round {i}, move {j}"))
                except (IllegalMoveError, NotationError) as error:
                    raise error.at("round_move", round=i, number=j) from None
            state.forget()
        return match

    def __repr__(self) -> str:
        rounds = len(self._finished) + (self._state is not None)
        return (
            f"<{self._round._engine.game}.Match: {self._players} players, {rounds} rounds dealt, points {self.points}>"
        )
