"""rummycore: an embeddable engine for rummy-family games.

`from rummycore import okey` gives the Turkish tile game Okey, `from rummycore import marriage` the Nepali card game
Marriage. Both have hands, rounds, views, settlement, matches, records, batches and bots, under the same names.
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
