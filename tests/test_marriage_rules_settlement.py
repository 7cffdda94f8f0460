"""Rules M-23 to M-28 of docs/marriage.md: what hands score, and who pays what."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from marriage_decks import (
    SEVEN,
    THREE,
    dealt,
    full,
    quiet,
    see,
    turn_of,
    won_by_combos,
    won_by_dublees,
)

from rummycore import HandError, RulesError, StateError, marriage
from rummycore.marriage import Card, Rules, State

MAAL = "Tc Jc Qc"
# Points of so many tiplus (the blocks), poplus (rows) and jhiplus (columns), no tunnela scoring; and with three exposed
# poplus.
TABLES = [
    ["0 2 5 10", "2 4 7 12", "5 7 10 15", "10 12 15 20"],
    ["3 5 8 13", "5 10 12 15", "8 12 14 18", "13 15 18 23"],
    ["7 9 12 17", "9 13 15 19", "12 15 30 32", "17 19 32 34"],
]
EXPOSED = ["20 22 25 30", "23 25 28 33", "27 29 32 37"]


def points(held: str, tiplu: str = "Jc", **options: Any) -> int:
    """Return the points of cards; options that are not of `maal` are of the rules."""
    asked = {name: options.pop(name) for name in ("exposed", "shown", "route") if name in options}
    return marriage.maal(held, tiplu=tiplu, rules=Rules(**options), **asked).points


def items(held: str, tiplu: str = "Jc", **asked: Any) -> str:
    """Return what cards count as, in a short text."""
    found = marriage.maal(held, tiplu=tiplu, **asked)
    return ", ".join(f"{item.item} {item.card} {item.count}={item.points}" for item in found.items)


# ------------------------------------------------------------------------------
# M-23 maal
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(("t", "p", "j"), list(product(range(3), range(4), range(4))))
def test_m23_table(t: int, p: int, j: int) -> None:
    """So many tiplus, poplus and jhiplus score what the table says, each card once, whoever holds them."""
    held = " ".join(["Jc"] * t + ["Qc"] * p + ["Tc"] * j)
    for route in ("none", "three", "dublee"):
        assert points(held, route=route) == int(TABLES[t][p].split()[j])
    if p == 3:
        assert points(held, exposed="Qc", route="three") == int(EXPOSED[t].split()[j])
    if j == 3:
        assert points(held, exposed="Tc", route="three") == int(EXPOSED[t].split()[p])
    if p == j == 3:
        assert points(held, exposed="Tc Qc", route="three") == (40, 43, 47)[t]


def test_m23_only_maal_scores() -> None:
    """Ordinary jokers and all other cards score nothing."""
    for card in Card.all()[:52]:
        expected = {"Jc": 3, "Qc": 2, "Tc": 2}.get(str(card), 0)
        assert points(str(card)) == expected
    assert points("Jd Jd Jh Jh Js Js 6h 6h 6h") == 0


@pytest.mark.parametrize(
    ("options", "held", "expected"),
    [
        ({"tiplu_values": (3, 8)}, "Jc Jc", 8),
        ({"tiplu_values": (4,)}, "Jc Jc", 4),
        ({"tiplu_values": 0}, "Jc Jc", 0),
        ({"poplu_values": (1, 2, 4)}, "Qc Qc Qc", 4),
        ({"poplu_values": (1, 2, 4)}, "Tc Tc Tc", 10),
        ({"jhiplu_values": (1, 2, 4)}, "Tc Tc Tc", 4),
        ({"jhiplu_values": (6, 9)}, "Tc Tc Tc", 9),
        ({"marriage_values": (10, 25)}, f"{MAAL} {MAAL}", 25),
        ({"marriage_values": (100, 100)}, f"{MAAL} {MAAL}", 107),
        ({"marriage_values": 0}, MAAL, 7),
    ],
)
def test_m23_values(options: dict[str, Any], held: str, expected: int) -> None:
    """The tables of values are options; one with fewer cells goes on with its last; where a
    marriage is worth less, single cards count.
    """
    assert points(held, **options) == expected


def test_m23_items_say_what_counts() -> None:
    """The items name each thing that scores, its card, number and points; a marriage by its
    tiplu; what scores nothing is left out.
    """
    assert items("Tc Jc Qc Qc 6h Jd") == "marriage Jc 1=10, poplu Qc 1=2"
    assert items("Jc Jc Tc") == "tiplu Jc 2=7, jhiplu Tc 1=2"
    assert items("6h Jd Kc") == ""


@pytest.mark.parametrize(("tiplu", "three"), [("Ah", "Kh Ah 2h"), ("Kh", "Qh Kh Ah"), ("2h", "Ah 2h 3h")])
def test_m23_marriage_ace_wrap(tiplu: str, three: str) -> None:
    """With marriage_ace_wrap off the neighbours of an ace make no marriage, those of a king or a two still do."""
    assert points(three, tiplu) == 10
    assert points(three, tiplu, marriage_ace_wrap=False) == (7 if tiplu == "Ah" else 10)


@pytest.mark.parametrize(
    ("held", "best", "first"),
    [("Jc Qc Qc Qc Tc Tc Tc", 23, 20), ("Jc Qc Qc Qc Tc Tc", 18, 17), ("Jc Jc Qc Qc Qc Tc", 19, 18), (MAAL, 10, 10)],
)
def test_m23_partition(held: str, best: int, first: int) -> None:
    """With partition=best as many marriages count as bring most, with marriages_first all there are."""
    assert (points(held), points(held, partition="marriages_first")) == (best, first)
    assert (
        marriage.maal(held, tiplu="Jc").points
        >= marriage.maal(held, tiplu="Jc", rules=Rules(partition="marriages_first")).points
    )


def test_m23_all_final_cards_count_alike() -> None:
    """At a table all of a seat's cards count, laid and concealed, as jokers or idle; the
    winner's last discard does not.
    """
    hands = {0: MAAL, 2: "Qc Qc"}
    outcome = won_by_combos(
        hands, combos="Tc 9s 9h / Ks Kc Kh / 7d 7c 7s / 2c 2h 2s", withheld=MAAL, finish="Tc"
    ).outcome
    assert outcome is not None
    assert [maal.points for maal in outcome.maal] == [10, 2, 5, 0]
    laid = won_by_combos(parts="Tc Jc Qc / 6h 6h 6h / 3s 4s 5s", withheld=MAAL).outcome
    assert laid is not None
    assert [maal.points for maal in laid.maal] == [0, 10, 0, 0]


def test_m23_cards_that_cannot_be_held() -> None:
    """Four copies, or three tiplus, are refused."""
    for held in ("Qc Qc Qc Qc", "Jc Jc Jc"):
        with pytest.raises(HandError) as refused:
            marriage.maal(held, tiplu="Jc")
        assert refused.value.code == "copies"


# ------------------------------------------------------------------------------
# M-24 alters and men, M-25 tunnelas
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tiplu", "same", "opposite"),
    [("Jc", "Js", "Jd Jh"), ("Js", "Jc", "Jd Jh"), ("Jd", "Jh", "Jc Js"), ("Jh", "Jd", "Jc Js")],
)
def test_m24_alters(tiplu: str, same: str, opposite: str) -> None:
    """An alter is the ordinary joker of the tiplu's colour, or with opposite_colour the two of
    the other; none scores by default.
    """
    for option, alters in (("same_colour", same.split()), ("opposite_colour", opposite.split())):
        for joker in f"{same} {opposite}".split():
            for count, expected in ((1, 5), (2, 15), (3, 25)):
                held = " ".join([joker] * count)
                scored = points(held, tiplu, alter=(5, 15, 25), alter_definition=option)
                assert scored == (expected if joker in alters else 0)
                assert points(held, tiplu, alter_definition=option) == 0


def test_m24_each_alter_kind_counts_by_itself() -> None:
    """Two alter kinds are not added up: one of each scores twice the value of one."""
    assert points("Jd Jh", alter=(5, 15, 25), alter_definition="opposite_colour") == 10
    assert points("Jd Jd Jh", alter=(5, 15, 25), alter_definition="opposite_colour") == 20
    assert points("Js Js", alter=(5, 15, 25)) == 15
    assert points("6h 6h Qc", alter=(5, 15, 25)) == 2


def test_m24_alter_tunnela() -> None:
    """An alter tunnela counts as the dearer of the two."""
    held: dict[str, Any] = {"exposed": "Js", "route": "three"}
    assert points("Js Js Js", alter=(5, 15, 25), **held) == 25
    assert points("Js Js Js", alter=(1, 2, 3), **held) == 10
    assert points("Js Js Js", alter=(1, 2, 3), exposed="Js", route="none") == 3


def test_m24_men() -> None:
    """Men score what man_values says of one, two and three, and nothing by default; they are
    not there where none is printed.
    """
    for count, expected in ((1, 2), (2, 5), (3, 10)):
        held = " ".join(["M"] * count)
        assert points(held, printed_jokers=3, man_values=(2, 5, 10)) == expected
        assert points(held, printed_jokers=3) == 0
    assert items("M M", rules=Rules(printed_jokers=2, man_values=(2, 5))) == "man M 2=5"
    with pytest.raises(HandError):
        points("M", man_values=(2, 5, 10))


TUNNELAS = [("6h", 5), ("Jd", 10), ("Qc", 20), ("Tc", 20)]


@pytest.mark.parametrize(("card", "value"), TUNNELAS)
@pytest.mark.parametrize("scope", ["exposed_at_start", "shown", "any_in_hand", "off"])
@pytest.mark.parametrize("needs", ["three_combos", "seen", "nothing"])
@pytest.mark.parametrize("route", ["none", "three", "dublee"])
@pytest.mark.parametrize("how", ["exposed", "shown", "held"])
def test_m25_tunnelas(card: str, value: int, scope: str, needs: str, route: str, how: str) -> None:
    """A tunnela scores if the scope knows it, exposed, laid or held, and the seat has what it
    needs; else it is three cards like others.
    """
    in_scope = {"exposed": scope != "off", "shown": scope in ("shown", "any_in_hand"), "held": scope == "any_in_hand"}
    allowed = {"three_combos": route == "three", "seen": route != "none", "nothing": True}
    asked = {} if how == "held" else {how: card}
    scored = points(f"{card} {card} {card}", tunnela_scope=scope, tunnela_needs=needs, route=route, **asked)
    assert scored == (value if in_scope[how] and allowed[needs] else 10 if value == 20 else 0)


@pytest.mark.parametrize(
    ("held", "laid", "expected"),
    [
        ("Jc Qc Tc", 0, 10),
        ("Jc Qc Tc", 1, 15),
        (f"{MAAL} {MAAL}", 1, 35),
        (f"{MAAL} {MAAL}", 2, 35),
        ("Jc Qc Tc", 3, 15),
        ("Jc Qc", 1, 5),
    ],
)
def test_m23_a_marriage_that_was_laid_may_score_more(held: str, laid: int, expected: int) -> None:
    """With laid_marriage_values the marriages laid to see the tiplu score by them, further ones what they add."""
    rules = Rules(laid_marriage_values=(15, 35))
    assert marriage.maal(held, tiplu="Jc", marriages_laid=laid, route="three", rules=rules).points == expected
    plain = marriage.maal(held, tiplu="Jc", marriages_laid=laid, route="three").points
    assert plain == marriage.maal(held, tiplu="Jc", route="three").points
    for wrong in (-1, 4):
        with pytest.raises(HandError):
            marriage.maal(held, tiplu="Jc", marriages_laid=wrong)


def test_m25_two_are_no_tunnela() -> None:
    """What was exposed but is no longer there in three copies does not score, nor do two copies in any scope."""
    assert points("6h 6h", exposed="6h", route="three") == 0
    assert points("6h 6h Qc Qc", route="three", tunnela_scope="any_in_hand") == 5


def test_m25_values() -> None:
    """tunnela_values are for ordinary cards, ordinary jokers, poplu and jhiplu; the last holds
    where it is worth more than a triple.
    """
    values: dict[str, Any] = {"tunnela_values": (1, 2, 30), "route": "three"}
    assert [points(f"{c} {c} {c}", exposed=c, **values) for c in ("6h", "Jd", "Qc", "Tc")] == [1, 2, 30, 30]
    cheap: dict[str, Any] = {"tunnela_values": (5, 10, 6), "route": "three"}
    assert points("Qc Qc Qc", exposed="Qc", **cheap) == 10
    assert points("6h 6h 6h 9d 9d 9d", exposed="6h 9d", route="three") == 10


def tunnelas(kinds: str) -> str:
    """Return three cards of each kind."""
    return " ".join(f"{kind} {kind} {kind}" for kind in kinds.split())


BY_NUMBER: dict[str, Any] = {"tunnela_totals": (5, 15, 30, 45), "maal_tunnela_totals": (10, 30, 45)}


@pytest.mark.parametrize(
    ("kinds", "options", "expected"),
    [
        ("6h", BY_NUMBER, 5),
        ("6h 9d", BY_NUMBER, 15),
        ("6h 9d Kc", BY_NUMBER, 30),
        ("6h 9d Kc 2s", BY_NUMBER, 45),
        ("6h 9d Kc 2s 3s 4s", BY_NUMBER, 45),
        ("Qc Tc", BY_NUMBER, 30),
        ("Qc Tc 6h", BY_NUMBER, 35),
        ("Jd 6h", BY_NUMBER, 15),
        ("Jd Jh", BY_NUMBER, 20),
        ("6h 9d Kc", {"tunnela_totals": (5, 15, 25)}, 25),
        ("Jd Jh Js", {"joker_tunnela_totals": (1, 20, 80)}, 80),
        ("6h 9d Kc", {"tunnela_totals": (5, 2, 1)}, 5),
        ("6h 9d Kc", {"tunnela_totals": (0, 0, 7)}, 7),
        ("6h 9d", {"tunnela_totals": 0}, 10),
    ],
)
def test_m25_tunnelas_have_a_price_by_their_number(kinds: str, options: dict[str, Any], expected: int) -> None:
    """Tunnelas of a sort are worth together what its table says of their number, and never less than fewer."""
    assert points(tunnelas(kinds), exposed=kinds, route="three", **options) == expected


def test_m25_items_are_what_each_tunnela_adds() -> None:
    """Each tunnela is an item with what it adds to those of its sort before it, and their sum is the table's value."""
    asked: dict[str, Any] = {"exposed": "6h 9d Kc Qc Tc", "route": "three", "rules": Rules(**BY_NUMBER)}
    told = items(tunnelas("6h 9d Kc Qc Tc"), **asked)
    assert told == "tunnela Qc 3=10, tunnela Tc 3=20, tunnela Kc 3=5, tunnela 9d 3=10, tunnela 6h 3=15"
    told = items(tunnelas("6h 9d Kc"), exposed="6h 9d Kc", route="three", rules=Rules(tunnela_totals=(0, 0, 7)))
    assert told == "tunnela Kc 3=0, tunnela 9d 3=0, tunnela 6h 3=7"


