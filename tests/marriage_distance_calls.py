"""The engine's answers to questions about distances in Marriage, many in one call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from marriage_distance_hands import UNKNOWN, Question
from marriage_distance_oracle import ALL, CLOSED, Goal

from rummycore import _core, marriage
from rummycore._core import lib
from rummycore.marriage import batch

Options = Mapping[str, Any]


def rules_of(options: Options) -> marriage.Rules:
    return marriage.Rules.from_dict(options)


def goal_of(goal: Goal) -> marriage.Goal:
    return marriage.Goal(*(None if n == CLOSED else n for n in goal))


def rows(questions: Sequence[Question]) -> tuple[bytes, bytes, bytes]:
    """Return rows of faces, of what can still be had, and a tiplu for each."""
    faces = b"".join(bytes(q.faces) for q in questions)
    left = b"".join(bytes(q.left) for q in questions)
    return faces, left, bytes(UNKNOWN if q.tiplu is None else q.tiplu for q in questions)


def or_none(distance: int) -> int | None:
    return None if distance == -1 else distance


def kinds(mask: int) -> set[int]:
    return {k for k in range(len(ALL)) if mask >> k & 1}


def distances(questions: Sequence[Question], goal: Goal, options: Options) -> list[int | None]:
    """Return the distance of each question, None for never."""
    faces, left, tiplus = rows(questions)
    return [or_none(d) for d in batch.distance(faces, tiplus, goal_of(goal), left, rules_of(options))]


def useful_kinds(questions: Sequence[Question], goal: Goal, options: Options) -> list[set[int]]:
    """Return the useful kinds of each question."""
    faces, left, tiplus = rows(questions)
    return [kinds(mask) for mask in batch.useful(faces, tiplus, goal_of(goal), left, rules_of(options))]


def discard_tables(
    questions: Sequence[Question], goal: Goal, options: Options
) -> list[dict[int, tuple[int | None, set[int]]]]:
    """Return for each question under the cards held the distance without one and what is useful then."""
    faces, left, tiplus = rows(questions)
    table, masks = batch.discards(faces, tiplus, goal_of(goal), left, rules_of(options))
    found: list[dict[int, tuple[int | None, set[int]]]] = []
    for i, q in enumerate(questions):
        row = {k: (table[53 * i + k], masks[53 * i + k]) for k in range(53)}
        assert {k for k, (d, _) in row.items() if d != -2} == {k for k in range(53) if q.faces[k]}, str(q)
        found.append({k: (or_none(d), kinds(mask)) for k, (d, mask) in row.items() if d != -2})
    return found


def bounds(questions: Sequence[Question], goal: Goal, options: Options) -> list[tuple[int | None, int | None]]:
    """Return the bounds of each question whatever the tiplu."""
    faces, left, _ = rows(questions)
    found = batch.bounds(faces, goal_of(goal), left, rules_of(options))
    return [(or_none(found[2 * i]), or_none(found[2 * i + 1])) for i in range(len(questions))]


def nearest(
    question: Question, goal: Goal, options: Options
) -> tuple[list[tuple[int, ...]], list[int], list[int], int] | None:
    """Return combinations or dublees of a nearest reaching, what is missing, and the code returned; None for never."""
    combo, pair = _core.new("uint8_t[7][3]"), _core.new("uint8_t[10]")
    missing, by = _core.new("uint8_t[53]"), _core.new("int *")
    tiplu = UNKNOWN if question.tiplu is None else question.tiplu
    wanted = _core.new("rummy_marriage_goal *", goal)
    own, left = _core.pointer(bytes(question.faces)), _core.pointer(bytes(question.left))
    code = lib.rummy_marriage_nearest(rules_of(options)._raw, wanted, own, left, tiplu, combo, pair, missing, by)
    if code == lib.RUMMY_NEVER:
        return None
    assert code >= 0, code
    if by[0] == lib.RUMMY_MARRIAGE_BY_COMBOS:
        parts = [tuple(combo[i][j] for j in range(3)) for i in range(goal[0] + goal[1])]
    else:
        assert by[0] == lib.RUMMY_MARRIAGE_BY_DUBLEES
        parts = [(pair[i], pair[i]) for i in range(goal[2])]
    return parts, [missing[k] for k in range(53)], [by[0]], code
