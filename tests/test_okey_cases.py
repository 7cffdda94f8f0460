"""Faults that people met in other engines, each under the id of its case: A-W wins, A-M melds, A-S scores, A-T turns,
A-E ends, A-V what is hidden, A-L illegal moves, A-B loops, A-C hard arrangements, A-Q threads.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from random import Random

import pytest
from okey_decks import stack
from okey_rounds import Plan, code_of, play_out, play_plan, quiet, quiet_turns, turn_of
from random_play import refusals

from rummycore import HandError, NotationError, okey
from rummycore.okey import Match, MeldKind, Move, Phase, Rules, State, Tile, random_bot, simple_bot, tiles


def melds_of(hand: str, indicator: str) -> list[str]:
    """Return the melds of a winning hand as sorted texts."""
    found = okey.analyze(hand, indicator=indicator)
    assert not found.rest
    return sorted(str(meld) for meld in found.melds)


def in_any_order(hand: str, times: int = 20) -> list[str]:
    """Return the hand in several orders."""
    pieces = hand.split()
    return [" ".join(Random(seed).sample(pieces, len(pieces))) for seed in range(times)]


# ------------------------------------------------------------------------------
# A-W wins
# ------------------------------------------------------------------------------

WINS = [
    ("A-W2", "k2", "r3 r4 r5 r6 y6 b6 k8 k9 k10 k11 r1 y1 b1 k1", "melds"),
    ("A-W3", "k2", "r7 y7 b7 k7 r8 r9 y1 y2 y3 b9 b10 b11 b12 b13", "melds"),
    ("A-W4", "k2", "r1 r2 r3 r4 r5 y6 y7 y8 y9 y10 r11 y11 b11 k11", "melds"),
    ("A-W5", "y8", "r5 y9 r7 b1 b2 b3 b4 k11 k12 k13 r2 y2 b2 k2", "melds"),
    ("A-W6", "r5", "r12 r13 r1 y1 b1 k1 b5 b6 b7 b8 y9 y10 y11 y12", "melds"),
    ("A-W7a", "k5", "y3 y4 y5 b7 b8 b9 b10 k8 k9 k10 k11 r13 r1 r2", "none"),
    ("A-W7b", "k5", "r12 r13 r1 r2 y3 y4 y5 b7 b8 b9 k8 k9 k10 k11", "none"),
    ("A-W8", "r13", "r12 r13 F y5 y6 y7 y8 b2 b3 b4 k9 k10 k11 k12", "melds"),
    ("A-W9", "r13", "y5 F y7 r2 r3 r4 b8 b9 b10 b11 k10 k11 k12 k13", "none"),
    ("A-W10a", "y4", "r2 r2 y9 y9 b11 b11 k3 k3 r8 r8 b1 b1 k13 y5", "pairs"),
    ("A-W10b", "y4", "r2 r2 y9 y9 b11 b11 k3 k3 r8 r8 b1 k13 r6 y5", "none"),
    ("A-W10c", "y4", "r2 r2 y9 y9 b11 b11 k3 k3 r8 r8 b1 b1 r5 k5", "none"),
    ("A-W11", "k2", "r1 r1 y1 y1 b1 k1 r6 r7 r8 r9 k10 k11 k12 k13", "melds"),
    ("A-W16", "b3", "r5 b4 b4 r8 y1 y2 y3 k9 k10 k11 r12 y12 b12 k12", "melds"),
]


@pytest.mark.parametrize(("indicator", "hand", "win"), [pytest.param(*row[1:], id=row[0]) for row in WINS])
def test_case_win(indicator: str, hand: str, win: str) -> None:
    """The hand wins or not as the case decides, in whatever order its tiles come, one by one and in a batch."""
    orders = in_any_order(hand)
    assert {str(okey.analyze(order, indicator=indicator).win) for order in orders} == {win}
    numbers = okey.batch.win(okey.batch.encode(orders, indicator))
    assert set(numbers) == {["none", "melds", "pairs", "both"].index(win)}


def test_case_a_w1_one_discard_only_wins() -> None:
    """A-W1: of these 15 tiles only r7 can be thrown, which breaks the longest run."""
    hand = "r3 r4 r5 r6 r7 y6 b6 b8 b9 b10 b11 r12 y12 b12 k12"
    for order in in_any_order(hand):
        assert [str(finish.discard) for finish in okey.analyze(order, indicator="k2").finishes] == ["r7"]
    state = okey.deal(deck=stack("k2", {1: hand}))
    assert [str(move) for move in state.legal_moves() if move.act == "finish"] == ["finish r7"]


def test_case_a_w_melds() -> None:
    """A-W3, A-W5, A-W6, A-W8 and A-W16: the melds are those that greedy engines miss, with the okeys' tiles named."""
    hands = {name: (hand, indicator) for name, indicator, hand, _ in WINS}
    assert melds_of(*hands["A-W3"]) == ["b9 b10 b11 b12 b13", "r7 r8 r9", "y1 y2 y3", "y7 b7 k7"]
    assert "r5 y9=r6 r7" in melds_of(*hands["A-W5"])
    assert melds_of(*hands["A-W6"]) == ["b5 b6 b7 b8", "r12 r13 r1", "y1 b1 k1", "y9 y10 y11 y12"]
    assert "r12 r13 F" in melds_of(*hands["A-W8"])
    assert "r5 b4=r6 b4=r7 r8" in melds_of(*hands["A-W16"])