def test_m25_the_cheapest_cards_are_the_tunnelas() -> None:
    """Where only some of several score more as tunnelas, those do whose cards are worth least alone."""
    rules = Rules(alter=(0, 0, 40), joker_tunnela_totals=(10, 30, 30))
    told = items(tunnelas("Jd Jh Js"), exposed="Jd Jh Js", route="three", rules=rules)
    assert told == "tunnela Jd 3=10, tunnela Jh 3=20, alter Js 3=40"


def test_m25_a_tunnela_may_add_to_what_its_cards_score() -> None:
    """With `adds` a tunnela scores on top of its cards: of poplus beside their triple, of alters beside theirs, and of
    a kind of which a marriage takes a card."""
    asked: dict[str, Any] = {
        "route": "three",
        "rules": Rules(
            tunnela_combination="adds", alter=(5, 15, 25), tunnela_values=(5, 5, 5), partition="marriages_first"
        ),
    }
    assert items(tunnelas("Qc"), exposed="Qc", **asked) == "tunnela Qc 3=5, poplu Qc 3=10"
    assert items(tunnelas("Js"), exposed="Js", **asked) == "tunnela Js 3=5, alter Js 3=25"
    assert items("Jc Qc Qc Qc Tc", exposed="Qc", **asked) == "marriage Jc 1=10, tunnela Qc 3=5, poplu Qc 2=5"
    assert items(tunnelas("6h"), exposed="6h", **asked) == "tunnela 6h 3=5"


