"""Many tables of Okey at once: `okey.batch.Tables`."""

from __future__ import annotations

from typing import ClassVar

from rummycore import tables
from rummycore.okey.hand import rules_or_default
from rummycore.okey.notation import Move
from rummycore.okey.options import Rules
from rummycore.okey.round import State, deal
from rummycore.okey.view import View


class Tables(tables.Tables[Rules, Move, State, View]):
    __doc__ = tables.Tables.__doc__

    __slots__ = ()
    _game: ClassVar[str] = "okey"
    _move = Move
    _deal = staticmethod(deal)
    _default = staticmethod(rules_or_default)
