"""Okey's tiles, melds and moves as text and numbers (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final, SupportsIndex, TypeAlias

from rummycore import _core, notation
from rummycore._core import lib
from rummycore.errors import NotationError
from rummycore.notation import BaseMove, BasePiece
from rummycore.values import Choice
from rummycore.wire import Wire

show: Final = notation.show
SUITS: Final = "rybk"


class Tile(BasePiece, noun="tile", texts=[*(f"{suit}{rank}" for suit in SUITS for rank in range(1, 14)), "F"]):
    """A kind of tile, 0..52: `r7 y13 b1 k10`, and `F`, the false joker (O-1). Both copies are the same Tile.

    >>> Tile("r7"), int(Tile("y1")), Tile(52)
    (Tile('r7'), 13, Tile('F'))
    """

    __slots__ = ()
    suits: ClassVar[str] = SUITS


F: Final = Tile("F")
ERRORS: Final = _core.Errors("okey", (*Tile.texts[:-1], "a wild tile"), 2, "tile")  # of rows of values
Tiles: TypeAlias = "str | Iterable[Tile | str | SupportsIndex]"


def tiles(source: Tiles) -> tuple[Tile, ...]:
    """Return tiles in the order given, from a text with spaces or from any iterable of tiles, texts or ints.

    NotationError for a word or number that is no tile.

    >>> tiles("r7 F")
    (Tile('r7'), Tile('F'))
    """
    return Tile.many(source)


def indicator_tile(indicator: Tile | str | SupportsIndex) -> Tile:
    """Return the indicator as a Tile; HandError for a false joker (O-5)."""
    if indicator is None:
        raise TypeError("the indicator must be a tile, not None")
    tile = Tile(indicator)
    ERRORS.check(lib.rummy_okey_of(tile), "indicator", pieces=[tile], piece=tile)
    return tile


def okey_of(indicator: Tile | str | SupportsIndex) -> Tile:
    """Return the okey: the next number in the indicator's colour, 1 after 13 (O-8). HandError for a false joker.

    >>> okey_of("b13")
    Tile('b1')
    """
    return Tile(lib.rummy_okey_of(indicator_tile(indicator)))


class MeldKind(Choice):
    """What a meld is: one number in several colours, one colour in a row, or two equal tiles."""

    GROUP = "group"
    RUN = "run"
    PAIR = "pair"


@dataclass(frozen=True, slots=True)
class Meld:
    """Tiles that belong together: a group (O-18), a run in ascending order (O-19) or a pair (O-21).

    `tiles` are the printed pieces. `stands` has for each wild tile what it stands for, and None for the others. A false
    joker that is not wild counts as the okey's face. As text a wild tile reads `b11=r5`.

    >>> meld = Meld.parse("r4 b11=r5 r6")
    >>> meld.kind, meld.points, str(meld)
    ('run', 15, 'r4 b11=r5 r6')
    """

    tiles: tuple[Tile, ...]
    stands: tuple[Tile | None, ...]

    @classmethod
    def parse(cls, text: str) -> Meld:
        """Return the meld that a text writes. NotationError if a word is no tile. Only `okey.meld` checks the meld."""
        if not isinstance(text, str):
            raise TypeError(f"the text of a meld is a str, not {type(text).__name__}")
        pieces, stands = [], []
        for word in text.split():
            piece, wild, face = word.partition("=")
            pieces.append(Tile.parse(piece))
            stands.append(Tile.parse(face) if wild else None)
        if len(pieces) < 2:
            raise NotationError("meld", given=_core.brief(text))
        return cls(tuple(pieces), tuple(stands))

    @property
    def faces(self) -> tuple[Tile, ...]:
        """What each tile counts as; `F` for a false joker that is not wild."""
        return tuple(tile if face is None else face for tile, face in zip(self.tiles, self.stands, strict=True))

    @property
    def kind(self) -> MeldKind:
        """Group, run or pair, by the number and the faces of its tiles."""
        if len(self.tiles) == 2:
            return MeldKind.PAIR
        return MeldKind.GROUP if len({face.rank for face in self.faces} - {None}) == 1 else MeldKind.RUN

    @property
    def points(self) -> int:
        """The sum of the numbers. A 1 counts 1 at both ends of a run; a pair, and false jokers alone, count 0."""
        ranks = [face.rank for face in self.faces]
        if self.kind is MeldKind.PAIR:
            return 0
        if self.kind is MeldKind.GROUP:
            return max(rank or 0 for rank in ranks) * len(ranks)
        start = next((rank - at for at, rank in enumerate(ranks) if rank is not None and rank > 1), None)
        if start is None:
            return 0
        return sum((start + at - 1) % 13 + 1 for at in range(len(ranks)))

    def __str__(self) -> str:
        pairs = zip(self.tiles, self.stands, strict=True)
        return " ".join(str(tile) if face is None else f"{tile}={face}" for tile, face in pairs)

    def to_json(self) -> str:
        """Return the meld as its text."""
        return str(self)

    def __repr__(self) -> str:
        return f"Meld.parse({str(self)!r})"


class Move(
    BaseMove,
    noun="move",
    texts=[
        *("draw", "take", "show", "pass"),
        *(f"{act} {tile}" for act in ("discard", "finish") for tile in Tile.all()),
    ],
):
    """A move by its id 0..109 and text: `draw`, `take`, `show`, `pass`, `discard r7`, `finish r7` (O-13 to O-17, O-24).

    >>> Move("discard r7"), int(Move("finish F")), Move(1)
    (Move('discard r7'), 109, Move('take'))
    """

    __slots__ = ()

    @property
    def tile(self) -> Tile | None:
        """The tile that a discard or finish names; None for another move."""
        if self < lib.RUMMY_OKEY_DISCARD:
            return None
        return Tile((self - lib.RUMMY_OKEY_DISCARD) % _core.KINDS)

    @property
    def pieces(self) -> tuple[Tile, ...]:
        """The tile that the move names, if any."""
        return () if self.tile is None else (self.tile,)


@dataclass(frozen=True, slots=True)
class Event(Wire):
    """What somebody learns of a move: the seat, the move, and the tile.

    `tile` is None where there is none to see: a drawn tile is known to its seat alone (O-7).
    """

    seat: int
    move: Move
    tile: Tile | None
