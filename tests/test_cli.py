"""The command line: what it prints of Okey, its exit status, and errors of one line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rummycore import __version__
from rummycore.__main__ import main
from rummycore.okey import deal, simple_bot

HAND = "r3 r4 r5 r6 r7 y6 b6 b8 b9 b10 b11 r12 y12 b12 k12"
COMMANDS = [[], ["demo"], ["analyze"], ["settle"], ["settle", "marriage"], ["simulate"]]


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "rummycore", *arguments], input=stdin, capture_output=True, check=False
    )


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_is_everywhere(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Every command and subcommand explains itself and exits 0."""
    assert main([*command, "--help"]) == 0
    assert "usage: rummycore" in capsys.readouterr().out


def test_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    """--version prints the version that the package has."""
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"rummycore {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        ([], 2, "COMMAND"),
        (["play"], 2, "play"),
        (["analyze", "okey"], 2, "HAND"),
        (["analyze", "gin", "r1"], 2, "gin"),
        (["simulate", "okey", "--players", "5"], 2, "5"),
        (["analyze", "okey", HAND], 1, "indicator"),
        (["analyze", "okey", "--indicator", "F", HAND], 1, "F"),
        (["analyze", "okey", "--indicator", "k2", "r1 r2"], 1, "2 tiles"),
        (["analyze", "okey", "--indicator", "k2", "r1 x9"], 1, "x9"),
        (["analyze", "okey", "--indicator", "k2", "--rules", "no/such/file", HAND], 1, "no/such/file"),
        (["simulate", "okey", "--players", "3", "--rules", "PARTNERS"], 1, "four players"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else None,
)
def test_error_is_one_line(arguments: list[str], status: int, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Bad usage exits 2, bad data 1, with one line on stderr that names the thing, and nothing on stdout."""
    assert main(arguments) == status
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert words in told.err
    assert "Traceback" not in told.err


def test_analyze_json_has_the_keys(capsys: pytest.CaptureFixture[str]) -> None:
    """The JSON of 15 tiles has every key, win null, and each finish with how and whether by an okey."""
    assert main(["analyze", "okey", "--indicator", "k2", "--json", *HAND.split()]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == {
        "hand": HAND,
        "indicator": "k2",
        "okey": "k3",
        "tiles": 15,
        "win": None,
        "melds": ["r3 r4 r5", "r6 y6 b6", "r12 y12 b12 k12", "b8 b9 b10 b11"],
        "rest": ["r7"],
        "pairs": [],
        "finishes": [{"discard": "r7", "by": ["melds"], "okey": False}],
        "seen": "",
        "distance": 0,
        "by": "melds",
        "distances": {"melds": 0, "pairs": 7},
        "useful": {},
        "discards": found["discards"],
        "nearest": {"melds": found["melds"], "missing": []},
    }
    assert next(row["discard"] for row in found["discards"]) == "r7"
    assert len(found["discards"]) == 15
    assert found["discards"][0] == {"discard": "r7", "distance": 0, "useful": {}, "total": 0}


def test_analyze_json_has_seven_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    """Of 14 tiles that are seven pairs the JSON has them, a wild with what it stands for."""
    hand = "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 y7"
    assert main(["analyze", "okey", "--indicator", "y6", "--json", hand]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["win"] == "pairs"
    assert found["pairs"] == ["r1 r1", "r4 r4", "r9 r9", "y2 y2", "b7 b7", "k3 k3", "k12 y7=k12"]


def test_analyze_json_tells_what_helps(capsys: pytest.CaptureFixture[str]) -> None:
    """The distance, the useful tiles with the copies left, and null where no draw can do."""
    hand = "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 b5"
    assert main(["analyze", "okey", "--indicator", "y6", "--seen", "k12 y7", "--json", hand]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["distance"], found["by"], found["useful"]) == (1, "pairs", {"y7": 1, "b5": 1})
    assert found["nearest"]["missing"] == ["b5"]
    assert found["discards"] == []
    assert found["seen"] == "k12 y7"
    assert main(["analyze", "okey", "--indicator", "y6", "--seen", "r3 r3 r3", "--json", hand]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "copies"


def test_analyze_reads_lines(tmp_path: Path) -> None:
    """Lines of stdin may bring their indicator; a bad one has its error in its place, the
    others go on, and the status is 1. Empty lines and a byte order mark are skipped.
    """
    lines = [f"k2\t{HAND}", HAND, "", "k2\tr1 r2", "F\tr1", "k2\tr7 r7 r7", "k9\tq", f"k2\t{HAND}\tr1"]
    told = run("analyze", "okey", "--json", "-", stdin="\n".join(lines).encode() + b"\nk2\t\xff\xfe\n")
    found = [json.loads(line) for line in told.stdout.splitlines()]
    assert told.returncode == 1
    assert told.stderr == b""
    assert len(found) == len(lines)  # the empty line is none, and one more has been added
    assert found[0]["finishes"]
    assert [line["error"]["code"] for line in found[1:]] == [
        *("no_indicator", "count", "indicator", "copies", "tile", "count", "tile")
    ]
    good = run("analyze", "okey", "--json", "--indicator", "k2", "-", stdin=f"\ufeff{HAND}\r\n\r\n{HAND}\n \n".encode())
    assert good.returncode == 0
    assert len(good.stdout.splitlines()) == 2


def test_analyze_text_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """Without --json a person reads the arrangement, the pairs or the finishes."""
    assert main(["analyze", "okey", "--indicator", "k2", HAND]) == 0
    assert "finishes: r7 (melds)" in capsys.readouterr().out
    assert main(["analyze", "okey", "--indicator", "y6", "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 y7"]) == 0
    out = capsys.readouterr().out
    assert "win: pairs" in out
    assert "k12 y7=k12" in out


def test_rules_file_changes_the_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--rules is read: the 1 after 13 wins by default and does not without it."""
    hand = "y12 y13 y1 r4 r5 r6 r7 r2 b2 k2 b8 b9 b10 b11"
    file = tmp_path / "rules.json"
    file.write_text('{"run_wrap": "none"}', encoding="utf-8")
    wins = []
    for more in ([], ["--rules", str(file)]):
        assert main(["analyze", "okey", "--indicator", "k9", "--json", *more, hand]) == 0
        wins.append(json.loads(capsys.readouterr().out)["win"])
    assert wins == ["melds", "none"]


def test_simple_bots_win_often_enough() -> None:
    """Among the seeds 1..100 at least a third of the demonstration's rounds end in a win."""
    wins = 0
    for seed in range(1, 101):
        state = deal(seed=seed)
        while not state.over:
            state.play(simple_bot(state.view(state.turn)))
        assert state.outcome is not None
        wins += state.outcome.winner is not None
    assert wins >= 34


def test_closed_pipe_is_no_error() -> None:
    """A reader that goes away early ends the command quietly."""
    with subprocess.Popen(
        [sys.executable, "-m", "rummycore", "analyze", "okey", "--json", "--indicator", "k2", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        _, told = process.communicate(f"{HAND}\n".encode() * 2000)
    assert b"Traceback" not in told
    assert process.returncode == 0
