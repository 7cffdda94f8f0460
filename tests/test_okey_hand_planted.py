"""Bugs planted on purpose in what Okey says of a hand in printed tiles. The oracles must find each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from cffi import FFI
from okey_distance_oracle import can_be_had, distance, useful
from okey_hands import CLASSES
from okey_oracle import FACES, FALSE_JOKER, finishes, is_meld
from planted import Bug, agrees, catches, set_options

KINDS = (*FACES, FALSE_JOKER)  # in the order of the header
RULES: tuple[Mapping[str, object], ...] = ({}, {"false_joker_role": "wild"})
LEFT_OVER, MIXED = -104, -105

BUGS = [
    Bug("false jokers are laid for okeys", "okeys-first", "if (w->okeys)", "if (w->jokers)"),
    Bug("a false joker is printed as the okey", "natural-tile", "value == okey ? RUMMY_JOKER : value", "value"),
    Bug("wild tiles left over are lost", "wilds-over", "(uint8_t)w.okeys", "0"),
    Bug("what is gone can be had", "available", "- (gone ? gone[kind] : 0)", ""),
    Bug("the indicator can be had twice", "copies", "kind == indicator ? 1 : 2", "2 + 0 * (kind + indicator)"),
    Bug("a wild tile that is gone is useful", "useful-faces", "& can", ""),
    Bug("an okey is read in its own column", "after-discard", "after[value]", "after[kind]"),
    Bug("a declaration may leave tiles over", "left-over", "rest |= over[kind]", "rest |= 0 * over[kind]"),
    Bug("melds and pairs win together", "mixed", "pairs && pairs < d->n", "0 * pairs"),
]


# ------------------------------------------------------------------------------
# What is asked, with the oracles' answers
# ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Question:
    """A hand with what is gone, tiles of which nothing can be laid, or the parts of a declaration with the hand; and
    the right answer: numbers.
    """

    what: str
    rules: int
    indicator: str
    tiles: tuple[tuple[str, ...], ...]
    answer: tuple[int, ...]


def faces_of(tiles: Sequence[str]) -> bytes:
    return bytes(tiles.count(kind) for kind in KINDS)


def bits(tiles: Iterable[str]) -> int:
    return sum(1 << KINDS.index(tile) for tile in set(tiles))


def or_never(found: int | None) -> int:
    return -1 if found is None else found


def analysis(hand: tuple[str, ...], gone: tuple[str, ...], indicator: str, which: int) -> Question:
    """Ask what a hand is worth: what can be had, the distance, what helps, the finishes, and the table of discards."""
    rules, left = RULES[which], can_be_had(hand, indicator, gone)
    answer = [*(left[kind] for kind in KINDS), or_never(distance(hand, indicator, left, rules))]
    answer.append(bits(useful(hand, indicator, left, rules)))
    ways = finishes(hand, indicator, rules) if len(hand) == 15 else {}
    answer += [bits(tile for tile, hows in ways.items() if how in hows) for how in ("melds", "pairs")]
    for kind in KINDS:
        rest = list(hand)
        if len(hand) == 15 and kind in hand:
            rest.remove(kind)
            answer.append(or_never(distance(rest, indicator, left, rules)))
        else:
            answer.append(-2)
    return Question("analysis", which, indicator, (hand, gone), (*answer, 1))


@pytest.fixture(scope="module")
def questions() -> list[Question]:
    """Seeded hands of every class with tiles gone, and declarations with faults."""
    asked = []
    for which, rules in enumerate(RULES):
        rng = Random(f"planted hands {which}")
        for at in range(4):
            for maker in CLASSES.values():
                indicator, hand = maker(rng, rules)
                others = list(can_be_had(hand, indicator).elements())
                rng.shuffle(others)
                if at % 2 and len(hand) == 14:
                    hand = [*hand, others.pop()]
                asked.append(analysis(tuple(hand), tuple(others[: rng.choice([0, 20, 60])]), indicator, which))
        wilds = ("k7", "k7", "F", "F", "r1", "r4", "r9", "y2", "y6", "b3", "b8", "b12", "k1", "k11")
        asked.append(analysis(wilds, (), "k6", which))
        gone = tuple(tile for tile in ("k7", "F") for _ in range(2))
        asked += [analysis(("r1", "r2", *wilds[4:], "y1", "y12"), gone[at : at + 2], "k6", which) for at in range(3)]
    for loose in (("r1", "y5", "k7"), ("k7", "k7"), ("F", "k7"), ("b3", "y9", "F")):
        asked.append(Question("loose", 1, "k6", (loose,), tuple(faces_of(loose))))
    won = tuple(tuple(part.split()) for part in ("r1 r2 r3", "y5 y6 y7 y8", "r9 y9 b9", "k1 k2 k3 k4"))
    asked.append(Question("declaration", 0, "k9", (*won, ("F",), (*sum(won, ()), "F")), (0,)))
    asked.append(Question("declaration", 0, "k9", (*won, ("F",), (*sum(won, ()), "F", "b1")), (LEFT_OVER,)))
    mixed = tuple(tuple(part.split()) for part in ("r1 r2 r3", "y5 y6 y7 y8", "r9 y9 b9", "k1 k1", "k2 k2"))
    asked.append(Question("declaration", 0, "k9", (*mixed, ("F",), (*sum(mixed, ()), "F")), (MIXED,)))
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

    def ask(self, question: Question) -> tuple[int, ...]:
        """Return the engine's answer, or its error code."""
        if question.what == "declaration":
            return self.declare(question)
        if question.what == "loose":
            return self.loose(question)
        hand, gone = question.tiles
        found: Any = self.ffi.new("rummy_okey_analysis *")
        code = self.lib.rummy_okey_analyze(
            self.rules[question.rules],
            faces_of(hand),
            faces_of(gone),
            KINDS.index(question.indicator),
            found,
            self.ffi.NULL,
        )
        if code < 0:
            return (code,)
        drawn = [kind for kind, n in zip(KINDS, found.missing, strict=True) for _ in range(n)]
        fair = self.laid(found.best, hand, question) and self.laid(found.nearest, (*hand, *drawn), question)
        return (*found.available, found.distance, found.useful, *found.finishes, *found.after, int(fair))

    def loose(self, question: Question) -> tuple[int, ...]:
        found: Any = self.ffi.new("rummy_okey_arrangement *")
        faces, shown = faces_of(question.tiles[0]), KINDS.index(question.indicator)
        code = self.lib.rummy_okey_arrange(self.rules[question.rules], faces, shown, 0, found, 1)
        return (code,) if code < 0 else tuple(found.rest)

    def laid(self, raw: Any, tiles: Sequence[str], question: Question) -> bool:
        """Return whether what lies there, with the rest, is among these tiles, and its melds are melds."""
        melds = [
            [KINDS[raw.meld[i].piece[at]] for at in range(raw.meld[i].size) if raw.meld[i].piece[at] < len(KINDS)]
            for i in range(raw.melds)
        ]
        rest = [kind for kind, n in zip(KINDS, raw.rest, strict=True) for _ in range(n)]
        lies = Counter(tile for meld in [*melds, rest] for tile in meld)
        whole = sum(lies.values()) in (0, 14, len(tiles))
        rules = RULES[question.rules]
        return whole and not lies - Counter(tiles) and all(
            len(meld) == 2 or is_meld(meld, question.indicator, rules) for meld in melds
        )  # fmt: skip

    def declare(self, question: Question) -> tuple[int, ...]:
        *parts, (discard,), hand = question.tiles
        verdict: Any = self.ffi.new("rummy_okey_verdict *")
        code = self.lib.rummy_okey_check_declaration(
            self.rules[question.rules],
            KINDS.index(question.indicator),
            bytes(KINDS.index(tile) for part in parts for tile in part),
            self.ffi.new("size_t[]", [len(part) for part in parts]),
            len(parts),
            KINDS.index(discard),
            faces_of(hand),
            verdict,
        )
        return (code or verdict.code,)


test_engine_as_it_is_has_no_mismatch = agrees(Engine)
test_planted_bug_is_caught = catches(BUGS, Engine)
