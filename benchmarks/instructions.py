"""Count the instructions that the C core spends on a hand: figures that repeat exactly, on whatever machine and under whatever load.

Run it as `python benchmarks/instructions.py`; `--help` lists the options. It needs valgrind and a C compiler, but not the extension: a
driver is compiled against csrc/*.c in a temporary folder, for the compiler's default machine, fed with seeded hands of the makers that
the tests use, and run under callgrind, which counts only inside the function measured and what that calls.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from okey_hands import CLASSES, Hand
from okey_oracle import COLOURS, FACES, FALSE_JOKER, problems

DRIVER = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "rummycore.h"

enum { ROW = 1 + RUMMY_KINDS }; /* the indicator, then 53 faces */

static rummy_okey_rules rules;

static unsigned char *values_of(const unsigned char *rows, size_t n)
{
    unsigned char *values = malloc(n * RUMMY_KINDS);
    for (size_t i = 0; values && i < n; i++)
        if (rummy_okey_values(&rules, rows + i * ROW + 1, rows[i * ROW], 1, values + i * RUMMY_KINDS, NULL))
            return NULL;
    return values;
}

/* Print how many of the hands win, can finish, or lie wholly in melds. */
int main(int argc, char **argv)
{
    size_t n = argc == 3 ? strtoul(argv[2], NULL, 10) : 0, yes = 0;
    unsigned char *rows = malloc(n * ROW), *values, *out = calloc(n, 1);
    static rummy_arrangement best;
    rummy_grammar grammar;
    uint64_t (*by)[2] = calloc(n ? n : 1, sizeof *by);
    if (!n || !rows || !out || !by || !by || !by || fread(rows, ROW, n, stdin) != n)
        return 2;
    rummy_okey_rules_init(&rules);
    rummy_okey_grammar(&rules, &grammar);
    values = values_of(rows, n);
    if (!values)
        return 3;
    if (!strcmp(argv[1], "rummy_okey_win") && rummy_okey_win(&rules, values, n, out, NULL))
        return 4;
    if (!strcmp(argv[1], "rummy_okey_finishes") && rummy_okey_finishes(&rules, values, n, by, NULL))
        return 5;
    for (size_t i = 0; i < n; i++) {
        if (!strcmp(argv[1], "rummy_okey_finishes")) {
            out[i] = (by[i][0] | by[i][1]) != 0;
        } else if (!strcmp(argv[1], "rummy_arrange")) {
            if (rummy_arrange(&grammar, values + i * RUMMY_KINDS, RUMMY_BY_TILES, &best, 1) != 1)
                return 6;
            out[i] = 1;
            for (int kind = 0; kind < RUMMY_KINDS; kind++)
                out[i] &= !best.rest[kind];
        }
        yes += out[i] > 0;
    }
    printf("%lu\n", (unsigned long)yes);
    return 0;
}
"""

Maker = Callable[[Random], Hand]


def with_one_more(name: str) -> Maker:
    """Return a maker of 15 tiles: a hand of a class and any tile that it can hold."""

    def make(rng: Random) -> Hand:
        indicator, hand = CLASSES[name](rng, {})
        while problems([*hand, tile := rng.choice([*FACES, FALSE_JOKER])], indicator):
            pass
        return indicator, [*hand, tile]

    return make


def of_class(name: str) -> Maker:
    return lambda rng: CLASSES[name](rng, {})


# Each function measured: what it answers, the classes of hands, and the thousandths taken of the number of hands asked for.
MIX = {"deal": 0.5, "win": 0.25, "near": 0.25}
PLANS: list[tuple[str, str, dict[str, Maker], int]] = [
    (
        "rummy_okey_win",
        "win check, a row of a batch",
        {name: of_class(name) for name in ("deal", "win", "near", "dense", "pairs", "two_okeys")},
        1000,
    ),
    (
        "rummy_okey_finishes",
        "finishing discards, 15 tiles",
        {"deal and 1": with_one_more("deal"), "win and 1": with_one_more("win"), "fifteen": of_class("fifteen")},
        250,
    ),
    (
        "rummy_arrange",
        "best arrangement",
        {name: of_class(name) for name in ("deal", "win", "near", "dense", "two_okeys", "fifteen")},
        50,
    ),
]


@dataclass(frozen=True)
class Figure:
    """Instructions per hand of one class in one function; `yes` is the share of hands that win, can finish or lie wholly in melds."""

    function: str
    hands: str
    number: int
    yes: float
    instructions: float


class ToolError(Exception):
    """A tool that is not there, or did not do its work."""


