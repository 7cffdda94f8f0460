"""What must always hold in a round of Okey, whatever the rules and the play (section 8 of docs/design.md).

`test_every_step_keeps_what_must_hold` looks at every step of 20,000 (200,000 with --long): tiles, hand sizes, stock, turn, the
order of the moves, all 110 ids checked, every move taken back and played again, and at each end the points and the way back to
the deal. What costs more is asked at random moments of random rounds, a share of `scale`: refusals through `State`, copies,
saving, views, bots.
"""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import okey_decks
import okey_random
import pytest

from rummycore import IllegalMoveError, RummyError, StateError, okey
from rummycore._core import ffi, lib

STEPS = 20_000
STEPS_LONG = 200_000
PLAYERS = (2, 3, 4)
IDS = range(110)
KINDS = 53

# ------------------------------------------------------------------------------
# Reading the C state byte by byte
# ------------------------------------------------------------------------------

_AT: dict[str, int] = {name: field.offset for name, field in ffi.typeof("rummy_okey_state").fields}
_UNIT: list[int] = [
    1 << 8 * kind for kind in range(KINDS)
]  # one tile of a kind; sums of these are counts, a byte for each kind
_ALL_TILES = sum(2 * unit for unit in _UNIT)


def memory(state: okey.State) -> bytes:
    """Return the C state as it lies in memory."""
    return bytes(ffi.buffer(state._raw))


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


# ------------------------------------------------------------------------------
# Every step
# ------------------------------------------------------------------------------


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
        assert state.turns == self.turns <= raw_int(state, "turn_cap")
        assert state.turn == self.turn
        assert self.discards_after_the_stock <= 1 + (state.rules.stock_end == "next_may_take_to_win")


def raw_int(state: okey.State, option: str) -> int:
    return int(getattr(state.rules._raw, option))


def agree_on_moves(state: okey.State) -> None:
    """The legal moves ascend, and are just those of the 110 ids that the check accepts."""
    moves = state.legal_moves()
    ids = [int(move) for move in moves]
    check, raw = lib.rummy_okey_check, state._raw
    assert ids == [move for move in IDS if check(raw, -1, move) == 0]
    assert bool(ids) != state.over


def play_twice(state: okey.State, move: okey.Move, before: bytes) -> okey.Event:
    """Play a move, take it back and play it again: nothing is left of it, and the same tile comes."""
    moves = state.legal_moves()
    event = state.play(move)
    after = memory(state)
    assert state.undo() == event
    assert memory(state) == before
    assert state.legal_moves() == moves
    assert state.play(move) == event
    assert memory(state) == after
    return event


def refuse_the_rest(state: okey.State, before: bytes) -> None:
    """The library plays none of the other ids, and changes no byte."""
    legal = set(state.legal_moves())
    raw, play, event = state._raw, lib.rummy_okey_play, ffi.new("rummy_event *")
    for move in (-1, *IDS, 110, 2**31 - 1, -(2**31)):
        if move not in legal:
            assert play(raw, -1, move, event, ffi.NULL) < 0
    assert memory(state) == before


def settled(state: okey.State, start: tuple[int, ...]) -> None:
    """At the end the points add up, and a transfer without a show moves points around only."""
    outcome = state.outcome
    assert outcome is not None
    assert outcome.points == state.points
    assert state.points == tuple(a + b for a, b in zip(start, outcome.payoffs, strict=True))
    sums = Counter(dict.fromkeys(okey.Cause, 0))
    for reason in outcome.reasons:
        sums[reason.cause] += sum(reason.changes)
        assert reason.seat == (outcome.shower if reason.cause == "show" else outcome.winner)
    assert sum(outcome.payoffs) == sum(sums.values())
    assert sums[okey.Cause.SHOW] <= 0
    if state.rules.payout == "transfer":
        assert sums[okey.Cause.WIN] == 0
        assert outcome.shower is not None or sum(outcome.payoffs) == 0
    assert (outcome.winner is None) == (outcome.ending != "won")
    assert (outcome.shower is None) == (okey.Move("show") not in [event.move for event in state.history])
    if outcome.winner is None and outcome.shower is None:
        assert outcome.payoffs == (0,) * state.players


