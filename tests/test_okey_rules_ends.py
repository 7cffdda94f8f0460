"""Rules O-24, O-25, O-33 and O-34 of docs/okey.md: how rounds without a winner end, and how a match does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from okey_decks import stack
from okey_rounds import MELDED, ONE_COLOUR, Plan, code_of, play_match, play_out, play_plan, quiet, quiet_turns

from rummycore import RulesError, StateError, okey
from rummycore.okey import Move, Phase, Rules, State, Tile

ASKS = Rules(stock_end="next_may_take_to_win")
GOES_ON = Rules(stock_end="when_draw_impossible")
LAST = {4: 49, 3: 63, 2: 77}  # turns until the stock is used up and its last tile's drawer has discarded


def last_turn(rules: Rules | None = None, players: int = 4, **named: Any) -> State:
    """Return a round one turn before the end of the stock: the seat to act is going to draw its last tile."""
    state = okey.deal(rules=rules, players=players, deck=stack("y3", players=players, **named))
    while state.stock > 1:
        quiet(state)
    return state


# ------------------------------------------------------------------------------
# O-24 end of the stock
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_o24_round_ends_with_the_stock(players: int) -> None:
    """When the last tile was drawn and that seat has discarded, the round is undecided and nobody is paid."""
    state = last_turn(players=players)
    state.play("draw")
    assert (state.stock, state.over, state.outcome) == (0, False, None)
    quiet(state)
    outcome = state.outcome
    assert outcome is not None
    assert (state.over, state.turns, state.legal_moves()) == (True, LAST[players], ())
    assert (outcome.ending, outcome.winner, outcome.win, outcome.tile) == ("stock_out", None, None, None)
    assert (outcome.points, outcome.payoffs, outcome.reasons) == ((10,) * players, (0,) * players, ())


def test_o24_the_last_drawer_may_still_finish() -> None:
    """Who draws the last tile may win with it instead of discarding."""
    state = last_turn(players=3, hands={0: MELDED}, last="r13")
    state.play("draw")
    state.play("finish r13", 0)
    assert state.outcome is not None
    assert (state.outcome.ending, state.outcome.winner) == ("won", 0)


def test_o24_the_indicator_is_never_drawn_and_discards_stay() -> None:
    """The last tile drawn is the last of the stock: neither the indicator nor an old discard comes back."""
    state = last_turn(last="b13")
    state.play("draw")
    assert state.view(state.turn).drawn == Tile("b13")
    assert code_of(state, "draw") == "drawn"


def test_o24_nobody_is_asked_by_default() -> None:
    """With after_last_discard the next seat cannot take the last discard, even to win."""
    state = last_turn(hands={2: MELDED}, last="r13")
    quiet(state)
    assert state.over
    assert (code_of(state, "take"), code_of(state, "pass")) == ("over", "over")


@pytest.mark.parametrize("hand", [MELDED, "r1 r3 r5 r7 y2 y4 y6 y8 b10 b12 b13 k5 k7 k9"])
def test_o24_next_seat_is_asked_whatever_its_hand(hand: str) -> None:
    """With next_may_take_to_win the next seat may take or pass, and nothing else, whether or not it could win."""
    state = last_turn(ASKS, hands={2: hand})
    quiet(state)
    assert (state.over, state.turn, state.phase) == (False, 2, Phase.LAST_CHANCE)
    assert state.legal_moves() == (Move("take"), Move("pass"))
    assert state.view(2).legal_moves() == state.legal_moves()
    for move in ("draw", "show", "discard r1", f"finish {hand.split()[0]}"):
        assert code_of(state, move) == "last_chance"
    assert (code_of(state, "take", 3), code_of(state, "pass", 1)) == ("turn", "turn")


def test_o24_play_goes_on_while_discards_are_wanted() -> None:
    """With when_draw_impossible each next seat may take the last discard, keep it and discard another, until one
    passes; a seat may finish after a take."""
    state = last_turn(GOES_ON)
    quiet(state)
    for _ in range(3):
        seat = state.turn
        assert state.legal_moves() == (Move("take"), Move("pass"))
        assert state.view(seat).takeable == state.view(None).discards[-1][1]
        state.play("take")
        taken = state.view(seat).drawn
        other = next(tile for tile in state.hand(seat) if tile != taken)
        state.play(f"discard {other}")
        assert (state.over, state.phase, state.turn) == (False, Phase.LAST_CHANCE, (seat + 1) % 4)
    state.play("pass")
    assert state.outcome is not None
    assert (state.outcome.ending, state.outcome.winner) == ("stock_out", None)
    winning = last_turn(GOES_ON, hands={2: MELDED}, last="r13")
    quiet(winning)
    winning.play("take")
    winning.play("finish r13")
    assert winning.outcome is not None
    assert winning.outcome.winner == 2


def test_o24_such_play_ends_with_the_turn_cap() -> None:
    """Where every discard is taken, the turn cap ends the round (O-25)."""
    state = last_turn(replace(GOES_ON, turn_cap=LAST[4] + 5))
    quiet(state)
    while not state.over:
        state.play("take")
        seat = state.turn
        state.play(f"discard {state.hand(seat)[0]}")
    assert state.outcome is not None
    assert (state.outcome.ending, state.turns) == ("truncated", LAST[4] + 5)


def test_o24_pass_ends_the_round() -> None:
    """A pass ends the round undecided."""
    state = last_turn(ASKS)
    quiet(state)
    assert state.play("pass").seat == 2
    assert state.outcome is not None
    assert (state.outcome.ending, state.outcome.winner, state.outcome.points) == ("stock_out", None, (10,) * 4)


def test_o24_take_may_win() -> None:
    """After the last take the seat may finish: the discard was worth asking for."""
    state = last_turn(ASKS, hands={2: MELDED}, last="r13")
    quiet(state)
    state.play("take")
    assert state.view(2).drawn == Tile("r13")
    state.play("finish r13")
    assert state.outcome is not None
    assert (state.outcome.ending, state.outcome.winner, state.outcome.source) == ("won", 2, "taken")


def test_o24_take_and_discard_ends_the_round() -> None:
    """After the last take a discard ends the round undecided; nobody else is asked."""
    state = last_turn(ASKS)
    quiet(state)
    state.play("take")
    assert {move.act for move in state.legal_moves()} == {"discard"}
    quiet(state)
    assert (state.over, state.legal_moves()) == (True, ())
    assert state.outcome is not None
    assert state.outcome.ending == "stock_out"


def test_o24_pass_is_no_move_before() -> None:
    """While the stock lasts there is nothing to pass, with either option."""
    for rules in (Rules(), ASKS):
        state = okey.deal(seed=1, rules=rules)
        assert code_of(state, "pass") == "no_pass"
        quiet(state)
        assert code_of(state, "pass") == "no_pass"
        assert Move("pass") not in state.legal_moves()


def test_o24_needs_finish_on_taken_discard() -> None:
    """To be asked makes sense only where a taken tile may win; other rules are refused."""
    with pytest.raises(RulesError) as refused:
        Rules(stock_end="next_may_take_to_win", finish_on_taken_discard=False)
    assert refused.value.code == "last_take"
    assert Rules(stock_end="after_last_discard", finish_on_taken_discard=False).finish_on_taken_discard is False


@pytest.mark.parametrize("rules", [Rules(payout="deduct"), Rules(payout="deduct", stock_end="next_may_take_to_win")])
def test_o24_points_of_a_show_stay(rules: Rules) -> None:
    """An undecided round has no settlement, but what a show moved stays moved."""
    outcome = play_plan(Plan(indicator="k5", shower=0), rules=rules).outcome
    assert outcome is not None
    assert (outcome.ending, outcome.points, outcome.payoffs) == ("stock_out", (20, 18, 18, 18), (0, -2, -2, -2))


# ------------------------------------------------------------------------------
# O-25 turn cap
# ------------------------------------------------------------------------------


def take_and_throw(state: State) -> State:
    """Play on with seats that take every discard and throw it again, until the round is over."""
    quiet(state)
    while not state.over:
        state.play("take")
        state.play(f"discard {state.view(state.turn).drawn}")
    return state


@pytest.mark.parametrize("cap", [1, 2, 7, 399, 400, 401, 10_000])
def test_o25_turn_cap(cap: int) -> None:
    """Taking for ever ends after just so many turns, truncated: no winner, no settlement."""
    state = take_and_throw(okey.deal(seed=1, rules=Rules(turn_cap=cap)))
    assert (state.turns, state.stock) == (cap, 48)
    assert state.outcome is not None
    assert (state.outcome.ending, state.outcome.winner, state.outcome.points) == ("truncated", None, (10,) * 4)


def test_o25_default_is_400_turns() -> None:
    """Unless said a round ends after 400 turns."""
    assert take_and_throw(okey.deal(seed=1)).turns == 400
    assert Rules().turn_cap == 400


@pytest.mark.parametrize("cap", [0, -5, 10_001, 2**31, 2**70])
def test_o25_turn_cap_out_of_range(cap: int) -> None:
    """A cap outside 1 to 10000 is refused, and the error names the option."""
    with pytest.raises(RulesError) as refused:
        Rules(turn_cap=cap)
    assert refused.value.code == "range"
    assert "turn_cap" in refused.value.sentence


@pytest.mark.parametrize("players", [2, 3, 4])
def test_o25_the_stock_ends_first_on_the_last_turn(players: int) -> None:
    """A discard that ends the stock on the last turn allowed is an end of the stock; one turn less truncates."""
    for cap, ending in (
        (LAST[players], "stock_out"),
        (LAST[players] - 1, "truncated"),
        (LAST[players] + 1, "stock_out"),
    ):
        state = play_out(okey.deal(seed=2, players=players, rules=Rules(turn_cap=cap)))
        assert state.outcome is not None
        assert state.outcome.ending == ending


@pytest.mark.parametrize("move", ["take", "pass"])
def test_o25_the_stock_ends_first_after_the_last_chance(move: str) -> None:
    """With a turn left when the next seat is asked, its pass or its discard after the last
    take is an end of the stock.
    """
    asked = okey.deal(seed=2, rules=Rules(turn_cap=50, stock_end="next_may_take_to_win"))
    quiet_turns(asked, 49)
    assert asked.phase is Phase.LAST_CHANCE
    asked.play(move)
    if move == "take":
        quiet(asked)
    assert asked.outcome is not None
    assert asked.outcome.ending == "stock_out"


def test_o25_the_cap_comes_before_the_last_chance() -> None:
    """Where the next seat would be asked, the last drawer's discard does not end the round by O-24: on the last turn
    allowed the round is truncated.
    """
    state = okey.deal(seed=2, rules=Rules(turn_cap=49, stock_end="next_may_take_to_win"))
    quiet_turns(state, 49)
    assert (state.turns, state.over) == (49, True)
    assert state.outcome is not None
    assert state.outcome.ending == "truncated"


def test_o25_a_finish_on_the_last_turn_wins() -> None:
    """Only turns that end with a discard count: who may still act may still win."""
    state = okey.deal(rules=Rules(turn_cap=1), deck=stack("y3", {1: f"{MELDED} r13"}))
    state.play("finish r13")
    assert state.outcome is not None
    assert state.outcome.ending == "won"


def test_o25_points_of_a_show_stay() -> None:
    """A truncated round has no settlement, but what a show moved stays moved."""
    state = okey.deal(rules=Rules(payout="deduct", turn_cap=2), deck=stack("k5", {1: "k5"}))
    state.play("show")
    quiet_turns(state, 2)
    assert state.outcome is not None
    assert (state.outcome.ending, state.outcome.points) == ("truncated", (18, 20, 18, 18))


# ------------------------------------------------------------------------------
# O-33 end of the match
# ------------------------------------------------------------------------------


def test_o33_points_out() -> None:
    """The match ends after the round in which a player has 0 points or fewer, and not with 1."""
    for before, over in (([10, 10, 10, 2], False), ([10, 10, 10, 1], True), ([10, 10, 1, 1], True)):
        match = play_match([Plan(0)], points=before)
        assert match.points[3] == before[3] - 1
        assert (match.decided, match.over) == (over, over)
        assert match.winners == ((0,) if over else ())
    with pytest.raises(StateError) as refused:
        match.next_round()
    assert refused.value.code == "match_over"


def test_o33_points_out_goes_on_until_then() -> None:
    """From 10 points, ten plain wins of one seat end the match."""
    match = play_match([Plan(2)] * 12)
    assert (len(match.outcomes), match.points, match.winners) == (10, (0, 0, 40, 0), (2,))


@pytest.mark.parametrize("rounds", [1, 3])
def test_o33_rounds(rounds: int) -> None:
    """With game_end=rounds the match ends after so many rounds, whatever the points."""
    rules = Rules(game_end="rounds", rounds=rounds)
    match = play_match([Plan(1, "pairs", okey_finish=True)] * 5, rules=rules, points=[3, 3, 3, 3])
    assert (len(match.outcomes), match.over, match.winners) == (rounds, True, (1,))
    assert match.points[0] == 3 - 4 * rounds
    undecided = play_match([Plan()] * 5, rules=rules)
    assert (len(undecided.outcomes), undecided.winners) == (rounds, (0, 1, 2, 3))


def test_o33_never() -> None:
    """With game_end=never no points end the match; its own limit does, and it is over but not decided."""
    rules = Rules(game_end="never")
    match = play_match([Plan(1)] * 15, rules=rules, max_rounds=12)
    assert (len(match.outcomes), match.points) == (12, (-2, 46, -2, -2))
    assert (match.over, match.decided, match.winners) == (True, False, (1,))


def shown(check: str, points: list[int], **options: Any) -> State:
    """Return a round in which seat 1 has just shown the twin of a blue indicator."""
    rules = Rules(payout="deduct", game_end_check=check, **options)
    state = okey.deal(rules=rules, points=points, deck=stack("b6", {1: "b6"}))
    state.play("show")
    return state


def test_o33_a_show_may_end_the_match() -> None:
    """With game_end_check=immediate a show that brings a player to 0 ends the round at once; by default it goes on."""
    at_once = shown("immediate", [1, 9, 5, 5])
    assert at_once.outcome is not None
    assert (at_once.outcome.ending, at_once.outcome.winner, at_once.outcome.shower) == ("points_out", None, 1)
    assert (at_once.outcome.points, at_once.legal_moves()) == ((0, 9, 4, 4), ())
    assert code_of(at_once, "draw") == "over"
    assert not shown("round_end", [1, 9, 5, 5]).over
    assert not shown("immediate", [2, 9, 5, 5]).over


@pytest.mark.parametrize("options", [{"game_end": "never"}, {"game_end": "rounds", "rounds": 2}])
def test_o33_the_check_matters_with_points_out_only(options: dict[str, Any]) -> None:
    """Where points do not end the match, no show does."""
    assert not shown("immediate", [1, 9, 5, 5], **options).over


def test_o33_immediate_with_the_showers_own_points() -> None:
    """With deduct_from=winner a show lowers the shower's points, and may bring it to 0 and so win the match."""
    state = shown("immediate", [5, 1, 5, 5], deduct_from="winner")
    assert state.outcome is not None
    assert (state.outcome.ending, state.outcome.points) == ("points_out", (5, 0, 5, 5))
    assert not shown("immediate", [1, 5, 5, 5], deduct_from="winner").over


