"""The public header: the shared part and that of each game."""

from __future__ import annotations

from pathlib import Path

from rummycore._core import lib
from rummycore.game import games

ROOT = Path(__file__).parents[1]
GAMES = {game: (ROOT / "csrc" / game / f"{game}.h").read_text(encoding="utf-8") for game in games()}
HEADER = (ROOT / "csrc" / "rummycore.h").read_text(encoding="utf-8") + "".join(GAMES.values())
CDEF = "".join(part.split("/* cdef-end */")[0] for part in HEADER.split("/* cdef-begin */")[1:])
LIB = {name: getattr(lib, name) for name in dir(lib)}
