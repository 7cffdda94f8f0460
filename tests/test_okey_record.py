"""Records: a round as data, through JSON, bytes, pickle and copies, and what is refused of them."""

from __future__ import annotations

import copy
import json
import pickle
import zlib
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from okey_decks import stack
from okey_rounds import MELDED, Plan, play_out, play_plan, quiet_turns

from rummycore import IllegalMoveError, NotationError, RummyError, StateError, okey
from rummycore.okey import Move, Record, Rules, State, Tile, replay


def random_round(seed: int, moves: int, **options: Any) -> State:
    """Return a round after so many random moves, or at its end."""
    players = int(options.pop("players", 4))
    state = okey.deal(seed=seed, players=players, dealer=seed % players, rules=Rules(**options))
    chance = Random(seed)
    for _ in range(moves):
        if not state.over:
            state.play(chance.choice(state.legal_moves()))
    return state


ROUNDS: dict[str, Callable[[], State]] = {
    "dealt": lambda: okey.deal(seed=1),
    "two": lambda: random_round(2, 40, players=2, payout="deduct"),
    "three": lambda: random_round(3, 70, players=3, starter="dealer", discard_view="all"),
    "partners": lambda: random_round(4, 20, payout="deduct", teams="opposite"),
    "won": lambda: play_plan(Plan(2, "pairs", okey_finish=True, indicator="r3"), rules=okey.DEDUCT),
    "points": lambda: play_plan(Plan(1), points=[-5, 10**9 - 12, 0, 7]),
    "shown": lambda: play_plan(Plan(3, indicator="b13", shower=1), rules=okey.DEDUCT_30),
    "stock out": lambda: play_out(okey.deal(seed=9, rules=Rules(stock_end="next_may_take_to_win"))),
    "truncated": lambda: play_out(okey.deal(seed=9, rules=Rules(turn_cap=5))),
}
EVERY = pytest.mark.parametrize("name", ROUNDS)


@EVERY
def test_record_survives_whatever_carries_it(name: str) -> None:
    """Through a dict, JSON, its own text, bytes, pickle, copy and repr a record is the same, and replays to the same round."""
    state = ROUNDS[name]()
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
        eval(repr(record), vars(okey).copy()),
    ):
        assert other == record
        assert (str(other), bytes(other), hash(other)) == (text, bytes(record), hash(record))
        again = replay(other)
        assert again == state
        assert (again.outcome, again.history, again.legal_moves()) == (
            state.outcome,
            state.history,
            state.legal_moves(),
        )


@EVERY
def test_state_survives_whatever_carries_it(name: str) -> None:
    """Through a dict, bytes, pickle and copies a state is equal, shares nothing, and has the same views."""
    state = ROUNDS[name]()
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
    state = okey.deal(seed=1)
    with pytest.raises(TypeError):
        hash(state)
    with pytest.raises(TypeError):
        State()
    assert state != state.record()
    assert state != "state"


@EVERY
def test_undo_goes_back_to_the_deal(name: str) -> None:
    """Played again move by move and undone, a round gives back every earlier state; a loaded one and a copy have no undo."""
    record = ROUNDS[name]().record()
    state = okey.deal(
        players=record.players, rules=record.rules, dealer=record.dealer, points=record.points, deck=record.deck
    )
    states, views = [], []
    for move in record.moves:
        states.append(state.copy())
        views.append([state.view(seat) for seat in (*range(state.players), None)])
        state.play(move)
    for loaded in (replay(record), state.copy()):
        with pytest.raises(StateError) as refused:
            loaded.undo()
        assert refused.value.code == "undo"
    for move in reversed(record.moves):
        assert state.undo().move == move
        assert state == states.pop()
        assert [state.view(seat) for seat in (*range(state.players), None)] == views.pop()
    with pytest.raises(StateError):
        state.undo()


def test_undo_draws_the_same_tile_again() -> None:
    """After an undone draw the same tile comes, and after `forget` there is nothing to undo."""
    state = quiet_turns(okey.deal(seed=1), 1)
    state.play("draw")
    drawn = state.view(2).drawn
    state.undo()
    state.play("draw")
    assert state.view(2).drawn == drawn
    state.forget()
    with pytest.raises(StateError):
        state.undo()


