"""The options of docs/okey.md: what each value changes, which are refused together, and what presets there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from okey_decks import stack
from okey_rounds import MELDED, ONE_COLOUR, Plan, code_of, jokers_last, play_match, play_out, play_plan, quiet_turns
from option_case import Case, Scene

from rummycore import RulesError, okey
from rummycore.okey import CLASSIC, DEDUCT, DEDUCT_30, PARTNERS, PRESETS, Match, Rules

# ------------------------------------------------------------------------------
# What each value changes
# ------------------------------------------------------------------------------


def win(hand: str, indicator: str) -> Scene:
    """Return a scene that asks how 14 tiles win."""
    return lambda rules: okey.analyze(hand, indicator=indicator, rules=rules).win


def points(plan: Plan, before: list[int] | None = None) -> Scene:
    """Return a scene that plays a round to its end and tells the points."""
    return lambda rules: play_plan(plan, rules=rules, points=before).points


def dealers(rules: Rules) -> object:
    """Tell who deals after an undecided round that seat 0 dealt, and after one that seat 3 won."""
    match = play_match([Plan(), Plan(3), Plan()], rules=rules)
    later = play_match([Plan(), Plan(3)], rules=rules)
    return later.dealer, match.dealer


def displayed(rules: Rules) -> object:
    """Tell how many discards of each seat a view displays after nine turns."""
    view = quiet_turns(okey.deal(seed=4, rules=rules), 9).view(0)
    return [sum(who == seat for who, _ in view.discards) for seat in range(4)]


def after_taking(move: str) -> Scene:
    """Return a scene in which seat 2 has taken k4, of which it holds no other, and could win with r13."""

    def scene(rules: Rules) -> object:
        hand = MELDED.replace("k4", "r13")
        state = okey.deal(rules=rules, deck=stack("k9", {1: "k4", 2: hand}))
        state.play("discard k4")
        state.play("take")
        return code_of(state, move)

    return scene


def starter_may(hand: str, move: str) -> Scene:
    """Return a scene that asks whether the starter may make a move; the indicator is b6."""
    return lambda rules: code_of(okey.deal(rules=rules, deck=stack("b6", {1: hand})), move)


def show_after_drawing(hand: str, stock: str) -> Scene:
    """Return a scene that asks whether seat 2 may show b6 after it has drawn in its first turn."""

    def scene(rules: Rules) -> object:
        state = quiet_turns(okey.deal(rules=rules, deck=stack("b6", {2: hand}, stock=stock)), 1)
        state.play("draw")
        return code_of(state, "show")

    return scene


def stock_end(rules: Rules) -> object:
    """Tell what the next seat may do when the last tile's drawer has discarded."""
    return [str(move) for move in quiet_turns(okey.deal(seed=1, rules=rules), 49).legal_moves()]


def okeys_left(rules: Rules) -> object:
    """Tell the points after a win against a hand with both okeys."""
    return okey.settle([10] * 4, indicator="y3", winner=2, okeys_left=[2, 0, 0, 0], rules=rules).points


def ending(rules: Rules) -> object:
    """Tell how and after how many turns a round ends in which everybody draws and discards."""
    state = play_out(okey.deal(seed=1, rules=rules))
    return state.outcome and str(state.outcome.ending), state.turns


def match_of(*plans: Plan, before: list[int] | None = None) -> Scene:
    """Return a scene that plays a match and tells how many rounds it had, whether it is over, and who won."""

    def scene(rules: Rules) -> object:
        match = play_match(plans, rules=rules, points=before)
        return len(match.outcomes), match.over, match.winners

    return scene


def ending_of_a_show(rules: Rules) -> object:
    """Tell whether a round goes on after a show that takes somebody's last point."""
    state = okey.deal(rules=rules, points=[1, 9, 9, 9], deck=stack("b6", {1: "b6"}))
    state.play("show")
    return "over" if state.outcome is None else str(state.outcome.ending), state.over


D = {"payout": "deduct"}
SHOW = Plan(indicator="b6", shower=1)
SIX = "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3"
POOR = [1, 9, 9, 9]

