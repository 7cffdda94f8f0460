"""Rule M-30 of docs/marriage.md: how far a hand is from its goal, by its definition."""

from __future__ import annotations

import pytest

from rummycore import marriage
from rummycore.marriage import batch

BEHIND_THREE = "6c 7c 8c 2d 3d 4d 9h 9s 9c 5d 5d Jd"  # 5d 5d takes no joker; tiplu Jc makes Jd one


@pytest.mark.parametrize(
    ("hand", "tiplu", "goal", "distance"),
    [
        (BEHIND_THREE, "Jc", marriage.AFTER_SEEING, 1),
        (BEHIND_THREE.replace("5d 5d", "5d 6d"), "Jc", marriage.AFTER_SEEING, 0),
        ("7h 7h 2c 4c 9s Ts Js", None, marriage.Goal(primary=3), 2),
        ("7h 7h 7h 6h 8h 2c 3c 4c", None, marriage.Goal(primary=3), 2),  # a run through 7h would take a fourth
        ("2c 2c 3c 3c 4c 4c 5c 5c 6c 6c 7c 7c 8c", None, marriage.Goal(dublees=7), 1),
        ("2c 2c 2c 3c 3c 3c 4c 4c 4c 5c 5c 5c 6c 6c 6c 7c 7c 7c 8c 8c 8c", None, marriage.Goal(dublees=8), 2),
    ],
)
def test_m30_counts_the_cards_that_are_missing(
    hand: str, tiplu: str | None, goal: marriage.Goal, distance: int
) -> None:
    """The fewest cards with which the goal is reached."""
    assert list(batch.distance(batch.encode([hand]), tiplu, goal)) == [distance]


def test_m30_a_hidden_tiplu_is_not_used() -> None:
    """Without the tiplu the goal is to see it; the distance to the finish has bounds, which hold for every tiplu."""
    hand = "6h 6h 7h 3s 4s 5s Qd Kd 2d 6d Qc 8d Jd 2c 2h Ks Kc Kh Jh Js 9c 4d"
    hidden = marriage.analyze(hand)
    assert (hidden.distance, hidden.goal) == (None, marriage.TO_SEE)
    least, most = hidden.bounds
    assert least is not None
    assert most is not None
    for tiplu in marriage.Card.all()[:52]:
        known = marriage.analyze(hand, tiplu=tiplu)
        assert known.distance is not None
        assert least <= known.distance <= most


def test_m30_a_view_answers_from_what_its_seat_knows() -> None:
    """Of the discards only the one that the seat may take can still be had; a spectator has no hand."""
    state = marriage.deal(seed=5, players=2)
    while state.view(None).phase == "window":
        state.play("done")
    seat = state.turn
    upcard = state.view(None).discards[-1][1]
    assert state.view(seat).analyze().gone == ()
    assert state.view(1 - seat).analyze().gone == (upcard,)
    with pytest.raises(ValueError, match="spectator"):
        state.view(None).analyze()
