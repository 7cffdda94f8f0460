"""A value of an option, and what it changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Scene: TypeAlias = Callable[[Any], object]  # what happens under rules


@dataclass(frozen=True)
class Case:
    """A value of an option, a scene in which it matters, and the scene's result without it and with it.

    `base` stands on both sides, `more` beside the value alone, `less` where it is left out.
    """

    name: str
    value: Any
    scene: Scene
    default: object
    other: object
    base: dict[str, Any] = field(default_factory=dict)
    more: dict[str, Any] = field(default_factory=dict)
    less: dict[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return f"{self.name}={self.value}".replace(" ", "")
