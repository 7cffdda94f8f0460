"""Matches and records of Marriage: hands of cards one after another, saved and resumed, as JSON and as bytes, whole and damaged."""

from __future__ import annotations

import copy
import json
import pickle
import zlib
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from marriage_decks import (
    THREE,
    dealt,
    play_out,
    quiet_turns,
    seen_dublee,
    seen_three,
    stack,
    won_by_combos,
    won_by_dublees,
)

from rummycore import IllegalMoveError, NotationError, RummyError, StateError, marriage, okey
from rummycore.marriage import NEPAL, Match, Move, Record, Rules, State, replay, simple_bot

SHORT = Rules(turn_cap=6)


def played_out(state: State) -> State:
    """Play a hand of cards to its end with simple bots."""
    while not state.over:
        state.play(simple_bot(state.view(state.turn)))
    return state


def finish(match: Match) -> Match:
    """Play a match to its end with simple bots."""
    if match.state is not None:
        played_out(match.state)
    while not match.over:
        played_out(match.next_round())
    return match


# ------------------------------------------------------------------------------
# Hand after hand
# ------------------------------------------------------------------------------


def test_match_begins_before_its_first_round() -> None:
    """A new match has no round, no points, no outcome and no winner."""
    match = Match(7, players=3, dealer=2, rules=NEPAL)
    assert (match.state, match.points, match.outcomes, match.winners) == (None, (0, 0, 0), (), ())
    assert (match.over, match.decided, match.dealer, match.players, match.rules) == (False, False, 2, 3, NEPAL)
    assert match.max_rounds == 100
    state = match.next_round()
    assert match.state is state
    assert (state.dealer, state.turn, state.players, state.rules) == (2, 0, 3, NEPAL)


def test_match_deals_no_round_while_one_is_running() -> None:
    """The next round is dealt when the last is over, and none when the match is."""
    match = Match(7, max_rounds=1, rules=SHORT)
    state = match.next_round()
    with pytest.raises(StateError) as running:
        match.next_round()
    assert running.value.code == "running"
    assert match.state is state
    play_out(state)
    with pytest.raises(StateError) as over:
        match.next_round()
    assert over.value.code == "over"


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_match_nets_add_up(players: int) -> None:
    """The points of a match are the sums of each seat's nets; they always add up to 0, and change only at the end of a hand."""
    match = Match(players, players=players, max_rounds=5)
    before = (0,) * players
    while not match.over:
        state = match.next_round()
        while not state.over:
            assert match.points == before
            state.play(simple_bot(state.view(state.turn)))
        assert state.outcome is not None
        before = tuple(a + b for a, b in zip(before, state.outcome.payoffs, strict=True))
        assert match.points == before
        assert sum(before) == 0
        assert match.outcomes[-1] == state.outcome
    assert len(match.outcomes) == 5
    assert any(any(outcome.payoffs) for outcome in match.outcomes)


def test_match_same_seed_same_match() -> None:
    """A match is the same for the same seed, another for another, and its rounds differ from each other."""
    one, two, other = (finish(Match(seed, max_rounds=4)) for seed in (3, 3, 4))
    assert one.to_dict() == two.to_dict()
    assert one.outcomes == two.outcomes
    assert one.to_dict()["rounds"] != other.to_dict()["rounds"]
    assert len({json.dumps(moves) for moves in one.to_dict()["rounds"]}) == 4


@pytest.mark.parametrize(("rotation", "expected"), [("next", [1, 2, 0, 1]), ("fixed", [1, 1, 1, 1])])
def test_match_dealers(rotation: str, expected: list[int]) -> None:
    """The dealers of hands without a winner follow the rule."""
    match = Match(1, players=3, dealer=1, rules=Rules(dealer_rotation=rotation, turn_cap=3))
    found = []
    for _ in expected:
        state = match.next_round()
        found.append(match.dealer)
        assert state.dealer == match.dealer
        play_out(state)
    assert found == expected


def test_match_the_winner_deals() -> None:
    """With dealer_rotation=winner who won a hand deals the next."""
    match = Match(5, rules=Rules(dealer_rotation="winner"), max_rounds=8)
    last = None
    while not match.over:
        state = match.next_round()
        assert last is None or state.dealer == last
        last = played_out(state).outcome.winner  # type: ignore[union-attr]
    assert len({outcome.winner for outcome in match.outcomes}) > 1


