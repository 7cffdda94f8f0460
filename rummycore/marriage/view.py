"""What one seat, or a spectator, knows of a hand of cards (M-29)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, ClassVar

from rummycore import _core
from rummycore.errors import StateError
from rummycore.marriage.hand import ROUTES, Analysis, Maal, Route, analyze, as_cards, read_maal, roles
from rummycore.marriage.notation import Card, Event, Move
from rummycore.marriage.options import Rules
from rummycore.marriage.outcome import Outcome
from rummycore.values import Choice
from rummycore.views import BaseView


class Phase(Choice):
    """What the seat to act has to do: expose dealt tunnelas or be done (M-8); draw or take; lay,
    discard or finish; or it is over.
    """

    WINDOW = "window"
    TO_DRAW = "to_draw"
    TO_DISCARD = "to_discard"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class View(BaseView[Card, Move, Event, Phase, Outcome, Rules]):
    """All that a seat knows; two states that differ only in what it cannot know give it equal views.

    `seat` is None for a spectator, whose `hand` is empty. `tiplu` is None until the seat has seen it (or it lies open);
    `under` is the card that lies under the stock for it, the same one or a man in its place (M-5); `chosen` says
    whether there is one. `hand` are the seat's concealed cards, `draft` what it has begun to lay in this turn (still in
    the hand, and nobody else's business until `see`). `laid` and `exposed` lie before each seat, `sizes` count each
    seat's concealed cards, and `known` are those of them that everybody knows: taken from the discards, or exposed and
    given back. `gone` are the cards that the seat knows to lie where it cannot get them (M-30), its own apart.
    `discards` are all that lie, oldest first, with the seat that discarded each (None for the upcard). `history` has
    every event that the seat may know. `maal` are the points that all its cards score now (M-23 to M-25); None unless
    the seat knows the tiplu.
    """

    tiplu: Card | None
    under: Card | None
    chosen: bool
    taken: Card | None
    forced: bool
    draft: tuple[Move, ...]
    laid: tuple[tuple[Move, ...], ...]
    exposed: tuple[tuple[Card, ...], ...]
    seen: tuple[bool, ...]
    routes: tuple[Route, ...]
    reshuffles: int
    maal: Maal | None

    _told: ClassVar[tuple[str, ...]] = ("takeable", "roles")
    game: ClassVar[str] = "marriage"
    piece: ClassVar[type[Card]] = Card
    phases: ClassVar[tuple[Phase, ...]] = tuple(Phase)  # by rummy_marriage_phase

    @property
    def roles(self) -> dict[Card, str] | None:
        """The jokers, each with its role (M-4, M-5), as `marriage.roles` gives them; None unless the seat knows the
        tiplu.
        """
        return None if self.tiplu is None else roles(self.tiplu, rules=self.rules)

    def analyze(self) -> Analysis:
        """Return what the seat's hand is worth by all that the seat knows (M-30), in every state, the end too: nothing
        in it depends on a tiplu that the seat has not seen. What is `gone` cannot be had; a draft counts as laid.
        StateError for a spectator, who has no hand: that alone cannot be analyzed.
        """
        seat = self.seat
        if seat is None:
            raise StateError("spectator")
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

    @classmethod
    def _read_own(cls, raw: Any, seat: int | None) -> dict[str, Any]:
        seats = range(raw.players)
        return {
            "tiplu": Card.or_none(raw.tiplu),
            "under": Card.or_none(raw.under),
            "chosen": bool(raw.chosen),
            "taken": Card.or_none(raw.taken),
            "forced": bool(raw.forced),
            "draft": tuple(Move(raw.draft[i]) for i in range(raw.drafted)),
            "laid": tuple(tuple(Move(raw.laid[s][i]) for i in range(raw.laid_count[s])) for s in seats),
            "exposed": tuple(as_cards(raw.exposed[s]) for s in seats),
            "seen": tuple(bool(raw.seen[s]) for s in seats),
            "routes": tuple(ROUTES[raw.route[s]] for s in seats),
            "reshuffles": raw.reshuffles,
            "maal": None if seat is None or raw.tiplu == _core.NONE else read_maal(raw.maal),
        }
