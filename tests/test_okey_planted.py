"""Engine bugs planted on purpose, each of which the oracle must find: who tests the tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cffi import FFI
from okey_hands import CLASSES, far_apart, gapped, surplus
from okey_oracle import (
    COLOURS,
    FACES,
    FALSE_JOKER,
    best_laying,
    finishes,
    literal_melds,
    meld_points,
    okey_of,
    points_of,
    problems,
    win,
)
from planted import build, declarations, mismatch, set_options

KINDS = (*FACES, FALSE_JOKER)  # in the order of the header
WINS = ("none", "melds", "pairs", "both")
RULES: tuple[Mapping[str, object], ...] = (
    {},
    {"false_joker_role": "wild"},
    {"run_wrap": "none"},
    {"pairs_with_jokers": "none"},
    {"seven_pairs": False, "false_joker_role": "wild", "run_wrap": "none"},
)

# Name, file, what stands there once, and what stands there instead.
BUGS = [
    (
        "okey after 13 is no 1",
        "okey_hand.c",
        "return indicator % RUMMY_RANKS == RUMMY_RANKS - 1 ? indicator - (RUMMY_RANKS - 1) : indicator + 1;",
        "return indicator + 1;",
    ),
    (
        "okeys are natural",
        "okey_hand.c",
        "to[RUMMY_JOKER] = (uint8_t)(wild ? okeys + jokers : okeys);",
        "to[RUMMY_JOKER] = 0; to[okey] = (uint8_t)(okeys + jokers);",
    ),
    (
        "false joker is always wild",
        "okey_hand.c",
        "int wild = rules->false_joker_role == RUMMY_OKEY_FALSE_JOKER_ROLE_WILD; /* O-10 */",
        "int wild = 1;",
    ),
    (
        "discarded false joker takes an okey along",
        "okey_hand.c",
        "if (kind == okey || (kind == RUMMY_JOKER && wild_jokers)) {",
        "if (kind == okey || kind == RUMMY_JOKER) {",
    ),
    (
        "13-1-2 is a run to the win check",
        "okey_hand.c",
        "    if (cost == 0 || !wrap || !(once & 1))\n        return cost;\n",
        """    if (cost == 0 || !wrap || !(once & 1))
        return cost;
    once = (once << 1 | once >> 12) & RANK_BITS;
    twice = (twice << 1 | twice >> 12) & RANK_BITS;
    int round = run_costs[run_class[run_ternary[once & LOW_HALF] + run_ternary[twice & LOW_HALF]]]
                         [run_class[run_mirrored[once >> 7] + run_mirrored[twice >> 7]]];
    once = (once >> 1 | once << 12) & RANK_BITS;
    twice = (twice >> 1 | twice << 12) & RANK_BITS;
    if (round < cost)
        cost = round;
""",
    ),
    ("13-1-2 is a run to the reader", "melds.c", "(grammar->high_one ? 1 : 0)", "(grammar->high_one ? 2 : 0)"),
    ("1 after 13 is lost", "okey_hand.c", "moved <= ones; moved++", "moved < ones; moved++"),
    ("second 1 stays low", "okey_hand.c", "for (int ones = (twice & 1) ? 2 : 1, moved", "for (int ones = 1, moved"),
    (
        "1 after 13 without the option",
        "okey_hand.c",
        "wrap = rules->run_wrap == RUMMY_OKEY_RUN_WRAP_HIGH_ONE;\n    if (hopeful",
        "wrap = 1;\n    if (hopeful",
    ),
    ("second copies are not looked at", "okey_hand.c", "run_cost(once, hand.twice >> lane", "run_cost(once, 0 >> lane"),
    ("a group takes both copies", "okey_hand.c", "hand->once &= ~set | hand->twice;", "hand->once &= ~set;"),
    (
        "a group takes the lowest tile only",
        "okey_hand.c",
        "for (uint64_t left = can & lane_bits; left; left &= left - 1) {",
        "for (uint64_t left = can & lane_bits; left; left = 0) {",
    ),
    (
        "a group takes all colours it can",
        "okey_hand.c",
        "for (uint64_t part = others; part; part = (part - 1) & others) {",
        "for (uint64_t part = others; part; part = 0) {",
    ),
    (
        "a colour twice in a group",
        "okey_hand.c",
        "            rest.wilds -= size == 2;\n",
        """            if (size == 2 && hand.twice & tile)
                take(&rest, tile);
            else
                rest.wilds -= size == 2;
