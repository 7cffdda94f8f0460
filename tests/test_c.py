"""The C library without Python: it compiles alone and without a warning, and C programs play what Python plays."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import marriage_decks
import okey_decks
import pytest

from rummycore import marriage, okey
from rummycore.chance import Random, derive

ROOT = Path(__file__).parents[1]
CSRC = ROOT / "csrc"
SOURCES = sorted(CSRC.rglob("*.c"))
PROGRAMS = Path(__file__).parent / "c"
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
CC = os.environ.get("CC", "cc").split()
CXX = os.environ.get("CXX", "c++").split()
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ("LD_PRELOAD", "DYLD_INSERT_LIBRARIES")}


def run(command: list[str], **extra: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, env={**ENVIRONMENT, **extra}, capture_output=True, text=True, check=False)


def compiles(command: list[str]) -> None:
    done = run(command)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(CSRC)))
def test_the_library_compiles_without_a_warning(source: Path, tmp_path: Path) -> None:
    """Each C file compiles by itself as C11 with every warning an error."""
    compiles([*CC, "-std=c11", *WARNINGS, "-O3", f"-I{CSRC}", "-c", str(source), "-o", str(tmp_path / "out.o")])


@pytest.mark.parametrize("language", ["c11", "c++17"])
def test_the_header_compiles_without_a_warning(language: str, tmp_path: Path) -> None:
    """The header needs no other, may be included twice, and is C++17 as well as C11."""
    source = tmp_path / ("user.c" if language == "c11" else "user.cpp")
    source.write_text(
        '#include "rummycore.h"\n#include "rummycore.h"\n'
        "int user(void);\nint user(void) { rummy_okey_rules rules; rummy_okey_rules_init(&rules); return rummy_version(); }\n"
    )
    compiler = CC if language == "c11" else CXX
    compiles([*compiler, f"-std={language}", *WARNINGS, f"-I{CSRC}", "-c", str(source), "-o", str(tmp_path / "out.o")])


def library(folder: Path, *flags: str) -> list[str]:
    """Compile every C file with these flags and return the object files."""
    objects = []
    for number, path in enumerate(SOURCES):
        objects.append(str(folder / f"{number}.o"))
        compiles([*CC, "-std=c11", *flags, f"-I{CSRC}", "-c", str(path), "-o", objects[-1]])
    return objects


def test_the_library_links_to_a_program_in_another_language(tmp_path: Path) -> None:
    """A C++ program finds the functions of the library compiled as C."""
    source, program = tmp_path / "user.cpp", str(tmp_path / "user")
    source.write_text('#include "rummycore.h"\nint main() { return rummy_version() == 0; }\n')
    compiles([*CXX, "-std=c++17", *WARNINGS, f"-I{CSRC}", str(source), *library(tmp_path), "-o", program])
    assert run([program]).returncode == 0


@pytest.mark.parametrize("language", ["c11", "c++20"])
def test_the_library_is_one_file_too(language: str, tmp_path: Path) -> None:
    """The file that amalgamate.py writes is compiled without a warning, or included in a program, as C and as C++; the
    program plays the round that the library plays."""
    whole = tmp_path / "rummycore.c"
    done = run([sys.executable, str(CSRC / "amalgamate.py"), str(whole)])
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    assert {line for line in whole.read_text().splitlines() if line.startswith("#include")} <= {
        f"#include <{name}.h>" for name in ("emmintrin", "stddef", "stdint", "string")
    }
    compiler = (
        [*CC, *WARNINGS, "-Wconversion"]
        if language == "c11"
        else [*CXX, "-x", "c++", "-Wno-enum-compare", "-Wno-narrowing"]
    )
    compiles([*compiler, f"-std={language}", "-O1", "-c", str(whole), "-o", str(tmp_path / "whole.o")])
    player = (PROGRAMS / "round.c").read_text().replace('#include "rummycore.h"', '#include "rummycore.c"')
    source, program = tmp_path / "player.c", str(tmp_path / "player")
    source.write_text(player)
    compiles([*compiler, f"-std={language}", str(source), "-o", program])
    assert play_in_c(program, 7, 4) == play_in_python(okey.deal(seed=7, players=4, rules=okey.DEDUCT), 7)


SANITIZED = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"]


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The library built with the address and undefined-behaviour sanitizers."""
    return library(tmp_path_factory.mktemp("objects"), *WARNINGS, *SANITIZED)


