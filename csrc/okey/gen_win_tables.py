"""Write csrc/okey/win_tables.h: how many wilds complete one colour as runs.

Run it as `python csrc/okey/gen_win_tables.py`; with `--check` it only compares and exits 1 when the file differs.

A colour is a line of 14 columns: ranks 1..13 and, as column 14, the ones that stand after 13. Each column holds 0, 1 or
2 tiles. The line is cut in two. Seen from the cut, each part is a set of open runs of length 1, 2 or "3 and more", at
some cost in wilds; two parts cost the cheapest pair of such sets in which every run that is still too short finds a
partner across the cut. Parts that cost the same beside every other part are one class.

Two tables are made so. The first is for up to two wilds, so that all costs above two are the same, and is cut between 5
and 6: few classes below, and the state above, ranks 6 to 13, holds how many ones have gone to the high end too. The
second is for three or four wilds, is cut between 7 and 8, where the line is symmetric and one classification serves
both halves, and knows nothing of ones that move: it is asked once for each number of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import product
from pathlib import Path

LOW, HIGH, HALF = 5, 8, 7  # columns of the parts
TARGET = Path(__file__).with_name("win_tables.h")

Open = tuple[int, int, int]  # runs that reach the cut, by length: 1, 2, 3 and more
Costs = dict[Open, int]
Moved = tuple[int, Open]  # how many ones stand after 13, and the runs that reach the cut


def step(costs: Costs, held: int, dear: int) -> Costs:
    """Add one column holding `held` tiles: each run is prolonged or, if long enough, closed; new runs may start."""
    after: Costs = {}
    for (one, two, more), cost in costs.items():
        for kept in range(more + 1):  # runs of one or two tiles must go on
            for new in range(held + dear - cost):
                wilds = one + two + kept + new - held
                if wilds < 0 or cost + wilds >= dear:
                    continue
                key = (new, one, two + kept)
                after[key] = min(after.get(key, dear), cost + wilds)
    return after


def part(columns: Iterable[int], dear: int) -> Costs:
    """Return the open runs at the cut and their cost, for a part given from its outer end."""
    costs: Costs = {(0, 0, 0): 0}
    for held in columns:
        costs = step(costs, held, dear)
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


def classify(
    low: list[dict[Moved, int]], high: list[dict[Moved, int]], dear: int
) -> tuple[list[int], list[int], list[list[int]]]:
    """Return the class of each low part and of each high part, and the cost of each pair of classes."""
    lefts = sorted({key for costs in low for key in costs})
    rights = sorted({key for costs in high for key in costs})
    partners = {left: [r for r in rights if r[0] == left[0] and joins(left[1], r[1])] for left in lefts}

    # A high part is what each low end costs beside it, a low part what it costs beside each such high part.
    asked: dict[frozenset[tuple[Moved, int]], tuple[int, ...]] = {}
    for costs in high:
        key = frozenset(costs.items())
        if key not in asked:
            asked[key] = tuple(min((costs.get(r, dear) for r in partners[left]), default=dear) for left in lefts)
    beside: dict[tuple[int, ...], int] = {}
    high_class = [beside.setdefault(asked[frozenset(costs.items())], len(beside)) for costs in high]
    place = {left: i for i, left in enumerate(lefts)}
    rows: dict[frozenset[tuple[Moved, int]], tuple[int, ...]] = {}
    for costs in low:
        key = frozenset(costs.items())
        if key not in rows:
            rows[key] = tuple(min([dear, *(c + other[place[left]] for left, c in costs.items())]) for other in beside)
    distinct: dict[tuple[int, ...], int] = {}
    low_class = [distinct.setdefault(rows[frozenset(costs.items())], len(distinct)) for costs in low]
    return low_class, high_class, [list(row) for row in distinct]


def few() -> tuple[list[int], list[int], list[list[int]]]:
    """Return the classes and the table for up to two wilds."""
    low: list[dict[Moved, int]] = []
    for wrap, twice, once in product(range(2), range(1 << LOW), range(1 << LOW)):
        columns = [(once >> i & 1) + (twice >> i & 1) for i in range(LOW)]
        moves = range(columns[0] + 1 if wrap else 1)
        low.append({(m, s): c for m in moves for s, c in part([columns[0] - m, *columns[1:]], 3).items()})
    high: list[dict[Moved, int]] = []
    for number in range(3**HIGH):
        columns = [number // 3**i % 3 for i in range(HIGH)]
        high.append({(m, s): c for m in range(3) for s, c in part([m, *reversed(columns)], 3).items()})
    return classify(low, high, 3)


def many() -> tuple[list[int], list[list[int]]]:
    """Return the classes and the table for three or four wilds."""
    halves = [part([number // 3**i % 3 for i in range(HALF)], 5) for number in range(3**HALF)]
    ends: list[dict[Moved, int]] = [{(0, s): c for s, c in half.items()} for half in halves]
    low, high, table = classify(ends, ends, 5)
    columns = dict(zip(low, high, strict=True))
    assert len(columns) == len(set(high)) == len(table)  # one classification serves both halves
    return low, [[row[columns[c]] for c in range(len(columns))] for row in table]


def lines(numbers: Iterable[object], width: int = 24) -> str:
    texts = list(map(str, numbers))
    return ",\n".join("    " + ",".join(texts[i : i + width]) for i in range(0, len(texts), width))


def rows(table: Iterable[Iterable[int]], width: int) -> str:
    return ",".join("{\n" + lines(row, width) + "\n}" for row in table)


def packed(row: list[int]) -> list[int]:
    """Return costs of two bits, four in a byte, the first lowest."""
    padded = [*row, *[0] * (-len(row) % 4)]
    return [sum(padded[i + j] << 2 * j for j in range(4)) for i in range(0, len(padded), 4)]


def render() -> str:
    low, high, table = few()
    many_class, many_table = many()
    ternary = [sum(3**i for i in range(HIGH) if bits >> i & 1) for bits in range(1 << HIGH)]
    mirrored = [sum(3 ** (HALF - 1 - i) for i in range(HALF) if bits >> i & 1) for bits in range(1 << HALF)]
    costs = [packed(row) for row in table]
    return f"""/* Written by csrc/okey/gen_win_tables.py; do not edit. What the numbers mean stands there and in docs/design.md. */