def test_match_is_over_after_max_rounds() -> None:
    """No rule ends a match: it is over, and not decided, after max_rounds hands, and who then has most has won, more than one alike."""
    match = finish(Match(2, max_rounds=3))
    assert (len(match.outcomes), match.over, match.decided, match.ended) == (3, True, False, "max_rounds")
    assert match.winners == tuple(seat for seat in range(4) if match.points[seat] == max(match.points))
    even = finish(Match(2, max_rounds=2, rules=Rules(turn_cap=1)))
    assert (even.points, even.winners) == ((0, 0, 0, 0), (0, 1, 2, 3))
    assert len(finish(Match(1, rules=Rules(turn_cap=1))).outcomes) == 100


@pytest.mark.parametrize("max_rounds", [0, -1, 1_000_001, 2**70])
def test_match_max_rounds_out_of_range(max_rounds: int) -> None:
    """The limit is 1 to 1,000,000 rounds, an int."""
    with pytest.raises(StateError) as refused:
        Match(1, max_rounds=max_rounds)
    assert refused.value.code == "max_rounds"
    for wrong in ("3", 3.0, True):
        with pytest.raises(TypeError):
            Match(1, max_rounds=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, 2**64, 2**80])
def test_match_seed_out_of_range(seed: int) -> None:
    """Seeds are 0 to 2**64-1, ints, in matches and deals."""
    attempts: list[Callable[[], object]] = [
        lambda: Match(seed),
        lambda: marriage.deal(seed),
        lambda: marriage.deal(1, chance=seed),
        lambda: marriage.random_bot(seed),
    ]
    for attempt in attempts:
        with pytest.raises(StateError) as refused:
            attempt()
        assert refused.value.code == "seed"
    assert Match(2**64 - 1).next_round().stock == 71
    for wrong in (None, "3", 3.0, True):
        with pytest.raises(TypeError):
            Match(wrong)  # type: ignore[arg-type]


def test_match_repr_hides_cards() -> None:
    """The repr of a match tells how far it is, and no seed and no card."""
    match = Match(123456789)
    match.next_round()
    assert repr(match) == "<marriage.Match: 4 players, 1 rounds dealt, points (0, 0, 0, 0)>"


# ------------------------------------------------------------------------------
# Saving a match
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (4, Rules()),
        (3, Rules(dealer_rotation="winner", tiplu_mode="hidden_preset")),
        (2, NEPAL),
        (6, Rules(exposed_tunnela="free", unseen_maal="to_winner", max_reshuffles=0)),
    ],
    ids=["default", "preset", "nepal", "six"],
)
def test_match_resumes_in_the_middle_of_a_round(players: int, rules: Rules) -> None:
    """Saved at any moment and resumed, a match goes on just as it would have: cards, tiplu, moves, points, dealers, winners."""
    through = finish(Match(11, players=players, rules=rules, max_rounds=4))
    whole = through.to_dict()
    for rounds, moves in ((0, 0), (1, 0), (1, 1), (2, 9), (3, 17), (4, 2)):
        match = Match(11, players=players, rules=rules, max_rounds=4)
        for _ in range(rounds - 1):
            played_out(match.next_round())
        if rounds:
            state = match.next_round()
            for _ in range(moves):
                if not state.over:
                    state.play(simple_bot(state.view(state.turn)))
        again = Match.from_dict(json.loads(json.dumps(match.to_dict())))
        assert again.to_dict() == match.to_dict()
        for name in ("points", "dealer", "outcomes", "winners", "state", "over", "rules"):
            assert getattr(again, name) == getattr(match, name)
        if again.state is not None and match.state is not None:
            assert again.state.legal_moves() == match.state.legal_moves()
            assert again.state.tiplu == match.state.tiplu
        assert finish(again).to_dict() == whole
        assert (again.outcomes, again.winners) == (through.outcomes, through.winners)


def test_match_document_is_plain_json() -> None:
    """A saved match has format 1, its seed as a text, and no key but those documented."""
    match = Match(2**64 - 1, dealer=1)
    state = match.next_round()
    for _ in range(5):
        state.play(state.legal_moves()[0])
    data = json.loads(json.dumps(match.to_dict()))
    assert data == match.to_dict()
    assert (data["format"], data["game"], data["seed"], data["players"], data["dealer"]) == (
        *(1, "marriage", str(2**64 - 1)),
        *(4, 1),
    )
    assert set(data) == {
        *("format", "game", "rules_version", "seed", "rules"),
        *("players", "dealer", "max_rounds", "rounds"),
    }
    assert data["rounds"] == [["done", "done", "done", "done", "draw"]]