def built(name: str, objects: list[str], folder: Path) -> str:
    """Return a C program that plays a round, linked to the sanitized library."""
    out = str(folder / name)
    compiles([*CC, "-std=c11", *WARNINGS, *SANITIZED, f"-I{CSRC}", str(PROGRAMS / f"{name}.c"), *objects, "-o", out])
    return out


@pytest.fixture(scope="module")
def program(objects: list[str], tmp_path_factory: pytest.TempPathFactory) -> str:
    return built("round", objects, tmp_path_factory.mktemp("c"))


@pytest.fixture(scope="module")
def marriage_program(objects: list[str], tmp_path_factory: pytest.TempPathFactory) -> str:
    return built("marriage", objects, tmp_path_factory.mktemp("c"))


def play_in_c(program: str, *arguments: object) -> str:
    sanitizers = {
        "ASAN_OPTIONS": "detect_leaks=1:detect_stack_use_after_return=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }
    done = run([program, *map(str, arguments)], **sanitizers)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def play_in_python(state: okey.State, seed: int) -> str:
    """Play a round as the C program does, and print it as it prints it."""
    random = Random(derive(seed, 1))
    lines = []
    while not state.over:
        moves = state.legal_moves()
        event = state.play(moves[-1] if moves[-1].act == "finish" else moves[random.below(len(moves))])
        tile = 255 if event.tile is None else int(event.tile)
        lines.append(f"{event.seat} {int(event.move)} {tile} {state.stock}")
    outcome = state.outcome
    assert outcome is not None
    ending = {"won": 1, "stock_out": 2, "truncated": 3, "points_out": 4}[outcome.ending]
    by = 0 if outcome.win is None else {"melds": 1, "pairs": 2, "both": 3}[outcome.win]
    winner, tile = (255 if x is None else int(x) for x in (outcome.winner, outcome.tile))
    factor = (2 if by >= 2 else 1) * (2 if outcome.okey_finish else 1)
    points = " ".join(map(str, outcome.points))
    lines.append(f"ending {ending} winner {winner} by {by} with {tile} factor {factor} points {points}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_round_in_c_is_the_round_in_python(program: str, players: int) -> None:
    """From a seed the C program deals and plays to the last move what Python does, and reads
    and writes only its own memory.
    """
    for seed in (0, 1, 7, 2**64 - 1):
        expected = play_in_python(okey.deal(seed=seed, players=players, rules=okey.DEDUCT), seed)
        assert play_in_c(program, seed, players) == expected


@pytest.mark.parametrize(
    ("indicator", "hand", "last_line"),
    [
        ("k9", "r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k1 k2 k3 k4", "winner 2 by 1"),
        ("y6", "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 k12", "winner 2 by 2"),
        ("b12", "r1 r1 r2 r2 r3 r3 r4 r4 r5 r5 r6 r6 r7 r7", "winner 2 by 3"),
    ],
)
def test_a_win_in_c_is_the_win_in_python(program: str, indicator: str, hand: str, last_line: str) -> None:
    """From a stacked deck seat 2 wins by melds, by pairs or by both, with the same tile and
    the same points in C and Python.
    """
    deck = okey_decks.stack(indicator, {2: hand})
    played = play_in_c(program, 5, 4, *map(int, deck))
    assert last_line in played.splitlines()[-1]
    assert played == play_in_python(okey.deal(deck=deck, rules=okey.DEDUCT), 5)


@pytest.mark.parametrize(
    ("players", "sentence"), [(1, "2, 3 or 4 players"), (5, "2, 3 or 4 players"), (0, "2, 3 or 4 players")]
)
def test_a_refusal_in_c_is_a_sentence(program: str, players: int, sentence: str) -> None:
    """A number of players that cannot be is refused with the library's own sentence."""
    done = run([program, "1", str(players)])
    assert (done.returncode, done.stdout) == (1, "")
    assert sentence in done.stderr


# ------------------------------------------------------------------------------
# Marriage
# ------------------------------------------------------------------------------

QUICK = marriage.Rules(turn_cap=200, dublees_to_see=5, dublees_to_win=6)


def play_marriage_in_python(state: marriage.State, seed: int) -> str:
    """Play a hand of cards as the C program does, and print it as it prints it."""
    random = Random(derive(seed, 1))
    lines = []
    while not state.over:
        moves = state.legal_moves()
        move = moves[-1]
        if not move.act.startswith("finish"):
            lays = moves[0].act in ("see", "lay", "pair")
            move = moves[0] if lays else moves[random.below(len(moves))]
        event = state.play(move)
        card = 255 if event.card is None else int(event.card)
        lines.append(f"{event.seat} {int(move)} {card} {state.stock}")
    outcome = state.outcome
    assert outcome is not None
    ending = {"combos": 1, "dublees": 2, "stock_out": 3, "truncated": 4}[outcome.ending]
    winner, card, tiplu = (255 if x is None else int(x) for x in (outcome.winner, outcome.card, outcome.tiplu))
    before = sum(event.move.act in ("expose", "lay") for event in state.history if event.seat == outcome.winner)
    combos = "".join(f" {a}-{b}-{c}" for a, b, c in (map(int, meld.cards) for meld in outcome.melds[before:]))
    lines.append(f"ending {ending} winner {winner} with {card} tiplu {tiplu} combinations{combos}")
    points, net = (" ".join(map(str, row)) for row in ((maal.points for maal in outcome.maal), outcome.payoffs))
    return "\n".join([*lines, f"maal {points} net {net}"]) + "\n"


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_hand_of_marriage_in_c_is_that_in_python(marriage_program: str, players: int) -> None:
    """From a seed the C program deals and plays to the last move what Python does, and reads
    and writes only its own memory.
    """
    for seed in (0, 1, 7, 2**64 - 1):
        expected = play_marriage_in_python(marriage.deal(seed=seed, players=players, rules=QUICK), seed)
        assert play_in_c(marriage_program, seed, players) == expected


@pytest.mark.parametrize(
    ("hand", "ending"),
    [
        (f"{marriage_decks.THREE} / {marriage_decks.FOUR}", "ending 1 winner 1"),
        (f"{marriage_decks.SEVEN} {marriage_decks.LOOSE}", "ending 2 winner 1"),
    ],
)
def test_a_win_at_marriage_in_c_is_that_in_python(marriage_program: str, hand: str, ending: str) -> None:
    """From a stacked deck seat 1 wins by combinations or by dublees, with the same maal and
    the same nets in C and Python.
    """
    deck = marriage_decks.stack({1: hand}, players=3)
    played = play_in_c(marriage_program, 5, 3, *map(int, deck))
    chance = derive(5, 0)
    assert ending in played.splitlines()[-2]
    assert played == play_marriage_in_python(marriage.deal(deck=deck, players=3, rules=QUICK, chance=chance), 5)


@pytest.mark.parametrize("players", [0, 1, 7, -1])
def test_a_refusal_of_marriage_in_c_is_a_sentence(marriage_program: str, players: int) -> None:
    """A number of players that cannot be is refused with the library's own sentence."""
    done = run([marriage_program, "1", str(players)])
    assert (done.returncode, done.stdout) == (1, "")
    assert "2 to 6 players" in done.stderr


# ------------------------------------------------------------------------------
# Hands of both games
# ------------------------------------------------------------------------------


def test_answers_about_hands_read_and_write_their_own_memory(objects: list[str], tmp_path: Path) -> None:
    """The C program that asks all there is to ask about random hands ends well, and says the same again."""
    program = built("hands", objects, tmp_path)
    first, again, other = (play_in_c(program, seed, 30) for seed in (1, 1, 2))
    assert first == again != other
    assert len(first.splitlines()) == 15
