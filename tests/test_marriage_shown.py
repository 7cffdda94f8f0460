"""M-25 with scope `shown`: the winner's further combinations are arranged for most maal,
whatever the engine meets first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from marriage_decks import won_by_combos
from marriage_oracle import KINDS, Splitter, in_order, points, problems, tunnela_sets

from rummycore import marriage
from rummycore.marriage import Outcome, Rules

LAID = "2s 3s 4s / Ts Js Qs / 2c 3c 4c"  # three pure sequences that leave the red suits alone
SHOWN: dict[str, Any] = {"tunnela_scope": "shown", "tiplu_mode": "hidden_preset"}


def won(combos: str, finish: str, **options: Any) -> Outcome:
    """Return the end of a hand of cards that seat 1 wins with LAID and these concealed cards, the tiplu 7h."""
    rules = Rules(**SHOWN, **options)
    state = won_by_combos(parts=LAID, combos=combos, finish=finish, tiplu="7h", rules=rules, players=2)
    assert state.outcome is not None
    return state.outcome


def test_the_arrangement_with_most_maal_pays() -> None:
    """A tunnela of nines that a first arrangement tears into runs scores: 9h 9h 9h, 9d Td Jd, 6h
    8h 7h and 6h 7d 7s make 17 points.
    """
    outcome = won("7d 9d Td Jd 6h 6h 7h 8h 9h 9h 9h 7s", "Ac")
    assert outcome.maal[1].points == 17
    assert [str(card) for card in outcome.shown[1]] == ["9h"]
    assert "9h 9h 9h" in map(str, outcome.melds)


def test_tunnelas_alone_can_be_all_the_combinations() -> None:
    """Four tunnelas behind the three laid all score, and are listed in the order of the cards."""
    outcome = won("9h 9h 9h Td Td Td Kd Kd Kd 3h 3h 3h", "Ac")
    assert [str(card) for card in outcome.shown[1]] == ["Td", "Kd", "3h", "9h"]
    assert outcome.maal[1].points == 4 * 5
    assert sorted(str(meld) for meld in outcome.melds[3:]) == ["3h 3h 3h", "9h 9h 9h", "Kd Kd Kd", "Td Td Td"]


def test_jokers_that_may_not_be_themselves_are_no_tunnela() -> None:
    """Three jhiplus are a tunnela among the further combinations, but with
    joker_natural_use off three jokers (M-13).
    """
    hand = "6h 6h 6h Td Td Td Kd Kd Kd 3h 3h 3h"
    assert [str(card) for card in won(hand, "Ac").shown[1]] == ["Td", "Kd", "3h", "6h"]
    assert [str(card) for card in won(hand, "Ac", joker_natural_use=False).shown[1]] == ["Td", "Kd", "3h"]


def winning(rng: Random, rules: Rules) -> Iterator[list[str]]:
    """Yield twelve red cards, few kinds of them, that are four combinations with the tiplu 7h."""
    near = ["6h", "7h", "8h", "7d", "7s"]
    while True:
        start = rng.randint(3, 8)
        kinds = [kind for suit in "dh" for kind in KINDS if kind[1] == suit]
        few = rng.sample(kinds[start : start + 5] + kinds[13 + start : 18 + start], 5)
        hand = [card for kind in few[: rng.randint(1, 3)] for card in [kind] * 3]
        hand += [rng.choice([*near, *few]) for _ in range(12 - len(hand))]
        if problems(hand, "7h", 0):
            continue
        if Splitter(hand, "7h", rules.to_dict()).splits(
            in_order(Splitter(hand, "7h", rules.to_dict()).mask(card) for card in hand)
        ):
            yield hand


def test_no_arrangement_has_more_maal(scale: int) -> None:
    """Of random winning hands the outcome has the most maal of all arrangements, under any limits for
    jokers; many hands have several values.
    """
    rng, differ = Random("shown"), Counter[str]()
    for limit, natural in product((3, 2, 1), (True, False)):
        options: dict[str, Any] = {"max_jokers_in_combo": limit, "joker_natural_use": natural}
        rules = Rules(**options, **SHOWN)
        hands = winning(rng, rules)
        for _ in range(scale // 20):
            hand = next(hands)
            outcome = won(" ".join(hand), "Ac", **options)
            every = [*hand, *LAID.replace("/", "").split()]
            values = [
                points(every, "7h", sorted(ways), "three", rules.to_dict())
                for ways in tunnela_sets(hand, "7h", rules.to_dict())
            ]
            assert outcome.maal[1].points == max(values), (hand, options)
            shown = {str(meld.cards[0]) for meld in outcome.melds if meld.kind == marriage.ComboKind.TUNNELA}
            assert {str(card) for card in outcome.shown[1]} == shown, (hand, options)
            if len(set(values)) > 1:
                differ[str(limit)] += 1
    assert differ.total() > scale // 25, differ
    assert set(differ) == {"1", "2", "3"}
