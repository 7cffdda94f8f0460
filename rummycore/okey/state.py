"""A round as it is played: `deal`, `State` and `replay`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from rummycore import _core
from rummycore._core import ffi, lib
from rummycore.errors import IllegalMoveError, RummyError, StateError
from rummycore.okey.hands import rules_or_default
from rummycore.okey.outcome import Outcome, read_outcome
from rummycore.okey.record import Record
from rummycore.okey.rules import Rules
from rummycore.okey.settlement import check_seat, points_array
from rummycore.okey.tiles import Event, Move, Tile, Tiles, tiles
from rummycore.okey.view import PHASES, Phase, View, read_view

_STATE: Final = ffi.typeof("rummy_okey_state *")
_SIZE: Final = ffi.sizeof("rummy_okey_state")
_MOVE_BYTES: Final = 2 * lib.RUMMY_OKEY_MOVES
_MOVE_IDS: Final = ffi.typeof(f"uint16_t[{lib.RUMMY_OKEY_MOVES}]")
_MOVES: Final = Move.all()
_TILES: Final = (*Tile.all(), *([None] * (_core.NONE + 1 - _core.KINDS)))  # by kind; None for RUMMY_NONE
_events: Final[dict[tuple[int, int, int], Event]] = {}  # every event there can be, made once

_play: Final = lib.rummy_okey_play
_unpack: Final = cast("Callable[[Any, int], list[int]]", ffi.unpack)
_new: Final = ffi.new
_buffer: Final = ffi.buffer


class State:
    """One round (O-2 to O-34), mutable: `play` changes it, nothing else does.

    Made by `okey.deal`, `okey.replay`, `State.from_dict` and `State.from_bytes`. Equal states have the same rules, tiles and
    history. `repr` and every error keep hidden tiles to themselves; `to_dict`, `bytes` and `record` hold all of them.
    """

    __slots__ = ("_count", "_deck", "_event", "_history", "_moves", "_out", "_outcome", "_raw", "_rules", "_snapshots")

    _raw: Any  # the C state
    _rules: Rules
    _deck: tuple[Tile, ...]
    _history: list[Event]
    _snapshots: list[bytes]  # of the C state before each move
    _out: Any  # what C writes: the legal moves' ids, of which there are _count,
    _count: int
    _event: Any  # and the latest event
    _moves: tuple[Move, ...] | None  # made when asked for, as is
    _outcome: Outcome | None

    def __init__(self) -> None:
        raise TypeError("a State is made by okey.deal, okey.replay, State.from_dict or State.from_bytes")

    # ------------------------------------------------------------ making

    @classmethod
    def _make(cls, rules: Rules, deck: tuple[Tile, ...], raw: Any) -> State:
        state = object.__new__(cls)
        state._raw = raw
        state._rules = rules
        state._deck = deck
        state._history = []
        state._snapshots = []
        state._out = _new(_MOVE_IDS)
        state._event = _new("rummy_event *")
        state._refresh()
        return state

    def _refresh(self) -> None:
        """Bring what is kept beside the C state up to date with it."""
        self._count = lib.rummy_okey_moves(self._raw, self._out)
        self._moves = None
        self._outcome = None

    def copy(self) -> State:
        """Return a state that shares nothing with this one. It starts without undo."""
        raw = _new(_STATE)
        ffi.memmove(raw, self._raw, _SIZE)
        state = object.__new__(State)
        state._raw = raw
        state._rules = self._rules
        state._deck = self._deck
        state._history = self._history.copy()
        state._snapshots = []
        state._out = _new(_MOVE_IDS)
        state._event = _new("rummy_event *")
        ffi.memmove(state._out, self._out, _MOVE_BYTES)
        state._count = self._count
        state._moves = self._moves
        state._outcome = self._outcome
        return state

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        return self.copy()

    # ------------------------------------------------------------ looking

    @property
    def rules(self) -> Rules:
        return self._rules

    @property
    def players(self) -> int:
        return int(self._raw.players)

    @property
    def dealer(self) -> int:
        return int(self._raw.dealer)

    @property
    def turn(self) -> int:
        """The seat to act; at the end, whose turn it was or would have been."""
        return int(self._raw.turn)

    @property
    def phase(self) -> Phase:
        return PHASES[self._raw.phase]

    @property
    def over(self) -> bool:
        return bool(self._raw.phase == lib.RUMMY_OKEY_OVER)

    @property
    def indicator(self) -> Tile:
        return Tile(self._raw.indicator)

    @property
    def okey(self) -> Tile:
        return Tile(self._raw.okey)

    @property
    def stock(self) -> int:
        """The number of tiles still to be drawn."""
        return int(self._raw.stock_end - self._raw.stock_at)

    @property
    def turns(self) -> int:
        """The number of turns that ended with a discard (O-25)."""
        return int(self._raw.turns)

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(int(self._raw.points[seat]) for seat in range(self.players))

    @property
    def history(self) -> tuple[Event, ...]:
        """Every event since the deal."""
        return tuple(self._history)

    def hand(self, seat: int) -> tuple[Tile, ...]:
        """Return the tiles of a seat, hidden from the others: what a table needs, and no player may be shown of another."""
        return tuple(Tile(kind) for kind in _core.expand(self._raw.hand[check_seat(seat, self.players)]))

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended; None while it is running."""
        if self._outcome is None and self.over:
            self._outcome = read_outcome(self._raw, self.players, self.indicator, self._rules)
        return self._outcome

    def view(self, seat: int | None) -> View:
        """Return what a seat knows, or with None what a spectator knows (O-7). StateError for a seat that is not there."""
        if seat is not None:
            check_seat(seat, self.players)
        return read_view(self._raw, seat, self._rules, tuple(self._history), self.legal_moves(), self.outcome)

    # ------------------------------------------------------------ playing

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves of the seat to act, ascending ids; empty when the round is over (O-13 to O-17, O-24)."""
        moves = self._moves
        if moves is None:
            every = _MOVES
            moves = self._moves = tuple([every[i] for i in _unpack(self._out, self._count)]) if self._count else ()
        return moves

    def check(self, move: Move | str | int, seat: int | None = None) -> None:
        """Raise IllegalMoveError if the move may not be played now, or not by this seat; its `code` is one word for why."""
        move = move if type(move) is Move else Move(move)
        seat_number = -1 if seat is None else check_seat(seat, self.players)
        code = lib.rummy_okey_check(self._raw, seat_number, move)
        if code < 0:
            raise _refusal(code, move, seat)

    def play(self, move: Move | str | int, seat: int | None = None) -> Event:
        """Play a move, its text or its id, and return what everybody learns of it.

        With `seat` it must be that seat's turn. IllegalMoveError or NotationError says why not; then nothing has changed.
        """
        if type(move) is not Move:
            move = Move(move)
        raw, event = self._raw, self._event
        before = _buffer(raw)[:]
        count = _play(raw, -1 if seat is None else check_seat(seat, self.players), move, event, self._out)
        if count < 0:
            raise _refusal(count, move, seat)
        self._count = count
        self._moves = None
        self._snapshots.append(before)
        key = (event.seat, move, event.tile)
        happened = _events.get(key)
        if happened is None:
            happened = _events[key] = Event(event.seat, move, _TILES[event.tile])
        self._history.append(happened)
        return happened

    def undo(self) -> Event:
        """Take the latest move back and return its event; the same tile will be drawn again. StateError if there is none to undo:
        a copy and a loaded state start without."""
        if not self._snapshots:
            raise StateError("undo", "there is no move to undo")
        ffi.memmove(self._raw, self._snapshots.pop(), _SIZE)
        self._refresh()
        return self._history.pop()

    def forget(self) -> None:
        """Drop what `undo` needs: the moves so far stand."""
        self._snapshots.clear()

    # ------------------------------------------------------------ saving

    def record(self) -> Record:
        """Return the round so far as data: deal, rules and moves."""
        return Record(
            rules=self._rules,
            players=self.players,
            dealer=self.dealer,
            points=tuple(int(self._raw.start[seat]) for seat in range(self.players)),
            deck=self._deck,
            moves=tuple(event.move for event in self._history),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the round as JSON values: its record."""
        return self.record().to_dict()

    @classmethod
    def from_dict(cls, data: object) -> State:
        """Return the state of a record as JSON values, every move checked."""
        return replay(Record.from_dict(data))

    def __bytes__(self) -> bytes:
        return bytes(self.record())

    @classmethod
    def from_bytes(cls, data: bytes) -> State:
        """Return the state of a record as bytes, every move checked."""
        return replay(Record.from_bytes(data))

    def __reduce__(self) -> tuple[Any, ...]:
        return State.from_bytes, (bytes(self),)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (
            _buffer(self._raw)[:] == _buffer(other._raw)[:]
            and self._deck == other._deck
            and self._history == other._history
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        doing = "over" if self.over else f"seat {self.turn} {self.phase}"
        return f"<okey.State: {self.players} players, indicator {self.indicator}, {len(self._history)} moves, {doing}>"


def _refusal(code: int, move: Move, seat: int | None) -> RummyError:
    return _core.error(code, f"{move}" if seat is None else f"seat {seat}, {move}")


def deal(
    seed: int | None = None,
    *,
    players: int = 4,
    rules: Rules | None = None,
    dealer: int = 0,
    points: Sequence[int] | None = None,
    deck: Tiles | None = None,
) -> State:
    """Deal a round (O-3 to O-6), either shuffled from `seed` (0..2**64-1) or from a given `deck`.

    A deck is 106 tiles: the hands of seats 0, 1, ... in blocks (15 tiles for the starter, 14 for the others), the stock in the order
    in which it will be drawn, and the indicator last. `points` are those before the round, one number a seat; without them everybody
    has the `start_points` of the rules. StateError and RulesError name what cannot be.

    >>> state = deal(seed=7)
    >>> state.turn, len(state.hand(1)), state.stock
    (1, 15, 48)
    """
    chosen = rules_or_default(rules)
    native = chosen.for_players(players)
    if not 0 <= _core.integer(dealer, "dealer") < players:
        raise StateError("dealer", f"dealer {_core.brief(dealer)}: the seats are 0..{players - 1}")
    if (seed is None) == (deck is None):
        raise StateError("deck", "a round is dealt from a seed or from a deck: give one of the two")
    raw_deck = _core.new("uint8_t[]", lib.RUMMY_OKEY_TILES)
    if deck is not None:
        order = tiles(deck)
        if len(order) != len(raw_deck):
            raise StateError("deck", f"a deck of {len(order)} tiles: there are {len(raw_deck)}")
        ffi.memmove(raw_deck, bytes(order), len(order))
    else:
        lib.rummy_okey_shuffle(native, _core.Random(_core.seed(seed)).raw, raw_deck)
        order = tuple(Tile(kind) for kind in raw_deck)
    raw = _new(_STATE)
    before = ffi.NULL if points is None else points_array(points, players)
    code = lib.rummy_okey_deal(raw, native, players, dealer, before, raw_deck)
    if code == lib.RUMMY_E_DECK:
        wrong = next((tile for tile in Tile.all() if order.count(tile) != 2), order[-1])
        raise _core.error(code, f"a deck with {order.count(wrong)} {wrong}, {order[-1]} last")
    _core.check(code)
    return State._make(chosen, order, raw)


def replay(record: Record) -> State:
    """Play a record's moves and return the state after the last. IllegalMoveError names the first that is illegal, by number."""
    if not isinstance(record, Record):
        raise TypeError(f"a Record is replayed, not {type(record).__name__}")
    state = deal(
        players=record.players, rules=record.rules, dealer=record.dealer, points=record.points, deck=record.deck
    )
    for i, move in enumerate(record.moves, 1):
        try:
            state.play(move)
        except IllegalMoveError as error:
            raise IllegalMoveError(error.code, f"move {i}, {error.sentence}") from None
    state.forget()
    return state
