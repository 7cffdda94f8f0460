"""Faults that people met in other engines, each under the id of its case: A-W wins, A-S scores, A-T turns, A-V what is
hidden, A-L illegal moves.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest
from marriage_decks import (
    FOUR,
    SEVEN,
    THREE,
    code_of,
    dealt,
    play_out,
    quiet,
    quiet_turns,
    see,
)
from marriage_kit import by_combos
from random_play import refusals

from rummycore import IllegalMoveError, NotationError, marriage
from rummycore.marriage import NEPAL, Card, M, Match, Move, Phase, Record, Rules, State, random_bot, simple_bot


def complete(hand: str, tiplu: str) -> bool:
    """Return whether 21 cards, in any order, win with whatever 22nd card comes and is discarded."""
    held = hand.split()
    answers = set()
    for card in map(str, Card.all()[:52]):
        if held.count(card) < (2 if card == tiplu else 3):
            Random(card).shuffle(held)
            answers.add(Card(card) in by_combos(marriage.analyze([*held, card], tiplu=tiplu)))
    assert len(answers) == 1
    return answers.pop()


def melds_of(hand: str, tiplu: str) -> set[str]:
    """Return the combinations of a finish of 21 cards and 2h, as the end of a table shows them."""
    found = marriage.analyze(f"{hand} 2h", tiplu=tiplu)
    rules = Rules(tiplu_mode="hidden_preset")
    for three in found.primary:
        state = dealt({1: hand}, stock="2h", tiplu=tiplu, rules=rules)
        state.play("draw")
        state = see(state, "/".join(map(str, three)), tiplu)
        if code_of(state, "finish 2h") == "ok":
            state.play("finish 2h")
            assert state.outcome is not None
            return {" ".join(sorted(map(str, meld.cards))) for meld in state.outcome.melds}
    return set()


# ------------------------------------------------------------------------------
# A-W wins, A-S scores
# ------------------------------------------------------------------------------


def test_case_a_w13_wild_cards_used_as_themselves() -> None:
    """A-W13: the third pure combination is 6s 7s 8s, all of them jokers; whoever bans jokers
    there, or takes 9d Td Jd first, says no.
    """
    hand = "6s 7s 8s 2h 3h 4h Jd Qd Kd 9c 9h 9d 5c 5h 5d Tc Th Td 3c 3d 3s"
    assert complete(hand, "7s")
    assert {"6s 7s 8s", "2h 3h 4h"} <= melds_of(hand, "7s")
    declared = [" ".join(hand.split()[i : i + 3]) for i in range(0, 21, 3)]
    assert marriage.check_declaration(declared, discard="As", tiplu="7s").ok


@pytest.mark.parametrize(
    ("hand", "wins"),
    [
        ("Qh Kh Ah Ah 2h 3h 8c 9c Tc 4s 4h 4c Jd Jh Js 6s 6h 6c Ts Td Th", True),
        ("Kh Ah 2h 7c 8c 9c 2s 3s 4s Jd Jh Js 6s 6h 6c Ts Td Th 9s 9d 9h", False),
    ],
    ids=["A-W14a", "A-W14b"],
)
def test_case_a_w14_ace_low_and_high_without_wrap(hand: str, wins: bool) -> None:
    """A-W14: an ace may stand high in one combination and low in another, but K-A-2 is none."""
    assert complete(hand, "5d") == wins
    if wins:
        assert {"Ah Kh Qh", "2h 3h Ah"} <= melds_of(hand, "5d")
    declared = [" ".join(hand.split()[i : i + 3]) for i in range(0, 21, 3)]
    verdict = marriage.check_declaration(declared, discard="As", tiplu="5d")
    assert (verdict.ok, verdict.code) == (wins, "ok" if wins else "combo_wrap")


def test_case_a_w15_everything_melded_but_two_pure() -> None:
    """A-W15: 21 cards split into seven combinations, yet only two of them are pure, for
    J-K needs the wild 2s: no win.
    """
    hand = "5h 6h 7h 8c 9c Tc 3h 3s 3c 4h 4s 4c Jd Kd 2s 9s 9d 9h Qs Qh Qc"
    assert not complete(hand, "2d")
    declared = [" ".join(hand.split()[i : i + 3]) for i in range(0, 21, 3)]
    assert all(marriage.meld(three, tiplu="2d") for three in declared)
    assert not marriage.check_declaration(declared, discard="As", tiplu="2d").ok


def test_case_a_s4_payments_add_up_to_nothing() -> None:
    """A-S4: of card points 12, 5, 0, 8 with seat 1 winning and seat 2 unseen the nets are +20, +11,
    -35, +4; the winner has no row of its own.
    """
    found = marriage.settle([12, 5, 0, 8], [True, True, False, True], winner=1)
    assert found.payoffs == (20, 11, -35, 4)
    assert sum(found.payoffs) == 0
    for seat, w in ((0, 3), (2, 10), (3, 3)):
        assert -found.payoffs[seat] == 25 + w - 4 * (12, 5, 0, 8)[seat]
    assert found.payoffs[1] != -(25 + 3 - 4 * 5)


def test_case_a_s5_neighbours_of_king_and_ace() -> None:
    """A-S5: poplu and jhiplu go round at king and ace, in the suit of the tiplu only."""
    for tiplu, poplu, jhiplu in (("Kh", "Ah", "Qh"), ("Ah", "2h", "Kh"), ("2h", "3h", "Ah")):
        roles = {role: str(card) for card, role in marriage.roles(tiplu).items() if role != "joker"}
        assert roles == {"tiplu": tiplu, "poplu": poplu, "jhiplu": jhiplu}
    hand = "5s 6s 7s 8c 9c Tc 3h 4h 5h 9d 9s Ah Jd Js Jc 4s 4c 4d Th Ts Td"
    assert (complete(hand, "Kh"), complete(hand, "Ks")) == (True, False)
    assert "9d 9s Ah" in melds_of(hand, "Kh")


# ------------------------------------------------------------------------------
# A-T turns
# ------------------------------------------------------------------------------


def test_case_a_t1_order_and_rotation() -> None:
    """A-T1: over five hands the seat after the dealer starts with a draw, each seat acts once a
    lap, and the start moves on by one.
    """
    match = Match(3, dealer=0, rules=Rules(turn_cap=20))
    starters = []
    for _ in range(5):
        state = match.next_round()
        starters.append(state.turn)
        assert [len(state.hand(seat)) for seat in range(4)] == [21] * 4
        asked = []
        while state.phase is Phase.WINDOW:
            asked.append(state.turn)
            state.play("done")
        laps = []
        for _lap in range(3):
            lap = []
            for _turn in range(4):
                lap.append(state.turn)
                quiet(state)
            laps.append(lap)
        assert asked == laps[0] == laps[1] == laps[2] == [(starters[-1] + i) % 4 for i in range(4)]
        play_out(state)
    assert starters == [1, 2, 3, 0, 1]


def test_case_a_t2_rejoin_keeps_the_seat() -> None:
    """A-T2: a table restored while seat 2 is to act is the same table, and seat 3 comes next."""
    state = quiet_turns(dealt(), 1)
    view = state.view(2)
    for carry in CARRIERS:
        other = carry(state)
        assert (other.turn, other.phase) == (2, Phase.TO_DRAW)
        assert other.view(2) == view
        seats = []
        for _ in range(4):
            seats.append(other.turn)
            quiet(other)
        assert seats == [2, 3, 0, 1]


CARRIERS: list[Callable[[State], State]] = [
    lambda state: State.from_dict(json.loads(json.dumps(state.to_dict()))),
    lambda state: State.from_bytes(bytes(state)),
    lambda state: marriage.replay(Record.parse(str(state.record()))),
    lambda state: state.copy(),
]


# ------------------------------------------------------------------------------
# A-V what is hidden
# ------------------------------------------------------------------------------

TABLES = [
    Rules(),
    Rules(),
    NEPAL,
    Rules(tiplu_mode="hidden_preset"),
    Rules(exposed_tunnela="free", tiplu_mode="last_stock_card"),
]


def some_states(chance: Random, hands: int, share: float) -> Iterator[State]:
    """Yield running tables at some of the moments of hands with rules, players and moves by
    chance; bots that know the game play them.
    """
    for _ in range(hands):
        players = chance.randint(2, 6)
        seed = chance.randrange(2**64)
        state = marriage.deal(seed, players=players, rules=chance.choice(TABLES), dealer=chance.randrange(players))
        while not state.over and not state.view(None).reshuffles and len(state.record().moves) < 60:
            if chance.random() < share:
                yield state
            sensible = chance.random() < 0.9
            state.play(simple_bot(state.view(state.turn)) if sensible else chance.choice(state.legal_moves()))


def undrawn(state: State) -> range:
    """Return the places in the deck of the cards that nobody has drawn, the tiplu among them; there was no reshuffle.

    A tiplu out of the middle of the stock may be one of the places that the draws have passed.
    """
    draws = sum(event.move == Move("draw") for event in state.history)
    picked = state.rules.tiplu_mode == "hidden_first_seer_picks" and state.tiplu is not None
    aside = 1 if state.rules.tiplu_mode == "hidden_preset" or picked else 0
    return range(21 * state.players + state.rules.upcard_at_start + draws + aside, len(state.record().deck))


def with_deck(state: State, deck: Sequence[Card]) -> State | None:
    """Return the table with another deck; None if what all have seen would then not have happened."""
    try:
        other = marriage.replay(replace(state.record(), deck=tuple(deck)))
    except IllegalMoveError:
        return None
    return other if other.view(None).history == state.view(None).history else None


def with_swap(state: State, one: int, two: int) -> State | None:
    """Return the table with two cards of its deck in each other's place, neither of them a man."""
    deck = list(state.record().deck)
    deck[one], deck[two] = deck[two], deck[one]
    return None if M in (deck[one], deck[two]) else with_deck(state, deck)


