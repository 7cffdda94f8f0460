"""Rules O-12 to O-17 of docs/okey.md: what a seat may do in its turn."""

from __future__ import annotations

import pytest
from okey_decks import stack
from okey_rounds import MELDED, Plan, code_of, play_plan, quiet, quiet_turns, turn_of

from rummycore import NotationError, okey
from rummycore.okey import Move, Phase, Rules, State, Tile, tiles

SHOWS = Rules(payout="deduct")


def acts(state: State) -> set[str]:
    """Return the kinds of move that are legal."""
    return {move.act for move in state.legal_moves()}


# ------------------------------------------------------------------------------
# O-12 to O-14 the starter, drawing and taking
# ------------------------------------------------------------------------------


def test_o12_starter_discards_without_drawing() -> None:
    """The starter has 15 tiles and may discard any of them, but neither draw nor take."""
    state = okey.deal(seed=1)
    assert state.phase is Phase.TO_DISCARD
    assert acts(state) == {"discard"}
    assert (code_of(state, "draw"), code_of(state, "take")) == ("drawn", "drawn")
    assert {move.tile for move in state.legal_moves()} == set(state.hand(1))
    assert state.view(1).drawn is None


def test_o12_starter_may_finish_on_the_dealt_hand() -> None:
    """The starter may finish with the 15 tiles dealt; who is not the starter has to draw first."""
    starter = okey.deal(deck=stack("k9", {1: f"{MELDED} r13"}))
    assert code_of(starter, "finish r13") == "ok"
    other = quiet_turns(okey.deal(deck=stack("k9", {2: MELDED})), 1)
    assert code_of(other, "finish r1") == "not_drawn"


def test_o12_only_the_first_turn_is_without_a_draw() -> None:
    """In its second turn the starter draws like everybody."""
    state = quiet_turns(okey.deal(seed=1), 4)
    assert (state.turn, state.phase) == (1, Phase.TO_DRAW)
    assert acts(state) == {"draw", "take"}


def test_o13_draw_takes_the_top_of_the_stock() -> None:
    """A seat with 14 tiles draws the next tile of the stock, and then has 15."""
    state = quiet_turns(okey.deal(deck=stack("k9", stock="r5 y7")), 1)
    before = state.hand(2)
    event = state.play("draw")
    assert state.hand(2) == tuple(sorted([*before, Tile("r5")]))
    assert (event.seat, event.tile, state.stock) == (2, None, 47)
    quiet(state)
    state.play("draw")
    assert state.view(3).drawn == Tile("y7")


def test_o13_only_the_drawer_sees_the_tile() -> None:
    """The drawn tile is in the drawer's view, and whatever it is, the views of the others are the same."""
    one, two = (
        quiet_turns(okey.deal(deck=stack("k9", last=last, stock=first)), 1)
        for first, last in [("r5", "y7"), ("y7", "r5")]
    )
    for state in (one, two):
        state.play("draw")
    assert (one.view(2).drawn, two.view(2).drawn) == (Tile("r5"), Tile("y7"))
    for seat in (0, 1, 3, None):
        assert one.view(seat).drawn is None
        assert one.view(seat) == two.view(seat)


def test_o13_nobody_draws_twice() -> None:
    """A seat with 15 tiles may not draw again."""
    state = quiet_turns(okey.deal(seed=1), 1)
    assert code_of(state, "draw") == "ok"
    state.play("draw")
    assert (code_of(state, "draw"), code_of(state, "take")) == ("drawn", "drawn")
    assert acts(state) == {"discard"}


def test_o13_nobody_discards_before_drawing() -> None:
    """A seat with 14 tiles may not discard."""
    state = quiet_turns(okey.deal(seed=1), 1)
    assert code_of(state, f"discard {state.hand(2)[0]}") == "not_drawn"


def test_o14_take_the_discard_of_the_seat_before() -> None:
    """A seat may take the tile that the seat before it has just discarded, and everybody sees it."""
    state = quiet_turns(okey.deal(seed=1), 1)
    thrown = state.history[-1].tile
    before = state.hand(2)
    event = state.play("take")
    assert (event.seat, event.tile) == (2, thrown)
    assert thrown is not None
    assert state.hand(2) == tuple(sorted([*before, thrown]))
    assert state.view(2).drawn == thrown
    assert (state.view(0).drawn, state.view(None).discards) == (None, ())
    assert state.stock == 48


