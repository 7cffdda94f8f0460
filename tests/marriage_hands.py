"""Seeded makers of Marriage hands, one per class: pure functions of a `random.Random` and the rules.

A maker returns (tiplu, cards): 22 cards, or 13 concealed ones of a player who has laid nine, that can
really be held (three of a kind, two of the tiplu's), in shuffled order.  The rules mapping is the
oracle's; with "printed_jokers" in it so many man cards are in play.  The shares of finishes in the
docstrings were counted with the oracle over 500 hands of Random(1) under the default rules; by seven
(or four) combinations unless dublees are named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

from marriage_oracle import KINDS, MAN, RANKS, SUITS, jokers, literal_primary, option, problems, valid

Rules = Mapping[str, object]
Hand = tuple[str, list[str]]


# ------------------------------------------------------------------------------
# Parts
# ------------------------------------------------------------------------------


def _men(rules: Rules) -> int:
    """Return how many man cards are in play."""
    men = rules.get("printed_jokers", 0)
    assert isinstance(men, int)
    return men


def _bag(tiplu: str, hand: list[str], rules: Rules) -> list[str]:
    """Return the cards in play that are not in the hand."""
    bag = Counter([*KINDS * 3, *[MAN] * _men(rules)])
    bag.subtract([tiplu, *hand])
    return list(bag.elements())


def _jokers(rng: Random, tiplu: str, rules: Rules, number: int) -> list[str]:
    """Return random joker cards."""
    wild = jokers(tiplu, rules)
    return rng.sample([card for card in _bag(tiplu, [], rules) if card in wild], number)


def _primary(rng: Random, rules: Rules) -> list[str]:
    """Return a tunnela or a pure sequence."""
    every = sorted(literal_primary(option(rules, "ace_runs")))
    tunnela = rng.random() < 0.2
    return list(rng.choice([combo for combo in every if (combo[0] == combo[1]) == tunnela]))


def _triplet(rng: Random) -> list[str]:
    """Return one rank in three suits."""
    rank = rng.choice(RANKS)
    return [rank + suit for suit in rng.sample(SUITS, 3)]


def _combo(rng: Random, tiplu: str, rules: Rules) -> list[str]:
    """Return a combination of any type, about every other one with jokers."""
    while True:
        three = _triplet(rng) if rng.random() < 0.5 else _primary(rng, rules)
        number = rng.choice([0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 3])
        three = rng.sample(three, 3 - number) + _jokers(rng, tiplu, rules, number)
        if valid(three, tiplu, rules):
            return three


def _finished(rng: Random, rules: Rules, primaries: int, others: int) -> Hand:
    """Return combinations and one card more, in order."""
    while True:
        tiplu = rng.choice(KINDS)
        cards = [card for _ in range(primaries) for card in _primary(rng, rules)]
        cards += [card for _ in range(others) for card in _combo(rng, tiplu, rules)]
        if not problems(cards, tiplu, _men(rules)):
            return tiplu, [*cards, rng.choice(_bag(tiplu, cards, rules))]


def _filled(rng: Random, rules: Rules, tiplu: str, cards: list[str], size: int) -> Hand:
    """Return the hand with random cards up to its size, shuffled."""
    cards = cards + rng.sample(_bag(tiplu, cards, rules), size - len(cards))
    rng.shuffle(cards)
    return tiplu, cards


def _spoiled(rng: Random, rules: Rules, hand: Hand, times: int) -> Hand:
    """Return the hand after so many of its cards were changed for others, shuffled."""
    tiplu, cards = hand
    return _filled(rng, rules, tiplu, rng.sample(cards, len(cards) - times), len(cards))


def _crowded(rng: Random, rules: Rules, size: int, widths: tuple[int, int]) -> Hand:
    """Return cards of a stretch of ranks, often over the ace, in one suit or in two, with a few strangers."""
    suits = rng.sample(SUITS, rng.randint(1, 2))
    width = widths[len(suits) - 1]
    first = rng.choice([0, 13 - width, rng.randint(0, 12)])
    ranks = (RANKS + RANKS)[first : first + width] + rng.choice(["", "A"])
    window = [rank + suit for rank in ranks for suit in suits]
    tiplu = rng.choice(window if rng.random() < 0.5 else KINDS)
    inside = [card for card in _bag(tiplu, [], rules) if card in window]
    return _filled(rng, rules, tiplu, rng.sample(inside, size - rng.randint(0, 3)), size)


def _joined(rng: Random, rules: Rules, size: int, joker_cards: int, parts: list[list[str]]) -> Hand:
    """Return a hand of so many jokers and those parts that fit in, filled up to its size."""
    tiplu = rng.choice(KINDS)
    cards = _jokers(rng, tiplu, rules, joker_cards)
    for part in parts:
        if len(cards) + len(part) <= size and not problems(cards + part, tiplu, _men(rules)):
            cards = cards + part
    return _filled(rng, rules, tiplu, cards, size)


# ------------------------------------------------------------------------------
# The classes
# ------------------------------------------------------------------------------


def deal22(rng: Random, rules: Rules) -> Hand:
    """Return 22 random cards.  Finishes: 0 %."""
    return _filled(rng, rules, rng.choice(KINDS), [], 22)


def deal13(rng: Random, rules: Rules) -> Hand:
    """Return 13 random cards.  Finishes: 3 %."""
    return _filled(rng, rules, rng.choice(KINDS), [], 13)


def win22(rng: Random, rules: Rules) -> Hand:
    """Return at least three primary combinations, four of any type and a card.  Finishes: 100 %."""
    return _spoiled(rng, rules, _finished(rng, rules, 3, 4), 0)


def win13(rng: Random, rules: Rules) -> Hand:
    """Return four combinations of any type and a card.  Finishes: 100 %."""
    return _spoiled(rng, rules, _finished(rng, rules, 0, 4), 0)


def near22(rng: Random, rules: Rules) -> Hand:
    """Return a hand as `win22` does with one or two cards exchanged.  Finishes: 65.2 %."""
    return _spoiled(rng, rules, _finished(rng, rules, 3, 4), rng.randint(1, 2))


def near13(rng: Random, rules: Rules) -> Hand:
    """Return a hand as `win13` does with one or two cards exchanged.  Finishes: 66.6 %."""
    return _spoiled(rng, rules, _finished(rng, rules, 0, 4), rng.randint(1, 2))


def dense22(rng: Random, rules: Rules) -> Hand:
    """Return 22 cards whose sequences overlap in many ways.  Finishes: 49.4 %, by eight dublees: 35 %."""
    return _crowded(rng, rules, 22, (rng.randint(9, 12), rng.randint(5, 11)))


def dense13(rng: Random, rules: Rules) -> Hand:
    """Return 13 cards whose sequences overlap in many ways.  Finishes: 45.2 %."""
    return _crowded(rng, rules, 13, (rng.randint(6, 10), rng.randint(4, 7)))


def jokers22(rng: Random, rules: Rules) -> Hand:
    """Return two or three primary combinations, five to ten jokers and strangers.  Finishes: 79.8 %."""
    parts = [_primary(rng, rules) for _ in range(rng.choice([2, 3, 3, 4]))]
    return _joined(rng, rules, 22, rng.randint(5, 10), parts)


def jokers13(rng: Random, rules: Rules) -> Hand:
    """Return three to eight jokers and strangers, some of them pairs of a rank.  Finishes: 71.8 %."""
    parts = [_triplet(rng)[1:] for _ in range(rng.randint(0, 2))]
    return _joined(rng, rules, 13, rng.randint(3, 8), parts)


def identical13(rng: Random, rules: Rules) -> Hand:
    """Return two to four pairs of twins, jokers, and cards next to the twins.  Finishes: 34.8 %."""
    pairs = [[kind, kind] for kind in rng.sample(KINDS, rng.randint(2, 4))]
    nearby = [[rng.choice(RANKS) + pairs[0][0][1]], [pairs[-1][0][0] + rng.choice(SUITS)]]
    return _joined(rng, rules, 13, rng.randint(2, 5), pairs + nearby)


def dublees22(rng: Random, rules: Rules) -> Hand:
    """Return six to nine pairs, some with their third copy, and single cards.

    Finishes by eight dublees: 48.8 %, by combinations: 4.6 %.
    """
    tiplu = rng.choice(KINDS)
    twins = rng.sample(KINDS, rng.choice([6, 7, 7, 7, 8, 8, 8, 9]))
    if rng.random() < 0.2:
        # Runs of pairs, so that there are combinations as well.
        first = rng.randint(0, 51 - len(twins))
        twins = list(KINDS[first : first + len(twins)])
    cards = twins * 2
    cards += [kind for kind in twins if kind != tiplu and rng.random() < 0.15][: 22 - len(cards)]
    strangers = sorted({card for card in _bag(tiplu, [], rules) if card not in twins})
    cards += rng.sample(strangers, 22 - len(cards))
    rng.shuffle(cards)
    return tiplu, cards


def many_tunnelas22(rng: Random, rules: Rules) -> Hand:
    """Return three to seven tunnelas, of joker kinds at times, and other combinations.  Finishes: 84.2 %."""
    number = rng.choice([3, 3, 4, 4, 5, 6, 7])
    while True:
        tiplu = rng.choice(KINDS)
        wild = sorted(jokers(tiplu, rules) - {tiplu, MAN})
        kinds = [*rng.sample(KINDS, number - 1), rng.choice(wild if rng.random() < 0.4 else KINDS)]
        cards = kinds * 3 + [card for _ in range(7 - number) for card in _combo(rng, tiplu, rules)]
        if not problems(cards, tiplu, _men(rules)):
            kept = rng.sample(cards, 21 - rng.choice([0, 0, 1, 2])) if number < 6 else cards
            return _filled(rng, rules, tiplu, kept, 22)


CLASSES: dict[str, Callable[[Random, Rules], Hand]] = {
    "deal22": deal22,
    "deal13": deal13,
    "win22": win22,
    "win13": win13,
    "near22": near22,
    "near13": near13,
    "dense22": dense22,
    "dense13": dense13,
    "jokers22": jokers22,
    "jokers13": jokers13,
    "identical13": identical13,
    "dublees22": dublees22,
    "many_tunnelas22": many_tunnelas22,
}