@pytest.mark.parametrize(("check", "rounds", "winners"), [("immediate", 1, (1, 2, 3)), ("round_end", 2, (3,))])
def test_o33_match_ends_at_once(check: str, rounds: int, winners: tuple[int, ...]) -> None:
    """A match whose rules check immediately is over with the show, and else after the round, whoever leads then."""
    rules = Rules(payout="deduct", game_end_check=check)
    plans = [Plan(3, indicator="y3"), Plan(3, indicator="b6", shower=2)]
    match = play_match(plans, rules=rules, points=[3, 22, 21, 20])
    assert match.outcomes[0].points == (1, 20, 19, 20)
    assert match.over
    assert match.outcomes[-1].ending == ("points_out" if check == "immediate" else "won")
    assert match.outcomes[-1].points == ((0, 19, 19, 19) if check == "immediate" else (-2, 17, 17, 19))
    assert (len(match.outcomes), match.winners) == (2, winners)


@pytest.mark.parametrize(
    ("options", "plan", "points", "winners"),
    [
        ({}, Plan(2), [1, 5, 5, 5], (2,)),
        ({}, Plan(2), [1, 9, 5, 5], (1, 2)),
        ({}, Plan(2), [1, 30, 5, 5], (1,)),
        ({}, Plan(2, "pairs"), [2, 10, 2, 10], (1, 2, 3)),
        ({"payout": "deduct", "deduct_from": "winner"}, Plan(2), [9, 8, 2, 7], (2,)),
        ({"payout": "deduct", "deduct_from": "winner"}, Plan(2), [9, 0, 2, 7], (1, 2)),
        ({"payout": "deduct", "teams": "opposite"}, Plan(2), [5, 2, 5, 2], (0, 2)),
        ({"payout": "deduct", "teams": "opposite"}, Plan(1), [2, 2, 2, 2], (1, 3)),
        ({"payout": "deduct", "teams": "opposite", "deduct_from": "winner"}, Plan(1), [2, 2, 2, 2], (1, 3)),
    ],
)
def test_o33_who_wins_the_match(
    options: dict[str, Any], plan: Plan, points: list[int], winners: tuple[int, ...]
) -> None:
    """The most points win, the fewest with deduct_from=winner; equal ones share, and partners win together."""
    match = play_match([plan], rules=Rules(**options), points=points)
    assert match.over
    assert match.winners == winners


