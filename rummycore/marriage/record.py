"""A whole hand of cards of Marriage as data: the deal, the rules and the moves (docs/notation.md)."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, ClassVar

from rummycore import _core
from rummycore.documents import text
from rummycore.errors import StateError
from rummycore.marriage.notation import Card, Move
from rummycore.marriage.options import Rules
from rummycore.records import BaseRecord

PACKS = 156  # cards without men


@dataclass(frozen=True, slots=True)
class Record(BaseRecord):
    """A round from the deck to its last move. It holds every card, so it belongs to the table and never to a seat.

    `deck` is in the order that `marriage.deal` takes. `chance` is the seed of what chance decides after the deal: the
    choice of the tiplu and the reshuffles. `str` gives one line of JSON, which `parse` reads.
    """

    rules: Rules
    players: int
    dealer: int
    chance: int
    deck: tuple[Card, ...]
    moves: tuple[Move, ...]

    game: ClassVar[str] = "marriage"
    game_number: ClassVar[int] = 2
    options: ClassVar[type[Rules]] = Rules
    piece: ClassVar[type[Card]] = Card
    move: ClassVar[type[Move]] = Move
    extra: ClassVar[str] = "chance"

    def extra_value(self) -> str:
        return str(self.chance)

    @classmethod
    def read_extra(cls, value: Any, players: int) -> dict[str, Any]:
        digits = text(value, "chance")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 20 and int(digits) < 1 << 64):
            raise StateError("seed", what="chance", given=_core.brief(digits))
        return {"chance": int(digits)}

    def extra_bytes(self) -> bytes:
        return struct.pack("<Q", self.chance)

    @classmethod
    def deck_size(cls, rules: Rules) -> int:
        return PACKS + rules.printed_jokers

    @classmethod
    def extra_layout(cls, players: int) -> str:
        return "Q"

    @classmethod
    def unpack_extra(cls, values: tuple[Any, ...]) -> dict[str, Any]:
        return {"chance": values[0]}