def saved() -> dict[str, Any]:
    """Return the document of a match in its third round."""
    match = Match(3, rules=SHORT, dealer=0)
    for _ in range(2):
        play_out(match.next_round())
    state = match.next_round()
    for move in ("done", "done", "done", "done", "draw"):
        state.play(move)
    return match.to_dict()


SAVED = saved()


@pytest.mark.parametrize(
    ("change", "code", "named"),
    [
        ({"format": 2}, "format", "2"),
        ({"format": True}, "format", "True"),
        ({"game": "okey"}, "game", "okey"),
        ({"rules_version": 999}, "rules_version", "999"),
        ({"rules_version": "1"}, "document", "rules_version"),
        ({"seed": 3}, "document", "seed"),
        ({"seed": "x"}, "seed", "x"),
        ({"seed": str(2**64)}, "seed", str(2**64)),
        ({"seed": "9" * 5000}, "seed", "9"),
        ({"seed": "\u0663"}, "seed", "\u0663"),
        ({"players": 7}, "seats", "7"),
        ({"players": 1}, "seats", "1"),
        ({"players": True}, "document", "players"),
        ({"dealer": 4}, "seat", "4"),
        ({"dealer": None}, "document", "dealer"),
        ({"max_rounds": 0}, "document", "max_rounds"),
        ({"max_rounds": 2}, "over", "round 3"),
        ({"rules": {"x": 1}}, "unknown_key", "x"),
        ({"rules": {"payout": "transfer"}}, "unknown_key", "payout"),
        ({"rules": []}, "document", "rules"),
        ({"rules": {"turn_cap": 0}}, "range", "turn_cap"),
        ({"rules": {"dublees_to_win": 6}}, "dublees", "dublees"),
        ({"rounds": None}, "document", "rounds"),
        ({"rounds": [None]}, "document", "round 1"),
        ({"rounds": [[7]]}, "document", "round 1, move 1"),
        ({"rounds": [["draw"]]}, "window", "round 1, move 1"),
        ({"rounds": [[], []]}, "running", "round 2"),
        ({"rounds": [*SAVED["rounds"][:2], ["see"]]}, "window", "round 3, move 1"),
        ({"rounds": [*SAVED["rounds"][:1], [*SAVED["rounds"][1], "draw"]]}, "over", "round 2, move"),
        ({"seed": "4"}, "not_held", "round 1, move"),
        ({"extra": 1}, "unknown_key", "extra"),
    ],
)
def test_match_document_that_is_wrong(change: dict[str, Any], code: str, named: str) -> None:
    """A damaged document is refused with an error that names what is wrong."""
    with pytest.raises(RummyError) as refused:
        Match.from_dict({**SAVED, **change})
    assert refused.value.code == code
    assert named in refused.value.sentence


@pytest.mark.parametrize("word", ["discard", "discard x1", "", "lay 2c 3c", "lay 3c 2c 4c", "\ud800", "show"])
def test_match_document_with_a_word_that_is_no_move(word: str) -> None:
    """A text that is no move is a NotationError that names the round and the move."""
    rounds = [*SAVED["rounds"][:1], [SAVED["rounds"][1][0], word]]
    with pytest.raises(NotationError) as refused:
        Match.from_dict({**SAVED, "rounds": rounds})
    assert "round 2, move 2" in refused.value.sentence


@pytest.mark.parametrize("key", sorted(SAVED))
def test_match_document_without_a_key(key: str) -> None:
    """Every key must be there, and the error names the one that is not."""
    with pytest.raises(StateError) as refused:
        Match.from_dict({k: v for k, v in SAVED.items() if k != key})
    assert (refused.value.code, key in refused.value.sentence) == ("missing_key", True)


@pytest.mark.parametrize("data", [None, [], "{}", 5, True])
def test_documents_are_objects(data: object) -> None:
    """What is no object is no match, record or state."""
    readers: list[Callable[[object], object]] = [Match.from_dict, Record.from_dict, State.from_dict]
    for read in readers:
        with pytest.raises(StateError) as refused:
            read(data)
        assert refused.value.code == "document"


# ------------------------------------------------------------------------------
# Records
# ------------------------------------------------------------------------------


