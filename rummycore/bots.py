"""What the bots of every game have in common. A bot is a function of a View, so it knows only what its seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any, ClassVar, Generic, Protocol, SupportsIndex, TypeVar

from rummycore.chance import Random
from rummycore.errors import StateError
from rummycore.notation import Word

Move = TypeVar("Move", bound=Word)
Move_co = TypeVar("Move_co", bound=Word, covariant=True)


class HasMoves(Protocol[Move_co]):
    """What every bot needs of a view."""

    def legal_moves(self) -> Sequence[Move_co]:
        """Return the legal moves of the view's seat; none if it is not to act."""
        ...


def moves_of(view: HasMoves[Move]) -> Sequence[Move]:
    """Return the moves to choose from. StateError if the view's seat is not to act."""
    moves = view.legal_moves()
    if not moves:
        raise StateError("not_to_act")
    return moves


class RandomBot(Generic[Move]):
    """A bot that plays any legal move, each equally likely. The same seed gives the same moves.

    It can be copied, compared and pickled, and threads may share it.
    """

    __slots__ = ("_lock", "_random")

    def __init__(self, seed: SupportsIndex) -> None:
        self._random = Random(seed)
        self._lock = Lock()

    def __call__(self, view: HasMoves[Move]) -> Move:
        moves = moves_of(view)
        with self._lock:
            return moves[self._random.below(len(moves))]

    def copy(self) -> RandomBot[Move]:
        """Return a bot that will play the same and shares nothing with this one."""
        return self.__copy__()

    def __eq__(self, other: object) -> bool:
        return self.__getstate__() == other.__getstate__() if isinstance(other, RandomBot) else NotImplemented

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __getstate__(self) -> tuple[int, ...]:
        return self._random.words

    def __setstate__(self, words: tuple[int, ...]) -> None:
        self.__init__(0)  # type: ignore[misc]
        self._random.words = words

    def __copy__(self) -> RandomBot[Move]:
        twin: RandomBot[Move] = RandomBot(0)
        twin.__setstate__(self.__getstate__())
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> RandomBot[Move]:
        return self.__copy__()