def test_case_a_w12_same_colour_twice() -> None:
    """A-W12: two black 13s are no part of one group, whatever the order of the four tiles."""
    for four in permutations(["r13", "y13", "k13", "k13"]):
        hand = " ".join([*four, "b1 b2 b3 y4 y5 y6 b7 b8 b9 b10"])
        assert okey.analyze(hand, indicator="r5").win == "none"


# ------------------------------------------------------------------------------
# A-M, A-C melds and arrangements
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "points"),
    [
        ("r1 r2 r4 k10 r5", 15),
        ("r12 r13 k10", 36),
        ("k11 b11 k10", 33),
        ("r10 r11 k10 r13", 46),
        ("r12 r13 r1", 26),
        ("r13 r1 r2", None),
        ("r7 y7 b7 k7 k10", None),
        ("r7 r7 y7", None),
        ("F k11 k12", 33),
        ("k10 k10", None),
    ],
)
def test_case_a_m1_meld_table(pieces: str, points: int | None) -> None:
    """A-M1: groups and runs with their dearest value, in any order; two okeys alone are at most a pair."""
    no_pairs = Rules(seven_pairs=False)
    for order in permutations(pieces.split()):
        if points is None:
            with pytest.raises(HandError):
                okey.meld(order, indicator="k9", rules=no_pairs)
        else:
            assert okey.meld(order, indicator="k9").points == points
            assert okey.meld(order, indicator="k9", rules=no_pairs).kind in (MeldKind.GROUP, MeldKind.RUN)
    if pieces == "k10 k10":
        assert okey.meld(pieces, indicator="k9").kind is MeldKind.PAIR
        assert okey.melds(pieces, indicator="k9") == ()


def test_case_a_c1_many_overlapping_melds() -> None:
    """A-C1: of 22 overlapping tiles with two okeys the dearest arrangement holds all, 136 points."""
    hand = "r5 r5 r6 r6 r7 r7 y5 y5 y6 y6 y7 y7 b5 b5 b6 b6 b7 b7 k5 k6 k13 k13"
    for order in in_any_order(hand, 3):
        found = okey.arrange(order, indicator="k12", by="points", rules=Rules(run_wrap="none"))
        assert found.points == 136 == sum(meld.points for meld in found.melds)
        assert sorted([*(t for m in found.melds for t in m.tiles), *found.rest]) == sorted(tiles(hand))


