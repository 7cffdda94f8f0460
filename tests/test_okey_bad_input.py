"""Bad input of every kind: a typed error that names the thing, nothing changed, and no error of another class.

A `RummyError` is always a `ValueError` as well; a wrong type in a call is a `TypeError`; in a document, where types are data, it is
a `RummyError` too.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import subprocess
import sys
from array import array
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import okey_decks
import okey_random
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from okey_random import CHANGES, HOW, HUGE, JSON, PATHS, altered, mutate, sealed

from rummycore import HandError, IllegalMoveError, NotationError, RulesError, RummyError, StateError, okey
from rummycore._core import ffi

FUZZ = settings(max_examples=400, deadline=None, derandomize=True, database=None)
HAND = "r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k1 k2 k3 k4"
VAST = 10**5000  # has more digits than Python turns into text

WRONG_TYPES: dict[str, Any] = {"float": 1.0, "bool": True, "bytes": b"r1", "list": [1], "dict": {}, "object": object()}


def memory(state: okey.State) -> tuple[bytes, bytes, tuple[okey.Event, ...]]:
    return bytes(ffi.buffer(state._raw)), bytes(state), state.history


def refused(call: Callable[[], object], kind: type[Exception], code: str | None, *words: str) -> None:
    """The call raises just this kind of error, with this code, and its text names the thing."""
    with pytest.raises(kind) as caught:
        call()
    error = caught.value
    assert type(error) is kind
    if isinstance(error, RummyError):
        assert isinstance(error, ValueError)
        assert (error.code, error.sentence) == (code, str(error))
        assert error.__cause__ is None
    for word in words:
        assert word in str(error)


def only_typed_errors(call: Callable[[], object]) -> Any:
    """Return what the call returns or the RummyError that it raises, which has a code and a short text; let any other error through."""
    try:
        return call()
    except RummyError as raised:
        error = raised
    assert isinstance(error, ValueError)
    assert error.code
    assert 10 <= len(str(error)) <= 300
    return error


# ------------------------------------------------------------------------------
# Tiles that cannot be held
# ------------------------------------------------------------------------------

# What cannot be held beside the indicator k9, with the code and what the error names.
BAD_HANDS = {
    "three of a kind": ("r7 r7 r7 r1 r2 r3 y5 y6 y7 y8 k1 k2 k3 k4", "copies", "r7 occurs 3 times"),
    "three false jokers": ("F F F r1 r2 r3 y5 y6 y7 y8 k1 k2 k3 k4", "copies", "F occurs 3 times"),
    "twice the indicator's face": ("k9 k9 r1 r2 r3 r4 y5 y6 y7 y8 k1 k2 k3 k4", "copies", "k9 occurs 2 times"),
    "300 of a kind": (" ".join(["b2"] * 300), "copies", "b2 occurs"),
}


def distinct(n: int) -> str:
    """Return so many different numbered tiles."""
    return " ".join(str(tile) for tile in okey.Tile.all()[:n])


@pytest.mark.parametrize("case", BAD_HANDS)
def test_tiles_that_cannot_be_held_are_named(case: str) -> None:
    """Three of a kind, three false jokers or the indicator's face twice beside it: a HandError names the tile, wherever they come."""
    hand, code, named = BAD_HANDS[case]
    for call in (okey.analyze, okey.arrange, okey.arrangements, okey.meld, okey.melds):
        refused(partial(call, hand, indicator="k9"), HandError, code, named)
    refused(lambda: okey.batch.encode([HAND, hand], "k9"), HandError, code, "hand 1")
    verdict = okey.check_declaration([hand], discard="r13", indicator="k9")
    assert (verdict.ok, verdict.code) == (False, code)
    assert named in verdict.sentence
    assert str(verdict.tiles[0]) == named.split()[0]


@pytest.mark.parametrize("n", [0, 1, 11, 13, 16, 22, 52])
def test_a_wrong_number_of_tiles_is_named(n: int) -> None:
    """A hand has 14 or 15 tiles; another number is a HandError that tells it, never a plain no."""
    refused(lambda: okey.analyze(distinct(n), indicator="k9"), HandError, "count", f"{n} tiles")
    if n != 14:
        values = okey.batch.encode([HAND, distinct(n)], "k9")
        refused(lambda: okey.batch.win(values), HandError, "count", "row 1")
    if n > 22:
        refused(lambda: okey.arrange(distinct(n), indicator="k9"), HandError, "count")


@pytest.mark.parametrize(
    "text",
    ["r0", "r14", "x5", "r", "7r", "", "r1.5", "r 7", " r7", "r7 ", "r07", "R١", "ř7", "F1", "r7r8", "-1", "r7\0"],
)
def test_texts_that_name_no_tile_or_move(text: str) -> None:
    """A text that is no tile and no move is a NotationError that quotes it."""
    quoted = repr(text)[1:-1]
    refused(lambda: okey.Tile(text), NotationError, "tile", quoted)
    refused(lambda: okey.Tile.parse(text), NotationError, "tile", quoted)
    refused(lambda: okey.Move(text), NotationError, "move", quoted)
    refused(lambda: okey.Move.parse(f"discard {text}"), NotationError, "move", quoted)
    refused(lambda: okey.okey_of(text), NotationError, "tile", quoted)


