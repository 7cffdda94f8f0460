"""Random rules, tables, play and documents for tests. Whatever is random comes from a `random.Random`, so a seed
repeats it.

The texts of the options stand here once more, not taken from the engine: what the engine adds or forgets then shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, TypeAlias

import okey_hands
from okey_decks import stack
from random_play import simple, uniform

from rummycore import okey

Player: TypeAlias = Callable[[okey.State], okey.Move]

# Every value of an option that has few; None stands for a default that follows the payout.
CHOICES: dict[str, tuple[Any, ...]] = {
    "starter": ("right_of_dealer", "dealer"),
    "dealer_rotation": ("always", "only_after_win", "winner_deals"),
    "ceremony": ("exact", "uniform"),
    "discard_view": ("top_only", "all"),
    "false_joker_role": ("okey_value", "wild"),
    "run_wrap": ("none", "high_one"),
    "seven_pairs": (False, True),
    "pairs_with_jokers": ("any", "none"),
    "finish_on_taken_discard": (False, True),
    "finish_on_dealt_hand": (False, True),
    "discard_taken": ("allowed", "forbidden"),
    "discard_okey": ("allowed", "forbidden"),
    "stock_end": ("after_last_discard", "next_may_take_to_win", "when_draw_impossible"),
    "double_combination": ("multiply", "single"),
    "payout": ("transfer", "deduct"),
    "deduct_from": ("losers", "winner"),
    "color_rule": (None, "off", "red_black_double"),
    "indicator_bonus": (None, False, True),
    "indicator_window": ("before_first_discard", "before_first_draw"),
    "indicator_drawn_counts": (False, True),
    "insufficient_points": ("go_negative", "pay_what_left"),
    "teams": ("off", "opposite"),
    "game_end": ("points_out", "rounds", "never"),
    "game_end_check": ("round_end", "immediate"),
    "single_color_win": ("off", "win_game"),
}

# Least and greatest value of an option that is a number (docs/okey.md).
NUMBERS: dict[str, tuple[int, int]] = {
    "turn_cap": (1, 10_000),
    "start_points": (1, 1_000_000),
    "base_win": (1, 1_000_000),
    "base_indicator": (0, 1_000_000),
    "indicator_min_points": (0, 1_000_000),
    "rounds": (0, 1_000_000),
    "okey_left_penalty": (0, 1_000_000),
    "stock_end_penalty": (0, 1_000_000),
}


def any_options(rng: Random) -> dict[str, Any]:
    """Return some value of every option, each possible by itself; together they may have to be refused."""
    options = {name: rng.choice(values[:2] if name == "stock_end" else values) for name, values in CHOICES.items()}
    options["turn_cap"] = rng.choice([400, 400, 400, 10_000, rng.randint(1, 12), rng.randint(1, 150)])
    options["start_points"] = rng.choice([None, 1, rng.randint(1, 30), 1_000_000])
    options["base_win"] = rng.choice([None, None, rng.randint(1, 5), 1_000_000])
    options["base_indicator"] = rng.choice([None, None, rng.randint(0, 5), 1_000_000])
    options["indicator_min_points"] = rng.choice([0, 0, rng.randint(1, 12), 1_000_000])
    options["rounds"] = rng.choice([0, 1, rng.randint(1, 20), 1_000_000])
    later = Random(str(options))  # so that seeds give the rounds that they have always given
    if later.random() < 0.1:  # the cap is what ends most of these
        options |= {"stock_end": "when_draw_impossible", "turn_cap": min(options["turn_cap"], 120)}
    for name in ("okey_left_penalty", "stock_end_penalty"):
        options[name] = later.choice([0, 0, later.randint(1, 5), later.choice([1, 1_000_000])])
    return options


def refusals(options: dict[str, Any], players: int) -> set[str]:
    """Return the codes of all reasons why options, each possible by itself, cannot be
    played together (docs/okey.md).
    """
    reasons = {
        "teams": options["teams"] == "opposite" and players != 4,
        "deduct_from": options["deduct_from"] == "winner" and options["payout"] != "deduct",
        "last_take": options["stock_end"] == "next_may_take_to_win" and not options["finish_on_taken_discard"],
        "rounds": (options["game_end"] == "rounds") != (options["rounds"] > 0),
    }
    return {code for code, refused in reasons.items() if refused}


def rules(rng: Random, players: int) -> okey.Rules:
    """Return random rules that can be played by so many players."""
    while True:
        options = any_options(rng)
        if not refusals(options, players):
            return okey.Rules(**options)


def points(rng: Random, chosen: okey.Rules, players: int) -> list[int] | None:
    """Return points for `okey.deal`: none, few, many or below 0, and the same for partners."""
    if rng.random() < 0.3:
        return None
    most = 1_000_000_000 - 26_000_000  # with room for what a round can move under any rules
    low, high = rng.choice([(1, 3), (-3, 12), (5, 40), (-most, most)])
    given = [rng.randint(low, high) for _ in range(players)]
    return given[:2] * 2 if chosen.teams == "opposite" else given


def table(rng: Random, players: int | None = None) -> okey.State:
    """Return a round just dealt, with random rules, dealer, points and tiles, for 2 to 4
    players unless their number is given.
    """
    n = rng.randint(2, 4) if players is None else players
    chosen = rules(rng, n)
    return okey.deal(
        rng.getrandbits(64), players=n, rules=chosen, dealer=rng.randrange(n), points=points(rng, chosen, n)
    )


def one_colour(rng: Random, options: Mapping[str, object]) -> okey_hands.Hand:
    """Return an indicator and a run 1 to 13 with a second 1 in another colour, under any options."""
    colour, other = rng.sample("rybk", 2)
    return f"{other}{rng.randint(1, 13)}", [f"{colour}{number}" for number in (1, *range(1, 14))]


def eventful_deck(rng: Random, chosen: okey.Rules, players: int, starter: int) -> list[okey.Tile]:
    """Return a deck that deals somebody a hand near a win.

    The indicator's twin mostly comes to somebody else, or lies on top of the stock.
    """
    indicator, tiles = rng.choice([*okey_hands.CLASSES.values(), one_colour])(rng, chosen.to_dict())
    seat = starter if len(tiles) == 15 else rng.randrange(players)
    hands, first = {seat: " ".join(tiles)}, ""
    if indicator not in tiles and rng.random() < 0.7:
        other = rng.randrange(players)
        if other == seat:
            first = indicator
        else:
            hands[other] = indicator
    return stack(indicator, hands, stock=first, players=players, starter=starter, seed=rng.getrandbits(32))


def eventful_table(rng: Random) -> okey.State:
    """Return a round just dealt from such a deck, with random rules, dealer and points, for 2 to 4 players."""
    n = rng.randint(2, 4)
    chosen, dealer = rules(rng, n), rng.randrange(n)
    deck = eventful_deck(rng, chosen, n, dealer if chosen.starter == "dealer" else (dealer + 1) % n)
    return okey.deal(deck=deck, players=n, rules=chosen, dealer=dealer, points=points(rng, chosen, n))


# ------------------------------------------------------------------------------
# Players
# ------------------------------------------------------------------------------


def sensible(rng: Random) -> Player:
    """Return a player that mostly moves as `okey.simple_bot`, which collects melds and
    finishes, and sometimes anyhow.
    """
    return simple(rng, okey.simple_bot)


def eager(rng: Random) -> Player:
    """Return a player that finishes where it can and else plays any legal move."""
    other = uniform(rng)

    def choose(state: okey.State) -> okey.Move:
        moves = state.legal_moves()
        return moves[-1] if moves[-1].act == "finish" else other(state)

    return choose


def collector(rng: Random, *, waits: str = "") -> Player:
    """Return a player that collects pairs, keeps okeys and finishes where it can, or waits to finish with an okey or in
    the last chance.
    """

    def choose(state: okey.State) -> okey.Move:
        moves, okey_finish = state.legal_moves(), okey.Move(f"finish {state.okey}")
        hand = Counter(state.hand(state.turn))
        if okey_finish in moves and waits != "last chance":
            return okey_finish
        last_chance = state.stock == 0 and state.history[-1].move == okey.Move("take")
        if moves[-1].act == "finish" and (last_chance or not waits):
            return moves[-1]
        if state.phase == "last_chance":
            return okey.Move("take")
        if state.phase == "to_draw":
            offered = state.history[-1].tile
            return okey.Move(
                "take" if offered == state.okey or (offered is not None and hand[offered] == 1) else "draw"
            )
        if okey.Move("show") in moves:
            return okey.Move("show")
        discards = [move for move in moves if move.act == "discard"]
        return min(discards, key=lambda m: (m.tile == state.okey, hand[okey.Tile(m.tile or 0)], rng.random()))

    return choose


def player(rng: Random) -> Player:
    """Return one of these players; the sensible one, whose rounds are short, more often than the others."""
    return rng.choice([uniform, eager, sensible, sensible, collector])(rng)


def moments(rng: Random, n: int, players: int | None = None) -> Iterator[okey.State]:
    """Yield `n` states of random rounds at random moments: more of them early, and every last chance and end. Whoever
    gets one must leave it as it is.
    """
    left = n
    while left:
        state, choose = table(rng, players), player(rng)
        wait = rng.choice([0, rng.randint(1, 8), rng.randint(1, 60)])
        while left:
            last = state.phase == "last_chance" and state.rules.stock_end == "next_may_take_to_win"
            if wait <= 0 or state.over or last:
                yield state
                left -= 1
                wait = rng.randint(1, 60)
            if state.over:
                break
            state.play(choose(state))
            wait -= 1
