"""What Marriage brings for the tests that run over all games."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from random import Random

import marriage_random
from kit import Kit, Player, offsets, random_round
from marriage_decks import (
    FOUR,
    LOOSE,
    SEVEN,
    THREE,
    dealt,
    play_out,
    quiet,
    quiet_turns,
    seen_dublee,
    seen_three,
    stack,
    won_by_combos,
    won_by_dublees,
)

from rummycore import marriage
from rummycore._core import lib
from rummycore.marriage import Rules, State

KINDS = 53
TIPLU_KNOWN_TO_ALL = "face_up_at_deal"

# ------------------------------------------------------------------------------
# What must hold at every step
# ------------------------------------------------------------------------------

_AT = offsets("marriage")
_SEATS = 6
_LAID = 10
_UNIT: list[int] = [
    1 << 8 * kind for kind in range(KINDS)
]  # one card of a kind; sums of these are counts, a byte a kind
_LAYS = {
    int(move): sum(_UNIT[card] for card in move.cards) for move in marriage.Move.all() if move.act in ("lay", "pair")
}
_DECK = sum(3 * unit for unit in _UNIT[:52])


def hand_rows(raw: bytes, seats: int = _SEATS) -> list[bytes]:
    return [raw[at : at + KINDS] for at in range(_AT["hand"], _AT["hand"] + seats * KINDS, KINDS)]


def laid_ids(raw: bytes, seat: int) -> list[int]:
    at = _AT["laid"] + 2 * _LAID * seat
    return [
        int.from_bytes(raw[at + 2 * i : at + 2 * i + 2], sys.byteorder) for i in range(raw[_AT["laid_count"] + seat])
    ]


def exposed_kinds(raw: bytes, seat: int) -> int:
    at = _AT["exposed"] + 8 * seat
    return int.from_bytes(raw[at : at + 8], sys.byteorder)


def all_cards(raw: bytes, rules: marriage.Rules) -> int:
    """Return the counts of all cards but the tiplu's: hands, laid and locked ones, stock, discards, and what somebody
    finished with."""
    total = sum(int.from_bytes(row, "little") for row in hand_rows(raw))
    for seat in range(_SEATS):
        total += sum(_LAYS[move] for move in laid_ids(raw, seat))
        kinds = exposed_kinds(raw, seat) if rules.exposed_tunnela == "locked" else 0
        total += sum(3 * _UNIT[kind] for kind in range(52) if kinds >> kind & 1) if kinds else 0
    stock = raw[_AT["stock"] : _AT["stock"] + raw[_AT["stock_size"]]]
    discards = raw[_AT["discard"] : _AT["discard"] + raw[_AT["discards"]]]
    total += sum(map(_UNIT.__getitem__, stock + discards))
    last = raw[_AT["finished_with"]]
    return total if last == lib.RUMMY_NONE else total + _UNIT[last]


class Watch:
    """What anybody at the table could count: whose turn it is, turns, and the cards of each hand."""

    def __init__(self, state: marriage.State) -> None:
        self.turn = self.first = (state.dealer + 1) % state.players
        self.window = state.rules.tunnela_window != "off"
        self.asked = self.turns = 0
        self.cards = [21] * state.players  # laid and exposed ones included

    def follow(self, state: marriage.State, event: marriage.Event) -> None:
        act = event.move.act
        assert event.seat == self.turn
        assert event.card == (None if act in ("draw", "see", "done", "lay", "pair") else event.card)
        assert act == "take" or act in ("lay", "pair") or event.card == event.move.card
        assert (act in ("expose", "done")) == (self.window and self.asked < state.players)
        self.asked += act == "done"
        self.cards[event.seat] += {"draw": 1, "take": 1, "discard": -1, "finish": -1, "finish-pairs": -1}.get(act, 0)
        if act in ("done", "discard"):
            self.turn = (self.turn + 1) % state.players
            self.turns += act == "discard"

    def agree(self, state: marriage.State, raw: bytes) -> None:
        rules = state.rules
        missing = _DECK + rules.printed_jokers * _UNIT[52] - all_cards(raw, rules)
        tiplu = state.tiplu
        if tiplu is None:
            assert missing == 0
            assert state._raw.under == 255
        else:
            under = state._raw.under
            assert missing == _UNIT[under]
            assert under == tiplu or (under == 52 and str(tiplu) == "As" and rules.man_as_tiplu == "ace_of_spades")
        locked = 3 if rules.exposed_tunnela == "locked" else 0
        for seat, row in enumerate(hand_rows(raw, state.players)):
            on_table = sum(3 if move < 160 else 2 for move in laid_ids(raw, seat))
            on_table += locked * exposed_kinds(raw, seat).bit_count()
            assert sum(row) + on_table == self.cards[seat]
            assert self.cards[seat] == 21 + (seat == state.turn and state.phase == "to_discard")
        assert not any(map(any, hand_rows(raw)[state.players :]))
        assert state.turn == self.turn
        assert state.turns == self.turns <= rules.turn_cap
        assert state.stock > 0 or state.phase in ("to_discard", "over")


def settled(state: marriage.State) -> None:
    """At the end the payments add up to the nets, those to 0, and without a winner nobody pays."""
    outcome = state.outcome
    assert outcome is not None
    net = [0] * state.players
    for reason in outcome.reasons:
        assert reason.amount > 0
        net[reason.payer] -= reason.amount
        net[reason.payee] += reason.amount
    assert tuple(net) == outcome.payoffs
    assert sum(net) == 0
    won = outcome.winner is not None
    assert won == (outcome.card is not None) == (outcome.ending in ("combos", "dublees"))
    assert won or not any(net)
    assert len(outcome.melds) == (7 if outcome.ending == "combos" else 0)
    for maal in outcome.maal:
        assert maal.points == sum(item.points for item in maal.items) >= 0
        assert outcome.tiplu is not None or maal.points == 0
    acts = [event.move.act for event in state.history]
    if won:
        turn = acts[len(acts) - acts[::-1].index("discard") if "discard" in acts else 0 :]
        seen_before = "see" not in turn and outcome.winner in [e.seat for e in state.history if e.move.act == "see"]
        assert outcome.in_one_turn == (not seen_before)
        assert acts[-1] == ("finish" if outcome.ending == "combos" else "finish-pairs")
    else:
        assert not outcome.in_one_turn
        assert (outcome.ending == "truncated") <= (state.turns == state.rules.turn_cap)


def rounds(rng: Random, players: int) -> Iterator[tuple[marriage.State, Player]]:
    """Yield rounds just dealt and who plays them: first five whose moves or ends are rare, then random ones without
    end."""
    rules = marriage_random.rules(rng, tunnela_window="before_first_draw", turn_cap=100)
    deck = stack(
        {seat: f"{rank}c {rank}c {rank}c {rank}d {rank}d {rank}d" for seat, rank in enumerate("234567"[:players])},
        players=players,
        rules=rules,
    )
    yield marriage.deal(deck=deck, players=players, rules=rules), marriage_random.eager(rng)
    deck = stack({1: f"{THREE} / {FOUR}"}, players=players)
    yield marriage.deal(deck=deck, players=players, rules=marriage.Rules(turn_cap=100)), marriage_random.eager(rng)
    rules = marriage.Rules(dublee_min_players=2, dublee_direct_win_unseen=False, dublees_to_win=7, turn_cap=100)
    deck = stack({1: f"{SEVEN} {LOOSE}"}, players=players, rules=rules)
    yield marriage.deal(deck=deck, players=players, rules=rules), marriage_random.collector(rng)
    yield marriage_random.table(rng, players, max_reshuffles=0, turn_cap=1_000), marriage_random.thrower
    yield marriage_random.table(rng, players, turn_cap=5), marriage_random.thrower
    while True:
        yield marriage_random.table(rng, players), marriage_random.player(rng)


def ending(state: State) -> str:
    outcome = state.outcome
    assert outcome is not None
    return str(outcome.ending)


# ------------------------------------------------------------------------------
# What seats may know
# ------------------------------------------------------------------------------


def public(state: State) -> set[str]:
    """Return the upcard, the cards of public events, an open tiplu and, at the end, all."""
    words = {word for event in state.history for word in KIT.words(f"{event.move} {event.card}")}
    if state.rules.upcard_at_start:
        words.add(str(state.record().deck[21 * state.players]))
    if state.over or state.rules.tiplu_mode == TIPLU_KNOWN_TO_ALL:
        words.add(str(state.tiplu))
    if state.outcome is not None:
        words |= KIT.words(json.dumps(state.outcome.to_dict()))
    return words


def undrawn(state: State) -> slice | None:
    """Return the end of the deck, unless a tiplu lies apart or the stock was shuffled again."""
    if state.rules.tiplu_mode != "hidden_first_seer_picks" or state.tiplu is not None or state._raw.reshuffles:
        return None
    size = len(state.record().deck)
    return slice(size - state.stock, size)


# ------------------------------------------------------------------------------
# What an analysis says
# ------------------------------------------------------------------------------


def by_combos(found: marriage.Analysis) -> tuple[marriage.Card, ...]:
    """Return the discards that finish by combinations."""
    return tuple(finish.discard for finish in found.finishes if "combos" in finish.by)


def by_dublees(found: marriage.Analysis) -> tuple[marriage.Card, ...]:
    """Return the discards that finish by dublees."""
    return tuple(finish.discard for finish in found.finishes if "dublees" in finish.by)


# ------------------------------------------------------------------------------
# The kit
# ------------------------------------------------------------------------------


def rare_states() -> list[marriage.State]:
    """Return rounds at moments too rare to wait for: a forced finish; a first turn without the upcard, or with none; a
    take that would leave nothing; discards that a seat that has seen may not take."""
    forced = seen_dublee("5h", more=LOOSE)
    forced.play("take")
    upcard = dealt(rules=marriage.Rules(first_turn_may_take_upcard=False))
    kinds = ["Ac", "4d", "7h", "Ts", "2c", "5d", "8h"]
    alone = dealt({1: " ".join(f"{kind} {kind} {kind}" for kind in kinds)}, expose={1: " ".join(kinds)})
    empty = dealt(rules=marriage.Rules(upcard_at_start=False))
    return [forced, upcard, alone, empty, seen_three("Jh"), seen_dublee("Ah", more=LOOSE)]


def drafting() -> State:
    """Return a table at which a seat has begun to lay."""
    return after(dealt({1: THREE}), "draw", "lay 6h 6h 6h")


def after(state: State, *moves: str) -> State:
    """Return a table at which these moves were played."""
    for move in moves:
        state.play(move)
    return state


def turn(state: State) -> None:
    """Play a turn that decides nothing; in the window, be done with it."""
    while state.phase == "window":
        state.play("done")
    quiet(state)


def beside(name: str, value: int) -> Mapping[str, int | str]:
    return {"dublees_to_see": {"dublees_to_win": 10}, "dublees_to_win": {"dublees_to_see": 1}}.get(name, {})


KIT: Kit = Kit(
    game=marriage.GAME,
    table=marriage_random.table,
    player=marriage_random.player,
    eager=marriage_random.eager,
    moments=marriage_random.moments,
    rare=rare_states,
    rounds=rounds,
    steps=10_000,
    share=10,
    by_chance="see",
    any_options=marriage_random.any_options,
    refusals=lambda options, players: marriage_random.refusals(options),
    rules=lambda rng, players: marriage_random.rules(rng),
    choices=marriage_random.CHOICES,
    numbers=marriage_random.NUMBERS,
    tables=tuple(marriage_random.TABLES),
    beside=beside,
    impossible=frozenset({"dublees", "betrayed"}),
    watch=Watch,
    settled=settled,
    ending=ending,
    endings=frozenset({"combos", "dublees", "stock_out", "truncated"}),
    longest=lambda state: 8 * state.players + 13 * (state.rules.turn_cap + 1),  # a turn: ten lays, three moves more
    refused=frozenset(
        {
            *("over", "turn", "not_drawn", "drawn", "not_held", "not_won", "taken_back", "window", "window_over"),
            *("no_tunnela", "order", "no_discard", "upcard", "joker_discard", "unseen_take", "dublee_take", "no_other"),
            *(
                "draft",
                "forced",
                "not_seen",
                "seen",
                "not_laid",
                "no_lay",
                "no_pair",
                "no_run",
                "lay_mixed",
                "laid_all",
                "lay_order",
            ),
        }
    ),
    deck=lambda rules: sorted([*marriage.Card.all()[:52] * 3, *[marriage.M] * rules.printed_jokers]),
    public=public,
    in_repr=lambda state: set(),
    undrawn=undrawn,
    mask=40,
    named={
        "dealt": lambda: marriage.deal(seed=1),
        "expose": lambda: after(dealt({0: "6h 6h 6h 9d 9d 9d"}, window=False, dealer=3), "expose 9d"),
        "draw": lambda: after(dealt({1: THREE}, dealer=3), "draw"),
        "take": lambda: after(quiet_turns(dealt(dealer=2), 5), "take"),
        "forced": lambda: after(seen_dublee("5h"), "take"),
        "reshuffled": lambda: quiet_turns(dealt(players=6), 40),
        "two": lambda: random_round(KIT, 2, 40, players=2, rules=Rules(printed_jokers=3)),
        "six": lambda: random_round(KIT, 3, 200, players=6, rules=Rules(exposed_tunnela="free")),
        "preset": lambda: random_round(KIT, 4, 60, rules=Rules(tiplu_mode="hidden_preset", upcard_at_start=False)),
        "drafting": drafting,
        "three": lambda: seen_three("9c"),
        "dublee": lambda: seen_dublee("5h", rules=marriage.NEPAL),
        "combos": lambda: won_by_combos({0: "Tc Jc Qc"}, rules=marriage.NEPAL),
        "dublees": lambda: won_by_dublees(),
        "truncated": lambda: play_out(marriage.deal(seed=9, rules=Rules(turn_cap=6))),
        "stock out": lambda: play_out(marriage.deal(seed=9, players=6, rules=Rules(max_reshuffles=1))),
    },
    quiet=play_out,
    turn=turn,
    start=("NEPAL", 0),
    endless=marriage.PAGAT,
    resumed=(
        (4, Rules()),
        (3, Rules(dealer_rotation="winner", tiplu_mode="hidden_preset")),
        (2, marriage.NEPAL),
        (6, Rules(exposed_tunnela="free", unseen_maal="to_winner", max_reshuffles=0)),
    ),
    unfit={"chance": [2**64, -1]},
    wrong_move=("done", "window_over"),
    seats="seats",
    foreign="payout",
    checksum=(4, "7a7f09ae"),
    shown=("Upcard", "legal moves", "see", "the tiplu is", "wins by", "Maal:", "Settlement:", "payoffs:"),
)