# ------------------------------------------------------------------------------
# Bytes
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["dealt", "two", "truncated"])
def test_bytes_with_any_byte_changed_are_refused(name: str) -> None:
    """Whichever byte of a record is changed to whatever else, it is refused."""
    data = bytes(ROUNDS[name]())
    refused = 0
    for at in range(len(data)):
        damaged = bytearray(data)
        for flip in range(1, 256):
            damaged[at] = data[at] ^ flip
            try:
                Record.from_bytes(bytes(damaged))
            except StateError as error:
                refused += error.code == ("bytes" if at < 4 else "checksum")
    assert refused == 255 * len(data)


@EVERY
def test_bytes_of_another_length_are_refused(name: str) -> None:
    """Cut anywhere, or with bytes put before, after or twice, a record is refused."""
    data = bytes(ROUNDS[name]())
    wrong = [data[:n] for n in range(len(data))]
    wrong += [data + b"\0", b"\0" + data, data + data, data[1:], data[:-4], b"\0" * len(data), b"\xff" * len(data)]
    for damaged in wrong:
        with pytest.raises(StateError) as refused:
            Record.from_bytes(damaged)
        assert refused.value.code in ("bytes", "checksum")
        with pytest.raises(StateError):
            State.from_bytes(damaged)


def sealed(body: bytes) -> bytes:
    """Return bytes with a checksum that fits."""
    return body + zlib.crc32(body).to_bytes(4, "little")


@pytest.mark.parametrize(
    ("at", "value", "code"),
    [
        (4, 2, "format"),
        (4, 0, "format"),
        (5, 2, "game"),
        (6, 5, "bytes"),
        (6, 0, "bytes"),
        (6, 3, "bytes"),
        (7, 4, "dealer"),
        (7, 255, "dealer"),
        (8, 99, "rules_version"),
        (10, 1, "bytes"),
        (11, 200, "bytes"),
        (12, 9, "range"),
        (-5, 5, "deck"),
        (-5, 53, "tile"),
        (-5, 255, "tile"),
        (-6, 52, "deck"),
    ],
)
def test_bytes_that_say_something_else_are_refused(at: int, value: int, code: str) -> None:
    """With a checksum that fits, another format, game, table or tile is still refused, and the code says which."""
    body = bytearray(bytes(okey.deal(seed=1)))
    body[at] = value
    with pytest.raises(RummyError) as refused:
        State.from_bytes(sealed(bytes(body[:-4])))
    assert refused.value.code == code


def test_bytes_with_a_fitting_checksum_are_read_or_refused() -> None:
    """Whatever the bytes say, they are a round or a RummyError, and a round that was read writes the same bytes again."""
    chance = Random(1)
    read = refused = 0
    for name in ("dealt", "two", "truncated"):
        data = bytes(ROUNDS[name]())[:-4]
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
    assert refused > 1500
    assert read > 50


@pytest.mark.parametrize("wrong", [None, "bytes", 5, [1, 2], True])
def test_bytes_of_a_wrong_type(wrong: Any) -> None:
    """What is no bytes is a TypeError."""
    for read in (Record.from_bytes, State.from_bytes):
        with pytest.raises(TypeError):
            read(wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        Record(Rules(), 300, 0, (10,) * 300, tuple(Tile.all()) * 2, ()),
        Record(Rules(), 4, 256, (10,) * 4, tuple(Tile.all()) * 2, ()),
        Record(Rules(), 4, 0, (2**40,) * 4, tuple(Tile.all()) * 2, ()),
        Record(Rules(), 4, 0, (10,) * 4, tuple(Tile.all()) * 2, (Move("draw"),) * 70_000),
    ],
    ids=["players", "dealer", "points", "moves"],
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

DOCUMENT = random_round(5, 12, payout="deduct").to_dict()


