"""Faults that people met in engines of every game, each under the id of its case: A-R chance, A-Z saving and copies."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from kit import Kit, State, go_on, random_round
from kits import EACH, KITS

ROUNDS = """
import hashlib, json, random, sys
from importlib import import_module
from rummycore.game import games
random.seed(sys.argv[1])
game = games()[sys.argv[2]]
match = game.match(7, players=4, dealer=None, rules=game.rules.from_dict(json.loads(sys.argv[3])), max_rounds=200)
bots = [import_module(f"rummycore.{game.name}").random_bot(1), *[game.bots["simple"]] * 3]
digest = hashlib.sha256()
step = 0
while not match.over:
    state = match.next_round()
    digest.update(repr(state.record().deck).encode())
    sensible = len(match.outcomes) % 10 == 0
    while not state.over:
        random.seed(random.random())
        moves = state.legal_moves()
        step += 1
        event = state.play(bots[state.turn](state.view(state.turn)) if sensible else moves[step * 7919 % len(moves)])
        digest.update(repr(event).encode())
    digest.update(repr(state.outcome).encode())
print(len(match.outcomes), match.points, digest.hexdigest())
"""


@EACH
def test_case_a_r1_same_seed_same_game(kit: Kit) -> None:
    """A-R1: 200 rounds from seed 7 are the same in two processes with other hash seeds and other use of `random`."""
    rules = json.dumps(replace(kit.endless, turn_cap=60).to_dict())
    running = [
        subprocess.Popen(
            [sys.executable, "-c", ROUNDS, f"seed {n}", kit.name, rules],
            env={**os.environ, "PYTHONHASHSEED": str(n)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for n in (1, 2)
    ]
    one, two = (process.communicate()[0] for process in running)
    assert [process.returncode for process in running] == [0, 0]
    assert one == two
    assert one.startswith("200 ")


@EACH
def test_case_a_r1_random_is_left_alone(kit: Kit) -> None:
    """A-R1: dealing, playing and asking bots neither use nor move Python's generator."""
    random.seed(5)
    before = random.getstate()
    kit.quiet(kit.package.Match(7, max_rounds=1, rules=replace(kit.endless, turn_cap=300)).next_round())
    state = kit.package.deal(seed=1)
    for bot in kit.bots():
        bot(state.view(state.turn))
    assert random.getstate() == before


@EACH
def test_case_a_r2_next_round_is_a_new_round(kit: Kit) -> None:
    """A-R2: 20 rounds of a match have 20 decks, and a resumed match deals the same ones from there, with the same
    chance."""
    rules = replace(kit.endless, turn_cap=5)
    match = kit.package.Match(9, rules=rules)
    dealt: list[Any] = []
    saved: list[Any] = []
    for _ in range(20):
        state = match.next_round()
        dealt.append(replace(state.record(), moves=()))
        kit.quiet(state)
        saved.append(match.to_dict())
    decks = {record.deck for record in dealt}
    assert len(decks) == 20
    assert len({deck[-1] for deck in decks}) > 5
    for k in (1, 7, 19):
        resumed = kit.package.Match.from_dict(json.loads(json.dumps(saved[k - 1])))
        assert resumed.next_round().record() == dealt[k]
    assert kit.package.Match(10, rules=rules).next_round().record().deck not in decks


MOMENTS = pytest.mark.parametrize(
    ("kit", "moment"),
    [
        pytest.param(kit, moment, id=f"{name} {moment}")
        for name, kit in KITS.items()
        for moment in (*kit.named, "refused")
    ],
)


def state_at(kit: Kit, moment: str) -> State:
    """Return a round at one of the kit's moments, or one at which a move was refused."""
    if moment != "refused":
        return kit.named[moment]()
    state = random_round(kit, 3, 12)
    with pytest.raises(ValueError, match=kit.wrong_move[0]):
        state.play(kit.wrong_move[0])
    return state


@MOMENTS
def test_case_a_z1_saving_in_mid_turn(kit: Kit, moment: str) -> None:
    """A-Z1: a restored round is equal, with the same moves, views, outcome and next 50 moves; seat 0 stays seat 0."""
    state = state_at(kit, moment)
    game = kit.game
    for other in (
        game.state.from_dict(json.loads(json.dumps(state.to_dict()))),
        game.state.from_bytes(bytes(state)),
        game.replay(game.record.parse(str(state.record()))),
        state.copy(),
    ):
        restored: Any = other
        assert (restored, bytes(restored)) == (state, bytes(state))
        assert (restored.turn, restored.phase, restored.outcome) == (state.turn, state.phase, state.outcome)
        for seat in (*range(state.players), None):
            assert restored.view(seat) == state.view(seat)
            assert json.dumps(restored.view(seat).to_dict()) == json.dumps(state.view(seat).to_dict())
        go_on(state.copy(), restored, Random(1), 50)


def all_of(state: State) -> tuple[object, ...]:
    """Return all that a state tells."""
    views = [state.view(seat) for seat in (*range(state.players), None)]
    return bytes(state), state.copy(), state.history, state.legal_moves(), views


@MOMENTS
def test_case_a_z2_copies_share_nothing(kit: Kit, moment: str) -> None:
    """A-Z2: thirty moves in a copy leave the original as it was, and thirty in the original leave the copy, also in
    mid-turn."""
    state = state_at(kit, moment)
    for played, kept in ((state.copy(), state), (state, state.copy())):
        before, chance = all_of(kept), Random(2)
        for _ in range(30):
            if not played.over:
                played.play(chance.choice(played.legal_moves()))
        assert all_of(kept) == before
        assert played != kept or kept.over