def test_m4_only_the_alter_may_be_wild() -> None:
    """With rank_jokers=alter the tiplu's rank has no joker beside the tiplu but the alter; the rest are plain cards."""
    rules = Rules(rank_jokers="alter")
    found = {str(card): role for card, role in marriage.roles("Jc", rules=rules).items()}
    assert found == {"Tc": "jhiplu", "Jc": "tiplu", "Qc": "poplu", "Js": "joker"}
    assert marriage.meld("6d Js 8d", tiplu="Jc", rules=rules).kind == "dirty sequence"
    with pytest.raises(HandError):
        marriage.meld("6d Jd 8d", tiplu="Jc", rules=rules)
    other = replace(rules, alter_definition="opposite_colour")
    assert {str(card) for card, role in marriage.roles("Jc", rules=other).items() if role == "joker"} == {"Jd", "Jh"}
    assert points(tunnelas("Jd"), exposed="Jd", route="three", rank_jokers="alter") == 5
    assert points(tunnelas("Js"), exposed="Js", route="three", rank_jokers="alter") == 10


def test_m25_a_marriage_takes_a_card_away() -> None:
    """A poplu tunnela of which a marriage takes a card scores no more; the best of both counts."""
    held = "Jc Qc Qc Qc Tc"
    assert items(held, exposed="Qc", route="three") == "tiplu Jc 1=3, tunnela Qc 3=20, jhiplu Tc 1=2"
    rules = Rules(partition="marriages_first")
    assert items(held, exposed="Qc", route="three", rules=rules) == "marriage Jc 1=10, poplu Qc 2=5"