def test_o14_no_other_discard_can_be_taken() -> None:
    """Only the latest discard can be taken: the one before it lies with another seat, or under it."""
    state = okey.deal(deck=stack("k9", {1: "r1"}, stock="r2 r3 r4"))
    state.play("discard r1")
    quiet_turns(state, 2)
    assert state.view(None).discards == ((1, Tile("r1")), (2, Tile("r2")), (3, Tile("r3")))
    assert state.play("take").tile == Tile("r3")


def test_o14_a_taken_tile_need_not_be_used() -> None:
    """Any tile may be taken whatever the hand, and kept, and another one thrown."""
    state = okey.deal(deck=stack("k9", {1: "r1", 2: "y3 y5 y7 y9 b3 b5 b7 b9 k3 k5 k7 r9 r11 r13"}))
    state.play("discard r1")
    state.play("take")
    state.play("discard y3")
    assert Tile("r1") in state.hand(2)


def test_o14_nothing_to_take_in_the_first_turn() -> None:
    """The starter has nothing to take, and only the seat whose turn it is may take."""
    state = okey.deal(seed=1)
    assert code_of(state, "take") == "drawn"
    quiet(state)
    assert [code_of(state, "take", seat) for seat in (0, 1, 2, 3)] == ["turn", "turn", "ok", "turn"]


# ------------------------------------------------------------------------------
# O-15 discard
# ------------------------------------------------------------------------------


def test_o15_discard_passes_the_turn() -> None:
    """A discard lies face up before its seat, the hand is 14 tiles again, and the next seat is to play."""
    state = okey.deal(deck=stack("k9", {1: "r1 r1 F k10"}))
    for tile in ("r1", "F", "k10"):
        played = state.copy()
        event = played.play(f"discard {tile}")
        assert (event.seat, event.tile, played.turn, played.phase) == (1, Tile(tile), 2, Phase.TO_DRAW)
        assert played.view(3).discards == ((1, Tile(tile)),)
        assert len(played.hand(1)) == 14


def test_o15_only_what_is_held_can_be_discarded() -> None:
    """A tile that is not in the hand cannot be discarded, and a text that is no tile is no move."""
    state = okey.deal(seed=1)
    held = set(state.hand(1))
    for tile in Tile.all():
        assert code_of(state, f"discard {tile}") == ("ok" if tile in held else "not_held")
    for text in ("discard", "discard x1", "discard r1 r2", ""):
        with pytest.raises(NotationError):
            state.play(text)


def taken(rules: Rules) -> State:
    """Return a round in which seat 2 holds r1, has taken the other r1, and may throw it or not."""
    state = okey.deal(rules=rules, deck=stack("k9", {1: "r1", 2: "r1 F k10"}))
    state.play("discard r1")
    state.play("take")
    return state


def test_o15_discard_taken() -> None:
    """The tile just taken may be thrown back, unless discard_taken=forbidden; then its copy may not either."""
    assert code_of(taken(Rules()), "discard r1") == "ok"
    state = taken(Rules(discard_taken="forbidden"))
    assert code_of(state, "discard r1") == "taken_back"
    assert code_of(state, "discard F") == "ok"


def test_o15_discard_taken_binds_one_turn_only() -> None:
    """In the next turn, after a draw, the tile may be thrown; and a drawn tile may always."""
    state = taken(Rules(discard_taken="forbidden"))
    state.play("discard F")
    turn_of(state, 2)
    state.play("draw")
    assert code_of(state, "discard r1") == "ok"
    assert code_of(state, f"discard {state.view(2).drawn}") == "ok"


def test_o15_discard_okey() -> None:
    """A printed okey may be discarded, unless discard_okey=forbidden; a false joker always, also a wild one."""
    for role in ("okey_value", "wild"):
        for permission, expected in (("allowed", "ok"), ("forbidden", "okey_discard")):
            state = okey.deal(
                rules=Rules(discard_okey=permission, false_joker_role=role),
                deck=stack("k9", {1: "k10 F"}),
            )
            assert code_of(state, "discard k10") == expected
            assert code_of(state, "discard F") == "ok"


