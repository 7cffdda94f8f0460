"""The errors of rummycore. Every one says in `code` what went wrong, in one word, and in
`sentence` with which thing.
"""

from __future__ import annotations

from typing import Any, Final

LONGEST: Final = 300  # characters of a sentence


def one_line(text: str) -> str:
    """Return a text as one line of at most 300 characters that can be printed."""
    if len(text) > LONGEST:
        text = text[: LONGEST - 3] + "..."
    return text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)


class RummyError(Exception):
    """Anything rummycore refuses.

    `str(error)` is the sentence, one line of at most 300 characters. `pieces` are the tiles or cards at fault, if any.
    """

    def __init__(self, code: str, sentence: str, pieces: tuple[Any, ...] = ()) -> None:
        sentence = one_line(sentence)
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
