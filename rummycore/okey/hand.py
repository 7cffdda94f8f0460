"""Stateless answers about Okey hands: analysis, arrangements, single melds, declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, SupportsIndex

from rummycore import _core, analysis
from rummycore._core import lib
from rummycore.analysis import Discard, Nearest, best_first
from rummycore.errors import HandError
from rummycore.okey.notation import ERRORS, Meld, Tile, Tiles, indicator_tile, tiles
from rummycore.okey.options import Rules
from rummycore.values import Choice, Counts, counted
from rummycore.wire import Wire

HAND: Final = lib.RUMMY_OKEY_HAND
_NULL: Final = _core.ffi.NULL
_BYTES: Final = _core.BYTES
_from_buffer: Final = _core.ffi.from_buffer
_values: Final[Callable[..., int]] = lib.rummy_okey_values
_ONE: Final = tuple(bytes([kind]) for kind in range(lib.RUMMY_KINDS))  # an indicator as a row of one
_win: Final = lib.rummy_okey_win
_BY: Final = {"tiles": lib.RUMMY_BY_TILES, "points": lib.RUMMY_BY_POINTS}
_TILES: Final = Tile.all()


class Win(Choice):
    """How 14 tiles win: not, by melds (O-20), by seven pairs (O-21), or both, which counts as pairs (O-22)."""

    NONE = "none"
    MELDS = "melds"
    PAIRS = "pairs"
    BOTH = "both"


WINS: Final = (Win.NONE, Win.MELDS, Win.PAIRS, Win.BOTH)  # by the sum of rummy_okey_win


@dataclass(frozen=True, slots=True)
class Finish(Wire):
    """A discard out of 15 tiles that leaves a winning hand: by melds, pairs or both, and
    whether it is an okey (O-23).
    """

    discard: Tile
    by: tuple[Win, ...]
    okey: bool


@dataclass(frozen=True, slots=True)
class Arrangement(Wire):
    """Melds laid side by side and what is left over. `points` is the sum of the numbers in melds."""

    melds: tuple[Meld, ...]
    rest: tuple[Tile, ...]
    points: int

    def __str__(self) -> str:
        return " | ".join([*map(str, self.melds), *([f"rest: {' '.join(map(str, self.rest))}"] if self.rest else [])])


@dataclass(frozen=True, slots=True)
class Analysis(Wire):
    """What a hand of 14 or 15 tiles is worth.

    `win` is None for 15 tiles, and `finishes` empty for 14. `melds` and `rest` are the best arrangement into melds;
    `pairs` the seven pairs of a hand that has them.

    `distance` is the fewest draws after which 14 of the tiles win (O-35), None if none can ever do; `by` says which way
    is that near, and `melds_distance` and `pairs_distance` how near each is. `useful` are the tiles still to be had of
    which a draw lowers the distance, with the copies left, `discards` the same after each discard out of 15 tiles, best
    first: smallest distance, then most useful tiles. `nearest` is a nearest winning hand.
    """

    hand: tuple[Tile, ...]
    indicator: Tile
    okey: Tile
    win: Win | None
    melds: tuple[Meld, ...]
    rest: tuple[Tile, ...]
    pairs: tuple[Meld, ...]
    finishes: tuple[Finish, ...]
    seen: tuple[Tile, ...]
    distance: int | None
    by: Win | None
    melds_distance: int | None
    pairs_distance: int | None
    useful: Counts[Tile]
    discards: tuple[Discard[Tile], ...]
    nearest: Nearest[Meld, Tile] | None


class Verdict(analysis.Verdict[Tile]):
    __doc__ = analysis.Verdict.__doc__

    __slots__ = ()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles at fault."""
        return self.pieces


# ---------------------------------------------------------------- to C and back


def _faces(hand: Iterable[Tile]) -> Any:
    return _core.pointer(_core.counts(hand))


def check_held(
    code: int, indicator: Tile, hand: Sequence[Tile], seen: Sequence[Tile] = (), place: str = "", **fields: Any
) -> int:
    """Return a result of C, or raise its error. One about copies names the tile that cannot occur so often."""
    for held in (hand, (*hand, *seen)) if code == lib.RUMMY_E_COPIES else ():
        where = _core.new("int *")
        if lib.rummy_okey_faces(_faces(held), indicator, where) == code:
            tile = _TILES[where[0]]
            raise _too_many(tile, held.count(tile), indicator)
    return ERRORS.check(code, place, **fields)


