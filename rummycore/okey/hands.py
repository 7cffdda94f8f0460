"""Stateless answers about Okey hands: analysis, arrangements, single melds, declarations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rummycore import _core
from rummycore._core import lib
from rummycore.errors import HandError, RummyError
from rummycore.okey.rules import CLASSIC, Rules
from rummycore.okey.tiles import Meld, Tile, Tiles, indicator_tile, okey_of, tiles
from rummycore.words import Choice

HAND: Final = lib.RUMMY_OKEY_HAND
_BY: Final = {"tiles": lib.RUMMY_BY_TILES, "points": lib.RUMMY_BY_POINTS}


class Win(Choice):
    """How 14 tiles win: not, by melds (O-20), by seven pairs (O-21), or both, which counts as pairs (O-22)."""

    NONE = "none"
    MELDS = "melds"
    PAIRS = "pairs"
    BOTH = "both"


WINS: Final = (Win.NONE, Win.MELDS, Win.PAIRS, Win.BOTH)  # by the sum of rummy_okey_win


@dataclass(frozen=True, slots=True)
class Finish:
    """A discard out of 15 tiles that leaves a winning hand: by melds, pairs or both, and whether it is an okey (O-23)."""

    discard: Tile
    by: tuple[Win, ...]
    okey: bool


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Melds laid side by side and what is left over. `points` is the sum of the numbers in melds."""

    melds: tuple[Meld, ...]
    rest: tuple[Tile, ...]
    points: int

    def __str__(self) -> str:
        return " | ".join([*map(str, self.melds), *([f"rest: {' '.join(map(str, self.rest))}"] if self.rest else [])])


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a hand of 14 or 15 tiles is worth.

    `win` is None for 15 tiles, and `finishes` empty for 14. `melds` and `rest` are the best arrangement into melds; `pairs` the
    seven pairs of a hand that has them.
    """

    hand: tuple[Tile, ...]
    indicator: Tile
    okey: Tile
    win: Win | None
    melds: tuple[Meld, ...]
    rest: tuple[Tile, ...]
    pairs: tuple[Meld, ...]
    finishes: tuple[Finish, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a declaration is worth: `ok`, or why not, with the tiles at fault. True in a condition when it holds."""

    ok: bool
    code: str
    sentence: str
    tiles: tuple[Tile, ...] = ()

    def __bool__(self) -> bool:
        return self.ok


# ---------------------------------------------------------------- tiles to counts and back


def rules_or_default(rules: Rules | None) -> Rules:
    if rules is None:
        return CLASSIC
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be okey.Rules, not {type(rules).__name__}")
    return rules


def count_faces(hand: Sequence[Tile], indicator: Tile) -> bytearray:
    """Return the 53 face counts of tiles that can be held beside the indicator (O-1, O-11); HandError names the tile that cannot."""
    faces = _core.counts(hand)
    where = _core.new("int *")
    code = lib.rummy_okey_faces(_core.pointer(faces), indicator, where)
    if code == lib.RUMMY_E_COPIES:
        tile = Tile(where[0])
        beside = f" beside the indicator {indicator}" if tile == indicator else ""
        raise HandError("copies", f"{tile} occurs {hand.count(tile)} times{beside}: there are not so many", (tile,))
    _core.check(code)
    return faces


def count_values(faces: bytearray, indicator: Tile, rules: Rules) -> bytearray:
    values = bytearray(_core.KINDS)
    where = _core.new("size_t *")
    _core.check(lib.rummy_okey_values(rules._raw, _core.pointer(faces), indicator, 1, _core.pointer(values), where))
    return values


def _grammar(rules: Rules) -> Any:
    grammar = _core.new("rummy_grammar *")
    lib.rummy_okey_grammar(rules._raw, grammar)
    return grammar


class _Pieces:
    """Gives values their printed pieces back: which tiles stand where a wild is needed, and what shows the okey's face."""

    def __init__(self, faces: bytearray, okey: Tile, values: bytearray) -> None:
        self.okey = okey
        jokers_wild = values[_core.JOKER] - faces[okey]
        self.wild = [okey] * faces[okey] + [Tile(_core.JOKER)] * jokers_wild

    def natural(self, value: int) -> Tile:
        return Tile(_core.JOKER) if value == self.okey else Tile(value)

    def meld(self, meld: Any) -> Meld:
        pieces, stands = [], []
        for i in range(meld.size):
            value = meld.value[i]
            wild = meld.wild >> i & 1
            pieces.append(self.wild.pop(0) if wild else self.natural(value))
            stands.append(Tile(value) if wild else None)
        return Meld(tuple(pieces), tuple(stands))

    def arrangement(self, found: Any) -> Arrangement:
        held = list(self.wild)
        melds = tuple(self.meld(found.meld[i]) for i in range(found.melds))
        rest = [self.natural(value) for value in _core.expand(found.rest) if value != _core.JOKER]
        rest += self.wild
        self.wild = held
        return Arrangement(melds, tuple(sorted(rest)), found.points)


