"""Stateless answers about Marriage hands: analysis, single combinations, declarations, maal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from rummycore import _core, analysis, buffers
from rummycore._core import lib
from rummycore.analysis import Discard, Nearest, best_first
from rummycore.errors import HandError, RummyError
from rummycore.marriage.notation import ERRORS, KINDS, Card, Cards, ComboKind, M, Meld, Move, cards, number, tiplu_card
from rummycore.marriage.options import DubleeDiscardPickup, ExposedTunnela, Rules, SameCardDiscard
from rummycore.values import Choice, Counts, counted

HAND: Final = lib.RUMMY_MARRIAGE_HAND
Lays: TypeAlias = tuple[Meld, ...]  # primary combinations that are laid together


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
    """What concealed cards are to become: so many primary combinations (0..3) and others (0..4) that are valid once the
    tiplu is seen (M-17, M-18), or so many dublees (0..10; M-15, M-19). None where a way is not open; 0 where nothing of
    it is missing. Of the first two either makes the other 0. HandError for other numbers, and where no way is open.

    >>> Goal(primary=3, dublees=7), Goal(others=4)
    (Goal(primary=3, others=0, dublees=7), Goal(primary=0, others=4, dublees=None))
    """

    primary: int | None = None
    others: int | None = None
    dublees: int | None = None

    def __post_init__(self) -> None:
        for name, most in (("primary", 3), ("others", 4), ("dublees", 10)):
            value = getattr(self, name)
            if value is not None and not 0 <= _core.integer(value, name) <= most:
                raise HandError(
                    "goal", f"{name}={_core.brief(value)}: it must be 0..{most}, or None where that way is not open"
                )
        if self.primary is not None or self.others is not None:
            object.__setattr__(self, "primary", self.primary or 0)
            object.__setattr__(self, "others", self.others or 0)
        elif self.dublees is None:
            raise HandError("goal", "a goal with no way open: it has combinations, dublees, or both")

    @property
    def combos(self) -> Goal | None:
        """The combinations of the goal alone, None where they are not open."""
        return None if self.primary is None else Goal(self.primary, self.others)

    @property
    def pairs(self) -> Goal | None:
        """The dublees of the goal alone, None where they are not open."""
        return None if self.dublees is None else Goal(dublees=self.dublees)

    @property
    def _raw(self) -> Any:
        numbers = (self.primary, self.others, self.dublees)
        return _core.new("rummy_marriage_goal *", tuple(_core.NONE if n is None else n for n in numbers))


TO_SEE: Final = Goal(primary=3, dublees=7)
AFTER_SEEING: Final = Goal(others=4)
WHOLE_HAND: Final = Goal(primary=3, others=4, dublees=8)


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

    `cards` are the concealed ones. `primary` are all ways to lay the primary combinations that are still to be laid
    (empty once the tiplu is seen); `dublees` how many kinds are paired. `combos` and `pairs` are the discards with
    which the hand can finish in this turn, by combinations and by dublees, through all that may be done in it: lay,
    see, finish (M-18).

    `distance` is how many cards are missing until the hand can finish (M-30), None where the tiplu is unknown or no
    draw can do; `bounds` hold it whatever the tiplu. `distances` has each way by itself. `goal` is what the next four
    are about: to finish, or, while the tiplu is unknown, to see it: `by`, the nearer way to it; `useful`, the cards
    still to be had of which a draw brings it nearer, with the copies left; `discards`, the same after each discard that
    is allowed, best first (smallest distance, then most useful cards); `nearest`, what it could look like.
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
    goal: Goal
    by: Reach | None
    useful: Counts[Card]
    discards: tuple[Discard[Card], ...]
    nearest: Nearest[tuple[Card, ...], Card] | None


class Verdict(analysis.Verdict[Card]):
    __doc__ = analysis.Verdict.__doc__

    __slots__ = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards at fault."""
        return self.pieces


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
        why = "" if card != tiplu else " and one lies under the stock" if card == M else " and is the tiplu"
        raise HandError(
            "copies", f"{card} occurs {counted(held.count(card), 'time')}{why}: there are not so many", (card,)
        )
    ERRORS.check(code)
    return faces


