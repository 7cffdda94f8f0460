"""The JSON Schema of the wire form (docs/wire.md), made from the types of the values that have one."""

from __future__ import annotations

import json
import types
from importlib import import_module
from typing import Any, Final, Union, get_args, get_origin

from rummycore.errors import LONGEST
from rummycore.game import Game, games
from rummycore.options import Options
from rummycore.values import Choice, Counts
from rummycore.views import BaseView
from rummycore.wire import Wire, told_types, types_of

SEED: Final = {"type": "string", "pattern": "^[0-9]{1,20}$"}
_PLAIN: Final = {bool: "boolean", int: "integer", str: "string"}


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of everything that is sent or saved.

    Each form is a definition: `okey.View`, `marriage.Event`, `Error` and so on. The package ships it as the file
    wire.schema.json.

    >>> sorted(name for name in schema()["$defs"] if "." not in name)
    ['Error', 'MatchEnd', 'Standing']
    """
    made = _Schema()
    for name, game in games().items():
        made.add_game(name, game)
    made.defs["Error"] = _error()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The wire form of rummycore",
        "$defs": dict(sorted(made.defs.items())),
    }


def text() -> str:
    """Return the schema as it stands in the file wire.schema.json."""
    return json.dumps(schema(), indent=1) + "\n"


class _Schema:
    """Definitions, as far as they are made. `game` is the game whose values are being described."""

    def __init__(self) -> None:
        self.defs: dict[str, Any] = {}
        self.game = ""

    def add_game(self, name: str, game: Game) -> None:
        self.game, package = name, import_module(f"rummycore.{name}")
        for public in package.__all__:
            kind = getattr(package, public)
            if isinstance(kind, type) and issubclass(kind, Wire) and not getattr(kind, "__parameters__", ()):
                self.of(kind)
        self.defs[f"{name}.Record"] = self._record(game)
        self.defs[f"{name}.Match"] = self._match(game)

    def of(self, kind: Any) -> dict[str, Any]:
        """Return the schema of a type."""
        origin, args = get_origin(kind), get_args(kind)
        if origin in (Union, types.UnionType):
            return {"anyOf": [self.of(arg) for arg in args if arg is not type(None)] + [{"type": "null"}]}
        if origin is tuple and args[-1] is Ellipsis:
            return {"type": "array", "items": self.of(args[0])}
        if origin is tuple:
            return {
                "type": "array",
                "prefixItems": [self.of(arg) for arg in args],
                "items": False,
                "minItems": len(args),
            }
        if origin is dict:
            return {"type": "object", "propertyNames": self.of(args[0]), "additionalProperties": self.of(args[1])}
        if origin is Counts:
            return {"type": "object", "propertyNames": self.of(args[0]), "additionalProperties": _whole(0)}
        cls = origin or kind
        if cls in _PLAIN:
            return {"type": _PLAIN[cls]}
        owner = cls.__module__.split(".")[1]
        of_game = owner if owner in games() else self.game if args else ""
        name = f"{of_game}.{cls.__name__}" if of_game else cls.__name__
        if name not in self.defs:
            self.defs[name] = {}  # a type that holds itself finds its name
            self.defs[name] = self._definition(kind, cls)
        return {"$ref": f"#/$defs/{name}"}

    def _definition(self, kind: Any, cls: Any) -> dict[str, Any]:
        if issubclass(cls, Choice):
            return {"enum": [str(choice) for choice in cls]}
        if issubclass(cls, Options):
            return self._rules(cls)
        if hasattr(cls, "texts"):
            return {"enum": list(cls.texts)}
        if not issubclass(cls, Wire) or not hasattr(cls, "from_dict") or hasattr(cls, "parse"):
            return {"type": "string"}
        told = {name: self.of(hint) for name, hint in told_types(kind).items()}
        fields = {name: self.of(field) for name, field in types_of(kind).items()}
        if issubclass(cls, BaseView):
            fields = {"format": {"const": 1}, "game": {"const": cls.game}, **fields}
        may_lack = {"rules", "history"} if issubclass(cls, BaseView) else set()
        return _object(cls, {**fields, **told}, set(fields) - may_lack)

    def _rules(self, cls: type[Options]) -> dict[str, Any]:
        options: dict[str, Any] = {"format": {"const": 1}}
        for option in cls.options():
            about = option.metadata
            least, _, greatest = about.get("range", "").partition("..")
            if "choice" in about:
                value: dict[str, Any] = {"enum": [str(choice) for choice in about["choice"]]}
            elif "switch" in about:
                value = {"type": "boolean"}
            else:
                value = {"type": "integer", "minimum": int(least), "maximum": int(greatest)}
            if "table" in about:
                value = {"type": "array", "items": value, "minItems": 1, "maxItems": about["table"]}
            options[option.name] = {"anyOf": [value, {"type": "null"}]} if about.get("auto") else value
        return _object(cls, options, set())

    def _record(self, game: Game) -> dict[str, Any]:
        record: Any = game.record
        extra = types_of(record)[record.extra]
        keys = {record.extra: SEED if extra is int else self.of(extra), "deck": {"type": "string"}}
        keys["moves"] = {"type": "array", "items": self.of(game.move)}
        return _object(record, {**self._head(game), **keys})

    def _match(self, game: Game) -> dict[str, Any]:
        moves = {"type": "array", "items": self.of(game.move)}
        own = {
            "seed": SEED,
            "deck": {"type": "string"},
            "rules": self.of(game.rules),
            "sitting_out": {"type": "array", "items": _whole(0)},
            "fouls": {"type": "array", "items": _whole(0)},
        }
        dealt = {"type": "object", "properties": {**own, "moves": moves}, "required": ["moves"]}
        rounds = {"type": "array", "items": {"anyOf": [moves, {**dealt, "additionalProperties": False}]}}
        return _object(game.match, {**self._head(game), "seed": SEED, "max_rounds": _whole(1), "rounds": rounds})

    def _head(self, game: Game) -> dict[str, Any]:
        """Return the keys that records and matches have in common."""
        players = {"type": "integer", "minimum": game.players[0], "maximum": game.players[-1]}
        head = {"format": {"const": 1}, "game": {"const": game.name}, "rules_version": _whole(0)}
        return {**head, "rules": self.of(game.rules), "players": players, "dealer": _whole(0)}


def _whole(least: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": least}


def _object(cls: type, keys: dict[str, Any], required: set[str] | None = None) -> dict[str, Any]:
    about = " ".join((cls.__doc__ or "").split("\n\n")[0].split())
    needed = [key for key in keys if required is None or key in required]
    return {
        "description": about,
        "type": "object",
        "properties": keys,
        "required": needed,
        "additionalProperties": False,
    }


def _error() -> dict[str, Any]:
    line = {"type": "string", "maxLength": LONGEST}
    keys = {
        "class": {"enum": sorted(("HandError", "IllegalMoveError", "NotationError", "RulesError", "StateError"))},
        "code": {"type": "string"},
        "fields": {"type": "object", "additionalProperties": {"type": ["string", "integer", "boolean", "null"]}},
        "places": {"type": "array", "items": {"type": "string"}},
        "pieces": {"type": "array", "items": {"type": "string"}},
        "sentence": line,
    }
    return {
        "description": "What rummycore refuses, and why (docs/errors.md).",
        "type": "object",
        "properties": keys,
        "required": list(keys),
        "additionalProperties": False,
    }