def _prepare(
    hand: Tiles, indicator: Tile | str | int, rules: Rules | None
) -> tuple[tuple[Tile, ...], Tile, bytearray, bytearray, Rules]:
    chosen = rules_or_default(rules)
    shown = indicator_tile(indicator)
    held = tiles(hand)
    faces = count_faces(held, shown)
    return held, shown, faces, count_values(faces, shown, chosen), chosen


# ---------------------------------------------------------------- public


def analyze(hand: Tiles, *, indicator: Tile | str | int, rules: Rules | None = None) -> Analysis:
    """Return what 14 or 15 tiles are worth; HandError for another number or tiles that cannot be held together (O-16, O-18 to O-22).

    >>> analyze("r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k1 k2 k3 k4", indicator="k9").win
    'melds'
    >>> [str(f.discard) for f in analyze("r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k9 k1 k2 k3 F", indicator="k6").finishes]
    ['F']
    """
    held, shown, faces, values, chosen = _prepare(hand, indicator, rules)
    if len(held) not in (HAND, HAND + 1):
        raise HandError("count", f"{len(held)} tiles: a hand has {HAND}, or {HAND + 1} before its discard")
    okey = okey_of(shown)
    best = _arrange(faces, values, okey, chosen, lib.RUMMY_BY_TILES, 1)[0]
    win: Win | None = None
    pairs: tuple[Meld, ...] = ()
    finishes: tuple[Finish, ...] = ()
    if len(held) == HAND:
        win = win_of(values, chosen)
        if win in (Win.PAIRS, Win.BOTH):
            pairs = lay_pairs(faces, values, okey)
    else:
        finishes = find_finishes(faces, shown, chosen)
    return Analysis(held, shown, okey, win, best.melds, best.rest, pairs, finishes)


def win_of(values: bytearray, rules: Rules) -> Win:
    out = bytearray(1)
    where = _core.new("size_t *")
    _core.check(lib.rummy_okey_win(rules._raw, _core.pointer(values), 1, _core.pointer(out), where))
    return WINS[out[0]]


def lay_pairs(faces: bytearray, values: bytearray, okey: Tile) -> tuple[Meld, ...]:
    found = _core.new("rummy_arrangement *")
    _core.check(lib.rummy_pairs(_core.pointer(values), found))
    return _Pieces(faces, okey, values).arrangement(found).melds


def find_finishes(faces: bytearray, indicator: Tile, rules: Rules) -> tuple[Finish, ...]:
    values = count_values(faces, indicator, rules)
    by, where = _core.new("uint64_t[1][2]"), _core.new("size_t *")
    _core.check(lib.rummy_okey_finishes(rules._raw, _core.pointer(values), 1, by, where))
    melds, pairs = by[0]
    okey = okey_of(indicator)
    jokers_wild = values[_core.JOKER] > faces[okey]  # O-10: what is no okey among the wild tiles
    found = []
    for tile in Tile.all():
        value = tile
        if tile == okey or (tile == _core.JOKER and jokers_wild):
            value = Tile(_core.JOKER)
        elif tile == _core.JOKER:
            value = okey
        if faces[tile] and (melds | pairs) >> value & 1:
            ways = tuple(win for bits, win in ((melds, Win.MELDS), (pairs, Win.PAIRS)) if bits >> value & 1)
            found.append(Finish(tile, ways, tile == okey))
    return tuple(found)


def _arrange(faces: bytearray, values: bytearray, okey: Tile, rules: Rules, by: int, limit: int) -> list[Arrangement]:
    found = _core.new("rummy_arrangement[]", limit)
    code = lib.rummy_arrange(_grammar(rules), _core.pointer(values), by, found, limit)
    count = _core.check(
        code, f"{sum(faces)} tiles: up to {lib.RUMMY_HAND_MAX} can be arranged" if code == lib.RUMMY_E_COUNT else ""
    )
    pieces = _Pieces(faces, okey, values)
    return [pieces.arrangement(found[i]) for i in range(count)]


def arrange(hand: Tiles, *, indicator: Tile | str | int, by: str = "tiles", rules: Rules | None = None) -> Arrangement:
    """Return the best arrangement of up to 22 tiles into melds (O-18, O-19).

    by="tiles" puts as many tiles as possible into melds and, among such arrangements, counts the numbers; by="points" does the
    reverse. Long runs come in parts of 3 to 5 tiles. HandError for tiles that cannot be held together or more than 22.

    >>> print(arrange("r4 r6 b11 y1 y2 y3 k9", indicator="b10"))
    r4 b11=r5 r6 | y1 y2 y3 | rest: k9
    """
    return arrangements(hand, indicator=indicator, by=by, rules=rules, limit=1)[0]


