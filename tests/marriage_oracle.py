"""A slow and obvious judge of Marriage hands, written from the text of the rules and from nothing else.

It shares no code and no table with the engine: combinations are literal tuples of card texts, and a
hand is judged by trying them.  Cards are written "7h", "Tc", "As", and "M" for a man card (a printed
joker).  `tiplu` None means that the player has not seen the tiplu.

Of the rules, a plain mapping, only the options in OPTIONS, TABLES and AMOUNTS are read.  A hand is
expected to be physically possible: see `problems`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

Rules = Mapping[str, object]
Cards = tuple[str, ...]
Combo = tuple[str, ...]
Items = dict[str, tuple[Cards, int]]

RANKS = "A23456789TJQK"
SUITS = "cdhs"
MAN = "M"
KINDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
ORDER = {card: place for place, card in enumerate((*KINDS, MAN))}

# Each option with the values judged here, the default first.
OPTIONS: dict[str, tuple[object, ...]] = {
    "ace_runs": ("low_and_high", "low_only", "high_only", "wrap"),
    "max_jokers_in_combo": (3, 2, 1),
    "joker_natural_use": (True, False),
    "identical_pair_plus_joker": (False, True),
    "maal_rank_wrap": ("cyclic", "none"),
    "alter_definition": ("same_colour", "opposite_colour"),
    "marriage_ace_wrap": (True, False),
    "partition": ("best", "marriages_first"),
    "rank_jokers": ("all", "alter"),
    "tunnela_combination": ("instead", "adds"),
    "tunnela_scope": ("exposed_at_start", "any_in_hand", "shown", "off"),
    "tunnela_needs": ("three_combos", "seen", "nothing"),
    "dublee_bonus_form": ("per_opponent", "maal_to_winner"),
    "pairwise_maal": (True, False),
    "unseen_pairs_settle": (True, False),
    "unseen_maal": ("count", "void", "to_winner"),
}

# What so many of a thing are worth together; for tunnelas: an ordinary card, an ordinary joker, a poplu or jhiplu.
TABLES: dict[str, tuple[int, ...]] = {
    "tiplu_values": (3, 7),
    "poplu_values": (2, 5, 10),
    "jhiplu_values": (2, 5, 10),
    "marriage_values": (10, 30),
    "laid_marriage_values": (0,) * 3,
    "man_values": (0, 0, 0),
    "alter": (0, 0, 0),
    "tunnela_values": (5, 10, 20),
    "tunnela_totals": (0,) * 7,
    "joker_tunnela_totals": (0,) * 3,
    "maal_tunnela_totals": (0,) * 3,
}

AMOUNTS = {"point_value": 1, "seen_payment": 3, "unseen_payment": 10, "dublee_bonus": 5, "seen_dublee_loser_pays": 3}


def option(rules: Rules, name: str) -> object:
    """Return the value of one option; raise ValueError for a value unknown here."""
    value = rules.get(name, OPTIONS[name][0])
    if value not in OPTIONS[name]:
        raise ValueError(f"{name}: the oracle cannot judge {value!r}")
    return value


def table(rules: Rules, name: str) -> Sequence[int]:
    """Return one table of values; the jhiplu's is the poplu's unless it is given."""
    default = table(rules, "poplu_values") if name == "jhiplu_values" else TABLES[name]
    values = rules.get(name, default)
    assert isinstance(values, Sequence), f"{name}: {values!r}"
    return values


def amount(rules: Rules, name: str) -> int:
    """Return one amount of the settlement."""
    value = rules.get(name, AMOUNTS[name])
    assert isinstance(value, int), f"{name}: {value!r}"
    return value


# ------------------------------------------------------------------------------
# Cards
# ------------------------------------------------------------------------------


def problems(cards: Iterable[str], tiplu: str | None = None, men: int = 3) -> bool:
    """Return whether these cards cannot be held: too many of a kind, or a text that is no card.

    >>> problems(["7h"] * 3), problems(["7h"] * 3, "7h"), problems(["10h"]), problems(["M"], "7h", 0)
    (False, True, True, True)
    """
    in_play = {**dict.fromkeys(KINDS, 3), MAN: men}
    if tiplu is not None:
        in_play[tiplu] -= 1
    return any(count > in_play.get(card, 0) for card, count in Counter(cards).items())


def in_order(cards: Iterable[str]) -> Cards:
    """Return the cards sorted by suit and rank, man cards last."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def without(cards: Sequence[str], taken: Iterable[str]) -> Cards | None:
    """Return the cards left when some are taken away, None if one of those is not there."""
    left = list(cards)
    for card in taken:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)


