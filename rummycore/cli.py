"""What the games' parts of the command line share: arguments, rules files, lines of stdin, lines of an analysis."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

from rummycore import _core
from rummycore.analysis import Discard
from rummycore.chance import checked_seed
from rummycore.documents import parse_json
from rummycore.errors import NotationError, RulesError, RummyError, one_line
from rummycore.options import Options
from rummycore.rounds import AnyRound
from rummycore.values import Counts, as_json

Rules = TypeVar("Rules", bound=Options)
SEED: Final = 1  # of a demonstration, unless another is given


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")


def seed(text: str) -> int:
    """Return the seed that an argument writes."""
    try:
        return checked_seed(int(text))
    except (ValueError, RummyError):
        raise argparse.ArgumentTypeError(f"{_core.brief(text)} is no seed: seeds are 0..2**64-1") from None


def count(text: str) -> int:
    """Return the number of rounds that an argument writes."""
    if not text.isascii() or not text.isdigit() or len(text) > 8 or not 1 <= int(text) <= 10_000_000:
        raise argparse.ArgumentTypeError(f"{_core.brief(text)} must be a whole number, 1..10000000")
    return int(text)


def add_rules(parser: argparse.ArgumentParser, game: str, presets: Mapping[str, Options]) -> None:
    """Add the argument --rules."""
    parser.add_argument(
        "--rules",
        metavar="FILE",
        help=f"a JSON object of options (docs/{game}.md), or a preset: {', '.join(presets)}; by default the first",
    )


def read_rules(source: str | None, presets: Mapping[str, Rules]) -> Rules:
    """Return the rules of a preset or of a file; None gives the first preset. RulesError if the file holds no rules."""
    default = next(iter(presets.values()))
    if source is None:
        return default
    if source in presets:
        return presets[source]
    try:
        return type(default).from_dict(read_json(source))
    except RummyError as error:
        raise error.at("file", file=_core.brief(source, 100)) from None
    except FileNotFoundError:
        raise RulesError("no_rules", given=_core.brief(source, 100), names=", ".join(presets)) from None


def read_json(source: str) -> Any:
    """Return the JSON of a file, or of stdin for `-`. NotationError if it is no JSON, or no name of a file."""
    try:
        raw = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except ValueError:  # a zero character in it, or half of a surrogate pair
        raise NotationError("no_file", given=_core.brief(source, 100)) from None
    return parse_json(raw, "the document")


def answer_lines(hand: str, key: str | None, as_json: bool, answer: Callable[[str, str | None], str]) -> int:
    """Print the answer for a hand, or with `-` for each line of stdin. Returns the exit status: 1 if any hand is bad.

    A line is HAND or KEY<TAB>HAND; `key` is for lines without one. The error of a bad hand stands in the place of its
    answer. Empty lines, and a byte order mark before the first, are skipped.
    """
    if hand != "-":
        return _answer(hand, key, as_json, answer, None)
    status = 0
    for n, line in enumerate(sys.stdin.buffer, 1):
        text = line.decode("utf-8-sig" if n == 1 else "utf-8", errors="replace").rstrip("\r\n")
        if not text.strip():
            continue
        status |= _answer(text, key, as_json, answer, n)
    return status


def _answer(
    line: str, key: str | None, as_json: bool, answer: Callable[[str, str | None], str], line_number: int | None
) -> int:
    head, tab, rest = line.partition("\t")
    try:
        print(answer(rest, head.strip()) if tab else answer(line, key))
    except RummyError as error:
        if line_number is not None:
            error.at("line", line=line_number)
        if as_json:
            print(json.dumps({"error": error.to_dict()}))
        else:
            print(f"rummycore: {error}", file=sys.stderr)
        return 1
    return 0


def distance_lines(
    distance: int | None, by: str | None, nearest: object, useful: Counts[Any], discards: Sequence[Discard[Any]]
) -> list[str]:
    """Return the lines of an analysis that are about the distance."""
    if distance is None:
        lines = ["  distance: never, no draw can do"]
    else:
        lines = [f"  distance: {distance} (by {by})", f"  nearest: {nearest}"]
    if useful:
        lines.append(f"  useful: {useful} ({useful.total} in all)")
    for row in discards:
        left = "never" if row.distance is None else f"distance {row.distance}"
        helps = f", useful {row.useful} ({row.useful.total} in all)" if row.useful else ""
        lines.append(f"  discard {row.discard!s:<3} leaves {left}{helps}")
    return lines


def analysis_json(analysis: Any, keys: Iterable[str], **special: Any) -> dict[str, Any]:
    """Return these keys of an analysis as JSON values: its fields, but for those that are given."""
    return {key: special[key] if key in special else as_json(getattr(analysis, key)) for key in keys}


def add_demo(parser: argparse.ArgumentParser, one_round: str, game: str, run: Callable[[int], int]) -> None:
    """Add the arguments of `demo`. `run` takes the seed."""
    parser.description = (
        f"Play {one_round} of {game} between four simple bots, which see only their own views, and show all of it."
    )
    parser.add_argument("--seed", type=seed, default=SEED, help=f"the seed of the deal (default {SEED})")
    parser.set_defaults(run=lambda args: run(args.seed))


def show_turn(state: AnyRound, bot: Callable[[Any], Any]) -> None:
    """Let a bot play the seat's turn, and print it as one line.

    The legal moves are printed in the first turn, and when the seat can finish. The demonstration shows all hands, so
    it may tell what was drawn.
    """
    seat, turn = state.turn, state.turns + 1
    told = []
    while not state.over and state.turn == seat and state.turns < turn:
        view = state.view(seat)
        legal = view.legal_moves()
        if (turn == 1 and view.phase == "to_discard") or any(move.act.startswith("finish") for move in legal):
            print(f"  legal moves of seat {seat}: {', '.join(map(str, legal))}")
        move = bot(view)
        state.play(move, seat=seat)
        told.append(f"{move} {state.view(seat).drawn}" if move.act in ("draw", "take") else str(move))
    print(f"  turn {turn:>2}, seat {seat}: {', '.join(told)}")


def signed(numbers: Any) -> str:
    """Return numbers with their signs, with spaces between them."""
    return " ".join(f"{n:+d}" if n else "0" for n in numbers)
