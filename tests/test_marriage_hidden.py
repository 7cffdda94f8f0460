"""What a seat of Marriage may know (M-29): the tiplu, hidden cards, dealt tunnelas and drafts show nowhere.

Two rounds with the same moves are compared that differ in what a seat cannot know: in the deck, or in what chance
decides after the deal. What the seat does know is gathered here from the events and its own cards alone; where that is
equal, everything that the engine tells the seat must be equal to the byte.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import TypeAlias

import kit
import marriage_random
from kit import memory, refusal
from marriage_decks import dealt, stack
from marriage_kit import KIT, TIPLU_KNOWN_TO_ALL

from rummycore import IllegalMoveError, marriage

Known: TypeAlias = list[object]

# ------------------------------------------------------------------------------
# What a seat knows, and what it is told
# ------------------------------------------------------------------------------


def knowledge(state: marriage.State, seat: int | None) -> Known:
    """Return all that a seat has learned: the upcard, its cards as they came, the events but for another seat's draft,
    the tiplu once it has seen it, and at the end all hands."""
    other = marriage.replay(replace(state.record(), moves=()))
    open_tiplu = state.rules.tiplu_mode == TIPLU_KNOWN_TO_ALL
    upcard = state.record().deck[21 * state.players] if state.rules.upcard_at_start else None
    known: Known = [upcard, other.tiplu if open_tiplu else None, () if seat is None else other.hand(seat)]
    for event in state.events(seat):
        other.play(event.move)
        known.append(event)
        if seat is not None and event.seat == seat:
            known.append(other.hand(seat))
            if event.move.act == "see":
                known.append(other.tiplu)
    if state.over:
        known += [state.tiplu, *(state.hand(other) for other in range(state.players))]
    return known


def all_that_a_seat_gets(state: marriage.State, seat: int | None) -> list[object]:
    """Return everything the engine tells a seat, and the analysis of its view and of what it holds by itself."""
    told = kit.all_that_a_seat_gets(KIT, state, seat)
    view = state.view(seat)
    if seat is None or view.over:
        return told
    alone = marriage.analyze(
        view.hand,
        tiplu=view.tiplu,
        laid=[move.cards for move in view.laid[seat]],
        exposed=view.exposed[seat],
        route=view.routes[seat],
        taken=view.taken if seat == view.turn else None,
        rules=view.rules,
    )
    return [*told, view.analyze(), alone]


# ------------------------------------------------------------------------------
# Rounds that differ in what is hidden
# ------------------------------------------------------------------------------


def stock_of(state: marriage.State) -> list[int]:
    """Return the stock, the card drawn next first."""
    return list(bytes(state._raw.stock)[: state.stock])[::-1]


def tiplu_place(state: marriage.State) -> int | None:
    """Return the place in the deck of the card that became the tiplu; None if there is none, or the stock had been
    shuffled again."""
    record = state.record()
    other = marriage.replay(replace(record, moves=()))
    deck = [int(card) for card in record.deck]
    before = deck[21 * state.players + state.rules.upcard_at_start :]
    for move in (None, *record.moves):
        if move is not None:
            before = stock_of(other)
            other.play(move)
        if other.tiplu is not None:
            after = stock_of(other)
            at = next((i for i, card in enumerate(after) if card != before[i]), len(after))
            return None if other._raw.reshuffles else len(deck) - len(before) + at
    return None


def replayed(record: marriage.Record) -> marriage.State | None:
    """Return the round of a record, None if somebody could not have played so."""
    try:
        return marriage.replay(record)
    except IllegalMoveError:
        return None


def swapped(record: marriage.Record, a: int, b: int) -> marriage.Record:
    deck = list(record.deck)
    deck[a], deck[b] = deck[b], deck[a]
    return replace(record, deck=tuple(deck))


def variants(rng: Random, state: marriage.State, seat: int | None) -> Iterator[marriage.State]:
    """Yield rounds with the same moves: with another tiplu, with other cards in hidden places, with other chance."""
    record = state.record()
    first = 21 * state.players + state.rules.upcard_at_start
    hidden = [place for place in range(len(record.deck)) if place >= first or place // 21 not in (seat, state.players)]
    candidates = [swapped(record, *rng.sample(hidden, 2))]
    place = tiplu_place(state)
    if place is not None:
        candidates += [swapped(record, place, rng.choice(hidden)) for _ in range(3)]
        same_rank = [i for i in hidden if i != place and record.deck[i] % 13 != record.deck[place] % 13]
        candidates.append(swapped(record, place, rng.choice(same_rank)))
    if state.rules.tiplu_mode == "hidden_first_seer_picks":
        candidates += [replace(record, chance=rng.getrandbits(64)) for _ in range(2)]
    for candidate in candidates:
        other = replayed(candidate)
        if other is not None and memory(other) != memory(state):
            yield other


def test_what_is_hidden_changes_nothing_that_a_seat_gets(scale: int) -> None:
    """Rounds that differ in the tiplu, other hands and the stock tell a seat or spectator the same to the byte."""
    rng, moments = Random("hidden1"), max(80, scale // 19)
    compared: Counter[str] = Counter()
    for state in marriage_random.moments(rng, moments):
        for seat in (None, *range(state.players)):
            mine = knowledge(state, seat)
            told: list[object] = []
            for other in variants(rng, state, seat):
                if knowledge(other, seat) != mine:
                    continue
                told = told or all_that_a_seat_gets(state, seat)
                assert all_that_a_seat_gets(other, seat) == told
                compared["all"] += 1
                compared["spectator"] += seat is None
                if state.over:
                    continue
                compared["on turn"] += seat == state.turn
                if other.tiplu != state.tiplu:
                    compared["another tiplu"] += 1
                    compared["another tiplu, on turn"] += seat == state.turn
                    compared[f"another tiplu, {state.rules.tiplu_mode}"] += 1
                    compared["another tiplu, somebody has seen it"] += any(state.view(None).seen)
    assert compared["all"] >= 6 * moments
    assert min(compared[what] for what in ("spectator", "on turn", "another tiplu")) >= moments // 2
    for mode in ("hidden_first_seer_picks", "hidden_preset", "last_stock_card"):
        assert compared[f"another tiplu, {mode}"] >= moments // 8
    assert compared["another tiplu, on turn"] >= moments // 8
    assert compared["another tiplu, somebody has seen it"] >= moments // 2
    assert not compared[f"another tiplu, {TIPLU_KNOWN_TO_ALL}"]


def test_a_seat_that_has_not_seen_never_meets_the_tiplu(scale: int) -> None:
    """Before a seat that has not seen, with every sort of joker on the discards and in its hand, all tiplus are alike:
    the same view, moves, errors, analysis and bot's moves in draw, draft and discard."""
    hand = "6h 6h 6h 3s 4s 5s Qd Kd Ad Jd Jc Qc Tc 9c 2c 2d 2h Ks 7d 8d"
    for mode in ("hidden_preset", "last_stock_card"):
        rules = marriage.Rules(tiplu_mode=mode, printed_jokers=1)
        deck = stack({1: hand, 2: "M"}, upcard="Js", players=3, rules=rules)
        place = 64 if mode == "hidden_preset" else len(deck) - 1
        told: dict[str, object] = {}
        met = set()
        for other in range(64, len(deck), 1 if scale >= 5_000 else 4):
            if deck[other] == marriage.M:
                continue
            changed = list(deck)
            changed[place], changed[other] = changed[other], changed[place]
            state = marriage.deal(deck=changed, players=3, rules=rules)
            met.add(state.tiplu)
            for move in ("done", "done", "done", "take", "lay 6h 6h 6h", "lay Qd Kd Ad"):
                key = f"before {move}, {len(state.history)}"
                mine = all_that_a_seat_gets(state, 1)
                assert told.setdefault(key, mine) == mine
                state.play(move)
        assert len(met) >= 15
        assert len(told) == 6


