"""Many tables of Marriage at once: `marriage.batch.Tables`."""

from __future__ import annotations

from typing import ClassVar

from rummycore import tables
from rummycore.marriage.hand import rules_or_default
from rummycore.marriage.notation import Move
from rummycore.marriage.options import Rules
from rummycore.marriage.round import State, deal
from rummycore.marriage.view import View


class Tables(tables.Tables[Rules, Move, State, View]):
    __doc__ = tables.Tables.__doc__

    __slots__ = ()
    _game: ClassVar[str] = "marriage"
    _move = Move
    _deal = staticmethod(deal)
    _default = staticmethod(rules_or_default)
