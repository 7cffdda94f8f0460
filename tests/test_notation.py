"""Tiles, moves, melds and records as text: what is read, what is refused, and that
everything comes back from its text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from okey_decks import stack

from rummycore import HandError, NotationError, RulesError, RummyError, StateError, okey
from rummycore.okey import Meld, Move, Record, Rules, Tile

seeded = settings(deadline=None, derandomize=True)

# Nearly tiles, as bytes a user could send: wrong numbers and colours, spaces, signs, and letters and digits that only
# look right.
NO_TILES = (
    *(
        "r0",
        "r14",
        "r07",
        "r007",
        "r99",
        "x5",
        "",
        " ",
        "r",
        "7",
        "7r",
        "rr7",
        "r-1",
        "-1",
        "r+7",
        "r1.5",
        "r7.0",
        "r7 ",
        " r7",
    ),
    *("r 7", "r7r7", "r7 y7", "r7\n", "r7\0", "\0", "FF", "F1", "f ", "J", "None", "0", "52", "b11=r5", "r7,", "(r7)"),
    *(
        "r\N{FULLWIDTH DIGIT SEVEN}",
        "\N{FULLWIDTH LATIN SMALL LETTER R}7",
        "r\N{SUPERSCRIPT ONE}",
        "r\N{ARABIC-INDIC DIGIT SEVEN}",
    ),
    *(
        "r\N{CIRCLED DIGIT SEVEN}",
        "\N{KELVIN SIGN}10",
        "\N{CYRILLIC SMALL LETTER KA}10",
        "\N{CYRILLIC SMALL LETTER U}7",
    ),
    *(
        "\N{FULLWIDTH LATIN CAPITAL LETTER F}",
        "\N{MATHEMATICAL BOLD CAPITAL F}",
        "\N{GREEK LETTER DIGAMMA}",
        "\N{LATIN SMALL LETTER F WITH HOOK}",
    ),
    *(
        "r7\N{ZERO WIDTH SPACE}",
        "\N{ZERO WIDTH NO-BREAK SPACE}r7",
        "r7\N{COMBINING ACUTE ACCENT}",
        "\ud800",
        "\U0010ffff",
        "r" * 10_000,
    ),
)
NO_MOVES = (
    *(
        "",
        " ",
        "discard",
        "finish",
        "discard ",
        "discard  r7",
        " discard r7",
        "discard r7 ",
        "discard r7 y7",
        "discardr7",
        "draw r7",
    ),
    *(
        "take F",
        "show r1",
        "pass ",
        "discard r0",
        "discard r14",
        "discard x5",
        "finish FF",
        "lay r7",
        "see",
        "0",
        "-1",
        "None",
        "r7",
    ),
    *(
        "dr\N{CYRILLIC SMALL LETTER A}w",
        "ta\N{KELVIN SIGN}e",
        "discard r\N{FULLWIDTH DIGIT SEVEN}",
        "pa\N{LATIN SMALL LETTER LONG S}s",
    ),
    *("draw\0", "draw\n", "\ud800", "draw" * 10_000),
)
NO_WORDS = (None, 1.5, 7.0, True, False, b"r7", bytearray(b"draw"), ["r7"], ("draw",), {"r7"}, object)


def same(value: object) -> None:
    """Assert that the repr of a value evaluates to an equal value with the same repr."""
    again = eval(repr(value), dict(vars(okey)))
    assert again == value, repr(value)
    assert type(again) is type(value)
    assert repr(again) == repr(value)


# ------------------------------------------------------------------------------
# Tiles
# ------------------------------------------------------------------------------


def test_tiles_are_read_in_either_case_and_by_number() -> None:
    """The 53 texts `r1` to `k13` and `F` name the kinds 0 to 52 in this order, in either
    case, and are printed in one.
    """
    texts = [f"{colour}{number}" for colour in "rybk" for number in range(1, 14)] + ["F"]
    assert [str(tile) for tile in Tile.all()] == texts
    for kind, text in enumerate(texts):
        for source in (text, text.lower(), text.upper(), kind):
            tile = Tile(source)
            assert tile is Tile.all()[kind]
            assert (int(tile), str(tile), f"{tile}") == (kind, text, text)
        assert Tile.parse(text) == kind
        assert (Tile(kind).suit, Tile(kind).rank) == ((None, None) if text == "F" else (text[0], int(text[1:])))
        same(Tile(kind))
    assert len({Tile(text) for text in texts} | set(range(53))) == 53


@pytest.mark.parametrize("text", NO_TILES, ids=lambda text: ascii(text[:20]))
def test_text_that_names_no_tile_is_refused(text: str) -> None:
    """Whatever is not exactly one of the 53 texts is a NotationError that shows it, cut short where it is long."""
    for read in (Tile, Tile.parse, okey.okey_of, lambda name: okey.tiles(["r7", name])):
        with pytest.raises(NotationError) as caught:
            read(text)
        assert (caught.value.code, isinstance(caught.value, ValueError)) == ("tile", True)
        assert repr(text[:40]) in str(caught.value)
        assert len(str(caught.value)) < 150


@pytest.mark.parametrize(
    "number", [-1, 53, 255, 256, 10**9, -(10**9), 2**31, 2**32, 2**32 + 5, 2**63, 2**64, 2**64 + 7, -(2**64)]
)
def test_number_that_is_no_tile_is_refused(number: int) -> None:
    """A number outside 0..52 is a NotationError that names it, however it might wrap round in fewer bits."""
    for read in (Tile, okey.okey_of, lambda kind: okey.tiles([0, kind])):
        with pytest.raises(NotationError) as caught:
            read(number)
        assert caught.value.code == "number"
        assert f" {number}:" in str(caught.value)


@pytest.mark.parametrize("word", [Tile, Move])
@pytest.mark.parametrize("number", [10**100, 10**5000, -(10**5000)], ids=["1e100", "1e5000", "-1e5000"])
def test_huge_number_is_refused_like_any_other(word: type[Tile | Move], number: int) -> None:
    """A number of thousands of digits, too, is a NotationError for no tile and no move, and its message can be read."""
    with pytest.raises(NotationError) as caught:
        word(number)
    assert caught.value.code == "number"
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("thing", NO_WORDS, ids=repr)
def test_wrong_type_for_a_tile_is_a_type_error(thing: Any) -> None:
    """What is neither text nor number is a TypeError that names the type."""
    for read in (Tile, Tile.parse, lambda word: okey.tiles(["r7", word])):
        with pytest.raises(TypeError, match=type(thing).__name__):
            read(thing)
    with pytest.raises(TypeError):
        okey.okey_of(thing)
    with pytest.raises(TypeError, match="int"):
        Tile.parse(7)  # type: ignore[arg-type]


def test_tiles_come_from_text_or_any_iterable() -> None:
    """Several tiles are a text with any space between them or an iterable of tiles, texts
    and numbers, in the order given.
    """
    right = (Tile("k10"), okey.F, Tile("r7"), Tile("r7"))
    sources: list[str | Iterable[Tile | str | int]] = [
        "k10 F r7 r7",
        " K10\tf\nr7  R7 ",
        ["k10", "F", 6, Tile("r7")],
        iter(right),
        map(str, right),
    ]
    for source in sources:
        assert okey.tiles(source) == right
    assert okey.tiles("") == okey.tiles(" ") == okey.tiles([]) == ()
    with pytest.raises(NotationError, match="'x5'"):
        okey.tiles("r7 x5 y3")
    for thing in (None, 7, 1.5, b"r7", bytearray(b"r7"), memoryview(b"r7")):
        with pytest.raises(TypeError, match=type(thing).__name__):
            okey.tiles(thing)  # type: ignore[arg-type]


def test_indicator_is_a_numbered_tile() -> None:
    """A false joker as indicator is a HandError, no tile a NotationError, None a TypeError,
    wherever an indicator is asked for.
    """
    asks: list[Callable[[Any], object]] = [
        okey.okey_of,
        lambda indicator: okey.analyze("r1", indicator=indicator),
        lambda indicator: okey.arrange("r1", indicator=indicator),
        lambda indicator: okey.meld("r1 r2 r3", indicator=indicator),
        lambda indicator: okey.melds("r1", indicator=indicator),
        lambda indicator: okey.check_declaration([], discard="r1", indicator=indicator),
        lambda indicator: okey.batch.encode([], indicator),
        lambda indicator: okey.settle([10, 10], indicator=indicator),
    ]
    for ask in asks:
        for indicator in ("F", "f", 52):
            with pytest.raises(HandError, match="indicator F") as caught:
                ask(indicator)
            assert caught.value.code == "indicator"
        for indicator in ("r13 ", "", "r14", 53, -1):
            with pytest.raises(NotationError):
                ask(indicator)
        with pytest.raises(TypeError):
            ask(None)


# ------------------------------------------------------------------------------
# Moves
# ------------------------------------------------------------------------------


def test_moves_are_read_in_either_case_and_by_number() -> None:
    """The 110 moves have fixed numbers and texts, read in either case, and tell their act and tile."""
    texts = ["draw", "take", "show", "pass", *(f"{act} {tile}" for act in ("discard", "finish") for tile in Tile.all())]
    assert [str(move) for move in Move.all()] == texts
    for number, text in enumerate(texts):
        for source in (text, text.lower(), text.upper(), text.title(), number):
            assert Move(source) is Move.all()[number]
        assert Move.parse(text) == number
        act, _, tile = text.partition(" ")
        assert (Move(text).act, Move(text).tile) == (act, Tile(tile) if tile else None)
        same(Move(number))


@pytest.mark.parametrize("text", NO_MOVES, ids=lambda text: ascii(text[:20]))
def test_text_that_names_no_move_is_refused(text: str) -> None:
    """Whatever is not exactly one of the 110 texts is a NotationError that shows it, and a
    round refuses it unchanged.
    """
    state = okey.deal(seed=1)
    before = bytes(state)
    for read in (Move, Move.parse, state.play, state.check):
        with pytest.raises(NotationError) as caught:
            read(text)
        assert caught.value.code == "move"
        assert repr(text[:40]) in str(caught.value)
    assert bytes(state) == before


@pytest.mark.parametrize("number", [-1, 110, 255, 256, 10**9, 2**16, 2**32 + 4, 2**64 + 4])
def test_number_that_is_no_move_is_refused(number: int) -> None:
    """A number outside 0..109 is a NotationError that names it, however it might wrap round in fewer bits."""
    state = okey.deal(seed=1)
    for read in (Move, state.play, state.check):
        with pytest.raises(NotationError, match=f" {number}:") as caught:
            read(number)
        assert caught.value.code == "number"
    assert state == okey.deal(seed=1)


@pytest.mark.parametrize("thing", NO_WORDS, ids=repr)
def test_wrong_type_for_a_move_is_a_type_error(thing: Any) -> None:
    """What is neither text nor number is a TypeError that names the type."""
    state = okey.deal(seed=1)
    for read in (Move, Move.parse, state.play, state.check):
        with pytest.raises(TypeError, match=type(thing).__name__):
            read(thing)
    assert state == okey.deal(seed=1)


# ------------------------------------------------------------------------------
# Melds
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "printed", "kind", "points"),
    [
        ("r4 r5 r6", "r4 r5 r6", "run", 15),
        ("R4  B11=R5\tr6", "r4 b11=r5 r6", "run", 15),
        ("r12 r13 r1", "r12 r13 r1", "run", 26),
        ("f=r12 r13 r1", "F=r12 r13 r1", "run", 26),
        ("F r13 r1", "F r13 r1", "run", 26),
        ("r7 y7 k7", "r7 y7 k7", "group", 21),
        ("b11=r7 y7 F=b7 k7", "b11=r7 y7 F=b7 k7", "group", 28),
        ("F y7 k7", "F y7 k7", "group", 21),
        ("k3 k3", "k3 k3", "pair", 0),
        ("F f", "F F", "pair", 0),
        ("k3 b11=k3", "k3 b11=k3", "pair", 0),
    ],
)
def test_melds_are_read_and_printed(text: str, printed: str, kind: str, points: int) -> None:
    """A meld's text names its tiles and what wild ones stand for; it says what it is and what it counts."""
    meld = Meld.parse(text)
    assert (str(meld), meld.kind, meld.points) == (printed, kind, points)
    assert Meld.parse(str(meld)) == meld
    same(meld)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "meld ''"),
        (" ", "meld ' '"),
        ("r7", "meld 'r7'"),
        ("b11=r7", "meld 'b11=r7'"),
        ("r7 x8", "tile 'x8'"),
        ("r7,r8,r9", "tile 'r7,r8,r9'"),
        ("r7 | r8", "tile '|'"),
        ("r7 b11= r9", "tile ''"),
        ("r7 =r8 r9", "tile ''"),
        ("r7 b11 = r8 r9", "tile ''"),
        ("r7 b11=x8 r9", "tile 'x8'"),
        ("r7 b11==r8 r9", "tile '=r8'"),
        ("r7 b11=r8=r8 r9", "tile 'r8=r8'"),
        ("r7 b11\N{FULLWIDTH EQUALS SIGN}r8 r9", "tile 'b11\N{FULLWIDTH EQUALS SIGN}r8'"),
        ("\N{FULLWIDTH LATIN SMALL LETTER R}7 r8 r9", "tile '\N{FULLWIDTH LATIN SMALL LETTER R}7'"),
    ],
    ids=ascii,
)
def test_text_that_writes_no_meld_is_refused(text: str, named: str) -> None:
    """A text with a word that is no tile, or with fewer than two, is a NotationError that names it."""
    with pytest.raises(NotationError) as caught:
        Meld.parse(text)
    assert named in str(caught.value)
    assert caught.value.code == named.partition(" ")[0]