def lays(faces: bytearray, want: int, rules: Rules, first: int = 0) -> tuple[Lays, ...]:
    """Return all ways to lay so many primary combinations, each in the order of the ids of the lay moves, from the id
    `first` on."""
    out = _core.new("uint16_t[][3]", lib.RUMMY_MARRIAGE_TRIPLES)
    n = ERRORS.check(
        lib.rummy_marriage_primary(rules._raw, _core.pointer(faces), want, out, lib.RUMMY_MARRIAGE_TRIPLES)
    )
    return tuple(tuple(laid_meld(Move(out[i][j])) for j in range(want)) for i in range(n) if out[i][0] >= first)


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
    chosen = Rules.given(rules)
    known = tiplu_card(tiplu, chosen)
    everything = cards(held)
    faces = count_faces(everything, known, chosen)
    if len(everything) > HAND + 1:
        raise HandError("count", f"{counted(len(everything), 'card')}: a hand has {HAND}, or {HAND + 1} after the draw")
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
    draft: Iterable[Cards] = (),
    exposed: Cards = (),
    route: Route | str | None = None,
    taken: Card | str | int | None = None,
    seen: Cards = (),
    rules: Rules | None = None,
) -> Analysis:
    """Return what a hand is worth (M-12 to M-25, M-30).

    `held` are the concealed cards; `laid` the combinations or dublees on the table, `draft` those that the seat has
    begun to lay in this turn (M-14), `exposed` the kinds of tunnelas exposed at the start (where the rules give them
    back, they are among the concealed cards too). All of them together are 21 cards, or 22 after the draw. `route` is
    by default what `laid` says; "dublee" with nothing laid is a direct win with dublees (M-19). `tiplu` is a card, or
    "M" for a man that lies under the stock and makes As the tiplu (M-5): then three As can be had or held, and one man
    fewer; "As" leaves it open, and counts on two. `taken` is the card just taken from the discards, which may not be
    discarded (M-11): one of the 22. `seen` are cards known to lie elsewhere, which cannot be drawn any more. HandError
    names what cannot be.

    >>> hand = "6h 6h 6h 3s 4s 5s Qd Kd Ad 6d Qc 8d Jd 2c 2h Ks Kc Kh Jh Js 9c 4d"
    >>> [str(card) for card in analyze(hand, tiplu="Jc").combos]
    ['9c', '4d', '8d']
    """
    chosen = Rules.given(rules)
    known = tiplu_card(tiplu, chosen)
    concealed = cards(held)
    committed, begun = ([cards(part) for part in parts] for parts in (laid, draft))
    on_table = [*committed, *begun]
    tunnelas = exposed_kinds(exposed)
    way = route_of(route) if route is not None else _route_said(committed)
    locked = tunnelas if chosen.exposed_tunnela == ExposedTunnela.LOCKED else ()
    everything = (*concealed, *(c for part in on_table for c in part), *(c for c in locked for _ in range(3)))
    count_faces(everything, known, chosen)
    if len(everything) not in (HAND, HAND + 1):
        raise HandError("count", f"{counted(len(everything), 'card')}: a hand has {HAND}, or {HAND + 1} after the draw")
    drawn = len(everything) == HAND + 1
    if begun and (way != Route.NONE or not drawn):
        raise HandError(
            "laid",
            f"{_core.named(begun[0])}: a seat that has not seen lays a draft after the draw, with {HAND + 1} cards",
        )
    _check_laid(committed, way, len(locked), chosen)
    _check_laid(begun, _route_said(begun), len(locked), chosen, draft=True)
    barred = _barred(taken, (*concealed, *(c for part in on_table for c in part)), drawn, chosen)
    gone = cards(seen)
    count_faces((*everything, *gone), known, chosen)
    faces = count_faces(concealed, known, chosen)
    to_see, to_finish = _goals(way, on_table, len(locked), chosen)
    combos = pairs = 0
    finishing = to_finish if known is not None else to_finish.pairs
    if drawn and finishing:
        combos, pairs = _finishes(faces, known, finishing, chosen)
    paired = lib.rummy_marriage_dublees(_core.pointer(faces))
    if (
        drawn and to_finish.dublees == paired and len(concealed) == 2 * paired
    ):  # M-19: a locked tunnela gives the discard
        pairs |= sum(1 << card for card in locked)
    shown = tuple(part[0] for part in on_table if len(part) == 3 and len(set(part)) == 1)
    points = None
    if known is not None:
        points = maal(everything, tiplu=known, exposed=tunnelas, shown=shown, route=way, rules=chosen)
    goal = to_finish if known is not None or to_see is None else to_see
    search = _Search(faces, (*everything, *gone), known, chosen)
    see_combos, see_pairs = search.each(to_see)
    finish_combos, finish_pairs = search.each(finishing)
    distance = None
    if known is not None:
        distance = min((d for d in (finish_combos, finish_pairs) if d is not None), default=None)
    by_combos, by_dublees = search.each(goal)
    nearer = min((d for d in (by_combos, by_dublees) if d is not None), default=None)
    reach = 0 if nearer is None else (by_combos == nearer) + 2 * (by_dublees == nearer)
    return Analysis(
        cards=concealed,
        tiplu=None
        if known is None
        else next(card for card, role in roles(known, rules=chosen).items() if role == "tiplu"),
        route=way,
        primary=_ways(faces, to_see, on_table, chosen),
        dublees=paired,
        combos=as_cards(combos & ~barred),
        pairs=as_cards(pairs & ~barred),
        maal=points,
        seen=gone,
        distance=distance,
        bounds=search.bounds(to_finish) if known is None else (distance, distance),
        distances=Distances(
            primary=see_combos, dublees_to_see=see_pairs, combos=finish_combos, dublees_to_win=finish_pairs
        ),
        goal=goal,
        by=REACHES[reach],
        useful=search.useful(goal),
        discards=search.discards(goal, barred) if drawn else (),
        nearest=search.nearest(goal),
    )