@pytest.mark.parametrize("text", ["r0", "x", "r1 r2 r14", "r1 F1", "r1, r2", "r1;r2"])
def test_texts_with_a_word_that_names_no_tile(text: str) -> None:
    """One bad word in a hand, deck or meld is a NotationError that quotes the word."""
    bad = next(word for word in text.split() if word.lower() not in okey.Tile._by_text)
    for call in (
        lambda: okey.tiles(text),
        lambda: okey.analyze(text, indicator="k9"),
        lambda: okey.deal(deck=text),
        lambda: okey.batch.encode([text], "k9"),
        lambda: okey.check_declaration([text], discard="r1", indicator="k9"),
        lambda: okey.check_declaration(["r1 r2 r3"], discard="r1", indicator="k9", hand=text),
        lambda: okey.Meld.parse(f"r1 {text}"),
    ):
        refused(call, NotationError, "tile", repr(bad))


@pytest.mark.parametrize("number", [-1, 53, 10**9, HUGE, -HUGE])
def test_numbers_that_are_no_tile(number: int) -> None:
    """A number outside 0..52 is a NotationError that tells it."""
    for call in (
        lambda: okey.Tile(number),
        lambda: okey.tiles([0, number]),
        lambda: okey.analyze([number] * 14, indicator="k9"),
        lambda: okey.analyze(HAND, indicator=number),
        lambda: okey.deal(deck=[number] * 106),
        lambda: okey.batch.encode([[number]], "k9"),
        lambda: okey.batch.encode([HAND], number),
        lambda: okey.settle([1, 1], indicator=number),
    ):
        refused(call, NotationError, "tile", str(number))


@pytest.mark.parametrize("kind", ["float", "bool", "bytes", "list", "dict", "object"])
def test_wrong_types_are_a_type_error(kind: str) -> None:
    """What is no text and no int is no tile, indicator, move or number: a TypeError, also for bool and bytes."""
    bad, state = WRONG_TYPES[kind], okey.deal(seed=1)
    before = memory(state)
    calls: list[Callable[[], object]] = [
        lambda: okey.Tile(bad),
        lambda: okey.Move(bad),
        lambda: okey.tiles([bad]),
        lambda: okey.okey_of(bad),
        lambda: okey.analyze(HAND, indicator=bad),
        lambda: okey.check_declaration([HAND], discard=bad, indicator="k9"),
        lambda: okey.batch.encode([HAND], bad),
        lambda: okey.deal(seed=bad),
        lambda: okey.deal(seed=1, dealer=bad),
        lambda: okey.deal(seed=1, players=bad),
        lambda: okey.deal(seed=1, rules=bad),
        lambda: okey.deal(seed=1, points=[1, 2, 3, bad]),
        lambda: okey.deal(deck=[bad] * 106),
        lambda: okey.Match(bad),
        lambda: okey.Match(1, max_rounds=bad),
        lambda: okey.Match(1, dealer=bad),
        lambda: okey.random_bot(bad),
        lambda: okey.settle([1, 1], indicator="k9", winner=bad),
        lambda: okey.settle([1, 1], indicator="k9", shower=bad, rules=okey.DEDUCT),
        lambda: okey.arrangements(HAND, indicator="k9", limit=bad),
        lambda: okey.Rules(turn_cap=bad),
        lambda: okey.Rules(starter=bad),
        lambda: okey.replay(bad),
        lambda: state.play(bad),
        lambda: state.check(bad),
        lambda: state.play("draw", seat=bad),
        lambda: state.view(bad),
        lambda: state.hand(bad),
    ]
    for call in calls:
        refused(call, TypeError, None)
    assert memory(state) == before


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: okey.tiles(b"r1 r2"), "bytes"),
        (lambda: okey.tiles(5), "tiles"),  # type: ignore[arg-type]
        (lambda: okey.tiles(None), "tiles"),  # type: ignore[arg-type]
        (lambda: okey.analyze(None, indicator="k9"), "tiles"),  # type: ignore[arg-type]
        (lambda: okey.analyze(HAND, indicator=None), "indicator"),  # type: ignore[arg-type]
        (lambda: okey.analyze(HAND, indicator="k9", rules="CLASSIC"), "rules"),  # type: ignore[arg-type]
        (lambda: okey.arrange(HAND, indicator="k9", by=[]), "by"),  # type: ignore[arg-type]
        (lambda: okey.batch.encode(HAND, "k9"), "hands"),
        (lambda: okey.batch.encode(5, "k9"), ""),  # type: ignore[arg-type]
        (lambda: okey.batch.win("5" * 53), ""),  # type: ignore[arg-type]
        (lambda: okey.batch.win([1] * 53), ""),  # type: ignore[arg-type]
        (lambda: okey.batch.win(None), ""),  # type: ignore[arg-type]
        (lambda: okey.deal(seed="1"), "seed"),  # type: ignore[arg-type]
        (lambda: okey.deal(seed=1, dealer=None), "dealer"),  # type: ignore[arg-type]
        (lambda: okey.deal(seed=1, players=None), "players"),  # type: ignore[arg-type]
        (lambda: okey.deal(seed=1, players="4"), "players"),  # type: ignore[arg-type]
        (lambda: okey.deal(seed=1, players=False), "players"),
        (lambda: okey.deal(seed=1, players=[]), "players"),  # type: ignore[arg-type]
        (lambda: okey.deal(seed=1, points="1111"), "points"),  # type: ignore[arg-type]
        (lambda: okey.deal(seed=1, points=5), "points"),  # type: ignore[arg-type]
        (lambda: okey.settle(5, indicator="k9"), "points"),  # type: ignore[arg-type]
        (lambda: okey.settle([1, 1], indicator="k9", winner=0, okey_finish="no"), "okey_finish"),  # type: ignore[arg-type]
        (lambda: okey.deal(seed=1).play(None), "move"),  # type: ignore[arg-type]
        (lambda: okey.deal(seed=1).play("draw", seat="0"), "seat"),  # type: ignore[arg-type]
        (lambda: okey.Meld.parse(None), "meld"),  # type: ignore[arg-type]
        (lambda: okey.Tile.parse(5), "tile"),  # type: ignore[arg-type]
        (lambda: okey.Move.parse(None), "move"),  # type: ignore[arg-type]
        (lambda: okey.Record.parse(None), ""),  # type: ignore[arg-type]
        (lambda: okey.Record.from_bytes("RUMY"), "record"),  # type: ignore[arg-type]
        (lambda: okey.State.from_bytes(None), "record"),  # type: ignore[arg-type]
        (lambda: okey.Rules(seven_pairs=1), "seven_pairs"),  # type: ignore[arg-type]
        (lambda: okey.Rules(starter=None), "starter"),  # type: ignore[arg-type]
        (lambda: okey.Rules(turn_cap="400"), "turn_cap"),  # type: ignore[arg-type]
        (lambda: okey.Rules(no_such_option=1), "no_such_option"),  # type: ignore[call-arg]
        (lambda: okey.State(), "okey.deal"),
    ],
)
def test_other_wrong_types_are_a_type_error(call: Callable[[], object], named: str) -> None:
    """Bytes are no text, a text is no list of hands, None is no default where there is none: a TypeError that names the argument."""
    refused(call, TypeError, None, named)


