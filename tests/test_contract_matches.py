"""What must hold in a match of every game: rounds one after another from one seed, saved as their moves and resumed."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from kit import Kit, bot_move, finish
from kits import EACH, KITS
from mangling import refused

from rummycore import NotationError, RummyError, StateError


def short(kit: Kit, turns: int = 6) -> Any:
    """Return rules of a match that max_rounds alone ends and whose rounds are short."""
    return replace(kit.endless, turn_cap=turns)


# ------------------------------------------------------------------------------
# Round after round
# ------------------------------------------------------------------------------


@EACH
def test_a_match_begins_before_its_first_round(kit: Kit) -> None:
    """A new match has no round, everybody's start points, no outcome and no winner; 100 rounds are its limit."""
    rules, points = kit.game.presets[kit.start[0]], (kit.start[1],) * 3
    match: Any = kit.package.Match(7, players=3, dealer=2, rules=rules)
    assert (match.state, match.points, match.outcomes, match.winners) == (None, points, (), ())
    assert (match.over, match.decided, match.dealer, match.players, match.rules) == (False, False, 2, 3, rules)
    assert match.max_rounds == 100
    state = match.next_round()
    assert match.state is state
    assert (state.dealer, state.turn, state.players, state.rules) == (2, 0, 3, rules)


@EACH
def test_a_match_deals_no_round_while_one_is_running(kit: Kit) -> None:
    """The next round is dealt when the last is over, and none when the match is."""
    match = kit.package.Match(7, max_rounds=1, rules=short(kit))
    state = match.next_round()
    refused(match.next_round, StateError, "running")
    assert match.state is state
    kit.quiet(state)
    refused(match.next_round, StateError, "match_over")


@EACH
def test_same_seed_same_match(kit: Kit) -> None:
    """A match is the same for the same seed, another for another, and its rounds differ from each other."""
    one, two, other = (finish(kit, kit.package.Match(seed, rules=kit.endless, max_rounds=4)) for seed in (3, 3, 4))
    assert one.to_dict() == two.to_dict()
    assert one.outcomes == two.outcomes
    assert one.to_dict()["rounds"] != other.to_dict()["rounds"]
    assert len({json.dumps(moves) for moves in one.to_dict()["rounds"]}) == 4


@EACH
def test_a_match_says_why_it_has_ended(kit: Kit) -> None:
    """`ended` is one word once no further round is dealt, and None before; a match that its limit ends is not decided,
    but it is over."""
    match = kit.package.Match(7, rules=short(kit, 1), max_rounds=2)
    said = [match.ended]
    for _ in range(2):
        state = match.next_round()
        said.append(match.ended)
        kit.quiet(state)
        said.append(match.ended)
    assert said == [None, None, None, None, "max_rounds"]
    assert (match.over, match.decided, match.winners) == (True, False, (0, 1, 2, 3))
    refused(match.next_round, StateError, "match_over", "ended by max_rounds")
    again: Any = kit.package.Match.from_dict(match.to_dict())
    assert (again.ended, again.max_rounds) == ("max_rounds", 2)
    assert len(finish(kit, kit.package.Match(1, rules=short(kit, 1))).outcomes) == 100


@EACH
def test_who_leads_at_the_limit_has_won(kit: Kit) -> None:
    """The winners of a match that its limit ends are all who have most points."""
    match = finish(kit, kit.package.Match(2, rules=kit.endless, max_rounds=3))
    assert (len(match.outcomes), match.over, match.decided, match.ended) == (3, True, False, "max_rounds")
    assert match.winners == tuple(seat for seat in range(4) if match.points[seat] == max(match.points))


@EACH
@pytest.mark.parametrize("max_rounds", [0, -1, 1_000_001, 2**70])
def test_the_limit_of_a_match_has_a_range(kit: Kit, max_rounds: int) -> None:
    """The limit is 1 to 1,000,000 rounds, an int."""
    refused(lambda: kit.package.Match(1, max_rounds=max_rounds), StateError, "limit")
    for wrong in ("3", 3.0, True):
        refused(lambda: kit.package.Match(1, max_rounds=wrong), TypeError, None, "max_rounds")  # noqa: B023


@EACH
@pytest.mark.parametrize("seed", [-1, 2**64, 2**80])
def test_a_seed_has_a_range(kit: Kit, seed: int) -> None:
    """Seeds are 0 to 2**64-1, ints, in matches, deals and bots."""
    for make in (kit.package.Match, kit.package.deal, kit.package.random_bot):
        refused(lambda: make(seed), StateError, "seed")  # noqa: B023
        for wrong in ("3", 3.0, True):
            refused(lambda: make(wrong), TypeError, None, "seed")  # noqa: B023
    refused(lambda: kit.package.Match(None), TypeError, None, "seed")
    assert not kit.package.Match(2**64 - 1).next_round().over


