"""Rules M-1 to M-8 of docs/marriage.md: cards, seats, the deal, jokers and men, where the
tiplu comes from, and exposed tunnelas.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from marriage_decks import (
    FOUR,
    SEVEN,
    THREE,
    acts,
    bare,
    choosing,
    code_of,
    dealt,
    finishes,
    play_out,
    quiet,
    quiet_turns,
    see,
    stack,
    turn_of,
)
from random_play import next_round

from rummycore import HandError, RulesError, StateError, marriage
from rummycore.marriage import Card, M, Match, Move, Phase, Rules, State, cards

STOCK = {2: 113, 3: 92, 4: 71, 5: 50, 6: 29}
PAIRS = "3h 3h 4h 4h 7s 7s 9d 9d Ac Ac 2d 2d"
MODES = ("hidden_preset", "last_stock_card", "face_up_at_deal")


# ------------------------------------------------------------------------------
# M-1 to M-3 cards, seats, dealer
# ------------------------------------------------------------------------------


def test_m1_three_of_each_card() -> None:
    """A shuffled deck is 156 cards, each of the 52 three times."""
    for seed in range(20):
        deck = marriage.deal(seed=seed).record().deck
        assert Counter(deck) == dict.fromkeys(Card.all()[:52], 3)
    assert [str(card) for card in Card.all()[:14]] == [*(f"{rank}c" for rank in "A23456789TJQK"), "Ad"]


def test_m1_no_fourth_copy() -> None:
    """Four copies of a card, or a man where none is printed, are refused in hands and in decks."""
    for hand, named in (("5h 5h 5h 5h", "5h"), ("M", "M")):
        with pytest.raises(HandError, match=named) as refused:
            marriage.maal(hand, tiplu="Jc")
        assert refused.value.code == "copies"
    deck = stack()
    for wrong in (Card("5h"), M):
        changed = [wrong if card == Card("9s") else card for card in deck]
        with pytest.raises(StateError) as refused_deck:
            marriage.deal(deck=changed)
        assert refused_deck.value.code == "deck"
    for short in (deck[:-1], [*deck, deck[0]]):
        with pytest.raises(StateError):
            marriage.deal(deck=short)


def test_m1_copies_are_not_told_apart() -> None:
    """Decks in which copies have changed places deal equal tables."""
    deck = stack({1: "5h 5h", 2: "5h"})
    one, two, three = (i for i, card in enumerate(deck) if card == Card("5h"))
    other = deck.copy()
    other[one], other[two], other[three] = deck[two], deck[three], deck[one]
    assert play_out(marriage.deal(deck=deck, rules=Rules(turn_cap=9))) == play_out(
        marriage.deal(deck=other, rules=Rules(turn_cap=9))
    )


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_m2_two_to_six_play_in_order(players: int) -> None:
    """Two to six seats play one after another, and after the last comes seat 0 again."""
    state = dealt(players=players, dealer=players - 1)
    order = []
    for _ in range(2 * players + 1):
        order.append(state.turn)
        quiet(state)
    assert order == [*range(players), *range(players), 0]
    assert len(state.view(None).sizes) == players


@pytest.mark.parametrize("players", [-1, 0, 1, 7, 2**70])
def test_m2_no_other_number_of_players(players: int) -> None:
    """Any other number is refused by whatever needs it."""
    for attempt in (
        lambda: marriage.deal(seed=1, players=players),
        lambda: Match(1, players=players),
        lambda: Rules().for_players(players),
    ):
        with pytest.raises(RulesError) as refused:
            attempt()
        assert refused.value.code == "seats"
    for few in ([], [3], [0] * 7):
        with pytest.raises(RulesError):
            marriage.settle(few, [True] * len(few), winner=0)


@pytest.mark.parametrize(("players", "dealer"), [(4, 0), (4, 3), (2, 1), (6, 5), (5, 2)])
def test_m3_the_seat_after_the_dealer_plays_first(players: int, dealer: int) -> None:
    """The seat after the dealer is asked first, and draws first."""
    state = marriage.deal(seed=1, players=players, dealer=dealer)
    assert (state.dealer, state.turn) == (dealer, (dealer + 1) % players)
    for _ in range(players):
        state.play("done")
    assert (state.phase, state.turn) == (Phase.TO_DRAW, (dealer + 1) % players)
    assert code_of(state, "draw", dealer) == "turn"


@pytest.mark.parametrize("dealer", [-1, 4, 2**70])
def test_m3_no_other_seat_deals(dealer: int) -> None:
    """A dealer that is no seat is refused."""
    with pytest.raises(StateError) as refused:
        marriage.deal(seed=1, dealer=dealer)
    assert refused.value.code == "dealer"


def test_m3_first_dealer_is_drawn_from_the_seed() -> None:
    """A match without a named dealer draws one from its seed: each seat is drawn, and always the same for a seed."""
    drawn = [Match(seed).dealer for seed in range(60)]
    assert set(drawn) == {0, 1, 2, 3}
    assert drawn == [Match(seed).dealer for seed in range(60)]
    assert Match(5, dealer=2).dealer == 2


@pytest.mark.parametrize(("rotation", "after_win", "after_none"), [("next", 1, 1), ("winner", 3, 1), ("fixed", 0, 0)])
def test_m3_next_dealer(rotation: str, after_win: int, after_none: int) -> None:
    """After a hand that seat 0 dealt and seat 3 won, and after one without a winner, the
    deal goes where the rule says.
    """
    rules = Rules(dealer_rotation=rotation, turn_cap=4)
    for won, expected in ((True, after_win), (False, after_none)):
        match = Match(1, rules=rules, dealer=0)
        if won:
            held = {3: f"{THREE} / {FOUR}"}

            def stacked(rules: Rules, players: int, dealer: int, chance: None, held: Any = held) -> State:
                return dealt(held, players=players, rules=rules, dealer=dealer, tiplu="Jc", stock="8h 8h 4d")

            state = next_round(match, stacked)
            turn_of(state, 3).play("draw")
            for move in ("lay 6h 6h 6h", "lay Qd Kd Ad", "lay 3s 4s 5s", "see"):
                state.play(move)
            state.play("finish 4d")
        else:
            play_out(match.next_round())
        assert (match.outcomes[0].winner, match.next_round().dealer) == (3 if won else None, expected)


# ------------------------------------------------------------------------------
# M-4, M-5 jokers and men
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("tiplu", [str(card) for card in Card.all()[:52]])
def test_m4_roles(tiplu: str) -> None:
    """Each tiplu makes six kinds jokers: itself, its neighbours in its suit going round, and
    its rank in the other suits.
    """
    rank, suit = tiplu[0], tiplu[1]
    above, below = "23456789TJQKA"["A23456789TJQK".index(rank)], "KA23456789TJQ"["A23456789TJQK".index(rank)]
    expected = {tiplu: "tiplu", above + suit: "poplu", below + suit: "jhiplu"}
    expected |= {rank + other: "joker" for other in "cdhs" if other != suit}
    assert {str(card): role for card, role in marriage.roles(tiplu).items()} == expected
    assert len(expected) == 6


@pytest.mark.parametrize(
    ("tiplu", "missing"), [("Ks", "poplu"), ("Ah", "jhiplu"), ("Kd", "poplu"), ("Ac", "jhiplu"), ("Qs", ""), ("2d", "")]
)
def test_m4_maal_rank_wrap(tiplu: str, missing: str) -> None:
    """With maal_rank_wrap=none a king has no poplu and an ace no jhiplu, and no marriage; other ranks are as before."""
    whole, cut = marriage.roles(tiplu), marriage.roles(tiplu, rules=Rules(maal_rank_wrap="none"))
    assert {role for role in whole.values() if role not in cut.values()} == ({missing} if missing else set())
    assert cut == {card: role for card, role in whole.items() if role != missing}
    three = [card for card, role in whole.items() if role != "joker"]
    assert marriage.maal(three, tiplu=tiplu).points == 10
    alone = marriage.maal(three, tiplu=tiplu, rules=Rules(maal_rank_wrap="none"))
    assert alone.points == (3 + 2 if missing else 10)


def test_m4_copies_in_play() -> None:
    """Two tiplus are in play, for the third lies under the stock; of the other jokers there are three."""
    assert marriage.maal("Jc Jc Qc Qc Qc Tc Tc Tc Jd Jd Jd", tiplu="Jc").points == 34
    with pytest.raises(HandError) as refused:
        marriage.maal("Jc Jc Jc", tiplu="Jc")
    assert refused.value.code == "copies"


def test_m5_men_are_shuffled_in() -> None:
    """So many men as printed_jokers says are in the deck, and none by default."""
    for men in range(4):
        deck = marriage.deal(seed=1, rules=Rules(printed_jokers=men)).record().deck
        assert (deck.count(M), len(deck)) == (men, 156 + men)
    for wrong in (-1, 4, 2**40):
        with pytest.raises(RulesError, match="printed_jokers"):
            Rules(printed_jokers=wrong)
    with pytest.raises(HandError):
        marriage.maal("M M", tiplu="Jc", rules=Rules(printed_jokers=1))


MEN = Rules(printed_jokers=3)


@pytest.mark.parametrize(
    ("three", "what"),
    [
        ("M 7d 8d", "dirty sequence"),
        ("6d M 8d", "dirty sequence"),
        ("M 2c 2h", "dirty triplet"),
        ("M M 5h", "jokers"),
        ("M Jd 5h", "jokers"),
        ("M M M", "jokers"),
        ("M Jc Qc", "jokers"),
    ],
)
def test_m5_a_man_is_wild_once_seen(three: str, what: str) -> None:
    """To who has seen the tiplu a man is a joker; to who has not it is in nothing, and never in anything primary."""
    assert marriage.meld(three, tiplu="Jc", rules=MEN).kind == what
    assert not marriage.meld(three, tiplu="Jc", rules=MEN).primary
    with pytest.raises(HandError) as refused:
        marriage.meld(three, rules=MEN)
    assert refused.value.code == "combo_unseen"


def test_m5_a_man_is_never_natural() -> None:
    """Men are no tunnela to expose, no dublee to lay, and in no primary combination; a table
    with them knows no such move.
    """
    state = dealt({1: "M M M Jc Jc Qc Qc Qc"}, rules=MEN, window=False)
    assert {str(move) for move in state.legal_moves()} == {"done", "expose Qc"}
    assert marriage.analyze(f"M M M {bare(SEVEN)} 5h 8c 3d Td 6s", rules=MEN).dublees == 7
    for move in Move.all():
        assert M not in move.cards
        assert move.act in ("discard", "finish", "finish-pairs") or move.card != M


@pytest.mark.parametrize("mode", MODES)
def test_m5_a_man_that_comes_up_as_tiplu(mode: str) -> None:
    """Set aside at the deal, a man is passed over and keeps its place (redraw), or makes As the
    tiplu and stays out (ace_of_spades).
    """
    last = mode == "last_stock_card"
    order: dict[str, Any] = {"last": "5d 9h M M"} if last else {"stock": "M M 9h 5d"}
    redraw = dealt(rules=Rules(printed_jokers=3, tiplu_mode=mode), **order)
    assert (redraw.tiplu, redraw.stock) == (Card("9h"), 71 + 3 - 1)
    ace = dealt(rules=Rules(printed_jokers=3, tiplu_mode=mode, man_as_tiplu="ace_of_spades"), **order)
    assert (ace.tiplu, ace.stock) == (Card("As"), 71 + 3 - 1)
    left = (["5d", "M", "M"], ["5d", "9h", "M"]) if last else (["M", "M", "5d"], ["M", "9h", "5d"])
    for state, expected in zip((redraw, ace), left, strict=True):
        drawn = []
        for _ in range(state.stock):
            state.play("draw")
            drawn.append(str(state.view(state.turn).drawn))
            state.play(f"discard {drawn[-1]}")
        assert (drawn[-3:] if last else drawn[:3]) == expected


def test_m5_a_man_chosen_from_the_stock() -> None:
    """The first who qualifies never chooses a man with redraw; with ace_of_spades it may, and then As is the tiplu."""
    players = 6
    stock = "M M M " + " ".join(str(card) for card in Card.all()[:28])
    for option, expected in (("redraw", False), ("ace_of_spades", True)):
        rules = Rules(printed_jokers=3, man_as_tiplu=option)
        found = Counter[Card | None]()
        for chance in range(150):
            state = dealt({1: THREE}, stock=f"As {stock}", players=players, rules=rules, chance=chance)
            found[see_at_once(state)] += 1
        assert (found[Card("As")] > 0) == expected
        assert M not in found


def see_at_once(state: State) -> Card | None:
    """Let the seat to act draw and see the tiplu by THREE, and return it."""
    state.play("draw")
    return see(state, THREE).tiplu


def test_m5_three_aces_of_spades_with_a_man_as_tiplu() -> None:
    """Where a man lies in its place all three copies of As are in play, and only there may a hand hold three tiplus."""
    rules = Rules(printed_jokers=3, man_as_tiplu="ace_of_spades", tiplu_mode="hidden_preset")
    state = dealt({1: "As As As"}, stock="M", rules=rules)
    assert (state.tiplu, state.hand(1).count(Card("As"))) == (Card("As"), 3)
    assert marriage.maal("As As As", tiplu="As", rules=rules).points == 7
    for other in (Rules(), MEN, Rules(man_as_tiplu="ace_of_spades")):
        with pytest.raises(HandError):
            marriage.maal("As As As", tiplu="As", rules=other)


# ------------------------------------------------------------------------------
# M-6, M-7 the deal and the tiplu
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_m6_deal(players: int) -> None:
    """Every seat has 21 cards, one is turned up, the rest is the stock; without the upcard the stock has one more."""
    state = marriage.deal(seed=1, players=players)
    assert [len(state.hand(seat)) for seat in range(players)] == [21] * players
    assert (state.stock, len(state.view(None).discards)) == (STOCK[players], 1)
    assert state.view(None).discards == ((None, state.record().deck[21 * players]),)
    without = marriage.deal(seed=1, players=players, rules=Rules(upcard_at_start=False))
    assert (without.stock, without.view(None).discards) == (STOCK[players] + 1, ())
    for mode in MODES:
        assert marriage.deal(seed=1, players=players, rules=Rules(tiplu_mode=mode)).stock == STOCK[players] - 1
    assert marriage.deal(seed=1, players=players, rules=MEN).stock == STOCK[players] + 3


def test_m6_a_deck_in_blocks() -> None:
    """A given deck is dealt in blocks to seats 0, 1, ..., then the upcard, then the stock in
    drawing order, whoever deals.
    """
    deck = stack(seed=5)
    for dealer in range(4):
        state = marriage.deal(deck=deck, dealer=dealer)
        for seat in range(4):
            assert state.hand(seat) == tuple(sorted(deck[21 * seat : 21 * seat + 21]))
        for _ in range(4):
            state.play("done")
        for i in range(5):
            state.play("draw")
            assert state.view(state.turn).drawn == deck[85 + i]
            state.play(f"discard {deck[85 + i]}")


def test_m6_no_upcard_nothing_to_take() -> None:
    """Where the discards begin empty the first turn can only draw; with an upcard it may take it."""
    state = dealt(rules=Rules(upcard_at_start=False))
    assert (code_of(state, "take"), state.legal_moves()) == ("no_discard", (Move("draw"),))
    quiet(state)
    assert code_of(state, "take") == "ok"
    assert code_of(dealt(), "take") == "ok"


@pytest.mark.parametrize("mode", MODES)
def test_m7_set_aside_at_the_deal(mode: str) -> None:
    """The tiplu is the first card of the stock, or its last, from the deal on, and is never drawn."""
    rules = Rules(tiplu_mode=mode)
    deck = stack(rules=rules, tiplu="Jc", seed=3)
    state = marriage.deal(deck=deck, rules=rules)
    assert state.tiplu == Card("Jc") == deck[-1 if mode == "last_stock_card" else 85]
    assert state.view(None).chosen
    for _ in range(4):
        state.play("done")
    first, drawn = state.stock, Counter[Card | None]()
    for _ in range(first):
        state.play("draw")
        drawn[state.view(state.turn).drawn] += 1
        state.play(f"discard {state.view(state.turn).drawn}")
    assert first == 70
    assert drawn == Counter(deck[85:]) - Counter([Card("Jc")])
    assert state.tiplu == Card("Jc")


def test_m7_hidden_first_seer_picks() -> None:
    """By default no tiplu is chosen before somebody qualifies, not even for the table."""
    state = dealt({2: THREE}, tiplu="Jc")
    assert (state.tiplu, state.view(None).chosen, state.stock) == (None, False, 71)
    turn_of(state, 2)
    state.play("draw")
    assert (state.tiplu, state.stock) == (None, 69)
    state = see(state, THREE, "Jc")
    assert (state.tiplu, state.view(0).chosen, state.stock) == (Card("Jc"), True, 68)


@pytest.mark.parametrize("mode", ["hidden_first_seer_picks", *MODES])
def test_m7_who_knows_it(mode: str) -> None:
    """A hidden tiplu is known to those who have seen it, an open one to everybody and spectators from the deal on."""
    state = dealt({2: THREE}, tiplu="Jc", rules=Rules(tiplu_mode=mode))
    is_open = mode == "face_up_at_deal"
    for seat in (0, 1, 2, 3, None):
        assert state.view(seat).tiplu == (Card("Jc") if is_open else None)
    turn_of(state, 2)
    state.play("draw")
    state = see(state, THREE, "Jc")
    for seat in (0, 1, 2, 3, None):
        assert state.view(seat).tiplu == (Card("Jc") if is_open or seat == 2 else None)


def test_m7_knowing_is_not_having_seen() -> None:
    """With the tiplu open jokers still serve only who has qualified: takes, finishes and payments go by having seen."""
    rules = Rules(tiplu_mode="face_up_at_deal")
    state = dealt({1: f"{THREE} / {FOUR}"}, upcard="Js", stock="4d", tiplu="Jc", rules=rules)
    assert (state.view(1).seen, code_of(state, "take")) == ((False,) * 4, "ok")
    state.play("draw")
    assert code_of(state, "finish 4d") == "not_seen"
    state = see(state, THREE, "Jc")
    state.play("finish 4d")
    assert state.outcome is not None
    assert {(p.payer, p.amount) for p in state.outcome.reasons if p.cause == "unseen"} == {(0, 10), (2, 10), (3, 10)}
    later = turn_of(see_then_discard(rules), 1)
    assert code_of(later, "take") == "joker_discard"


def see_then_discard(rules: Rules) -> State:
    """Return a table of two at which seat 1 has seen an open tiplu, and seat 0 has then discarded a joker."""
    state = dealt({1: THREE, 0: "Js"}, players=2, stock="8d 8s", tiplu="Jc", rules=rules)
    state.play("draw")
    state = see(state, THREE, "Jc")
    state.play("discard 8d")
    quiet(state, throw="Js")
    return state


# ------------------------------------------------------------------------------
# M-8 exposing dealt tunnelas
# ------------------------------------------------------------------------------


def test_m8_every_seat_is_asked_in_turn() -> None:
    """From the first player on every seat is asked, with and without a tunnela; nobody draws
    before the last has answered.
    """
    state = dealt({2: "6h 6h 6h"}, window=False, dealer=2)
    for seat in (3, 0, 1, 2):
        assert (state.phase, state.turn) == (Phase.WINDOW, seat)
        assert Move("done") in state.legal_moves()
        assert code_of(state, "draw") == "window"
        state.play("done")
    assert (state.phase, state.turn) == (Phase.TO_DRAW, 3)
    assert (code_of(state, "done"), code_of(state, "expose 6h")) == ("window_over", "window_over")


def test_m8_any_subset_in_ascending_order() -> None:
    """A seat exposes none, some or all of its tunnelas, each choice in one order only, and nothing else."""
    start = dealt({1: "6h 6h 6h 2c 2c 2c Ks Ks Ks 5d 5d"}, window=False)
    offered = {str(move) for move in start.legal_moves() if str(move) not in ("expose 2c", "expose 6h", "expose Ks")}
    assert "done" in offered
    for chosen in ("", "2c", "6h", "Ks", "2c 6h", "2c Ks", "6h Ks", "2c 6h Ks"):
        state = start.copy()
        for card in chosen.split():
            event = state.play(f"expose {card}")
            assert (event.seat, event.card) == (1, Card(card))
        state.play("done")
        assert state.view(0).exposed[1] == cards(chosen)
    start.play("expose 6h")
    assert (code_of(start, "expose 2c"), code_of(start, "expose 6h")) == ("order", "no_tunnela")
    assert (code_of(start, "expose 5d"), code_of(start, "expose Ks")) == ("no_tunnela", "ok")


def test_m8_only_what_was_dealt() -> None:
    """Two of a card are no tunnela, the upcard is part of none, and what is completed later cannot be exposed."""
    state = dealt({1: "6h 6h 2c 2c"}, upcard="6h", stock="2c", window=False)
    assert (code_of(state, "expose 6h"), code_of(state, "expose 2c")) == ("no_tunnela", "no_tunnela")
    for _ in range(4):
        state.play("done")
    state.play("draw")
    assert (state.hand(1).count(Card("2c")), code_of(state, "expose 2c")) == (3, "window_over")


def test_m8_locked() -> None:
    """A locked tunnela lies on the table: it is not in the hand, is in no dublee and cannot
    be discarded; it counts as laid.
    """
    state = dealt({1: f"6h 6h 6h {PAIRS}"}, expose={1: "6h"})
    assert (len(state.hand(1)), state.view(0).sizes[1], state.view(0).exposed[1]) == (18, 18, (Card("6h"),))
    assert not state.view(1).seen[1]
    state.play("draw")
    assert (code_of(state, "discard 6h"), code_of(state, "lay 6h 6h 6h"), code_of(state, "pair 6h")) == (
        "not_held",
        "not_held",
        "not_held",
    )


def test_m8_locked_is_in_no_dublee() -> None:
    """Seven pairs and a locked tunnela are seven dublees, which do not win; with the tunnela free they are eight."""
    hand = f"{bare(SEVEN)} 6h 6h 6h 5c 8d Td Qs"
    for option, expected in (("locked", "not_won"), ("free", "ok")):
        state = dealt({1: hand}, expose={1: "6h"}, stock="4d", rules=Rules(exposed_tunnela=option))
        state.play("draw")
        assert code_of(state, "finish-pairs 4d") == expected


def test_m8_free() -> None:
    """A free tunnela goes back into the hand and may be split; it scores only if all three
    cards are there at the end.
    """
    rules = Rules(exposed_tunnela="free")
    state = dealt({1: f"Qc Qc Qc {THREE}"}, expose={1: "Qc"}, rules=rules)
    assert (len(state.hand(1)), state.view(0).exposed[1]) == (21, (Card("Qc"),))
    assert {seat for seat, _ in [(e.seat, e.card) for e in state.view(0).history if e.card == Card("Qc")]} == {1}
    state.play("draw")
    assert (code_of(state, "see"), code_of(state, "discard Qc")) == ("not_laid", "ok")
    for kept in (True, False):
        hands = {1: f"Qc Qc Qc {THREE}", 2: f"{SEVEN} Td Td 5h 8c 3d 6s Th"}
        other = dealt(hands, expose={1: "Qc"}, stock="8h 5d", tiplu="Jc", rules=rules)
        other.play("draw")
        other = see(other, THREE, "Jc")
        other.play("discard 8h" if kept else "discard Qc")
        other.play("draw")
        other.play("finish-pairs 5d")
        assert other.outcome is not None
        assert [item.points for item in other.outcome.maal[1].items if item.card == Card("Qc")] == [20 if kept else 5]


def test_m8_window_off() -> None:
    """With tunnela_window=off nobody is asked and nobody exposes."""
    state = dealt({1: "6h 6h 6h"}, window=False, rules=Rules(tunnela_window="off"))
    assert (state.phase, acts(state)) == (Phase.TO_DRAW, {"draw", "take"})
    assert (code_of(state, "expose 6h"), code_of(state, "done")) == ("window_over", "window_over")


def test_m8_more_than_three_exposed() -> None:
    """Seven exposed tunnelas see with no lay, and win with any one card drawn."""
    kinds = "2c 5c 8c 3d 6d 9d Th"
    hand = " ".join(f"{card} {card} {card}" for card in kinds.split())
    state = dealt({1: hand}, expose={1: kinds}, stock="4h", tiplu="Jc")
    assert state.hand(1) == ()
    state.play("draw")
    assert {str(move) for move in state.legal_moves()} == {"see", "discard 4h"}
    state = choosing(state, "see", "Jc")
    assert finishes(state) == {"4h"}
    state.play("finish 4h")
    assert state.outcome is not None
    assert (len(state.outcome.melds), state.outcome.maal[1].points) == (7, 7 * 5)


def test_m8_exposing_is_not_seeing() -> None:
    """Who exposes has not seen: three exposed tunnelas qualify only by `see`, after the draw."""
    state = dealt({1: "6h 6h 6h 9d 9d 9d Kc Kc Kc"}, expose={1: "6h 9d Kc"}, tiplu="Jc")
    assert state.view(1).seen == (False,) * 4
    assert code_of(state, "see") == "not_drawn"
    quiet_turns(state, 4)
    assert state.view(1).seen == (False,) * 4
    state.play("draw")
    assert code_of(state, "see") == "ok"