@pytest.mark.parametrize("options", [{"game_end": "rounds"}, {"rounds": 3}, {"game_end": "never", "rounds": 3}])
def test_o33_rounds_and_their_number_come_together(options: dict[str, Any]) -> None:
    """game_end=rounds without a number, or a number without it, is refused."""
    with pytest.raises(RulesError) as refused:
        Rules(**options)
    assert refused.value.code == "rounds"


# ------------------------------------------------------------------------------
# O-34 a hand of one colour
# ------------------------------------------------------------------------------

ONE = Rules(single_color_win="win_game")


@pytest.mark.parametrize(
    ("hand", "indicator", "single"),
    [
        (ONE_COLOUR, "k6", True),
        ("r1 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 k7 k7", "k6", True),
        ("k7 r2 r3 r4 k7 r6 r7 r8 r9 r10 r11 r12 r13 r1", "k6", True),
        ("r1 r1 r2 r3 r4 F r6 r7 r8 r9 r10 r11 r12 r13", "r4", True),
        ("r1 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13", "r4", True),
        ("r1 r2 r3 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13", "k6", False),
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 y5 y6 y7", "k6", False),
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r2 r3 r4", "k6", False),
        (MELDED, "k6", False),
    ],
)
def test_o34_what_is_a_hand_of_one_colour(hand: str, indicator: str, single: bool) -> None:
    """One run 1 to 13 and a second 1 of one colour is it, okeys filling any place; no other win is."""
    plan = Plan(1, indicator=indicator, hand=hand)
    for rules, expected in ((ONE, single), (Rules(), False)):
        outcome = play_plan(plan, rules=rules).outcome
        assert outcome is not None
        assert (outcome.winner, outcome.single_color) == (1, expected)
        assert outcome.points == (9, 13, 9, 9)


