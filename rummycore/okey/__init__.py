"""Okey, the Turkish tile game: hands, rounds, views, settlement, matches and records (rules in docs/okey.md).

>>> from rummycore import okey
>>> state = okey.deal(seed=7)
>>> state.play("discard " + str(state.hand(state.turn)[0]))
Event(seat=1, move=Move('discard r1'), tile=Tile('r1'))
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from rummycore.analysis import Discard, Nearest
from rummycore.game import Game
from rummycore.okey import batch
from rummycore.okey.bots import Bot, random_bot, simple_bot
from rummycore.okey.hand import (
    Analysis,
    Arrangement,
    Finish,
    Verdict,
    Win,
    analyze,
    arrange,
    arrangements,
    check_declaration,
    meld,
    melds,
    win,
)
from rummycore.okey.match import Match, MatchEvent
from rummycore.okey.notation import Event, F, Meld, MeldKind, Move, Tile, Tiles, okey_of, tiles
from rummycore.okey.options import CLASSIC, DEDUCT, DEDUCT_30, PARTNERS, PRESETS, Rules
from rummycore.okey.outcome import Ending, Outcome, Source
from rummycore.okey.record import Record
from rummycore.okey.round import State, deal, replay
from rummycore.okey.settlement import Cause, Reason, Settlement, settle
from rummycore.okey.view import Phase, View
from rummycore.values import Counts

GAME: Final = Game(
    presets=PRESETS,
    deal=deal,
    state=State,
    match=Match,
    tables=batch.Tables,
    bots=MappingProxyType({"simple": simple_bot}),
)
"""The game as a value, for whatever runs rounds and knows no game."""

__all__ = [
    "CLASSIC",
    "DEDUCT",
    "DEDUCT_30",
    "GAME",
    "PARTNERS",
    "PRESETS",
    "Analysis",
    "Arrangement",
    "Bot",
    "Cause",
    "Counts",
    "Discard",
    "Ending",
    "Event",
    "F",
    "Finish",
    "Match",
    "MatchEvent",
    "Meld",
    "MeldKind",
    "Move",
    "Nearest",
    "Outcome",
    "Phase",
    "Reason",
    "Record",
    "Rules",
    "Settlement",
    "Source",
    "State",
    "Tile",
    "Tiles",
    "Verdict",
    "View",
    "Win",
    "analyze",
    "arrange",
    "arrangements",
    "batch",
    "check_declaration",
    "deal",
    "meld",
    "melds",
    "okey_of",
    "random_bot",
    "replay",
    "settle",
    "simple_bot",
    "tiles",
    "win",
]
