"""Bad input, each kind under the id of its case: A-X1 too many copies, A-X2 wrong numbers of
tiles, A-X3 names, A-X4 indicators.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from okey_rounds import MELDED

from rummycore import HandError, NotationError, RummyError, okey
from rummycore.okey import Move, Tile

ELEVEN = "y1 y2 y3 b1 b2 b3 k1 k2 k3 k4 k5"


@pytest.mark.parametrize(
    ("hand", "named"),
    [(f"r7 r7 r7 {ELEVEN}", "r7"), (f"F F F {ELEVEN}", "F"), (f"k9 k9 r1 {ELEVEN}", "k9")],
)
def test_case_a_x1_three_copies_of_one_tile(hand: str, named: str) -> None:
    """A-X1: three of a tile, three false jokers, the indicator's face twice: the same
    error from whatever reads hands.
    """
    declared = [hand.split()[i : i + 2] for i in range(0, 14, 2)]
    attempts: list[Callable[[], object]] = [
        lambda: okey.analyze(hand, indicator="k9"),
        lambda: okey.analyze(f"{hand} r9", indicator="k9"),
        lambda: okey.arrange(hand, indicator="k9"),
        lambda: okey.melds(hand, indicator="k9"),
        lambda: okey.batch.encode([MELDED, hand], "k9"),
    ]
    for attempt in attempts:
        with pytest.raises(HandError) as refused:
            attempt()
        assert refused.value.code == "copies"
    with pytest.raises(HandError, match=named):
        okey.analyze(hand, indicator="k9")
    verdict = okey.check_declaration(declared, discard="r9", indicator="k9")
    assert (verdict.code, {str(tile) for tile in verdict.tiles}) == ("copies", {named})
    values = okey.batch.encode([MELDED], "k9")
    values[0], values[1] = 3, values[1] - 1
    values[2] -= 1
    with pytest.raises(HandError):
        okey.batch.win(values)


@pytest.mark.parametrize("count", [0, 1, 11, 13, 16, 21])
def test_case_a_x2_wrong_number_of_tiles(count: int) -> None:
    """A-X2: a hand has 14 or 15 tiles; the error names another number, and eleven melded tiles are no win."""
    hand = [str(tile) for tile in Tile.all()[:52]][:count]
    with pytest.raises(HandError) as refused:
        okey.analyze(hand, indicator="k9")
    assert refused.value.code == "count"
    assert str(count) in refused.value.sentence
    with pytest.raises(HandError) as refused:
        okey.batch.win(okey.batch.encode([MELDED, " ".join(hand)], "k9"))
    assert refused.value.code == "count"
    declared = ["r1 r2 r3", "y1 y2 y3", "b1 b2 b3 b4 b5"]
    assert okey.check_declaration(declared, discard="k3", indicator="k9").code == "count"


@pytest.mark.parametrize("count", [23, 40, 106])
def test_case_a_x2_too_many_tiles(count: int) -> None:
    """A-X2: no more than 22 tiles can be arranged, and no more than exist."""
    hand = [str(tile) for tile in [*Tile.all()[:52], *Tile.all()]][:count]
    with pytest.raises(HandError):
        okey.arrange(hand, indicator="k9")


@pytest.mark.parametrize(
    "name",
    [
        *["r0", "r14", "x5", "", "r", "7r", "r1.5", "r7 ", " r7", "r07", "R+7", "r7\0", "f1", "FF"],
        *["\u04337", "r\uff17", "\u212a7", "\ud800"],
    ],
)
def test_case_a_x3_bad_tile_names(name: str) -> None:
    """A-X3: a text that is no tile is a NotationError wherever a tile is asked for."""
    attempts: list[Callable[[], object]] = [
        lambda: Tile(name),
        lambda: Tile.parse(name),
        lambda: okey.okey_of(name),
        lambda: okey.analyze(MELDED, indicator=name),
        lambda: okey.analyze([*MELDED.split()[:13], name], indicator="k9"),
        lambda: okey.check_declaration([], discard=name, indicator="k9"),
        lambda: okey.settle([1, 1], indicator=name, winner=0),
        lambda: Move(f"discard {name}"),
        lambda: okey.deal(deck=[*["r1"] * 105, name]),
    ]
    for attempt in attempts:
        with pytest.raises(NotationError):
            attempt()


@pytest.mark.parametrize("number", [-1, 53, 255, 256, 10**9, 2**31, 2**64, -(2**70)])
def test_case_a_x3_bad_tile_numbers(number: int) -> None:
    """A-X3: a number that is no tile or move is a NotationError that names it."""
    for attempt in (lambda: Tile(number), lambda: okey.analyze([number], indicator="k9"), lambda: okey.okey_of(number)):
        with pytest.raises(NotationError, match=str(number)):
            attempt()
    if not 0 <= number < 110:
        with pytest.raises(NotationError):
            Move(number)


@pytest.mark.parametrize("wrong", [None, 1.5, True, b"r7", object, ["r7"]])
def test_case_a_x3_wrong_types(wrong: Any) -> None:
    """A-X3: what is neither text nor int is a TypeError, and a refused call leaves the round as it was."""
    state = okey.deal(seed=1)
    before = bytes(state)
    attempts: list[Callable[[], object]] = [
        lambda: Tile(wrong),
        lambda: Move(wrong),
        lambda: okey.analyze([wrong] * 14, indicator="k9"),
        lambda: okey.analyze(MELDED, indicator=wrong),
        lambda: state.play(wrong),
        lambda: state.check(wrong),
    ]
    for attempt in attempts:
        with pytest.raises(TypeError):
            attempt()
    assert bytes(state) == before


def test_case_a_x4_indicator_out_of_place() -> None:
    """A-X4: a false joker, nothing, and a text with a space are no indicator."""
    wrong: list[tuple[Any, type[Exception]]] = [
        ("F", HandError),
        (None, TypeError),
        ("r13 ", NotationError),
        (52, HandError),
    ]
    readers: list[Callable[[Any], object]] = [
        okey.okey_of,
        lambda indicator: okey.analyze(MELDED, indicator=indicator),
        lambda indicator: okey.arrange(MELDED, indicator=indicator),
        lambda indicator: okey.meld("r1 r2 r3", indicator=indicator),
        lambda indicator: okey.melds("r1 r2 r3", indicator=indicator),
        lambda indicator: okey.batch.encode([MELDED], indicator),
        lambda indicator: okey.settle([1, 1], indicator=indicator, winner=0),
        lambda indicator: okey.check_declaration([], discard="r1", indicator=indicator),
    ]
    for indicator, error in wrong:
        for reader in readers:
            with pytest.raises(error) as refused:
                reader(indicator)
            assert isinstance(refused.value, RummyError) == (error is not TypeError)
