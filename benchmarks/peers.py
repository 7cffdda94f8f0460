"""Compare rummycore with packages of neighbouring games, all measured in one run.

No other rummy engine answers the same questions. So each line says what was done, and stands beside what is nearest.
All packages are optional. A package that is missing or does not import is skipped, with a message. To have them all:

    pip install okey-solver-py rummikub-solver mahjong riichienv jansou open_spiel rlcard chess

`python benchmarks/peers.py` prints a table, `--write` writes it into docs/performance.md.
Every figure is the median of many rounds. Each entry runs once in every round, so a slow moment meets all of them.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module, metadata
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, TypeAlias

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "benchmarks")]

import okey_hands
from write_performance_page import put

from rummycore import marriage, okey

Work: TypeAlias = Callable[[], int]  # does something and returns how many of its units it did
SEED = 1
ROUND = 0.02  # seconds that an entry takes of a round, at least
STEPS = 400  # of random play in one go

TILES = 200  # hands that calls one by one go through


@dataclass(frozen=True)
class Entry:
    """Something to measure: its package and unit, what it does, and how to make the work ready."""

    package: str
    unit: str
    does: str
    make: Callable[[], Work]


@dataclass(frozen=True)
class Group:
    """Entries that do similar things. The first is rummycore's; the ratios of the others are to it."""

    title: str
    entries: tuple[Entry, ...]


# ------------------------------------------------------------------------------
# Hands
# ------------------------------------------------------------------------------

CLASSES = {"deals": ("deal",), "wins": ("win",), "mix": ("deal", "deal", "win", "near")}


