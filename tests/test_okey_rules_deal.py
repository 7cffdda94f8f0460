"""Rules O-1 to O-11 of docs/okey.md: tiles, seats, the deal, what is public, and the okeys."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from okey_decks import stack
from okey_rounds import MELDED, Plan, code_of, jokers_last, play_match, play_out, play_plan, quiet, quiet_turns, turn_of

from rummycore import HandError, NotationError, RulesError, RummyError, StateError, okey
from rummycore.okey import F, Match, Rules, Tile, tiles

WILD = Rules(false_joker_role="wild")


def shuffled_deck(seed: int) -> list[Tile]:
    """Return the 106 tiles in some order, a numbered one last."""
    deck = list(Tile.all()) * 2
    Random(seed).shuffle(deck)
    at = next(i for i, tile in enumerate(deck) if tile != F)
    deck[at], deck[-1] = deck[-1], deck[at]
    return deck


# ------------------------------------------------------------------------------
# O-1 tiles
# ------------------------------------------------------------------------------


def test_o1_there_are_106_tiles() -> None:
    """Whatever the seed and the ceremony, a deal holds each numbered tile twice and two false jokers."""
    for ceremony in ("exact", "uniform"):
        for seed in range(50):
            deck = okey.deal(seed=seed, rules=Rules(ceremony=ceremony)).record().deck
            assert Counter(deck) == dict.fromkeys(Tile.all(), 2)
    assert [str(tile) for tile in Tile.all()] == [f"{c}{n}" for c in "rybk" for n in range(1, 14)] + ["F"]


@pytest.mark.parametrize("wrong", [Tile("r1"), Tile("k13"), F])
def test_o1_other_decks_are_refused(wrong: Tile) -> None:
    """A deck with a third copy of a tile, with a tile too few or too many, is refused."""
    deck = shuffled_deck(1)
    for at, tile in enumerate(deck[:-1]):
        if tile != wrong:
            with pytest.raises(StateError) as refused:
                okey.deal(deck=[*deck[:at], wrong, *deck[at + 1 :]])
            assert refused.value.code == "deck"
    for other in (deck[1:], [*deck, wrong], []):
        with pytest.raises(StateError):
            okey.deal(deck=other)


def test_o1_no_hand_holds_three_of_a_tile() -> None:
    """Two of a tile may be held, three may not, nor three false jokers."""
    assert okey.analyze("r7 r7 F F y1 y2 y3 y4 y5 y6 y8 y9 y10 y11", indicator="k9").win == "none"
    for hand in ("r7 r7 r7 F y1 y2 y3 y4 y5 y6 y8 y9 y10 y11", "r7 r7 F F F y1 y2 y3 y4 y5 y6 y8 y9 y10"):
        with pytest.raises(HandError) as refused:
            okey.analyze(hand, indicator="k9")
        assert refused.value.code == "copies"


def test_o1_copies_are_not_told_apart() -> None:
    """A seat that holds both copies of a tile has one move to discard it, not two."""
    state = okey.deal(deck=stack("k9", {1: "r1 r1 r2 r2 r3 r3 r4 r4 r5 r5 r6 r6 r8 r8 F"}))
    discards = [str(move) for move in state.legal_moves() if move.act == "discard"]
    assert discards == [f"discard {tile}" for tile in ["r1", "r2", "r3", "r4", "r5", "r6", "r8", "F"]]


# ------------------------------------------------------------------------------
# O-2 seats
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_o2_play_goes_from_seat_to_seat(players: int) -> None:
    """After each discard the next seat is to act, and after the last one seat 0."""
    for dealer in range(players):
        state = okey.deal(seed=1, players=players, dealer=dealer)
        turns = []
        for _ in range(3 * players):
            turns.append(state.turn)
            quiet(state)
        assert turns == [(dealer + 1 + i) % players for i in range(3 * players)]


@pytest.mark.parametrize("players", [0, 1, 5, -1, -(2**40), 2**31, 2**70])
def test_o2_other_numbers_of_players_are_refused(players: int) -> None:
    """Only two, three or four can play, and the error names the number given."""
    for attempt in (
        lambda: okey.deal(seed=1, players=players),
        lambda: Match(1, players=players),
    ):
        with pytest.raises(RulesError) as refused:
            attempt()
        assert refused.value.code == "players"
        assert str(players) in refused.value.sentence


def test_o2_a_move_is_made_by_a_seat_at_the_table() -> None:
    """A move by the seat to act is legal, by another seat is not, and by one that is not there is an error."""
    state = okey.deal(seed=1, players=3)
    move = f"discard {state.hand(1)[0]}"
    assert [code_of(state, move, seat) for seat in range(3)] == ["turn", "ok", "turn"]
    for seat in (3, -1, 2**70):
        with pytest.raises(StateError):
            state.play(move, seat)


@pytest.mark.parametrize("players", [None, "4", 4.0, True, False, [], ()])
def test_o2_a_number_of_players_is_an_int(players: Any) -> None:
    """Anything but an int is a wrong type."""
    for attempt in (
        lambda: okey.deal(seed=1, players=players),
        lambda: Match(1, players=players),
    ):
        with pytest.raises(TypeError):
            attempt()


# ------------------------------------------------------------------------------
# O-3, O-4 dealer and starter
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_o3_who_starts(players: int) -> None:
    """The seat after the dealer starts; with starter=dealer the dealer does, and holds the fifteenth tile."""
    for dealer in range(players):
        for rules, starter in ((Rules(), (dealer + 1) % players), (Rules(starter="dealer"), dealer)):
            state = okey.deal(seed=3, players=players, dealer=dealer, rules=rules)
            assert (state.dealer, state.turn) == (dealer, starter)
            assert [len(state.hand(seat)) for seat in range(players)] == [
                15 if seat == starter else 14 for seat in range(players)
            ]


def test_o3_first_dealer_from_the_seed() -> None:
    """A match without a named dealer draws one from its seed: always the same, and each seat about as often."""
    dealers = [Match(seed).dealer for seed in range(400)]
    assert dealers == [Match(seed).dealer for seed in range(400)]
    assert all(70 < n < 130 for n in Counter(dealers).values())
    assert sorted(set(dealers)) == [0, 1, 2, 3]
    assert [Match(1, dealer=seat).dealer for seat in range(4)] == [0, 1, 2, 3]


@pytest.mark.parametrize(("players", "dealer"), [(4, 4), (2, 2), (3, -1), (4, 2**70)])
def test_o3_dealer_must_sit_at_the_table(players: int, dealer: int) -> None:
    """A dealer who is no seat of the table is refused."""
    for attempt in (
        lambda: okey.deal(seed=1, players=players, dealer=dealer),
        lambda: Match(1, players=players, dealer=dealer),
    ):
        with pytest.raises(StateError):
            attempt()


@pytest.mark.parametrize(
    ("rotation", "undecided", "won"),
    [("always", 2, 2), ("only_after_win", 1, 2), ("winner_deals", 2, 0)],
)
def test_o4_dealer_rotation(rotation: str, undecided: int, won: int) -> None:
    """After seat 1 dealt, the next dealer follows from the rule and from who won, if anybody did."""
    rules = Rules(dealer_rotation=rotation)
    for plan, expected in ((Plan(), undecided), (Plan(0), won)):
        match = play_match([plan], rules=rules, dealer=1)
        assert match.dealer == 1
        match.next_round()
        assert match.dealer == expected


@pytest.mark.parametrize("players", [2, 3, 4])
def test_o4_the_deal_goes_round(players: int) -> None:
    """Undecided rounds move the deal by one seat each, round the table."""
    match = Match(5, players=players, dealer=players - 1)
    dealers = []
    for _ in range(2 * players):
        play_out(match.next_round())
        dealers.append(match.dealer)
    assert dealers == [(players - 1 + i) % players for i in range(2 * players)]


def test_o4_a_truncated_round_has_no_winner() -> None:
    """A round cut short counts as one without a winner: only_after_win lets the dealer deal again."""
    for rotation, expected in (("always", 3), ("only_after_win", 2), ("winner_deals", 3)):
        match = Match(5, dealer=2, rules=Rules(dealer_rotation=rotation, turn_cap=3))
        assert play_out(match.next_round()).outcome is not None
        match.next_round()
        assert match.dealer == expected


# ------------------------------------------------------------------------------
# O-5, O-6 ceremony and deal
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(("ceremony", "share"), [("exact", 6 / 106), ("uniform", 5 / 105)])
def test_o5_false_jokers_at_the_end_of_the_stock(ceremony: str, share: float) -> None:
    """The exact ceremony leaves a false joker among the last five tiles in 6 of 106 deals,
    the uniform one in 5 of 105.
    """
    expected = 40_000 * share
    assert (
        abs(jokers_last(ceremony) - expected) < 3 * expected**0.5
    )  # three deviations; the two lie more than seven apart


@pytest.mark.parametrize("ceremony", ["exact", "uniform"])
def test_o5_any_numbered_tile_is_indicator(ceremony: str) -> None:
    """The indicator is each of the 52 faces about equally often, and never a false joker."""
    rules = Rules(ceremony=ceremony)
    found = Counter(okey.deal(seed=seed, rules=rules).indicator for seed in range(5200))
    assert F not in found
    assert sorted(found) == list(Tile.all()[:52])
    assert all(55 < n < 150 for n in found.values())


def test_o5_ceremonies_deal_differently() -> None:
    """From the same seed the two ceremonies make different decks."""
    exact, uniform = (okey.deal(seed=11, rules=Rules(ceremony=c)).record().deck for c in ("exact", "uniform"))
    assert exact != uniform


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("starter", ["right_of_dealer", "dealer"])
def test_o5_a_deck_is_dealt_in_blocks(players: int, starter: str) -> None:
    """Hands are blocks from the front, 15 tiles for the starter; the stock comes in order; the indicator is last."""
    for dealer in range(players):
        deck = shuffled_deck(dealer)
        state = okey.deal(deck=deck, players=players, dealer=dealer, rules=Rules(starter=starter))
        at = 0
        for seat in range(players):
            size = 14 + (seat == state.turn)
            assert state.hand(seat) == tuple(sorted(deck[at : at + size]))
            at += size
        assert state.indicator == deck[-1]
        drawn = []
        while not state.over:
            if state.phase == "to_draw":
                state.play("draw")
                drawn.append(state.view(state.turn).drawn)
            quiet(state)
        assert drawn == deck[at:-1]


def test_o5_seed_and_deck_deal_the_same() -> None:
    """A deal from a seed and one from the deck that it made are equal; the deck may be a text."""
    state = okey.deal(seed=8, dealer=2)
    deck = state.record().deck
    assert okey.deal(deck=deck, dealer=2) == state
    assert okey.deal(deck=" ".join(map(str, deck)), dealer=2) == state
    assert okey.deal(seed=9, dealer=2) != state


def test_o5_a_false_joker_is_no_indicator() -> None:
    """A deck with a false joker in the indicator's place is refused."""
    deck = shuffled_deck(4)
    at = deck.index(F)
    deck[at], deck[-1] = deck[-1], deck[at]
    with pytest.raises(StateError):
        okey.deal(deck=deck)


