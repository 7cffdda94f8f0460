"""Stateless answers about Marriage hands: analysis, single combinations, declarations, maal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rummycore import _core
from rummycore._core import lib
from rummycore.errors import HandError, RummyError
from rummycore.marriage.cards import ERRORS, KINDS, Card, Cards, ComboKind, M, Meld, Move, cards, number, tiplu_card
from rummycore.marriage.rules import PAGAT, ExposedTunnela, Rules
from rummycore.words import Choice, Counts

HAND: Final = lib.RUMMY_MARRIAGE_HAND


class Route(Choice):
    """How a seat has seen the tiplu (M-14, M-15): not yet, by three combinations, or by dublees."""

    NONE = "none"
    THREE = "three"
    DUBLEE = "dublee"


ROUTES: Final = tuple(Route)  # by rummy_marriage_route


class Item(Choice):
    """What scores (M-23 to M-25)."""

    TIPLU = "tiplu"
    POPLU = "poplu"
    JHIPLU = "jhiplu"
    MARRIAGE = "marriage"
    TUNNELA = "tunnela"
    ALTER = "alter"
    MAN = "man"


ITEMS: Final = tuple(Item)  # by rummy_marriage_item


@dataclass(frozen=True, slots=True)
class MaalItem:
    """One thing that scores: what, of which card (of a marriage the tiplu), how many, and the points of all of them together."""

    item: Item
    card: Card
    count: int
    points: int


@dataclass(frozen=True, slots=True)
class Maal:
    """The points of a hand by the best partition (M-23), and which cards count as what."""

    points: int
    items: tuple[MaalItem, ...]


class Reach(Choice):
    """By what a goal is nearer: by combinations, by dublees, or by both alike."""

    COMBOS = "combos"
    DUBLEES = "dublees"
    BOTH = "both"


REACHES: Final = (None, *Reach)  # by a sum of rummy_marriage_reach


@dataclass(frozen=True, slots=True)
class Goal:
    """What concealed cards are to become: so many primary combinations and others that are valid once the tiplu is seen (M-17, M-18), or
    so many dublees (M-15, M-19); 0 and 0, or 0, where that way is not open.

    >>> Goal(primary=3, dublees=7), WHOLE_HAND
    (Goal(primary=3, others=0, dublees=7), Goal(primary=3, others=4, dublees=8))
    """

    primary: int = 0
    others: int = 0
    dublees: int = 0

    def __post_init__(self) -> None:
        for name, most in (("primary", 3), ("others", 4), ("dublees", 10)):
            if not 0 <= _core.integer(getattr(self, name), name) <= most:
                raise HandError("goal", f"{name}={_core.brief(getattr(self, name))}: it must be 0..{most}")
        if not self.primary + self.others + self.dublees:
            raise HandError("goal", "a goal of nothing")

    @property
    def _raw(self) -> Any:
        return _core.new("rummy_marriage_goal *", (self.primary, self.others, self.dublees))


TO_SEE: Final = Goal(primary=3, dublees=7)
AFTER_SEEING: Final = Goal(others=4)
WHOLE_HAND: Final = Goal(primary=3, others=4, dublees=8)


@dataclass(frozen=True, slots=True)
class Discard:
    """A discard: the distance it leaves (None: no draw can do then), and the cards useful then with the copies left."""

    discard: Card
    distance: int | None
    useful: Counts[Card]

    @property
    def total(self) -> int:
        """How many cards lower the distance, copies counted."""
        return self.useful.total


@dataclass(frozen=True, slots=True)
class Nearest:
    """A nearest reaching of a goal: combinations, or dublees as pairs of cards, and which of the cards in them are missing."""

    melds: tuple[tuple[Card, ...], ...]
    missing: tuple[Card, ...]

    def __str__(self) -> str:
        missing = f" | missing: {' '.join(map(str, self.missing))}" if self.missing else ""
        return " | ".join(" ".join(map(str, meld)) for meld in self.melds) + missing


@dataclass(frozen=True, slots=True)
class Distances:
    """How many cards are missing (M-30): for the primary combinations that are still to be laid, for the dublees that see, for the combinations that
    finish, and for the dublees that finish. None: that way is not open (any more), no draw can do, or, of `combos`, the tiplu is not known.
    """

    primary: int | None
    dublees_to_see: int | None
    combos: int | None
    dublees_to_win: int | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a hand is worth to one who knows the tiplu (None: nobody does; then there are no finishes by combinations and no maal).

    `cards` are the concealed ones. `primary` are all ways to lay the primary combinations that are still to be laid (empty once the
    tiplu is seen); `dublees` how many kinds are paired; `combos` and `pairs` the discards that finish by combinations and by dublees.

    `distance` is how many cards are missing until the hand can finish (M-30), None where the tiplu is unknown or no draw can do; `bounds` hold it whatever the tiplu. `distances`
    has each way by itself. `goal` is what the next four are about: to finish, or, while the tiplu is unknown, to see it (None: nothing is missing any more): `by`, the nearer way to it; `useful`, the cards still to be had of which a
    draw brings it nearer, with the copies left; `discards`, the same after each discard that is allowed, best first (smallest distance, then most
    useful cards); `nearest`, what it could look like.
    """

    cards: tuple[Card, ...]
    tiplu: Card | None
    route: Route
    primary: tuple[tuple[Meld, ...], ...]
    dublees: int
    combos: tuple[Card, ...]
    pairs: tuple[Card, ...]
    maal: Maal | None
    seen: tuple[Card, ...]
    distance: int | None
    bounds: tuple[int | None, int | None]
    distances: Distances
    goal: Goal | None
    by: Reach | None
    useful: Counts[Card]
    discards: tuple[Discard, ...]
    nearest: Nearest | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a declaration is worth: `ok`, or why not, with the cards at fault. True in a condition when it holds."""

    ok: bool
    code: str
    sentence: str
    cards: tuple[Card, ...] = ()

    def __bool__(self) -> bool:
        return self.ok


def rules_or_default(rules: Rules | None) -> Rules:
    if rules is None:
        return PAGAT
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be marriage.Rules, not {type(rules).__name__}")
    return rules


def route_of(route: Route | str) -> Route:
    """Return a route; HandError for another word."""
    if not isinstance(route, str):
        raise TypeError(f"route must be a text, not {type(route).__name__}")
    if route not in [str(r) for r in Route]:
        raise HandError("route", f"route={_core.brief(route)}: it must be one of {', '.join(Route)}")
    return Route(route)


def count_faces(held: Sequence[Card], tiplu: Card | None, rules: Rules) -> bytearray:
    """Return the 53 counts of cards that can be held together (M-1, M-5, M-16); HandError names the card that cannot."""
    faces = _core.counts(held)
    where = _core.new("int *")
    code = lib.rummy_marriage_faces(rules._raw, _core.pointer(faces), number(tiplu), where)
    if code == lib.RUMMY_E_COPIES:
        card = Card(where[0])
        why = " and is the tiplu" if card == tiplu else ""
        raise HandError("copies", f"{card} occurs {held.count(card)} times{why}: there are not so many", (card,))
    ERRORS.check(code)
    return faces


def lays(faces: bytearray, want: int, rules: Rules) -> tuple[tuple[Meld, ...], ...]:
    """Return all ways to lay so many primary combinations."""
    out = _core.new("uint16_t[][3]", lib.RUMMY_MARRIAGE_TRIPLES)
    n = ERRORS.check(
        lib.rummy_marriage_primary(rules._raw, _core.pointer(faces), want, out, lib.RUMMY_MARRIAGE_TRIPLES)
    )
    return tuple(tuple(laid_meld(Move(out[i][j])) for j in range(want)) for i in range(n))


def laid_meld(move: Move) -> Meld:
    """Return what a lay move lays: a tunnela or a pure sequence."""
    laid = move.cards
    return Meld(laid, ComboKind.TUNNELA if laid[0] == laid[1] else ComboKind.PURE)


def as_cards(kinds: int) -> tuple[Card, ...]:
    """Return the cards of a set of kinds."""
    return tuple(card for card in Card.all() if kinds >> card & 1)


def read_maal(raw: Any) -> Maal:
    items = tuple(
        MaalItem(ITEMS[raw.items[i].item], Card(raw.items[i].kind), raw.items[i].count, raw.items[i].points)
        for i in range(raw.n)
    )
    return Maal(raw.points, items)


def maal(
    held: Cards,
    *,
    tiplu: Card | str | int,
    exposed: Cards = (),
    shown: Cards = (),
    route: Route | str = Route.NONE,
    rules: Rules | None = None,
) -> Maal:
    """Return the points of all cards of a hand (M-23 to M-25): concealed, laid and exposed ones together.

    `exposed` are the kinds exposed as tunnelas at the start (one card each, or all three), `shown` those laid as tunnelas later.
    HandError for cards that cannot be held together, or more than 22 of them.

    >>> maal("Jc Qc Qc Qc Tc Tc Tc", tiplu="Jc").points
    23
    """
    chosen, known = rules_or_default(rules), tiplu_card(tiplu)
    everything = cards(held)
    faces = count_faces(everything, known, chosen)
    if len(everything) > HAND + 1:
        raise HandError("count", f"{len(everything)} cards: a hand has {HAND}, or {HAND + 1} after the draw")
    out = _core.new("rummy_marriage_maal *")
    at_start, laid = (sum(1 << card for card in exposed_kinds(kinds)) for kinds in (exposed, shown))
    code = ROUTES.index(route_of(route))
    ERRORS.check(lib.rummy_marriage_score(chosen._raw, _core.pointer(faces), number(known), at_start, laid, code, out))
    return read_maal(out)


def analyze(
    held: Cards,
    *,
    tiplu: Card | str | int | None = None,
    laid: Iterable[Cards] = (),
    exposed: Cards = (),
    route: Route | str | None = None,
    taken: Card | str | int | None = None,
    seen: Cards = (),
    rules: Rules | None = None,
) -> Analysis:
    """Return what a hand is worth (M-12 to M-25, M-30).

    `held` are the concealed cards; `laid` the combinations or dublees on the table, `exposed` the kinds of tunnelas exposed at
    the start (where the rules give them back, they are among the concealed cards too). All of them together are 21 cards, or 22 after the draw. `route` is by default what `laid` says. `taken` is the card
    just taken from the discards, which may not be discarded (M-11). `seen` are cards known to lie elsewhere, which cannot be drawn
    any more. HandError names what cannot be.

    >>> hand = "6h 6h 6h 3s 4s 5s Qd Kd Ad 6d Qc 8d Jd 2c 2h Ks Kc Kh Jh Js 9c 4d"
    >>> [str(card) for card in analyze(hand, tiplu="Jc").combos]
    ['9c', '4d', '8d']
    """
    chosen, known = rules_or_default(rules), tiplu_card(tiplu)
    concealed = cards(held)
    on_table = [cards(part) for part in laid]
    tunnelas = exposed_kinds(exposed)
    way = route_of(route) if route is not None else _route_said(on_table)
    locked = tunnelas if chosen.exposed_tunnela == ExposedTunnela.LOCKED else ()
    everything = (*concealed, *(c for part in on_table for c in part), *(c for c in locked for _ in range(3)))
    count_faces(everything, known, chosen)
    if len(everything) not in (HAND, HAND + 1):
        raise HandError("count", f"{len(everything)} cards: a hand has {HAND}, or {HAND + 1} after the draw")
    _check_laid(on_table, way, len(locked), chosen)
    gone = cards(seen)
    count_faces((*everything, *gone), known, chosen)
    faces = count_faces(concealed, known, chosen)
    want = max(0, 3 - len(locked)) if way == Route.NONE else 0
    primary: tuple[tuple[Meld, ...], ...] = ()
    if way == Route.NONE:
        primary = lays(faces, want, chosen) if want else ((),)
    others = min(4, 7 - len(locked)) if way != Route.DUBLEE else 0
    see_dublees = chosen.dublees_to_see if way == Route.NONE and chosen.dublee_allowed else 0
    win_dublees = 0
    if chosen.dublee_allowed and way != Route.THREE:
        win_dublees = chosen.dublees_to_win - (len(on_table) if way == Route.DUBLEE else 0)
    combos = pairs = 0
    if len(everything) == HAND + 1:
        anything = sum(1 << card for card in set(concealed))  # where nothing is missing any more
        if known is not None and way != Route.DUBLEE:
            combos = _finishes(faces, known, Goal(want, others), chosen)[0] if want + others else anything
        if chosen.dublee_allowed and (way == Route.DUBLEE or (way == Route.NONE and chosen.dublee_direct_win_unseen)):
            pairs = _finishes(faces, None, Goal(dublees=win_dublees), chosen)[1] if win_dublees else anything
            if len(concealed) == 2 * win_dublees and lib.rummy_marriage_dublees(_core.pointer(faces)) >= win_dublees:
                pairs |= sum(1 << card for card in locked)
    barred = 0
    if taken is not None and chosen._raw.same_card_discard == lib.RUMMY_MARRIAGE_SAME_CARD_DISCARD_KIND:
        barred = 1 << Card(taken)
    shown = tuple(part[0] for part in on_table if len(part) == 3 and len(set(part)) == 1)
    points = None
    if known is not None:
        points = maal(everything, tiplu=known, exposed=tunnelas, shown=shown, route=way, rules=chosen)
    to_finish = Goal(want, others, win_dublees) if want + others + win_dublees else None
    to_see = Goal(want, 0, see_dublees) if way == Route.NONE and want + see_dublees else None
    goal = to_finish if known is not None or to_see is None else to_see
    search = _Search(faces, (*everything, *gone), known, chosen)
    distance = search.distance(to_finish)[0]
    by_combos, by_dublees = search.each(goal)
    useful = search.distance(goal)[1]
    nearer = [d for d in (by_combos, by_dublees) if d is not None]
    reach = sum(bit for bit, d in ((1, by_combos), (2, by_dublees)) if nearer and d == min(nearer))
    return Analysis(
        cards=concealed,
        tiplu=known,
        route=way,
        primary=primary,
        dublees=lib.rummy_marriage_dublees(_core.pointer(faces)),
        combos=as_cards(combos & ~barred),
        pairs=as_cards(pairs & ~barred),
        maal=points,
        seen=gone,
        distance=None if known is None else distance,
        bounds=search.bounds(to_finish) if known is None else (distance, distance),
        distances=Distances(
            primary=search.each(to_see)[0] if to_see else None,
            dublees_to_see=search.each(to_see)[1] if to_see else None,
            combos=None if known is None else search.each(to_finish)[0],
            dublees_to_win=search.each(to_finish)[1],
        ),
        goal=goal,
        by=REACHES[reach],
        useful=useful,
        discards=search.discards(goal, barred) if len(everything) == HAND + 1 else (),
        nearest=search.nearest(goal),
    )


def _finishes(faces: bytearray, tiplu: Card | None, goal: Goal, rules: Rules) -> tuple[int, int]:
    """Return the kinds whose discard leaves the goal, by combinations and by dublees."""
    by = _core.new("uint64_t[1][2]")
    tiplus = bytes([number(tiplu)])
    where = _core.new("size_t *")
    ERRORS.check(
        lib.rummy_marriage_finishes(rules._raw, goal._raw, _core.pointer(faces), _core.pointer(tiplus), 1, by, where)
    )
    return by[0][0], by[0][1]


class _Search:
    """The distances of one hand to goals, and what goes with them (M-30). `everything` are all cards known to be somewhere."""

    def __init__(self, faces: bytearray, everything: Sequence[Card], tiplu: Card | None, rules: Rules) -> None:
        self.faces, self.rules, self.tiplu = faces, rules, number(tiplu)
        self.left = _core.counts(everything)
        pointer, tiplus = _core.pointer(self.left), _core.pointer(bytes([self.tiplu]))
        ERRORS.check(lib.rummy_marriage_left(rules._raw, pointer, tiplus, 1, pointer, _core.new("size_t *")))
        self.copies = [(1 << card, card, self.left[card]) for card in Card.all() if self.left[card]]

    def _useful(self, mask: int) -> Counts[Card]:
        return Counts({card: n for bit, card, n in self.copies if mask & bit})

    def _ask(self, call: Any, goal: Goal, entries: int) -> tuple[Sequence[int], Sequence[int]]:
        out, distances = _core.numbers("b", entries)
        useful, masks = _core.numbers("Q", entries)
        faces, left = _core.pointer(self.faces), _core.pointer(self.left)
        tiplu, where = _core.pointer(bytes([self.tiplu])), _core.new("size_t *")
        ERRORS.check(call(self.rules._raw, goal._raw, faces, left, tiplu, 1, distances, masks, where))
        return out, useful

    def distance(self, goal: Goal | None) -> tuple[int | None, Counts[Card]]:
        """Return the distance to the nearer part of a goal and the useful cards; a goal of nothing is reached."""
        if goal is None:
            return 0, Counts({})
        out, useful = self._ask(lib.rummy_marriage_distance, goal, 1)
        return _or_never(out[0]), self._useful(useful[0])

    def each(self, goal: Goal | None) -> tuple[int | None, int | None]:
        """Return the distances to the combinations and to the dublees of a goal, None where there are none."""
        if goal is None:
            return None, None
        combos = self.distance(replace(goal, dublees=0))[0] if goal.primary + goal.others else None
        dublees = self.distance(Goal(dublees=goal.dublees))[0] if goal.dublees else None
        return combos, dublees

    def bounds(self, goal: Goal | None) -> tuple[int | None, int | None]:
        """Return the bounds of the distance whatever the tiplu."""
        if goal is None:
            return 0, 0
        out, bounds = _core.numbers("b", 2)
        faces, left, where = _core.pointer(self.faces), _core.pointer(self.left), _core.new("size_t *")
        rows = _core.ffi.cast("int8_t(*)[2]", bounds)
        ERRORS.check(lib.rummy_marriage_bounds(self.rules._raw, goal._raw, faces, left, 1, rows, where))
        return _or_never(out[0]), _or_never(out[1])

    def discards(self, goal: Goal | None, barred: int) -> tuple[Discard, ...]:
        """Return the table of discards, best first, without the kinds that are barred."""
        held = [card for card in Card.all() if self.faces[card] and not barred >> card & 1]
        if goal is None:
            return tuple(Discard(card, 0, Counts({})) for card in held)
        out, useful = self._ask(lib.rummy_marriage_discards, goal, _core.KINDS)
        table = [Discard(card, _or_never(out[card]), self._useful(useful[card])) for card in held]
        return tuple(sorted(table, key=lambda d: (d.distance is None, d.distance, -d.total, d.discard)))

    def nearest(self, goal: Goal | None) -> Nearest | None:
        if goal is None:
            return Nearest((), ())
        combos, pairs, by = _core.new("uint8_t[7][3]"), _core.new("uint8_t[10]"), _core.new("int *")
        missing = bytearray(_core.KINDS)
        faces, left = _core.pointer(self.faces), _core.pointer(self.left)
        code = lib.rummy_marriage_nearest(
            self.rules._raw, goal._raw, faces, left, self.tiplu, combos, pairs, _core.pointer(missing), by
        )
        if code == lib.RUMMY_NEVER:
            return None
        ERRORS.check(code)
        if by[0] == lib.RUMMY_MARRIAGE_BY_COMBOS:
            melds = tuple(tuple(Card(combos[i][j]) for j in range(3)) for i in range(goal.primary + goal.others))
        else:
            melds = tuple((Card(pairs[i]), Card(pairs[i])) for i in range(goal.dublees))
        return Nearest(melds, tuple(Card(kind) for kind in _core.expand(missing)))


def _or_never(distance: int) -> int | None:
    return None if distance == lib.RUMMY_NEVER else distance


def exposed_kinds(exposed: Cards) -> tuple[Card, ...]:
    """Return the kinds of exposed tunnelas, each once; HandError for men, who are in none (M-5)."""
    kinds = tuple(dict.fromkeys(cards(exposed)))
    if M in kinds:
        raise HandError("tunnela", "M: men are in no tunnela", (M,))
    return kinds


def _route_said(laid: Sequence[Sequence[Card]]) -> Route:
    if not laid:
        return Route.NONE
    return Route.DUBLEE if len(laid[0]) == 2 else Route.THREE


def _check_laid(laid: Sequence[tuple[Card, ...]], route: Route, exposed: int, rules: Rules) -> None:
    """Raise HandError unless what is laid is what its route lays."""
    if route == Route.NONE:
        if laid:
            raise HandError("route", f"{_core.named(laid[0])} is laid, but the route is none")
        return
    if route == Route.THREE:
        want = max(0, 3 - exposed)
        for part in laid:
            if not meld(part, tiplu=None, rules=rules).primary:
                raise HandError("primary", f"{_core.named(part)}: only primary combinations are laid to see the tiplu")
    else:
        want = rules.dublees_to_see
        for part in laid:
            if len(part) != 2 or part[0] != part[1] or part[0] == M:
                raise HandError("dublee", f"{_core.named(part) or 'nothing'} is no dublee")
        if len({part[0] for part in laid}) != len(laid):
            raise HandError("dublee", "two dublees of one kind are laid")
    if len(laid) != want:
        raise HandError("laid", f"{len(laid)} are laid on the route {route}, it lays {want}")


def meld(three: Cards, *, tiplu: Card | str | int | None = None, rules: Rules | None = None) -> Meld:
    """Return three cards as the combination that they are (M-12, M-13); without a tiplu, to one who has not seen it, there are no jokers.
    HandError says why they are none.

    >>> meld("6d Qc 8d", tiplu="Jc").kind, meld("Jd Qd Kd").primary
    ('dirty sequence', True)
    """
    chosen, known = rules_or_default(rules), tiplu_card(tiplu)
    held = cards(three)
    if len(held) != 3:
        raise HandError("count", f"{_core.named(held) or 'nothing'}: a combination has three cards")
    count_faces(held, None, chosen)
    code = lib.rummy_marriage_combo(chosen._raw, number(known), _core.pointer(bytes(held)))
    return Meld(held, KINDS[ERRORS.check(code, _core.named(held))])


def check_declaration(
    declared: Iterable[Cards],
    *,
    discard: Card | str | int,
    tiplu: Card | str | int | None = None,
    hand: Cards | None = None,
    rules: Rules | None = None,
) -> Verdict:
    """Return whether what is laid down with a finishing discard is a win (M-17, M-19).

    `declared` are seven combinations, of which the first three must be primary, or so many dublees as win. `hand`, if given, are the 22
    cards held, which the declared ones and the discard must come from (behind dublees others may be left). The verdict names
    what is wrong: a joker in a primary combination, two of one suit in a triplet, K-A-2, an identical pair with one joker, and so on.

    >>> check_declaration(["6h 6h 6h", "3s 4s 5s", "Qd Kd Jc"], discard="4d", tiplu="Jc").code
    'primary'
    """
    chosen, known, last = rules_or_default(rules), tiplu_card(tiplu), Card(discard)
    parts = [cards(part) for part in declared]
    laid = tuple(card for part in parts for card in part)
    try:
        count_faces((*laid, last), known, chosen)
    except HandError as error:
        return Verdict(False, error.code, error.sentence, tuple(c for c in (*laid, last) if c in error.pieces))
    in_pairs = sum(len(part) == 2 for part in parts)
    if in_pairs not in (0, len(parts)):
        return Verdict(
            False,
            "mixed",
            "combinations and dublees may not be mixed",
            tuple(c for p in parts if len(p) == 2 for c in p),
        )
    if hand is not None:
        own, used = Counter(cards(hand)), Counter((*laid, last))
        missing, over = tuple((used - own).elements()), tuple((own - used).elements())
        if missing:
            return Verdict(False, "not_held", f"not in the hand: {_core.named(missing)}", missing)
        if over and not in_pairs:
            return Verdict(False, "left_over", f"left over in the hand: {_core.named(over)}", over)
    if in_pairs and not chosen.dublee_allowed:
        return Verdict(False, "dublee", "these rules know no dublees", laid)
    return _check_dublees(parts, chosen) if in_pairs else _check_combos(parts, known, chosen)


def _check_dublees(parts: Sequence[tuple[Card, ...]], rules: Rules) -> Verdict:
    for part in parts:
        if part[0] != part[1] or part[0] == M:
            return Verdict(False, "dublee", f"{part[0]} {part[1]} is no dublee: it takes two of the same card", part)
    if len({part[0] for part in parts}) != len(parts):
        return Verdict(False, "dublee", "two dublees are of the same card", parts[0])
    if len(parts) < rules.dublees_to_win:
        return Verdict(False, "count", f"{len(parts)} dublees, {rules.dublees_to_win} win")
    return Verdict(True, "ok", f"the hand wins with {len(parts)} dublees")


def _check_combos(parts: Sequence[tuple[Card, ...]], tiplu: Card | None, rules: Rules) -> Verdict:
    for i, part in enumerate(parts):
        try:
            natural = meld(part, tiplu=None, rules=rules).primary if i < 3 else True
            code, why = "primary", "no primary combination"
        except RummyError as error:
            natural, code, why = False, error.code, error.sentence
        if not natural:
            if code == "combo_mixed" and _holds_joker(part, tiplu, rules):
                return Verdict(
                    False,
                    "primary",
                    f"{_core.named(part)}: a joker does not stand for another card in a primary combination",
                    part,
                )
            named = why if why.startswith(str(part[0]) if part else "nothing") else f"{_core.named(part)}: {why}"
            return Verdict(False, code, named, part)
        try:
            meld(part, tiplu=tiplu, rules=rules) if i >= 3 else None
        except RummyError as error:
            return Verdict(False, error.code, error.sentence, part)
    if len(parts) != 7:
        return Verdict(False, "count", f"{len(parts)} combinations, a win has 7")
    return Verdict(True, "ok", "the hand wins with seven combinations")


def _holds_joker(part: Sequence[Card], tiplu: Card | None, rules: Rules) -> bool:
    if tiplu is None:
        return False
    return any(card in roles(tiplu, rules=rules) for card in part)


def roles(tiplu: Card | str | int, *, rules: Rules | None = None) -> dict[Card, str]:
    """Return the jokers that a tiplu makes, each with its role (M-4, M-5): tiplu, poplu, jhiplu, joker, and man where men are printed.

    >>> {str(card): role for card, role in roles("Kh").items() if role != "joker"}
    {'Ah': 'poplu', 'Qh': 'jhiplu', 'Kh': 'tiplu'}
    """
    chosen, known = rules_or_default(rules), tiplu_card(tiplu)
    raw = _core.new("uint8_t[53]")
    ERRORS.check(lib.rummy_marriage_roles(chosen._raw, number(known), raw))
    names = {
        lib.RUMMY_MARRIAGE_JOKER: "joker",
        lib.RUMMY_MARRIAGE_JHIPLU: "jhiplu",
        lib.RUMMY_MARRIAGE_POPLU: "poplu",
        lib.RUMMY_MARRIAGE_TIPLU: "tiplu",
        lib.RUMMY_MARRIAGE_MAN: "man",
    }
    return {card: names[raw[card]] for card in Card.all() if raw[card] and (card != M or chosen.printed_jokers)}
