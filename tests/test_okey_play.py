"""Rounds of Okey to their ends: each way to end is reached often, by natural deals and by stacked decks, and pins show
any change.

Natural deals come from `okey.deal(seed=...)` unaltered, and reach every kind of ending in NATURAL. The two others, a
win on the dealt hand and one by melds and pairs at once, are too rare to wait for and come from stacked decks alone,
which reach all kinds.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import okey_decks
import okey_hands
import okey_oracle
import okey_random
import pytest
from random_play import play_out, sequences, uniform

from rummycore import okey

LAST_TAKE = replace(okey.CLASSIC, stock_end="next_may_take_to_win")
IMMEDIATE = replace(okey.DEDUCT, game_end_check="immediate")

ALL = {
    *("melds", "pairs", "both", "okey finish", "on a taken discard", "on the dealt hand"),
    *("stock end", "last chance: finish", "last chance: pass", "last chance: discard", "truncated", "points out"),
}
NATURAL = ALL - {"both", "on the dealt hand"}


def kinds(state: okey.State) -> set[str]:
    """Return what kinds of ending a finished round has, read from its outcome and its events alone."""
    outcome = state.outcome
    assert outcome is not None
    acts = [event.move.act for event in state.history]
    after_last_draw = state.stock == 0 and "draw" not in acts[-2:]
    found = {
        str(outcome.win or outcome.ending).replace("stock_out", "stock end").replace("points_out", "points out"),
    }
    if outcome.okey_finish:
        found.add("okey finish")
    if outcome.source == "dealt":
        found.add("on the dealt hand")
    if state.rules.stock_end == "next_may_take_to_win" and after_last_draw:
        found.discard("stock end")
        found.add(f"last chance: {acts[-1]}")
    elif outcome.source == "taken":
        found.add("on a taken discard")
    return found


def count_kinds(rounds: Iterator[okey.State]) -> Counter[str]:
    return Counter(kind for state in rounds for kind in kinds(state))


# ------------------------------------------------------------------------------
# Players
# ------------------------------------------------------------------------------


def thrower(state: okey.State) -> okey.Move:
    """Draw and throw the tile drawn; the starter throws its first."""
    drawn = state.view(state.turn).drawn
    return okey.Move("draw" if state.phase == "to_draw" else f"discard {drawn or state.hand(state.turn)[0]}")


def taker(state: okey.State) -> okey.Move:
    """Take and throw the tile taken."""
    return okey.Move("take") if state.phase == "to_draw" else thrower(state)


def shower(state: okey.State) -> okey.Move:
    """Show the indicator's twin, else draw and throw."""
    return okey.Move("show") if okey.Move("show") in state.legal_moves() else thrower(state)


# ------------------------------------------------------------------------------
# Natural deals
# ------------------------------------------------------------------------------


