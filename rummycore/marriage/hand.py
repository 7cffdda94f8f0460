"""Stateless answers about Marriage hands: analysis, single combinations, declarations, maal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, SupportsIndex, TypeAlias

from rummycore import _core, analysis
from rummycore._core import lib
from rummycore.analysis import Discard, Nearest, best_first
from rummycore.errors import HandError, RummyError
from rummycore.marriage.notation import ERRORS, KINDS, Card, Cards, ComboKind, M, Meld, Move, cards, number, tiplu_card
from rummycore.marriage.options import ExposedTunnela, Rules
from rummycore.values import Choice, Counts, counted
from rummycore.wire import Wire

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
class MaalItem(Wire):
    """One thing that scores: what, of which card (of a marriage the tiplu), how many, and the
    points of all of them together.
    """

    item: Item
    card: Card
    count: int
    points: int


@dataclass(frozen=True, slots=True)
class Maal(Wire):
    """The points of a hand by the best partition (M-23), and which cards count as what."""

    points: int
    items: tuple[MaalItem, ...]


class Win(Choice):
    """By what a hand wins, or a goal is nearer: by combinations, by dublees, or by both alike."""

    COMBOS = "combos"
    DUBLEES = "dublees"
    BOTH = "both"


WINS: Final = (None, *Win)  # by a sum of rummy_marriage_by


@dataclass(frozen=True, slots=True)
class Finish(Wire):
    """A discard with which the hand can finish in this turn: by combinations, by dublees, or by either (M-18)."""

    discard: Card
    by: tuple[Win, ...]


@dataclass(frozen=True, slots=True)
class Goal(Wire):
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
            if value is None:
                continue
            given = _core.integer(value, name)
            if not 0 <= given <= most:
                raise HandError("goal", name=name, given=given, most=most)
            object.__setattr__(self, name, given)
        if self.primary is not None or self.others is not None:
            object.__setattr__(self, "primary", self.primary or 0)
            object.__setattr__(self, "others", self.others or 0)
        elif self.dublees is None:
            raise HandError("goal_closed")

    @property
    def _raw(self) -> Any:
        numbers = (self.primary, self.others, self.dublees)
        return _core.new("rummy_marriage_goal *", tuple(_core.NONE if n is None else n for n in numbers))


TO_SEE: Final = Goal(primary=3, dublees=7)
AFTER_SEEING: Final = Goal(others=4)
WHOLE_HAND: Final = Goal(primary=3, others=4, dublees=8)


@dataclass(frozen=True, slots=True)
class Distances(Wire):
    """How many cards are missing (M-30): for the primary combinations that are still to be laid, for the dublees that
    see, for the combinations that finish, and for the dublees that finish.

    None: that way is not open (any more), no draw can do, or, of `combos`, the tiplu is not known.
    """

    primary: int | None
    dublees_to_see: int | None
    combos: int | None
    dublees_to_win: int | None


@dataclass(frozen=True, slots=True)
class Analysis(Wire):
    """What a hand is worth to one who knows the tiplu (None: nobody does; then nothing finishes by combinations, and
    there is no maal).

    `hand` are the concealed cards. `primary` are all ways to lay the primary combinations that are still to be laid
    (empty once the tiplu is seen); `dublees` how many kinds are paired. `finishes` are the discards with which the hand
    can finish in this turn, through all that may be done in it: lay, see, finish (M-18). `gone` are the cards that were
    said to lie elsewhere.

    `distance` is how many cards are missing until the hand can finish (M-30), None where the tiplu is unknown or no
    draw can do; `bounds` hold it whatever the tiplu. `distances` has each way by itself. `goal` is what the next four
    are about: to finish, or, while the tiplu is unknown, to see it: `by`, the nearer way to it; `useful`, the cards
    still to be had of which a draw brings it nearer, with the copies left; `discards`, the same after each discard that
    is allowed, best first (smallest distance, then most useful cards); `nearest`, what it could look like.
    """

    hand: tuple[Card, ...]
    tiplu: Card | None
    route: Route
    primary: tuple[Lays, ...]
    dublees: int
    finishes: tuple[Finish, ...]
    maal: Maal | None
    gone: tuple[Card, ...]
    distance: int | None
    bounds: tuple[int | None, int | None]
    distances: Distances
    goal: Goal
    by: Win | None
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
        raise HandError("word", name="route", given=_core.brief(route), words=", ".join(Route))
    return Route(route)


def count_faces(held: Sequence[Card], tiplu: Card | None, rules: Rules) -> bytearray:
    """Return the 53 counts of cards that can be held together (M-1, M-5, M-16); HandError
    names the card that cannot.
    """
    faces = _core.counts(held)
    where = _core.new("int *")
    code = lib.rummy_marriage_faces(rules._raw, _core.pointer(faces), number(tiplu), where)
    if code == lib.RUMMY_E_COPIES:
        raise _too_many(held, Card(where[0]), tiplu, rules)
    ERRORS.check(code)
    return faces


def _too_many(held: Sequence[Card], card: Card, tiplu: Card | None, rules: Rules) -> HandError:
    """Return the error for a card that occurs too often."""
    error = HandError("copies", pieces=[card], piece=card, times=held.count(card))
    if card == M and not rules.printed_jokers:
        return error.at("as_unprinted")
    return error.at("as_under" if card == M else "as_tiplu") if card == tiplu else error


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
    tiplu: Card | str | SupportsIndex,
    exposed: Cards = (),
    shown: Cards = (),
    marriages_laid: SupportsIndex = 0,
    route: Route | str = Route.NONE,
    rules: Rules | None = None,
) -> Maal:
    """Return the points of all cards of a hand (M-23 to M-25): concealed, laid and exposed ones together.

    `exposed` are the kinds exposed as tunnelas at the start (one card each, or all three), `shown` those laid as
    tunnelas later. `marriages_laid` counts the marriages laid to see the tiplu, 0 to 3. HandError for cards that cannot
    be held together, or more than 22 of them.

    >>> maal("Jc Qc Qc Qc Tc Tc Tc", tiplu="Jc").points
    23
    """
    chosen = Rules.given(rules)
    known = tiplu_card(tiplu, chosen)
    everything = cards(held)
    faces = count_faces(everything, known, chosen)
    if len(everything) > HAND + 1:
        raise ERRORS.wrong_number(len(everything))
    out = _core.new("rummy_marriage_maal *")
    at_start, laid = (sum(1 << card for card in exposed_kinds(kinds)) for kinds in (exposed, shown))
    code = ROUTES.index(route_of(route))
    married = _core.integer(marriages_laid, "marriages_laid")
    if not 0 <= married <= 3:
        raise HandError("limit", name="marriages_laid", given=married, least=0, most=3)
    row = _core.pointer(faces)
    ERRORS.check(lib.rummy_marriage_score(chosen._raw, row, number(known), at_start, laid, married, code, out))
    return read_maal(out)


def analyze(
    held: Cards,
    *,
    tiplu: Card | str | SupportsIndex | None = None,
    laid: Iterable[Cards] = (),
    draft: Iterable[Cards] = (),
    exposed: Cards = (),
    route: Route | str | None = None,
    taken: Card | str | SupportsIndex | None = None,
    gone: Cards = (),
    players: SupportsIndex | None = None,
    rules: Rules | None = None,
) -> Analysis:
    """Return what a hand is worth (M-11 to M-25, M-30).

    `held` are the concealed cards; `laid` the combinations or dublees on the table, `draft` those that the seat has
    begun to lay in this turn (M-14), `exposed` the kinds of tunnelas exposed at the start (where the rules give them
    back, they are among the concealed cards too). All of them together are 21 cards, or 22 after the draw. `route` is
    by default what `laid` says; "dublee" with nothing laid is a direct win with dublees (M-19). `tiplu` is a card, or
    "M" for a man that lies under the stock and makes As the tiplu (M-5): then three As can be had or held, and one man
    fewer; "As" leaves it open, and counts on two. `taken` is the card just taken from the discards, which may not be
    discarded (M-11): one of the 22. `gone` are cards known to lie elsewhere, which cannot be drawn any more. `players`
    at the table decide whether dublees are played (M-15); without it they are enough. HandError names what cannot be.

    >>> hand = "6h 6h 6h 3s 4s 5s Qd Kd Ad 6d Qc 8d Jd 2c 2h Ks Kc Kh Jh Js 9c 4d"
    >>> [str(finish.discard) for finish in analyze(hand, tiplu="Jc").finishes]
    ['9c', '4d', '8d']
    """
    chosen = Rules.given(rules)
    known = tiplu_card(tiplu, chosen)
    asked = _Hand(cards(held), known, chosen)
    asked.lie([cards(part) for part in laid], [cards(part) for part in draft], route)
    asked.expose(exposed_kinds(exposed))
    if players is not None:
        chosen.for_players(players)
        asked.raw.players = _core.integer(players, "players")
    if taken is not None:
        asked.raw.taken = asked.taken = Card(taken)
    asked.gone = cards(gone)
    raw = asked.analyze()
    available = bytes(raw.available)

    def useful(kinds: int) -> Counts[Card]:
        return Counts({card: available[card] for card in as_cards(kinds)})

    def ways(card: Card) -> tuple[Win, ...]:
        return tuple(
            way for way, kinds in zip((Win.COMBOS, Win.DUBLEES), raw.finishes, strict=True) if kinds >> card & 1
        )

    table = [
        Discard(card, _distance(raw.after[card]), useful(raw.useful_after[card]))
        for card in (sorted(set(asked.concealed)) if asked.drawn else ())
        if raw.after[card] != lib.RUMMY_NOT_HELD
    ]
    to_see = raw.to_see.primary
    parts = (tuple(Card(kind) for kind in raw.part[i] if kind != _core.NONE) for i in range(raw.parts))
    return Analysis(
        hand=asked.concealed,
        tiplu=None if raw.tiplu == _core.NONE else Card(raw.tiplu),
        route=asked.route,
        primary=() if to_see == _core.NONE else lays(asked.faces, to_see, chosen, raw.first) if to_see else ((),),
        dublees=raw.paired,
        finishes=tuple(Finish(card, ways(card)) for card in as_cards(raw.finishes[0] | raw.finishes[1])),
        maal=None if known is None else read_maal(raw.maal),
        gone=asked.gone,
        distance=_distance(raw.distance),
        bounds=(_distance(raw.least), _distance(raw.most)),
        distances=Distances(*map(_distance, (raw.primary, raw.dublees_to_see, raw.combos, raw.dublees_to_win))),
        goal=Goal(*(None if n == _core.NONE else n for n in (raw.goal.primary, raw.goal.others, raw.goal.dublees))),
        by=WINS[raw.by],
        useful=useful(raw.useful),
        discards=best_first(table),
        nearest=Nearest(tuple(parts), tuple(Card(kind) for kind in _core.expand(raw.missing))) if raw.by else None,
    )


class _Hand:
    """A hand as C reads it, and what its errors are called."""

    def __init__(self, concealed: tuple[Card, ...], tiplu: Card | None, rules: Rules) -> None:
        self.concealed, self.tiplu, self.rules = concealed, tiplu, rules
        self.faces = _core.counts(concealed)
        self.gone: tuple[Card, ...] = ()
        self.taken: Card | None = None
        self.raw = _core.new("rummy_marriage_hand *")
        self.raw.concealed, self.raw.tiplu, self.raw.taken = bytes(self.faces), number(tiplu), _core.NONE

    def lie(self, laid: list[tuple[Card, ...]], draft: list[tuple[Card, ...]], route: Route | str | None) -> None:
        """Take what lies: parts of two or three cards. Others are refused later, as C has no room for them."""
        self.laid, self.draft, raw = laid, draft, self.raw
        self.route = _route_said(laid) if route is None else route_of(route)
        self.odd: RummyError | None = None
        for parts, way in ((laid, self.route), (draft, _route_said(draft))):
            if len(parts) > lib.RUMMY_MARRIAGE_LAID:
                self.odd = HandError("laid_most", count=len(parts), most=lib.RUMMY_MARRIAGE_LAID)
            for part in parts:
                if len(part) not in (2, 3):
                    self.odd = self._no_part(part, way)
        if self.odd is None:
            for place, part in enumerate((*laid, *draft)):
                raw.part[place] = (*part, _core.NONE)[:3]
            raw.laid, raw.drafted, raw.route = len(laid), len(draft), ROUTES.index(self.route)

    def expose(self, tunnelas: tuple[Card, ...]) -> None:
        locked = tunnelas if self.rules.exposed_tunnela == ExposedTunnela.LOCKED else ()
        self.everything = (
            *self.concealed,
            *(card for part in (*self.laid, *self.draft) for card in part),
            *(card for card in locked for _ in range(3)),
        )
        self.locked = len(locked)
        self.drawn = len(self.everything) == HAND + 1
        self.raw.exposed = sum(1 << card for card in tunnelas)

    def analyze(self) -> Any:
        """Return the analysis of C. HandError says what is wrong with the hand."""
        if self.odd is not None:
            count_faces(self.everything, self.tiplu, self.rules)
            raise self.odd if HAND <= len(self.everything) <= HAND + 1 else self._error(lib.RUMMY_E_COUNT, -1)
        self.raw.gone = bytes(_core.counts(self.gone))
        out, where = _core.new("rummy_marriage_analysis *"), _core.new("int *")
        code = lib.rummy_marriage_analyze(self.rules._raw, self.raw, out, where)
        if code < 0:
            raise self._error(code, where[0])
        return out

    def _error(self, code: int, where: int) -> RummyError:
        parts = (*self.laid, *self.draft)
        if code == lib.RUMMY_E_COPIES:
            count_faces(self.everything, self.tiplu, self.rules)  # if it is not about the hand alone, it is about all
            return _too_many((*self.everything, *self.gone), Card(where), self.tiplu, self.rules)
        if code == lib.RUMMY_E_COUNT:
            return ERRORS.wrong_number(len(self.everything))
        if code == lib.RUMMY_E_TAKEN:
            if not self.drawn:
                return HandError("taken_early", pieces=[self.taken], card=self.taken, count=HAND, wanted=HAND + 1)
            return HandError("taken_nowhere", pieces=[self.taken], card=self.taken)
        if code == lib.RUMMY_E_ROUTE:
            return HandError("laid_route", pieces=parts[where], cards=_core.named(parts[where]))
        if code in (lib.RUMMY_E_DUBLEE, lib.RUMMY_E_PRIMARY) and where >= 0:
            drafted = where >= len(self.laid)
            return self._no_part(parts[where], _route_said(self.draft) if drafted else self.route)
        if code == lib.RUMMY_E_DUBLEE:
            if not parts:
                return HandError("route_pairs", route=self.route)
            return HandError("laid_pairs", pieces=parts[0], cards=_core.named(parts[0]))
        if code == lib.RUMMY_E_LAID and where >= 0:
            return HandError("laid_unseen", pieces=parts[where], cards=_core.named(parts[where]), wanted=HAND + 1)
        if code == lib.RUMMY_E_LAID:
            lying, way = (self.draft, _route_said(self.draft)) if self.draft else (self.laid, self.route)
            want = self.rules.dublees_to_see if way == Route.DUBLEE else max(0, 3 - self.locked)
            return HandError("laid_count", count=len(lying), route=way, wanted=want)
        return ERRORS.error(code)

    def _no_part(self, part: tuple[Card, ...], way: Route) -> RummyError:
        """Return the error for a part that its route does not lay."""
        if way == Route.DUBLEE:
            if len(part) == 2 and part[0] == part[1] != M:
                return HandError("dublee_twice", pieces=part)
            return HandError("no_dublee", pieces=part, cards=_core.named(part) or "nothing")
        try:
            meld(part, rules=self.rules)
        except HandError as error:
            return error
        return HandError("not_primary", pieces=part, cards=_core.named(part))


def _distance(distance: int) -> int | None:
    return None if distance == lib.RUMMY_NEVER else distance


def exposed_kinds(exposed: Cards) -> tuple[Card, ...]:
    """Return the kinds of exposed tunnelas, each once; HandError for men, who are in none (M-5)."""
    kinds = tuple(dict.fromkeys(cards(exposed)))
    if M in kinds:
        raise HandError("tunnela_men", pieces=[M])
    return kinds


def _route_said(laid: Sequence[Sequence[Card]]) -> Route:
    if not laid:
        return Route.NONE
    return Route.DUBLEE if len(laid[0]) == 2 else Route.THREE


def meld(three: Cards, *, tiplu: Card | str | SupportsIndex | None = None, rules: Rules | None = None) -> Meld:
    """Return three cards as the combination that they are (M-12, M-13); without a tiplu, to one who has not seen it,
    there are no jokers. HandError says why they are none.

    >>> meld("6d Qc 8d", tiplu="Jc").kind, meld("Jd Qd Kd").primary
    ('dirty sequence', True)
    """
    chosen = Rules.given(rules)
    known = tiplu_card(tiplu, chosen)
    held = cards(three)
    if len(held) != 3:
        raise HandError("combination", given=_core.named(held) or "nothing", count=len(held), pieces=held)
    count_faces(held, None, chosen)
    code = lib.rummy_marriage_combo(chosen._raw, number(known), _core.pointer(bytes(held)))
    return Meld(held, KINDS[ERRORS.check(code, "part", pieces=held, part=_core.named(held))])


def check_declaration(
    declared: Iterable[Cards],
    *,
    discard: Card | str | SupportsIndex,
    tiplu: Card | str | SupportsIndex | None = None,
    hand: Cards | None = None,
    exposed: Cards = (),
    taken: Card | str | SupportsIndex | None = None,
    route: Route | str | None = None,
    rules: Rules | None = None,
) -> Verdict:
    """Return whether what is laid down with a finishing discard is a win (M-17, M-19).

    `declared` are seven combinations, of which the first three must be primary, or so many dublees as win. `hand`, if
    given, are the 22 cards of the seat, those on the table too, which the declared ones and the discard must come from
    (behind dublees others may be left); without it only what is declared is judged. `exposed` are the kinds of tunnelas
    exposed at the start: jokers among them are natural (M-13). `taken` is the card just taken from the discards:
    nothing of its kind may be the discard (M-11). Whether it could be taken is not judged. `route` is how the seat has
    seen the tiplu before it laid what is declared; by default any that serves. After "three" dublees do not win, after
    "dublee" combinations do not, and a card taken only to finish must complete the last dublee that wins (M-10, M-20).
    The verdict names what is wrong: a joker in a primary combination, two of one suit in a triplet, K-A-2, an identical
    pair with one joker, and so on. HandError for a taken card that the seat does not have.

    >>> check_declaration(["6h 6h 6h", "3s 4s 5s", "Qd Kd Jc"], discard="4d", tiplu="Jc").code
    'primary'
    """
    chosen, last = Rules.given(rules), Card(discard)
    known = tiplu_card(tiplu, chosen)
    parts = [cards(part) for part in declared]
    laid = tuple(card for part in parts for card in part)
    held = None if hand is None else cards(hand)
    given = None if taken is None else Card(taken)
    verdict, sizes = _core.new("rummy_marriage_verdict *"), _core.new("size_t[]", [len(part) for part in parts])
    code = lib.rummy_marriage_check_declaration(
        *(chosen._raw, number(known), _core.pointer(bytes(laid)), sizes, len(parts), last),
        _core.ffi.NULL if held is None else _core.pointer(_core.counts(held)),
        *(sum(1 << card for card in exposed_kinds(exposed)), number(given)),
        *(_core.NONE if route is None else ROUTES.index(route_of(route)), verdict),
    )
    if code == lib.RUMMY_E_TAKEN and given is not None:
        raise HandError("taken_hand" if held is not None else "taken_declared", pieces=[given], card=given)
    ERRORS.check(code)
    if verdict.code:
        return _Fault(verdict, parts, (*laid, last), held or (), given, known, route, chosen).verdict()
    by_pairs = verdict.by == lib.RUMMY_MARRIAGE_BY_DUBLEES
    return Verdict(
        True, "ok", f"the hand wins with {counted(len(parts), 'dublee') if by_pairs else 'seven combinations'}"
    )


@dataclass(frozen=True, slots=True)
class _Fault:
    """A declaration that does not win, and what its fault is called. `used` are the cards laid, then the discard."""

    raw: Any
    parts: Sequence[tuple[Card, ...]]
    used: tuple[Card, ...]
    held: tuple[Card, ...]
    taken: Card | None
    tiplu: Card | None
    route: Route | str | None
    rules: Rules

    def verdict(self) -> Verdict:
        code, faces, laid = self.raw.code, bytes(self.raw.faces), self.used[:-1]
        in_pairs = any(len(part) == 2 for part in self.parts)
        name = _core.code_name(code)
        if self.raw.part >= 0:
            return self._part(name, self.parts[self.raw.part], in_pairs)
        if code == lib.RUMMY_E_COPIES:
            pieces = tuple(card for card in self.used if faces[card])
            return Verdict(False, name, _too_many(self.used, pieces[0], self.tiplu, self.rules).sentence, pieces)
        if code == lib.RUMMY_E_MIXED:
            pieces = tuple(card for part in self.parts if len(part) == 2 for card in part)
            return Verdict(False, name, ERRORS.sentence(code), pieces)
        if code == lib.RUMMY_E_NOT_HELD:
            pieces = tuple(card for card in dict.fromkeys(self.used) for _ in range(faces[card]))
            return Verdict(False, name, f"not in the hand: {_core.named(pieces)}", pieces)
        if code == lib.RUMMY_E_LEFT_OVER:
            more = {card: self.held.count(card) - self.used.count(card) for card in set(self.held) if faces[card]}
            pieces = tuple(card for card in dict.fromkeys(self.held) for _ in range(more.get(card, 0)))
            return Verdict(False, name, f"left over in the hand: {_core.named(pieces)}", pieces)
        if code == lib.RUMMY_E_ROUTE:
            wins = "combinations" if in_pairs else "dublees"
            return Verdict(False, name, f"on the route {self.route} a seat wins with {wins} alone", laid)
        if code == lib.RUMMY_E_DUBLEE:
            return Verdict(False, name, "these rules know no dublees", laid)
        if code in (lib.RUMMY_E_TAKEN_BACK, lib.RUMMY_E_FORCED) and self.taken is not None:
            back = f"{self.taken} was just taken, so no {self.taken} may be discarded"
            forced = f"{self.taken} was taken to finish, but does not complete the last dublee that wins"
            return Verdict(False, name, back if code == lib.RUMMY_E_TAKEN_BACK else forced, (self.taken,))
        if in_pairs and self.held and len(self.held) != HAND + 1:
            return Verdict(False, name, f"{counted(len(self.held), 'card')}: a hand has {HAND + 1} with the discard")
        if in_pairs:
            won = f"{self.rules.dublees_to_win} win" if 2 * len(self.parts) < HAND else f"a hand has {HAND + 1} cards"
            return Verdict(False, name, f"{counted(len(self.parts), 'dublee')}, {won}")
        return Verdict(False, name, f"{counted(len(self.parts), 'combination')}, a win has 7")

    def _part(self, name: str, part: tuple[Card, ...], in_pairs: bool) -> Verdict:
        """Return the verdict where one part is at fault."""
        named = _core.named(part)
        if in_pairs:
            twice = part[0] == part[1] != M
            no = f"{part[0]} {part[1]} is no dublee: it takes two of the same card"
            return Verdict(False, name, "two dublees are of the same card" if twice else no, part)
        try:
            meld(part, tiplu=None if self.raw.part < 3 else self.tiplu, rules=self.rules)
            why = f"{named}: no primary combination"
        except HandError as error:
            why = error.sentence
            if name == "primary":
                why = f"{named}: a joker does not stand for another card in a primary combination"
        return Verdict(False, name, why, part)


def roles(tiplu: Card | str | SupportsIndex, *, rules: Rules | None = None) -> dict[Card, str]:
    """Return the jokers that a tiplu makes, each with its role (M-4, M-5): tiplu, poplu, jhiplu, joker, and man where
    men are printed.

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
