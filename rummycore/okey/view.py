"""What one seat, or a spectator, knows of a round (O-7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rummycore import _core
from rummycore.errors import StateError
from rummycore.okey.hand import Analysis, analyze
from rummycore.okey.notation import Event, Move, Tile
from rummycore.okey.options import Rules
from rummycore.okey.outcome import Outcome
from rummycore.values import Choice
from rummycore.views import BaseView


class Phase(Choice):
    """What the seat to act has to do: draw or take; discard or finish; take or pass (O-24); or the round is over."""

    TO_DRAW = "to_draw"
    TO_DISCARD = "to_discard"
    LAST_CHANCE = "last_chance"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class View(BaseView[Tile, Move, Event, Phase, Outcome, Rules]):
    """All that a seat knows; two states that differ only in what it cannot know give it equal views.

    `seat` is None for a spectator, whose `hand` is empty. `turns` counts those that ended with a discard. `drawn` is
    the tile that the seat drew or took this turn. `sizes` are the numbers of tiles in each hand, and `known` are those
    of them that everybody knows, as they were taken or shown. `stock` is the number of tiles still to be drawn. `gone`
    are the tiles that the seat knows to lie where it cannot get them (O-35). `discards` are those that lie, oldest
    first, with the seat that discarded each: all, or only the latest of each seat (rule `discard_view`). `history` has
    every event since the deal. `points` are those of each seat now, and `shower` is the seat that has shown. The
    winner's hand is in `outcome`.
    """

    indicator: Tile
    okey: Tile
    points: tuple[int, ...]
    shower: int | None

    game: ClassVar[str] = "okey"
    piece: ClassVar[type[Tile]] = Tile
    phases: ClassVar[tuple[Phase, ...]] = tuple(Phase)  # by rummy_okey_phase

    def analyze(self) -> Analysis:
        """Return what the seat's hand is worth by all that the seat knows (O-35): what is `gone` cannot be had.
        StateError for a spectator, who has no hand.
        """
        if self.seat is None:
            raise StateError("spectator")
        return analyze(self.hand, indicator=self.indicator, seen=self.gone, rules=self.rules)

    @classmethod
    def _read_own(cls, raw: Any, seat: int | None) -> dict[str, Any]:
        return {
            "indicator": Tile(raw.indicator),
            "okey": Tile(raw.okey),
            "points": tuple(int(raw.points[seat]) for seat in range(raw.players)),
            "shower": None if raw.shower == _core.NONE else raw.shower,
        }
