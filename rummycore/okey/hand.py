"""Stateless answers about Okey hands: analysis, arrangements, single melds, declarations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rummycore import _core, analysis, buffers
from rummycore._core import lib
from rummycore.analysis import Discard, Nearest, best_first
from rummycore.errors import HandError, RummyError
from rummycore.okey.notation import ERRORS, Meld, Tile, Tiles, indicator_tile, okey_of, tiles
from rummycore.okey.options import CLASSIC, Rules
from rummycore.values import Choice, Counts, counted

HAND: Final = lib.RUMMY_OKEY_HAND
_NULL: Final = _core.ffi.NULL
_BYTES: Final = _core.BYTES
_from_buffer: Final = _core.ffi.from_buffer
_values: Final = lib.rummy_okey_values
_win: Final = lib.rummy_okey_win
_BY: Final = {"tiles": lib.RUMMY_BY_TILES, "points": lib.RUMMY_BY_POINTS}
_WAYS: Final = {
    "any": lib.RUMMY_OKEY_MELDS | lib.RUMMY_OKEY_PAIRS,
    "melds": lib.RUMMY_OKEY_MELDS,
    "pairs": lib.RUMMY_OKEY_PAIRS,
}


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

    `distance` is the fewest draws after which 14 of the tiles win (O-35), None if none can ever do; `by` says which way is that near, and `melds_distance`
    and `pairs_distance` how near each is. `useful` are the tiles still to be had of which a draw lowers the distance, with the
    copies left, `discards` the same after each discard out of 15 tiles, best first: smallest distance, then most useful tiles. `nearest` is a
    nearest winning hand.
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


# ---------------------------------------------------------------- tiles to counts and back


def ways_of(ways: str) -> int:
    """Return the sum of rummy_okey_win that a word asks for; HandError for another word."""
    if not isinstance(ways, str):
        raise TypeError(f"ways must be a text, not {type(ways).__name__}")
    if ways not in _WAYS:
        raise HandError("ways", f"ways={_core.brief(ways)}: it must be one of {', '.join(_WAYS)}")
    return int(_WAYS[ways])


def count_faces(hand: Sequence[Tile], indicator: Tile, seen: Sequence[Tile] = ()) -> bytearray:
    """Return the 53 face counts of tiles that can lie beside the indicator (O-1, O-11), in a hand and seen elsewhere; HandError names the tile that cannot."""
    faces = _core.counts((*hand, *seen))
    where = _core.new("int *")
    code = lib.rummy_okey_faces(_core.pointer(faces), indicator, where)
    if code == lib.RUMMY_E_COPIES:
        tile = Tile(where[0])
        beside = f" beside the indicator {indicator}" if tile == indicator else ""
        times = hand.count(tile) + seen.count(tile)
        raise HandError("copies", f"{tile} occurs {counted(times, 'time')}{beside}: there are not so many", (tile,))
    ERRORS.check(code)
    return faces


def count_values(faces: bytearray, indicator: Tile, rules: Rules) -> bytearray:
    values = bytearray(_core.KINDS)
    where = _core.new("size_t *")
    ERRORS.check(lib.rummy_okey_values(rules._raw, _core.pointer(faces), indicator, 1, _core.pointer(values), where))
    return values


def _grammar(rules: Rules) -> Any:
    grammar = _core.new("rummy_grammar *")
    lib.rummy_okey_grammar(rules._raw, grammar)
    return grammar


class _Pieces:
    """Gives values their printed pieces back: which tiles stand where a wild is needed, and what shows the okey's face."""

    def __init__(self, faces: Sequence[int], okey: Tile, values: Sequence[int]) -> None:
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
    chosen = Rules.given(rules)
    shown = indicator_tile(indicator)
    held = tiles(hand)
    faces = count_faces(held, shown)
    return held, shown, faces, count_values(faces, shown, chosen), chosen


# ---------------------------------------------------------------- public


def win(hand: Tiles, *, indicator: Tile | str | int, rules: Rules | None = None) -> Win:
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
            if not _values(raw, pointer, indicator, 1, pointer, _NULL):
                _win(raw, pointer, 1, pointer, _NULL)
                return WINS[row[0]]
    held, _, _, values, chosen = _prepare(hand, indicator, rules)
    if len(held) != HAND:
        raise HandError("count", f"{counted(len(held), 'tile')}: a hand has {HAND}")
    return win_of(values, chosen)


