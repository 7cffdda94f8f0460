"""A whole round of Okey as data: the deal, the rules and the moves (docs/notation.md)."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, ClassVar

from rummycore._core import lib
from rummycore.documents import array, number
from rummycore.okey.notation import Move, Tile
from rummycore.okey.options import Rules
from rummycore.records import BaseRecord


@dataclass(frozen=True, slots=True)
class Record(BaseRecord):
    """A round from the deck to its last move. It holds every tile, so it belongs to the table and never to a seat.

    `deck` is in the order that `okey.deal` takes. `points` are those before the round. `str` gives one line of JSON,
    which `parse` reads.
    """

    rules: Rules
    players: int
    dealer: int
    points: tuple[int, ...]
    deck: tuple[Tile, ...]
    moves: tuple[Move, ...]

    game: ClassVar[str] = "okey"
    game_number: ClassVar[int] = 1
    options: ClassVar[type[Rules]] = Rules
    piece: ClassVar[type[Tile]] = Tile
    move: ClassVar[type[Move]] = Move
    extra: ClassVar[str] = "points"

    def extra_value(self) -> list[int]:
        return list(self.points)

    @classmethod
    def read_extra(cls, value: Any, players: int) -> dict[str, Any]:
        limit = lib.RUMMY_POINTS_MAX
        return {"points": tuple(number(p, "points", -limit, limit) for p in array(value, "points"))}

    def extra_bytes(self) -> bytes:
        return struct.pack(f"<{len(self.points)}i", *self.points)

    @classmethod
    def deck_size(cls, rules: Rules) -> int:
        return lib.RUMMY_OKEY_TILES

    @classmethod
    def extra_layout(cls, players: int) -> str:
        return f"{players}i"

    @classmethod
    def unpack_extra(cls, values: tuple[Any, ...]) -> dict[str, Any]:
        return {"points": values}