def roles(tiplu: str, rules: Rules) -> dict[str, str]:
    """Return the kinds of the tiplu, the poplu above and the jhiplu below it.

    >>> roles("Kh", {}), roles("Kh", {"maal_rank_wrap": "none"})
    ({'tiplu': 'Kh', 'poplu': 'Ah', 'jhiplu': 'Qh'}, {'tiplu': 'Kh', 'jhiplu': 'Qh'})
    """
    rank, suit = tiplu[0], tiplu[1]
    found = {"tiplu": tiplu, "poplu": "A23456789TJQKA"[RANKS.index(rank) + 1] + suit}
    found["jhiplu"] = "KA23456789TJQK"[RANKS.index(rank)] + suit
    if option(rules, "maal_rank_wrap") == "none":
        if rank == "K":
            del found["poplu"]
        if rank == "A":
            del found["jhiplu"]
    return found


def jokers(tiplu: str, rules: Rules) -> frozenset[str]:
    """Return every kind that is wild for a player who has seen the tiplu."""
    same_rank = [tiplu[0] + suit for suit in SUITS]
    wild = same_rank if option(rules, "rank_jokers") == "all" else alters(tiplu, rules)
    return frozenset([*roles(tiplu, rules).values(), *wild, MAN])


def alters(tiplu: str, rules: Rules) -> list[str]:
    """Return the kinds that score as alters: of the tiplu's rank, in suits chosen by colour."""
    same, other = {"c": ("s", "dh"), "s": ("c", "dh"), "d": ("h", "cs"), "h": ("d", "cs")}[tiplu[1]]
    suits = same if option(rules, "alter_definition") == "same_colour" else other
    return [tiplu[0] + suit for suit in suits]


# ------------------------------------------------------------------------------
# Combinations: exactly three cards
# ------------------------------------------------------------------------------


@cache
def literal_primary(ace_runs: object) -> frozenset[Combo]:
    """Return every tunnela and every pure sequence, written out, its cards in the order of `in_order`."""
    line = {
        "low_and_high": "A23456789TJQKA",
        "low_only": "A23456789TJQK",
        "high_only": "23456789TJQKA",
        "wrap": "A23456789TJQKA2",
    }[str(ace_runs)]
    triples = list(zip(line, line[1:], line[2:], strict=False)) + [(rank, rank, rank) for rank in RANKS]
    return frozenset(in_order(rank + suit for rank in triple) for triple in triples for suit in SUITS)


def primary(three: Sequence[str], rules: Rules) -> bool:
    """Return whether the cards are a tunnela or a pure sequence; what is a joker does not matter."""
    return MAN not in three and in_order(three) in literal_primary(option(rules, "ace_runs"))


def natural(three: Sequence[str], rules: Rules) -> bool:
    """Return whether the cards are a combination as they are printed: a triplet or a primary one."""
    if MAN in three:
        return False
    ranks, suits = {card[0] for card in three}, {card[1] for card in three}
    return primary(three, rules) or (len(ranks) == 1 and len(suits) == 3)


