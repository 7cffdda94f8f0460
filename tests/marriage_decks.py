"""Stacked decks and played hands of cards for tests: the cards one names where one wants
them, all others in a seeded order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import islice
from random import Random

import random_play

from rummycore.marriage import Card, M, Move, Phase, Rules, State, cards, deal, replay

code_of = random_play.code_of

# What most tables here are made of. With the tiplu Jc (jokers Tc Jc Qc Jd Jh Js) none of THREE, FOUR and SEVEN is a
# joker.
THREE = "6h 6h 6h / 3s 4s 5s / Qd Kd Ad"  # primary combinations
FOUR = "9s 9h 9c / Ks Kc Kh / 7d 7c 7s / 2c 2h 2s"  # combinations that are not primary
SEVEN = "3h 3h / 4h 4h / 7s 7s / 9d 9d / Ac Ac / 2d 2d / Ks Ks"  # dublees
LOOSE = "5h 8c 3d Td 6s 8h Qs"  # beside SEVEN neither a dublee nor a primary combination


def bare(parts: str) -> str:
    """Return the cards without the slashes that part them."""
    return parts.replace("/", " ").replace("|", " ")


def full(*hands: str) -> list[str]:
    """Return hands filled up to 21 cards with cards that are named in none of them and score
    nothing beside the tiplu Jc.
    """
    out = {card for hand in hands for card in hand.split()} | {"Tc", "Qc"}
    rest = iter([str(card) for card in Card.all()[:52] if str(card) not in out and str(card)[0] != "J"] * 3)
    return [" ".join([*hand.split(), *islice(rest, 21 - len(hand.split()))]) for hand in hands]


def stack(
    hands: Mapping[int, str] | None = None,
    *,
    upcard: str = "",
    stock: str = "",
    last: str = "",
    tiplu: str = "",
    withheld: str = "",
    players: int = 4,
    rules: Rules | None = None,
    seed: int = 0,
) -> list[Card]:
    """Return a deck for `marriage.deal`: `hands[seat]` begins with the cards named (the rest is filled up), the stock
    begins with `stock` and ends with `last`. The `tiplu` lies where the rules set it aside, or else somewhere in the
    middle of the stock, to be chosen. Kinds that are `withheld` lie in the stock too where they are not named.
    """
    chosen = rules or Rules()
    left = Counter(dict.fromkeys(Card.all(), 3))
    left[M] = chosen.printed_jokers
    named = {seat: list(cards(bare(hand))) for seat, hand in (hands or {}).items()}
    shown, first, final, apart = (list(cards(part)) for part in (upcard, stock, last, tiplu))
    for card in [*(c for hand in named.values() for c in hand), *shown, *first, *final, *apart]:
        left[card] -= 1
        assert left[card] >= 0, f"{card} is named too often"
    kept = [card for card in cards(withheld) for _ in range(left.pop(card))]
    rest = list(left.elements())
    Random(seed).shuffle(rest)
    deck: list[Card] = []
    for seat in range(players):
        hand = named.get(seat, [])
        assert len(hand) <= 21, f"seat {seat} has more than 21 cards"
        deck += hand + [rest.pop() for _ in range(21 - len(hand))]
    if chosen.upcard_at_start:
        deck.append(shown[0] if shown else rest.pop())
    final = kept + final
    if chosen.tiplu_mode in ("hidden_preset", "face_up_at_deal"):
        return deck + apart + first + rest + final
    if chosen.tiplu_mode == "last_stock_card":
        return deck + first + rest + final + apart
    middle = len(rest) // 2
    return deck + first + rest[:middle] + apart + rest[middle:] + final


def dealt(
    hands: Mapping[int, str] | None = None,
    *,
    expose: Mapping[int, str] | None = None,
    window: bool = True,
    upcard: str = "",
    stock: str = "",
    last: str = "",
    tiplu: str = "",
    withheld: str = "",
    players: int = 4,
    dealer: int = 0,
    rules: Rules | None = None,
    seed: int = 0,
    chance: int = 0,
) -> State:
    """Deal a stacked deck. Each seat exposes the kinds that `expose` names for it; without
    `window` that is left to the test.
    """
    deck = stack(
        hands,
        upcard=upcard,
        stock=stock,
        last=last,
        tiplu=tiplu,
        withheld=withheld,
        players=players,
        rules=rules,
        seed=seed,
    )
    state = deal(players=players, rules=rules, dealer=dealer, deck=deck, chance=chance)
    while window and state.phase is Phase.WINDOW:
        for card in sorted(cards((expose or {}).get(state.turn, ""))):
            state.play(f"expose {card}")
        state.play("done")
    return state


# ------------------------------------------------------------------------------
# Moves
# ------------------------------------------------------------------------------


def lays(parts: str) -> list[Move]:
    """Return the moves that lay combinations or dublees, parted by slashes, in the order of their ids."""
    split = [cards(part) for part in parts.split("/")]
    return sorted(Move(f"pair {p[0]}" if len(p) == 2 else f"lay {p[0]} {p[1]} {p[2]}") for p in split)


def choosing(state: State, move: str, tiplu: str) -> State:
    """Play a move with which the tiplu is chosen, and return the table on which chance has chosen this one."""
    assert state.tiplu is None
    record = state.record()
    for chance in range(5000):
        other = replay(replace(record, chance=chance))
        other.play(move)
        if other.tiplu == Card(tiplu):
            return other
    raise AssertionError(f"{tiplu} is never chosen")


def see(state: State, parts: str, tiplu: str = "") -> State:
    """Lay combinations or dublees and see the tiplu, and return the table: where the tiplu is
    chosen by that, one on which it is this.
    """
    for move in lays(parts) if parts else ():
        state.play(move)
    if tiplu and state.tiplu is None:
        return choosing(state, "see", tiplu)
    state.play("see")
    assert tiplu in ("", str(state.tiplu))
    return state


def quiet(state: State, throw: str = "") -> None:
    """Play a turn that decides nothing: draw, and discard that card or the one drawn."""
    state.play("draw")
    state.play(f"discard {throw or state.view(state.turn).drawn}")


quiet_turns: Callable[[State, int], State] = partial(random_play.quiet_turns, quiet)
turn_of: Callable[[State, int], State] = partial(random_play.turn_of, quiet)


def play_out(state: State) -> State:
    """Play quiet turns until the hand of cards is over."""
    while not state.over:
        if state.phase is Phase.WINDOW:
            state.play("done")
        else:
            quiet(state)
    return state


def acts(state: State) -> set[str]:
    """Return the kinds of move that are legal."""
    return {move.act for move in state.legal_moves()}


def finishes(state: State, act: str = "finish") -> set[str]:
    """Return the cards with which the seat to act may finish, by combinations or with act `finish-pairs` by dublees."""
    return {str(move.card) for move in state.legal_moves() if move.act == act}


def everything(state: State) -> Counter[Card]:
    """Return all cards outside the stock: in hands, laid, exposed and locked, discarded, and the tiplu."""
    view = state.view(None)
    out = Counter(card for seat in range(state.players) for card in state.hand(seat))
    out.update(card for moves in view.laid for move in moves for card in move.cards)
    if state.rules.exposed_tunnela == "locked":
        out.update(card for kinds in view.exposed for card in kinds for _ in range(3))
    out.update(card for _, card in view.discards)
    if state.tiplu is not None:
        out[state.tiplu] += 1
    return out


# ------------------------------------------------------------------------------
# Tables and hands of cards with a known end
# ------------------------------------------------------------------------------


def seen_three(top: str = "", *, rules: Rules | None = None, tiplu: str = "Jc", more: str = "") -> State:
    """Return a table of two at which seat 1 has laid THREE to see the tiplu and is to draw;
    `top` is the newest discard.
    """
    hands = {1: f"{THREE} {more}", 0: top}
    state = dealt(hands, players=2, rules=rules, tiplu=tiplu, stock="8d 8s")
    state.play("draw")
    state = see(state, THREE, tiplu)
    state.play("discard 8d")
    quiet(state, throw=top)
    return state


def seen_dublee(
    top: str = "", *, rules: Rules | None = None, tiplu: str = "Jc", more: str = LOOSE, parts: str = SEVEN
) -> State:
    """Return a table of two at which seat 1 has laid SEVEN to see the tiplu, keeps `more` and is
    to draw; `top` is the newest discard.
    """
    state = dealt({1: f"{parts} {more}", 0: top}, players=2, rules=rules, tiplu=tiplu, stock="9h 8s")
    state.play("draw")
    state = see(state, parts, tiplu)
    state.play("discard 9h")
    quiet(state, throw=top)
    return state


def won_by_combos(
    hands: Mapping[int, str] | None = None,
    *,
    expose: Mapping[int, str] | None = None,
    rules: Rules | None = None,
    players: int = 4,
    tiplu: str = "Jc",
    withheld: str = "",
    winner: int = 1,
    combos: str = FOUR,
    parts: str = THREE,
    finish: str = "4d",
) -> State:
    """Play a hand of cards that `winner`, the first to play, wins in its first turn by combinations."""
    held = {**(hands or {}), winner: f"{parts} / {combos}"}
    dealer = (winner - 1) % players
    state = dealt(
        held, expose=expose, rules=rules, players=players, dealer=dealer, tiplu=tiplu, withheld=withheld, stock=finish
    )
    state.play("draw")
    state = see(state, parts, tiplu)
    state.play(f"finish {finish}")
    return state


def won_by_dublees(
    hands: Mapping[int, str] | None = None,
    *,
    expose: Mapping[int, str] | None = None,
    rules: Rules | None = None,
    players: int = 4,
    tiplu: str = "Jc",
    withheld: str = "",
    winner: int = 1,
    dublees: str = f"{SEVEN} / Td Td",
    more: str = "5h 8c 3d 6s 8h",
    finish: str = "Qs",
) -> State:
    """Play a hand of cards that `winner`, the first to play, wins in its first turn by eight
    dublees, having seen nothing.
    """
    held = {**(hands or {}), winner: f"{dublees} {more}"}
    dealer = (winner - 1) % players
    state = dealt(
        held, expose=expose, rules=rules, players=players, dealer=dealer, tiplu=tiplu, withheld=withheld, stock=finish
    )
    state.play("draw")
    if state.tiplu is None and state.rules.tiplu_if_never_chosen == "choose_at_end":
        return choosing(state, f"finish-pairs {finish}", tiplu)
    state.play(f"finish-pairs {finish}")
    return state
