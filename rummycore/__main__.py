"""The command `rummycore`: a demonstration, hand analysis and simulation, one game a subparser."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from rummycore import RummyError, __version__
from rummycore.okey import cli as okey


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def build_parser() -> Parser:
    parser = Parser(prog="rummycore", description="An engine for rummy-family games.")
    parser.add_argument("--version", action="version", version=f"rummycore {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    demo = commands.add_parser("demo", help="play one round of Okey between simple bots and show it")
    okey.add_demo(demo)
    for name, summary in (("analyze", "say what hands are worth"), ("simulate", "play many rounds between bots")):
        command = commands.add_parser(name, help=summary, description=f"{summary.capitalize()}.")
        games = command.add_subparsers(dest="game", required=True, metavar="GAME")
        {"analyze": okey.add_analyze, "simulate": okey.add_simulate}[name](
            games.add_parser("okey", help=f"{summary}: Okey")
        )
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns 0, 1 for bad data, or 2 for bad usage. Errors are one line on stderr."""
    try:
        args = build_parser().parse_args(argv)
    except SystemExit as stop:  # argparse has printed its message or the help
        return stop.code if isinstance(stop.code, int) else 2
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except (RummyError, OSError, TypeError) as error:
        if isinstance(error, BrokenPipeError):  # the reader has gone: nothing is wrong here
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        about = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else error
        print(f"rummycore: {about}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return status


if __name__ == "__main__":
    sys.exit(main())
