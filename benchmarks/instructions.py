"""Count the instructions of the C core for a hand or a step. The counts do not depend on the load of the machine.

Run `python benchmarks/instructions.py`; `--help` lists the options. It needs valgrind and a C compiler only.
It compiles instructions.c with csrc/*.c and csrc/*/*.c in a temporary folder, for the compiler's default machine.
The hands come from the makers of the tests, with a seed. Callgrind counts what is measured and all that this calls.

`--compare` compares the counts with instructions.json beside this file. It fails if a count grew by more than a tenth.
`--write` writes that file and the table in docs/performance.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "benchmarks")]

import marriage_distance_oracle
import marriage_hands
import marriage_oracle
import okey_distance_hands
import okey_distance_oracle
import okey_hands
import okey_oracle
from write_performance_page import put

HERE = Path(__file__).parent
BASELINE = HERE / "instructions.json"
GREATEST = 1.1  # of a count to the one before

Row: TypeAlias = bytes  # the indicator or tiplu, 53 faces, 53 faces that can still be had
Maker: TypeAlias = Callable[[Random], Row]


class ToolError(Exception):
    """A tool that is not there, or did not do its work."""


# ------------------------------------------------------------------------------
# Hands
# ------------------------------------------------------------------------------


def tile_number(tile: str) -> int:
    return 52 if tile == "F" else okey_oracle.COLOURS.index(tile[0]) * 13 + int(tile[1:]) - 1


def okey_row(indicator: str, tiles: Iterable[str], left: Mapping[str, int]) -> Row:
    row = bytearray(107)
    row[0] = tile_number(indicator)
    for tile in tiles:
        row[1 + tile_number(tile)] += 1
    for tile, number in left.items():
        row[54 + tile_number(tile)] = number
    return bytes(row)


def okey(name: str, size: int = 14) -> Maker:
    """Return a maker of rows of a class of Okey hands. Nothing has been seen elsewhere. Size 15 adds a random tile."""

    def make(rng: Random) -> Row:
        indicator, tiles = okey_hands.CLASSES[name](rng, {})
        left = okey_distance_oracle.can_be_had(tiles, indicator)
        if len(tiles) < size:
            more = rng.choice(list(left.elements()))
            tiles, left[more] = [*tiles, more], left[more] - 1
        return okey_row(indicator, tiles, left)

    return make


def okey_seen(name: str, size: int) -> Maker:
    """Return a maker of rows of so many tiles, beside which others have been seen."""

    def make(rng: Random) -> Row:
        while True:
            indicator, tiles, left = okey_distance_hands.PROBLEMS[name](rng, {})
            if len(tiles) == size:
                return okey_row(indicator, tiles, left)

    return make


def okey_named(*hands: str) -> list[Row]:
    """Return the rows of these hands; the indicator comes first."""
    rows = []
    for hand in hands:
        indicator, *tiles = hand.split()
        rows.append(okey_row(indicator, tiles, okey_distance_oracle.can_be_had(tiles, indicator)))
    return rows


def marriage_row(tiplu: str, cards: Sequence[str]) -> Row:
    kinds = marriage_oracle.KINDS
    faces = [cards.count(card) for card in kinds] + [0]
    number = kinds.index(tiplu)
    return bytes([number, *faces, *marriage_distance_oracle.left_beside({}, number, faces)])


def marriage(name: str, size: int = 0) -> Maker:
    """Return a maker of rows of a class of Marriage hands, or of so many of their cards."""

    def make(rng: Random) -> Row:
        tiplu, cards = marriage_hands.CLASSES[name](rng, {})
        return marriage_row(tiplu, cards[: size or None])

    return make


def marriage_named(*hands: str) -> list[Row]:
    """Return the rows of these hands; the tiplu comes first."""
    return [marriage_row(*_parted(hand)) for hand in hands]


def _parted(hand: str) -> tuple[str, list[str]]:
    tiplu, *cards = hand.split()
    return tiplu, cards


# Hands that hill climbs for much work ended on.
TWO_OKEY_LOSER = "k8 k9 k9 r1 r1 r3 r3 r5 y1 y3 y3 b1 b3 k1 k3"  # columns two apart, which many sets of groups share
WORST_22 = (  # many overlapping runs, few wilds, few discards that work; the indicator or tiplu first
    "Td Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd 3h 4h 5h 6h 6h 7h 8h 9h Th",
    "Ac Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ad 2d 3d 4d 5d 5d 6d 7d 8d",
    "2s 5c 6c 7c 8c 5d 6d 7d 8d As 2s 3s 4s 5s 6s 7s 7s 8s 9s Ts Js Qs Ks",
    "8s Ac Ac Ac 2c 2c 2c 3c 3c 4c 5c 6c 7c 8c 8c 9c Tc Jc Qc Qc Kc Kc Kc",
)
WORST_13 = (
    "Jd Ac Ac Ac 2c 2c 3c Jc Qc Kc Kc Td Ah As",
    "5h Ac Ac Ac 2c 3c Qc Kc Kc Ad Ah Ah 4h As",
    "8c Ac Ac Ac 2c 3c 3c 7c 7c Qc Kc Kc Ad Ah",
)
WORST_WHOLE = (  # runs two cards long without end
    "Kd 5c 5c 6c 7c 7c 8c 3d 4d 5d 6d 3h 4h 5h 6h 4s 4s 5s 5s 6s 7s 7s 8s",
    "2s Ac 2c 4c 5c 5c 6c 7c 8c 8c 7d 8d 9d Td 3h 4h 5h 6h 7h 8h 9h 8s Js",
)


# ------------------------------------------------------------------------------
# What is measured
# ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """A function of instructions.c: what it asks, what it answers, on which hands, and on which share of `--hands`."""

    name: str
    asks: str
    answer: str
    hands: Mapping[str, Maker | list[Row] | None]  # None: the driver makes its own
    share: float = 1


def classes(*names: str, size: int = 14) -> dict[str, Maker]:
    return {name: okey(name, size) for name in names}


OKEY = classes("deal", "win", "near", "dense", "pairs", "two_okeys")
LOSER = {"two okeys, two columns": okey_named(TWO_OKEY_LOSER)}
LOSER_15 = {"two okeys, two columns, 15": okey_named(f"{TWO_OKEY_LOSER} b5")}
OKEY_15 = {f"{name} and 1": okey(name, 15) for name in ("deal", "near", "win")}
MIDDLE = {"middle of a round": okey_seen("middle", 14), "few tiles left": okey_seen("thinned", 14)}
MIDDLE_15 = {
    f"{name}, 15": okey_seen(make, 15)
    for name, make in (("middle of a round", "middle"), ("few tiles left", "thinned"))
}
CARDS_22 = {name: marriage(f"{name}22") for name in ("deal", "win", "near", "dense", "jokers", "dublees")}
CARDS_13 = {name: marriage(f"{name}13") for name in ("deal", "win", "near", "dense", "jokers", "identical")}
CARDS_21 = {name: marriage(f"{name}22", 21) for name in ("deal", "win", "near", "dense")}
CARDS_12 = {name: marriage(f"{name}13", 12) for name in ("deal", "near", "dense", "identical")}
WORST = {"worst": marriage_named(*WORST_WHOLE)}

PLANS = (
    Plan("okey_win", "win check", "win", {**OKEY, **LOSER}, 2),
    Plan(
        "okey_finishes", "finishing discards, 15 tiles", "discards", {**OKEY_15, "fifteen": okey("fifteen"), **LOSER_15}
    ),
    Plan(
        "okey_distance",
        "distance, 14 or 15 tiles",
        "distance",
        {**classes("deal", "near", "win", "dense"), **LOSER, **MIDDLE, **OKEY_15, **MIDDLE_15},
        0.5,
    ),
    Plan("okey_useful", "distance and useful tiles", "tiles", {**classes("deal", "near"), **MIDDLE}, 0.1),
    Plan("okey_discards", "table of discards", "useful tiles", {**OKEY_15, **MIDDLE_15}, 0.025),
    Plan("okey_nearest", "a nearest winning hand", "distance", {**classes("deal", "near"), **MIDDLE}, 0.1),
    Plan("okey_arrange", "best arrangement", "tiles laid", classes("deal", "win", "near", "dense", "two_okeys"), 0.1),
    Plan("okey_rounds", "a step of random rounds, with the deal", "legal moves", {"4 players": None}, 0.1),
    Plan("okey_tables", "a step of a table, of 64 together", "legal moves", {"4 players": None}, 0.5),
    Plan("marriage_win_22", "win check, 21 cards", "win", CARDS_21, 0.5),
    Plan(
        "marriage_finishes_22",
        "finishing discards, 22 cards",
        "discards",
        {**CARDS_22, "worst": marriage_named(*WORST_22)},
        0.25,
    ),
    Plan(
        "marriage_finishes_13",
        "finishing discards, 13 cards behind three laid combinations",
        "discards",
        {**CARDS_13, "worst": marriage_named(*WORST_13)},
        0.5,
    ),
    Plan("marriage_primary", "can three primary combinations be laid", "yes", {**CARDS_21, **WORST}),
    Plan("marriage_to_see", "distance until the tiplu is seen", "distance", CARDS_21),
    Plan("marriage_after", "distance behind three laid combinations", "distance", CARDS_12),
    Plan("marriage_whole", "distance of a whole hand", "distance", {**CARDS_21, **WORST}, 0.25),
    Plan("marriage_useful_to_see", "distance and useful cards until the tiplu is seen", "cards", CARDS_21, 0.25),
    Plan("marriage_useful_after", "distance and useful cards behind three", "cards", CARDS_12, 0.25),
    Plan("marriage_useful_whole", "distance and useful cards of a whole hand", "cards", {**CARDS_21, **WORST}, 0.05),
    Plan("marriage_bounds", "bounds, tiplu unknown", "between them", {"deal": CARDS_21["deal"], **WORST}, 0.1),
    Plan("marriage_discards", "table of discards, 22 cards", "useful cards", {"deal": CARDS_22["deal"]}, 0.01),
    Plan("marriage_score", "maal", "points", {"deal": CARDS_22["deal"], "jokers": CARDS_22["jokers"]}),
    Plan("marriage_rounds", "a step of random rounds, with the deal", "legal moves", {"4 players": None}, 0.02),
    Plan("marriage_tables", "a step of a table, of 64 together", "legal moves", {"4 players": None}, 0.5),
)
MIX = {"deal": 0.5, "win": 0.25, "near": 0.25}  # of Okey's win check


@dataclass(frozen=True)
class Figure:
    """The instructions per hand or step of a class. The mean answer shows that the right thing was measured."""

    plan: str
    hands: str
    number: int
    answer: float
    instructions: float


def figures(driver: Path, valgrind: str, hands: int, seed: int) -> list[Figure]:
    """Measure every class of every plan in one run of the driver."""
    parts: list[tuple[Plan, str, int]] = []
    rows = bytearray()
    for plan in PLANS:
        for name, make in plan.hands.items():
            number = len(make) if isinstance(make, list) else max(1, round(hands * plan.share))
            parts.append((plan, name, number))
            if make:
                rng = Random(seed)
                rows += b"".join(make if isinstance(make, list) else (make(rng) for _ in range(number)))
    told = driver.parent / "callgrind.out"
    options = ["--tool=callgrind", "--toggle-collect=measure_*", f"--callgrind-out-file={told}"]
    options += [f"--dump-after=measure_{plan.name}" for plan in PLANS]
    asked = [word for plan, _, number in parts for word in (plan.name, str(number))]
    lines = run([valgrind, *options, str(driver), *asked], rows).splitlines()
    if len(lines) != len(parts):
        raise ToolError(f"{len(lines)} answers to {len(parts)} questions")
    found = []
    for i, ((plan, name, _), line) in enumerate(zip(parts, lines, strict=True), 1):
        units, answers = map(int, line.split())
        total = re.search(r"^(?:totals|summary): (\d+)", Path(f"{told}.{i}").read_text(), re.MULTILINE)
        if not total or not int(total[1]):
            raise ToolError(f"callgrind saw nothing of {plan.name}: do the compiler flags inline it away?")
        found.append(Figure(plan.name, name, units, round(answers / units, 4), round(int(total[1]) / units, 1)))
    return with_mix(found)


def with_mix(found: list[Figure]) -> list[Figure]:
    """Return the figures with the mix of deals, wins and near misses after those of the first plan."""
    first = [figure for figure in found if figure.plan == PLANS[0].name]
    of = {figure.hands: figure for figure in first}
    answer = sum(share * of[name].answer for name, share in MIX.items())
    mean = sum(share * of[name].instructions for name, share in MIX.items())
    mix = Figure(PLANS[0].name, "mix 50/25/25", of["deal"].number, round(answer, 4), round(mean, 1))
    return [*first, mix, *found[len(first) :]]


# ------------------------------------------------------------------------------
# Tools
# ------------------------------------------------------------------------------


def tool(*names: str) -> str:
    """Return the first program of that name there is; ToolError if there is none."""
    for name in names:
        if path := shutil.which(name):
            return path
    raise ToolError(f"{' or '.join(names)} is missing: install it to count instructions")


def run(command: list[str], stdin: bytes | bytearray = b"") -> str:
    done = subprocess.run(command, input=bytes(stdin), capture_output=True, check=False)
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines() or ["no message"]
        why = next((line for line in said if "error" in line), said[-1])
        raise ToolError(f"{Path(command[0]).name} failed with status {done.returncode}: {why}")
    return done.stdout.decode()


def build(compiler: list[str], flags: list[str], folder: Path) -> Path:
    driver = folder / "driver"
    sources = [str(HERE / "instructions.c"), *map(str, sorted((ROOT / "csrc").rglob("*.c")))]
    run([*compiler, "-std=c11", *flags, f"-I{ROOT / 'csrc'}", *sources, "-o", str(driver)])
    return driver


# ------------------------------------------------------------------------------
# Tables and the baseline
# ------------------------------------------------------------------------------


def show(about: Mapping[str, Any], found: Sequence[Figure]) -> None:
    print(", ".join(f"{name} {value}" for name, value in about.items()))
    for plan in PLANS:
        print(f"\n{plan.asks + ' (' + plan.name + ')':<88}{'number':>8}{plan.answer:>14}{'instructions':>14}")
        for figure in found:
            if figure.plan == plan.name:
                print(f"  {figure.hands:<86}{figure.number:>8,}{figure.answer:>14,.3f}{figure.instructions:>14,.1f}")


def page(about: Mapping[str, Any], found: Sequence[Figure]) -> str:
    """Return the tables of docs/performance.md, one for each game."""
    lines = [f"{about['compiler']}, `{about['cflags']}`, {about['valgrind']}, seed {about['seed']}."]
    for game in ("okey", "marriage"):
        lines += [
            "",
            f"| {game.capitalize()} | hands | number | mean answer | instructions |",
            "|---|---|---:|---:|---:|",
        ]
        for plan in PLANS:
            asks = f"{plan.asks} ({plan.answer})"
            for figure in found:
                if figure.plan == plan.name and plan.name.startswith(game):
                    per = f"{figure.answer:,.2f} | {figure.instructions:,.0f}"
                    lines.append(f"| {asks} | {figure.hands} | {figure.number:,} | {per} |")
                    asks = ""
    return "\n".join(lines)


def compare(about: Mapping[str, Any], found: Sequence[Figure], path: Path) -> int:
    """Compare the figures with a baseline, and return the exit status."""
    baseline = json.loads(path.read_text(encoding="utf-8"))
    for name in ("compiler", "machine", "cflags", "valgrind"):
        if baseline[name] != about[name]:
            print(f"not compared: the baseline is of {name} {baseline[name]!r}, this is {about[name]!r}")
            return 0
    if any(baseline[name] != about[name] for name in ("seed", "hands")):
        raise ToolError("the baseline has other hands: compare with its --seed and --hands")
    before = {(old["plan"], old["hands"]): old for old in baseline["figures"]}
    bad = []
    for new in found:
        old = before.pop((new.plan, new.hands), None)
        name = f"{new.plan}, {new.hands}"
        if old is None:
            bad.append(f"{name}: not in the baseline")
        elif (old["number"], old["answer"]) != (new.number, new.answer):
            bad.append(f"{name}: other hands or answers, so no count to compare with")
        elif new.instructions > GREATEST * old["instructions"]:
            grown = new.instructions / old["instructions"] - 1
            bad.append(f"{name}: grew by {grown:.1%}, from {old['instructions']:,.1f} to {new.instructions:,.1f}")
    bad += [f"{plan}, {hands}: only in the baseline" for plan, hands in before]
    if bad:
        print(*bad, "`--write` renews the baseline where this is meant", sep="\n")
        return 1
    print(f"{len(found)} counts: none grew by more than {GREATEST - 1:.0%}")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Count instructions per hand and step in the C core, under valgrind's callgrind."
    )
    parser.add_argument(
        "--hands", type=int, default=2_000, help="hands a class, of which plans take a share (default 2000)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the hands (default 1)")
    parser.add_argument(
        "--cflags", default="-O3", help="flags of the compiler (default -O3); $CC names another than gcc or cc"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    how.add_argument(
        "--compare", action="store_true", help="exit 1 if a count grew by more than 10 %% over the baseline"
    )
    how.add_argument("--write", action="store_true", help="renew the baseline and docs/performance.md")
    args = parser.parse_args()
    if args.hands < 1:
        parser.error("--hands must be 1 or more")
    try:
        valgrind = tool("valgrind")
        first, *rest = shlex.split(os.environ.get("CC", "")) or [""]
        compiler = [tool(first) if first else tool("gcc", "cc"), *rest]
        about: dict[str, Any] = {
            "compiler": run([*compiler, "--version"]).splitlines()[0],
            "machine": platform.machine(),
            "cflags": args.cflags,
            "valgrind": run([valgrind, "--version"]).strip(),
            "seed": args.seed,
            "hands": args.hands,
        }
        with tempfile.TemporaryDirectory() as folder:
            driver = build(compiler, shlex.split(args.cflags), Path(folder))
            found = figures(driver, valgrind, args.hands, args.seed)
        if args.compare:
            return compare(about, found, BASELINE)
    except ToolError as error:
        print(f"instructions: {error}", file=sys.stderr)
        return 1
    whole = json.dumps({**about, "figures": [asdict(figure) for figure in found]}, indent=1)
    if args.write:
        BASELINE.write_text(whole + "\n", encoding="utf-8")
        put("instructions", page(about, found))
    elif args.json:
        print(whole)
    else:
        show(about, found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
