"""Matches of Okey: what the points are, who deals, when a match is over and who has won (O-32 to O-34)."""

from __future__ import annotations

import pytest
from kit import finish
from okey_kit import KIT
from okey_rounds import ONE_COLOUR, Plan, play_match, play_plan

from rummycore import StateError, okey
from rummycore.okey import Match, Rules, deal, settle, simple_bot

ENDLESS = Rules(game_end="never")


# ------------------------------------------------------------------------------
# Round after round
# ------------------------------------------------------------------------------


def test_match_points_run_on() -> None:
    """Each round begins with the points after the last, and the match shows those of the running round."""
    match = Match(5, rules=Rules(payout="deduct", game_end="never"), max_rounds=12)
    before: tuple[int, ...] = (20, 20, 20, 20)
    while not match.over:
        state = match.next_round()
        assert state.points == match.points == before
        while not state.over:
            state.play(simple_bot(state.view(state.turn)))
            assert match.points == state.points
        assert state.outcome is not None
        assert state.outcome.points == tuple(b + p for b, p in zip(before, state.outcome.payoffs, strict=True))
        before = state.outcome.points
        assert match.outcomes[-1] == state.outcome
    assert (len(match.outcomes), match.points) == (12, before)
    assert len({outcome.winner for outcome in match.outcomes}) > 2


def test_match_points_of_a_transfer_keep_their_sum() -> None:
    """However long a match of payout=transfer lasts, its points add up to what they were."""
    for players in (2, 3, 4):
        match = finish(KIT, Match(players, players=players, rules=ENDLESS, max_rounds=15))
        assert sum(match.points) == 10 * players
        assert all(sum(outcome.payoffs) == 0 for outcome in match.outcomes)


@pytest.mark.parametrize(
    ("rotation", "expected"),
    [
        ("always", [0, 1, 2, 3, 0, 1]),
        ("only_after_win", [0, 0, 1, 1, 2, 3]),
        ("winner_deals", [0, 1, 2, 3, 0, 0]),
    ],
)
def test_match_dealers(rotation: str, expected: list[int]) -> None:
    """The dealers of six rounds, of which the second, the fourth and the fifth are won, follow the rule."""
    plans = [Plan(), Plan(2), Plan(), Plan(0), Plan(0), Plan()]
    dealers = []
    for n in range(len(plans)):
        rules = Rules(dealer_rotation=rotation, game_end="never")
        dealers.append(play_match(plans[: n + 1], rules=rules).dealer)
    assert dealers == expected


def test_match_starter_deals() -> None:
    """With starter=dealer the dealer of each round starts it, and the deal still moves on."""
    match = play_match([Plan(1), Plan(2)], rules=Rules(starter="dealer"))
    state = match.next_round()
    assert (match.dealer, state.turn, len(state.hand(2))) == (2, 2, 15)