def back_to_the_deal(state: okey.State, dealt: bytes) -> None:
    """Undo gives the whole round back, event by event."""
    events = list(state.history)
    while events:
        assert state.undo() == events.pop()
    assert memory(state) == dealt
    with pytest.raises(StateError, match="no move to undo"):
        state.undo()


@pytest.mark.parametrize("players", PLAYERS)
def test_every_step_keeps_what_must_hold(players: int, request: pytest.FixtureRequest) -> None:
    """Tiles, sizes, stock, turn, moves, undo and points are right at every step of random rounds under random rules."""
    steps = STEPS_LONG if request.config.getoption("--long", default=False) else STEPS
    steps = -(-steps // len(PLAYERS))
    rng = Random(f"steps {players}")
    done = 0
    endings: Counter[str] = Counter()
    while done < steps:
        state, choose = okey_random.table(rng, players), okey_random.player(rng)
        dealt, start, watch = memory(state), state.points, Watch(state)
        before = dealt
        while not state.over:
            watch.agree(state, before)
            agree_on_moves(state)
            if done % 8 == 0:
                refuse_the_rest(state, before)
            watch.follow(state, play_twice(state, choose(state), before))
            before = memory(state)
            done += 1
        watch.agree(state, before)
        agree_on_moves(state)
        refuse_the_rest(state, before)
        settled(state, start)
        assert state.turns <= raw_int(state, "turn_cap")
        assert len(state.history) <= 2 * raw_int(state, "turn_cap") + 3
        endings[str(state.outcome and (state.outcome.win or state.outcome.ending))] += 1
        back_to_the_deal(state, dealt)
    assert done >= steps
    assert all(endings[how] for how in ("melds", "pairs", "stock_out", "truncated"))


def test_random_rules_reach_every_value_of_every_option() -> None:
    """The rules that the tests play with hold every value of each choice, and options outside their defaults everywhere."""
    from rummycore.okey.options import OPTIONS

    assert [option.name for option in OPTIONS] == [
        name for name in okey.Rules().to_dict() if name in {**okey_random.CHOICES, **okey_random.NUMBERS}
    ]
    rng = Random(0)
    seen: dict[str, set[Any]] = {option.name: set() for option in OPTIONS}
    for _ in range(500):
        players = rng.randint(2, 4)
        for name, value in okey_random.rules(rng, players).to_dict().items():
            seen[name].add(value)
    for name, values in okey_random.CHOICES.items():
        assert seen[name] == set(values), name
    assert all(len(seen[name]) > 2 for name in okey_random.NUMBERS)


# ------------------------------------------------------------------------------
# Refusals
# ------------------------------------------------------------------------------

_TILE_WORD = re.compile(r"\b(?:[rybk](?:1[0-3]|[1-9])|F)\b")


def tile_words(text: str) -> set[str]:
    """Return the tiles that a text names."""
    return set(_TILE_WORD.findall(text))


def in_any_form(rng: Random, move: okey.Move) -> okey.Move | int | str:
    """Return a move as itself, as its number, or as text in either case."""
    forms: list[okey.Move | int | str] = [move, int(move), str(move), str(move).upper()]
    return rng.choice(forms)


def refusal(state: okey.State, move: okey.Move, seat: int | None) -> tuple[type[RummyError], str, str] | None:
    """Return what `check` answers: None, or class, code and text of its error."""
    try:
        state.check(move, seat)
    except RummyError as error:
        return type(error), error.code, str(error)
    return None


def twin_drawn() -> okey.State:
    """Return a round in which the indicator's twin was drawn in a first turn: a moment too rare to wait for."""
    state = okey.deal(deck=okey_decks.stack("b7", stock="b7"), rules=okey.DEDUCT)
    state.play(f"discard {state.hand(state.turn)[0]}")
    state.play("draw")
    return state


def test_refused_moves_change_nothing(scale: int) -> None:
    """At random moments each of the 110 ids that is not legal is refused by `play` and `check` alike, with an IllegalMoveError that
    names no other tile, and not one byte of the state changes."""
    rng = Random("refusals")
    codes: Counter[str] = Counter()
    for state in chain([twin_drawn()], okey_random.moments(rng, max(400, scale // 5))):
        saved, raw, legal = bytes(state), memory(state), state.legal_moves()
        for move in okey.Move.all():
            if move in legal:
                assert refusal(state, move, None) is None
                continue
            with pytest.raises(IllegalMoveError) as caught:
                state.play(in_any_form(rng, move))
            error = caught.value
            assert refusal(state, move, None) == (IllegalMoveError, error.code, str(error))
            assert isinstance(error, ValueError)
            assert tile_words(str(error)) <= {str(move.tile)}
            codes[error.code] += 1
        for other in set(range(state.players)) - {state.turn}:
            with pytest.raises(IllegalMoveError) as caught:
                state.play(rng.choice(legal or okey.Move.all()), seat=other)
            assert caught.value.code == ("over" if state.over else "turn")
            codes[caught.value.code] += 1
        assert memory(state) == raw
        assert bytes(state) == saved
        assert state.legal_moves() == legal
    assert set(codes) == {
        *("over", "turn", "not_drawn", "drawn", "last_chance", "not_held", "not_won", "taken_back", "okey_discard"),
        *("finish_taken", "finish_dealt", "no_show", "show_late", "shown", "show_drawn", "no_pass"),
    }, "every reason to refuse a move was among them"


def test_legal_moves_are_accepted_one_by_one(scale: int) -> None:
    """At random moments every legal move can be played on a copy, by number, text or Move, with and without the seat."""
    rng = Random("accepted")
    for state in okey_random.moments(rng, scale // 5):
        for move in state.legal_moves():
            event = state.copy().play(in_any_form(rng, move))
            assert (event.seat, event.move) == (state.turn, move)
            assert state.copy().play(move, seat=state.turn) == event


# ------------------------------------------------------------------------------
# Copies, bytes, JSON
# ------------------------------------------------------------------------------


def go_on(state: okey.State, other: okey.State, rng: Random, steps: int) -> None:
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
    for state in okey_random.moments(rng, scale // 5):
        original = state.copy()
        copies = [state.copy(), okey.State.__copy__(state), okey.State.__deepcopy__(state, {})]
        before, views = memory(state), [state.view(seat) for seat in range(state.players)]
        assert all(copy == state and copy is not state for copy in copies)
        with pytest.raises(StateError):
            copies[0].undo()
        okey_random.play_out(copies[0], okey_random.eager(rng))
        assert memory(state) == before
        assert [state.view(seat) for seat in range(state.players)] == views
        assert (copies[0] == state) == state.over
        assert all(copy == original for copy in copies[1:])
        go_on(copies[1], copies[2], rng, 10)


@pytest.mark.parametrize(
    "saved_and_loaded",
    [
        pytest.param(lambda s: okey.State.from_bytes(bytes(s)), id="bytes"),
        pytest.param(lambda s: okey.State.from_dict(s.to_dict()), id="dict"),
        pytest.param(lambda s: okey.State.from_dict(json.loads(json.dumps(s.to_dict()))), id="json"),
        pytest.param(lambda s: okey.replay(okey.Record.parse(str(s.record()))), id="record"),
        pytest.param(lambda s: pickle.loads(pickle.dumps(s)), id="pickle"),
    ],
)
def test_a_saved_state_comes_back_and_goes_on(saved_and_loaded: Any, scale: int) -> None:
    """At random moments a state that was saved and loaded is equal to the byte, shows every seat the same and continues equally."""
    rng = Random("saving")
    for state in okey_random.moments(rng, scale // 12):
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
        go_on(loaded, state.copy(), rng, 50)


# ------------------------------------------------------------------------------
# What a seat may know
# ------------------------------------------------------------------------------


def hidden_places(state: okey.State, seat: int | None) -> list[int]:
    """Return the places in the deck of tiles that came to other hands or lie in the stock: all that this seat was not given."""
    starter = Watch(state).turn
    owner: list[int | None] = []
    for other in range(state.players):
        owner += [other] * (15 if other == starter else 14)
    owner += [event.seat for event in state.history if event.move == okey.Move("draw")]
    owner += [None] * (105 - len(owner))
    return [place for place, whose in enumerate(owner) if whose is None or whose != seat]


def with_hidden_tiles_swapped(rng: Random, state: okey.State, seat: int | None) -> okey.State | None:
    """Return a round with the same moves in which two tiles lie elsewhere that the seat was not given; None if that is the
    same or somebody could not have played so."""
    record = state.record()
    deck = list(record.deck)
    a, b = rng.sample(hidden_places(state, seat), 2)
    if deck[a] == deck[b]:
        return None
    deck[a], deck[b] = deck[b], deck[a]
    try:
        other = okey.replay(replace(record, deck=tuple(deck)))
    except IllegalMoveError:
        return None
    if memory(other) == memory(state):
        return None  # both tiles are in one hand by now
    if state.outcome and other.outcome and state.outcome.hand != other.outcome.hand:
        return None  # at the end everybody sees the winner's hand
    return other


def all_that_a_seat_gets(state: okey.State, seat: int | None) -> list[object]:
    """Return everything the engine tells a seat: view, JSON, text, hash, moves, answers to each of its 110 moves, bots' moves."""
    view = state.view(seat)
    told: list[object] = [view, json.dumps(view.to_dict()), repr(view), hash(view), view.legal_moves(), repr(state)]
    if seat is not None:
        told += [refusal(state, move, seat) for move in okey.Move.all()]
    if view.legal_moves():
        told += [okey.simple_bot(view), okey.random_bot(5)(view)]
    return told


def test_hidden_tiles_change_nothing_that_a_seat_gets(scale: int) -> None:
    """Where other hands and the stock differ in two tiles, a seat or spectator gets the same to the byte."""
    rng, moments = Random("hidden"), scale // 7
    compared: Counter[tuple[str, bool]] = Counter()
    for state in okey_random.moments(rng, moments):
        for seat in (None, *range(state.players)):
            told = all_that_a_seat_gets(state, seat)
            for _ in range(2):
                other = with_hidden_tiles_swapped(rng, state, seat)
                if other is None:
                    continue
                assert seat is None or other.hand(seat) == state.hand(seat)
                assert all_that_a_seat_gets(other, seat) == told
                compared["spectator" if seat is None else "seat", state.over] += 1
                compared["on turn", state.over] += seat == state.turn
    assert compared["seat", False] + compared["spectator", False] >= 2 * moments
    assert (
        min(compared[who, over] for who in ("seat", "spectator", "on turn") for over in (False, True)) >= moments // 8
    )


def test_the_order_of_the_stock_shows_nowhere(scale: int) -> None:
    """After a shuffle of the tiles still to be drawn, all seats together get the same as before."""
    rng = Random("stock")
    for state in okey_random.moments(rng, scale // 10):
        record = state.record()
        deck = list(record.deck)
        first = 105 - state.stock
        left = deck[first:105]
        rng.shuffle(left)
        other = okey.replay(replace(record, deck=(*deck[:first], *left, deck[105])))
        for seat in (None, *range(state.players)):
            assert all_that_a_seat_gets(other, seat) == all_that_a_seat_gets(state, seat)


MISUSES: list[Callable[[okey.State], object]] = [
    lambda state: state.view(9),
    lambda state: state.hand(-1),
    lambda state: state.copy().undo(),
    lambda state: state.play(999),
    lambda state: state.play("discard"),
]


def test_spectators_see_public_tiles_only(scale: int) -> None:
    """At random moments a spectator's view, the repr of the state and its errors name no tile but the indicator, the okey, those of
    past events and, at the end, the winner's."""
    rng = Random("spectators")
    for state in okey_random.moments(rng, scale // 5):
        public = {
            str(state.indicator),
            str(state.okey),
            *(str(event.tile) for event in state.history if event.tile is not None),
        }
        if state.outcome is not None:
            public |= {str(tile) for tile in (*state.outcome.hand, *state.outcome.melds)}
            public |= {word for meld in state.outcome.melds for word in tile_words(str(meld))}
        view = state.view(None)
        assert (len(view.hand), view.drawn, len(view.legal_moves())) == (0, None, 0)
        for text in (repr(view), str(view), json.dumps(view.to_dict()), repr(view.history)):
            assert tile_words(text) <= public
        assert tile_words(repr(state)) <= {str(state.indicator)}
        assert tile_words(str(state)) <= {str(state.indicator)}
        for misuse in MISUSES:
            with pytest.raises(RummyError) as caught:
                misuse(state)
            assert not tile_words(str(caught.value)) | tile_words(repr(caught.value))


def test_views_show_a_seat_its_own_hand_and_counts_of_the_others(scale: int) -> None:
    """At random moments a view has the seat's own tiles, and of the others and the stock no more than their number."""
    rng = Random("views")
    for state in okey_random.moments(rng, scale // 10):
        for seat in range(state.players):
            view = state.view(seat)
            assert view.hand == state.hand(seat)
            assert view.sizes == tuple(len(state.hand(other)) for other in range(state.players))
            assert view.stock == state.stock
            assert view.legal_moves() == (state.legal_moves() if seat == state.turn else ())
            assert view.history == state.history
            for move in okey.Move.all():
                assert (refusal(state, move, seat) is None) == (move in view.legal_moves())


def test_views_list_the_discards_that_lie(scale: int) -> None:
    """At random moments the discards of a view are those of the events, less the tiles taken; `top_only` shows each seat's last."""
    rng = Random("discards")
    for state in okey_random.moments(rng, scale // 5):
        lying: list[list[okey.Tile]] = [[] for _ in range(state.players)]
        for event in state.history:
            if event.move.act == "discard" and event.tile is not None:
                lying[event.seat].append(event.tile)
            elif event.move.act == "take":
                assert lying[(event.seat - 1) % state.players].pop() == event.tile
        shown = lying if state.rules.discard_view == "all" else [tiles[-1:] for tiles in lying]
        for seat in (None, *range(state.players)):
            assert state.view(seat).discards == tuple(map(tuple, shown))


# ------------------------------------------------------------------------------
# Same seed, same round
# ------------------------------------------------------------------------------


def rounds_from_a_seed(seed: int) -> str:
    """Return 20 random rounds in full as text."""
    rng = Random(seed)
    return "\n".join(
        str(okey_random.play_out(okey_random.table(rng), okey_random.player(rng)).record()) for _ in range(20)
    )


def test_same_seed_same_round_in_every_process() -> None:
    """Processes with different hash seeds, whose other generators were used meanwhile, deal and play the same rounds."""
    program = (
        "import random; random.seed({n}); random.random()\n"
        "from rummycore import okey; [okey.deal(seed=i) for i in range({n})]\n"
        "from test_okey_properties import rounds_from_a_seed; print(rounds_from_a_seed(7))"
    )
    expected = rounds_from_a_seed(7)
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
    for seed in range(50):
        alone, beside = okey.deal(seed=seed), okey.deal(seed=seed)
        okey_random.play_out(alone, okey_random.uniform(Random(seed)))
        choose, others = okey_random.uniform(Random(seed)), [okey.deal(seed=rng.getrandbits(64)) for _ in range(2)]
        while not beside.over:
            beside.play(choose(beside))
            for other in others:
                if not other.over:
                    other.play(rng.choice(other.legal_moves()))
        assert beside == alone
