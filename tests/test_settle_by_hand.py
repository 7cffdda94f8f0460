"""Every finished round of both games, settled by hand from its outcome's data alone, gives
the outcome's payoffs and points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import marriage_random
import okey_random
import pytest
from marriage_decks import SEVEN, THREE, dealt, full, won_by_combos
from okey_decks import stack
from okey_rounds import Plan, play_plan
from random_play import play_out

from rummycore import HandError, RulesError, RummyError, StateError, marriage, okey
from rummycore._core import lib

# ------------------------------------------------------------------------------
# Marriage
# ------------------------------------------------------------------------------


def by_hand(outcome: marriage.Outcome, rules: marriage.Rules, **more: Any) -> marriage.Settlement:
    """Settle an outcome's cards."""
    return marriage.settle(
        cards=outcome.cards,
        seen=outcome.seen,
        routes=outcome.routes,
        winner=outcome.winner,
        tiplu=outcome.tiplu,
        exposed=outcome.exposed,
        shown=outcome.shown,
        marriages_laid=outcome.marriages_laid,
        rules=rules,
        **more,
    )


def stock_out(rng: Random) -> marriage.State:
    """Return the end of a hand of six players that nobody wins before the stock is used up."""
    state = marriage_random.table(rng, 6, max_reshuffles=0, turn_cap=1_000)
    return play_out(state, marriage_random.thrower)


def direct_win(rng: Random) -> marriage.State:
    """Return a win by eight dublees that were dealt, whether there is a tiplu then or not, with any rules otherwise."""
    fixed = {"dublee_allowed": True, "dublee_min_players": 2, "dublees_to_see": 7, "dublees_to_win": 8}
    rules = marriage_random.rules(rng, **fixed, dublee_direct_win_unseen=True)
    state = dealt({1: f"{SEVEN} / Td Td"}, rules=rules, players=rng.randint(2, 6), seed=rng.getrandbits(32))
    state.play("draw")
    state.play(rng.choice([move for move in state.legal_moves() if move.act == "finish-pairs"]))
    return state


def broken_lock(rng: Random) -> marriage.State:
    """Return a win by dublees whose discard comes out of a locked tunnela, of the kinds before or
    behind those of the dublees (M-19).
    """
    rules = marriage_random.rules(
        rng,
        dublee_allowed=True,
        dublee_min_players=2,
        dublees_to_see=2,
        dublees_to_win=8,
        dublee_direct_win_unseen=True,
        tunnela_window="before_first_draw",
        exposed_tunnela="locked",
    )
    tunnelas = rng.choice([["Ad", "5c"], ["Kh", "Qs"]])
    kinds = [f"{kind} {kind}" for kind in ("3d", "4d", "7d", "9d", "2h", "5h", "8h")]
    hand = " ".join([*(f"{kind} {kind} {kind}" for kind in tunnelas), *kinds, "6s"])
    state = dealt({1: hand}, expose={1: " ".join(tunnelas)}, rules=rules, players=3, stock="6s", tiplu="Jc")
    state.play("draw")
    state.play(rng.choice([m for m in state.legal_moves() if m.act == "finish-pairs" and str(m.card) in tunnelas]))
    return state


def random_hand(rng: Random) -> marriage.State:
    """Return the end of a hand with any rules, from any deck, by any of the players."""
    return play_out(marriage_random.table(rng), marriage_random.player(rng))


def finisher(rng: Random, **fixed: Any) -> marriage.State:
    """Return the end of a hand from a deck with tunnelas or sequences, whose players expose,
    see and finish where they can.
    """
    n = rng.randint(2, 6)
    rules = marriage_random.rules(rng, **fixed)
    make = rng.choice([marriage_random.tunnela_deck, marriage_random.runs_deck])
    state = marriage.deal(deck=make(rng, n, rules), players=n, rules=rules, chance=rng.getrandbits(64))
    return play_out(state, marriage_random.eager(rng))


def shown_win(rng: Random) -> marriage.State:
    """Return a win by combinations among which the rules pay for tunnelas."""
    fixed = {"tunnela_scope": "shown", "tiplu_mode": "hidden_preset", "ace_runs": "low_and_high"}
    rules = marriage_random.rules(rng, **fixed)
    hand = "9s 9s 9s / Kc Kc Kc / 7d 7c 7s / 2c 2h 2s"
    return won_by_combos(rules=rules, combos=hand, players=rng.randint(2, 6))


