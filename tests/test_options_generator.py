"""The generator of the options: it finds games by their files, writes every place, and refuses wrong data by name."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

GENERATOR = Path(__file__).parents[1] / "csrc" / "gen_options.py"
OPTIONS: list[dict[str, Any]] = [
    {"name": "end", "rule": "X-1", "kind": "choice", "choices": ["early", "late"], "default": "late"},
    {"name": "pay", "rule": "X-2", "kind": "number", "min": 1, "max": 9, "follows": "end"}
    | {"default": {"early": 3, "late": 5}},
    {"name": "cap", "rule": "X-3", "kind": "number", "min": 0, "max": 50, "default": None, "none": "no limit"},
    {"name": "worth", "rule": "X-4", "kind": "table", "min": 0, "max": 7, "default": [1, 2, 3]},
    {"name": "open", "rule": "X-5", "kind": "switch", "default": True, "specification": "visible"},
]
for entry in OPTIONS:
    entry["about"] = f"What the {entry['name']} is for."
PLACES = {
    "csrc/gin/gin.h": "/* options-begin */\n/* options-end */\n",
    "csrc/gin/options.c": "/* options-begin */\n/* options-end */\n",
    "rummycore/gin/options.py": "# choices-begin\n# choices-end\nclass Rules:\n    # options-begin\n    # options-end\n",
    "docs/gin.md": "<!-- options-begin -->\n<!-- options-end -->\n",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a tree with the generator and one game that has nothing but the marks."""
    for place, text in PLACES.items():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(text, encoding="utf-8")
    shutil.copy(GENERATOR, tmp_path / "csrc")
    return tmp_path


def generate(tree: Path, options: list[dict[str, Any]], *arguments: str) -> tuple[int, str]:
    """Run the generator on these options; return its exit status and what it said."""
    (tree / "csrc/gin/options.json").write_text(json.dumps(options), encoding="utf-8")
    command = [sys.executable, str(tree / "csrc/gen_options.py"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_a_game_is_found_by_its_file(tree: Path) -> None:
    """The options of a game that the generator has never heard of are written to all five places."""
    assert generate(tree, OPTIONS) == (0, "")
    header, limits, python, docs = ((tree / place).read_text(encoding="utf-8") for place in PLACES)
    assert "enum { RUMMY_GIN_END_EARLY = 0, RUMMY_GIN_END_LATE = 1 };" in header
    assert "int32_t pay;      /* * X-2, 1 to 9: 3 with early, 5 with late */" in header
    assert "int32_t worth[3]; /* X-4, each 0 to 7 */" in header
    rows = ["{1}, 0, 1, -1", "{3, 5}, 1, 9, 0", "{RUMMY_AUTO}, RUMMY_AUTO, 50, -1"]
    rows += [f"{{{worth}}}, 0, 7, -1" for worth in (1, 2, 3)] + ["{1}, 0, 1, -1"]
    assert [line.split("}, /*")[0].strip()[1:] for line in limits.splitlines()[2:-2]] == rows
    assert 'class End(Choice):\n    EARLY = "early"\n    LATE = "late"\n' in python
    assert '    pay: int | None = _c.number("pay", 1, 9, auto=True)\n    """What the pay is for (X-2)."""\n' in python
    assert "| `cap` | | 0 to 50, or no limit: `None` in Python, `RUMMY_AUTO` in C | no limit | X-3 |" in docs
    assert "| `open` | `visible` | switch | `True` | X-5 |" in docs
    assert generate(tree, OPTIONS, "--check")[0] == 0


def test_a_check_names_what_differs_and_writes_nothing(tree: Path) -> None:
    """After a change of a default the check fails, names the files that hold it, and leaves them alone."""
    generate(tree, OPTIONS)
    before = {place: (tree / place).read_text(encoding="utf-8") for place in PLACES}
    status, said = generate(tree, [{**OPTIONS[0], "default": "early"}, *OPTIONS[1:]], "--check")
    assert status == 1
    assert [line.split(":")[0] for line in said.splitlines()] == ["csrc/gin/options.c", "docs/gin.md"]
    assert {place: (tree / place).read_text(encoding="utf-8") for place in PLACES} == before


@pytest.mark.parametrize(
    ("at", "change", "why"),
    [
        (0, {"default": "never"}, "'never' cannot be its default"),
        (0, {"choices": ["late"]}, "two words"),
        (0, {"kind": "word"}, "no kind 'word'"),
        (0, {"colour": 1}, "colour"),
        (1, {"follows": "start"}, "no earlier choice"),
        (1, {"default": {"early": 3}}, "a value for each of early, late"),
        (1, {"default": {"early": 3, "late": 10}}, "10 cannot be its default"),
        (1, {"min": -1}, "0 or more"),
        (2, {"none": ""}, "None cannot be its default"),
        (3, {"default": [1, 8]}, "cannot be its default"),
        (4, {"name": "end"}, "stands twice"),
        (4, {"about": "no sentence"}, "`about`"),
        (4, {"default": 1}, "1 cannot be its default"),
    ],
)
def test_data_that_cannot_be_is_refused(tree: Path, at: int, change: dict[str, Any], why: str) -> None:
    """A default that an option cannot have, or an unknown key, is refused by the name of its option."""
    options = [dict(entry) for entry in OPTIONS]
    options[at] |= change
    status, said = generate(tree, options)
    assert status == 1
    assert f"options.json: {options[at]['name']}: " in said
    assert why in said
    assert {place: (tree / place).read_text(encoding="utf-8") for place in PLACES} == PLACES
