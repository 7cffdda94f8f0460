"""Builds of the engine with one planted bug each in its distances of Marriage: each must be caught by comparison with
the oracle's answers.

Before, the same questions are put to the engine as it is, so that they do tell right from wrong. Each of them takes a
few seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from cffi import FFI
from marriage_distance_hands import (
    AFTER,
    LARGE,
    SMALL,
    TO_SEE,
    UNKNOWN,
    WHOLE,
    any_goal,
    asked,
    counts,
)
from marriage_distance_hands import Question as Hand
from marriage_distance_oracle import ALL, CLOSED, NUMBER, Goal, distance, left_beside, moved, useful
from marriage_oracle import MAN, OPTIONS, primary, valid
from planted import Bug, agrees, catches, set_options

BUGS = [
    Bug("K-A-2 is a run", "ace-runs", "default: return 0x0FFF;", "default: return 0x1FFF;"),
    Bug("men are no jokers", "men-held", "q->target.men = faces[RUMMY_JOKER];", "q->target.men = 0;"),
    Bug("the tiplu's copy can be had", "copies-left", "rules->printed_jokers : 3) - (kind == under);", "rules->printed_jokers : 3);"),
    Bug("a third copy makes a dublee more", "dublees-to-go", "togo = q->dublees - count_bits(own->two)", "togo = q->dublees - count_bits(own->two) - count_bits(own->three)"),
    Bug("a dublee of two draws costs one", "dublee-draws", "singles + 2 * (togo - singles)", "singles + 1 * (togo - singles)"),
    Bug("a twin that is gone is drawn", "twin-to-draw", "own->one & ~own->two & left->one", "own->one & ~own->two"),
    Bug("dublees are not asked", "nearer-route", "distance = nearer(in_combos, in_pairs);", "distance = in_combos;"),
    Bug("a discard can be drawn again", "discard-is-gone", "target_discard(&after.target, kind);", "target_discard(&after.target, kind), after.target.left = with(after.target.left, kind == RUMMY_JOKER ? 0 : lane_bit(kind));"),
    Bug("bounds forget the copy under the stock", "most-draws", "if (most < 0 || (natural && target_within(&scarce, most)))", "if (1)"),
    Bug("bounds forget the jokers held", "least-draws", "int least = target_least(&q->target) - most;", "int least = target_least(&q->target);"),
    Bug("an identical pair takes a joker", "identical-pair", "combos->identical = rules->identical_pair_plus_joker;", "combos->identical = 1;"),
    Bug("jokers without limit", "jokers-most", "combos->most = rules->max_jokers_in_combo;", "combos->most = 3;"),
    Bug("no joker as itself", "joker-as-itself", "combos->natural = rules->joker_natural_use;", "combos->natural = 0;"),
    Bug("a joker is never scarce", "jokers-plenty", "count_cards(only(q->left, q->jokers)) + q->men_left >= draws", "1"),
    Bug("two wait for one last copy", "last-copy", "can & (0 - can)), drawn", "0), drawn"),
    Bug("no combination is drawn whole", "drawn-whole", "kept ? 2 : 3", "2"),
    Bug("a tunnela keeps its jokers for others", "tunnela-of-jokers", "copies > 1 ? copies : count_bits(kept & s->q->jokers)", "copies > 1 ? 0 : count_bits(kept & s->q->jokers)"),
    Bug("jokers fill one hole less", "need", "int need = 3 * others - wilds - draws;", "int need = 3 * others - wilds - draws + (wilds > 2);"),
    Bug("no shape twice", "shape-again", "lay_others(s, own_after, left_after, i, togo - 1", "lay_others(s, own_after, left_after, i + 1, togo - 1"),
    Bug("jokers to come are held already", "jokers-to-come", "if (wanted > wilds + to_come || wanted - wilds > draws)", "if (wanted > wilds + to_come)"),
]  # fmt: skip


# ------------------------------------------------------------------------------
# What is asked, with the right answers
# ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Question:
    """What `Engine.ask` is to find out about a hand and a goal; `answer` are the oracle's numbers."""

    what: str
    rules: Mapping[str, Any]
    hand: Hand
    goal: Goal
    answer: tuple[int, ...]


def number(d: int | None) -> int:
    return -1 if d is None else d


def about_distance(hand: Hand, goal: Goal, rules: Mapping[str, Any]) -> Question:
    right = distance(rules, hand.tiplu, goal, hand.faces, hand.left)
    return Question("distance", rules, hand, goal, (number(right),))


def about_useful(hand: Hand, goal: Goal, rules: Mapping[str, Any]) -> Question:
    right = useful(rules, hand.tiplu, goal, hand.faces, hand.left)
    return Question("useful", rules, hand, goal, (sum(1 << k for k in right),))