def everything_seen(state: State, seat: int | None, *, deep: bool = True) -> tuple[object, ...]:
    """Return all that a seat can see or compute: its view, that as text, its hash, what a bot would
    play, and every refusal it can get.
    """
    view = state.view(seat)
    chosen = (simple_bot(view), random_bot(1)(view)) if view.legal_moves() else ()
    return view, json.dumps(view.to_dict()), hash(view), chosen, refusals(state, state.turn) if deep and chosen else ()


def unlike(one: State, two: State, seats: Iterable[int | None], *, deep: bool = True) -> list[int | None]:
    """Return those of the seats to which two tables are not the same."""
    return [seat for seat in seats if everything_seen(one, seat, deep=deep) != everything_seen(two, seat, deep=deep)]


def not_seen(state: State) -> list[int | None]:
    """Return the seats that have not seen the tiplu, and None for a spectator."""
    return [*(seat for seat, seen in enumerate(state.view(None).seen) if not seen), None]


def test_case_a_v1_swap_of_hidden_cards(scale: int) -> None:
    """A-V1: in many states, swapping another seat's hidden card with one of the stock changes nothing that a seat can
    see; where the tiplu is changed by it, nothing that a seat can see which has not seen it.
    """
    chance, rounds = Random(1), max(40, scale // 40)
    states = compared = tiplus = drafts = windows = 0
    for state in some_states(chance, rounds, 0.4):
        owner = chance.randrange(state.players)
        other = with_swap(state, 21 * owner + chance.randrange(21), chance.choice(undrawn(state)))
        if other is None:
            continue
        states += 1
        tiplus += other.tiplu != state.tiplu
        drafts += bool(state.view(state.turn).draft)
        windows += state.phase is Phase.WINDOW
        others = not_seen(state) if other.tiplu != state.tiplu else [*range(state.players), None]
        others = [seat for seat in others if seat != owner]
        assert unlike(state, other, others, deep=states % 5 == 0) == []
        compared += len(others) if other != state else 0
    assert states > 5 * rounds
    assert compared > 15 * rounds
    assert min(tiplus, drafts, windows) > 0


def test_case_a_v1_swap_of_the_tiplu(scale: int) -> None:
    """A-V1: with the tiplu and another card of the stock swapped, who has not seen it is told the
    same, seat by seat, also of refusals.
    """
    chance, rounds = Random(2), max(15, scale // 100)
    compared = 0
    for state in some_states(chance, rounds, 0.25):
        if state.tiplu is None:
            continue
        places = list(undrawn(state))
        for two in chance.sample(places, min(6, len(places))):
            one = chance.choice(places)
            if state.rules.tiplu_mode == "hidden_preset":
                one = 21 * state.players + state.rules.upcard_at_start
            other = with_swap(state, one, two)
            if other is not None and other.tiplu != state.tiplu:
                assert unlike(state, other, not_seen(state)) == []
                compared += 1
    assert compared > rounds


CARD_TEXT = re.compile(r"\b[A2-9TJQK][cdhs]\b|\bM\b")


def test_case_a_v2_no_seat_means_no_secrets() -> None:
    """A-V2: a spectator's view, the repr of a state or a match and the text of a refusal name no
    card of a hand, the stock or the tiplu.
    """
    for seed in range(12):
        match = Match(seed)
        state = match.next_round()
        while len(state.history) < 10 + 3 * seed and not state.over:
            state.play(simple_bot(state.view(state.turn)))
        if state.over:
            continue
        view = state.view(None)
        assert (view.hand, view.drawn, view.tiplu, view.legal_moves(), view.draft) == ((), None, None, (), ())
        public = {str(card) for _, card in view.discards}
        named = [card for event in view.history for card in (event.card, event.move.card, *event.move.cards)]
        public |= {str(card) for card in named if card is not None}
        assert set(CARD_TEXT.findall(json.dumps(view.to_dict()))) <= public
        assert CARD_TEXT.findall(repr(state)) == []
        assert CARD_TEXT.findall(repr(match)) == []
        for move, told in zip(Move.all(), refusals(state, state.turn), strict=True):
            own = {str(move.card), *map(str, move.cards)}
            assert set(CARD_TEXT.findall(told)) <= own


def test_case_a_v3_order_of_the_stock() -> None:
    """A-V3: shuffling the cards that nobody has drawn changes no view but of who has seen the
    tiplu; views count the stock, no more.
    """
    chance = Random(3)
    compared = 0
    for state in some_states(chance, 60, 0.06):
        if state.rules.printed_jokers:
            continue
        record, places = state.record(), undrawn(state)
        rest = [record.deck[i] for i in places]
        chance.shuffle(rest)
        other = with_deck(state, [*record.deck[: places[0]], *rest])
        if other is None:
            continue
        others = not_seen(state) if other.tiplu != state.tiplu else [*range(state.players), None]
        assert unlike(state, other, others, deep=False) == []
        compared += len(others)
        for seat in others:
            assert state.view(seat).stock == other.view(seat).stock == state.stock
            names = {name.lower() for name in state.view(seat).to_dict()}
            assert not {name for name in names if "seed" in name or "deck" in name or "chance" in name}
    assert compared > 300


def test_case_a_v4_copied_worlds_keep_faces_down() -> None:
    """A-V4: every seat sees in a copy what it sees in the original, also through JSON and bytes."""
    for state in some_states(Random(4), 25, 0.05):
        for carry in CARRIERS:
            other = carry(state)
            for seat in (*range(state.players), None):
                assert other.view(seat) == state.view(seat)
                assert json.dumps(other.view(seat).to_dict()) == json.dumps(state.view(seat).to_dict())
            assert other.legal_moves() == state.legal_moves()


# ------------------------------------------------------------------------------
# A-L illegal moves
# ------------------------------------------------------------------------------


def test_case_a_l2_declaring_off_turn() -> None:
    """A-L2: nobody sees, lays or finishes off turn or before drawing, whatever it holds; a finish names one card."""
    hands = {1: f"{SEVEN} Td Td 5h 8c 3d 6s 8h", 3: f"{THREE} / {FOUR}".replace("7s", "7h").replace("Ks", "Kd")}
    state = dealt(hands, tiplu="Jc")
    for seat, moves in ((3, ("see", "lay 6h 6h 6h", "finish 9s", "draw")), (1, ("draw",))):
        for move in moves:
            assert code_of(state, move, seat) == ("turn" if seat == 3 else "ok")
    for move in ("finish-pairs 5h", "pair Ac", "finish 5h"):
        assert code_of(state, move, 1) == "not_drawn"
    state.play("draw", 1)
    assert code_of(state, f"finish-pairs {state.view(1).drawn}", 1) == "ok"
    assert code_of(state, "finish-pairs 5h", 3) == "turn"
    for text in ("finish", "finish-pairs", "finish 5h 6h"):
        with pytest.raises(NotationError):
            state.play(text, 1)


def test_case_a_l3_discarding_what_one_does_not_hold() -> None:
    """A-L3: another seat's card, the same card twice, a card that lies on the table, and one card
    in two combinations are all refused.
    """
    state = dealt({1: "2c", 2: "9d 9d 9d"})
    state.play("draw")
    assert code_of(state, "discard 9d", 1) == "not_held"
    drawn = dealt({1: "2c"}, stock="8h", withheld="8h")
    drawn.play("draw")
    drawn.play("discard 8h", 1)
    assert code_of(drawn, "discard 8h", 1) == "turn"
    laid = ["2c 3c 4c", "3c 4c 5c", "6h 6h 6h", "Qd Kd Ad", "Ks Kc Kh", "7d 7c 7s", "9s 9h 9c"]
    hand = "2c 3c 4c 5c 5c 8c 6h 6h 6h Qd Kd Ad Ks Kc Kh 7d 7c 7s 9s 9h 9c 4d"
    verdict = marriage.check_declaration(laid, discard="4d", tiplu="Jc", hand=hand)
    assert (verdict.ok, verdict.code, set(verdict.cards)) == (False, "not_held", {Card("3c"), Card("4c")})


def test_case_a_l3_one_card_in_two_lays() -> None:
    """A-L3: at a table a card laid once cannot be laid again: with one 4c the two runs
    through it exclude each other.
    """
    hand = "2c 3c 4c 5c 6c 6h 6h 6h Qd Kd Ad 2h 4h 8h Th 2s 4s 6s 8s Ts 9d"
    state = dealt({1: hand}, stock="7d")
    state.play("draw")
    state.play("lay 6h 6h 6h")
    state.play("lay 2c 3c 4c")
    assert code_of(state, "lay 3c 4c 5c") == code_of(state, "lay 4c 5c 6c") == "not_held"
    assert [str(move) for move in state.legal_moves()] == ["lay Qd Kd Ad"]