@EACH
def test_the_repr_of_a_match_hides_pieces(kit: Kit) -> None:
    """The repr of a match tells how far it is, and no seed and no piece."""
    match: Any = kit.package.Match(123456789)
    kit.turn(match.next_round())
    assert repr(match) == f"<{kit.name}.Match: 4 players, 1 rounds dealt, points {match.points}>"


# ------------------------------------------------------------------------------
# Saving
# ------------------------------------------------------------------------------


def resumed(match: Any) -> Any:
    """Return the match after a way through JSON text."""
    return type(match).from_dict(json.loads(json.dumps(match.to_dict())))


@pytest.mark.parametrize(
    ("kit", "players", "rules"),
    [pytest.param(kit, *how, id=f"{name} {i}") for name, kit in KITS.items() for i, how in enumerate(kit.resumed)],
)
def test_a_match_resumes_in_the_middle_of_a_round(kit: Kit, players: int, rules: Any) -> None:
    """Saved at any moment and resumed, a match goes on just as it would have: pieces, chance, moves, points, dealers,
    winners."""
    through = finish(kit, kit.package.Match(11, players=players, rules=rules, max_rounds=4))
    whole = through.to_dict()
    for rounds, moves in ((0, 0), (1, 0), (1, 1), (2, 9), (3, 30), (len(whole["rounds"]), 3)):
        match = kit.package.Match(11, players=players, rules=rules, max_rounds=4)
        if rounds:
            finish(kit, match, rounds - 1)
            match.next_round()
            for _ in range(moves):
                if not match.state.over:
                    bot_move(kit, match.state)
        again = resumed(match)
        assert again.to_dict() == match.to_dict()
        for name in ("points", "dealer", "outcomes", "winners", "state", "over", "decided", "rules"):
            assert getattr(again, name) == getattr(match, name)
        if match.state is not None:
            assert again.state.legal_moves() == match.state.legal_moves()
            assert again.state.view(0) == match.state.view(0)
        assert finish(kit, again).to_dict() == whole
        assert (again.outcomes, again.winners) == (through.outcomes, through.winners)


@EACH
def test_a_match_saved_between_rounds_and_at_the_end(kit: Kit) -> None:
    """Between rounds and after the end the saved match is the same: over or not, with the same winners."""
    match = kit.package.Match(2, rules=short(kit), max_rounds=3)
    while not match.over:
        kit.quiet(match.next_round())
        again = resumed(match)
        assert (again.over, again.decided, again.winners) == (match.over, match.decided, match.winners)
        assert again.outcomes == match.outcomes
    refused(resumed(match).next_round, StateError, "match_over")


@EACH
def test_the_document_of_a_match_is_plain_json(kit: Kit) -> None:
    """A saved match has format 1, its seed as a text, and no key but those documented."""
    match = kit.package.Match(2**64 - 1, dealer=1)
    state = match.next_round()
    for _ in range(5):
        state.play(state.legal_moves()[0])
    data = json.loads(json.dumps(match.to_dict()))
    assert data == match.to_dict()
    assert {key: data.pop(key) for key in ("format", "game", "seed", "players", "dealer", "max_rounds", "rounds")} == {
        "format": 1,
        "game": kit.name,
        "seed": str(2**64 - 1),
        "players": 4,
        "dealer": 1,
        "max_rounds": 100,
        "rounds": [[str(event.move) for event in state.history]],
    }
    assert set(data) == {"rules_version", "rules"}


# ------------------------------------------------------------------------------
# Documents that are none
# ------------------------------------------------------------------------------


def saved(kit: Kit) -> dict[str, Any]:
    """Return the document of a match in its third round."""
    match = kit.package.Match(3, rules=short(kit), dealer=0)
    for _ in range(2):
        kit.quiet(match.next_round())
    kit.turn(match.next_round())
    document: dict[str, Any] = match.to_dict()
    return document


SAVED = {name: saved(kit) for name, kit in KITS.items()}


