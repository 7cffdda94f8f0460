"""Rounds of every game as data: through JSON, bytes, pickle and copies they stay the same, and what is damaged is
refused by name."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import Kit, State, random_round
from kits import EACH, KITS
from mangling import (
    CHANGES,
    FUZZ,
    HOW,
    JSON,
    PATHS,
    STRANGE,
    altered,
    mutate,
    only_typed_errors,
    places,
    refused,
    sealed,
    with_value,
)
from random_play import play_out, uniform

from rummycore import IllegalMoveError, NotationError, RulesError, RummyError, StateError

BY_NAME = pytest.mark.parametrize(
    ("kit", "make"),
    [pytest.param(kit, make, id=f"{name} {what}") for name, kit in KITS.items() for what, make in kit.named.items()],
)

# ------------------------------------------------------------------------------
# Whole
# ------------------------------------------------------------------------------


@BY_NAME
def test_a_record_survives_whatever_carries_it(kit: Kit, make: Callable[[], State]) -> None:
    """Through a dict, JSON, its own text, bytes, pickle, copy and repr a record is the same, and replays to the same
    round."""
    state, record = make(), kit.package.Record
    whole = state.record()
    text = str(whole)
    assert "\n" not in text
    for other in (
        record.from_dict(whole.to_dict()),
        record.from_dict(json.loads(json.dumps(whole.to_dict()))),
        record.parse(text),
        record.parse(json.dumps(json.loads(text), indent=2)),
        record.from_bytes(bytes(whole)),
        record.from_bytes(bytearray(bytes(whole))),
        record.from_bytes(memoryview(bytes(whole))),
        pickle.loads(pickle.dumps(whole)),
        copy.deepcopy(whole),
        eval(repr(whole), vars(kit.package).copy()),
    ):
        assert other == whole
        assert (str(other), bytes(other), hash(other)) == (text, bytes(whole), hash(whole))
        again = kit.game.replay(other)
        assert again == state
        assert (again.outcome, again.history, again.legal_moves()) == (
            *(state.outcome, state.history),
            state.legal_moves(),
        )


@BY_NAME
def test_a_state_survives_whatever_carries_it(kit: Kit, make: Callable[[], State]) -> None:
    """Through a dict, bytes, pickle and copies a state is equal, shares nothing, and has the same views."""
    state = make()
    for other in (
        kit.game.state.from_dict(json.loads(json.dumps(state.to_dict()))),
        kit.game.state.from_bytes(bytes(state)),
        pickle.loads(pickle.dumps(state)),
        copy.copy(state),
        copy.deepcopy(state),
        state.copy(),
    ):
        assert other == state
        assert (other.record(), bytes(other)) == (state.record(), bytes(state))
        for seat in (*range(state.players), None):
            assert other.view(seat) == state.view(seat)
            assert pickle.loads(pickle.dumps(other.view(seat))) == state.view(seat)
        if not other.over:
            other.play(other.legal_moves()[0])
            assert other != state


@EACH
def test_a_state_has_no_hash_and_no_maker(kit: Kit) -> None:
    """A state is a place and no value: it has no hash, is unequal to other things, and only a deal makes it."""
    state = kit.game.deal(seed=1)
    with pytest.raises(TypeError):
        hash(state)
    refused(kit.package.State, TypeError, None, f"{kit.name}.deal")
    others = [other.game.deal(seed=1) for name, other in KITS.items() if name != kit.name]
    assert all(state != other for other in (*others, state.record(), "state"))


@BY_NAME
def test_undo_goes_back_to_the_deal(kit: Kit, make: Callable[[], State]) -> None:
    """Played again move by move and undone, a round gives back every earlier state; a loaded one and a copy have no
    undo."""
    record = make().record()
    state = kit.game.replay(replace(record, moves=()))
    states, views = [], []
    for move in record.moves:
        states.append(state.copy())
        views.append([state.view(seat) for seat in (*range(state.players), None)])
        state.play(move)
    for loaded in (kit.game.replay(record), state.copy()):
        refused(loaded.undo, StateError, "undo")
    for move in reversed(record.moves):
        assert state.undo().move in (move, state._engine.hidden)
        assert state == states.pop()
        assert [state.view(seat) for seat in (*range(state.players), None)] == views.pop()
    refused(state.undo, StateError, "undo")


@EACH
def test_nothing_is_undone_after_forgetting(kit: Kit) -> None:
    """`forget` leaves the state as it is and nothing to undo."""
    state = random_round(kit, 1, 5)
    before = state.copy()
    state.forget()
    assert state == before
    refused(state.undo, StateError, "undo")


# ------------------------------------------------------------------------------
# Bytes
# ------------------------------------------------------------------------------


@EACH
@pytest.mark.parametrize("name", ["dealt", "two", "truncated"])
def test_bytes_with_any_byte_changed_are_refused(kit: Kit, name: str, scale: int) -> None:
    """Whichever byte of a record is changed to whatever else, it is refused; without --long to some 20 other values
    each."""
    data, chance = bytes(kit.named[name]()), Random(1)
    for at in range(len(data)):
        damaged = bytearray(data)
        flips = range(1, 256) if scale >= 5_000 else (1, 64, 128, 255, *chance.sample(range(2, 255), 16))
        for flip in flips:
            damaged[at] = data[at] ^ flip
            with pytest.raises(StateError) as caught:
                kit.game.record.from_bytes(bytes(damaged))
            assert caught.value.code == ("bytes" if at < 4 else "checksum")
        with pytest.raises(StateError):
            kit.game.state.from_bytes(bytes(damaged))


@BY_NAME
def test_bytes_of_another_length_are_refused(kit: Kit, make: Callable[[], State]) -> None:
    """Cut anywhere, or with bytes put before, after or twice, a record is refused."""
    data = bytes(make())
    wrong = [data[:n] for n in range(len(data))]
    wrong += [data + b"\0", b"\0" + data, data + data, data[1:], data[:-4], b"\0" * len(data), b"\xff" * len(data)]
    for damaged in wrong:
        with pytest.raises(StateError) as caught:
            kit.game.record.from_bytes(damaged)
        assert caught.value.code in ("bytes", "checksum")
        with pytest.raises(StateError):
            kit.game.state.from_bytes(damaged)


@EACH
@pytest.mark.parametrize(
    ("at", "value", "code"),
    [
        (0, 0, "bytes"),
        (4, 2, "format"),
        (4, 0, "format"),
        (5, 0, "game"),
        (5, 99, "game"),
        (7, 4, "dealer"),
        (7, 255, "dealer"),
        (8, 99, "rules_version"),
        (10, 1, "bytes"),
        (11, 200, "bytes"),
        (12, 9, "range"),
        (-5, 255, "number"),
        (-5, 53, "number"),
    ],
)
def test_bytes_that_say_something_else_are_refused(kit: Kit, at: int, value: int, code: str) -> None:
    """With a checksum that fits, another format, game, table or piece is still refused, and the code says which."""
    body = bytearray(bytes(kit.game.deal(seed=1))[:-4])
    body[at if at >= 0 else at + 4] = value
    with pytest.raises(RummyError) as caught:
        kit.game.state.from_bytes(sealed(bytes(body)))
    assert caught.value.code == code


@EACH
def test_sealed_bytes_of_another_length_are_refused(kit: Kit) -> None:
    """With a checksum that fits, a head alone or a body that is too short or too long is no record."""
    body = bytes(kit.game.deal(seed=1))[:-4]
    for wrong in (b"RUMY", body[:-2], body + b"\0", body[:12], body[:60]):
        refused(lambda: kit.game.record.from_bytes(sealed(wrong)), StateError, "bytes")  # noqa: B023


@EACH
def test_bytes_with_a_fitting_checksum_are_read_or_refused(kit: Kit) -> None:
    """Whatever the bytes say, they are a round or a RummyError, and a round that was read writes the same bytes
    again."""
    chance = Random(1)
    read = refusals = 0
    for name in list(kit.named)[::3]:
        data = bytes(kit.named[name]())[:-4]
        for at in range(len(data)):
            for value in chance.sample(range(256), 3):
                body = bytearray(data)
                body[at] = value
                try:
                    state = kit.game.state.from_bytes(sealed(bytes(body)))
                except RummyError:
                    refusals += 1
                else:
                    read += 1
                    assert bytes(state) == sealed(bytes(body))
    assert refusals > 2000
    assert read > 50


@EACH
def test_a_record_of_another_game_is_none(kit: Kit) -> None:
    """A record of one game is no record of another, as bytes, as JSON and to be replayed."""
    for name in KITS.keys() - {kit.name}:
        record = KITS[name].game.deal(seed=1).record()
        refused(lambda: kit.game.record.from_bytes(bytes(record)), StateError, "game")  # noqa: B023
        refused(lambda: kit.game.state.from_bytes(bytes(record)), StateError, "game")  # noqa: B023
        with pytest.raises(StateError) as caught:
            kit.game.record.from_dict(record.to_dict())
        assert caught.value.code in ("game", "missing_key", "unknown_key")
        refused(lambda: kit.game.replay(record), TypeError, None)  # noqa: B023


@EACH
@pytest.mark.parametrize("wrong", [None, "RUMY", 5, [1, 2], True])
def test_bytes_of_a_wrong_type(kit: Kit, wrong: Any) -> None:
    """What is no bytes is a TypeError, and so is what is no record where one is replayed."""
    for read in (kit.game.record.from_bytes, kit.game.state.from_bytes):
        refused(lambda: read(wrong), TypeError, None, "record")  # noqa: B023
    refused(lambda: kit.game.replay(wrong), TypeError, None)
    refused(lambda: kit.game.replay(kit.game.deal(seed=1)), TypeError, None)


@EACH
def test_bytes_are_not_made_of_what_does_not_fit(kit: Kit) -> None:
    """A record put together by hand whose numbers have no room in the bytes is a StateError, and is replayed no
    more."""
    record: Any = kit.game.deal(seed=1).record()
    draw: Any = kit.game.move("draw")
    unfit: dict[str, Any] = {"players": [300], "dealer": [256], "moves": [(draw,) * 70_000], **kit.unfit}
    for name, values in unfit.items():
        for value in values:
            wrong = replace(record, **{name: value})
            with pytest.raises(StateError):
                bytes(wrong)
            with pytest.raises(RummyError):
                kit.game.replay(wrong)


# ------------------------------------------------------------------------------
# Documents
# ------------------------------------------------------------------------------

DOCUMENTS = {name: random_round(kit, 5, 12).to_dict() for name, kit in KITS.items()}


@EACH
@pytest.mark.parametrize(
    ("change", "kind", "code", "named"),
    [
        ({"format": 2}, StateError, "format", "2"),
        ({"format": "1"}, StateError, "format", "1"),
        ({"game": "gin"}, StateError, "game", "gin"),
        ({"game": None}, StateError, "game", "None"),
        ({"rules_version": 99}, StateError, "rules_version", "99"),
        ({"rules_version": 1}, StateError, "rules_version", "1"),
        ({"rules": None}, RulesError, "type", "NoneType"),
        ({"rules": {"turn_cap": -1}}, RulesError, "range", "turn_cap"),
        ({"rules": {"no_such_rule": True}}, RulesError, "no_rule", "no_such_rule"),
        ({"players": 9}, RummyError, "", "9"),
        ({"players": "4"}, StateError, "type", "players"),
        ({"dealer": 7}, StateError, "dealer", "7"),
        ({"dealer": 4}, StateError, "dealer", "4"),
        ({"dealer": -1}, StateError, "outside", "dealer"),
        ({"deck": ""}, StateError, "deck_size", "0"),
        ({"deck": "x9"}, NotationError, "", "'x9'"),
        ({"deck": ["x"] * 106}, StateError, "type", "deck"),
        ({"moves": ["jump"]}, NotationError, "move", "'jump'"),
        ({"moves": [3]}, StateError, "type", "move 1"),
        ({"moves": [0]}, StateError, "type", "move 1"),
        ({"moves": "draw"}, StateError, "type", "moves"),
        ({"moves": ["draw"]}, IllegalMoveError, "", "move 1"),
        ({"moves": ["draw"] * 70_000}, StateError, "moves", "70000 moves"),
        ({"surprise": 1}, StateError, "unknown_key", "'surprise'"),
        ({"seed": 1}, StateError, "unknown_key", "'seed'"),
    ],
)
def test_a_document_that_is_wrong(
    kit: Kit, change: dict[str, Any], kind: type[RummyError], code: str, named: str
) -> None:
    """A damaged document is refused with an error that names what is wrong; without a code here it depends on the
    game."""
    with pytest.raises(kind) as caught:
        kit.game.state.from_dict({**DOCUMENTS[kit.name], **change})
    assert code in ("", caught.value.code)
    assert named in caught.value.sentence


@EACH
def test_a_deck_of_a_document_has_its_pieces(kit: Kit) -> None:
    """One piece more, another in the place of one, or one alone again and again: a StateError that names the deck."""
    words = DOCUMENTS[kit.name]["deck"].split()
    other = next(word for word in words if word != words[0])
    for wrong in ([*words, words[0]], [other, *words[1:]], words[1:], [words[0]] * len(words)):
        document = {**DOCUMENTS[kit.name], "deck": " ".join(wrong)}
        code = "deck" if len(wrong) == len(words) else "deck_size"
        refused(lambda: kit.game.state.from_dict(document), StateError, code, "deck")  # noqa: B023


@EACH
def test_a_document_without_a_key(kit: Kit) -> None:
    """Every key must be there, and the error names the one that is not."""
    for key in DOCUMENTS[kit.name]:
        document = {k: v for k, v in DOCUMENTS[kit.name].items() if k != key}
        for read in (kit.game.record.from_dict, kit.game.state.from_dict):
            refused(lambda: read(document), StateError, "missing_key", repr(key))  # noqa: B023


@EACH
@pytest.mark.parametrize("data", [None, [], "{}", 5, True])
def test_documents_are_objects(kit: Kit, data: object) -> None:
    """What is no object is no match, record or state."""
    for read in (kit.game.match.from_dict, kit.game.record.from_dict, kit.game.state.from_dict):
        refused(lambda: read(data), StateError, "type")  # noqa: B023


BAD_TEXTS = [
    *("", "{", "nul", "null", "[]", "5", '"x"', "{}", "[" * 100_000, '{"a":' * 50_000, '{"format":1}', "NaN", "\0"),
    *("1" * 10_000, '{"format": 1e999}', "\ud800", '{"format":1,"format":1}'),
]


@EACH
@pytest.mark.parametrize("text", BAD_TEXTS, ids=lambda text: text[:12])
def test_text_that_is_no_record(kit: Kit, text: str) -> None:
    """Broken, endless or too deep JSON, or JSON that is no record, is a NotationError or a StateError."""
    assert isinstance(only_typed_errors(lambda: kit.game.record.parse(text)), NotationError | StateError)


@EACH
def test_text_with_any_character_changed(kit: Kit) -> None:
    """With one character left out or another in its place, the text is a record or a RummyError, never another
    error."""
    text, chance = str(kit.named["dealt"]().record()), Random(3)
    refusals = 0
    for at in range(len(text)):
        change = chance.choice(["", "0", "9", "x", '"', "[", "{", ",", "\\", " ", "-", "\ud800", "."])
        wrong = text[:at] + change + text[at + 1 :]
        refusals += isinstance(only_typed_errors(lambda: kit.game.replay(kit.game.record.parse(wrong))), RummyError)  # noqa: B023
    assert refusals > 0.8 * len(text)


@EACH
def test_an_illegal_move_is_named_by_its_number(kit: Kit) -> None:
    """A record with a move that cannot be played, or one after the end, is refused at just that move, in every form."""
    state = play_out(random_round(kit, 6, 0, rules=replace(kit.endless, turn_cap=30)), uniform(Random(3)))
    record: Any = state.record()
    word, code = kit.wrong_move
    for at in (10, 17, 29, len(record.moves)):
        moves = (*record.moves[:at], kit.game.move(word), *record.moves[at:])
        wrong = replace(record, moves=moves)
        for read in (
            lambda: kit.game.replay(wrong),  # noqa: B023
            lambda: kit.game.state.from_bytes(bytes(wrong)),  # noqa: B023
            lambda: kit.game.state.from_dict(wrong.to_dict()),  # noqa: B023
        ):
            refused(read, IllegalMoveError, "over" if at == len(record.moves) else code, f"move {at + 1},")


@EACH
@pytest.mark.parametrize("what", ["match", "state"])
def test_a_document_with_any_value_in_any_place(kit: Kit, what: str) -> None:
    """Whatever stands in whatever place, a document is read or refused by a RummyError: never another error."""
    match = kit.package.Match(3, rules=kit.endless, dealer=0)
    kit.turn(match.next_round())
    document = match.to_dict() if what == "match" else DOCUMENTS[kit.name]
    read: Any = kit.game.match.from_dict if what == "match" else kit.game.state.from_dict
    refusals = read_well = 0
    for path in places(document):
        for value in STRANGE:
            try:
                read(with_value(document, path, value))
                read_well += 1
            except RummyError as error:
                refusals += 1
                assert error.code.isidentifier()  # noqa: PT017
    assert refusals > 800
    assert read_well > 20


# ------------------------------------------------------------------------------
# Mangled
# ------------------------------------------------------------------------------


def loads_or_refuses(kit: Kit, load: Callable[[], State]) -> None:
    """A state comes out that saves and loads as itself, or a RummyError: a TypeError would be a fault of the loader."""
    loaded = only_typed_errors(load)
    if isinstance(loaded, kit.game.state):
        assert kit.game.state.from_bytes(bytes(loaded)) == loaded
        assert kit.game.state.from_dict(loaded.to_dict()) == loaded
        record: Any = loaded.record()
        assert sorted(record.deck) == kit.deck(record.rules)


@EACH
def test_arbitrary_bytes_are_refused(kit: Kit) -> None:
    """Whatever the bytes, sealed or not, only a RummyError comes."""
    head = bytes(kit.game.deal(seed=1))[:6]

    @FUZZ
    @given(st.one_of(st.binary(max_size=600), st.binary(max_size=600).map(lambda b: sealed(head + b))))
    def check(data: bytes) -> None:
        loads_or_refuses(kit, lambda: kit.game.state.from_bytes(data))

    check()


@EACH
def test_mutated_records_load_or_are_refused(kit: Kit) -> None:
    """A record with bytes changed, cut out or put in and a right checksum, or as JSON with a value, key or type
    changed, is refused or is another good record; as text it is the same."""
    records: list[Any] = [state.record() for state in kit.moments(Random("records"), 12)]

    @FUZZ
    @given(st.sampled_from(records), CHANGES)
    def check_bytes(record: Any, changes: list[tuple[str, int, int]]) -> None:
        loads_or_refuses(kit, lambda: kit.game.state.from_bytes(sealed(altered(bytes(record)[:-4], changes))))

    @FUZZ
    @given(st.sampled_from(records), PATHS, HOW, JSON)
    def check_json(record: Any, path: list[int], how: str, new: Any) -> None:
        data = mutate(record.to_dict(), path, how, new)
        loads_or_refuses(kit, lambda: kit.game.state.from_dict(data))
        loads_or_refuses(kit, lambda: kit.game.replay(kit.game.record.parse(json.dumps(data))))

    check_bytes()
    check_json()


@EACH
def test_a_mutated_match_loads_or_is_refused(kit: Kit) -> None:
    """A match as JSON with something changed is refused with a RummyError, or is a match that saves as itself."""
    match = kit.package.Match(7, rules=replace(kit.endless, turn_cap=12))
    for _ in range(3):
        play_out(match.next_round(), uniform(Random(1)))
    match.next_round()
    document = match.to_dict()

    @FUZZ
    @given(PATHS, HOW, JSON)
    def check(path: list[int], how: str, new: Any) -> None:
        loaded = only_typed_errors(lambda: kit.game.match.from_dict(mutate(document, path, how, new)))
        if isinstance(loaded, kit.game.match):
            assert kit.game.match.from_dict(loaded.to_dict()).to_dict() == loaded.to_dict()

    check()


@EACH
def test_arbitrary_json_is_refused(kit: Kit) -> None:
    """Whatever the JSON, it makes Rules or a RulesError; a record, state or match comes to a StateError; nothing else
    is raised."""
    options = list(kit.game.rules().to_dict())

    @FUZZ
    @given(st.one_of(JSON, st.dictionaries(st.sampled_from(options), JSON, max_size=3)))
    def check_rules(data: Any) -> None:
        assert isinstance(only_typed_errors(lambda: kit.game.rules.from_dict(data)), kit.game.rules | RulesError)

    @FUZZ
    @given(JSON)
    def check(data: Any) -> None:
        for load in (kit.game.state.from_dict, kit.game.record.from_dict, kit.game.match.from_dict):
            assert isinstance(only_typed_errors(lambda: load(data)), StateError)  # noqa: B023

    check_rules()
    check()


@EACH
def test_arbitrary_text_is_refused(kit: Kit) -> None:
    """Whatever the text, it is a piece, a move or a record, and can be played, or it is a RummyError."""
    letters = "".join(sorted({letter for piece in kit.pieces for letter in str(piece)} | set(" =,discalyer")))
    state = kit.game.deal(seed=1)
    calls: list[Callable[[str], object]] = [
        kit.game.piece.parse,
        kit.game.move.parse,
        kit.game.record.parse,
        lambda text: state.copy().play(text),
    ]

    @FUZZ
    @given(st.text(max_size=60) | st.text(alphabet=letters, max_size=60))
    def check(text: str) -> None:
        for call in calls:
            only_typed_errors(partial(call, text))

    check()
