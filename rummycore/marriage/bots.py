"""The bots of Marriage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from rummycore.bots import RandomBot, moves_of
from rummycore.marriage.hand import Route, roles
from rummycore.marriage.notation import Card, M, Move
from rummycore.marriage.view import Phase, View

Bot: TypeAlias = Callable[[View], Move]
PAIRS: Final = 6  # with so many pairs or more the simple bot collects pairs


def random_bot(seed: int) -> Bot:
    """Return a bot that plays any legal move, each equally likely. The same seed gives the same moves."""
    return RandomBot[Move](seed)


def simple_bot(view: View) -> Move:
    """Return a sensible move. StateError if the view's seat is not to act.

    It exposes, lays and finishes if it can, takes a discard that fits a combination, and discards what fits least.
    """
    moves = moves_of(view)
    for act in ("finish", "finish-pairs", "expose", "see"):
        for move in moves:
            if move.act == act:
                return move
    if view.phase == Phase.WINDOW:
        return Move("done")
    if view.phase == Phase.TO_DRAW:
        return Move("take") if Move("take") in moves and _wants(view, view.discards[-1][1]) else Move("draw")
    lay = _lay(view, moves)
    return lay or _discard(view, [move for move in moves if move.act == "discard"])


def _lay(view: View, moves: Sequence[Move]) -> Move | None:
    """Return the first lay; a pair only if no combination can be laid."""
    for act in ("lay", "pair"):
        for move in moves:
            if move.act == act:
                return move
    return None


def _jokers(view: View) -> set[Card]:
    if view.tiplu is None or view.routes[view.seat or 0] == Route.NONE:
        return set()
    return set(roles(view.tiplu, rules=view.rules))


def _on_dublees(view: View, held: Counter[Card]) -> bool:
    """Return whether the seat collects dublees: it has laid them, or has laid nothing and has six pairs."""
    route, rules = view.routes[view.seat or 0], view.rules
    if route != Route.NONE:
        return route == Route.DUBLEE
    played = rules.dublee_allowed and view.players >= rules.dublee_min_players
    return played and sum(n >= 2 for card, n in held.items() if card != M) >= PAIRS


def _wants(view: View, card: Card) -> bool:
    held = Counter(view.hand)
    if _on_dublees(view, held):
        return held[card] == 1
    if card in _jokers(view):
        return True
    return _worth(view, card, held + Counter([card])) >= 8


def _discard(view: View, moves: Sequence[Move]) -> Move:
    held, jokers = Counter(view.hand), _jokers(view)
    if _on_dublees(view, held):
        return min(moves, key=lambda move: (held[_card(move)] == 2, held[_card(move)] != 3, move))
    return min(moves, key=lambda move: (_card(move) in jokers, _worth(view, _card(move), held), move))


def _card(move: Move) -> Card:
    assert move.card is not None
    return move.card


def _worth(view: View, card: Card, held: Counter[Card]) -> int:
    """Return the worth of a card among the others: runs and tunnelas most, then those with one card missing."""
    if card == M:
        return 20
    seen = view.routes[view.seat or 0] != Route.NONE
    base, rank = card // 13 * 13, card % 13
    best = {1: 0, 2: 4, 3: 10}[min(held[card], 3)]
    for start in range(rank - 2, rank + 1):
        line = [at for at in range(start, start + 3) if 0 <= at <= 13]
        if len(line) < 3:
            continue
        have = sum(held[Card(base + at % 13)] > 0 for at in line)
        best = max(best, {1: 0, 2: 5 if line[1] % 13 != rank or have < 2 else 4, 3: 10}[have])
    if seen:
        suits = sum(held[Card(suit * 13 + rank)] > 0 for suit in range(4))
        best = max(best, {1: 0, 2: 5, 3: 10, 4: 10}[suits])
    return best
