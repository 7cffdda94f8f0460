"""What tests with planted engine bugs have in common: a build of csrc with one piece of text exchanged, loaded as a library."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sysconfig
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from cffi import FFI

CSRC = Path(__file__).parent.parent / "csrc"


class Asked(Protocol):
    """A question with its right answer: numbers."""

    @property
    def answer(self) -> tuple[int, ...]: ...


Question = TypeVar("Question", bound=Asked)


def declarations() -> FFI:
    """Return an FFI that knows the header."""
    region = (CSRC / "rummycore.h").read_text(encoding="utf-8").split("/* cdef-begin */")[1].split("/* cdef-end */")[0]
    found = FFI()
    found.cdef(re.sub(r"\bRUMMY_API\b", "", region))
    return found


def build(
    ffi: FFI, folder: Path, file: str = "", old: str = "", new: str = "", *, sources: str = "", optimise: str = "-O1"
) -> Any:
    """Compile csrc in a folder, with one piece of text exchanged if a file is named, and return the loaded library. Of the C files only
    those that begin with one of the words in `sources`, if there are any."""
    for path in [*CSRC.glob("*.c"), *CSRC.glob("*.h")]:
        text = path.read_text(encoding="utf-8")
        if path.name == file:
            assert text.count(old) == 1, f"{file} has {text.count(old)} times: {old}"
            text = text.replace(old, new)
        (folder / path.name).write_text(text, encoding="utf-8")
    compiler = ["cc"] if shutil.which("cc") else shlex.split(sysconfig.get_config_var("CC"))
    names = sorted(path.name for path in folder.glob("*.c") if path.name.startswith(tuple(sources.split()) or ""))
    plain = {
        name: value for name, value in os.environ.items() if name != "LD_PRELOAD"
    }  # no sanitizer inside the compiler
    command = [*compiler, "-std=c11", optimise, "-fPIC", "-shared", "-o", "engine.so", *names]
    done = subprocess.run(command, cwd=folder, env=plain, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return ffi.dlopen(str(folder / "engine.so"))


def set_options(lib: Any, native: Any, prefix: str, rules: Mapping[str, object]) -> None:
    """Set options of a C struct: words as the enumerators with this prefix, None as no limit, the rest as it is."""
    for name, value in rules.items():
        if isinstance(value, str):
            setattr(native, name, getattr(lib, f"{prefix}_{name}_{value}".upper()))
        elif value is None:
            setattr(native, name, lib.RUMMY_AUTO)
        else:
            setattr(native, name, int(value) if isinstance(value, bool) else value)


def mismatch(ask: Callable[[Question], tuple[int, ...]], questions: Sequence[Question]) -> Question | None:
    """Return the first question to which the answer differs from the right one, None if there is none."""
    return next((question for question in questions if ask(question) != question.answer), None)