def random_hand(seed: int, moves: int, **options: Any) -> State:
    """Return a hand of cards after so many random moves, or at its end."""
    players = int(options.pop("players", 4))
    state = marriage.deal(seed=seed, players=players, dealer=seed % players, rules=Rules(**options))
    chance = Random(seed)
    for _ in range(moves):
        if not state.over:
            state.play(chance.choice(state.legal_moves()))
    return state


def drafting() -> State:
    """Return a table at which a seat has begun to lay."""
    state = dealt({1: THREE})
    state.play("draw")
    state.play("lay 6h 6h 6h")
    return state


HANDS: dict[str, Callable[[], State]] = {
    "dealt": lambda: marriage.deal(seed=1),
    "two": lambda: random_hand(2, 40, players=2, printed_jokers=3),
    "six": lambda: random_hand(3, 200, players=6, exposed_tunnela="free"),
    "preset": lambda: random_hand(4, 60, tiplu_mode="hidden_preset", upcard_at_start=False),
    "drafting": drafting,
    "three": lambda: seen_three("9c"),
    "dublee": lambda: seen_dublee("5h", rules=NEPAL),
    "combos": lambda: won_by_combos({0: "Tc Jc Qc"}, rules=NEPAL),
    "dublees": lambda: won_by_dublees(),
    "truncated": lambda: play_out(marriage.deal(seed=9, rules=SHORT)),
    "stock out": lambda: play_out(marriage.deal(seed=9, players=6, rules=Rules(max_reshuffles=1))),
}
EVERY = pytest.mark.parametrize("name", HANDS)


@EVERY
def test_record_survives_whatever_carries_it(name: str) -> None:
    """Through a dict, JSON, its own text, bytes, pickle, copy and repr a record is the same, and replays to the same hand of cards."""
    state = HANDS[name]()
    record = state.record()
    text = str(record)
    assert "\n" not in text
    for other in (
        Record.from_dict(record.to_dict()),
        Record.from_dict(json.loads(json.dumps(record.to_dict()))),
        Record.parse(text),
        Record.parse(json.dumps(json.loads(text), indent=2)),
        Record.from_bytes(bytes(record)),
        Record.from_bytes(bytearray(bytes(record))),  # type: ignore[arg-type]
        Record.from_bytes(memoryview(bytes(record))),  # type: ignore[arg-type]
        pickle.loads(pickle.dumps(record)),
        copy.deepcopy(record),
        eval(repr(record), vars(marriage).copy()),
    ):
        assert other == record
        assert (str(other), bytes(other), hash(other)) == (text, bytes(record), hash(record))
        again = replay(other)
        assert again == state
        assert (again.outcome, again.history, again.legal_moves(), again.tiplu) == (
            *(state.outcome, state.history),
            *(state.legal_moves(), state.tiplu),
        )


@EVERY
def test_state_survives_whatever_carries_it(name: str) -> None:
    """Through a dict, bytes, pickle and copies a state is equal, shares nothing, and has the same views."""
    state = HANDS[name]()
    for other in (
        State.from_dict(json.loads(json.dumps(state.to_dict()))),
        State.from_bytes(bytes(state)),
        pickle.loads(pickle.dumps(state)),
        copy.copy(state),
        copy.deepcopy(state),
        state.copy(),
    ):
        assert other == state
        assert (other.rules, other.record(), bytes(other)) == (state.rules, state.record(), bytes(state))
        for seat in (*range(state.players), None):
            assert other.view(seat) == state.view(seat)
            assert pickle.loads(pickle.dumps(other.view(seat))) == state.view(seat)
        if not other.over:
            other.play(other.legal_moves()[0])
            assert other != state


def test_state_has_no_hash_and_no_maker() -> None:
    """A state is a place and no value: it has no hash, is unequal to other things, and only a deal makes it."""
    state = marriage.deal(seed=1)
    with pytest.raises(TypeError):
        hash(state)
    with pytest.raises(TypeError):
        State()
    assert state != state.record()
    assert state != okey.deal(seed=1)


@EVERY
def test_undo_goes_back_to_the_deal(name: str) -> None:
    """Played again move by move and undone, a hand gives back every earlier state; a loaded one and a copy have no undo."""
    record = HANDS[name]().record()
    state = replay(replace(record, moves=()))
    states, views = [], []
    for move in record.moves:
        states.append(state.copy())
        views.append(state.view(state.turn))
        state.play(move)
    for loaded in (replay(record), state.copy()):
        with pytest.raises(StateError) as refused:
            loaded.undo()
        assert refused.value.code == "undo"
    for move in reversed(record.moves):
        assert state.undo().move == move
        assert state == states.pop()
        assert state.view(state.turn) == views.pop()
    with pytest.raises(StateError):
        state.undo()


