"""A game as a value, for what runs rounds and knows no game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from rummycore import _core
from rummycore.matches import BaseMatch
from rummycore.notation import Word
from rummycore.options import Options
from rummycore.records import BaseRecord
from rummycore.rounds import AnyRound
from rummycore.tables import Tables


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game: its pieces and moves, its deal, rounds, records, matches and tables, and its bots.

    `presets` are rules by name; the first are the default. `bots` are bots by name; a bot is a function of a View.
    """

    name: str
    piece: type[Word]
    move: type[Word]
    rules: type[Options]
    presets: Mapping[str, Options]
    deal: Callable[..., AnyRound]
    replay: Callable[[Any], AnyRound]
    state: type[AnyRound]
    record: type[BaseRecord]
    match: type[BaseMatch[Any, Any, Any]]
    tables: type[Tables[Any, Any, Any, Any]]
    bots: Mapping[str, Callable[[Any], Any]]

    @property
    def players(self) -> range:
        """The numbers of players that there can be."""
        return range(2, int(_core.game(self.name).seats) + 1)


@cache
def games() -> Mapping[str, Game]:
    """Return every game by its name, in the order of C. It is the constant GAME of the package of that name."""
    return {name: import_module(f"rummycore.{name}").GAME for name in _core.game_names()}