@pytest.mark.parametrize("thing", [None, 7, 1.5, True, b"r7 r8 r9", ["r7", "r8", "r9"]], ids=repr)
def test_wrong_type_for_a_meld_is_a_type_error(thing: Any) -> None:
    """A meld is read from text alone."""
    with pytest.raises(TypeError):
        Meld.parse(thing)


words = st.tuples(st.sampled_from(Tile.all()), st.none() | st.sampled_from(Tile.all()))
melds = st.lists(words, min_size=2, max_size=14).map(lambda pairs: Meld(*map(tuple, zip(*pairs, strict=True))))


@seeded
@given(melds)
def test_any_meld_comes_back_from_its_text(meld: Meld) -> None:
    """Whatever its tiles and stand-ins, a meld is what its text and its repr say."""
    assert Meld.parse(str(meld)) == meld
    assert Meld.parse(str(meld).upper()) == meld
    same(meld)


# ------------------------------------------------------------------------------
# Rules and records
# ------------------------------------------------------------------------------

on = st.booleans()
RULES: dict[str, st.SearchStrategy[object]] = {
    "starter": st.sampled_from(["right_of_dealer", "dealer"]),
    "dealer_rotation": st.sampled_from(["always", "only_after_win", "winner_deals"]),
    "ceremony": st.sampled_from(["exact", "uniform"]),
    "discard_view": st.sampled_from(["top_only", "all"]),
    "false_joker_role": st.sampled_from(["okey_value", "wild"]),
    "run_wrap": st.sampled_from(["none", "high_one"]),
    "seven_pairs": on,
    "pairs_with_jokers": st.sampled_from(["any", "none"]),
    "finish_on_taken_discard": on,
    "finish_on_dealt_hand": on,
    "discard_taken": st.sampled_from(["allowed", "forbidden"]),
    "discard_okey": st.sampled_from(["allowed", "forbidden"]),
    "stock_end": st.sampled_from(["after_last_discard", "next_may_take_to_win"]),
    "turn_cap": st.integers(1, 10_000),
    "double_combination": st.sampled_from(["multiply", "single"]),
    "payout": st.sampled_from(["transfer", "deduct"]),
    "start_points": st.none() | st.integers(1, 1_000_000),
    "base_win": st.none() | st.integers(1, 10_000),
    "deduct_from": st.sampled_from(["losers", "winner"]),
    "color_rule": st.none() | st.sampled_from(["off", "red_black_double"]),
    "indicator_bonus": st.none() | on,
    "indicator_window": st.sampled_from(["before_first_discard", "before_first_draw"]),
    "indicator_drawn_counts": on,
    "base_indicator": st.none() | st.integers(0, 10_000),
    "indicator_min_points": st.integers(0, 1_000_000),
    "insufficient_points": st.sampled_from(["go_negative", "pay_what_left"]),
    "teams": st.sampled_from(["off", "opposite"]),
    "game_end": st.sampled_from(["points_out", "rounds", "never"]),
    "game_end_check": st.sampled_from(["round_end", "immediate"]),
    "single_color_win": st.sampled_from(["off", "win_game"]),
}


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Any options, but for those that cannot be played together."""
    chosen = draw(st.fixed_dictionaries({}, optional=RULES))
    if chosen.get("game_end") == "rounds":
        chosen["rounds"] = draw(st.integers(1, 1_000_000))
    if chosen.get("payout") != "deduct":
        chosen.pop("deduct_from", None)
    if not chosen.get("finish_on_taken_discard", True):
        chosen.pop("stock_end", None)
    return Rules.from_dict(chosen)


records = st.builds(
    Record,
    rules=any_rules(),
    players=st.integers(2, 4),
    dealer=st.integers(0, 3),
    points=st.lists(st.integers(-(10**9), 10**9), max_size=4).map(tuple),
    deck=st.lists(st.sampled_from(Tile.all()), max_size=106).map(tuple),
    moves=st.lists(st.sampled_from(Move.all()), max_size=50).map(tuple),
)


@seeded
@given(any_rules())
def test_any_rules_come_back_from_their_repr(rules: Rules) -> None:
    """Rules, resolved ones too, are what their repr and their JSON say; the repr names only
    what differs from the default.
    """
    for chosen in (rules, rules.resolved()):
        same(chosen)
        assert Rules.from_dict(json.loads(json.dumps(chosen.to_dict()))) == chosen
    assert repr(Rules()) == "Rules()"


@seeded
@given(records)
def test_any_record_comes_back_from_its_text(record: Record) -> None:
    """A record, legal or not, is what its line of JSON and its repr say."""
    assert "\n" not in str(record)
    assert Record.parse(str(record)) == record
    assert Record.from_dict(json.loads(str(record))) == record
    same(record)


@pytest.mark.parametrize(
    "text",
    ["", " ", "r7", "{", '{"format": 1, "format": 1}', "{'format': 1}", "[" * 100_000, "1" * 5000, "\ud800", "{}{}"],
    ids=lambda t: ascii(t[:9]),
)
def test_text_that_is_no_json_is_no_record(text: str) -> None:
    """A text that is no JSON at all, endlessly nested or with endless numbers, is a NotationError."""
    with pytest.raises(NotationError) as caught:
        Record.parse(text)
    assert caught.value.code == "json"


@pytest.mark.parametrize("thing", [None, 7, 1.5, ["{}"]], ids=repr)
def test_wrong_type_for_a_record_is_a_type_error(thing: Any) -> None:
    """A record is read from text alone."""
    with pytest.raises(TypeError):
        Record.parse(thing)


@pytest.mark.parametrize(
    ("key", "value", "error", "named"),
    [
        ("format", 2, StateError, "format"),
        ("format", True, StateError, "format"),
        ("format", None, StateError, "format"),
        ("game", "marriage", StateError, "'marriage'"),
        ("rules_version", 1, StateError, "rules version 1"),
        ("rules_version", "1", StateError, "rules_version"),
        ("shuffled", True, StateError, "'shuffled'"),
        ("rules", [], RulesError, "list"),
        ("rules", {"ante": 1}, RulesError, "'ante'"),
        ("rules", {"turn_cap": 0}, RulesError, "turn_cap=0"),
        ("rules", {"turn_cap": "400"}, RulesError, "turn_cap"),
        ("rules", {"run_wrap": "free"}, RulesError, "run_wrap='free'"),
        ("players", -1, StateError, "players is -1"),
        ("players", 4.0, StateError, "players"),
        ("players", True, StateError, "players"),
        ("dealer", 256, StateError, "dealer is 256"),
        ("dealer", None, StateError, "dealer"),
        ("points", {"0": 10}, StateError, "points"),
        ("points", [10, 10, 10, 2**31], StateError, "points is 2147483648"),
        ("points", [10, 10, 10, float("nan")], StateError, "points"),
        ("deck", ["r1"], StateError, "deck"),
        ("deck", "r1 r0", NotationError, "'r0'"),
        ("deck", "r1 \N{CYRILLIC SMALL LETTER KA}1", NotationError, "'\N{CYRILLIC SMALL LETTER KA}1'"),
        ("moves", "draw", StateError, "moves"),
        ("moves", ["draw", 4], StateError, "move 2"),
        ("moves", ["draw", "discard r0"], NotationError, "'discard r0'"),
        ("moves", ["draw"] * 65_536, StateError, "65536 moves"),
    ],
    ids=lambda value: ascii(value)[:24] if not isinstance(value, type) else value.__name__,
)
def test_record_with_a_wrong_value_is_refused(key: str, value: object, error: type[RummyError], named: str) -> None:
    """A wrong value in a record is an error of the right class that names it, also when it comes as text."""
    data = {**okey.deal(seed=1).to_dict(), key: value}
    for read in (
        lambda: Record.from_dict(data),
        lambda: Record.parse(json.dumps(data)),
        lambda: okey.State.from_dict(data),
    ):
        with pytest.raises(error) as caught:
            read()
        assert type(caught.value) is error
        assert named in str(caught.value)


@pytest.mark.parametrize("key", ["rules_version", "players", "dealer"])
@pytest.mark.parametrize("number", [10**100, 10**5000], ids=["1e100", "1e5000"])
def test_record_with_a_huge_number_is_refused(key: str, number: int) -> None:
    """A number of any length in a record is a StateError that names its key."""
    with pytest.raises(StateError, match=key):
        Record.from_dict({**okey.deal(seed=1).to_dict(), key: number})


@pytest.mark.parametrize("key", sorted(okey.deal(seed=1).to_dict()))
def test_record_without_a_key_is_refused(key: str) -> None:
    """Each key of a record must be there."""
    data = okey.deal(seed=1).to_dict()
    del data[key]
    with pytest.raises(StateError, match=f"{key!r}") as caught:
        Record.from_dict(data)
    assert caught.value.code == "missing_key"


# ------------------------------------------------------------------------------
# Everything else that has a repr
# ------------------------------------------------------------------------------


@seeded
@given(st.permutations([*range(52), *range(53), 52]), st.sampled_from([14, 15]), any_rules())
def test_any_analysis_comes_back_from_its_repr(kinds: list[int], size: int, rules: Rules) -> None:
    """An analysis and its parts are what their repr says, for 14 tiles and for 15."""
    indicator = next(kind for kind in reversed(kinds) if kind != okey.F)
    same(okey.analyze(kinds[:size], indicator=indicator, rules=rules))
    same(okey.arrange(kinds[:20], indicator=indicator, rules=rules))


def test_winning_analysis_comes_back_from_its_repr() -> None:
    """An analysis that wins by pairs and melds, or can finish, is what its repr says."""
    both = okey.analyze("r1 r1 r2 r2 r3 r3 r4 r4 r5 r5 r6 r6 r7 b1", indicator="b13")
    fifteen = okey.analyze("r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 k12 y7", indicator="y6")
    assert both.win == "both"
    assert len(both.pairs) == 7
    assert len(fifteen.finishes) == 8
    same(both)
    same(fifteen)


@seeded
@given(st.booleans(), st.text(), st.text(), st.lists(st.sampled_from(Tile.all())).map(tuple))
def test_any_verdict_comes_back_from_its_repr(ok: bool, code: str, sentence: str, tiles: tuple[Tile, ...]) -> None:
    """A verdict is what its repr says, and as true as it is ok."""
    verdict = okey.Verdict(ok, code, sentence, tiles)
    same(verdict)
    assert bool(verdict) == ok


@seeded
@given(st.integers(0, 2**64 - 1), st.sampled_from([2, 3, 4]), st.integers(0, 60), any_rules())
def test_any_view_comes_back_from_its_repr(seed: int, players: int, moves: int, rules: Rules) -> None:
    """At any point of a round each seat's view, a spectator's, the events and the record are what their repr says."""
    if rules.teams == "opposite":
        players = 4
    state = okey.deal(seed, players=players, rules=rules)
    rng = Random(seed)
    while moves and not state.over:
        same(state.play(rng.choice(state.legal_moves())))
        moves -= 1
    for seat in (*range(players), None):
        same(state.view(seat))
    same(state.record())
    assert Record.parse(str(state.record())) == state.record()


MELDS = "r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k9 k1 k2 k3"
PAIRS = "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 k12"


@pytest.mark.parametrize(
    ("hand", "rules", "moves", "ending"),
    [
        (f"{MELDS} F", Rules(), ["finish F"], "won"),
        (f"{PAIRS} b8", Rules(payout="deduct"), ["finish b8"], "won"),
        (f"{MELDS} k6", Rules(payout="deduct"), ["show", "finish k6"], "won"),
        (f"{PAIRS} k7", Rules(payout="deduct", teams="opposite"), ["finish k7"], "won"),
        (f"{MELDS} F", Rules(turn_cap=1), ["discard F"], "truncated"),
        (f"{MELDS} k6", Rules(payout="deduct", start_points=1, game_end_check="immediate"), ["show"], "points_out"),
        ("", Rules(), [], "stock_out"),
    ],
    ids=["melds", "pairs", "shown", "okey", "truncated", "points", "stock"],
)
def test_outcome_comes_back_from_its_repr(hand: str, rules: Rules, moves: list[str], ending: str) -> None:
    """Each kind of outcome is what its repr says, alone and in a view."""
    state = okey.deal(deck=stack("k6", {1: hand}), rules=rules)
    for move in moves:
        state.play(move)
    while not state.over:
        state.play("draw" if Move("draw") in state.legal_moves() else f"discard {state.hand(state.turn)[0]}")
    assert state.outcome is not None
    assert state.outcome.ending == ending
    same(state.outcome)
    same(state.view(0))


def test_settlement_comes_back_from_its_repr() -> None:
    """A settlement with its reasons is what its repr says."""
    same(
        okey.settle(
            [20, 20, 20, 20], indicator="r3", winner=2, win="both", okey_finish=True, shower=1, rules=okey.DEDUCT
        )
    )
