"""Rules O-26 to O-32 and O-36 of docs/okey.md: who pays what. Every case is settled by `okey.settle`
and by a round played to its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest
from okey_decks import stack
from okey_rounds import Plan, code_of, play_out, play_plan, quiet_turns

from rummycore import RulesError, StateError, okey
from rummycore.okey import Rules

TEN, TWENTY = [10] * 4, [20] * 4
OWN: dict[str, Any] = {"payout": "deduct", "deduct_from": "winner"}


def points(plan: Plan, before: Sequence[int] | None = None, players: int = 4, **options: Any) -> tuple[int, ...]:
    """Return the points after a round, the same by `settle` and by playing it; unless given,
    everybody begins as the rules say.
    """
    rules = Rules(**options)
    played = play_plan(plan, players=players, rules=rules, points=before)
    outcome = played.outcome
    assert outcome is not None
    if before is None:
        before = [rules.resolved().start_points or 0] * players
    settled = okey.settle(
        before,
        indicator=plan.indicator,
        winner=plan.seat,
        win=plan.win if plan.seat is not None else None,
        okey_finish=plan.okey_finish,
        shower=plan.shower,
        rules=rules,
    )
    assert settled.points == outcome.points == played.points
    assert settled.payoffs == outcome.payoffs
    assert settled.reasons == outcome.reasons
    assert tuple(b + p for b, p in zip(before, outcome.payoffs, strict=True)) == outcome.points
    return outcome.points


# ------------------------------------------------------------------------------
# O-26 factors
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("win", "okey_finish", "multiply", "single"),
    [("melds", False, 1, 1), ("pairs", False, 2, 2), ("melds", True, 2, 2), ("pairs", True, 4, 2)],
)
def test_o26_factors(win: str, okey_finish: bool, multiply: int, single: int) -> None:
    """Seven pairs double, an okey finish doubles, and both make 4, or with double_combination=single only 2."""
    plan = Plan(2, win, okey_finish)
    for combination, factor in (("multiply", multiply), ("single", single)):
        expected = tuple(10 + 3 * factor if seat == 2 else 10 - factor for seat in range(4))
        assert points(plan, double_combination=combination) == expected
        expected = tuple(20 if seat == 2 else 20 - 2 * factor for seat in range(4))
        assert points(plan, payout="deduct", double_combination=combination) == expected


def test_o26_the_reason_names_the_factor() -> None:
    """The reason of a win says how it was won and what was doubled; a plain win is not said to be doubled."""
    told = {
        (win, okey_finish): okey.settle(TEN, indicator="y3", winner=0, win=win, okey_finish=okey_finish).reasons[0]
        for win, okey_finish in product(("melds", "pairs"), (False, True))
    }
    assert {key: reason.changes[1] for key, reason in told.items()} == {
        ("melds", False): -1,
        ("melds", True): -2,
        ("pairs", False): -2,
        ("pairs", True): -4,
    }
    assert all((reason.cause, reason.seat) == ("win", 0) for reason in told.values())
    assert len({reason.sentence for reason in told.values()}) == 4
    assert "4" in told["pairs", True].sentence
    assert "times" not in told["melds", False].sentence


def test_o26_nothing_else_is_a_win() -> None:
    """A settlement takes melds, pairs or both as the way of winning, and no other word."""
    for win in ("none", "x", ""):
        with pytest.raises(StateError):
            okey.settle(TEN, indicator="y3", winner=0, win=win)
    assert okey.settle(TEN, indicator="y3").points == (10, 10, 10, 10)


# ------------------------------------------------------------------------------
# O-27, O-28 payouts
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_o27_losers_pay_the_winner(players: int) -> None:
    """From 10 points each loser pays one to the winner, and the sum stays the same."""
    for seat in range(players):
        after = points(Plan(seat), players=players)
        assert after == tuple(10 + players - 1 if s == seat else 9 for s in range(players))
        assert sum(after) == 10 * players


def test_o27_points_of_its_own() -> None:
    """start_points and base_win may be other numbers, and the points before a round may be given."""
    assert points(Plan(1), start_points=6) == (5, 9, 5, 5)
    assert points(Plan(1), base_win=3) == (7, 19, 7, 7)
    assert points(Plan(1, "pairs"), base_win=3) == (4, 28, 4, 4)
    assert points(Plan(1), [4, 3, 2, 1]) == (3, 6, 1, 0)
    assert okey.deal(seed=1, rules=Rules(start_points=6)).points == (6, 6, 6, 6)


@pytest.mark.parametrize("payout", ["transfer", "deduct"])
@pytest.mark.parametrize(("field", "low", "high"), [("start_points", 1, 1_000_000), ("base_win", 1, 1_000_000)])
def test_o27_amounts_out_of_range(payout: str, field: str, low: int, high: int) -> None:
    """Amounts outside their range are refused, and the error names the option."""
    for value in (low, high):
        assert getattr(Rules(payout=payout, **{field: value}), field) == value  # type: ignore[arg-type]
    for value in (low - 1, high + 1, -1, 2**31, 2**70):
        with pytest.raises(RulesError) as refused:
            Rules(payout=payout, **{field: value})  # type: ignore[arg-type]
        assert (refused.value.code, field in refused.value.sentence) == ("range", True)


def test_o27_the_greatest_amounts() -> None:
    """At the bounds of points and amounts every payoff is still exact, a show before the win included."""
    base = 1_000_000
    most = 1_000_000_000 - 24 * base  # with room for what a round can move
    plan = Plan(1, "pairs", okey_finish=True, indicator="k11")
    before = [-most, most, most, -most]
    paid = 8 * base
    options: dict[str, Any] = {"base_win": base, "color_rule": "red_black_double"}
    assert points(plan, before, **options) == (-most - paid, most + 3 * paid, most - paid, -most - paid)
    show = Plan(1, indicator="k11", shower=0)
    assert points(show, before, payout="deduct", base_win=base, base_indicator=base) == (
        -most - 2 * base,
        most - 2 * base,
        most - 4 * base,
        -most - 4 * base,
    )


@pytest.mark.parametrize("wrong", [[10, 10, 10], [10] * 5, [], [10, 10, 10, 1_000_000_001], [-(2**70), 0, 0, 0]])
def test_o27_points_that_cannot_be(wrong: list[int]) -> None:
    """A deal takes one number for each seat, within bounds."""
    with pytest.raises(StateError) as refused:
        okey.deal(seed=1, points=wrong)
    assert refused.value.code == ("points_count" if len(wrong) != 4 else "points_range")
    assert okey.deal(seed=1, points=[-999_999_988, 0, 1, 999_999_988]).points[0] == -999_999_988


@pytest.mark.parametrize("players", [2, 3, 4])
def test_o28_losers_lose(players: int) -> None:
    """With payout=deduct each loser loses 2 from 20, and the winner's points stay."""
    for seat in range(players):
        after = points(Plan(seat), players=players, payout="deduct")
        assert after == tuple(20 if s == seat else 18 for s in range(players))
    assert points(Plan(0), payout="deduct", start_points=30, base_win=5) == (30, 25, 25, 25)


