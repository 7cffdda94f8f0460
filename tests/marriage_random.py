"""Random rules, decks, tables and play of Marriage for tests. Whatever is random comes from a `random.Random`, so a
seed repeats it.

The texts of the options stand here once more, not taken from the engine: what the engine adds or forgets then shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

from marriage_decks import stack
from random_play import simple, uniform

from rummycore import marriage

Player: TypeAlias = Callable[[marriage.State], marriage.Move]

# Every value of an option that has few, the default first.
CHOICES: dict[str, tuple[Any, ...]] = {
    "dealer_rotation": ("next", "winner", "fixed"),
    "maal_rank_wrap": ("cyclic", "none"),
    "printed_jokers": (0, 1, 2, 3),
    "man_as_tiplu": ("redraw", "ace_of_spades"),
    "upcard_at_start": (True, False),
    "tiplu_mode": ("hidden_first_seer_picks", "hidden_preset", "last_stock_card", "face_up_at_deal"),
    "tunnela_window": ("before_first_draw", "off"),
    "exposed_tunnela": ("locked", "free"),
    "first_turn_may_take_upcard": (True, False),
    "unseen_discard_pickup": ("free", "never"),
    "joker_discard_pickup": ("blocked_if_seen_three", "blocked_if_seen_any", "blocked_for_all", "free"),
    "dublee_discard_pickup": ("only_to_finish", "never", "free"),
    "dublee_may_finish_with_joker_discard": (True, False),
    "same_card_discard": ("kind", "allowed"),
    "ace_runs": ("low_and_high", "low_only", "high_only", "wrap"),
    "max_jokers_in_combo": (3, 2, 1),
    "joker_natural_use": (True, False),
    "identical_pair_plus_joker": (False, True),
    "dublee_allowed": (True, False),
    "dublee_min_players": (2, 3, 4, 5, 6),
    "dublee_direct_win_unseen": (True, False),
    "tiplu_if_never_chosen": ("choose_at_end", "no_maal"),
    "marriage_ace_wrap": (True, False),
    "partition": ("best", "marriages_first"),
    "rank_jokers": ("all", "alter"),
    "tunnela_combination": ("instead", "adds"),
    "foul_when": ("at_once", "next_hand"),
    "alter_definition": ("same_colour", "opposite_colour"),
    "tunnela_scope": ("exposed_at_start", "shown", "any_in_hand", "off"),
    "tunnela_needs": ("three_combos", "seen", "nothing"),
    "unseen_maal": ("count", "void", "to_winner"),
    "dublee_bonus_form": ("per_opponent", "maal_to_winner"),
    "pairwise_maal": (True, False),
    "unseen_pairs_settle": (True, False),
}

# Least and greatest value of an option that is a number.
NUMBERS: dict[str, tuple[int, int]] = {
    "dublees_to_see": (1, 10),
    "dublees_to_win": (1, 10),
    "max_reshuffles": (0, 1_000),
    "turn_cap": (1, 10_000),
    "point_value": (1, 20),
    "foul_fine": (0, 10_000),
    "seen_payment": (0, 10_000),
    "unseen_payment": (0, 10_000),
    "dublee_bonus": (0, 10_000),
    "seen_dublee_loser_pays": (0, 10_000),
}

# Tables of values for one, two and three of a thing, each value 0..10,000.
TABLES = {
    "tiplu_values": 3,
    "poplu_values": 3,
    "jhiplu_values": 3,
    "marriage_values": 3,
    "alter": 3,
    "man_values": 3,
    "tunnela_values": 3,
    "laid_marriage_values": 3,
    "tunnela_totals": 7,
    "joker_tunnela_totals": 3,
    "maal_tunnela_totals": 3,
}
TABLE_MAX = 10_000

# Drawn after all others and by a generator of their own, so that seeds give the rounds that they have always given.
LATER = (
    "rank_jokers",
    "tunnela_totals",
    "joker_tunnela_totals",
    "maal_tunnela_totals",
    "tunnela_combination",
    "point_value",
    "laid_marriage_values",
    "foul_fine",
    "foul_when",
)


def values(rng: Random, size: int) -> tuple[int, ...]:
    """Return what up to so many of a thing are worth: rising, anyhow, all alike, or nothing."""
    some = [rng.randint(0, 40) for _ in range(size)]
    return tuple(rng.choice([sorted(some), sorted(some), some, some[:1] * size, [0] * size]))


def any_options(rng: Random) -> dict[str, Any]:
    """Return some value of every option, each possible by itself; together they may have to be refused."""
    options = {name: rng.choice(choices) for name, choices in CHOICES.items() if name not in LATER}
    for name, size in TABLES.items():
        if name not in LATER:
            options[name] = values(rng, size)
    options["dublees_to_see"] = rng.choice([7, 7, 7, 6, rng.randint(1, 5), rng.randint(1, 10)])
    options["dublees_to_win"] = rng.choice([8, 8, 8, 7, rng.randint(1, 6), rng.randint(1, 10)])
    options["max_reshuffles"] = rng.choice([None, None, 0, 1, 1_000])
    caps = [rng.randint(1, 100), rng.randint(100, 400), 1_000, 10_000]
    options["turn_cap"] = rng.choices(caps, weights=[35, 50, 10, 5])[0]
    for name in ("seen_payment", "unseen_payment", "dublee_bonus", "seen_dublee_loser_pays"):
        options[name] = rng.choice([0, 3, 5, rng.randint(0, 20), 10_000])
    later = Random(str(options))
    for name in LATER:
        usual = later.random() < 0.8
        if name in NUMBERS:
            given: Any = later.randint(*NUMBERS[name])
        else:
            given = later.choice(CHOICES[name]) if name in CHOICES else values(later, TABLES[name])
        options[name] = getattr(marriage.PAGAT, name) if usual else given
    return options


def refusals(options: Mapping[str, Any]) -> set[str]:
    """Return the codes of all reasons why options, each possible by itself, cannot be played together."""
    reasons = {
        "dublees": options["dublees_to_win"] < options["dublees_to_see"],
        "betrayed": options["joker_discard_pickup"] == "blocked_for_all" and options["tiplu_mode"] != "face_up_at_deal",
    }
    return {code for code, refused in reasons.items() if refused}


def rules(rng: Random, **fixed: Any) -> marriage.Rules:
    """Return rules that can be played: most options as by default, or all of them at random, but for those fixed."""
    usual = marriage.PAGAT.to_dict()
    while True:
        options = any_options(rng)
        if rng.random() < 0.7:
            options = {
                name: value if name in ("turn_cap", *LATER) or rng.random() < 0.3 else usual[name]
                for name, value in options.items()
            }
        options |= fixed
        if not refusals(options):
            return marriage.Rules(**options)


# ------------------------------------------------------------------------------
# Decks and tables
# ------------------------------------------------------------------------------


def tunnela_deck(rng: Random, players: int, chosen: marriage.Rules) -> list[marriage.Card]:
    """Return a deck that deals most seats one to three tunnelas, some of them neighbours of a rank or of a suit."""
    kinds = [str(card) for card in marriage.Card.all()[:52]]
    rng.shuffle(kinds)
    hands = {}
    for seat in range(players):
        mine = [kinds.pop() for _ in range(rng.choice([0, 1, 1, 2, 3]))]
        hands[seat] = " ".join(f"{kind} {kind} {kind}" for kind in mine)
    return stack(hands, players=players, rules=chosen, seed=rng.getrandbits(32))


def pairs_deck(rng: Random, players: int, chosen: marriage.Rules) -> list[marriage.Card]:
    """Return a deck that deals most seats six to eight dublees."""
    kinds = [str(card) for card in marriage.Card.all()[:52]]
    rng.shuffle(kinds)
    hands = {}
    for seat in range(players):
        mine = [kinds.pop() for _ in range(rng.choice([0, 6, 7, 8]))]
        hands[seat] = " ".join(f"{kind} {kind}" for kind in mine)
    return stack(hands, players=players, rules=chosen, seed=rng.getrandbits(32))


def runs_deck(rng: Random, players: int, chosen: marriage.Rules) -> list[marriage.Card]:
    """Return a deck that deals most seats three to seven pure sequences."""
    left = Counter({str(card): 3 for card in marriage.Card.all()[:52]})
    hands: dict[int, str] = {}
    for seat in range(players):
        mine: list[str] = []
        for _ in range(rng.choice([0, 3, 4, 5, 7])):
            suit, first = rng.choice("cdhs"), rng.randint(0, 11)
            run = ["A23456789TJQKA"[first + i] + suit for i in range(3)]
            if len(mine) <= 18 and all(left[card] for card in run):
                left.subtract(run)
                mine += run
        hands[seat] = " ".join(mine)
    return stack(hands, players=players, rules=chosen, seed=rng.getrandbits(32))


def table(rng: Random, players: int | None = None, **fixed: Any) -> marriage.State:
    """Return a round just dealt, with random rules and dealer, for 2 to 6 players unless their number is given: every
    other one from a shuffled deck, else from one that deals tunnelas, dublees or sequences.
    """
    n = rng.randint(2, 6) if players is None else players
    chosen, dealer = rules(rng, **fixed), rng.randrange(n)
    if rng.random() < 0.5:
        return marriage.deal(rng.getrandbits(64), players=n, rules=chosen, dealer=dealer)
    deck = rng.choice([tunnela_deck, pairs_deck, runs_deck])(rng, n, chosen)
    return marriage.deal(deck=deck, players=n, rules=chosen, dealer=dealer, chance=rng.getrandbits(64))


# ------------------------------------------------------------------------------
# Players
# ------------------------------------------------------------------------------


def first_of(moves: Sequence[marriage.Move], *acts: str) -> marriage.Move | None:
    """Return the first move of the first of these kinds that is legal."""
    for act in acts:
        for move in moves:
            if move.act == act:
                return move
    return None


def sensible(rng: Random) -> Player:
    """Return a player that mostly moves as `marriage.simple_bot` and sometimes anyhow."""
    return simple(rng, marriage.simple_bot)


def eager(rng: Random) -> Player:
    """Return a player that finishes, sees and lays where it can, and else plays any legal move."""

    def choose(state: marriage.State) -> marriage.Move:
        moves = state.legal_moves()
        for acts in (("finish", "finish-pairs"), ("see",), ("lay", "pair")):
            some = [move for move in moves if move.act in acts]
            if some:
                return rng.choice(some)
        return rng.choice(moves)

    return choose


def pairs_in(hand: Counter[marriage.Card]) -> int:
    """Return the number of dublees among cards."""
    return sum(n >= 2 for card, n in hand.items() if card != marriage.M)


def top_of(state: marriage.State) -> marriage.Card:
    """Return the newest discard, without making a view."""
    return marriage.Card(state._raw.discard[state._raw.discards - 1])


def collector(rng: Random, *, shows: int = 7) -> Player:
    """Return a player that collects dublees, lays seven of them as soon as it has as many as it
    `shows`, and finishes when it can.
    """

    def choose(state: marriage.State) -> marriage.Move:
        moves = state.legal_moves()
        hand = Counter(state.hand(state.turn))
        wanted = first_of(moves, "finish-pairs", "finish", "see")
        if wanted is None and pairs_in(hand) >= shows:
            wanted = first_of(moves, "pair")
        if wanted is not None:
            return wanted
        if state.phase == "window":
            return marriage.Move("done")
        if state.phase == "to_draw":
            wants = len(moves) > 1 and hand[top_of(state)] == 1
            return marriage.Move("take" if wants else "draw")
        discard = [move for move in moves if move.act == "discard"]
        if not discard:
            return rng.choice(moves)
        return min(discard, key=lambda m: (hand[marriage.Card(m.card or 0)] == 2, rng.random()))

    return choose


def thrower(state: marriage.State) -> marriage.Move:
    """Draw and throw the card drawn, and expose and lay nothing."""
    if state.phase == "window":
        return marriage.Move("done")
    if state.phase == "to_draw":
        return marriage.Move("draw")
    return marriage.Move(f"discard {marriage.Card(state._raw.drawn)}")


def player(rng: Random) -> Player:
    """Return one of these players; those whose rounds come to something more often than the others."""
    return rng.choice([uniform, eager, eager, sensible, sensible, collector])(rng)


def moments(rng: Random, n: int, players: int | None = None, **fixed: Any) -> Iterator[marriage.State]:
    """Yield `n` states of random rounds at random moments: in the window, in drafts, right after a tiplu was seen, and
    every end more often than others. Whoever gets one must leave it as it is.
    """
    left = n
    while left:
        state, choose = table(rng, players, **fixed), player(rng)
        wait = rng.choice([0, rng.randint(1, 8), rng.randint(1, 60)])
        while left:
            last = state.record().moves[-1].act if state.record().moves else ""
            if wait <= 0 or state.over or (last in ("lay", "pair", "see", "expose") and rng.random() < 0.3):
                yield state
                left -= 1
                wait = rng.randint(1, 50)
            if state.over or state.turns > 150:
                break
            state.play(choose(state))
            wait -= 1
