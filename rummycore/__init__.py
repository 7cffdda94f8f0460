"""rummycore: an embeddable engine for rummy-family games.

`from rummycore import okey` gives the Turkish tile game Okey: hands, rounds, views, settlement, matches and records.
"""

from __future__ import annotations

from rummycore._core import VERSION as __version__
from rummycore.errors import HandError, IllegalMoveError, NotationError, RulesError, RummyError, StateError

__all__ = [
    "HandError",
    "IllegalMoveError",
    "NotationError",
    "RulesError",
    "RummyError",
    "StateError",
    "__version__",
]
