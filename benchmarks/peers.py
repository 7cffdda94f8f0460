"""Compare with public packages, all measured in one run: `python benchmarks/peers.py [--write]`.

No other package answers Okey's or Marriage's questions, so each is measured at the nearest thing that it does. Each is optional: what is not installed,
or cannot be imported, is left out with a word.

    pip install okey-solver-py rummikub-solver mahjong riichienv jansou open_spiel rlcard chess

Times are medians over rounds in which all take their turns. `--write` renews the table in docs/performance.md.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from rummycore import marriage, okey

PAGE = Path(__file__).resolve().parents[1] / "docs" / "performance.md"
BEGIN, END = "<!-- peers -->", "<!-- end of peers -->"
ROUNDS = 15
SEED = 1

# What is measured: the package, its version, what is done, the nearest of our own figures, and a function that does it so many times.
Entry = tuple[str, str, str, str, int, Callable[[], object]]


def okey_hands(number: int, size: int = 14) -> list[tuple[okey.Tile, list[okey.Tile]]]:
    rng, out = Random(SEED), []
    bag = [tile for tile in okey.Tile.all() for _ in range(2)]
    for _ in range(number):
        indicator = okey.Tile(rng.randrange(52))
        rest = list(bag)
        rest.remove(indicator)
        out.append((indicator, rng.sample(rest, size)))
    return out


def ours() -> list[Entry]:
    name, mine = "rummycore", version("rummycore")
    hands = okey_hands(1000)
    values = b"".join(bytes(okey.batch.encode([hand], indicator)) for indicator, hand in hands)
    rows = [values[at : at + 53] for at in range(0, len(values), 53)]
    fifteen = b"".join(bytes(okey.batch.encode([hand], indicator)) for indicator, hand in okey_hands(100, 15))
    texts = [(" ".join(map(str, hand)), str(indicator)) for indicator, hand in hands[:50]]

    def steps(game: Any, number: int) -> Callable[[], object]:
        def play() -> None:
            rng, done = Random(SEED), 0
            while done < number:
                state = game.deal(seed=rng.getrandbits(60))
                while not state.over and done < number:
                    state.play(rng.choice(state.legal_moves()))
                    done += 1

        return play

    state = okey.deal(seed=SEED)
    return [
        (name, mine, "Okey win check, one hand of bytes", "win", 1000, lambda: [okey.batch.win(row) for row in rows]),
        (name, mine, "Okey win check, in a batch", "win batch", 1000, lambda: okey.batch.win(values)),
        (
            name,
            mine,
            "Okey distance, one hand of bytes",
            "distance",
            1000,
            lambda: [okey.batch.distance(row) for row in rows],
        ),
        (name, mine, "Okey distance, in a batch", "distance batch", 1000, lambda: okey.batch.distance(values)),
        (name, mine, "Okey table of discards, in a batch", "discards", 100, lambda: okey.batch.discards(fifteen)),
        (
            name,
            mine,
            "Okey best arrangement, from text",
            "arrange",
            50,
            lambda: [okey.arrange(t, indicator=i) for t, i in texts],
        ),
        (name, mine, "Okey random play, a step", "step", 2000, steps(okey, 2000)),
        (name, mine, "Marriage random play, a step", "marriage step", 2000, steps(marriage, 2000)),
        (name, mine, "Okey, copy of a state", "copy", 1000, lambda: [state.copy() for _ in range(1000)]),
    ]


def okey_solver() -> list[Entry]:
    logging.disable(logging.CRITICAL)
    from okey_core.types import OkeyMeta, Tile, TileColor
    from okey_solver import create_standard_okey_solver

    colours = {"r": TileColor.RED, "y": TileColor.YELLOW, "b": TileColor.BLUE, "k": TileColor.BLACK}
    solver = create_standard_okey_solver()
    asked = []
    for indicator, hand in okey_hands(20):
        wild = okey.okey_of(indicator)
        tiles = [
            Tile(id=f"{at}", color=colours.get(tile.suit or "", TileColor.JOKER), value=tile.rank or 0)
            for at, tile in enumerate(hand)
        ]
        asked.append((tiles, OkeyMeta(color=colours[wild.suit or "r"], value=wild.rank or 0)))
    run = lambda: [solver.find_best_arrangement(tiles, meta) for tiles, meta in asked]
    return [("okey-solver-py", version("okey-solver-py"), "Okey best arrangement", "arrange", len(asked), run)]


def rummikub() -> list[Entry]:
    from rummikub_solver import RuleSet, SolverMode

    rules = RuleSet()
    states = []
    for _, hand in okey_hands(3):
        state = rules.new_game()
        state.add_rack(*(rules.tiles[int(tile)] for tile in hand if tile < 52))
        states.append(state)
    run = lambda: [rules.solve(state, SolverMode.TILE_COUNT) for state in states]
    return [
        ("rummikub-solver", version("rummikub-solver"), "best tiles to lay, integer programming", "arrange", 3, run)
    ]


def mahjong_hands(number: int) -> list[list[int]]:
    rng = Random(SEED)
    return [sorted(rng.sample(range(136), 14)) for _ in range(number)]


def counts34(tiles: list[int]) -> list[int]:
    out = [0] * 34
    for tile in tiles:
        out[tile // 4] += 1
    return out


def mahjong_python() -> list[Entry]:
    from mahjong.agari import Agari
    from mahjong.shanten import Shanten

    hands, shanten, agari = [counts34(h) for h in mahjong_hands(50)], Shanten(), Agari()
    return [
        (
            "mahjong",
            version("mahjong"),
            "distance, all forms",
            "distance",
            50,
            lambda: [shanten.calculate_shanten(h) for h in hands],
        ),
        ("mahjong", version("mahjong"), "win check", "win", 50, lambda: [agari.is_agari(h) for h in hands]),
    ]


def riichienv() -> list[Entry]:
    import riichienv as package

    hands = mahjong_hands(1000)
    return [
        (
            "riichienv",
            version("riichienv"),
            "distance",
            "distance",
            1000,
            lambda: [package.calculate_shanten(h) for h in hands],
        )
    ]


def jansou() -> list[Entry]:
    from jansou.analysis.shanten import shanten_counts

    hands = [counts34(h) for h in mahjong_hands(200)]
    return [
        (
            "jansou",
            version("jansou"),
            "distance, all forms",
            "distance",
            200,
            lambda: [shanten_counts(h, 0) for h in hands],
        )
    ]


def open_spiel() -> list[Entry]:
    import pyspiel

    game, chance = pyspiel.load_game("gin_rummy"), Random(SEED)

    def step(state: Any) -> None:
        actions = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(chance.choice(actions))

    def play() -> None:
        done = 0
        while done < 500:
            state = game.new_initial_state()
            while not state.is_terminal() and done < 500:
                step(state)
                done += 1

    state = game.new_initial_state()
    for _ in range(30):
        step(state)
    mine = version("open_spiel")
    return [
        ("OpenSpiel", mine, "gin rummy random play, a step", "step", 500, play),
        ("OpenSpiel", mine, "gin rummy, clone of a state", "copy", 100, lambda: [state.clone() for _ in range(100)]),
    ]


def rlcard() -> list[Entry]:
    import rlcard as package

    env = package.make("gin-rummy", config={"seed": SEED})

    def play() -> None:
        rng, done = Random(SEED), 0
        while done < 200:
            state, _ = env.reset()
            while not env.is_over() and done < 200:
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                done += 1

    return [("RLCard", version("rlcard"), "gin rummy random play, a step", "step", 200, play)]


def python_chess() -> list[Entry]:
    import chess

    board = chess.Board()

    def play() -> None:
        rng, done, here = Random(SEED), 0, chess.Board()
        while done < 200:
            moves = list(here.legal_moves)
            if not moves:
                here = chess.Board()
                continue
            here.push(rng.choice(moves))
            done += 1

    mine = version("chess")
    return [
        ("chess", mine, "random play, a move", "step", 200, play),
        ("chess", mine, "copy of a board", "copy", 500, lambda: [board.copy() for _ in range(500)]),
    ]


PEERS = {
    "okey-solver-py": okey_solver,
    "rummikub-solver": rummikub,
    "mahjong": mahjong_python,
    "riichienv": riichienv,
    "jansou": jansou,
    "OpenSpiel": open_spiel,
    "RLCard": rlcard,
    "chess": python_chess,
}


def measure(entries: list[Entry], rounds: int) -> list[float]:
    """Return the median time of each, in ns, all of them taking their turn in every round."""
    times: list[list[float]] = [[] for _ in entries]
    for _ in range(rounds):
        for at, (_, _, _, _, number, run) in enumerate(entries):
            start = time.perf_counter_ns()
            run()
            times[at].append((time.perf_counter_ns() - start) / number)
    return [median(each) for each in times]


def told(ns: float) -> str:
    return f"{ns:,.0f} ns" if ns < 1e4 else f"{ns / 1e3:,.0f} us" if ns < 1e7 else f"{ns / 1e6:,.0f} ms"


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare with public packages, all measured in one run.")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"rounds (default {ROUNDS})")
    parser.add_argument("--write", action="store_true", help="renew the table in docs/performance.md")
    args = parser.parse_args()
    entries, absent = ours(), []
    for name, make in PEERS.items():
        try:
            found = make()
            for entry in found:
                entry[5]()
            entries += found
        except Exception as error:
            absent.append(
                f"{name} is left out: {type(error).__name__} {str(error).splitlines()[0] if str(error) else ''}".strip()
            )
    medians = measure(entries, max(1, args.rounds))
    nearest = {entry[3]: ns for entry, ns in zip(entries, medians, strict=True) if entry[0] == "rummycore"}
    lines = ["| package | what is done | median | times rummycore's nearest |", "|---|---|---:|---:|"]
    for (name, its, what, key, _, _), ns in zip(entries, medians, strict=True):
        ratio = "" if name == "rummycore" else f"{ns / nearest[key]:,.1f}"
        lines.append(f"| {name} {its} | {what} | {told(ns)} | {ratio} |")
    print("\n".join([*lines, *absent]))
    if args.write:
        page = PAGE.read_text(encoding="utf-8")
        before, _, rest = page.partition(BEGIN)
        PAGE.write_text(
            f"{before}{BEGIN}\n\n" + "\n".join(lines) + f"\n\n{END}{rest.partition(END)[2]}", encoding="utf-8"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