def _goals(route: Route, laid: Sequence[Sequence[Card]], locked: int, rules: Rules) -> tuple[Goal | None, Goal]:
    """Return what a seat lacks to see the tiplu, None once it has, and to finish, by every way that is open to it (M-14
    to M-19)."""
    begun = len(laid[0]) if laid else 0  # a draft, or what has been laid, keeps a seat to its way
    primary = others = see_dublees = win_dublees = None
    if route != Route.DUBLEE and begun != 2:
        primary, others = 0 if route == Route.THREE else max(0, 3 - locked) - len(laid), min(4, 7 - locked)
    if rules.dublee_allowed and route != Route.THREE and begun != 3:
        see_dublees, win_dublees = rules.dublees_to_see - len(laid), rules.dublees_to_win - len(laid)
    return Goal(primary, None, see_dublees) if route == Route.NONE else None, Goal(primary, others, win_dublees)


def _ways(faces: bytearray, to_see: Goal | None, draft: Sequence[tuple[Card, ...]], rules: Rules) -> tuple[Lays, ...]:
    """Return all ways to lay the primary combinations that a goal asks for, behind those of a draft."""
    if to_see is None or to_see.primary is None:
        return ()
    if not to_see.primary:
        return ((),)
    laid = [sorted(part) for part in draft]
    last = max((move for move in Move.all() if move.act == "lay" and sorted(move.cards) in laid), default=0)
    return lays(faces, to_see.primary, rules, last)


