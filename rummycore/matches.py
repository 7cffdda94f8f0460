"""What the matches of every game have in common: rounds, who sits at them, the next dealer, points, saving."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, SupportsIndex, TypeVar

from rummycore import _core
from rummycore._core import lib
from rummycore.chance import Random, checked_seed, derive
from rummycore.documents import array, document, number, text
from rummycore.errors import IllegalMoveError, NotationError, RulesError, StateError
from rummycore.options import Options
from rummycore.records import check_rules_version
from rummycore.rounds import AnyRound, check_seat
from rummycore.views import MatchEnd, Standing
from rummycore.wire import Wire

if TYPE_CHECKING:
    from typing_extensions import Self

ROUNDS: Final = 100  # rounds of a match unless the caller says how many
ROUNDS_MAX: Final = 1_000_000

_MAGIC: Final = b"RUMA"
_HEAD: Final = struct.Struct("<4sBBBBHIQI")  # format, game, players, dealer, rules version, most rounds, seed, rounds
_SIZE: Final = struct.Struct("<I")  # of a round; it is compressed
_ROUND: Final = struct.Struct("<BBQ")  # whether seed and deck are its own, who sits out, seed; then deck and moves
_LONGEST: Final = 1 << 18  # bytes of a round
_OWN_SEED, _OWN_DECK, _OWN_RULES, _FOULS = 1, 2, 4, 8


class HasWinner(Protocol):
    """What a match needs of an outcome."""

    @property
    def winner(self) -> int | None: ...


State = TypeVar("State", bound=AnyRound)
Outcome = TypeVar("Outcome", bound=HasWinner)
Rules = TypeVar("Rules", bound=Options)
Event = TypeVar("Event")


@dataclass(frozen=True, slots=True)
class BaseMatchEvent(Wire, Generic[Event]):
    """What a player learns in a match: an event of round number `round`, or where the match stands.

    One of `event` and `standing` is None. Each round begins and ends with a standing.
    """

    round: int
    event: Event | None
    standing: Standing | None


@dataclass(frozen=True, slots=True)
class Dealt(Generic[State]):
    """A round of a match: who sits there, and what it was dealt from."""

    state: State
    seats: tuple[int, ...]  # the player in each seat
    seed: int | None  # its own; None where it follows from the seed of the match
    deck: tuple[Any, ...] | None  # its own
    rules: Any  # its own; None where they are those of the match
    fouls: tuple[int, ...] = ()  # the players who have committed one in it, in order
    owing: tuple[int, ...] = ()  # those who owe for a foul before it

    def sitting_out(self, players: int) -> list[int]:
        return [player for player in range(players) if player not in self.seats]


class BaseMatch(Generic[State, Outcome, Rules]):
    """A match of players 0, 1, ...: in a round that all of them play, the seat of a player has the same number.

    A game says what a round does to the points, when the match is decided and who leads.
    It can be copied, compared and pickled. Threads may share it: one call waits for the other.
    """

    __slots__ = ("_first", "_lock", "_max_rounds", "_packed", "_players", "_rounds", "_rules", "_seed")
    _round: ClassVar[type[AnyRound]]
    _news: ClassVar[type[BaseMatchEvent[Any]]]
    _whole: ClassVar[bool] = False  # whether every player plays every round

    _rules: Rules

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
        self._first = check_seat(dealer, self._players, "dealer", "dealer")
        self._max_rounds = self._most() if max_rounds is None else _core.integer(max_rounds, "max_rounds")
        if not 1 <= self._max_rounds <= ROUNDS_MAX:
            raise StateError("limit", name="max_rounds", given=self._max_rounds, least=1, most=ROUNDS_MAX)
        self._rounds: list[Dealt[State]] = []
        self._packed: list[bytes] = []  # the rounds before the current one as bytes, as far as they have been saved
        self._lock = RLock()  # held by whoever reads or changes the rounds

    def copy(self) -> Self:
        """Return a match that shares nothing with this one, in the middle of a round too."""
        twin = object.__new__(type(self))
        with self._lock:
            for name in BaseMatch.__slots__:
                setattr(twin, name, getattr(self, name))
            twin._packed = self._packed.copy()
            twin._rounds = [*self._rounds[:-1], *(replace(x, state=x.state.copy()) for x in self._rounds[-1:])]
        twin._lock = RLock()
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_bytes, (bytes(self),)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return other is self or bytes(self) == bytes(other)

    __hash__: ClassVar[None]  # type: ignore[assignment]

    # ------------------------------------------------------------ what a game adds

    def _most(self) -> int:
        """Return the most rounds that are dealt, unless the caller says how many."""
        return ROUNDS

    def _extra(self, seed: int) -> Any:
        """Return what the next deal depends on besides its deck; `seed` is that of the round."""
        raise NotImplementedError

    def _start(self) -> tuple[int, ...]:
        """Return the points of each player before the first round."""
        raise NotImplementedError

    def _after(self, points: tuple[int, ...], dealt: Dealt[State]) -> tuple[int, ...]:
        """Return the points of each player after a round, or as they are in it, from those before it."""
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
        """The number of players, with those who sit out."""
        return self._players

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each player now, with those of a running round."""
        with self._lock:
            return self._running()[-1]

    def _running(self) -> list[tuple[int, ...]]:
        """Return the points of each player before the first round and after each round."""
        return list(accumulate(self._rounds, self._after, initial=self._start()))

    @property
    def seats(self) -> tuple[int, ...]:
        """The player in each seat of the current round. Before the first round these are all players."""
        with self._lock:
            return self._rounds[-1].seats if self._rounds else tuple(range(self._players))

    @property
    def dealer(self) -> int:
        """The player who deals the current round."""
        with self._lock:
            return self._dealer(self._rounds[-1]) if self._rounds else self._first

    def _dealer(self, dealt: Dealt[State]) -> int:
        return dealt.seats[dealt.state.dealer]

    @property
    def max_rounds(self) -> int:
        """The most rounds that are dealt."""
        return self._max_rounds

    @property
    def state(self) -> State | None:
        """The current round; None before the first."""
        with self._lock:
            return self._rounds[-1].state if self._rounds else None

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """How each finished round ended, oldest first. They count by seats."""
        with self._lock:
            ends = [dealt.state.outcome for dealt in self._rounds]
        return tuple([outcome for outcome in ends if outcome is not None])

    @property
    def ended(self) -> MatchEnd | None:
        """Why the match is over; None while it goes on.

        `decided`: the rules end it. `max_rounds`: so many are played. `points`: they leave no room for a round.
        """
        with self._lock:
            if not self._rounds or not self._rounds[-1].state.over:
                return None
            if self.decided:
                return MatchEnd.DECIDED
            if len(self._rounds) >= self._max_rounds:
                return MatchEnd.MAX_ROUNDS
            return None if self._has_room() else MatchEnd.POINTS

    @property
    def over(self) -> bool:
        """Whether no further round will be dealt."""
        return self.ended is not None

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who have won the match, several if they tie or are partners. Empty while it goes on."""
        with self._lock:
            return self._leaders() if self.over else ()

    @property
    def standing(self) -> Standing:
        """Where the match stands, as everybody may know it."""
        with self._lock:
            number = len(self._rounds)
            if not number:
                return Standing(0, False, self._first, self.seats, self.points, None, ())
            return self._standing(number, self.points, over=self._rounds[-1].state.over)

    def _standing(self, number: int, points: tuple[int, ...], *, over: bool) -> Standing:
        dealt, last = self._rounds[number - 1], over and number == len(self._rounds)
        ended, winners = (self.ended, self.winners) if last else (None, ())
        return Standing(number, not over, self._dealer(dealt), dealt.seats, points, ended, winners)

    def view(self, player: SupportsIndex | None) -> Any:
        """Return what a player knows of the current round, with the standing of the match.

        Who sits out sees what a spectator sees, and so does None. StateError before the first round.
        """
        own = None if player is None else check_seat(player, self._players, "player")
        with self._lock:
            if not self._rounds:
                raise StateError("no_round")
            dealt = self._rounds[-1]
            return replace(dealt.state.view(self._seat(dealt, own)), standing=self.standing)

    def _seat(self, dealt: Dealt[State], player: int | None) -> int | None:
        return dealt.seats.index(player) if player in dealt.seats else None

    def events(self, player: SupportsIndex | None, since: SupportsIndex = 0) -> tuple[Any, ...]:
        """Return what a player has learnt in all rounds, from number `since` on, oldest first.

        Each round begins and ends with the standing of the match, and has the events of `State.events` between. They
        only grow, but for `undo`. None asks for a spectator. StateError if there is no such player.
        """
        own = None if player is None else check_seat(player, self._players, "player")
        first = _core.integer(since, "since")
        if first < 0:
            raise StateError("since", given=first)
        told: list[Any] = []
        with self._lock:
            points = self._running()
            for number, dealt in enumerate(self._rounds, 1):
                state, seat, over = dealt.state, self._seat(dealt, own), dealt.state.over
                size = state._told(seat) + 1 + over
                if first >= size:  # the client has this round
                    first -= size
                    continue
                news = [self._news(number, None, self._standing(number, points[number - 1], over=False))]
                news += [self._news(number, event, None) for event in state.events(seat)]
                if over:
                    news.append(self._news(number, None, self._standing(number, points[number], over=True)))
                told += news[first:]
                first = 0
        return tuple(told)

    # ------------------------------------------------------------ playing

    def next_round(
        self,
        *,
        seed: SupportsIndex | None = None,
        deck: Any = None,
        rules: Rules | None = None,
        sitting_out: Iterable[SupportsIndex] = (),
    ) -> State:
        """Deal the next round and return its state. StateError if a round is running or the match is over.

        The seed of the round follows from that of the match. A server gives one of its own, as
        `secrets.randbits(64)`: so nobody who learns one seed knows the others. It may give a deck too; the seed is then
        for what chance decides later. `rules` hold for this round alone. In Marriage players may sit out: the others
        sit in seats 0, 1, ... in their order, and the deal goes past who sits out. Who leaves the match sits out in
        every round to come.
        """
        own = None if seed is None else checked_seed(seed)
        with self._lock:
            if self.ended is not None:
                raise StateError("match_over", ended=self.ended)
            if self._rounds and not self._rounds[-1].state.over:
                raise StateError("running")
            engine, dealer = self._round._engine, self._first
            played: Any = self._rules if rules is None else engine.rules.given(rules)
            seats = self._sitting(sitting_out, played)
            if self._rounds:
                dealt = self._rounds[-1]
                outcome: Any = dealt.state.outcome
                winner = _core.NONE if outcome.winner is None else outcome.winner
                seat = engine.next_dealer(dealt.state.rules._raw, len(dealt.seats), dealt.state.dealer, winner)
                dealer = dealt.seats[engine.errors.check(seat)]
            while dealer not in seats:
                dealer = (dealer + 1) % self._players
            of_round = derive(self._seed, len(self._rounds) + 1) if own is None else own
            begun: State = self._round._deal(  # type: ignore[assignment]
                of_round if deck is None else None, len(seats), played, seats.index(dealer), deck, self._extra(of_round)
            )
            if self._rounds:
                self._rounds[-1].state.forget()  # what is over stays as it is
            given = None if deck is None else begun.record().deck
            self._rounds.append(Dealt(begun, seats, own, given, rules, owing=self._owing(seats)))
            return begun

    def _owing(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Return the players who owe for a foul in a round before the next one, in which these play."""
        return ()

    def foul(self, player: SupportsIndex) -> None:
        """Note that a player has committed a foul in the current round, which an application or a table has seen.

        What it costs is in the points of the match. StateError before the first round, for no such player, and for one
        who sits out; RulesError where the rules know no fine.
        """
        with self._lock:
            if not self._rounds:
                raise StateError("no_round")
            dealt = self._rounds[-1]
            number = check_seat(player, self._players, "player")
            if number not in dealt.seats:
                raise StateError("sits_out", player=number)
            self._check_foul(dealt, number)
            self._rounds[-1] = replace(dealt, fouls=(*dealt.fouls, number))

    def _check_foul(self, dealt: Dealt[State], player: int) -> None:
        """Raise RulesError if the rules of a round know no fine for a foul, StateError for too many."""
        raise RulesError("no_fines", game=self._round._engine.game)

    def _sitting(self, sitting_out: Iterable[SupportsIndex], rules: Options) -> tuple[int, ...]:
        out = {check_seat(player, self._players, "player") for player in sitting_out}
        if out and self._whole:
            raise StateError("sitting_out", given=", ".join(map(str, sorted(out))), game=self._round._engine.game)
        seats = tuple([player for player in range(self._players) if player not in out])
        rules.for_players(len(seats))
        return seats

    # ------------------------------------------------------------ saving

    def to_dict(self) -> dict[str, Any]:
        """Return the match as JSON values. `bytes` of it say the same in a tenth of the room and the time.

        They tell every tile or card to come, so they belong to the table and never to a seat.
        """
        with self._lock:
            rounds = [self._round_json(dealt) for dealt in self._rounds]
        return {
            "format": 1,
            "game": self._round._engine.game,
            "rules_version": lib.RUMMY_RULES_VERSION,
            "seed": str(self._seed),
            "rules": self._rules.to_dict(),
            "players": self._players,
            "dealer": self._first,
            "max_rounds": self._max_rounds,
            "rounds": rounds,
        }

    def _round_json(self, dealt: Dealt[State]) -> Any:
        """Return a round as its moves, or as an object where it is not dealt to all from the seed of the match."""
        moves = [str(move) for move in dealt.state.record().moves]
        own: dict[str, Any] = {}
        if dealt.seed is not None:
            own["seed"] = str(dealt.seed)
        if dealt.deck is not None:
            own["deck"] = " ".join(map(str, dealt.deck))
        if dealt.rules is not None:
            own["rules"] = dealt.rules.to_dict()
        if dealt.fouls:
            own["fouls"] = list(dealt.fouls)
        if len(dealt.seats) < self._players:
            own["sitting_out"] = dealt.sitting_out(self._players)
        return {**own, "moves": moves} if own else moves

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Return the match that JSON values describe. Every move is checked.

        StateError, RulesError, NotationError or IllegalMoveError names what is wrong, with round and move from 1.
        """
        keys = ("game", "rules_version", "seed", "rules", "players", "dealer", "max_rounds", "rounds")
        d = document(data, "a match", keys, game=cls._round._engine.game)
        check_rules_version(number(d["rules_version"], "rules_version", 0, 1 << 31))
        match = cls(
            _seed(d["seed"]),
            rules=cls._round._engine.rules.from_dict(d["rules"]),  # type: ignore[arg-type]
            players=number(d["players"], "players", 0, 255),
            dealer=number(d["dealer"], "dealer", 0, 255),
            max_rounds=number(d["max_rounds"], "max_rounds", 1, ROUNDS_MAX),
        )
        for i, entry in enumerate(array(d["rounds"], "rounds"), 1):
            own, moves = match._round_read(entry, f"round {i}")
            match._replay(i, own, (text(move, f"round {i}, move {j}") for j, move in enumerate(moves, 1)))
        return match

    def _round_read(self, entry: Any, what: str) -> tuple[dict[str, Any], list[Any]]:
        """Return the arguments of `next_round` and the moves that a round in JSON has."""
        if not isinstance(entry, Mapping):
            return {}, array(entry, what)
        for key in entry:
            if key not in ("seed", "deck", "rules", "sitting_out", "fouls", "moves"):
                raise StateError("unknown_key", what=what, key=_core.brief(key))
        if "moves" not in entry:
            raise StateError("missing_key", what=what, key=_core.brief("moves"))
        own: dict[str, Any] = {}
        if "seed" in entry:
            own["seed"] = _seed(entry["seed"])
        if "deck" in entry:
            own["deck"] = text(entry["deck"], f"{what}, deck")
        if "rules" in entry:
            own["rules"] = self._round._engine.rules.from_dict(entry["rules"])
        if "sitting_out" in entry:
            out = array(entry["sitting_out"], f"{what}, sitting_out")
            own["sitting_out"] = [number(player, f"{what}, sitting_out", 0, 255) for player in out]
        if "fouls" in entry:
            fouls = array(entry["fouls"], f"{what}, fouls")
            own["fouls"] = [number(player, f"{what}, fouls", 0, 255) for player in fouls]
        return own, array(entry["moves"], what)

    def _replay(self, i: int, own: dict[str, Any], moves: Iterator[Any]) -> None:
        """Deal round i and play its moves. The error names the round, and the move from 1."""
        fouls = own.pop("fouls", ())
        try:
            state = self.next_round(**own)
            for player in fouls:
                self.foul(player)
        except (StateError, NotationError, RulesError) as error:
            raise error.at("round", round=i) from None
        for j, move in enumerate(moves, 1):
            try:
                state.play(move)
            except (IllegalMoveError, NotationError) as error:
                raise error.at("round_move", round=i, number=j) from None
        state.forget()

    def __bytes__(self) -> bytes:
        """Return the match as bytes: little-endian, with a version and a CRC-32."""
        engine, options = self._round._engine, self._rules.numbers()
        with self._lock:
            head = (_MAGIC, 1, engine.record.game_number, self._players, self._first, lib.RUMMY_RULES_VERSION)
            parts = [_HEAD.pack(*head, self._max_rounds, self._seed, len(self._rounds))]
            parts.append(struct.pack(f"<{len(options)}i", *options))
            self._packed += [self._pack(dealt) for dealt in self._rounds[len(self._packed) : -1]]
            parts += self._packed + [self._pack(dealt) for dealt in self._rounds[-1:]]
        body = b"".join(parts)
        return body + struct.pack("<I", zlib.crc32(body))

    def _pack(self, dealt: Dealt[State]) -> bytes:
        moves = dealt.state.record().moves
        own = (_OWN_SEED, dealt.seed), (_OWN_DECK, dealt.deck), (_OWN_RULES, dealt.rules), (_FOULS, dealt.fouls or None)
        flags = sum(flag for flag, given in own if given is not None)
        out = sum(1 << player for player in dealt.sitting_out(self._players))
        options = [] if dealt.rules is None else dealt.rules.numbers()
        head = _ROUND.pack(flags, out, dealt.seed or 0) + struct.pack(f"<{len(options)}i", *options)
        head += bytes(dealt.deck or ()) + bytes([len(dealt.fouls), *dealt.fouls] if dealt.fouls else [])
        packed = zlib.compress(head + struct.pack(f"<{len(moves)}H", *moves))
        return _SIZE.pack(len(packed)) + packed

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Return a match from bytes. Every move is checked. StateError if they are damaged or of another kind."""
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"a match is read from bytes, not from {type(data).__name__}")
        data, engine = bytes(data), cls._round._engine
        options = struct.Struct(f"<{engine.rules.size()}i")
        if len(data) < _HEAD.size + 4 or data[:4] != _MAGIC:
            raise StateError("bytes", count=len(data))
        if zlib.crc32(data[:-4]) != int.from_bytes(data[-4:], "little"):
            raise StateError("checksum")
        _, version, game, players, dealer, rules_version, most, seed, rounds = _HEAD.unpack_from(data)
        if version != 1:
            raise StateError("format", what="a match", given=version, wanted=1)
        if game != engine.record.game_number:
            raise StateError("game", what="a match", given=f"the game {game}", game=engine.game)
        check_rules_version(rules_version)
        if len(data) < _HEAD.size + options.size + 4:
            raise StateError("bytes", count=len(data))
        rules: Any = engine.rules.from_numbers(options.unpack_from(data, _HEAD.size))
        match = cls(seed, rules=rules, players=players, dealer=dealer, max_rounds=most)
        at = _HEAD.size + options.size
        for i in range(1, rounds + 1):
            if at + _SIZE.size > len(data) - 4:
                raise StateError("bytes", count=len(data))
            (size,) = _SIZE.unpack_from(data, at)
            at += _SIZE.size + size
            if at > len(data) - 4:
                raise StateError("bytes", count=len(data))
            own, moves = match._unpack(data[at - size : at])
            match._replay(i, own, iter(moves))
        if at != len(data) - 4:
            raise StateError("bytes", count=len(data))
        return match

    def _unpack(self, packed: bytes) -> tuple[dict[str, Any], tuple[int, ...]]:
        """Return the arguments of `next_round` and the moves of a round in bytes."""
        unzip = zlib.decompressobj()
        try:
            data = unzip.decompress(packed, _LONGEST)
        except zlib.error:
            data = b""
        if len(data) < _ROUND.size or not unzip.eof or unzip.unused_data:
            raise StateError("bytes", count=len(packed))
        flags, out, seed = _ROUND.unpack_from(data)
        own: dict[str, Any] = {"sitting_out": [player for player in range(8) if out >> player & 1]}
        engine, at, rules = self._round._engine, _ROUND.size, self._rules
        options = struct.Struct(f"<{engine.rules.size()}i")
        if flags > _OWN_SEED + _OWN_DECK + _OWN_RULES + _FOULS or (
            flags & _OWN_RULES and len(data) < at + options.size
        ):
            raise StateError("bytes", count=len(data))
        if flags & _OWN_RULES:
            own["rules"] = rules = engine.rules.from_numbers(options.unpack_from(data, at))  # type: ignore[assignment]
            at += options.size
        deck = engine.record.deck_size(rules) if flags & _OWN_DECK else 0
        if flags & _OWN_SEED:
            own["seed"] = seed
        if flags & _OWN_DECK:
            own["deck"] = list(data[at : at + deck])
        at += deck
        if flags & _FOULS and at < len(data):
            own["fouls"] = list(data[at + 1 : at + 1 + data[at]])
            at += 1 + data[at]
        if at > len(data) or (len(data) - at) % 2:
            raise StateError("bytes", count=len(data))
        return own, struct.unpack_from(f"<{(len(data) - at) // 2}H", data, at)

    def __repr__(self) -> str:
        rounds = len(self._rounds)
        return (
            f"<{self._round._engine.game}.Match: {self._players} players, {rounds} rounds dealt, points {self.points}>"
        )


def _seed(value: object) -> int:
    """Return the seed that a text of digits names."""
    given = text(value, "seed")
    if not (given.isascii() and given.isdigit() and len(given) <= 20):
        raise StateError("seed", what="seed", given=_core.brief(given))
    return checked_seed(int(given))