@pytest.mark.parametrize(("players", "dealt", "stock"), [(4, 57, 48), (3, 43, 62), (2, 29, 76)])
def test_o6_sizes_of_a_deal(players: int, dealt: int, stock: int) -> None:
    """The starter has 15 tiles, every other seat 14, and the rest but for the indicator is the stock."""
    state = okey.deal(seed=2, players=players)
    sizes = [len(state.hand(seat)) for seat in range(players)]
    assert sizes == [15 if seat == state.turn else 14 for seat in range(players)]
    assert (sum(sizes), state.stock) == (dealt, stock)
    assert dealt + 1 + stock == 106
    with pytest.raises(StateError):
        state.hand(players)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_o6_the_fifteenth_tile_is_the_starters(players: int) -> None:
    """Whoever starts has the one tile more, and the stock is the same."""
    for dealer in range(players):
        state = okey.deal(seed=2, players=players, dealer=dealer, rules=Rules(starter="dealer"))
        assert state.view(None).sizes == tuple(15 if seat == dealer else 14 for seat in range(players))
        assert state.stock == okey.deal(seed=2, players=players).stock


# ------------------------------------------------------------------------------
# O-7 what is public
# ------------------------------------------------------------------------------


def test_o7_what_everybody_knows() -> None:
    """Each seat and a spectator know indicator, sizes, points, discards, shows, and whether a seat drew or took."""
    plan = Plan(indicator="b6", shower=1)
    state = okey.deal(rules=okey.DEDUCT, deck=plan.deck(1))
    state.play("show")
    quiet(state)
    state.play("take")
    thrown = state.view(2).drawn
    state.play(f"discard {thrown}")
    state.play("draw")
    for seat in (0, 1, 2, 3, None):
        view = state.view(seat)
        assert (view.indicator, view.okey, view.stock, view.sizes) == (Tile("b6"), Tile("b7"), 47, (14, 14, 14, 15))
        assert (view.points, view.shower, view.turn, view.dealer) == ((19, 20, 19, 19), 1, 3, 0)
        assert view.discards == ((2, thrown),)
        acts = [(event.seat, event.move.act, event.tile) for event in view.history]
        assert acts == [
            (1, "show", Tile("b6")),
            (1, "discard", thrown),
            (2, "take", thrown),
            (2, "discard", thrown),
            (3, "draw", view.drawn if seat == 3 else None),
        ]
        assert (view.drawn is None) == (seat != 3)