def analyze(hand: Tiles, *, indicator: Tile | str | int, seen: Tiles = (), rules: Rules | None = None) -> Analysis:
    """Return what 14 or 15 tiles are worth (O-16, O-18 to O-22, O-35).

    `seen` are tiles known to lie elsewhere, which cannot be drawn any more. HandError for another number of tiles, or tiles that
    cannot all exist.

    >>> analyze("r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k1 k2 k3 k4", indicator="k9").win
    'melds'
    >>> [str(f.discard) for f in analyze("r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k9 k1 k2 k3 F", indicator="k6").finishes]
    ['F']
    >>> hint = analyze("r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k9 k1 k2 b13 b12", indicator="k6", seen="k3")
    >>> hint.distance, str(hint.useful), str(hint.discards[2].discard), str(hint.discards[2].useful)
    (1, 'b1 x2, b11 x2, k3 x1, k7 x2', 'b12', 'k3 x1, k7 x2')
    """
    held, shown, faces, values, chosen = _prepare(hand, indicator, rules)
    gone = tiles(seen)
    if len(held) not in (HAND, HAND + 1):
        raise HandError("count", f"{counted(len(held), 'tile')}: a hand has {HAND}, or {HAND + 1} before its discard")
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
        finishes = find_finishes(faces, values, shown, chosen)
    search = _Search(held, gone, shown, values, chosen)
    by_melds, by_pairs = search.distance("melds"), search.distance("pairs")
    distance, useful = search.useful()
    near = (by_melds is not None and by_melds == distance) + 2 * (by_pairs is not None and by_pairs == distance)
    return Analysis(
        hand=held,
        indicator=shown,
        okey=okey,
        win=win,
        melds=best.melds,
        rest=best.rest,
        pairs=pairs,
        finishes=finishes,
        seen=gone,
        distance=distance,
        by=WINS[near] if near else None,
        melds_distance=by_melds,
        pairs_distance=by_pairs,
        useful=useful,
        discards=search.discards() if len(held) > HAND else (),
        nearest=search.nearest(),
    )


class _Search:
    """The distance of one hand and what goes with it, in printed tiles."""

    def __init__(
        self, hand: Sequence[Tile], seen: Sequence[Tile], indicator: Tile, values: bytearray, rules: Rules
    ) -> None:
        self.indicator, self.okey, self.values, self.rules = indicator, okey_of(indicator), values, rules
        self.faces = count_faces(hand, indicator)
        known = count_faces(hand, indicator, seen)
        self.left = self._left(known, rules)
        printed = self._left(known, CLASSIC)  # here the false jokers and the okeys are counted apart
        self.column, own = columns(indicator, rules), columns(indicator, CLASSIC)
        self.copies = [(1 << self.column[tile], tile, n) for tile in Tile.all() if (n := printed[own[tile]])]

    def _left(self, known: bytearray, rules: Rules) -> bytearray:
        left = count_values(known, self.indicator, rules)
        pointer = _core.pointer(left)
        ERRORS.check(lib.rummy_okey_left(rules._raw, pointer, self.indicator, 1, pointer, _core.new("size_t *")))
        return left

    def _useful(self, mask: int) -> Counts[Tile]:
        return Counts({tile: n for bit, tile, n in self.copies if mask & bit})

    def _ask(self, call: Any, entries: int) -> tuple[Sequence[int], Sequence[int]]:
        out, distances = buffers.numbers("b", entries)
        useful, masks = buffers.numbers("Q", entries)
        values, left = _core.pointer(self.values), _core.pointer(self.left)
        asked, where = ways_of("any"), _core.new("size_t *")
        ERRORS.check(call(self.rules._raw, values, left, self.indicator, asked, 1, distances, masks, where))
        return out, useful

    def distance(self, ways: str) -> int | None:
        out, distances = buffers.numbers("b", 1)
        values, left = _core.pointer(self.values), _core.pointer(self.left)
        asked, where, nothing = ways_of(ways), _core.new("size_t *"), _core.ffi.NULL
        call = lib.rummy_okey_distance
        ERRORS.check(call(self.rules._raw, values, left, self.indicator, asked, 1, distances, nothing, where))
        return _or_never(out[0])

    def useful(self) -> tuple[int | None, Counts[Tile]]:
        """Return the distance by either way, and what helps."""
        out, useful = self._ask(lib.rummy_okey_distance, 1)
        return _or_never(out[0]), self._useful(useful[0])

    def discards(self) -> tuple[Discard[Tile], ...]:
        """Return the table of discards, best first."""
        out, useful = self._ask(lib.rummy_okey_discards, _core.KINDS)
        table = [
            Discard(tile, _or_never(out[self.column[tile]]), self._useful(useful[self.column[tile]]))
            for tile in Tile.all()
            if self.faces[tile]
        ]
        return best_first(table)

    def nearest(self) -> Nearest[Meld, Tile] | None:
        found, missing = _core.new("rummy_arrangement *"), bytearray(_core.KINDS)
        values, left, gap = _core.pointer(self.values), _core.pointer(self.left), _core.pointer(missing)
        ways = ways_of("any")
        code = lib.rummy_okey_nearest(self.rules._raw, values, left, self.indicator, ways, found, gap)
        if code == lib.RUMMY_NEVER:
            return None
        ERRORS.check(code)
        drawn = list(self._draws(missing))
        faces, all_values = _core.counts(drawn), [a + b for a, b in zip(self.values, missing, strict=True)]
        pieces = _Pieces([a + b for a, b in zip(self.faces, faces, strict=True)], self.okey, all_values)
        return Nearest(pieces.arrangement(found).melds, tuple(sorted(drawn)))

    def _draws(self, missing: bytearray) -> Iterator[Tile]:
        """Give printed tiles for missing values."""
        left = [tile for _, tile, n in self.copies for _ in range(n)]
        for value in _core.expand(missing):
            tile = next(tile for tile in left if self.column[tile] == value)
            left.remove(tile)
            yield tile


