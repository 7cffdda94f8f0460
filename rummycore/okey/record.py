"""A whole round as data: the deal, the rules and the moves (docs/notation.md)."""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import dataclass
from typing import Any, Final

from rummycore import _core
from rummycore._core import lib
from rummycore.errors import NotationError, StateError
from rummycore.okey.rules import OPTIONS, Rules
from rummycore.okey.tiles import Move, Tile, show, tiles
from rummycore.words import array, document, number, text

GAME: Final = "okey"
_MAGIC: Final = b"RUMY"
_BINARY: Final = 1  # format of the bytes
_HEAD: Final = struct.Struct("<4sBBBBHH")  # magic, format, game, players, dealer, rules version, number of moves
_DECK: Final = lib.RUMMY_OKEY_TILES
_GAME_NUMBER: Final = 1  # of the game, in the bytes
_MOVES_MAX: Final = 65_535


@dataclass(frozen=True, slots=True)
class Record:
    """A round from the deck to its last move. It holds every tile, hidden ones too: it is the table's document, not a seat's.

    `deck` is in the order that `okey.deal` takes, `points` those before the round. `str` is one line of JSON, which `parse` reads.
    """

    rules: Rules
    players: int
    dealer: int
    points: tuple[int, ...]
    deck: tuple[Tile, ...]
    moves: tuple[Move, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the record as JSON values."""
        return {
            "format": 1,
            "game": GAME,
            "rules_version": lib.RUMMY_RULES_VERSION,
            "rules": self.rules.to_dict(),
            "players": self.players,
            "dealer": self.dealer,
            "points": list(self.points),
            "deck": show(self.deck),
            "moves": [str(move) for move in self.moves],
        }

    @classmethod
    def from_dict(cls, data: object) -> Record:
        """Return a record from JSON values. StateError, RulesError or NotationError names what is wrong; whether the moves are legal
        is for `okey.replay` to say."""
        keys = ("game", "rules_version", "rules", "players", "dealer", "points", "deck", "moves")
        d = document(data, "a record", keys)
        if d["game"] != GAME:
            raise StateError("game", f"a record of {_core.brief(d['game'])!r} is no record of {GAME}")
        _check_version(number(d["rules_version"], "rules_version", 0, 1 << 31))
        players = number(d["players"], "players", 0, 255)
        moves = array(d["moves"], "moves")
        if len(moves) > _MOVES_MAX:
            raise StateError("document", f"{len(moves)} moves are more than a round can have")
        limit = lib.RUMMY_POINTS_MAX
        return cls(
            rules=Rules.from_dict(d["rules"]),
            players=players,
            dealer=number(d["dealer"], "dealer", 0, 255),
            points=tuple(number(p, "points", -limit, limit) for p in array(d["points"], "points")),
            deck=tiles(text(d["deck"], "deck")),
            moves=tuple(Move.parse(text(move, f"move {i}")) for i, move in enumerate(moves, 1)),
        )

    @classmethod
    def parse(cls, source: str) -> Record:
        """Return the record that a line of JSON writes."""
        try:
            data = json.loads(source)
        except (ValueError, RecursionError) as error:
            raise NotationError("json", f"the record is no JSON: {error}") from None
        return cls.from_dict(data)

    def __str__(self) -> str:
        return json.dumps(self.to_dict(), separators=(",", ":"))

    def __bytes__(self) -> bytes:
        """Return the record in 260 bytes and more: little-endian, versioned, with a CRC-32 at the end."""
        if len(self.moves) > _MOVES_MAX:
            raise StateError("document", f"{len(self.moves)} moves are more than a round can have")
        try:
            head = _HEAD.pack(
                _MAGIC, _BINARY, _GAME_NUMBER, self.players, self.dealer, lib.RUMMY_RULES_VERSION, len(self.moves)
            )
            body = struct.pack(f"<{len(OPTIONS)}i", *self.rules.numbers())
            body += struct.pack(f"<{len(self.points)}i", *self.points) + bytes(self.deck)
            body += struct.pack(f"<{len(self.moves)}H", *self.moves)
        except struct.error as error:
            raise StateError("document", f"the record does not fit into bytes: {error}") from None
        return head + body + struct.pack("<I", zlib.crc32(head + body))

    @classmethod
    def from_bytes(cls, data: bytes) -> Record:
        """Return a record from bytes; StateError when they are damaged or of another format."""
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"a record is read from bytes, not from {type(data).__name__}")
        data = bytes(data)
        if len(data) < _HEAD.size + 4 or data[:4] != _MAGIC:
            raise StateError("bytes", f"these {len(data)} bytes are no record")
        if zlib.crc32(data[:-4]) != int.from_bytes(data[-4:], "little"):
            raise StateError("checksum", "the bytes of the record are damaged: the checksum differs")
        _, version, game, players, dealer, rules_version, moves = _HEAD.unpack_from(data)
        if version != _BINARY:
            raise StateError("format", f"the bytes have format {version}, only {_BINARY} can be read")
        if game != _GAME_NUMBER:
            raise StateError("game", f"the bytes are no record of {GAME}")
        _check_version(rules_version)
        layout = struct.Struct(f"<{len(OPTIONS)}i{players}i{_DECK}s{moves}H")
        if len(data) != _HEAD.size + layout.size + 4:
            raise StateError("bytes", f"{len(data)} bytes are not the length of this record")
        fields = layout.unpack_from(data, _HEAD.size)
        at = len(OPTIONS)
        return cls(
            rules=Rules.from_numbers(fields[:at]),
            players=players,
            dealer=dealer,
            points=fields[at : at + players],
            deck=tuple(Tile(kind) for kind in fields[at + players]),
            moves=tuple(Move(move) for move in fields[at + players + 1 :]),
        )


def _check_version(version: int) -> None:
    if version != lib.RUMMY_RULES_VERSION:
        raise StateError(
            "rules_version", f"the record is of rules version {version}, this is {lib.RUMMY_RULES_VERSION}"
        )