# ------------------------------------------------------------------------------
# A-S scores
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("indicator", ["y3", "b3"])
@pytest.mark.parametrize(
    ("plan", "loss"),
    [
        (Plan(0), 2),
        (Plan(0, okey_finish=True), 4),
        (Plan(0, "pairs"), 4),
        (Plan(0, "pairs", okey_finish=True), 8),
        (Plan(0, tile="F"), 2),
    ],
)
def test_case_a_s1_finish_table(indicator: str, plan: Plan, loss: int) -> None:
    """A-S1: with payout=deduct and a yellow or blue indicator the others lose 2, 4, 4 or 8;
    a false joker last is plain.
    """
    plan = Plan(0, plan.win, plan.okey_finish, indicator, tile=plan.tile)
    played = play_plan(plan, rules=okey.DEDUCT)
    settled = okey.settle(
        [20] * 4, indicator=indicator, winner=0, win=plan.win, okey_finish=plan.okey_finish, rules=okey.DEDUCT
    )
    assert played.points == settled.points == (20, 20 - loss, 20 - loss, 20 - loss)


def test_case_a_s6_showing_the_indicator() -> None:
    """A-S6: only the twin's holder may show, in its first turn, once; each other seat loses
    one; a false joker is no twin.
    """
    deck = stack("b7", {1: "b7", 2: "F"})
    state = okey.deal(rules=okey.DEDUCT, deck=deck)
    for seat in (0, 2, 3):
        assert code_of(state, "show", seat) == "turn"
    early = state.copy()
    state.play("show", 1)
    assert state.points == (19, 20, 19, 19)
    assert code_of(state, "show", 1) == "shown"
    quiet(state)
    assert code_of(state, "show", 2) == "shown"
    quiet(early)
    assert code_of(early, "show", 2) == "not_held"
    early.play("draw")
    assert code_of(early, "show", 2) in ("not_held", "show_drawn")
    turn_of(early, 1)
    assert code_of(early, "show", 1) == "show_late"
    assert early.points == (20, 20, 20, 20)


# ------------------------------------------------------------------------------
# A-T, A-E turns and ends
# ------------------------------------------------------------------------------


def test_case_a_t1_order_and_rotation() -> None:
    """A-T1: over five rounds the starter has 15 tiles and does not draw, each seat acts once
    a lap, and the start moves on.
    """
    match = Match(3, dealer=0)
    starters = []
    for _ in range(5):
        state = match.next_round()
        starter = state.turn
        starters.append(starter)
        assert len(state.hand(starter)) == 15
        assert {move.act for move in state.legal_moves()} <= {"discard", "finish"}
        laps = []
        for _lap in range(3):
            lap = []
            for _turn in range(4):
                lap.append(state.turn)
                quiet(state)
            laps.append(lap)
        assert laps[0] == [(starter + i) % 4 for i in range(4)]
        assert laps[2] == laps[1] == laps[0]
        play_out(state)
    assert starters == [1, 2, 3, 0, 1]


def test_case_a_t2_rejoin_keeps_the_seat() -> None:
    """A-T2: a table restored while seat 2 is to act is the same table, and seat 3 comes next."""
    state = okey.deal(seed=2)
    quiet(state)
    view = state.view(2)
    for other in (
        State.from_bytes(bytes(state)),
        State.from_dict(json.loads(json.dumps(state.to_dict()))),
        state.copy(),
    ):
        assert (other.turn, other.phase) == (2, Phase.TO_DRAW)
        assert other.view(2) == view
        seen = []
        for _ in range(4):
            seen.append(other.turn)
            quiet(other)
        assert seen == [2, 3, 0, 1]


def test_case_a_e1_last_tile_and_no_winner() -> None:
    """A-E1: the 48th draw is legal, that seat's discard ends the round, and all 106 tiles are there at every step."""
    state = okey.deal(seed=5, rules=Rules(discard_view="all"))
    everything = Counter(dict.fromkeys(Tile.all(), 2))
    drawn = 0
    deck = state.record().deck
    while not state.over:
        if state.phase is Phase.TO_DRAW:
            assert state.stock > 0
            state.play("draw")
            drawn += 1
        assert state.stock == 48 - drawn
        lying = [tile for _, tile in state.view(None).discards]
        held = [tile for seat in range(4) for tile in state.hand(seat)]
        stock = deck[57 + drawn : 105]
        assert Counter([*held, *lying, *stock, state.indicator]) == everything
        quiet(state)
    assert drawn == 48
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.payoffs, state.legal_moves()) == (None, (0, 0, 0, 0), ())


