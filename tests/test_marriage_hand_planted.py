"""Bugs planted on purpose in what Marriage says of a whole hand and of a declaration. Cases
with known answers must find each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from cffi import FFI
from marriage_oracle import KINDS as CARDS
from marriage_oracle import MAN
from planted import Bug, agrees, catches, set_options

KINDS = (*CARDS, MAN)  # in the order of the header
NONE = 255
NO_ROUTE, THREE, DUBLEE = 0, 1, 2
E_LAID, E_PRIMARY, E_TAKEN_BACK, E_FORCED = -130, -133, -408, -431

BUGS = [
    Bug("too little may be laid", "laid-parts", "(n < want && !direct && !draft)", "0 * (want + direct + draft)"),
    Bug("a draft counts for nothing", "primaries-left", "- r->parts", ""),
    Bug("a locked tunnela gives no discard", "locked-gives", "locked_tunnelas(rules, exposed)", "0 * exposed"),
    Bug("any card may be the discard", "declared-taken", "!barred", "1"),
    Bug(
        "a card taken to finish may stay",
        "declared-taken",
        "(!forced || completes(d))",
        "(1 || (forced && completes(d)))",
    ),
    Bug("what is valid is primary", "declared-primary", "kind > RUMMY_MARRIAGE_PURE", "0"),
]

PRIMARY = ("6h 6h 6h", "3s 4s 5s", "Jd Qd Kd")
OTHERS = ("Tc Jh Qh", "2c 2h Js", "Kc Kh Ks", "7c 8c 9c")  # beside the tiplu Jc: Jh and Js are jokers
DUBLEES = ("2c 2c", "3c 3c", "4d 4d", "5d 5d", "7h 7h", "8h 8h", "9s 9s", "Ts Ts")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a hand or a declaration, and the right answer: numbers."""

    what: str
    cards: str
    answer: tuple[int, ...]
    parts: tuple[str, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)


def faces_of(cards: Sequence[str]) -> bytes:
    return bytes(cards.count(kind) for kind in KINDS)


def bits(cards: str) -> int:
    return sum(1 << KINDS.index(card) for card in cards.split())


def shown(what: str, cards: str, answer: tuple[int, ...], parts: Sequence[str] = (), **given: Any) -> Question:
    return Question(what, cards, answer, tuple(parts), given)


QUESTIONS = [
    # The primary combinations to lay, the distance to them and to the end, whether 4h finishes, and what does by
    # dublees.
    shown("hand", " ".join((*PRIMARY, *OTHERS, "4h")), (3, 0, 0, 1, 0)),
    shown("hand", " ".join((*PRIMARY[1:], *OTHERS, "4h")), (2, 0, 0, 1, 0), PRIMARY[:1], draft=1),
    shown("hand", " ".join((*OTHERS, "4h")), (NONE, -1, 0, 1, 0), PRIMARY, route=THREE),
    shown("hand", " ".join((*PRIMARY[2:], *OTHERS, "4h")), (E_LAID,), PRIMARY[:2], route=THREE),
    shown("hand", " ".join(DUBLEES), (1, 1, 0, 0, bits("6h Kd")), exposed="6h Kd"),
    # Declarations: the fault, or 0.
    shown("declaration", "4h", (0,), (*PRIMARY, *OTHERS)),
    shown("declaration", "4h", (0,), (*PRIMARY, *OTHERS), taken="Kc"),
    shown("declaration", "4h", (E_TAKEN_BACK,), (*PRIMARY, *OTHERS), taken="4h"),
    shown("declaration", "4h", (E_PRIMARY,), (*PRIMARY[:2], "Kc Kh Ks", *OTHERS[:2], "Jd Qd Kd", "7c 8c 9c")),
    shown("declaration", "4h", (0,), DUBLEES, taken="2c", route=DUBLEE),
    shown("declaration", "4h", (E_FORCED,), DUBLEES, taken="Ad", route=DUBLEE),
]


@pytest.fixture(scope="module")
def questions() -> list[Question]:
    return QUESTIONS


class Engine:
    """One build of the library, asked through its header."""

    def __init__(self, ffi: FFI, lib: Any) -> None:
        self.ffi, self.lib = ffi, lib
        self.rules: Any = ffi.new("rummy_marriage_rules *")
        lib.rummy_marriage_rules_init(self.rules)
        set_options(lib, self.rules, "RUMMY_MARRIAGE", {})

    def ask(self, question: Question) -> tuple[int, ...]:
        """Return the engine's answer, or its error code."""
        return self.declare(question) if question.what == "declaration" else self.analyze(question)

    def analyze(self, question: Question) -> tuple[int, ...]:
        given = question.given
        hand: Any = self.ffi.new("rummy_marriage_hand *")
        found: Any = self.ffi.new("rummy_marriage_analysis *")
        hand.concealed, hand.taken, hand.tiplu = faces_of(question.cards.split()), NONE, KINDS.index("Jc")
        hand.route, hand.drafted = given.get("route", NO_ROUTE), given.get("draft", 0)
        hand.laid = len(question.parts) - hand.drafted
        hand.exposed = bits(given.get("exposed", ""))
        for place, part in enumerate(question.parts):
            hand.part[place] = [KINDS.index(card) for card in part.split()]
        code = self.lib.rummy_marriage_analyze(self.rules, hand, found, self.ffi.NULL)
        if code < 0:
            return (code,)
        by_combos, by_dublees = found.finishes
        return (found.to_see.primary, found.primary, found.distance, by_combos >> KINDS.index("4h") & 1, by_dublees)

    def declare(self, question: Question) -> tuple[int, ...]:
        given = question.given
        verdict: Any = self.ffi.new("rummy_marriage_verdict *")
        pieces = bytes(KINDS.index(card) for part in question.parts for card in part.split())
        sizes = [len(part.split()) for part in question.parts]
        taken = KINDS.index(given["taken"]) if "taken" in given else NONE
        code = self.lib.rummy_marriage_check_declaration(
            *(self.rules, KINDS.index("Jc"), pieces, sizes, len(sizes), KINDS.index(question.cards)),
            *(self.ffi.NULL, 0, taken, given.get("route", NONE), verdict),
        )
        return (code or verdict.code,)


test_without_a_bug_the_cases_are_right = agrees(Engine)
test_a_planted_bug_is_found = catches(BUGS, Engine)
