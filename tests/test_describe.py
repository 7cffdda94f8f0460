"""Rules in plain sentences: every option has its say, and none says what is not played."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from rummycore import marriage, okey

# Options that say something only beside others.
BESIDE: dict[str, dict[str, Any]] = {
    "okey.indicator_window": {"indicator_bonus": True},
    "okey.indicator_drawn_counts": {"indicator_bonus": True},
    "okey.base_indicator": {"indicator_bonus": True},
    "okey.indicator_min_points": {"indicator_bonus": True},
    "okey.deduct_from": {"payout": "deduct"},
    "okey.game_end_check": {"indicator_bonus": True, "base_indicator": 1},
    "okey.rounds": {"game_end": "rounds", "rounds": 3},
    "marriage.man_as_tiplu": {"printed_jokers": 3},
    "marriage.alter_definition": {"alter": (5, 15, 25)},
    "marriage.joker_discard_pickup": {"tiplu_mode": "face_up_at_deal"},
}
TOGETHER = {"okey.game_end=rounds": {"rounds": 4}}


def values(game: str, option: dataclasses.Field[Any]) -> list[Any]:
    """Return values of an option, every one of a choice or switch."""
    if choice := option.metadata.get("choice"):
        return list(choice)
    if option.metadata.get("switch"):
        return [True, False]
    if "table" in option.metadata:
        return [(1, 2, 3), (4, 5, 6)]
    return {"dublees_to_see": [6, 7], "max_jokers_in_combo": [1, 2, 3], "dublees_to_win": [8, 9]}.get(
        option.name, [2, 3]
    )


OPTIONS = [
    *(("okey", okey.Rules, option) for option in okey.rules.OPTIONS),
    *(("marriage", marriage.Rules, option) for option in marriage.rules.OPTIONS),
]


@pytest.mark.parametrize(
    ("game", "rules", "option"), OPTIONS, ids=[f"{game}.{option.name}" for game, _, option in OPTIONS]
)
def test_every_value_has_its_say(game: str, rules: Any, option: dataclasses.Field[Any]) -> None:
    """Rules that differ in one option, where it changes anything, are described differently."""
    told = []
    for value in values(game, option):
        beside = BESIDE.get(f"{game}.{option.name}", {})
        together = TOGETHER.get(f"{game}.{option.name}={value}", {})
        told.append(rules(**{**beside, **together, option.name: value}).describe())
    assert len(set(told)) == len(told) >= 2


@pytest.mark.parametrize(
    ("rules", "said", "unsaid"),
    [
        (okey.PARTNERS, "The other team loses 2 to a win", "Each other player"),
        (okey.Rules(teams="opposite"), "The other team pays 1 to the winning team.", "ach other player"),
        (okey.CLASSIC, "Each other player pays 1 to the winner.", "team"),
        (okey.Rules(payout="deduct", game_end="never", game_end_check="immediate"), "no end of its own", "at once"),
        (okey.Rules(seven_pairs=False), "Seven pairs do not win.", "Seven pairs and"),
        (okey.DEDUCT, "costs each other player 1", "brings nothing"),
        (marriage.PAGAT, "There are no printed jokers.", "Alters"),
        (marriage.NEPAL, "There are 3 men", "no printed jokers"),
        (marriage.Rules(dublee_allowed=False), "Dublees are not played.", "eighth"),
    ],
)
def test_what_is_said_is_played(rules: Any, said: str, unsaid: str) -> None:
    """The text says what these rules play, in full sentences, and nothing that they do not."""
    text = rules.describe()
    assert said in text
    assert unsaid not in text
    assert all(line[0].isupper() and line.endswith(".") for line in text.splitlines())
