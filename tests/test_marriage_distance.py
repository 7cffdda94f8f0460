"""How far Marriage hands are from a goal: the engine against the exhaustive oracle, against its own
recursion, and by what must be true of any distance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, permutations, product
from random import Random
from typing import Any

import pytest
from marriage_distance_calls import bounds, discard_tables, distances, nearest, useful_kinds
from marriage_distance_hands import AFTER, LARGE, SMALL, TO_SEE, WHOLE, Question, any_goal, asked, counts, thinned
from marriage_distance_oracle import (
    ALL,
    CLOSED,
    NUMBER,
    Counts,
    Goal,
    Hand,
    combo_distance,
    distance,
    dublee_distance,
    judge,
    left_beside,
    moved,
    useful,
)
from marriage_hands import CLASSES
from marriage_oracle import MAN, OPTIONS, dublees, finishes13, finishes22, jokers, primary, valid

from rummycore._core import lib

Options = Mapping[str, Any]

# The options that decide about combinations: each of RULES, and beside it one of FINER.
RULES: list[Options] = [
    {"ace_runs": ace, "max_jokers_in_combo": most, "joker_natural_use": use}
    for ace, most, use in product(OPTIONS["ace_runs"], OPTIONS["max_jokers_in_combo"], OPTIONS["joker_natural_use"])
]
FINER: list[Options] = [
    {"identical_pair_plus_joker": twins, "maal_rank_wrap": wrap, "printed_jokers": men, "man_as_tiplu": man}
    for twins, wrap, (men, man) in product((False, True), ("cyclic", "none"), ((0, "redraw"), (3, "ace_of_spades")))
]

small = pytest.mark.parametrize("name", SMALL)
large = pytest.mark.parametrize("name", LARGE)
by_rules = pytest.mark.parametrize("which", range(len(RULES)), ids=["-".join(map(str, r.values())) for r in RULES])


def question(tiplu: str | None, cards: str, left: Counts | None = None, rules: Options | None = None) -> Question:
    """Return the question about cards in one text, all others still to be had unless said."""
    told = None if tiplu is None else NUMBER[tiplu]
    faces = counts(cards.split())
    return Question(told, tuple(faces), tuple(left or left_beside(rules or {}, told, faces)))


def compare(questions: Sequence[Question], goal: Goal, rules: Options) -> Counter[int | None]:
    """Assert that engine and oracle find the same distances, and return how often each came."""
    found = distances(questions, goal, rules)
    for q, engine in zip(questions, found, strict=True):
        right = distance(rules, q.tiplu, goal, q.faces, q.left)
        assert engine == right, f"distance {engine}, the oracle {right}, to {goal}: {q}, rules {rules}"
    return Counter(found)


def some_finer(which: int, scale: int) -> list[Options]:
    """Return all of FINER, or for few hands one of them beside each of RULES."""
    return FINER if scale >= 5_000 else [FINER[which % len(FINER)]]


def many(name: str, n: int, sizes: Sequence[int], rules: Options, *, known: bool = True) -> list[Question]:
    """Return n seeded questions about hands of a class."""
    rng = Random(f"{name} {rules}")
    return [asked(rng, name, rules, rng.choice(sizes), known=known) for _ in range(n)]


# ------------------------------------------------------------------------------
# The oracle itself
# ------------------------------------------------------------------------------


def lays(cards: tuple[str, ...], goal: Goal, tiplu: str | None, rules: Options) -> bool:
    """Return whether some of the cards are the combinations of a goal: each three with the first
    card are tried, or that it is in none.
    """
    primaries, others, _ = goal
    if primaries + others == 0:
        return True
    if len(cards) < 3 * (primaries + others):
        return False
    for i, j in combinations(range(1, len(cards)), 2):
        three, rest = (cards[0], cards[i], cards[j]), cards[1:i] + cards[i + 1 : j] + cards[j + 1 :]
        if primaries and primary(three, rules) and lays(rest, (primaries - 1, others, CLOSED), tiplu, rules):
            return True
        if others and valid(three, tiplu, rules) and lays(rest, (primaries, others - 1, CLOSED), tiplu, rules):
            return True
    return lays(cards[1:], goal, tiplu, rules)


def draws(left: Counts, number: int) -> Iterator[tuple[int, ...]]:
    """Yield all cards that can be drawn, so many of them."""
    there = [k for k in range(len(ALL)) if left[k]]
    for drawn in combinations_with_replacement(there, number):
        if all(drawn.count(k) <= left[k] for k in drawn):
            yield drawn


def test_oracle_is_the_definition(scale: int) -> None:
    """On small hands and goals the oracle's distance is the least number of cards that can be drawn
    after which the combinations lie there.
    """
    rng, came = Random("definition"), Counter[int | None]()
    for _ in range(max(200, scale // 10)):
        rules = {**rng.choice(RULES), **rng.choice(FINER)}
        tiplu, cards = CLASSES[rng.choice(sorted(CLASSES))](rng, rules)
        hand = tuple(rng.sample(cards, rng.randint(2, 9)))
        told = rng.choice([tiplu, tiplu, None])
        number = None if told is None else NUMBER[told]
        left = left_beside(rules, number, counts(hand))
        few = rng.sample(range(len(ALL)), rng.choice([2, 4, 8]))
        left = [min(n, rng.randint(1, 3)) if k in few else 0 for k, n in enumerate(left)]
        goal = rng.choice(
            [
                (1, 0, CLOSED),
                (2, 0, CLOSED),
                (0, 1, CLOSED),
                (0, 2, CLOSED),
                (1, 1, CLOSED),
                (2, 1, CLOSED),
                (3, 0, CLOSED),
                (0, 3, CLOSED),
            ]
        )
        within = (
            n
            for n in range(4)
            for drawn in draws(left, n)
            if lays((*hand, *(ALL[k] for k in drawn)), goal, told, rules)
        )
        right, found = next(within, None), distance(rules, number, goal, counts(hand), left)
        assert right == (found if found is None or found <= 3 else None), (hand, told, goal, left, rules)
        came[right] += 1
    assert min(came[n] for n in (None, 0, 1, 2, 3)) > 0, came


# ------------------------------------------------------------------------------
# The engine and the oracle
# ------------------------------------------------------------------------------


@small
def test_distance_after_seeing_equals_the_oracle(name: str, scale: int) -> None:
    """Of 12 and 13 cards: to four combinations."""
    came = compare(many(name, scale, (12, 13), {}), AFTER, {})
    assert len(came) > 1


@large
def test_distance_before_seeing_equals_the_oracle(name: str, scale: int) -> None:
    """Of 21 and 22 cards: to three primary combinations or seven dublees."""
    compare(many(name, scale, (21, 22), {}, known=False), TO_SEE, {})


@small
def test_distance_of_few_cards_to_see_equals_the_oracle(name: str, scale: int) -> None:
    """Of 12 and 13 cards, which are further away: to three primary combinations."""
    came = compare(many(name, scale // 5, (12, 13), {}, known=False), (3, 0, CLOSED), {})
    assert len(came) > 2


@large
def test_distance_of_a_whole_hand_equals_the_oracle(name: str, scale: int) -> None:
    """Of 21 and 22 cards with the tiplu known: to seven combinations, three of them primary, or
    eight dublees; and to the seven alone.
    """
    questions = many(name, scale // 40, (21, 22), {})
    compare(questions, WHOLE, {})
    compare(questions[::2], (3, 4, CLOSED), {})


@large
def test_distance_without_a_tiplu_equals_the_oracle(name: str, scale: int) -> None:
    """Of 21 and 22 cards without any joker: to seven combinations."""
    compare(many(name, scale // 100, (21, 22), {}, known=False), (3, 4, CLOSED), {})


@large
def test_distance_to_dublees_equals_the_oracle(name: str, scale: int) -> None:
    """Of 4 to 22 cards: to 7 and 8 dublees, and to any number of them."""
    rng = Random(name)
    for number in range(1, 11):
        questions = [asked(rng, name, {}, 22) for _ in range(scale // 50)]
        shrunk = []
        for q in questions:
            faces = counts(
                rng.sample([c for c, n in zip(ALL, q.faces, strict=True) for _ in range(n)], rng.randint(4, 22))
            )
            shrunk.append(Question(q.tiplu, tuple(faces), tuple(thinned(rng, {}, q.tiplu, faces))))
        compare(shrunk, (0, 0, number), {})


@by_rules
def test_distance_equals_the_oracle_under_every_option(which: int, scale: int) -> None:
    """Each way to read runs and jokers, identical pairs and men: hands of all classes, to all three goals."""
    rng = Random(which)
    for finer in some_finer(which, scale):
        rules = {**RULES[which], **finer}
        for names, goal, share, sizes in (
            (SMALL, AFTER, 250, (12, 13)),
            (LARGE, TO_SEE, 500, (21, 22)),
            (LARGE, WHOLE, 1250, (21, 22)),
        ):
            picked = [rng.choice(sorted(names)) for _ in range(max(1, scale // share))]
            compare([asked(rng, name, rules, rng.choice(sizes)) for name in picked], goal, rules)


def test_distance_to_any_goal_equals_the_oracle(scale: int) -> None:
    """Any goal and any number of cards up to 22, as exposed tunnelas leave them, under any options."""
    rng = Random("any goal")
    for _ in range(scale // 5):
        rules = {**rng.choice([{}, rng.choice(RULES)]), **rng.choice([{}, rng.choice(FINER)])}
        goal, size = any_goal(rng), rng.choice([rng.randint(0, 13), rng.randint(8, 22)])
        full = (
            asked(rng, rng.choice(sorted(SMALL)), rules, 13)
            if size <= 13
            else asked(rng, rng.choice(sorted(LARGE)), rules, 22)
        )
        cards = [card for card, n in zip(ALL, full.faces, strict=True) for _ in range(n)]
        faces = counts(rng.sample(cards, size))
        told = full.tiplu if rng.random() < 0.7 else None
        compare([Question(told, tuple(faces), tuple(thinned(rng, rules, told, faces)))], goal, rules)


@pytest.mark.parametrize(
    ("names", "goal", "sizes"), [(SMALL, AFTER, (12, 13)), (LARGE, TO_SEE, (21, 22)), (LARGE, WHOLE, (21, 22))]
)
def test_useful_cards_equal_the_oracle(
    names: Mapping[str, object], goal: Goal, sizes: Sequence[int], scale: int
) -> None:
    """The useful cards are those that can be had and of which a draw lowers the oracle's distance, no others."""
    share = 1000 if goal == WHOLE else 250
    for name in names:
        questions = many(f"{name}", max(1, scale // share), sizes, {}, known=goal != TO_SEE)
        for q, found in zip(questions, useful_kinds(questions, goal, {}), strict=True):
            right = useful({}, q.tiplu, goal, q.faces, q.left)
            assert found == right, f"useful {[ALL[k] for k in found]}, the oracle {[ALL[k] for k in right]}: {q}"


# ------------------------------------------------------------------------------
# The recursion: what pins the distance at every depth
# ------------------------------------------------------------------------------


def check_recursion(questions: Sequence[Question], goal: Goal, rules: Options) -> Counter[int | None]:
    """Assert that D = 0 exactly where the cards are there, that else D is one more than the least after a draw, and
    that just the draws to the least are useful. Where all of it holds at all hands, D is exact at every depth.
    """
    now = distances(questions, goal, rules)
    helpful = useful_kinds(questions, goal, rules)
    drawn = [(i, k) for i, q in enumerate(questions) for k in range(len(ALL)) if q.left[k]]
    after = distances([questions[i].after(k) for i, k in drawn], goal, rules)
    then: list[dict[int, int | None]] = [{} for _ in questions]
    for (i, k), d in zip(drawn, after, strict=True):
        then[i][k] = d
    for q, d, best, found in zip(questions, now, helpful, then, strict=True):
        there = (
            Hand(judge(rules, q.tiplu), q.faces, q.left).groups(goal[0], goal[1], 0) is not None
            if goal[0] != CLOSED
            else False
        )
        there |= goal[2] != CLOSED and dublee_distance(q.faces, q.left, goal[2]) == 0
        assert (d == 0) == there, f"distance {d}, but {'' if there else 'not '}there: {q}, {goal}, {rules}"
        if d is None or d == 0:
            assert set(found.values()) <= {d}, f"{q}, {goal}, {rules}"
            assert not best, f"{q}, {goal}, {rules}"
        else:
            least = min((e for e in found.values() if e is not None), default=None)
            assert least == d - 1, f"distance {d}, {least} after a draw: {q}, {goal}, {rules}"
            assert all(e in (d, d - 1) for e in found.values()), f"{q}, {goal}, {rules}"
            assert best == {k for k, e in found.items() if e == d - 1}, f"useful {best}: {q}, {goal}, {rules}"
    return Counter(now)


@small
def test_draws_lower_the_distance_after_seeing_one_by_one(name: str, scale: int) -> None:
    """Of 10 to 13 cards, to four combinations: the recursion holds."""
    came = check_recursion(many(name, scale // 10, (10, 11, 12, 13), {}), AFTER, {})
    assert len(came) > 1


@large
def test_draws_lower_the_distance_of_a_whole_hand_one_by_one(name: str, scale: int) -> None:
    """Of 17 to 21 cards, to seven combinations or eight dublees: the recursion holds."""
    came = check_recursion(many(name, scale // 10, (17, 18, 19, 20, 21), {}), WHOLE, {})
    assert len(came) > 1


@by_rules
def test_draws_lower_the_distance_one_by_one_under_every_option(which: int, scale: int) -> None:
    """The recursion holds for each way to read runs and jokers."""
    rng = Random(which)
    for finer in some_finer(which, scale):
        rules = {**RULES[which], **finer}
        hands = [asked(rng, rng.choice(sorted(SMALL)), rules, 12) for _ in range(max(1, scale // 500))]
        check_recursion(hands, AFTER, rules)
        hands = [asked(rng, rng.choice(sorted(LARGE)), rules, 21) for _ in range(max(1, scale // 1250))]
        check_recursion(hands, WHOLE, rules)
        check_recursion(hands, (3, 0, CLOSED), rules)


@pytest.mark.parametrize("name", ["win", "near", "dense", "jokers", "few_ranks", "dublees", "many_tunnelas"])
def test_distance_is_nothing_exactly_where_a_finish_exists(name: str, scale: int) -> None:
    """Of 22 and of 13 cards with all the rules' cards at hand: D = 0 exactly if a discard finishes."""
    whole = many(name, scale // 50, (22,), {})
    for q, d in zip(whole, distances(whole, (3, 4, CLOSED), {}), strict=True):
        cards = [card for card, n in zip(ALL, q.faces, strict=True) for _ in range(n)]
        assert (d == 0) == bool(finishes22(cards, ALL[q.tiplu or 0], {})), str(q)
    for q, d in zip(whole, distances(whole, (CLOSED, CLOSED, 8), {}), strict=True):
        assert (d == 0) == (dublees([card for card, n in zip(ALL, q.faces, strict=True) for _ in range(n)]) >= 8), str(
            q
        )
    if name in SMALL:
        rest = many(name, scale // 25, (13,), {})
        for q, d in zip(rest, distances(rest, AFTER, {}), strict=True):
            cards = [card for card, n in zip(ALL, q.faces, strict=True) for _ in range(n)]
            assert (d == 0) == bool(finishes13(cards, ALL[q.tiplu or 0], {})), str(q)


# ------------------------------------------------------------------------------
# Examples
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tiplu", "cards", "goal", "right"),
    [
        ("Jc", "9c 9d 9h Kc Kd Kh 2c 2d 2h 5d 5d Jd", (0, 4, CLOSED), 1),  # the third 5d, a neighbour, or one more joker
        ("Jc", "9c 9d 9h Kc Kd Kh 2c 2d 2h 5d 5d Jd Js", (0, 4, CLOSED), 0),  # two jokers take any card
        ("Jc", "9c 9d 9h Kc Kd Kh 2c 2d 2h 5d 6d Jd", (0, 4, CLOSED), 0),
        (None, "5d 5d 5d 9c 9c 9c 4d 6d", (3, 0, CLOSED), 2),  # a tunnela and a run through 5d would need four of them
        (None, "5d 5d 9c 9c 9c 4d 6d 2s 3s 4s", (3, 0, CLOSED), 0),
        (None, "Ac Ac Ac 2d 2d 2d 3h 3h 3h 4s 4s 4s 5c 5c 5c 6d 6d 6d 7h 7h 7h", (CLOSED, CLOSED, 8), 2),  # seven tunnelas
        (None, "Ac Ac 2d 2d 3h 3h 4s 4s 5c 5c 6d 6d 7h 7h 9s", (CLOSED, CLOSED, 8), 1),
        (None, "Ac Ac 2d 2d 3h 3h 4s 4s 5c 5c 6d 6d 7h", (CLOSED, CLOSED, 7), 1),
        (None, "", (CLOSED, CLOSED, 10), 20),
        (None, "", (3, 4, CLOSED), 21),
        ("Jc", "", (0, 4, CLOSED), 12),
        ("Jc", "Jd Jd", (0, 1, CLOSED), 1),  # two jokers take any card, but some card
        ("Jc", "Kh Ah 2h", (1, 0, CLOSED), 1),  # K-A-2 is no run
        ("Ah", "Kh Ah 2h", (1, 0, CLOSED), 1),  # three jokers are no primary combination
        ("Ah", "Kh Ah 2h", (0, 1, CLOSED), 0),
        ("Jc", "Jd Qd Kd", (1, 0, CLOSED), 0),  # a joker as itself
    ],
)  # fmt: skip
def test_distance_of_an_example(tiplu: str | None, cards: str, goal: Goal, right: int) -> None:
    """Hands that decide between two readings of the definition."""
    q = question(tiplu, cards)
    assert distances([q], goal, {}) == [right]
    assert distance({}, q.tiplu, goal, q.faces, q.left) == right


def test_identical_pair_wants_its_third_a_neighbour_or_a_joker() -> None:
    """Behind three triples, 5d 5d and one joker: the third 5d, what fits a 5d beside the
    joker, or any second joker finishes.
    """
    q = question("Jc", "9c 9d 9h Kc Kd Kh 2c 2d 2h 5d 5d Jd")
    fits = {"3d", "4d", "5d", "6d", "7d", "5c", "5h", "5s"}
    assert {ALL[k] for k in useful_kinds([q], AFTER, {})[0]} >= fits | (set(jokers("Jc", {})) - {MAN})


def test_never_where_the_copies_are_gone() -> None:
    """Without a card left that fits there is no distance, and no card is useful."""
    q = question(None, "5d 5d 9c 9c 9c 2s 3s 4s", [0] * 53)
    assert distances([q], (3, 0, CLOSED), {}) == [None]
    assert distances([q], (2, 0, CLOSED), {}) == [0]
    assert useful_kinds([q], (3, 0, CLOSED), {}) == [set()]
    one = [0] * 53
    one[NUMBER["5d"]] = 1
    q = question(None, "5d 5d 9c 9c 9c 2s 3s 4s", one)
    assert distances([q], (3, 0, CLOSED), {}) == [1]
    assert useful_kinds([q], (3, 0, CLOSED), {}) == [{NUMBER["5d"]}]


def test_men_are_jokers_only_to_who_has_seen() -> None:
    """A man completes a pair once the tiplu is known, is in no primary combination and no dublee,
    and can be drawn where men are printed.
    """
    rules = {"printed_jokers": 3}
    known, unknown = (question(tiplu, "5d 6d M", rules=rules) for tiplu in ("Jc", None))
    assert distances([known, unknown], (0, 1, CLOSED), rules) == [0, 1]
    assert distances([known, unknown], (1, 0, CLOSED), rules) == [1, 1]
    assert distances([question("Jc", "M M M", rules=rules)], (CLOSED, CLOSED, 1), rules) == [2]
    pair = question("Jc", "5d 6d", rules=rules)
    assert NUMBER[MAN] in useful_kinds([pair], (0, 1, CLOSED), rules)[0]
    assert NUMBER[MAN] not in useful_kinds([pair], (1, 0, CLOSED), rules)[0]
    assert NUMBER[MAN] not in useful_kinds([question("Jc", "5d 6d")], (0, 1, CLOSED), {})[0]


# ------------------------------------------------------------------------------
# Discards
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(("names", "goal", "size"), [(SMALL, AFTER, 13), (LARGE, TO_SEE, 22), (LARGE, WHOLE, 22)])
def test_table_of_discards_is_its_definition(names: Mapping[str, object], goal: Goal, size: int, scale: int) -> None:
    """Each entry is the distance, and the useful cards, of the hand without that card; a discard never
    comes back and never lowers the distance.
    """
    for name in names:
        questions = many(f"{name}", scale // 125, (size,), {}, known=goal != TO_SEE)
        tables = discard_tables(questions, goal, {})
        thrown = [(i, k) for i, q in enumerate(questions) for k in range(len(ALL)) if q.faces[k]]
        rest = [questions[i].after(k, out=True) for i, k in thrown]
        right = distances(rest, goal, {})
        helpful = useful_kinds(rest, goal, {})
        back = [Question(q.tiplu, q.faces, tuple(moved(q.left, k, 1))) for q, (_, k) in zip(rest, thrown, strict=True)]
        for (i, k), d, now in zip(
            thrown, distances(back, goal, {}), distances([questions[i] for i, _ in thrown], goal, {}), strict=True
        ):
            # Could the card be drawn again, that would make good for it.
            assert d == now or (d is not None and now is not None and d == now + 1), f"{ALL[k]}: {questions[i]}"
        for (i, k), d, best in zip(thrown, right, helpful, strict=True):
            assert tables[i][k] == (d, best), f"{ALL[k]} leaves {tables[i][k]}, not {d, best}: {questions[i]}, {goal}"
        for q, now, table in zip(questions, distances(questions, goal, {}), tables, strict=True):
            assert all(d is None or (now is not None and now <= d) for d, _ in table.values()), str(q)
            if goal != TO_SEE and now:
                # What the goal asks for is not more than the cards without one, so some card is free to go.
                assert min(d for d, _ in table.values() if d is not None) == now, str(q)


@pytest.mark.parametrize(("names", "goal", "size"), [(SMALL, AFTER, 13), (LARGE, WHOLE, 22)])
def test_table_of_discards_equals_the_oracle(names: Mapping[str, object], goal: Goal, size: int, scale: int) -> None:
    """Under any options the distances in the table are the oracle's."""
    rng = Random("discards")
    for name in names:
        rules = {**rng.choice(RULES), **rng.choice(FINER)}
        questions = [asked(rng, name, rules, size) for _ in range(max(1, scale // (1000 if goal == WHOLE else 250)))]
        for q, table in zip(questions, discard_tables(questions, goal, rules), strict=True):
            for k, (d, _) in table.items():
                right = distance(rules, q.tiplu, goal, moved(q.faces, k, -1), q.left)
                assert d == right, f"{ALL[k]} leaves {d}, the oracle {right}: {q}, rules {rules}"


# ------------------------------------------------------------------------------
# A nearest reaching
# ------------------------------------------------------------------------------


def check_nearest(q: Question, goal: Goal, rules: Options) -> None:
    """Assert that a nearest reaching is the goal, out of held cards and as many that can
    be had as the distance says.
    """
    right = distances([q], goal, rules)[0]
    found = nearest(q, goal, rules)
    if right is None:
        assert found is None, str(q)
        return
    assert found is not None, str(q)
    parts, missing, by, code = found
    assert code == right == sum(missing), f"{parts}, missing {missing}: {q}, {goal}, {rules}"
    used = Counter(card for part in parts for card in part)
    for k in range(len(ALL)):
        assert missing[k] <= q.left[k], f"{ALL[k]} cannot be had: {parts}, {q}"
        assert missing[k] == max(0, used[k] - q.faces[k]), f"{ALL[k]} is or is not missing: {parts}, {missing}, {q}"
    named = [[ALL[card] for card in part] for part in parts]
    if by == [lib.RUMMY_MARRIAGE_BY_DUBLEES]:
        assert len({part[0] for part in parts}) == len(parts) == goal[2], f"{named}: {q}"
        assert all(card != NUMBER[MAN] for part in parts for card in part), f"{named}: {q}"
        return
    assert len(parts) == goal[0] + goal[1]
    tiplu = None if q.tiplu is None else ALL[q.tiplu]
    assert all(primary(part, rules) for part in named[: goal[0]]), f"{named}: {q}"
    assert all(valid(part, tiplu, rules) for part in named[goal[0] :]), f"{named}: {q}, {rules}"


@pytest.mark.parametrize(
    ("names", "goal", "sizes"), [(SMALL, AFTER, (12, 13)), (LARGE, TO_SEE, (21, 22)), (LARGE, WHOLE, (21, 22))]
)
def test_nearest_is_the_goal_and_lacks_as_many_as_the_distance(
    names: Mapping[str, object], goal: Goal, sizes: Sequence[int], scale: int
) -> None:
    """It is made of combinations or dublees that are valid, and what is missing can be had
    and is as much as the distance.
    """
    for name in names:
        for q in many(f"{name}", scale // 25, sizes, {}, known=goal != TO_SEE):
            check_nearest(q, goal, {})


def test_nearest_holds_under_every_option(scale: int) -> None:
    """The same for any goal, any options and any number of cards."""
    rng = Random("nearest")
    for _ in range(scale // 2):
        rules = {**rng.choice(RULES), **rng.choice(FINER)}
        size = rng.randint(6, 22)
        names = SMALL if size <= 13 else LARGE
        full = asked(rng, rng.choice(sorted(names)), rules, 13 if size <= 13 else 22, known=rng.random() < 0.8)
        check_nearest(full, any_goal(rng), rules)


# ------------------------------------------------------------------------------
# Bounds where the tiplu is unknown
# ------------------------------------------------------------------------------


def check_bounds(q: Question, goal: Goal, rules: Options) -> tuple[bool, bool]:
    """Assert that the distance is between the bounds whichever card lies under the stock, and return whether it reaches
    them."""
    low, high = bounds([q], goal, rules)[0]
    possible = [k for k in range(len(ALL)) if q.left[k]]
    if rules.get("man_as_tiplu") != "ace_of_spades":
        possible = [k for k in possible if ALL[k] != MAN]
    told = [Question(k, q.faces, tuple(moved(q.left, k, -1))) for k in possible]
    found = distances(told, goal, rules)
    never = 99
    real = [never if d is None else d for d in found]
    least, most = never if low is None else low, never if high is None else high
    for k, d in zip(possible, real, strict=True):
        assert least <= d <= most, f"tiplu {ALL[k]}: {d} is not in {low, high}: {q}, {goal}, rules {rules}"
    return least in real, most in real


@large
def test_bounds_hold_for_every_tiplu(name: str, scale: int) -> None:
    """Whatever the tiplu, the distance of a whole hand lies between the bounds; most of the time both are reached."""
    hands = many(name, scale // 50, (21, 22), {}, known=False)
    reached = [check_bounds(q, WHOLE, {}) for q in hands]
    assert sum(low for low, _ in reached) > len(hands) // 4
    assert sum(high for _, high in reached) > len(hands) // 4


def test_bounds_hold_for_any_goal_under_every_option(scale: int) -> None:
    """The same to any goal with combinations, where jokers do not always help: few in one
    combination, none as itself.
    """
    rng = Random("bounds")
    for _ in range(scale // 10):
        rules = {**rng.choice(RULES), **rng.choice(FINER)}
        goal = rng.choice([WHOLE, (3, 4, CLOSED), (2, 4, 8), (1, 4, CLOSED), AFTER, TO_SEE])
        names, size = (SMALL, 12) if goal == AFTER else (LARGE, 21)
        check_bounds(asked(rng, rng.choice(sorted(names)), rules, size, known=False), goal, rules)


def test_bounds_hold_where_the_tiplu_is_the_card_that_is_missing() -> None:
    """Only the third Kc is missing; if it is the tiplu it never comes, and the third primary
    combination has to be drawn from another card.
    """
    q = question(None, "2c 3c 4c 2c 3c 4c Kc Kc Ad Ah As 4d 4h 4s 7d 7h 7s Td Th Ts 7c")
    check_bounds(q, (3, 4, CLOSED), {})
    tiplu = Question(NUMBER["Kc"], q.faces, tuple(moved(q.left, NUMBER["Kc"], -1)))
    assert distances([q], (3, 4, CLOSED), {}) == [1]
    assert combo_distance({}, tiplu.tiplu, 3, 4, tiplu.faces, tiplu.left) == 2
    assert distances([tiplu], (3, 4, CLOSED), {}) == [2]
    assert bounds([q], (3, 4, CLOSED), {})[0][1] == 2


# ------------------------------------------------------------------------------
# What must be true of any distance
# ------------------------------------------------------------------------------


def renamed(q: Question, order: Sequence[int]) -> Question:
    """Return a question with its suits, the tiplu's as well, exchanged."""
    place = [order[k // 13] * 13 + k % 13 for k in range(52)] + [52]

    def put(counts_: Counts) -> tuple[int, ...]:
        out = [0] * 53
        for k, n in enumerate(counts_):
            out[place[k]] = n
        return tuple(out)

    return Question(None if q.tiplu is None else place[q.tiplu], put(q.faces), put(q.left))


def test_renaming_suits_changes_nothing(scale: int) -> None:
    """With the suits exchanged, and the tiplu's with them, the distance is the same and the
    useful cards are those in the new names.
    """
    rng = Random("suits")
    orders = list(permutations(range(4)))
    for goal, names, size in ((AFTER, SMALL, 12), (TO_SEE, LARGE, 21), (WHOLE, LARGE, 21)):
        rules = {**rng.choice(RULES), **rng.choice(FINER)}
        for options in ({}, rules):
            first = [asked(rng, rng.choice(sorted(names)), options, size) for _ in range(scale // 50)]
            chosen = [rng.choice(orders) for _ in first]
            second = [renamed(q, order) for q, order in zip(first, chosen, strict=True)]
            assert distances(first, goal, options) == distances(second, goal, options)
            moved_there = [
                {order[k // 13] * 13 + k % 13 if k < 52 else k for k in found}
                for found, order in zip(useful_kinds(first, goal, options), chosen, strict=True)
            ]
            assert moved_there == useful_kinds(second, goal, options)


def test_fewer_cards_to_be_had_never_bring_a_goal_nearer(scale: int) -> None:
    """Taking away cards that could still be had keeps the distance or raises it."""
    rng = Random("fewer")
    for goal, names, size in ((AFTER, SMALL, 12), (TO_SEE, LARGE, 21), (WHOLE, LARGE, 21)):
        full = [asked(rng, rng.choice(sorted(names)), {}, size) for _ in range(scale // 25)]
        less = [Question(q.tiplu, q.faces, tuple(rng.randint(0, n) for n in q.left)) for q in full]
        for q, more, fewer in zip(full, distances(full, goal, {}), distances(less, goal, {}), strict=True):
            assert fewer is None or (more is not None and more <= fewer), str(q)


def test_greater_goals_are_never_nearer(scale: int) -> None:
    """A combination more to make, or one that must be primary, never lowers the distance;
    of two ways the nearer counts.
    """
    rng = Random("greater")
    hands = [asked(rng, rng.choice(sorted(LARGE)), {}, 21) for _ in range(scale // 25)]

    def to(*goal: int) -> list[int]:
        return [99 if d is None else d for d in distances(hands, (goal[0], goal[1], goal[2]), {})]

    for less, more in (
        ((3, 3, CLOSED), (3, 4, CLOSED)),
        ((2, 4, CLOSED), (3, 4, CLOSED)),
        ((2, 4, CLOSED), (3, 3, CLOSED)),
        ((CLOSED, CLOSED, 7), (CLOSED, CLOSED, 8)),
        ((3, 0, CLOSED), (3, 1, CLOSED)),
    ):
        assert all(a <= b for a, b in zip(to(*less), to(*more), strict=True)), f"{less} and {more}"
    both, combos, pairs = to(3, 4, 8), to(3, 4, CLOSED), to(CLOSED, CLOSED, 8)
    assert both == [min(a, b) for a, b in zip(combos, pairs, strict=True)]