def tunnela_table(rules: Rules) -> list[int]:
    """Play a hand in which seat 0 exposes 9d and sees nothing, seat 2 exposes Kc and sees by dublees, seat 1 exposes
    6h, lays 4h 4h 4h as one of its three, and wins with 8s 8s 8s and 2c 2c 2c among the further combinations, while
    seat 3 holds 5c 5c 5c; return the points of the tunnelas.
    """
    hands = {
        0: "9d 9d 9d",
        1: "6h 6h 6h 4h 4h 4h Qd Kd Ad 8s 8s 8s 2c 2c 2c Th Td Ts 7c 7h 7s",
        2: "Kc Kc Kc 3h 3h 5h 5h 7d 7d Ac Ac 2d 2d 5s 5s Qs Qs",
        3: "5c 5c 5c",
    }
    state = dealt(hands, expose={0: "9d", 1: "6h", 2: "Kc"}, dealer=1, tiplu="Jc", withheld=MAAL, rules=rules)
    state.play("draw")
    drawn = state.view(2).drawn
    state = see(state, "3h 3h / 5h 5h / 7d 7d / Ac Ac / 2d 2d / 5s 5s / Qs Qs", "Jc")
    state.play(f"discard {drawn}")
    turn_of(state, 1)
    state.play("draw")
    drawn = state.view(1).drawn
    state = see(state, "4h 4h 4h / Qd Kd Ad")
    state.play(f"finish {drawn}")
    assert state.outcome is not None
    return [sum(item.points for item in maal.items if item.item == "tunnela") for maal in state.outcome.maal]