@pytest.mark.parametrize("number", [VAST, -VAST], ids=["10**5000", "-10**5000"])
@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda n: okey.Tile(n), id="tile"),
        pytest.param(lambda n: okey.Move(n), id="move"),
        pytest.param(lambda n: okey.deal(seed=n), id="seed"),
        pytest.param(lambda n: okey.deal(seed=1, players=n), id="players"),
        pytest.param(lambda n: okey.deal(seed=1, dealer=n), id="dealer"),
        pytest.param(lambda n: okey.deal(seed=1, points=[n] * 4), id="points"),
        pytest.param(lambda n: okey.deal(seed=1).view(n), id="seat"),
        pytest.param(lambda n: okey.Rules(turn_cap=n), id="rules"),
        pytest.param(lambda n: okey.Match(1, max_rounds=n), id="max_rounds"),
        pytest.param(lambda n: okey.arrangements(HAND, indicator="k9", limit=n), id="limit"),
        pytest.param(lambda n: okey.settle([1, 1], indicator="k9", winner=n), id="winner"),
        pytest.param(lambda n: okey.State.from_dict({**okey.deal(seed=1).to_dict(), "dealer": n}), id="document"),
        pytest.param(lambda n: okey.State.from_dict({**okey.deal(seed=1).to_dict(), "format": n}), id="format"),
        pytest.param(lambda n: okey.Rules.from_dict({"base_win": n}), id="rules document"),
    ],
)
def test_numbers_too_long_to_print_are_refused_like_others(call: Callable[[int], object], number: int) -> None:
    """A number with more digits than Python prints is a RummyError, not a ValueError of Python's own."""
    assert isinstance(only_typed_errors(lambda: call(number)), RummyError)


# ------------------------------------------------------------------------------
# Deals
# ------------------------------------------------------------------------------


def deck_with(change: Callable[[list[Any]], object]) -> list[Any]:
    deck: list[Any] = list(okey.deal(seed=1).record().deck)
    change(deck)
    return deck


@pytest.mark.parametrize(
    ("deck", "named"),
    [
        ([], "0 tiles"),
        (deck_with(lambda d: d.pop()), "105 tiles"),
        (deck_with(lambda d: d.append("F")), "107 tiles"),
        (deck_with(lambda d: d.__setitem__(0, d[1] if d[0] != d[1] else d[2])), "106"),
        (["r1"] * 106, "106"),
        (deck_with(lambda d: d.append(d.pop(d.index(okey.F)))), "indicator"),
    ],
    ids=["empty", "105", "107", "one tile for another", "all alike", "false joker as indicator"],
)
def test_a_deck_that_is_none(deck: list[Any], named: str) -> None:
    """A deck holds each of the 106 tiles in its number and ends in a numbered tile: else a StateError."""
    refused(lambda: okey.deal(deck=deck), StateError, "deck", named)


