"""What Okey brings for the tests that run over all games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random

import okey_decks
import okey_random
from kit import Kit, Player, offsets, random_round
from okey_rounds import Plan, play_out, play_plan, quiet, quiet_turns

from rummycore import okey
from rummycore._core import lib

KINDS = 53

# ------------------------------------------------------------------------------
# What must hold at every step
# ------------------------------------------------------------------------------

_AT = offsets("okey")
_UNIT: list[int] = [
    1 << 8 * kind for kind in range(KINDS)
]  # one tile of a kind; sums of these are counts, a byte for each kind
_ALL_TILES = sum(2 * unit for unit in _UNIT)


def hand_rows(raw: bytes) -> list[bytes]:
    return [raw[at : at + KINDS] for at in range(_AT["hand"], _AT["hand"] + 4 * KINDS, KINDS)]


def all_tiles(raw: bytes) -> int:
    """Return the counts of all tiles: hands, stock, discards, indicator, and the tile somebody finished with."""
    total = sum(int.from_bytes(row, "little") for row in hand_rows(raw))
    stock = raw[_AT["stock"] + raw[_AT["stock_at"]] : _AT["stock"] + raw[_AT["stock_end"]]]
    discards = raw[_AT["discard"] : _AT["discard"] + raw[_AT["discards"]]]
    total += sum(map(_UNIT.__getitem__, stock + discards)) + _UNIT[raw[_AT["indicator"]]]
    last = raw[_AT["finished_with"]]
    return total if last == lib.RUMMY_NONE else total + _UNIT[last]


class Watch:
    """What anybody at the table could count: tiles in each hand and in the stock, turns, and whose turn it is."""

    def __init__(self, state: okey.State) -> None:
        dealer_starts = state.rules.starter == "dealer"
        self.turn = state.dealer if dealer_starts else (state.dealer + 1) % state.players
        self.sizes = [15 if seat == self.turn else 14 for seat in range(state.players)]
        self.stock = 106 - 1 - sum(self.sizes)
        self.turns = 0
        self.discards_after_the_stock = 0

    def follow(self, state: okey.State, event: okey.Event) -> None:
        act = event.move.act
        assert event.seat == self.turn
        assert event.tile == (None if act in ("draw", "pass") else event.tile)
        assert act in ("take", "show") or event.tile == event.move.tile
        if act in ("draw", "take"):
            self.sizes[event.seat] += 1
            self.stock -= act == "draw"
        elif act in ("discard", "finish"):
            self.sizes[event.seat] -= 1
        if act == "discard":
            self.turn = (self.turn + 1) % state.players
            self.turns += 1
            self.discards_after_the_stock += self.stock == 0

    def agree(self, state: okey.State, raw: bytes) -> None:
        assert all_tiles(raw) == _ALL_TILES
        assert [sum(row) for row in hand_rows(raw)] == self.sizes + [0] * (4 - state.players)
        assert raw[_AT["stock_at"]] <= raw[_AT["stock_end"]] <= 106
        assert state.stock == self.stock >= 0
        assert state.turns == self.turns <= state.rules.turn_cap
        assert state.turn == self.turn
        if state.rules.stock_end != "when_draw_impossible":
            assert self.discards_after_the_stock <= 1 + (state.rules.stock_end == "next_may_take_to_win")


def settled(state: okey.State) -> None:
    """At the end the points add up, and a transfer without a show moves points around only."""
    outcome, start = state.outcome, state.record().points
    assert outcome is not None
    assert outcome.points == state.points
    assert state.points == tuple(a + b for a, b in zip(start, outcome.payoffs, strict=True))
    sums = Counter(dict.fromkeys(okey.Cause, 0))
    for reason in outcome.reasons:
        sums[reason.cause] += sum(reason.changes)
        assert reason.seat == (outcome.shower if reason.cause == "show" else outcome.winner)
    few_are_good = state.rules.deduct_from == "winner"
    for cause in (okey.Cause.OKEYS_LEFT, okey.Cause.STOCK_END):
        assert sums[cause] >= 0 if few_are_good else sums[cause] <= 0
    off = sums[okey.Cause.OKEYS_LEFT] + sums[okey.Cause.STOCK_END]
    if not state.rules.okey_left_penalty:
        assert not any(outcome.okeys_left)
    assert sum(outcome.payoffs) == sum(sums.values())
    assert sums[okey.Cause.SHOW] <= 0
    if state.rules.payout == "transfer":
        assert sums[okey.Cause.WIN] == 0
        assert outcome.shower is not None or sum(outcome.payoffs) == off
    assert (outcome.winner is None) == (outcome.ending != "won")
    assert (outcome.shower is None) == (okey.Move("show") not in [event.move for event in state.history])
    if outcome.winner is None and outcome.shower is None and not off:
        assert outcome.payoffs == (0,) * state.players


def rounds(rng: Random, players: int) -> Iterator[tuple[okey.State, Player]]:
    """Yield rounds just dealt and who plays them, without end."""
    while True:
        yield okey_random.table(rng, players), okey_random.player(rng)


def ending(state: okey.State) -> str:
    outcome = state.outcome
    assert outcome is not None
    return str(outcome.win or outcome.ending)


# ------------------------------------------------------------------------------
# What seats may know
# ------------------------------------------------------------------------------


def public(state: okey.State) -> set[str]:
    """Return the indicator, the okey, the tiles of past events and, at the end, the winner's."""
    words = {str(state.indicator), str(state.okey)}
    words |= {str(event.tile) for event in state.history if event.tile is not None}
    if state.outcome is not None:
        words |= {str(tile) for tile in state.outcome.hand}
        words |= {word for meld in state.outcome.melds for word in KIT.words(str(meld))}
    return words


