"""What the library weighs: constant tables of a known size, no memory of its own that changes, and an import that drags
nothing in.

How large a wheel is, .ci/run looks at; how long an import takes, the benchmarks tell.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "csrc").rglob("*.c"))
CC = os.environ.get("CC", "cc").split()
PLAIN = {  # of the compiler: a sanitizer that is loaded in front is not for it
    name: value for name, value in os.environ.items() if name not in ("LD_PRELOAD", "DYLD_INSERT_LIBRARIES")
}
TABLES = 256 * 1024  # bytes, at most

Symbols = dict[str, tuple[str, int]]


def run(command: list[str], environment: dict[str, str] | None = None) -> str:
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def symbols(tmp_path_factory: pytest.TempPathFactory) -> Symbols:
    """What the compiled C files define, under file and name: the letter that nm gives it, and its size."""
    folder = tmp_path_factory.mktemp("objects")
    found: Symbols = {}
    for source in SOURCES:
        target = folder / "object.o"
        run([*CC, "-std=c11", "-O0", "-fno-pie", "-c", str(source), "-o", str(target)], PLAIN)
        for line in run(["nm", "-P", "-t", "d", str(target)], PLAIN).splitlines():
            name, letter, *numbers = line.split()
            found[f"{source.parent.name}/{source.name}: {name}"] = letter, int(numbers[1]) if len(numbers) > 1 else 0
    return found


def test_constant_tables_are_small(symbols: Symbols) -> None:
    """All constants of the C files together stay under 256 KiB, and the table of runs is among what was counted."""
    constants = {name: size for name, (letter, size) in symbols.items() if letter in "rR"}
    assert constants["okey/win.c: run_table"] == 156 * 128
    assert sum(constants.values()) <= TABLES


def test_the_library_keeps_no_memory_that_changes(symbols: Symbols) -> None:
    """No C file defines a variable: nothing is built on first use, and calls need no lock."""
    assert any(letter == "T" for letter, _ in symbols.values())
    assert [name for name, (letter, _) in symbols.items() if letter in "bBcCdDgGsS"] == []


@pytest.mark.parametrize("name", ["rummycore", "rummycore.okey", "rummycore.marriage", "rummycore.okey.batch"])
def test_an_import_brings_in_nothing_from_outside(name: str) -> None:
    """Beside the standard library only the package itself and the backend of CFFI are loaded, NumPy above all not."""
    program = f"import sys, json; before = set(sys.modules); import {name}; print(json.dumps(sorted(set(sys.modules) - before)))"
    loaded = {module.partition(".")[0] for module in json.loads(run([sys.executable, "-c", program]))}
    assert loaded - set(sys.stdlib_module_names) == {"rummycore", "_cffi_backend"}


def test_an_import_starts_nothing() -> None:
    """Importing both games starts no thread and no process and opens no file for writing."""
    program = """
import sys, threading
happened = []
names = ("subprocess.Popen", "os.fork", "os.posix_spawn", "socket.connect")
def hook(event, details):
    if event in names or event == "open" and isinstance(details[1], str) and set(details[1]) & set("wax+"):
        happened.append((event, str(details)))
sys.dont_write_bytecode = True
sys.addaudithook(hook)
threading.Thread.start = happened.append
import rummycore.okey, rummycore.marriage
print(happened)
"""
    assert run([sys.executable, "-c", program]).strip() == "[]"


def test_games_are_imported_when_they_are_asked_for() -> None:
    """`import rummycore` imports no game; the name of a game in it imports this one, and no other name does."""
    code = (
        "import sys, rummycore\n"
        "assert 'rummycore.okey' not in sys.modules\n"
        "assert rummycore.okey.Tile('r1') == 0\n"
        "assert 'rummycore.marriage' not in sys.modules\n"
        "assert rummycore.marriage.M == 52\n"
        "assert not hasattr(rummycore, 'bridge')\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
