"""What the records of every game have in common: a round as data, JSON and bytes (docs/notation.md)."""

from __future__ import annotations

import json
import struct
import zlib
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rummycore._core import lib
from rummycore.documents import array, document, number, parse_json, text
from rummycore.errors import StateError
from rummycore.notation import BaseMove, BasePiece
from rummycore.options import Options

if TYPE_CHECKING:
    from typing_extensions import Self

_MAGIC: Final = b"RUMY"
_BINARY: Final = 1  # format of the bytes
_HEAD: Final = struct.Struct("<4sBBBBHH")  # magic, format, game, players, dealer, rules version, number of moves
_MOVES_MAX: Final = 65_535


class BaseRecord:
    """A round from the deck to its last move.

    A game's record is a frozen dataclass of these fields and one more: what else its deal depends on.
    """

    __slots__ = ()
    if TYPE_CHECKING:

        @property
        def rules(self) -> Options: ...
        @property
        def players(self) -> int: ...
        @property
        def dealer(self) -> int: ...
        @property
        def deck(self) -> tuple[Any, ...]: ...
        @property
        def moves(self) -> tuple[Any, ...]: ...

    game: ClassVar[str]
    game_number: ClassVar[int]  # in the bytes
    options: ClassVar[type[Options]]
    piece: ClassVar[type[BasePiece]]
    move: ClassVar[type[BaseMove]]
    extra: ClassVar[str]  # the key of what the game adds

    # ------------------------------------------------------------ what a game adds

    def extra_value(self) -> Any:
        """Return what the game adds as a JSON value."""
        raise NotImplementedError

    @classmethod
    def read_extra(cls, value: Any, players: int) -> dict[str, Any]:
        """Return the fields that a JSON value of the game's key gives."""
        raise NotImplementedError

    def extra_bytes(self) -> bytes:
        """Return what the game adds as bytes, in the format `extra_layout`."""
        raise NotImplementedError

    @classmethod
    def deck_size(cls, rules: Any) -> int:
        """Return the number of pieces in a deck."""
        raise NotImplementedError

    @classmethod
    def extra_layout(cls, players: int) -> str:
        """Return the struct format of `extra_bytes`."""
        raise NotImplementedError

    @classmethod
    def unpack_extra(cls, values: tuple[Any, ...]) -> dict[str, Any]:
        """Return the fields that the numbers of `extra_bytes` give."""
        raise NotImplementedError

    # ------------------------------------------------------------ JSON

    def to_dict(self) -> dict[str, Any]:
        """Return the record as JSON values."""
        return {
            "format": 1,
            "game": self.game,
            "rules_version": lib.RUMMY_RULES_VERSION,
            "rules": self.rules.to_dict(),
            "players": self.players,
            "dealer": self.dealer,
            self.extra: self.extra_value(),
            "deck": " ".join(map(str, self.deck)),
            "moves": [str(move) for move in self.moves],
        }

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Return a record from JSON values. StateError, RulesError or NotationError names what is wrong.

        The moves are read but not played: `replay` checks whether they are legal.
        """
        d = document(
            data,
            "a record",
            ("game", "rules_version", "rules", "players", "dealer", cls.extra, "deck", "moves"),
            game=cls.game,
        )
        check_rules_version(number(d["rules_version"], "rules_version", 0, 1 << 31))
        players = number(d["players"], "players", 0, 255)
        moves = array(d["moves"], "moves")
        if len(moves) > _MOVES_MAX:
            raise StateError("moves", count=len(moves))
        rules = cls.options.from_dict(d["rules"])
        size = cls.deck_size(rules)
        deck = text(d["deck"], "deck").split()
        if len(deck) > size:
            raise StateError("deck_size", count=len(deck), wanted=size, noun=cls.piece.noun)
        return cls(  # type: ignore[call-arg]
            rules=rules,
            players=players,
            dealer=number(d["dealer"], "dealer", 0, 255),
            deck=tuple(cls.piece.parse(word) for word in deck),
            moves=tuple(cls.move.parse(text(move, f"move {i}")) for i, move in enumerate(moves, 1)),
            **cls.read_extra(d[cls.extra], players),
        )

    @classmethod
    def parse(cls, source: str) -> Self:
        """Return the record that a JSON text holds. NotationError if it is no JSON, else as `from_dict`."""
        return cls.from_dict(parse_json(source, "the record"))

    def __str__(self) -> str:
        return json.dumps(self.to_dict(), separators=(",", ":"))

    # ------------------------------------------------------------ bytes

    def __bytes__(self) -> bytes:
        """Return the record as bytes: little-endian, with a version and a CRC-32. StateError if it does not fit."""
        if len(self.moves) > _MOVES_MAX:
            raise StateError("moves", count=len(self.moves))
        options = self.rules.numbers()
        try:
            head = _HEAD.pack(
                _MAGIC, _BINARY, self.game_number, self.players, self.dealer, lib.RUMMY_RULES_VERSION, len(self.moves)
            )
            body = struct.pack(f"<{len(options)}i", *options) + self.extra_bytes() + bytes(self.deck)
            body += struct.pack(f"<{len(self.moves)}H", *self.moves)
        except struct.error as error:
            raise StateError("document", why=f"the record does not fit into bytes: {error}") from None
        return head + body + struct.pack("<I", zlib.crc32(head + body))

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Return a record from bytes. StateError if they are damaged or of another format, game or rules version."""
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"a record is read from bytes, not from {type(data).__name__}")
        data = bytes(data)
        if len(data) < _HEAD.size + 4 or data[:4] != _MAGIC:
            raise StateError("bytes", count=len(data))
        if zlib.crc32(data[:-4]) != int.from_bytes(data[-4:], "little"):
            raise StateError("checksum")
        _, version, game, players, dealer, rules_version, moves = _HEAD.unpack_from(data)
        if version != _BINARY:
            raise StateError("format", what="a record", given=version, wanted=_BINARY)
        if game != cls.game_number:
            raise StateError("game", what="a record", given=f"the game {game}", game=cls.game)
        check_rules_version(rules_version)
        options = struct.Struct(f"<{cls.options.size()}i")
        extra = struct.Struct("<" + cls.extra_layout(players))
        at = _HEAD.size
        if len(data) < at + options.size:
            raise StateError("bytes", count=len(data))
        rules = cls.options.from_numbers(options.unpack_from(data, at))
        deck = cls.deck_size(rules)
        if len(data) != at + options.size + extra.size + deck + 2 * moves + 4:
            raise StateError("bytes", count=len(data))
        added = extra.unpack_from(data, at := at + options.size)
        dealt = data[(at := at + extra.size) : at + deck]
        return cls(  # type: ignore[call-arg]
            rules=rules,
            players=players,
            dealer=dealer,
            deck=tuple(cls.piece(kind) for kind in dealt),
            moves=tuple(cls.move(move) for move in struct.unpack_from(f"<{moves}H", data, at + deck)),
            **cls.unpack_extra(added),
        )


def check_rules_version(version: int) -> None:
    """Raise StateError unless this is the rules version that is played."""
    if version != lib.RUMMY_RULES_VERSION:
        raise StateError("rules_version", given=version, wanted=lib.RUMMY_RULES_VERSION)