def valid(three: Sequence[str], tiplu: str | None, rules: Rules) -> bool:
    """Return whether the cards, in any order, are a combination.

    >>> valid(["Ac", "Jd", "Kc"], "Jc", {}), valid(["5d", "5d", "Jd"], "Jc", {})
    (True, False)
    >>> valid(["9s", "9h", "9c"], None, {}), valid(["Ac", "Jd", "Kc"], None, {})
    (True, False)
    """
    wild = jokers(tiplu, rules) if tiplu is not None else frozenset[str]()
    others = [card for card in three if card not in wild]
    count = 3 - len(others)  # of jokers
    if natural(three, rules) and (count == 0 or option(rules, "joker_natural_use")):
        return True
    if count == 0:
        return False
    limit = option(rules, "max_jokers_in_combo")
    if count >= 2:
        return limit == 3 or (limit == 2 and count == 2)
    x, y = others
    if x == y:
        return option(rules, "identical_pair_plus_joker") is True
    return x[0] == y[0] or any(x in run and y in run for run in literal_primary(option(rules, "ace_runs")))


# ------------------------------------------------------------------------------
# Seeing the tiplu
# ------------------------------------------------------------------------------


def ways_to_lay(cards: Sequence[str], number: int, rules: Rules) -> Iterator[tuple[tuple[Combo, ...], Cards]]:
    """Yield each choice of `number` disjoint primary combinations once, with the cards left over."""
    every = literal_primary(option(rules, "ace_runs"))
    held = sorted(combo for combo in every if without(cards, combo) is not None)

    def lay(rest: Cards, start: int, laid: tuple[Combo, ...]) -> Iterator[tuple[tuple[Combo, ...], Cards]]:
        if len(laid) == number:
            yield laid, rest
            return
        for place in range(start, len(held)):
            left = without(rest, held[place])
            if left is not None:
                yield from lay(left, place, (*laid, held[place]))

    return lay(in_order(cards), 0, ())


def primary_triples(cards: Sequence[str], rules: Rules) -> set[tuple[Combo, ...]]:
    """Return every way to lay three disjoint primary combinations.

    A way is a multiset of combinations in sorted order, each written as in `literal_primary`.

    >>> primary_triples("3c 4c 5c 5c 6c 7c 9d 9d 9d Ks".split(), {})
    {(('3c', '4c', '5c'), ('5c', '6c', '7c'), ('9d', '9d', '9d'))}
    """
    return {laid for laid, _ in ways_to_lay(cards, 3, rules)}


def can_see(cards: Sequence[str], rules: Rules, exposed: Sequence[str] = ()) -> bool:
    """Return whether three primary combinations can be laid, exposed tunnelas counted and left as they are."""
    return any(True for _ in ways_to_lay(unlocked(cards, exposed), max(0, 3 - len(exposed)), rules))


def unlocked(cards: Sequence[str], exposed: Sequence[str]) -> Cards:
    """Return the cards without the exposed tunnelas; raise ValueError if those are not among them."""
    free = without(cards, [kind for kind in exposed for _ in range(3)])
    if free is None or MAN in exposed:
        raise ValueError(f"{exposed} are no tunnelas of this hand")
    return free


# ------------------------------------------------------------------------------
# Finishing: by seven combinations, by eight dublees
# ------------------------------------------------------------------------------


