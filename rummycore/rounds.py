"""What the rounds of every game have in common: a C state, the history of events, undo, records.

A game says which C functions and which classes serve its rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple, Protocol, SupportsIndex, TypeAlias, TypeVar

from rummycore import _core
from rummycore._core import ffi, lib
from rummycore.chance import Random, checked_seed
from rummycore.errors import IllegalMoveError, NotationError, RummyError, StateError
from rummycore.notation import BaseMove, BasePiece, Word
from rummycore.options import Options
from rummycore.records import BaseRecord
from rummycore.values import Choice
from rummycore.views import BaseView

if TYPE_CHECKING:
    from typing_extensions import Self

_new: Final = ffi.new
_buffer: Final = ffi.buffer
_memmove: Final = ffi.memmove
_EVENT: Final = ffi.typeof("rummy_event *")
_WHOLE: Final = ffi.typeof("uint64_t *")  # an event as one number, to look it up


class RecordLike(Protocol):
    """What a round needs of its record."""

    @property
    def moves(self) -> tuple[Any, ...]: ...
    def to_dict(self) -> dict[str, Any]: ...
    def __bytes__(self) -> bytes: ...


Piece = TypeVar("Piece", bound=BasePiece)
Move = TypeVar("Move", bound=Word)
Event = TypeVar("Event")
Phase = TypeVar("Phase", bound=Choice)
View = TypeVar("View", bound="BaseView[Any, Any, Any, Any, Any, Any]")
Outcome = TypeVar("Outcome")
Rules = TypeVar("Rules", bound=Options)
Record = TypeVar("Record", bound=RecordLike)


SHORT: Final = 3  # a list of at most so many moves is made once and kept


class Happened(NamedTuple):
    """What a move was: for the table, for everybody, and for the seat that acted."""

    move: Any
    seat: int
    hidden: bool  # whether nobody else may know of it yet (M-14)
    told: Any  # the event as everybody may be told at once: with `hidden` for its move if it is hidden
    public: Any  # the event as everybody learns it in the end
    own: Any  # the event as the acting seat learns it


class Engine:
    """A game's C functions and Python classes, as `Round` uses them."""

    def __init__(
        self,
        record: type[BaseRecord],
        event: Callable[[int, Any, Any], Any],
        view: type[BaseView[Any, Any, Any, Any, Any, Any]],
        outcome: Callable[[Any, int, Any], Any],
        hidden: Word | None = None,
    ) -> None:
        game, move, piece = record.game, record.move, record.piece
        self.game: str = game
        self.rules: type[Options] = record.options
        self.move: type[BaseMove] = move
        self.piece: type[BasePiece] = piece
        self.record = record
        self.view = view
        self.outcome = outcome  # reads it from a C state, the number of players and the rules
        self.words: tuple[Any, ...] = move.all()
        self.number: int = len(self.words)
        self.event = event
        self.hidden = hidden  # stands in an event for a move that may not be told yet
        self.events: dict[int, Happened] = {}  # what has occurred, made once; the key is the event of C as one number
        self.lists: dict[bytes, Any] = {}  # each short list of moves that has occurred; the key is its ids
        self.pieces: tuple[Any, ...] = (
            *piece.all(),
            *([None] * (_core.NONE + 1 - len(piece.all()))),
        )  # by kind; None for RUMMY_NONE
        self.state: Any = ffi.typeof(f"rummy_{game}_state *")
        self.size: int = ffi.sizeof(f"rummy_{game}_state")
        self.ids: Any = ffi.typeof(f"uint16_t[{len(self.words)}]")
        self.seen: Any = ffi.typeof(f"rummy_{game}_view *")
        self.play: Callable[..., int] = getattr(lib, f"rummy_{game}_play")
        self.moves: Callable[..., int] = getattr(lib, f"rummy_{game}_moves")
        self.check: Callable[..., int] = getattr(lib, f"rummy_{game}_check")
        self.shuffle: Callable[..., object] = getattr(lib, f"rummy_{game}_shuffle")
        self.next_dealer: Callable[..., int] = getattr(lib, f"rummy_{game}_next_dealer")
        self.view_of: Callable[..., int] = getattr(lib, f"rummy_{game}_view_of")
        self.errors: _core.Errors = _core.Errors(game)

    def happened(self, raw: Any, word: Word) -> Happened:
        """Return what happened by a move from the event of C."""
        seat, pieces = int(raw.seat), self.pieces
        public = self.event(seat, word, pieces[raw.tile])
        own = public if raw.own == raw.tile else self.event(seat, word, pieces[raw.own])
        hidden = bool(raw.hidden)
        return Happened(word, seat, hidden, self.event(seat, self.hidden, None) if hidden else public, public, own)

    def refusal(self, code: int, move: BaseMove, seat: SupportsIndex | None) -> RummyError:
        """Return the exception for a move that C refuses."""
        if seat is None:
            return self.errors.error(code, "move", pieces=move.pieces, move=move)
        return self.errors.error(code, "seat_move", pieces=move.pieces, seat=seat, move=move)