def _barred(taken: Card | str | int | None, own: Sequence[Card], drawn: bool, rules: Rules) -> int:
    """Return the kind just taken as a set if it may not be discarded (M-11); HandError unless it is among the seat's
    own cards after the draw."""
    if taken is None:
        return 0
    card = Card(taken)
    if not drawn:
        raise HandError(
            "taken",
            f"taken={card}: with {HAND} cards none has been taken yet, after the draw there are {HAND + 1}",
            (card,),
        )
    if card not in own:
        raise HandError("taken", f"taken={card}: it is neither among the concealed cards nor laid", (card,))
    return 1 << card if rules.same_card_discard == SameCardDiscard.KIND else 0


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

    def _ask(self, call: Any, goal: Goal, entries: int, *, useful: bool = True) -> tuple[Sequence[int], Sequence[int]]:
        out, distances = buffers.numbers("b", entries)
        wanted, masks = buffers.numbers("Q", entries) if useful else ((), _core.ffi.NULL)
        faces, left = _core.pointer(self.faces), _core.pointer(self.left)
        tiplu, where = _core.pointer(bytes([self.tiplu])), _core.new("size_t *")
        ERRORS.check(call(self.rules._raw, goal._raw, faces, left, tiplu, 1, distances, masks, where))
        return out, wanted

    def useful(self, goal: Goal) -> Counts[Card]:
        """Return the cards of which a draw brings a goal nearer."""
        return self._useful(self._ask(lib.rummy_marriage_distance, goal, 1)[1][0])

    def each(self, goal: Goal | None) -> tuple[int | None, int | None]:
        """Return the distances to the combinations and to the dublees of a goal, None where these are not open or no
        draw can do."""
        return (None, None) if goal is None else (self._distance(goal.combos), self._distance(goal.pairs))

    def _distance(self, goal: Goal | None) -> int | None:
        return None if goal is None else _or_never(self._ask(lib.rummy_marriage_distance, goal, 1, useful=False)[0][0])

    def bounds(self, goal: Goal) -> tuple[int | None, int | None]:
        """Return the bounds of the distance whatever the tiplu."""
        out, bounds = buffers.numbers("b", 2)
        faces, left, where = _core.pointer(self.faces), _core.pointer(self.left), _core.new("size_t *")
        rows = _core.ffi.cast("int8_t(*)[2]", bounds)
        ERRORS.check(lib.rummy_marriage_bounds(self.rules._raw, goal._raw, faces, left, 1, rows, where))
        return _or_never(out[0]), _or_never(out[1])

    def discards(self, goal: Goal, barred: int) -> tuple[Discard[Card], ...]:
        """Return the table of discards, best first, without the kinds that are barred, unless there are no others
        (M-11)."""
        held = [card for card in Card.all() if self.faces[card]]
        held = [card for card in held if not barred >> card & 1] or held
        out, useful = self._ask(lib.rummy_marriage_discards, goal, _core.KINDS)
        table = [Discard(card, _or_never(out[card]), self._useful(useful[card])) for card in held]
        return best_first(table)

    def nearest(self, goal: Goal) -> Nearest[tuple[Card, ...], Card] | None:
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
            number = (goal.primary or 0) + (goal.others or 0)
            melds = tuple(tuple(Card(combos[i][j]) for j in range(3)) for i in range(number))
        else:
            melds = tuple((Card(pairs[i]), Card(pairs[i])) for i in range(goal.dublees or 0))
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


def _check_laid(
    laid: Sequence[tuple[Card, ...]], route: Route, exposed: int, rules: Rules, *, draft: bool = False
) -> None:
    """Raise HandError unless what is laid is what its route lays; of a draft, the beginning of it."""
    if route == Route.NONE:
        if laid:
            raise HandError("route", f"{_core.named(laid[0])} is laid, but the route is none")
        return
    pairs = route == Route.DUBLEE
    if pairs and not rules.dublee_allowed:
        about = f"{_core.named(laid[0])} is laid" if laid else f"the route is {route}"
        raise HandError("dublee", f"{about}, but dublee_allowed is off: these rules know no dublees")
    for part in laid:
        if not pairs and not meld(part, tiplu=None, rules=rules).primary:
            raise HandError("primary", f"{_core.named(part)}: only primary combinations are laid to see the tiplu")
        if pairs and (len(part) != 2 or part[0] != part[1] or part[0] == M):
            raise HandError("dublee", f"{_core.named(part) or 'nothing'} is no dublee")
    if pairs and len({part[0] for part in laid}) != len(laid):
        raise HandError("dublee", "two dublees of one kind are laid")
    want = rules.dublees_to_see if pairs else max(0, 3 - exposed)
    direct = pairs and not laid and rules.dublee_direct_win_unseen
    if len(laid) > want or (len(laid) < want and not direct and not draft):
        raise HandError("laid", f"{len(laid)} are laid on the route {route}, which lays {want}")