def tool(*names: str) -> str:
    """Return the first program of that name there is; ToolError if there is none."""
    for name in names:
        if path := shutil.which(name):
            return path
    raise ToolError(f"{' or '.join(names)} is missing: install it to count instructions")


def run(command: list[str], stdin: bytes = b"") -> str:
    done = subprocess.run(command, input=stdin, capture_output=True, check=False)
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines() or ["no message"]
        why = next((line for line in said if "error" in line), said[-1])
        raise ToolError(f"{Path(command[0]).name} failed with status {done.returncode}: {why}")
    return done.stdout.decode()


def row(hand: Hand) -> bytes:
    """Return the indicator and 53 counts of faces."""
    indicator, tiles = hand
    faces = bytearray(54)
    faces[0] = kind(indicator)
    for tile in tiles:
        faces[1 + kind(tile)] += 1
    return bytes(faces)


def kind(tile: str) -> int:
    return 52 if tile == FALSE_JOKER else COLOURS.index(tile[0]) * 13 + int(tile[1:]) - 1


def build(compiler: list[str], flags: list[str], folder: Path) -> Path:
    source, driver = folder / "driver.c", folder / "driver"
    source.write_text(DRIVER, encoding="utf-8")
    sources = [str(source), *map(str, sorted((ROOT / "csrc").glob("*.c")))]
    run([*compiler, "-std=c11", *flags, f"-I{ROOT / 'csrc'}", *sources, "-o", str(driver)])
    return driver


def figures(driver: Path, valgrind: str, hands: int, seed: int) -> Iterator[Figure]:
    """Measure every class of every function; after the win check comes the mix of deals, wins and near misses."""
    told = driver.parent / "callgrind.out"
    for function, _, makers, thousandths in PLANS:
        number = max(1, hands * thousandths // 1000)
        of: dict[str, Figure] = {}
        for name, make in makers.items():
            rng = Random(seed)
            rows = b"".join(row(make(rng)) for _ in range(number))
            options = ["--tool=callgrind", f"--toggle-collect={function}", f"--callgrind-out-file={told}"]
            yes = int(run([valgrind, *options, str(driver), function, str(number)], rows))
            total = re.search(r"^summary: (\d+)", told.read_text(), re.MULTILINE)
            if not total or not int(total[1]):
                raise ToolError(f"callgrind saw no call of {function}: do the compiler flags inline it away?")
            of[name] = Figure(function, name, number, yes / number, int(total[1]) / number)
            yield of[name]
        if of.keys() >= MIX.keys() and function == "rummy_okey_win":
            yes_mix = sum(share * of[name].yes for name, share in MIX.items())
            mean = sum(share * of[name].instructions for name, share in MIX.items())
            yield Figure(function, "mix 50/25/25", number, yes_mix, mean)


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Count instructions per hand in the C core, under valgrind's callgrind."
    )
    parser.add_argument(
        "--hands",
        type=int,
        default=20_000,
        help="hands a class of the win check; the others take fewer (default 20000)",
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the hands (default 1)")
    parser.add_argument(
        "--cflags", default="-O2", help="flags of the compiler (default -O2); $CC names another than gcc or cc"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    args = parser.parse_args()
    if args.hands < 1:
        parser.error("--hands must be 1 or more")
    try:
        valgrind = tool("valgrind")
        first, *rest = shlex.split(os.environ.get("CC", "")) or [""]
        compiler = [tool(first) if first else tool("gcc", "cc"), *rest]
        with tempfile.TemporaryDirectory() as folder:
            driver = build(compiler, shlex.split(args.cflags), Path(folder))
            measured = figures(driver, valgrind, args.hands, args.seed)
            about = {
                "compiler": run([*compiler, "--version"]).splitlines()[0],
                "cflags": args.cflags,
                "valgrind": run([valgrind, "--version"]).strip(),
                "seed": args.seed,
            }
            if args.json:
                print(json.dumps({**about, "figures": [asdict(figure) for figure in measured]}, indent=2))
            else:
                show(about, measured)
    except ToolError as error:
        print(f"instructions: {error}", file=sys.stderr)
        return 1
    return 0


def show(about: dict[str, object], measured: Iterator[Figure]) -> None:
    print(", ".join(f"{name} {value}" for name, value in about.items()))
    titles, said = {function: title for function, title, _, _ in PLANS}, ""
    for figure in measured:
        if figure.function != said:
            said = figure.function
            print(f"\n{titles[said] + ' (' + said + ')':<52}{'hands':>8}{'yes':>9}{'instructions':>14}")
        print(f"  {figure.hands:<50}{figure.number:>8,}{figure.yes:>9.1%}{figure.instructions:>14,.1f}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