# ------------------------------------------------------------------------------
# The kit
# ------------------------------------------------------------------------------


def twin_drawn() -> okey.State:
    """Return a round in which the indicator's twin was drawn in a first turn: a moment too rare to wait for."""
    state = okey.deal(deck=okey_decks.stack("b7", stock="b7"), rules=okey.DEDUCT)
    state.play(f"discard {state.hand(state.turn)[0]}")
    state.play("draw")
    return state


def after(turns: int, move: str) -> okey.State:
    """Return a round in which so many quiet turns were played, and then this move."""
    state = quiet_turns(okey.deal(seed=3, dealer=2), turns)
    state.play(move)
    return state


def beside(name: str, value: int) -> Mapping[str, int | str]:
    return {"game_end": "rounds"} if name == "rounds" and value else {}


KIT: Kit = Kit(
    game=okey.GAME,
    table=okey_random.table,
    player=okey_random.player,
    eager=okey_random.eager,
    moments=okey_random.moments,
    rare=lambda: [twin_drawn()],
    rounds=rounds,
    steps=20_000,
    share=5,
    by_chance="draw",
    any_options=okey_random.any_options,
    refusals=okey_random.refusals,
    rules=okey_random.rules,
    choices=okey_random.CHOICES,
    numbers=okey_random.NUMBERS,
    tables=(),
    beside=beside,
    impossible=frozenset({"teams", "deduct_from", "last_take", "rounds"}),
    watch=Watch,
    settled=settled,
    ending=ending,
    endings=frozenset({"melds", "pairs", "stock_out", "truncated"}),
    longest=lambda state: 2 * state.rules.turn_cap + 3,
    refused=frozenset(
        {
            *("over", "turn", "not_drawn", "drawn", "last_chance", "not_held", "not_won", "taken_back", "okey_discard"),
            *("finish_taken", "finish_dealt", "no_show", "show_late", "shown", "show_drawn", "no_pass"),
        }
    ),
    deck=lambda rules: sorted([*okey.Tile.all()] * 2),
    public=public,
    in_repr=lambda state: {str(state.indicator)},
    undrawn=lambda state: slice(105 - state.stock, 105),
    mask=1,
    named={
        "dealt": lambda: okey.deal(seed=1),
        "draw": lambda: after(1, "draw"),
        "take": lambda: after(5, "take"),
        "two": lambda: random_round(KIT, 2, 40, players=2, rules=okey.DEDUCT),
        "three": lambda: random_round(KIT, 3, 70, players=3, rules=okey.Rules(starter="dealer", discard_view="all")),
        "partners": lambda: random_round(KIT, 4, 20, rules=okey.Rules(payout="deduct", teams="opposite")),
        "won": lambda: play_plan(Plan(2, "pairs", okey_finish=True, indicator="r3"), rules=okey.DEDUCT),
        "points": lambda: play_plan(Plan(1), points=[-5, 10**9 - 12, 0, 7]),
        "shown": lambda: play_plan(Plan(3, indicator="b13", shower=1), rules=okey.DEDUCT_30),
        "stock out": lambda: play_out(okey.deal(seed=9, rules=okey.Rules(stock_end="next_may_take_to_win"))),
        "truncated": lambda: play_out(okey.deal(seed=9, rules=okey.Rules(turn_cap=5))),
    },
    quiet=play_out,
    turn=quiet,
    start=("DEDUCT_30", 30),
    endless=okey.Rules(game_end="never"),
    resumed=(
        (4, okey.Rules(game_end="never")),
        (3, okey.Rules(payout="deduct", dealer_rotation="winner_deals", starter="dealer")),
        (2, okey.Rules(payout="deduct", indicator_drawn_counts=True, insufficient_points="pay_what_left")),
        (4, okey.Rules(payout="deduct", teams="opposite", ceremony="uniform", dealer_rotation="only_after_win")),
    ),
    unfit={"points": [(2**40,) * 4]},
    wrong_move=("pass", "no_pass"),
    seats="players",
    foreign="tiplu_mode",
    checksum=(20, "90470535"),
    shown=("Indicator", "legal moves", "The table", "wins", "Settlement", "points:"),
)