def _or_never(distance: int) -> int | None:
    return None if distance == lib.RUMMY_NEVER else distance


def win_of(values: bytearray, rules: Rules) -> Win:
    out = bytearray(1)
    where = _core.new("size_t *")
    ERRORS.check(lib.rummy_okey_win(rules._raw, _core.pointer(values), 1, _core.pointer(out), where))
    return WINS[out[0]]


def lay_pairs(faces: bytearray, values: bytearray, okey: Tile) -> tuple[Meld, ...]:
    found = _core.new("rummy_arrangement *")
    ERRORS.check(lib.rummy_pairs(_core.pointer(values), found))
    return _Pieces(faces, okey, values).arrangement(found).melds


def find_finishes(faces: bytearray, values: bytearray, indicator: Tile, rules: Rules) -> tuple[Finish, ...]:
    by = _core.new("uint64_t[1][2]")
    ERRORS.check(lib.rummy_okey_finishes(rules._raw, _core.pointer(values), 1, by, _core.new("size_t *")))
    okey, value = okey_of(indicator), columns(indicator, rules)
    found = []
    for tile in Tile.all():
        if faces[tile]:
            ways = tuple(
                win for bits, win in zip(by[0], (Win.MELDS, Win.PAIRS), strict=True) if bits >> value[tile] & 1
            )
            if ways:
                found.append(Finish(tile, ways, tile == okey))
    return tuple(found)


def columns(indicator: Tile, rules: Rules) -> list[int]:
    """Return the value that each printed tile has (O-9, O-10)."""
    out = [int(tile) for tile in Tile.all()]
    for tile in (okey_of(indicator), Tile(_core.JOKER)):
        out[tile] = count_values(_core.counts([tile]), indicator, rules).index(1)
    return out


def _arrange(faces: bytearray, values: bytearray, okey: Tile, rules: Rules, by: int, limit: int) -> list[Arrangement]:
    found = _core.new("rummy_arrangement[]", limit)
    code = lib.rummy_arrange(_grammar(rules), _core.pointer(values), by, found, limit)
    count = ERRORS.check(code, f"{counted(sum(faces), 'tile')}" if code == lib.RUMMY_E_COUNT else "")
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
        raise HandError("by", f"by={_core.brief(by)}: it must be one of {', '.join(_BY)}")
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
    ERRORS.check(lib.rummy_meld_read(_grammar(rules), _core.pointer(values), found), _core.named(held) or "no tiles")
    return _Pieces(faces, okey, values).meld(found)


def melds(hand: Tiles, *, indicator: Tile | str | int, rules: Rules | None = None) -> tuple[Meld, ...]:
    """Return every group and run that tiles of the hand can form (O-18, O-19), each shape once, wilds only where a tile is missing."""
    _, shown, faces, values, chosen = _prepare(hand, indicator, rules)
    found = _core.new("rummy_meld[]", lib.RUMMY_MELDS)
    count = ERRORS.check(lib.rummy_meld_list(_grammar(chosen), _core.pointer(values), found, lib.RUMMY_MELDS))
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
    chosen, shown, last = Rules.given(rules), indicator_tile(indicator), Tile(discard)
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
            return Verdict(False, "not_held", f"not in the hand: {_core.named(missing)}", missing)
        if over:
            return Verdict(False, "left_over", f"left over in the hand: {_core.named(over)}", over)
    if len(laid) != HAND:
        return Verdict(False, "count", f"{counted(len(laid), 'tile')} are laid down, a win has {HAND}", laid)
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
