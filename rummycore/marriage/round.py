"""A hand of cards of Marriage as it is played: `deal`, `State` and `replay`."""

from __future__ import annotations

from typing import Any, ClassVar, SupportsIndex

from rummycore._core import lib
from rummycore.chance import checked_seed, derive
from rummycore.marriage.notation import HIDDEN, Card, Cards, Event, Move
from rummycore.marriage.options import Rules
from rummycore.marriage.outcome import Outcome, read_outcome
from rummycore.marriage.record import Record
from rummycore.marriage.view import Phase, View
from rummycore.rounds import Engine, Round


class State(Round[Card, Move, Event, Phase, View, Outcome, Rules, Record]):
    """One hand of cards (M-2 to M-28), mutable: `play` and `undo` change it, nothing else does.

    `marriage.deal`, `marriage.replay`, `State.from_dict` and `State.from_bytes` make one. Equal states have the same
    rules, cards and history. `repr` and errors show no hidden card and no tiplu. `to_dict`, `bytes` and `record` hold
    all of them.
    """

    __slots__ = ()
    _engine: ClassVar[Engine] = Engine(Record, Event, View, read_outcome, HIDDEN)

    @property
    def stock(self) -> int:
        """The number of cards still to be drawn."""
        return int(self._raw.stock_size)

    @property
    def tiplu(self) -> Card | None:
        """The tiplu; None before it is chosen. It is for the table: no seat may learn it before it has seen it."""
        return Card.or_none(self._raw.tiplu)

    @classmethod
    def _begin(
        cls, raw: Any, native: Any, players: int, dealer: int, deck: Any, seed: SupportsIndex | None, extra: Any
    ) -> tuple[int, Any]:
        later = checked_seed(extra) if extra is not None else 0 if seed is None else derive(seed, 0)
        return lib.rummy_marriage_deal(raw, native, players, dealer, deck, later), later


def deal(
    seed: SupportsIndex | None = None,
    *,
    players: SupportsIndex = 4,
    rules: Rules | None = None,
    dealer: SupportsIndex = 0,
    deck: Cards | None = None,
    chance: int | None = None,
) -> State:
    """Deal a hand of cards (M-3 to M-7), either shuffled from `seed` (0..2**64-1) or from a given `deck`.

    A deck is 156 cards and the men: 21 cards for each of the seats 0, 1, ..., then the upcard, then the tiplu if the
    rules set it aside at the deal, then the stock in drawing order. `chance` is the seed of what chance decides later:
    the choice of the tiplu and the reshuffles. By default it follows from `seed`, and with a deck it is 0. StateError
    and RulesError name what cannot be.

    >>> state = deal(seed=7)
    >>> state.turn, len(state.hand(1)), state.stock
    (1, 21, 71)
    """
    return State._deal(seed, players, rules, dealer, deck, chance)


def replay(record: Record) -> State:
    """Play the moves of a record and return the state. IllegalMoveError names the first illegal move, from 1."""
    return State._replay(record)
