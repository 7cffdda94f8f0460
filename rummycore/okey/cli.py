"""Okey's part of the command line: `demo`, `analyze okey`, `simulate okey`."""

from __future__ import annotations

import argparse
import json
import sys
import time
import zlib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rummycore import _core
from rummycore.errors import RulesError, RummyError
from rummycore.okey.bots import simple_bot
from rummycore.okey.hands import HAND, Analysis, analyze
from rummycore.okey.rules import CLASSIC, PRESETS, Rules
from rummycore.okey.state import State, deal
from rummycore.okey.tiles import Tile, show

SEED = 1  # of the demonstration, unless another is given


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules",
        metavar="FILE",
        help=f"a JSON object of options (docs/okey.md), or a preset: {', '.join(PRESETS)}; the default game otherwise",
    )


def read_rules(source: str | None) -> Rules:
    """Return the rules of a file or preset; RulesError when the file is no JSON or holds no rules."""
    if source is None:
        return CLASSIC
    if source in PRESETS:
        return PRESETS[source]
    try:
        return Rules.from_dict(json.loads(Path(source).read_text(encoding="utf-8")))
    except (ValueError, RecursionError) as error:
        if isinstance(error, RummyError):
            raise RulesError(error.code, f"{source}: {error}") from None
        raise RulesError("json", f"{source} is no JSON: {error}") from None


def _seed(text: str) -> int:
    try:
        return _core.seed(int(text))
    except (ValueError, RummyError):
        raise argparse.ArgumentTypeError(f"{text!r} is no seed: seeds are 0..2**64-1") from None


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:10]) <= 10_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} must be a whole number, 1..10000000")
    return int(text)


# ---------------------------------------------------------------- demo


def add_demo(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Play one round of Okey between four simple bots, which see only their own views, and show all of it."
    )
    parser.add_argument("--seed", type=_seed, default=SEED, help=f"the seed of the deal (default {SEED})")
    parser.set_defaults(run=run_demo)


def run_demo(args: argparse.Namespace) -> int:
    state = deal(seed=args.seed)
    print(
        f"Okey, four players, seed {args.seed}. Indicator {state.indicator}: the okey is {state.okey}, both copies wild."
    )
    for seat in range(state.players):
        hand = analyze(state.hand(seat), indicator=state.indicator)
        starts = ", starts" if seat == state.turn else ""
        print(f"  seat {seat}: {show(hand.hand)}  ({len(hand.hand) - len(hand.rest)} tiles in melds{starts})")
    print()
    while not state.over:
        _show_turn(state)
    _show_end(state)
    return 0


def _show_turn(state: State) -> None:
    """Play the seat's turn and print it as one line; where the seat starts or can finish, with its legal moves before."""
    seat, turn = state.turn, state.turns + 1
    told = []
    while not state.over and state.turn == seat and state.turns < turn:
        view = state.view(seat)
        legal = view.legal_moves()
        if turn == 1 or any(move.act == "finish" for move in legal):
            print(f"  legal moves of seat {seat}: {', '.join(map(str, legal))}")
        event = state.play(simple_bot(view), seat=seat)
        # The demonstration shows all hands, so it may tell what was drawn.
        drawn = f" {state.view(seat).drawn}" if event.move.act in ("draw", "take") else ""
        told.append(f"{event.move}{drawn}")
    print(f"  turn {turn:>2}, seat {seat}: {', '.join(told)}")


def _show_end(state: State) -> None:
    outcome = state.outcome
    assert outcome is not None
    print("The table:")
    view = state.view(None)
    for seat in range(state.players):
        print(f"  seat {seat}: {view.sizes[seat]} tiles, latest discard {show(view.discards[seat]) or 'none'}")
    print(f"  stock: {view.stock} tiles, after {state.turns} turns")
    print()
    if outcome.winner is None:
        print(f"Nobody has won: {outcome.ending}.")
    else:
        print(f"Seat {outcome.winner} finishes with {outcome.tile} and wins, its last tile {outcome.source}:")
        for meld in outcome.melds:
            print(f"  {meld.kind:<5}  {meld}")
    print("Settlement:")
    for reason in outcome.reasons:
        print(f"  {reason.sentence}: {_signed(reason.changes)}")
    if not outcome.reasons:
        print("  nothing to settle")
    print(f"  points: {' '.join(map(str, outcome.points))} (payoffs {_signed(outcome.payoffs)})")
    print()
    print("Next: `rummycore analyze okey --help`, `rummycore simulate okey --help`.")


def _signed(numbers: Iterable[int]) -> str:
    return " ".join(f"{n:+d}" if n else "0" for n in numbers)


# ---------------------------------------------------------------- analyze


def add_analyze(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Say what hands of 14 or 15 tiles are worth: whether they win, their best arrangement into melds, and which discards finish. "
        "With - as HAND each line of stdin is HAND, or INDICATOR<TAB>HAND; exit status 1 if any line is bad."
    )
    parser.add_argument("hand", nargs="+", metavar="HAND", help='tiles, as "r1 r2 r3 ... F"; or - for lines of stdin')
    parser.add_argument("--indicator", metavar="TILE", help="the indicator, as k2; lines of stdin may bring their own")
    parser.add_argument("--json", action="store_true", help="one JSON object a hand (a line)")
    _add_rules(parser)
    parser.set_defaults(run=run_analyze)