class Round(Generic[Piece, Move, Event, Phase, View, Outcome, Rules, Record]):
    """One round as it is played, mutable: `play` and `undo` change it, nothing else does.

    Equal rounds have the same rules, pieces and moves. `repr` and errors show no hidden piece.
    `to_dict`, `bytes` and `record` hold all pieces. Threads may share a round: one call waits for the other.
    """

    __slots__ = (
        *("_bytes", "_count", "_dealt", "_event", "_event_bits", "_events", "_ids", "_lock", "_log", "_moves", "_out"),
        *("_outcome", "_raw", "_snapshots"),
    )
    _engine: ClassVar[Engine]

    _raw: Any  # the C state
    _bytes: Any  # its memory; None until it is needed
    _dealt: Any  # the record before any move
    _log: list[Happened]  # what has happened since the deal
    _events: dict[int | None, list[Event]] | None  # of a seat, and of None, as far as they have been asked for
    _lock: Any  # held by whoever reads or changes what follows from the C state
    _snapshots: list[bytes]  # the C state before each move
    _out: Any  # where C writes the ids of the legal moves
    _count: int  # how many legal moves there are
    _ids: Any  # the memory of _out, as numbers
    _event: Any  # where C writes the latest event
    _event_bits: Any  # the same event as one number
    _moves: tuple[Move, ...] | None  # the legal moves; None until they are asked for
    _outcome: Outcome | None

    def __init__(self) -> None:
        game = self._engine.game
        raise TypeError(f"a State is made by {game}.deal, {game}.replay, State.from_dict or State.from_bytes")

    # ------------------------------------------------------------ making

    @classmethod
    def deal(
        cls, seed: SupportsIndex, *, players: SupportsIndex = 4, rules: Rules | None = None, dealer: SupportsIndex = 0
    ) -> Self:
        """Deal a round from a seed, as the function `deal` of the game does."""
        return cls._deal(seed, players, rules, dealer)

    @classmethod
    def _deal(
        cls,
        seed: SupportsIndex | None,
        players: SupportsIndex,
        rules: Any,
        dealer: SupportsIndex,
        deck: Any = None,
        extra: Any = None,
    ) -> Self:
        """Deal a round from a seed or from a deck. `extra` is what the deal depends on
        besides; None gives its default.
        """
        engine = cls._engine
        record, errors = engine.record, engine.errors
        chosen = engine.rules.given(rules)
        native = chosen.for_players(players)
        players = int(players)
        dealer = check_seat(dealer, players, "dealer", "dealer")
        if (seed is None) == (deck is None):
            raise StateError("deck_or_seed")
        size = record.deck_size(chosen)
        order = _core.new("uint8_t[]", size)
        if seed is None:
            dealt = engine.piece.many(deck)
            if len(dealt) != size:
                raise StateError("deck_size", count=len(dealt), wanted=size, noun=engine.piece.noun)
            _memmove(order, bytes(dealt), size)
        else:
            engine.shuffle(native, Random(checked_seed(seed)).raw, order)
            dealt = tuple([engine.pieces[kind] for kind in _buffer(order)[:]])
        raw = _new(engine.state)
        code, extra = cls._begin(raw, native, players, dealer, order, seed, extra)
        if code == lib.RUMMY_E_DECK:
            engine.shuffle(native, Random(0).raw, order)
            right = Counter(_buffer(order)[:])
            wrong = next((piece for piece in engine.piece.all() if dealt.count(piece) != right[piece]), None)
            if wrong is None:
                raise errors.error(code, "deck_last", pieces=dealt[-1:], piece=dealt[-1])
            raise errors.error(code, "deck_piece", pieces=[wrong], piece=wrong, times=dealt.count(wrong))
        errors.check(code)
        state = cls._bare(raw)
        made = {"rules": chosen, "players": players, "dealer": dealer, "deck": dealt, "moves": (), record.extra: extra}
        state._dealt = record(**made)
        state._log = []
        state._refresh()
        return state

    @classmethod
    def _begin(
        cls, raw: Any, native: Any, players: int, dealer: int, deck: Any, seed: SupportsIndex | None, extra: Any
    ) -> tuple[int, Any]:
        """Deal a C state. Return the code of C, and what the deal has depended on besides."""
        raise NotImplementedError

    @classmethod
    def _bare(cls, raw: Any) -> Self:
        state = object.__new__(cls)
        state._raw = raw
        state._snapshots = []
        state._events = None
        state._lock = RLock()
        state._out = _new(cls._engine.ids)
        state._bytes = None
        return state

    def _refresh(self) -> None:
        """Count the legal moves again and drop what belongs to an older state."""
        self._count = self._engine.moves(self._raw, self._out)
        self._moves = None
        self._outcome = None

    def copy(self) -> Self:
        """Return a state that shares nothing with this one. It starts without undo."""
        engine = self._engine
        raw = _new(engine.state)
        state = self._bare(raw)
        lock = self._lock
        lock.acquire()
        try:
            _memmove(raw, self._raw, engine.size)
            state._dealt = self._dealt
            state._log = self._log.copy()
            _memmove(state._out, self._out, 2 * self._count)
            state._count = self._count
            state._moves = self._moves
            state._outcome = self._outcome
        finally:
            lock.release()
        return state

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    # ------------------------------------------------------------ looking

    @property
    def rules(self) -> Rules:
        """The rules of the round."""
        rules: Rules = self._dealt.rules
        return rules

    @property
    def phase(self) -> Phase:
        """What the seat to act has to do."""
        phase: Phase = self._engine.view.phases[self._raw.phase]
        return phase

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self._raw.players)

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return int(self._raw.dealer)

    @property
    def turn(self) -> int:
        """The seat to act. At the end, the seat whose turn it was or would have been."""
        return int(self._raw.turn)

    @property
    def turns(self) -> int:
        """The number of turns that ended with a discard."""
        return int(self._raw.turns)

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return not self._count

    @property
    def history(self) -> tuple[Event, ...]:
        """Every event since the deal, as everybody has learnt it: `events(None)`."""
        return self.events(None)

    def events(self, seat: SupportsIndex | None, since: int = 0) -> tuple[Event, ...]:
        """Return the events that a seat knows of, from number `since` on, oldest first; None asks for a spectator.

        The seat's own draws name what it drew. A draft of Marriage (M-14) stands among the events of its seat at once,
        and among those of the others when `see` commits it. So the events of a seat only grow, but for `undo`, and a
        client that has n of them asks for `events(seat, since=n)`. StateError if there is no such seat.
        """
        own = None if seat is None else self._seat(seat)
        first = _core.integer(since, "since")
        if first < 0:
            raise StateError("since", given=first)
        with self._lock:
            return tuple(self._events_of(own)[first:])

    def _events_of(self, seat: int | None) -> list[Event]:
        if self._events is None:
            self._events = {}
        events = self._events.setdefault(seat, [])
        for happened in self._log[len(events) : self._told(seat)]:
            events.append(happened.own if happened.seat == seat else happened.public)
        return events

    def _told(self, seat: int | None) -> int:
        """Return how many events a seat knows of."""
        log, n = self._log, len(self._log)
        while n and log[n - 1].hidden and log[n - 1].seat != seat:
            n -= 1
        return n

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended; None while it is running."""
        if self._outcome is None and not self._count:
            with self._lock:
                if not self._count:
                    self._outcome = self._engine.outcome(self._raw, self.players, self.rules)
        return self._outcome

    def view(self, seat: SupportsIndex | None) -> View:
        """Return what a seat knows (O-7, M-29); None asks for a spectator. StateError if there is no such seat."""
        own, engine = None if seat is None else self._seat(seat), self._engine
        raw = _new(engine.seen)
        with self._lock:
            engine.errors.check(engine.view_of(self._raw, -1 if own is None else own, raw))
            view: View = engine.view.read(  # type: ignore[assignment]
                raw,
                own,
                self.legal_moves(),
                rules=self.rules.resolved(),
                history=tuple(self._events_of(own)),
                outcome=self.outcome,
            )
        return view

    def hand(self, seat: SupportsIndex) -> tuple[Piece, ...]:
        """Return the concealed pieces of a seat. They are for the table: no other player may see them."""
        own = self._seat(seat)
        with self._lock:
            held: tuple[Piece, ...] = self._engine.piece.held(self._raw.hand[own])  # type: ignore[assignment]
        return held

    def _seat(self, seat: SupportsIndex) -> int:
        return check_seat(seat, self.players)

    # ------------------------------------------------------------ playing

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves of the seat to act, each once, by ascending id. There are none at the end."""
        moves = self._moves
        return self._read_moves() if moves is None else moves

    def _read_moves(self) -> tuple[Move, ...]:
        engine = self._engine
        with self._lock:
            if self._bytes is None:
                self._open_memory()
            ids = self._ids[: self._count]
            if len(ids) > SHORT:
                moves = tuple([engine.words[i] for i in ids.tolist()])
            else:
                key = ids.tobytes()
                known = engine.lists.get(key)
                if known is None:
                    known = engine.lists[key] = tuple([engine.words[i] for i in ids.tolist()])
                moves = known
            self._moves = moves
        return moves

    def legal_ids(self) -> list[int]:
        """Return the ids of the legal moves as plain ints. It is a little faster than `legal_moves`."""
        lock = self._lock
        lock.acquire()
        try:
            if self._bytes is None:
                self._open_memory()
            ids: list[int] = self._ids[: self._count].tolist()
        finally:
            lock.release()
        return ids

    def _open_memory(self) -> None:
        """Open the memory of the C state and of what C writes. A copy waits with it until it is needed."""
        self._ids = memoryview(_buffer(self._out)).cast("H")
        self._event = _new(_EVENT)
        self._event_bits = ffi.cast(_WHOLE, self._event)
        self._bytes = _buffer(self._raw)

    def check(self, move: Move | str | SupportsIndex, seat: SupportsIndex | None = None) -> None:
        """Raise IllegalMoveError if the move may not be played now, or not by this seat.

        The error's `code` says why in one word. StateError if there is no such seat. Nothing changes.
        """
        engine = self._engine
        word = engine.move(move)
        own = -1 if seat is None else self._seat(seat)
        with self._lock:
            code = engine.check(self._raw, own, word)
        if code < 0:
            raise engine.refusal(code, word, seat)

    def play(self, move: Move | str | SupportsIndex, seat: SupportsIndex | None = None) -> Event:
        """Play a move, its text or its id, and return what everybody learns of it: this may be sent to all.

        Its move is `hidden` where nobody else may know it yet: a draft of Marriage (M-14). `events` has what one seat
        learns.
        If `seat` is given, it must be that seat's turn. IllegalMoveError or NotationError says why the move is refused.
        StateError if there is no such seat. After an error nothing has changed.
        """
        engine = self._engine
        if type(move) is engine.move:
            word = move
        elif type(move) is int and 0 <= move < engine.number:
            word = engine.words[move]
        else:
            word = engine.move(move)
        own = -1 if seat is None else self._seat(seat)
        lock = self._lock
        lock.acquire()  # `with` takes twice the time
        try:
            if self._bytes is None:
                self._open_memory()
            before = self._bytes[:]
            count = engine.play(self._raw, own, word, self._event, self._out)
            if count < 0:
                raise engine.refusal(count, word, seat)
            self._count = count
            self._moves = None
            self._snapshots.append(before)
            happened = engine.events.get(self._event_bits[0])
            if happened is None:
                happened = engine.events[self._event_bits[0]] = engine.happened(self._event, word)
            self._log.append(happened)
        finally:
            lock.release()
        told: Event = happened.told
        return told

    def play_text(self, move: object, seat: SupportsIndex | None = None) -> Event:
        """Play a move that came from outside, as a text, and return what `play` returns.

        Whatever else came, as null, a number or a list, is a NotationError. So one `except RummyError` holds a
        connection together.
        """
        if not isinstance(move, str):
            raise NotationError("move_type", given=_core.brief(move))
        return self.play(move, seat)

    def undo(self) -> Event:
        """Take the latest move back and return its event, as `play` did. Chance will give the same result again.

        StateError if there is no move to undo. A copy and a loaded state start without moves to undo.
        """
        with self._lock:
            if not self._snapshots:
                raise StateError("undo")
            _memmove(self._raw, self._snapshots.pop(), self._engine.size)
            self._refresh()
            happened = self._log.pop()
            self._events = None
        told: Event = happened.told
        return told

    def forget(self) -> None:
        """Drop what `undo` needs. The moves so far can no longer be undone."""
        with self._lock:
            self._snapshots.clear()

    # ------------------------------------------------------------ saving

    def record(self) -> Record:
        """Return the round so far as data: deal, rules and moves."""
        record: Record = replace(self._dealt, moves=tuple(happened.move for happened in self._log.copy()))
        return record

    def to_dict(self) -> dict[str, Any]:
        """Return the round as JSON values: its record."""
        return self.record().to_dict()

    def __bytes__(self) -> bytes:
        return bytes(self.record())

    @classmethod
    def _replay(cls, record: Any) -> Self:
        """Play the moves of a record and return the state after the last."""
        if not isinstance(record, cls._engine.record):
            raise TypeError(f"a Record is replayed, not {type(record).__name__}")
        extra = getattr(record, record.extra)
        return cls._deal(None, record.players, record.rules, record.dealer, record.deck, extra)._played(record.moves)

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Return the state that a record in JSON values describes. Every move is checked."""
        return cls._replay(cls._engine.record.from_dict(data))

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Return the state that a record in bytes describes. Every move is checked."""
        return cls._replay(cls._engine.record.from_bytes(data))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_bytes, (bytes(self),)

    def _played(self, moves: tuple[Move, ...]) -> Self:
        """Play the moves of a record. IllegalMoveError names the number of the first illegal move, from 1."""
        for i, move in enumerate(moves, 1):
            try:
                self.play(move)
            except IllegalMoveError as error:
                raise error.at("move_number", number=i) from None
        self.forget()
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return other is self or self._same() == other._same()

    def _same(self) -> tuple[Any, ...]:
        """Return all that makes two rounds equal."""
        with self._lock:
            return self._dealt, self._log.copy(), _buffer(self._raw)[:]

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __repr__(self) -> str:
        doing = "over" if self.over else f"seat {self.turn} {self.phase}"
        return f"<{self._engine.game}.State: {self.players} players, {len(self.history)} events, {doing}>"


AnyRound: TypeAlias = Round[Any, Any, Any, Any, Any, Any, Any, Any]


def check_seat(seat: SupportsIndex, players: int, what: str = "seat", code: str = "seat") -> int:
    """Return the seat as an int if the table has it. StateError names a seat that is not there."""
    number = _core.integer(seat, what)
    if not 0 <= number < players:
        raise StateError(code, what=what, given=number, last=players - 1)
    return number
