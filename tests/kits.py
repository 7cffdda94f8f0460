"""The kits of all games, by the name of the game."""

from __future__ import annotations

from importlib import import_module

import pytest
from kit import Kit

from rummycore.game import games

KITS: dict[str, Kit] = {name: import_module(f"{name}_kit").KIT for name in games()}
EACH = pytest.mark.parametrize("kit", KITS.values(), ids=KITS)
BY_SEATS = pytest.mark.parametrize(
    ("kit", "players"),
    [pytest.param(kit, n, id=f"{name}-{n}") for name, kit in KITS.items() for n in kit.game.players],
)
