"""The JSON of the commands is what docs/notation.md says it is, key by key."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any

import pytest

from rummycore import RummyError, marriage
from rummycore.__main__ import main
from rummycore.marriage.cli import settle_document

PAGE = (Path(__file__).parents[1] / "docs" / "notation.md").read_text(encoding="utf-8")
OKEY = "r3 r4 r5 r6 r7 y6 b6 b8 b9 b10 b11 r12 y12 b12 k12"
SEVEN_PAIRS = "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 y7"
MARRIAGE = "6h 6h 6h 3s 4s 5s Qd Kd Ad 6d Qc 8d Jd 2c 2h Ks Kc Kh Jh Js 9c 4d"
SETTLE = {"points": [12, 5, 0, 8], "seen": [True, True, False, True], "winner": 1}
COMMANDS: dict[str, list[list[str]]] = {
    "analyze okey": [["--indicator", "k2", OKEY], ["--indicator", "y6", SEVEN_PAIRS]],
    "analyze marriage": [["--tiplu", "Jc", MARRIAGE], [MARRIAGE], ["--tiplu", "Jc", "--exposed", "6h", MARRIAGE[9:]]],
    "settle marriage": [["FILE"]],
    "simulate okey": [["--rounds", "2"]],
    "simulate marriage": [["--rounds", "1"]],
}


def documented(command: str) -> dict[str, list[list[str]]]:
    """Return the keys of a command's table, in order, each with the keys of the objects in it that its row names."""
    (section,) = [part for part in PAGE.split("\n### ") if f"`rummycore {command} --json`" in part.partition("\n")[0]]
    rows = re.findall(r"^\| (`.*?) \| (.*) \|$", section, re.MULTILINE)
    out = {}
    for names, value in rows:
        for name in re.findall(r"`(\w+)`", names):
            out[name] = [re.findall(r'"(\w+)"', braces) for braces in re.findall(r"\{(.*?)\}", value)]
    return out


def objects(value: Any) -> list[dict[str, Any]]:
    """Return the objects of a value, outer ones first; `useful` has pieces for keys."""
    found = [value] if isinstance(value, dict) else []
    inside = value if isinstance(value, list) else found and [value[key] for key in value if key != "useful"]
    return found + [one for item in inside for one in objects(item)]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_keys_that_are_printed_are_documented(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command prints the keys of its table, in that order, and in inner objects the keys that its row names."""
    keys = documented(command)
    assert keys
    (tmp_path / "settle.json").write_text(json.dumps(SETTLE), encoding="utf-8")
    shown: set[str] = set()
    for arguments in COMMANDS[command]:
        words = [str(tmp_path / "settle.json") if word == "FILE" else word for word in arguments]
        assert main([*command.split(), "--json", *words]) == 0
        printed = json.loads(capsys.readouterr().out)
        assert list(printed) == list(keys)
        for key, inner in keys.items():
            found = [list(one) for one in objects(printed[key])]
            if inner:
                assert all(one in inner for one in found), key
                shown |= {key} if found else set()
    assert shown == {key for key, inner in keys.items() if inner}


def reads(key: str) -> bool:
    """Return whether a settlement may have a key."""
    try:
        settle_document({"winner": 0, key: None})
    except RummyError as error:
        return error.code != "unknown_key"
    except TypeError:
        return True
    return True


def test_the_keys_that_a_settlement_reads_are_documented() -> None:
    """The page names what `settle marriage` reads: those arguments of `marriage.settle`, and `format`."""
    (section,) = [part for part in PAGE.split("\n### ") if part.startswith("`rummycore settle marriage")]
    line = section.partition("\nIt reads ")[2].partition(".")[0]
    known = {"format", *inspect.signature(marriage.settle).parameters}
    assert set(re.findall(r"`(\w+)`", line)) == {key for key in known if reads(key)}