def test_o7_hands_and_stock_are_hidden() -> None:
    """However the tiles that a seat cannot see are arranged, its view is the same; its own hand is in it."""
    deck = list(okey.deal(seed=6).record().deck)
    for seat in range(4):
        start = [0, 14, 29, 43][seat]
        mine = range(start, start + (15 if seat == 1 else 14))
        hidden = [i for i in range(105) if i not in mine]
        other = deck.copy()
        kinds = [deck[i] for i in hidden]
        Random(seat).shuffle(kinds)
        for i, tile in zip(hidden, kinds, strict=True):
            other[i] = tile
        one, two = okey.deal(deck=deck), okey.deal(deck=other)
        assert one != two
        assert one.view(seat) == two.view(seat)
        assert one.view(seat).to_dict() == two.view(seat).to_dict()
        assert one.view(seat).hand == tuple(sorted(deck[i] for i in mine))
        assert one.view((seat + 1) % 4) != two.view((seat + 1) % 4)
    assert okey.deal(deck=deck).view(None).hand == ()


def test_o7_a_view_is_of_a_seat_at_the_table() -> None:
    """There is no view of a seat that is not there."""
    state = okey.deal(seed=1, players=3)
    for seat in (3, -1, 2**70):
        with pytest.raises(StateError):
            state.view(seat)


