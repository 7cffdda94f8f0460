"""The generator of the errors: it finds games by their files, writes enums and sentences,
and refuses wrong data by name.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

CSRC = Path(__file__).parents[1] / "csrc"
MARKS = "/* errors-begin */\n/* errors-end */\n"
SHARED: list[dict[str, Any]] = [
    {"name": "SPACE", "number": -1, "about": "too small", "says": "the buffer is too small"},
    {"name": "HELD", "number": -401, "about": "not held"},
]
GIN: list[dict[str, Any]] = [
    {"name": "HELD", "says": "the card is not in the hand"},
    {"name": "KNOCK", "number": -402, "about": "too many points", "says": "a knock needs 10 points or fewer"},
]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a tree with the generator and one game that has nothing but the marks."""
    for place in ("csrc/rummycore.h", "csrc/errors.c", "csrc/gin/gin.h", "csrc/gin/errors.c", "docs/errors.md"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(MARKS, encoding="utf-8")
    (tmp_path / "rummycore").mkdir()
    shutil.copy(CSRC.parent / "rummycore" / "errors.py", tmp_path / "rummycore")
    for script in ("gen_errors.py", "gen_options.py"):
        shutil.copy(CSRC / script, tmp_path / "csrc")
    return tmp_path


def generate(tree: Path, shared: Any, gin: Any, *arguments: str) -> subprocess.CompletedProcess[str]:
    (tree / "csrc/errors.json").write_text(json.dumps(shared), encoding="utf-8")
    (tree / "csrc/gin/errors.json").write_text(json.dumps(gin), encoding="utf-8")
    command = [sys.executable, str(tree / "csrc/gen_errors.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_codes_and_sentences_are_written(tree: Path) -> None:
    """Each table becomes an enum of its codes and the cases of its sentences; --check then finds nothing to do."""
    assert generate(tree, SHARED, GIN, "--check").returncode == 1
    assert generate(tree, SHARED, GIN).returncode == 0
    assert "RUMMY_E_HELD = -401, /* not held */" in (tree / "csrc/rummycore.h").read_text(encoding="utf-8")
    assert "HELD" not in (tree / "csrc/errors.c").read_text(encoding="utf-8")
    header = (tree / "csrc/gin/gin.h").read_text(encoding="utf-8")
    assert "enum rummy_gin_error {\n    /* moves, from -400 */\n    RUMMY_E_KNOCK = -402," in header
    assert "HELD" not in header
    said = (tree / "csrc/gin/errors.c").read_text(encoding="utf-8")
    assert 'case RUMMY_E_HELD: return "the card is not in the hand";' in said
    page = (tree / "docs/errors.md").read_text(encoding="utf-8")
    assert "| `space` | RummyError | the buffer is too small |" in page
    assert "### From C: Gin" in page
    assert "| `held` | IllegalMoveError | the card is not in the hand |" in page
    assert "| `seat` | there is no {what} {given}: the seats are 0..{last} |" in page
    assert "| `row` | row {row}: {sentence} |" in page
    assert generate(tree, SHARED, GIN, "--check").stdout == "errors: as generated\n"


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"number": -1}, "stands twice"),
        ({"name": "SPACE"}, "stands twice"),
        ({"number": -900}, "in no group"),
        ({"number": 5}, "in no group"),
        ({"number": None}, "in no group"),
        ({"says": "it ends with a stop."}, "without full stop"),
        ({"says": "x" * 201}, "up to 200"),
        ({"says": ""}, "up to 200"),
        ({"colour": "red"}, "an entry has"),
    ],
    ids=str,
)
def test_wrong_data_is_refused_by_name(tree: Path, change: dict[str, Any], named: str) -> None:
    """A table that cannot be used ends the generator with the code at fault, and nothing is written."""
    done = generate(tree, SHARED, [GIN[0], GIN[1] | change])
    assert done.returncode == 1
    assert named in done.stderr
    assert str(change.get("name", "KNOCK")) in done.stderr
    assert (tree / "csrc/gin/gin.h").read_text(encoding="utf-8") == MARKS


def test_a_sentence_for_no_code_is_refused(tree: Path) -> None:
    """A game has sentences for known codes alone."""
    assert "WHAT: it has no number" in generate(tree, SHARED, [{"name": "WHAT", "says": "what"}]).stderr