def about_discards(hand: Hand, goal: Goal, rules: Mapping[str, Any]) -> Question:
    right = [
        number(distance(rules, hand.tiplu, goal, moved(hand.faces, k, -1), hand.left)) if n else -2
        for k, n in enumerate(hand.faces)
    ]
    return Question("discards", rules, hand, goal, tuple(right))


def about_bounds(hand: Hand, goal: Goal, rules: Mapping[str, Any]) -> Question:
    """Ask whether the distances under all tiplus lie between the bounds; `Engine.bounds` is
    told the least and the most of them.
    """
    right = [distance(rules, k, goal, hand.faces, moved(hand.left, k, -1)) for k in range(52) if hand.left[k]]
    known = [99 if d is None else d for d in right]
    return Question("bounds", rules, hand, goal, (min(known), max(known)) if known else (0, 0))


@pytest.fixture(scope="module")
def questions() -> list[Question]:
    """Seeded hands of every class under the default rules and each option, with right answers."""
    found: list[Question] = []
    rng = Random("planted distances")
    options: list[dict[str, Any]] = [{}] * 3
    options += [{"ace_runs": ace} for ace in OPTIONS["ace_runs"][1:]]
    options += [{"max_jokers_in_combo": most, "joker_natural_use": use} for most in (1, 2, 3) for use in (True, False)]
    options += [{"identical_pair_plus_joker": True}, {"printed_jokers": 3}]
    for rules in options:
        for name in SMALL:
            for _ in range(3):
                found.append(about_distance(asked(rng, name, rules, rng.choice([12, 13])), AFTER, rules))
            found.append(about_distance(asked(rng, name, rules, rng.choice([8, 13])), any_goal(rng), rules))
        found.append(about_discards(asked(rng, rng.choice(sorted(SMALL)), rules, 13), AFTER, rules))
        found.append(about_useful(asked(rng, rng.choice(sorted(SMALL)), rules, 12), AFTER, rules))
        found.append(about_bounds(asked(rng, rng.choice(sorted(SMALL)), rules, 12, known=False), AFTER, rules))
        for name in LARGE:
            for known in (True, False):
                found.append(about_distance(asked(rng, name, rules, 21, known=known), TO_SEE, rules))
            found.append(about_distance(asked(rng, name, rules, 21), WHOLE, rules))
            found.append(about_distance(asked(rng, name, rules, 22), (CLOSED, CLOSED, rng.randint(5, 10)), rules))
        found.append(about_discards(asked(rng, rng.choice(sorted(LARGE)), rules, 22), TO_SEE, rules))
    last_of_one = (
        "2c 3c 4c 2c 3c 4c Kc Kc Ad Ah As 4d 4h 4s 7d 7h 7s Td Th Ts 7c"  # lacks the third Kc, which may be the tiplu
    )
    last_of_two = "5d 5d 4d 6d 9c 9c 9c"  # two combinations would want the last 5d
    for text, goal, tiplu in (
        ("M 5d 6d 9c", (0, 1, CLOSED), None),  # the man is no joker to who has not seen
        ("Kc Ac 2c 5d 5h", (1, 0, CLOSED), "Jc"),
        ("Kc Kc Kc 5d 5d 5d Ah Ah 7s 7s 2c", (CLOSED, CLOSED, 4), "Jc"),
        ("Jc Jc", (1, 0, CLOSED), "Jc"),  # the third copy of the tiplu never comes
    ):
        rules = {"printed_jokers": 3}
        told = None if tiplu is None else NUMBER[tiplu]
        faces = counts(text.split())
        hand = Hand(told, tuple(faces), tuple(left_beside(rules, told, faces)))
        found += [about_distance(hand, goal, rules), about_useful(hand, goal, rules)]
        found.append(Question("left", rules, hand, goal, tuple(hand.left)))
    faces = counts(last_of_one.split())
    found.append(about_bounds(Hand(None, tuple(faces), tuple(left_beside({}, None, faces))), (3, 4, CLOSED), {}))
    faces = counts(last_of_two.split())
    last = tuple(int(k == NUMBER["5d"]) for k in range(53))
    found.append(about_distance(Hand(None, tuple(faces), last), (3, 0, CLOSED), {}))
    return found


# ------------------------------------------------------------------------------
# Asking an engine
# ------------------------------------------------------------------------------