def _too_many(tile: Tile, times: int, indicator: Tile) -> HandError:
    error = HandError("copies", pieces=[tile], piece=tile, times=times)
    return error.at("as_indicator") if tile == indicator else error


def _expand(faces: Any) -> tuple[Tile, ...]:
    return tuple(_TILES[kind] for kind in _core.expand(faces))


def _set(faces: int) -> Iterator[Tile]:
    """Give the tiles of a set of faces, in ascending order."""
    while faces:
        yield _TILES[(faces & -faces).bit_length() - 1]
        faces &= faces - 1


def _meld(raw: Any) -> Meld:
    pieces, wild = bytes(raw.piece)[: raw.size], raw.wild
    stands = (_TILES[raw.value[i]] if wild >> i & 1 else None for i in range(raw.size))
    return Meld(tuple(_TILES[kind] for kind in pieces), tuple(stands))


def _melds(raw: Any) -> tuple[Meld, ...]:
    """Return the melds of an arrangement of C."""
    return tuple(_meld(raw.meld[i]) for i in range(raw.melds))


def _distance(distance: int) -> int | None:
    return None if distance == lib.RUMMY_NEVER else distance


# ---------------------------------------------------------------- public


def win(hand: Tiles, *, indicator: Tile | str | SupportsIndex, rules: Rules | None = None) -> Win:
    """Return how 14 tiles win (O-20 to O-22): what `analyze` says in `win`, and nothing else. HandError as there.

    Quickest with a tuple of Tiles and a Tile, as `State.hand` and `tiles` return them.

    >>> win("r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k1 k2 k3 k4", indicator="k9")
    'melds'
    """
    chosen = Rules.given(rules)
    if type(hand) is tuple and len(hand) == HAND and type(indicator) is Tile:
        row = bytearray(_core.KINDS)  # faces, then values, then the answer
        for tile in hand:
            if type(tile) is not Tile:
                break
            row[tile] += 1
        else:
            raw, pointer = chosen._raw, _from_buffer(_BYTES, row)
            if not _values(raw, pointer, _ONE[indicator], 1, pointer, _NULL):
                _win(raw, pointer, 1, pointer, _NULL)
                return WINS[row[0]]
    shown, held = indicator_tile(indicator), tiles(hand)
    values, out = _faces(held), bytearray(1)
    check_held(_values(chosen._raw, values, _ONE[shown], 1, values, _NULL), shown, held)
    if len(held) != HAND:
        raise ERRORS.wrong_number(len(held)).at("here", wanted=HAND)
    ERRORS.check(_win(chosen._raw, values, 1, _core.pointer(out), _NULL))
    return WINS[out[0]]


def analyze(
    hand: Tiles, *, indicator: Tile | str | SupportsIndex, seen: Tiles = (), rules: Rules | None = None
) -> Analysis:
    """Return what 14 or 15 tiles are worth (O-16, O-18 to O-22, O-35).

    `seen` are tiles known to lie elsewhere, which cannot be drawn any more. HandError for another number of tiles, or
    tiles that cannot all exist.

    >>> analyze("r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k1 k2 k3 k4", indicator="k9").win
    'melds'
    >>> [str(f.discard) for f in analyze("r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k9 k1 k2 k3 F", indicator="k6").finishes]
    ['F']
    >>> hint = analyze("r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k9 k1 k2 b13 b12", indicator="k6", seen="k3")
    >>> hint.distance, str(hint.useful), str(hint.discards[2].discard), str(hint.discards[2].useful)
    (1, 'b1 x2, b11 x2, k3 x1, k7 x2', 'b12', 'k3 x1, k7 x2')
    """
    chosen, shown, held, gone = Rules.given(rules), indicator_tile(indicator), tiles(hand), tiles(seen)
    raw = _core.new("rummy_okey_analysis *")
    code = lib.rummy_okey_analyze(chosen._raw, _faces(held), _faces(gone), shown, raw, _NULL)
    if code == lib.RUMMY_E_COUNT:
        raise ERRORS.wrong_number(len(held))
    check_held(code, shown, held, gone)
    okey, available = _TILES[raw.okey], bytes(raw.available)

    def useful(faces: int) -> Counts[Tile]:
        return Counts({tile: available[tile] for tile in _set(faces)})

    def ways(tile: Tile) -> tuple[Win, ...]:
        return tuple(way for way, faces in zip((Win.MELDS, Win.PAIRS), raw.finishes, strict=True) if faces >> tile & 1)

    table = [
        Discard(tile, _distance(raw.after[tile]), useful(raw.useful_after[tile]))
        for tile in (sorted(set(held)) if len(held) > HAND else ())
    ]
    distance = _distance(raw.distance)
    return Analysis(
        hand=held,
        indicator=shown,
        okey=okey,
        win=WINS[raw.win] if len(held) == HAND else None,
        melds=_melds(raw.best),
        rest=_expand(raw.best.rest),
        pairs=_melds(raw.pairs),
        finishes=tuple(Finish(tile, ways(tile), tile == okey) for tile in _set(raw.finishes[0] | raw.finishes[1])),
        seen=gone,
        distance=distance,
        by=WINS[raw.by] if raw.by else None,
        melds_distance=_distance(raw.melds_distance),
        pairs_distance=_distance(raw.pairs_distance),
        useful=useful(raw.useful),
        discards=best_first(table),
        nearest=None if distance is None else Nearest(_melds(raw.nearest), _expand(raw.missing)),
    )


