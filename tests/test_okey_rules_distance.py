"""Rule O-35 of docs/okey.md: how far a hand is from winning, by its definition."""

from __future__ import annotations

import pytest

from rummycore import okey

PAIRED = "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 b5"  # one twin is missing
RUNS = "r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k9 k1 k2 b12"  # k3, a wild, or b1 and b13 are missing


@pytest.mark.parametrize(
    ("hand", "distance", "by", "useful"),
    [
        (PAIRED, 1, "pairs", {"y7": 2, "k12": 1, "b5": 1}),
        (RUNS, 1, "melds", {"k3": 2, "k13": 0, "y7": 1}),
        ("r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 y7", 0, "pairs", {}),
    ],
)
def test_o35_counts_the_tiles_that_are_missing(hand: str, distance: int, by: str, useful: dict[str, int]) -> None:
    """The fewest draws, by the nearer way, and the tiles that help with the copies that can still be had."""
    found = okey.analyze(hand, indicator="y6")
    assert (found.distance, found.by) == (distance, by)
    assert {str(tile): n for tile, n in found.useful.items() if str(tile) in useful} == {
        t: n for t, n in useful.items() if n
    }


def test_o35_seen_tiles_cannot_be_drawn() -> None:
    """What is seen elsewhere is useful no more, and where all of it is gone the other way counts, or none."""
    gone = okey.analyze(PAIRED, indicator="y6", seen="y7 y7 k12 b5")
    assert gone.pairs_distance is None or gone.pairs_distance > 1
    assert okey.Tile("k12") not in gone.useful
    everything = [tile for tile in okey.Tile.all() for _ in range(2)]
    for tile in [*okey.tiles(PAIRED), okey.Tile("y6")]:
        everything.remove(tile)
    never = okey.analyze(PAIRED, indicator="y6", seen=everything)
    assert (never.distance, never.by, never.nearest, dict(never.useful)) == (None, None, None, {})


def test_o35_discards_come_best_first() -> None:
    """A table has each different tile once: smallest distance first, then most useful tiles,
    then the order of the tiles.
    """
    found = okey.analyze(f"{RUNS} r13", indicator="y6")
    table = [(row.distance if row.distance is not None else 99, -row.total, int(row.discard)) for row in found.discards]
    assert table == sorted(table)
    assert {row.discard for row in found.discards} == set(found.hand)
    assert found.distance == found.discards[0].distance == 1


def test_o35_a_view_answers_from_what_its_seat_knows() -> None:
    """Of the discards only the one that the seat may take now can still be had."""
    state = okey.deal(seed=3)
    first = state.turn
    discard = next(move for move in state.legal_moves() if move.act == "discard")
    state.play(discard)
    assert discard.tile is not None
    taker, other = state.view(state.turn), state.view((state.turn + 1) % 4)
    assert taker.analyze().seen == ()
    assert other.analyze().seen == (discard.tile,)
    assert state.view(first).analyze().hand == state.view(first).hand
    with pytest.raises(ValueError, match="spectator"):
        state.view(None).analyze()
