"""Marriage's part of the command line: `demo`, `analyze` and `settle`."""

from __future__ import annotations

import argparse
import json
from typing import Any, Final

from rummycore import _core, cli
from rummycore.documents import mapping
from rummycore.errors import StateError
from rummycore.marriage.bots import simple_bot
from rummycore.marriage.hand import Analysis, Route, Win, analyze
from rummycore.marriage.notation import cards, show
from rummycore.marriage.options import PRESETS, Rules
from rummycore.marriage.round import State, deal
from rummycore.marriage.settlement import Settlement, settle
from rummycore.values import as_json, counted

_KEYS: Final = (
    *("hand", "tiplu", "primary", "dublees", "finishes", "maal", "gone", "distance", "bounds", "distances"),
    *("goal", "by", "useful", "discards", "nearest"),
)
# ---------------------------------------------------------------- demo


def add_demo(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `demo marriage`."""
    cli.add_demo(parser, "one hand", "Marriage", run_demo)


def run_demo(seed: int) -> int:
    """Run `demo marriage`. Returns the exit status."""
    state = deal(seed=seed)
    print(f"Marriage, four players, seed {seed}. Upcard {state.view(None).discards[-1][1]}.")
    for seat in range(state.players):
        print(f"  seat {seat}: {show(state.hand(seat))}")
    print()
    while not state.over:
        before = state.tiplu
        cli.show_turn(state, simple_bot)
        if state.tiplu != before:
            print(f"  the tiplu is {state.tiplu}")
    _show_end(state)
    return 0


def _show_end(state: State) -> None:
    outcome = state.outcome
    assert outcome is not None
    print()
    if outcome.winner is None:
        print(f"Nobody has won: {outcome.ending}.")
    else:
        print(
            f"Seat {outcome.winner} finishes with {outcome.card} and wins by {outcome.ending}. "
            f"The tiplu was {outcome.tiplu}."
        )
        for meld in outcome.melds:
            print(f"  {meld.kind:<14}  {meld}")
        for pair in outcome.pairs:
            print(f"  dublee          {show(pair)}")
    print("Maal:")
    for seat, (maal, route) in enumerate(zip(outcome.maal, outcome.routes, strict=True)):
        items = ", ".join(f"{item.count} {item.item} {item.card} {item.points}" for item in maal.items)
        print(f"  seat {seat} (seen: {route}): {maal.points}{f' ({items})' if items else ''}")
    print("Settlement:")
    for reason in outcome.reasons:
        print(f"  {reason.sentence}")
    print(f"  payoffs: {cli.signed(outcome.payoffs)}")
    print()
    print("Next: `rummycore analyze marriage --help`, `rummycore settle marriage --help`.")


# ---------------------------------------------------------------- analyze


def add_analyze(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `analyze marriage`."""
    parser.description = (
        "Say what hands are worth: a way to lay three primary combinations, dublees, discards that finish, maal, "
        "how many cards are missing, which draws help, and what each discard leaves. "
        "With - as CARDS each line of stdin is CARDS, or TIPLU<TAB>CARDS; the exit status is 1 if any line is bad."
    )
    parser.add_argument(
        "cards", nargs="+", metavar="CARDS", help='concealed cards, as "7h Tc As ..."; or - for lines of stdin'
    )
    parser.add_argument(
        "--tiplu",
        metavar="CARD",
        help="the tiplu, as Jc, or M for a man in the place of As; - or nothing while it is unknown",
    )
    parser.add_argument(
        "--laid",
        metavar="CARDS",
        action="append",
        default=[],
        help="a combination or dublee on the table; repeat, or separate by commas",
    )
    parser.add_argument("--exposed", metavar="CARDS", default="", help="one card of each tunnela exposed at the start")
    parser.add_argument(
        "--route", choices=[str(route) for route in Route], help="how the tiplu was seen; by default what --laid says"
    )
    parser.add_argument("--taken", metavar="CARD", help="the card just taken from the discards")
    parser.add_argument("--gone", metavar="CARDS", default="", help="cards known to lie elsewhere, as the discards")
    parser.add_argument("--json", action="store_true", help="one JSON object a hand (a line)")
    cli.add_rules(parser, "marriage", PRESETS)
    parser.set_defaults(run=run_analyze)


def run_analyze(args: argparse.Namespace) -> int:
    """Run `analyze marriage`. Returns the exit status."""
    rules = cli.read_rules(args.rules, PRESETS)
    laid = [cards(part) for given in args.laid for part in given.split(",")]
    exposed, gone = cards(args.exposed), cards(args.gone)

    def answer(held: str, tiplu: str | None) -> str:
        known = None if tiplu in (None, "-", "") else tiplu
        analysis = analyze(
            held, tiplu=known, laid=laid, exposed=exposed, route=args.route, taken=args.taken, gone=gone, rules=rules
        )
        return json.dumps(as_dict(analysis)) if args.json else _as_text(analysis)

    return cli.answer_lines(" ".join(args.cards), args.tiplu, args.json, answer)


def as_dict(analysis: Analysis) -> dict[str, Any]:
    """Return an analysis as the JSON object that the command prints."""
    return cli.analysis_json(
        analysis,
        _KEYS,
        hand=show(analysis.hand),
        primary=[as_json(meld.cards) for meld in analysis.primary[0]] if analysis.primary else None,
        gone=show(analysis.gone),
    )


def _as_text(analysis: Analysis) -> str:
    lines = [f"{show(analysis.hand)}  (tiplu {analysis.tiplu or 'unknown'}, route {analysis.route})"]
    if analysis.route == Route.NONE:
        lines.append(f"  primary: {_primary(analysis)}")
    lines.append(f"  dublees: {analysis.dublees}")
    combos, dublees = (show(f.discard for f in analysis.finishes if way in f.by) for way in (Win.COMBOS, Win.DUBLEES))
    lines.append(f"  finishes by combinations: {combos or 'none'}; by dublees: {dublees or 'none'}")
    if analysis.maal is not None:
        items = ", ".join(f"{item.count} {item.item} {item.card} {item.points}" for item in analysis.maal.items)
        lines.append(f"  maal: {analysis.maal.points}{f' ({items})' if items else ''}")
    return "\n".join(lines + _distance_lines(analysis))


def _primary(analysis: Analysis) -> str:
    """Return one way to lay the primary combinations that are still to be laid, and the number of ways."""
    ways = len(analysis.primary)
    if not ways:
        return "none, they cannot be laid from this hand"
    if not analysis.primary[0]:
        return "nothing is left to lay, the tiplu may be seen"
    count = "the only way" if ways == 1 else f"one of {ways} ways"
    return f"{' | '.join(map(str, analysis.primary[0]))} ({count} to lay them)"


def _distance_lines(analysis: Analysis) -> list[str]:
    """Return the lines about the goal and its distance: to finish, or to see the tiplu while it is unknown."""
    goal = analysis.goal
    primary, others = f"{goal.primary} primary", f"{goal.others} other"
    combos = " and ".join(part for part, n in ((primary, goal.primary), (others, goal.others)) if n) or "no more"
    several = (goal.primary or 0) + (goal.others or 0) != 1
    ways = [
        f"{combos} combination{'s' if several else ''}" if goal.primary is not None else "",
        (counted(goal.dublees, "dublee") if goal.dublees else "no more dublees") if goal.dublees is not None else "",
    ]
    lines = [f"  goal: {' or '.join(filter(None, ways))}"]
    least, most = analysis.bounds
    if analysis.tiplu is None and most is not None:
        lines.append(f"  cards missing to finish, whatever the tiplu: {least} to {most}")
    near = None if analysis.nearest is None else len(analysis.nearest.missing)
    return lines + cli.distance_lines(near, analysis.by, analysis.nearest, analysis.useful, analysis.discards)


# ---------------------------------------------------------------- settle


def add_settle(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `settle marriage`."""
    parser.description = (
        'Settle a hand of cards from a JSON object: {"points": [..], "seen": [..], "winner": i, "dublee": bool, '
        '"routes": [..], "rules": {..}}. The winner is null if nobody has won. '
        "You may leave out dublee, routes and rules. "
        'In the place of points may stand "cards", "tiplu", "exposed", "shown" and "marriages_laid".'
    )
    parser.add_argument("file", metavar="FILE", help="the file, or - for stdin")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.set_defaults(run=run_settle)


def run_settle(args: argparse.Namespace) -> int:
    """Run `settle marriage`. Returns the exit status."""
    try:
        settled = settle_document(cli.read_json(args.file))
    except TypeError as error:  # a wrong type in a document is bad data, not a bad call
        raise StateError("document", why=str(error)) from None
    if args.json:
        print(json.dumps(as_json(settled)))
    else:
        for reason in settled.reasons:
            print(f"seat {reason.payer} pays seat {reason.payee} {reason.amount} ({reason.cause})")
        print(f"payoffs: {cli.signed(settled.payoffs)}")
    return 0


def settle_document(data: Any) -> Settlement:
    """Return the settlement that a JSON object asks for."""
    mapping(data, "a settlement")
    options = ("dublee", "routes", "cards", "hands", "tiplu", "exposed", "shown", "marriages_laid", "fouls")
    keys = {"format", "points", "seen", "winner", "rules", *options}
    for key in data:
        if key not in keys:
            raise StateError("unknown_key", what="a settlement", key=_core.brief(key))
    if "winner" not in data:
        raise StateError("missing_key", what="a settlement", key="'winner'")
    if type(data.get("format", 1)) is not int or data.get("format", 1) != 1:
        raise StateError("format", what="a settlement", given=_core.brief(data["format"]), wanted=1)
    return settle(
        data.get("points"),
        data.get("seen", ()),
        winner=data["winner"],
        **{key: data.get(key) for key in options},
        rules=Rules.from_dict(data.get("rules", {})),
    )