class Splitter:
    """Tells of cards out of one pool whether they split into combinations, remembering its answers."""

    def __init__(self, pool: Iterable[str], tiplu: str | None, rules: Rules) -> None:
        self.masked: dict[str, str] = {}
        if tiplu is not None and (option(rules, "max_jokers_in_combo") == 3 or not option(rules, "joker_natural_use")):
            # A joker's own face gives nothing here that a wild card would not: next to one joker, the
            # other two of a sequence or triplet make a dirty one, and two jokers take any third card.
            self.masked = dict.fromkeys(jokers(tiplu, rules), MAN)
        count = Counter(map(self.mask, pool))
        # Under the first of its cards, the other two of each combination that can be taken from the pool.
        self.partners: dict[str, list[tuple[str, str]]] = {card: [] for card in count}
        for a, b, c in combinations_with_replacement(in_order(count), 3):
            if valid((a, b, c), tiplu, rules) and not Counter((a, b, c)) - count:
                self.partners[a].append((b, c))
        self.known: dict[Cards, bool] = {(): True}

    def mask(self, card: str) -> str:
        """Return the card, or "M" for a joker where its face does not matter."""
        return self.masked.get(card, card)

    def splits(self, rest: Cards) -> bool:
        """Return whether masked cards in order split into combinations, the first card's one tried first."""
        if rest not in self.known:
            left = (without(rest[1:], pair) for pair in self.partners[rest[0]])
            self.known[rest] = any(cards is not None and self.splits(cards) for cards in left)
        return self.known[rest]

    def discards(self, cards: Sequence[str]) -> set[str]:
        """Return the cards without which the others split."""
        masked = in_order(map(self.mask, cards))
        good = {card for card in set(masked) if self.splits(without(masked, [card]) or ())}
        return {card for card in cards if self.mask(card) in good}


def finishes13(cards: Sequence[str], tiplu: str | None, rules: Rules, combos: int = 4) -> set[str]:
    """Return the discards after which the other cards are `combos` combinations; without a tiplu no card is a joker.

    >>> sorted(finishes13("Qd Qh Qs Kd Kc Kh Jd 2c 2h 9s 9h 9d 4h".split(), "Jc", {}))
    ['2c', '4h']
    """
    if len(cards) != 3 * combos + 1:
        raise ValueError(f"{len(cards)} cards are not {combos} combinations and a discard")
    return Splitter(cards, tiplu, rules).discards(cards)


def finishes22(cards: Sequence[str], tiplu: str | None, rules: Rules, exposed: Sequence[str] = ()) -> set[str]:
    """Return the discards after which the other 21 are three primary combinations and four of any type.

    Nothing has been laid.  Exposed tunnelas, given by kind and part of the 22, stay as they are.
    """
    if len(cards) != 22:
        raise ValueError(f"a hand that finishes has 22 cards, not {len(cards)}")
    free = unlocked(cards, exposed)
    rests = {rest for _, rest in ways_to_lay(free, max(0, 3 - len(exposed)), rules)}
    if not rests:
        return set()
    splitter = Splitter(free, tiplu, rules)
    return {card for rest in rests for card in splitter.discards(rest)}


def tunnela_sets(cards: Sequence[str], tiplu: str, rules: Rules) -> set[frozenset[str]]:
    """Return the kinds that are tunnelas in each way to split cards into combinations, of a seat that has seen the
    tiplu.

    >>> sorted(map(sorted, tunnela_sets("9h 9h 9h 8h Th Jh".split(), "7h", {})))
    [['9h']]
    >>> tunnela_sets("8h 8h 8h Kc Kd Kh".split(), "7h", {"joker_natural_use": False})
    {frozenset()}
    """
    wild = jokers(tiplu, rules)

    @cache
    def counts(three: Combo) -> bool | None:
        """Return whether the combination is a tunnela, None where it is none."""
        if not valid(three, tiplu, rules):
            return None
        itself = three[0] not in wild or option(rules, "joker_natural_use") is True
        return len(set(three)) == 1 and three[0] != MAN and itself

    @cache
    def split(rest: Cards) -> frozenset[frozenset[str]]:
        if not rest:
            return frozenset([frozenset()])
        found: set[frozenset[str]] = set()
        for pair in set(combinations(rest[1:], 2)):
            three = (rest[0], *pair)
            if (tunnela := counts(three)) is not None:
                own = three[:1] if tunnela else ()
                found |= {others.union(own) for others in split(without(rest, three) or ())}
        return frozenset(found)

    return set(split(in_order(cards)))


def dublees(cards: Iterable[str]) -> int:
    """Return how many kinds are there at least twice; man cards make no dublee.

    >>> dublees("3h 3h 3h Jc Jc M M 5d".split())
    2
    """
    return sum(count >= 2 for card, count in Counter(cards).items() if card != MAN)


