"""The errors of rummycore. Every one says in `code` what went wrong, in one word, and in `sentence` with which thing."""

from __future__ import annotations

from typing import Any


class RummyError(Exception):
    """Anything rummycore refuses. `str(error)` is the sentence; `pieces` are the tiles or cards at fault, where there are some."""

    def __init__(self, code: str, sentence: str, pieces: tuple[Any, ...] = ()) -> None:
        super().__init__(code, sentence, pieces)
        self.code = code
        self.sentence = sentence
        self.pieces = pieces

    def __str__(self) -> str:
        return self.sentence


class NotationError(RummyError, ValueError):
    """A text or number names no tile, card, move or meld."""


class HandError(RummyError, ValueError):
    """Tiles or cards that cannot be held, or not so many of them."""


class RulesError(RummyError, ValueError):
    """Options outside their range, or that cannot be played together."""


class StateError(RummyError, ValueError):
    """A deck, points, seat, seed or saved round that cannot be."""


class IllegalMoveError(RummyError, ValueError):
    """A move that may not be played now."""