class Engine:
    """One build of the library, asked through its header."""

    def __init__(self, ffi: FFI, lib: Any) -> None:
        self.ffi, self.lib = ffi, lib
        self.where = ffi.new("size_t *")

    def ask(self, question: Question) -> tuple[int, ...]:
        """Return the engine's answer, or its error code."""
        rules: Any = self.ffi.new("rummy_marriage_rules *")
        self.lib.rummy_marriage_rules_init(rules)
        set_options(self.lib, rules, "RUMMY_MARRIAGE", question.rules)
        goal = self.ffi.new("rummy_marriage_goal *", question.goal)
        tiplu = UNKNOWN if question.hand.tiplu is None else question.hand.tiplu
        rows = bytes(question.hand.faces), bytes(question.hand.left), bytes([tiplu])
        answer: tuple[int, ...] = getattr(self, question.what)(rules, goal, *rows, question)
        return answer

    def distance(
        self, rules: Any, goal: Any, faces: bytes, left: bytes, tiplu: bytes, question: Question
    ) -> tuple[int, ...]:
        """Return the distance, if what is nearest is as far away, and the goal."""
        out: Any = self.ffi.new("int8_t *")
        code = self.lib.rummy_marriage_distance(rules, goal, faces, left, tiplu, 1, out, self.ffi.NULL, self.where)
        if code < 0:
            return (code,)
        return (out[0],) if self.nearest(rules, goal, faces, left, tiplu[0], question) == out[0] else (-9,)

    def nearest(self, rules: Any, goal: Any, faces: bytes, left: bytes, tiplu: int, question: Question) -> int:
        """Return how many cards the nearest reaching lacks, if it is the goal and they can be had, else -9."""
        combo, pair = self.ffi.new("uint8_t[7][3]"), self.ffi.new("uint8_t[10]")
        missing, by = self.ffi.new("uint8_t[53]"), self.ffi.new("int *")
        code: int = self.lib.rummy_marriage_nearest(rules, goal, faces, left, tiplu, combo, pair, missing, by)
        if code < 0:
            return code
        primaries, others, pairs = question.goal
        if by[0] == self.lib.RUMMY_MARRIAGE_BY_COMBOS:
            parts = [[combo[i][j] for j in range(3)] for i in range(primaries + others)]
            if max((card for part in parts for card in part), default=0) > 52:
                return -9
            named = [[ALL[card] for card in part] for part in parts]
            told = None if tiplu == UNKNOWN else ALL[tiplu]
            fine = all(primary(part, question.rules) for part in named[:primaries])
            fine &= all(valid(part, told, question.rules) for part in named[primaries:])
        else:
            parts = [[pair[i]] * 2 for i in range(pairs)]
            fine = len({part[0] for part in parts}) == pairs and [NUMBER[MAN]] * 2 not in parts
        used = [sum(part.count(k) for part in parts) for k in range(53)]
        fine &= all(missing[k] == max(0, used[k] - faces[k]) <= left[k] for k in range(53))
        return sum(missing[k] for k in range(53)) if fine else -9

    def useful(
        self, rules: Any, goal: Any, faces: bytes, left: bytes, tiplu: bytes, question: Question
    ) -> tuple[int, ...]:
        out, mask = self.ffi.new("int8_t *"), self.ffi.new("uint64_t *")
        code = self.lib.rummy_marriage_distance(rules, goal, faces, left, tiplu, 1, out, mask, self.where)
        return (mask[0],) if code >= 0 else (code,)

    def discards(
        self, rules: Any, goal: Any, faces: bytes, left: bytes, tiplu: bytes, question: Question
    ) -> tuple[int, ...]:
        out: Any = self.ffi.new("int8_t[53]")
        code = self.lib.rummy_marriage_discards(rules, goal, faces, left, tiplu, 1, out, self.ffi.NULL, self.where)
        return tuple(out[k] for k in range(53)) if code >= 0 else (code,)

    def left(
        self, rules: Any, goal: Any, faces: bytes, left: bytes, tiplu: bytes, question: Question
    ) -> tuple[int, ...]:
        out: Any = self.ffi.new("uint8_t[53]")
        code = self.lib.rummy_marriage_left(rules, faces, tiplu, 1, out, self.where)
        return tuple(out[k] for k in range(53)) if code >= 0 else (code,)

    def bounds(
        self, rules: Any, goal: Any, faces: bytes, left: bytes, tiplu: bytes, question: Question
    ) -> tuple[int, ...]:
        """Return the least and the most if they lie within the bounds."""
        out: Any = self.ffi.new("int8_t[1][2]")
        code = self.lib.rummy_marriage_bounds(rules, goal, faces, left, 1, out, self.where)
        low, high = (99 if out[0][i] < 0 else out[0][i] for i in range(2))
        least, most = question.answer
        return question.answer if code >= 0 and low <= least and most <= high else (code, low, high)


test_distances_as_they_are_have_no_mismatch = agrees(Engine)
test_planted_bug_in_distances_is_caught = catches(BUGS, Engine)