def dublee_finishes(cards: Sequence[str], n: int = 8, locked: Sequence[str] = ()) -> set[str]:
    """Return the discards after which the other cards show n dublees.

    The cards of locked tunnelas, given by kind, make no dublee, and none of them is discarded unless
    the n dublees are all that is concealed.
    """
    free = unlocked(cards, locked)
    if len(free) == 2 * n and dublees(free) == n:
        return set(locked)
    return {card for card in free if dublees(without(free, [card]) or ()) >= n}


# ------------------------------------------------------------------------------
# Points and payments
# ------------------------------------------------------------------------------


def worth(values: Sequence[int], count: int) -> int:
    """Return what so many are worth together; more than the table has count as its last."""
    return values[min(count, len(values)) - 1] if count else 0


def total(found: Items) -> int:
    """Return the sum of the items."""
    return sum(value for _, value in found.values())


def scoring_tunnelas(cards: Sequence[str], exposed: Sequence[str], route: str, rules: Rules) -> list[str]:
    """Return the kinds that may score as tunnelas.  Where any laid one may, `exposed` must name those as well."""
    allowed = {"three_combos": route == "three", "seen": route in ("three", "dublee"), "nothing": True}
    scope = option(rules, "tunnela_scope")
    if scope == "off" or not allowed[str(option(rules, "tunnela_needs"))]:
        return []
    kinds = KINDS if scope == "any_in_hand" else exposed
    return [kind for kind in kinds if list(cards).count(kind) == 3]


def tunnela_sort(kind: str, tiplu: str, rules: Rules) -> int:
    """Return 0 for a tunnela of ordinary cards, 1 of ordinary jokers, 2 of tiplu, poplu or jhiplu.

    >>> [tunnela_sort(kind, "Jc", {}) for kind in ("6h", "Jd", "Qc")]
    [0, 1, 2]
    """
    return 2 if kind in roles(tiplu, rules).values() else int(kind in jokers(tiplu, rules))


def tunnelas_worth(sort: int, count: int, rules: Rules) -> int:
    """Return what so many tunnelas of a sort are worth together."""
    totals = table(rules, ("tunnela_totals", "joker_tunnela_totals", "maal_tunnela_totals")[sort])
    return worth(totals, count) if any(totals) else table(rules, "tunnela_values")[sort] * count


def marriages_worth(count: int, laid: int, rules: Rules) -> int:
    """Return what so many marriages are worth, of which so many were laid to see the tiplu.

    >>> rules = {"laid_marriage_values": (15, 35)}
    >>> [marriages_worth(count, laid, rules) for count, laid in ((1, 0), (1, 1), (2, 1), (2, 2), (1, 2))]
    [10, 15, 35, 35, 15]
    """
    dear, plain, laid = table(rules, "laid_marriage_values"), table(rules, "marriage_values"), min(laid, count)
    if not laid or not any(dear):
        return worth(plain, count)
    return worth(dear, laid) + worth(plain, count) - worth(plain, laid)


