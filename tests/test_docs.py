"""Everything that README and docs show is run: Python sessions as doctests, the C program, shell commands."""

from __future__ import annotations

import doctest
import importlib
import json
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
MODULES = [
    "values",
    *(
        "okey",
        *(f"okey.{name}" for name in ("notation", "options", "hand", "settlement", "round", "match", "batch", "bots")),
    ),
    *(
        "marriage",
        *(
            f"marriage.{name}"
            for name in ("notation", "options", "hand", "settlement", "round", "match", "batch", "bots")
        ),
    ),
]
COMPILER = shutil.which("cc") or shlex.split(sysconfig.get_config_var("CC") or "cc")[0]


def blocks(page: Path, language: str) -> list[str]:
    """Return the fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page_shows_what_python_prints(page: Path) -> None:
    """Every Python session of a page prints what the page says."""
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for i, block in enumerate(blocks(page, "python")):
        assert ">>>" in block, f"{page.name}: a Python block that is no session cannot be checked"
        runner.run(parser.get_doctest(block, {}, f"{page.name}[{i}]", str(page), 0))
    assert runner.failures == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    """Every relative link of a page leads to a file, and its anchor to a heading of that file."""
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", page.read_text(encoding="utf-8")):
        name, _, anchor = target.partition("#")
        file = (page.parent / name) if name else page
        assert file.is_file(), target
        headings = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
        anchors = {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
        assert not anchor or anchor in anchors, target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_a_page_names_are_there(page: Path) -> None:
    """Every file of the tree that a page names with its folder is there."""
    text = page.read_text(encoding="utf-8")
    for name in re.findall(r"(?<![\w/<>.])(?:csrc|rummycore|tests|benchmarks)/[\w./*<>-]*\.\w+", text):
        assert "<" in name or list(ROOT.glob(name)), name


@pytest.mark.parametrize("name", MODULES)
def test_docstring_shows_what_python_prints(name: str) -> None:
    """Every example in a docstring prints what it says."""
    result = doctest.testmod(importlib.import_module(f"rummycore.{name}"))
    assert result.failed == 0


def test_readme_c_program_runs(tmp_path: Path) -> None:
    """The README's C program compiles without a warning and plays a round."""
    (program,) = blocks(ROOT / "README.md", "c")
    source, binary = tmp_path / "readme.c", tmp_path / "readme"
    source.write_text(program, encoding="utf-8")
    sources = [str(path) for path in sorted((ROOT / "csrc").rglob("*.c"))]
    flags = ["-std=c11", "-O0", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{ROOT / 'csrc'}"]
    subprocess.run([COMPILER, *flags, str(source), *sources, "-o", str(binary)], check=True)
    told = subprocess.run([str(binary)], check=True, capture_output=True, text=True).stdout
    assert re.fullmatch(r"ending [123], winner \d+\n", told)


def test_readme_commands_run() -> None:
    """Every `rummycore` command that the README shows runs, and prints JSON where it says so."""
    shown = [
        line
        for block in blocks(ROOT / "README.md", "sh")
        for line in block.splitlines()
        if line.startswith("rummycore ")
    ]
    assert len(shown) >= 2
    for line in shown:
        run = subprocess.run([sys.executable, "-m", *shlex.split(line)], capture_output=True, text=True, check=True)
        assert json.loads(run.stdout)


def test_ci_runs_the_readme_commands() -> None:
    """The gate calls the very commands that the README's first screen gives."""
    gate = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    first = blocks(ROOT / "README.md", "sh")[0]
    for line in first.splitlines():
        for command in line.partition("#")[0].strip().split(" && "):
            assert command in gate