def test_case_a_e2_stock_after_every_event() -> None:
    """A-E2: a replay has the same stock as the live round after every event: 48, 48 after
    a discard, 47 after a draw.
    """
    state = okey.deal(seed=6)
    bot = random_bot(6)
    sizes = [state.stock]
    while not state.over:
        state.play(bot(state.view(state.turn)))
        sizes.append(state.stock)
    record = state.record()
    again = okey.deal(deck=record.deck)
    replayed = [again.stock]
    for move in record.moves:
        again.play(move)
        replayed.append(again.stock)
    assert replayed == sizes
    assert sizes[:2] == [48, 48]
    draws = okey.deal(seed=6)
    quiet(draws)
    draws.play("draw")
    assert draws.stock == 47


# ------------------------------------------------------------------------------
# A-V what is hidden
# ------------------------------------------------------------------------------


class Tracker:
    """Follows which place of the deck each tile came from, by the public events and the deck alone."""

    def __init__(self, state: State) -> None:
        self.deck = list(state.record().deck)
        self.hidden: list[list[int]] = []
        self.open: list[list[int]] = []
        at = 0
        for seat in range(state.players):
            size = len(state.hand(seat))
            self.hidden.append(list(range(at, at + size)))
            self.open.append([])
            at += size
        self.next = at
        self.lying: list[int] = []

    def follow(self, event: okey.Event) -> None:
        """Take note of an event."""
        mine, known = self.hidden[event.seat], self.open[event.seat]
        act = event.move.act
        if act == "draw":
            mine.append(self.next)
            self.next += 1
        elif act == "take":
            known.append(self.lying.pop())
        elif act in ("discard", "finish", "show"):
            place = next(i for i in (*known, *mine) if self.deck[i] == event.tile)
            (known if place in known else mine).remove(place)
            (known if act == "show" else self.lying).append(place)

    def swapped(self, seat: int, chance: Random) -> list[Tile]:
        """Return the deck with a hidden tile of the seat and a hidden tile of the stock in each other's place."""
        one, two = chance.choice(self.hidden[seat]), chance.randrange(self.next, len(self.deck) - 1)
        deck = self.deck.copy()
        deck[one], deck[two] = deck[two], deck[one]
        return deck


def some_state(chance: Random) -> tuple[State, Tracker]:
    """Return a round somewhere between its deal and its end, with rules, players and moves
    by chance, and its tracker.
    """
    rules = chance.choice(
        [Rules(), okey.DEDUCT, Rules(discard_view="all"), Rules(payout="deduct", false_joker_role="wild")]
    )
    players = chance.randint(2, 4)
    state = okey.deal(seed=chance.randrange(2**64), players=players, rules=rules, dealer=chance.randrange(players))
    tracker = Tracker(state)
    sensible = chance.random() < 0.2
    for _ in range(chance.randrange(70)):
        if state.over:
            break
        move = simple_bot(state.view(state.turn)) if sensible else chance.choice(state.legal_moves())
        tracker.follow(state.play(move))
    return state, tracker


def replayed(state: State, deck: list[Tile]) -> State:
    """Play the moves of a round over another deck."""
    record = state.record()
    return okey.replay(
        okey.Record(record.rules, record.players, record.dealer, record.points, tuple(deck), record.moves)
    )


def everything_seen(state: State, seat: int | None) -> tuple[object, ...]:
    """Return all that a seat can see or compute: its view, that as text, its hash, and what a bot would play."""
    view = state.view(seat)
    moves = view.legal_moves()
    chosen = (simple_bot(view), random_bot(1)(view)) if moves else ()
    return view, json.dumps(view.to_dict()), hash(view), chosen