#define RUN_DEAR_MANY 5

/* Bits read as ternary digits, from the lowest rank upwards, and of seven columns mirrored, from column 14 downwards. */
static const uint16_t run_ternary[{1 << HIGH}] = {{
{lines(ternary)}
}};
static const uint16_t run_mirrored[{1 << HALF}] = {{
{lines(mirrored)}
}};

/* Up to two wilds. The row of ranks 1 to 5, where the 1 stays low and where it may stand after 13: bits held, then bits held twice. */
static const uint8_t run_low[2][{1 << 2 * LOW}] = {{
{rows([low[: 1 << 2 * LOW], low[1 << 2 * LOW :]], 32)}
}};

/* The column of ranks 6 to 13, by the ternary number of their counts: the byte from bit 5 on, and the bit in it. */
static const uint16_t run_high[{3**HIGH}] = {{
{lines((c // 4 << 5 | c % 4 * 2 for c in high), 32)}
}};

/* The fewest wilds that make runs of a colour, 3 for more than two: two bits each, in {len(table)} rows of {len(table[0])} columns. */
static const uint8_t run_table[{len(costs)}][{1 << (len(costs[0]) - 1).bit_length()}] = {{
{rows(costs, 64)}
}};

/* Three or four wilds. The class of half a colour, by the ternary number of its counts from the outer end to the middle. */
static const uint8_t many_class[{len(many_class)}] = {{
{lines(many_class, 32)}
}};

/* The fewest wilds that make runs of two halves; RUN_DEAR_MANY for more than four. */
static const uint8_t many_costs[{len(many_table)}][{len(many_table)}] = {{
{rows(many_table, 48)}
}};
"""


def main() -> int:
    text = render()
    if "--check" in sys.argv[1:]:
        same = TARGET.exists() and TARGET.read_text(encoding="utf-8") == text
        print(f"{TARGET.name}: {'as generated' if same else 'differs from what gen_win_tables.py writes'}")
        return 0 if same else 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