@pytest.mark.parametrize(
    ("scope", "needs", "expected"),
    [
        ("exposed_at_start", "three_combos", [0, 5, 0, 0]),
        ("exposed_at_start", "seen", [0, 5, 5, 0]),
        ("exposed_at_start", "nothing", [5, 5, 5, 0]),
        ("shown", "three_combos", [0, 20, 0, 0]),
        ("shown", "nothing", [5, 20, 5, 0]),
        ("any_in_hand", "three_combos", [0, 20, 0, 0]),
        ("any_in_hand", "nothing", [5, 20, 5, 5]),
        ("off", "nothing", [0, 0, 0, 0]),
    ],
)
def test_m25_at_a_table(scope: str, needs: str, expected: list[int]) -> None:
    """At a table the exposed tunnelas score, with scope `shown` also those laid and those among
    the winner's further combinations.
    """
    assert tunnela_table(Rules(tunnela_scope=scope, tunnela_needs=needs)) == expected


# ------------------------------------------------------------------------------
# M-26 maal of who has not seen
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "settled"), [("count", (5, 4, 7, 2)), ("void", (0, 4, 7, 0)), ("to_winner", (0, 11, 7, 0))]
)
def test_m26_unseen_maal(option: str, settled: tuple[int, ...]) -> None:
    """Points of losers who have not seen count, become nothing, or go to the winner; those of all
    others stay, and what is owed too.
    """
    found = marriage.settle([5, 4, 7, 2], [False, True, True, False], winner=1, rules=Rules(unseen_maal=option))
    assert found.points == settled
    owed = {reason.payer: reason.amount for reason in found.reasons if reason.cause != "maal"}
    assert owed == {0: 10, 2: 3, 3: 10}
    for flag in (True, False):  # of the winner, who has not seen only if it wins by dublees
        found = marriage.settle([5, 4], [flag, True], winner=0, dublee=not flag, rules=Rules(unseen_maal=option))
        assert found.points == (5, 4)


@pytest.mark.parametrize("option", ["count", "void", "to_winner"])
def test_m26_the_winner_has_seen(option: str) -> None:
    """The winner's own points stay: whoever finishes by dublees has seen by that."""
    state = won_by_dublees({0: MAAL}, dublees=f"{SEVEN} / Qc Qc", withheld=MAAL, rules=Rules(unseen_maal=option))
    outcome = state.outcome
    assert outcome is not None
    assert [maal.points for maal in outcome.maal] == [10, 5, 0, 0]
    assert outcome.points == {"count": (10, 5, 0, 0), "void": (0, 5, 0, 0), "to_winner": (0, 15, 0, 0)}[option]
    assert outcome.maal[0].items[0].item == "marriage"


# ------------------------------------------------------------------------------
# M-27 payments to the winner
# ------------------------------------------------------------------------------


def owed(found: marriage.Settlement | marriage.Outcome) -> dict[tuple[int, str], int]:
    """Return what each seat pays the winner, and why, differences of maal apart."""
    return {(p.payer, str(p.cause)): p.amount for p in found.reasons if p.cause != "maal"}


def test_m27_seen_and_unseen() -> None:
    """Who has seen pays 3, who has not 10; the winner pays nothing of that kind."""
    found = marriage.settle([0, 0, 0], [True, True, False], winner=0)
    assert owed(found) == {(1, "seen"): 3, (2, "unseen"): 10}
    assert found.payoffs == (13, -3, -10)
    other = marriage.settle([0, 0, 0], [True, True, False], winner=0, rules=Rules(seen_payment=1, unseen_payment=7))
    assert other.payoffs == (8, -1, -7)
    free = marriage.settle([0, 0, 0], [True, True, False], winner=0, rules=Rules(seen_payment=0, unseen_payment=0))
    assert (free.payoffs, free.reasons) == ((0, 0, 0), ())


