"""Read JSON documents. Each function returns a value of the right type or raises an error that names the fault."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from rummycore._core import brief
from rummycore.errors import NotationError, StateError


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
    raise NotationError("json", f"{what} is no JSON: {why}")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object as a dict. NotationError if a key stands in it twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise NotationError("json", f"the key {brief(next(key for key in keys if keys.count(key) > 1))} stands twice")
    return found


def document(data: object, what: str, required: Iterable[str], optional: Iterable[str] = ()) -> dict[str, Any]:
    """Return a JSON object as a dict. Its `format` and keys are checked; StateError names what is wrong."""
    if not isinstance(data, Mapping):
        raise StateError("document", f"{what} must be an object, not {type(data).__name__}")
    needed = {"format", *required}
    for key in data:
        if key not in needed and key not in optional:
            raise StateError("unknown_key", f"{what} has an unknown key {brief(key)}")
    for key in sorted(needed):
        if key not in data:
            raise StateError("missing_key", f"{what} lacks the key {key!r}")
    if type(data["format"]) is not int or data["format"] != 1:
        raise StateError("format", f"{what} has format {brief(data['format'])}, only 1 can be read")
    return dict(data)


def number(value: object, what: str, low: int, high: int) -> int:
    """Return a whole number that lies in low..high. StateError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise StateError("document", f"{what} must be a whole number, not {type(value).__name__}")
    if not low <= value <= high:
        raise StateError("document", f"{what} is {brief(value)}, outside {low}..{high}")
    return value


def text(value: object, what: str) -> str:
    """Return a text. StateError for anything else."""
    if not isinstance(value, str):
        raise StateError("document", f"{what} must be a text, not {type(value).__name__}")
    return value


def array(value: object, what: str) -> list[Any]:
    """Return a list. StateError for anything else."""
    if not isinstance(value, list):
        raise StateError("document", f"{what} must be a list, not {type(value).__name__}")
    return value
