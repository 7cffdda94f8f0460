"""The fuzz targets of tests/fuzz: they reach every function of the header, and no input
that once failed fails again.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

FUZZ = Path(__file__).parent / "fuzz"
CSRC = Path(__file__).parents[1] / "csrc"
SOURCES = sorted(FUZZ.glob("*.c"))
TARGETS = sorted(path.stem for path in SOURCES if path.stem != "main")
FOUND = sorted(path for path in (FUZZ / "found").glob("*/*") if path.is_file())
CC = os.environ.get("CC", "cc").split()
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ("LD_PRELOAD", "DYLD_INSERT_LIBRARIES")}


def run(command: list[str]) -> tuple[int, str]:
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def fuzz(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The targets as one program that runs inputs one by one, built with the address and
    undefined-behaviour sanitizers.
    """
    program = str(tmp_path_factory.mktemp("fuzz") / "fuzz")
    sources = [str(path) for path in (*SOURCES, *sorted(CSRC.rglob("*.c")))]
    flags = ["-std=c11", "-O0", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{CSRC}"]
    assert run([*CC, *flags, *SANITIZERS, *sources, "-o", program]) == (0, "")
    return program


def test_every_function_of_the_header_is_fuzzed() -> None:
    """Each public function is called by some target."""
    header = "".join(path.read_text(encoding="utf-8") for path in CSRC.rglob("*.h"))
    declared = set(re.findall(r"^RUMMY_API [\w ]+?\*?(\w+)\(", header, re.MULTILINE))
    text = "".join(path.read_text(encoding="utf-8") for path in (*SOURCES, FUZZ / "fuzz.h"))
    called = set(re.findall(r"\b(rummy_\w+)\(", text))
    assert len(declared) > 50
    assert declared - called == set()


def test_every_target_is_run() -> None:
    """The script runs each target, the program knows each, and every stored input belongs to one."""
    script, program = ((FUZZ / name).read_text(encoding="utf-8") for name in ("run.sh", "main.c"))
    listed = re.search(r"^targets=\((.*)\)$", script, re.MULTILINE)
    assert listed is not None
    assert sorted(listed[1].split()) == sorted(re.findall(r'\{"(\w+)", fuzz_\1\}', program)) == TARGETS
    assert {path.parent.name for path in FOUND} <= set(TARGETS)


@pytest.mark.parametrize("target", TARGETS)
def test_made_inputs_do_not_fail(fuzz: str, target: str) -> None:
    """Inputs made by chance break no promise and no memory."""
    assert run([fuzz, target]) == (0, "")


@pytest.mark.parametrize("path", FOUND, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_once_failed_does_not_fail_again(fuzz: str, path: Path) -> None:
    """Each stored input, which a target once failed on, runs to its end."""
    assert run([fuzz, path.parent.name, str(path)]) == (0, "")