@pytest.mark.parametrize(
    ("options", "kind", "code", "named"),
    [
        ({}, StateError, "deck", "seed"),
        ({"seed": 1, "deck": okey_decks.stack("k9")}, StateError, "deck", "one of the two"),
        ({"seed": -1}, StateError, "seed", "-1"),
        ({"seed": 2**64}, StateError, "seed", str(2**64)),
        ({"seed": 1, "players": 1}, RulesError, "players", "1 players"),
        ({"seed": 1, "players": 5}, RulesError, "players", "5 players"),
        ({"seed": 1, "players": -1}, RulesError, "players", "-1 players"),
        ({"seed": 1, "players": 0}, RulesError, "players", "0 players"),
        ({"seed": 1, "players": 2**31}, RulesError, "players", str(2**31)),
        ({"seed": 1, "players": HUGE}, RulesError, "players", str(HUGE)),
        ({"seed": 1, "dealer": -1}, StateError, "dealer", "dealer -1"),
        ({"seed": 1, "dealer": 4}, StateError, "dealer", "dealer 4"),
        ({"seed": 1, "dealer": 2, "players": 2}, StateError, "dealer", "dealer 2"),
        ({"seed": 1, "points": []}, StateError, "points", "0 points"),
        ({"seed": 1, "points": [1] * 5}, StateError, "points", "5 points"),
        ({"seed": 1, "points": [1, 2, 3, 10**9 + 1]}, StateError, "points", "seat 3"),
        ({"seed": 1, "points": [1, -HUGE, 3, 4]}, StateError, "points", "seat 1"),
        ({"seed": 1, "points": [1, 2, 3, 2], "rules": okey.PARTNERS}, StateError, "points", "partners"),
        ({"seed": 1, "players": 3, "rules": okey.PARTNERS}, RulesError, "teams", "four players"),
    ],
)
def test_a_deal_that_cannot_be(options: dict[str, Any], kind: type[RummyError], code: str, named: str) -> None:
    """Seeds, players, dealers and points outside their range, and rules that do not fit: an error names them. A match says the same."""
    refused(lambda: okey.deal(**options), kind, code, named)
    if "points" not in options and "seed" in options and "deck" not in options:
        refused(lambda: okey.Match(**options), kind, code if code != "dealer" else "seat", named)


# ------------------------------------------------------------------------------
# Moves
# ------------------------------------------------------------------------------


def drawn_state() -> okey.State:
    """Return a round in which seat 2 has just drawn."""
    state = okey.deal(deck=okey_decks.stack("k9", {0: "k9", 1: "r1", 2: "r2 r3"}, stock="b5"), rules=okey.DEDUCT)
    state.play("discard r1")
    state.play("draw")
    return state


@pytest.mark.parametrize(
    ("move", "seat", "code"),
    [
        ("draw", None, "drawn"),
        ("draw", 2, "drawn"),
        ("draw", 3, "turn"),
        ("discard b5", 1, "turn"),
        ("finish b5", 0, "turn"),
        ("finish b5", 2, "not_won"),
        ("discard k9", 2, "not_held"),
        ("finish k9", 2, "not_held"),
        ("pass", 2, "no_pass"),
        ("show", 2, "not_held"),
    ],
)
def test_a_move_that_may_not_be_played(move: str, seat: int | None, code: str) -> None:
    """Drawing twice, acting out of turn, throwing what one does not hold, finishing without a win: refused, and sent again refused
    again; the error names move and seat, and the state is the same to the byte."""
    state = drawn_state()
    before = memory(state)
    for _ in range(3):
        for call in (state.play, state.check):
            refused(partial(call, move, seat), IllegalMoveError, code, move, "" if seat is None else f"seat {seat}")
    assert memory(state) == before
    assert state.turn == 2
    assert len(state.hand(2)) == 15


@pytest.mark.parametrize(
    ("call", "kind", "code", "named"),
    [
        (lambda s: s.play(110), NotationError, "move", "110"),
        (lambda s: s.play(-1), NotationError, "move", "-1"),
        (lambda s: s.play(HUGE), NotationError, "move", str(HUGE)),
        (lambda s: s.play("discard"), NotationError, "move", "'discard'"),
        (lambda s: s.play("discard  b5"), NotationError, "move", "'discard  b5'"),
        (lambda s: s.play("discard b5", seat=4), StateError, "seat", "seat 4"),
        (lambda s: s.play("discard b5", seat=-1), StateError, "seat", "seat -1"),
        (lambda s: s.check("discard b5", HUGE), StateError, "seat", str(HUGE)),
        (lambda s: s.view(4), StateError, "seat", "seat 4"),
        (lambda s: s.view(-1), StateError, "seat", "seat -1"),
        (lambda s: s.hand(4), StateError, "seat", "seat 4"),
        (lambda s: s.copy().undo(), StateError, "undo", "no move to undo"),
    ],
)
def test_a_call_that_means_nothing(
    call: Callable[[okey.State], object], kind: type[RummyError], code: str, named: str
) -> None:
    """Moves and seats that do not exist are named, and the state is the same to the byte."""
    state = drawn_state()
    before = memory(state)
    refused(lambda: call(state), kind, code, named)
    assert memory(state) == before