def arrange(
    hand: Tiles, *, indicator: Tile | str | SupportsIndex, by: str = "tiles", rules: Rules | None = None
) -> Arrangement:
    """Return the best arrangement of up to 22 tiles into melds (O-18, O-19).

    by="tiles" puts as many tiles as possible into melds and, among such arrangements, counts the numbers; by="points"
    does the reverse. Long runs come in parts of 3 to 5 tiles. HandError for tiles that cannot be held together or more
    than 22.

    >>> print(arrange("r4 r6 b11 y1 y2 y3 k9", indicator="b10"))
    r4 b11=r5 r6 | y1 y2 y3 | rest: k9
    """
    return arrangements(hand, indicator=indicator, by=by, rules=rules, limit=1)[0]


def arrangements(
    hand: Tiles,
    *,
    indicator: Tile | str | SupportsIndex,
    by: str = "tiles",
    rules: Rules | None = None,
    limit: int = 100,
) -> tuple[Arrangement, ...]:
    """Return up to `limit` different arrangements that are equally good and better than all others, as `arrange`
    counts.

    Two that differ only in what a wild stands for count once.
    """
    if not isinstance(by, str):
        raise TypeError(f"by must be a text, not {type(by).__name__}")
    if by not in _BY:
        raise HandError("word", name="by", given=_core.brief(by), words=", ".join(_BY))
    if not 1 <= _core.integer(limit, "limit") <= 10_000:
        raise HandError("limit", name="limit", given=int(limit), least=1, most=10_000)
    chosen, shown, held = Rules.given(rules), indicator_tile(indicator), tiles(hand)
    found = _core.new("rummy_okey_arrangement[]", limit)
    code = lib.rummy_okey_arrange(chosen._raw, _faces(held), shown, _BY[by], found, limit)
    if code == lib.RUMMY_E_COUNT:
        raise ERRORS.wrong_number(len(held))
    n = check_held(code, shown, held)
    return tuple(Arrangement(_melds(found[i]), _expand(found[i].rest), found[i].points) for i in range(n))


def seven_pairs(hand: Tiles, *, indicator: Tile | str | SupportsIndex, rules: Rules | None = None) -> tuple[Meld, ...]:
    """Return a hand laid as pairs (O-21). HandError if it cannot be."""
    chosen, shown, held = Rules.given(rules), indicator_tile(indicator), tiles(hand)
    found = _core.new("rummy_okey_arrangement *")
    check_held(lib.rummy_okey_pairs(chosen._raw, _faces(held), shown, found), shown, held)
    return _melds(found)


def meld(pieces: Tiles, *, indicator: Tile | str | SupportsIndex, rules: Rules | None = None) -> Meld:
    """Return tiles, in whatever order, as the one meld that they all form: a group, a run or a pair (O-18, O-19, O-21).

    Where a wild can stand for several tiles it takes the dearest. HandError says why they form none.

    >>> str(meld("r12 r13 k10", indicator="k9"))
    'k10=r11 r12 r13'
    """
    chosen, shown, held = Rules.given(rules), indicator_tile(indicator), tiles(pieces)
    found = _core.new("rummy_okey_meld *")
    code = lib.rummy_okey_meld_read(chosen._raw, _faces(held), shown, found)
    check_held(code, shown, held, place="part", pieces=held, part=_core.named(held) or "no tiles")
    return _meld(found)