def test_o15_a_discarded_okey_can_be_taken_and_used() -> None:
    """The next seat may take a discarded okey and win with it as a wild tile."""
    hand = "r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k1 k2 k3 y13"
    state = okey.deal(deck=stack("k9", {1: "k10", 2: hand}))
    state.play("discard k10")
    state.play("take")
    state.play("finish y13")
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.okey_finish) == (2, False)


def test_o15_the_two_options_do_not_bind_a_finish() -> None:
    """A finish with the tile just taken, or with an okey, is legal though it may not be discarded."""
    rules = Rules(discard_taken="forbidden", discard_okey="forbidden")
    back = okey.deal(rules=rules, deck=stack("k9", {1: "r13", 2: MELDED}))
    back.play("discard r13")
    back.play("take")
    assert (code_of(back, "discard r13"), code_of(back, "finish r13")) == ("taken_back", "ok")
    starter = okey.deal(rules=rules, deck=stack("k9", {1: f"{MELDED} k10"}))
    assert (code_of(starter, "discard k10"), code_of(starter, "finish k10")) == ("okey_discard", "ok")


# ------------------------------------------------------------------------------
# O-16 finish
# ------------------------------------------------------------------------------


def test_o16_finish_wins_the_round() -> None:
    """A finish with which the other 14 tiles win ends the round; the tile lies with nobody and cannot be taken."""
    state = okey.deal(deck=stack("k9", {1: f"{MELDED} r13"}))
    event = state.play("finish r13")
    assert (event.seat, event.move) == (1, Move("finish r13"))
    assert state.over
    assert state.legal_moves() == ()
    assert state.outcome is not None
    assert (state.outcome.ending, state.outcome.winner, state.outcome.tile) == ("won", 1, Tile("r13"))
    assert state.hand(1) == tuple(sorted(tiles(MELDED)))
    assert state.view(None).discards == ()
    assert {code_of(state, move) for move in ("draw", "take", "discard r1", "finish r1", "show", "pass")} == {"over"}


def test_o16_finish_that_does_not_hold_is_refused() -> None:
    """A finish whose other 14 tiles do not win is refused and changes nothing, with a tile not held as well."""
    state = okey.deal(deck=stack("k9", {1: f"{MELDED} r13"}))
    for tile in set(state.hand(1)):
        assert code_of(state, f"finish {tile}") == ("ok" if tile == Tile("r13") else "not_won")
    assert code_of(state, "finish b1") == "not_held"
    assert code_of(state, "finish F") == "not_held"


def test_o16_finish_is_never_forced() -> None:
    """With a winning hand a seat may discard instead, and win later with a dearer finish."""
    state = okey.deal(deck=stack("k9", {1: f"{MELDED} r13"}, stock="b13 b12 b11 k10"))
    assert {"discard r13", "finish r13"} <= {str(move) for move in state.legal_moves()}
    state.play("discard r13")
    turn_of(state, 1)
    state.play("draw")
    state.play("finish k10")
    assert state.outcome is not None
    assert (state.outcome.okey_finish, state.outcome.points) == (True, (8, 16, 8, 8))


@pytest.mark.parametrize("seat", [0, 2, 3])
def test_o16_only_the_seat_to_act_finishes(seat: int) -> None:
    """No other seat may finish, whatever it holds, and none that has not drawn."""
    state = okey.deal(deck=stack("k9", {seat: MELDED}))
    assert code_of(state, "finish r1", seat) == "turn"
    turn_of(state, seat)
    assert code_of(state, "finish r1", seat) == "not_drawn"


