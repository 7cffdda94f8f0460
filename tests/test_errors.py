"""What an error says: its code and fields are a contract, and every sentence comes from one table."""

from __future__ import annotations

import ast
import copy
import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import rummycore
from rummycore import RummyError, marriage, okey
from rummycore._core import code_name, lib
from rummycore.errors import PLACES, SENTENCES, HandError, NotationError, RulesError, StateError

SOURCES = sorted(Path(rummycore.__file__).parent.rglob("*.py"))
CLASSES = {"HandError", "IllegalMoveError", "NotationError", "RulesError", "RummyError", "StateError"}
FROM_C = {code_name(getattr(lib, name)) for name in dir(lib) if name.startswith("RUMMY_E_")}
# Codes of C that Python gives too, where it knows more of the fault: the fields then come with it.
BOTH = {"copies", "dealer", "move", "range"}


def fields_of(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    """Give each call in the package with its place and the name of what is called."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
                name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                yield f"{path.name}:{node.lineno}", name, node


def literal(node: ast.Call, at: int) -> str | None:
    """Return an argument of a call that is a text."""
    given = node.args[at] if at < len(node.args) else None
    return given.value if isinstance(given, ast.Constant) and isinstance(given.value, str) else None


def given(node: ast.Call) -> set[str]:
    return {keyword.arg for keyword in node.keywords if keyword.arg} - {"pieces"}


def test_every_error_is_raised_with_the_fields_of_its_sentence() -> None:
    """Each code in the sources has a sentence, and each sentence is given just the fields that it names."""
    seen = set()
    for where, name, node in calls():
        code = literal(node, 0) if name in CLASSES else None
        if code is not None and len(node.args) == 1:
            assert code in SENTENCES, where
            assert given(node) == fields_of(SENTENCES[code]), (where, code)
            seen.add(code)
    assert len(seen) > 50


def test_every_place_is_given_its_fields() -> None:
    """Each place in the sources has a text, with just the fields that it names."""
    seen = set()
    for where, name, node in calls():
        place = literal(node, {"at": 0, "error": 1, "check": 1}.get(name, 9))
        if place is not None:
            assert place in PLACES, (where, place)
            assert given(node) == fields_of(PLACES[place]) - {"sentence"}, (where, place)
            seen.add(place)
    assert len(seen) > 10


def test_every_sentence_and_place_is_used() -> None:
    """No table has a line that no source names."""
    texts = {
        node.value
        for path in SOURCES
        if path.name != "errors.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert (SENTENCES.keys() | PLACES.keys()) - texts == set()


def test_a_code_means_one_thing() -> None:
    """A code of Python is none of C, but for those that say the same with more fields."""
    assert SENTENCES.keys() & FROM_C == BOTH


def refused(call: Any) -> RummyError:
    with pytest.raises(RummyError) as caught:
        call()
    return caught.value


CALLS: dict[str, Any] = {
    "a sentence": lambda: marriage.Card("Xx"),
    "fields and pieces": lambda: marriage.analyze("7h 7h 7h 7h"),
    "a place": lambda: okey.batch.distance(bytes([3]) + bytes(52)),
    "C alone": lambda: okey.deal(seed=1).play("discard r1"),
    "two places": lambda: okey.State.from_dict(
        {**okey.deal(seed=1).to_dict(), "moves": ["discard r1", "draw", "draw"]}
    ),
    "a vast number": lambda: okey.deal(seed=1).view(1 << 300),
}


@pytest.mark.parametrize("name", CALLS)
def test_an_error_survives_json_pickle_and_copy(name: str) -> None:
    """The JSON form has what the error has; a copy and a pickled one say the same."""
    error = refused(CALLS[name])
    told = json.loads(json.dumps(error.to_dict()))
    assert told == {
        "class": type(error).__name__,
        "code": error.code,
        "fields": error.fields,
        "places": list(error.places),
        "pieces": [str(piece) for piece in error.pieces],
        "sentence": str(error),
    }
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(again) is type(error)
        assert (again.to_dict(), str(again), again.pieces) == (error.to_dict(), str(error), error.pieces)


@pytest.mark.parametrize("name", CALLS)
def test_the_table_and_the_fields_give_the_sentence(name: str) -> None:
    """An app that fills the fields into the table itself gets what the error says."""
    error = refused(CALLS[name])
    assert error.said(SENTENCES) == error.said({}) == str(error)
    if error.code not in FROM_C - BOTH:
        told = error.said({error.code: "!" + SENTENCES[error.code]}, dict.fromkeys(error.places, "{sentence}"))
        assert told.startswith("!")


def test_a_translation_that_asks_too_much_is_left_out() -> None:
    """A sentence with a field that this error lacks, or a code that the table lacks, is said in English."""
    error = refused(CALLS["C alone"])
    assert error.said({error.code: "{nothing}"}) == str(error)
    assert error.said({"another": "x"}, {"move": "{nothing}"}) == str(error)
    assert error.said({error.code: "hayır"}, {"move": "{move} -- {sentence}"}) == "discard r1 -- hayır"


def test_a_refused_move_names_its_pieces() -> None:
    """The pieces of a move that may not be played stand in the error."""
    state = marriage.deal(seed=1, rules=marriage.Rules(tunnela_window="off"))
    assert refused(lambda: state.play("lay 5h 6h 7h")).pieces == marriage.cards("5h 6h 7h")
    assert refused(lambda: state.play("take" if "take" not in map(str, state.legal_moves()) else "see")).pieces == ()


@pytest.mark.parametrize(
    ("read", "text", "right"),
    [
        (marriage.Card, "10h", "Th"),
        (marriage.Card, "T\u2665", "Th"),
        (marriage.Card, "7\u2663\ufe0f", "7c"),
        (marriage.cards, "7h, 8h", "7h"),
        (marriage.Move, "discard 10h", "discard Th"),
        (marriage.Move, "lay 5h, 6h, 7h", "lay 5h 6h 7h"),
        (okey.tiles, "r7, r8", "r7"),
        (okey.Move, "discard  r7", "discard r7"),
    ],
)
def test_another_spelling_is_pointed_to_the_right_one(read: Any, text: str, right: str) -> None:
    """What other programs write is refused with the text that is right."""
    error = refused(lambda: read(text))
    assert (type(error), error.places, error.fields["wanted"]) == (NotationError, ("spelling",), right)
    assert str(error).endswith(f"; write {right}")


def test_a_record_of_another_game_says_so() -> None:
    """Records and matches that are of the other game are refused by their game, not by some key."""
    for game, other in ((okey, marriage), (marriage, okey)):
        for saved, load in (
            (game.deal(seed=1).to_dict(), other.State.from_dict),
            (game.Match(1).to_dict(), other.Match.from_dict),
            (bytes(game.deal(seed=1)), other.State.from_bytes),
        ):
            error = refused(lambda: load(saved))  # noqa: B023
            assert (type(error), error.code) == (StateError, "game")


def test_a_bad_row_of_a_batch_says_what_is_wrong_with_it() -> None:
    """The row is named, and what it has: how many pieces, or of which too many."""
    row = bytes([1] * 13) + bytes(40)
    many = refused(lambda: marriage.batch.distance(row + bytes([0, 4]) + bytes(51)))
    assert (type(many), many.code, many.fields) == (HandError, "copies", {"piece": "2c", "times": 4, "row": 1})
    few = refused(lambda: okey.batch.win(row + bytes(53)))
    assert (few.code, few.fields["count"], few.fields["row"]) == ("count", 13, 0)


def test_a_value_outside_its_range_names_the_range() -> None:
    """An option that cannot have a value says which it can have."""
    error = refused(lambda: okey.Rules(turn_cap=0))
    assert (type(error), error.code) == (RulesError, "range")
    assert error.fields == {"option": "turn_cap", "given": "0", "wanted": "1..10000"}
