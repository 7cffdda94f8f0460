"""Rules in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rummycore.values import counted

if TYPE_CHECKING:
    from rummycore.okey.options import Rules


def sentences(rules: Rules) -> Iterator[str]:
    """Yield sentences that say what is played. `rules` must be resolved. Every option that matters has a sentence."""
    r = rules
    yield {
        "right_of_dealer": "The seat after the dealer starts with 15 tiles.",
        "dealer": "The dealer starts with 15 tiles.",
    }[r.starter]
    yield {
        "always": "The deal passes to the next seat after every round.",
        "only_after_win": "The deal passes on after a won round; an undecided one is dealt again by the same dealer.",
        "winner_deals": "The winner of a round deals the next; after an undecided round the next seat deals.",
    }[r.dealer_rotation]
    yield {
        "exact": "A die picks the indicator from the last six tiles.",
        "uniform": "The indicator is any numbered tile, each equally likely.",
    }[r.ceremony]
    yield {
        "top_only": "Only the latest discard of each seat lies open.",
        "all": "All discards lie open.",
    }[r.discard_view]
    yield {
        "okey_value": "A false joker counts as the okey's face and is not wild.",
        "wild": "False jokers are wild like the okeys.",
    }[r.false_joker_role]
    yield {
        "none": "A run ends at 13.",
        "high_one": "The 1 may end a run after 13.",
    }[r.run_wrap]
    if not r.seven_pairs:
        yield "Seven pairs do not win."
    elif r.pairs_with_jokers == "any":
        yield "Seven pairs win, and wild tiles may complete them."
    else:
        yield "Seven pairs win, but without wild tiles."
    yield (
        "A taken discard may finish a hand."
        if r.finish_on_taken_discard
        else "A hand with a taken discard may not finish."
    )
    yield "The dealt hand may finish." if r.finish_on_dealt_hand else "The dealt hand may not finish."
    yield "A tile just taken may " + ("be discarded." if r.discard_taken == "allowed" else "not be discarded.")
    yield "An okey may " + ("be discarded." if r.discard_okey == "allowed" else "be discarded only to finish.")
    yield {
        "after_last_discard": "The round is undecided after the discard that follows the last tile of the stock.",
        "next_may_take_to_win": "When the stock is used up, the next seat may take the last discard to win, or pass.",
        "when_draw_impossible": "When the stock is used up, play goes on while each next seat takes the last discard.",
    }[r.stock_end]
    yield f"A round of {counted(r.turn_cap, 'turn')} is cut short; nobody pays."
    teams = r.teams == "opposite"
    others = "the other team" if teams else "each other player"
    winner = "the winning team" if teams else "the winner"
    if r.payout == "transfer":
        yield f"{others.capitalize()} pays {r.base_win} to {winner}."
    elif r.deduct_from == "losers":
        yield f"{others.capitalize()} loses {r.base_win} to a win; {winner} keeps its points."
    else:
        yield f"{winner.capitalize()} loses {r.base_win}; few points are good."
    if r.seven_pairs:
        both = "make four times" if r.double_combination == "multiply" else "also only double"
        yield f"Seven pairs and an okey finish double, both together {both}."
    else:
        yield "An okey finish doubles."
    yield {"off": "Colours double nothing.", "red_black_double": "A red or black indicator doubles all points."}[
        r.color_rule or "off"
    ]
    if r.indicator_bonus:
        when = {
            "before_first_discard": "before one's first discard",
            "before_first_draw": "before one's first draw",
        }[r.indicator_window]
        dealt = "held" if r.indicator_drawn_counts else "dealt to one"
        who = f"costs {others}" if r.deduct_from == "losers" else "lowers one's own points by"
        yield f"Showing the indicator's twin, {dealt}, {when} {who} {r.base_indicator}."
        if r.indicator_min_points:
            yield f"It costs nothing to those with fewer than {counted(r.indicator_min_points, 'point')}."
    else:
        yield "The indicator's twin brings nothing."
    yield {
        "go_negative": "Points may fall below 0.",
        "pay_what_left": "Nobody pays more than the points that are left.",
    }[r.insufficient_points]
    worse = "gains" if r.deduct_from == "winner" else "loses"
    if r.okey_left_penalty:
        yield f"A loser {worse} {r.okey_left_penalty} for each okey left in its hand."
    if r.stock_end_penalty:
        yield f"Everybody {worse} {r.stock_end_penalty} when the stock ends a round."
    if teams:
        yield "Seats 0 and 2 play as a team against 1 and 3, with one score a team."
    assert r.start_points is not None  # as the rules are resolved
    yield f"Everybody starts with {counted(r.start_points, 'point')}."
    yield {
        "points_out": "The match ends when a player has no points left.",
        "rounds": f"The match ends after {counted(r.rounds, 'round')}.",
        "never": "The match has no end of its own.",
    }[r.game_end]
    if r.game_end_check == "immediate" and r.game_end == "points_out" and r.indicator_bonus:
        yield "A show that takes somebody's last points ends the match at once."
    if r.single_color_win == "win_game":
        yield "One run from 1 to 13 with a second 1, all of one colour, wins the match."
    yield "The fewest points win." if r.deduct_from == "winner" else "The most points win."
