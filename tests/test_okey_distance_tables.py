"""What goes with the distance (O-35): useful tiles, tables of discards, a nearest hand,
and what must hold for every hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations
from random import Random

import pytest
from okey_distance_hands import PROBLEMS, Problem, some_rules, with_all
from okey_distance_oracle import can_be_had, distance, nearer, useful
from okey_hands import CLASSES
from okey_oracle import COLOURS, FACES, FALSE_JOKER, finishes, literal_melds, okey_of, option, split_wilds, win

from rummycore import okey

Rules = Mapping[str, object]
MAKERS = [*CLASSES, *PROBLEMS]
KINDS = 53
NOT_HELD = -2

by_maker = pytest.mark.parametrize("name", MAKERS)


def made(name: str, n: int, seed: object, size: int | None = None) -> list[tuple[Problem, Rules]]:
    """Return n seeded hands of a class, each with what can be had and some options; all of
    14 or of 15 tiles if so asked.
    """
    rng = Random(f"tables {name} {seed}")
    found: list[tuple[Problem, Rules]] = []
    while len(found) < n:
        rules = some_rules(rng) if rng.random() < 0.5 else {}
        if name in PROBLEMS:
            indicator, hand, left = PROBLEMS[name](rng, rules)
        else:
            indicator, hand, left = with_all(CLASSES[name](rng, rules))
        if size == 15 and len(hand) == 14 and left:
            drawn = rng.choice(sorted(left.elements()))
            hand, left = [*hand, drawn], left - Counter([drawn])
        if size == 14 and len(hand) == 15:
            hand = hand[1:]
        if size in (None, len(hand)):
            found.append(((indicator, hand, left), rules))
    return found


class Asked:
    """One hand, asked of the engine in rows of values."""

    def __init__(self, problem: Problem, rules: Rules) -> None:
        self.indicator, self.hand, left = problem
        self.rules = okey.Rules.from_dict(rules)
        self.values = okey.batch.encode([self.hand], self.indicator, self.rules)
        self.left = okey.batch.encode([list(left.elements())], self.indicator, self.rules)

    def distance(self) -> int:
        return okey.batch.distance(self.values, self.indicator, self.left, self.rules)[0]

    def useful(self) -> int:
        return okey.batch.useful(self.values, self.indicator, self.left, self.rules)[0]

    def distances(self, values: bytes, left: bytes) -> list[int]:
        return list(okey.batch.distance(values, self.indicator, left, self.rules))

    def draws(self) -> list[tuple[int, bytearray, bytearray]]:
        """Return each value that can be had, the hand with it, and what can be had then."""
        found = []
        for value in range(KINDS):
            if self.left[value]:
                after, rest = bytearray(self.values), bytearray(self.left)
                after[value] += 1
                rest[value] -= 1
                found.append((value, after, rest))
        return found

    def discards(self) -> list[tuple[int, bytearray]]:
        """Return each value held and the hand without one tile of it."""
        found = []
        for value in range(KINDS):
            if self.values[value]:
                after = bytearray(self.values)
                after[value] -= 1
                found.append((value, after))
        return found


def column(tile: str, indicator: str, rules: Rules) -> int:
    """Return the value that a printed tile has."""
    held, wilds = split_wilds([tile], indicator, rules)
    return KINDS - 1 if wilds else FACES.index(held[0])


# ------------------------------------------------------------------------------
# Useful tiles
# ------------------------------------------------------------------------------


@by_maker
def test_useful_tiles_are_the_oracles(name: str, scale: int) -> None:
    """The useful tiles are those of which, by the oracle, a draw lowers the distance; of 14 tiles and of 15."""
    some = 0
    for problem, rules in made(name, max(3, scale // 300), "useful"):
        indicator, hand, left = problem
        right = useful(hand, indicator, left, rules)
        mask = sum(1 << value for value in {column(tile, indicator, rules) for tile in right})
        assert Asked(problem, rules).useful() == mask, (problem, rules, right)
        some += mask != 0
    assert some or name in ("win", "pairs", "drained")


@by_maker
def test_useful_tiles_are_those_that_lower_the_distance(name: str, scale: int) -> None:
    """A value is useful just when it can be had and 14 tiles with it are nearer; then by one; and
    no draw takes the hand further away.
    """
    for problem, rules in made(name, scale // 50, "lower", 14):
        asked = Asked(problem, rules)
        draws, before, mask = asked.draws(), asked.distance(), asked.useful()
        after = asked.distances(b"".join(hand for _, hand, _ in draws), b"".join(rest for _, _, rest in draws))
        for (value, _, _), now in zip(draws, after, strict=True):
            assert now == before - (mask >> value & 1), (problem, rules, value)
        assert mask >> KINDS == 0
        assert not mask & ~sum(1 << value for value, _, _ in draws)
        assert before > 0 or mask == 0
        assert before <= 0 or mask, "a hand that can win has a tile to hope for"


@by_maker
def test_distance_of_15_tiles_is_the_least_that_a_discard_leaves(name: str, scale: int) -> None:
    """A discard never lowers the distance, and some discard keeps it."""
    for problem, rules in made(name, scale // 50, "least", 15):
        asked = Asked(problem, rules)
        hands = [after for _, after in asked.discards()]
        left = asked.distances(b"".join(hands), bytes(asked.left) * len(hands))
        never = 99
        before, *after = (never if d < 0 else d for d in [asked.distance(), *left])
        assert min(after) == before, (problem, rules)


@by_maker
def test_distance_is_zero_just_where_a_finish_exists(name: str, scale: int) -> None:
    """15 tiles have distance 0 if some discard finishes, by the oracle and by the engine, and 14 if they win."""
    zeros = 0
    for size in (14, 15):
        for problem, rules in made(name, scale // 50, "zero", size):
            indicator, hand, _ = problem
            asked = Asked(problem, rules)
            if size == 15:
                ends = bool(finishes(hand, indicator, rules))
                assert any(okey.batch.finishes(asked.values, asked.rules)) == ends
            else:
                ends = win(hand, indicator, rules) != "none"
                assert any(okey.batch.win(asked.values, asked.rules)) == ends
            assert (asked.distance() == 0) == ends, (problem, rules)
            zeros += ends
    assert zeros or name in ("deal", "drained", "middle", "many_wilds")


# ------------------------------------------------------------------------------
# The table of discards
# ------------------------------------------------------------------------------


@by_maker
def test_table_of_discards_equals_its_definition(name: str, scale: int) -> None:
    """Each cell has the distance of the other 14 tiles, and their useful values, while the
    discard does not come back.
    """
    for problem, rules in made(name, scale // 50, "table", 15):
        asked = Asked(problem, rules)
        indicator, played = asked.indicator, asked.rules
        table, masks = okey.batch.discards(asked.values, indicator, asked.left, played)
        held = asked.discards()
        hands, left = b"".join(after for _, after in held), bytes(asked.left) * len(held)
        after = okey.batch.distance(hands, indicator, left, played)
        helps = okey.batch.useful(hands, indicator, left, played)
        rows = {value: row for (value, _), *row in zip(held, after, helps, strict=True)}
        for value in range(KINDS):
            assert [table[value], masks[value]] == rows.get(value, [NOT_HELD, 0]), (problem, rules, value)


@by_maker
def test_table_of_discards_has_the_oracles_distances(name: str, scale: int) -> None:
    """So it has by the oracle, which is asked about each discard; about the useful tiles of one discard, too."""
    rng = Random(f"one discard {name}")
    for problem, rules in made(name, scale // 500, "oracle", 15):
        indicator, hand, left = problem
        asked = Asked(problem, rules)
        table, masks = okey.batch.discards(asked.values, indicator, asked.left, asked.rules)
        chosen = rng.choice(hand)
        for tile in set(hand):
            value, others = column(tile, indicator, rules), list(hand)
            others.remove(tile)
            right = distance(others, indicator, left, rules)
            assert table[value] == (-1 if right is None else right), (problem, rules, tile)
            if tile == chosen:
                helps = {column(drawn, indicator, rules) for drawn in useful(others, indicator, left, rules)}
                assert masks[value] == sum(1 << helpful for helpful in helps), (problem, rules, tile)


def test_tables_without_left_are_those_of_all_other_tiles() -> None:
    """A discard does not come back where nothing is said of what can be had; several rows are as one after another."""
    for name in CLASSES:
        hands = [Asked(problem, {}) for problem, _ in made(name, 10, "without left", 15)]
        for asked in hands:
            rest = okey.batch.left(asked.values, asked.indicator)
            told = okey.batch.discards(asked.values, asked.indicator, rest)
            assert okey.batch.discards(asked.values, asked.indicator) == told
        rows = b"".join(asked.values for asked in hands)
        free, masks = okey.batch.discards(rows, None, None)
        for at, asked in enumerate(hands):
            alone = okey.batch.discards(asked.values)
            assert (free[at * KINDS : (at + 1) * KINDS], masks[at * KINDS : (at + 1) * KINDS]) == alone


# ------------------------------------------------------------------------------
# analyze
# ------------------------------------------------------------------------------


def analyzed(problem: Problem, rules: Rules, hand: Sequence[str] | None = None) -> okey.Analysis:
    """Analyze a hand beside which all tiles have been seen that cannot be had."""
    indicator, own, left = problem
    seen = list((can_be_had(own, indicator) - left).elements())
    return okey.analyze(hand or own, indicator=indicator, seen=seen, rules=okey.Rules.from_dict(rules))


def counts(found: Mapping[okey.Tile, int]) -> dict[str, int]:
    return {str(tile): copies for tile, copies in found.items()}


@by_maker
def test_analyze_says_in_printed_tiles_what_the_oracle_says(name: str, scale: int) -> None:
    """Distance, way and useful tiles with the copies left: printed okeys, false jokers and ordinary tiles."""
    for problem, rules in made(name, scale // 500, "analyze"):
        indicator, hand, left = problem
        found = analyzed(problem, rules)
        assert found.distance == distance(hand, indicator, left, rules)
        melds, pairs = (distance(hand, indicator, left, rules, ways) for ways in ("melds", "pairs"))
        assert (found.melds_distance, found.pairs_distance) == (melds, pairs)
        assert found.by == nearer((melds, pairs))
        assert counts(found.useful) == useful(hand, indicator, left, rules)
        assert list(found.useful) == sorted(found.useful)


@by_maker
def test_analyze_lists_the_discards_best_first(name: str, scale: int) -> None:
    """15 tiles have a row for each different tile: what analyze says of the other 14, the smallest
    distance and the most useful tiles first.
    """
    for problem, rules in made(name, scale // 500, "best first", 15):
        indicator, hand, left = problem
        rows = analyzed(problem, rules).discards
        assert sorted(str(row.discard) for row in rows) == sorted(set(hand))
        for row in rows:
            others = list(hand)
            others.remove(str(row.discard))
            rest = (indicator, others, left)  # the discard has been seen
            after = analyzed(rest, rules)
            assert (row.distance, row.useful) == (after.distance, after.useful)
            assert row.total == sum(after.useful.values())
        order = [(99 if row.distance is None else row.distance, -row.total, row.discard) for row in rows]
        assert order == sorted(order)
    assert all(not analyzed(*asked).discards for asked in made(name, 3, "no discards", 14))


@by_maker
def test_nearest_hand_wins_with_the_missing_tiles(name: str, scale: int) -> None:
    """The nearest hand is 14 of the tiles held and the missing ones, as many as the distance, that can
    be had; it wins in melds or pairs as shown.
    """
    for problem, rules in made(name, scale // 50, "nearest"):
        indicator, hand, left = problem
        found = analyzed(problem, rules)
        if found.distance is None:
            assert found.nearest is None
            continue
        assert found.nearest is not None
        missing = Counter(str(tile) for tile in found.nearest.missing)
        laid = Counter(str(tile) for meld in found.nearest.melds for tile in meld.tiles)
        assert missing.total() == found.distance
        assert not missing - left, "they can be had"
        assert laid.total() == 14
        assert not laid - Counter(hand) - missing, "it has no other tiles"
        assert not missing - laid, "each missing tile is needed"
        shown = "pairs" if len(found.nearest.melds[0].tiles) == 2 else "melds"
        assert shown in (found.by, "pairs" if found.by == "both" else "", "melds" if found.by == "both" else "")
        assert win(list(laid.elements()), indicator, rules) in (shown, "both")
        for meld in found.nearest.melds:
            assert_laid(meld, indicator, rules)


def assert_laid(meld: okey.Meld, indicator: str, rules: Rules) -> None:
    """The tiles stand for the faces of a meld, or for two equal ones; only wild tiles stand for another face."""
    faces = []
    for tile, stands in zip(map(str, meld.tiles), meld.stands, strict=True):
        held, wilds = split_wilds([tile], indicator, rules)
        assert (stands is not None) == bool(wilds)
        faces.append(str(stands) if wilds else held[0])
    if len(faces) == 2:
        faces = [okey_of(indicator) if face == FALSE_JOKER else face for face in faces]
        assert faces[0] == faces[1]
    else:
        shapes = {tuple(sorted(shape)) for shape in literal_melds(len(faces), option(rules, "run_wrap") == "high_one")}
        assert tuple(sorted(faces)) in shapes


def test_seen_tiles_are_no_longer_useful() -> None:
    """A tile seen elsewhere is one copy less; without a copy it is useful no more, and at last nothing can win."""
    hand = "r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k1 k2 k3 b13"
    fresh = okey.analyze(hand, indicator="k6")
    helps = {"r4": 2, "y4": 2, "y9": 1, "k4": 2, "k7": 2, "k9": 2}  # k7 is the okey
    assert (fresh.distance, fresh.by, counts(fresh.useful)) == (1, "melds", helps)
    for tile, copies in helps.items():
        for seen in range(copies + 1):
            now = okey.analyze(hand, indicator="k6", seen=[tile] * seen).useful
            assert counts(now) == {name: n for name, n in {**helps, tile: copies - seen}.items() if n}
    gone = [tile for tile, copies in helps.items() for _ in range(copies)]
    assert okey.analyze(hand, indicator="k6", seen=gone).distance == 2
    never = okey.analyze(hand, indicator="k6", seen=list(can_be_had(hand.split(), "k6").elements()))
    assert (never.distance, never.by, never.nearest, counts(never.useful)) == (None, None, None, {})


# ------------------------------------------------------------------------------
# What changes nothing
# ------------------------------------------------------------------------------


@by_maker
def test_colours_can_be_renamed(name: str, scale: int) -> None:
    """The colours are alike: with others in their places the distance, the useful tiles and
    the discards are the renamed ones.
    """
    rng = Random(f"colours {name}")
    for problem, rules in made(name, scale // 250, "colours"):
        names = str.maketrans(COLOURS, "".join(rng.choice(list(permutations(COLOURS)))))
        indicator, hand, left = problem
        renamed = (
            indicator.translate(names),
            [tile.translate(names) for tile in hand],
            Counter({tile.translate(names): n for tile, n in left.items()}),
        )
        was, now = analyzed(problem, rules), analyzed(renamed, rules)
        assert (was.distance, was.by) == (now.distance, now.by), (problem, rules)
        assert {tile.translate(names): n for tile, n in counts(was.useful).items()} == counts(now.useful)
        table = {str(row.discard).translate(names): (row.distance, row.total) for row in was.discards}
        assert table == {str(row.discard): (row.distance, row.total) for row in now.discards}


@by_maker
def test_order_of_the_tiles_changes_nothing(name: str, scale: int) -> None:
    """The same tiles in another order have the same distance, useful tiles, discards and nearest hand."""
    rng = Random(f"order {name}")
    for problem, rules in made(name, scale // 250, "order"):
        hand = rng.sample(problem[1], len(problem[1]))
        was, now = analyzed(problem, rules), analyzed(problem, rules, hand)
        assert (was.distance, was.by, was.useful, was.discards) == (now.distance, now.by, now.useful, now.discards)
        assert was.nearest == now.nearest


def test_analysis_of_a_view_uses_what_the_seat_knows() -> None:
    """A seat can still have all tiles but its hand, the indicator and the discards, of which it
    may take the last on its turn alone.
    """
    rng = Random("views")
    takeable = compared = 0
    for seed in range(6):
        state = okey.deal(players=rng.choice([2, 3, 4]), seed=seed)
        lying: list[okey.Tile] = []
        for _ in range(40):
            move = rng.choice([move for move in state.legal_moves() if move.act != "finish"])
            if move.act == "take":
                lying.pop()
            state.play(move)
            if move.act == "discard" and move.tile is not None:
                lying.append(move.tile)
            seat = rng.choice([state.turn, rng.randrange(state.players)])
            view = state.view(seat)
            can_take = any(move.act == "take" for move in view.legal_moves())
            gone = lying[:-1] if can_take else lying
            plain = okey.analyze(view.hand, indicator=state.indicator, seen=gone, rules=state.rules)
            found = view.analyze()
            assert (found.distance, found.useful, found.discards) == (plain.distance, plain.useful, plain.discards)
            assert sorted(found.seen) == sorted(gone)
            takeable += can_take
            compared += 1
    assert compared == 240
    assert 60 <= takeable <= 180
