"""Okey's part of the command line: `demo` and `analyze`."""

from __future__ import annotations

import argparse
import json
from typing import Any

from rummycore import cli
from rummycore.errors import RummyError
from rummycore.okey.bots import simple_bot
from rummycore.okey.hand import HAND, Analysis, analyze
from rummycore.okey.notation import show, tiles
from rummycore.okey.options import PRESETS
from rummycore.okey.round import State, deal
from rummycore.values import counted

SEED = 1  # of the demonstration, unless another is given


# ---------------------------------------------------------------- demo


def add_demo(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `demo`."""
    parser.description = (
        "Play one round of Okey between four simple bots, which see only their own views, and show all of it."
    )
    parser.add_argument("--seed", type=cli.seed, default=SEED, help=f"the seed of the deal (default {SEED})")
    parser.set_defaults(run=run_demo)


def run_demo(args: argparse.Namespace) -> int:
    """Run `demo`. Returns the exit status."""
    state = deal(seed=args.seed)
    print(
        f"Okey, four players, seed {args.seed}. "
        f"Indicator {state.indicator}: the okey is {state.okey}, both copies wild."
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
    """Play the seat's turn and print it as one line. Print its legal moves in the first turn, and if it can finish."""
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
    latest = dict(view.discards)
    for seat in range(state.players):
        print(f"  seat {seat}: {counted(view.sizes[seat], 'tile')}, latest discard {latest.get(seat, 'none')}")
    print(f"  stock: {counted(view.stock, 'tile')}, after {counted(state.turns, 'turn')}")
    print()
    if outcome.winner is None:
        print(f"Nobody has won: {outcome.ending}.")
    else:
        print(f"Seat {outcome.winner} finishes with {outcome.tile} and wins, its last tile {outcome.source}:")
        for meld in outcome.melds:
            print(f"  {meld.kind:<5}  {meld}")
    print("Settlement:")
    for reason in outcome.reasons:
        print(f"  {reason.sentence}: {cli.signed(reason.changes)}")
    if not outcome.reasons:
        print("  nothing to settle")
    print(f"  points: {' '.join(map(str, outcome.points))} (payoffs {cli.signed(outcome.payoffs)})")
    print()
    print("Next: `rummycore demo marriage`, `rummycore analyze okey --help`, `rummycore simulate okey --help`.")


# ---------------------------------------------------------------- analyze


def add_analyze(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `analyze okey`."""
    parser.description = (
        "Say what hands of 14 or 15 tiles are worth: whether they win, the best arrangement into melds, "
        "the discards that finish, how many tiles are missing, which draws help, and what each discard leaves. "
        "With - as HAND each line of stdin is HAND, or INDICATOR<TAB>HAND; the exit status is 1 if any line is bad."
    )
    parser.add_argument("hand", nargs="+", metavar="HAND", help='tiles, as "r1 r2 r3 ... F"; or - for lines of stdin')
    parser.add_argument("--indicator", metavar="TILE", help="the indicator, as k2; lines of stdin may bring their own")
    parser.add_argument("--seen", metavar="TILES", default="", help="tiles known to lie elsewhere, as the discards")
    parser.add_argument("--json", action="store_true", help="one JSON object a hand (a line)")
    cli.add_rules(parser, "okey", PRESETS)
    parser.set_defaults(run=run_analyze)


def run_analyze(args: argparse.Namespace) -> int:
    """Run `analyze okey`. Returns the exit status."""
    rules, seen = cli.read_rules(args.rules, PRESETS), tiles(args.seen)

    def answer(hand: str, indicator: str | None) -> str:
        if indicator is None:
            raise RummyError("indicator", "no indicator: give --indicator TILE or INDICATOR<TAB>HAND")
        analysis = analyze(hand, indicator=indicator, seen=seen, rules=rules)
        return json.dumps(as_dict(analysis)) if args.json else _as_text(analysis)

    return cli.answer_lines(" ".join(args.hand), args.indicator, args.json, answer)


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
        "pairs": [str(meld) for meld in analysis.pairs],
        "finishes": [
            {"discard": str(finish.discard), "by": [str(by) for by in finish.by], "okey": finish.okey}
            for finish in analysis.finishes
        ],
        "seen": show(analysis.seen),
        "distance": analysis.distance,
        "by": None if analysis.by is None else str(analysis.by),
        "distances": {"melds": analysis.melds_distance, "pairs": analysis.pairs_distance},
        "useful": analysis.useful.to_dict(),
        "discards": [
            {"discard": str(d.discard), "distance": d.distance, "useful": d.useful.to_dict(), "total": d.total}
            for d in analysis.discards
        ],
        "nearest": None
        if analysis.nearest is None
        else {
            "melds": [str(meld) for meld in analysis.nearest.melds],
            "missing": [str(tile) for tile in analysis.nearest.missing],
        },
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
    lines += cli.distance_lines(analysis.distance, analysis.by, analysis.nearest, analysis.useful, analysis.discards)
    return "\n".join(lines)
