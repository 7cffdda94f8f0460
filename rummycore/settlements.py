"""What the settlements of every game have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from rummycore.wire import Wire

Reason = TypeVar("Reason")


@dataclass(frozen=True, slots=True)
class BaseSettlement(Wire, Generic[Reason]):
    """What a round changes, seat by seat.

    `payoffs` are what each seat wins or loses, `reasons` say in order what was paid and why. A game says which `points`
    there are.
    """

    payoffs: tuple[int, ...]
    points: tuple[int, ...]
    reasons: tuple[Reason, ...]