def test_m27_seen_dublee_loser_pays() -> None:
    """A loser who has seen by dublees pays what seen_dublee_loser_pays says, and only such a loser."""
    routes = ["three", "dublee", "three", "none"]
    for amount in (3, 0, 8):
        rules = Rules(seen_dublee_loser_pays=amount)
        found = marriage.settle([0] * 4, [True, True, True, False], routes=routes, winner=0, rules=rules)
        assert found.payoffs == (amount + 3 + 10, -amount, -3, -10)
    winner = marriage.settle(
        [0] * 2, [True, True], routes=["dublee", "three"], winner=0, rules=Rules(seen_dublee_loser_pays=8)
    )
    assert winner.payoffs == (3 + 5, -3 - 5)


def test_m27_dublee_bonus() -> None:
    """A win with dublees brings 5 from each loser, seen or not; a win with combinations does not."""
    for dublee, net in ((True, (23, -8, -15)), (False, (13, -3, -10))):
        assert marriage.settle([0] * 3, [True, True, False], winner=0, dublee=dublee).payoffs == net
    assert marriage.settle(
        [0] * 3, [True, True, False], winner=0, dublee=True, rules=Rules(dublee_bonus=2)
    ).payoffs == (
        17,
        -5,
        -12,
    )


def test_m27_dublee_bonus_form() -> None:
    """Added to the winner's points the bonus makes the same nets, with other points and reasons."""
    for seen, form in product(([True, True, False], [True, False, False]), ("per_opponent", "maal_to_winner")):
        found = marriage.settle([4, 2, 9], seen, winner=0, dublee=True, rules=Rules(dublee_bonus_form=form))
        assert found.payoffs == marriage.settle([4, 2, 9], seen, winner=0, dublee=True).payoffs
        assert found.points == ((4, 2, 9) if form == "per_opponent" else (9, 2, 9))
        assert any(reason.cause == "dublee" for reason in found.reasons) == (form == "per_opponent")


def test_m27_at_a_table() -> None:
    """At a table the same is paid: after a win by combinations, by dublees, and by dublees with another seat seen."""
    combos = won_by_combos(withheld=MAAL).outcome
    assert combos is not None
    assert owed(combos) == {(0, "unseen"): 10, (2, "unseen"): 10, (3, "unseen"): 10}
    dublees = won_by_dublees(withheld=MAAL).outcome
    assert dublees is not None
    assert owed(dublees) == {(seat, why): n for seat in (0, 2, 3) for why, n in (("unseen", 10), ("dublee", 5))}
    state = dealt({1: THREE, 2: f"{SEVEN} Td Td 5h 8c 3d 6s 8h"}, stock="9h Qs", tiplu="Jc", withheld=MAAL)
    state.play("draw")
    state = see(state, THREE, "Jc")
    state.play("discard 9h")
    state.play("draw")
    state.play("finish-pairs Qs")
    assert state.outcome is not None
    assert owed(state.outcome)[1, "seen"] == 3
    assert state.outcome.payoffs == (-15, -8, 38, -15)


def test_m27_payments_in_words() -> None:
    """Each payment says in a sentence who pays whom how much and why."""
    found = marriage.settle([2, 0, 1], [True, False, True], winner=1, dublee=True)
    told = [reason.sentence for reason in found.reasons]
    assert len(set(told)) == len(told) == 7
    for reason in found.reasons:
        assert f"seat {reason.payer} " in reason.sentence
        assert reason.sentence.endswith(f"{reason.amount} to seat {reason.payee}")


# ------------------------------------------------------------------------------
# M-28 pair by pair
# ------------------------------------------------------------------------------


def differences(found: marriage.Settlement) -> dict[tuple[int, int], int]:
    """Return the differences paid, by payer and payee."""
    return {(p.payer, p.payee): p.amount for p in found.reasons if p.cause == "maal"}


def test_m28_every_pair_settles() -> None:
    """Who has fewer points pays the difference to who has more, losers among each other
    too; equal points pay nothing.
    """
    found = marriage.settle([7, 2, 2, 0], [True, True, False, False], winner=1)
    assert differences(found) == {(1, 0): 5, (2, 0): 5, (3, 0): 7, (3, 1): 2, (3, 2): 2}
    assert found.payoffs == (5 + 5 + 7 - 3, 3 + 10 + 10 - 5 + 2, -5 - 10 + 2, -7 - 2 - 2 - 10)


def test_m28_pairwise_maal_off() -> None:
    """With pairwise_maal off only the differences with the winner are paid."""
    found = marriage.settle([7, 2, 2, 0], [True, True, False, False], winner=1, rules=Rules(pairwise_maal=False))
    assert differences(found) == {(1, 0): 5, (3, 1): 2}
    assert sum(found.payoffs) == 0