def kinds_of(state: marriage.State, outcome: marriage.Outcome) -> Iterator[str]:
    """Yield what happened in a hand of cards."""
    rules, events = state.rules, state.history
    yield f"{outcome.ending}, {state.players} players"
    saw = {event.seat for event in events if event.move.act == "see"}
    exposed = [(event.seat, event.card) for event in events if event.move.act == "expose"]
    if outcome.winner is not None:
        if outcome.ending == "dublees":
            yield "a win by dublees behind seeing" if outcome.winner in saw else "a direct win"
        others = [route for seat, route in enumerate(outcome.routes) if seat != outcome.winner]
        yield from (f"a loser on the route {route}, unseen_maal={rules.unseen_maal}" for route in others)
    yield f"{'a' if outcome.tiplu else 'no'} tiplu, {'' if outcome.winner is None else 'won'}"
    for seat, card in exposed:
        kept = "kept" if card in outcome.exposed[seat] else "broken"
        yield f"an exposed tunnela, {rules.exposed_tunnela}, {kept}"
    for seat, kinds in enumerate(outcome.shown):
        laid = sum(e.move.act == "lay" and len(set(e.move.cards)) == 1 for e in events if e.seat == seat)
        if rules.tunnela_scope == "shown":
            yield from ["shown, laid"] * (laid > 0) + ["shown, behind what was laid"] * (len(kinds) > laid)


MARRIAGE: tuple[tuple[Callable[[Random], marriage.State], int], ...] = (
    (random_hand, 30),
    (finisher, 40),
    (direct_win, 20),
    (shown_win, 8),
    (broken_lock, 4),
    (stock_out, 3),
)
HAPPENS = {
    *(f"combos, {players} players" for players in range(2, 7)),
    *(f"dublees, {players} players" for players in range(2, 7)),
    *("stock_out, 6 players", "truncated, 2 players", "truncated, 6 players"),
    *("a win by dublees behind seeing", "a direct win", "a tiplu, won", "a tiplu, ", "no tiplu, won", "no tiplu, "),
    *("an exposed tunnela, locked, kept", "an exposed tunnela, locked, broken"),
    *("an exposed tunnela, free, kept", "an exposed tunnela, free, broken"),
    *("shown, laid", "shown, behind what was laid"),
    *(f"a loser on the route {route}, unseen_maal=count" for route in ("none", "three", "dublee")),
    *(f"a loser on the route none, unseen_maal={maal}" for maal in ("void", "to_winner")),
}