def counted(
    cards: Sequence[str], tiplu: str, marriages: int, tunnelas: Sequence[str], rules: Rules, laid: int = 0
) -> Items | None:
    """Return what the cards count as with so many marriages and these tunnelas, None if a card is in two of them."""
    role = roles(tiplu, rules)
    married = tuple(role.values()) * marriages
    apart = [] if option(rules, "tunnela_combination") == "adds" else [kind for kind in tunnelas for _ in range(3)]
    rest = without(cards, [*married, *apart])
    if rest is None:
        return None
    found = {"marriage": (married, marriages_worth(marriages, laid, rules))}
    for sort in range(3):
        three = tuple(kind for kind in tunnelas if tunnela_sort(kind, tiplu, rules) == sort for _ in range(3))
        found[f"tunnela {sort}"] = (three, tunnelas_worth(sort, len(three) // 3, rules))
    for name, kind in (role | {"man": MAN}).items():
        alike = tuple(card for card in rest if card == kind)
        found[name] = (alike, worth(table(rules, name + "_values"), len(alike)))
    for kind in alters(tiplu, rules):  # each kind counts by itself, as poplu and jhiplu do
        alike = tuple(card for card in rest if card == kind)
        found[f"alter {kind}"] = (alike, worth(table(rules, "alter"), len(alike)))
    return found


def items(cards: Sequence[str], tiplu: str, exposed: Sequence[str], route: str, rules: Rules, laid: int = 0) -> Items:
    """Return what the final 21 cards count as: item -> (its cards, its points); what is worth nothing is left out.

    Items are "marriage", "tiplu", "poplu", "jhiplu", "alter Js", "man" and "tunnela 0", one of each sort of tunnela.
    A card counts in one of them only, but where tunnelas add, and of all ways the best is taken; of equal ones, one
    with the fewest marriages.

    >>> items("Tc Jc Qc 6h 6h 6h".split(), "Jc", ["6h"], "three", {})
    {'marriage': (('Jc', 'Qc', 'Tc'), 10), 'tunnela 0': (('6h', '6h', '6h'), 5)}
    """
    role = roles(tiplu, rules)
    most = min(list(cards).count(kind) for kind in role.values())
    if len(role) < 3 or (tiplu[0] == "A" and not option(rules, "marriage_ace_wrap")):
        most = 0
    fewest = most if option(rules, "partition") == "marriages_first" else 0
    eligible = scoring_tunnelas(cards, exposed, route, rules)
    ways = [
        counted(cards, tiplu, marriages, tunnelas, rules, laid)
        for marriages in range(fewest, most + 1)
        for number in range(len(eligible), -1, -1)
        for tunnelas in combinations(eligible, number)
    ]
    best = max((way for way in ways if way is not None), key=total)
    return {name: item for name, item in best.items() if item[1]}


def points(cards: Sequence[str], tiplu: str, exposed: Sequence[str], route: str, rules: Rules, laid: int = 0) -> int:
    """Return the maal points of a player's final 21 cards."""
    return total(items(cards, tiplu, exposed, route, rules, laid))


def settle(
    points: Sequence[int],
    seen: Sequence[bool],
    winner: int,
    dublee: bool,
    rules: Rules,
    routes: Sequence[str] | None = None,
) -> list[int]:
    """Return what each player gains, pair by pair.  The winner counts as one who has seen.

    >>> settle([15, 5, 5, 2], [True, False, True, True], 2, False, {})
    [30, -17, 9, -22]
    """
    score = list(points)
    gain = [0] * len(score)
    has_seen = [bool(flag) or seat == winner for seat, flag in enumerate(seen)]

    def pay(giver: int, taker: int, owed: int) -> None:
        gain[giver] -= owed * amount(rules, "point_value")
        gain[taker] += owed * amount(rules, "point_value")

    losers = [seat for seat in range(len(score)) if seat != winner]
    for seat in losers:
        if not has_seen[seat] and option(rules, "unseen_maal") != "count":
            if option(rules, "unseen_maal") == "to_winner":
                score[winner] += score[seat]
            score[seat] = 0
    for seat in losers:
        by_dublees = routes is not None and routes[seat] == "dublee"
        seen_pays = "seen_dublee_loser_pays" if by_dublees else "seen_payment"
        pay(seat, winner, amount(rules, seen_pays if has_seen[seat] else "unseen_payment"))
    if dublee and option(rules, "dublee_bonus_form") == "maal_to_winner":
        score[winner] += amount(rules, "dublee_bonus")
    elif dublee:
        for seat in losers:
            pay(seat, winner, amount(rules, "dublee_bonus"))
    for one, other in combinations(range(len(score)), 2):
        with_winner = winner in (one, other)
        if not with_winner and not option(rules, "pairwise_maal"):
            continue
        if has_seen[one] or has_seen[other] or option(rules, "unseen_pairs_settle"):
            pay(other, one, score[one] - score[other])
    return gain
