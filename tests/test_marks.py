"""The points in the C files where bugs can be planted, and the bugs that are: each serves the other."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from planted import Bug, planted, points

BUGS: list[Bug] = [
    bug for path in sorted(Path(__file__).parent.glob("test_*_planted.py")) for bug in import_module(path.stem).BUGS
]


def test_every_point_has_a_name_of_its_own_and_a_bug() -> None:
    """No two points have one name, and at each at least one bug is planted."""
    names = [point for point, _, _ in points()]
    assert len(set(names)) == len(names)
    assert set(names) == {bug.point for bug in BUGS}


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: f"{bug.point}: {bug.what}")
def test_every_bug_changes_its_line(bug: Bug) -> None:
    """What a bug exchanges stands on the line of its point once, and changes the file."""
    path, text = planted(bug)
    assert text != path.read_text(encoding="utf-8")
