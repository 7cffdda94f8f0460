"""Documents from outside, mangled: rules, records, states, matches, settlements, bytes, texts and the command line.

Each is read, or refused by one short sentence."""

from __future__ import annotations

import contextlib
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mangling import CHANGES, altered, mutate, sealed

from rummycore import RummyError, marriage, okey
from rummycore.__main__ import main
from rummycore.marriage.cli import settle_document

EXAMPLES = 80  # of each document, at a scale of 5,000
LONGEST = 300

# ------------------------------------------------------------------------------
# What is wrong with them
# ------------------------------------------------------------------------------

VAST, DEEP, LONG = "<vast>", "<deep>", "<long>"  # stand for what cannot be written down before it is needed
DEPTH = 30_000


def deep() -> list[Any]:
    nest: list[Any] = []
    for _ in range(DEPTH):
        nest = [nest]
    return nest


NEST = deep()
SPECIAL = {VAST: 7 * 10**4999, DEEP: NEST, LONG: ["7h"] * 100_000}
WRITTEN = {VAST: "7" * 5000, DEEP: "[" * DEPTH + "]" * DEPTH, LONG: json.dumps(["7h"] * 20_000)}

TEXTS = st.text(max_size=8) | st.sampled_from(
    ["", "\0", "\n", "\ud800", "\U000e0001" * 50, "é" * 400, "7h", "r1", "draw", "pass", "nan", "M", "F", "9" * 5000, "x" * 100_000,
     "7h " * 200, "r1=" * 60, "three", "on", "\u0661", "²", "%s", "{}"]
)  # fmt: skip
JUNK: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from([VAST, DEEP, LONG, None, True, False, [], {}])
    | st.sampled_from([-1, 0, 1, 2, 5, 255, 256, 2**31 - 1, 2**31, 2**32, 2**63, 2**64, 10**30, -(10**40)])
    | st.floats()
    | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=2),
    max_leaves=5,
)
MANGLING = st.lists(
    st.tuples(
        st.lists(st.integers(0, 400), min_size=1, max_size=3),
        st.sampled_from(["replace", "replace", "replace", "drop", "add"]),
        JUNK,
    ),
    min_size=1,
    max_size=2,
)


def mangled(value: Any, how: list[tuple[list[int], str, Any]]) -> Any:
    for path, change, new in how:
        value = mutate(value, path, change, new)
    return value


def real(value: Any) -> Any:
    """Return JSON values with the stand-ins replaced."""
    if isinstance(value, dict):
        return {key: real(item) for key, item in value.items()}
    if isinstance(value, list):
        return [real(item) for item in value]
    return SPECIAL.get(value, value) if isinstance(value, str) else value


def written(value: Any) -> str:
    """Return JSON values as a text, with the stand-ins replaced."""
    text = json.dumps(value)
    for name, instead in WRITTEN.items():
        text = text.replace(f'"{name}"', instead)
    return text


# ------------------------------------------------------------------------------
# The documents
# ------------------------------------------------------------------------------


def played(state: Any, moves: int) -> Any:
    for _ in range(moves):
        state.play(state.legal_moves()[0])
    return state


def match_of(game: Any) -> dict[str, Any]:
    match = game.Match(seed=3, players=2)
    played(match.next_round(), 6)
    document: dict[str, Any] = match.to_dict()
    return document


STATES = {"okey": played(okey.deal(seed=7), 9), "marriage": played(marriage.deal(seed=7, rules=marriage.NEPAL), 9)}
GAMES: dict[str, Any] = {"okey": okey, "marriage": marriage}
SETTLE: dict[str, Any] = {
    "format": 1,
    "points": [12, 5, 0],
    "seen": [True, True, False],
    "winner": 1,
    "dublee": False,
    "routes": ["three", "dublee", "none"],
    "rules": {"unseen_maal": "void", "tiplu_values": [3, 8]},
}
SETTLE_HANDS: dict[str, Any] = {
    "hands": ["7h 7h 7h 2c", ["Jc", "Qc"]],
    "tiplu": "Jc",
    "exposed": ["7h", ""],
    "seen": [True, False],
    "winner": 0,
}
DOCUMENTS: dict[str, tuple[Any, Callable[[Any], object]]] = {
    **{f"{name} rules": (game.Rules().to_dict(), game.Rules.from_dict) for name, game in GAMES.items()},
    **{f"{name} record": (STATES[name].to_dict(), game.Record.from_dict) for name, game in GAMES.items()},
    **{f"{name} state": (STATES[name].to_dict(), game.State.from_dict) for name, game in GAMES.items()},
    **{f"{name} match": (match_of(game), game.Match.from_dict) for name, game in GAMES.items()},
}
PARSED = {f"{name} record": game.Record.parse for name, game in GAMES.items()}


