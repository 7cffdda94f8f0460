"""What an analysis says of finishing and seeing is what the legal moves allow: every seat's view, in every state of
random play under random rules.

A hand with distance 0 after the draw is one with which the seat can finish in this very turn. Here that is found out by
playing: all that the seat may lay, and `see`, on copies of the state. Nothing of it is asked of the engine's analysis.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import marriage_random
import okey_random
import pytest
from marriage_decks import FOUR, SEVEN, THREE, bare, dealt
from marriage_kit import by_combos, by_dublees

from rummycore import StateError, marriage
from rummycore.marriage import Analysis, Card

# ------------------------------------------------------------------------------
# Marriage: what can be done in this turn
# ------------------------------------------------------------------------------


def ways_on(state: marriage.State) -> tuple[set[str], set[Card], set[Card]]:
    """Return by what acts of laying the seat to act can see in this turn, and the discards with which it can finish, by
    combinations and by dublees, through all that it may do."""
    seen: set[str] = set()
    combos: set[Card] = set()
    pairs: set[Card] = set()
    met: set[tuple[marriage.Move, ...]] = set()

    def go(now: marriage.State, done: tuple[marriage.Move, ...]) -> None:
        if done in met:
            return
        met.add(done)
        for move in now.legal_moves():
            if move.act == "finish":
                combos.add(Card(move.card or 0))
            elif move.act == "finish-pairs":
                pairs.add(Card(move.card or 0))
            elif move.act in ("lay", "pair", "see"):
                if move.act == "see":
                    draft = now.view(now.turn).draft
                    seen.add("pair" if draft and draft[0].act == "pair" else "lay")
                then = now.copy()
                then.play(move)
                go(then, (*done, move))

    go(state, ())
    return seen, combos, pairs


def check_turn(state: marriage.State, found: Analysis, came: Counter[str]) -> None:
    """Assert what an analysis of the seat to act, which has drawn, says of this turn."""
    view = state.view(state.turn)
    sees, combos, pairs = ways_on(state)
    if view.tiplu is None:
        combos = set()  # what combinations will do then is for chance to say
    if view.draft:  # it is bound to an order (M-14): what goes before it can no more be laid
        assert combos <= set(by_combos(found))
        assert pairs <= set(by_dublees(found))
    else:
        assert (set(by_combos(found)), set(by_dublees(found))) == (combos, pairs)
        free = found  # but for the bar of the card just taken (M-11): what only this turn forbids is not missing
        if view.taken is not None and state.rules.same_card_discard == "kind":
            free = replace(view, rules=replace(view.rules, same_card_discard="allowed")).analyze()
        assert (found.distances.combos == 0) == bool(by_combos(free))
        assert (found.distances.dublees_to_win == 0) == bool(by_dublees(free))
        assert (found.distance == 0) == (view.tiplu is not None and bool(by_combos(free) or by_dublees(free)))
        came["only the bar forbids a finish"] += bool(by_combos(free) or by_dublees(free)) and not (combos or pairs)
    if view.routes[state.turn] == "none":
        assert (found.distances.primary == 0) == ("lay" in sees)
        assert bool(found.primary) == ("lay" in sees)
        assert (found.distances.dublees_to_see == 0) == ("pair" in sees)
        if view.tiplu is None:
            assert found.nearest is None or (not found.nearest.missing) == bool(sees)
    discards = {move.card for move in view.moves if move.act == "discard"}
    assert not discards or discards == {entry.discard for entry in found.discards}
    came["a draft"] += bool(view.draft)
    came["can see"] += bool(sees)
    came["can see without laying"] += found.primary == ((),) and not view.draft
    came["finishes by combinations"] += bool(combos)
    came["finishes by dublees"] += bool(pairs)
    came["finishes by combinations behind a see"] += bool(combos) and view.routes[state.turn] == "none"
    came["finishes by dublees behind a see"] += bool(pairs) and not any(m.act == "finish-pairs" for m in view.moves)
    came["a locked tunnela gives the discard"] += bool(pairs - set(view.hand))


def check_draw(state: marriage.State, found: Analysis, came: Counter[str]) -> None:
    """Assert that before the draw 0 means complete: any card finishes. And that who lacks two cards does not finish
    with one."""
    if found.distance is None:
        return
    then = state.copy()
    then.play("draw")
    _, combos, pairs = ways_on(then)
    if found.distance == 0:
        assert combos or pairs
        came["complete before the draw"] += 1
    if found.distance >= 2:
        assert not combos
        assert not pairs


def check_state(state: marriage.State, came: Counter[str]) -> None:
    """Assert that the view of every seat answers, and that of the seat to act agrees with its legal moves."""
    with pytest.raises(StateError) as nothing:
        state.view(None).analyze()
    assert nothing.value.code == "spectator"
    for seat in range(state.players):
        view = state.view(seat)
        found = view.analyze()
        came["analyzed"] += 1
        came["at the end"] += state.over
        if state.over:
            direct = state.outcome is not None and state.outcome.winner == seat and not view.laid[seat]
            came["after a direct win"] += direct and view.routes[seat] == "dublee"
        elif seat == state.turn and state.phase == "to_discard":
            check_turn(state, found, came)
        elif seat == state.turn and state.phase == "to_draw":
            check_draw(state, found, came)


def exposing(rng: Random, players: int, rules: marriage.Rules) -> marriage.State:
    """Deal seat 1 three to seven tunnelas, others two, and have all of them exposed."""
    kinds = [str(card) for card in Card.all()[:52]]
    rng.shuffle(kinds)
    mine = {seat: [kinds.pop() for _ in range(rng.randint(3, 7) if seat == 1 else 2)] for seat in range(players)}
    hands = {seat: " ".join(f"{kind} {kind} {kind}" for kind in own) for seat, own in mine.items()}
    expose = {seat: " ".join(own) for seat, own in mine.items()}
    return dealt(hands, expose=expose, players=players, rules=rules, seed=rng.getrandbits(32))


def nearly_done(rng: Random, players: int, rules: marriage.Rules, which: int) -> marriage.State:
    """Deal seat 1, which plays first, seven combinations, or dublees of which the stock brings the last, with or
    without exposed tunnelas."""
    combos, pairs = bare(f"{THREE} / {FOUR}"), bare(SEVEN)
    hand, stock, expose = (
        (combos, "", ""),
        (combos.replace("2s", "5h"), "5h", ""),
        (f"{pairs} 6h 6h 5c 8c 3d Td 6s", "5c", ""),
        (f"6h 6h 6h Td Td Td {pairs} 5h", "5h", "6h Td"),
    )[which]
    state = dealt(
        {1: hand},
        expose={1: expose} if rules.tunnela_window == "before_first_draw" else None,
        upcard="4d" if rules.upcard_at_start else "",
        stock=stock,
        tiplu="Jc" if rules.tiplu_mode != "hidden_first_seer_picks" else "",
        players=players,
        rules=rules,
        seed=rng.getrandbits(32),
    )
    if hand == combos and rng.random() < 0.7 and "take" in map(str, state.legal_moves()):
        state.play("take")
    return state


def tables(rng: Random, n: int) -> Iterator[marriage.State]:
    """Yield rounds just dealt: of random rules and decks, with many exposed tunnelas, and with a seat that is nearly
    done."""
    fixed: tuple[dict[str, Any], ...] = ({"tiplu_mode": "face_up_at_deal"}, {}, {"dublee_direct_win_unseen": False})
    for i in range(n):
        players, kind, some = rng.randint(2, 4), i % 4, fixed[i // 16 % 3]
        if kind == 0:
            rules = marriage.Rules(**some) if i % 32 < 16 else marriage_random.rules(rng, **some)
            yield nearly_done(rng, players, rules, i // 4 % 4)
        elif kind == 1:
            some = {**some, "tunnela_window": "before_first_draw", "turn_cap": 100}
            yield exposing(rng, players, marriage_random.rules(rng, **some))
        else:
            yield marriage_random.table(rng, players, **some)


def test_what_analysis_says_of_a_turn_of_marriage_is_what_may_be_played(scale: int) -> None:
    """Every view answers, at the end too; distance 0 after the draw, and the finishing discards, are what laying,
    seeing and finishing allow."""
    rng, came = Random("agrees"), Counter[str]()
    for state in tables(rng, scale // 4):
        choose = marriage_random.player(rng)
        for step in range(rng.choice([8, 30, 60])):
            if state.over:
                break
            if step < 4 or rng.random() < 0.2:
                check_state(state, came)
            state.play(choose(state))
        if state.over:
            check_state(state, came)
    assert len(came) == 13
    assert min(came.values()) > 0, came


# ------------------------------------------------------------------------------
# Okey
# ------------------------------------------------------------------------------


def test_what_analysis_says_of_a_turn_of_okey_is_what_may_be_played(scale: int) -> None:
    """Every view answers, at the end too; with 15 tiles distance 0 is a finishing discard, which may be played but
    where the rules forbid the turn to finish (O-16)."""
    rng, came = Random("okey agrees"), Counter[str]()
    for state in okey_random.moments(rng, scale // 2):
        with pytest.raises(StateError) as nothing:
            state.view(None).analyze()
        assert nothing.value.code == "spectator"
        for seat in range(state.players):
            view = state.view(seat)
            found = view.analyze()
            came["analyzed"] += 1
            came["at the end"] += state.over
            came["of the winner"] += state.outcome is not None and state.outcome.winner == seat
            if len(view.hand) == 14:
                assert (found.distance == 0) == (found.win != "none")
                came["complete"] += found.distance == 0
                continue
            assert (found.distance == 0) == bool(found.finishes)
            if state.phase != "to_discard":
                continue
            finishes = {move.tile for move in view.moves if move.act == "finish"}
            last = [event.move.act for event in state.history if event.move.act != "show"][-1:]
            forbidden = last == ["take"] and not state.rules.finish_on_taken_discard
            forbidden |= not state.turns and not last and not state.rules.finish_on_dealt_hand
            assert finishes == (set() if forbidden else {finish.discard for finish in found.finishes})
            came["finishes"] += bool(finishes)
            came["only the turn forbids a finish"] += forbidden and bool(found.finishes)
    print(came)
    assert min(came[kind] for kind in ("analyzed", "at the end", "of the winner", "complete", "finishes")) > 0, came
