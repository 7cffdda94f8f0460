"""Rounds and matches for tests, played from stacked decks to the end that one wants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import random_play
from okey_decks import stack

from rummycore.okey import F, Match, Move, Phase, Rules, State, Tile, deal, okey_of, tiles

code_of = random_play.code_of

MELDED = "r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k1 k2 k3 k4"  # a win by melds whatever the indicator, and no seven pairs
ONE_COLOUR = "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r1"  # O-34
_SINGLES = "r1 r4 r9 y2 b7 k3 k12 y11 b5 k6 r12"  # no two of them in a meld


def spare(indicator: str, used: Iterable[Tile], count: int) -> list[Tile]:
    """Return so many different numbered tiles, none of them used, the indicator's face or the okey's."""
    taken = {*used, Tile(indicator), okey_of(indicator)}
    return [tile for tile in reversed(Tile.all()[:52]) if tile not in taken][:count]


def seven_pairs(indicator: str) -> str:
    """Return seven pairs of ordinary tiles that are no melds."""
    special = {indicator, str(okey_of(indicator))}
    faces = [face for face in _SINGLES.split() if face not in special][:7]
    return " ".join(f"{face} {face}" for face in faces)


def quiet(state: State, throw: str | None = None) -> None:
    """Play a turn that decides nothing: draw and throw that tile, or another; the starter throws an ordinary tile."""
    if state.phase is Phase.TO_DRAW:
        state.play("draw")
    drawn = state.view(state.turn).drawn
    if throw is None:
        ordinary = [tile for tile in state.hand(state.turn) if tile not in (state.okey, state.indicator)]
        throw = str(ordinary[0] if drawn is None else drawn)
    state.play(f"discard {throw}")


quiet_turns: Callable[[State, int], State] = partial(random_play.quiet_turns, quiet)
turn_of: Callable[[State, int], State] = partial(random_play.turn_of, quiet)


def play_out(state: State) -> State:
    """Play quiet turns until the round is over; nobody takes the last discard."""
    while not state.over:
        if state.phase is Phase.LAST_CHANCE:
            state.play("pass")
        else:
            quiet(state)
    return state


@cache
def jokers_last(ceremony: str) -> int:
    """Count the false jokers among the last five tiles of the stock in 20,000 deals."""
    rules = Rules(ceremony=ceremony)
    return sum(deal(seed=seed, rules=rules).record().deck[100:105].count(F) for seed in range(20_000))


# ------------------------------------------------------------------------------
# Rounds with a known end
# ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """How a round shall end: who wins and how, or nobody (seat None); who shows the indicator's twin.

    A winner who shows must name the twin, in `hand` or as `tile`.
    """

    seat: int | None = None
    win: str = "melds"
    okey_finish: bool = False
    indicator: str = "y3"
    shower: int | None = None
    hand: str = ""
    tile: str = ""
    take: bool = False

    @property
    def winning(self) -> str:
        """The 14 tiles left after the finish."""
        return self.hand or (MELDED if self.win == "melds" else seven_pairs(self.indicator))

    @property
    def last(self) -> Tile:
        """The finishing tile."""
        if self.okey_finish:
            return okey_of(self.indicator)
        return Tile(self.tile) if self.tile else spare(self.indicator, tiles(self.winning), 1)[0]

    def deck(self, starter: int, players: int = 4) -> list[Tile]:
        """Return a deck with which `play` reaches this end."""
        hands: dict[int, str] = {}
        if self.shower is not None and self.shower != self.seat:
            hands[self.shower] = self.indicator
        stock = ""
        if self.seat is not None:
            turns = (self.seat - starter) % players
            hands[self.seat] = f"{hands.get(self.seat, '')} {self.winning}"
            used = [*tiles(self.winning), self.last]
            drawn = [str(tile) for tile in spare(self.indicator, used, turns)]
            drawn = drawn[: turns - 1] if turns else []
            if turns == 0:
                hands[self.seat] += f" {self.last}"
            elif self.take and turns == 1:
                hands[starter] = f"{hands.get(starter, '')} {self.last}"
            elif self.take:
                drawn[-1] = str(self.last)
            else:
                drawn.append(str(self.last))
            stock = " ".join(drawn)
        return stack(self.indicator, hands, stock=stock, players=players, starter=starter)

    def play(self, state: State) -> State:
        """Play the round to its end."""
        while not state.over:
            if state.turn == self.shower and Move("show") in state.legal_moves():
                state.play("show")
                continue
            if self.seat is None:
                if state.phase is Phase.LAST_CHANCE:
                    state.play("pass")
                else:
                    quiet(state)
            elif state.turn == self.seat:
                if state.phase is Phase.TO_DRAW:
                    state.play("take" if self.take else "draw")
                state.play(f"finish {self.last}", self.seat)
            elif self.take and (state.turn + 1) % state.players == self.seat:
                quiet(state, throw=str(self.last))
            else:
                quiet(state)
        return state


def play_plan(
    plan: Plan,
    *,
    players: int = 4,
    rules: Rules | None = None,
    points: Sequence[int] | None = None,
    starter: int | None = None,
) -> State:
    """Deal and play a round to the planned end. Unless said, the starter is who shows, or
    sits two before the winner.
    """
    if starter is None:
        starter = plan.shower if plan.shower is not None else (0 if plan.seat is None else (plan.seat - 2) % players)
    dealer = (starter - 1) % players
    deck = plan.deck(starter, players)
    return plan.play(deal(players=players, rules=rules, points=points, dealer=dealer, deck=deck))


def play_match(
    plans: Sequence[Plan],
    *,
    rules: Rules | None = None,
    players: int = 4,
    dealer: int = 0,
    points: Sequence[int] | None = None,
    max_rounds: int | None = None,
) -> Match:
    """Play a match whose rounds go as planned until it is over or the plans are; `points` are
    those before the first round.
    """
    match = Match(1, players=players, rules=rules, dealer=dealer, max_rounds=max_rounds)
    first = points
    for plan in plans:
        if match.over:
            break

        def stacked(
            rules: Rules, players: int, dealer: int, points: Any, plan: Plan = plan, first: Any = first
        ) -> State:
            starter = dealer if rules.starter == "dealer" else (dealer + 1) % players
            deck = plan.deck(starter, players)
            return deal(players=players, rules=rules, dealer=dealer, points=first or points, deck=deck)

        plan.play(random_play.next_round(match, stacked))
        first = None
    return match