@pytest.mark.parametrize("allowed", [True, False])
def test_o16_finish_on_taken_discard(allowed: bool) -> None:
    """With finish_on_taken_discard off, no tile finishes in a turn that took one; in another turn it does."""
    hand = "r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k1 k2 k3 y13"
    deck = stack("k9", {1: "k4", 2: hand}, stock="b13 b12 b11 b10")
    state = okey.deal(rules=Rules(finish_on_taken_discard=allowed), deck=deck)
    state.play("discard k4")
    state.play("take")
    assert code_of(state, "finish y13") == ("ok" if allowed else "finish_taken")
    assert code_of(state, "finish k4") == ("not_won" if allowed else "finish_taken")
    assert code_of(state, "finish r13") == "not_held"
    state.play("discard y13")
    turn_of(state, 2)
    state.play("draw")
    assert code_of(state, f"finish {state.view(2).drawn}") == "ok"


@pytest.mark.parametrize("allowed", [True, False])
def test_o16_finish_on_dealt_hand(allowed: bool) -> None:
    """With finish_on_dealt_hand off the starter may not finish in the first turn, but in
    later ones, and the others at once.
    """
    rules = Rules(finish_on_dealt_hand=allowed)
    deck = stack("k9", {1: f"{MELDED} r13", 2: "y1 y2 y3 b1 b2 b3 r5 r6 r7 r8 k5 k6 k7 k8"}, stock="b13 b12 b11 b10")
    state = okey.deal(rules=rules, deck=deck)
    assert code_of(state, "finish r13") == ("ok" if allowed else "finish_dealt")
    assert code_of(state, "finish r1") == ("not_won" if allowed else "finish_dealt")
    state.play("discard r13")
    state.play("draw")
    assert code_of(state, "finish b13") == "ok"
    turn_of(state, 1)
    state.play("draw")
    assert code_of(state, "finish b10") == "ok"


# ------------------------------------------------------------------------------
# O-17 showing the indicator's twin
# ------------------------------------------------------------------------------


def test_o17_show_in_the_first_turn() -> None:
    """The holder of the twin may show it in its first turn, before or after drawing; it
    costs no turn and keeps the tile.
    """
    for moves in (["draw"], ["take"], []):
        state = quiet_turns(okey.deal(rules=SHOWS, deck=stack("b6", {2: "b6"})), 1)
        for move in moves:
            state.play(move)
        phase, hand = state.phase, state.hand(2)
        assert code_of(state, "show") == "ok"
        event = state.play("show", 2)
        assert (event.seat, event.move, event.tile) == (2, Move("show"), Tile("b6"))
        assert (state.turn, state.phase, state.hand(2)) == (2, phase, hand)
        assert state.view(None).shower == 2
        assert state.points == (19, 19, 20, 19)


def test_o17_show_only_with_the_twin() -> None:
    """Who does not hold the twin cannot show, and a false joker is no twin."""
    state = okey.deal(rules=SHOWS, deck=stack("b6", {1: "F F", 2: "b6"}))
    assert code_of(state, "show") == "not_held"
    quiet(state)
    assert code_of(state, "show") == "ok"
    state = okey.deal(rules=SHOWS, deck=stack("b6", {1: "F F b7 b7", 0: "b6"}))
    assert code_of(state, "show") == "not_held"


def test_o17_show_only_on_the_own_turn() -> None:
    """The holder may not show while another seat is to act."""
    state = okey.deal(rules=SHOWS, deck=stack("b6", {3: "b6"}))
    assert code_of(state, "show", 3) == "turn"
    quiet(state)
    assert code_of(state, "show", 3) == "turn"
    turn_of(state, 3)
    assert code_of(state, "show", 3) == "ok"


def test_o17_show_only_in_the_first_turn() -> None:
    """After its first discard a seat may show no more: an omitted show is lost."""
    for seat in range(4):
        state = okey.deal(rules=SHOWS, deck=stack("b6", {seat: "b6"}))
        turn_of(state, seat)
        assert code_of(state, "show") == "ok"
        quiet(state)
        turn_of(state, seat)
        assert code_of(state, "show") == "show_late"
        state.play("draw")
        assert code_of(state, "show") == "show_late"


def test_o17_show_only_once() -> None:
    """A second show in the round is refused."""
    state = okey.deal(rules=SHOWS, deck=stack("b6", {1: "b6"}))
    state.play("show")
    assert code_of(state, "show") == "shown"
    quiet(state)
    assert code_of(state, "show") == "shown"
    assert state.points == (19, 20, 19, 19)


