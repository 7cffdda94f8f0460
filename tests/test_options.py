"""The options of every game are those of the C library: names, order, numbers and defaults."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from header import GAMES, LIB, ROOT

from rummycore._core import ffi, lib
from rummycore.game import Game, games

BY_GAME = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
CHOICES = [
    pytest.param(game, option, id=f"{game.name} {option.name}")
    for game in games().values()
    for option in game.rules.options()
    if "choice" in option.metadata
]


@pytest.mark.parametrize(("game", "option"), CHOICES)
def test_an_option_has_the_choices_of_the_library(game: Game, option: Any) -> None:
    """Each choice of an option has its enumerator, each enumerator its choice, and both count from 0."""
    prefix = f"RUMMY_{game.name}_{option.name}_".upper()
    others = [f"RUMMY_{game.name}_{other.name}_".upper() for other in game.rules.options()]
    longer = tuple(other for other in others if other.startswith(prefix) and other != prefix)
    found = {name: code for name, code in LIB.items() if name.startswith(prefix) and not name.startswith(longer)}
    assert set(found) == {prefix + choice.value.upper() for choice in option.metadata["choice"]}
    assert sorted(found.values()) == list(range(len(found)))


@BY_GAME
def test_rules_have_the_fields_of_the_library_in_its_order(game: Game) -> None:
    """Rules and the C struct have the same options in the same order, all of them numbers of 32 bits."""
    raw = f"rummy_{game.name}_rules"
    fields = ffi.typeof(raw).fields
    assert fields is not None
    assert (
        [option.name for option in game.rules.options()] == [name for name, _ in fields] == list(game.rules().to_dict())
    )
    assert {field.type.cname.partition("[")[0] for _, field in fields} == {"int32_t"}
    assert ffi.sizeof(raw) == 4 * game.rules.size()


@BY_GAME
def test_default_rules_are_those_of_the_library(game: Game) -> None:
    """The default rules are what the library writes. The header marks with a star those that follow another; they are
    None, as is one without a limit."""
    raw: Any = ffi.new(f"rummy_{game.name}_rules *")
    getattr(lib, f"rummy_{game.name}_rules_init")(raw)
    values = [getattr(raw, option.name) for option in game.rules.options()]
    assert game.rules().numbers() == [n for value in values for n in ([value] if isinstance(value, int) else value)]
    starred = re.findall(r"int32_t (\w+); +/\* \*", GAMES[game.name])
    written = json.loads((ROOT / "csrc" / game.name / "options.json").read_text(encoding="utf-8"))
    assert starred == [option["name"] for option in written if "follows" in option]
    assert {name for name, value in game.rules().to_dict().items() if value is None} == {
        option["name"] for option in written if "follows" in option or "none" in option
    }
    assert game.rules() == next(iter(game.presets.values()))
