"""Many tables of Marriage at once: `marriage.batch.Tables`."""

from __future__ import annotations

from typing import ClassVar

from rummycore import tables
from rummycore.marriage.cards import Move
from rummycore.marriage.hands import rules_or_default
from rummycore.marriage.rules import Rules
from rummycore.marriage.state import State, deal
from rummycore.marriage.view import View


class Tables(tables.Tables[Rules, Move, State, View]):
    __doc__ = tables.Tables.__doc__

    __slots__ = ()
    _game: ClassVar[str] = "marriage"
    _move = Move
    _deal = staticmethod(deal)
    _default = staticmethod(rules_or_default)