def test_o28_deduct_from_winner() -> None:
    """With deduct_from=winner the winner's points fall instead, by the same amount, and a show lowers the shower's."""
    assert points(Plan(0), **OWN) == (18, 20, 20, 20)
    assert points(Plan(0, "pairs", okey_finish=True), **OWN) == (12, 20, 20, 20)
    assert points(Plan(0, indicator="r3"), **OWN) == (16, 20, 20, 20)
    assert points(Plan(3, indicator="b13", shower=1), **OWN) == (20, 19, 20, 18)
    assert points(Plan(1, indicator="b13", shower=1, tile="b13"), **OWN) == (20, 17, 20, 20)
    assert points(Plan(0), payout="deduct", deduct_from="losers") == (20, 18, 18, 18)


def test_o28_deduct_from_winner_needs_deduct() -> None:
    """Where nothing is deducted, deduct_from=winner is refused."""
    with pytest.raises(RulesError) as refused:
        Rules(deduct_from="winner")
    assert refused.value.code == "deduct_from"


# ------------------------------------------------------------------------------
# O-29 colours
# ------------------------------------------------------------------------------

COLOURS = [("r", 2), ("y", 1), ("b", 1), ("k", 2)]


@pytest.mark.parametrize(("colour", "double"), COLOURS)
@pytest.mark.parametrize(("payout", "base"), [("transfer", 1), ("deduct", 2)])
def test_o29_colours(colour: str, double: int, payout: str, base: int) -> None:
    """With the colour rule a red or black indicator doubles a win, beside the factor, under
    either payout; without it none does.
    """
    for rule, times in (("red_black_double", double), ("off", 1)):
        for win, factor in (("melds", 1), ("pairs", 2)):
            after = points(Plan(1, win, indicator=f"{colour}11"), payout=payout, color_rule=rule)
            amount = base * times * factor
            start = 10 if payout == "transfer" else 20
            assert after[0] == start - amount
            assert after[1] == start + (3 * amount if payout == "transfer" else 0)


