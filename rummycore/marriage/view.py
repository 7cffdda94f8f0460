"""What one seat, or a spectator, knows of a hand of cards (M-29)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from rummycore import _core
from rummycore._core import lib
from rummycore.errors import StateError
from rummycore.marriage.hand import ROUTES, Analysis, Route, analyze, as_cards
from rummycore.marriage.notation import ERRORS, Card, Event, Move
from rummycore.marriage.options import Rules
from rummycore.marriage.outcome import Outcome
from rummycore.values import Choice, fields_json


class Phase(Choice):
    """What the seat to act has to do: expose dealt tunnelas or be done (M-8); draw or take; lay, discard or finish; or it is over."""

    WINDOW = "window"
    TO_DRAW = "to_draw"
    TO_DISCARD = "to_discard"
    OVER = "over"


PHASES = {
    lib.RUMMY_MARRIAGE_WINDOW: Phase.WINDOW,
    lib.RUMMY_MARRIAGE_TO_DRAW: Phase.TO_DRAW,
    lib.RUMMY_MARRIAGE_TO_DISCARD: Phase.TO_DISCARD,
    lib.RUMMY_MARRIAGE_OVER: Phase.OVER,
}


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat knows; two states that differ only in what it cannot know give it equal views.

    `seat` is None for a spectator, whose `hand` is empty. `tiplu` is None until the seat has seen it (or it lies open);
    `under` is the card that lies under the stock for it, the same one or a man in its place (M-5); `chosen` says
    whether there is one. `hand` are the seat's concealed cards, `draft` what it has begun to lay in this turn (still in
    the hand, and nobody else's business until `see`). `laid` and `exposed` lie before each seat, `sizes` count each
    seat's concealed cards, and `known` are those of them that everybody knows: taken from the discards, or exposed and
    given back. `gone` are the cards that the seat knows to lie where it cannot get them (M-30), its own apart.
    `discards` are all that lie, oldest first, with the seat that discarded each (None for the upcard);
    `history` every event the seat may know.
    """

    seat: int | None
    players: int
    dealer: int
    turn: int
    turns: int
    phase: Phase
    tiplu: Card | None
    under: Card | None
    chosen: bool
    hand: tuple[Card, ...]
    drawn: Card | None
    taken: Card | None
    forced: bool
    draft: tuple[Move, ...]
    laid: tuple[tuple[Move, ...], ...]
    exposed: tuple[tuple[Card, ...], ...]
    seen: tuple[bool, ...]
    routes: tuple[Route, ...]
    sizes: tuple[int, ...]
    known: tuple[tuple[Card, ...], ...]
    gone: tuple[Card, ...]
    stock: int
    reshuffles: int
    discards: tuple[tuple[int | None, Card], ...]
    rules: Rules
    history: tuple[Event, ...]
    moves: tuple[Move, ...]
    outcome: Outcome | None

    @property
    def over(self) -> bool:
        return self.phase == Phase.OVER

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the seat's legal moves, ascending; none while another seat is to act."""
        return self.moves

    def analyze(self) -> Analysis:
        """Return what the seat's hand is worth by all that the seat knows (M-30), in every state, the end too: nothing
        in it depends on a tiplu that the seat has not seen. What is `gone` cannot be had; a draft counts as laid. StateError for a spectator, who has no hand: that alone cannot be analyzed.
        """
        seat = self.seat
        if seat is None:
            raise StateError("spectator", "a spectator has no hand to analyze")
        drafted = Counter(card for move in self.draft for card in move.cards)
        return analyze(
            sorted((Counter(self.hand) - drafted).elements()),
            tiplu=self.under,
            laid=[move.cards for move in self.laid[seat]],
            draft=[move.cards for move in self.draft],
            exposed=self.exposed[seat],
            route=self.routes[seat],
            taken=self.taken if seat == self.turn and self.phase == Phase.TO_DISCARD else None,
            gone=self.gone,
            players=self.players,
            rules=self.rules,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the view as JSON values."""
        return {"format": 1, "game": "marriage", **fields_json(self)}


def read_view(
    state: Any,
    seat: int | None,
    rules: Rules,
    history: tuple[Event, ...],
    moves: tuple[Move, ...],
    outcome: Outcome | None,
) -> View:
    """Return a seat's view of a C state; `moves` are those of the seat to act."""
    raw = _core.new("rummy_marriage_view *")
    ERRORS.check(lib.rummy_marriage_view_of(state, -1 if seat is None else seat, raw))
    seats = range(raw.players)
    return View(
        seat=seat,
        players=raw.players,
        dealer=raw.dealer,
        turn=raw.turn,
        turns=raw.turns,
        phase=PHASES[raw.phase],
        tiplu=None if raw.tiplu == _core.NONE else Card(raw.tiplu),
        under=None if raw.under == _core.NONE else Card(raw.under),
        chosen=bool(raw.chosen),
        hand=tuple(Card(kind) for kind in _core.expand(raw.hand)),
        drawn=None if raw.drawn == _core.NONE else Card(raw.drawn),
        taken=None if raw.taken == _core.NONE else Card(raw.taken),
        forced=bool(raw.forced),
        draft=tuple(Move(raw.draft[i]) for i in range(raw.drafted)),
        laid=tuple(tuple(Move(raw.laid[s][i]) for i in range(raw.laid_count[s])) for s in seats),
        exposed=tuple(as_cards(raw.exposed[s]) for s in seats),
        seen=tuple(bool(raw.seen[s]) for s in seats),
        routes=tuple(ROUTES[raw.route[s]] for s in seats),
        sizes=tuple(raw.size[s] for s in seats),
        known=tuple(tuple(map(Card, _core.expand(raw.known[s]))) for s in seats),
        gone=tuple(map(Card, _core.expand(raw.gone))),
        stock=raw.stock,
        reshuffles=raw.reshuffles,
        discards=tuple(
            (None if raw.discarded_by[i] == _core.NONE else raw.discarded_by[i], Card(raw.discard[i]))
            for i in range(raw.discards)
        ),
        rules=rules,
        history=history,
        moves=moves if seat == raw.turn else (),
        outcome=outcome,
    )
