"""Rules M-16 to M-22 of docs/marriage.md: choosing the tiplu, winning, the forced finish,
and hands of cards without a winner.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import marriage_oracle as oracle
import pytest
from marriage_decks import (
    FOUR,
    LOOSE,
    SEVEN,
    THREE,
    acts,
    bare,
    choosing,
    code_of,
    dealt,
    everything,
    finishes,
    play_out,
    quiet,
    quiet_turns,
    see,
    seen_dublee,
    seen_three,
    turn_of,
    won_by_combos,
    won_by_dublees,
)
from marriage_kit import by_dublees

from rummycore import RulesError, marriage
from rummycore.marriage import Card, M, Phase, Rules, State, cards

KINDS = [str(card) for card in Card.all()[:52]]
DECK = Counter(dict.fromkeys(Card.all()[:52], 3))


def late(draws: int, *, rules: Rules | None = None) -> State:
    """Return a table of six at which so many cards have been drawn of the 29 in the stock, all different and none of
    them in THREE, and whose seat to act, which has just drawn, can lay THREE.
    """
    stock = [kind for kind in KINDS if kind not in bare(THREE).split()][:29]
    seat = draws % 6
    state = dealt({seat: THREE}, players=6, upcard="3s", stock=" ".join(stock), rules=rules)
    quiet_turns(state, draws - 1)
    assert state.turn == seat
    state.play("draw")
    return state


# ------------------------------------------------------------------------------
# M-16 choosing the tiplu
# ------------------------------------------------------------------------------


def test_m16_any_card_from_the_middle() -> None:
    """The first who sees chooses any card of the stock but its top and its bottom, each with the same chance."""
    start = late(1)
    stock = [str(card) for card in start.record().deck[-28:]]
    record = start.record()
    found: Counter[str] = Counter()
    for chance in range(2600):
        state = see(marriage.replay(replace(record, chance=chance)), THREE)
        found[str(state.tiplu)] += 1
    assert set(found) == set(stock[1:-1])
    assert max(found.values()) < 160
    assert min(found.values()) > 55


@pytest.mark.parametrize(("left", "choices"), [(5, 3), (3, 1), (2, 2), (1, 1)])
def test_m16_where_few_are_left(left: int, choices: int) -> None:
    """With three or more left the first and the last are spared; with fewer all have the same chance."""
    record = late(29 - left).record()
    stock = [str(card) for card in record.deck[-left:]]
    found: Counter[str] = Counter()
    for chance in range(60):
        state = see(marriage.replay(replace(record, chance=chance)), THREE)
        found[str(state.tiplu)] += 1
        assert (state.stock, state.view(None).reshuffles) == (left - 1, 0)
    assert set(found) == set(stock if left < 3 else stock[1:-1])
    assert len(found) == choices


def test_m16_it_leaves_the_stock_for_good() -> None:
    """The card chosen lies under the stock: the others come in the same order, and it comes in no later shuffle."""
    start = late(1)
    stock = list(start.record().deck[-28:])
    state = see(start, THREE)
    tiplu = state.tiplu
    assert tiplu is not None
    assert state.stock == 27
    state.play(f"discard {state.view(1).drawn}")
    drawn: list[Card | None] = []
    for _ in range(60):
        state.play("draw")
        drawn.append(state.view(state.turn).drawn)
        state.play(f"discard {drawn[-1]}")
        assert state.tiplu == tiplu
    assert drawn[:27] == [card for card in stock if card != tiplu]
    assert tiplu not in drawn
    assert state.view(None).reshuffles > 0


def test_m16_it_is_seen_alone() -> None:
    """Who chooses looks at it alone; whoever qualifies later sees the same card, and chooses none."""
    state = dealt({1: THREE, 3: "9d 9d 9d Ac 2c 3c Jd Qd Kd"}, tiplu="Jc")
    state.play("draw")
    state = see(state, THREE, "Jc")
    assert [state.view(seat).tiplu for seat in (0, 1, 2, 3, None)] == [None, Card("Jc"), None, None, None]
    state.play(f"discard {state.view(1).drawn}")
    turn_of(state, 3)
    state.play("draw")
    before = state.stock
    state = see(state, "9d 9d 9d / Ac 2c 3c / Jd Qd Kd")
    assert (state.stock, state.tiplu) == (before, Card("Jc"))
    assert [state.view(seat).tiplu for seat in (0, 1, 2, 3, None)] == [None, Card("Jc"), None, Card("Jc"), None]


@pytest.mark.parametrize("mode", ["hidden_preset", "last_stock_card", "face_up_at_deal"])
def test_m16_in_other_modes_it_is_there_already(mode: str) -> None:
    """Where the tiplu was set aside at the deal nothing is chosen, whatever chance says."""
    for chance in range(5):
        state = dealt({1: THREE}, tiplu="Jc", rules=Rules(tiplu_mode=mode), chance=chance)
        state.play("draw")
        before = state.stock
        state = see(state, THREE)
        assert (state.tiplu, state.stock) == (Card("Jc"), before)


@pytest.mark.parametrize("limit", [None, 0, 5])
def test_m16_empty_stock_is_filled_first(limit: int | None) -> None:
    """If the last card was drawn, the discards but the newest are shuffled in first, also
    at the limit of reshuffles.
    """
    state = late(29, rules=Rules(max_reshuffles=limit))
    discards = [card for _, card in state.view(None).discards]
    assert (state.stock, len(discards)) == (0, 29)
    state = see(state, THREE)
    assert (state.stock, state.view(None).reshuffles) == (27, 1)
    assert [card for _, card in state.view(None).discards] == discards[-1:]
    assert state.tiplu in discards[:-1]
    assert sum(everything(state).values()) + state.stock == 156


def test_m16_without_need_there_is_no_reshuffle() -> None:
    """With a card left in the stock that one is chosen; the discards come in only when the
    turn ends and the stock is empty.
    """
    state = late(28)
    (only,) = state.record().deck[-1:]
    state = see(state, THREE)
    assert (state.tiplu, state.stock, state.view(None).reshuffles) == (only, 0, 0)
    state.play(f"discard {state.view(state.turn).drawn}")
    assert (state.stock, state.view(None).reshuffles) == (28, 1)


def test_m16_men_alone_in_the_stock() -> None:
    """If only a man is left that may not be the tiplu, the discards come in; with ace_of_spades the man is chosen."""
    for option in ("redraw", "ace_of_spades"):
        rules = Rules(printed_jokers=1, man_as_tiplu=option)
        stock = [kind for kind in KINDS if kind not in bare(THREE).split()][:29]
        for chance in range(30):
            state = dealt({5: THREE}, players=6, stock=" ".join(stock), last="M", rules=rules, chance=chance)
            quiet_turns(state, 28)
            state.play("draw")
            assert (state.turn, state.stock) == (5, 1)
            state = see(state, THREE)
            if option == "redraw":
                assert (state.stock, state.view(None).reshuffles) == (28, 1)
                assert state.tiplu not in (None, M)
            else:
                assert (state.stock, state.tiplu) == (0, Card("As"))


# ------------------------------------------------------------------------------
# M-17, M-18 winning by combinations
# ------------------------------------------------------------------------------


def test_m17_seven_combinations_win() -> None:
    """Behind three laid ones twelve of thirteen concealed cards as four combinations win;
    the last card ends the hand.
    """
    state = seen_three(more=FOUR)
    state.play("draw")
    drawn, lying = state.view(1).drawn, state.view(None).discards
    event = state.play(f"finish {drawn}", 1)
    assert (event.seat, event.card, state.over, state.phase) == (1, drawn, True, Phase.OVER)
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.ending, outcome.winner, outcome.card, outcome.in_one_turn) == ("combos", 1, drawn, False)
    assert len(outcome.melds) == 7
    assert all(meld.primary for meld in outcome.melds[:3])
    held = [card for meld in outcome.melds for card in meld.cards]
    assert Counter(held) == Counter(cards(f"{bare(THREE)} {bare(FOUR)}"))
    assert state.legal_moves() == ()
    assert {code_of(state, move) for move in ("draw", "take", "see", "discard 9s", "finish 9s")} == {"over"}
    assert state.view(None).discards == lying


@pytest.mark.parametrize(
    "more",
    [
        FOUR,
        "6d Qc 8d / Jd 2c 2h / Ks Kc Kh / Jh Js 9c",
        "Jd Jd 4h / Jh Qc 9s / Js Tc 2d / Jc Js 8h",
        "9s 9h 9c / 5d 5d Jh / 7d 7c 7s / 8c 8h 8s",
        "9s 9h 9c / 5d 5d 6c / 7d 7c 7s / 8c 8h 8s",
        "Jd Qd Kd / Th Jh Qh / 7d 8d 9d / 2c 2d 2s",
    ],
)
@pytest.mark.parametrize("drawn", ["4d", "Jd", "9c", "5h", "Ah"])
def test_m17_finishes_are_exact(more: str, drawn: str) -> None:
    """Just the discards after which the other twelve are four combinations finish; the outcome
    arranges them, each a valid one.
    """
    state = dealt({1: f"{THREE} {more}"}, stock=drawn, tiplu="Jc", rules=Rules(tiplu_mode="hidden_preset"))
    state.play("draw")
    state = see(state, THREE, "Jc")
    concealed = [str(card) for card in state.hand(1)]
    assert finishes(state) == oracle.finishes13(concealed, "Jc", {})
    for card in set(concealed):
        assert (code_of(state, f"finish {card}") == "ok") == (card in finishes(state))
        if card in finishes(state):
            other = state.copy()
            other.play(f"finish {card}")
            assert other.outcome is not None
            rest = Counter(cards(concealed)) - Counter([Card(card)])
            assert Counter(c for meld in other.outcome.melds[3:] for c in meld.cards) == rest
            for meld in other.outcome.melds[3:]:
                assert marriage.meld(meld.cards, tiplu="Jc").kind == meld.kind


def test_m17_what_does_not_hold_is_refused() -> None:
    """A finish that does not hold, or with a card not held, is refused and changes nothing;
    so is one of who has not seen.
    """
    state = dealt({1: f"{THREE} / {FOUR}"}, stock="4d", tiplu="Jc")
    state.play("draw")
    assert (code_of(state, "finish 4d"), "finish" in acts(state)) == ("not_seen", False)
    state = see(state, THREE, "Jc")
    assert (code_of(state, "finish 4d"), code_of(state, "finish 9s"), code_of(state, "finish 5h")) == (
        "ok",
        "not_won",
        "not_held",
    )
    assert code_of(state, "finish 4d", 2) == "turn"


def test_m17_finishing_is_not_compulsory() -> None:
    """Who could finish may discard and finish later."""
    state = seen_three(more=FOUR)
    quiet(state)
    assert not state.over
    turn_of(state, 1)
    state.play("draw")
    assert code_of(state, f"finish {state.view(1).drawn}") == "ok"


@pytest.mark.parametrize("locked", [1, 2, 3, 4, 5, 6])
def test_m17_locked_tunnelas_count(locked: int) -> None:
    """Locked tunnelas count among the three, and of more than three the others among the four further combinations."""
    tunnelas = ["2c", "5c", "8c", "3d", "6d", "9d"][:locked]
    further = ["Tc Td Ts", "Qs Ks As", "3h 4h 5h", "7h 8h 9h", "4s 5s 6s", "Qd Kd Ad"][: 7 - locked]  # one not primary
    hand = " ".join([*(f"{card} {card} {card}" for card in tunnelas), *further])
    rules = Rules(tiplu_mode="hidden_preset")
    state = dealt({1: hand}, expose={1: " ".join(tunnelas)}, stock="Kc", tiplu="4c", rules=rules)
    state.play("draw")
    laid = further[1 : 1 + max(0, 3 - locked)]
    state = see(state, "/".join(laid), "4c")
    assert code_of(state, "finish Kc") == "ok"
    state.play("finish Kc")
    assert state.outcome is not None
    assert len(state.outcome.melds) == 7
    assert [str(meld) for meld in state.outcome.melds[:locked]] == [f"{card} {card} {card}" for card in tunnelas]


def test_m17_too_few_combinations_behind_locked_tunnelas() -> None:
    """Behind four locked tunnelas three further combinations are needed, not two."""
    tunnelas = "2c 2c 2c 5c 5c 5c 8c 8c 8c 3d 3d 3d"
    for rest, wins in (("3h 4h 5h 7h 8h 9h Tc Td Ts", True), ("3h 4h 5h 7h 8h 9h Tc Td Qs", False)):
        state = dealt({1: f"{tunnelas} {rest}"}, expose={1: "2c 5c 8c 3d"}, stock="Kc", tiplu="Ah")
        state.play("draw")
        state = see(state, "", "Ah")
        assert ("finish" in acts(state)) == wins


def test_m17_the_winner_may_lose() -> None:
    """The winner is who finishes, even if it pays more than it gets."""
    state = won_by_combos({0: "Tc Tc Jc Jc Qc Qc"}, players=2)
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.payoffs) == (1, (20, -20))


def test_m18_all_in_one_turn() -> None:
    """Drawing, laying three, choosing the tiplu and finishing happen in one turn, the first
    of the hand if it comes so.
    """
    state = won_by_combos()
    assert state.outcome is not None
    assert (state.outcome.in_one_turn, state.outcome.winner, state.turns) == (True, 1, 0)
    assert [event.move.act for event in state.history if event.seat == 1] == [
        *("done", "draw", "lay", "lay", "lay", "see", "finish")
    ]


def test_m18_later_is_not_in_one_turn() -> None:
    """Who has seen in an earlier turn does not finish in one turn."""
    state = seen_three(more=FOUR)
    state.play("draw")
    state.play(f"finish {state.view(1).drawn}")
    assert state.outcome is not None
    assert not state.outcome.in_one_turn


def test_m18_the_three_are_laid_before_the_tiplu_is_known() -> None:
    """No finish is legal before `see`, nor by who has laid nothing; a bad choice of three
    loses a win that another has.
    """
    hand = "6h 6h 6h 3s 4s 5s 7c 8c 9c Jd Qd Kd Qh Qs Kc Kh 2c 2h 9s 9h 9d"
    for third, wins in (("7c 8c 9c", True), ("Jd Qd Kd", False)):
        state = dealt({1: hand}, stock="4h", tiplu="Jc")
        state.play("draw")
        assert code_of(state, "finish 4h") == "not_seen"
        state = see(state, f"6h 6h 6h / 3s 4s 5s / {third}", "Jc")
        assert (code_of(state, "finish 4h") == "ok") == wins
        assert not state.view(1).draft


def test_m18_after_a_take() -> None:
    """It may happen with a taken card too, which then is not the discard."""
    state = dealt({1: f"{THREE} 9s 9h Ks Kc Kh 7d 7c 7s 2c 2h 2s 4d"}, upcard="9c", tiplu="Jc")
    state.play("take")
    state = see(state, THREE, "Jc")
    assert code_of(state, "finish 4d") == "ok"


# ------------------------------------------------------------------------------
# M-19, M-20 dublees
# ------------------------------------------------------------------------------


def test_m19_eight_dublees_win_unseen() -> None:
    """With eight dublees a seat that has seen nothing wins; any other card is discarded
    and the rest may be anything.
    """
    state = dealt({1: f"{SEVEN} Td Td 5h 8c 3d 6s 8h"}, stock="Qs", tiplu="Jc")
    state.play("draw")
    assert finishes(state, "finish-pairs") == {"5h", "8c", "3d", "6s", "8h", "Qs"}
    assert code_of(state, "finish-pairs Td") == "not_won"
    assert code_of(state, "finish-pairs Kh") == "not_held"
    state = choosing(state, "finish-pairs 8c", "Jc")
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.ending, outcome.winner, outcome.card, outcome.in_one_turn) == ("dublees", 1, Card("8c"), True)
    assert (outcome.tiplu, str(outcome.routes[1]), outcome.melds) == (Card("Jc"), "dublee", ())


def test_m19_a_third_copy_may_go() -> None:
    """The discard may be the third copy of a dublee, and one of nine dublees may be broken, but not one of eight."""
    three = dealt({1: f"{SEVEN} Td Td Td 5h 8c 3d 6s"}, stock="Qs")
    three.play("draw")
    assert finishes(three, "finish-pairs") == {"Td", "5h", "8c", "3d", "6s", "Qs"}
    nine = dealt({1: f"{SEVEN} Td Td 5h 5h 3d 6s 8h"}, stock="Qs")
    nine.play("draw")
    assert finishes(nine, "finish-pairs") == set(map(str, nine.hand(1)))


def test_m19_seven_do_not_win() -> None:
    """Seven dublees win nothing, with jokers beside them and with three copies of one too."""
    for hand in (f"{SEVEN} Jd Qc 5h 8c 3d Td 6s", f"{SEVEN} 3h Jd 5h 8c 3d Td 6s"):
        state = dealt({1: hand}, stock="8h", tiplu="Jc")
        state.play("draw")
        assert "finish-pairs" not in acts(state)
        state = see(state, SEVEN, "Jc")
        assert {code_of(state, f"finish-pairs {card}") for card in state.hand(1)} == {"not_won"}


def test_m19_after_seeing_by_dublees() -> None:
    """Who has laid seven wins with an eighth, drawn, in a later turn or in the same one."""
    later = dealt({1: f"{SEVEN} {LOOSE}"}, players=2, stock="9h 8s 5h", tiplu="Jc")
    later.play("draw")
    later = see(later, SEVEN, "Jc")
    assert "finish-pairs" not in acts(later)
    later.play("discard 9h")
    quiet(later)
    later.play("draw")
    assert finishes(later, "finish-pairs") == {"8c", "3d", "Td", "6s", "8h", "Qs"}
    later.play("finish-pairs Qs")
    assert later.outcome is not None
    assert (later.outcome.ending, later.outcome.in_one_turn) == ("dublees", False)
    state = dealt({1: f"{SEVEN} {LOOSE}"}, stock="5h", tiplu="Jc")
    state.play("draw")
    state = see(state, SEVEN, "Jc")
    assert finishes(state, "finish-pairs") == {"8c", "3d", "Td", "6s", "8h", "Qs"}
    state.play("finish-pairs Qs")
    assert state.outcome is not None
    assert (state.outcome.ending, state.outcome.in_one_turn) == ("dublees", True)


def test_m19_not_after_three() -> None:
    """A seat that has seen by three combinations does not win by dublees, whatever it holds."""
    hand = "6h 6h 6h 3s 3s 4s 4s 5s 5s Qd Qd Kd Kd Ad Ad 8c 8c 9h Td 2c 7s"
    state = dealt({1: hand}, stock="6c", tiplu="Jc")
    state.play("draw")
    assert code_of(state, "finish-pairs 9h") == "ok"
    state = see(state, THREE, "Jc")
    assert "finish-pairs" not in acts(state)
    few = dealt({1: f"{THREE} 8c 8c 9h 9h 2c 2c Td"}, rules=Rules(dublees_to_see=2, dublees_to_win=3), tiplu="Jc")
    few.play("draw")
    assert "finish-pairs" in acts(few)
    few = see(few, THREE, "Jc")
    assert ("finish-pairs" in acts(few), code_of(few, "finish-pairs Td")) == (False, "not_won")


def test_m19_dublee_direct_win_unseen() -> None:
    """With the option off the seat must see by dublees first, which it may do in the same turn."""
    rules = Rules(dublee_direct_win_unseen=False)
    state = dealt({1: f"{SEVEN} Td Td 5h 8c 3d 6s 8h"}, stock="Qs", tiplu="Jc", rules=rules)
    state.play("draw")
    assert (code_of(state, "finish-pairs Qs"), "pair" in acts(state)) == ("not_won", True)
    state = see(state, SEVEN, "Jc")
    assert code_of(state, "finish-pairs Qs") == "ok"
    hand = f"{bare(SEVEN)} Td Td 5h 8c 3d 6s 8h Qs"
    assert len(by_dublees(marriage.analyze(hand, tiplu="Jc", rules=rules))) == 6  # it sees, then finishes
    assert len(by_dublees(marriage.analyze(hand, tiplu="Jc"))) == 6


@pytest.mark.parametrize("number", [7, 8, 9, 10])
def test_m19_dublees_to_win(number: int) -> None:
    """Just so many dublees as dublees_to_win win."""
    pairs = "3h 4h 7s 9d Ac 2d Ks Td 8c Qs"
    rules = Rules(dublees_to_win=number)
    for have in range(6, 11):
        doubled = " ".join(f"{card} {card}" for card in pairs.split()[:have])
        singles = " ".join(["5h", "6h", "7h", "8h", "9h", "Th", "5c", "6c", "7c", "3d"][: 21 - 2 * have])
        state = dealt({1: f"{doubled} {singles}"}, stock="Jh", rules=rules)
        state.play("draw")
        assert ("finish-pairs" in acts(state)) == (have >= number)


def test_m19_tiplu_if_never_chosen() -> None:
    """The winner chooses the tiplu if nobody has; with no_maal there is none, and nobody scores."""
    hands = {0: "Tc Jc Qc"}
    chosen = won_by_dublees(hands, withheld="Tc Jc Qc").outcome
    assert chosen is not None
    assert (chosen.tiplu, [maal.points for maal in chosen.maal]) == (Card("Jc"), [10, 0, 0, 0])
    none = won_by_dublees(hands, rules=Rules(tiplu_if_never_chosen="no_maal")).outcome
    assert none is not None
    assert (none.tiplu, [maal.points for maal in none.maal]) == (None, [0, 0, 0, 0])
    assert none.payoffs == (-15, 45, -15, -15)


def test_m19_a_tiplu_that_is_there_is_kept() -> None:
    """If another seat has chosen the tiplu, or it was set aside, it counts, with no_maal too."""
    for rules in (Rules(), Rules(tiplu_if_never_chosen="no_maal")):
        hands = {1: THREE, 2: f"{SEVEN} Td Td 5h 8c 3d 6s 8h", 0: "Tc Jc Qc"}
        state = dealt(hands, stock="9h Qs", tiplu="Jc", withheld="Tc Jc Qc", rules=rules)
        state.play("draw")
        state = see(state, THREE, "Jc")
        state.play("discard 9h")
        state.play("draw")
        state.play("finish-pairs Qs")
        assert state.outcome is not None
        assert (state.outcome.tiplu, state.outcome.maal[0].points) == (Card("Jc"), 10)
        assert [str(route) for route in state.outcome.routes] == ["none", "three", "dublee", "none"]
    preset = Rules(tiplu_if_never_chosen="no_maal", tiplu_mode="hidden_preset")
    outcome = won_by_dublees({0: "Tc Jc Qc"}, withheld="Tc Jc Qc", rules=preset).outcome
    assert outcome is not None
    assert (outcome.tiplu, outcome.maal[0].points) == (Card("Jc"), 10)


def test_m19_a_locked_tunnela_gives_the_discard() -> None:
    """If nothing concealed is left but the dublees, a locked tunnela gives the discard; the rest
    of it stays and is no tunnela more.
    """
    rules = Rules(tunnela_needs="seen")
    state = dealt({1: f"{SEVEN} Td 6h 6h 6h 5d 5d 5d"}, expose={1: "6h 5d"}, stock="Td", tiplu="Jc", rules=rules)
    state.play("draw")
    assert finishes(state, "finish-pairs") == {"6h", "5d"}
    assert code_of(state, "discard 6h") == "not_held"
    assert set(map(str, by_dublees(marriage.analyze(state.hand(1), tiplu="Jc", exposed="6h 5d")))) == {"6h", "5d"}
    state = choosing(state, "finish-pairs 6h", "Jc")
    assert state.outcome is not None
    assert state.hand(1).count(Card("6h")) == 2
    assert [(item.card, item.points) for item in state.outcome.maal[1].items] == [(Card("5d"), 5)]


def test_m19_a_locked_tunnela_gives_none_before() -> None:
    """With one other concealed card left, that one is the discard and the tunnela stays."""
    state = dealt({1: f"{SEVEN} Td Td 6h 6h 6h 5h 8c"}, expose={1: "6h"}, stock="3d")
    state.play("draw")
    assert finishes(state, "finish-pairs") == {"5h", "8c", "3d"}


def test_m20_forced_finish() -> None:
    """Who took a discard to complete its last dublee must finish by dublees: nothing else is legal."""
    state = seen_dublee("5h")
    state.play("take")
    assert state.view(1).forced
    assert acts(state) == {"finish-pairs"}
    for move in ("discard 8c", "finish 8c", "see", "pair Ac", "lay 6h 6h 6h"):
        assert code_of(state, move) in ("forced", "seen")
    assert (code_of(state, "discard 8c"), code_of(state, "finish-pairs 5h")) == ("forced", "taken_back")
    state.play("finish-pairs 8c")
    assert state.outcome is not None
    assert (state.outcome.ending, state.outcome.winner, state.outcome.card) == ("dublees", 1, Card("8c"))


def test_m20_only_after_such_a_take() -> None:
    """A drawn card forces nothing, nor does a take with dublee_discard_pickup=free, nor one of who has not seen."""
    state = dealt({1: f"{SEVEN} {LOOSE}"}, stock="5h", tiplu="Jc")
    state.play("draw")
    state = see(state, SEVEN, "Jc")
    assert (state.view(1).forced, acts(state)) == (False, {"discard", "finish-pairs"})
    free = seen_dublee("5h", rules=Rules(dublee_discard_pickup="free"))
    free.play("take")
    assert (free.view(1).forced, acts(free)) == (False, {"discard", "finish-pairs"})
    unseen = dealt({1: f"{SEVEN} {LOOSE}"}, upcard="5h")
    unseen.play("take")
    assert (unseen.view(1).forced, acts(unseen) >= {"discard", "pair", "finish-pairs"}) == (False, True)


# ------------------------------------------------------------------------------
# M-21, M-22 hands of cards without a winner
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_m21_reshuffle(players: int) -> None:
    """When a turn ends and the stock is empty, all discards but the newest become the stock,
    with the tiplu set aside as it was.
    """
    for mode in ("hidden_first_seer_picks", "hidden_preset"):
        state = dealt(players=players, tiplu="Jc", rules=Rules(tiplu_mode=mode))
        first = state.stock
        quiet_turns(state, first - 1)
        state.play("draw")
        old = Counter(card for _, card in state.view(None).discards)
        last = state.view(state.turn).drawn
        assert (state.stock, state.view(None).reshuffles) == (0, 0)
        state.play(f"discard {last}")
        assert (state.stock, state.view(None).reshuffles) == (first, 1)
        assert [card for _, card in state.view(None).discards] == [last]
        assert DECK - everything(state) == old
        drawn: Counter[Card | None] = Counter()
        for _ in range(first):
            state.play("draw")
            drawn[state.view(state.turn).drawn] += 1
            state.play(f"discard {state.view(state.turn).drawn}")
        assert drawn == old
        assert state.view(None).reshuffles == 2


def test_m21_not_before_the_stock_is_empty() -> None:
    """With one card left the discards stay; and while a stock lasts its order does not change."""
    state = dealt(players=6)
    deck = state.record().deck
    for i in range(28):
        state.play("draw")
        assert state.view(state.turn).drawn == deck[127 + i]
        state.play(f"discard {deck[127 + i]}")
        assert (len(state.view(None).discards), state.view(None).reshuffles) == (i + 2, 0)


def test_m21_the_order_is_by_chance() -> None:
    """The new order is another for another chance, and the same for the same."""
    orders = []
    for chance in (1, 1, 2):
        state = dealt(players=6, chance=chance)
        quiet_turns(state, 29)
        order = []
        for _ in range(20):
            state.play("draw")
            order.append(state.view(state.turn).drawn)
            state.play(f"discard {order[-1]}")
        orders.append(order)
    assert orders[0] == orders[1] != orders[2]


@pytest.mark.parametrize("limit", [0, 1, 3])
def test_m21_max_reshuffles(limit: int) -> None:
    """After so many reshuffles the hand ends where one more is needed: no winner, nothing paid."""
    state = play_out(dealt(players=6, rules=Rules(max_reshuffles=limit)))
    assert (state.turns, state.view(None).reshuffles) == (29 * (limit + 1), limit)
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.ending, outcome.winner, outcome.card) == ("stock_out", None, None)
    assert (outcome.payoffs, outcome.reasons, outcome.points) == ((0,) * 6, (), (0,) * 6)
    assert code_of(state, "draw") == "over"


def test_m21_no_limit_by_default() -> None:
    """By default the discards are shuffled in as often as need be; a reshuffle for the
    choice of the tiplu counts too.
    """
    assert play_out(dealt(players=6, rules=Rules(turn_cap=29 * 8))).view(None).reshuffles == 8
    state = see(late(29, rules=Rules(max_reshuffles=1)), THREE)
    state.play(f"discard {state.view(5).drawn}")
    quiet_turns(state, 26)
    state.play("draw")
    assert (state.stock, state.view(None).reshuffles) == (0, 1)
    state.play(f"discard {state.view(state.turn).drawn}")
    assert state.outcome is not None
    assert state.outcome.ending == "stock_out"


@pytest.mark.parametrize("limit", [-1, 1001, 2**40])
def test_m21_max_reshuffles_out_of_range(limit: int) -> None:
    """The limit is 0 to 1000, or none."""
    with pytest.raises(RulesError, match="max_reshuffles"):
        Rules(max_reshuffles=limit)
    assert Rules(max_reshuffles=1000).max_reshuffles == 1000
    assert Rules().max_reshuffles is None


@pytest.mark.parametrize("cap", [1, 2, 77, 999, 1000, 3000])
def test_m22_turn_cap(cap: int) -> None:
    """A hand in which nobody wins ends truncated after just so many turns: no winner, nothing paid."""
    state = play_out(dealt(rules=Rules(turn_cap=cap)))
    outcome = state.outcome
    assert outcome is not None
    assert (state.turns, outcome.ending, outcome.winner) == (cap, "truncated", None)
    assert (outcome.payoffs, outcome.reasons) == ((0,) * 4, ())


def test_m22_default_cap() -> None:
    """Unless said a hand ends after 1000 turns."""
    assert play_out(dealt()).turns == 1000 == Rules().turn_cap


def test_m22_a_win_on_the_last_turn() -> None:
    """Only turns that end with a discard count: who may still act may still win."""
    assert won_by_combos(rules=Rules(turn_cap=1)).outcome.ending == "combos"  # type: ignore[union-attr]
    state = dealt({2: f"{THREE} / {FOUR}"}, tiplu="Jc", rules=Rules(turn_cap=2))
    quiet(state)
    assert not state.over
    state.play("draw")
    state = see(state, THREE, "Jc")
    state.play(f"finish {state.view(2).drawn}")
    assert state.outcome is not None
    assert state.outcome.ending == "combos"


def test_m22_the_stock_ends_first() -> None:
    """A discard that ends the hand by the limit of reshuffles does so on the last turn
    allowed; one turn less truncates.
    """
    for cap, ending in ((28, "truncated"), (29, "stock_out"), (30, "stock_out")):
        state = play_out(dealt(players=6, rules=Rules(turn_cap=cap, max_reshuffles=0)))
        assert state.outcome is not None
        assert state.outcome.ending == ending


@pytest.mark.parametrize("cap", [0, -1, 10_001, 2**70])
def test_m22_turn_cap_out_of_range(cap: int) -> None:
    """The cap is 1 to 10000."""
    with pytest.raises(RulesError, match="turn_cap"):
        Rules(turn_cap=cap)
    assert Rules(turn_cap=10_000).turn_cap == 10_000


def test_m22_taking_for_ever() -> None:
    """Seats that take and discard for ever are stopped as well."""
    state = dealt(rules=Rules(turn_cap=50, same_card_discard="allowed"))
    while not state.over:
        state.play("take")
        state.play(f"discard {state.view(state.turn).taken}")
    assert (state.turns, state.stock) == (50, 71)