@pytest.mark.parametrize(("colour", "double"), COLOURS)
def test_o29_colours_double_a_show(colour: str, double: int) -> None:
    """A show moves twice as much beside a red or black indicator, but not with color_rule=off."""
    plan = Plan(indicator=f"{colour}11", shower=2)
    assert points(plan, payout="deduct") == tuple(20 if seat == 2 else 20 - double for seat in range(4))
    assert points(plan, payout="deduct", color_rule="off") == (19, 19, 20, 19)


def test_o29_default_follows_the_payout() -> None:
    """Unless said the colour rule is off with transfer and on with deduct."""
    assert points(Plan(1, indicator="r11")) == (9, 13, 9, 9)
    assert points(Plan(1, indicator="r11"), payout="deduct") == (16, 20, 16, 16)


# ------------------------------------------------------------------------------
# O-30 points of a show
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_o30_the_others_lose(players: int) -> None:
    """A show takes a point from every other player and leaves the shower's alone."""
    for seat in range(players):
        after = points(Plan(indicator="b6", shower=seat), players=players, payout="deduct")
        assert after == tuple(20 if s == seat else 19 for s in range(players))


def test_o30_points_move_at_once_and_stay() -> None:
    """The points move with the show, before anybody has won, and stay moved however the round ends."""
    rules = Rules(payout="deduct", turn_cap=40)
    state = okey.deal(rules=rules, deck=Plan(3, indicator="b6", shower=1).deck(1))
    assert state.points == (20, 20, 20, 20)
    state.play("show")
    assert state.points == state.view(0).points == (19, 20, 19, 19)
    truncated = play_out(state.copy())
    assert truncated.outcome is not None
    assert (truncated.outcome.ending, truncated.points) == ("truncated", (19, 20, 19, 19))
    won = Plan(3, indicator="b6", shower=1).play(state)
    assert won.outcome is not None
    assert (won.outcome.ending, won.points) == ("won", (17, 18, 17, 19))
    assert [reason.cause for reason in won.outcome.reasons] == ["show", "win"]
    assert [reason.changes for reason in won.outcome.reasons] == [(-1, 0, -1, -1), (-2, -2, -2, 0)]


def test_o30_base_indicator() -> None:
    """With transfer a show moves nothing until base_indicator is given; with deduct one
    point unless another number is.
    """
    plan = Plan(indicator="b6", shower=0)
    assert points(plan, indicator_bonus=True) == (10, 10, 10, 10)
    assert points(plan, indicator_bonus=True, base_indicator=2) == (10, 8, 8, 8)
    assert points(plan, payout="deduct", base_indicator=0) == (20, 20, 20, 20)
    assert points(plan, payout="deduct", base_indicator=7) == (20, 13, 13, 13)
    assert points(plan, **OWN, base_indicator=7) == (13, 20, 20, 20)
    for value in (-2, 1_000_001, 2**70):
        with pytest.raises(RulesError):
            Rules(base_indicator=value)


@pytest.mark.parametrize(
    ("least", "expected"),
    [(0, (1, 20, 2, 3)), (1, (1, 20, 2, 3)), (3, (2, 20, 2, 3)), (4, (2, 20, 3, 3)), (5, (2, 20, 3, 4))],
)
def test_o30_indicator_min_points(least: int, expected: tuple[int, ...]) -> None:
    """A player with fewer than indicator_min_points loses nothing by a show; one with just as many does."""
    before = [2, 20, 3, 4]
    plan = Plan(indicator="b6", shower=1)
    assert points(plan, before, payout="deduct", indicator_min_points=least) == expected