@pytest.mark.parametrize(
    ("declared", "discard", "hand", "code", "named"),
    [
        (["r1 r2 r3", "y5 y6 y7 y8", "r9 y9 b9", "k12 k13 k1 k2"], "F", None, "meld_wrap", "k12 k13 k1 k2"),
        (["r1 r2 r3", "y5 y6 y7 y8", "r9 y9 b9", "k1 k2 k3"], "F", None, "count", "13 tiles"),
        (["r1 r2 r3", "y5 y6 y7 y8", "r9 y9 b9", "k1 k2 k4 k5"], "F", None, "meld_gap", "k1 k2 k4 k5"),
        (["r1 r2 r3", "y5 y6 y7 y8", "r9 y9 b9", "k1 k2 k3 b4"], "F", None, "meld_mixed", "k1 k2 k3 b4"),
        (["r1 r2 r3", "y5 y6 y7 y8", "r9 r9 b9", "k1 k2 k3 k4"], "F", None, "meld_suit", "r9 r9 b9"),
        (["r1 r2 r3", "y5 y6 y7 y8", "r9 y9 b9", "k1 k1", "k3 k3"], "F", None, "mixed", "mixed"),
        (["r1 r1", "r2 r2", "r3 r3", "r4 r4", "r5 r5", "r6 r6", "r7 r8"], "F", None, "meld_pair", "r7 r8"),
        (["r1 r2 r3", "y5 y6 y7 y8", "r9 y9 b9", "k1 k2 k3 k4"], "F", HAND + " b2", "not_held", "F"),
        (["r1 r2 r3", "y5 y6 y7 y8", "r9 y9 b9", "k1 k2 k3 k4"], "F", HAND + " F b2", "left_over", "b2"),
        (["r1 r2 r3", "r1 r2 r3", "r1 r2 r3", "k1 k2 k3 k4 k5"], "F", None, "copies", "r1"),
        ([], "F", None, "count", "0 tiles"),
        (["", HAND], "F", None, "meld_size", "no tiles"),
        (["r1", "r2 r3 r4", "y5 y6 y7", "r9 y9 b9", "k1 k2 k3 k4"], "F", None, "meld_size", "r1"),
    ],
)
def test_a_declaration_that_does_not_hold(
    declared: list[str], discard: str, hand: str | None, code: str, named: str
) -> None:
    """The verdict on melds that are no win says why and names the tiles at fault."""
    verdict = okey.check_declaration(declared, discard=discard, indicator="k9", hand=hand)
    assert (verdict.ok, verdict.code) == (False, code)
    assert named in verdict.sentence
    assert not verdict


# ------------------------------------------------------------------------------
# Rules
# ------------------------------------------------------------------------------


def rules_of(name: str, value: Any) -> okey.Rules:
    options: dict[str, Any] = {name: value}
    return okey.Rules(**options)


def deal_with(options: dict[str, Any], players: int) -> okey.State:
    return okey.deal(seed=1, players=players, rules=okey.Rules(**options))


def test_rules_that_cannot_be_played_together_are_refused_and_no_others() -> None:
    """Of 5,000 random choices of all options just those that docs/okey.md refuses are a RulesError, for its reason."""
    rng = Random("impossible rules")
    reached: set[str] = set()
    for _ in range(5_000):
        options, players = okey_random.any_options(rng), rng.randint(2, 4)
        reasons = okey_random.refusals(options, players)
        answer = only_typed_errors(partial(deal_with, options, players))
        if not reasons:
            assert isinstance(answer, okey.State)
            continue
        assert isinstance(answer, RulesError)
        assert answer.code in reasons
        reached.add(answer.code)
    assert reached == {"teams", "deduct_from", "last_take", "rounds"}


@pytest.mark.parametrize("name", okey_random.NUMBERS)
def test_a_number_in_the_rules_has_a_least_and_a_greatest_value(name: str) -> None:
    """The bounds that docs/okey.md gives are kept: they are accepted, and what lies outside is a RulesError that names the option."""
    low, high = okey_random.NUMBERS[name]
    for value in (low, high):
        more: dict[str, Any] = {"game_end": "rounds"} if name == "rounds" and value else {}
        assert getattr(okey.Rules(**{name: value, **more}), name) == value
    for value in (low - 1, high + 1, -2, 2**31 - 1, 2**31, -(2**31), HUGE, -HUGE):
        refused(partial(rules_of, name, value), RulesError, "range", name)
        refused(partial(okey.Rules.from_dict, {name: value}), RulesError, "range", name)


@pytest.mark.parametrize("name", okey_random.CHOICES)
@pytest.mark.parametrize("value", ["", "ALWAYS", "nonsense", "r" * 10_000])
def test_a_word_that_is_no_choice(name: str, value: str) -> None:
    """A word that an option does not know is a RulesError that names the option and stays short."""
    refused(partial(rules_of, name, value), RulesError, "range", name)
    refused(partial(okey.Rules.from_dict, {name: value}), RulesError, "range", name)


