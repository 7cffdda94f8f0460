"""The worked examples of the rules by their ids: M single combinations, W which hands finish, S points of a hand, P who
pays what.

Bars part the combinations for the eye. With the tiplu Jc the jokers are Tc Jc Qc Jd Jh Js.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import permutations
from typing import Any

import marriage_oracle as oracle
import pytest
from marriage_decks import (
    FOUR,
    SEVEN,
    THREE,
    acts,
    bare,
    code_of,
    dealt,
    finishes,
    full,
    quiet,
    quiet_turns,
    see,
    seen_dublee,
    seen_three,
    turn_of,
    won_by_combos,
)
from marriage_kit import by_combos, by_dublees

from rummycore import HandError, marriage
from rummycore.marriage import Card, Phase, Rules, State, cards

# ------------------------------------------------------------------------------
# M: three cards
# ------------------------------------------------------------------------------

PURE, DIRTY, DIRTY3, TRIPLET = "pure sequence", "dirty sequence", "dirty triplet", "triplet"
COMBINATIONS = [  # id, cards, tiplu, primary, what it is once the tiplu is seen, or why it is nothing
    ("M1", "6h 6h 6h", "Jc", True, "tunnela"),
    ("M2", "3s 4s 5s", "Jc", True, PURE),
    ("M3", "Qd Kd Ad", "Jc", True, PURE),
    ("M4", "Ad 2d 3d", "Jc", True, PURE),
    ("M5", "Kd Ad 2d", "Jc", False, "combo_wrap"),
    ("M6", "Kd Ad 2d", "Ac", False, "combo_wrap"),
    ("M7", "6d Qc 8d", "Jc", False, DIRTY),
    ("M8", "Qc 7d 8d", "Jc", False, DIRTY),
    ("M9", "6d 9d Qc", "Jc", False, "combo_mixed"),
    ("M10", "Jd 2c 2h", "Jc", False, DIRTY3),
    ("M11", "2c 2c Jd", "Jc", False, "combo_pair"),
    ("M12", "5d 5d Jd", "Jc", False, "combo_pair"),
    ("M13", "9s 9s 9c", "Jc", False, "combo_suit"),
    ("M14", "9s 9h 9c", "Jc", False, TRIPLET),
    ("M15", "Tc Jc Qc", "Jc", True, PURE),
    ("M16", "Jd Qd Kd", "Jc", True, PURE),
    ("M17", "Jd Jh Js", "Jc", False, TRIPLET),
    ("M18", "Jd Jd Jd", "Jc", True, "tunnela"),
    ("M19", "Qc Qc Qc", "Jc", True, "tunnela"),
    ("M20", "Qc Qc 5h", "Jc", False, "jokers"),
    ("M21", "Jd Jd Js", "Jc", False, "jokers"),
    ("M22", "Jc Jc Jd", "Jc", False, "jokers"),
    ("M23", "Kc Ac Jd", "Jc", False, DIRTY),
    ("M24", "As 3s Jh", "Jc", False, DIRTY),
    ("M25", "Ks 2s Jh", "Jc", False, "combo_wrap"),
    ("M26", "Kh Ah Jh", "Jc", False, DIRTY),
    ("M27", "5h 5s Jc", "Jc", False, DIRTY3),
    ("M28", "7c 8c Tc", "Jc", False, DIRTY),
    ("M29", "8c 9c Tc", "Jc", True, PURE),
    ("M30", "9c Tc Qc", "Jc", False, "jokers"),
    ("M31", "Th Jh Qh", "Jc", True, PURE),
    ("M32", "Jh Qh 3s", "Jc", False, "combo_mixed"),
    ("M33", "4h 4d 4h", "Jc", False, "combo_suit"),
    ("M34", "5c 6c 7d", "Jc", False, "combo_mixed"),
    ("M35", "Jd 4s 9h", "Jc", False, "combo_mixed"),
    ("M36", "Qs Ks As", "Ks", True, PURE),
    ("M37", "Kh Ah 2h", "Ah", False, "jokers"),
    ("M38", "Kh Ah 2h", "Jc", False, "combo_wrap"),
    ("M39", "Ad 2d 3d", "2d", True, PURE),
    ("M40", "2d 3d As", "Ac", False, DIRTY),
]
UNSEEN = [row for row in COMBINATIONS if row[0] in {f"M{n}" for n in range(7, 15)}]  # of M41

M = pytest.mark.parametrize(
    ("three", "tiplu", "primary", "what"), [pytest.param(*row[1:], id=row[0]) for row in COMBINATIONS]
)
M41 = pytest.mark.parametrize(("three", "tiplu"), [pytest.param(*row[1:3], id=f"M41-{row[0]}") for row in UNSEEN])


def valid(what: str) -> bool:
    """Return whether that is a combination, not a reason for none."""
    return not what.startswith("combo_")


def kind_or_code(three: str, tiplu: str | None) -> str:
    """Return what three cards are, or why they are nothing."""
    try:
        return str(marriage.meld(three, tiplu=tiplu).kind)
    except HandError as error:
        return error.code


def six_others(three: str, tiplu: str) -> list[str]:
    """Return six primary combinations that can be held beside three cards and none of whose cards is a joker."""
    wild = {str(card) for card in marriage.roles(tiplu)}
    runs = [f"{a}{s} {b}{s} {c}{s}" for s in "cdhs" for a, b, c in ("567", "456", "234", "789")]
    out: list[str] = []
    for run in runs:
        held = [*three.split(), *run.split(), *(card for part in out for card in part.split())]
        if len(out) < 6 and not wild & set(run.split()) and not oracle.problems(held, tiplu):
            out.append(run)
    return out


@M
def test_m_example_combination(three: str, tiplu: str, primary: bool, what: str) -> None:
    """Once the tiplu is seen the cards are just what the example says, in whatever order, and
    primary ones are so for everybody.
    """
    for order in permutations(three.split()):
        assert kind_or_code(" ".join(order), tiplu) == what
        assert (kind_or_code(" ".join(order), None) in ("tunnela", PURE)) == primary
    assert oracle.valid(three.split(), tiplu, {}) == valid(what)
    assert oracle.primary(three.split(), {}) == primary
    if valid(what):
        assert marriage.meld(three, tiplu=tiplu).primary == primary


@M
def test_m_example_as_declared(three: str, tiplu: str, primary: bool, what: str) -> None:
    """Laid down as one of the first three it is accepted just if primary, as a later one just if
    valid, with the reason otherwise.
    """
    others = six_others(three, tiplu)
    last = "Ks" if "K" not in three + tiplu else "9h"
    early = marriage.check_declaration([three, *others], discard=last, tiplu=tiplu)
    late = marriage.check_declaration([*others, three], discard=last, tiplu=tiplu)
    assert (early.ok, late.ok) == (primary, valid(what)), (early, late)
    for verdict in (early, late):
        assert verdict.ok or sorted(verdict.cards) == sorted(cards(three))
    if not valid(what):
        assert late.code == what


@M41
def test_m41_example_not_seen(three: str, tiplu: str) -> None:
    """M41: who has not seen the tiplu has no jokers and lays primary combinations only: a table offers no such lay."""
    assert kind_or_code(three, None) in ("triplet", "combo_mixed", "combo_suit", "combo_pair")
    state = dealt({1: f"{three} 3s 4s 5s Qh Kh Ah"}, tiplu=tiplu)
    state.play("draw")
    laid = {tuple(sorted(move.cards)) for move in state.legal_moves() if move.act == "lay"}
    assert tuple(sorted(cards(three))) not in laid
    assert "finish" not in acts(state)


# ------------------------------------------------------------------------------
# W: 22 cards
# ------------------------------------------------------------------------------

W5 = "Jd Jd Qc Qc Jc Jc 4h 4h 7s 7s 9d 9d Ac Ac 2d 2d 5h 8c Ks 3d Td 6s"
W8 = "6h 6h 6h 3s 3s 4s 4s 5s 5s Qd Qd Kd Kd Ad Ad 8c 8c 9h Td 2c 7s 6c"
W15 = "6h 6h 6h 3s 4s 5s 7c 8c 9c Jd Qd Kd Qh Qs Kc Kh 2c 2h 9s 9h 9d 4h"
W19 = "9s 9h 9c 5d 5d Jh 7d 7c 7s 8c 8h 8s"
W20_ANY = "2c 2d 4s 5d 8d 8s As Kc Kd Kh Ks Qs Th Ts"

# id, tiplu, hand, discards that finish by combinations: just those after "=", or among others those named
HANDS = [
    ("W1", "Jc", "6h6h6h | 3s4s5s | QdKdAd | 6dQc8d | Jd2c2h | KsKcKh | JhJs9c | 4d", "= 4d 8d 9c"),
    ("W2", "Jc", "6h6h6h | 3s4s5s | 9s9h9c | KsKcKh | 7d7c7s | 2c2d2h | ThTdTs | 4h", "="),
    ("W3", "Jc", "6h6h6h | 3s4s5s | JdQdKd | 9s9h9c | KsKcKh | 2s2h2d | 8d8c8s | 4h", "4h"),
    ("W4", "Jc", "TcJcQc | 3s4s5s | 7d8d9d | 2c2h2s | KdKhKs | 9s9h9c | 5d5c5h | Ad", "Ad"),
    ("W5", "Jc", W5, "="),
    ("W6", "Jc", "3h3h4h4h7s7s9d9dAcAc2d2dKsKs Jd Qc 5h 8c 3d Td 6s 8h", "="),
    ("W7", "Jc", "3h3h3h4h4h7s7s9d9dAcAc2d2dKsKs 5h 8c 3d Td 6s 8h Js", "="),
    ("W8", "Jc", W8, "="),
    ("W9", "Jc", "6h6h6h | 3s4s5s | QdKdAd | 9s9h9c | KsKcKh | 7d7c7s | 2c2h2s | 4d", "= 4d"),
    ("W10", "Jc", "6h6h6h | 3s4s5s | QdKdAd | 9s9h9c | KsKcKh | 7d7c7s | 5d5dJd | 4c", "="),
    ("W11", "Jc", "6h6h6h | 3s4s5s | KdAd2d | 9s9h9c | KsKcKh | 7d7c7s | 2c2h2s | 4c", "="),
    ("W12", "Jc", "6h6h6h | 3s4s5s | QdKdAd | JdJd4h | JhQc9s | JsTc2d | JcJs8h | 5c", "= 2d 4h 5c 8h 9s"),
    ("W13", "7s", "6h6h6h | 3s4s5s | QdKdAd | 2c3c4c | 7d8d9d | KsKcKh | 8s8h8c | 4d", "4d"),
    ("W14", "Jc", "6h6h6h | 3s4s5s | QdKdAd | 9s9h9c | KsKcKh | 7d7c7s | 2c2h2s | Jd", "Jd"),
    ("W15", "Jc", W15, "4h"),
    ("W16", "Ah", "6h6h6h | 3s4s5s | KhAh2h | 9c9d9s | JcJdJs | 7c7d7s | KcKdKs | 4c", "="),
    ("W17", "Ah", "6h6h6h | 3s4s5s | 9dTdJd | KhAh2h | 8c8d8s | QcQdQs | 7c7d7s | 4c", "4c"),
    ("W18", "Jc", "6h6h6h | 3s4s5s | QdKdAd | 9s9h9c | Ks2sJh | 7d7c7s | 8c8h8s | 4h", "="),
    ("W20", "Ks", "QsKsAs | 6h6h6h | 3d4d5d | 8c8d8s | 7c9cKh | 2c2dKd | ThTsKc | 4s", f"= {W20_ANY}"),
]
DUBLEES = {"W5": "5h 8c Ks 3d Td 6s", "W8": "9h Td 2c 7s 6c 6h"}  # discards that finish by eight dublees; else none


def spaced(hand: str) -> str:
    """Return the cards of a hand, parted by blanks and slashes."""
    return "/".join(
        " ".join(word[i : i + 2] for word in part.split() for i in range(0, len(word), 2)) for part in hand.split("|")
    )


W = pytest.mark.parametrize(
    ("name", "tiplu", "hand", "expected"),
    [pytest.param(name, tiplu, spaced(hand), expected, id=name) for name, tiplu, hand, expected in HANDS],
)
DECLARED = pytest.mark.parametrize(
    ("name", "tiplu", "hand", "expected"),
    [
        pytest.param(name, tiplu, spaced(hand), expected, id=name)
        for name, tiplu, hand, expected in HANDS
        if "|" in hand
    ],
)
REFUSED = {"W2": "primary", "W10": "combo_pair", "W11": "combo_wrap", "W16": "combo_wrap", "W18": "combo_wrap"}


@W
def test_w_example_finishes(name: str, tiplu: str, hand: str, expected: str) -> None:
    """With nothing laid and the tiplu known, just the discards that the example names finish,
    by combinations or by dublees.
    """
    found = marriage.analyze(bare(hand), tiplu=tiplu)
    combos, pairs = {str(card) for card in by_combos(found)}, {str(card) for card in by_dublees(found)}
    if expected.startswith("="):
        assert combos == set(expected[1:].split())
    assert combos >= set(expected.strip("= ").split())
    assert pairs == set(DUBLEES.get(name, "").split())
    assert combos == oracle.finishes22(bare(hand).split(), tiplu, {})
    assert pairs == oracle.dublee_finishes(bare(hand).split())
    assert {"W5": 8, "W6": 7, "W7": 7, "W8": 8}.get(name, found.dublees) == found.dublees
    assert bool(found.primary) == (name not in ("W2", "W5", "W6", "W7", "W11", "W16"))


@DECLARED
def test_w_example_as_declared(name: str, tiplu: str, hand: str, expected: str) -> None:
    """Laid down in the parts that the example writes, a hand that finishes is accepted and any
    other refused with the reason.
    """
    *parts, last = hand.split("/")
    verdict = marriage.check_declaration(parts, discard=last.strip(), tiplu=tiplu, hand=bare(hand))
    assert verdict.ok == (name not in REFUSED), verdict.sentence
    assert verdict.code == REFUSED.get(name, "ok")
    if verdict.ok:
        assert last.strip() in {str(card) for card in by_combos(marriage.analyze(bare(hand), tiplu=tiplu))}


@W
def test_w_example_in_one_turn(name: str, tiplu: str, hand: str, expected: str) -> None:
    """At a table a seat that draws the last card finishes just so: over all choices of three
    together as `analyze` says of the hand.
    """
    held = bare(hand).split()
    rules = Rules(tiplu_mode="hidden_preset")
    state = dealt({1: " ".join(held[:-1])}, stock=held[-1], tiplu=tiplu, rules=rules)
    state.play("draw")
    found = marriage.analyze(bare(hand), tiplu=tiplu)
    assert "finish" not in acts(state)
    assert finishes(state, "finish-pairs") == {str(card) for card in by_dublees(found)}
    combos: set[str] = set()
    for three in found.primary:
        other = see(state.copy(), "/".join(str(meld) for meld in three), tiplu)
        assert finishes(other, "finish-pairs") == set()
        combos |= finishes(other)
    assert combos == {str(card) for card in by_combos(found)}
    assert ("lay" in acts(state)) == bool(found.primary)
    assert ("pair" in acts(state)) == (found.dublees >= 7)


def test_w5_example_route_dublee() -> None:
    """W5: who has laid seven of the eight dublees wins with the eighth, and with the same discards."""
    laid = [f"{card} {card}" for card in ("Jd", "Qc", "Jc", "4h", "7s", "9d", "Ac")]
    found = marriage.analyze("2d 2d 5h 8c Ks 3d Td 6s", tiplu="Jc", laid=laid)
    assert (found.route, {str(card) for card in by_dublees(found)}) == ("dublee", set(DUBLEES["W5"].split()))
    assert by_combos(found) == ()
    declared = [*laid, "2d 2d"]
    for discard in DUBLEES["W5"].split():
        assert marriage.check_declaration(declared, discard=discard, tiplu="Jc", hand=W5).ok
    assert marriage.check_declaration(laid, discard="6s", tiplu="Jc", hand=W5).code == "count"


def test_w6_and_w7_examples_may_see() -> None:
    """W6, W7: seven dublees do not win, but see; a joker pairs with no other card, and three alike are one dublee."""
    for name, tiplu, hand, _ in HANDS:
        if name in ("W6", "W7"):
            held = spaced(hand).split()
            state = dealt({1: " ".join(held[:-1])}, stock=held[-1], tiplu=tiplu)
            state.play("draw")
            assert {str(move) for move in state.legal_moves() if move.act == "pair"} == {"pair Ac"}
            state = see(state, SEVEN, tiplu)
            assert (state.view(1).routes[1], finishes(state, "finish-pairs")) == ("dublee", set())
    assert marriage.check_declaration([*SEVEN.split("/"), "Jd 5h"], discard="8h", tiplu="Jc").code == "dublee"


def test_w8_example_after_three() -> None:
    """W8: eight dublees win with nothing laid; after three combinations neither they nor the two runs left do."""
    held = W8.split()
    state = dealt({1: " ".join(held[:-1])}, stock=held[-1], tiplu="Jc")
    state.play("draw")
    assert code_of(state, "finish-pairs 9h") == "ok"
    state = see(state, THREE, "Jc")
    assert code_of(state, "finish-pairs 9h") == "not_won"
    assert not {"finish", "finish-pairs", "pair"} & acts(state)
    concealed = " ".join(map(str, state.hand(1)))
    found = marriage.analyze(concealed, tiplu="Jc", laid=THREE.split("/"))
    assert (by_combos(found), by_dublees(found)) == ((), ())


def test_w9_example_taken() -> None:
    """W9: the only discard that finishes is 4d, and in the turn that took 4d it may not be
    discarded; from the stock it may.
    """
    state = dealt({1: f"{THREE} / {FOUR}"}, upcard="4d", stock="4d", tiplu="Jc")
    drawn, taken = state.copy(), state.copy()
    drawn.play("draw")
    assert finishes(see(drawn, THREE, "Jc")) == {"4d"}
    taken.play("take")
    taken = see(taken, THREE, "Jc")
    assert (finishes(taken), code_of(taken, "finish 4d"), code_of(taken, "discard 4d")) == (
        set(),
        "taken_back",
        "taken_back",
    )
    hand = f"{bare(THREE)} {bare(FOUR)} 4d"
    assert by_combos(marriage.analyze(hand, tiplu="Jc", taken="4d")) == ()
    assert by_combos(marriage.analyze(hand, tiplu="Jc", taken="9s")) == (Card("4d"),)


@pytest.mark.parametrize(
    ("third", "rest", "wins"),
    [
        ("7c 8c 9c", "Qd Qh Qs / Kd Kc Kh / Jd 2c 2h / 9s 9h 9d", True),
        ("Jd Qd Kd", "7c 8c 9c / Qh Qs Kc / Kh 2c 2h / 9s 9h 9d", False),
    ],
    ids=["W15-runs", "W15-jokers"],
)
def test_w15_example_choice_of_three(third: str, rest: str, wins: bool) -> None:
    """W15: in one turn the hand finishes after one choice of three and not after the other,
    the tiplu chosen in between.
    """
    laid = f"6h 6h 6h / 3s 4s 5s / {third}"
    held = W15.split()
    state = dealt({1: " ".join(held[:-1])}, stock=held[-1], tiplu="Jc")
    state.play("draw")
    state = see(state, laid, "Jc")
    concealed = " ".join(map(str, state.hand(1)))
    found = marriage.analyze(concealed, tiplu="Jc", laid=laid.split("/"))
    assert finishes(state) == {str(card) for card in by_combos(found)}
    assert ("4h" in finishes(state)) == wins == bool(by_combos(found))
    assert marriage.check_declaration([*laid.split("/"), *rest.split("/")], discard="4h", tiplu="Jc").ok == wins
    if wins:
        state.play("finish 4h")
        assert state.outcome is not None
        assert (state.outcome.winner, state.outcome.in_one_turn) == (1, True)


def test_w19_example_identical_pair() -> None:
    """W19: behind three laid ones the pair 5d 5d needs a joker more than it has; with Jd one 5d
    is discarded, with 4h nothing helps.
    """
    laid = THREE.split("/")
    found = marriage.analyze(f"{W19} Jd", tiplu="Jc", laid=laid)
    assert Card("5d") in by_combos(found)
    assert {str(card) for card in by_combos(found)} == oracle.finishes13([*W19.split(), "Jd"], "Jc", {})
    assert by_combos(marriage.analyze(f"{W19} 4h", tiplu="Jc", laid=laid)) == ()
    rest = ["9s 9h 9c", "5d 7d Jd", "7c 7s Jh", "8c 8h 8s"]
    assert marriage.check_declaration([*laid, *rest], discard="5d", tiplu="Jc").ok


def test_w20_example_with_three_laid() -> None:
    """W20: over all choices of three many discards finish, with the three in front laid only 4s."""
    laid = ["Qs Ks As", "6h 6h 6h", "3d 4d 5d"]
    found = marriage.analyze("8c 8d 8s 7c 9c Kh 2c 2d Kd Th Ts Kc 4s", tiplu="Ks", laid=laid)
    assert by_combos(found) == (Card("4s"),)


@pytest.mark.parametrize("top", ["2d", "5h", "9c", "Jc", "As"])
def test_w21_example_eighth_dublee(top: str) -> None:
    """W21: who has seen by dublees takes the discard that completes the eighth and then has to
    finish; it takes no other discard.
    """
    laid = "Jd Jd / Qc Qc / Jh Jh / 4h 4h / 7s 7s / 9d 9d / Ac Ac"
    state = seen_dublee(top, parts=laid, more="2d 5h 8c Ks 3d Td 6s")
    completes = top in ("2d", "5h")
    assert code_of(state, "take") == ("ok" if completes else "dublee_take")
    if completes:
        state.play("take")
        assert acts(state) == {"finish-pairs"}
        assert finishes(state, "finish-pairs") == {"2d", "5h", "8c", "Ks", "3d", "Td", "6s"} - {top}
        assert code_of(state, "discard 8c") == "forced"


def test_w21_example_as_written() -> None:
    """W21: the hand of W5 itself, its dublee of tiplus laid among the seven."""
    laid = "Jd Jd / Qc Qc / Jc Jc / 4h 4h / 7s 7s / 9d 9d / Ac Ac"
    state = seen_dublee("2d", parts=laid, more="2d 5h 8c Ks 3d Td 6s")
    state.play("take")
    assert acts(state) == {"finish-pairs"}
    state.play("finish-pairs 6s")
    assert state.outcome is not None
    assert (state.outcome.ending, state.outcome.winner, state.outcome.maal[1].points) == ("dublees", 1, 7 + 5)


@pytest.mark.parametrize("top", ["Js", "Tc", "Jc", "Qc", "Jd", "Jh"])
def test_w22_example_joker_on_top(top: str) -> None:
    """W22: who has seen by three combinations must draw when a joker lies on top; who has not seen may take it."""
    assert (code_of(seen_three(top), "take"), code_of(seen_three(top), "draw")) == ("joker_discard", "ok")
    assert code_of(dealt(upcard=top, tiplu="Jc"), "take") == "ok"
    state = seen_three(more=top)
    quiet(state, throw=top)
    assert (state.view(0).seen, code_of(state, "take", 0)) == ((False, True), "ok")


def test_w23_example_exposed_counts() -> None:
    """W23: an exposed tunnela and two more combinations see the tiplu; a third need not and cannot be laid."""
    state = dealt({2: bare(THREE)}, expose={2: "6h"}, tiplu="Jc")
    turn_of(state, 2)
    state.play("draw")
    assert code_of(state, "see") == "not_laid"
    state = see(state, "3s 4s 5s / Qd Kd Ad", "Jc")
    assert (state.view(2).routes[2], state.view(2).tiplu) == ("three", Card("Jc"))
    assert marriage.analyze(state.hand(2), tiplu="Jc", laid=["3s 4s 5s", "Qd Kd Ad"], exposed="6h").route == "three"


def test_w24_example_three_exposed() -> None:
    """W24: three exposed tunnelas qualify in the first turn after the draw, with nothing
    laid, and win nothing at once.
    """
    state = dealt({1: "6h 6h 6h 9d 9d 9d Kc Kc Kc"}, expose={1: "6h 9d Kc"}, tiplu="Jc")
    assert (state.over, state.phase, code_of(state, "see")) == (False, Phase.TO_DRAW, "not_drawn")
    state.play("draw")
    assert code_of(state, "see") == "ok"
    state = see(state, "", "Jc")
    assert (state.view(1).routes[1], state.over) == ("three", False)
    assert "lay" not in acts(state)


@pytest.mark.parametrize("drawn", [str(card) for card in Card.all()[:52] if str(card) != "6h"])
def test_w25_example_any_card(drawn: str) -> None:
    """W25: who holds three primary combinations and four more wins with whatever card comes from the stock."""
    state = dealt({1: f"{THREE} / {FOUR}"}, stock=drawn, tiplu="Jc", rules=Rules(tiplu_mode="hidden_preset"))
    state.play("draw")
    state = see(state, THREE, "Jc")
    assert code_of(state, f"finish {drawn}") == "ok"
    state.play(f"finish {drawn}")
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.card) == (1, Card(drawn))


# ------------------------------------------------------------------------------
# S: points of a hand
# ------------------------------------------------------------------------------

ANY = ("none", "three", "dublee")
POINTS: list[tuple[str, str, str, tuple[str, ...], int, str]] = [  # id, cards, exposed, routes, points, items
    ("S1", "Jc", "", ANY, 3, "tiplu 1=3"),
    ("S2", "Jc Jc", "", ANY, 7, "tiplu 2=7"),
    ("S3", "Qc Tc", "", ANY, 4, "poplu 1=2, jhiplu 1=2"),
    ("S4", "Qc Qc", "", ANY, 5, "poplu 2=5"),
    ("S5", "Qc Qc Qc", "", ANY, 10, "poplu 3=10"),
    ("S6", "Qc Qc Qc", "Qc", ("three",), 20, "tunnela 3=20"),
    ("S7", "Qc Qc Qc", "Qc", ("none", "dublee"), 10, "poplu 3=10"),
    ("S8", "Tc Jc Qc", "", ANY, 10, "marriage 1=10"),
    ("S9", "Tc Tc Jc Jc Qc Qc", "", ANY, 30, "marriage 2=30"),
    ("S10", "Jc Qc Qc Qc Tc Tc Tc", "", ANY, 23, "tiplu 1=3, poplu 3=10, jhiplu 3=10"),
    ("S11", "Jc Qc Qc Qc Tc Tc", "", ANY, 18, "tiplu 1=3, poplu 3=10, jhiplu 2=5"),
    ("S12", "Jc Qc Qc Qc Tc", "", ANY, 15, ""),
    ("S13", "Jc Jc Qc Qc Qc Tc Tc Tc", "", ANY, 34, "marriage 2=30, poplu 1=2, jhiplu 1=2"),
    ("S14", "Jc Jc Qc Qc Qc Tc", "", ANY, 19, "tiplu 2=7, poplu 3=10, jhiplu 1=2"),
    ("S15", "Jd Jd Jd", "Jd", ("three",), 10, "tunnela 3=10"),
    ("S15-not-seen", "Jd Jd Jd", "Jd", ("none",), 0, ""),
    ("S15-not-exposed", "Jd Jd Jd", "", ANY, 0, ""),
    ("S15-single", "Jd Jh Js Js", "", ANY, 0, ""),
    ("S16", "6h 6h 6h 9d 9d 9d 4s 4s 4s", "6h", ("three",), 5, "tunnela 3=5"),
    ("S17", "Jc Jc Tc Tc Qc Qc Qc", "Qc", ("three",), 32, ""),
    ("S18", "Jc Jc Tc Tc Tc Qc Qc Qc", "Qc", ("three",), 37, "tiplu 2=7, tunnela 3=20, jhiplu 3=10"),
    ("S19", "Jc Jc Tc Tc Tc Qc Qc Qc", "Qc Tc", ("three",), 47, "tiplu 2=7, tunnela 3=20, tunnela 3=20"),
    ("S20", "Tc Jc Qc", "", ("none",), 10, "marriage 1=10"),
    ("S22", "6h 6h 6h Jc", "6h", ("dublee",), 3, "tiplu 1=3"),
]


@pytest.mark.parametrize(
    ("held", "exposed", "routes", "points", "items"), [pytest.param(*row[1:], id=row[0]) for row in POINTS]
)
def test_s_example_points(held: str, exposed: str, routes: tuple[str, ...], points: int, items: str) -> None:
    """The cards score what the example says, counted as what it says, also among cards that
    score nothing and in any order.
    """
    idle = "2d 4d 6d 8h 3h 5c 7c 8s 2h 4h Ac Kd 9h 3c"
    for route in routes:
        for hand in (held, " ".join(reversed(held.split())), " ".join(sorted([*held.split(), *idle.split()])[:21])):
            if hand != held and Counter(held.split()) - Counter(hand.split()):
                continue
            found = marriage.maal(hand, tiplu="Jc", exposed=exposed, route=route)
            assert found.points == points == sum(item.points for item in found.items)
            if items:
                assert ", ".join(f"{item.item} {item.count}={item.points}" for item in found.items) == items
            assert oracle.points(hand.split(), "Jc", exposed.split(), route, {}) == points


def test_s20_example_murder_and_kidnap() -> None:
    """S20: a marriage of one who has not seen counts 10; with Murder 0; with Kidnap 0, and the winner has 10 more."""
    for option, settled in (("count", (10, 4)), ("void", (0, 4)), ("to_winner", (0, 14))):
        rules = Rules(unseen_maal=option)
        assert marriage.settle([10, 4], [False, True], winner=1, rules=rules).points == settled
        by_hands = marriage.settle(
            cards=full("Tc Jc Qc", "Tc Qc"), seen=[False, True], tiplu="Jc", winner=1, rules=rules
        )
        assert by_hands.points == settled


def test_s21_example_ace_tiplu() -> None:
    """S21: K-A-2 of an ace tiplu scores as a marriage, though it is no run; without marriage_ace_wrap singly."""
    for route in ANY:
        assert marriage.maal("Kh Ah 2h", tiplu="Ah", route=route).points == 10
        alone = marriage.maal("Kh Ah 2h", tiplu="Ah", route=route, rules=Rules(marriage_ace_wrap=False))
        assert (alone.points, [item.points for item in alone.items]) == (7, [3, 2, 2])


def test_s22_example_tunnela_of_a_dublee_seat() -> None:
    """S22: a tunnela needs three combinations laid; with tunnela_needs=seen it scores for one who saw by dublees."""
    assert (
        marriage.maal("6h 6h 6h Jc", tiplu="Jc", exposed="6h", route="dublee", rules=Rules(tunnela_needs="seen")).points
        == 8
    )


def test_s16_example_at_a_table() -> None:
    """S16: of three tunnelas in a winning hand only the one exposed at the start scores."""
    held = "6h 6h 6h 9d 9d 9d Qd Kd Ad 4s 4s Ks Kc Kh 7d 7c 7s 2c 2h 2s 5h"
    state = dealt({1: held}, expose={1: "6h"}, stock="4s", tiplu="Jc")
    state.play("draw")
    state = see(state, "9d 9d 9d / Qd Kd Ad", "Jc")
    state.play("finish 5h")
    assert state.outcome is not None
    assert [(item.item, item.card, item.points) for item in state.outcome.maal[1].items] == [("tunnela", Card("6h"), 5)]


def test_s23_example_the_last_discard() -> None:
    """S23: a poplu that the winner discards last does not count, one that it keeps does."""
    outcome = won_by_combos(finish="Qc").outcome
    assert outcome is not None
    assert (outcome.card, outcome.maal[1].points) == (Card("Qc"), 0)
    kept = won_by_combos(combos="Qc 9s 9h / Ks Kc Kh / 7d 7c 7s / 2c 2h 2s", finish="Qc").outcome
    assert kept is not None
    assert kept.maal[1].points == 2


# ------------------------------------------------------------------------------
# P: payments
# ------------------------------------------------------------------------------

P5 = "15 5u 5* 2"
P13 = "30u 0* 3 4u"
MURDER, KIDNAP = {"unseen_maal": "void"}, {"unseen_maal": "to_winner"}
# id, points with * the winner and u not seen, as they are settled, w of the losers, nets, rules, dublee, routes
PAYMENTS: list[tuple[str, str, str, str, list[int], dict[str, Any], bool, str]] = [
    ("P1", "7* 3u", "7 3", "10", [14, -14], {}, False, ""),
    ("P2", "0* 30", "0 30", "3", [-27, 27], {}, False, ""),
    ("P3", "12 4* 0u", "12 4 0", "3 10", [17, 9, -26], {}, False, ""),
    ("P4", "5* 0u 10", "5 0 10", "15 8", [23, -30, 7], {}, True, ""),
    ("P5", P5, "15 5 5 2", "3 10 3", [30, -17, 9, -22], {}, False, ""),
    ("P6", P5, "15 0 5 2", "3 10 3", [35, -32, 14, -17], MURDER, False, ""),
    ("P7", P5, "15 0 10 2", "3 10 3", [30, -37, 29, -22], KIDNAP, False, ""),
    (
        "P8",
        P5,
        "15 5 5 2",
        "3 10 0",
        [30, -17, 6, -19],
        {"seen_dublee_loser_pays": 0},
        False,
        "three none three dublee",
    ),
    ("P9", "0* 0 0u 0u", "0 0 0 0", "3 10 10", [23, -3, -10, -10], {}, False, ""),
    ("P10", "3* 0u 2u 2u", "3 0 2 2", "15 15 15", [50, -22, -14, -14], {}, True, ""),
    ("P11", "23 0u 7 4* 5u", "23 0 7 4 5", "3 10 3 10", [73, -49, -7, 7, -24], {}, False, ""),
    ("P12", "0u 2u 8 13 0*", "0 2 8 13 0", "15 15 8 8", [-38, -28, 9, 34, 23], {}, True, ""),
    ("P13", P13, "30 0 3 4", "10 3 10", [73, -14, -28, -31], {}, False, ""),
    ("P14", P13, "0 0 3 0", "10 3 10", [-13, 20, 6, -13], MURDER, False, ""),
    ("P15", P13, "0 34 3 0", "10 3 10", [-47, 122, -28, -47], KIDNAP, False, ""),
]


@pytest.mark.parametrize(
    ("table", "settled", "owed", "net", "options", "dublee", "routes"),
    [pytest.param(*row[1:], id=row[0]) for row in PAYMENTS],
)
def test_p_example_payments(
    table: str, settled: str, owed: str, net: list[int], options: dict[str, Any], dublee: bool, routes: str
) -> None:
    """The nets are the example's, by pairs and by its formula for the losers; the payments add up to
    them and to what each owes the winner.
    """
    words = table.split()
    points = [int(word.strip("*u")) for word in words]
    seen = ["u" not in word for word in words]
    winner = next(i for i, word in enumerate(words) if "*" in word)
    ways = routes.split() or None
    found = marriage.settle(points, seen, winner=winner, dublee=dublee, routes=ways, rules=Rules(**options))
    assert list(found.payoffs) == net
    assert sum(found.payoffs) == 0
    assert found.points == tuple(map(int, settled.split()))
    players, total = len(points), sum(found.points)
    losers = [seat for seat in range(players) if seat != winner]
    for seat, w in zip(losers, map(int, owed.split()), strict=True):
        assert found.payoffs[seat] == -(total + w - players * found.points[seat])
        mine = [p for p in found.reasons if p.payer == seat and p.payee == winner and p.cause != "maal"]
        assert sum(reason.amount for reason in mine) == w
    added = [0] * players
    for reason in found.reasons:
        assert reason.amount > 0
        added[reason.payer] -= reason.amount
        added[reason.payee] += reason.amount
    assert added == net
    assert oracle.settle(points, seen, winner, dublee, options, ways) == net


def worked_example() -> State:
    """Play the hand of cards of P5: seat 0 lays three, seat 1 exposes but never sees, seat 2
    wins, seat 3 sees by dublees.
    """
    laid = "3s 4s 5s / 7h 8h 9h / Qd Kd Ad"
    hands = {
        0: "6h 6h 6h Tc Jc Qc 2d 3d 4d",
        1: "Qc Qc 9d 9d 9d",
        2: f"{laid} Jc Tc 5h Ks Kc Kh 7d 7c 7s 2c 2h 2s",
        3: "3h 3h 4h 4h 8s 8s 5d 5d Ac Ac 6d 6d Qs Qs Tc",
    }
    state = dealt(hands, expose={0: "6h", 1: "9d"}, dealer=3, tiplu="Jc")
    state.play("draw")
    drawn = state.view(0).drawn
    state = see(state, "Tc Jc Qc / 2d 3d 4d", "Jc")
    state.play(f"discard {drawn}")
    quiet(state)
    for parts in (laid, "3h 3h / 4h 4h / 8s 8s / 5d 5d / Ac Ac / 6d 6d / Qs Qs"):
        state.play("draw")
        drawn = state.view(state.turn).drawn
        state = see(state, parts)
        state.play(f"discard {drawn}")
    quiet_turns(state, 2)
    state.play("draw")
    state.play(f"finish {state.view(2).drawn}")
    return state


def test_p5_example_at_a_table() -> None:
    """P5: the hand of cards that the example tells, played to its end, has its points, its
    payments pair by pair and its nets.
    """
    outcome = worked_example().outcome
    assert outcome is not None
    assert (outcome.ending, outcome.winner, outcome.tiplu) == ("combos", 2, Card("Jc"))
    assert [maal.points for maal in outcome.maal] == [15, 5, 5, 2]
    assert [str(route) for route in outcome.routes] == ["three", "none", "three", "dublee"]
    assert outcome.payoffs == (30, -17, 9, -22)
    paid = {(p.payer, p.payee, str(p.cause)): p.amount for p in outcome.reasons}
    assert paid == {
        (1, 0, "maal"): 10,
        (2, 0, "maal"): 10,
        (3, 0, "maal"): 13,
        (3, 1, "maal"): 3,
        (3, 2, "maal"): 3,
        (0, 2, "seen"): 3,
        (1, 2, "unseen"): 10,
        (3, 2, "seen"): 3,
    }


def test_p5_example_on_hands() -> None:
    """P5: `settle` on the hands themselves gives the same points and nets as the table."""
    outcome = worked_example().outcome
    assert outcome is not None
    table = worked_example().view(None)
    hands = [
        [*outcome.hands[seat], *(card for move in table.laid[seat] for card in move.cards), *table.exposed[seat] * 3]
        for seat in range(4)
    ]
    found = marriage.settle(
        hands=hands,
        seen=[True, False, True, True],
        routes=outcome.routes,
        tiplu="Jc",
        exposed=table.exposed,
        winner=2,
    )
    assert (found.points, found.payoffs, found.reasons) == (outcome.points, outcome.payoffs, outcome.reasons)


def test_every_example_is_there() -> None:
    """The ids run without a gap: M1 to M41, W1 to W25, S1 to S23, P1 to P15."""
    found = {str(row[0]).split("-")[0] for rows in (COMBINATIONS, HANDS, POINTS, PAYMENTS) for row in rows}
    found |= {
        (letter + number).upper() for name in globals() for letter, number in re.findall(r"^test_([mwsp])(\d+)_", name)
    }
    assert found == {
        f"{letter}{n}" for letter, last in (("M", 41), ("W", 25), ("S", 23), ("P", 15)) for n in range(1, last + 1)
    }