CASES = [
    Case("starter", "dealer", lambda r: okey.deal(seed=1, rules=r).turn, 1, 0),
    Case("dealer_rotation", "only_after_win", dealers, (1, 2), (0, 1)),
    Case("dealer_rotation", "winner_deals", dealers, (1, 2), (1, 3)),
    Case("ceremony", "uniform", lambda r: jokers_last(str(r.ceremony)) > 2085, True, False),
    Case("discard_view", "all", displayed, [1, 1, 1, 1], [2, 3, 2, 2]),
    Case("false_joker_role", "wild", win("r1 F r3 r6 r7 r8 r9 y9 b9 k9 b10 b11 b12 b13", "k4"), "none", "melds"),
    Case("run_wrap", "none", win("y12 y13 y1 r4 r5 r6 r7 r2 b2 k2 b8 b9 b10 b11", "k9"), "melds", "none"),
    Case("seven_pairs", False, win(f"{SIX} k12 k12", "y6"), "pairs", "none"),
    Case("pairs_with_jokers", "none", win(f"{SIX} k12 y7", "y6"), "pairs", "none"),
    Case("finish_on_taken_discard", False, after_taking("finish r13"), "ok", "finish_taken"),
    Case("finish_on_dealt_hand", False, starter_may(f"{MELDED} r13", "finish r13"), "ok", "finish_dealt"),
    Case("discard_taken", "forbidden", after_taking("discard k4"), "ok", "taken_back"),
    Case("discard_okey", "forbidden", starter_may("b7", "discard b7"), "ok", "okey_discard"),
    Case("stock_end", "next_may_take_to_win", stock_end, [], ["take", "pass"]),
    Case("stock_end", "when_draw_impossible", stock_end, [], ["take", "pass"]),
    Case("turn_cap", 7, ending, ("stock_out", 49), ("truncated", 7)),
    Case("turn_cap", 1, ending, ("stock_out", 49), ("truncated", 1)),
    Case("double_combination", "single", points(Plan(3, "pairs", True)), (6, 6, 6, 22), (8, 8, 8, 16)),
    Case("payout", "deduct", points(Plan(2)), (9, 9, 13, 9), (18, 18, 20, 18)),
    Case("start_points", 7, points(Plan(2)), (9, 9, 13, 9), (6, 6, 10, 6)),
    Case("start_points", 30, points(Plan(2)), (18, 18, 20, 18), (28, 28, 30, 28), D),
    Case("base_win", 3, points(Plan(2)), (9, 9, 13, 9), (7, 7, 19, 7)),
    Case("base_win", 3, points(Plan(2)), (18, 18, 20, 18), (17, 17, 20, 17), D),
    Case("deduct_from", "winner", points(Plan(2)), (18, 18, 20, 18), (20, 20, 18, 20), D),
    Case("color_rule", "red_black_double", points(Plan(2, indicator="k11")), (9, 9, 13, 9), (8, 8, 16, 8)),
    Case("color_rule", "off", points(Plan(2, indicator="k11")), (16, 16, 20, 16), (18, 18, 20, 18), D),
    Case("indicator_bonus", True, starter_may("b6", "show"), "no_show", "ok"),
    Case("indicator_bonus", False, starter_may("b6", "show"), "ok", "no_show", D),
    Case("indicator_window", "before_first_draw", show_after_drawing("b6", "r1"), "ok", "show_late", D),
    Case("indicator_drawn_counts", True, show_after_drawing("", "b6"), "show_drawn", "ok", D),
    Case("base_indicator", 3, points(SHOW), (10, 10, 10, 10), (7, 10, 7, 7), {"indicator_bonus": True}),
    Case("base_indicator", 0, points(SHOW), (19, 20, 19, 19), (20, 20, 20, 20), D),
    Case("indicator_min_points", 2, points(SHOW, POOR), (0, 9, 8, 8), (1, 9, 8, 8), D),
    Case("insufficient_points", "pay_what_left", points(Plan(2, "pairs"), POOR), (-1, 7, 15, 7), (0, 7, 14, 7)),
    Case("okey_left_penalty", 2, okeys_left, (9, 9, 13, 9), (5, 9, 13, 9)),
    Case("stock_end_penalty", 1, points(Plan()), (10, 10, 10, 10), (9, 9, 9, 9)),
    Case("teams", "opposite", points(Plan(2)), (9, 9, 13, 9), (11, 9, 11, 9)),
    Case("game_end", "rounds", match_of(*[Plan(2)] * 3), (3, False, ()), (2, True, (2,)), more={"rounds": 2}),
    Case("game_end", "never", match_of(Plan(2), Plan(2), before=POOR), (1, True, (2,)), (2, False, ())),
    Case(
        "rounds",
        2,
        match_of(*[Plan(2)] * 5),
        (4, True, (2,)),
        (2, True, (2,)),
        {"game_end": "rounds"},
        less={"rounds": 4},
    ),
    Case("game_end_check", "immediate", ending_of_a_show, ("over", False), ("points_out", True), D),
    Case(
        "single_color_win",
        "win_game",
        match_of(Plan(1, indicator="k6", hand=ONE_COLOUR), Plan(2)),
        (2, False, ()),
        (1, True, (1,)),
    ),
]


