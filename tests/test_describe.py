"""Rules in plain sentences: every option has its say, and none says what is not played."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest

from rummycore import RummyError, marriage, okey

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
    "marriage.man_values": {"printed_jokers": 1},
    "marriage.foul_when": {"foul_fine": 15},
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
    *(("okey", okey.Rules, option) for option in okey.options.OPTIONS),
    *(("marriage", marriage.Rules, option) for option in marriage.options.OPTIONS),
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
        (marriage.Rules(dublee_allowed=False), "Dublees are not played.", "ublees sco"),
        (marriage.Rules(dublee_min_players=4), "Dublees are played from 4 players on.", "players or more"),
        (
            marriage.Rules(dublee_min_players=2),
            "With 7 dublees one sees the tiplu too, with 8 dublees one wins.",
            "on.",
        ),
        (marriage.Rules(printed_jokers=1), "There is 1 man, a printed joker that is wild", "There are"),
        (marriage.Rules(man_values=(2, 5, 10)), "There are no printed jokers.", "Men"),
        (marriage.Rules(max_reshuffles=0), "The discards are not shuffled again", "0 times"),
        (
            marriage.Rules(dublee_discard_pickup="never", dublee_may_finish_with_joker_discard=False),
            "no discard.",
            "not take a",
        ),
        (okey.Rules(game_end="rounds", rounds=1), "The match ends after 1 round.", "1 rounds"),
    ],
)
def test_what_is_said_is_played(rules: Any, said: str, unsaid: str) -> None:
    """The text says what these rules play, in full sentences, and nothing that they do not."""
    text = rules.describe()
    assert said in text
    assert unsaid not in text
    assert all(line[0].isupper() and line.endswith(".") for line in text.splitlines())


ONE = "man|turn|round|point|joker|dublee|time|player|tile|card|combination|hand|seat"
MANY = "men|turns|rounds|points|jokers|dublees|times|players|tiles|cards|combinations|hands|seats"
FALSE_NUMBER = re.compile(
    rf"\b1 (?:more |maal )*(?:{MANY})\b|\b(?:0|[2-9]|\d{{2,}}) (?:more |maal )*(?:{ONE})\b"
    r"|\bThere (?:are 1|is (?:0|[2-9]|\d{2,}))\b"
)


@pytest.mark.parametrize("game", ["okey", "marriage"])
def test_numbers_agree_with_their_nouns(game: str) -> None:
    """With every option at 0, 1 and 2, where it may be, no sentence says 1 rounds or 2 round."""
    said = set()
    for name, rules, option in OPTIONS:
        if name != game or "choice" in option.metadata or "switch" in option.metadata:
            continue
        for n in (0, 1, 2):
            for beside in ({}, BESIDE.get(f"{game}.{option.name}", {}), {"dublee_bonus_form": "maal_to_winner"}):
                try:
                    text = rules(**{**beside, option.name: n}).describe()
                except (RummyError, TypeError):  # this option begins higher, or this game has no dublees
                    continue
                assert not FALSE_NUMBER.search(text), (option.name, n, FALSE_NUMBER.search(text))
                said |= set(text.splitlines())
    assert len(said) > 30


@pytest.mark.parametrize("option", [option.name for option in marriage.options.OPTIONS])
def test_dublees_are_told_of_where_they_are_played(option: str) -> None:
    """Without dublees they are named in one sentence, which says so, whatever else is played."""
    (chosen,) = [o for o in marriage.options.OPTIONS if o.name == option]
    for value in values("marriage", chosen):
        beside = BESIDE.get(f"marriage.{option}", {})
        text = marriage.Rules(**{**beside, option: value, "dublee_allowed": False}).describe()
        assert [line for line in text.splitlines() if "ublee" in line] == ["Dublees are not played."]
