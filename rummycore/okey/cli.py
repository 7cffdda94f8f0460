"""Okey's part of the command line: `demo` and `analyze`."""

from __future__ import annotations

import argparse
import json
from typing import Any, Final

from rummycore import cli
from rummycore.errors import NotationError
from rummycore.okey.bots import simple_bot
from rummycore.okey.hand import HAND, Analysis, analyze
from rummycore.okey.notation import show, tiles
from rummycore.okey.options import PRESETS
from rummycore.okey.round import State, deal
from rummycore.values import counted

_KEYS: Final = (
    *("hand", "indicator", "okey", "tiles", "win", "melds", "rest", "pairs", "finishes", "seen"),
    *("distance", "by", "distances", "useful", "discards", "nearest"),
)
# ---------------------------------------------------------------- demo


def add_demo(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `demo okey`."""
    cli.add_demo(parser, "one round", "Okey", run_demo)


def run_demo(seed: int) -> int:
    """Run `demo okey`. Returns the exit status."""
    state = deal(seed=seed)
    print(f"Okey, four players, seed {seed}. Indicator {state.indicator}: the okey is {state.okey}, both copies wild.")
    for seat in range(state.players):
        hand = analyze(state.hand(seat), indicator=state.indicator)
        starts = ", starts" if seat == state.turn else ""
        print(f"  seat {seat}: {show(hand.hand)}  ({len(hand.hand) - len(hand.rest)} tiles in melds{starts})")
    print()
    while not state.over:
        cli.show_turn(state, simple_bot)
    _show_end(state)
    return 0


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
            raise NotationError("no_indicator")
        analysis = analyze(hand, indicator=indicator, seen=seen, rules=rules)
        return json.dumps(as_dict(analysis)) if args.json else _as_text(analysis)

    return cli.answer_lines(" ".join(args.hand), args.indicator, args.json, answer)


def as_dict(analysis: Analysis) -> dict[str, Any]:
    """Return an analysis as the JSON object that the command prints."""
    return cli.analysis_json(
        analysis,
        _KEYS,
        hand=show(analysis.hand),
        tiles=len(analysis.hand),
        seen=show(analysis.seen),
        distances={"melds": analysis.melds_distance, "pairs": analysis.pairs_distance},
    )


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
