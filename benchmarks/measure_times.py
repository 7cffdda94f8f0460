"""Measure the times of docs/performance.md.

`python benchmarks/measure_times.py` runs the benchmarks and writes the two tables of times.

`python benchmarks/measure_times.py FILE` measures nothing. It writes the tables of an earlier run, from the file
that `pytest benchmarks --benchmark-enable --benchmark-json=FILE` has written.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))

from write_performance_page import put

# Names of entries as game and test: okey::win_batch[mix].
Figures: TypeAlias = Mapping[str, Mapping[str, Any]]

# What is aimed at: the words of the table, the aim, and the entry that shows it.
# A positive aim is in ns, a negative one is in steps per second.
TARGETS = (
    ("Okey: win check, the mix, a hand of a batch, from Python", 50, "okey::win_batch[mix]"),
    ("Okey: one win check from bytes", 400, "okey::win_one_row[mix]"),
    ("Okey: one win check from tiles", 1_200, "okey::win_of_tiles[near]"),
    ("Okey: distance of a deal, a hand of a batch", 400, "okey::distance_batch[deal]"),
    ("Okey: distance of a near miss, a hand of a batch", 1_000, "okey::distance_batch[near]"),
    ("Okey: table of discards of a deal, useful tiles included", 30_000, "okey::discards_batch[deal and 1]"),
    ("Marriage: finishing discards of 22 cards, a deal", 60, "marriage::finishes_batch[deal22]"),
    ("Marriage: finishing discards of 22 cards, a win", 1_900, "marriage::finishes_batch[win22]"),
    ("Marriage: finishing discards of 13 concealed cards, a win", 640, "marriage::finishes_batch[win13]"),
    ("Marriage: distance until the tiplu is seen, a deal", 100, "marriage::distance[deal-see]"),
    ("Marriage: distance behind three laid combinations, a deal", 200, "marriage::distance[deal-after]"),
    ("Marriage: distance of a whole hand, a deal", 500, "marriage::distance[deal-whole]"),
    ("Marriage: useful cards of a whole hand, a deal", 10_000, "marriage::useful_cards[whole]"),
    ("Okey: random rounds, typed moves, 4 players", -300_000, "okey::random_rounds[4]"),
    ("Okey: random rounds, ids of moves", -1_000_000, "okey::random_rounds_by_ids"),
    ("Okey: random moves at many tables", -3_000_000, "okey::tables"),
    ("Marriage: random rounds, typed moves, 4 players", -300_000, "marriage::random_hands_of_cards[4]"),
    ("Marriage: random rounds, ids of moves", -1_000_000, "marriage::random_rounds_by_ids"),
    ("Marriage: random moves at many tables", -3_000_000, "marriage::tables"),
    ("Okey: a copy of a state", 1_000, "okey::copy"),
    ("Marriage: a copy of a state", 1_000, "marriage::copy"),
)


def read(path: Path) -> Figures:
    """Return what each entry has noted, by the name of its game and test."""
    found = {}
    for entry in json.loads(path.read_text(encoding="utf-8"))["benchmarks"]:
        file, _, name = entry["fullname"].partition("::")
        game = Path(file).stem.removeprefix("test_").removesuffix("_speed")
        found[f"{game}::{name.removeprefix('test_')}"] = entry["extra_info"]
    return found


def amount(ns: float) -> str:
    """Return a time with three digits.

    >>> amount(12_300_000), amount(250)
    ('12.3 ms', '250 ns')
    """
    size, unit = next(
        (size, unit) for size, unit in ((1e6, "ms"), (1e3, "us"), (1, "ns")) if ns >= size or unit == "ns"
    )
    digits = 0 if ns >= 99.95 * size else 1 if ns >= 9.995 * size else 2
    return f"{ns / size:.{digits}f} {unit}"


def median(noted: Mapping[str, Any]) -> float:
    """Return the median of an entry in ns for each unit."""
    return float(noted[f"ns per {noted['unit']}"])


def times(found: Figures) -> str:
    """Return the table of all entries."""
    lines = ["| entry | of | number | median | lowest | highest |", "|---|---|---:|---:|---:|---:|"]
    for name, noted in found.items():
        spread = " | ".join(amount(ns) for ns in (median(noted), noted["lowest"], noted["highest"]))
        lines.append(f"| `{name}` | {noted['unit']} | {noted['number']:,} | {spread} |")
    return "\n".join(lines)


def targets(found: Figures) -> str:
    """Return the table of what is aimed at, with what was measured."""
    lines = ["| what | aimed at | measured | |", "|---|---:|---:|---|"]
    for what, target, name in TARGETS:
        ns = median(found[name])
        if target < 0:
            aim, measured, reached = f"{-target:,} steps/s", f"{1e9 / ns:,.0f} steps/s", 1e9 / ns >= -target
        else:
            aim, measured, reached = f"at most {amount(target)}", amount(ns), ns <= target
        lines.append(f"| {what} | {aim} | {measured} | {'reached' if reached else 'not reached'} |")
    ms = found["okey::import"]["import, ms"]
    lines.append(f"| both games imported | at most 50 ms | {ms} ms | {'reached' if ms <= 50 else 'not reached'} |")
    return "\n".join(lines)


def main() -> int:
    if len(sys.argv) > 2 or (sys.argv[1:] and sys.argv[1].startswith("-")):
        print(__doc__)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        path = Path(sys.argv[1]) if sys.argv[1:] else Path(folder) / "speed.json"
        if not sys.argv[1:]:
            command = [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "benchmarks",
                "--benchmark-enable",
                f"--benchmark-json={path}",
            ]
            if subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False).returncode:
                print("measure_times: the benchmarks failed; run them by themselves to see why", file=sys.stderr)
                return 1
        found = read(path)
    put("times", times(found))
    put("targets", targets(found))
    print(targets(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
