"""A hand of cards of Marriage as it is played: `deal`, `State` and `replay`."""

from __future__ import annotations

from typing import ClassVar, SupportsIndex

from rummycore import _core
from rummycore._core import ffi, lib
from rummycore.chance import Random, checked_seed, derive
from rummycore.errors import StateError
from rummycore.marriage.notation import ERRORS, HIDDEN, Card, Cards, Event, Move, cards
from rummycore.marriage.options import Rules
from rummycore.marriage.outcome import Outcome, read_outcome
from rummycore.marriage.record import Record
from rummycore.marriage.view import PHASES, Phase, View, read_view
from rummycore.rounds import Engine, Round, check_seat
from rummycore.values import counted


class State(Round[Move, Event, View, Outcome, Record]):
    """One hand of cards (M-2 to M-28), mutable: `play` and `undo` change it, nothing else does.

    `marriage.deal`, `marriage.replay`, `State.from_dict` and `State.from_bytes` make one. Equal states have the same
    rules, cards and history. `repr` and errors show no hidden card and no tiplu. `to_dict`, `bytes` and `record` hold
    all of them.
    """

    __slots__ = ()
    _engine: ClassVar[Engine] = Engine("marriage", Rules, Move, Event, Card.all(), HIDDEN)
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
    def stock(self) -> int:
        """The number of cards still to be drawn."""
        return int(self._raw.stock_size)

    @property
    def tiplu(self) -> Card | None:
        """The tiplu; None before it is chosen. It is for the table: no seat may learn it before it has seen it."""
        return None if self._raw.tiplu == _core.NONE else Card(self._raw.tiplu)

    def hand(self, seat: SupportsIndex) -> tuple[Card, ...]:
        """Return the concealed cards of a seat. They are for the table: no other player may see them."""
        return self._pieces(seat)

    def _read_outcome(self) -> Outcome:
        return read_outcome(self._raw, self.players, self.rules)

    def view(self, seat: SupportsIndex | None) -> View:
        """Return what a seat knows (M-29); None asks for a spectator. StateError if there is no such seat."""
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
        return deal(players=r.players, rules=r.rules, dealer=r.dealer, chance=r.chance, deck=r.deck)

    def __repr__(self) -> str:
        doing = "over" if self.over else f"seat {self.turn} {self.phase}"
        return f"<marriage.State: {self.players} players, {len(self.history)} events, {doing}>"


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
    chosen = Rules.given(rules)
    native = chosen.for_players(players)
    players = int(players)
    dealer = check_seat(dealer, players, "dealer", "dealer")
    if (seed is None) == (deck is None):
        raise StateError("deck", "a round is dealt from a seed or from a deck: give one of the two")
    raw_deck = _core.new("uint8_t[]", lib.RUMMY_MARRIAGE_CARDS)
    size = Record.deck_size(chosen)
    if deck is not None:
        order = cards(deck)
        if len(order) != size:
            raise StateError("deck", f"a deck of {counted(len(order), 'card')}: there are {size}")
        ffi.memmove(raw_deck, bytes(order), size)
    else:
        ERRORS.check(lib.rummy_marriage_shuffle(native, Random(checked_seed(seed)).raw, raw_deck))
        order = tuple(Card(kind) for kind in raw_deck[0:size])
    later = checked_seed(chance) if chance is not None else 0 if seed is None else derive(seed, 0)
    raw = _core.new("rummy_marriage_state *")
    code = lib.rummy_marriage_deal(raw, native, players, dealer, raw_deck, later)
    if code == lib.RUMMY_E_DECK:
        wrong = next(c for c in Card.all() if order.count(c) != (chosen.printed_jokers if c == _core.JOKER else 3))
        raise ERRORS.error(code, f"a deck with {order.count(wrong)} {wrong}")
    ERRORS.check(code)
    return State._make(Record(chosen, players, dealer, later, order, ()), raw)


def replay(record: Record) -> State:
    """Play the moves of a record and return the state. IllegalMoveError names the first illegal move, from 1."""
    return State._replay(record)