def run_analyze(args: argparse.Namespace) -> int:
    rules = read_rules(args.rules)
    hand = " ".join(args.hand)
    if hand != "-":
        return _analyze_line(hand, args.indicator, rules, args.json)
    status = 0
    for number, line in enumerate(sys.stdin.buffer, 1):
        text = line.decode("utf-8", errors="replace").rstrip("\r\n")
        status |= _analyze_line(text, args.indicator, rules, args.json, f"line {number}: ")
    return status


def _analyze_line(line: str, indicator: str | None, rules: Rules, as_json: bool, place: str = "") -> int:
    """Print what one hand is worth, or in its place what is wrong with it. Returns the exit status."""
    head, tab, hand = line.partition("\t")
    if tab:
        indicator = head.strip()
    else:
        hand = line
    try:
        if indicator is None:
            raise RummyError("indicator", "no indicator: give --indicator TILE or INDICATOR<TAB>HAND")
        analysis = analyze(hand, indicator=indicator, rules=rules)
    except RummyError as error:
        if as_json:
            print(json.dumps({"error": {"code": error.code, "message": str(error)}}))
        else:
            print(f"rummycore: {place}{error}", file=sys.stderr)
        return 1
    print(json.dumps(as_dict(analysis)) if as_json else _as_text(analysis))
    return 0


def as_dict(analysis: Analysis) -> dict[str, Any]:
    """Return an analysis as the JSON object that the command prints."""
    return {
        "hand": show(analysis.hand),
        "indicator": str(analysis.indicator),
        "okey": str(analysis.okey),
        "tiles": len(analysis.hand),
        "win": None if analysis.win is None else str(analysis.win),
        "melds": [str(meld) for meld in analysis.melds],
        "rest": [str(tile) for tile in analysis.rest],
        "finishes": [
            {"discard": str(finish.discard), "by": [str(by) for by in finish.by], "okey": finish.okey}
            for finish in analysis.finishes
        ],
    }


def _as_text(analysis: Analysis) -> str:
    lines = [f"{show(analysis.hand)}  (indicator {analysis.indicator}, okey {analysis.okey})"]
    lines.append(f"  melds: {' | '.join(map(str, analysis.melds)) or 'none'}; rest: {show(analysis.rest) or 'none'}")
    if analysis.pairs:
        lines.append(f"  pairs: {' | '.join(map(str, analysis.pairs))}")
    if len(analysis.hand) == HAND:
        lines.append(f"  win: {analysis.win}")
    else:
        told = [f"{f.discard} ({' and '.join(f.by)}{', okey finish' if f.okey else ''})" for f in analysis.finishes]
        lines.append(f"  finishes: {', '.join(told) or 'none'}")
    return "\n".join(lines)


# ---------------------------------------------------------------- simulate


def add_simulate(parser: argparse.ArgumentParser) -> None:
    parser.description = "Play many rounds between bots and count what happens. The checksum is over all events, the same on every run and machine."
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=4)
    parser.add_argument("--rounds", type=_count, default=1000, help="how many rounds (default 1000)")
    parser.add_argument(
        "--seed", type=_seed, default=1, help="the seed from which the rounds' seeds derive (default 1)"
    )
    parser.add_argument("--bot", choices=("random", "simple"), default="random")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    _add_rules(parser)
    parser.set_defaults(run=run_simulate)


def run_simulate(args: argparse.Namespace) -> int:
    result = simulate(args.rounds, players=args.players, seed=args.seed, bot=args.bot, rules=read_rules(args.rules))
    if args.json:
        print(json.dumps(result))
    else:
        for key, value in result.items():
            print(f"{key}: {json.dumps(value)}")
    return 0


def simulate(rounds: int, *, players: int, seed: int, bot: str, rules: Rules) -> dict[str, Any]:
    """Play rounds, each from the start points, the deal moving on, and return the counts that the command prints."""
    steps = drawn = truncated = checksum = 0
    wins, points = [0] * players, [0] * players
    endings: Counter[str] = Counter()
    rules.for_players(players)
    started = time.perf_counter()
    for i in range(rounds):
        state = deal(_core.derive(seed, 2 * i), players=players, rules=rules, dealer=i % players)
        _play_out(state, bot, _core.derive(seed, 2 * i + 1))
        outcome = state.outcome
        assert outcome is not None
        steps += len(state.history)
        checksum = zlib.crc32(
            b"".join(_packed(event.seat, event.move, event.tile) for event in state.history), checksum
        )
        if outcome.winner is not None:
            wins[outcome.winner] += 1
        drawn += outcome.ending == "stock_out"
        truncated += outcome.ending == "truncated"
        endings[_kind(outcome)] += 1
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


def _play_out(state: State, bot: str, seed: int) -> None:
    """Let a bot play all seats to the end. The random one needs its legal moves alone, so no view is made for it."""
    if bot == "simple":
        while not state.over:
            state.play(simple_bot(state.view(state.turn)))
        return
    random = _core.Random(seed)
    while moves := state.legal_moves():
        state.play(moves[random.below(len(moves))])


def _kind(outcome: Any) -> str:
    """Name an ending: how it was won, or why it was not."""
    if outcome.win is None:
        return str(outcome.ending)
    return f"{'melds' if outcome.win == 'melds' else 'pairs'}{' okey_finish' if outcome.okey_finish else ''}"


def _packed(seat: int, move: int, tile: Tile | None) -> bytes:
    return bytes((seat, move, _core.NONE if tile is None else tile))
