"""What a seat of Okey may know: tiles in other hands and in the stock show nowhere, and the discards lie as the events
say."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import okey_random
from kit import all_that_a_seat_gets, memory
from okey_kit import KIT, Watch

from rummycore import IllegalMoveError, okey

# ------------------------------------------------------------------------------
# What a seat may know
# ------------------------------------------------------------------------------


def hidden_places(state: okey.State, seat: int | None) -> list[int]:
    """Return the places in the deck of tiles that came to other hands or lie in the stock: all that this seat was not
    given."""
    starter = Watch(state).turn
    owner: list[int | None] = []
    for other in range(state.players):
        owner += [other] * (15 if other == starter else 14)
    owner += [event.seat for event in state.history if event.move == okey.Move("draw")]
    owner += [None] * (105 - len(owner))
    return [place for place, whose in enumerate(owner) if whose is None or whose != seat]


def with_hidden_tiles_swapped(rng: Random, state: okey.State, seat: int | None) -> okey.State | None:
    """Return a round with the same moves in which two tiles lie elsewhere that the seat was not given; None if that is
    the same or somebody could not have played so."""
    record = state.record()
    deck = list(record.deck)
    a, b = rng.sample(hidden_places(state, seat), 2)
    if deck[a] == deck[b]:
        return None
    deck[a], deck[b] = deck[b], deck[a]
    try:
        other = okey.replay(replace(record, deck=tuple(deck)))
    except IllegalMoveError:
        return None
    if memory(other) == memory(state):
        return None  # both tiles are in one hand by now
    if state.outcome and other.outcome and state.outcome.hand != other.outcome.hand:
        return None  # at the end everybody sees the winner's hand
    return other


def test_hidden_tiles_change_nothing_that_a_seat_gets(scale: int) -> None:
    """Where other hands and the stock differ in two tiles, a seat or spectator gets the same to the byte."""
    rng, moments = Random("hidden"), scale // 7
    compared: Counter[tuple[str, bool]] = Counter()
    for state in okey_random.moments(rng, moments):
        for seat in (None, *range(state.players)):
            told = all_that_a_seat_gets(KIT, state, seat)
            for _ in range(2):
                other = with_hidden_tiles_swapped(rng, state, seat)
                if other is None:
                    continue
                assert seat is None or other.hand(seat) == state.hand(seat)
                assert all_that_a_seat_gets(KIT, other, seat) == told
                compared["spectator" if seat is None else "seat", state.over] += 1
                compared["on turn", state.over] += seat == state.turn
    assert compared["seat", False] + compared["spectator", False] >= 2 * moments
    assert (
        min(compared[who, over] for who in ("seat", "spectator", "on turn") for over in (False, True)) >= moments // 8
    )


def test_views_list_the_discards_that_lie(scale: int) -> None:
    """At random moments the discards of a view are those of the events, less the tiles taken; `top_only` shows each
    seat's last."""
    rng = Random("discards")
    for state in okey_random.moments(rng, scale // 5):
        lying: list[tuple[int, okey.Tile]] = []
        for event in state.history:
            if event.move.act == "discard" and event.tile is not None:
                lying.append((event.seat, event.tile))
            elif event.move.act == "take":
                assert lying.pop() == ((event.seat - 1) % state.players, event.tile)
        latest = {seat: at for at, (seat, _) in enumerate(lying)}
        shown = lying if state.rules.discard_view == "all" else [lying[at] for at in sorted(latest.values())]
        for seat in (None, *range(state.players)):
            assert state.view(seat).discards == tuple(shown)
