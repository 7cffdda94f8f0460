"""Engine bugs planted on purpose in Okey's distance, each of which the oracle must find: who tests the tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from cffi import FFI
from okey_distance_hands import PROBLEMS, Problem, with_all
from okey_distance_oracle import distance, useful
from okey_hands import CLASSES
from okey_oracle import FACES, FALSE_JOKER, split_wilds, win
from planted import Bug, agrees, catches, set_options

KINDS = (*FACES, FALSE_JOKER)  # in the order of the header
WILD = len(FACES)  # the last value
NOT_HELD = -2
RULES: tuple[Mapping[str, object], ...] = (
    {},
    {"false_joker_role": "wild"},
    {"run_wrap": "none"},
    {"pairs_with_jokers": "none"},
    {"seven_pairs": False, "false_joker_role": "wild", "run_wrap": "none"},
)

BUGS = [
    Bug("the indicator can be drawn", "indicator-is-gone", "pool->two &= ~lane_bit(indicator);", ""),
    Bug(
        "wild false jokers leave a tile with the okey's face",
        "okey-face-is-gone",
        "pool->one &= ~lane_bit(rummy_okey_of(indicator));",
        "",
    ),
    Bug(
        "the second copy cannot be had",
        "second-copy",
        "pool->two = pool->twice | two | (pool->once & one);",
        "pool->two = pool->twice | two;",
    ),
    Bug(
        "wild tiles cannot be had",
        "wilds-to-come",
        "pool->all_wilds = pool->wilds + left[RUMMY_JOKER];",
        "pool->all_wilds = pool->wilds;",
    ),
    Bug(
        "pairs are completed with tiles that are gone",
        "pairs-open",
        "open = least(count_bits(single & pool->two), PAIRS - whole);",
        "open = least(count_bits(single), PAIRS - whole);",
    ),
    Bug("a lone tile pairs without a wild", "pairs-wilds", "if (lone + half + 2 *", "if (half + 2 *"),
    Bug(
        "wild tiles pair against the option",
        "pairs-options",
        "rules->seven_pairs ? pairs_keep(pool, any ? pool->all_wilds : 0) : -1;",
        "rules->seven_pairs ? pairs_keep(pool, pool->all_wilds) : -1;",
    ),
    Bug("seven pairs against the option", "pairs-options", "rules->seven_pairs ? pairs_keep", "1 ? pairs_keep"),
    Bug(
        "a second copy is never useful",
        "open-tiles",
        "t->open = (pool->one & ~pool->once) | (pool->two & ~pool->twice);",
        "t->open = pool->one & ~pool->once;",
    ),
    Bug(
        "tiles that help to pairs are forgotten",
        "pairs-useful",
        "(by_pairs ? okey_pairs_useful(rules, pool, distance) : 0)",
        "0",
    ),
    Bug(
        "a wild tile is useful where there is none",
        "wild-useful",
        "if (pool->all_wilds > pool->wilds && (by_melds",
        "if ((by_melds",
    ),
    Bug("a witness helps where it keeps less", "witness-keeps", "if (kept == c->kept)", "if (kept >= 0)"),
    Bug(
        "a witness needs no tile that was discarded",
        "witness-needs",
        "all_wilds ? -1 : w->kept - *needed;",
        "all_wilds ? -1 : w->kept;",
    ),
    Bug("a discard comes back", "discarded-tile", "less.one &= ~bit | less.two;", ""),
    Bug("a discarded wild tile comes back", "wild-is-gone", "rest.all_wilds--;", ""),
    Bug(
        "two missing tiles of a kind count once",
        "missing",
        "missing[kind] = (uint8_t)(row[kind] - held[kind]);",
        "missing[kind] = row[kind] > held[kind];",
    ),
    Bug(
        "no hand of three melds",
        "melds-number",
        "for (k->melds = 4; k->melds >= 3; k->melds--, root.groups = 1) {",
        "for (k->melds = 4; k->melds >= 4; k->melds--, root.groups = 1) {",
    ),
    Bug(
        "wild tiles stand for any number of tiles that are gone",
        "rest-possible",
        "if (rest.wilds < 0 || rest.size",
        "if (rest.size",
    ),
    Bug(
        "nobody asks whether the tiles of a packing exist",
        "packing-exists",
        "return fill(&f, 0, &there);",
        "(void)fill(&f, 0, &there);\n    return 1;",
    ),
    Bug(
        "a 1 after 13 is another tile",
        "one-tile-at-both-ends",
        "return (set | (set >> HIGH_ONE & ONES))",
        "return (set)",
    ),
    Bug("no four of one number", "group-4", "TRY(GROUP_4, once & n1 & n2 & n3 & FIRST_LANE);", "TRY(GROUP_4, 0);"),
    Bug(
        "no run with a hole at its second place",
        "run-with-hole",
        "TRY(RUN_3_B, beyond & ~e1 & e3);",
        "TRY(RUN_3_B, 0);",
    ),
]


# ------------------------------------------------------------------------------
# What is asked, with the oracle's answers
# ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Question:
    """A hand and what can be had beside it (None: all the rest), with the right answer: numbers, by what `ask` asks."""

    what: str
    rules: int
    problem: Problem
    thinned: bool
    answer: tuple[int, ...]


def column(tile: str, indicator: str, which: int) -> int:
    """Return the value that a printed tile has."""
    held, wilds = split_wilds([tile], indicator, RULES[which])
    return WILD if wilds else FACES.index(held[0])


def right_distance(problem: Problem, which: int) -> int:
    indicator, hand, left = problem
    found = distance(hand, indicator, left, RULES[which])
    return -1 if found is None else found


def about(problem: Problem, which: int, thinned: bool, what: str) -> Question:
    indicator, hand, left = problem
    answer: tuple[int, ...]
    if what == "distance":
        answer = (right_distance(problem, which),)
    elif what == "nearest":
        answer = (right_distance(problem, which), 1)  # the hand shown does win
    elif what == "helps":
        others = list(hand)
        value = column(others.pop(), indicator, which)
        values = {column(tile, indicator, which) for tile in useful(others, indicator, left, RULES[which])}
        answer = (value, sum(1 << helpful for helpful in values))
    elif what == "useful":
        values = {column(tile, indicator, which) for tile in useful(hand, indicator, left, RULES[which])}
        answer = (sum(1 << value for value in values),)
    else:
        table = [NOT_HELD] * len(KINDS)
        for tile in set(hand):
            others = list(hand)
            others.remove(tile)
            table[column(tile, indicator, which)] = right_distance((indicator, others, left), which)
        answer = tuple(table)
    return Question(what, which, problem, thinned, answer)


# Hands of which one in thousands is met by chance: rules, indicator and hand, what can be had.
RARE: list[tuple[int, tuple[str, list[str]], str]] = [
    # r4 r5 r6, k6 k7 k8 k9, k4 b8=k5 k6 k7, r8 y8 k8: a run ends beside a tile that it could hold, which a group needs
    (
        2,
        ("b7", ["r5", "k6", "r5", "r4", "k6", "b8", "r4", "k8", "k7", "r6", "k9", "k7", "k8", "r1"]),
        "b7 b12 y8 r8 r9 b13 b1 k4 y10 y3 r1",
    ),
    # b10 b11 b12 beside r13 b13 k13
    (
        0,
        ("r7", ["k2", "b13", "y1", "b12", "b11", "k5", "r8", "r8", "y6", "F", "b11", "b1", "r7", "k4"]),
        "r10 r13 y7 b4 b10 b10 k11 k13",
    ),
]


@pytest.fixture(scope="module")
def questions() -> list[Question]:
    """Hundreds of seeded hands of every class under each of RULES, with the oracle's answers; quick questions first."""
    asked = [about((*tiles, Counter(left.split())), which, True, "distance") for which, tiles, left in RARE]
    for what, n in (("distance", 30), ("nearest", 12), ("discards", 2), ("helps", 1), ("useful", 1)):
        for which, rules in enumerate(RULES):
            for name in [*CLASSES, *PROBLEMS]:
                rng = Random(f"planted {what} {name} {which}")
                made = 0
                while made < n:
                    problem = PROBLEMS[name](rng, rules) if name in PROBLEMS else with_all(CLASSES[name](rng, rules))
                    if what in ("discards", "helps") and len(problem[1]) == 14:
                        indicator, hand, left = problem
                        if not left:
                            continue
                        drawn = rng.choice(sorted(left))
                        left[drawn] -= 1
                        problem = (indicator, [*hand, drawn], +left)
                    asked.append(about(problem, which, name in PROBLEMS, what))
                    made += 1
    return asked