# ------------------------------------------------------------------------------
# What is refused
# ------------------------------------------------------------------------------


# Options that cannot be, why, and what the error names.
REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"deduct_from": "winner"}, "deduct_from", "deduct"),
    ({"stock_end": "next_may_take_to_win", "finish_on_taken_discard": False}, "last_take", "taken"),
    ({"game_end": "rounds"}, "rounds", "rounds"),
    ({"rounds": 3}, "rounds", "rounds"),
    ({"game_end": "never", "rounds": 1}, "rounds", "rounds"),
    ({"starter": "left"}, "range", "starter"),
    ({"run_wrap": "free"}, "range", "run_wrap"),
    ({"payout": ""}, "range", "payout"),
    ({"payout": "TRANSFER"}, "range", "payout"),
    ({"pairs_with_jokers": "no_joker_pair"}, "range", "pairs_with_jokers"),
    ({"seven_pairs": "maybe"}, "range", "seven_pairs"),
    ({"rounds": -1}, "range", "rounds"),
    ({"turn_cap": 0}, "range", "turn_cap"),
    ({"base_win": 2**31}, "range", "base_win"),
    ({"start_points": -(2**80)}, "range", "start_points"),
    ({"base_indicator": -1}, "range", "base_indicator"),
]


@pytest.mark.parametrize("players", [2, 3])
def test_rules_teams_need_four_players(players: int) -> None:
    """Teams are refused by whatever knows the number of players; with four they are played."""
    attempts: list[Callable[[int], object]] = [
        lambda n: okey.deal(seed=1, players=n, rules=PARTNERS),
        lambda n: Match(1, players=n, rules=PARTNERS),
        lambda n: okey.settle([20] * n, indicator="y3", winner=0, rules=PARTNERS),
    ]
    for attempt in attempts:
        with pytest.raises(RulesError) as refused:
            attempt(players)
        assert refused.value.code == "teams"
        attempt(4)


# ------------------------------------------------------------------------------
# Rules that follow others, and presets
# ------------------------------------------------------------------------------


def test_rules_that_resolve_alike_may_differ() -> None:
    """Rules that give an option the value that it would follow to are not equal to those that leave it, but resolve to
    the same."""
    assert Rules(payout="deduct", start_points=20) != Rules(payout="deduct")
    assert Rules(payout="deduct", start_points=20).resolved() == Rules(payout="deduct").resolved()


def test_rules_resolve_what_follows_the_payout() -> None:
    """An option left alone that follows the payout is None, and resolved() fills it in; one that was given stays."""
    names = ("start_points", "base_win", "color_rule", "indicator_bonus", "base_indicator")
    assert all(getattr(Rules(), name) is None for name in names)
    for payout, expected in (("transfer", (10, 1, "off", False, 0)), ("deduct", (20, 2, "red_black_double", True, 1))):
        resolved = Rules(payout=payout).resolved()
        assert tuple(getattr(resolved, name) for name in names) == expected
        assert resolved.resolved() == resolved
    given = Rules(
        payout="deduct", start_points=30, color_rule="off", indicator_bonus=False, base_win=1, base_indicator=0
    )
    assert given.resolved() == given


def test_rules_presets() -> None:
    """The presets are the games that docs/okey.md says they are."""
    assert PRESETS == {"CLASSIC": CLASSIC, "DEDUCT": DEDUCT, "DEDUCT_30": DEDUCT_30, "PARTNERS": PARTNERS}
    assert Rules() == CLASSIC
    assert (CLASSIC.payout, CLASSIC.resolved().start_points) == ("transfer", 10)
    assert {str(preset.payout) for name, preset in PRESETS.items() if name != "CLASSIC"} == {"deduct"}
    assert [preset.resolved().start_points for preset in (DEDUCT, DEDUCT_30, PARTNERS)] == [20, 30, 20]
    assert all(
        p.resolved().color_rule == "red_black_double" and p.resolved().indicator_bonus for p in (DEDUCT, DEDUCT_30)
    )
    assert (PARTNERS.teams, DEDUCT.teams) == ("opposite", "off")
