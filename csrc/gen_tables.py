"""Write csrc/okey_tables.h: how many wilds complete one colour as runs.

Run it as `python csrc/gen_tables.py`; with `--check` it only compares and exits 1 when the file differs.

A colour is a line of 14 columns: ranks 1..13 and, as column 14, the ones that stand after 13. Each column holds 0, 1 or 2 tiles. The
line is cut in the middle. Seen from the cut, each half is a set of open runs of length 1, 2 or "3 and more", at some cost in wilds;
two halves cost the cheapest pair of such sets in which every run that is still too short finds a partner across the cut. Halves
that cost the same beside every other half are one class, and the line is symmetric, so one classification serves both halves.
"""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path

COLUMNS = 7  # of half a line
DEAR = 5  # costs above four wilds are all the same: nobody holds more
TARGET = Path(__file__).with_name("okey_tables.h")

Open = tuple[int, int, int]  # runs that reach the cut, by length: 1, 2, 3 and more
Costs = dict[Open, int]


def step(costs: Costs, held: int) -> Costs:
    """Add one column holding `held` tiles: each run is prolonged or, if long enough, closed; new runs may start."""
    after: Costs = {}
    for (one, two, more), cost in costs.items():
        for kept in range(more + 1):  # runs of one or two tiles must go on
            for new in range(held + DEAR - cost):
                wilds = one + two + kept + new - held
                if wilds < 0 or cost + wilds >= DEAR:
                    continue
                key = (new, one, two + kept)
                after[key] = min(after.get(key, DEAR), cost + wilds)
    return after


def half(profile: tuple[int, ...]) -> Costs:
    """Return the open runs at the cut and their cost, for a half given from its outer end."""
    costs: Costs = {(0, 0, 0): 0}
    for held in profile:
        costs = step(costs, held)
    return costs


def joins(left: Open, right: Open) -> bool:
    """Return whether every run shorter than three finds a partner across the cut that makes it long enough."""
    # The ones need a partner of two or more, the twos any; long runs are glad to serve but need nobody.
    one, two, more = left
    eno, owt, erom = right
    for crossed in range(min(two, owt) + 1):  # a two beside a two
        for low in range(min(one, owt - crossed) + 1):  # a one on the left beside a two on the right
            for high in range(min(two - crossed, eno) + 1):
                rest_left = one - low + two - crossed - high
                rest_right = owt - crossed - low + eno - high
                if rest_left <= erom and rest_right <= more:
                    return True
    return False


def join(left: Costs, right: Costs) -> int:
    best = DEAR
    for s, a in left.items():
        for t, b in right.items():
            if a + b < best and joins(s, t):
                best = a + b
    return best


def classify() -> tuple[list[int], list[list[int]]]:
    """Return the class of each of the 3**7 halves, and the cost of each pair of classes."""
    profiles = [tuple(reversed(p)) for p in product(range(3), repeat=COLUMNS)]  # first column counts 3**0
    costs = [half(p) for p in profiles]
    distinct = list({tuple(sorted(c.items())): c for c in costs}.values())
    rows = [tuple(join(a, b) for b in distinct) for a in distinct]
    number: dict[tuple[int, ...], int] = {}
    class_of = {}
    for c, row in zip(distinct, rows, strict=True):
        class_of[tuple(sorted(c.items()))] = number.setdefault(row, len(number))
    first = {n: i for i, n in reversed(list(enumerate(number[row] for row in rows)))}
    table = [[rows[first[a]][first[b]] for b in range(len(number))] for a in range(len(number))]
    return [class_of[tuple(sorted(c.items()))] for c in costs], table


def lines(numbers: list[int], width: int = 24) -> str:
    parts = [numbers[i : i + width] for i in range(0, len(numbers), width)]
    return ",\n".join("    " + ",".join(map(str, part)) for part in parts)


def render() -> str:
    classes, table = classify()
    size = len(table)
    ternary = [sum(3**i for i in range(COLUMNS) if bits >> i & 1) for bits in range(1 << COLUMNS)]
    mirrored = [sum(3 ** (COLUMNS - 1 - i) for i in range(COLUMNS) if bits >> i & 1) for bits in range(1 << COLUMNS)]
    return f"""/* Written by csrc/gen_tables.py; do not edit. What the numbers mean stands there and in docs/design.md. */

#define RUN_CLASSES {size}
#define RUN_DEAR {DEAR}

/* Seven bits read as seven ternary digits, from rank 1 upwards, and mirrored, from column 14 downwards. */
static const uint16_t run_ternary[{1 << COLUMNS}] = {{
{lines(ternary)}
}};
static const uint16_t run_mirrored[{1 << COLUMNS}] = {{
{lines(mirrored)}
}};

/* The class of half a colour, by the ternary number of its counts from the outer end to the middle. */
static const uint8_t run_class[{len(classes)}] = {{
{lines(classes)}
}};

/* The fewest wilds that make runs of two halves; RUN_DEAR for more than four. */
static const uint8_t run_costs[RUN_CLASSES][RUN_CLASSES] = {{
{",".join("{" + chr(10) + lines(row, 48) + "}" for row in table)}
}};
"""


def main() -> int:
    text = render()
    if "--check" in sys.argv[1:]:
        same = TARGET.exists() and TARGET.read_text(encoding="utf-8") == text
        print(f"{TARGET.name}: {'as generated' if same else 'differs from what gen_tables.py writes'}")
        return 0 if same else 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
