"""What tests with planted engine bugs have in common: the bugs, builds with one bug each, and questions to them.

In the C files a comment `/* plant: name */` ends each line where a bug can be planted.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sysconfig
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import pytest
from cffi import FFI

CSRC = Path(__file__).parent.parent / "csrc"
COMPILER = ["cc"] if shutil.which("cc") else shlex.split(sysconfig.get_config_var("CC"))
ENVIRONMENT = {
    name: value for name, value in os.environ.items() if name != "LD_PRELOAD"
}  # a compiler without sanitizers


# ------------------------------------------------------------------------------
# Bugs
# ------------------------------------------------------------------------------


class Bug(NamedTuple):
    """What goes wrong, the point where, what stands on that line once, and what stands there instead."""

    what: str
    point: str
    old: str
    new: str


@cache
def points() -> list[tuple[str, Path, int]]:
    """Return each point where a bug can be planted: its name, the file and the index of the line."""
    return [
        (point, path, at)
        for path in sorted(CSRC.rglob("*.[ch]"))
        for at, line in enumerate(path.read_text(encoding="utf-8").split("\n"))
        for point in re.findall(r"/\* plant: (\S+) \*/", line)
    ]


def planted(bug: Bug) -> tuple[Path, str]:
    """Return the file in which a bug is planted, and the text of the file with the bug in it."""
    ((path, at),) = [(path, at) for point, path, at in points() if point == bug.point]
    lines = path.read_text(encoding="utf-8").split("\n")
    assert lines[at].count(bug.old) == 1, (
        f"{path.name} has {lines[at].count(bug.old)} times in line {at + 1}: {bug.old}"
    )
    lines[at] = lines[at].replace(bug.old, bug.new)
    return path, "\n".join(lines)


# ------------------------------------------------------------------------------
# Builds
# ------------------------------------------------------------------------------


def declarations() -> FFI:
    """Return an FFI that knows the header."""
    headers = [
        CSRC / "rummycore.h",
        *(folder / f"{folder.name}.h" for folder in sorted(CSRC.iterdir()) if folder.is_dir()),
    ]
    parts = [path.read_text(encoding="utf-8").split("/* cdef-begin */")[1] for path in headers]
    region = "".join(part.split("/* cdef-end */")[0] for part in parts)
    found = FFI()
    found.cdef(re.sub(r"\bRUMMY_API\b", "", region))
    return found


def run(command: Sequence[object]) -> None:
    done = subprocess.run(list(map(str, command)), env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


class Builder:
    """Builds the library in a folder: all of it once, and for a bug what the changed file is part of."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.ffi, self.builds = folder, declarations(), 0
        self.objects: dict[Path, Path] = {}  # of each C file
        self.parts: dict[Path, set[Path]] = {}  # the files that each C file includes, and itself
        for number, path in enumerate(sorted(CSRC.rglob("*.c"))):
            self.objects[path] = folder / f"{number}.o"
            self.compile(path, self.objects[path], CSRC, "-MMD", "-MF", folder / "parts")
            names = (folder / "parts").read_text(encoding="utf-8").replace("\\\n", " ").partition(":")[2]
            self.parts[path] = {Path(name).resolve() for name in names.split()}

    def compile(self, source: Path, out: Path, root: Path, *flags: object) -> None:
        run([*COMPILER, "-std=c11", "-O1", "-fPIC", f"-I{root}", *flags, "-c", source, "-o", out])

    def build(self, bug: Bug | None = None) -> Any:
        """Return the library with a bug in it, loaded."""
        self.builds += 1
        folder = self.folder / f"build{self.builds}"
        folder.mkdir()
        objects = dict(self.objects)
        if bug is not None:
            changed, text = planted(bug)
            tree = folder / "csrc"
            shutil.copytree(CSRC, tree)
            (tree / changed.relative_to(CSRC)).write_text(text, encoding="utf-8")
            for number, path in enumerate(path for path, parts in self.parts.items() if changed.resolve() in parts):
                objects[path] = folder / f"{number}.o"
                self.compile(tree / path.relative_to(CSRC), objects[path], tree)
        run([*COMPILER, "-shared", "-o", folder / "engine.so", *objects.values()])
        return self.ffi.dlopen(str(folder / "engine.so"))


# ------------------------------------------------------------------------------
# Questions
# ------------------------------------------------------------------------------


class Asked(Protocol):
    """A question with its right answer: numbers."""

    @property
    def answer(self) -> tuple[int, ...]: ...


@dataclass(frozen=True, slots=True)
class Question:
    """What an engine is to find out about a game: `data` is the arguments, `answer` the right numbers."""

    what: str
    rules: Mapping[str, Any]
    data: tuple[Any, ...]
    answer: tuple[int, ...]


class Engine(Protocol):
    """A build that answers questions."""

    def ask(self, question: Any) -> tuple[int, ...]:
        """Return the answer to a question, or an error code."""


def agrees(engine: Callable[[FFI, Any], Engine]) -> Callable[..., None]:
    """Return the test that without a planted bug a file's questions are answered right. Its fixture `questions` makes
    them."""

    def test(builder: Builder, questions: Sequence[Asked]) -> None:
        """Built in the same way without a planted bug, the engine gives the right answers to all questions."""
        built = engine(builder.ffi, builder.build())
        for question in questions:
            assert built.ask(question) == question.answer, question

    return test


def catches(bugs: Sequence[Bug], engine: Callable[[FFI, Any], Engine]) -> Callable[..., None]:
    """Return the test that a file's questions find each of its bugs."""

    @pytest.mark.parametrize("bug", bugs, ids=lambda bug: bug.what)
    def test(builder: Builder, questions: Sequence[Asked], bug: Bug) -> None:
        """Each planted bug gives wrong answers to some of the very questions."""
        built = engine(builder.ffi, builder.build(bug))
        assert any(built.ask(question) != question.answer for question in questions)

    return test


def set_options(lib: Any, native: Any, prefix: str, rules: Mapping[str, object]) -> None:
    """Set options of a C struct: words as the enumerators with this prefix, None as no limit, the rest as it is."""
    for name, value in rules.items():
        if isinstance(value, str):
            setattr(native, name, getattr(lib, f"{prefix}_{name}_{value}".upper()))
        elif value is None:
            setattr(native, name, lib.RUMMY_AUTO)
        else:
            setattr(native, name, int(value) if isinstance(value, bool) else value)
