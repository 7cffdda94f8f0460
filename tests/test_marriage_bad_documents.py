"""Documents of Marriage that are none: settlements, records and matches, as JSON and as bytes. Only typed errors come, that name the thing."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import marriage_random
import pytest
from hypothesis import given
from hypothesis import strategies as st
from marriage_decks import full
from okey_random import CHANGES, HOW, HUGE, JSON, PATHS, altered, mutate, sealed
from test_marriage_bad_input import BLOCKED, CONCEALED, HAND, LAID
from test_okey_bad_input import FUZZ, only_typed_errors, refused

from rummycore import HandError, IllegalMoveError, NotationError, RulesError, RummyError, StateError, marriage, okey
from rummycore.__main__ import main

# ------------------------------------------------------------------------------
# Settlements
# ------------------------------------------------------------------------------

TWO: dict[str, Any] = {"points": [1, 2], "seen": [True, True], "winner": 0}
BY_HANDS: dict[str, Any] = {"hands": full("Jc", "Qc"), "seen": [True, False], "winner": 0, "tiplu": "Jc"}

BAD_SETTLEMENTS: dict[str, tuple[dict[str, Any], type[RummyError], str, str]] = {
    "nothing": ({"winner": 0}, StateError, "points", "points or on cards"),
    "both": ({**TWO, **BY_HANDS}, StateError, "points", "one of the two"),
    "one seat": ({"points": [1], "seen": [True], "winner": 0}, RulesError, "seats", "1 players"),
    "no seats": ({"points": [], "seen": [], "winner": 0}, RulesError, "seats", "0 players"),
    "seven seats": ({"points": [1] * 7, "seen": [True] * 7, "winner": 0}, RulesError, "seats", "7 players"),
    "too few seen": ({**TWO, "seen": [True]}, StateError, "seen", "1 seen for 2"),
    "no seen": ({**TWO, "seen": []}, StateError, "seen", "0 seen for 2"),
    "too many routes": ({**TWO, "routes": ["three"] * 3}, StateError, "routes", "3 routes for 2"),
    "a route for none": ({**TWO, "routes": ["three", "none"]}, StateError, "routes", "seat 1"),
    "no such route": ({**TWO, "routes": ["three", "four"]}, HandError, "route", "'four'"),
    "negative points": ({**TWO, "points": [1, -1]}, StateError, "maal", "seat 1 are -1"),
    "vast points": ({**TWO, "points": [HUGE, 1]}, StateError, "maal", str(HUGE)),
    "too many points": ({**TWO, "points": [1, 10_000_001]}, StateError, "maal", "10000001"),
    "winner -1": ({**TWO, "winner": -1}, StateError, "seat", "winner -1"),
    "winner 2": ({**TWO, "winner": 2}, StateError, "seat", "winner 2"),
    "no tiplu": ({**BY_HANDS, "tiplu": None}, StateError, "tiplu", "tiplu"),
    "too few exposed": ({**BY_HANDS, "exposed": ["6h"]}, StateError, "exposed", "1 exposed for 2"),
    "four Qc": ({**BY_HANDS, "hands": ["Jc", "Qc Qc Qc Qc"]}, HandError, "copies", "Qc occurs 4 times"),
    "no card": ({**BY_HANDS, "hands": ["Jc", "1c"]}, NotationError, "card", "'1c'"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_SETTLEMENTS)
def test_a_settlement_that_cannot_be(case: str, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    """Numbers of seats, points, routes and hands that cannot be are an error that names them; on the command line a sentence."""
    options, kind, code, named = BAD_SETTLEMENTS[case]
    refused(lambda: marriage.settle(**options), kind, code, named)
    assert settled_by_command(json.dumps(options), monkeypatch) != 0
    printed = capsys.readouterr()
    assert named in printed.err
    assert "Traceback" not in printed.err
    assert printed.out == ""


def test_cards_in_two_hands_at_once_cannot_be_settled() -> None:
    """Hands that hold more copies of a card together than there are, or all three of the tiplu, are a HandError that names it."""
    for hands, card in (
        (["6h 6h", "6h 6h"], "6h"),
        (["Jc", "Jc Jc"], "Jc"),
        (["Jc Jc", "Jc"], "Jc"),
    ):
        options: dict[str, Any] = {**BY_HANDS, "hands": hands}
        refused(partial(marriage.settle, **options), HandError, "copies", card)


class Stdin:
    """What the command reads."""

    def __init__(self, text: str) -> None:
        self.buffer = io.BytesIO(text.encode("utf-8", errors="surrogatepass"))


def settled_by_command(text: str, monkeypatch: Any) -> int:
    """Return the exit status of the command that settles a document."""
    monkeypatch.setattr("sys.stdin", Stdin(text))
    try:
        return main(["settle", "marriage", "--json", "-"])
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 1


WRONG_DOCUMENTS: list[tuple[Any, str]] = [
    ([], "list"),
    (None, "NoneType"),
    ("settle", "str"),
    ({}, "winner"),
    ({**TWO, "surprise": 1}, "surprise"),
    ({**TWO, "format": 2}, "2"),
    ({**TWO, "format": True}, "True"),
    ({**TWO, "points": "12"}, "points"),
    ({**TWO, "points": {"0": 1}}, "points"),
    ({**TWO, "points": [1, 2.5]}, "seat 1"),
    ({**TWO, "points": [1, True]}, "seat 1"),
    ({**TWO, "points": [1, None]}, "seat 1"),
    ({**TWO, "seen": [1, 1]}, "seen"),
    ({**TWO, "seen": None}, "seen"),
    ({**TWO, "winner": "0"}, "winner"),
    ({**TWO, "winner": 0.0}, "winner"),
    ({**TWO, "dublee": "yes"}, "dublee"),
    ({**TWO, "routes": "tt"}, "routes"),
    ({**TWO, "routes": [1, 2]}, "route"),
    ({**TWO, "rules": "PAGAT"}, "rules"),
    ({**TWO, "rules": {"unseen_maal": "some"}}, "unseen_maal"),
    ({**TWO, "rules": {"no_such_rule": 1}}, "no_such_rule"),
    ({**BY_HANDS, "hands": [5, 6]}, "cards"),
    ({**BY_HANDS, "hands": [[[]], []]}, "card"),
    ({**BY_HANDS, "hands": {"a": 1, "b": 2}}, "hands"),
    ({**BY_HANDS, "tiplu": 5.5}, "card"),
    ({**BY_HANDS, "exposed": 5}, "exposed"),
    ({**BY_HANDS, "exposed": [5, 5]}, "cards"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "named"), WRONG_DOCUMENTS, ids=range(len(WRONG_DOCUMENTS)))
def test_a_settlement_document_that_is_none(
    data: Any, named: str, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    """A document that is no settlement ends the command with a sentence that names what is wrong, and prints nothing else."""
    assert settled_by_command(json.dumps(data), monkeypatch) != 0
    printed = capsys.readouterr()
    assert named in printed.err
    assert "Traceback" not in printed.err
    assert printed.err.count("\n") <= 2
    assert printed.out == ""


def test_mutated_settlement_documents_are_settled_or_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    """Whatever is changed in a document, the command settles it so that the payments add up to the nets, or ends with a sentence."""
    settled = 0

    @FUZZ
    @given(st.sampled_from([TWO, BY_HANDS, {**TWO, "rules": marriage.NEPAL.to_dict()}]), PATHS, HOW, JSON)
    def check(document: dict[str, Any], path: list[int], how: str, new: Any) -> None:
        nonlocal settled
        status = settled_by_command(json.dumps(mutate(document, path, how, new)), monkeypatch)
        printed = capsys.readouterr()
        if status:
            assert printed.out == ""
            assert printed.err
            return
        answer = json.loads(printed.out)
        net = [0] * len(answer["net"])
        for payment in answer["payments"]:
            net[payment["from"]] -= payment["amount"]
            net[payment["to"]] += payment["amount"]
        assert net == answer["net"]
        settled += 1

    check()
    assert settled > 10


# ------------------------------------------------------------------------------
# Documents: bytes and JSON
# ------------------------------------------------------------------------------


RECORDS = [state.record() for state in marriage_random.moments(Random("records"), 12)]
BYTES = [bytes(record) for record in RECORDS]


@pytest.mark.parametrize(
    ("damaged", "code"),
    [
        (b"", "bytes"),
        (BYTES[0][:-1], "checksum"),
        (BYTES[0] + b"\0", "checksum"),
        (b"RUMX" + BYTES[0][4:], "bytes"),
        (BYTES[0][:100] + bytes([BYTES[0][100] ^ 1]) + BYTES[0][101:], "checksum"),
        (sealed(b"RUMY"), "bytes"),
        (sealed(BYTES[0][:4] + b"\2" + BYTES[0][5:-4]), "format"),
        (sealed(BYTES[0][:5] + b"\1" + BYTES[0][6:-4]), "game"),
        (sealed(BYTES[0][:-6]), "bytes"),
        (sealed(BYTES[0][:-4] + b"\0"), "bytes"),
        (bytes(okey.deal(seed=1)), "game"),
    ],
)
def test_bytes_that_are_no_record(damaged: bytes, code: str) -> None:
    """Cut, prolonged, altered, of the other game, or sealed with a right checksum but of another format: a StateError."""
    refused(lambda: marriage.State.from_bytes(damaged), StateError, code)
    refused(lambda: marriage.Record.from_bytes(damaged), StateError, code)
    if code == "game":
        refused(lambda: okey.State.from_bytes(BYTES[0]), StateError, "game")


def test_every_altered_byte_is_noticed() -> None:
    """A record with any one of its bytes changed is refused."""
    data = min(BYTES, key=len)
    for at in range(len(data)):
        damaged = bytearray(data)
        damaged[at] ^= 0x40
        refused(partial(marriage.State.from_bytes, bytes(damaged)), StateError, "bytes" if at < 4 else "checksum")


def loads_or_refuses(load: Callable[[], marriage.State]) -> None:
    """A state comes out that saves and loads as itself, or a RummyError: a TypeError would be a fault of the loader."""
    loaded = only_typed_errors(load)
    if isinstance(loaded, marriage.State):
        assert marriage.State.from_bytes(bytes(loaded)) == loaded
        assert marriage.State.from_dict(loaded.to_dict()) == loaded
        men = [marriage.M] * loaded.rules.printed_jokers
        assert sorted(loaded.record().deck) == sorted([*marriage.Card.all()[:52] * 3, *men])


@FUZZ
@given(st.one_of(st.binary(max_size=600), st.binary(max_size=600).map(lambda b: sealed(b"RUMY\1\2" + b))))
def test_arbitrary_bytes_are_refused(data: bytes) -> None:
    """Whatever the bytes, sealed or not, only a RummyError comes."""
    loads_or_refuses(lambda: marriage.State.from_bytes(data))


@FUZZ
@given(st.sampled_from(BYTES), CHANGES)
def test_mutated_bytes_load_or_are_refused(data: bytes, changes: list[tuple[str, int, int]]) -> None:
    """A record with bytes changed, cut out or put in, and a right checksum, is refused or is another good record."""
    loads_or_refuses(lambda: marriage.State.from_bytes(sealed(altered(data[:-4], changes))))


@FUZZ
@given(st.sampled_from(RECORDS), PATHS, HOW, JSON)
def test_mutated_json_loads_or_is_refused(record: marriage.Record, path: list[int], how: str, new: Any) -> None:
    """A record as JSON with a value, key or type changed is refused or is another good record; as text it is the same."""
    data = mutate(record.to_dict(), path, how, new)
    loads_or_refuses(lambda: marriage.State.from_dict(data))
    loads_or_refuses(lambda: marriage.replay(marriage.Record.parse(json.dumps(data))))


def a_match() -> dict[str, Any]:
    match = marriage.Match(7, rules=marriage.Rules(turn_cap=12))
    for _ in range(3):
        marriage_random.play_out(match.next_round(), marriage_random.uniform(Random(1)))
    match.next_round()
    return match.to_dict()


MATCH = a_match()


@FUZZ
@given(PATHS, HOW, JSON)
def test_a_mutated_match_loads_or_is_refused(path: list[int], how: str, new: Any) -> None:
    """A match as JSON with something changed is refused with a RummyError, or is a match that saves as itself."""
    loaded = only_typed_errors(lambda: marriage.Match.from_dict(mutate(MATCH, path, how, new)))
    if isinstance(loaded, marriage.Match):
        assert marriage.Match.from_dict(loaded.to_dict()).to_dict() == loaded.to_dict()


@FUZZ
@given(st.one_of(JSON, st.dictionaries(st.sampled_from(list(marriage.Rules().to_dict())), JSON, max_size=3)))
def test_arbitrary_json_as_rules_is_refused(data: Any) -> None:
    """Whatever the JSON, it makes Rules or a RulesError."""
    assert isinstance(only_typed_errors(lambda: marriage.Rules.from_dict(data)), marriage.Rules | RulesError)


@FUZZ
@given(JSON)
def test_arbitrary_json_is_refused(data: Any) -> None:
    """Whatever the JSON, a record or match comes to a StateError; nothing else is raised."""
    for load in (marriage.State.from_dict, marriage.Record.from_dict, marriage.Match.from_dict):
        assert isinstance(only_typed_errors(partial(load, data)), StateError)


@FUZZ
@given(st.text(max_size=60) | st.text(alphabet="cdhsMA23456789TJQK =,layer", max_size=60))
def test_arbitrary_text_is_refused(text: str) -> None:
    """Whatever the text, it is a card, move, combination, hand or record, or a RummyError."""
    calls: list[Callable[[str], object]] = [
        marriage.Card.parse,
        marriage.Move.parse,
        marriage.Record.parse,
        marriage.cards,
        marriage.analyze,
        marriage.meld,
        lambda text: marriage.maal(text, tiplu="Jc"),
        lambda text: marriage.maal(HAND, tiplu="Jc", route=text),
        lambda text: marriage.analyze(HAND, tiplu=text),
        lambda text: marriage.analyze(CONCEALED, laid=[*LAID[:2], text]),
        lambda text: marriage.deal(seed=1).play(text),
        lambda text: marriage.check_declaration([text, "6h 6h 6h"], discard="4d", tiplu="Jc"),
        lambda text: marriage.settle([1, 1], [True, True], winner=0, routes=["three", text]),
    ]
    for call in calls:
        only_typed_errors(partial(call, text))


@pytest.mark.parametrize(
    ("change", "kind", "code", "named"),
    [
        ({"format": 2}, StateError, "format", "2"),
        ({"game": "okey"}, StateError, "game", "okey"),
        ({"rules_version": 99}, StateError, "rules_version", "99"),
        ({"players": 7}, RulesError, "seats", "7"),
        ({"players": "4"}, StateError, "document", "players"),
        ({"dealer": 4}, StateError, "dealer", "4"),
        ({"dealer": -1}, StateError, "document", "dealer"),
        ({"chance": 5}, StateError, "document", "chance"),
        ({"chance": "-5"}, StateError, "seed", "'-5'"),
        ({"chance": str(2**64)}, StateError, "seed", str(2**64)),
        ({"chance": ""}, StateError, "seed", "''"),
        ({"deck": ["6h"] * 156}, StateError, "document", "deck"),
        ({"deck": " ".join(["6h"] * 156)}, StateError, "deck", "deck"),
        ({"deck": "6h x9"}, NotationError, "card", "'x9'"),
        ({"moves": "done"}, StateError, "document", "moves"),
        ({"moves": ["draw"]}, IllegalMoveError, "window", "move 1"),
        ({"moves": ["fly"]}, NotationError, "move", "'fly'"),
        ({"moves": [0]}, StateError, "document", "move 1"),
        ({"moves": ["draw"] * 70_000}, StateError, "document", "70000 moves"),
        ({"rules": None}, RulesError, "document", "NoneType"),
        ({"rules": {"tiplu_mode": "me"}}, RulesError, "range", "tiplu_mode"),
        ({"rules": BLOCKED}, RulesError, "betrayed", "blocked_for_all"),
        ({"rules": {"printed_jokers": 1}}, StateError, "deck", "156 cards"),
        ({"surprise": 1}, StateError, "unknown_key", "'surprise'"),
    ],
)  # fmt: skip
def test_a_record_that_is_none(change: dict[str, Any], kind: type[RummyError], code: str, named: str) -> None:
    """A record with one thing wrong is refused with an error that names it."""
    data = {**marriage.deal(seed=1).to_dict(), **change}
    refused(lambda: marriage.State.from_dict(data), kind, code, named)


@pytest.mark.parametrize("key", marriage.deal(seed=1).to_dict())
def test_a_record_that_lacks_a_key(key: str) -> None:
    """Every key of a record is needed; the error names the missing one."""
    data = marriage.deal(seed=1).to_dict()
    del data[key]
    refused(lambda: marriage.State.from_dict(data), StateError, "missing_key", repr(key))


def test_a_record_with_an_illegal_move_names_the_first() -> None:
    """Replaying tells the number of the first move that may not be played."""
    rules = marriage.Rules(turn_cap=60)
    state = marriage_random.play_out(marriage.deal(seed=3, rules=rules), marriage_random.thrower)
    record = state.record()
    for at, move, code in ((0, "draw", "window"), (4, "done", "window_over"), (5, "take", "drawn")):
        moves = (*record.moves[:at], marriage.Move(move), *record.moves[at:])
        refused(partial(marriage.replay, replace(record, moves=moves)), IllegalMoveError, code, f"move {at + 1},")
    too_long = replace(record, moves=(*record.moves, marriage.Move("draw")))
    refused(lambda: marriage.replay(too_long), IllegalMoveError, "over", f"move {len(record.moves) + 1},")
