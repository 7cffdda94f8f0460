"""What everybody knows to be in a hand (O-7, M-29): a tile or card that was taken or shown, until it leaves; and that
what was shown cannot be had (O-35, M-30)."""

from __future__ import annotations

from collections import Counter
from random import Random

import marriage_random
import okey_random
from marriage_decks import dealt
from okey_decks import stack

from rummycore import marriage, okey
from rummycore.marriage import Card


def known_of_marriage(state: marriage.State) -> list[Counter[Card]]:
    """Return what the public history tells of the concealed cards of each seat."""
    known: list[Counter[Card]] = [Counter() for _ in range(state.players)]
    events = [event for event in state.history if event.move.act not in ("draw", "done")]
    draft: list[Card] = []
    for event in events:
        own, act = known[event.seat], event.move.act
        if act == "take":
            own[event.card or Card(0)] += 1
        elif act == "expose" and state.rules.exposed_tunnela == "free":
            own[event.card or Card(0)] = 3
        elif act in ("lay", "pair"):
            draft += event.move.cards
        elif act == "see":
            own -= Counter(draft)
            draft = []
        elif act in ("discard", "finish", "finish-pairs"):
            card = event.card or Card(0)
            own[card] = max(0, own[card] - 1)
    return known


def test_known_cards_of_marriage_are_those_taken_or_given_back(scale: int) -> None:
    """Every seat and a spectator are told the same, and it is what the public events say; all of it is in the hand."""
    rng, came = Random("known"), Counter[str]()
    for state in marriage_random.moments(rng, scale // 4):
        right = known_of_marriage(state)
        for seat in (None, *range(state.players)):
            view = state.view(seat)
            assert [Counter(cards) for cards in view.known] == [+cards for cards in right]
            assert view.to_dict()["known"] == [[str(card) for card in cards] for cards in view.known]
        for seat in range(state.players):
            assert not right[seat] - Counter(state.hand(seat))
            came["taken"] += bool(right[seat])
            came["given back"] += 3 in right[seat].values()
            came["nothing"] += not right[seat]
    assert min(came.values()) > 0, came


def test_a_tunnela_that_was_exposed_and_given_back_cannot_be_had() -> None:
    """While it is known to be in another hand no copy of it is useful; a copy that was discarded can be taken, and one
    that was merely taken is in some hand unseen."""
    rules = marriage.Rules(exposed_tunnela="free")
    hand = "7h 7h 7h 2c 4c 6c 8c Tc Qc 2d 4d 6d 8d Td Qd 2s 4s 6s 8s Ts Qs"
    other = "9c Tc Jc Qh Kh Ah 5h 6h 2d 9d Kc 4c 7c Ts 3s 6s 8h 3d 5d Qs As"
    state = dealt({1: hand, 0: other}, expose={1: "7h"}, players=2, rules=rules, upcard="9d", stock="Jc Kh")
    assert state.view(None).known == ((), (Card("7h"),) * 3)
    assert Card("7h") not in state.view(0).analyze().useful
    assert state.view(0).analyze().gone.count(Card("7h")) == 3
    assert state.view(1).analyze().gone.count(Card("7h")) == 0
    state.play("draw")
    state.play("discard 7h")
    assert state.view(None).known == ((), (Card("7h"),) * 2)
    assert state.view(0).analyze().useful[Card("7h")] == 1
    state.play("take")
    assert state.view(None).known == ((Card("7h"),), (Card("7h"),) * 2)
    assert state.view(0).analyze().gone.count(Card("7h")) == 2
    state.play("discard 2d")
    assert state.view(1).analyze().gone.count(Card("7h")) == 0


def known_of_okey(state: okey.State) -> list[Counter[okey.Tile]]:
    """Return what the public history tells of the tiles of each seat."""
    known: list[Counter[okey.Tile]] = [Counter() for _ in range(state.players)]
    for event in state.history:
        own, tile = known[event.seat], event.tile
        if event.move.act == "take" and tile is not None:
            own[tile] += 1
        elif event.move.act == "show":
            own[state.indicator] = 1
        elif event.move.act in ("discard", "finish") and tile is not None:
            own[tile] = max(0, own[tile] - 1)
    return known


def test_known_tiles_of_okey_are_those_taken_or_shown(scale: int) -> None:
    """Every seat and a spectator are told the same, and it is what the public events say; the shown twin cannot be had
    while its owner holds it."""
    rng, came = Random("known okey"), Counter[str]()
    for state in okey_random.moments(rng, scale // 2):
        right = known_of_okey(state)
        for seat in (None, *range(state.players)):
            view = state.view(seat)
            assert [Counter(tiles) for tiles in view.known] == [+tiles for tiles in right]
            assert view.to_dict()["known"] == [[str(tile) for tile in tiles] for tiles in view.known]
            if seat is None:
                continue
            assert not right[seat] - Counter(state.hand(seat))
            found = view.analyze()
            if view.shower not in (None, seat) and right[view.shower or 0][state.indicator]:
                assert state.indicator in found.seen
                assert state.indicator not in found.useful
                came["shown by another"] += 1
            came["taken"] += bool(right[seat])
    assert min(came["shown by another"], came["taken"]) > 0, came


def test_the_shown_twin_can_be_had_once_it_is_discarded() -> None:
    """With r7 the indicator, shown by the first player: r5 r6 of the next want it in vain, until it lies before
    them."""
    rules = okey.Rules(indicator_bonus=True)
    wants = "r5 r6 y1 y2 y3 b1 b2 b3 k1 k2 k3 k9 k11 y9"
    state = okey.deal(deck=stack("r7", {1: "r7", 2: wants}), rules=rules)
    assert state.turn == 1
    before = state.view(2).analyze()
    assert before.useful[okey.Tile("r7")] == 1
    state.play("show")
    assert state.view(None).known[1] == (okey.Tile("r7"),)
    assert okey.Tile("r7") not in state.view(2).analyze().useful
    state.play("discard r7")
    assert state.view(None).known[1] == ()
    assert state.view(2).analyze().useful[okey.Tile("r7")] == 1
    assert state.view(3).analyze().seen == (okey.Tile("r7"),)