def test_m28_unseen_pairs_settle_off() -> None:
    """With unseen_pairs_settle off two losers who have not seen do not settle; all other pairs do."""
    rules = Rules(unseen_pairs_settle=False)
    found = marriage.settle([7, 2, 2, 0], [True, True, False, False], winner=1, rules=rules)
    assert differences(found) == {(1, 0): 5, (2, 0): 5, (3, 0): 7, (3, 1): 2}
    none = marriage.settle([7, 2, 5, 0], [False, True, False, False], winner=1, rules=rules)
    assert differences(none) == {(1, 0): 5, (1, 2): 3, (3, 1): 2}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("winner", [0, 1])
def test_m28_nets_add_up_to_nothing(players: int, winner: int) -> None:
    """Whatever is settled, the nets are those of the payments and add up to 0; without
    options they follow the formula.
    """
    scores = [13, 0, 7, 30, 2, 5][:players]
    seen = [seat % 2 == 0 or seat == winner for seat in range(players)]
    for options in (
        {},
        {"unseen_maal": "to_winner"},
        {"pairwise_maal": False},
        {"unseen_pairs_settle": False},
        {"dublee_bonus_form": "maal_to_winner", "unseen_maal": "void"},
    ):
        for dublee in (False, True):
            found = marriage.settle(scores, seen, winner=winner, dublee=dublee, rules=Rules(**options))
            net = [0] * players
            for reason in found.reasons:
                net[reason.payer] -= reason.amount
                net[reason.payee] += reason.amount
            assert (tuple(net), sum(net)) == (found.payoffs, 0)
            if not options:
                for seat in set(range(players)) - {winner}:
                    w = (3 if seen[seat] else 10) + (5 if dublee else 0)
                    assert net[seat] == players * scores[seat] - sum(scores) - w


def settled_again(state: State) -> marriage.Settlement:
    """Settle the end of a table by `settle` on its points."""
    outcome = state.outcome
    assert outcome is not None
    assert outcome.winner is not None
    return marriage.settle(
        [maal.points for maal in outcome.maal],
        [route != "none" for route in outcome.routes],
        routes=outcome.routes,
        winner=outcome.winner,
        dublee=outcome.ending == "dublees",
        rules=state.rules,
    )


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        marriage.NEPAL,
        Rules(unseen_maal="to_winner", pairwise_maal=False),
        Rules(dublee_bonus_form="maal_to_winner"),
    ],
    ids=["default", "nepal", "kidnap", "bonus"],
)
def test_m28_table_and_settle_agree(rules: Rules) -> None:
    """A table pays what `settle` says of its points, flags and rules."""
    hands = {0: MAAL, 2: "Jc Tc", 3: "Qc Qc"}
    for state in (won_by_combos(hands, rules=rules), won_by_dublees(hands, rules=rules)):
        outcome, again = state.outcome, settled_again(state)
        assert outcome is not None
        assert (outcome.payoffs, outcome.points, outcome.reasons) == (again.payoffs, again.points, again.reasons)
        assert any(outcome.payoffs)


def test_m28_settles_hands_as_well() -> None:
    """`settle` on hands, the winner's without its last discard, scores them first and pays the same."""
    held = full(f"{MAAL} 6h 6h 6h", "Qc Qc 9d", "Jc Tc")
    seen = [True, False, True]
    by_cards = marriage.settle(cards=held, seen=seen, tiplu="Jc", exposed=["6h", "", ""], winner=2)
    assert by_cards == marriage.settle([15, 5, 5], seen, winner=2)
    assert marriage.settle(hands=held, seen=seen, tiplu="Jc", winner=2) == marriage.settle([10, 5, 5], seen, winner=2)


@pytest.mark.parametrize(
    ("change", "error", "code"),
    [
        ({"points": [1, 2], "seen": [True]}, StateError, "per_seat"),
        ({"points": [1, -2]}, StateError, "maal"),
        ({"points": [1, 2**40]}, StateError, "maal"),
        ({"winner": 2}, StateError, "seat"),
        ({"winner": -1}, StateError, "seat"),
        ({"points": [1]}, RulesError, "seats"),
        ({"routes": ["three"]}, StateError, "per_seat"),
        ({"routes": ["three", "none"]}, StateError, "seen_route"),
        ({"routes": ["three", "both"]}, HandError, "word"),
        ({"hands": ["Jc", "Qc"]}, StateError, "points_or_cards"),
        ({"points": None}, StateError, "points_or_cards"),
        ({"points": None, "hands": ["Jc", "Qc"]}, StateError, "tiplu"),
        ({"points": None, "hands": ["Jc Jc Jc", "Qc"], "tiplu": "Jc"}, HandError, "copies"),
        ({"points": None, "hands": ["Jc", "Qc"], "tiplu": "Jc", "exposed": ["6h"]}, StateError, "per_seat"),
    ],
)
def test_m28_what_cannot_be_settled(change: dict[str, Any], error: type[Exception], code: str) -> None:
    """What cannot be settled is refused with the reason."""
    asked: dict[str, Any] = {"points": [1, 2], "seen": [True, True], "winner": 0, **change}
    if len(asked["points"] or [0, 0]) == 1:
        asked["seen"] = [True]
    with pytest.raises(error) as refused:
        marriage.settle(**asked)
    assert refused.value.code == code  # type: ignore[attr-defined]


