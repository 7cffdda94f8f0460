"""The worked examples of the rules by their ids: W which hands win, X which tiles may finish, S who pays what.

Slashes part the melds, `*` marks an okey for the eye. Every S is scored twice: by `okey.settle`, and by rounds played
to the end.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from okey_decks import stack
from okey_rounds import Plan, play_match, play_plan, spare

from rummycore import IllegalMoveError, okey
from rummycore.okey import Rules, Tile, tiles

# ------------------------------------------------------------------------------
# W: 14 tiles
# ------------------------------------------------------------------------------

HANDS = [
    ("W1", "k9", "r1 r2 r3 / y5 y6 y7 y8 / r9 y9 b9 / k1 k2 k3 k4", "melds"),
    ("W2", "k9", "y12 y13 y1 / r4 r5 r6 r7 / r2 b2 k2 / b8 b9 b10 b11", "melds"),
    ("W3", "r5", "k13 k1 k2 / r1 r2 r3 r4 / y5 y6 y7 y8 / r11 y11 b11", "none"),
    ("W4", "y2", "k7 r7 r7 / y4 y5 y6 y7 / b10 b11 b12 b13 / r1 y1 k1", "none"),
    ("W5", "b3", "r2 y2 b2 k2 / r9 y9 b9 k9 / r12 y12 k12 / r6 b6 k6", "melds"),
    ("W6", "y1", "r8 y8 b8 k8 / r8 y8 b8 k8 / b1 b2 b3 b4 b5 b6", "melds"),
    ("W7", "k4", "k4 F k6 / r1 r2 r3 r4 / r9 y9 b9 / b10 b11 b12 b13", "melds"),
    ("W8", "k4", "r1 F r3 / r6 r7 r8 r9 / y9 b9 k9 / b10 b11 b12 b13", "none"),
    ("W9", "b10", "r4 b11* r6 / y1 y2 y3 y4 / y5 b5 k5 / k8 k9 k10 k11", "melds"),
    ("W10", "b10", "r4 b11* b11* r7 / y1 y2 y3 / y5 b5 k5 / k8 k9 k10 k11", "melds"),
    ("W11", "b10", "y9 b11* b11* / r1 r2 r3 r4 / r5 y5 b5 k5 / k11 k12 k13", "melds"),
    ("W12", "b10", "b10 b11* b12 / r2 y2 b2 k2 / r7 y7 b7 k7 / r12 y12 k12", "melds"),
    ("W13", "b10", "b9 b11* F b12 / r2 y2 b2 k2 / r7 y7 k7 / k12 k13 k1", "melds"),
    ("W14", "b10", "r5 y5 k5 b11* / y1 y2 y3 / k7 k8 k9 k10 / b6 b7 b8", "melds"),
    ("W15", "y4", "r2 y2 b2 k2 / r7 y7 b7 k7 / r13 y13 b13 k13 / y5* r10", "none"),
    ("W16", "k6", "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r1", "melds"),
    ("W17", "k6", "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 y5", "none"),
    ("W18", "k6", "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 k7* k7*", "melds"),
    ("W19", "b4", "k13 k1 b5* / r6 r7 r8 r9 / y3 y4 y5 y6 / r11 b11 k11", "melds"),
    ("W20", "b4", "k13 k2 b5* / r7 y7 b7 k7 / r10 y10 b10 k10 / r4 y4 k4", "none"),
    ("W21", "y6", "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 k12", "pairs"),
    ("W22", "y6", "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 y7*", "pairs"),
    ("W23", "y6", "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 y7* k12 y7*", "pairs"),
    ("W24", "y6", "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 y7* y7*", "pairs"),
    ("W25", "y6", "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 F F", "pairs"),
    ("W26", "y6", "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 F y7*", "pairs"),
    ("W27", "y6", "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 F k12", "none"),
    ("W28", "y6", "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 b12", "none"),
    ("W29", "b12", "r1 r1 r2 r2 r3 r3 r4 r4 r5 r5 r6 r6 r7 r7", "both"),
    ("W30", "y6", "r1 r2 r3 / k4 k5 k6 / r9 r9 / y2 y2 / b7 b7 / k12 k12", "none"),
    ("W31", "k6", "r1 r2 r3 r4 / y5 y6 y7 / b9 b10 b11 / r2 y2 k2 / k13", "none"),
    ("W32", "y13", "y12 y13 F / r4 r5 r6 r7 / b2 b3 b4 / r8 y8 b8 k8", "melds"),
    ("W33", "y13", "b4 y1* b6 / r4 r5 r6 r7 / k10 k11 k12 / r8 y8 b8 k8", "melds"),
    ("W34", "k6", "r1 y2 r3 / r5 r6 r7 r8 / y9 y10 y11 y12 / k1 b1 y1", "none"),
    ("W35", "k6", "r3 r4 r5 / r5 r6 r7 / y2 b2 k2 / y8 y9 y10 y11 y12", "melds"),
    ("W36", "k6", "r3 y3 b3 k3 r4 r5 / y9 y10 y11 y12 / b7 b8 b9 b10", "melds"),
    ("W37", "k6", "r6 r7 r8 / r7 r8 r9 / y7 b7 / k1 k2 k3 / b12 b13 b1", "none"),
    ("W38", "k6", "r1 r2 r3 k7* r5 / y12 y13 y1 / b2 b3 k7* / b6 b7 b8", "melds"),
    ("W39", "r13", "F r2 r3 / r5 b5 k5 / y9 y10 y11 y12 / b7 b8 b9 b10", "melds"),
    ("W40", "k6", "r1 r2 r3 / y4 y5 y6 / b7 b8 b9 / k10 k11 k12 / k7* b1", "none"),
]
PARTITIONS = {"W36": "y3 b3 k3 / r3 r4 r5 / y9 y10 y11 y12 / b7 b8 b9 b10"}  # its bars do not part the melds

W = pytest.mark.parametrize(
    ("indicator", "parts", "win"),
    [pytest.param(indicator, hand.replace("*", ""), win, id=name) for name, indicator, hand, win in HANDS],
)
PARTED = pytest.mark.parametrize(
    ("indicator", "parts", "win"),
    [
        pytest.param(indicator, PARTITIONS.get(name, hand).replace("*", ""), win, id=name)
        for name, indicator, hand, win in HANDS
        if "/" in hand
    ],
)


def unbarred(parts: str) -> str:
    """Return the tiles without the bars."""
    return parts.replace("/", "")


@W
def test_w_example_wins_as_it_should(indicator: str, parts: str, win: str) -> None:
    """The hand wins in just the way the example says, in whatever order its tiles come."""
    hand = unbarred(parts).split()
    for seed in range(4):
        Random(seed).shuffle(hand)
        found = okey.analyze(" ".join(hand), indicator=indicator)
        assert found.win == win
        assert (not found.rest) == (win in ("melds", "both"))
        assert len(found.pairs) == (7 if win in ("pairs", "both") else 0)


@W
def test_w_example_is_what_a_finish_needs(indicator: str, parts: str, win: str) -> None:
    """In a round the starter who holds the hand and one more tile may finish with that tile just if the hand wins."""
    more = spare(indicator, tiles(unbarred(parts)), 1)[0]
    state = okey.deal(deck=stack(indicator, {1: f"{unbarred(parts)} {more}"}))
    assert (okey.Move(f"finish {more}") in state.legal_moves()) == (win != "none")
    if win == "none":
        with pytest.raises(IllegalMoveError) as refused:
            state.play(f"finish {more}")
        assert refused.value.code == "not_won"
        return
    state.play(f"finish {more}")
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.win, outcome.okey_finish) == (1, win, False)
    assert sorted(tile for meld in outcome.melds for tile in meld.tiles) == sorted(tiles(unbarred(parts)))


@PARTED
def test_w_example_as_declared(indicator: str, parts: str, win: str) -> None:
    """Laid down in the parts that the example writes, a winning hand is accepted and any other refused."""
    more = spare(indicator, tiles(unbarred(parts)), 1)[0]
    declared = parts.split("/")
    verdict = okey.check_declaration(declared, discard=more, indicator=indicator)
    assert verdict.ok == (win != "none"), verdict.sentence
    held = f"{more} {unbarred(parts)}"
    assert okey.check_declaration(declared[::-1], discard=more, indicator=indicator, hand=held).ok == verdict.ok


@pytest.mark.parametrize(
    ("indicator", "hand", "win"),
    [
        pytest.param(indicator, hand.replace("*", ""), win, id=name)
        for name, indicator, hand, win in HANDS
        if hand.split()[0] == hand.split()[1] and "/" not in hand
    ],
)
def test_w_example_as_declared_pairs(indicator: str, hand: str, win: str) -> None:
    """Laid down two by two as written, seven pairs are accepted and any other hand is refused."""
    held = tiles(hand)
    more = spare(indicator, held, 1)[0]
    declared = [held[i : i + 2] for i in range(0, 14, 2)]
    verdict = okey.check_declaration(declared, discard=more, indicator=indicator)
    assert verdict.ok == (win in ("pairs", "both")), verdict.sentence
    assert verdict.code == ("ok" if verdict.ok else "meld_pair")


# ------------------------------------------------------------------------------
# X: 15 tiles
# ------------------------------------------------------------------------------

FINISHES = [
    ("X1", "b10", "r1 r2 r3 r4 / y5 y6 y7 y8 / r9 b9 k9 / k1 k2 k3 / b11*", "any", "melds"),
    ("X2", "b10", "r1 r2 r3 / y5 y6 y7 / r9 b9 k9 / k1 k2 k3 / b11* y12 k6", "", ""),
    ("X3", "y6", "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 k12 y7*", "any", "pairs"),
    ("X4", "y6", "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 y7* y7*", "any", "pairs"),
    ("X5", "k6", "r1 r2 r3 / y5 y6 y7 y8 / r9 y9 b9 k9 / k1 k2 k3 / F", "F", "melds"),
    ("X6", "k6", "r1 r2 r3 r4 / y5 y6 y7 y8 / r9 b9 k9 / k1 k2 k3 / r13", "r13", "melds"),
]
X = pytest.mark.parametrize(
    ("indicator", "hand", "legal", "win"),
    [
        pytest.param(indicator, unbarred(hand.replace("*", "")), legal, win, id=name)
        for name, indicator, hand, legal, win in FINISHES
    ],
)


@X
def test_x_example_finishes(indicator: str, hand: str, legal: str, win: str) -> None:
    """`analyze` names exactly the finishing tiles, how each wins, and which of them is the okey."""
    expected = sorted(set(tiles(hand if legal == "any" else legal)))
    found = okey.analyze(hand, indicator=indicator).finishes
    assert [finish.discard for finish in found] == expected
    assert all(finish.by == (win,) for finish in found)
    assert [finish.discard for finish in found if finish.okey] == [
        tile for tile in expected if tile == okey.okey_of(indicator)
    ]


@X
def test_x_example_in_a_round(indicator: str, hand: str, legal: str, win: str) -> None:
    """The same finishes are legal in a round, and each wins with the doublings that the example names."""
    state = okey.deal(deck=stack(indicator, {1: hand}))
    expected = sorted(set(tiles(hand if legal == "any" else legal)))
    assert [move.tile for move in state.legal_moves() if move.act == "finish"] == expected
    for tile in expected:
        played = state.copy()
        played.play(f"finish {tile}")
        assert played.outcome is not None
        factor = (2 if win == "pairs" else 1) * (2 if tile == okey.okey_of(indicator) else 1)
        assert (played.outcome.win, played.outcome.payoffs) == (win, (-factor, 3 * factor, -factor, -factor))


# ------------------------------------------------------------------------------
# S: points after the round
# ------------------------------------------------------------------------------

DEDUCT = {"payout": "deduct"}
SINGLE = {"double_combination": "single"}
LEFT = {"insufficient_points": "pay_what_left"}
PARTNERS = {"payout": "deduct", "teams": "opposite"}
X5 = "r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k9 k1 k2 k3"
W29 = "r1 r1 r2 r2 r3 r3 r4 r4 r5 r5 r6 r6 r7 r7"
T, D, D30 = [10] * 4, [20] * 4, [30] * 3

SCORES: list[tuple[str, dict[str, Any], list[int], Plan, list[int]]] = [
    ("S1", {}, T, Plan(2), [9, 9, 13, 9]),
    ("S2", {}, T, Plan(0, "pairs"), [16, 8, 8, 8]),
    ("S3", {}, T, Plan(1, okey_finish=True), [8, 16, 8, 8]),
    ("S4", {}, T, Plan(3, "pairs", True), [6, 6, 6, 22]),
    ("S4-single", SINGLE, T, Plan(3, "pairs", True), [8, 8, 8, 16]),
    ("S5", {}, T, Plan(), [10, 10, 10, 10]),
    ("S6", {}, [10] * 3, Plan(1), [9, 12, 9]),
    ("S7", {}, [10] * 2, Plan(0, "pairs"), [12, 8]),
    ("S8", {}, [1, 12, 15, 12], Plan(2, okey_finish=True), [-1, 10, 21, 10]),
    ("S8-pay-what-left", LEFT, [1, 12, 15, 12], Plan(2, okey_finish=True), [0, 10, 20, 10]),
    ("S9", {}, T, Plan(0, "both", indicator="b12", hand=W29), [16, 8, 8, 8]),
    ("S10", {}, T, Plan(1, indicator="k6", hand=X5, tile="F"), [9, 13, 9, 9]),
    ("S11", DEDUCT, D, Plan(0, indicator="y3"), [20, 18, 18, 18]),
    ("S12", DEDUCT, D, Plan(0, indicator="r3"), [20, 16, 16, 16]),
    ("S13", DEDUCT, D, Plan(1, "pairs", indicator="k12"), [12, 20, 12, 12]),
    ("S14", DEDUCT, D, Plan(1, okey_finish=True, indicator="b9"), [16, 20, 16, 16]),
    ("S15", DEDUCT, D, Plan(3, indicator="b13", shower=1), [17, 18, 17, 19]),
    ("S16", DEDUCT, D, Plan(indicator="k5", shower=0), [20, 18, 18, 18]),
    ("S17", DEDUCT, D, Plan(2, "pairs", True, indicator="r8"), [4, 4, 20, 4]),
    ("S17-single", DEDUCT | SINGLE, D, Plan(2, "pairs", True, indicator="r8"), [12, 12, 20, 12]),
    ("S18", DEDUCT, D, Plan(2, "pairs", True, indicator="y8"), [12, 12, 20, 12]),
    ("S18-single", DEDUCT | SINGLE, D, Plan(2, "pairs", True, indicator="y8"), [16, 16, 20, 16]),
    ("S19", DEDUCT | {"color_rule": "off"}, D, Plan(0, indicator="r3"), [20, 18, 18, 18]),
    ("S20", DEDUCT | {"deduct_from": "winner"}, D, Plan(0, indicator="r3"), [16, 20, 20, 20]),
    ("S21", DEDUCT, [3, 9, 20, 5], Plan(2, indicator="k2"), [-1, 5, 20, 1]),
    ("S22", DEDUCT, [2, 10, 20, 20], Plan(indicator="y4", shower=2), [2, 9, 20, 19]),
    ("S23", DEDUCT, D30, Plan(0, "pairs", indicator="b6"), [30, 26, 26]),
    ("S24", PARTNERS, D, Plan(2, indicator="y9"), [20, 18, 20, 18]),
]
MIN_POINTS = {"S22": 3}
START = {"S23": 30}


def rules_of(name: str, options: dict[str, Any]) -> Rules:
    """Return the rules of an example."""
    return Rules(**options, indicator_min_points=MIN_POINTS.get(name, 0), start_points=START.get(name))


S = pytest.mark.parametrize(
    ("rules", "before", "plan", "after"),
    [
        pytest.param(rules_of(name, options), before, plan, after, id=name)
        for name, options, before, plan, after in SCORES
    ],
)


@S
def test_s_example_settled(rules: Rules, before: list[int], plan: Plan, after: list[int]) -> None:
    """`settle` gives the example's points, and its reasons add up to its payoffs."""
    found = okey.settle(
        before,
        indicator=plan.indicator,
        winner=plan.seat,
        win=plan.win if plan.seat is not None else None,
        okey_finish=plan.okey_finish,
        shower=plan.shower,
        rules=rules,
    )
    assert list(found.points) == after
    assert list(found.payoffs) == [b - a for a, b in zip(before, after, strict=True)]
    assert list(found.payoffs) == [sum(r.changes[i] for r in found.reasons) for i in range(len(before))]
    causes = (["show"] if plan.shower is not None else []) + (["win"] if plan.seat is not None else [])
    assert [reason.cause for reason in found.reasons] == causes


