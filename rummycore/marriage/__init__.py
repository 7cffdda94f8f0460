"""Marriage, the Nepali card game: hands, rounds, views, maal, payments, matches and records (rules in
docs/marriage.md).

>>> from rummycore import marriage
>>> state = marriage.deal(seed=7)
>>> state.play("done")
Event(seat=1, move=Move('done'), card=None)
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from rummycore.analysis import Discard, Nearest
from rummycore.game import Game
from rummycore.marriage import batch
from rummycore.marriage.bots import Bot, random_bot, simple_bot
from rummycore.marriage.hand import (
    AFTER_SEEING,
    TO_SEE,
    WHOLE_HAND,
    Analysis,
    Distances,
    Finish,
    Goal,
    Item,
    Maal,
    MaalItem,
    Route,
    Verdict,
    Win,
    analyze,
    check_declaration,
    maal,
    meld,
    roles,
)
from rummycore.marriage.match import Match, MatchEvent
from rummycore.marriage.notation import HIDDEN, Card, Cards, ComboKind, Event, M, Meld, Move, cards
from rummycore.marriage.options import NEPAL, PAGAT, PRESETS, Rules
from rummycore.marriage.outcome import Ending, Outcome
from rummycore.marriage.record import Record
from rummycore.marriage.round import State, deal, replay
from rummycore.marriage.settlement import Cause, Reason, Settlement, settle
from rummycore.marriage.view import Phase, View
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
    "AFTER_SEEING",
    "GAME",
    "HIDDEN",
    "NEPAL",
    "PAGAT",
    "PRESETS",
    "TO_SEE",
    "WHOLE_HAND",
    "Analysis",
    "Bot",
    "Card",
    "Cards",
    "Cause",
    "ComboKind",
    "Counts",
    "Discard",
    "Distances",
    "Ending",
    "Event",
    "Finish",
    "Goal",
    "Item",
    "M",
    "Maal",
    "MaalItem",
    "Match",
    "MatchEvent",
    "Meld",
    "Move",
    "Nearest",
    "Outcome",
    "Phase",
    "Reason",
    "Record",
    "Route",
    "Rules",
    "Settlement",
    "State",
    "Verdict",
    "View",
    "Win",
    "analyze",
    "batch",
    "cards",
    "check_declaration",
    "deal",
    "maal",
    "meld",
    "random_bot",
    "replay",
    "roles",
    "settle",
    "simple_bot",
]