def test_tunnelas_that_were_not_exposed_show_nowhere() -> None:
    """A seat that is asked in the window and exposes nothing, whatever it was dealt: no other seat is told any
    difference, then or later."""
    rng = Random("tunnelas")
    compared: Counter[str] = Counter()
    for _ in range(150):
        players = rng.randint(2, 6)
        rules = marriage_random.rules(rng, tunnela_window="before_first_draw")
        owner, kind = rng.randrange(players), rng.choice(marriage.Card.all()[:52])
        deck = stack({owner: f"{kind} {kind} {kind}"}, players=players, rules=rules, seed=rng.getrandbits(32))
        state = marriage.deal(deck=deck, players=players, rules=rules, chance=rng.getrandbits(64))
        steps = rng.choice([rng.randint(0, players), rng.randint(players, 20)])
        for _ in range(steps):
            moves = [
                move for move in state.legal_moves() if move.act in ("done", "draw", "discard") and move.card != kind
            ]
            state.play(rng.choice(moves))
        other = replayed(swapped(state.record(), 21 * owner, rng.randrange(21 * players, len(deck))))
        if other is None:
            continue
        assert state.hand(owner).count(kind) == 3
        for seat in (None, *range(players)):
            if seat == owner or knowledge(other, seat) != knowledge(state, seat):
                continue
            assert all_that_a_seat_gets(other, seat) == all_that_a_seat_gets(state, seat)
            compared[str(state.phase)] += other.hand(owner).count(kind) == 2
    assert min(compared[phase] for phase in ("window", "to_draw", "to_discard")) >= 30