def test_o7_the_winning_hand_is_shown() -> None:
    """At the end of a won round everybody sees the winner's tiles, and nobody another's;
    an undecided one shows none.
    """
    won = play_plan(Plan(2))
    for seat in (0, 1, 2, 3, None):
        outcome = won.view(seat).outcome
        assert outcome is not None
        assert outcome.hand == tuple(sorted(tiles(MELDED)))
        assert won.view(seat).hand == (() if seat is None else won.hand(seat))
    drawn = play_plan(Plan()).view(None)
    assert drawn.outcome is not None
    assert (drawn.outcome.hand, drawn.outcome.melds, drawn.hand) == ((), (), ())


def test_o7_discard_view() -> None:
    """A view displays each seat's latest discard, or with discard_view=all every one; the
    history is whole either way.
    """
    top, all_ = (quiet_turns(okey.deal(seed=4, rules=Rules(discard_view=v)), 9) for v in ("top_only", "all"))
    assert [seat for seat, _ in top.view(0).discards] == [2, 3, 0, 1]
    assert [seat for seat, _ in all_.view(0).discards] == [1, 2, 3, 0, 1, 2, 3, 0, 1]
    assert all_.view(0).discards[-4:] == top.view(0).discards
    assert top.view(0).history == all_.view(0).history
    thrown = [(event.seat, event.tile) for event in all_.view(0).history if event.move.act == "discard"]
    assert list(all_.view(0).discards) == thrown


