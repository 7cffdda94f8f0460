"""Write the C library as one file: `python csrc/amalgamate.py rummycore.c`.

The file includes nothing but the standard headers. Compile it alone, or include it in a program: it is C11 and C++20.
What only one source knows by a name, and another source by the same name, gets the name of its source in front.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

CSRC = Path(__file__).parent
LOCAL = re.compile(r'^#include "([^"]+)"\n', re.MULTILINE)
FOUND = (
    re.compile(r"^(?:static|INLINE) [^;={(]*?\b(\w+)(?: =|\[|\()", re.MULTILINE),
    re.compile(r"^typedef (?:struct|enum|union) (\w+)", re.MULTILINE),
    re.compile(r"^(?:\} |typedef [^{;]*\b)(\w+);", re.MULTILINE),
)
ENUM = re.compile(r"^(?:typedef )?enum(?: \w+)? \{(.*?)\}", re.MULTILINE | re.DOTALL)
MACRO = re.compile(r"^#define (\w+)", re.MULTILINE)


def names(text: str) -> set[str]:
    """Return what a source defines for itself: functions, types, constants, enumerators."""
    found = {name for pattern in FOUND for name in pattern.findall(text)}
    for block in ENUM.findall(text):
        found.update(re.findall(r"\b([A-Za-z_]\w*)\b(?=\s*(?:=[^,]*)?(?:,|$))", re.sub(r"/\*.*?\*/", "", block)))
    return found


def headers(path: Path, seen: dict[Path, str]) -> None:
    """Add the headers that a file includes, each after those that it includes itself."""
    for name in LOCAL.findall(path.read_text(encoding="utf-8")):
        header = (path.parent / name).resolve()
        if not header.exists():
            header = (CSRC / name).resolve()
        if header not in seen:
            seen[header] = ""
            headers(header, seen)
            del seen[header]
            seen[header] = header.read_text(encoding="utf-8")


def public(path: Path) -> str:
    """Return a public header with the headers that it includes in the places where it does."""
    text = path.read_text(encoding="utf-8")
    return LOCAL.sub(lambda m: "" if m[1].endswith("rummycore.h") else public(CSRC / m[1]), text)


def amalgamation() -> Iterator[str]:
    sources = sorted(CSRC.rglob("*.c"))
    private: dict[Path, str] = {}
    for path in sources:
        headers(path, private)
    open_to_all = public(CSRC / "rummycore.h")
    private = {path: text for path, text in private.items() if text not in open_to_all and path.name != "rummycore.h"}
    yield "/* The C library of rummycore in one file, written by csrc/amalgamate.py. */\n"
    yield open_to_all
    for text in private.values():
        yield LOCAL.sub("", text)
    taken = Counter(name for text in private.values() for name in names(text) | set(MACRO.findall(text)))
    own = {path: names(path.read_text(encoding="utf-8")) for path in sources}
    taken.update(name for found in own.values() for name in found)
    for path in sources:
        text = path.read_text(encoding="utf-8")
        prefix = "_".join(path.relative_to(CSRC).with_suffix("").parts)
        twice = sorted(name for name in own[path] if taken[name] > 1)
        yield f"\n/* {path.relative_to(CSRC).as_posix()} */\n"
        yield "".join(f"#define {name} {prefix}_{name}\n" for name in twice)
        yield LOCAL.sub("", text)
        yield "".join(f"#undef {name}\n" for name in [*twice, *MACRO.findall(text)])


def main() -> int:
    if len(sys.argv) != 2:
        print(f"usage: {sys.argv[0]} FILE", file=sys.stderr)
        return 2
    Path(sys.argv[1]).write_text("".join(amalgamation()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