def test_o30_min_points_spare_from_a_show_only() -> None:
    """The least points matter for a show and not for a win; with deduct_from=winner they spare the shower."""
    assert points(Plan(1), [2, 20, 3, 4], payout="deduct", indicator_min_points=5) == (0, 20, 1, 2)
    plan = Plan(indicator="b6", shower=1)
    assert points(plan, [9, 2, 9, 9], **OWN, indicator_min_points=3) == (9, 2, 9, 9)
    assert points(plan, [2, 9, 2, 2], **OWN, indicator_min_points=3) == (2, 8, 2, 2)
    for value in (-1, 1_000_001):
        with pytest.raises(RulesError):
            Rules(indicator_min_points=value)


def test_o30_no_show_without_the_bonus() -> None:
    """Where there is no show there is none to settle, nor by a seat that is not there."""
    with pytest.raises(ValueError, match="twin"):
        okey.settle(TEN, indicator="b6", shower=1)
    for shower in (4, -1, 2**70):
        with pytest.raises(StateError):
            okey.settle(TWENTY, indicator="b6", shower=shower, rules=okey.DEDUCT)


# ------------------------------------------------------------------------------
# O-31 points that do not suffice
# ------------------------------------------------------------------------------

LEFT: dict[str, Any] = {"insufficient_points": "pay_what_left"}


@pytest.mark.parametrize(
    ("before", "negative", "left"),
    [
        ([1, 12, 15, 12], (-1, 10, 21, 10), (0, 10, 20, 10)),
        ([2, 12, 15, 12], (0, 10, 21, 10), (0, 10, 21, 10)),
        ([0, 12, 15, 1], (-2, 10, 21, -1), (0, 10, 18, 0)),
        ([-3, 12, 15, 12], (-5, 10, 21, 10), (-3, 10, 19, 10)),
        ([12, 12, -9, 12], (10, 10, -3, 10), (10, 10, -3, 10)),
    ],
)
def test_o31_points_that_do_not_suffice(before: list[int], negative: tuple[int, ...], left: tuple[int, ...]) -> None:
    """The full amount is paid also below 0; with pay_what_left a loser gives what is left,
    and the winner gets only that.
    """
    plan = Plan(2, okey_finish=True)
    assert points(plan, before) == negative
    assert points(plan, before, **LEFT) == left


def test_o31_deduct_and_shows() -> None:
    """Under payout=deduct, for a show, and for a winner or shower who pays, pay_what_left stops at 0 as well."""
    show = Plan(indicator="r6", shower=0)
    assert points(show, [5, 1, 2, 3], payout="deduct") == (5, -1, 0, 1)
    assert points(show, [5, 1, 2, 3], payout="deduct", **LEFT) == (5, 0, 0, 1)
    win = Plan(0, "pairs")
    assert points(win, [5, 1, 4, 6], payout="deduct") == (5, -3, 0, 2)
    assert points(win, [5, 1, 4, 6], payout="deduct", **LEFT) == (5, 0, 0, 2)
    assert points(win, [3, 1, 4, 6], **OWN) == (-1, 1, 4, 6)
    assert points(win, [3, 1, 4, 6], **OWN, **LEFT) == (0, 1, 4, 6)
    both = Plan(3, indicator="b13", shower=1)
    assert points(both, [2, 2, 9, 9], payout="deduct", **LEFT) == (0, 0, 6, 8)


# ------------------------------------------------------------------------------
# O-32 teams
# ------------------------------------------------------------------------------

TEAMS: dict[str, Any] = {"teams": "opposite"}


