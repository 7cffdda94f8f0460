"""Many tables of one game that are stepped together: what okey.batch.Tables and marriage.batch.Tables share."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, SupportsIndex, TypeVar

from rummycore import _core, buffers
from rummycore._core import ffi, lib
from rummycore.buffers import Array
from rummycore.chance import Random, checked_seed, derive
from rummycore.errors import IllegalMoveError, StateError
from rummycore.notation import Word
from rummycore.rounds import AnyRound

if TYPE_CHECKING:
    from typing_extensions import Self

WAIT: Final = lib.RUMMY_TABLES_WAIT
MOST: Final = 1 << 20  # tables

Move = TypeVar("Move", bound=Word)
State = TypeVar("State")
View = TypeVar("View")
Rules = TypeVar("Rules")
T = TypeVar("T", bound="Tables[Any, Any, Any, Any]")


class Tables(Generic[Rules, Move, State, View]):
    """`n` tables, 1..1048576, each with its own round. One C call steps all, with the interpreter lock released.

    What a player or a learner needs lies in buffers. They are made once, and every call writes them anew. They are
    memoryviews that cannot be written to, and `numpy.asarray` reads them without a copy. An entry is uint8 unless said:

    - `turns[i]`: the seat to act at table i,
    - `masks[i, m]` (int8): 1 if move number m is legal for that seat, else 0; all 0 when the round is over,
    - `counts[i]` (uint16): how many moves are legal,
    - `over[i]`: 1 if the round is over,
    - `winners[i]`: the seat that won; 255 without a winner and before the end,
    - `payoffs[i, seat]` (int32): what the round has paid; 0 before the end.

    `step` plays a move at each table. A table whose round is over stays as it is and takes only WAIT. `deal` deals its
    next round. Round 0 of table i is `deal(seed=s)` with s = derive(seed, i). Round r > 0 has the seed derive(s, r)
    and is dealt by seat r modulo players; `seed_of` returns the seed. No table depends on another.

    A mask tells what the seat to act may do, and so it tells about its hand, but not about other hands. `state` and
    `seed_of` tell everything and are not for players; `view` is. Tables can be copied, compared and pickled. Threads
    may share them: one call waits for the other. StateError for another number of tables or a bad seed, RulesError for
    a bad number of players.
    """

    __slots__ = (
        *("_chance", "_errors", "_keep", "_lock", "_next", "_raw", "_rules", "_where"),
        *("counts", "masks", "over", "payoffs", "turns", "winners"),
    )
    WAIT: Final = WAIT  # in the place of a move: leave this table as it is
    _state: ClassVar[type[AnyRound]]

    turns: memoryview
    masks: memoryview
    counts: memoryview
    over: memoryview
    winners: memoryview
    payoffs: memoryview

    def __init__(
        self, n: SupportsIndex, seed: SupportsIndex, players: SupportsIndex = 4, rules: Rules | None = None
    ) -> None:
        n = _core.integer(n, "n")
        if not 1 <= n <= MOST:
            raise StateError("tables", given=n, most=MOST)
        engine = self._state._engine
        chosen: Any = engine.rules.given(rules)  # type: ignore[arg-type]
        native = chosen.for_players(players)
        players, seed = int(players), checked_seed(seed)
        columns = engine.number
        self._errors = engine.errors
        raw = self._raw = _core.new("rummy_tables *")
        keep = self._keep = {"rules": native}  # the memory that C looks at
        raw.n, raw.seed, raw.players = n, seed, players
        raw.log_room = 2 * chosen.turn_cap + lib.RUMMY_TABLES_LOG

        def column(field: str, kind: str, size: int, *shape: int) -> memoryview:
            keep[field] = _core.new(f"{kind}[]", size)
            setattr(raw, field, keep[field])
            code = "b" if field == "mask" else {"uint8_t": "B", "uint16_t": "H", "uint32_t": "I", "int32_t": "i"}[kind]
            view = memoryview(ffi.buffer(keep[field])).cast("B")
            return (view.cast(code, shape) if shape else view.cast(code)).toreadonly()  # type: ignore[call-overload, no-any-return]

        raw.game, raw.rules = _core.game(engine.game), native
        keep["states"] = _core.new(f"rummy_{engine.game}_state[]", n)
        raw.states = keep["states"]
        column("ids", "uint16_t", n * columns)
        column("log", "uint16_t", n * raw.log_room)
        column("chosen", "uint16_t", n)
        column("round", "uint32_t", n)
        column("played", "uint32_t", n)
        self.turns = column("turn", "uint8_t", n)
        self.masks = column("mask", "uint8_t", n * columns, n, columns)
        self.counts = column("count", "uint16_t", n)
        self.over = column("over", "uint8_t", n)
        self.winners = column("winner", "uint8_t", n)
        self.payoffs = column("payoff", "int32_t", n * players, n, players)
        ffi.memmove(raw.over, b"\1" * n, n)
        self._rules = chosen
        self._chance: Any = Random(derive(seed, n)).raw  # the seed of no table
        self._next = _core.new("uint16_t[]", n)
        self._where = _core.new("size_t *")
        self._lock = threading.RLock()
        self._errors.check(lib.rummy_tables_deal(raw))

    def copy(self) -> Self:
        """Return tables that share nothing with these. They go on as these do, `random_moves` too."""
        with self._lock:
            raw = self._raw
            twin = type(self)(raw.n, raw.seed, raw.players, self._rules)
            for field, memory in self._keep.items():
                ffi.memmove(twin._keep[field], memory, ffi.sizeof(memory))
            twin._chance[0] = self._chance[0]
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return other is self or self._saved() == other._saved()

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def _saved(self) -> tuple[Any, ...]:
        """Return all that makes these tables again: how they were made, the rounds, their moves, and the chance."""
        raw = self._raw
        with self._lock:
            rounds = tuple(raw.round[0 : len(self)])
            moves = tuple(self._moves(table).tobytes() for table in range(len(self)))
            return raw.n, raw.seed, raw.players, self._rules, rounds, moves, tuple(self._chance.word)

    def _moves(self, table: int) -> array[int]:
        """Return the ids of the moves of a table's round so far."""
        first = table * self._raw.log_room
        return array("H", self._raw.log[first : first + self._raw.played[table]])

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), *self._saved())

    def __len__(self) -> int:
        return int(self._raw.n)

    @property
    def players(self) -> int:
        """The number of players at each table."""
        return int(self._raw.players)

    @property
    def rules(self) -> Rules:
        """The rules of every table."""
        chosen: Rules = self._rules
        return chosen

    def step(self, moves: Array | Sequence[SupportsIndex]) -> int:
        """Play move number moves[i] at table i, and return how many rounds ended by that.

        `moves` is any contiguous buffer of n uint16: an array("H"), a NumPy array, or what `random_moves` returns. A
        list or tuple of n ids serves too. WAIT leaves a table as it is. IllegalMoveError names the first table that
        refuses its move, and why. StateError for another number of moves. After an error no table has changed.
        """
        if isinstance(moves, (list, tuple)):
            moves = self._ids(moves)
        with buffers.buffer_of(moves, "moves") as view:
            buffers.check_buffer(view, "moves", 2 if view.format in _UINT16 else -1, "uint16")
            if view.nbytes != 2 * len(self):
                raise StateError("table_moves", count=view.nbytes // 2, wanted=len(self))
            with ffi.from_buffer("uint16_t[]", view) as pointer, self._lock:
                ended = lib.rummy_tables_step(self._raw, pointer, self._where)
                if ended < 0:
                    raise self._refusal(ended)
                return ended

    def _ids(self, moves: Sequence[SupportsIndex]) -> Array:
        """Return a list of ids as a buffer. IllegalMoveError names the first that no move can have."""
        ids = [_core.integer(move, "a move") for move in moves]
        for at, number in enumerate(ids):
            if not 0 <= number <= WAIT:
                raise IllegalMoveError("move", given=number).at("table_number", table=at)
        return array("H", ids)

    def _refusal(self, code: int) -> Exception:
        at, words = self._where[0], self._state._engine.words
        move = self._raw.chosen[at]
        if move >= len(words):
            return IllegalMoveError("move", given=move).at("table_number", table=at)
        return self._errors.error(code, "table", pieces=words[move].pieces, table=at, move=words[move])

    def deal(self) -> int:
        """Deal the next round at each table whose round is over, and return how many were dealt."""
        with self._lock:
            return self._errors.check(lib.rummy_tables_deal(self._raw))

    def random_moves(self) -> memoryview:
        """Return a legal move for each table, each equally likely, and WAIT if the round is over: n uint16.

        The next call writes the same buffer again. The chance is the tables' own: the same calls give the same moves.
        `while True: tables.step(tables.random_moves()); tables.deal()` plays for ever.
        """
        with self._lock:
            lib.rummy_tables_random(self._raw, self._chance, self._next)
        return memoryview(ffi.buffer(self._next)).cast("B").cast("H")

    def legal_moves(self, table: SupportsIndex) -> tuple[Move, ...]:
        """Return the legal moves of the seat to act at a table, by ascending id. There are none at the end."""
        at, words = self._table(table), self._state._engine.words
        first = at * len(words)
        with self._lock:
            return tuple(words[i] for i in self._raw.ids[first : first + self._raw.count[at]])

    def state(self, table: SupportsIndex) -> State:
        """Return a new State that equals the table's round, with its history. It knows all hands."""
        with self._lock:
            at, words = self._table(table), self._state._engine.words
            moves = tuple(words[i] for i in self._moves(at))
            dealer, seed = (self._raw.round[at] - 1) % self.players, self.seed_of(at)
        dealt: Any = self._state.deal(seed, players=self.players, rules=self._rules, dealer=dealer)
        state: State = dealt._played(moves)
        return state

    def view(self, table: SupportsIndex, seat: SupportsIndex | None) -> View:
        """Return what a seat knows at a table; None asks for a spectator. StateError if there is no such seat."""
        view: View = self.state(table).view(seat)  # type: ignore[attr-defined]
        return view

    def rounds(self, table: SupportsIndex) -> int:
        """Return how many rounds have been dealt at a table. The latest has the number `rounds(table) - 1`."""
        return int(self._raw.round[self._table(table)])

    def seed_of(self, table: SupportsIndex) -> int:
        """Return the seed of a table's latest round. It tells every hidden tile or card."""
        at = self._table(table)
        first, number = derive(self._raw.seed, at), self._raw.round[at] - 1
        return derive(first, number) if number else first

    def _table(self, table: SupportsIndex) -> int:
        number = _core.integer(table, "table")
        if not 0 <= number < len(self):
            raise StateError("table", given=number, last=len(self) - 1)
        return number

    def __repr__(self) -> str:
        game = self._state._engine.game
        return f"<{game}.batch.Tables: {len(self)} tables of {self.players} players, {sum(self.over)} over>"


def _restore(
    cls: type[T],
    n: int,
    seed: int,
    players: int,
    rules: Any,
    rounds: tuple[int, ...],
    moves: tuple[bytes, ...],
    words: tuple[int, ...],
) -> T:
    """Return tables that were saved: the latest round of each is dealt again, and its moves are played again."""
    tables = cls(n, seed, players, rules)
    raw = tables._raw
    for table, dealt in enumerate(rounds):
        if dealt > 1:
            raw.round[table], raw.over[table] = dealt - 1, 1
    tables.deal()
    logs = [array("H", log) for log in moves]
    for step in range(max(map(len, logs))):
        tables.step([log[step] if step < len(log) else WAIT for log in logs])
    tables._chance.word = words
    return tables


_UINT16: Final = ("H", "=H", "<H", "@H")
