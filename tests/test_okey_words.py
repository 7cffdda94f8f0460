"""The words of a round of Okey, its moves and its tiles have the numbers of the library."""

from __future__ import annotations

import re

import pytest
from header import CDEF, LIB

from rummycore import okey
from rummycore._core import lib
from rummycore.okey.outcome import Ending, Source
from rummycore.okey.view import Phase, View
from rummycore.values import Choice


@pytest.mark.parametrize(
    ("choices", "numbers"),
    [
        (Phase, {"TO_DRAW": 0, "TO_DISCARD": 1, "LAST_CHANCE": 2, "OVER": 3}),
        (Source, {"DEALT": 0, "DRAWN": 1, "TAKEN": 2}),
        (Ending, {"WON": 1, "STOCK_OUT": 2, "TRUNCATED": 3, "POINTS_OUT": 4}),
    ],
)
def test_words_of_a_round_have_their_enumerators(choices: type[Choice], numbers: dict[str, int]) -> None:
    """Phases, sources and endings are the enumerators of the library by name."""
    assert {choice.name: LIB[f"RUMMY_OKEY_{choice.name}"] for choice in choices} == numbers
    assert all(choice.value == choice.name.lower() for choice in choices)
    header = re.search(rf"enum rummy_okey_{choices.__name__.lower()} \{{(.*?)\}}", CDEF, re.DOTALL)
    assert header is not None
    assert set(re.findall(r"RUMMY_OKEY_(\w+)", header[1])) - {"RUNNING"} == set(numbers)


def test_phases_of_views_are_those_of_the_library() -> None:
    """Each phase has its number, and there is no other."""
    assert {LIB[f"RUMMY_OKEY_{phase.name}"]: phase for phase in Phase} == dict(enumerate(View.phases))


def test_moves_and_tiles_have_the_numbers_of_the_library() -> None:
    """Ids of moves begin where the header says, and there are as many moves and tiles."""
    starts = {"draw": lib.RUMMY_OKEY_DRAW, "take": lib.RUMMY_OKEY_TAKE, "show": lib.RUMMY_OKEY_SHOW}
    starts |= {"pass": lib.RUMMY_OKEY_PASS, "discard r1": lib.RUMMY_OKEY_DISCARD, "finish r1": lib.RUMMY_OKEY_FINISH}
    assert {text: int(okey.Move(text)) for text in starts} == starts
    assert len(okey.Move.all()) == lib.RUMMY_OKEY_MOVES
    assert len(okey.Tile.all()) == lib.RUMMY_KINDS == lib.RUMMY_FACES + 1
    assert okey.F == lib.RUMMY_JOKER
    assert okey.Move("finish F") == lib.RUMMY_OKEY_MOVES - 1
