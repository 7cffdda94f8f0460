"""Seeded questions about distances in Marriage: hands of every class and size, what can
still be had beside them, and goals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from marriage_distance_oracle import ALL, CLOSED, Counts, Goal, Rules, judge, left_beside
from marriage_hands import CLASSES, Hand
from marriage_oracle import KINDS, RANKS, SUITS

UNKNOWN = 255

TO_SEE: Goal = (3, 0, 7)
AFTER: Goal = (0, 4, CLOSED)
WHOLE: Goal = (3, 4, 8)


@dataclass(frozen=True, slots=True)
class Question:
    """A hand, as counts, and the tiplu (None: unknown), with what can still be had."""

    tiplu: int | None
    faces: tuple[int, ...]
    left: tuple[int, ...]

    def __str__(self) -> str:
        tiplu = "unknown" if self.tiplu is None else ALL[self.tiplu]
        left = " ".join(f"{n}{card}" for card, n in zip(ALL, self.left, strict=True) if n)
        return f"tiplu {tiplu}, cards {' '.join(texts(self.faces))}, left {left}"

    def after(self, card: int, *, out: bool = False) -> Question:
        """Return the question after a draw, or after a discard (which does not come back)."""
        faces, left = list(self.faces), list(self.left)
        faces[card] += -1 if out else 1
        left[card] -= not out
        return Question(self.tiplu, tuple(faces), tuple(left))


def counts(cards: Sequence[str]) -> list[int]:
    """Return how often each card is there."""
    return [cards.count(card) for card in ALL]


def texts(faces: Counts) -> list[str]:
    """Return the cards that counts stand for."""
    return [card for card, n in zip(ALL, faces, strict=True) for _ in range(n)]


# ------------------------------------------------------------------------------
# Hands
# ------------------------------------------------------------------------------


def _deck(tiplu: str, rules: Rules) -> list[str]:
    men = rules.get("printed_jokers", 0)
    assert isinstance(men, int)
    deck = [*KINDS * 3, *["M"] * men]
    deck.remove(tiplu)
    return deck


def few_ranks(rng: Random, rules: Rules, size: int) -> Hand:
    """Return cards of three to five ranks, all copies of them in the draw."""
    tiplu = rng.choice(KINDS)
    first = rng.randrange(13)
    ranks = [(RANKS + RANKS)[first + step] for step in rng.sample(range(6), rng.randint(3, 5))]
    return tiplu, rng.sample([card for card in _deck(tiplu, rules) if card[0] in ranks], size)


def one_suit(rng: Random, rules: Rules, size: int) -> Hand:
    """Return cards of one suit, with up to four strangers."""
    tiplu, suit = rng.choice(KINDS), rng.choice(SUITS)
    deck = _deck(tiplu, rules)
    cards = rng.sample([card for card in deck if card[-1] == suit], size - rng.randint(0, 4))
    for card in cards:
        deck.remove(card)
    return tiplu, cards + rng.sample(deck, size - len(cards))


def all_jokers(rng: Random, rules: Rules, size: int) -> Hand:
    """Return as many jokers as a hand can have, but for up to five cards."""
    tiplu = rng.choice(KINDS)
    deck = _deck(tiplu, rules)
    wild = judge(rules, KINDS.index(tiplu)).wild
    cards = [card for card in deck if wild >> ALL.index(card) & 1]
    cards = rng.sample(cards, min(len(cards), size - rng.randint(0, 5)))
    for card in cards:
        deck.remove(card)
    return tiplu, cards + rng.sample(deck, size - len(cards))


def runs_of_pairs(rng: Random, rules: Rules, size: int) -> Hand:
    """Return pairs of neighbours and of twins, which want the same few cards, and strangers."""
    tiplu = rng.choice(KINDS)
    deck = _deck(tiplu, rules)
    cards: list[str] = []
    while len(cards) < size - 3:
        suit, rank = rng.choice(SUITS), rng.randrange(13)
        part = [
            RANKS[(rank + step) % 13] + suit for step in rng.choice([(0, 0), (0, 1), (0, 2), (0, 1, 1), (0, 2, 1, 1)])
        ]
        if all(part.count(card) <= deck.count(card) for card in part):
            cards += part
            for card in part:
                deck.remove(card)
    cards = cards[: size - rng.randint(0, 3)]
    return tiplu, cards + rng.sample(deck, size - len(cards))


def _of_size(name: str) -> Callable[[Random, Rules, int], Hand]:
    """Return a maker of hands of the common classes, with so many cards of them dropped as make the size."""

    def make(rng: Random, rules: Rules, size: int) -> Hand:
        tiplu, cards = CLASSES[name + ("13" if size <= 13 else "22")](rng, rules)
        return tiplu, rng.sample(cards, size)

    return make


MAKERS: dict[str, Callable[[Random, Rules, int], Hand]] = {
    **{name: _of_size(name) for name in ("deal", "win", "near", "dense", "jokers")},
    "few_ranks": few_ranks,
    "one_suit": one_suit,
    "all_jokers": all_jokers,
    "runs_of_pairs": runs_of_pairs,
}
SMALL: dict[str, Callable[[Random, Rules, int], Hand]] = {**MAKERS, "identical": _of_size("identical")}
LARGE: dict[str, Callable[[Random, Rules, int], Hand]] = {
    **MAKERS,
    "dublees": _of_size("dublees"),
    "many_tunnelas": _of_size("many_tunnelas"),
}


# ------------------------------------------------------------------------------
# What can still be had
# ------------------------------------------------------------------------------


def thinned(rng: Random, rules: Rules, tiplu: int | None, faces: Counts) -> list[int]:
    """Return what can still be had: every other time all that is not held, else with cards seen elsewhere, without
    jokers but one or two, without what would fit the hand, or next to nothing.
    """
    left = left_beside(rules, tiplu, faces)
    how = rng.choice(["all", "all", "all", "all", "seen", "seen", "starved", "starved", "unfit", "few"])
    there = [k for k, n in enumerate(left) for _ in range(n)]
    if how == "seen":
        for k in rng.sample(there, min(len(there), rng.randint(10, 60))):
            left[k] -= 1
    elif how == "starved":
        wild = judge(rules, tiplu).wild
        tempting = [k for k in there if wild >> k & 1]
        kept = rng.sample(tempting, min(len(tempting), rng.randint(0, 2)))
        left = [kept.count(k) if wild >> k & 1 else n for k, n in enumerate(left)]
        for k in rng.sample([k for k in there if not wild >> k & 1], rng.randint(0, 40)):
            left[k] -= 1
    elif how == "unfit":
        held = [k for k in range(len(ALL)) if faces[k]]
        for k in range(len(ALL)):
            if left[k] and rng.random() < 0.7 and any(abs(k - h) <= 2 or (k - h) % 13 == 0 for h in held):
                left[k] -= rng.randint(1, left[k])
    elif how == "few":
        kept = rng.sample(there, rng.randint(0, 8))
        left = [kept.count(k) for k in range(len(ALL))]
    return left


def asked(rng: Random, name: str, rules: Rules, size: int, *, known: bool = True) -> Question:
    """Return a question about a hand of a class."""
    tiplu, cards = (SMALL if size <= 13 else LARGE)[name](rng, rules, size)
    told = KINDS.index(tiplu) if known else None
    faces = counts(cards)
    return Question(told, tuple(faces), tuple(thinned(rng, rules, told, faces)))


def any_goal(rng: Random) -> Goal:
    """Return any goal that there is, complete ways too, the common ones not more often than others."""
    while True:
        combos = (CLOSED, CLOSED) if rng.random() < 0.1 else (rng.randint(0, 3), rng.randint(0, 4))
        goal = *combos, rng.choice([CLOSED, CLOSED, CLOSED, *range(11)])
        if goal != (CLOSED, CLOSED, CLOSED):
            return goal