def test_a_draft_shows_only_to_its_seat(scale: int) -> None:
    """While a seat lays, from the first combination or dublee until it sees, everybody else is told just what was told
    before."""
    rng = Random("drafts")
    compared: Counter[str] = Counter()
    for state in marriage_random.moments(rng, max(200, scale // 7)):
        view = state.view(state.turn)
        if not view.draft:
            continue
        before = marriage.replay(replace(state.record(), moves=state.record().moves[: -len(view.draft)]))
        assert view.history[-len(view.draft) :] == tuple(marriage.Event(state.turn, move, None) for move in view.draft)
        assert before.view(state.turn) != view
        for seat in (None, *range(state.players)):
            if seat != state.turn:
                told = all_that_a_seat_gets(state, seat)
                other = all_that_a_seat_gets(before, seat)
                assert told[:5] == other[:5]  # all but the text of the state, which counts moves
                assert told[6:] == other[6:]
                compared[view.draft[0].act] += 1
    assert min(compared["lay"], compared["pair"]) >= 20


# ------------------------------------------------------------------------------
# What is public
# ------------------------------------------------------------------------------


def test_views_tell_what_lies_on_the_table_and_the_tiplu_to_those_who_saw() -> None:
    """At 300 moments a view has what each seat has laid, who has seen, the card just drawn or taken, and the tiplu only
    where the seat knows it."""
    rng = Random("views")
    for state in marriage_random.moments(rng, 300):
        saw = [any(e.seat == seat and e.move.act == "see" for e in state.history) for seat in range(state.players)]
        assert state.view(None).draft == ()
        for seat in range(state.players):
            view = state.view(seat)
            knows = saw[seat] or state.over or state.rules.tiplu_mode == TIPLU_KNOWN_TO_ALL
            assert view.tiplu == (state.tiplu if knows else None)
            assert view.chosen == (state.tiplu is not None)
            if not state.over:
                assert view.seen == tuple(saw) == tuple(route != "none" for route in view.routes)
            committed = [e.move for e in state.history if e.seat == seat and e.move.act in ("lay", "pair")]
            assert list(view.laid[seat]) == committed
            drawn = [event for event in state.events(seat) if event.seat == seat and event.move.act in ("draw", "take")]
            won = state.outcome is not None and state.outcome.winner is not None
            mine = seat == state.turn and (won or state.phase == "to_discard")
            assert (view.drawn is not None) == mine
            assert not mine or won or view.drawn == drawn[-1].card
            assert view.taken == (drawn[-1].card if mine and drawn[-1].move.act == "take" else state.view(None).taken)


def test_views_list_the_discards_that_lie() -> None:
    """At 400 moments the discards of a view are those of the events, less the cards taken and those shuffled into the
    stock."""
    rng = Random("discards")
    shuffled = 0
    for state in marriage_random.moments(rng, 400, turn_cap=300):
        record = state.record()
        other = marriage.replay(replace(record, moves=()))
        lying: list[tuple[int | None, marriage.Card]] = []
        if state.rules.upcard_at_start:
            lying.append((None, record.deck[21 * state.players]))
        for event in state.history:
            before = other._raw.reshuffles
            other.play(event.move)
            if event.move.act == "discard" and event.card is not None:
                lying.append((event.seat, event.card))
            elif event.move.act == "take":
                assert lying.pop()[1] == event.card
            if other._raw.reshuffles > before:
                lying, shuffled = lying[-1:], shuffled + 1
        assert state.view(None).reshuffles == other._raw.reshuffles
        for seat in (None, *range(state.players)):
            assert state.view(seat).discards == tuple(lying)
    assert shuffled >= 20


def test_what_a_seen_seat_is_refused_is_its_own_business() -> None:
    """A seat that has seen is refused a joker; asked out of turn, and in everybody's views, there is no difference to
    another card."""
    hands = {1: "6h 6h 6h 3s 4s 5s Qd Kd Ad", 0: "Jh 9d"}
    rules = marriage.Rules(tiplu_mode="hidden_preset")
    told = []
    for tiplu in ("Jc", "9c"):
        state = dealt(hands, players=2, rules=rules, tiplu=tiplu, stock="8d 7d", last="Jc" if tiplu == "9c" else "9c")
        for move in ("draw", "lay 6h 6h 6h", "lay Qd Kd Ad", "lay 3s 4s 5s", "see", "discard 8d", "draw", "discard Jh"):
            state.play(move)
        assert (marriage.Move("take") in state.legal_moves()) == (tiplu == "9c")
        told.append([state.view(0), state.view(None), refusal(state, "take", 0), repr(state)])
    assert told[0] == told[1]
