"""A match as a server runs it: what players are told, its own decks and seeds, who sits out, small saves."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest
from kit import Kit
from kits import EACH, KITS
from mangling import only_typed_errors, refused, sealed

from rummycore import RulesError, RummyError, StateError, marriage, okey
from rummycore.views import MatchEnd, Standing

MARRIAGE = KITS["marriage"]


def play(state: Any, rng: Random) -> Iterator[Any]:
    """Play a round at random to its end, and give the state after each move."""
    while not state.over:
        state.play(rng.choice(state.legal_ids()))
        yield state


def some_match(kit: Kit, rounds: int = 3, **options: Any) -> Any:
    """Return a match of a few short rounds at random, the last of them in the middle."""
    match = kit.package.Match(5, rules=replace(kit.endless, turn_cap=8), **options)
    rng = Random(rounds)
    for n in range(rounds):
        for moves, _ in enumerate(play(match.next_round(), rng)):
            if n == rounds - 1 and moves == 9:
                break
    return match


# ------------------------------------------------------------------------------
# What a player is told
# ------------------------------------------------------------------------------


@EACH
def test_the_events_of_a_match_only_grow(kit: Kit) -> None:
    """A client that asks for what is new after each move has in the end what all players of its kind have."""
    match: Any = kit.package.Match(5, rules=replace(kit.endless, turn_cap=8), players=3, max_rounds=3)
    had: dict[int | None, list[Any]] = {None: [], 0: [], 1: [], 2: []}
    rng = Random(1)
    while not match.over:
        for _ in play(match.next_round(), rng):
            for player, known in had.items():
                known += match.events(player, since=len(known))
    for player, known in had.items():
        assert tuple(known) == match.events(player)
        for since in range(len(known) + 2):
            assert list(match.events(player, since)) == known[since:]
    assert had[0] != had[1]
    sent = json.loads(json.dumps([event.to_dict() for event in had[2]]))
    assert [kit.package.MatchEvent.from_dict(event) for event in sent] == had[2]


@EACH
def test_each_round_begins_and_ends_with_the_standing(kit: Kit) -> None:
    """Between two standings of a round lie the events of its seat; the points of an end are those of the next deal."""
    match = some_match(kit, players=3)
    told, state = match.events(1), match.state
    standings = [event for event in told if event.event is None]
    assert [(event.round, event.standing.running) for event in standings] == [
        *((1, True), (1, False), (2, True), (2, False), (3, True))
    ]
    assert [event.event for event in told if event.round == 3][1:] == list(state.events(1))
    assert all((event.event is None) != (event.standing is None) for event in told)
    before = match.copy()
    assert standings[0].standing.points == kit.package.Match(5, rules=match.rules, players=3).points
    for ended, begun in ((1, 2), (3, 4)):
        assert standings[ended].standing.points == standings[begun].standing.points
    assert standings[-1].standing.dealer == match.dealer == before.dealer


@EACH
def test_the_standing_says_what_the_match_says(kit: Kit) -> None:
    """The standing has round, dealer, seats, points and the end, survives JSON, and is in every view of the match."""
    match: Any = kit.package.Match(5, rules=replace(kit.endless, turn_cap=2), players=3, max_rounds=2, dealer=1)
    assert match.standing == Standing(0, False, 1, (0, 1, 2), match.points, None, ())
    refused(lambda: match.view(0), StateError, "no_round")
    rng = Random(3)
    while not match.over:
        state = match.next_round()
        number = match.standing.round
        assert match.standing == Standing(number, True, match.dealer, (0, 1, 2), match.points, None, ())
        for _ in play(state, rng):
            for player in (None, 0, 1, 2):
                view = match.view(player)
                assert view == replace(state.view(player), standing=match.standing)
                assert type(view).from_dict(json.loads(json.dumps(view.to_dict()))) == view
    assert state.view(0).standing is None
    ended = match.standing
    assert ended == Standing(2, False, match.dealer, (0, 1, 2), match.points, MatchEnd.MAX_ROUNDS, match.winners)
    assert ended.ended == "max_rounds"
    assert Standing.from_dict(json.loads(json.dumps(ended.to_dict()))) == ended
    assert match.events(0)[-1].standing == ended


@EACH
def test_no_player_is_told_what_is_hidden(kit: Kit) -> None:
    """Two matches whose rounds differ only in what a player cannot know tell it the same."""
    told: list[Any] = []
    deck = list(kit.game.deal(seed=3, players=2).record().deck)
    for order in (deck, [*deck[:-8], *reversed(deck[-8:-1]), deck[-1]]):  # the bottom of the stock
        match: Any = kit.package.Match(5, rules=replace(kit.endless, turn_cap=8), players=2)
        state = match.next_round(deck=order, seed=1)
        for _, _ in zip(range(9), play(state, Random(4)), strict=False):
            pass
        told.append([(match.view(p).to_dict(), [e.to_dict() for e in match.events(p)]) for p in (None, 0, 1)])
        told[-1] += [match.standing, repr(match)]
    assert told[0] == told[1]


@EACH
@pytest.mark.parametrize("player", [-1, 4, 1 << 70])
def test_there_is_no_such_player(kit: Kit, player: int) -> None:
    """A player that is not in the match is named, and so is a number of events below 0."""
    match = some_match(kit)
    for call in (match.view, match.events):
        refused(lambda: call(player), StateError, "seat", f"player {player}")  # noqa: B023
        for wrong in ("0", 1.0, True):
            refused(lambda: call(wrong), TypeError, None, "player")  # noqa: B023
    refused(lambda: match.events(0, -1), StateError, "since")


# ------------------------------------------------------------------------------
# Seeds and decks of its own
# ------------------------------------------------------------------------------


@EACH
def test_a_round_has_a_seed_or_a_deck_of_its_own(kit: Kit) -> None:
    """A given seed deals what `deal` deals from it, a given deck lies in its order, and a round without is as ever."""
    plain, match = (kit.package.Match(5, rules=replace(kit.endless, turn_cap=4), dealer=0) for _ in range(2))
    rng = Random(2)
    first = match.next_round(seed=99)
    assert first.record().deck == kit.game.deal(seed=99, rules=match.rules).record().deck
    assert first.record().deck != plain.next_round().record().deck
    list(play(first, rng))
    list(play(plain.state, Random(2)))
    deck = rng.sample(first.record().deck, len(first.record().deck))
    if kit.name == "okey":
        at = next(i for i in range(len(deck)) if deck[i] != okey.F)
        deck[at], deck[-1] = deck[-1], deck[at]
    second = match.next_round(deck=deck)
    assert second.record().deck == tuple(deck)
    list(play(second, rng))
    list(play(plain.next_round(), rng))
    assert match.next_round().record().deck == plain.next_round().record().deck


def test_the_seed_of_a_round_with_a_deck_is_for_what_comes_later() -> None:
    """In Marriage the choice of the tiplu and the reshuffles depend on the seed of the round, with a deck too."""
    deck = marriage.deal(seed=1).record().deck
    chances = []
    for seed in (None, 7, 8):
        match = marriage.Match(5)
        chances.append(match.next_round(seed=seed, deck=deck).record().chance)
    assert len(set(chances)) == 3
    assert chances[1] == marriage.deal(seed=7).record().chance


@EACH
def test_what_cannot_be_dealt_changes_nothing(kit: Kit) -> None:
    """A seed or deck that cannot be is named, and the match is as it was."""
    match = kit.package.Match(5)
    before = bytes(match)
    refused(lambda: match.next_round(seed=-1), StateError, "seed")
    refused(lambda: match.next_round(seed="1"), TypeError, None, "seed")
    refused(lambda: match.next_round(deck=[]), StateError, "deck_size")
    refused(lambda: match.next_round(sitting_out=[9]), StateError, "seat", "player 9")
    refused(lambda: match.next_round(sitting_out=1), TypeError, None)
    assert bytes(match) == before
    assert match.state is None


def test_a_hand_may_have_rules_of_its_own() -> None:
    """The rules of a hand hold for it alone: its points are worth more, and the next hand is as ever (M-27)."""
    plain, match = (marriage.Match(5, rules=marriage.Rules(), dealer=0) for _ in range(2))
    dear = replace(match.rules, point_value=3)
    for n, own in enumerate((None, dear, None)):
        for going, rules in ((plain, None), (match, own)):
            state = going.next_round(rules=rules)
            while not state.over:
                state.play(marriage.simple_bot(state.view(state.turn)))
        left, right = plain.outcomes[n].payoffs, match.outcomes[n].payoffs
        assert right == tuple(payoff * (3 if own else 1) for payoff in left)
        assert any(left)
    assert match.rules == plain.rules == match.next_round().rules
    refused(lambda: plain.next_round(rules=cast("Any", okey.Rules())), TypeError, None, "marriage.Rules")


# ------------------------------------------------------------------------------
# Sitting out
# ------------------------------------------------------------------------------


def test_players_of_marriage_sit_out() -> None:
    """Who sits out has no seat, gains and loses nothing, sees what a spectator sees, and may come back; the deal goes
    past it (M-3)."""
    match = marriage.Match(9, players=4, dealer=0, max_rounds=9)
    rng = Random(4)
    points: tuple[int, ...] = (0, 0, 0, 0)
    seats = []
    for out in ((), (1,), (1, 2), (0,), ()):
        state = match.next_round(sitting_out=out)
        assert match.seats == tuple(player for player in range(4) if player not in out)
        assert state.players == 4 - len(out)
        assert match.seats[state.dealer] == match.dealer == match.standing.dealer
        list(play(state, rng))
        assert state.outcome is not None
        gained = dict(zip(match.seats, state.outcome.payoffs, strict=True))
        points = tuple(points[player] + gained.get(player, 0) for player in range(4))
        assert match.points == points
        for player in range(4):
            seat = match.seats.index(player) if player in match.seats else None
            assert match.view(player) == replace(state.view(seat), standing=match.standing)
        seats.append((match.seats, match.dealer))
    assert all(dealer in sat for sat, dealer in seats)
    again = marriage.Match.from_bytes(bytes(match))
    assert again == match
    assert again.to_dict() == match.to_dict() == marriage.Match.from_dict(match.to_dict()).to_dict()
    assert again.events(1) == match.events(1)


def test_the_deal_goes_past_who_sits_out() -> None:
    """M-3: where the next dealer sits out, the one after it deals."""
    rules = marriage.Rules(turn_cap=1, dealer_rotation="next")
    match = marriage.Match(9, players=4, dealer=3, rules=rules)
    dealers = []
    for out in ((3,), (1,), (), (3,), ()):
        list(play(match.next_round(sitting_out=out), Random(1)))
        dealers.append(match.dealer)
    assert dealers == [0, 2, 3, 0, 1]


def test_okey_knows_no_fouls() -> None:
    """In Okey no rule has a fine for a foul."""
    match = okey.Match(1)
    match.next_round()
    refused(lambda: match.foul(0), RulesError, "no_fines", "okey")


def test_too_few_players_and_okey_are_told() -> None:
    """Fewer than two play no round; in Okey nobody sits out."""
    match = marriage.Match(9, players=3)
    refused(lambda: match.next_round(sitting_out=[0, 2]), RulesError, "seats", "1 players")
    refused(lambda: okey.Match(1).next_round(sitting_out=[2]), StateError, "sitting_out", "players 2", "okey")
    assert okey.Match(1).next_round(sitting_out=[]).players == 4


# ------------------------------------------------------------------------------
# Saving
# ------------------------------------------------------------------------------


def mixed(kit: Kit) -> Any:
    """Return a match with rounds of every kind, the last of them running."""
    match: Any = kit.package.Match(2**64 - 1, rules=replace(kit.endless, turn_cap=6), players=3)
    deck = kit.game.deal(seed=3, players=3).record().deck
    kinds: list[dict[str, Any]] = [{}, {"seed": 2**64 - 1}, {"deck": deck}, {"deck": deck, "seed": 4}, {}]
    kinds.append({"rules": replace(kit.endless, turn_cap=3), "deck": deck})
    if kit.name == "marriage":
        kinds += [{"sitting_out": [1]}, {"sitting_out": [0], "deck": deck, "seed": 5}]
    rng = Random(8)
    for kind in kinds:
        list(play(match.next_round(**kind), rng))
    state = match.next_round()
    for _ in range(5):
        state.play(rng.choice(state.legal_ids()))
    return match


@EACH
def test_a_match_survives_bytes_json_and_pickle(kit: Kit) -> None:
    """A match with rounds of every kind comes back equal from bytes, JSON and a pickle, and goes on alike."""
    match = mixed(kit)
    ways = (
        kit.package.Match.from_bytes(bytes(match)),
        kit.package.Match.from_dict(json.loads(json.dumps(match.to_dict()))),
        pickle.loads(pickle.dumps(match)),
        match.copy(),
    )
    for again in ways:
        assert again == match
        assert again.to_dict() == match.to_dict()
        assert again.standing == match.standing
        for player in (None, 0, 1, 2):
            assert again.events(player) == match.events(player)
    for going in (match, *ways):
        list(play(going.state, Random(6)))
        going.next_round()
    assert all(again == match for again in ways)


@EACH
def test_bytes_are_the_same_whenever_they_are_asked_for(kit: Kit) -> None:
    """A match that has been saved after every move has the bytes of one that is saved once."""
    saved, once = (kit.package.Match(5, rules=replace(kit.endless, turn_cap=4)) for _ in range(2))
    for match in (saved, once):
        rng = Random(2)
        for _ in range(3):
            for _ in play(match.next_round(), rng):
                if match is saved:
                    bytes(match)
    assert bytes(saved) == bytes(once)


@EACH
def test_bytes_are_a_tenth_of_the_text(kit: Kit) -> None:
    """The bytes of long rounds are at most a tenth of their JSON text."""
    match: Any = kit.package.Match(5, rules=kit.endless)
    rng = Random(5)
    for _ in range(6):
        list(play(match.next_round(), rng))
    assert len(bytes(match)) * 10 < len(json.dumps(match.to_dict()))


@EACH
def test_damaged_bytes_are_refused(kit: Kit, scale: int) -> None:
    """Cut, changed or foreign bytes are a typed error, with a checksum that fits too, and never another error."""
    saved = bytes(mixed(kit))
    load = kit.package.Match.from_bytes
    for wrong in (b"", saved[:20], bytes(kit.game.deal(seed=1))):
        refused(lambda: load(wrong), StateError, "bytes")  # noqa: B023
    for wrong in (saved[:50], saved[:-1], saved + b"\0"):
        refused(lambda: load(wrong), StateError, "checksum")  # noqa: B023
    for other in KITS.values():
        if other is not kit:
            refused(lambda: load(bytes(other.package.Match(1))), StateError, "game")  # noqa: B023
    refused(lambda: load("x"), TypeError, None, "bytes")
    rng, refusals = Random(7), 0
    for _ in range(scale // 2):
        body = bytearray(saved[:-4])
        for _ in range(rng.choice([1, 1, 3])):
            body[rng.randrange(len(body))] = rng.randrange(256)
        wrong = sealed(bytes(body[: rng.choice([len(body), len(body), rng.randrange(len(body))])]))
        refusals += isinstance(only_typed_errors(lambda: load(wrong)), RummyError)  # noqa: B023
    assert refusals > scale // 8


@EACH
@pytest.mark.parametrize(
    ("entry", "code", "named"),
    [
        ({}, "missing_key", "moves"),
        ({"moves": [], "x": 1}, "unknown_key", "x"),
        ({"moves": None}, "type", "round 1"),
        ({"moves": [], "seed": 5}, "type", "seed"),
        ({"moves": [], "seed": "-5"}, "seed", "-5"),
        ({"moves": [], "seed": str(2**64)}, "seed", str(2**64)),
        ({"moves": [], "deck": None}, "type", "deck"),
        ({"moves": [], "deck": ""}, "deck_size", "round 1"),
        ({"moves": [], "deck": "x9"}, None, "round 1"),
        ({"moves": [], "fouls": [0]}, None, "foul"),
        ({"moves": [], "fouls": 0}, "type", "fouls"),
        ({"moves": [], "rules": []}, "type", "rules"),
        ({"moves": [], "rules": {"turn_cap": 0}}, "range", "turn_cap"),
        ({"moves": [], "sitting_out": 1}, "type", "sitting_out"),
        ({"moves": [], "sitting_out": [-1]}, "outside", "sitting_out"),
        ({"moves": [], "sitting_out": [True]}, "type", "sitting_out"),
        ({"moves": [], "sitting_out": [4]}, "seat", "player 4"),
    ],
)
def test_a_round_of_a_document_that_is_wrong(kit: Kit, entry: dict[str, Any], code: str | None, named: str) -> None:
    """A round in a saved match that cannot be is named."""
    document = {**kit.package.Match(1).to_dict(), "rounds": [entry]}
    with pytest.raises(RummyError) as caught:
        kit.package.Match.from_dict(document)
    error = caught.value
    assert error.code == code if code else error.code in (kit.game.piece.noun, "no_fine", "no_fines")
    assert named in str(error)
