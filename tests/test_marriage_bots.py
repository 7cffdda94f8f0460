"""The simple bot of Marriage goes for dublees only where they are played."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rummycore import marriage
from rummycore.marriage import Card, Rules, simple_bot

NOT_PLAYED: dict[str, dict[str, Any]] = {
    "not allowed": {"dublee_allowed": False},
    "too few players": {"dublee_allowed": True, "dublee_min_players": 4},
}
ROUNDS, TURNS = 4, 24  # rounds at a scale of 5,000


def paired(seed: int) -> list[Card]:
    """Return a deck that deals seven pairs to each of three seats."""
    random = Random(seed)
    kinds = random.sample(Card.all()[:52], 42)
    deck = [card for card in Card.all()[:52] for _ in range(3)]
    hands: list[Card] = []
    for seat in range(3):
        own = kinds[14 * seat : 14 * seat + 14]
        hands += own + own[:7]
    for card in hands:
        deck.remove(card)
    random.shuffle(deck)
    return hands + deck


def moves(rules: Rules, deck: list[Card]) -> list[str]:
    """Return what simple bots play from a deck in their first turns."""
    state = marriage.deal(deck=deck, players=3, rules=rules)
    while not state.over and state.turns < TURNS:
        state.play(simple_bot(state.view(state.turn)))
    return [str(event.move) for event in state.history]


def test_pairs_are_collected_only_where_dublees_are_played(scale: int) -> None:
    """With too few players for dublees a bot with seven pairs plays as if they were forbidden, and otherwise not."""
    differ = 0
    for seed in range(ROUNDS * scale // 5000):
        deck = paired(seed)
        without, few = (moves(Rules(**rules), deck) for rules in NOT_PLAYED.values())
        assert few == without
        differ += moves(Rules(), deck) != without
    assert differ == ROUNDS * scale // 5000


@pytest.mark.parametrize(("pairs", "collects"), [(5, False), (6, True)])
def test_six_pairs_are_collected(pairs: int, collects: bool) -> None:
    """From six pairs on a bot takes a discard that makes one more pair of a lone card, and no sooner."""
    kinds = Card.all()[:52:2]
    own = [*kinds[:pairs], *kinds[: 21 - pairs]]
    rest = [card for card in Card.all()[:52] for _ in range(3)]
    for card in own:
        rest.remove(card)
    wanted = own[-1]
    rest.remove(wanted)
    deck = [*rest[:21], *own, wanted, *rest[21:]]
    state = marriage.deal(deck=deck, players=2, rules=Rules(tunnela_window="off"))
    assert state.hand(state.turn) == tuple(sorted(own))
    assert str(simple_bot(state.view(state.turn))) == ("take" if collects else "draw")
