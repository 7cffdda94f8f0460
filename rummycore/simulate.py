"""The command `simulate` of every game: many rounds between bots, and counts of what happens in them."""

from __future__ import annotations

import argparse
import json
import time
import zlib
from collections import Counter
from collections.abc import Callable
from typing import Any

from rummycore import _core, cli
from rummycore.chance import Random, derive
from rummycore.game import Game
from rummycore.options import Options
from rummycore.rounds import AnyRound

RANDOM = "random"


def add_simulate(parser: argparse.ArgumentParser, game: Game) -> None:
    """Add the arguments of the command."""
    parser.description = (
        "Play many rounds between bots and count what happens. "
        "The checksum is over all events, the same on every run and machine."
    )
    parser.add_argument("--players", type=int, choices=game.players, default=4)
    parser.add_argument("--rounds", type=cli.count, default=1000, help="how many rounds (default 1000)")
    parser.add_argument(
        "--seed", type=cli.seed, default=1, help="the seed from which the rounds' seeds derive (default 1)"
    )
    parser.add_argument("--bot", choices=(RANDOM, *game.bots), default=RANDOM)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    cli.add_rules(parser, game.name, game.presets)
    parser.set_defaults(run=lambda args: _run(args, game))


def _run(args: argparse.Namespace, game: Game) -> int:
    rules = cli.read_rules(args.rules, game.presets)
    result = simulate(game, args.rounds, players=args.players, seed=args.seed, bot=args.bot, rules=rules)
    if args.json:
        print(json.dumps(result))
    else:
        for key, value in result.items():
            print(f"{key}: {json.dumps(value)}")
    return 0


def simulate(game: Game, rounds: int, *, players: int, seed: int, bot: str, rules: Options) -> dict[str, Any]:
    """Play separate rounds and return the counts that the command prints. Seat i modulo players deals round i."""
    rules.for_players(players)
    steps = drawn = truncated = checksum = 0
    wins, points = [0] * players, [0] * players
    endings: Counter[str] = Counter()
    started = time.perf_counter()
    for i in range(rounds):
        state = game.deal(derive(seed, 2 * i), players=players, rules=rules, dealer=i % players)
        play_out(state, None if bot == RANDOM else game.bots[bot], derive(seed, 2 * i + 1))
        outcome: Any = state.outcome
        steps += len(state.history)
        checksum = zlib.crc32(b"".join(_packed(event) for event in state.history), checksum)
        if outcome.winner is not None:
            wins[outcome.winner] += 1
        drawn += outcome.ending == "stock_out"
        truncated += outcome.ending == "truncated"
        endings[outcome.kind] += 1
        points = [a + b for a, b in zip(points, outcome.payoffs, strict=True)]
    seconds = time.perf_counter() - started
    return {
        "rounds": rounds,
        "steps": steps,
        "steps_per_second": round(steps / seconds),
        "wins": wins,
        "drawn": drawn,
        "truncated": truncated,
        "endings": dict(sorted(endings.items())),
        "points": points,
        "checksum": f"{checksum:08x}",
    }


def play_out(state: AnyRound, bot: Callable[[Any], Any] | None, seed: int) -> None:
    """Let a bot play all seats to the end. None is the random bot, which needs only the legal moves."""
    if bot is not None:
        while not state.over:
            state.play(bot(state.view(state.turn)))
        return
    random = Random(seed)
    while moves := state.legal_moves():
        state.play(moves[random.below(len(moves))])


def _packed(event: Any) -> bytes:
    """Return an event as four bytes: seat, move (two bytes), piece."""
    piece = next(value for name in ("tile", "card") if (value := getattr(event, name, _core.NONE)) != _core.NONE)
    return bytes((event.seat, event.move & 255, event.move >> 8, _core.NONE if piece is None else piece))
