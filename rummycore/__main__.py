"""The command `rummycore`. Each game adds its part (rummycore/<game>/cli.py)."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from rummycore import RummyError, __version__
from rummycore.cli import Parser
from rummycore.errors import one_line
from rummycore.game import games
from rummycore.simulate import add_simulate

COMMANDS = {
    "demo": "play one round between simple bots and show it",
    "analyze": "say what hands are worth",
    "settle": "say who pays what",
    "simulate": "play many rounds between bots",
}


def build_parser() -> Parser:
    """Return the parser of the whole command line."""
    parser = Parser(prog="rummycore", description="An engine for rummy-family games.")
    parser.add_argument("--version", action="version", version=f"rummycore {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=f"{summary.capitalize()}.")
        parts = command.add_subparsers(dest="game", required=name != "demo", metavar="GAME")
        for game in games().values():
            part = import_module(f"rummycore.{game.name}.cli")
            add = getattr(part, f"add_{name}", None)
            if name == "simulate":
                add_simulate(parts.add_parser(game.name, help=f"{game.name.capitalize()}: {name}"), game)
            elif add is not None:
                add(parts.add_parser(game.name, help=f"{game.name.capitalize()}: {name}"))
                if name == "demo" and command.get_default("run") is None:
                    add(command)  # without a name: the first game
    summary = "print the JSON Schema of all that is sent or saved"
    commands.add_parser("schema", help=summary, description=f"{summary.capitalize()}.").set_defaults(run=_show_schema)
    return parser


def _show_schema(_: argparse.Namespace) -> int:
    from rummycore.schema import text

    print(text(), end="")
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command. Returns 0, or 1 for bad data, or 2 for bad usage. An error is one line on stderr."""
    _open_streams()
    parser, words = build_parser(), list(sys.argv[1:] if argv is None else argv)
    try:
        for word in words:
            if word.startswith("--") and word.endswith("=--"):  # to argparse it would be a value that is a list
                parser.error(f"{word} has no value")
        args = parser.parse_args(words)
    except SystemExit as stop:  # argparse has printed its message or the help
        return stop.code if isinstance(stop.code, int) else 2
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except (RummyError, OSError) as error:
        about = str(error)
        if isinstance(error, OSError):
            about = f"{error.filename}: {error.strerror}" if error.filename is not None else str(error.strerror)
            if error.filename is None:  # stdout takes no more: keep the interpreter from trying again at its end
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if isinstance(error, BrokenPipeError):  # the reader has gone: nothing is wrong here
                return 0
        print(f"rummycore: {one_line(about)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return status


def _open_streams() -> None:
    """Open a stream in the place of each that the caller has closed: it is empty, or its output is dropped."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115 (for as long as the command runs)
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115


if __name__ == "__main__":
    sys.exit(main())
