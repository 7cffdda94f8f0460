"""A round of Okey as it is played: `deal`, `State` and `replay`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, SupportsIndex

from rummycore import _core
from rummycore._core import ffi, lib
from rummycore.chance import Random, checked_seed
from rummycore.errors import StateError
from rummycore.okey.notation import ERRORS, Event, Move, Tile, Tiles, tiles
from rummycore.okey.options import Rules
from rummycore.okey.outcome import Outcome, read_outcome
from rummycore.okey.record import Record
from rummycore.okey.settlement import points_array
from rummycore.okey.view import PHASES, Phase, View, read_view
from rummycore.rounds import Engine, Round, check_seat
from rummycore.values import counted


class State(Round[Move, Event, View, Outcome, Record]):
    """One round (O-2 to O-34), mutable: `play` and `undo` change it, nothing else does.

    `okey.deal`, `okey.replay`, `State.from_dict` and `State.from_bytes` make one. Equal states have the same rules,
    tiles and history. `repr` and errors show no hidden tile. `to_dict`, `bytes` and `record` hold all of them.
    """

    __slots__ = ()
    _engine: ClassVar[Engine] = Engine("okey", Rules, Move, Event, Tile.all())
    _dealt: Record
    _record: ClassVar[type[Record]] = Record

    @property
    def rules(self) -> Rules:
        """The rules of the round."""
        return self._dealt.rules

    @property
    def phase(self) -> Phase:
        """What the seat to act has to do."""
        return PHASES[self._raw.phase]

    @property
    def indicator(self) -> Tile:
        """The tile that lies open (O-6)."""
        return Tile(self._raw.indicator)

    @property
    def okey(self) -> Tile:
        """The tile whose copies are wild (O-8)."""
        return Tile(self._raw.okey)

    @property
    def stock(self) -> int:
        """The number of tiles still to be drawn."""
        return int(self._raw.stock_end - self._raw.stock_at)

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat now."""
        return tuple(int(self._raw.points[seat]) for seat in range(self.players))

    def hand(self, seat: SupportsIndex) -> tuple[Tile, ...]:
        """Return the tiles of a seat. They are for the table: no other player may see them."""
        return self._pieces(seat)

    def _read_outcome(self) -> Outcome:
        return read_outcome(self._raw, self.players, self.indicator, self.rules)

    def view(self, seat: SupportsIndex | None) -> View:
        """Return what a seat knows (O-7); None asks for a spectator. StateError if there is no such seat."""
        own = None if seat is None else self._seat(seat)
        with self._lock:
            history = tuple(self._events_of(own))
            return read_view(self._raw, own, self.rules, history, self.legal_moves(), self.outcome)

    @classmethod
    def deal(
        cls, seed: SupportsIndex, *, players: SupportsIndex = 4, rules: Rules | None = None, dealer: SupportsIndex = 0
    ) -> State:
        """Deal a round from a seed, as the function `deal` does."""
        return deal(seed, players=players, rules=rules, dealer=dealer)

    @classmethod
    def _redeal(cls, record: Record) -> State:
        r = record
        return deal(players=r.players, rules=r.rules, dealer=r.dealer, points=r.points, deck=r.deck)

    def __repr__(self) -> str:
        doing = "over" if self.over else f"seat {self.turn} {self.phase}"
        return f"<okey.State: {self.players} players, indicator {self.indicator}, {len(self.history)} events, {doing}>"


def deal(
    seed: SupportsIndex | None = None,
    *,
    players: SupportsIndex = 4,
    rules: Rules | None = None,
    dealer: SupportsIndex = 0,
    points: Sequence[int] | None = None,
    deck: Tiles | None = None,
) -> State:
    """Deal a round (O-3 to O-6), either shuffled from `seed` (0..2**64-1) or from a given `deck`.

    A deck is 106 tiles: the hands of seats 0, 1, ..., then the stock in drawing order, then the indicator. The
    starter's hand has 15 tiles, each other hand 14. `points` are those before the round, one number a seat, with room
    for what a round can move (O-33). Without them each seat has the `start_points` of the rules. StateError and
    RulesError name what cannot be.

    >>> state = deal(seed=7)
    >>> state.turn, len(state.hand(1)), state.stock
    (1, 15, 48)
    """
    chosen = Rules.given(rules)
    native = chosen.for_players(players)
    players = int(players)
    dealer = check_seat(dealer, players, "dealer", "dealer")
    if (seed is None) == (deck is None):
        raise StateError("deck", "a round is dealt from a seed or from a deck: give one of the two")
    raw_deck = _core.new("uint8_t[]", lib.RUMMY_OKEY_TILES)
    if deck is not None:
        order = tiles(deck)
        if len(order) != len(raw_deck):
            raise StateError("deck", f"a deck of {counted(len(order), 'tile')}: there are {len(raw_deck)}")
        ffi.memmove(raw_deck, bytes(order), len(order))
    else:
        lib.rummy_okey_shuffle(native, Random(checked_seed(seed)).raw, raw_deck)
        order = tuple(Tile(kind) for kind in raw_deck)
    raw = _core.new("rummy_okey_state *")
    room = lib.rummy_okey_room(native, players)
    before = ffi.NULL if points is None else points_array(points, players, room)
    code = lib.rummy_okey_deal(raw, native, players, dealer, before, raw_deck)
    if code == lib.RUMMY_E_DECK:
        wrong = next((tile for tile in Tile.all() if order.count(tile) != 2), order[-1])
        raise ERRORS.error(code, f"a deck with {order.count(wrong)} {wrong}, {order[-1]} last")
    ERRORS.check(code)
    start = tuple(int(raw.start[seat]) for seat in range(players))
    return State._make(Record(chosen, players, dealer, start, order, ()), raw)


def replay(record: Record) -> State:
    """Play the moves of a record and return the state. IllegalMoveError names the first illegal move, from 1."""
    return State._replay(record)
