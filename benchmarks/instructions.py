"""Count the instructions that the C core spends: figures that repeat exactly, on whatever machine and under whatever load.

Run it as `python benchmarks/instructions.py`; `--help` lists the options. It needs valgrind and a C compiler, but not the extension:
instructions.c is compiled with csrc/*.c in a temporary folder, for the compiler's default machine, fed with seeded hands of the makers that
the tests use, and run under callgrind, which counts only inside the function measured and what that calls.

`--compare` fails when a count has grown by more than a tenth since instructions.json was written by `--write`, if compiler and flags are the same.
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
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
BASELINE = HERE / "instructions.json"
PAGE = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- instructions -->", "<!-- end of instructions -->"
sys.path.insert(0, str(ROOT / "tests"))

import marriage_hands
import okey_hands
from marriage_oracle import KINDS as CARDS
from okey_distance_hands import PROBLEMS
from okey_distance_oracle import can_be_had
from okey_oracle import COLOURS, FACES, FALSE_JOKER, problems

# A row: the indicator or tiplu, 53 counts held, 53 counts that can still be had.
Maker = Callable[[Random], bytes]


def counts(kinds: Iterable[int]) -> bytes:
    row = bytearray(53)
    for kind in kinds:
        row[kind] += 1
    return bytes(row)


def tile(text: str) -> int:
    return 52 if text == FALSE_JOKER else COLOURS.index(text[0]) * 13 + int(text[1:]) - 1


def okey_row(indicator: str, hand: list[str], left: Counter[str] | None = None) -> bytes:
    beside = can_be_had(hand, indicator) if left is None else left
    return bytes([tile(indicator)]) + counts(map(tile, hand)) + counts(map(tile, beside.elements()))


def okey_hand(name: str, size: int, rng: Random) -> bytes:
    """A hand of a class, with a tile more that it can hold where the class has too few."""
    while True:
        if name in PROBLEMS:
            indicator, hand, left = PROBLEMS[name](rng, {})
            if len(hand) == size:
                return okey_row(indicator, hand, left)
            continue
        indicator, hand = okey_hands.CLASSES[name](rng, {})
        while len(hand) < size:
            more = rng.choice([*FACES, FALSE_JOKER])
            hand = hand if problems([*hand, more], indicator) else [*hand, more]
        return okey_row(indicator, hand)


def marriage_row(tiplu: str, hand: list[str]) -> bytes:
    held = counts(CARDS.index(card) for card in hand)
    left = bytearray(3 - n for n in held[:52]) + b"\0"
    left[CARDS.index(tiplu)] -= 1
    return bytes([CARDS.index(tiplu)]) + held + bytes(left)


def marriage_hand(name: str, less: int, rng: Random) -> bytes:
    tiplu, hand = marriage_hands.CLASSES[name](rng, {})
    return marriage_row(tiplu, hand[less:])


# The dearest hands known, found by climbing: losers with two okeys; many overlapping runs, few jokers, few discards that work.
WORST_OKEY = ["k6 r1 r1 r3 r3 r5 y1 y3 b1 b3 k1 k3 k3 k7 k7", "k6 r1 r1 r3 r3 r5 y1 y3 y3 b1 b3 k1 k3 k7 k7"]
WORST_22 = [
    "Td Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd 3h 4h 5h 6h 6h 7h 8h 9h Th",
    "Ac Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ad 2d 3d 4d 5d 5d 6d 7d 8d",
    "2s 5c 6c 7c 8c 5d 6d 7d 8d As 2s 3s 4s 5s 6s 7s 7s 8s 9s Ts Js Qs Ks",
    "8s Ac Ac Ac 2c 2c 2c 3c 3c 4c 5c 6c 7c 8c 8c 9c Tc Jc Qc Qc Kc Kc Kc",
]
WORST_13 = [
    "Jd Ac Ac Ac 2c 2c 3c Jc Qc Kc Kc Td Ah As",
    "5h Ac Ac Ac 2c 3c Qc Kc Kc Ad Ah Ah 4h As",
    "8c Ac Ac Ac 2c 3c 3c 7c 7c Qc Kc Kc Ad Ah",
]
WORST_WHOLE = [
    "Kd 5c 5c 6c 7c 7c 8c 3d 4d 5d 6d 3h 4h 5h 6h 4s 4s 5s 5s 6s 7s 7s 8s",
    "2s Ac 2c 4c 5c 5c 6c 7c 8c 8c 7d 8d 9d Td 3h 4h 5h 6h 7h 8h 9h 8s Js",
]


def listed(row: Callable[[str, list[str]], bytes], hands: list[str]) -> list[bytes]:
    return [row(first, others) for first, *others in map(str.split, hands)]


def okeys(size: int, *names: str) -> dict[str, Maker]:
    return {name: partial(okey_hand, name, size) for name in names}


def cards(less: int, *names: str) -> dict[str, Maker]:
    return {name: partial(marriage_hand, name, less) for name in names}


@dataclass(frozen=True)
class Plan:
    """What is asked of which hands: of so many for each thousand asked for, and of a list of worst ones."""

    game: str
    question: str
    function: str
    thousandths: int
    makers: dict[str, Maker]
    worst: list[bytes] | None = None


LATER = ("deal", "near", "win", "dense", "middle", "thinned")
PLANS = [
    Plan(
        "okey",
        "win",
        "rummy_okey_win",
        1000,
        okeys(14, "deal", "win", "near", "dense", "pairs", "two_okeys"),
        listed(okey_row, WORST_OKEY),
    ),
    Plan("okey", "finishes", "rummy_okey_finishes", 250, okeys(15, "deal", "win", "fifteen")),
    Plan(
        "okey", "distance", "rummy_okey_distance", 100, okeys(14, *LATER) | {"deal 15": partial(okey_hand, "deal", 15)}
    ),
    Plan("okey", "useful", "rummy_okey_distance", 10, okeys(14, "deal", "near", "middle")),
    Plan("okey", "discards", "rummy_okey_discards", 4, okeys(15, "deal", "win", "middle")),
    Plan("okey", "arrange", "rummy_arrange", 20, okeys(14, "deal", "win", "near", "dense")),
    Plan("okey", "play", "rummy_okey_play", 5000, {}),
    Plan(
        "marriage",
        "finish22",
        "rummy_marriage_finishes",
        50,
        cards(0, "deal22", "win22", "near22", "dense22"),
        listed(marriage_row, WORST_22),
    ),
    Plan(
        "marriage",
        "finish13",
        "rummy_marriage_finishes",
        50,
        cards(0, "deal13", "win13", "near13", "dense13"),
        listed(marriage_row, WORST_13),
    ),
    Plan("marriage", "primary", "rummy_marriage_primary", 100, cards(0, "deal22", "win22")),
    Plan("marriage", "score", "rummy_marriage_score", 100, cards(1, "deal22")),
    Plan("marriage", "distance see", "rummy_marriage_distance", 50, cards(1, "deal22", "near22")),
    Plan("marriage", "distance after", "rummy_marriage_distance", 50, cards(1, "deal13", "win13", "near13")),
    Plan(
        "marriage",
        "distance whole",
        "rummy_marriage_distance",
        20,
        cards(1, "deal22", "win22", "near22"),
        listed(marriage_row, WORST_WHOLE),
    ),
    Plan("marriage", "useful see", "rummy_marriage_distance", 20, cards(1, "deal22")),
    Plan("marriage", "useful after", "rummy_marriage_distance", 20, cards(1, "deal13")),
    Plan(
        "marriage",
        "useful whole",
        "rummy_marriage_distance",
        4,
        cards(1, "deal22", "near22"),
        listed(marriage_row, WORST_WHOLE),
    ),
    Plan("marriage", "play", "rummy_marriage_play", 2000, {}),
]
MIX = {"deal": 0.5, "win": 0.25, "near": 0.25}


@dataclass(frozen=True)
class Figure:
    """Instructions per hand (or step) of one class in one question; `answer` is a number made of all answers."""

    game: str
    question: str
    hands: str
    number: int
    answer: int
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


def figures(driver: Path, valgrind: str, hands: int, seed: int) -> Iterator[Figure]:
    """Measure every class of every question; after the win check comes the mix of deals, wins and near misses."""
    told = driver.parent / "callgrind.out"
    for plan in PLANS:
        number = max(1, hands * plan.thousandths // 1000)
        of: dict[str, Figure] = {}
        classes = {
            name: [make(rng) for _ in range(number)] for name, make in plan.makers.items() if (rng := Random(seed))
        }
        if plan.worst:
            classes["worst"] = plan.worst
        if plan.question == "play":
            classes["random rounds"] = []
        for name, rows in classes.items():
            options = ["--tool=callgrind", f"--toggle-collect={plan.function}", f"--callgrind-out-file={told}"]
            command = [valgrind, *options, str(driver), plan.game, plan.question, str(len(rows) or number)]
            answer = int(run(command, b"".join(rows)))
            total = re.search(r"^summary: (\d+)", told.read_text(), re.MULTILINE)
            if not total or not int(total[1]):
                raise ToolError(f"callgrind saw no call of {plan.function}: do the compiler flags inline it away?")
            units = answer if plan.question == "play" else len(rows)
            of[name] = Figure(plan.game, plan.question, name, units, answer, round(int(total[1]) / units, 1))
            yield of[name]
        if plan.question == "win":
            mean = round(sum(share * of[name].instructions for name, share in MIX.items()), 1)
            yield Figure(plan.game, plan.question, "mix 50/25/25", number, 0, mean)


def compare(about: dict[str, object], found: list[Figure]) -> int:
    """Return 1, and say why, if a count is a tenth above the baseline."""
    old = json.loads(BASELINE.read_text(encoding="utf-8"))
    for what in ("compiler", "cflags", "seed", "hands"):
        if old[what] != about[what]:
            print(f"instructions: not compared, the baseline has {what} {old[what]!r}, this is {about[what]!r}")
            return 0
    before = {(f["game"], f["question"], f["hands"]): f["instructions"] for f in old["figures"]}
    grown = [
        (f, before[key])
        for f in found
        if (key := (f.game, f.question, f.hands)) in before and f.instructions > 1.1 * before[key]
    ]
    for f, count in grown:
        print(
            f"instructions: {f.game} {f.question}, {f.hands}: {f.instructions:,.1f}, the baseline has {count:,.1f}",
            file=sys.stderr,
        )
    print(f"instructions: {len(found)} counts compared, {len(grown)} grown by more than a tenth")
    return 1 if grown else 0


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Count instructions per hand in the C core, under valgrind's callgrind."
    )
    parser.add_argument(
        "--hands", type=int, default=4000, help="hands a class of the win check; the others take a share (default 4000)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the hands (default 1)")
    parser.add_argument(
        "--cflags", default="-O2", help="flags of the compiler (default -O2); $CC names another than gcc or cc"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    parser.add_argument("--write", action="store_true", help=f"write {BASELINE.name}, and the table in docs/performance.md")
    parser.add_argument("--compare", action="store_true", help=f"fail if a count is a tenth above {BASELINE.name}")
    args = parser.parse_args()
    if args.hands < 1:
        parser.error("--hands must be 1 or more")
    try:
        valgrind = tool("valgrind")
        first, *rest = shlex.split(os.environ.get("CC", "")) or [""]
        compiler = [tool(first) if first else tool("gcc", "cc"), *rest]
        with tempfile.TemporaryDirectory() as folder:
            driver = Path(folder) / "driver"
            sources = [str(HERE / "instructions.c"), *map(str, sorted((ROOT / "csrc").glob("*.c")))]
            run([*compiler, "-std=c11", *shlex.split(args.cflags), f"-I{ROOT / 'csrc'}", *sources, "-o", str(driver)])
            about: dict[str, object] = {
                "compiler": run([*compiler, "--version"]).splitlines()[0],
                "cflags": args.cflags,
                "valgrind": run([valgrind, "--version"]).strip(),
                "seed": args.seed,
                "hands": args.hands,
            }
            measured = figures(driver, valgrind, args.hands, args.seed)
            found = list(measured) if args.json else show(about, measured)
    except ToolError as error:
        print(f"instructions: {error}", file=sys.stderr)
        return 1
    text = json.dumps({**about, "figures": [asdict(figure) for figure in found]}, indent=1)
    if args.json:
        print(text)
    if args.write:
        BASELINE.write_text(text + "\n", encoding="utf-8")
        write_page(about, found)
    return compare(about, found) if args.compare else 0


def write_page(about: dict[str, object], found: list[Figure]) -> None:
    """Renew the table in docs/performance.md."""
    lines = [f"{about['compiler']}, `{about['cflags']}`, {about['valgrind']}, seed {about['seed']}.", ""]
    lines += ["| question | hands | number | instructions each |", "|---|---|---:|---:|"]
    lines += [f"| {f.game}: {f.question} | {f.hands} | {f.number:,} | {f.instructions:,.0f} |" for f in found]
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n\n" + "\n".join(lines) + f"\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")


def show(about: dict[str, object], measured: Iterator[Figure]) -> list[Figure]:
    print(", ".join(f"{name} {value}" for name, value in about.items()))
    found: list[Figure] = []
    for figure in measured:
        if not found or found[-1].question != figure.question:
            print(f"\n{figure.game + ', ' + figure.question:<40}{'number':>10}{'instructions':>16}")
        print(f"  {figure.hands:<38}{figure.number:>10,}{figure.instructions:>16,.1f}", flush=True)
        found.append(figure)
    return found


if __name__ == "__main__":
    sys.exit(main())
