"""What is sent as JSON can be read back: views, events, outcomes, analyses, settlements and verdicts of both games."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from kit import Kit, State, told
from kits import EACH
from schemas import check, form_of

from rummycore import NotationError, RummyError, StateError, marriage, okey


def sent(value: Any) -> Any:
    """Return a value that has gone through JSON text, which is as the schema says."""
    data = json.loads(json.dumps(value.to_dict()))
    check(form_of(value), data)
    return type(value).from_dict(data)


@EACH
def test_views_events_and_outcomes_are_read_back(kit: Kit, scale: int) -> None:
    """At random moments each seat's view is the same behind JSON, with its outcome; so are its events. A bot behind
    JSON chooses the same move."""
    rng = Random("wire")
    ends = 0
    state: State
    for state in kit.moments(rng, scale // 10):
        for seat in (None, *range(state.players)):
            view = state.view(seat)
            again = sent(view)
            assert again == view
            assert repr(again) == repr(view)
            assert tuple(map(sent, view.history)) == view.history == told(kit, state, seat)
        if state.outcome is not None:
            ends += 1
            assert sent(state.outcome) == state.outcome
        else:
            view = state.view(state.turn)
            for bot in kit.game.bots.values():
                assert bot(sent(view)) == bot(view)
    assert ends > scale // 200


@EACH
def test_a_view_without_rules_and_history(kit: Kit) -> None:
    """A client that has the rules and the events is sent the rest of a view, and makes the whole of it."""
    state: State = kit.game.deal(seed=4, players=2)
    for _ in range(8):
        state.play(state.legal_moves()[-1])
    view = state.view(1)
    data = json.loads(json.dumps(view.to_dict(rules=False, history=False)))
    assert not {"rules", "history"} & set(data)
    assert type(view).from_dict(data, rules=view.rules, history=state.events(1)) == view
    with pytest.raises(StateError, match="lacks the key"):
        type(view).from_dict(data)


@EACH
def test_a_view_says_what_is_really_played(kit: Kit) -> None:
    """No option is null in the rules of a view, whatever the rules leave open."""
    for name in ("", *kit.package.PRESETS):
        rules = kit.package.PRESETS[name] if name else kit.package.Rules()
        view = kit.package.deal(seed=1, rules=rules).view(0)
        assert view.rules == rules.resolved()
        unlimited = {"max_reshuffles"}  # None is no limit there
        assert {key for key, value in view.to_dict()["rules"].items() if value is None} <= unlimited


@EACH
def test_analyses_are_read_back(kit: Kit, scale: int) -> None:
    """What a view's analysis says is the same behind JSON."""
    for state in kit.moments(Random("analyses"), max(30, scale // 20)):
        for seat in range(state.players):
            found = state.view(seat).analyze()
            assert sent(found) == found


def test_settlements_verdicts_and_arrangements_are_read_back() -> None:
    """Values that stateless calls return are the same behind JSON."""
    hand = "r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k1 k2 k3 k4"
    parts = ["r1 r2 r3", "y5 y6 y7 y8", "r9 y9 b9", "k12 k13 k1 k2"]
    for value in (
        okey.settle([10] * 4, indicator="r3", winner=2, win="pairs", okey_finish=True),
        okey.check_declaration(parts, discard="F", indicator="k9"),
        okey.arrange(hand, indicator="k9"),
        marriage.settle([12, 5, 0, 8], [True, True, False, True], winner=1),
        marriage.check_declaration(["6h 6h 6h", "3s 4s 5s", "Qd Kd Jc"], discard="4d", tiplu="Jc"),
        marriage.maal("Jc Qc Qc Qc Tc Tc Tc", tiplu="Jc"),
        marriage.Goal(primary=3, dublees=7),
        marriage.meld("6d Qc 8d", tiplu="Jc"),
    ):
        assert sent(value) == value
    (reason,) = okey.settle([10] * 4, indicator="r3", winner=2, win="pairs", okey_finish=True).reasons
    assert (reason.factor, reason.color) == (4, 2) or reason.factor > 1


@EACH
@pytest.mark.parametrize("wrong", [None, 1, "x", [], {}, {"seat": 0}], ids=repr)
def test_what_is_no_event(kit: Kit, wrong: Any) -> None:
    """JSON that is no event is a RummyError."""
    state: State = kit.game.deal(seed=1)
    event = type(state.play(state.legal_moves()[0]))
    with pytest.raises(RummyError):
        event.from_dict(wrong)


@EACH
def test_mutated_views_are_read_or_refused(kit: Kit, scale: int) -> None:
    """A view of which a part is exchanged is read, or is a RummyError; nothing else happens."""
    rng = Random("mutated")
    view = kit.game.deal(seed=2).view(0)
    text = json.dumps(view.to_dict())
    refused = 0
    for _ in range(scale):
        data = json.loads(text)
        holder, key = rng.choice(list(places(data)))
        holder[key] = rng.choice([None, -1, 10**30, 1.5, "", "x", [], [None], {}, True, "r1", "6h"])
        try:
            type(view).from_dict(data)
        except RummyError:
            refused += 1
    assert refused > scale // 2


def places(data: Any) -> Any:
    """Yield each place in JSON values: what holds it, and its key."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        yield data, key
        if isinstance(value, (dict, list)):
            yield from places(value)


@EACH
@pytest.mark.parametrize("word", [None, 4, 4.0, True, [], {}, ["draw"], {"move": "draw"}, b"draw", 3.5], ids=repr)
def test_what_a_client_sends_for_a_move_is_a_text(kit: Kit, word: object) -> None:
    """What is no text is a NotationError, and nothing changes; a text is played as `play` plays it."""
    state: State = kit.game.deal(seed=1)
    before = bytes(state)
    with pytest.raises(NotationError, match="a move is a text"):
        state.play_text(word, seat=state.turn)
    with pytest.raises(NotationError, match="there is no move"):
        state.play_text("x")
    assert bytes(state) == before
    move = state.legal_moves()[0]
    assert state.copy().play_text(str(move), state.turn) == state.play(move)