# ------------------------------------------------------------------------------
# The end
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "plans", "points", "rounds", "decided", "winners"),
    [
        (Rules(), [Plan(2)] * 11, None, 10, True, (2,)),
        (Rules(), [Plan(2), Plan(3)], [2, 9, 9, 9], 2, True, (2, 3)),
        (Rules(), [Plan(2), Plan(3)], [2, 9, 9, 12], 2, True, (3,)),
        (Rules(), [Plan(2), Plan(3)], [3, 9, 9, 9], 2, False, ()),
        (Rules(), [Plan(2, "pairs"), Plan(3)], [2, 9, 3, 9], 1, True, (2,)),
        (Rules(game_end="rounds", rounds=2), [Plan(2)] * 4, [1, 1, 1, 1], 2, True, (2,)),
        (Rules(game_end="rounds", rounds=2), [Plan(2), Plan(3)], None, 2, True, (2, 3)),
        (Rules(game_end="rounds", rounds=2), [Plan(), Plan()], [7, 9, 8, 9], 2, True, (1, 3)),
        (ENDLESS, [Plan(2)] * 3, [1, 1, 1, 1], 3, False, ()),
        (Rules(payout="deduct"), [Plan(0)] * 11, None, 10, True, (0,)),
        (Rules(payout="deduct"), [Plan(1), Plan(3)], [3, 9, 9, 9], 2, True, (1, 3)),
        (Rules(payout="deduct", deduct_from="winner"), [Plan(0)] * 11, None, 10, True, (0,)),
        (Rules(payout="deduct", deduct_from="winner"), [Plan(0), Plan(3)], [3, 9, 9, 1], 2, True, (3,)),
        (Rules(payout="deduct", deduct_from="winner"), [Plan(0)], [2, 0, 9, 9], 1, True, (0, 1)),
        (Rules(payout="deduct", teams="opposite"), [Plan(0), Plan(2), Plan(1)], [4, 4, 4, 4], 2, True, (0, 2)),
        (Rules(teams="opposite", game_end="rounds", rounds=2), [Plan(0), Plan(3)], None, 2, True, (0, 1, 2, 3)),
        (Rules(single_color_win="win_game"), [Plan(1, indicator="k6", hand=ONE_COLOUR)], [9, 1, 99, 9], 1, True, (1,)),
        (
            Rules(single_color_win="win_game", teams="opposite"),
            [Plan(), Plan(1, indicator="k6", hand=ONE_COLOUR)],
            [99, 2, 99, 2],
            2,
            True,
            (1, 3),
        ),
    ],
)
def test_match_is_over(
    rules: Rules,
    plans: list[Plan],
    points: list[int] | None,
    rounds: int,
    decided: bool,
    winners: tuple[int, ...],
) -> None:
    """A match is decided after just the round that its rules say, and then, not before, it has the winners they say."""
    for n in range(1, rounds):
        match = play_match(plans[:n], rules=rules, points=points)
        assert (match.over, match.decided, match.winners) == (False, False, ())
    match = play_match(plans, rules=rules, points=points)
    assert (len(match.outcomes), match.over, match.decided, match.winners) == (rounds, decided, decided, winners)


def test_match_immediate_end() -> None:
    """A show that takes the last point ends round and match at once where the rules check immediately, else after the
    round."""
    plan = Plan(0, indicator="b6", shower=1)
    for check, ending, points, winners in (
        ("immediate", "points_out", (4, 8, 0, 8), (1, 3)),
        ("round_end", "won", (4, 6, -2, 6), (1, 3)),
    ):
        rules = Rules(payout="deduct", game_end_check=check)
        match = play_match([plan, Plan()], rules=rules, points=[5, 8, 1, 9])
        assert (match.outcomes[-1].ending, match.points) == (ending, points)
        assert (len(match.outcomes), match.over, match.winners) == (1, True, winners)


def test_match_max_rounds() -> None:
    """A match stops at its own limit undecided, and who leads then has won; whatever decides it before, does."""
    match = play_match([Plan(2)] * 5, rules=ENDLESS, max_rounds=3)
    assert (len(match.outcomes), match.over, match.decided, match.winners) == (3, True, False, (2,))
    match = play_match([Plan()] * 5, rules=ENDLESS, max_rounds=3)
    assert (match.over, match.decided, match.winners) == (True, False, (0, 1, 2, 3))
    match = play_match([Plan(2)] * 5, points=[2, 9, 9, 9], max_rounds=3)
    assert (len(match.outcomes), match.decided) == (2, True)
    match = play_match([Plan(2)] * 2, points=[2, 9, 9, 9], max_rounds=2)
    assert (len(match.outcomes), match.ended) == (2, "decided")
    assert len(finish(KIT, Match(1, rules=Rules(turn_cap=1, game_end="never"))).outcomes) == 100


@pytest.mark.parametrize("rounds", [1, 99, 150])
def test_match_plays_the_rounds_of_its_rules(rounds: int) -> None:
    """Without a limit of its own a match plays as many rounds as the rules say; with one that comes before, it says
    so."""
    rules = Rules(game_end="rounds", rounds=rounds, turn_cap=1)
    match = finish(KIT, Match(1, rules=rules))
    assert (len(match.outcomes), match.ended, match.max_rounds) == (rounds, "decided", max(100, rounds))
    capped = finish(KIT, Match(1, rules=Rules(game_end="rounds", rounds=rounds + 1, turn_cap=1), max_rounds=rounds))
    assert (len(capped.outcomes), capped.ended, capped.decided) == (rounds, "max_rounds", False)


