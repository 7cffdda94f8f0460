"""The bots of Okey."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeAlias

from rummycore.bots import RandomBot, moves_of
from rummycore.okey.hand import arrange
from rummycore.okey.notation import F, Move, Tile
from rummycore.okey.options import FalseJokerRole
from rummycore.okey.view import Phase, View

Bot: TypeAlias = Callable[[View], Move]


def random_bot(seed: int) -> Bot:
    """Return a bot that plays any legal move, each equally likely. The same seed gives the same moves."""
    return RandomBot[Move](seed)


def simple_bot(view: View) -> Move:
    """Return a sensible move. StateError if the view's seat is not to act.

    It finishes if it can, shows the twin, takes a discard that goes into a meld, and discards the tile that fits least.
    """
    moves = moves_of(view)
    finishes = [move for move in moves if move.act == "finish"]
    if finishes:
        return next((move for move in finishes if move.tile == view.okey), finishes[0])
    if Move("show") in moves:
        return Move("show")
    if view.phase == Phase.TO_DISCARD:
        return _discard(view, [move for move in moves if move.act == "discard"])
    if view.phase == Phase.LAST_CHANCE:
        return Move("take")
    return Move("take") if _wants(view, view.discards[-1][1]) else Move("draw")


def _melded(view: View, hand: Iterable[Tile]) -> int:
    held = tuple(hand)
    return len(held) - len(arrange(held, indicator=view.indicator, rules=view.rules).rest)


def _pairs(view: View) -> int:
    return sum(n == 2 for n in Counter(view.hand).values())


def _wants(view: View, tile: Tile) -> bool:
    if _is_wild(view, tile):
        return True
    if _pairs(view) >= 5 and view.rules.seven_pairs:
        return view.hand.count(tile) == 1
    return _melded(view, (*view.hand, tile)) > _melded(view, view.hand)


def _is_wild(view: View, tile: Tile) -> bool:
    return tile == view.okey or (tile == F and view.rules.false_joker_role == FalseJokerRole.WILD)


def _discard(view: View, moves: list[Move]) -> Move:
    """Return the discard that costs least: a loose tile that the fewest unseen tiles would help."""
    allowed = {move.tile: move for move in moves if move.tile is not None}
    if _pairs(view) >= 5 and view.rules.seven_pairs:
        spare = [
            tile for tile, n in Counter(view.hand).items() if n == 1 and not _is_wild(view, tile) and tile in allowed
        ]
        if spare:
            return allowed[min(spare, key=lambda tile: (_unseen(view, tile), tile))]
    best = arrange(view.hand, indicator=view.indicator, rules=view.rules)
    loose = [tile for tile in best.rest if not _is_wild(view, tile)]
    long = [tile for meld in best.melds if len(meld.tiles) > 3 for tile in meld.tiles]
    choices = (
        [tile for tile in (loose or long) if tile in allowed]
        or [tile for tile in allowed if not _is_wild(view, tile)]
        or list(allowed)
    )
    seen = _seen(view)
    return allowed[min(set(choices), key=lambda tile: (_prospects(view, tile, view.hand, loose, seen), tile))]


def _seen(view: View) -> Counter[Tile]:
    """Count the tiles that can no longer be drawn: the seat's own, the indicator, and all discards."""
    seen = Counter(view.hand)
    seen[view.indicator] += 1
    for event in view.history:
        if event.move.act == "discard" and event.tile is not None:
            seen[event.tile] += 1
    return seen


def _unseen(view: View, tile: Tile) -> int:
    return max(0, 2 - _seen(view)[tile])


def _face(view: View, tile: Tile) -> Tile:
    return view.okey if tile == F else tile


def _prospects(view: View, tile: Tile, hand: tuple[Tile, ...], loose: list[Tile], seen: Counter[Tile]) -> int:
    """Return a weighted count of unseen tiles that meld with `tile` and another; with a loose one it is double."""
    me = _face(view, tile)
    total = 0
    others = list(hand)
    others.remove(tile)
    for other in set(others):
        if _is_wild(view, other):
            continue
        weight = 2 if other in loose else 1
        for third in _thirds(me, _face(view, other)):
            total += weight * max(0, 2 - seen[third])
    return total


def _thirds(a: Tile, b: Tile) -> list[Tile]:
    """Return the tiles that make a group or run of three with a and b."""
    if a == b:
        return []
    if a % 13 == b % 13:
        return [tile for tile in Tile.all()[a % 13 : 52 : 13] if tile not in (a, b)]
    if a // 13 != b // 13:
        return []
    base, ranks = a // 13 * 13, []
    for low, high in [(a % 13, b % 13), (b % 13, a % 13), (13, b % 13) if a % 13 == 0 else (13, a % 13)]:
        if high == 13 or (low == 13 and 0 not in (a % 13, b % 13)):
            continue
        low, high = min(low, high), max(low, high)
        if high - low == 1:
            ranks += [low - 1, high + 1]
        elif high - low == 2:
            ranks.append(low + 1)
    return [Tile(base + rank % 13) for rank in set(ranks) if 0 <= rank <= 13]
