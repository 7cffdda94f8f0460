"""Build script of the extension rummycore._rummycore: its cdef is the marked regions of the public headers."""

from __future__ import annotations

import os
import re
import shlex
import sys
from pathlib import Path

from cffi import FFI

CSRC = Path("csrc")  # builds run in the root of the tree
GAMES = re.findall(r'#include "(\w+/\w+\.h)"', (CSRC / "games.h").read_text(encoding="utf-8"))
HEADERS = [CSRC / "rummycore.h", *(CSRC / game for game in GAMES)]


def cdef() -> str:
    """Return what lies between the marks of the headers, without RUMMY_API."""
    texts = [path.read_text(encoding="utf-8") for path in HEADERS]
    regions = [text.split("/* cdef-begin */")[1].split("/* cdef-end */")[0] for text in texts]
    return re.sub(r"\bRUMMY_API\b", "", "".join(regions))


windows = sys.platform == "win32"
ldflags = ["-Wl,-s"] if sys.platform == "linux" else []  # no symbols in the wheel
cflags = ["/O2", "/std:c11"] if windows else ["-std=c11", "-O3", "-fvisibility=hidden", "-Wall", "-Wextra"]

ffibuilder = FFI()
ffibuilder.cdef(cdef())
ffibuilder.set_source(
    "rummycore._rummycore",
    '#include "rummycore.h"',
    sources=sorted(path.as_posix() for path in CSRC.rglob("*.c")),
    include_dirs=[CSRC.as_posix()],
    depends=sorted(path.as_posix() for path in CSRC.rglob("*.h")),
    define_macros=[("RUMMY_API", "")],
    extra_compile_args=cflags + shlex.split(os.environ.get("RUMMYCORE_CFLAGS", "")),
    extra_link_args=ldflags + shlex.split(os.environ.get("RUMMYCORE_LDFLAGS", "")),
)