def test_case_a_v1_swap_of_hidden_tiles(scale: int) -> None:
    """A-V1: in many states, swapping another seat's hidden tile with one of the stock
    changes nothing that a seat can see.
    """
    chance = Random(1)
    compared, differ, states = 0, 0, scale // 5
    for _ in range(states):
        state, tracker = some_state(chance)
        if state.stock == 0:
            continue
        winner = None if state.outcome is None else state.outcome.winner
        seen = {seat: everything_seen(state, seat) for seat in (*range(state.players), None)}
        losers = [seat for seat in range(state.players) if seat != winner and tracker.hidden[seat]]
        for owner in chance.sample(losers, min(2, len(losers))):
            other = replayed(state, tracker.swapped(owner, chance))
            differ += other != state
            for seat, before in seen.items():
                if seat != owner:
                    assert everything_seen(other, seat) == before
                    compared += 1
    assert compared > 5 * states
    assert differ > states


def test_case_a_v1_refused_moves_and_the_deal() -> None:
    """A-V1: the same holds at the deal and after a refused finish, and for the words of
    every refusal that a seat can get.
    """
    chance = Random(2)
    for seed in range(10):
        state = okey.deal(seed=seed, rules=okey.DEDUCT)
        tracker = Tracker(state)
        for phase in ("deal", "drawn"):
            if phase == "drawn":
                for _ in range(3):
                    tracker.follow(state.play(next(m for m in state.legal_moves() if m.act == "discard")))
                    tracker.follow(state.play("draw"))
            for owner in (seat for seat in range(4) if seat != state.turn):
                other = replayed(state, tracker.swapped(owner, chance))
                refused = [refusals(table, state.turn) for table in (state, other)]
                assert refused[0] == refused[1]
                assert everything_seen(state, state.turn) == everything_seen(other, state.turn)


TILE_TEXT = re.compile(r"\b[rybk](?:1[0-3]|[1-9])\b|\bF\b")


def test_case_a_v2_no_seat_means_no_secrets() -> None:
    """A-V2: a spectator's view, the repr of a state or a match and the text of a refusal name
    no tile of a hand or the stock.
    """
    for seed in range(20):
        match = Match(seed)
        state = quiet_turns(match.next_round(), seed)
        view = state.view(None)
        assert (view.hand, view.drawn, view.legal_moves()) == ((), None, ())
        public = {str(state.indicator), str(state.okey), *(str(e.tile) for e in state.history if e.tile is not None)}
        assert set(TILE_TEXT.findall(json.dumps(view.to_dict()))) <= public
        assert TILE_TEXT.findall(repr(state)) == []
        assert TILE_TEXT.findall(repr(match)) == []
        for move, told in zip(Move.all(), refusals(state, state.turn), strict=True):
            assert set(TILE_TEXT.findall(told)) <= {str(move.tile)}


def test_case_a_v3_order_of_the_stock() -> None:
    """A-V3: shuffling the rest of the stock changes no view of the running round, and no
    view has a seed or generator.
    """
    for seed in range(10):
        state = quiet_turns(okey.deal(seed=seed), 2 * seed)
        deck = list(state.record().deck)
        first = 105 - state.stock
        rest = deck[first:105]
        Random(seed).shuffle(rest)
        other = replayed(state, [*deck[:first], *rest, deck[105]])
        assert other != state
        for seat in (0, 1, 2, 3, None):
            assert everything_seen(other, seat) == everything_seen(state, seat)
            assert state.view(seat).stock == state.stock
            names = {name.lower() for name in state.view(seat).to_dict()} | set(dir(state.view(seat)))
            assert not {name for name in names if "seed" in name or "deck" in name or "generator" in name}


def test_case_a_v4_copied_worlds_keep_faces_down() -> None:
    """A-V4: every seat sees in a copy what it sees in the original, also through copy, JSON and bytes."""
    chance = Random(4)
    for _ in range(50):
        state, _ = some_state(chance)
        for other in (state.copy(), State.from_bytes(bytes(state)), State.from_dict(state.to_dict())):
            for seat in (*range(state.players), None):
                assert everything_seen(other, seat) == everything_seen(state, seat)
            assert other.legal_moves() == state.legal_moves()