@pytest.mark.parametrize("display", ["top_only", "all"])
def test_o7_a_taken_discard_uncovers_the_one_below(display: str) -> None:
    """A tile that is taken lies no more, and the discard below it is the latest again."""
    state = turn_of(quiet_turns(okey.deal(seed=4, rules=Rules(discard_view=display)), 5), 2)
    below, latest = [event.tile for event in state.history if event.seat == 1 and event.move.act == "discard"]
    assert state.view(None).discards[-1] == (1, latest)
    state.play("take")
    assert [tile for seat, tile in state.view(None).discards if seat == 1] == [below]


# ------------------------------------------------------------------------------
# O-8 to O-11 okeys, false jokers, indicator
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("colour", "rybk")
def test_o8_okey_follows_the_indicator(colour: str) -> None:
    """The okey is the next number in the same colour, and 1 after 13."""
    for number in range(1, 14):
        expected = Tile(f"{colour}{number + 1 if number < 13 else 1}")
        assert okey.okey_of(f"{colour}{number}") == expected
        state = okey.deal(deck=stack(f"{colour}{number}"))
        assert (state.okey, state.view(0).okey) == (expected, expected)


def test_o8_a_false_joker_makes_no_okey() -> None:
    """A false joker is no indicator, and no other text is."""
    for indicator, error in (("F", HandError), ("r14", NotationError), ("", NotationError), (52, HandError)):
        with pytest.raises(error):
            okey.okey_of(indicator)


def test_o9_okeys_are_wild() -> None:
    """A tile printed with the okey's face stands for another tile; under another indicator it is just that tile."""
    hand = "r4 b11 r6 y1 y2 y3 y4 y5 b5 k5 k8 k9 k10 k11"
    assert okey.analyze(hand, indicator="b10").win == "melds"
    assert okey.analyze(hand, indicator="b9").win == "none"
    assert str(okey.meld("r4 b11 r6", indicator="b10")) == "r4 b11=r5 r6"


def test_o9_an_okey_may_stand_for_itself() -> None:
    """An okey may be the very tile that is printed on it."""
    assert str(okey.meld("b10 b11 b12", indicator="b10")) == "b10 b11=b11 b12"


def test_o9_an_okey_may_be_a_third_copy() -> None:
    """An okey may stand for a tile both copies of which lie in other melds."""
    declared = ["r4 b11 r6", "r5 y5 k5", "r5 y5 b5", "k8 k9 k10 k11 k12"]
    assert okey.check_declaration(declared, discard="y13", indicator="b10").ok
    assert not okey.check_declaration(
        ["r4 b11 r6", "r5 y5 k5", "r5 y5 b5", "k8 k9 k10 k11 k13"], discard="y13", indicator="b10"
    )


def test_o9_two_okeys_in_one_meld() -> None:
    """Both okeys may stand in one run or one group, side by side too."""
    assert str(okey.meld("r4 b11 b11 r7", indicator="b10")) == "r4 b11=r5 b11=r6 r7"
    assert okey.meld("b11 y9 b11", indicator="b10").points == 30  # y9 y10 y11
    with pytest.raises(HandError):
        okey.meld("r4 b11 b11 r8", indicator="b10")