def test_m28_nobody_pays_without_a_winner() -> None:
    """A hand without a winner has points but no payments."""
    state = dealt({0: MAAL}, rules=Rules(turn_cap=1, tiplu_mode="hidden_preset"), tiplu="Jc", withheld=MAAL)
    quiet(state)
    assert state.outcome is not None
    assert (state.outcome.maal[0].points, state.outcome.payoffs, state.outcome.reasons) == (10, (0, 0, 0, 0), ())


# ------------------------------------------------------------------------------
# M-31 fouls
# ------------------------------------------------------------------------------

FINE = Rules(foul_fine=15)


def test_m31_a_foul_is_paid_to_each_other_player() -> None:
    """Each foul costs the fine to every other player, whoever wins and if nobody does; point_value multiplies it."""
    asked: dict[str, Any] = {"points": [4, 9, 0], "seen": [True] * 3, "winner": 1}
    plain = marriage.settle(**asked).payoffs
    fined = marriage.settle(**asked, fouls=[0, 0, 2], rules=FINE)
    assert fined.payoffs == (plain[0] + 30, plain[1] + 30, plain[2] - 60)
    assert [(r.payer, r.payee, r.amount) for r in fined.reasons if r.cause == "foul"] == [(2, 0, 30), (2, 1, 30)]
    assert "foul" in fined.reasons[-1].sentence
    undecided = marriage.settle([4, 9], [True, False], winner=None, fouls=[1, 1], rules=FINE)
    assert undecided.payoffs == (0, 0)
    dear = marriage.settle([4, 9], [True, False], winner=None, fouls=[1, 0], rules=replace(FINE, point_value=3))
    assert dear.payoffs == (-45, 45)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"fouls": [1, 0]}, "no_fine"),
        ({"fouls": [1], "rules": FINE}, "per_seat"),
        ({"fouls": [-1, 0], "rules": FINE}, "limit"),
        ({"fouls": [101, 0], "rules": FINE}, "limit"),
    ],
)
def test_m31_what_is_no_foul(asked: dict[str, Any], code: str) -> None:
    """A foul needs a fine in the rules, and there is one number for each seat."""
    with pytest.raises((RulesError, StateError)) as refused:
        marriage.settle([1, 2], [True, True], winner=0, **asked)
    assert refused.value.code == code
    assert marriage.settle([1, 2], [True, True], winner=0, fouls=[0, 0]).payoffs


def test_m31_a_fine_may_wait_for_the_next_hand() -> None:
    """With next_hand a foul is paid with the next hand that its player plays, among those who play it."""
    match = marriage.Match(3, players=4, rules=replace(FINE, foul_when="next_hand", turn_cap=1))

    def hand(*out: int) -> None:
        state = match.next_round(sitting_out=out)
        while not state.over:
            state.play(state.legal_moves()[0])

    hand()
    match.foul(2)
    match.foul(2)
    assert match.points == (0, 0, 0, 0)
    hand(2)
    assert match.points == (0, 0, 0, 0)
    hand(1)
    assert match.points == (30, 0, -60, 30)
    hand()
    assert match.points == (30, 0, -60, 30)
    for again in (marriage.Match.from_bytes(bytes(match)), marriage.Match.from_dict(match.to_dict()), match.copy()):
        assert again == match
        assert (again.points, again.standing) == (match.points, match.standing)


def test_m31_who_can_commit_a_foul() -> None:
    """A foul is noted of a player who plays the hand, where the rules have a fine; otherwise it is refused."""
    match = marriage.Match(3, players=3, rules=FINE)
    with pytest.raises(StateError) as nobody:
        match.foul(0)
    match.next_round(sitting_out=[1])
    with pytest.raises(StateError) as absent:
        match.foul(1)
    with pytest.raises(StateError) as unknown:
        match.foul(3)
    plain = marriage.Match(3)
    plain.next_round()
    with pytest.raises(RulesError) as free:
        plain.foul(0)
    assert [e.value.code for e in (nobody, absent, unknown, free)] == ["no_round", "sits_out", "seat", "no_fine"]
    assert match.points == (0, 0, 0)
    match.foul(2)
    assert match.points == (15, 0, -15)