def meld(three: Cards, *, tiplu: Card | str | int | None = None, rules: Rules | None = None) -> Meld:
    """Return three cards as the combination that they are (M-12, M-13); without a tiplu, to one who has not seen it, there are no jokers.
    HandError says why they are none.

    >>> meld("6d Qc 8d", tiplu="Jc").kind, meld("Jd Qd Kd").primary
    ('dirty sequence', True)
    """
    chosen = Rules.given(rules)
    known = tiplu_card(tiplu, chosen)
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
    taken: Card | str | int | None = None,
    route: Route | str | None = None,
    rules: Rules | None = None,
) -> Verdict:
    """Return whether what is laid down with a finishing discard is a win (M-17, M-19).

    `declared` are seven combinations, of which the first three must be primary, or so many dublees as win. `hand`, if
    given, are the 22 cards of the seat, those on the table too, which the declared ones and the discard must come from
    (behind dublees others may be left); without it only what is declared is judged. `taken` is the card just taken from
    the discards: nothing of its kind may be the discard (M-11). `route` is how the seat has seen the tiplu before it
    laid what is declared; by default any that serves. After "three" dublees do not win, after "dublee" combinations do
    not, and a card taken only to finish must complete a dublee (M-20). The verdict names what is wrong: a joker in a
    primary combination, two of one suit in a triplet, K-A-2, an identical pair with one joker, and so on. HandError for
    a taken card that the seat does not have.

    >>> check_declaration(["6h 6h 6h", "3s 4s 5s", "Qd Kd Jc"], discard="4d", tiplu="Jc").code
    'primary'
    """
    chosen, last = Rules.given(rules), Card(discard)
    known = tiplu_card(tiplu, chosen)
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
        held = cards(hand)
        own, used = Counter(held), Counter((*laid, last))
        missing, over = tuple((used - own).elements()), tuple((own - used).elements())
        if missing:
            return Verdict(False, "not_held", f"not in the hand: {_core.named(missing)}", missing)
        if over and not in_pairs:
            return Verdict(False, "left_over", f"left over in the hand: {_core.named(over)}", over)
        if len(held) != HAND + 1 and in_pairs:
            return Verdict(False, "count", f"{counted(len(held), 'card')}: a hand has {HAND + 1} with the discard")
        if taken is not None and Card(taken) not in held:
            raise HandError("taken", f"taken={Card(taken)}: it is not in the hand", (Card(taken),))
    if in_pairs and not chosen.dublee_allowed:
        return Verdict(False, "dublee", "these rules know no dublees", laid)
    way = None if route is None else route_of(route)
    if way == (Route.THREE if in_pairs else Route.DUBLEE):
        wins = "combinations" if in_pairs else "dublees"
        return Verdict(False, "route", f"on the route {way} a seat wins with {wins} alone", laid)
    if taken is not None:
        card = Card(taken)
        if card == last and chosen.same_card_discard == SameCardDiscard.KIND:
            return Verdict(False, "taken_back", f"{card} was just taken, so no {card} may be discarded", (card,))
        forced = way == Route.DUBLEE and chosen.dublee_discard_pickup == DubleeDiscardPickup.ONLY_TO_FINISH
        if forced and card not in laid:
            return Verdict(False, "forced", f"{card} was taken to finish, but is in none of the dublees", (card,))
    return _check_dublees(parts, chosen) if in_pairs else _check_combos(parts, known, chosen)


def _check_dublees(parts: Sequence[tuple[Card, ...]], rules: Rules) -> Verdict:
    for part in parts:
        if part[0] != part[1] or part[0] == M:
            return Verdict(False, "dublee", f"{part[0]} {part[1]} is no dublee: it takes two of the same card", part)
    if len({part[0] for part in parts}) != len(parts):
        return Verdict(False, "dublee", "two dublees are of the same card", parts[0])
    if len(parts) < rules.dublees_to_win:
        return Verdict(False, "count", f"{counted(len(parts), 'dublee')}, {rules.dublees_to_win} win")
    return Verdict(True, "ok", f"the hand wins with {counted(len(parts), 'dublee')}")


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
        return Verdict(False, "count", f"{counted(len(parts), 'combination')}, a win has 7")
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
    chosen = Rules.given(rules)
    known = tiplu_card(tiplu, chosen)
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
