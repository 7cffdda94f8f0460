"""Settlements, texts and records that only Marriage has, and that are none: only typed errors come, that name the
thing."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mangling import FUZZ, HOW, HUGE, JSON, PATHS, mutate, only_typed_errors, refused
from marriage_decks import full
from test_marriage_bad_input import BLOCKED, CONCEALED, HAND, LAID

from rummycore import HandError, IllegalMoveError, NotationError, RulesError, RummyError, StateError, marriage
from rummycore.__main__ import main

# ------------------------------------------------------------------------------
# Settlements
# ------------------------------------------------------------------------------

TWO: dict[str, Any] = {"points": [1, 2], "seen": [True, True], "winner": 0}
BY_HANDS: dict[str, Any] = {"hands": full("Jc", "Qc"), "seen": [True, False], "winner": 0, "tiplu": "Jc"}

BAD_SETTLEMENTS: dict[str, tuple[dict[str, Any], type[RummyError], str, str]] = {
    "nothing": ({"winner": 0}, StateError, "points_or_cards", "points or on cards"),
    "both": ({**TWO, **BY_HANDS}, StateError, "points_or_cards", "one of the two"),
    "one seat": ({"points": [1], "seen": [True], "winner": 0}, RulesError, "seats", "1 players"),
    "no seats": ({"points": [], "seen": [], "winner": 0}, RulesError, "seats", "0 players"),
    "seven seats": ({"points": [1] * 7, "seen": [True] * 7, "winner": 0}, RulesError, "seats", "7 players"),
    "too few seen": ({**TWO, "seen": [True]}, StateError, "per_seat", "1 seen for 2"),
    "no seen": ({**TWO, "seen": []}, StateError, "per_seat", "0 seen for 2"),
    "too many routes": ({**TWO, "routes": ["three"] * 3}, StateError, "per_seat", "3 routes for 2"),
    "a route for none": ({**TWO, "routes": ["three", "none"]}, StateError, "seen_route", "seat 1"),
    "no such route": ({**TWO, "routes": ["three", "four"]}, HandError, "word", "'four'"),
    "negative points": ({**TWO, "points": [1, -1]}, StateError, "maal", "seat 1 are -1"),
    "vast points": ({**TWO, "points": [HUGE, 1]}, StateError, "maal", str(HUGE)),
    "too many points": ({**TWO, "points": [1, 10_000_001]}, StateError, "maal", "10000001"),
    "winner -1": ({**TWO, "winner": -1}, StateError, "seat", "winner -1"),
    "winner 2": ({**TWO, "winner": 2}, StateError, "seat", "winner 2"),
    "no tiplu": ({**BY_HANDS, "tiplu": None}, StateError, "tiplu", "tiplu"),
    "too few exposed": ({**BY_HANDS, "exposed": ["6h"]}, StateError, "per_seat", "1 exposed for 2"),
    "four Qc": ({**BY_HANDS, "hands": ["Jc", "Qc Qc Qc Qc"]}, HandError, "copies", "Qc x4"),
    "no card": ({**BY_HANDS, "hands": ["Jc", "1c"]}, NotationError, "card", "'1c'"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_SETTLEMENTS)
def test_a_settlement_that_cannot_be(case: str, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    """Numbers of seats, points, routes and hands that cannot be are an error that names them; on the command line a
    sentence."""
    options, kind, code, named = BAD_SETTLEMENTS[case]
    refused(lambda: marriage.settle(**options), kind, code, named)
    assert settled_by_command(json.dumps(options), monkeypatch) != 0
    printed = capsys.readouterr()
    assert named in printed.err
    assert "Traceback" not in printed.err
    assert printed.out == ""


def test_cards_in_two_hands_at_once_cannot_be_settled() -> None:
    """Hands that hold more copies of a card together than there are, or all three of the tiplu, are a HandError that
    names it."""
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
    """A document that is no settlement ends the command with a sentence that names what is wrong, and prints nothing
    else."""
    assert settled_by_command(json.dumps(data), monkeypatch) != 0
    printed = capsys.readouterr()
    assert named in printed.err
    assert "Traceback" not in printed.err
    assert printed.err.count("\n") <= 2
    assert printed.out == ""


def test_mutated_settlement_documents_are_settled_or_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    """Whatever is changed in a document, the command settles it so that the payments add up to the nets, or ends with a
    sentence."""
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
        net = [0] * len(answer["payoffs"])
        for reason in answer["reasons"]:
            net[reason["payer"]] -= reason["amount"]
            net[reason["payee"]] += reason["amount"]
        assert net == answer["payoffs"]
        settled += 1

    check()
    assert settled > 10


# ------------------------------------------------------------------------------
# Texts and records
# ------------------------------------------------------------------------------


@FUZZ
@given(st.text(max_size=60) | st.text(alphabet="cdhsMA23456789TJQK =,layer", max_size=60))
def test_arbitrary_text_is_refused(text: str) -> None:
    """Whatever the text, it is a combination, hand, tiplu or route, or a RummyError."""
    calls: list[Callable[[str], object]] = [
        marriage.cards,
        marriage.analyze,
        marriage.meld,
        lambda text: marriage.maal(text, tiplu="Jc"),
        lambda text: marriage.maal(HAND, tiplu="Jc", route=text),
        lambda text: marriage.analyze(HAND, tiplu=text),
        lambda text: marriage.analyze(CONCEALED, laid=[*LAID[:2], text]),
        lambda text: marriage.check_declaration([text, "6h 6h 6h"], discard="4d", tiplu="Jc"),
        lambda text: marriage.settle([1, 1], [True, True], winner=0, routes=["three", text]),
    ]
    for call in calls:
        only_typed_errors(partial(call, text))


@pytest.mark.parametrize(
    ("change", "kind", "code", "named"),
    [
        ({"players": 7}, RulesError, "seats", "7"),
        ({"chance": 5}, StateError, "type", "chance"),
        ({"chance": "-5"}, StateError, "seed", "'-5'"),
        ({"chance": str(2**64)}, StateError, "seed", str(2**64)),
        ({"chance": ""}, StateError, "seed", "''"),
        ({"chance": "\u0663"}, StateError, "seed", "\u0663"),
        ({"points": [0, 0, 0, 0]}, StateError, "unknown_key", "points"),
        ({"deck": " ".join(["6h"] * 156)}, StateError, "deck", "deck"),
        ({"deck": "6h x9"}, NotationError, "card", "'x9'"),
        ({"moves": ["draw"]}, IllegalMoveError, "window", "move 1"),
        ({"rules": {"tiplu_mode": "me"}}, RulesError, "range", "tiplu_mode"),
        ({"rules": BLOCKED}, RulesError, "betrayed", "blocked_for_all"),
        ({"rules": {"printed_jokers": 1}}, StateError, "deck_size", "not 156"),
    ],
)  # fmt: skip
def test_a_record_that_is_none(change: dict[str, Any], kind: type[RummyError], code: str, named: str) -> None:
    """A record with one thing wrong is refused with an error that names it."""
    data = {**marriage.deal(seed=1).to_dict(), **change}
    refused(lambda: marriage.State.from_dict(data), kind, code, named)