@pytest.mark.parametrize(
    ("rules", "before", "plan", "after", "way"),
    [
        pytest.param(rules_of(name, options), before, plan, after, way, id=f"{name}-{way}")
        for name, options, before, plan, after in SCORES
        for way in (["drawn", "taken", "dealt"] if plan.seat is not None and plan.shower is None else ["planned"])
    ],
)
def test_s_example_played(rules: Rules, before: list[int], plan: Plan, after: list[int], way: str) -> None:
    """A round played to that end gives the example's points, wherever the winner's last tile came from."""
    starter = None
    if plan.seat is not None and way != "planned":
        starter = (plan.seat - (way != "dealt")) % len(before)
        plan = replace(plan, take=way == "taken")
    state = play_plan(plan, players=len(before), rules=rules, points=before, starter=starter)
    assert state.outcome is not None
    assert list(state.outcome.points) == after
    assert list(state.outcome.payoffs) == [b - a for a, b in zip(before, after, strict=True)]
    assert (state.outcome.winner, state.outcome.shower) == (plan.seat, plan.shower)
    assert state.outcome.ending == ("stock_out" if plan.seat is None else "won")
    if plan.seat is not None:
        assert (state.outcome.win, state.outcome.okey_finish) == (plan.win, plan.okey_finish)
    if way != "planned":
        assert state.outcome.source == way