def test_o34_wild_false_jokers_fill_as_well() -> None:
    """With four wild tiles ten of the fourteen are enough; with the okey's value the false jokers fill no place."""
    hand = "r1 r2 r3 r5 r6 r8 r9 r10 r12 r13 k7 k7 F F"
    rules = Rules(single_color_win="win_game", false_joker_role="wild")
    outcome = play_plan(Plan(1, indicator="k6", hand=hand), rules=rules).outcome
    assert outcome is not None
    assert outcome.single_color
    assert okey.analyze(hand, indicator="k6").win == "none"


def test_o34_the_hand_must_win_first() -> None:
    """With run_wrap=none the fourteen printed tiles do not win, so they win no match either; with okeys they may."""
    no_wrap = Rules(single_color_win="win_game", run_wrap="none")
    one_okey, two_okeys = ONE_COLOUR.replace("r5", "k7"), ONE_COLOUR.replace("r13 r1", "k7 k7")
    for rules, hand, expected in (
        (ONE, ONE_COLOUR, "ok"),
        (ONE, one_okey, "ok"),
        (no_wrap, ONE_COLOUR, "not_won"),
        (no_wrap, one_okey, "not_won"),
        (no_wrap, two_okeys, "ok"),
    ):
        state = okey.deal(rules=rules, deck=stack("k6", {1: f"{hand} y13"}))
        assert code_of(state, "finish y13") == expected
        if expected == "ok":
            state.play("finish y13")
            assert state.outcome is not None
            assert state.outcome.single_color


def test_o34_wins_the_match_at_once() -> None:
    """It decides the match for its winner whatever the points; without the option the match goes on."""
    plans = [Plan(2), Plan(1, indicator="k6", hand=ONE_COLOUR), Plan(3)]
    for rules, rounds, winners in ((ONE, 2, (1,)), (Rules(), 3, ())):
        match = play_match(plans, rules=rules, points=[50, 10, 60, 10])
        assert (len(match.outcomes), match.over, match.decided) == (rounds, winners != (), winners != ())
        assert match.winners == winners
    never = Rules(single_color_win="win_game", game_end="never")
    assert play_match(plans, rules=never).winners == (1,)


def test_o34_partners_win_together() -> None:
    """With teams the winner's partner wins the match too."""
    rules = Rules(single_color_win="win_game", teams="opposite")
    plan = Plan(3, indicator="k6", hand=ONE_COLOUR)
    assert play_match([plan], rules=rules, points=[90, 5, 90, 5]).winners == (1, 3)