def melds(hand: Tiles, *, indicator: Tile | str | SupportsIndex, rules: Rules | None = None) -> tuple[Meld, ...]:
    """Return every group and run that tiles of the hand can form (O-18, O-19), each shape once,
    wilds only where a tile is missing.
    """
    chosen, shown, held = Rules.given(rules), indicator_tile(indicator), tiles(hand)
    found = _core.new("rummy_okey_meld[]", lib.RUMMY_MELDS)
    n = lib.rummy_okey_melds(chosen._raw, _faces(held), shown, found, lib.RUMMY_MELDS)
    return tuple(_meld(found[i]) for i in range(check_held(n, shown, held)))


def check_declaration(
    declared: Iterable[Meld | Tiles],
    *,
    discard: Tile | str | SupportsIndex,
    indicator: Tile | str | SupportsIndex,
    hand: Tiles | None = None,
    rules: Rules | None = None,
) -> Verdict:
    """Return whether melds laid down with a finishing discard are a win (O-16, O-20, O-21).

    `declared` are all 14 tiles, in groups and runs or in seven pairs; `hand`, if given, the 15 tiles held, which must
    be just these. A part may be a `Meld` or its text too; what its wild tiles stand for is found anew. The verdict
    names what is wrong: tiles that cannot all exist or are not held, a wrong number, a meld that is none, or melds
    mixed with pairs. Texts that name no tile are a NotationError.

    >>> check_declaration(["r1 r2 r3", "y5 y6 y7 y8", "r9 y9 b9", "k12 k13 k1 k2"], discard="F", indicator="k9").code
    'meld_wrap'
    """
    chosen, shown, last = Rules.given(rules), indicator_tile(indicator), Tile(discard)
    parts = [_laid(part) for part in declared]
    laid = tuple(tile for part in parts for tile in part)
    held = None if hand is None else tiles(hand)
    verdict, sizes = _core.new("rummy_okey_verdict *"), _core.new("size_t[]", [len(part) for part in parts])
    pieces, faces = _core.pointer(bytes(laid)), _NULL if held is None else _faces(held)
    call = lib.rummy_okey_check_declaration
    ERRORS.check(call(chosen._raw, shown, pieces, sizes, len(parts), last, faces, verdict))
    if verdict.code:
        return _fault(verdict, parts, (*laid, last), held or (), shown)
    by_pairs = verdict.win == lib.RUMMY_OKEY_PAIRS
    return Verdict(True, "ok", f"the hand wins with {'seven pairs' if by_pairs else 'melds'}")


def _fault(
    raw: Any, parts: Sequence[tuple[Tile, ...]], used: tuple[Tile, ...], held: tuple[Tile, ...], indicator: Tile
) -> Verdict:
    """Return the verdict on a declaration that does not win. `used` are the tiles laid, then the discard."""
    code, faces = raw.code, bytes(raw.faces)
    pieces = tuple(tile for i, part in enumerate(parts) if raw.parts >> i & 1 for tile in part)
    sentence = ERRORS.sentence(code)
    if code == lib.RUMMY_E_COPIES:
        pieces = tuple(tile for tile in used if faces[tile])
        sentence = _too_many(pieces[0], len(pieces), indicator).sentence
    elif code == lib.RUMMY_E_NOT_HELD:
        pieces = tuple(tile for tile in dict.fromkeys(used) for _ in range(faces[tile]))
        sentence = f"not in the hand: {_core.named(pieces)}"
    elif code == lib.RUMMY_E_LEFT_OVER:
        more = {tile: held.count(tile) - used.count(tile) for tile in dict.fromkeys(held) if faces[tile]}
        pieces = tuple(tile for tile, n in more.items() for _ in range(n))
        sentence = f"left over in the hand: {_core.named(pieces)}"
    elif code == lib.RUMMY_E_COUNT:
        pieces = used[:-1]
        sentence = f"{counted(len(pieces), 'tile')} are laid down, a win has {HAND}"
    elif not raw.parts:
        sentence = "no tiles: a part laid down is empty"
    elif code != lib.RUMMY_E_MIXED:
        sentence = f"{_core.named(pieces)}: {sentence}"
    return Verdict(False, _core.code_name(code), sentence, pieces)


def _laid(part: Meld | Tiles) -> tuple[Tile, ...]:
    """Return the tiles of a part laid down; a wild may be written with what it stands for."""
    if isinstance(part, Meld):
        return part.tiles
    words = part.split() if isinstance(part, str) else part
    return tiles(word.partition("=")[0] if isinstance(word, str) else word for word in words)
