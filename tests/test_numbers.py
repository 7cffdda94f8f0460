"""Numbers that are no int serve where an int does: whatever has `__index__`, as the integers
of NumPy have, and never a bool.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy
import pytest
from kit import Kit
from kits import EACH

from rummycore import marriage, okey


class Number:
    """A whole number of another package: it has `__index__` and is no int."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


KINDS: list[Callable[[int], Any]] = [Number, numpy.int64, numpy.uint8, numpy.int8]
OF = pytest.mark.parametrize("of", KINDS, ids=lambda kind: kind.__name__)


@EACH
@OF
def test_a_round_takes_such_numbers(kit: Kit, of: Callable[[int], Any]) -> None:
    """A deal, a move, a seat and a piece by such a number are those by the int, and what is saved is JSON."""
    game = kit.package
    state, same = game.deal(seed=of(3), players=of(3), dealer=of(1)), game.deal(seed=3, players=3, dealer=1)
    assert json.dumps(state.to_dict()) == json.dumps(same.to_dict())
    for _ in range(8):
        move = same.legal_moves()[0]
        number = of(int(move)) if int(move) < 128 else move
        state.check(number, of(same.turn))
        assert state.play(number, of(same.turn)) == same.play(move)
    for seat in range(3):
        assert state.view(of(seat)) == same.view(seat)
        assert state.view(of(seat)).seat == seat
        assert state.hand(of(seat)) == same.hand(seat)
    assert kit.game.piece(of(5)) is kit.game.piece(5)
    assert kit.game.move(of(5)) is kit.game.move(5)


@EACH
@OF
def test_matches_and_tables_take_such_numbers(kit: Kit, of: Callable[[int], Any]) -> None:
    """A match and tables made with such numbers are those made with ints, and what is saved is JSON."""
    game = kit.package
    match = game.Match(of(7), players=of(2), dealer=of(1), max_rounds=of(2))
    match.next_round()
    other = game.Match(7, players=2, dealer=1, max_rounds=2)
    other.next_round()
    assert json.dumps(match.to_dict()) == json.dumps(other.to_dict())
    tables, same = kit.game.tables(of(3), of(9), of(2)), kit.game.tables(3, 9, 2)
    assert tables.turns == same.turns
    for table in range(3):
        assert tables.state(of(table)) == same.state(table)
        assert tables.view(of(table), of(1)) == same.view(table, 1)
    moves = [move if move > 127 else of(move) for move in tables.random_moves()]
    assert tables.step(moves) == same.step(same.random_moves())


@OF
def test_options_take_such_numbers(of: Callable[[int], Any]) -> None:
    """An option that is a number, or a table of numbers, is kept as int."""
    rules = okey.Rules(turn_cap=of(99))
    assert rules == okey.Rules(turn_cap=99)
    assert type(rules.turn_cap) is int
    assert marriage.Rules(tunnela_values=of(5)) == marriage.Rules(tunnela_values=5)  # type: ignore[arg-type]


@EACH
def test_a_bool_is_no_number(kit: Kit) -> None:
    """True and False are refused where a number is asked for."""
    game = kit.package
    state = game.deal(seed=1)
    calls: list[Callable[[], object]] = [
        lambda: game.deal(seed=True),
        lambda: game.deal(seed=1, players=True),
        lambda: state.view(True),
        lambda: state.play(False),
        lambda: kit.game.piece(True),
        lambda: kit.game.tables(True, 1),
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call()


@OF
def test_settlements_take_such_numbers(of: Callable[[int], Any]) -> None:
    """A settlement of such points and seats is that of ints, and can be written as JSON."""
    points, plain = [of(20), of(20), of(22), of(20)], [20, 20, 22, 20]
    rules = okey.Rules(payout="deduct")
    found = okey.settle(points, indicator="k3", winner=of(1), shower=of(2), rules=rules)
    assert found == okey.settle(plain, indicator="k3", winner=1, shower=2, rules=rules)
    assert json.loads(json.dumps([found.payoffs, found.points, [r.seat for r in found.reasons]]))
    paid = marriage.settle(points, [True] * 4, winner=of(3))
    assert json.dumps(paid.payoffs) == json.dumps(marriage.settle(plain, [True] * 4, winner=3).payoffs)
    assert repr(marriage.Goal(primary=of(3), others=of(4))) == "Goal(primary=3, others=4, dublees=None)"