def arrangements(
    hand: Tiles, *, indicator: Tile | str | int, by: str = "tiles", rules: Rules | None = None, limit: int = 100
) -> tuple[Arrangement, ...]:
    """Return up to `limit` different arrangements that are equally good and better than all others, as `arrange` counts.

    Two that differ only in what a wild stands for count once.
    """
    if not isinstance(by, str):
        raise TypeError(f"by must be a text, not {type(by).__name__}")
    if by not in _BY:
        raise HandError("by", f"by={by[:40]!r}: it must be one of {', '.join(_BY)}")
    if not 1 <= _core.integer(limit, "limit") <= 10_000:
        raise HandError("limit", f"limit={_core.brief(limit)}: it must be 1..10000")
    _, shown, faces, values, chosen = _prepare(hand, indicator, rules)
    return tuple(_arrange(faces, values, okey_of(shown), chosen, _BY[by], limit))


def meld(pieces: Tiles, *, indicator: Tile | str | int, rules: Rules | None = None) -> Meld:
    """Return tiles, in whatever order, as the one meld that they all form: a group, a run or a pair (O-18, O-19, O-21).

    Where a wild can stand for several tiles it takes the dearest. HandError says why they form none.

    >>> str(meld("r12 r13 k10", indicator="k9"))
    'k10=r11 r12 r13'
    """
    held, shown, faces, values, chosen = _prepare(pieces, indicator, rules)
    return _read(held, faces, values, okey_of(shown), chosen)


def _read(held: Sequence[Tile], faces: bytearray, values: bytearray, okey: Tile, rules: Rules) -> Meld:
    found = _core.new("rummy_meld *")
    _core.check(
        lib.rummy_meld_read(_grammar(rules), _core.pointer(values), found), " ".join(map(str, held)) or "no tiles"
    )
    return _Pieces(faces, okey, values).meld(found)


def melds(hand: Tiles, *, indicator: Tile | str | int, rules: Rules | None = None) -> tuple[Meld, ...]:
    """Return every group and run that tiles of the hand can form (O-18, O-19), each shape once, wilds only where a tile is missing."""
    _, shown, faces, values, chosen = _prepare(hand, indicator, rules)
    found = _core.new("rummy_meld[]", lib.RUMMY_MELDS)
    count = _core.check(lib.rummy_meld_list(_grammar(chosen), _core.pointer(values), found, lib.RUMMY_MELDS))
    okey = okey_of(shown)
    return tuple(_Pieces(faces, okey, values).meld(found[i]) for i in range(count))


def check_declaration(
    declared: Iterable[Meld | Tiles],
    *,
    discard: Tile | str | int,
    indicator: Tile | str | int,
    hand: Tiles | None = None,
    rules: Rules | None = None,
) -> Verdict:
    """Return whether melds laid down with a finishing discard are a win (O-16, O-20, O-21).

    `declared` are all 14 tiles, in groups and runs or in seven pairs; `hand`, if given, the 15 tiles held, which must be just
    these. A part may be a `Meld` or its text too; what its wild tiles stand for is found anew. The verdict names what is wrong: tiles that cannot all exist or are not held, a wrong number, a meld that is none, or
    melds mixed with pairs. Texts that name no tile are a NotationError.

    >>> check_declaration(["r1 r2 r3", "y5 y6 y7 y8", "r9 y9 b9", "k12 k13 k1 k2"], discard="F", indicator="k9").code
    'meld_wrap'
    """
    chosen, shown, last = rules_or_default(rules), indicator_tile(indicator), Tile(discard)
    parts = [_laid(part) for part in declared]
    laid = tuple(tile for part in parts for tile in part)
    try:
        count_faces((*laid, last), shown)
    except HandError as error:
        return Verdict(False, error.code, error.sentence, tuple(t for t in (*laid, last) if t in error.pieces))
    if hand is not None:
        held, used = Counter(tiles(hand)), Counter((*laid, last))
        missing, over = tuple((used - held).elements()), tuple((held - used).elements())
        if missing:
            return Verdict(False, "not_held", f"not in the hand: {' '.join(map(str, missing))}", missing)
        if over:
            return Verdict(False, "left_over", f"left over in the hand: {' '.join(map(str, over))}", over)
    if len(laid) != HAND:
        return Verdict(False, "count", f"{len(laid)} tiles are laid down, a win has {HAND}", laid)
    if not all(parts):
        return Verdict(False, "meld_size", "no tiles: a part laid down is empty")
    in_pairs = sum(len(part) == 2 for part in parts)
    if in_pairs not in (0, len(parts)):
        return Verdict(
            False,
            "mixed",
            "melds and pairs may not be mixed",
            tuple(t for part in parts if len(part) == 2 for t in part),
        )
    for part in parts:
        try:
            meld(part, indicator=shown, rules=chosen)
        except RummyError as error:
            return Verdict(False, error.code, error.sentence, part)
    return Verdict(True, "ok", "the hand wins with seven pairs" if in_pairs else "the hand wins with melds")


def _laid(part: Meld | Tiles) -> tuple[Tile, ...]:
    """Return the tiles of a part laid down; a wild may be written with what it stands for."""
    if isinstance(part, Meld):
        return part.tiles
    words = part.split() if isinstance(part, str) else part
    return tiles(word.partition("=")[0] if isinstance(word, str) else word for word in words)
