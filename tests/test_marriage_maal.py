"""The engine's maal and payments of Marriage, against the slow oracle that was written from the rules' text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations
from random import Random
from typing import Any

import marriage_random
from marriage_hands import Hand
from marriage_oracle import (
    KINDS,
    MAN,
    OPTIONS,
    alters,
    jokers,
    marriages_worth,
    points,
    roles,
    settle,
    table,
    tunnela_sort,
    tunnelas_worth,
    worth,
)
from test_marriage_hands import COLOURS_KEPT, renamed, told

from rummycore import marriage

Rules = Mapping[str, Any]


# ------------------------------------------------------------------------------
# Maal
# ------------------------------------------------------------------------------


TOTALS = ("tunnela_totals", "joker_tunnela_totals", "maal_tunnela_totals")


def maal_rules(rng: Random) -> dict[str, Any]:
    """Return rules with other values and other ways to count."""
    tables = marriage_random.TABLES.items()
    rules: dict[str, Any] = {name: marriage_random.values(rng, n) for name, n in tables if rng.random() < 0.6}
    ways = ("marriage_ace_wrap", "partition", "tunnela_scope", "tunnela_needs", "maal_rank_wrap", "alter_definition")
    for name in (*ways, "rank_jokers", "tunnela_combination"):
        rules[name] = rng.choice(OPTIONS[name])
    rules["printed_jokers"] = rng.choice([0, 0, 1, 2, 3])
    rules.setdefault("jhiplu_values", table(rules, "jhiplu_values"))
    return rules


def maal_hand(rng: Random, rules: Rules) -> Hand:
    """Return 21 cards, many of them jokers, with some tunnelas."""
    men = rules.get("printed_jokers", 0)
    tiplu = rng.choice([*KINDS, "Ac", "Ad", "Ah", "As", "Kd", "Ks"])
    bag = Counter([*KINDS * 3, *[MAN] * men])
    bag[tiplu] -= 1
    wild = [card for card in bag.elements() if card in jokers(tiplu, rules)]
    cards = rng.sample(wild, rng.randint(0, min(14, len(wild))))
    for kind in rng.sample(KINDS, rng.choice([0, 0, 1, 2, 3])):
        if len(cards) <= 18 and cards.count(kind) == 0 and bag[kind] == 3:
            cards += [kind] * 3
    bag.subtract(cards)
    cards += rng.sample(list(bag.elements()), 21 - len(cards))
    rng.shuffle(cards)
    return tiplu, cards


def some_exposed(rng: Random, cards: Sequence[str]) -> list[str]:
    """Return kinds that were exposed or laid as tunnelas: most of those that are there, and now
    and then one that is not any more.
    """
    kinds = [kind for kind in KINDS if cards.count(kind) == 3 and rng.random() < 0.7]
    return kinds + [kind for kind in set(cards) if kind != MAN and cards.count(kind) == 2 and rng.random() < 0.03]


def check_items(found: marriage.Maal, cards: Sequence[str], tiplu: str, rules: Rules, laid: int = 0) -> None:
    """Assert that items are of cards held, each card in one of them, and worth what the tables say: a tunnela what it
    adds to those before it.
    """
    role, used = roles(tiplu, rules), Counter[str]()
    names = {kind: name for name, kind in role.items()} | dict.fromkeys(alters(tiplu, rules), "alter")
    names[MAN] = "man"
    tunnelas = Counter[int]()
    for item in found.items:
        card = str(item.card)
        if item.item == "marriage":
            assert card == tiplu
            used.update(list(role.values()) * item.count)
            value = marriages_worth(item.count, laid, rules)
        elif item.item == "tunnela":
            assert item.count == 3
            used[card] += 3 if rules.get("tunnela_combination") != "adds" else 0
            sort = tunnela_sort(card, tiplu, rules)
            tunnelas[sort] += 1
            value = tunnelas_worth(sort, tunnelas[sort], rules) - tunnelas_worth(sort, tunnelas[sort] - 1, rules)
        else:
            assert item.item == names[card]
            used[card] += item.count
            name = str(item.item) if item.item == "alter" else f"{item.item}_values"
            value = worth(table(rules, name), item.count)
        assert item.points == value
        assert value > 0 or item.item == "tunnela"
    assert not used - Counter(cards)
    assert found.points == sum(item.points for item in found.items)


def compare_maal(rng: Random, rules: Rules) -> Counter[str]:
    """Assert that engine and oracle count the same points for a hand, and return which items it has."""
    tiplu, cards = maal_hand(rng, rules)
    exposed, shown = some_exposed(rng, cards), some_exposed(rng, cards)
    route, married = rng.choice(["none", "three", "three", "dublee"]), KINDS.index(tiplu) % 4
    found = marriage.maal(
        cards,
        tiplu=tiplu,
        exposed=exposed,
        shown=shown,
        marriages_laid=married,
        route=route,
        rules=marriage.Rules.from_dict(rules),
    )
    counting = {*exposed, *shown} if rules.get("tunnela_scope") == "shown" else set(exposed)
    right = points(cards, tiplu, sorted(counting), route, rules, married)
    about = f"exposed {exposed}, shown {shown}, route {route}, {told(cards, tiplu, rules)}"
    assert found.points == right, f"{found}, the oracle counts {right}: {about}"
    check_items(found, cards, tiplu, rules, married)
    return Counter(str(item.item) for item in found.items)


def test_maal_equals_the_oracle(scale: int) -> None:
    """Hands with many jokers and exposed tunnelas have the oracle's points, and items that explain them."""
    rng = Random("maal")
    counts = sum((compare_maal(rng, {}) for _ in range(scale // 5)), Counter[str]())
    assert min(counts[item] for item in ("tiplu", "poplu", "jhiplu", "marriage", "tunnela")) > scale / 100
    assert counts["man"] == counts["alter"] == 0


def test_maal_equals_the_oracle_under_every_rule(scale: int) -> None:
    """With any values of tables and any way to count, the points are the oracle's."""
    rng = Random("maal rules")
    counts = sum((compare_maal(rng, maal_rules(rng)) for _ in range(scale // 2)), Counter[str]())
    assert min(counts[item] for item in map(str, marriage.Item)) > scale / 100


# ------------------------------------------------------------------------------
# Settlement
# ------------------------------------------------------------------------------


def settlement_rules(rng: Random) -> dict[str, Any]:
    names = ("unseen_maal", "dublee_bonus_form", "pairwise_maal", "unseen_pairs_settle")
    rules: dict[str, Any] = {name: rng.choice(OPTIONS[name]) for name in names}
    rules["point_value"] = rng.choice([1, 1, rng.randint(2, 20)])
    for name in ("seen_payment", "unseen_payment", "dublee_bonus", "seen_dublee_loser_pays"):
        if rng.random() < 0.5:
            rules[name] = rng.choice([0, rng.randint(1, 20), 10_000])
    return rules


def compare_settlement(rng: Random, rules: Rules) -> Counter[str]:
    """Assert that a random settlement has the oracle's nets, and payments that explain them;
    return the reasons of the payments.
    """
    players = rng.randint(2, 6)
    score = [rng.choice([0, 0, rng.randint(0, 60), 10_000_000 // rules.get("point_value", 1)]) for _ in range(players)]
    routes = [rng.choice(["none", "none", "three", "three", "dublee"]) for _ in range(players)]
    seen = [route != "none" for route in routes]
    winner, given = rng.randrange(players), rng.choice([routes, None])
    dublee = not seen[winner] or (rng.random() < 0.4 if given is None else routes[winner] == "dublee")
    found = marriage.settle(
        score, seen, winner=winner, dublee=dublee, routes=given, rules=marriage.Rules.from_dict(rules)
    )
    right = settle(score, seen, winner, dublee, rules, given)
    about = f"points {score}, seen {seen}, routes {given}, winner {winner}, dublee {dublee}, rules {rules}"
    assert list(found.payoffs) == right, f"payoffs {found.payoffs}, the oracle {right}: {about}"
    assert sum(found.payoffs) == 0
    net = [0] * players
    for reason in found.reasons:
        assert reason.amount > 0, about
        net[reason.payer] -= reason.amount
        net[reason.payee] += reason.amount
        if reason.cause == "maal":
            difference = found.points[reason.payee] - found.points[reason.payer]
            assert reason.amount == difference * rules.get("point_value", 1), about
        else:
            assert reason.payee == winner, about
            assert reason.cause == "dublee" or (reason.cause == "seen") == seen[reason.payer], about
            assert reason.cause != "dublee" or dublee, about
    assert net == right, about
    reasons = [(p.payer, p.payee, p.cause) for p in found.reasons]
    assert len(set(reasons)) == len(reasons), about
    return Counter(str(reason.cause) for reason in found.reasons)


def test_settlement_equals_the_oracle(scale: int) -> None:
    """Under the default rules and with other payments the nets are the oracle's, and the payments add up to them."""
    rng = Random("settle")
    reasons = Counter[str]()
    for at in range(scale):
        reasons += compare_settlement(rng, settlement_rules(rng) if at % 2 else {})
    assert min(reasons[why] for why in map(str, marriage.Cause) if why != "foul") > scale / 10


# ------------------------------------------------------------------------------
# Order and suits
# ------------------------------------------------------------------------------


def test_order_and_suits_change_no_points(scale: int) -> None:
    """In another order, and with suits renamed so that colours stay together, the same items
    have the same points, alters too.
    """
    rng = Random("renamed maal")
    assert sorted(COLOURS_KEPT) == sorted(
        "".join(suits) for suits in permutations("cdhs") if {suits[0], suits[3]} in ({"c", "s"}, {"d", "h"})
    )
    alter = 0
    for _ in range(scale // 10):
        rules = {**maal_rules(rng), "alter": (5, 15, 25), "alter_definition": rng.choice(OPTIONS["alter_definition"])}
        for name in TOTALS:  # of equal tunnelas the first by its kind counts less
            rules.pop(name, None)
        played = marriage.Rules.from_dict(rules)
        tiplu, cards = maal_hand(rng, rules)
        exposed, route, suits = some_exposed(rng, cards), rng.choice(["three", "none"]), rng.choice(COLOURS_KEPT)
        before = marriage.maal(cards, tiplu=tiplu, exposed=exposed, route=route, rules=played)
        rng.shuffle(cards)
        assert before == marriage.maal(cards, tiplu=tiplu, exposed=exposed[::-1], route=route, rules=played)
        after = marriage.maal(
            [renamed(card, suits) for card in cards],
            tiplu=renamed(tiplu, suits),
            exposed=[renamed(kind, suits) for kind in exposed],
            route=route,
            rules=played,
        )
        assert Counter((i.item, str(i.card), i.count, i.points) for i in after.items) == Counter(
            (i.item, renamed(i.card, suits), i.count, i.points) for i in before.items
        ), f"exposed {exposed}, suits {suits}, {told(cards, tiplu, rules)}"
        alter += any(item.item == "alter" for item in before.items)
    assert alter > scale / 100