""",
    ),
    ("wild tiles in groups cost nothing", "okey_hand.c", "rest.wilds -= size == 2;", "(void)size;"),
    ("a wild tile too many is refused", "okey_hand.c", "if (sum <= hand.wilds)", "if (sum == hand.wilds)"),
    (
        "four wild tiles only count as three",
        "okey_hand.c",
        "hand->wilds = values[RUMMY_JOKER];",
        "hand->wilds = values[RUMMY_JOKER] & 3;",
    ),
    ("hope ends with four lone tiles", "okey_hand.c", "rummy_count(lone) <= 4;", "rummy_count(lone) <= 3;"),
    ("hope ends with a second far tile", "okey_hand.c", "rummy_count(far) <= 2;", "rummy_count(far) <= 1;"),
    (
        "wild tiles left over are no pair",
        "okey_hand.c",
        "~hand->twice) <= helpers && helpers",
        "~hand->twice) == helpers && helpers",
    ),
    ("wild tiles pair against the option", "okey_hand.c", "<= helpers && helpers == hand->wilds)", "<= helpers)"),
    ("seven pairs against the option", "okey_hand.c", "    if (rules->seven_pairs) {\n", "    if (1) {\n"),
    (
        "a damaged entry in the table of runs",
        "okey_tables.h",
        "run_costs[RUN_CLASSES][RUN_CLASSES] = {\n{\n    0,2,4,1,3,2,3,2,5,1,4,4,3,3,2,2,4,3,5,1,0,",
        "run_costs[RUN_CLASSES][RUN_CLASSES] = {\n{\n    0,2,4,1,3,2,3,2,5,1,4,4,3,3,2,2,4,3,5,1,1,",
    ),
    (
        "five in a group",
        "melds.c",
        "if (meld->size == r->tiles && wilds == r->wilds && meld->points > r->best) {",
        """int fifth = meld->kind == RUMMY_GROUP && meld->size == 4 && r->tiles == 5;
    if (meld->size + fifth == r->tiles && wilds + fifth == r->wilds && meld->points > r->best) {""",
    ),
    ("one 1 stands at both ends", "melds.c", "values[run_kind(suit, 1)] == 1)", "values[run_kind(suit, 1)] > 2)"),
    ("the 1 after 13 counts 14", "melds.c", "- (high ? RUMMY_RANKS : 0);", "- (high ? 0 : 0);"),
    ("no runs of five are laid", "melds.c", "#define PART_MAX 5", "#define PART_MAX 4"),
    ("no two melds of the same tiles", "melds.c", "s->key[at - 1] > key)", "s->key[at - 1] >= key)"),
    ("wild tiles are laid, but never taken off", "melds.c", "    s->wilds -= sign * wilds;\n", ""),
    (
        "three wild tiles are left over",
        "melds.c",
        "if (s->wilds < s->grammar->group_min) {",
        "if (s->wilds <= s->grammar->group_min) {",
    ),
    (
        "points outweigh tiles",
        "melds.c",
        "s->by == RUMMY_BY_TILES ? tiles * 1024",
        "s->by == RUMMY_BY_TILES ? tiles * 8",
    ),
]


# ------------------------------------------------------------------------------
# What is asked, with the oracle's answers
# ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Question:
    """A hand or the tiles of a meld, with the right answer: numbers, by what `ask` asks."""

    what: str
    rules: int
    indicator: int
    faces: bytes
    answer: tuple[int, ...]


def faces_of(tiles: Sequence[str]) -> bytes:
    return bytes(tiles.count(kind) for kind in KINDS)


def about_a_hand(indicator: str, hand: Sequence[str], which: int, arrange: bool) -> list[Question]:
    rules, shown, faces = RULES[which], KINDS.index(indicator), faces_of(hand)
    if len(hand) == 14:
        asked = [Question("win", which, shown, faces, (WINS.index(win(hand, indicator, rules)),))]
    else:
        ways = finishes(hand, indicator, rules)
        by = [sum(1 << KINDS.index(tile) for tile, hows in ways.items() if how in hows) for how in ("melds", "pairs")]
        asked = [Question("finishes", which, shown, faces, tuple(by))]
    if arrange:
        best = best_laying(hand, indicator, rules, lambda meld: 1000 * len(meld) + points_of(meld))
        asked.append(Question("arrangement", which, shown, faces, divmod(best, 1000)))
    return asked


def about_a_meld(rng: Random, which: int) -> Question:
    """Ask about a group or run, long ones too, now and then past the 1, with a stranger, or with okeys put in or added."""
    while True:
        indicator, colour = rng.choice(FACES), rng.choice(COLOURS)
        tiles = list(rng.choice(literal_melds(rng.choice([3, 3, 4, 4, 5, 13, 14]), True)))
        if rng.random() < 0.1:
            tiles = [f"{colour}13", f"{colour}1", f"{colour}2"]
        if rng.random() < 0.3:
            tiles[rng.randrange(len(tiles))] = rng.choice([*tiles, rng.choice(FACES)])
        for _ in range(rng.choice([0, 0, 1, 2])):
            at = rng.randint(0, len(tiles))
            tiles[at : at + 1] = [okey_of(indicator)]
        if not problems(tiles, indicator):
            points = meld_points(tiles, indicator, RULES[which])
            return Question("meld", which, KINDS.index(indicator), faces_of(tiles), (points or 0,))


@pytest.fixture(scope="module")
def questions() -> list[Question]:
    """Hundreds of seeded hands of every class and hundreds of melds under each of RULES, with the oracle's answers."""
    asked = []
    for which, rules in enumerate(RULES):
        for name, maker in [*CLASSES.items(), ("surplus", surplus), ("gapped", gapped), ("far", far_apart)]:
            rng = Random(f"planted {name} {which}")
            for at in range(100):
                indicator, hand = maker(rng, rules if at % 2 else {})
                asked += about_a_hand(indicator, hand, which, arrange=at % 5 == 0)
        rng = Random(f"planted melds {which}")
        asked += [about_a_meld(rng, which) for _ in range(300)]
    return asked


# ------------------------------------------------------------------------------
# Building and asking an engine
# ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ffi() -> FFI:
    return declarations()


def native_rules(ffi: FFI, lib: Any, rules: Mapping[str, object]) -> Any:
    native = ffi.new("rummy_okey_rules *")
    lib.rummy_okey_rules_init(native)
    set_options(lib, native, "RUMMY_OKEY", rules)
    assert lib.rummy_okey_rules_resolve(native, 4, native, ffi.NULL) == 0
    return native


class Engine:
    """One build of the library, asked through its header."""

    def __init__(self, ffi: FFI, lib: Any) -> None:
        self.ffi, self.lib = ffi, lib
        self.rules = [native_rules(ffi, lib, rules) for rules in RULES]
        self.where = ffi.new("size_t *")

    def ask(self, question: Question) -> tuple[int, ...]:
        """Return the engine's answer, or its error code."""
        ffi, lib, rules = self.ffi, self.lib, self.rules[question.rules]
        if question.what == "finishes":
            by = ffi.new("uint64_t[2]")
            code = lib.rummy_okey_finishes(rules, question.faces, question.indicator, by)
            return (code,) if code < 0 else (by[0], by[1])
        values = ffi.new("uint8_t[53]")
        code = lib.rummy_okey_values(rules, question.faces, question.indicator, 1, values, self.where)
        if code < 0:
            return (code,)
        if question.what == "win":
            out = ffi.new("uint8_t *")
            code = lib.rummy_okey_win(rules, values, 1, out, self.where)
            return (code,) if code < 0 else (out[0],)
        grammar = ffi.new("rummy_grammar *")
        lib.rummy_okey_grammar(rules, grammar)
        if question.what == "meld":
            meld: Any = ffi.new("rummy_meld *")
            return (meld.points if lib.rummy_meld_read(grammar, values, meld) > 0 else 0,)
        arrangement: Any = ffi.new("rummy_arrangement *")
        code = lib.rummy_arrange(grammar, values, lib.RUMMY_BY_TILES, arrangement, 1)
        return (code,) if code < 0 else (arrangement.tiles, arrangement.points)


# ------------------------------------------------------------------------------
# The tests
# ------------------------------------------------------------------------------


def test_engine_as_it_is_has_no_mismatch(ffi: FFI, questions: list[Question], tmp_path: Path) -> None:
    """Built in the same way without a planted bug, the engine gives the oracle's answers to all questions."""
    engine = Engine(ffi, build(ffi, tmp_path))
    for question in questions:
        assert engine.ask(question) == question.answer, question


@pytest.mark.parametrize(("file", "old", "new"), [pytest.param(*bug, id=name) for name, *bug in BUGS])
def test_planted_bug_is_caught(
    ffi: FFI, questions: list[Question], tmp_path: Path, file: str, old: str, new: str
) -> None:
    """Each planted bug gives wrong answers to some of the very questions."""
    assert mismatch(Engine(ffi, build(ffi, tmp_path, file, old, new)).ask, questions) is not None