@pytest.mark.parametrize("seat", range(4))
def test_o32_teams_settle_once(seat: int) -> None:
    """A win moves its amount once between the teams; both partners show their team's points and payoff."""
    mine = tuple(s % 2 == seat % 2 for s in range(4))
    assert points(Plan(seat), **TEAMS) == tuple(11 if m else 9 for m in mine)
    assert points(Plan(seat, "pairs", okey_finish=True), **TEAMS) == tuple(14 if m else 6 for m in mine)
    assert points(Plan(seat), payout="deduct", **TEAMS) == tuple(20 if m else 18 for m in mine)
    assert points(Plan(seat), **OWN, **TEAMS) == tuple(18 if m else 20 for m in mine)
    assert points(Plan(indicator="b6", shower=seat), payout="deduct", **TEAMS) == tuple(20 if m else 19 for m in mine)
    assert points(Plan(indicator="b6", shower=seat), **OWN, **TEAMS) == tuple(19 if m else 20 for m in mine)


def test_o32_teams_that_cannot_pay() -> None:
    """A team pays its one score once: what is left, or below 0; and is spared a show when it has too few points."""
    plan = Plan(0, "pairs")
    assert points(plan, [5, 1, 5, 1], **TEAMS) == (7, -1, 7, -1)
    assert points(plan, [5, 1, 5, 1], **TEAMS, **LEFT) == (6, 0, 6, 0)
    show = Plan(indicator="b6", shower=0)
    assert points(show, [9, 2, 9, 2], payout="deduct", indicator_min_points=3, **TEAMS) == (9, 2, 9, 2)
    assert points(show, [9, 3, 9, 3], payout="deduct", indicator_min_points=3, **TEAMS) == (9, 2, 9, 2)


@pytest.mark.parametrize("players", [2, 3])
def test_o32_teams_need_four_players(players: int) -> None:
    """With two or three players there are no opposite partners."""
    rules = Rules(teams="opposite")
    for attempt in (
        lambda: okey.deal(seed=1, players=players, rules=rules),
        lambda: okey.Match(1, players=players, rules=rules),
        lambda: okey.settle([10] * players, indicator="y3", winner=0, rules=rules),
    ):
        with pytest.raises(RulesError) as refused:
            attempt()
        assert refused.value.code == "teams"


def test_o32_a_team_has_one_score() -> None:
    """Partners with different points are refused, by a deal and by a settlement; without teams they may differ."""
    rules = Rules(teams="opposite")
    for wrong in ([10, 10, 9, 10], [10, 10, 10, 11]):
        assert okey.deal(seed=1, points=wrong).points == tuple(wrong)
        for attempt in (
            lambda wrong=wrong: okey.deal(seed=1, points=wrong, rules=rules),
            lambda wrong=wrong: okey.settle(wrong, indicator="y3", winner=0, rules=rules),
        ):
            with pytest.raises(StateError) as refused:
                attempt()
            assert refused.value.code == "points"


def test_o32_partners_learn_nothing() -> None:
    """A partner's view is the same whatever the other partner's hidden tiles are."""
    one = okey.deal(rules=okey.PARTNERS, deck=stack("y3", {2: "r5"}, stock="r6 b9"))
    two = okey.deal(rules=okey.PARTNERS, deck=stack("y3", {2: "r6"}, stock="r5 b9"))
    assert one.view(0) == two.view(0)
    assert one.view(2) != two.view(2)
    assert code_of(quiet_turns(one, 1), "draw", 0) == "turn"


# ------------------------------------------------------------------------------
# O-36 okeys left, and the end of the stock
# ------------------------------------------------------------------------------

PENALTIES: dict[str, Any] = {"okey_left_penalty": 2, "stock_end_penalty": 1}


def left(before: list[int], okeys: list[int], winner: int = 2, **options: Any) -> tuple[int, ...]:
    """Return the points after a win against hands with so many okeys."""
    rules = Rules(**{**PENALTIES, **options})
    return okey.settle(before, indicator="y3", winner=winner, okeys_left=okeys, rules=rules).points


def test_o36_losers_pay_for_okeys_left() -> None:
    """Each okey in a loser's hand costs the penalty, after the win; the winner's cost nothing, and nobody gets it."""
    assert left([10] * 4, [1, 0, 0, 1]) == (7, 9, 13, 7)
    assert left([10] * 4, [0, 0, 2, 0]) == (9, 9, 13, 9)
    assert left([10] * 4, [2, 0, 0, 0], payout="deduct") == (4, 8, 10, 8)
    assert left([10] * 4, [2, 0, 0, 0], payout="deduct", deduct_from="winner") == (14, 10, 8, 10)
    assert left([10] * 4, [1, 0, 0, 0], okey_left_penalty=0) == (9, 9, 13, 9)