def test_every_hand_of_cards_is_settled_by_hand(scale: int) -> None:
    """Marriage: whatever the rules and the ending, `settle` on an outcome's cards gives its points, nets and payments;
    a winner's dublees and their discard are a declaration that wins.
    """
    rng, counts = Random("marriage by hand"), Counter[str]()
    for make, n in MARRIAGE:
        for _ in range(n * scale // 100):
            state = make(rng)
            outcome = state.outcome
            assert outcome is not None
            found = by_hand(outcome, state.rules)
            assert (found.points, found.payoffs, found.reasons) == (outcome.points, outcome.payoffs, outcome.reasons)
            if outcome.winner is not None:
                assert by_hand(outcome, state.rules, dublee=outcome.ending == "dublees") == found
            if outcome.ending == "dublees":
                assert outcome.winner is not None
                assert outcome.card is not None
                hand = (*outcome.cards[outcome.winner], outcome.card)
                tiplu, rules = outcome.tiplu, state.rules
                told = marriage.check_declaration(
                    outcome.pairs, discard=outcome.card, tiplu=tiplu, hand=hand, rules=rules
                )
                assert told.ok, (told.sentence, state.record())
                assert len(outcome.pairs) == rules.dublees_to_win
            counts.update(set(kinds_of(state, outcome)))
    assert {kind for kind in HAPPENS if counts[kind] < 3} == set(), counts


def test_concealed_cards_alone_are_not_settled() -> None:
    """The `hands` of an outcome are the concealed cards: where a seat has laid some, settling
    them is an error that says so.
    """
    outcome = won_by_combos().outcome
    assert outcome is not None
    with pytest.raises(HandError, match="cards of seat 1: 12, not 21") as refused:
        marriage.settle(hands=outcome.hands, seen=outcome.seen, winner=1, tiplu=outcome.tiplu)
    assert refused.value.code == "cards_count"


W = "6h 6h 6h Jc 4h 4h 7s 7s 9d 9d Ac Ac 2d 2d Ks Ks 3s 3s Td Td 5h"
L = "2h 3h 4c 5d 6s 7c 8d 9h Tc Jd Qh Kc Ad 2s 3d 4s 5c 6d 7h 8s 9c"
BY_DUBLEES: dict[str, Any] = {
    "cards": [W, L],
    "tiplu": "Jc",
    "seen": [True, False],
    "winner": 0,
    "exposed": ["6h", ""],
}


@pytest.mark.parametrize(
    "ways",
    [
        {"dublee": True},
        {"dublee": True, "seen": [False, False]},
        {"routes": ["dublee", "none"]},
        {"routes": ["dublee", "none"], "dublee": True},
        {"routes": ["none", "none"], "seen": [False, False], "dublee": True},
    ],
    ids=repr,
)
def test_a_winner_by_dublees_has_the_route_dublee(ways: dict[str, Any]) -> None:
    """M-19: by default a dublee winner's route is dublee, seen or not, so its exposed tunnela
    scores only where `seen` suffices (M-25).
    """
    assert marriage.settle(**{**BY_DUBLEES, **ways}).payoffs == (16, -16)
    seen_suffices = marriage.Rules(tunnela_needs="seen")
    assert marriage.settle(**{**BY_DUBLEES, **ways, "rules": seen_suffices}).payoffs == (21, -21)


POINTS: dict[str, Any] = {"points": [4, 9], "seen": [True, True], "winner": 0}
CARDS: dict[str, Any] = {"cards": full("6h 6h 6h", "Jc"), "tiplu": "Jc", "seen": [True, True], "winner": 0}
UNSEEN: dict[str, Any] = {"seen": [False, False]}
NO_MAAL = marriage.Rules(tiplu_if_never_chosen="no_maal")
# What is asked, the error's class and code, and words of both facts that it names.
CONTRADICTIONS: dict[str, tuple[dict[str, Any], type[RummyError], str, tuple[str, ...]]] = {
    "an unseen winner": ({**POINTS, **UNSEEN}, StateError, "winner_unseen", ("seat 0", "route none", "combinations", "seen")),
    "an unseen winner without dublees": ({**POINTS, **UNSEEN, "dublee": False}, StateError, "winner_unseen", ("seat 0", "seen")),
    "dublees and three": ({**POINTS, "dublee": True, "routes": ["three", "none"], "seen": [True, False]}, StateError, "dublee_route", ("dublee=True", "seat 0", "three")),
    "no dublees and dublee": ({**POINTS, "dublee": False, "routes": ["dublee", "three"]}, StateError, "dublee_route", ("dublee=False", "seat 0", "dublee")),
    "dublees and nobody": ({**POINTS, "dublee": True, "winner": None}, StateError, "nobody_wins", ("nobody", "dublee=True")),
    "a win by dublees that are off": ({**POINTS, "dublee": True, "rules": marriage.Rules(dublee_allowed=False)}, RulesError, "no_dublees", ("seat 0", "dublee_allowed=False")),
    "a win by dublees of too few": ({**POINTS, "dublee": True, "rules": marriage.Rules(dublee_min_players=3)}, RulesError, "no_dublees", ("2 players", "dublee_min_players=3")),
    "a loser with dublees that are off": ({**POINTS, "routes": ["three", "dublee"], "rules": marriage.Rules(dublee_allowed=False)}, RulesError, "no_dublees", ("seat 1", "dublee_allowed=False")),
    "dublees unseen": ({**POINTS, **UNSEEN, "dublee": True, "rules": marriage.Rules(dublee_direct_win_unseen=False)}, RulesError, "direct_win", ("seat 0", "dublee_direct_win_unseen=False")),
    "two names": ({**CARDS, "hands": CARDS["cards"]}, StateError, "cards_twice", ("cards and hands",)),
    "points and exposed": ({**POINTS, "exposed": ["6h", ""]}, StateError, "cards_missing", ("points", "exposed")),
    "points and shown": ({**POINTS, "shown": ["", ""]}, StateError, "cards_missing", ("points", "shown")),
    "20 cards": ({**CARDS, "cards": [" ".join(L.split()[1:]), W]}, HandError, "cards_count", ("seat 0", "20", "21")),
    "22 cards": ({**CARDS, "cards": [L, W + " 8h"]}, HandError, "cards_count", ("seat 1", "22", "21")),
    "exposed, not held": ({**CARDS, "exposed": ["7h", ""]}, HandError, "tunnela", ("seat 0", "exposed 7h", "of it, not 3")),
    "shown, not held": ({**CARDS, "shown": ["7h", ""]}, HandError, "tunnela", ("seat 0", "shown 7h", "of it, not 3")),
    "exposed in no window": ({**CARDS, "exposed": ["6h", ""], "rules": marriage.Rules(tunnela_window="off")}, RulesError, "window_off", ("seat 0", "6h", "tunnela_window=off")),
    "shown, not seen": ({**CARDS, "shown": ["6h", ""], "seen": [False, True], "winner": 1}, StateError, "shown_route", ("seat 0", "6h", "none")),
    "shown by dublees": ({**CARDS, "shown": ["6h", ""], "dublee": True}, StateError, "shown_route", ("seat 0", "6h", "dublee")),
    "too few shown": ({**CARDS, "shown": ["6h"]}, StateError, "per_seat", ("1 shown for 2",)),
    "no tiplu though seen": ({**CARDS, "tiplu": None, "winner": None}, StateError, "tiplu", ("tiplu", "chosen")),
    "no tiplu though chosen at the end": ({**CARDS, **UNSEEN, "tiplu": None, "dublee": True}, StateError, "tiplu", ("tiplu",)),
    "no tiplu though another has seen": ({**CARDS, "seen": [False, True], "tiplu": None, "dublee": True, "rules": NO_MAAL}, StateError, "tiplu", ("tiplu",)),
    "no tiplu though set aside": ({**CARDS, **UNSEEN, "tiplu": None, "winner": None, "rules": marriage.Rules(tiplu_mode="hidden_preset")}, StateError, "tiplu", ("tiplu",)),
}  # fmt: skip


@pytest.mark.parametrize("case", CONTRADICTIONS)
def test_contradictions_are_named(case: str) -> None:
    """What cannot be of one hand of cards is a typed error that names both facts, in at most 300 characters."""
    asked, kind, code, names = CONTRADICTIONS[case]
    with pytest.raises(RummyError) as refused:
        marriage.settle(**asked)
    assert (type(refused.value), refused.value.code) == (kind, code)
    assert all(name in str(refused.value) for name in names), str(refused.value)
    assert len(str(refused.value)) <= 300


def test_without_a_tiplu_nothing_scores() -> None:
    """Where nobody has chosen a tiplu cards have no points (M-19): after a direct win under
    `no_maal`, and after a hand without a winner.
    """
    won = marriage.settle(**{**CARDS, **UNSEEN, "tiplu": None, "dublee": True, "rules": NO_MAAL})
    assert (won.points, won.payoffs) == ((0, 0), (15, -15))
    undecided = marriage.settle(**{**CARDS, **UNSEEN, "tiplu": None, "winner": None})
    assert (undecided.points, undecided.payoffs, undecided.reasons) == ((0, 0), (0, 0), ())


def test_nobody_pays_for_points_without_a_winner() -> None:
    """Without a winner points stay as they are, whoever has seen (M-21, M-22)."""
    rules = marriage.Rules(unseen_maal="void")
    found = marriage.settle([7, 0, 30], [True, False, False], winner=None, rules=rules)
    assert (found.points, found.payoffs, found.reasons) == ((7, 0, 30), (0, 0, 0), ())


def test_outcome_tells_what_was_laid_and_exposed() -> None:
    """`cards` are all cards of each seat, `hands` the concealed ones, `exposed` and `shown`
    kinds, and `to_dict` has them as texts.
    """
    state = won_by_combos({0: "9d 9d 9d"}, expose={0: "9d"})
    outcome = state.outcome
    assert outcome is not None
    assert [len(held) for held in outcome.cards] == [21] * 4
    assert [len(hand) for hand in outcome.hands] == [18, 12, 21, 21]
    assert Counter(outcome.cards[1]) == Counter(outcome.hands[1]) + Counter(marriage.cards(THREE.replace("/", " ")))
    told = outcome.to_dict()
    assert (told["exposed"], told["shown"]) == ([["9d"], [], [], []], [[], ["6h"], [], []])
    assert (told["seen"], told["pairs"]) == ([False, True, False, False], [])
    assert told["cards"][0].count("9d") == 3


# ------------------------------------------------------------------------------
# Okey
# ------------------------------------------------------------------------------


def okey_rules(rng: Random, players: int, **fixed: Any) -> okey.Rules:
    """Return random rules with some options fixed."""
    while True:
        options = {**okey_random.any_options(rng), **fixed}
        if not okey_random.refusals(options, players):
            return okey.Rules(**options)


def random_round(rng: Random) -> okey.State:
    """Return the end of a round with any rules, by any of the players."""
    return play_out(okey_random.table(rng), okey_random.player(rng))


def show_ended(rng: Random) -> okey.State:
    """Return the end of a round in which the starter shows under an immediate end, with few points."""
    fixed = {
        "payout": "deduct",
        "game_end": "points_out",
        "game_end_check": "immediate",
        "rounds": 0,
        "indicator_bonus": True,
    }
    players = rng.randint(2, 4)
    rules = okey_rules(rng, players, **fixed)
    starter = 0 if rules.starter == "dealer" else 1
    indicator = rng.choice(["r1", "y5", "k13", "b7"])
    deck = stack(indicator, {starter: indicator}, players=players, starter=starter, seed=rng.getrandbits(32))
    points = [rng.randint(-1, 4) for _ in range(players)]
    points = points[:2] * 2 if rules.teams == "opposite" else points
    state = okey.deal(players=players, rules=rules, points=points, deck=deck)
    state.play("show")
    return play_out(state, okey_random.player(rng))


def planned(rng: Random) -> okey.State:
    """Return the end of a round won as planned: melds or pairs, with an okey or not, after a show or not."""
    fixed = {"finish_on_taken_discard": True, "finish_on_dealt_hand": True, "discard_okey": "allowed", "turn_cap": 400}
    rules = okey_rules(
        rng, 4, **fixed, starter="right_of_dealer", run_wrap="high_one", seven_pairs=True, pairs_with_jokers="any"
    )
    plan = Plan(
        rng.randrange(4),
        rng.choice(["melds", "pairs"]),
        rng.random() < 0.5,
        indicator=rng.choice(["y3", "k11", "b6"]),
    )
    return play_plan(plan, rules=rules, points=okey_random.points(rng, rules, 4))


OKEY: tuple[tuple[Callable[[Random], okey.State], int], ...] = ((random_round, 20), (show_ended, 20), (planned, 12))
OKEY_HAPPENS = {
    *("won", "stock_out", "truncated", "points_out", "a show and a win", "a show that finds somebody at 0"),
    *(
        "melds",
        "pairs",
        "melds, okey",
        "pairs, okey",
        "teams",
        "paid by the winner",
        "pays what is left",
        "a seat below 0",
    ),
}


def okey_kinds_of(state: okey.State, outcome: okey.Outcome) -> Iterator[str]:
    """Yield what happened in a round."""
    rules = state.rules
    yield str(outcome.ending)
    if outcome.winner is not None:
        way = "melds" if outcome.win == "melds" else "pairs"
        yield f"{way}, okey" if outcome.okey_finish else way
        yield from ["a show and a win"] * (outcome.shower is not None)
        yield from ["teams"] * (rules.teams == "opposite")
        yield from ["paid by the winner"] * (rules.deduct_from == "winner")
        yield from ["pays what is left"] * (rules.insufficient_points == "pay_what_left" and 0 in outcome.points)
    immediate = rules.game_end_check == "immediate" and rules.game_end == "points_out"
    if immediate and outcome.shower is not None and outcome.ending != "points_out" and min(outcome.start) <= 0:
        yield "a show that finds somebody at 0"
    yield from ["a seat below 0"] * (min(outcome.points) < 0)


def test_every_round_is_settled_by_hand(scale: int) -> None:
    """Okey: whatever the rules and the ending, `settle` on an outcome's data gives its points, payoffs and reasons; no
    seat's points move more than the room that a deal leaves.
    """
    rng, counts = Random("okey by hand"), Counter[str]()
    for make, n in OKEY:
        for _ in range(n * scale // 100):
            state = make(rng)
            outcome = state.outcome
            assert outcome is not None
            found = okey.settle(
                outcome.start,
                indicator=outcome.indicator,
                winner=outcome.winner,
                win=outcome.win,
                okey_finish=outcome.okey_finish,
                shower=outcome.shower,
                okeys_left=outcome.okeys_left,
                stock_out=outcome.ending == "stock_out",
                rules=state.rules,
            )
            assert (found.points, found.payoffs, found.reasons) == (outcome.points, outcome.payoffs, outcome.reasons)
            room = lib.rummy_okey_room(state.rules._raw, state.players)
            assert max(map(abs, outcome.payoffs)) <= room
            assert (outcome.to_dict()["start"], outcome.to_dict()["indicator"]) == (
                list(outcome.start),
                str(state.indicator),
            )
            counts.update(set(okey_kinds_of(state, outcome)))
    assert {kind for kind in OKEY_HAPPENS if counts[kind] < 3} == set(), counts