def test_o10_a_false_joker_has_the_okeys_value() -> None:
    """A false joker counts as the okey's face and as nothing else; with
    false_joker_role=wild it stands for any tile.
    """
    as_value = "k4 F k6 r1 r2 r3 r4 r9 y9 b9 b10 b11 b12 b13"
    as_wild = "r1 F r3 r6 r7 r8 r9 y9 b9 k9 b10 b11 b12 b13"
    assert okey.analyze(as_value, indicator="k4").win == "melds"
    assert okey.analyze(as_wild, indicator="k4").win == "none"
    assert okey.analyze(as_value, indicator="k4", rules=WILD).win == "melds"
    assert okey.analyze(as_wild, indicator="k4", rules=WILD).win == "melds"
    assert str(okey.meld("k4 F k6", indicator="k4")) == "k4 F k6"
    assert str(okey.meld("r1 F r3", indicator="k4", rules=WILD)) == "r1 F=r2 r3"


def test_o10_four_wild_tiles() -> None:
    """With wild false jokers four wild tiles may fill four gaps; with the okey's value the false jokers fill none."""
    hand = "r1 k5 r3 y6 k5 y8 b10 F b12 k8 F k10 k12 k13"
    assert okey.analyze("r1 k5 r3 y6 k5 y8 b10 F b12 k7 F k9 k10 k11", indicator="k4", rules=WILD).win == "melds"
    assert okey.analyze("r1 k5 r3 y6 k5 y8 b10 F b12 k7 F k9 k10 k11", indicator="k4").win == "none"
    assert okey.analyze(hand, indicator="k4", rules=WILD).win == "none"


def test_o10_an_okey_finish_needs_a_printed_okey() -> None:
    """Finishing with a wild false joker earns nothing extra, finishing with an okey does."""
    plan = Plan(1, indicator="y3", tile="F")
    for rules in (Rules(), WILD):
        plain, okey_finish = (
            play_plan(plan, rules=rules).outcome,
            play_plan(Plan(1, okey_finish=True), rules=rules).outcome,
        )
        assert plain is not None
        assert okey_finish is not None
        assert (plain.okey_finish, plain.points) == (False, (9, 13, 9, 9))
        assert (okey_finish.okey_finish, okey_finish.points) == (True, (8, 16, 8, 8))


def tiles_in_play(state: okey.State) -> Counter[Tile]:
    """Count the tiles in the hands and those that lie."""
    lying = [tile for _, tile in state.view(None).discards]
    return Counter([*(tile for seat in range(state.players) for tile in state.hand(seat)), *lying])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_o11_the_indicator_stays_out_of_play(players: int) -> None:
    """To the end of the stock the indicator itself is nobody's: one tile with its face is in
    play, and two of all others.
    """
    state = play_out(okey.deal(seed=3, players=players, rules=Rules(discard_view="all")))
    assert state.stock == 0
    expected = Counter(dict.fromkeys(Tile.all(), 2)) - Counter([state.indicator])
    assert tiles_in_play(state) == expected


def test_o11_only_the_twin_can_be_held() -> None:
    """One tile with the indicator's face can be held, two cannot; to make a pair the twin needs a wild tile."""
    pairs = "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 y6"
    assert okey.analyze(f"{pairs} y7", indicator="y6").win == "pairs"
    assert okey.analyze(f"{pairs} y8", indicator="y6").win == "none"
    with pytest.raises(HandError) as refused:
        okey.analyze(f"{pairs} y6", indicator="y6")
    assert refused.value.code == "copies"
    assert "y6" in refused.value.sentence
    assert okey.analyze(f"{pairs} y6", indicator="y7").win == "pairs"


def test_o11_the_indicator_cannot_be_taken() -> None:
    """The open indicator is no discard: with nothing discarded there is nothing to take, and no move names it."""
    state = okey.deal(deck=stack("y6", {1: "y6"}))
    assert code_of(state, "take") == "drawn"
    state.play("discard y6")
    assert state.play("take").tile == Tile("y6")  # the twin, from the seat before
    assert state.indicator == Tile("y6")


def test_o1_errors_are_rummy_errors() -> None:
    """Every refusal of a deal is a RummyError and a ValueError."""
    wrong: list[dict[str, Any]] = [{"deck": []}, {"seed": -1}, {"seed": 2**64}, {"seed": 1, "deck": []}, {}]
    for arguments in wrong:
        with pytest.raises(RummyError) as refused:
            okey.deal(**arguments)
        assert isinstance(refused.value, ValueError)
