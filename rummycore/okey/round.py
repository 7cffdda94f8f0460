"""A round of Okey as it is played: `deal`, `State` and `replay`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, SupportsIndex

from rummycore._core import ffi, lib
from rummycore.okey.notation import Event, Move, Tile, Tiles
from rummycore.okey.options import Rules
from rummycore.okey.outcome import Outcome, read_outcome
from rummycore.okey.record import Record
from rummycore.okey.settlement import points_array
from rummycore.okey.view import Phase, View
from rummycore.rounds import Engine, Round


class State(Round[Tile, Move, Event, Phase, View, Outcome, Rules, Record]):
    """One round (O-2 to O-34), mutable: `play` and `undo` change it, nothing else does.

    `okey.deal`, `okey.replay`, `State.from_dict` and `State.from_bytes` make one. Equal states have the same rules,
    tiles and history. `repr` and errors show no hidden tile. `to_dict`, `bytes` and `record` hold all of them.
    """

    __slots__ = ()
    _engine: ClassVar[Engine] = Engine(Record, Event, View, read_outcome)

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

    @classmethod
    def _begin(
        cls, raw: Any, native: Any, players: int, dealer: int, deck: Any, seed: SupportsIndex | None, extra: Any
    ) -> tuple[int, Any]:
        before = ffi.NULL if extra is None else points_array(extra, players, lib.rummy_okey_room(native, players))
        code = lib.rummy_okey_deal(raw, native, players, dealer, before, deck)
        return code, tuple(int(raw.start[seat]) for seat in range(players))


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
    return State._deal(seed, players, rules, dealer, deck, points)


def replay(record: Record) -> State:
    """Play the moves of a record and return the state. IllegalMoveError names the first illegal move, from 1."""
    return State._replay(record)
