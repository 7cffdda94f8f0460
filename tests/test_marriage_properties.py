"""What must always hold in a round of Marriage, whatever the rules and the play (section 8 of docs/design.md).

`test_every_step_keeps_what_must_hold` looks at every step of 10,000 (100,000 with --long): cards, hand sizes, turn, the order of the
moves, all 371 ids checked, every move taken back and played again, and at each end the payments and the way back to the deal. What
costs more is asked at random moments of random rounds, a number of them that each test names: refusals through `State`, copies,
saving, views. What a seat may know is tested in test_marriage_hidden.py, whole rounds against a slow model in test_marriage_play.py.
"""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import marriage_random
import pytest
from marriage_decks import FOUR, LOOSE, SEVEN, THREE, dealt, seen_dublee, seen_three, stack

from rummycore import IllegalMoveError, RummyError, StateError, marriage
from rummycore._core import ffi, lib

STEPS = 10_000
STEPS_LONG = 100_000
PLAYERS = (2, 3, 4, 5, 6)
IDS = range(371)
KINDS = 53

# ------------------------------------------------------------------------------
# Reading the C state byte by byte
# ------------------------------------------------------------------------------

_FIELDS: Any = ffi.typeof("rummy_marriage_state").fields
_AT: dict[str, int] = {name: field.offset for name, field in _FIELDS}
_SEATS = 6
_LAID = 10
_UNIT: list[int] = [
    1 << 8 * kind for kind in range(KINDS)
]  # one card of a kind; sums of these are counts, a byte a kind
_LAYS = {
    int(move): sum(_UNIT[card] for card in move.cards) for move in marriage.Move.all() if move.act in ("lay", "pair")
}
_DECK = sum(3 * unit for unit in _UNIT[:52])


def memory(state: marriage.State) -> bytes:
    """Return the C state as it lies in memory."""
    return bytes(ffi.buffer(state._raw))


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
    """Return the counts of all cards but the tiplu's: hands, laid and locked ones, stock, discards, and what somebody finished with."""
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


# ------------------------------------------------------------------------------
# Every step
# ------------------------------------------------------------------------------


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


def agree_on_moves(state: marriage.State) -> None:
    """The legal moves ascend, and are just those of the 371 ids that the check accepts."""
    ids = [int(move) for move in state.legal_moves()]
    check, raw = lib.rummy_marriage_check, state._raw
    assert ids == [move for move in IDS if check(raw, -1, move) == 0]
    assert bool(ids) != state.over


def play_twice(state: marriage.State, move: marriage.Move, before: bytes) -> marriage.Event:
    """Play a move, take it back and play it again: nothing is left of it, and chance falls the same way."""
    moves = state.legal_moves()
    event = state.play(move)
    after = memory(state)
    assert state.undo() == event
    assert memory(state) == before
    assert state.legal_moves() == moves
    assert state.play(move) == event
    assert memory(state) == after
    return event


def refuse_the_rest(state: marriage.State, before: bytes) -> None:
    """The library plays none of the other ids, and changes no byte."""
    legal = set(state.legal_moves())
    raw, play, event = state._raw, lib.rummy_marriage_play, ffi.new("rummy_event *")
    for move in (-1, *IDS, 371, 2**31 - 1, -(2**31)):
        if move not in legal:
            assert play(raw, -1, move, event, ffi.NULL) < 0
    assert memory(state) == before


def settled(state: marriage.State) -> None:
    """At the end the payments add up to the nets, those to 0, and without a winner nobody pays."""
    outcome = state.outcome
    assert outcome is not None
    net = [0] * state.players
    for payment in outcome.payments:
        assert payment.amount > 0
        net[payment.payer] -= payment.amount
        net[payment.payee] += payment.amount
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


def back_to_the_deal(state: marriage.State, dealt: bytes) -> None:
    """Undo gives the whole round back, event by event."""
    events = list(state.history)
    while events:
        assert state.undo() == events.pop()
    assert memory(state) == dealt
    with pytest.raises(StateError, match="no move to undo"):
        state.undo()


def rounds(rng: Random, players: int) -> Iterator[tuple[marriage.State, marriage_random.Player]]:
    """Yield rounds just dealt and who plays them.

    The first five bring moves and ends that are rare. Random rounds follow without end.
    """
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