def answered_or_refused(call: Callable[[], object], *besides: type[Exception]) -> None:
    """Let the call answer, or refuse with a RummyError of one short line, or with an error of the `besides`."""
    expected: tuple[type[Exception], ...] = (RummyError, *besides)
    try:
        call()
        return
    except expected as raised:
        error = raised
    assert 5 <= len(str(error)) <= LONGEST
    if isinstance(error, RummyError):
        assert isinstance(error, ValueError), error
        assert str(error).isprintable()
        assert error.code


def fuzz(check: Callable[..., None], examples: int, *strategies: Any) -> None:
    """Run a check on so many examples, always the same."""
    steady = settings(
        max_examples=examples, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )
    given_these: Any = given(*strategies)
    steady(given_these(check))()


# ------------------------------------------------------------------------------
# Loaders
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_mangled_document_is_read_or_refused(name: str, scale: int) -> None:
    """Whatever is wrong with a document as JSON values, its loader answers or raises a typed error of one line."""
    document, load = DOCUMENTS[name]

    def check(how: Any) -> None:
        answered_or_refused(lambda: load(real(mangled(document, how))))

    fuzz(check, EXAMPLES * scale // 5000, MANGLING)


@pytest.mark.parametrize("name", PARSED)
def test_a_mangled_json_text_is_read_or_refused(name: str, scale: int) -> None:
    """The same for a record as a text, cut anywhere or with something put in."""
    document = DOCUMENTS[name][0]

    def check(how: Any, place: int, put_in: str, cut: int) -> None:
        text = written(mangled(document, how))
        at = place % len(text)
        answered_or_refused(lambda: PARSED[name](text[:at] + put_in + text[at + cut :]))

    fuzz(check, EXAMPLES * scale // 5000, MANGLING, st.integers(0, 10**6), TEXTS, st.integers(0, 3))


@pytest.mark.parametrize("name", GAMES)
def test_mangled_bytes_are_read_or_refused(name: str, scale: int) -> None:
    """Bytes of a record with some changed, sealed again or not, are read or refused, and so are states."""
    body, game = bytes(STATES[name])[:-4], GAMES[name]

    def check(changes: Any, seal: bool) -> None:
        data = altered(body, changes)
        data = sealed(data) if seal else data + b"1234"
        answered_or_refused(lambda: game.Record.from_bytes(data))
        answered_or_refused(lambda: game.State.from_bytes(data))

    fuzz(check, 2 * EXAMPLES * scale // 5000, CHANGES, st.sampled_from([True, True, True, False]))


@pytest.mark.parametrize("document", [SETTLE, SETTLE_HANDS], ids=["points", "hands"])
def test_a_mangled_settlement_is_settled_or_refused(document: dict[str, Any], scale: int) -> None:
    """A settlement asked for by JSON values is made or refused; a wrong Python type is a short TypeError."""

    def check(how: Any) -> None:
        answered_or_refused(lambda: settle_document(real(mangled(document, how))), TypeError)

    fuzz(check, EXAMPLES * scale // 5000, MANGLING)


CALLS: dict[str, Callable[[Any], object]] = {
    "Tile": okey.Tile,
    "Card": marriage.Card,
    "okey.Move": okey.Move,
    "marriage.Move": marriage.Move,
    "Meld.parse": okey.Meld.parse,
    "tiles": okey.tiles,
    "cards": marriage.cards,
    "okey.meld": lambda junk: okey.meld(junk, indicator="k9"),
    "marriage.meld": marriage.meld,
    "okey.arrange": lambda junk: okey.arrange(junk, indicator="k9"),
    "okey.analyze": lambda junk: okey.analyze(junk, indicator="k9"),
    "okey seen": lambda junk: okey.analyze("r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k1 k2 k3 k4", indicator="k9", seen=junk),
    "indicator": lambda junk: okey.okey_of(junk),
    "marriage.analyze": marriage.analyze,
    "laid": lambda junk: marriage.analyze("7h", laid=junk),
    "exposed": lambda junk: marriage.analyze("7h", exposed=junk),
    "route": lambda junk: marriage.analyze("7h", route=junk),
    "maal": lambda junk: marriage.maal(junk, tiplu="Jc"),
    "roles": marriage.roles,
    "okey.encode": lambda junk: okey.batch.encode(junk, "k9"),
    "marriage.encode": marriage.batch.encode,
    "okey.win": okey.batch.win,
    "marriage.win": marriage.batch.win,
    "tiplus": lambda junk: marriage.batch.win(bytes(53), junk),
    "ways": lambda junk: okey.batch.distance(bytes(53), ways=junk),
    "by": lambda junk: okey.arrange("r1", indicator="k9", by=junk),
    "limit": lambda junk: okey.arrangements("r1", indicator="k9", limit=junk),
    "Goal": lambda junk: marriage.Goal(primary=junk),
    "okey points": lambda junk: okey.settle(junk, indicator="k9"),
    "win": lambda junk: okey.settle([1, 1], indicator="k9", win=junk),
    "marriage points": lambda junk: marriage.settle(junk, [True, True], winner=0),
    "max_rounds": lambda junk: okey.Match(1, max_rounds=junk),
    "okey.deal": okey.deal,
    "players": lambda junk: marriage.deal(1, players=junk),
    "dealer": lambda junk: okey.deal(1, dealer=junk),
    "deck": lambda junk: okey.deal(deck=junk),
    "tables": lambda junk: (
        okey.batch.Tables(-1 if junk is True else junk, 1)
        if not isinstance(junk, int) or not 0 < junk < 2**32
        else None
    ),
    "view": lambda junk: STATES["okey"].view(junk),
    "play": lambda junk: STATES["okey"].copy().play(junk),
    "check": lambda junk: STATES["marriage"].check("draw", junk),
}


def test_junk_in_the_place_of_an_argument_is_refused(scale: int) -> None:
    """Tiles, cards, moves, hands, seats, numbers and buffers that are none: a typed error
    or TypeError, and a short one.
    """

    def check(junk: Any) -> None:
        for call in CALLS.values():
            answered_or_refused(lambda call=call: call(real(junk)), TypeError)  # type: ignore[misc]

    fuzz(check, EXAMPLES * scale // 5000, JUNK | st.binary(max_size=120))


# ------------------------------------------------------------------------------
# The command line
# ------------------------------------------------------------------------------

HAND = "r3 r4 r5 r6 r7 y6 b6 b8 b9 b10 b11 r12 y12 b12 k12"
CARDS = "6h 6h 6h 3s 4s 5s Qd Kd Ad 6d Qc 8d Jd 2c 2h Ks Kc Kh Jh Js 9c"


def command(arguments: list[str], stdin: bytes, lines: int = 1) -> None:
    """Run the command; check its status, and that it tells an error in a line, or in one for each line of stdin."""
    streams = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(stream, encoding="utf-8", write_through=True) for stream in streams)
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main(arguments)
    finally:
        sys.stdin = before
    told = streams[1].getvalue().decode("utf-8")
    assert status in (0, 1, 2)
    assert told.count("\n") <= lines
    assert all(len(line) <= LONGEST + 100 for line in told.split("\n"))
    assert "Traceback" not in told
    if status:
        assert told or b'"error"' in streams[0].getvalue()


@pytest.mark.parametrize("game", GAMES)
def test_a_mangled_rules_file_is_read_or_refused(game: str, scale: int, tmp_path: Path) -> None:
    """The commands read a file of rules whatever is in it, or say in one line why not."""
    file = tmp_path / "rules.json"
    hand = ["--indicator", "k2", HAND] if game == "okey" else [CARDS]

    def check(how: Any, put_in: bytes) -> None:
        file.write_bytes(put_in + written(mangled(DOCUMENTS[f"{game} rules"][0], how)).encode())
        command(["analyze", game, "--rules", str(file), *hand], b"")

    fuzz(check, EXAMPLES * scale // 10_000, MANGLING, st.sampled_from([b"", b"", b"", b"\xff", b"\0", b"\xff\xfe"]))


@pytest.mark.parametrize("document", [SETTLE, SETTLE_HANDS], ids=["points", "hands"])
def test_a_mangled_settle_file_is_settled_or_refused(document: dict[str, Any], scale: int) -> None:
    """`settle marriage` settles what it reads or says in one line why not."""

    def check(how: Any, as_json: bool) -> None:
        command(["settle", "marriage", "-", *(["--json"] if as_json else [])], written(mangled(document, how)).encode())

    fuzz(check, EXAMPLES * scale // 10_000, MANGLING, st.booleans())


OPTIONS = {
    "okey": ["--indicator", "--seen", "--rules"],
    "marriage": ["--tiplu", "--laid", "--exposed", "--route", "--taken", "--seen", "--rules"],
}


@pytest.mark.parametrize("game", GAMES)
def test_mangled_arguments_are_answered_or_refused(game: str, scale: int) -> None:
    """Any words in the place of hands, tiles, cards, options, seeds and files give an answer or one line on stderr."""
    words = TEXTS | st.sampled_from(
        [HAND, CARDS, "k2", "Jc", "-", "--", "PAGAT", "6h 6h 6h", "--json", "/", "no/such/file"]
    )

    def check(chosen: list[tuple[str, str]], rest: list[str], lines: list[str]) -> None:
        arguments = [f"{name}={word}" for name, word in chosen]
        stdin = "\n".join(lines).encode("utf-8", errors="surrogatepass")
        command(["analyze", game, *arguments, *rest], stdin, max(1, stdin.count(b"\n") + 1))
        command(
            ["simulate", game, "--rounds=1", *[f"--{'seed' if i else 'players'}={w}" for i, w in enumerate(rest)]], b""
        )

    pairs = st.tuples(st.sampled_from(OPTIONS[game]), words)
    fuzz(
        check,
        EXAMPLES * scale // 10_000,
        st.lists(pairs, max_size=3),
        st.lists(words, max_size=2),
        st.lists(TEXTS, max_size=3),
    )


# ------------------------------------------------------------------------------
# What once failed
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("junk", "named"),
    [
        (["x" * 5] * 100_000, "tiplu_values has 100000 values"),
        ([SPECIAL[VAST]], "a number of 16610 bits"),
        ([[SPECIAL[VAST]]], "tiplu_values"),
        ([1, 2, 3, SPECIAL[VAST]], "4 values"),
        (NEST, "tiplu_values"),
    ],
    ids=["100,000 words", "5,000 digits", "in a list", "a fourth", "deep"],
)
def test_a_table_that_is_none_is_refused_shortly(junk: Any, named: str) -> None:
    """A table of values that is too long, vast or deep is a short RulesError, in rules, records and states alike."""
    record = {**STATES["marriage"].to_dict(), "rules": {"tiplu_values": junk}}
    for load, data in (
        (marriage.Rules.from_dict, {"tiplu_values": junk}),
        (marriage.Record.from_dict, record),
        (marriage.State.from_dict, record),
    ):
        with pytest.raises(RummyError, match=named) as refused:
            load(data)
        assert refused.type.__name__ == "RulesError"
        assert len(str(refused.value)) <= LONGEST


@pytest.mark.parametrize(
    ("text", "why"), [("[" * 100_000, "deeply"), (f'{{"format": {"9" * 5000}}}', "digits"), ("{", "line 1")]
)
def test_a_text_that_is_no_json_says_why(text: str, why: str) -> None:
    """Depth, digits and damage are told apart, in one short sentence that names no setting of the interpreter."""
    with pytest.raises(RummyError, match=why) as refused:
        okey.Record.parse(text)
    assert refused.value.code == "json"
    assert len(str(refused.value)) <= LONGEST
    assert "sys." not in str(refused.value)


def test_a_sentence_is_one_line_of_300_characters() -> None:
    """However an error is made, its sentence is one line that can be printed, and not longer."""
    error = RummyError("word", "many\nlines\ud800 " * 100)
    assert len(str(error)) == LONGEST
    assert str(error).isprintable()
    assert str(error).endswith("...")


@pytest.mark.parametrize("game", GAMES)
def test_a_declaration_of_many_pieces_is_told_shortly(game: str) -> None:
    """A verdict names the first pieces at fault and how many there are, not all of thousands."""
    hand = {"okey": "r1 r2 r3 k5 " + "r7 " * 50_000, "marriage": "6h 6h 6h 2c " + "7h " * 50_000}[game]
    declared = {"okey": ["r1 r2 r3"], "marriage": ["6h 6h 6h"]}[game]
    discard = {"okey": {"discard": "k5", "indicator": "k9"}, "marriage": {"discard": "2c"}}[game]
    verdict = GAMES[game].check_declaration(declared, hand=hand, **discard)
    assert (verdict.ok, verdict.code) == (False, "left_over")
    assert "50000 in all" in verdict.sentence
    assert len(verdict.sentence) <= LONGEST