@pytest.mark.parametrize(
    ("data", "code", "named"),
    [
        ({"no_such_rule": 1}, "unknown_key", "no_such_rule"),
        ({"starter": "dealer", "raw": None}, "unknown_key", "raw"),
        ({5: 1}, "unknown_key", "5"),
        ({"format": 2}, "format", "2"),
        ({"format": True}, "format", "True"),
        ({"starter": 1}, "document", "starter"),
        ({"turn_cap": "400"}, "document", "turn_cap"),
        ({"seven_pairs": None}, "document", "seven_pairs"),
        ([], "document", "list"),
        (None, "document", "NoneType"),
    ],
)
def test_a_rules_document_that_is_none(data: Any, code: str, named: str) -> None:
    """In a document a wrong type is bad data: a RulesError that names the key."""
    refused(lambda: okey.Rules.from_dict(data), RulesError, code, named)


# ------------------------------------------------------------------------------
# Batches
# ------------------------------------------------------------------------------

ROW = bytes(okey.batch.encode([HAND], "k9"))


def row(*changes: tuple[int, int]) -> bytes:
    values = bytearray(ROW)
    for at, value in changes:
        values[at] = value
    return bytes(values)


BUFFERS: dict[str, Callable[[bytes], Any]] = {
    "bytes": bytes,
    "bytearray": bytearray,
    "memoryview": memoryview,
    "signed bytes": lambda data: memoryview(data).cast("b"),
    "characters": lambda data: memoryview(data).cast("c"),
    "array": lambda data: array("B", data),
}
WRONG_BUFFERS: dict[str, Any] = {f"array of {code}": array(code, [0] * 53) for code in "HhiIqQfd"}
WRONG_BUFFERS |= {f"memoryview of {code}": memoryview(array(code, [0] * 53)) for code in "HhiIqQfd"}
WRONG_BUFFERS |= {"every second": memoryview(bytes(106))[::2], "backwards": memoryview(bytes(106))[::-1]}
if importlib.util.find_spec("numpy") is not None:  # NumPy is not needed, but its arrays are buffers too
    numpy: Any = importlib.import_module("numpy")
    BUFFERS |= {
        f"numpy {code}": partial(lambda code, data: numpy.array(list(data), code), code) for code in ("u1", "i1")
    }
    WRONG_BUFFERS |= {f"numpy {code}": numpy.zeros((2, 53), dtype=code) for code in ("int16", "int64", "float64")}
    WRONG_BUFFERS |= {"numpy transposed": numpy.zeros((53, 2), dtype="uint8").T}


@pytest.mark.parametrize("n", [1, 52, 54, 105, 107, 53 * 7 - 1])
@pytest.mark.parametrize("kind", BUFFERS)
def test_a_buffer_of_wrong_length(kind: str, n: int) -> None:
    """Bytes that are no whole number of rows of 53 are a HandError that tells their number."""
    buffer = BUFFERS[kind](bytes(n))
    refused(lambda: okey.batch.win(buffer), HandError, "count", f"{n} bytes")
    refused(lambda: okey.batch.encode(buffer, "k9"), HandError, "count", f"{n} bytes")


@pytest.mark.parametrize("kind", WRONG_BUFFERS)
def test_a_buffer_of_larger_items_or_with_gaps(kind: str) -> None:
    """Items of more than one byte, or bytes that do not lie in a row, are a TypeError, although there are enough for whole rows."""
    refused(lambda: okey.batch.win(WRONG_BUFFERS[kind]), TypeError, None)
    refused(lambda: okey.batch.encode(WRONG_BUFFERS[kind], "k9"), TypeError, None)


@pytest.mark.parametrize("kind", BUFFERS)
def test_any_buffer_of_bytes_serves(kind: str) -> None:
    """Any buffer of single bytes gives the same answers, and an empty one has no rows."""
    assert okey.batch.win(BUFFERS[kind](ROW * 2)) == b"\1\1"
    assert okey.batch.win(memoryview(BUFFERS[kind](ROW * 2)).cast("B").cast("B", [2, 53])) == b"\1\1"
    assert okey.batch.encode(BUFFERS[kind](ROW), "k9") == ROW
    assert okey.batch.win(BUFFERS[kind](b"")) == okey.batch.encode(BUFFERS[kind](b""), "k9") == b""