MOST = 1_000_000_000  # points lie within plus and minus this
DEAR = Rules(payout="deduct", base_win=1_000_000, game_end="never")


def test_match_ends_when_points_leave_no_room() -> None:
    """The greatest stakes, for a thousand rounds: points stay in range, and the match ends by `points` with a winner;
    nothing raises."""
    plan = Plan(1, "pairs", okey_finish=True, indicator="k11")
    match = play_match([plan] * 1000, rules=DEAR, max_rounds=1000)
    lost = 8_000_000
    rounds = -(
        -(MOST - lost - 2 + 20 + 1) // lost
    )  # until a loser is below the least that can be dealt; a show takes 2
    assert (len(match.outcomes), match.points) == (rounds, (20 - rounds * lost, 20, *[20 - rounds * lost] * 2))
    assert (match.ended, match.over, match.decided, match.winners) == ("points", True, False, (1,))
    assert all(-MOST <= points <= MOST for outcome in match.outcomes for points in outcome.points)
    with pytest.raises(StateError, match="ended by points"):
        match.next_round()


@pytest.mark.parametrize(
    ("rules", "room"),
    [
        (Rules(), 3 * 4),
        (Rules(double_combination="single"), 3 * 2),
        (Rules(seven_pairs=False, color_rule="red_black_double"), 3 * 2 * 2),
        (Rules(teams="opposite"), 4),
        (Rules(payout="deduct"), 2 * 4 * 2 + 2),
        (Rules(payout="deduct", indicator_bonus=False), 2 * 4 * 2),
        (Rules(payout="deduct", deduct_from="winner", base_indicator=5, color_rule="off"), 2 * 4 + 5),
        (Rules(indicator_bonus=True, base_indicator=50), 54),
        (Rules(base_win=1_000_000, color_rule="red_black_double"), 24_000_000),
    ],
    ids=repr,
)
def test_deal_leaves_room_for_a_round(rules: Rules, room: int) -> None:
    """Points before a round are so far within their range that the round with the largest factors cannot take them
    out."""
    for sign in (1, -1):
        edge = sign * (MOST - room)
        state = deal(1, rules=rules, points=[edge] * 4)
        assert deal(1, rules=rules, points=state.points).points == (edge,) * 4
        with pytest.raises(StateError) as refused:
            deal(1, rules=rules, points=[0, edge + sign, 0, edge + sign])
        assert (refused.value.code, f"-{MOST - room}..{MOST - room}" in str(refused.value)) == ("points_range", True)


@pytest.mark.parametrize("payout", ["transfer", "deduct"])
def test_points_at_the_edge_stay_in_range(payout: str) -> None:
    """A round from the edge, with the greatest amounts and a show, ends with points that are settled and compared as
    any others."""
    rules = Rules(payout=payout, base_win=1_000_000, color_rule="red_black_double")
    edge = MOST - (24_000_000 if payout == "transfer" else 8_000_002)
    for plan in (Plan(1, "pairs", okey_finish=True, indicator="k11"), Plan(1, indicator="k11", shower=0)):
        if plan.shower is None or payout == "deduct":
            outcome = play_plan(plan, rules=rules, points=[-edge, edge, edge, -edge]).outcome
            assert outcome is not None
            assert all(-MOST <= points <= MOST for points in outcome.points)
            assert settle(outcome.points, indicator="k11", winner=1, rules=rules).points[1] >= outcome.points[1]


# ------------------------------------------------------------------------------
# What a saved match relies on
# ------------------------------------------------------------------------------


def test_a_seed_gives_the_same_match_for_ever() -> None:
    """The first dealer and the decks of the first rounds of a seed are pinned: saved matches keep only the seed and the
    moves."""
    match = Match(seed=2024)
    found = []
    for _ in range(3):
        state = match.next_round()
        found.append((match.dealer, str(state.indicator), " ".join(map(str, state.record().deck[:6]))))
        while not state.over:
            state.play(okey.simple_bot(state.view(state.turn)))
    assert found == [
        (3, "y7", "r11 y4 y5 y6 k4 b4"),
        (0, "y5", "r4 F r7 y9 r8 y13"),
        (1, "b5", "k7 y6 r5 b8 b7 y3"),
    ]
