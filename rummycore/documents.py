"""Read JSON documents. Each function returns a value of the right type or raises an error that names the fault."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from rummycore.errors import NotationError, StateError, brief


def parse_json(source: str | bytes, what: str) -> Any:
    """Return what a JSON text holds. NotationError if it is no JSON."""
    try:
        return json.loads(source, object_pairs_hook=_once)
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        why = str(error)
    except RecursionError:
        why = "it is nested too deeply"
    except ValueError:
        why = "a number in it has too many digits"
    raise NotationError("json", what=what, why=why)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object as a dict. NotationError if a key stands in it twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise NotationError("key_twice", key=brief(next(key for key in keys if keys.count(key) > 1)))
    return found


def document(data: object, what: str, required: Iterable[str], *, game: str = "") -> dict[str, Any]:
    """Return a JSON object as a dict. Its `game`, `format` and keys are checked; StateError names what is wrong."""
    data = mapping(data, what)
    if game and data.get("game", game) != game:
        raise StateError("game", what=what, given=brief(data["game"]), game=game)
    needed = {"format", *required}
    for key in data:
        if key not in needed:
            raise StateError("unknown_key", what=what, key=brief(key))
    for key in sorted(needed):
        if key not in data:
            raise StateError("missing_key", what=what, key=brief(key))
    if type(data["format"]) is not int or data["format"] != 1:
        raise StateError("format", what=what, given=brief(data["format"]), wanted=1)
    return dict(data)


def mapping(value: object, what: str) -> Mapping[str, Any]:
    """Return an object. StateError for anything else."""
    if not isinstance(value, Mapping):
        raise StateError("type", what=what, wanted="an object", given=type(value).__name__)
    return value


def number(value: object, what: str, low: int, high: int) -> int:
    """Return a whole number that lies in low..high. StateError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise StateError("type", what=what, wanted="a whole number", given=type(value).__name__)
    if not low <= value <= high:
        raise StateError("outside", what=what, given=value, wanted=f"{low}..{high}")
    return value


def text(value: object, what: str) -> str:
    """Return a text. StateError for anything else."""
    if not isinstance(value, str):
        raise StateError("type", what=what, wanted="a text", given=type(value).__name__)
    return value


def array(value: object, what: str) -> list[Any]:
    """Return a list. StateError for anything else."""
    if not isinstance(value, list):
        raise StateError("type", what=what, wanted="a list", given=type(value).__name__)
    return value
