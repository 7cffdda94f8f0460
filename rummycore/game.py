"""A game as a value, for what runs rounds and knows no game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from rummycore import _core
from rummycore.matches import BaseMatch
from rummycore.notation import BasePiece, Word
from rummycore.options import Options
from rummycore.records import BaseRecord
from rummycore.rounds import AnyRound
from rummycore.tables import Tables


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game: its pieces and moves, its deal, rounds, records, matches and tables, and its bots.

    `presets` are rules by name; the first are the default. `bots` are bots by name; a bot is a function of a View.
    """

    presets: Mapping[str, Options]
    deal: Callable[..., AnyRound]
    state: type[AnyRound]
    match: type[BaseMatch[Any, Any, Any]]
    tables: type[Tables[Any, Any, Any, Any]]
    bots: Mapping[str, Callable[[Any], Any]]

    @property
    def name(self) -> str:
        """The name of the game, in lower case."""
        return self.state._engine.game

    @property
    def piece(self) -> type[BasePiece]:
        """The class of its tiles or cards."""
        return self.state._engine.piece

    @property
    def move(self) -> type[Word]:
        """The class of its moves."""
        return self.state._engine.move

    @property
    def rules(self) -> type[Options]:
        """The class of its rules."""
        return self.state._engine.rules

    @property
    def record(self) -> type[BaseRecord]:
        """The class of its records."""
        return self.state._engine.record

    def replay(self, record: Any) -> AnyRound:
        """Play the moves of a record and return the state. IllegalMoveError names the first illegal move, from 1."""
        return self.state._replay(record)

    @property
    def players(self) -> range:
        """The numbers of players that there can be."""
        return range(2, int(_core.game(self.name).seats) + 1)


@cache
def games() -> Mapping[str, Game]:
    """Return every game by its name, in the order of C. It is the constant GAME of the package of that name."""
    return {name: import_module(f"rummycore.{name}").GAME for name in _core.game_names()}