def natural(
    n: int,
    scale: int,
    make: Callable[[Random], okey_random.Player],
    players: int = 4,
    rules: okey.Rules = okey.CLASSIC,
    points: int | None = None,
) -> Iterator[okey.State]:
    """Play the deals of seeds 0, 1, ... to their ends: of 5,000 `scale` n."""
    for seed in range(-(-n * scale // 5_000)):
        start = None if points is None else [points] * players
        state = okey.deal(seed=seed, players=players, rules=rules, points=start)
        yield play_out(state, make(Random(seed)))


def natural_rounds(scale: int) -> Iterator[okey.State]:
    yield from natural(240, scale, lambda rng: lambda state: okey.simple_bot(state.view(state.turn)))
    yield from natural(130, scale, okey_random.collector, players=2)
    yield from natural(220, scale, lambda rng: okey_random.collector(rng, waits="okey"), players=2)
    yield from natural(
        150, scale, lambda rng: okey_random.collector(rng, waits="last chance"), players=2, rules=LAST_TAKE
    )
    yield from natural(120, scale, uniform)
    yield from natural(260, scale, uniform, rules=LAST_TAKE)
    yield from natural(110, scale, lambda rng: taker)
    yield from natural(260, scale, lambda rng: shower, rules=IMMEDIATE, points=1)


def test_natural_deals_reach_every_kind_of_ending_often(scale: int) -> None:
    """Rounds dealt from a seed end in each kind of NATURAL again and again, and in no kind that has no name."""
    counts = count_kinds(natural_rounds(scale))
    assert set(counts) <= ALL
    assert {kind: counts[kind] for kind in NATURAL if counts[kind] < scale // 100} == {}


# ------------------------------------------------------------------------------
# Stacked decks
# ------------------------------------------------------------------------------


def winning_hand(rng: Random, how: str) -> tuple[str, list[str]]:
    """Return an indicator and 14 tiles that win in this way, as the oracle says."""
    while True:
        if how == "both":  # a run of pairs, 3 or 7 long, and another of 4
            colours = rng.choice([rng.sample("rybk", 2), [rng.choice("rybk")] * 2])
            low, high = rng.randint(1, 4), rng.randint(7, 10)
            tiles = [colours[0] + str(low + i) for i in range(3)] * 2 + [
                colours[1] + str(high + i) for i in range(4)
            ] * 2
            indicator = rng.choice([face for face in okey_oracle.FACES if face not in tiles])
        else:
            indicator, tiles = {"melds": okey_hands.win, "pairs": okey_hands.pairs}[how](rng, {})
        if not okey_oracle.problems(tiles, indicator) and okey_oracle.win(tiles, indicator, {}) == how:
            return indicator, tiles


def text(tiles: list[str]) -> str:
    return " ".join(tiles)


def finish(state: okey.State, tile: okey.Tile, how: str) -> okey.State:
    """Finish with a tile; the round is won in this way."""
    seat = state.turn
    state.play(f"finish {tile}", seat=seat)
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.win, state.outcome.tile) == (seat, how, tile)
    return state


def won_on_the_dealt_hand(rng: Random, how: str, seed: int) -> okey.State:
    indicator, tiles = winning_hand(rng, how)
    deck = okey_decks.stack(indicator, {1: text(tiles)}, seed=seed)
    return finish(okey.deal(deck=deck), deck[14 + 14], how)


def won_on_a_drawn_tile(rng: Random, how: str, seed: int) -> okey.State:
    """The seat after the starter holds a winning hand and draws: an okey, if none of its own is in the way."""
    indicator, tiles = winning_hand(rng, how)
    face = okey_oracle.okey_of(indicator)
    drawn = face if tiles.count(face) == 0 else ""
    deck = okey_decks.stack(indicator, {2: text(tiles)}, stock=drawn, seed=seed)
    state = okey.deal(deck=deck)
    state.play(thrower(state))
    state.play("draw")
    tile = state.view(2).drawn
    assert tile is not None
    finish(state, tile, how)
    assert state.outcome is not None
    assert state.outcome.okey_finish == (tile == state.okey)
    return state


def won_on_a_taken_discard(rng: Random, how: str, seed: int) -> okey.State:
    """The starter throws the tile that the next seat still misses."""
    while True:
        indicator, tiles = winning_hand(rng, how)
        missing = tiles.pop(rng.randrange(14))
        spare = rng.choice([face for face in okey_oracle.FACES if face not in (*tiles, missing, indicator)])
        if spare != okey_oracle.okey_of(indicator):
            break
    deck = okey_decks.stack(indicator, {1: missing, 2: text([*tiles, spare])}, seed=seed)
    state = okey.deal(deck=deck)
    state.play(f"discard {missing}")
    state.play("take")
    return finish(state, okey.Tile(spare), how)


def until_the_stock_is_used_up(deck: list[okey.Tile], rules: okey.Rules) -> okey.State:
    state = okey.deal(deck=deck, rules=rules)
    while not state.over and state.phase != "last_chance":
        state.play(thrower(state))
    assert state.stock == 0
    return state


def won_in_the_last_chance(rng: Random, how: str, seed: int) -> okey.State:
    """With four players and 48 tiles in the stock the starter draws last, and the next seat still misses that tile."""
    while True:
        indicator, tiles = winning_hand(rng, how)
        missing = tiles.pop(rng.randrange(14))
        spare = rng.choice([face for face in okey_oracle.FACES if face not in (*tiles, missing, indicator)])
        if spare != okey_oracle.okey_of(indicator):
            break
    deck = okey_decks.stack(indicator, {2: text([*tiles, spare])}, last=missing, seed=seed)
    state = until_the_stock_is_used_up(deck, LAST_TAKE)
    assert [str(move) for move in state.legal_moves()] == ["take", "pass"]
    state.play("take")
    return finish(state, okey.Tile(spare), how)


def stacked_rounds(number: int) -> Iterator[okey.State]:
    for seed in range(number):
        rng = Random(f"stacked {seed}")
        for how in ("melds", "pairs", "both"):
            for won in (won_on_the_dealt_hand, won_on_a_drawn_tile, won_on_a_taken_discard, won_in_the_last_chance):
                yield won(rng, how, seed)
        indicator = rng.choice(okey_oracle.FACES)
        deck = okey_decks.stack(indicator, seed=seed)
        yield until_the_stock_is_used_up(deck, okey.CLASSIC)
        for last_moves in (["pass"], ["take", "discard"]):
            state = until_the_stock_is_used_up(deck, LAST_TAKE)
            for act in last_moves:
                state.play(rng.choice([move for move in state.legal_moves() if move.act == act]))
            yield state
        cap = rng.randint(1, 48)  # the 49th turn uses the stock up if all draw
        state = play_out(okey.deal(deck=deck, rules=okey.Rules(turn_cap=cap)), rng.choice([taker, thrower]))
        assert state.turns == cap
        yield state
        seat = rng.randrange(4)
        deck = okey_decks.stack(indicator, {seat: indicator}, seed=seed)
        state = play_out(okey.deal(deck=deck, rules=IMMEDIATE, points=[1] * 4), shower)
        assert state.outcome is not None
        assert state.outcome.shower == seat
        yield state


def test_stacked_decks_reach_every_kind_of_ending_often(scale: int) -> None:
    """Rounds from stacked decks, each with other tiles, end as they are stacked to; every
    kind of ending comes in each lot.
    """
    number = scale // 50
    counts = count_kinds(stacked_rounds(number))
    assert set(counts) == ALL
    assert {kind: n for kind, n in counts.items() if n < number} == {}


# ------------------------------------------------------------------------------
# Number of sequences of moves
# ------------------------------------------------------------------------------

DEALS = {
    # seed 7: four players, default rules
    "seed 7": okey.deal(seed=7),
    # docs/okey.md, X3: the starter, seat 1 of two, can finish with any of its 15 tiles; seat 0 holds the indicator's
    # twin
    "X3": okey.deal(
        deck=okey_decks.stack(
            "y6", {1: "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 k12 y7", 0: "y6"}, stock="r13", players=2, seed=1
        ),
        players=2,
        rules=okey.DEDUCT,
    ),
}


class SlowRound:
    """Moves in the first turns of a round, from the text of the rules: lists of tile texts,
    and the oracle for a finish.
    """

    def __init__(self, state: okey.State) -> None:
        deck = [str(tile) for tile in state.record().deck]
        self.indicator, self.players, self.turn = deck[-1], state.players, state.turn
        self.hands, at = [], 0
        for seat in range(self.players):
            size = 15 if seat == self.turn else 14
            self.hands.append(deck[at : at + size])
            at += size
        self.stock, self.thrown, self.turns = deck[at:-1], "", 0
        self.bonus = state.rules.payout == "deduct"
        self.drawn = ""
        self.shown = self.over = False
        self.full = True

    def after(self, **changes: object) -> SlowRound:
        other = object.__new__(SlowRound)
        other.__dict__ = {**self.__dict__, **changes}
        return other

    def next(self) -> Iterator[SlowRound]:
        """Yield the round after each legal move."""
        if self.over:
            return
        hand = self.hands[self.turn]
        hands = {
            tile: [*self.hands[: self.turn], [*hand, tile], *self.hands[self.turn + 1 :]]
            for tile in (self.stock[0], self.thrown)
        }
        may_show = self.bonus and self.turns < self.players and not self.shown and self.indicator in hand
        if may_show and self.drawn != self.indicator:
            yield self.after(shown=True)
        if not self.full:
            yield self.after(hands=hands[self.stock[0]], stock=self.stock[1:], drawn=self.stock[0], full=True)
            yield self.after(hands=hands[self.thrown], drawn=self.thrown, full=True)
            return
        for tile in sorted(set(hand)):
            rest = list(hand)
            rest.remove(tile)
            left = [*self.hands[: self.turn], rest, *self.hands[self.turn + 1 :]]
            turn = (self.turn + 1) % self.players
            yield self.after(hands=left, thrown=tile, turn=turn, turns=self.turns + 1, drawn="", full=False)
            if okey_oracle.win(rest, self.indicator, {}) != "none":
                yield self.after(over=True)

    def sequences(self, depth: int) -> int:
        return 1 if depth == 0 else sum(other.sequences(depth - 1) for other in self.next())


@pytest.mark.parametrize(
    ("deal", "numbers"),
    [
        ("seed 7", [13, 26, 385, 770, 10_754, 21_508]),
        ("X3", [16, 24, 256, 896, 5_754, 17_654]),
    ],
)
def test_number_of_sequences_of_moves(deal: str, numbers: list[int]) -> None:
    """From two deals the sequences of 1, 2, ... moves are as many as pinned, and a slow model counts the same."""
    state, slow = DEALS[deal].copy(), SlowRound(DEALS[deal])
    assert [sequences(state, depth) for depth in range(1, len(numbers) + 1)] == numbers
    assert [slow.sequences(depth) for depth in range(1, len(numbers) + 1)] == numbers
    assert state == DEALS[deal]


def test_a_deal_has_as_many_first_moves_as_different_tiles() -> None:
    """A starter that cannot finish may throw each of its different tiles, and whoever is next may then draw or take."""
    state = DEALS["seed 7"].copy()
    different = len(set(state.hand(state.turn)))
    assert sequences(state, 1) == different
    assert sequences(state, 2) == 2 * different


# ------------------------------------------------------------------------------
# Fifty rounds
# ------------------------------------------------------------------------------

PINNED_RULES = (
    okey.CLASSIC,
    okey.DEDUCT,
    LAST_TAKE,
    IMMEDIATE,
    okey.Rules(false_joker_role="wild", starter="dealer", ceremony="uniform", run_wrap="none"),
    okey.Rules(payout="deduct", deduct_from="winner", discard_taken="forbidden", discard_okey="forbidden", turn_cap=40),
)
PINNED = "b9a9815cd69c606aef9ed3863fd7d1104da6dcd36ef4b2b67a1f7779c5c7e931"


def events_of_fifty_rounds() -> Iterator[str]:
    """Yield every event of 50 rounds as a line, and after each round its points."""
    for seed in range(50):
        rng, players = Random(seed), 2 + seed // 6 % 3
        rules = PINNED_RULES[seed % len(PINNED_RULES)]
        points = [1 + seed % 3] * players if seed % 4 == 3 else None
        state = okey.deal(seed=seed, players=players, rules=rules, dealer=seed % players, points=points)
        play_out(state, okey_random.collector(rng) if seed % 5 else okey_random.eager(rng))
        for event in state.history:
            yield f"{event.seat} {event.move} {event.tile}"
        yield f"{state.outcome and state.outcome.ending} {state.points}"


def test_fifty_rounds_have_not_changed() -> None:
    """The events and points of 50 seeded rounds are those that they were; a new number
    means that the game has changed.
    """
    lines = list(events_of_fifty_rounds())
    assert {"won", "stock_out", "truncated", "points_out"} <= {line.split()[0] for line in lines}
    assert hashlib.sha256("\n".join(lines).encode()).hexdigest() == PINNED
