"""Stateless answers about Marriage hands: analysis, single combinations, declarations, maal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rummycore import _core
from rummycore._core import lib
from rummycore.errors import HandError, RummyError
from rummycore.marriage.cards import KINDS, Card, Cards, ComboKind, M, Meld, Move, cards, number, tiplu_card
from rummycore.marriage.rules import PAGAT, ExposedTunnela, Rules
from rummycore.words import Choice

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


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a hand is worth to one who knows the tiplu (None: nobody does; then there are no finishes by combinations and no maal).

    `cards` are the concealed ones. `primary` are all ways to lay the primary combinations that are still to be laid (empty once the
    tiplu is seen); `dublees` how many kinds are paired; `combos` and `pairs` the discards that finish by combinations and by dublees.
    """

    cards: tuple[Card, ...]
    tiplu: Card | None
    route: Route
    primary: tuple[tuple[Meld, ...], ...]
    dublees: int
    combos: tuple[Card, ...]
    pairs: tuple[Card, ...]
    maal: Maal | None


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
        raise HandError("route", f"route={route[:40]!r}: it must be one of {', '.join(Route)}")
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
    _core.check(code)
    return faces


def lays(faces: bytearray, want: int, rules: Rules) -> tuple[tuple[Meld, ...], ...]:
    """Return all ways to lay so many primary combinations."""
    out = _core.new("uint16_t[][3]", lib.RUMMY_MARRIAGE_TRIPLES)
    n = _core.check(lib.rummy_marriage_primary(rules._raw, _core.pointer(faces), want, out, lib.RUMMY_MARRIAGE_TRIPLES))
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
    HandError for cards that cannot be held together.

    >>> maal("Jc Qc Qc Qc Tc Tc Tc", tiplu="Jc").points
    23
    """
    chosen, known = rules_or_default(rules), tiplu_card(tiplu)
    faces = count_faces(cards(held), known, chosen)
    out = _core.new("rummy_marriage_maal *")
    at_start, laid = (sum(1 << card for card in exposed_kinds(kinds)) for kinds in (exposed, shown))
    code = ROUTES.index(route_of(route))
    _core.check(lib.rummy_marriage_score(chosen._raw, _core.pointer(faces), number(known), at_start, laid, code, out))
    return read_maal(out)


def analyze(
    held: Cards,
    *,
    tiplu: Card | str | int | None = None,
    laid: Iterable[Cards] = (),
    exposed: Cards = (),
    route: Route | str | None = None,
    taken: Card | str | int | None = None,
    rules: Rules | None = None,
) -> Analysis:
    """Return what a hand is worth (M-12 to M-25).

    `held` are the concealed cards; `laid` the combinations or dublees on the table, `exposed` the kinds of tunnelas exposed at
    the start (where the rules give them back, they are among the concealed cards too). All of them together are 21 cards, or 22 after the draw. `route` is by default what `laid` says. `taken` is the card
    just taken from the discards, which may not be discarded (M-11). HandError names what cannot be.

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
    faces = count_faces(concealed, known, chosen)
    raw, pointer = chosen._raw, _core.pointer(faces)
    want = max(0, 3 - len(locked))
    primary: tuple[tuple[Meld, ...], ...] = ()
    if way == Route.NONE:
        primary = lays(faces, want, chosen) if want else ((),)
    combos = pairs = 0
    if len(everything) == HAND + 1:
        out = _core.new("uint64_t *")
        if known is not None and way != Route.DUBLEE:
            others = min(4, 7 - len(locked))
            still = want if way == Route.NONE else 0
            _core.check(lib.rummy_marriage_finishes(raw, pointer, known, still, others, out))
            combos = out[0]
        direct = way == Route.NONE and chosen.dublee_direct_win_unseen
        if chosen.dublee_allowed and (direct or way == Route.DUBLEE):
            need = int(raw.dublees_to_win) - (len(on_table) if way == Route.DUBLEE else 0)
            lib.rummy_marriage_finishes_dublees(pointer, need, out)
            pairs = out[0]
            if len(concealed) == 2 * need and lib.rummy_marriage_dublees(pointer) >= need:
                pairs |= sum(1 << card for card in locked)
    if taken is not None and raw.same_card_discard == lib.RUMMY_MARRIAGE_SAME_CARD_DISCARD_KIND:
        combos &= ~(1 << Card(taken))
        pairs &= ~(1 << Card(taken))
    shown = tuple(part[0] for part in on_table if len(part) == 3 and len(set(part)) == 1)
    points = None
    if known is not None:
        points = maal(everything, tiplu=known, exposed=tunnelas, shown=shown, route=way, rules=chosen)
    return Analysis(
        cards=concealed,
        tiplu=known,
        route=way,
        primary=primary,
        dublees=lib.rummy_marriage_dublees(pointer),
        combos=as_cards(combos),
        pairs=as_cards(pairs),
        maal=points,
    )


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
            raise HandError("route", f"{' '.join(map(str, laid[0]))} is laid, but the route is none")
        return
    if route == Route.THREE:
        want = max(0, 3 - exposed)
        for part in laid:
            if not meld(part, tiplu=None, rules=rules).primary:
                raise HandError(
                    "primary", f"{' '.join(map(str, part))}: only primary combinations are laid to see the tiplu"
                )
    else:
        want = rules.dublees_to_see
        for part in laid:
            if len(part) != 2 or part[0] != part[1] or part[0] == M:
                raise HandError("dublee", f"{' '.join(map(str, part)) or 'nothing'} is no dublee")
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
        raise HandError("count", f"{' '.join(map(str, held)) or 'nothing'}: a combination has three cards")
    count_faces(held, None, chosen)
    code = lib.rummy_marriage_combo(chosen._raw, number(known), _core.pointer(bytes(held)))
    return Meld(held, KINDS[_core.check(code, " ".join(map(str, held)))])


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
            return Verdict(False, "not_held", f"not in the hand: {' '.join(map(str, missing))}", missing)
        if over and not in_pairs:
            return Verdict(False, "left_over", f"left over in the hand: {' '.join(map(str, over))}", over)
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
                    f"{' '.join(map(str, part))}: a joker does not stand for another card in a primary combination",
                    part,
                )
            named = why if why.startswith(str(part[0]) if part else "nothing") else f"{' '.join(map(str, part))}: {why}"
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
    _core.check(lib.rummy_marriage_roles(chosen._raw, number(known), raw))
    names = {
        lib.RUMMY_MARRIAGE_JOKER: "joker",
        lib.RUMMY_MARRIAGE_JHIPLU: "jhiplu",
        lib.RUMMY_MARRIAGE_POPLU: "poplu",
        lib.RUMMY_MARRIAGE_TIPLU: "tiplu",
        lib.RUMMY_MARRIAGE_MAN: "man",
    }
    return {card: names[raw[card]] for card in Card.all() if raw[card] and (card != M or chosen.printed_jokers)}