# ------------------------------------------------------------------------------
# A-L, A-B illegal moves and loops
# ------------------------------------------------------------------------------


def test_case_a_l2_declaring_off_turn() -> None:
    """A-L2: a winning hand cannot be declared off turn or before drawing, only on the own turn with 15 tiles."""
    hand = "r3 r4 r5 r6 y6 b6 k8 k9 k10 k11 r1 y1 b1 k1"
    state = okey.deal(deck=stack("k2", {0: hand, 2: hand}, starter=0), dealer=3)
    for move in ("finish r3", "finish k1"):
        assert code_of(state, move, 2) == "turn"
    quiet_turns(state, 2)
    assert (state.turn, code_of(state, "finish r3", 2)) == (2, "not_drawn")
    state.play("draw", 2)
    drawn = state.view(2).drawn
    assert code_of(state, f"finish {drawn}", 2) == "ok"
    with pytest.raises(NotationError):
        state.play("finish", 2)


def test_case_a_l3_discarding_what_one_does_not_hold() -> None:
    """A-L3: another seat's tile, the same tile twice, and one tile in two melds are all refused."""
    state = okey.deal(deck=stack("k2", {1: "r3", 0: "b9 b9"}))
    assert code_of(state, "discard b9", 1) == "not_held"
    state.play("discard r3", 1)
    assert code_of(state, "discard r3", 1) == "turn"
    melds = ["r1 r2 r3", "y1 y2 y3", "b1 b2 b3", "r3 r4 r5 r6 r7"]
    hand = "r1 r2 r3 y1 y2 y3 b1 b2 b3 r4 r5 r6 r7 k9 k10"
    verdict = okey.check_declaration(melds, discard="k9", indicator="k2", hand=hand)
    assert (verdict.ok, verdict.code, verdict.tiles) == (False, "not_held", (Tile("r3"),))


def test_case_a_b1_take_and_throw_for_ever() -> None:
    """A-B1: four seats that take and throw one tile for ever are stopped: by the rule
    against it, or by the turn cap.
    """
    forbidden = okey.deal(seed=1, rules=Rules(discard_taken="forbidden"))
    quiet(forbidden)
    forbidden.play("take")
    assert code_of(forbidden, f"discard {forbidden.view(2).drawn}") == "taken_back"
    state = okey.deal(seed=1)
    quiet(state)
    for _ in range(1000):
        if state.over:
            break
        state.play("take")
        state.play(f"discard {state.view(state.turn).drawn}")
    assert state.outcome is not None
    assert (state.outcome.ending, state.outcome.winner, state.turns) == ("truncated", None, 400)


# ------------------------------------------------------------------------------
# A-Q threads
# ------------------------------------------------------------------------------


def test_case_a_q1_threads_share_nothing() -> None:
    """A-Q1: eight threads with their own indicators get for one hand, in any order, what one thread gets."""
    hand = ["r5", "y9", "r7", "b1", "b2", "b3", "b4", "k11", "k12", "k13", "r2", "y2", "b2", "k2"]
    indicators = ["y8", "k3", "y8", "k3", "r5", "b1", "k10", "y8"]
    alone = [str(okey.analyze(hand, indicator=indicator).win) for indicator in indicators]
    assert alone[:2] == ["melds", "none"]

    def work(number: int) -> set[tuple[str, int]]:
        chance = Random(number)
        mine = hand.copy()
        found = set()
        for _ in range(300):
            chance.shuffle(mine)
            analysis = okey.analyze(mine, indicator=indicators[number])
            found.add((str(analysis.win), len(analysis.rest)))
        rows = okey.batch.encode([mine], indicators[number]) * 20_000
        for _ in range(5):
            found |= {(alone[number], n) for n in okey.batch.win(rows)}
        return found

    expected = [work(number) for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(8))) == expected