@cache
def okey_hands_of(name: str, number: int = TILES) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return indicators and tiles; the mix is 50 % deals, 25 % wins, 25 % near misses."""
    rng, kinds = Random(SEED), CLASSES[name]
    hands = [okey_hands.CLASSES[kinds[i % len(kinds)]](rng, {}) for i in range(number)]
    return tuple((indicator, tuple(tiles)) for indicator, tiles in hands)


def typed(name: str) -> list[tuple[okey.Tile, tuple[okey.Tile, ...]]]:
    return [(okey.Tile(indicator), okey.tiles(tiles)) for indicator, tiles in okey_hands_of(name)]


def okey_rows(name: str, number: int = TILES, size: int = 14) -> list[bytes]:
    rows = []
    for indicator, tiles in okey_hands_of(name, number):
        held = list(tiles)
        if size == 15:  # one of the first tiles that can be had
            held.append(next(t for t in ("r1", "y5", "b9", "k13", "F") if t != indicator and held.count(t) < 2))
        rows.append(bytes(okey.batch.encode([held], indicator)))
    return rows


@cache
def mahjong_hands(number: int = TILES) -> tuple[tuple[int, ...], ...]:
    """Return random hands of 14 of the 136 tiles of mahjong."""
    rng = Random(SEED)
    return tuple(tuple(sorted(rng.sample(range(136), 14))) for _ in range(number))


def each(function: Callable[[Any], object], over: Sequence[Any]) -> Work:
    """Return work that calls a function with each of these."""

    def work() -> int:
        for one in over:
            function(one)
        return len(over)

    return work


# ------------------------------------------------------------------------------
# rummycore
# ------------------------------------------------------------------------------


def one_win() -> Work:
    return each(okey.batch.win, okey_rows("mix"))


def typed_win() -> Work:
    hands = typed("mix")

    def work() -> int:
        win = okey.win
        for indicator, hand in hands:
            win(hand, indicator=indicator)
        return len(hands)

    return work


def many_wins() -> Work:
    rows = b"".join(okey_rows("mix", 4_000))

    def work() -> int:
        return len(okey.batch.win(rows))

    return work


def arrange() -> Work:
    hands = typed("wins")

    def work() -> int:
        for indicator, hand in hands:
            okey.arrange(hand, indicator=indicator)
        return len(hands)

    return work


def one_distance() -> Work:
    return each(okey.batch.distance, okey_rows("deals"))


def many_distances() -> Work:
    rows = b"".join(okey_rows("deals", 4_000))

    def work() -> int:
        return len(okey.batch.distance(rows))

    return work


def discard_table() -> Work:
    return each(okey.batch.discards, okey_rows("deals", 60, 15))


def typed_steps(deal: Callable[..., Any], ids: bool = False) -> Callable[[], Work]:
    """Return work that plays random moves of rounds, typed or by their ids, from one deal to the next."""

    def make() -> Work:
        random = Random(SEED).random
        state, seed = deal(seed=0), 0

        def work() -> int:
            nonlocal state, seed
            for _ in range(STEPS):
                moves = state.legal_ids() if ids else state.legal_moves()
                if not moves:
                    seed += 1
                    state = deal(seed=seed)
                    moves = state.legal_ids() if ids else state.legal_moves()
                state.play(moves[int(random() * len(moves))])
            return STEPS

        return work

    return make


def table_steps(kind: Callable[..., Any]) -> Callable[[], Work]:
    def make() -> Work:
        tables = kind(256, SEED)

        def work() -> int:
            for _ in range(20):
                if tables.step(tables.random_moves()):
                    tables.deal()
            return 20 * 256

        return work

    return make


def played(deal: Callable[..., Any], steps: int = 60) -> Any:
    """Return a state in the middle of a round."""
    state, rng = deal(seed=SEED), Random(SEED)
    for _ in range(steps):
        state.play(rng.choice(state.legal_moves()))
    return state


def copy_of(deal: Callable[..., Any]) -> Callable[[], Work]:
    def make() -> Work:
        state = played(deal)

        def work() -> int:
            copy = state.copy
            for _ in range(1_000):
                copy()
            return 1_000

        return work

    return make


# ------------------------------------------------------------------------------
# Peers
# ------------------------------------------------------------------------------


def okey_solver(strategy: str, name: str, number: int) -> Callable[[], Work]:
    def make() -> Work:
        package = import_module("okey_solver")
        colours = dict(zip("rybk", (package.TileColor[c] for c in ("RED", "YELLOW", "BLUE", "BLACK")), strict=True))
        solver = package.create_standard_okey_solver(strategy=strategy)

        def tile(number: int, text: str) -> Any:
            if text == "F":
                return package.Tile(id=str(number), color=package.TileColor.JOKER, value=0)
            return package.Tile(id=str(number), color=colours[text[0]], value=int(text[1:]))

        hands = []
        for indicator, tiles in okey_hands_of(name)[:number]:
            meta = package.OkeyMeta(color=colours[indicator[0]], value=int(indicator[1:]) % 13 + 1)
            hands.append(([tile(i, text) for i, text in enumerate(tiles)], meta))
        return each(lambda hand: solver.find_best_arrangement(*hand), hands)

    return make


def rummikub() -> Work:
    package = import_module("rummikub_solver")
    rules = package.RuleSet(numbers=13, repeats=2, colours=4, jokers=2)
    numbers = [tile for tile in rules.tiles if isinstance(tile, package.Number)]
    joker = next(tile for tile in rules.tiles if isinstance(tile, package.Joker))
    states = []
    for row in okey_rows("wins", 10):
        state = rules.new_game()
        state.initial = False
        state.add_rack(*[numbers[v] if v < 52 else joker for v, n in enumerate(row) for _ in range(n)])
        states.append(state)
    return each(lambda state: rules.solve(state, package.SolverMode.TILE_COUNT), states)


def counts(hand: Iterable[int]) -> list[int]:
    held = [0] * 34
    for tile in hand:
        held[tile // 4] += 1
    return held


def mahjong() -> Work:
    return each(import_module("mahjong.shanten").Shanten.calculate_shanten, [counts(hand) for hand in mahjong_hands()])


def mahjong_table() -> Work:
    """The table of discards as it is made with this package: every discard, every draw."""
    distance = import_module("mahjong.shanten").Shanten.calculate_shanten

    def table(held: list[int]) -> int:
        useful = 0
        for out in range(34):
            if held[out]:
                held[out] -= 1
                least = distance(held)
                for drawn in range(34):
                    if held[drawn] < 4:
                        held[drawn] += 1
                        useful += distance(held) < least
                        held[drawn] -= 1
                held[out] += 1
        return useful

    return each(table, [counts(hand) for hand in mahjong_hands(5)])


def riichienv() -> Work:
    return each(import_module("riichienv").calculate_shanten, [list(hand) for hand in mahjong_hands()])


def riichienv_steps() -> Work:
    environment = import_module("riichienv").RiichiEnv
    random = Random(SEED).random
    env = environment(skip_mjai_logging=True)

    def work() -> int:
        seen, steps = env.reset(), 0
        while not env.done():
            chosen = {}
            for seat, observed in seen.items():
                moves = observed.legal_actions()
                chosen[seat] = moves[int(random() * len(moves))]
            steps += len(chosen)
            seen = env.step(chosen)
        return steps

    return work


def riichienv_copy() -> Work:
    env = import_module("riichienv").RiichiEnv(skip_mjai_logging=True)
    seen, rng = env.reset(), Random(SEED)
    for _ in range(30):
        if not env.done():
            seen = env.step({seat: rng.choice(observed.legal_actions()) for seat, observed in seen.items()})

    def work() -> int:
        for _ in range(50):
            env.clone()
        return 50

    return work


def jansou() -> Work:
    distance = import_module("jansou.analysis.shanten").shanten_counts
    return each(lambda held: distance(held, 0), [counts(hand) for hand in mahjong_hands(5_000)])


def jansou_table() -> Work:
    """Its memory of hands is large, so each hand is met seldom."""
    hand, parse = import_module("jansou.core.hand").Hand, import_module("jansou.core.notation").parse_136
    table = import_module("jansou.analysis.efficiency").discard_evaluation
    return each(table, [hand(tuple(parse(tiles))) for tiles in mahjong_hands(400)])


def open_spiel_steps() -> Work:
    game = import_module("pyspiel").load_game("gin_rummy")
    random = Random(SEED).random
    state = game.new_initial_state()

    def work() -> int:
        nonlocal state
        for _ in range(STEPS):
            if state.is_terminal():
                state = game.new_initial_state()
            moves = state.legal_actions()  # of a chance node, too: a card dealt is a step here
            state.apply_action(moves[int(random() * len(moves))])
        return STEPS

    return work


def open_spiel_copy() -> Work:
    game, rng = import_module("pyspiel").load_game("gin_rummy"), Random(SEED)
    state = game.new_initial_state()
    for _ in range(60):
        state.apply_action(rng.choice(state.legal_actions()))

    def work() -> int:
        for _ in range(200):
            state.clone()
        return 200

    return work


def rlcard() -> Work:
    env = import_module("rlcard").make("gin-rummy", {"seed": SEED})
    random = Random(SEED).random

    def work() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            moves = list(state["legal_actions"])
            state, _ = env.step(moves[int(random() * len(moves))])
            steps += 1
        return steps

    return work


def chess_steps() -> Work:
    chess: Any = import_module("chess")
    random, board = Random(SEED).random, chess.Board()

    def work() -> int:
        for _ in range(STEPS // 4):
            moves = list(board.legal_moves)
            if not moves or board.ply() > 200:
                board.reset()
                moves = list(board.legal_moves)
            board.push(moves[int(random() * len(moves))])
        return STEPS // 4

    return work


def chess_copy(stack: bool) -> Callable[[], Work]:
    def make() -> Work:
        board, rng = import_module("chess").Board(), Random(SEED)
        for _ in range(60):
            board.push(rng.choice(list(board.legal_moves)))

        def work() -> int:
            for _ in range(500):
                board.copy(stack=stack)
            return 500

        return work

    return make


OWN = "rummycore"
GROUPS = (
    Group(
        "Is this a winning hand, and the best arrangement of it",
        (
            Entry(OWN, "hand", "`okey.arrange`, winning hands out of typed tiles, exact", arrange),
            Entry(OWN, "hand", "`okey.win`, mix out of typed tiles", typed_win),
            Entry(OWN, "hand", "`okey.batch.win`, mix, one row a call", one_win),
            Entry(OWN, "hand", "`okey.batch.win`, mix, the same 4,000 rows a call", many_wins),
            Entry("okey-solver-py", "hand", "greedy arrangement, winning hands", okey_solver("greedy", "wins", 20)),
            Entry(
                "okey-solver-py",
                "hand",
                "backtracking arrangement, winning hands",
                okey_solver("backtracking", "wins", 4),
            ),
            Entry("rummikub-solver", "hand", "most tiles laid (integer programming), winning hands", rummikub),
        ),
    ),
    Group(
        "Distance from a winning hand, 14 random tiles",
        (
            Entry(OWN, "hand", "`okey.batch.distance`, one row a call", one_distance),
            Entry(OWN, "hand", "`okey.batch.distance`, 4,000 rows a call", many_distances),
            Entry("mahjong", "hand", "shanten, all forms", mahjong),
            Entry("riichienv", "hand", "shanten, all forms", riichienv),
            Entry("jansou", "hand", "shanten, all forms", jansou),
        ),
    ),
    Group(
        "Table of discards: distance and useful tiles of each",
        (
            Entry(OWN, "hand", "`okey.batch.discards`, 15 random tiles, one row a call", discard_table),
            Entry("mahjong", "hand", "shanten of every discard and draw, 14 random tiles", mahjong_table),
            Entry("jansou", "hand", "`discard_evaluation`, 14 random tiles", jansou_table),
        ),
    ),
    Group(
        "A step of random rounds from Python: legal moves, a choice, a move",
        (
            Entry(OWN, "step", "Okey, 4 players, typed moves", typed_steps(okey.deal)),
            Entry(OWN, "step", "Okey, 4 players, ids of moves", typed_steps(okey.deal, ids=True)),
            Entry(OWN, "step", "Okey, 4 players, `batch.Tables` of 256", table_steps(okey.batch.Tables)),
            Entry(OWN, "step", "Marriage, 4 players, typed moves", typed_steps(marriage.deal)),
            Entry(OWN, "step", "Marriage, 4 players, `batch.Tables` of 256", table_steps(marriage.batch.Tables)),
            Entry("open_spiel", "step", "gin rummy, 2 players, cards dealt counted as steps", open_spiel_steps),
            Entry("rlcard", "step", "gin rummy, 2 players, with the observation it always makes", rlcard),
            Entry(
                "riichienv", "step", "riichi mahjong, 4 players, with the observation it always makes", riichienv_steps
            ),
            Entry("chess", "step", "chess, legal moves and push", chess_steps),
        ),
    ),
    Group(
        "A copy of a state",
        (
            Entry(OWN, "copy", "Okey, with its history", copy_of(okey.deal)),
            Entry(OWN, "copy", "Marriage, with its history", copy_of(marriage.deal)),
            Entry("open_spiel", "copy", "gin rummy, `clone`", open_spiel_copy),
            Entry("riichienv", "copy", "riichi mahjong, `clone`", riichienv_copy),
            Entry("chess", "copy", "board without its history", chess_copy(stack=False)),
            Entry("chess", "copy", "board with its history", chess_copy(stack=True)),
        ),
    ),
)


# ------------------------------------------------------------------------------
# Measuring
# ------------------------------------------------------------------------------


@dataclass
class Measured:
    """An entry that runs, how often a round repeats it, and the seconds a unit of each round."""

    entry: Entry
    work: Work
    times: int
    seconds: list[float]


def ready(entry: Entry) -> Measured | None:
    """Return an entry made ready and warm, or None, with a word, if its package is missing or fails."""
    try:
        work = entry.make()
        work()
        start = perf_counter()
        work()
        times = max(1, round(ROUND / max(perf_counter() - start, 1e-6)))
    except Exception as error:
        if entry.package == OWN:
            raise
        print(f"skipped: {entry.package}, {entry.does}: {type(error).__name__}: {error}", file=sys.stderr)
        return None
    return Measured(entry, work, times, [])


def measure(groups: Sequence[Group], rounds: int) -> list[tuple[Group, list[Measured]]]:
    """Measure all entries by rounds that take turns."""
    found = [(group, [one for entry in group.entries if (one := ready(entry))]) for group in groups]
    gc.collect()
    gc.freeze()
    for _ in range(rounds):
        for _, several in found:
            for one in several:
                units, start = 0, perf_counter()
                for _ in range(one.times):
                    units += one.work()
                one.seconds.append((perf_counter() - start) / units)
    return found


def version(package: str) -> str:
    if package == OWN:
        return import_module(OWN).__version__  # type: ignore[no-any-return]
    return metadata.version(package)


def amount(seconds: float) -> str:
    """Return a time with three digits.

    >>> amount(0.0123), amount(2.5e-07)
    ('12.3 ms', '250 ns')
    """
    size, unit = next(
        (s, u) for s, u in ((1, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns")) if seconds >= s or u == "ns"
    )
    value = seconds / size
    return (
        f"{value:.0f} {unit}" if value >= 99.95 else f"{value:.1f} {unit}" if value >= 9.995 else f"{value:.2f} {unit}"
    )


def table(found: Sequence[tuple[Group, Sequence[Measured]]]) -> str:
    """Return the figures as a table of docs/performance.md."""
    lines = [
        f"Python {sys.version.split()[0]}.",
        "",
        "| what | package | does | median | lowest | to rummycore |",
        "|---|---|---|---:|---:|---:|",
    ]
    for group, several in found:
        title, first = group.title, median(several[0].seconds)
        for one in several:
            entry, middle = one.entry, median(one.seconds)
            ratio = middle / first
            beside = f"{ratio:,.0f}" if ratio >= 9.95 else f"{ratio:.2g}"
            lines.append(
                f"| {title} | {entry.package} {version(entry.package)} | {entry.does} | {amount(middle)} a {entry.unit}"
                f" | {amount(min(one.seconds))} | {beside} |"
            )
            title = ""
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Compare rummycore with packages of neighbouring games, in one run.",
        epilog="pip install okey-solver-py rummikub-solver mahjong riichienv jansou open_spiel rlcard chess",
    )
    parser.add_argument("--rounds", type=int, default=15, help="rounds of which the median is taken (default 15)")
    parser.add_argument("--write", action="store_true", help="put the table into docs/performance.md")
    args = parser.parse_args()
    if args.rounds < 1:
        parser.error("--rounds must be 1 or more")
    text = table(measure(GROUPS, args.rounds))
    if args.write:
        put("peers", text)
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