@pytest.mark.parametrize(
    ("name", "winners"),
    [
        pytest.param(name, winners, id=name)
        for name, winners in [
            ("S1", ()),
            ("S5", ()),
            ("S8", (2,)),
            ("S8-pay-what-left", (2,)),
            ("S16", ()),
            ("S21", (2,)),
            ("S24", ()),
        ]
    ],
)
def test_s_example_in_a_match(name: str, winners: tuple[int, ...]) -> None:
    """In a match the example's points stand; the match is over and won where it says so,
    and else the dealer moves on.
    """
    _, options, before, plan, after = next(row for row in SCORES if row[0] == name)
    match = play_match([plan], rules=rules_of(name, options), players=len(before), points=before)
    assert list(match.points) == after
    assert (match.over, match.winners) == (winners != (), winners)
    if not match.over:
        match.next_round()
        assert (match.dealer, match.points) == (1, tuple(after))


def test_s15_after_showing() -> None:
    """The points of a show move at once: in S15 they are 19, 20, 19, 19 before anybody has won."""
    plan = Plan(3, indicator="b13", shower=1)
    state = okey.deal(rules=okey.DEDUCT, deck=plan.deck(1))
    assert state.play("show", 1).tile == Tile("b13")
    assert state.points == (19, 20, 19, 19)