def test_o36_points_that_do_not_suffice_and_teams() -> None:
    """O-31 holds for what is lost, the colour doubles nothing, and a team pays for the okeys of both partners."""
    assert left([2, 1, 9, 9], [1, 1, 0, 0]) == (-1, -2, 12, 8)
    assert left([2, 1, 9, 9], [1, 1, 0, 0], **LEFT) == (0, 0, 12, 8)
    assert left([10] * 4, [1, 0, 0, 1], winner=1, teams="opposite") == (7, 11, 7, 11)
    rules = Rules(**PENALTIES, color_rule="red_black_double")
    assert okey.settle([10] * 4, indicator="r3", winner=2, okeys_left=[1, 0, 0, 0], rules=rules).points == (6, 8, 16, 8)


def test_o36_a_round_pays_for_the_okeys_in_its_hands() -> None:
    """Played out, a round takes the penalty for the okeys that the losers hold, and tells how many; without the rule it
    tells nothing of them."""
    rng = Random(5)
    paid = 0
    for seed in range(200):
        state = okey.deal(seed=seed, rules=Rules(**PENALTIES))
        while not state.over:
            state.play(
                okey.simple_bot(state.view(state.turn)) if rng.random() < 0.9 else rng.choice(state.legal_moves())
            )
        outcome = state.outcome
        assert outcome is not None
        held = [state.hand(seat).count(state.okey) * (seat != outcome.winner) for seat in range(4)]
        if outcome.winner is None:
            assert outcome.payoffs == ((-1,) * 4 if outcome.ending == "stock_out" else (0,) * 4)
            continue
        assert list(outcome.okeys_left) == held
        told = [reason.changes for reason in outcome.reasons if reason.cause == "okeys_left"]
        assert told == ([tuple(-2 * n for n in held)] if any(held) else [])
        paid += any(held)
        plain = okey.replay(replace(state.record(), rules=Rules()))
        assert plain.outcome is not None
        assert plain.outcome.okeys_left == (0, 0, 0, 0)
    assert paid > 5


def test_o36_all_pay_for_the_end_of_the_stock() -> None:
    """When the stock ends a round, every player loses the penalty once, a team once too; nobody where it is won, or cut
    short, or ended by a show."""
    plan = Plan()
    assert okey.settle([10] * 4, indicator="y3", stock_out=True, rules=Rules(**PENALTIES)).points == (9, 9, 9, 9)
    assert play_plan(plan, rules=Rules(**PENALTIES)).points == (9, 9, 9, 9)
    assert play_plan(plan, rules=Rules(**PENALTIES, teams="opposite")).points == (9, 9, 9, 9)
    assert play_plan(plan, rules=Rules(**PENALTIES, payout="deduct", deduct_from="winner")).points == (21, 21, 21, 21)
    assert play_plan(plan, rules=Rules(**PENALTIES, turn_cap=3)).points == (10, 10, 10, 10)
    assert okey.settle([10] * 4, indicator="y3", rules=Rules(**PENALTIES)).points == (10, 10, 10, 10)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"winner": 1, "okeys_left": [3, 0, 0, 0]}, "okeys"),
        ({"winner": 1, "okeys_left": [1, 1, 1, 0]}, "okeys"),
        ({"winner": 1, "okeys_left": [-1, 0, 0, 0]}, "okeys"),
        ({"winner": 1, "okeys_left": [1, 0]}, "per_seat"),
        ({"okeys_left": [1, 0, 0, 0]}, "no_winner"),
        ({"winner": 1, "stock_out": True}, "stock_out_won"),
    ],
)
def test_o36_what_cannot_be_settled(asked: dict[str, Any], code: str) -> None:
    """Okeys that there are not, or without a winner, and a win as the stock ended are refused."""
    with pytest.raises(StateError) as refused:
        okey.settle([10] * 4, indicator="y3", rules=Rules(**PENALTIES), **asked)
    assert refused.value.code == code
