"""rummycore: an embeddable engine for rummy-family games.

`from rummycore import okey` gives the Turkish tile game Okey, `from rummycore import marriage` the Nepali card game
Marriage; `rummycore.okey` and `rummycore.marriage` import them too. Both have hands, rounds, views, settlement,
matches, records, batches and bots, under the same names.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rummycore._core import VERSION as __version__
from rummycore._core import game_names
from rummycore.errors import HandError, IllegalMoveError, NotationError, RulesError, RummyError, StateError

if TYPE_CHECKING:
    from rummycore import marriage as marriage
    from rummycore import okey as okey

__all__ = [
    "HandError",
    "IllegalMoveError",
    "NotationError",
    "RulesError",
    "RummyError",
    "StateError",
    "__version__",
]


def __getattr__(name: str) -> Any:
    """Import a game when it is asked for by its name."""
    if name in game_names():
        return import_module(f"rummycore.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