def test_undo_chooses_the_same_tiplu_again() -> None:
    """After an undone draw the same card comes, and after an undone `see` the same tiplu."""
    state = drafting()
    for move in ("lay Qd Kd Ad", "lay 3s 4s 5s", "see"):
        state.play(move)
    tiplu = state.tiplu
    assert state.undo().move == Move("see")
    assert state.tiplu is None
    state.play("see")
    assert state.tiplu == tiplu
    state.forget()
    with pytest.raises(StateError):
        state.undo()


def test_record_keeps_chance() -> None:
    """The chance of a record decides what is left to chance after the deal: the tiplu and reshuffles, and nothing before."""
    record = drafting().record()
    tiplus = set()
    for chance in range(30):
        state = replay(replace(record, chance=chance))
        assert state.hand(1) == replay(record).hand(1)
        for move in ("lay Qd Kd Ad", "lay 3s 4s 5s", "see"):
            state.play(move)
        tiplus.add(state.tiplu)
        assert state.record().chance == chance
    assert len(tiplus) > 10
    assert marriage.deal(seed=1).record().chance != marriage.deal(seed=2).record().chance
    assert marriage.deal(seed=1, chance=5).record().chance == 5


# ------------------------------------------------------------------------------
# Bytes
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["dealt", "two"])
def test_bytes_with_any_byte_changed_are_refused(name: str) -> None:
    """Whichever byte of a record is changed, to a few other values each, it is refused."""
    data = bytes(HANDS[name]())
    chance = Random(1)
    for at in range(len(data)):
        damaged = bytearray(data)
        for flip in (1, 128, 255, *chance.sample(range(2, 255), 20)):
            damaged[at] = data[at] ^ flip
            with pytest.raises(StateError) as refused:
                Record.from_bytes(bytes(damaged))
            assert refused.value.code == ("bytes" if at < 4 else "checksum")


@EVERY
def test_bytes_of_another_length_are_refused(name: str) -> None:
    """Cut anywhere, or with bytes put before, after or twice, a record is refused."""
    data = bytes(HANDS[name]())
    wrong = [data[:n] for n in range(len(data))]
    wrong += [data + b"\0", b"\0" + data, data + data, data[1:], data[:-4], b"\0" * len(data), b"\xff" * len(data)]
    for damaged in wrong:
        with pytest.raises(StateError) as refused:
            Record.from_bytes(damaged)
        assert refused.value.code in ("bytes", "checksum")


def sealed(body: bytes) -> bytes:
    """Return bytes with a checksum that fits."""
    return body + zlib.crc32(body).to_bytes(4, "little")


@pytest.mark.parametrize(
    ("at", "value", "code"),
    [
        (4, 2, "format"),
        (4, 0, "format"),
        (5, 1, "game"),
        (5, 3, "game"),
        (6, 7, "seats"),
        (6, 0, "seats"),
        (7, 4, "dealer"),
        (7, 255, "dealer"),
        (8, 99, "rules_version"),
        (10, 1, "bytes"),
        (11, 200, "bytes"),
        (12, 9, "range"),
        (20, 1, "bytes"),
        (20, 9, "range"),
        (-5, 99, "card"),
        (-5, 255, "card"),
        (-5, 52, "deck"),
    ],
)
def test_bytes_that_say_something_else_are_refused(at: int, value: int, code: str) -> None:
    """With a checksum that fits, another format, game, table or card is still refused, and the code says which."""
    body = bytearray(bytes(marriage.deal(seed=1)))
    body[at] = value
    with pytest.raises(RummyError) as refused:
        State.from_bytes(sealed(bytes(body[:-4])))
    assert refused.value.code == code


def test_bytes_with_a_fitting_checksum_are_read_or_refused() -> None:
    """Whatever the bytes say, they are a hand of cards or a RummyError, and one that was read writes the same bytes again."""
    chance = Random(1)
    read = refused = 0
    for name in ("dealt", "two", "three", "dublees", "drafting"):
        data = bytes(HANDS[name]())[:-4]
        for at in range(len(data)):
            for value in chance.sample(range(256), 4):
                body = bytearray(data)
                body[at] = value
                try:
                    state = State.from_bytes(sealed(bytes(body)))
                except RummyError:
                    refused += 1
                else:
                    read += 1
                    assert bytes(state) == sealed(bytes(body))
    assert refused > 4000
    assert read > 100