@pytest.mark.parametrize("players", PLAYERS)
def test_every_step_keeps_what_must_hold(players: int, request: pytest.FixtureRequest) -> None:
    """Cards, sizes, turn, moves, undo and payments are right at every step of random rounds under random rules."""
    steps = STEPS_LONG if request.config.getoption("--long", default=False) else STEPS
    steps = -(-steps // len(PLAYERS))
    rng = Random(f"steps {players}")
    done = 0
    endings: Counter[str] = Counter()
    acts: Counter[str] = Counter()
    for state, choose in rounds(rng, players):
        if done >= steps:
            break
        dealt, watch = memory(state), Watch(state)
        before = dealt
        while not state.over:
            watch.agree(state, before)
            agree_on_moves(state)
            if done % 24 == 0:
                refuse_the_rest(state, before)
            event = play_twice(state, choose(state), before)
            acts[event.move.act] += 1
            watch.follow(state, event)
            before = memory(state)
            done += 1
        watch.agree(state, before)
        agree_on_moves(state)
        refuse_the_rest(state, before)
        settled(state)
        assert len(state.history) <= 8 * players + 13 * (state.rules.turn_cap + 1)  # a turn: ten lays, three moves more
        endings[str(state.outcome and state.outcome.ending)] += 1
        back_to_the_deal(state, dealt)
    assert done >= steps
    assert set(acts) == {move.act for move in marriage.Move.all()}
    assert set(endings) == {"combos", "dublees", "stock_out", "truncated"}


def test_random_rules_reach_every_value_of_every_option() -> None:
    """The rules that the tests play with hold every value of each choice, and options outside their defaults everywhere."""
    known = {*marriage_random.CHOICES, *marriage_random.NUMBERS, *marriage_random.TABLES}
    assert {option.name for option in marriage.Rules.options()} == known
    rng = Random(0)
    seen: dict[str, set[Any]] = {name: set() for name in known}
    for _ in range(1_000):
        for name, value in marriage_random.rules(rng).to_dict().items():
            seen[name].add(tuple(value) if isinstance(value, list) else value)
    for name, values in marriage_random.CHOICES.items():
        assert seen[name] == set(values), name
        assert marriage.PAGAT.to_dict()[name] == values[0], name
    assert all(len(seen[name]) > 2 for name in (*marriage_random.NUMBERS, *marriage_random.TABLES))


# ------------------------------------------------------------------------------
# Refusals
# ------------------------------------------------------------------------------

_CARD_WORD = re.compile(r"\b(?:[A2-9TJQK][cdhs]|M)\b")


def card_words(text: str) -> set[str]:
    """Return the cards that a text names."""
    return set(_CARD_WORD.findall(text))


def in_any_form(rng: Random, move: marriage.Move) -> marriage.Move | int | str:
    """Return a move as itself, as its number, or as text in either case."""
    forms: list[marriage.Move | int | str] = [move, int(move), str(move), str(move).upper()]
    return rng.choice(forms)


def refusal(
    state: marriage.State, move: marriage.Move | int | str, seat: int | None, *, play: bool = False
) -> tuple[type[RummyError], str, str] | None:
    """Return what `check`, or `play`, answers: None, or class, code and text of its error."""
    try:
        state.play(move, seat) if play else state.check(move, seat)
    except RummyError as error:
        return type(error), error.code, str(error)
    return None


def rare_states() -> list[marriage.State]:
    """Return rounds at moments too rare to wait for: a forced finish; a first turn without the upcard, or with none; a take that would leave
    nothing; discards that a seat that has seen may not take."""
    forced = seen_dublee("5h", more=LOOSE)
    forced.play("take")
    upcard = dealt(rules=marriage.Rules(first_turn_may_take_upcard=False))
    kinds = ["Ac", "4d", "7h", "Ts", "2c", "5d", "8h"]
    alone = dealt({1: " ".join(f"{kind} {kind} {kind}" for kind in kinds)}, expose={1: " ".join(kinds)})
    empty = dealt(rules=marriage.Rules(upcard_at_start=False))
    return [forced, upcard, alone, empty, seen_three("Jh"), seen_dublee("Ah", more=LOOSE)]


def test_refused_moves_change_nothing(scale: int) -> None:
    """At random moments each of the 371 ids that is not legal is refused by `play` and `check` alike, with an IllegalMoveError that names
    no other card, and not one byte of the state changes."""
    rng = Random("refusals")
    codes: Counter[str] = Counter()
    for state in chain(rare_states(), marriage_random.moments(rng, max(100, scale // 20))):
        saved, raw, legal = bytes(state), memory(state), set(state.legal_moves())
        for move in marriage.Move.all():
            answer = refusal(state, move, None)
            if move in legal:
                assert answer is None
                continue
            assert answer is not None
            assert refusal(state, in_any_form(rng, move), None, play=True) == answer
            kind, code, text = answer
            assert kind is IllegalMoveError
            assert text.startswith(f"{move}: ")
            assert card_words(text) == card_words(str(move))
            codes[code] += 1
        for other in set(range(state.players)) - {state.turn}:
            move = rng.choice(sorted(legal) or marriage.Move.all())
            answer = refusal(state, move, other, play=True)
            assert answer is not None
            assert answer[:2] == (IllegalMoveError, "over" if state.over else "turn")
            codes[answer[1]] += 1
        assert memory(state) == raw
        assert bytes(state) == saved
        assert set(state.legal_moves()) == legal
    assert set(codes) == {
        *("over", "turn", "not_drawn", "drawn", "not_held", "not_won", "taken_back", "window", "window_over"),
        *("no_tunnela", "order", "no_discard", "upcard", "joker_discard", "unseen_take", "dublee_take", "no_other"),
        *("draft", "forced", "not_seen", "seen", "not_laid", "no_lay"),
    }, "every reason to refuse a move was among them"


def test_legal_moves_are_accepted_one_by_one(scale: int) -> None:
    """At random moments every legal move can be played on a copy, by number, text or Move, with and without the seat."""
    rng = Random("accepted")
    for state in marriage_random.moments(rng, scale // 10):
        for move in state.legal_moves():
            event = state.copy().play(in_any_form(rng, move))
            assert (event.seat, event.move) == (state.turn, move)
            assert state.copy().play(move, seat=state.turn) == event


# ------------------------------------------------------------------------------
# Copies, bytes, JSON
# ------------------------------------------------------------------------------


def go_on(state: marriage.State, other: marriage.State, rng: Random, steps: int) -> None:
    """Play the same random moves in both; they stay equal."""
    for _ in range(steps):
        assert state.legal_moves() == other.legal_moves()
        if state.over:
            break
        move = rng.choice(state.legal_moves())
        assert state.play(move) == other.play(move)
    assert state == other
    assert state.outcome == other.outcome


def test_copies_share_nothing(scale: int) -> None:
    """At random moments playing on in a copy leaves the original as it was, and the reverse; a copy has no undo."""
    rng = Random("copies")
    for state in marriage_random.moments(rng, scale // 16, turn_cap=300):
        original = state.copy()
        copies = [state.copy(), marriage.State.__copy__(state), marriage.State.__deepcopy__(state, {})]
        before, views = memory(state), [state.view(seat) for seat in range(state.players)]
        assert all(copy == state and copy is not state for copy in copies)
        with pytest.raises(StateError):
            copies[0].undo()
        go_on(copies[0], copies[0].copy(), rng, 60)
        assert memory(state) == before
        assert [state.view(seat) for seat in range(state.players)] == views
        assert (copies[0] == state) == state.over
        assert all(copy == original for copy in copies[1:])
        go_on(copies[1], copies[2], rng, 10)


@pytest.mark.parametrize(
    "saved_and_loaded",
    [
        pytest.param(lambda s: marriage.State.from_bytes(bytes(s)), id="bytes"),
        pytest.param(lambda s: marriage.State.from_dict(s.to_dict()), id="dict"),
        pytest.param(lambda s: marriage.State.from_dict(json.loads(json.dumps(s.to_dict()))), id="json"),
        pytest.param(lambda s: marriage.replay(marriage.Record.parse(str(s.record()))), id="record"),
        pytest.param(lambda s: pickle.loads(pickle.dumps(s)), id="pickle"),
    ],
)
def test_a_saved_state_comes_back_and_goes_on(saved_and_loaded: Any) -> None:
    """At 100 moments a state that was saved and loaded is equal to the byte, shows every seat the same and continues equally: the
    same tiplu and the same reshuffle come."""
    rng = Random("saving")
    for state in marriage_random.moments(rng, 100):
        loaded = saved_and_loaded(state)
        assert loaded == state
        assert memory(loaded) == memory(state)
        assert bytes(loaded) == bytes(state)
        assert loaded.to_dict() == state.to_dict()
        assert loaded.history == state.history
        for seat in (None, *range(state.players)):
            assert loaded.view(seat) == state.view(seat)
        with pytest.raises(StateError):
            loaded.undo()
        go_on(loaded, state.copy(), rng, 150)


# ------------------------------------------------------------------------------
# Same seed, same round
# ------------------------------------------------------------------------------


def rounds_from_a_seed(seed: int) -> str:
    """Return 12 random rounds in full as text."""
    rng = Random(seed)
    rounds = (marriage_random.table(rng, turn_cap=200) for _ in range(12))
    return "\n".join(str(marriage_random.play_out(state, marriage_random.player(rng)).record()) for state in rounds)


def test_same_seed_same_round_in_every_process() -> None:
    """Processes with different hash seeds, whose other generators were used meanwhile, deal and play the same rounds."""
    program = (
        "import random; random.seed({n}); random.random()\n"
        "from rummycore import marriage; [marriage.deal(seed=i) for i in range({n})]\n"
        "from test_marriage_properties import rounds_from_a_seed; print(rounds_from_a_seed(7))"
    )
    expected = rounds_from_a_seed(7)
    assert "see" in expected
    here = str(Path(__file__).parent)
    path = os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH")]))
    for n in (1, 2):
        done = subprocess.run(
            [sys.executable, "-c", program.format(n=n)],
            cwd=here,
            env={**os.environ, "PYTHONHASHSEED": str(n), "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip() == expected


def test_a_round_is_untouched_by_other_rounds_beside_it() -> None:
    """Two rounds of one seed, one of them played in between the moves of others, are equal."""
    rng = Random("beside")
    rules = marriage.Rules(turn_cap=120)
    for seed in range(20):
        alone, beside = (marriage.deal(seed=seed, players=3, rules=rules) for _ in range(2))
        marriage_random.play_out(alone, marriage_random.eager(Random(seed)))
        choose, others = (
            marriage_random.eager(Random(seed)),
            [marriage.deal(seed=rng.getrandbits(64)) for _ in range(2)],
        )
        while not beside.over:
            beside.play(choose(beside))
            for other in others:
                if not other.over:
                    other.play(rng.choice(other.legal_moves()))
        assert beside == alone