@EACH
@pytest.mark.parametrize(
    ("change", "code", "named"),
    [
        ({"format": 2}, "format", "2"),
        ({"format": True}, "format", "True"),
        ({"game": "gin"}, "game", "gin"),
        ({"game": None}, "game", "None"),
        ({"rules_version": 999}, "rules_version", "999"),
        ({"rules_version": "1"}, "type", "rules_version"),
        ({"seed": 3}, "type", "seed"),
        ({"seed": "x"}, "seed", "x"),
        ({"seed": "-1"}, "seed", "-1"),
        ({"seed": str(2**64)}, "seed", str(2**64)),
        ({"seed": "9" * 5000}, "seed", "9"),
        ({"seed": "\u0663"}, "seed", "\u0663"),
        ({"players": 9}, None, "9 players"),
        ({"players": 1}, None, "1 players"),
        ({"players": 0}, None, "0 players"),
        ({"players": True}, "type", "players"),
        ({"players": 2**70}, "outside", "players"),
        ({"dealer": 4}, "dealer", "4"),
        ({"dealer": -1}, "outside", "dealer"),
        ({"dealer": None}, "type", "dealer"),
        ({"max_rounds": 0}, "outside", "max_rounds"),
        ({"max_rounds": 2}, "match_over", "round 3"),
        ({"rules": {"x": 1}}, "no_rule", "x"),
        ({"rules": []}, "type", "rules"),
        ({"rules": {"turn_cap": 0}}, "range", "turn_cap"),
        ({"rounds": None}, "type", "rounds"),
        ({"rounds": {}}, "type", "rounds"),
        ({"rounds": [None]}, "type", "round 1"),
        ({"rounds": [[7]]}, "type", "round 1, move 1"),
        ({"rounds": [[], []]}, "running", "round 2"),
        ({"seed": "4"}, "not_held", "round 1, move"),
        ({"extra": 1}, "unknown_key", "extra"),
    ],
)
def test_a_document_of_a_match_that_is_wrong(kit: Kit, change: dict[str, Any], code: str | None, named: str) -> None:
    """A damaged document is refused with an error that names what is wrong; without a code here it is that of the
    players."""
    with pytest.raises(RummyError) as caught:
        kit.package.Match.from_dict({**SAVED[kit.name], **change})
    assert caught.value.code == (kit.seats if code is None else code)
    assert named in caught.value.sentence


@EACH
def test_a_saved_move_that_cannot_be_played_is_named(kit: Kit) -> None:
    """An illegal move, one after the end, and options of another game: the error names the round and the move, or the
    option."""
    document, load = SAVED[kit.name], kit.package.Match.from_dict
    first, second, third = document["rounds"]
    move, code = kit.wrong_move
    for rounds, why, named in (
        ([first, second, [*third, move]], code, f"round 3, move {len(third) + 1}"),
        ([first, [*second, "draw"]], "over", f"round 2, move {len(second) + 1}"),
    ):
        with pytest.raises(RummyError) as caught:
            load({**document, "rounds": rounds})
        assert caught.value.code == why
        assert named in caught.value.sentence
    for name in KITS.keys() - {kit.name}:
        with pytest.raises(RummyError) as caught:
            load({**document, "game": name})
        assert (caught.value.code, name in caught.value.sentence) == ("game", True)
    with pytest.raises(RummyError) as caught:
        load({**document, "rules": {kit.foreign: "x"}})
    assert (caught.value.code, kit.foreign in caught.value.sentence) == ("no_rule", True)


@EACH
@pytest.mark.parametrize("word", ["discard", "discard x1", "", "show r1", "lay 2c 3c", "\ud800"])
def test_a_saved_word_that_is_no_move_is_named(kit: Kit, word: str) -> None:
    """A text that is no move is a NotationError that names the round and the move."""
    document = SAVED[kit.name]
    rounds = [*document["rounds"][:1], [document["rounds"][1][0], word]]
    refused(
        lambda: kit.package.Match.from_dict({**document, "rounds": rounds}), NotationError, "move", "round 2, move 2"
    )


@EACH
@pytest.mark.parametrize("key", sorted(next(iter(SAVED.values()))))
def test_a_document_of_a_match_without_a_key(kit: Kit, key: str) -> None:
    """Every key must be there, and the error names the one that is not."""
    document = {k: v for k, v in SAVED[kit.name].items() if k != key}
    refused(lambda: kit.package.Match.from_dict(document), StateError, "missing_key", key)


@EACH
def test_a_document_with_a_move_left_out(kit: Kit) -> None:
    """With any one move of a round left out, the rest cannot be played, and the error tells where."""
    document = SAVED[kit.name]
    first, *others = document["rounds"]
    for at in range(0, len(first), 3):
        with pytest.raises(RummyError) as caught:
            kit.package.Match.from_dict({**document, "rounds": [[*first[:at], *first[at + 1 :]], *others]})
        assert "round " in caught.value.sentence
