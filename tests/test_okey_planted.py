"""Engine bugs planted on purpose, each of which the oracle must find: who tests the tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
from planted import Bug, agrees, catches, set_options

KINDS = (*FACES, FALSE_JOKER)  # in the order of the header
WINS = ("none", "melds", "pairs", "both")
RULES: tuple[Mapping[str, object], ...] = (
    {},
    {"false_joker_role": "wild"},
    {"run_wrap": "none"},
    {"pairs_with_jokers": "none"},
    {"seven_pairs": False, "false_joker_role": "wild", "run_wrap": "none"},
)

BUGS = [
    Bug(
        "okey after 13 is no 1",
        "okey-after-13",
        "return indicator % RUMMY_RANKS == RUMMY_RANKS - 1 ? indicator - (RUMMY_RANKS - 1) : indicator + 1;",
        "return indicator + 1;",
    ),
    Bug(
        "okeys are natural",
        "okeys-wild",
        "values[RUMMY_JOKER] = okeys;",
        "values[RUMMY_JOKER] = 0; values[okey] = okeys;",
    ),
    Bug(
        "false joker is always wild",
        "false-joker-role",
        "rules->false_joker_role == RUMMY_OKEY_FALSE_JOKER_ROLE_WILD",
        "(rules || 1)",
    ),
    Bug(
        "13-1-2 is a run to the win check",
        "win-melds",
        "return (melds(&h, wilds) ?",
        "hand turned = h;\n    turned.once = (h.once << 1 & LANES(RANK_BITS)) | (h.once >> 12 & ONES);\n    turned.twice = (h.twice << 1 & LANES(RANK_BITS)) | (h.twice >> 12 & ONES);\n    return (melds(&h, wilds) || melds(&turned, wilds) ?",
    ),
    Bug("13-1-2 is a run to the reader", "run-end", "(grammar->high_one ? 1 : 0)", "(grammar->high_one ? 2 : 0)"),
    Bug("1 after 13 is lost with three wild tiles", "ones-moved", "moved <= ones; moved++", "moved < ones; moved++"),
    Bug(
        "second 1 stays low with three wild tiles",
        "ones-moved",
        "for (unsigned ones = (twice & 1) ? 2 : 1, moved",
        "for (unsigned ones = 1, moved",
    ),
    Bug("1 after 13 is lost", "low-class", "run_low[h->ones & 1]", "run_low[0]"),
    Bug("1 after 13 without the option", "high-one", "_HIGH_ONE ? ONES : 0;", "_HIGH_ONE ? ONES : ONES;"),
    Bug("1 after 13 is not looked at", "run-with-one", "p.run = run | (run >> HIGH_ONE & h->ones);", "p.run = run;"),
    Bug(
        "1 after 13 is not looked at beside a wild tile",
        "near-with-one",
        "p.near = near | (near >> HIGH_ONE & h->ones);",
        "p.near = near;",
    ),
    Bug(
        "second copies are not looked at",
        "second-copies",
        "(h->twice >> 5 & LANES(0xFF)) << 8",
        "(h->twice >> 5 & LANES(0)) << 8",
    ),
    Bug("a group takes both copies", "group-copies", "h.once &= ~set | h.twice;", "h.once &= ~set;"),
    Bug(
        "a group takes the lowest tile only",
        "group-first",
        "for (uint64_t togo = can & lane; togo; togo = but_lowest(togo)) {",
        "for (uint64_t togo = can & lane; togo; togo = 0) {",
    ),
    Bug(
        "a group takes all colours it can",
        "group-parts",
        "for (uint64_t part = others; part; part = (part - 1) & others) {",
        "for (uint64_t part = others; part; part = 0) {",
    ),
    Bug("a group of four without a wild tile loses none", "group-of-four", "if (more_than(group, 3))", "if (0)"),
    Bug(
        "a colour twice in a group",
        "group-tiles",
        "hand rest = without(*h, part | tile);",
        "hand rest = without(*h, part | tile);\n        if (two && h->twice & tile) {\n            rest = without(rest, tile);\n            if (melds(&rest, wilds))\n                return 1;\n        }",
    ),
    Bug(
        "wild tiles in groups cost nothing", "group-wilds", "two ? melds(&rest, wilds - 1)", "two ? melds(&rest, wilds)"
    ),
    Bug("a wild tile too many is refused", "run-costs", "cost[3] <= wilds)", "cost[3] == wilds)"),
    Bug(
        "four wild tiles only count as three",
        "wilds-all",
        ": wins_with(singles, twice, wilds, a)",
        ": wins_with(singles, twice, 3, a)",
    ),
    Bug("tiles of one meld lie four apart", "tiles-along", "0x1FF, 0x3FE, 0x7FC, 0xFF8", "0xF8, 0x1F0, 0x3E0, 0x7C0"),
    Bug("the wild tile of lone tiles helps nobody", "lone-helped", "~(p.run | (p.near & helped))", "~p.run"),
    Bug("two wild tiles help one meld", "second-wild", "helped |= meld_mates(second);", ""),
    Bug("a far tile needs both wild tiles alone", "far-helped", "~(p.run | helped);", "~(p.run | lowest(p.far));"),
    Bug(
        "colours without groups cost nothing",
        "stuck-costs",
        "return melds(&rest, wilds - stuck_cost);",
        "return melds(&rest, wilds);",
    ),
    Bug("colours in runs cost nothing", "dear-costs", "melds(&rest, wilds - dear);", "melds(&rest, wilds);"),
    Bug("fifteen tiles are looked at like fourteen", "lone-tiles", "but_lowest(rest) ? first : first | rest", "first"),
    Bug("no lone tile may be discarded", "lone-discard", "but_lowest(refused) ? 0 : refused", "0"),
    Bug("no wild tile finishes", "wild-finish", "wilds && melds(&h, wilds - 1) ?", "wilds && melds(&h, 0) ?"),
    Bug(
        "a pair cannot be broken to finish", "pair-finish", "more_than(singles, wilds - 1) ? twice : 0", "1 ? twice : 0"
    ),
    Bug(
        "wild tiles left over are no pair",
        "seven-pairs",
        "return !more_than(singles, wilds) &&",
        "return !more_than(singles, wilds) && (!wilds || more_than(singles, wilds - 1)) &&",
    ),
    Bug("wild tiles pair against the option", "pair-wilds", "_JOKERS_ANY ? 4 : 0;", "_JOKERS_ANY ? 4 : 4;"),
    Bug("seven pairs against the option", "pair-wilds", "!rules->seven_pairs ? -1 :", "0 ? -1 :"),
    Bug(
        "a damaged entry in the table of runs",
        "run-table",
        "cost[i] = run_table",
        "cost[i] = (!column && !low_class[low >> (i) * LANE & LANE_MASK]) ^ run_table",
    ),
    Bug(
        "a damaged entry in the table of runs with three wild tiles",
        "many-costs",
        "many_costs[many_class[low]][many_class[high]]",
        "many_costs[many_class[low]][many_class[high]] + (many_class[low] == 0 && many_class[high] == 3)",
    ),
    Bug(
        "five in a group",
        "all-in-meld",
        "if (meld->size == r->tiles && wilds == r->wilds && meld->points > r->best) {",
        "int fifth = meld->kind == RUMMY_GROUP && meld->size == 4 && r->tiles == 5;\n    if (meld->size + fifth == r->tiles && wilds + fifth == r->wilds && meld->points > r->best) {",
    ),
    Bug(
        "one 1 stands at both ends",
        "one-at-both-ends",
        "values[run_kind(suit, 1)] == 1)",
        "values[run_kind(suit, 1)] > 2)",
    ),
    Bug("the 1 after 13 counts 14", "high-one-counts", "- (high ? RUMMY_RANKS : 0);", "- (high ? 0 : 0);"),
    Bug("no runs of five are laid", "part-most", "least(2 * grammar->run_min - 1,", "least(2 * grammar->run_min - 2,"),
    Bug("no two melds of the same tiles", "same-tiles-twice", "s->key[at - 1] > key)", "s->key[at - 1] >= key)"),
    Bug("wild tiles are laid, but never taken off", "wilds-laid", "s->wilds -= sign * wilds;", ""),
    Bug(
        "three wild tiles are left over",
        "meld-of-wilds",
        "int size = s->wilds;",
        "int size = s->wilds > 3 ? s->wilds : 0;",
    ),
    Bug(
        "points outweigh tiles",
        "worth",
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


def worth(indicator: str, rules: Mapping[str, object]) -> dict[str, str]:
    """Return the two faces that are values of other columns: the okey counts as wild, and the
    false joker as the okey or as wild.
    """
    okey = okey_of(indicator)
    return {okey: FALSE_JOKER, FALSE_JOKER: FALSE_JOKER if rules.get("false_joker_role") == "wild" else okey}


def sets(ways: Mapping[str, Sequence[str]], columns: Mapping[str, str]) -> tuple[int, ...]:
    """Return the tiles that finish as two sets of columns, by melds and by pairs."""
    return tuple(
        sum({1 << KINDS.index(columns.get(tile, tile)) for tile, hows in ways.items() if how in hows})
        for how in ("melds", "pairs")
    )


def about_a_hand(indicator: str, hand: Sequence[str], which: int, arrange: bool) -> list[Question]:
    rules, shown, faces = RULES[which], KINDS.index(indicator), faces_of(hand)
    if len(hand) == 14:
        asked = [Question("win", which, shown, faces, (WINS.index(win(hand, indicator, rules)),))]
    else:
        ways = finishes(hand, indicator, rules)
        asked = [Question("finishes", which, shown, faces, sets(ways, worth(indicator, rules)))]
    if arrange:
        best = best_laying(hand, indicator, rules, lambda meld: 1000 * len(meld) + points_of(meld))
        asked.append(Question("arrangement", which, shown, faces, divmod(best, 1000)))
    return asked


def about_a_meld(rng: Random, which: int) -> Question:
    """Ask about a group or run, long ones too, now and then past the 1, with a stranger, or
    with okeys put in or added.
    """
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
        values = ffi.new("uint8_t[53]")
        code = lib.rummy_okey_values(rules, question.faces, bytes([question.indicator]), 1, values, self.where)
        if code < 0:
            return (code,)
        if question.what == "finishes":
            by: Any = ffi.new("uint64_t[1][2]")
            code = lib.rummy_okey_finishes(rules, values, 1, by, self.where)
            return (code,) if code < 0 else (by[0][0], by[0][1])
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


test_engine_as_it_is_has_no_mismatch = agrees(Engine)
test_planted_bug_is_caught = catches(BUGS, Engine)