@pytest.mark.parametrize(
    ("change", "code", "named"),
    [
        ({"format": 2}, "format", "2"),
        ({"format": "1"}, "format", "1"),
        ({"game": "gin"}, "game", "gin"),
        ({"game": None}, "game", "None"),
        ({"rules_version": 1}, "rules_version", "1"),
        ({"rules": None}, "document", "rules"),
        ({"rules": {"payout": "x"}}, "range", "payout"),
        ({"rules": {"gosterge": True}}, "unknown_key", "gosterge"),
        ({"players": 3}, "points", "3"),
        ({"players": 9}, "players", "9"),
        ({"players": "4"}, "document", "players"),
        ({"dealer": 7}, "dealer", "7"),
        ({"points": [1, 2, 3]}, "points", "3"),
        ({"points": [1, 2, 3, 4.0]}, "document", "points"),
        ({"points": [1, 2, 3, 2**40]}, "document", "points"),
        ({"points": "1 2 3 4"}, "document", "points"),
        ({"deck": ""}, "deck", "0"),
        ({"deck": "r1 x9"}, "tile", "x9"),
        ({"deck": DOCUMENT["deck"] + " r1"}, "deck", "107"),
        ({"deck": DOCUMENT["deck"].split()}, "document", "deck"),
        ({"moves": ["draw"]}, "drawn", "move 1"),
        ({"moves": [*DOCUMENT["moves"], "pass"]}, "no_pass", f"move {len(DOCUMENT['moves']) + 1}"),
        ({"moves": ["jump"]}, "move", "jump"),
        ({"moves": [3]}, "document", "move 1"),
        ({"moves": "draw"}, "document", "moves"),
        ({"moves": ["draw"] * 70_000}, "document", "70000"),
        ({"seed": 1}, "unknown_key", "seed"),
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
    [
        "",
        "{",
        "null",
        "[]",
        "5",
        '"x"',
        "{}",
        "[" * 100_000,
        '{"format":1}',
        "NaN",
        "\0",
        "9" * 5000,
        '{"format":1,"format":1}',
    ],
    ids=lambda text: text[:12],
)
def test_text_that_is_no_record(text: str) -> None:
    """A text that is no JSON, or JSON that is no record, is a NotationError or a StateError."""
    with pytest.raises((NotationError, StateError)):
        Record.parse(text)


def test_text_with_any_character_changed() -> None:
    """With one character left out or another in its place, the text is a record or a RummyError, never another error."""
    text = str(okey.deal(deck=stack("k9", {1: MELDED})).record())
    chance = Random(3)
    refused = 0
    for at in range(len(text)):
        other = (
            text[:at]
            + chance.choice(["", "0", "9", "x", '"', "[", "{", ",", "\\", " ", "-", "\ud800", "."])
            + text[at + 1 :]
        )
        try:
            replay(Record.parse(other))
        except RummyError:
            refused += 1
    assert refused > 0.8 * len(text)


def test_illegal_move_is_named_by_its_number() -> None:
    """A record with a move that cannot be played is refused at just that move, in every form."""
    record = random_round(6, 30).record()
    for at in (0, 7, 29):
        moves = list(record.moves)
        moves[at] = Move("pass")
        wrong = Record(record.rules, record.players, record.dealer, record.points, record.deck, tuple(moves))
        attempts: list[Callable[[], object]] = [
            lambda wrong=wrong: replay(wrong),  # type: ignore[misc]
            lambda wrong=wrong: State.from_bytes(bytes(wrong)),  # type: ignore[misc]
            lambda wrong=wrong: State.from_dict(wrong.to_dict()),  # type: ignore[misc]
        ]
        for attempt in attempts:
            with pytest.raises(IllegalMoveError) as refused:
                attempt()
            assert refused.value.code == "no_pass"
            assert f"move {at + 1}," in refused.value.sentence


def test_replay_takes_a_record() -> None:
    """Anything but a record is a TypeError."""
    wrong: list[Any] = [None, "record", {}, okey.deal(seed=1)]
    for thing in wrong:
        with pytest.raises(TypeError):
            replay(thing)
