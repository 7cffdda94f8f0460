"""Rounds of Okey beside a slow model that was written from the text of the rules."""

from __future__ import annotations

from collections import Counter
from random import Random

import okey_random
from okey_decks import stack
from okey_model import Model

from rummycore import okey


def agree(state: okey.State, model: Model) -> None:
    """Assert that engine and model know the same legal moves, and that each seat sees the same."""
    legal, right = {str(move) for move in state.legal_moves()}, model.legal()
    assert legal == right, f"engine alone {legal - right}, model alone {right - legal}: {state.record()}"
    assert (state.turn, str(state.phase), state.turns) == (model.turn, model.phase, model.turns), state.record()
    for asking in (None, *range(state.players)):
        view = state.view(asking)
        hand = [] if asking is None else model.hands[asking]
        assert Counter(map(str, view.hand)) == Counter(hand), state.record()
        assert view.sizes == tuple(map(len, model.hands)), state.record()
        assert (view.stock, view.shower) == (len(model.stock), model.shower), state.record()
        assert str(view.drawn) == str(model.sees_drawn(asking)), state.record()
        assert [(seat, str(tile)) for seat, tile in view.discards] == model.displayed(), state.record()
        assert list(view.points) == model.points, state.record()


def follow(state: okey.State, choose: okey_random.Player) -> Counter[str]:
    """Play a round to its end beside the model, and return how often each act was played and how the round ended."""
    record, acts = state.record(), Counter[str]()
    deck = [str(tile) for tile in record.deck]
    model = Model(deck, state.players, state.dealer, state.rules.to_dict(), state.points)
    while True:
        agree(state, model)
        if state.over:
            break
        move = choose(state)
        state.play(move)
        model.play(str(move))
        acts[move.act] += 1
    outcome = state.outcome
    assert outcome is not None
    assert (str(outcome.ending), outcome.winner) == (model.ending, model.winner), state.record()
    assert str(outcome.tile) == str(model.finished_with), state.record()
    assert str(outcome.win) == ("both" if len(model.by) == 2 else model.by[0] if model.by else "None"), state.record()
    assert outcome.single_color == model.single_colour, state.record()
    assert list(outcome.points) == model.points, state.record()
    changes = {str(reason.cause): list(reason.changes) for reason in outcome.reasons}
    assert changes.get("show", [0] * state.players) == model.shown, state.record()
    assert changes.get("win", [0] * state.players) == model.won, state.record()
    ended = changes.get("okeys_left", changes.get("stock_end", [0] * state.players))
    assert ended == model.ended, state.record()
    acts[str(outcome.ending)] += 1
    return acts


def shower(state: okey.State) -> okey.Move:
    """Show where it is legal, else pass, draw and discard."""
    moves = state.legal_moves()
    return next((move for act in ("show", "pass", "draw") for move in moves if move.act == act), moves[0])


def test_a_slow_model_agrees_at_every_step(scale: int) -> None:
    """In random rounds under random rules each step has the model's legal moves and views, and each end its points."""
    rng = Random("model")
    acts = Counter[str]()
    for rules in (
        okey.Rules(payout="deduct", game_end_check="immediate"),
        okey.Rules(stock_end="next_may_take_to_win"),
        okey.Rules(turn_cap=5),
    ):
        deck = stack("y3", {2: "y3"}, players=4)
        acts += follow(okey.deal(deck=deck, rules=rules, points=[1] * 4), shower)
    while acts.total() < 4 * scale:
        table = okey_random.eventful_table if rng.random() < 0.7 else okey_random.table
        acts += follow(table(rng), okey_random.player(rng))
    assert {move.act for move in okey.Move.all()} | set(map(str, okey.Ending)) == set(acts)