def test_o17_a_shown_tile_is_an_ordinary_one() -> None:
    """The tile that was shown can be discarded, taken and finished with like any other."""
    state = okey.deal(rules=SHOWS, deck=stack("b6", {1: "b6"}))
    state.play("show")
    state.play("discard b6")
    assert state.play("take").tile == Tile("b6")
    finished = okey.deal(rules=SHOWS, deck=stack("b6", {1: f"{MELDED} b6"}))
    finished.play("show")
    finished.play("finish b6")
    assert finished.outcome is not None
    assert (finished.outcome.shower, finished.outcome.winner) == (1, 1)


def test_o17_indicator_bonus() -> None:
    """There is no show with indicator_bonus off, which is the default of transfer; deduct has it on."""
    for rules, expected in (
        (Rules(), "no_show"),
        (Rules(indicator_bonus=True), "ok"),
        (SHOWS, "ok"),
        (Rules(payout="deduct", indicator_bonus=False), "no_show"),
    ):
        state = okey.deal(rules=rules, deck=stack("b6", {1: "b6"}))
        assert code_of(state, "show") == expected


@pytest.mark.parametrize("how", ["draw", "take"])
def test_o17_window_before_first_draw(how: str) -> None:
    """With before_first_draw a seat may show only before it draws or takes; by default until its first discard."""
    for window, after in (("before_first_discard", "ok"), ("before_first_draw", "show_late")):
        rules = Rules(payout="deduct", indicator_window=window)
        state = quiet_turns(okey.deal(rules=rules, deck=stack("b6", {2: "b6"})), 1)
        assert code_of(state, "show") == "ok"
        state.play(how)
        assert code_of(state, "show") == after


@pytest.mark.parametrize("window", ["before_first_discard", "before_first_draw"])
def test_o17_the_starter_shows_before_the_first_discard(window: str) -> None:
    """The starter, who does not draw, may show before the first discard under either
    window, and not in the second turn.
    """
    state = okey.deal(rules=Rules(payout="deduct", indicator_window=window), deck=stack("b6", {1: "b6"}))
    assert code_of(state, "show") == "ok"
    quiet_turns(state, 4)
    assert (state.turn, code_of(state, "show")) == (1, "show_late")


def twin_comes(how: str, **options: str | bool) -> State:
    """Return a round in which the twin has just come into a seat's hand in its first turn: drawn, or taken."""
    rules = Rules(payout="deduct", **options)  # type: ignore[arg-type]
    if how == "drawn":
        state = quiet_turns(okey.deal(rules=rules, deck=stack("b6", stock="b6")), 1)
        state.play("draw")
    else:
        state = okey.deal(rules=rules, deck=stack("b6", {1: "b6"}))
        state.play("discard b6")
        state.play("take")
    return state


@pytest.mark.parametrize("how", ["drawn", "taken"])
def test_o17_a_twin_that_was_not_dealt(how: str) -> None:
    """A twin drawn or taken in the first turn counts only with indicator_drawn_counts, and
    never before the first draw.
    """
    assert code_of(twin_comes(how), "show") == "show_drawn"
    assert code_of(twin_comes(how, indicator_drawn_counts=True), "show") == "ok"
    late = twin_comes(how, indicator_drawn_counts=True, indicator_window="before_first_draw")
    assert code_of(late, "show") == "show_late"


def test_o17_a_twin_that_comes_later_never_counts() -> None:
    """A twin drawn in the second turn cannot be shown, even with indicator_drawn_counts."""
    rules = Rules(payout="deduct", indicator_drawn_counts=True)
    state = quiet_turns(okey.deal(rules=rules, deck=stack("b6", stock="r1 r2 r3 r4 b6")), 5)
    state.play("draw")
    assert (state.turn, state.view(2).drawn) == (2, Tile("b6"))
    assert code_of(state, "show") == "show_late"


def test_o17_a_show_may_be_left_out() -> None:
    """Nobody must show: a round in which the holder never does ends without points for it."""
    state = play_plan(Plan(3, indicator="b13"), rules=SHOWS)
    assert state.outcome is not None
    assert (state.outcome.shower, state.outcome.points) == (None, (18, 18, 18, 20))