def test_bytes_of_the_other_game() -> None:
    """A record of Okey is no record of Marriage, nor the reverse, as bytes and as JSON."""
    for one, other in ((marriage, okey), (okey, marriage)):
        state = one.deal(seed=1)
        for read, data in (
            (other.Record.from_bytes, bytes(state)),
            (other.Record.from_dict, state.to_dict()),
            (other.State.from_bytes, bytes(state)),
        ):
            with pytest.raises(StateError) as refused:
                read(data)
            assert refused.value.code in ("game", "missing_key", "unknown_key")


@pytest.mark.parametrize("wrong", [None, "bytes", 5, [1, 2], True])
def test_bytes_of_a_wrong_type(wrong: Any) -> None:
    """What is no bytes is a TypeError."""
    for read in (Record.from_bytes, State.from_bytes):
        with pytest.raises(TypeError):
            read(wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        Record(Rules(), 300, 0, 0, tuple(stack()), ()),
        Record(Rules(), 4, 256, 0, tuple(stack()), ()),
        Record(Rules(), 4, 0, 2**64, tuple(stack()), ()),
        Record(Rules(), 4, 0, -1, tuple(stack()), ()),
        Record(Rules(), 4, 0, 0, tuple(stack()), (Move("draw"),) * 70_000),
    ],
    ids=["players", "dealer", "chance", "negative", "moves"],
)
def test_bytes_are_not_made_of_what_does_not_fit(wrong: Record) -> None:
    """A record put together by hand whose numbers have no room in the bytes is a StateError, and is replayed no more."""
    with pytest.raises(StateError):
        bytes(wrong)
    with pytest.raises(RummyError):
        replay(wrong)


# ------------------------------------------------------------------------------
# Documents
# ------------------------------------------------------------------------------

DOCUMENT = random_hand(5, 12).to_dict()


@pytest.mark.parametrize(
    ("change", "code", "named"),
    [
        ({"format": "1"}, "format", "1"),
        ({"game": "gin"}, "game", "gin"),
        ({"game": None}, "game", "None"),
        ({"rules_version": 99}, "rules_version", "99"),
        ({"rules": None}, "document", "rules"),
        ({"rules": {"ace_runs": "x"}}, "range", "ace_runs"),
        ({"rules": {"printed_jokers": 1}}, "deck", "156"),
        ({"players": 9}, "seats", "9"),
        ({"players": "4"}, "document", "players"),
        ({"dealer": 7}, "dealer", "7"),
        ({"chance": 1}, "document", "chance"),
        ({"chance": "-1"}, "seed", "-1"),
        ({"chance": str(2**64)}, "seed", str(2**64)),
        ({"chance": "\u0663"}, "seed", "\u0663"),
        ({"chance": ""}, "seed", "chance"),
        ({"deck": ""}, "deck", "0"),
        ({"deck": "2c x9"}, "card", "x9"),
        ({"deck": DOCUMENT["deck"] + " 2c"}, "deck", "157"),
        ({"deck": DOCUMENT["deck"].split()}, "document", "deck"),
        ({"deck": DOCUMENT["deck"].replace("2c", "3c")}, "deck", "0 2c"),
        ({"moves": ["draw"]}, "window", "move 1"),
        ({"moves": [*DOCUMENT["moves"], "done"]}, "window_over", f"move {len(DOCUMENT['moves']) + 1}"),
        ({"moves": ["jump"]}, "move", "jump"),
        ({"moves": [3]}, "document", "move 1"),
        ({"moves": "draw"}, "document", "moves"),
        ({"moves": ["draw"] * 70_000}, "document", "70000"),
        ({"points": [0, 0, 0, 0]}, "unknown_key", "points"),
    ],
)
def test_document_that_is_wrong(change: dict[str, Any], code: str, named: str) -> None:
    """A damaged document is refused with an error that names what is wrong."""
    with pytest.raises(RummyError) as refused:
        State.from_dict({**DOCUMENT, **change})
    assert refused.value.code == code
    assert named in refused.value.sentence


