"""A slow and obvious judge of how many cards a Marriage hand is missing, written from the text of the rules (M-12 to
M-19).

It shares no code, table or idea with the engine.  A goal is (primary, others, dublees), CLOSED where a way is not open,
and the distance to it is the least number of cards, taken from `left`, that must be put to the held ones so that some
of all these are so many primary combinations and so many others, side by side, or so many dublees.  Hands are 53
counts: card k of the oracle's `KINDS`, and men last.  `tiplu` is such a number, or None: then no card is a joker.

For combinations every way to give held cards to them is tried: a *part* is what one combination takes from the hand,
three cards or fewer, such that `left` has cards to complete it.  Ways that miss fewer cards are tried first, and the
first whose missing cards can all be had together is a nearest one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations

from marriage_oracle import KINDS, MAN, OPTIONS, RANKS, SUITS, jokers, literal_primary

Rules = Mapping[str, object]
Counts = Sequence[int]
Goal = tuple[int, int, int]
CLOSED = 255
Part = tuple[int, ...]
Group = tuple[bool, Part]  # whether it is to be primary, and what is held of it

ALL = (*KINDS, MAN)
NUMBER = {card: number for number, card in enumerate(ALL)}
DECIDING = ("ace_runs", "max_jokers_in_combo", "joker_natural_use", "identical_pair_plus_joker", "maal_rank_wrap")


# ------------------------------------------------------------------------------
# What is a combination
# ------------------------------------------------------------------------------


def thirds_of(combos: Sequence[tuple[str, ...]]) -> dict[tuple[int, int], int]:
    """Return for each two cards the set of those that complete them to one of the combinations."""
    found: dict[tuple[int, int], int] = {}
    for combo in combos:
        for a, b, c in permutations(NUMBER[card] for card in combo):
            found[a, b] = found.get((a, b), 0) | 1 << c
    return found


@cache
def primary_thirds(ace_runs: object) -> dict[tuple[int, int], int]:
    """Return what completes two cards to a tunnela or a pure sequence (M-12)."""
    return thirds_of(sorted(literal_primary(ace_runs)))


@cache
def natural_thirds(ace_runs: object) -> dict[tuple[int, int], int]:
    """Return what completes two cards to a natural combination (M-12)."""
    triplets = [tuple(rank + suit for suit in suits) for rank in RANKS for suits in combinations(SUITS, 3)]
    return thirds_of([*sorted(literal_primary(ace_runs)), *triplets])


class Judge:
    """The combinations that there are under rules and a tiplu."""

    def __init__(self, options: Mapping[str, object], tiplu: int | None) -> None:
        self.primary = primary_thirds(options["ace_runs"])
        self.natural = natural_thirds(options["ace_runs"])
        self.natural_use = options["joker_natural_use"]
        self.twins = options["identical_pair_plus_joker"]
        most = options["max_jokers_in_combo"]
        assert isinstance(most, int)
        self.most = most
        self.wild = 0 if tiplu is None else sum(1 << NUMBER[card] for card in jokers(KINDS[tiplu], options))
        self.known: dict[tuple[int, int], int] = {}
        # Whether it is all one to a combination that need not be primary which joker it has: two plain cards next to
        # one that make a natural combination with it are fine with any joker, and else only the number of jokers
        # counts.
        self.jokers_alike = self.most == 3 or not self.natural_use

    def fit(self, a: int, b: int) -> bool:
        """Return whether one joker completes two plain cards (M-13)."""
        if a == b:
            return self.twins is True
        return self.natural.get((a, b), 0) != 0

    def third(self, a: int, b: int) -> int:
        """Return the set of cards that complete two to a combination, valid once the tiplu is seen (M-12, M-13)."""
        found = self.known.get((a, b))
        if found is None:
            found = self.known[a, b] = self.known[b, a] = sum(
                1 << c for c in range(len(ALL)) if self._is_valid(a, b, c)
            )
        return found

    def _is_valid(self, a: int, b: int, c: int) -> bool:
        plain = [card for card in (a, b, c) if not self.wild >> card & 1]
        count = 3 - len(plain)  # of jokers
        if self.natural.get((a, b), 0) >> c & 1 and (count == 0 or self.natural_use):
            return True
        if not 1 <= count <= self.most:
            return False
        return count > 1 or self.fit(plain[0], plain[1])

    def completing(self, primary: bool, a: int, b: int) -> int:
        """Return the set of cards that complete two to a primary combination, or to any."""
        return self.primary.get((a, b), 0) if primary else self.third(a, b)


@cache
def judge_of(options: tuple[object, ...], tiplu: int | None) -> Judge:
    return Judge(dict(zip(DECIDING, options, strict=True)), tiplu)


def judge(rules: Rules, tiplu: int | None) -> Judge:
    """Return the judge for rules and a tiplu, always the same one for the same."""
    return judge_of(tuple(rules.get(name, OPTIONS[name][0]) for name in DECIDING), tiplu)


# ------------------------------------------------------------------------------
# What can still be had
# ------------------------------------------------------------------------------


class Left:
    """The cards that can still be had, and what they complete."""

    def __init__(self, which: Judge, left: Counts) -> None:
        self.judge, self.left = which, list(left)
        self.there = [k for k, n in enumerate(left) if n]
        self.kinds = sum(1 << k for k in self.there)
        self.total = sum(left)
        self.can: dict[Group, bool] = {}

    def ways(self, group: Group) -> Iterator[Part]:
        """Yield all cards that complete a group, as long as they can be had."""
        primary, part = group
        if len(part) == 3:
            yield ()
            return
        here = [k for k in self.there if self.left[k]]
        if len(part) == 2:
            complete = self.judge.completing(primary, *part)
            yield from ((c,) for c in here if complete >> c & 1)
        elif len(part) == 1:
            for b in here:
                complete = self.judge.completing(primary, part[0], b)
                if complete & self.kinds:
                    yield from ((b, c) for c in here if c >= b and complete >> c & 1 and self.left[c] > (b == c))
        else:
            for a in here:
                for b in here:
                    if b >= a and self.left[b] > (a == b):
                        complete = self.judge.completing(primary, a, b)
                        for c in here:
                            if c >= b and complete >> c & 1 and self.left[c] > (a == c) + (b == c):
                                yield a, b, c

    def completes(self, group: Group) -> bool:
        """Return whether one group, alone, can be completed."""
        primary, part = group
        if len(part) == 3:
            return True
        if len(part) == 2:
            return self.judge.completing(primary, *part) & self.kinds != 0
        if group not in self.can:
            self.can[group] = any(True for _ in self.ways(group))
        return self.can[group]

    def complete(self, groups: Sequence[Group]) -> bool:
        """Return whether groups can be completed side by side: each way for the first is tried."""
        if not groups:
            return True
        for way in self.ways(groups[0]):
            for card in way:
                self.left[card] -= 1
            fine = self.complete(groups[1:])
            for card in way:
                self.left[card] += 1
            if fine:
                return True
        return False


# ------------------------------------------------------------------------------
# Combinations
# ------------------------------------------------------------------------------


class Hand:
    """All ways to give held cards to combinations. Sets of held cards are bits, card `place` of `cards` the bit 1 <<
    place; of cards that are all one, those named first are given away first.
    """

    def __init__(self, which: Judge, faces: Counts, left: Counts) -> None:
        self.judge, self.left = which, Left(which, left)
        self.faces = list(faces)
        wild = which.wild if which.jokers_alike else 0
        kinds = [k for k in range(len(ALL)) if faces[k] and not wild >> k & 1]
        kinds += [k for k in range(len(ALL)) if faces[k] and wild >> k & 1]
        self.cards = [k for k in kinds for _ in range(faces[k])]
        name = [-1 if wild >> k & 1 else k for k in self.cards]
        # The other places of cards that are all one with this one.
        self.alike = [sum(1 << j for j, other in enumerate(name) if other == mine) for mine in name]
        self.first = {k: self.cards.index(k) for k in kinds}
        self.never: dict[tuple[int, int], int] = {}
        self.options: dict[int, list[int]] = {}

    def parts(self) -> list[Part]:
        """Return all parts of primary combinations, the largest first."""
        kinds = [k for k in range(len(ALL)) if self.faces[k]]
        found: list[Part] = [()]
        found += [(a,) for a in kinds]
        for a in kinds:
            for b in kinds:
                complete = self.judge.primary.get((a, b), 0)
                if complete and b >= a and self.faces[b] > (a == b):
                    found.append((a, b))
                    found += [
                        (a, b, c) for c in kinds if c >= b and complete >> c & 1 and self.faces[c] > (a == c) + (b == c)
                    ]
        return sorted(
            (part for part in found if self.left.completes((True, part))), key=lambda part: (-len(part), part)
        )

    def primaries(self, number: int, missing: int) -> Iterator[tuple[list[Group], int, int]]:
        """Yield all choices of so many disjoint parts of primary combinations that miss no more than so many cards,
        with the set of cards left over and how many more may be missing. Different parts that are left with the same
        cards and miss the same are different choices: other cards complete them.
        """
        parts = self.parts()

        def choose(start: int, wanted: int, missing: int) -> Iterator[tuple[list[Group], int, int]]:
            if not wanted:
                rest = sum(1 << self.first[k] + i for k in self.first for i in range(self.faces[k]))
                yield [], rest, missing
                return
            for place in range(start, len(parts)):
                part = parts[place]
                if 3 - len(part) > missing:
                    return
                for card in part:
                    self.faces[card] -= 1
                if all(self.faces[card] >= 0 for card in part):
                    for groups, rest, more in choose(place, wanted - 1, missing - 3 + len(part)):
                        yield [(True, part), *groups], rest, more
                for card in part:
                    self.faces[card] += 1

        return choose(0, number, missing)

    def others(self, rest: int, number: int, missing: int) -> Iterator[list[Group]]:
        """Yield choices of so many disjoint parts of combinations of any sort, out of a set of held cards, that miss no
        more than so many cards: what the first of the cards is in is tried, and that it is in none.
        """
        if number == 0:
            yield []
            return
        if 3 * number - missing > rest.bit_count() or self.never.get((rest, number), -1) >= missing:
            return
        any_way = False
        if not rest:
            # All that is left to choose are empty parts.
            if self.left.completes((False, ())):
                any_way = True
                yield [(False, ())] * number
        else:
            low = rest & -rest
            place = low.bit_length() - 1
            for part in self._with(place, rest):
                short = 3 - part.bit_count()
                if short <= missing:
                    group = (False, tuple(card for i, card in enumerate(self.cards) if part >> i & 1))
                    for groups in self.others(rest & ~part, number - 1, missing - short):
                        any_way = True
                        yield [group, *groups]
            # The first card is in none: then none of those that are all one with it is.
            for groups in self.others(rest & ~self.alike[place], number, missing):
                any_way = True
                yield groups
        if not any_way:
            self.never[rest, number] = missing

    def _with(self, place: int, rest: int) -> Iterator[int]:
        """Yield the parts with the card at a place, out of a set of held cards: sets of three, two and one."""
        cards = self.cards
        if place not in self.options:
            later = range(place + 1, len(cards))
            threes = [
                (1 << place | 1 << i | 1 << j)
                for i in later
                for j in range(i + 1, len(cards))
                if self.judge.third(cards[place], cards[i]) >> cards[j] & 1
            ]
            twos = [1 << place | 1 << i for i in later if self.left.completes((False, (cards[place], cards[i])))]
            ones = [1 << place] if self.left.completes((False, (cards[place],))) else []
            self.options[place] = threes + twos + ones
        for part in self.options[place]:
            if not part & ~rest and self._first_come(part, rest):
                yield part

    def _first_come(self, part: int, rest: int) -> bool:
        """Return whether of cards that are all one the part has those named first."""
        left = part
        while left:
            low = left & -left
            if low - 1 & self.alike[low.bit_length() - 1] & rest & ~part:
                return False
            left ^= low
        return True

    def groups(self, primary: int, others: int, missing: int) -> list[Group] | None:
        """Return parts that miss no more than so many cards, which can be had; None if there are none."""
        for laid, rest, more in self.primaries(primary, missing):
            for further in self.others(rest, others, more):
                # What is hardest to complete first.
                order = sorted([*laid, *further], key=lambda group: (-len(group[1]), not group[0]))
                if self.left.complete(order):
                    return [*laid, *further]
        return None

    def distance(self, primary: int, others: int, least: int = 0) -> int | None:
        """Return how many cards are missing, None if no cards that can be had will do."""
        for missing in range(least, min(3 * (primary + others), self.left.total) + 1):
            if self.groups(primary, others, missing) is not None:
                return missing
        return None


# ------------------------------------------------------------------------------
# Questions
# ------------------------------------------------------------------------------


def dublee_distance(faces: Counts, left: Counts, dublees: int) -> int | None:
    """Return how many cards are missing for so many different kinds held twice, men apart (M-15)."""
    costs = sorted(max(0, 2 - faces[k]) for k in range(len(KINDS)) if faces[k] + left[k] >= 2)
    return sum(costs[:dublees]) if len(costs) >= dublees else None


def combo_distance(
    rules: Rules, tiplu: int | None, primary: int, others: int, faces: Counts, left: Counts
) -> int | None:
    """Return how many cards are missing for so many combinations."""
    return Hand(judge(rules, tiplu), faces, left).distance(primary, others)


def distance(rules: Rules, tiplu: int | None, goal: Goal, faces: Counts, left: Counts) -> int | None:
    """Return the distance to the nearer part of a goal, None if no draw can ever do.

    >>> hand = [0] * 53
    >>> for card in "9c 9d 9h Kc Kd Kh 2c 2d 2h 5d 5d Jd".split():
    ...     hand[NUMBER[card]] += 1
    >>> distance({}, NUMBER["Jc"], (0, 4, CLOSED), hand, [1] * 53)
    1
    """
    primary, others, dublees = goal
    found = []
    if primary != CLOSED:
        found.append(combo_distance(rules, tiplu, primary, others, faces, left))
    if dublees != CLOSED:
        found.append(dublee_distance(faces, left, dublees))
    return min((d for d in found if d is not None), default=None)


def moved(counts: Counts, card: int, by: int) -> list[int]:
    """Return the counts with one card more or less."""
    out = list(counts)
    out[card] += by
    return out


def useful(rules: Rules, tiplu: int | None, goal: Goal, faces: Counts, left: Counts) -> set[int]:
    """Return the cards that can be had and of which a draw lowers the distance."""
    now = distance(rules, tiplu, goal, faces, left)
    if not now:
        return set()
    found = set()
    for card in range(len(ALL)):
        if left[card]:
            then = distance(rules, tiplu, goal, moved(faces, card, 1), moved(left, card, -1))
            if then is not None and then < now:
                found.add(card)
    return found


def left_beside(rules: Rules, tiplu: int | None, gone: Counts) -> list[int]:
    """Return what can still be had when these cards, and one copy of the tiplu, cannot (M-1, M-5)."""
    men = rules.get("printed_jokers", 0)
    assert isinstance(men, int)
    return [n - gone[k] - (k == tiplu) for k, n in enumerate([3] * len(KINDS) + [men])]