# ------------------------------------------------------------------------------
# Building and asking an engine
# ------------------------------------------------------------------------------


class Engine:
    """One build of the library, asked through its header."""

    def __init__(self, ffi: FFI, lib: Any) -> None:
        self.ffi, self.lib = ffi, lib
        self.rules = []
        for rules in RULES:
            native: Any = ffi.new("rummy_okey_rules *")
            lib.rummy_okey_rules_init(native)
            set_options(lib, native, "RUMMY_OKEY", rules)
            assert lib.rummy_okey_rules_resolve(native, 4, native, ffi.NULL) == 0
            self.rules.append(native)

    def row(self, tiles: list[str], indicator: str, which: int) -> bytes:
        values = [column(tile, indicator, which) for tile in tiles]
        return bytes(values.count(value) for value in range(len(KINDS)))

    def ask(self, question: Question) -> tuple[int, ...]:
        """Return the engine's answer, or its error code."""
        ffi, lib, rules = self.ffi, self.lib, self.rules[question.rules]
        indicator, hand, left = question.problem
        values = self.row(hand, indicator, question.rules)
        rest = self.row(list(left.elements()), indicator, question.rules) if question.thinned else ffi.NULL
        shown, both = KINDS.index(indicator), lib.RUMMY_OKEY_MELDS | lib.RUMMY_OKEY_PAIRS
        if question.what == "nearest":
            return self.nearest(question, values, rest, shown, both)
        table = question.what in ("discards", "helps")
        n = len(KINDS) if table else 1
        out, masks = ffi.new("int8_t[]", n), ffi.new("uint64_t[]", n)
        call = lib.rummy_okey_discards if table else lib.rummy_okey_distance
        helpful = masks if question.what in ("useful", "helps") else ffi.NULL
        code = call(rules, values, rest, bytes([shown]), both, 1, out, helpful, ffi.NULL)
        if code < 0:
            return (code,)
        if question.what == "helps":
            return (question.answer[0], masks[question.answer[0]])
        return tuple(masks) if question.what == "useful" else tuple(out)

    def nearest(self, question: Question, values: bytes, rest: Any, shown: int, both: int) -> tuple[int, ...]:
        """Return the distance, and whether the hand shown wins, has 14 tiles, and only such as
        are held or said to be missing.
        """
        found: Any = self.ffi.new("rummy_arrangement *")
        missing: Any = self.ffi.new("uint8_t[53]")
        code = self.lib.rummy_okey_nearest(self.rules[question.rules], values, rest, shown, both, found, missing)
        if code < 0:
            return (code, 1)
        indicator, _, left = question.problem
        laid = bytearray(len(KINDS))
        for meld in [found.meld[i] for i in range(found.melds)]:
            for at in range(meld.size):
                laid[WILD if meld.wild >> at & 1 else meld.value[at]] += 1
        there = self.row(list(left.elements()), indicator, question.rules)
        fair = sum(missing) == code and all(
            tiles <= own + more and more <= rest
            for tiles, own, more, rest in zip(laid, values, missing, there, strict=True)
        )
        return (code, int(fair and sum(laid) == 14 and self.wins(laid, question)))

    def wins(self, laid: bytearray, question: Question) -> bool:
        indicator = question.problem[0]
        printed = {column(tile, indicator, question.rules): tile for tile in reversed(KINDS)}
        hand = [printed[value] for value, count in enumerate(laid) for _ in range(count)]
        return win(hand, indicator, RULES[question.rules]) != "none"


test_engine_as_it_is_has_no_mismatch = agrees(Engine)
test_planted_bug_is_caught = catches(BUGS, Engine)