def test_an_error_that_is_kept_does_no_harm() -> None:
    """An error of a batch that the program keeps holds no buffer: the garbage collector can clear it away."""
    program = """
import gc
from rummycore import RummyError, okey

def keep(call, *arguments):
    try:
        call(*arguments)
    except RummyError as error:
        kept = error  # refers to this frame, which refers to it

for _ in range(50):
    keep(okey.batch.win, bytes(53))
    keep(okey.batch.win, memoryview(bytes(53)))
    keep(okey.batch.encode, bytes([3] * 53), "k9")
    keep(okey.batch.encode, ["r7 r7 r7"], "k9")
    gc.collect()
print("done")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (row((4, 3)), "copies"),
        (row((4, 255)), "copies"),
        (row((52, 5)), "copies"),
        (row((52, 255)), "copies"),
        (row((22, 1)), "count"),
        (row((0, 0)), "count"),
        (row((52, 1)), "count"),
        (bytes(53), "count"),
        (b"\xff" * 53, "copies"),
        (b"\2" * 53, "count"),
    ],
)
@pytest.mark.parametrize("place", [0, 1, 99])
def test_a_bad_row_of_values_is_named(bad: bytes, code: str, place: int) -> None:
    """The first row that is no hand of 14 is named, and nothing is answered for the others."""
    rows = [ROW] * 100
    rows[place] = bad
    refused(lambda: okey.batch.win(b"".join(rows)), HandError, code, f"row {place}:")
    refused(lambda: okey.batch.win(b"".join([*rows, bad])), HandError, code, f"row {place}:")


@pytest.mark.parametrize(
    ("kind", "count"), [(4, 3), (4, 255), (52, 3), (int(okey.Tile("k9")), 2), (int(okey.Tile("k10")), 3)]
)
def test_a_bad_row_of_faces_is_named(kind: int, count: int) -> None:
    """Faces that cannot be held beside the indicator are a HandError with the number of the hand; the buffer stays as it was."""
    faces = bytearray(53 * 3)
    faces[53 + kind] = count
    before = bytes(faces)
    refused(lambda: okey.batch.encode(faces, "k9"), HandError, "copies", "hand 1")
    assert faces == before


# ------------------------------------------------------------------------------
# Documents: bytes and JSON
# ------------------------------------------------------------------------------


RECORDS = [state.record() for state in okey_random.moments(Random("records"), 12)]
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
        (sealed(BYTES[0][:5] + b"\2" + BYTES[0][6:-4]), "game"),
        (sealed(BYTES[0][:-6]), "bytes"),
        (sealed(BYTES[0][:-4] + b"\0"), "bytes"),
        (sealed(BYTES[0][:6] + b"\xff" + BYTES[0][7:-4]), "bytes"),
    ],
)
def test_bytes_that_are_no_record(damaged: bytes, code: str) -> None:
    """Cut, prolonged, altered, or sealed with a right checksum but of another format: a StateError."""
    refused(lambda: okey.State.from_bytes(damaged), StateError, code)
    refused(lambda: okey.Record.from_bytes(damaged), StateError, code)


def test_every_altered_byte_is_noticed() -> None:
    """A record with any one of its bytes changed is refused."""
    data = min(BYTES, key=len)
    for at in range(len(data)):
        damaged = bytearray(data)
        damaged[at] ^= 0x40
        refused(partial(okey.State.from_bytes, bytes(damaged)), StateError, "bytes" if at < 4 else "checksum")


def loads_or_refuses(load: Callable[[], okey.State]) -> None:
    """A state comes out that saves and loads as itself, or a RummyError: a TypeError would be a fault of the loader."""
    loaded = only_typed_errors(load)
    if isinstance(loaded, okey.State):
        assert okey.State.from_bytes(bytes(loaded)) == loaded
        assert okey.State.from_dict(loaded.to_dict()) == loaded
        assert sorted(loaded.record().deck) == sorted([*okey.Tile.all()] * 2)


@FUZZ
@given(st.one_of(st.binary(max_size=400), st.binary(max_size=400).map(lambda b: sealed(b"RUMY\1\1" + b))))
def test_arbitrary_bytes_are_refused(data: bytes) -> None:
    """Whatever the bytes, sealed or not, only a RummyError comes."""
    loads_or_refuses(lambda: okey.State.from_bytes(data))


@FUZZ
@given(st.sampled_from(BYTES), CHANGES)
def test_mutated_bytes_load_or_are_refused(data: bytes, changes: list[tuple[str, int, int]]) -> None:
    """A record with bytes changed, cut out or put in, and a right checksum, is refused or is another good record."""
    loads_or_refuses(lambda: okey.State.from_bytes(sealed(altered(data[:-4], changes))))


@FUZZ
@given(st.sampled_from(RECORDS), PATHS, HOW, JSON)
def test_mutated_json_loads_or_is_refused(record: okey.Record, path: list[int], how: str, new: Any) -> None:
    """A record as JSON with a value, key or type changed is refused or is another good record; as text it is the same."""
    data = mutate(record.to_dict(), path, how, new)
    loads_or_refuses(lambda: okey.State.from_dict(data))
    loads_or_refuses(lambda: okey.replay(okey.Record.parse(json.dumps(data))))


def a_match() -> dict[str, Any]:
    match = okey.Match(7, rules=okey.Rules(turn_cap=12))
    for _ in range(3):
        okey_random.play_out(match.next_round(), okey_random.uniform(Random(1)))
    match.next_round()
    return match.to_dict()


MATCH = a_match()


@FUZZ
@given(PATHS, HOW, JSON)
def test_a_mutated_match_loads_or_is_refused(path: list[int], how: str, new: Any) -> None:
    """A match as JSON with something changed is refused with a RummyError, or is a match that saves as itself."""
    loaded = only_typed_errors(lambda: okey.Match.from_dict(mutate(MATCH, path, how, new)))
    if isinstance(loaded, okey.Match):
        assert okey.Match.from_dict(loaded.to_dict()).to_dict() == loaded.to_dict()


@FUZZ
@given(st.one_of(JSON, st.dictionaries(st.sampled_from(list(okey.Rules().to_dict())), JSON, max_size=3)))
def test_arbitrary_json_as_rules_is_refused(data: Any) -> None:
    """Whatever the JSON, it makes Rules or a RulesError."""
    assert isinstance(only_typed_errors(lambda: okey.Rules.from_dict(data)), okey.Rules | RulesError)


@FUZZ
@given(JSON)
def test_arbitrary_json_is_refused(data: Any) -> None:
    """Whatever the JSON, a record or match comes to a StateError; nothing else is raised."""
    for load in (okey.State.from_dict, okey.Record.from_dict, okey.Match.from_dict):
        assert isinstance(only_typed_errors(partial(load, data)), StateError)


@FUZZ
@given(st.text(max_size=60) | st.text(alphabet="rybkF0123456789 =,disca", max_size=60))
def test_arbitrary_text_is_refused(text: str) -> None:
    """Whatever the text, it is a tile, move, meld, hand or record, or a RummyError."""
    calls: list[Callable[[str], object]] = [
        okey.Tile.parse,
        okey.Move.parse,
        okey.Meld.parse,
        okey.Record.parse,
        okey.tiles,
        lambda text: okey.analyze(text, indicator="k9"),
        lambda text: okey.arrange(text, indicator="k9"),
        lambda text: okey.meld(text, indicator="k9"),
        lambda text: okey.analyze(HAND, indicator=text),
        lambda text: okey.arrange(HAND, indicator="k9", by=text),
        lambda text: okey.deal(seed=1).play(text),
        lambda text: okey.check_declaration([text], discard="r1", indicator="k9"),
        lambda text: okey.settle([1, 1], indicator="k9", winner=0, win=text),
    ]
    for call in calls:
        only_typed_errors(partial(call, text))


@pytest.mark.parametrize(
    "text", ["", "{", "nul", "[" * 100_000, '{"a":' * 50_000, "1" * 10_000, "NaN", '{"format": 1e999}', "\ud800"]
)
def test_text_that_is_no_json(text: str) -> None:
    """Broken, endless or too deep JSON is a RummyError."""
    assert isinstance(only_typed_errors(lambda: okey.Record.parse(text)), NotationError | StateError)


@pytest.mark.parametrize(
    ("change", "kind", "code", "named"),
    [
        ({"format": 2}, StateError, "format", "2"),
        ({"game": "marriage"}, StateError, "game", "marriage"),
        ({"rules_version": 99}, StateError, "rules_version", "99"),
        ({"players": 5}, RulesError, "players", "5"),
        ({"players": "4"}, StateError, "document", "players"),
        ({"dealer": 4}, StateError, "dealer", "4"),
        ({"dealer": -1}, StateError, "document", "dealer"),
        ({"points": [1, 2, 3]}, StateError, "points", "3 points"),
        ({"points": [1, 2, 3, True]}, StateError, "document", "points"),
        ({"points": [1, 2, 3, 10**10]}, StateError, "document", "points"),
        ({"deck": ["r1"] * 106}, StateError, "document", "deck"),
        ({"deck": " ".join(["r1"] * 106)}, StateError, "deck", "106"),
        ({"deck": "r1 x9"}, NotationError, "tile", "'x9'"),
        ({"moves": "draw"}, StateError, "document", "moves"),
        ({"moves": ["draw"]}, IllegalMoveError, "drawn", "move 1"),
        ({"moves": ["fly"]}, NotationError, "move", "'fly'"),
        ({"moves": [0]}, StateError, "document", "move 1"),
        ({"moves": ["draw"] * 70_000}, StateError, "document", "70000 moves"),
        ({"rules": None}, RulesError, "document", "NoneType"),
        ({"rules": {"starter": "me"}}, RulesError, "range", "starter"),
        ({"rules": {"deduct_from": "winner"}}, RulesError, "deduct_from", "deduct_from"),
        ({"surprise": 1}, StateError, "unknown_key", "'surprise'"),
    ],
)
def test_a_record_that_is_none(change: dict[str, Any], kind: type[RummyError], code: str, named: str) -> None:
    """A record with one thing wrong is refused with an error that names it."""
    data = {**okey.deal(seed=1).to_dict(), **change}
    refused(lambda: okey.State.from_dict(data), kind, code, named)


@pytest.mark.parametrize("key", okey.deal(seed=1).to_dict())
def test_a_record_that_lacks_a_key(key: str) -> None:
    """Every key of a record is needed; the error names the missing one."""
    data = okey.deal(seed=1).to_dict()
    del data[key]
    refused(lambda: okey.State.from_dict(data), StateError, "missing_key", repr(key))


def test_a_record_with_an_illegal_move_names_the_first() -> None:
    """Replaying tells the number of the first move that may not be played."""
    state = okey_random.play_out(okey.deal(seed=3), okey_random.uniform(Random(3)))
    record = state.record()
    for at in (0, 5, 40):
        moves = (*record.moves[:at], okey.Move("pass"), *record.moves[at:])
        refused(partial(okey.replay, replace(record, moves=moves)), IllegalMoveError, "no_pass", f"move {at + 1},")
    too_long = replace(record, moves=(*record.moves, okey.Move("draw")))
    refused(lambda: okey.replay(too_long), IllegalMoveError, "over", f"move {len(record.moves) + 1},")
