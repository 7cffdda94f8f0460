"""The C library as Python sees it: header, stub, tables and exports agree, and every error has its sentence."""

from __future__ import annotations

import importlib.metadata
import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from header import CDEF, HEADER, LIB, ROOT

import rummycore
from rummycore import _rummycore
from rummycore._core import Errors, code_name, lib
from rummycore.game import games

FUNCTIONS = {name for name in LIB if not name.startswith("RUMMY_")}
ERRORS = {name: code for name, code in LIB.items() if name.startswith("RUMMY_E_")}


def test_the_version_is_the_same_everywhere() -> None:
    """Header, library, package and metadata name one version."""
    major, minor, patch = (int(n) for n in re.findall(r"#define RUMMY_VERSION_[A-Z]+ (\d+)", HEADER))
    assert lib.rummy_version() == major * 10_000 + minor * 100 + patch
    assert f"{major}.{minor}.{patch}" == rummycore.__version__ == importlib.metadata.version("rummycore")


def test_the_library_has_the_functions_of_the_header() -> None:
    """Every function that the header declares is in the library and no other, and all bear the prefix."""
    declared = re.findall(r"^RUMMY_API [\w ]+?\*?(\w+)\(", HEADER, re.MULTILINE)
    assert len(declared) == len(set(declared)) == HEADER.count("RUMMY_API ") - HEADER.count("#define RUMMY_API ")
    assert set(declared) == FUNCTIONS
    assert all(name.startswith("rummy_") for name in FUNCTIONS)


def elf_exports(data: bytes) -> set[str]:
    """Return the names that a 64-bit little-endian ELF file defines for others: its dynamic symbols that are not
    undefined."""
    assert data[:6] == b"\x7fELF\x02\x01", "not such a file"
    (sections_at,) = struct.unpack_from("<Q", data, 40)
    entry, number = struct.unpack_from("<HH", data, 58)
    headers = [struct.unpack_from("<IIQQQQIIQQ", data, sections_at + i * entry) for i in range(number)]
    dynsym = next(header for header in headers if header[1] == 11)
    names = headers[dynsym[6]][4]
    exports = set()
    for at in range(dynsym[4], dynsym[4] + dynsym[5], 24):
        name, info, _, section = struct.unpack_from("<IBBH", data, at)
        if section and info >> 4 in (1, 2):  # defined, and global or weak
            exports.add(data[names + name : data.index(b"\0", names + name)].decode())
    return exports


def exports_of(path: Path) -> set[str]:
    """Return the names that a shared library exports, read from the file itself where it is ELF, else by nm."""
    data = path.read_bytes()
    if data[:4] == b"\x7fELF":
        return elf_exports(data)
    done = subprocess.run(["nm", "-gU", str(path)], capture_output=True, text=True, check=True)
    return {line.split()[-1].removeprefix("_") for line in done.stdout.splitlines() if line}


def test_the_extension_exports_its_init_function_alone() -> None:
    """Nothing else of the library can collide with another library in the same process."""
    by_the_linker = {"_init", "_fini", "_edata", "_end", "__bss_start"}
    assert exports_of(Path(_rummycore.__file__)) - by_the_linker == {"PyInit__rummycore"}


@pytest.mark.parametrize("script", ["gen_errors.py", "gen_options.py", "gen_stub.py", "okey/gen_win_tables.py"])
def test_generated_files_are_as_generated(script: str) -> None:
    """The options, the stub of the extension and the tables of the win check are what their generators write."""
    command = [sys.executable, str(ROOT / "csrc" / script), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_kinds_are_numbered_as_the_header_draws_them() -> None:
    """Every number in the header's table of kinds is the piece in whose row it stands, and the rows count on."""
    rows = re.findall(r"^ \*     ([rybk]), ([cdhs]) +((?:\d+ *){13})$", HEADER, re.MULTILINE)
    assert [tile + card for tile, card, _ in rows] == ["rc", "yd", "bh", "ks"]
    assert [int(n) for *_, numbers in rows for n in numbers.split()] == list(range(52))
    for *suits, numbers in rows:
        for n in map(int, numbers.split()):
            assert [set(suits) & set(str(game.piece.all()[n])) for game in games().values()] == [
                {suit} for suit in suits
            ]


def test_every_error_has_its_own_number_and_sentence() -> None:
    """Codes are negative and differ; each has a word, and a sentence of its own in a game that gives it, without full
    stop."""
    assert set(re.findall(r"\bRUMMY_E_\w+(?= = -\d)", CDEF)) == set(ERRORS)
    assert len(set(ERRORS.values())) == len(ERRORS)
    assert max(ERRORS.values()) < 0
    for game in games():
        sentences = {name: Errors(game).sentence(code) for name, code in ERRORS.items()}
        known = {name: said for name, said in sentences.items() if said != "an unknown error"}
        assert len(set(known.values())) == len(known) >= 35
        for name, said in known.items():
            assert re.fullmatch(r"[^\s.](?:[^.]|\.\.(?=\d))+[^\s.]", said), (name, said)
    for name, code in ERRORS.items():
        assert code_name(code) == name.removeprefix("RUMMY_E_").lower()


@pytest.mark.parametrize("code", [*(set(range(-70, 0)) - set(ERRORS.values())), -(2**31), 0, 1, 2**31 - 1])
def test_other_numbers_have_a_sentence_too(code: int) -> None:
    """A number that is no code of an error is called so, and no sentence is NULL."""
    for game in games():
        assert Errors(game).sentence(code) == ("an unknown error" if code < 0 else "no error")
