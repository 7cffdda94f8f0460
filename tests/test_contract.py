"""What must always hold in a round of every game, whatever the rules and the play (section 8 of docs/design.md).

`test_every_step_keeps_what_must_hold` looks at every step of many: pieces, hand sizes, turn, the order of the moves,
all ids of moves checked, every move taken back and played again, and at each end the outcome and the way back to the
deal. What costs more is asked at random moments of random rounds. What a game brings for this is its kit (kit.py).
Matches, documents and bad input have files of their own.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from copy import copy, deepcopy
from dataclasses import replace
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kit import Kit, Player, State, all_that_a_seat_gets, go_on, in_any_form, memory, refusal, rounds_from_a_seed, told
from kits import BY_SEATS, EACH
from random_play import play_out

from rummycore import IllegalMoveError, RummyError, StateError
from rummycore.__main__ import main
from rummycore._core import ffi
from rummycore.simulate import simulate

# ------------------------------------------------------------------------------
# Every step
# ------------------------------------------------------------------------------


def agree_on_moves(state: State) -> None:
    """The legal moves ascend, and are just those of all ids that the check accepts."""
    ids = [int(move) for move in state.legal_moves()]
    check, raw = state._engine.check, state._raw
    assert ids == [move for move in range(state._engine.number) if check(raw, -1, move) == 0]
    assert bool(ids) != state.over


def play_twice(state: State, move: Any, before: bytes) -> Any:
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


def refuse_the_rest(state: State, before: bytes) -> None:
    """The library plays none of the other ids, and changes no byte."""
    legal = set(state.legal_moves())
    raw, play, event = state._raw, state._engine.play, ffi.new("rummy_event *")
    for move in (-1, *range(state._engine.number + 1), 2**31 - 1, -(2**31)):
        if move not in legal:
            assert play(raw, -1, move, event, ffi.NULL) < 0
    assert memory(state) == before


def back_to_the_deal(state: State, dealt: bytes) -> None:
    """Undo gives the whole round back, event by event."""
    moves = list(state.record().moves)
    while moves:
        assert state.undo().move in (moves.pop(), state._engine.hidden)
    assert memory(state) == dealt
    assert state.history == ()
    with pytest.raises(StateError, match="no move to undo"):
        state.undo()


@BY_SEATS
def test_every_step_keeps_what_must_hold(kit: Kit, players: int, scale: int) -> None:
    """Pieces, sizes, turn, moves, undo and payments are right at every step of random rounds under random rules."""
    steps = -(-kit.steps * scale // 500 // len(kit.game.players))
    rng = Random(f"steps {players}")
    done, between = 0, kit.game.state._engine.number // 14
    endings: Counter[str] = Counter()
    acts: Counter[str] = Counter()
    for state, choose in kit.rounds(rng, players):
        if done >= steps:
            break
        dealt, watch = memory(state), kit.watch(state)
        before = dealt
        while not state.over:
            watch.agree(state, before)
            agree_on_moves(state)
            if done % between == 0:
                refuse_the_rest(state, before)
            event = play_twice(state, choose(state), before)
            if event.move is state._engine.hidden:
                event = state.events(event.seat)[-1]
            acts[event.move.act] += 1
            watch.follow(state, event)
            before = memory(state)
            done += 1
        watch.agree(state, before)
        agree_on_moves(state)
        refuse_the_rest(state, before)
        kit.settled(state)
        assert len(state.history) == len(state.record().moves) <= kit.longest(state)
        endings[kit.ending(state)] += 1
        back_to_the_deal(state, dealt)
    assert done >= steps
    assert set(acts) == {move.act for move in kit.all_moves}
    assert set(endings) >= kit.endings


@EACH
def test_random_rules_reach_every_value_of_every_option(kit: Kit) -> None:
    """The rules that the tests play with hold every value of each choice, and many of each number and table."""
    names = {option.name for option in kit.game.rules.options()}
    assert names == {*kit.choices, *kit.numbers, *kit.tables}
    rng = Random(0)
    seen: dict[str, set[Any]] = {name: set() for name in names}
    for _ in range(1_000):
        for name, value in kit.rules(rng, rng.choice(kit.game.players)).to_dict().items():
            seen[name].add(tuple(value) if isinstance(value, list) else value)
    usual = kit.game.rules().to_dict()
    for name, values in kit.choices.items():
        assert seen[name] == set(values), name
        assert usual[name] in values, name
    assert all(len(seen[name]) > 2 for name in (*kit.numbers, *kit.tables))


# ------------------------------------------------------------------------------
# Refusals
# ------------------------------------------------------------------------------


@EACH
def test_refused_moves_change_nothing(kit: Kit, scale: int) -> None:
    """At random moments each id that is not legal is refused by `play` and `check` alike, with an IllegalMoveError that
    names no other piece, and not one byte of the state changes."""
    rng = Random("refusals")
    codes: Counter[str] = Counter()
    for state in chain(kit.rare(), kit.moments(rng, max(2_000, scale) // kit.share)):
        saved, raw, legal = bytes(state), memory(state), set(state.legal_moves())
        for move in kit.all_moves:
            answer = refusal(state, move, None)
            if move in legal:
                assert answer is None
                continue
            assert answer is not None
            assert refusal(state, in_any_form(rng, move), None, play=True) == answer
            kind, code, text = answer
            assert kind is IllegalMoveError
            assert text.startswith(f"{move}: ")
            assert kit.words(text) == kit.words(str(move))
            codes[code] += 1
        for other in set(range(state.players)) - {state.turn}:
            move = rng.choice(sorted(legal) or kit.all_moves)
            answer = refusal(state, move, other, play=True)
            assert answer is not None
            assert answer[:2] == (IllegalMoveError, "over" if state.over else "turn")
            codes[answer[1]] += 1
        assert memory(state) == raw
        assert bytes(state) == saved
        assert set(state.legal_moves()) == legal
    assert set(codes) == kit.refused, "every reason to refuse a move was among them"


@EACH
def test_legal_moves_are_accepted_one_by_one(kit: Kit, scale: int) -> None:
    """At random moments every legal move can be played on a copy, by number, text or Move, with and without the
    seat."""
    rng = Random("accepted")
    for state in kit.moments(rng, scale // kit.share):
        for move in state.legal_moves():
            event = state.copy().play(in_any_form(rng, move))
            hidden = move.act in ("lay", "pair")
            assert (event.seat, event.move) == (state.turn, state._engine.hidden if hidden else move)
            assert state.copy().play(move, seat=state.turn) == event


@EACH
def test_bots_play_legal_moves_only(kit: Kit, scale: int) -> None:
    """At random moments every bot answers a view with one of its moves, the same each time, and a bot that was pickled
    does too."""
    rng = Random("bots")
    played = 0
    for state in kit.moments(rng, scale // kit.share):
        if state.over:
            continue
        view, seed = state.view(state.turn), rng.getrandbits(64)
        pickled = map(pickle.loads, map(pickle.dumps, kit.bots(seed)))
        for bot, again, other in zip(kit.bots(seed), kit.bots(seed), pickled, strict=True):
            move = bot(view)
            assert move in view.legal_moves()
            assert again(view) == other(view) == move
            played += 1
    assert played >= scale // kit.share


# ------------------------------------------------------------------------------
# Copies, bytes, JSON
# ------------------------------------------------------------------------------


@EACH
def test_copies_share_nothing(kit: Kit, scale: int) -> None:
    """At random moments playing on in a copy leaves the original as it was, and the reverse; a copy has no undo."""
    rng = Random("copies")
    for state in kit.moments(rng, scale // kit.share):
        original = state.copy()
        copies = [state.copy(), copy(state), deepcopy(state)]
        before, views = memory(state), [state.view(seat) for seat in range(state.players)]
        assert all(other == state and other is not state for other in copies)
        with pytest.raises(StateError):
            copies[0].undo()
        go_on(copies[0], copies[0].copy(), rng, 60)
        assert memory(state) == before
        assert [state.view(seat) for seat in range(state.players)] == views
        assert (copies[0] == state) == state.over
        assert all(other == original for other in copies[1:])
        go_on(copies[1], copies[2], rng, 10)


@EACH
@pytest.mark.parametrize(
    "saved_and_loaded",
    [
        pytest.param(lambda game, state: game.state.from_bytes(bytes(state)), id="bytes"),
        pytest.param(lambda game, state: game.state.from_dict(state.to_dict()), id="dict"),
        pytest.param(lambda game, state: game.state.from_dict(json.loads(json.dumps(state.to_dict()))), id="json"),
        pytest.param(lambda game, state: game.replay(game.record.parse(str(state.record()))), id="record"),
        pytest.param(lambda game, state: pickle.loads(pickle.dumps(state)), id="pickle"),
    ],
)
def test_a_saved_state_comes_back_and_goes_on(kit: Kit, saved_and_loaded: Callable[..., State], scale: int) -> None:
    """At random moments a state that was saved and loaded is equal to the byte, shows every seat the same and continues
    equally, with the same chance."""
    rng = Random("saving")
    for state in kit.moments(rng, scale // 10):
        loaded = saved_and_loaded(kit.game, state)
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


@EACH
def test_the_order_of_the_stock_shows_nowhere(kit: Kit, scale: int) -> None:
    """After a shuffle of the pieces still to be drawn, all seats together get the same as before."""
    rng = Random("stock")
    compared, moments = 0, scale // 10
    for state in kit.moments(rng, moments):
        undrawn = kit.undrawn(state)
        if undrawn is None:
            continue
        record = state.record()
        deck = list(record.deck)
        hidden = deck[undrawn]
        rng.shuffle(hidden)
        deck[undrawn] = hidden
        other = kit.game.replay(replace(record, deck=tuple(deck)))
        for seat in (None, *range(state.players)):
            assert all_that_a_seat_gets(kit, other, seat) == all_that_a_seat_gets(kit, state, seat)
        compared += 1
    assert compared >= moments // 4


@EACH
def test_nobody_draws_twice(kit: Kit) -> None:
    """A-L1: after a draw neither another draw, a take, nor the same request again is played; nothing changes."""
    state = kit.game.deal(seed=1)
    while "draw" not in map(str, state.legal_moves()):
        state.play(state.legal_moves()[0])
    seat, held = state.turn, len(state.hand(state.turn))
    state.play("draw", seat)
    before = bytes(state), state.copy()
    for move in ("draw", "take", "draw"):
        with pytest.raises(IllegalMoveError) as refused:
            state.play(move, seat)
        assert refused.value.code == "drawn"
        assert (bytes(state), state) == before
        assert (len(state.hand(seat)), state.turn) == (held + 1, seat)


MISUSES: list[Callable[[State], object]] = [
    lambda state: state.view(9),
    lambda state: state.hand(-1),
    lambda state: state.copy().undo(),
    lambda state: state.play(999),
    lambda state: state.play("discard"),
]


@EACH
def test_spectators_see_public_pieces_only(kit: Kit, scale: int) -> None:
    """At random moments a spectator's view, the repr of the state and its errors name no piece but those that everybody
    has seen."""
    rng = Random("spectators")
    over = 0
    for state in kit.moments(rng, scale // 3):
        public, view = kit.public(state), state.view(None)
        over += state.over
        assert (len(view.hand), view.drawn, len(view.legal_moves())) == (0, None, 0)
        told = {name: value for name, value in view.to_dict().items() if name != "roles"}  # they follow from the tiplu
        for text in (repr(view), str(view), json.dumps(told), repr(view.history)):
            assert kit.words(text) <= public
        assert kit.words(repr(state)) | kit.words(str(state)) <= kit.in_repr(state)
        for misuse in MISUSES:
            with pytest.raises(RummyError) as caught:
                misuse(state)
            assert not kit.words(str(caught.value)) | kit.words(repr(caught.value))
    assert over >= scale // 100


@EACH
def test_views_show_a_seat_its_own_hand_and_counts_of_the_others(kit: Kit, scale: int) -> None:
    """At random moments a view has the seat's own hand, and of the others and the stock no more than their number."""
    rng = Random("views")
    for state in kit.moments(rng, scale // 10):
        for seat in range(state.players):
            view = state.view(seat)
            assert view.hand == state.hand(seat)
            assert view.sizes == tuple(len(state.hand(other)) for other in range(state.players))
            assert view.stock == state.stock
            assert view.legal_moves() == (state.legal_moves() if seat == state.turn else ())
            assert view.history == state.events(seat) == told(kit, state, seat)
            for move in kit.all_moves[:: 1 if seat == state.turn else kit.mask]:
                assert (refusal(state, move, seat) is None) == (move in view.legal_moves())


# ------------------------------------------------------------------------------
# Same seed, same round
# ------------------------------------------------------------------------------


@EACH
def test_same_seed_same_round_in_every_process(kit: Kit) -> None:
    """Processes with different hash seeds, whose other generators were used meanwhile, deal and play the same
    rounds."""
    program = (
        "import random; random.seed({n}); random.random()\n"
        "from kits import KITS; from kit import rounds_from_a_seed\n"
        "kit = KITS[{name!r}]; [kit.game.deal(seed=i) for i in range({n})]\n"
        "print(rounds_from_a_seed(kit, 7))"
    )
    expected = rounds_from_a_seed(kit, 7)
    assert f'"{kit.by_chance}"' in expected
    here = str(Path(__file__).parent)
    path = os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH")]))
    for n in (1, 2):
        done = subprocess.run(
            [sys.executable, "-c", program.format(n=n, name=kit.name)],
            cwd=here,
            env={**os.environ, "PYTHONHASHSEED": str(n), "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip() == expected


@EACH
def test_a_round_is_untouched_by_other_rounds_beside_it(kit: Kit) -> None:
    """Two rounds of one seed, one of them played in between the moves of others, are equal."""
    rng = Random("beside")
    rules: Any = kit.game.rules
    for seed in range(20):
        alone, beside = (kit.game.deal(seed=seed, players=3, rules=rules(turn_cap=120)) for _ in range(2))
        play_out(alone, kit.eager(Random(seed)))
        choose: Player = kit.eager(Random(seed))
        others = [kit.game.deal(seed=rng.getrandbits(64)) for _ in range(2)]
        while not beside.over:
            beside.play(choose(beside))
            for other in others:
                if not other.over:
                    other.play(rng.choice(other.legal_moves()))
        assert beside == alone


# ------------------------------------------------------------------------------
# The command line
# ------------------------------------------------------------------------------


@EACH
@pytest.mark.parametrize("command", ["demo", "analyze", "simulate"])
def test_help_is_there(kit: Kit, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each command of a game explains itself and exits 0, and the command alone names the game."""
    assert main([command, kit.name, "--help"]) == 0
    assert f"usage: rummycore {command} {kit.name}" in capsys.readouterr().out
    assert main([command, "--help"]) == 0
    assert kit.name in capsys.readouterr().out


@EACH
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["demo", "--seed", "-1"], "-1"),
        (["demo", "--seed", str(1 << 64)], str(1 << 64)),
        (["demo", "--seed", "x"], "x"),
        (["simulate", "--players", "1"], "1"),
        (["simulate", "--players", "9"], "9"),
        (["simulate", "--rounds", "0"], "0"),
        (["simulate", "--rounds", "9" * 5000], "whole number"),
        (["simulate", "--bot", "clever"], "clever"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, list) else None,
)
def test_bad_usage_is_one_line(kit: Kit, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Bad usage exits 2, with one line on stderr that names the thing, and nothing on stdout."""
    assert main([arguments[0], kit.name, *arguments[1:]]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert words in told.err


@EACH
@pytest.mark.parametrize(
    "text", ["{", "[]", '{"no_such_rule": true}', '{"turn_cap": 0}', '{"turn_cap": "3"}', "\xff", "[" * 100_000]
)
def test_a_bad_rules_file_is_named(kit: Kit, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that holds no rules is an error of one line, status 1."""
    file = tmp_path / "rules.json"
    file.write_text(text, encoding="latin-1")
    for rules in (str(file), "no/such/file"):
        assert main(["simulate", kit.name, "--rounds", "1", "--rules", rules]) == 1
        told = capsys.readouterr()
        assert told.err.count("\n") == 1
        assert rules in told.err
        assert "Traceback" not in told.err


@EACH
def test_a_demonstration_shows_a_whole_round(kit: Kit, capsys: pytest.CaptureFixture[str]) -> None:
    """The demonstration shows the table, legal moves, how the round is won and what is paid, the same for one seed."""
    shown = []
    for seed in ("1", "1", "2"):
        assert main(["demo", kit.name, "--seed", seed]) == 0
        shown.append(capsys.readouterr().out)
    for words in kit.shown:
        assert words in shown[0]
    assert shown[0] == shown[1] != shown[2]


@EACH
@pytest.mark.parametrize("bot", ["random", "simple"])
def test_counts_of_a_simulation_add_up(kit: Kit, bot: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The counts of a simulation agree with one another, and the checksum repeats and depends on seed and rules."""
    found = []
    for seed, rules in (
        ("5", kit.start[0]),
        ("5", kit.start[0]),
        ("6", kit.start[0]),
        ("5", next(iter(kit.game.presets))),
    ):
        arguments = ["simulate", kit.name, "--players", "3", "--rounds", "8", "--bot", bot, "--json", "--rules", rules]
        assert main([*arguments, "--seed", seed]) == 0
        found.append(json.loads(capsys.readouterr().out))
    one, again, other, default = found
    assert set(one) == {
        *("rounds", "steps", "steps_per_second", "wins", "drawn", "truncated", "endings", "points", "checksum")
    }
    assert one["rounds"] == 8 == sum(one["wins"]) + one["drawn"] + one["truncated"] == sum(one["endings"].values())
    assert len(one["wins"]) == len(one["points"]) == 3
    assert one["steps_per_second"] > 0
    assert {**one, "steps_per_second": 0} == {**again, "steps_per_second": 0}
    assert len({one["checksum"], other["checksum"], default["checksum"]}) == 3
    assert sum(default["points"]) == 0


@EACH
def test_a_simulation_counts_truncated_rounds(kit: Kit) -> None:
    """Rounds that the cap ends are counted as what they are."""
    rules: Any = kit.game.rules
    short = simulate(kit.game, 5, players=2, seed=1, bot="random", rules=rules(turn_cap=1))
    assert (short["truncated"], short["endings"]) == (5, {"truncated": 5})


@EACH
def test_the_checksum_is_the_same_for_ever(kit: Kit) -> None:
    """The checksum of a seed is pinned: the same on every machine, and another when anything about the game changes."""
    rounds, checksum = kit.checksum
    found = simulate(kit.game, rounds, players=4, seed=7, bot="random", rules=kit.game.rules())
    assert found["checksum"] == checksum
