"""JSON values beside the schema that the package ships."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from importlib import resources
from typing import Any

from jsonschema import Draft202012Validator

MANY = 400
FILE = resources.files("rummycore") / "wire.schema.json"


@cache
def document() -> Any:
    """Return the schema that is shipped."""
    return json.loads(FILE.read_text(encoding="utf-8"))


@cache
def validator(name: str) -> Draft202012Validator:
    """Return what checks JSON values by one definition of the schema."""
    assert name in document()["$defs"], name
    return Draft202012Validator({**document(), "$ref": f"#/$defs/{name}"})


def form_of(value: Any) -> str:
    """Return the name of the definition of a value: of its class, with the game before it where it is of one."""
    owner = type(value).__module__.split(".")[1]
    names = (f"{owner}.{type(value).__name__}", type(value).__name__)
    return next((name for name in names if name in document()["$defs"]), names[0])


checked: Counter[str] = Counter()


def check(name: str, data: Any) -> None:
    """Fail unless JSON values are of a form. Of many, every tenth is looked at: it takes milliseconds."""
    checked[name] += 1
    if checked[name] > MANY and checked[name] % 10:
        return
    errors = [f"{error.json_path}: {error.message[:200]}" for error in validator(name).iter_errors(data)]
    assert not errors, (name, errors[:3])
