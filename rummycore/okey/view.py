"""What one seat, or a spectator, knows of a round (O-7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rummycore import _core
from rummycore._core import lib
from rummycore.errors import StateError
from rummycore.okey.hand import Analysis, analyze
from rummycore.okey.notation import ERRORS, Event, Move, Tile
from rummycore.okey.options import Rules
from rummycore.okey.outcome import Outcome
from rummycore.values import Choice, fields_json


class Phase(Choice):
    """What the seat to act has to do: draw or take; discard or finish; take or pass (O-24); or the round is over."""

    TO_DRAW = "to_draw"
    TO_DISCARD = "to_discard"
    LAST_CHANCE = "last_chance"
    OVER = "over"


PHASES = {
    lib.RUMMY_OKEY_TO_DRAW: Phase.TO_DRAW,
    lib.RUMMY_OKEY_TO_DISCARD: Phase.TO_DISCARD,
    lib.RUMMY_OKEY_LAST_CHANCE: Phase.LAST_CHANCE,
    lib.RUMMY_OKEY_OVER: Phase.OVER,
}


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat knows; two states that differ only in what it cannot know give it equal views.

    `seat` is None for a spectator, whose `hand` is empty. `turns` counts those that ended with a discard, `drawn` is
    the tile that the seat drew or took this turn; `sizes` the number of tiles in each hand, `known` those of them that
    everybody knows, as they were taken or shown, `stock` the number of tiles still to be drawn. `gone` are the tiles
    that the seat knows to lie where it cannot get them (O-35). `discards` are those that
    lie, oldest first, with the seat that discarded each: all, or only the latest of each seat (rule `discard_view`).
    `history` is every event since the deal. The winner's hand is in `outcome`.
    """

    seat: int | None
    players: int
    dealer: int
    turn: int
    turns: int
    phase: Phase
    indicator: Tile
    okey: Tile
    hand: tuple[Tile, ...]
    drawn: Tile | None
    sizes: tuple[int, ...]
    known: tuple[tuple[Tile, ...], ...]
    gone: tuple[Tile, ...]
    stock: int
    discards: tuple[tuple[int | None, Tile], ...]
    points: tuple[int, ...]
    shower: int | None
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
        """Return what the seat's hand is worth by all that the seat knows (O-35): what is `gone` cannot be had.
        StateError for a spectator, who has no hand.
        """
        if self.seat is None:
            raise StateError("spectator", "a spectator has no hand to analyze")
        return analyze(self.hand, indicator=self.indicator, seen=self.gone, rules=self.rules)

    def to_dict(self) -> dict[str, Any]:
        """Return the view as JSON values."""
        return {"format": 1, "game": "okey", **fields_json(self)}


def read_view(
    state: Any,
    seat: int | None,
    rules: Rules,
    history: tuple[Event, ...],
    moves: tuple[Move, ...],
    outcome: Outcome | None,
) -> View:
    """Return a seat's view of a C state; `moves` are those of the seat to act."""
    raw = _core.new("rummy_okey_view *")
    ERRORS.check(lib.rummy_okey_view_of(state, -1 if seat is None else seat, raw))
    return View(
        seat=seat,
        players=raw.players,
        dealer=raw.dealer,
        turn=raw.turn,
        turns=raw.turns,
        phase=PHASES[raw.phase],
        indicator=Tile(raw.indicator),
        okey=Tile(raw.okey),
        hand=tuple(Tile(kind) for kind in _core.expand(raw.hand)),
        drawn=None if raw.drawn == _core.NONE else Tile(raw.drawn),
        sizes=tuple(raw.size[i] for i in range(raw.players)),
        known=tuple(tuple(map(Tile, _core.expand(raw.known[i]))) for i in range(raw.players)),
        gone=tuple(map(Tile, _core.expand(raw.gone))),
        stock=raw.stock,
        discards=tuple((raw.discarded_by[i], Tile(raw.discard[i])) for i in range(raw.discards)),
        points=tuple(int(raw.points[i]) for i in range(raw.players)),
        shower=None if raw.shower == _core.NONE else raw.shower,
        rules=rules,
        history=history,
        moves=moves if seat == raw.turn else (),
        outcome=outcome,
    )