@pytest.mark.parametrize("key", sorted(DOCUMENT))
def test_document_without_a_key(key: str) -> None:
    """Every key must be there, and the error names the one that is not."""
    with pytest.raises(StateError) as refused:
        Record.from_dict({k: v for k, v in DOCUMENT.items() if k != key})
    assert (refused.value.code, key in refused.value.sentence) == ("missing_key", True)


@pytest.mark.parametrize(
    "text",
    ["", "{", "null", "[]", "5", '"x"', "{}", "[" * 100_000, '{"format":1}', "NaN", "\0", "9" * 5000],
    ids=lambda text: text[:12],
)
def test_text_that_is_no_record(text: str) -> None:
    """A text that is no JSON, or JSON that is no record, is a NotationError or a StateError."""
    with pytest.raises((NotationError, StateError)):
        Record.parse(text)


def test_text_with_any_character_changed() -> None:
    """With one character left out or another in its place, the text is a record or a RummyError, never another error."""
    text = str(seen_three("9c").record())
    chance = Random(3)
    refused = 0
    for at in range(len(text)):
        change = chance.choice(["", "0", "9", "x", '"', "[", "{", ",", "\\", " ", "-", "\ud800", "."])
        try:
            replay(Record.parse(text[:at] + change + text[at + 1 :]))
        except RummyError:
            refused += 1
    assert refused > 0.8 * len(text)


def test_illegal_move_is_named_by_its_number() -> None:
    """A record with a move that cannot be played is refused at just that move, in every form."""
    record = quiet_turns(dealt(), 13).record()
    for at in (4, 7, 29):
        moves = list(record.moves)
        moves[at] = Move("done")
        wrong = replace(record, moves=tuple(moves))
        attempts: list[Callable[[], object]] = [
            lambda wrong=wrong: replay(wrong),  # type: ignore[misc]
            lambda wrong=wrong: State.from_bytes(bytes(wrong)),  # type: ignore[misc]
            lambda wrong=wrong: State.from_dict(wrong.to_dict()),  # type: ignore[misc]
        ]
        for attempt in attempts:
            with pytest.raises(IllegalMoveError) as refused:
                attempt()
            assert refused.value.code == "window_over"
            assert f"move {at + 1}," in refused.value.sentence


def test_replay_takes_a_record() -> None:
    """Anything but a record is a TypeError."""
    wrong: list[Any] = [None, "record", {}, marriage.deal(seed=1), okey.deal(seed=1).record()]
    for thing in wrong:
        with pytest.raises(TypeError):
            replay(thing)


# ------------------------------------------------------------------------------
# Any value in any place of a document
# ------------------------------------------------------------------------------

STRANGE: list[Any] = [
    *(None, True, False, -1, 0, 1, 3, 255, 2**31, 2**70, -(2**70), 1.5, float("nan"), float("inf")),
    *("", "x", "2c", "draw", "\ud800", "\0", "1" * 5000, [], {}, [[]], [{}], {"a": 1}, [None], ["draw"]),
]


def places(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value inside a document."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for i in range(min(len(value), 4)):
            yield from places(value[i], (*path, i))


def with_value(document: Any, path: tuple[Any, ...], value: object) -> Any:
    """Return the document with another value in one place."""
    if not path:
        return value
    changed = deepcopy(document)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


@pytest.mark.parametrize("what", ["match", "state"])
def test_document_with_any_value_in_any_place(what: str) -> None:
    """Whatever stands in whatever place, a document is read or refused by a RummyError: never another error."""
    read: Callable[[object], object] = Match.from_dict if what == "match" else State.from_dict
    document = SAVED if what == "match" else DOCUMENT
    refused = read_well = 0
    for path in places(document):
        for value in STRANGE:
            try:
                read(with_value(document, path, value))
                read_well += 1
            except RummyError as error:
                refused += 1
                assert error.code.isidentifier()  # noqa: PT017
    assert refused > 1000
    assert read_well > 20


def test_a_seed_gives_the_same_match_for_ever() -> None:
    """The first dealer, the decks and the chances of the first hands of a seed are pinned: saved matches keep only the seed and the moves."""
    match = Match(2024, rules=SHORT)
    found = []
    for _ in range(2):
        state = match.next_round()
        found.append((match.dealer, " ".join(map(str, state.record().deck[:6])), state.record().chance))
        play_out(state)
    assert found == [
        (3, "Ad 6h 5s Td Kh Qc", 9043273213787567450),
        (0, "4s Jc 7d 8c 7h As", 16500369683932993217),
    ]
