"""Rules O-18 to O-23 of docs/okey.md: groups, runs, and the hands that win."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from okey_decks import stack
from okey_rounds import MELDED, Plan, code_of, play_plan, seven_pairs

from rummycore import HandError, okey
from rummycore.okey import MeldKind, Rules, Tile, Win

NO_WRAP = Rules(run_wrap="none")
WILD = Rules(false_joker_role="wild")
COLOURS = "rybk"


def refusal(pieces: str, indicator: str = "k9", rules: Rules | None = None) -> str:
    """Return why the tiles are no meld, in one word, or what meld they are."""
    try:
        return str(okey.meld(pieces, indicator=indicator, rules=rules).kind)
    except HandError as error:
        return error.code


def win(hand: str, indicator: str, rules: Rules | None = None) -> Win | None:
    """Return how 14 tiles win."""
    return okey.analyze(hand, indicator=indicator, rules=rules).win


# ------------------------------------------------------------------------------
# O-18 groups
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 14))
def test_o18_groups(number: int) -> None:
    """Three or four tiles of one number in different colours are a group, in any order; that is all 65 of them."""
    indicator = "k1" if number > 2 else "k9"
    for size in (3, 4):
        for colours in combinations(COLOURS, size):
            for order in permutations(colours):
                found = okey.meld([f"{c}{number}" for c in order], indicator=indicator)
                assert (found.kind, found.points) == (MeldKind.GROUP, number * size)


@pytest.mark.parametrize(
    ("pieces", "why"),
    [
        ("r7", "meld_size"),
        ("r7 y7", "meld_pair"),
        ("r7 r7 y7", "meld_suit"),
        ("r7 y7 b7 b7", "meld_suit"),
        ("r7 y7 b8", "meld_mixed"),
        ("r7 y7 b7 k8", "meld_mixed"),
        ("r7 y7 b7 k7 k10", "meld_size"),
        ("r7 y7 b7 k7 k10 k10", "meld_size"),
        ("r10 y10 b10 F F", "meld_suit"),
        ("r7 y7 F", "meld_mixed"),
    ],
)
def test_o18_no_groups(pieces: str, why: str) -> None:
    """Two tiles, five tiles, two of a colour, or another number are no group, and the refusal says which."""
    assert refusal(pieces) == why


@pytest.mark.parametrize(
    ("pieces", "stands", "points"),
    [
        ("k10 r7 b7", [{"y7", "k7"}], 21),
        ("r7 k10 y7 k7", [{"b7"}], 28),
        ("F r10 b10", [], 30),
        ("F r10 k10", [{"y10", "b10"}], 30),
        ("k10 k10 r13 y13", [{"b13", "k13"}, {"b13", "k13"}], 52),
    ],
)
def test_o18_groups_with_okeys(pieces: str, stands: list[set[str]], points: int) -> None:
    """An okey stands for a missing colour of a group, and a false joker is the okey's own colour in it."""
    found = okey.meld(pieces, indicator="k9")
    named = [str(face) for face in found.stands if face is not None]
    assert (found.kind, found.points, len(named), len(set(named))) == ("group", points, len(stands), len(stands))
    assert all(face in allowed for face, allowed in zip(named, stands, strict=True))
    assert refusal(f"{pieces} r1") != "group"


# ------------------------------------------------------------------------------
# O-19 runs
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("rules", "last"), [(Rules(), 14), (NO_WRAP, 13)])
def test_o19_runs(colour: str, rules: Rules, last: int) -> None:
    """Of all windows on the circle of numbers, the runs are those of three or more that do
    not go past the 1 after 13.
    """
    indicator = "k5" if colour != "k" else "r5"
    windows = [
        [(n - 1) % 13 + 1 for n in range(start, start + size)] for size in range(3, 15) for start in range(1, 14)
    ]
    runs = {tuple(sorted(window)) for i, window in enumerate(windows) if i % 13 + len(window) <= last}
    assert len(runs) == (77 if last == 14 else 66)  # 1..13 and 2..13-1 are the same tiles
    for window in windows:
        found = refusal(" ".join(f"{colour}{n}" for n in window), indicator, rules)
        assert (found == "run") == (tuple(sorted(window)) in runs)


@pytest.mark.parametrize(
    ("pieces", "why"),
    [
        ("r1 r2", "meld_pair"),
        ("r1 r2 r4", "meld_gap"),
        ("r1 r2 r2", "meld_gap"),
        ("r1 r2 y3", "meld_mixed"),
        ("r13 r1 r2", "meld_wrap"),
        ("r12 r13 r1 r2", "meld_wrap"),
        ("r13 k10 r2", "meld_wrap"),
        ("k12 k13 k1 k2 k10", "meld_wrap"),
        ("r1 F r3", "meld_mixed"),
    ],
)
def test_o19_no_runs(pieces: str, why: str) -> None:
    """Two tiles, a gap, a number twice, another colour, or going on after 13-1 is no run,
    and the refusal says which.
    """
    assert refusal(pieces) == why


def test_o19_one_after_thirteen() -> None:
    """With run_wrap=high_one a 1 follows 13 and ends the run; with none it stands only before 2."""
    for pieces in ("r12 r13 r1", "r11 r12 r13 r1", "k10 r13 r1", "r12 k10 r1"):
        assert refusal(pieces) == "run"
    assert refusal("r12 r13 r1", rules=NO_WRAP) == "meld_wrap"
    assert refusal("r1 r2 r3", rules=NO_WRAP) == "run"
    hand = "y12 y13 y1 r4 r5 r6 r7 r2 b2 k2 b8 b9 b10 b11"
    assert (win(hand, "k9"), win(hand, "k9", NO_WRAP)) == ("melds", "none")


def test_o19_runs_with_okeys() -> None:
    """Okeys stand at either end or inside a run, alone or side by side."""
    for pieces, text in (
        ("r5 k10 r7", "r5 k10=r6 r7"),
        ("r5 r6 k10", "r5 r6 k10=r7"),
        ("r12 r13 k10", "k10=r11 r12 r13"),
        ("r5 k10 k10 r8", "r5 k10=r6 k10=r7 r8"),
        ("k9 F k11", "k9 F k11"),
        ("k8 k10 F", "k8 k10=k9 F"),
    ):
        assert str(okey.meld(pieces, indicator="k9")) == text


# ------------------------------------------------------------------------------
# O-20 win by melds
# ------------------------------------------------------------------------------


def test_o20_all_14_tiles_in_melds() -> None:
    """A hand wins if all its tiles fall into melds; a tile too many or in two melds at once is no win."""
    assert win(MELDED, "k12") == "melds"
    assert win("r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k1 k2 k3 k5", "k12") == "none"
    assert win("r3 r4 r5 r5 r6 r7 y2 b2 k2 y8 y9 y10 y11 y12", "k6") == "melds"
    assert win("r3 r4 r5 r6 r7 y3 b3 k3 y5 y8 y9 y10 y11 y12", "k6") == "none"


def test_o20_the_best_melds_are_not_the_first() -> None:
    """A tile may have to leave a group for a run, or a run for a group."""
    assert win("r3 y3 b3 k3 r4 r5 y9 y10 y11 y12 b7 b8 b9 b10", "k6") == "melds"
    assert win("r3 r4 r5 r6 y6 b6 k8 k9 k10 k11 r1 y1 b1 k1", "k2") == "melds"


@pytest.mark.parametrize(
    ("melded", "loose"),
    [
        ("r2 y2 b2 k2 r7 y7 b7 k7 r13 y13 b13 k13", "b10"),
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12", "b10"),
        ("r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13", "b1"),
        ("r1 r2 r3 y1 y2 y3 b1 b2 b3 k1 k2 k3", "b10"),
        ("r1 y1 b1 r1 y1 k1 r13 y13 b13 r13 y13 k13", "b10"),
    ],
)
@pytest.mark.parametrize("rules", [Rules(), NO_WRAP])
def test_o20_where_all_is_melded_there_is_room_for_okeys(melded: str, loose: str, rules: Rules) -> None:
    """Twelve tiles in melds and two okeys win, but with one okey and a tile that fits nowhere they do not."""
    assert win(f"{melded} k10 k10", "k9", rules) == "melds"
    assert win(f"{melded} k10 {loose}", "k9", rules) == "none"


def test_o20_okeys_too_must_stand_in_a_meld() -> None:
    """An okey cannot be the fifth tile of a group; with a single loose tile it makes no meld."""
    assert win("r2 y2 b2 k2 r7 y7 b7 k7 r13 y13 b13 k13 y5 r10", "y4") == "none"
    assert win("r1 r2 r3 y4 y5 y6 b7 b8 b9 k10 k11 k12 k7 b1", "k6") == "none"
    assert win("r1 r2 r3 y4 y5 y6 b7 b8 b9 k10 k11 k12 k7 b10", "k6") == "melds"


def test_o20_a_meld_of_wild_tiles_only() -> None:
    """Three or four wild tiles are a meld by themselves, two are none."""
    eleven = "r2 y2 b2 k2 r7 y7 b7 k7 r12 y12 k12"
    assert okey.check_declaration(
        ["r2 y2 b2 k2", "r7 y7 b7 k7", "r12 y12 k12", "k10 k10 F"], discard="r9", indicator="k9", rules=WILD
    ).ok
    assert win(f"{eleven} k10 k10 F", "k9", WILD) == "melds"
    assert win("r2 y2 b2 k2 r7 y7 b7 r12 y12 k12 k10 k10 F F", "k9", WILD) == "melds"
    assert refusal("k10 k10 F F", rules=WILD) in ("group", "run")
    declared = ["r2 y2 b2 k2", "r7 y7 b7 k7", "r12 y12 b12 k12", "k10 k10"]
    assert okey.check_declaration(declared, discard="r9", indicator="k9").code == "mixed"


def test_o20_declared_melds_hold_just_the_14_tiles() -> None:
    """A declaration with a tile more or less, or in two melds, or not held, is refused by its reason."""
    melds = ["r1 r2 r3", "y5 y6 y7 y8", "r9 y9 b9", "k1 k2 k3 k4"]
    hand = f"{MELDED} r13"
    assert okey.check_declaration(melds, discard="r13", indicator="k9", hand=hand)
    for declared, discard, code in (
        ([*melds[:3], "k1 k2 k3"], "r13", "left_over"),
        ([*melds, "b1 b2 b3"], "r13", "not_held"),
        (melds, "r12", "not_held"),
        (["r1 r2 r3", "r1 r2 r3", *melds[1:]], "r13", "not_held"),
    ):
        verdict = okey.check_declaration(declared, discard=discard, indicator="k9", hand=hand)
        assert (verdict.ok, bool(verdict), verdict.code) == (False, False, code)
    assert okey.check_declaration(melds[:3], discard="r13", indicator="k9").code == "count"
    assert okey.check_declaration(["r1 r1 r1", *melds], discard="r13", indicator="k9").code == "copies"


# ------------------------------------------------------------------------------
# O-21 to O-23 pairs, both, okey finish
# ------------------------------------------------------------------------------

SIX = "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3"


@pytest.mark.parametrize(
    ("two", "by_default", "without_jokers"),
    [
        ("k12 k12", "pairs", "pairs"),
        ("F F", "pairs", "pairs"),
        ("k12 y7", "pairs", "none"),
        ("y7 y7", "pairs", "none"),
        ("F y7", "pairs", "none"),
        ("F k12", "none", "none"),
        ("k12 b12", "none", "none"),
        ("y6 y7", "pairs", "none"),
    ],
)
def test_o21_seven_pairs(two: str, by_default: str, without_jokers: str) -> None:
    """Six pairs and two more tiles win as the okeys allow: with pairs_with_jokers=none any
    okey spoils the seven pairs.
    """
    assert win(f"{SIX} {two}", "y6") == by_default
    assert win(f"{SIX} {two}", "y6", Rules(pairs_with_jokers="none")) == without_jokers
    assert win(f"{SIX} {two}", "y6", Rules(seven_pairs=False)) == "none"


@pytest.mark.parametrize(
    ("two", "by_any", "by_none"),
    [("F F", "pairs", "none"), ("F k12", "pairs", "none"), ("F y7", "pairs", "none"), ("k12 k12", "pairs", "pairs")],
)
def test_o21_seven_pairs_with_wild_false_jokers(two: str, by_any: str, by_none: str) -> None:
    """A wild false joker makes a pair with any tile, or with pairs_with_jokers=none with no tile at all."""
    assert win(f"{SIX} {two}", "y6", WILD) == by_any
    assert win(f"{SIX} {two}", "y6", Rules(false_joker_role="wild", pairs_with_jokers="none")) == by_none


def test_o21_pairs_may_be_alike() -> None:
    """Two false jokers are a pair, two okeys as well, and both may stand in one hand."""
    hand = "r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 F F y7 y7"
    found = okey.analyze(hand, indicator="y6")
    assert found.win == "pairs"
    assert len(found.pairs) == 7
    assert all(meld.kind is MeldKind.PAIR for meld in found.pairs)
    assert win("r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 F k3 y7 y7", "y6") == "pairs"
    assert win("r1 r1 r4 r4 r9 r9 y2 y2 b7 k3 F k4 y7 y7", "y6") == "none"


def test_o21_pairs_and_melds_never_mix() -> None:
    """Melds for some tiles and pairs for the others are no win, declared or not."""
    assert win("r1 r2 r3 k4 k5 k6 r9 r9 y2 y2 b7 b7 k12 k12", "y6") == "none"
    declared = ["r1 r2 r3", "k4 k5 k6", "r9 r9", "y2 y2", "b7 b7", "k12 k12"]
    assert okey.check_declaration(declared, discard="y13", indicator="y6").code == "mixed"


def test_o21_declared_pairs() -> None:
    """Seven pairs may be declared unless seven_pairs is off."""
    declared = [f"{tile} {tile}" for tile in ["r1", "r4", "r9", "y2", "b7", "k3", "k12"]]
    assert okey.check_declaration(declared, discard="y13", indicator="y6").ok
    assert not okey.check_declaration(declared, discard="y13", indicator="y6", rules=Rules(seven_pairs=False)).ok
    with_okey = [*declared[:6], "k12 y7"]
    assert okey.check_declaration(with_okey, discard="y13", indicator="y6").ok
    assert not okey.check_declaration(
        with_okey, discard="y13", indicator="y6", rules=Rules(pairs_with_jokers="none")
    ).ok


@pytest.mark.parametrize(
    ("rules", "expected"),
    [(Rules(), "ok"), (Rules(pairs_with_jokers="none"), "not_won"), (Rules(seven_pairs=False), "not_won")],
)
def test_o21_a_round_follows_the_options(rules: Rules, expected: str) -> None:
    """A finish with seven pairs, one completed by an okey, is legal in a round just where the options allow it."""
    state = okey.deal(rules=rules, deck=stack("y6", {1: f"{SIX} k12 y7 y13"}))
    assert code_of(state, "finish y13") == expected


BOTH = "r1 r1 r2 r2 r3 r3 r4 r4 r5 r5 r6 r6 r7 r7"


def test_o22_melds_and_pairs_at_once_count_as_pairs() -> None:
    """A hand that is melds and pairs is paid as seven pairs and laid out in pairs; one by melds alone is not."""
    assert win(BOTH, "b12") == "both"
    assert (win(BOTH, "b12", Rules(seven_pairs=False)), win(MELDED, "b12")) == ("melds", "melds")
    for rules, how, points, sizes in (
        (Rules(), "both", (16, 8, 8, 8), {2}),
        (Rules(seven_pairs=False), "melds", (13, 9, 9, 9), {3, 4, 5}),
    ):
        outcome = play_plan(Plan(0, "both", indicator="b12", hand=BOTH), rules=rules).outcome
        assert outcome is not None
        assert (outcome.win, outcome.points) == (how, points)
        assert {len(meld.tiles) for meld in outcome.melds} <= sizes
    assert okey.settle([10] * 4, indicator="b12", winner=0, win="both").points == (16, 8, 8, 8)


def test_o22_both_ways_are_told() -> None:
    """`analyze` tells of a finish whether it wins by melds, by pairs, or both."""
    found = okey.analyze(f"{BOTH} r8", indicator="b12").finishes
    by = {str(finish.discard): finish.by for finish in found}
    assert by.pop("r8") == ("melds", "pairs")
    assert by == dict.fromkeys(["r1", "r4", "r5", "r7"], ("melds",))
    pairs = okey.analyze(f"{SIX} k12 k12 y13", indicator="y6").finishes
    assert [(str(finish.discard), finish.by) for finish in pairs] == [("y13", ("pairs",))]


@pytest.mark.parametrize("rules", [Rules(), WILD])
@pytest.mark.parametrize(("tile", "expected"), [("y4", True), ("F", False), ("y3", False), ("b13", False)])
def test_o23_okey_finish(rules: Rules, tile: str, expected: bool) -> None:
    """Only a printed okey as finishing tile is an okey finish: no false joker, whatever its
    role, nor the indicator's twin.
    """
    outcome = play_plan(Plan(2, indicator="y3", tile=tile), rules=rules).outcome
    assert outcome is not None
    assert (outcome.tile, outcome.okey_finish) == (Tile(tile), expected)
    assert outcome.points == ((8, 8, 16, 8) if expected else (9, 9, 13, 9))


def test_o23_analysis_names_the_okey_finish() -> None:
    """`analyze` marks the finish that throws the okey; an okey that stays in the hand earns nothing."""
    found = okey.analyze("r1 r2 r3 r4 y5 y6 y7 y8 r9 b9 k9 k1 k2 k3 b11", indicator="b10").finishes
    assert [str(finish.discard) for finish in found if finish.okey] == ["b11"]
    assert len(found) == 15
    state = play_plan(Plan(2, indicator="b10", hand="r1 r2 r3 r4 y5 y6 y7 y8 r9 b9 b11 k1 k2 k3"))
    assert state.outcome is not None
    assert (state.outcome.okey_finish, state.outcome.points) == (False, (9, 9, 13, 9))


def test_o23_seven_pairs_and_okey_finish() -> None:
    """A finish by seven pairs may be an okey finish as well."""
    plan = Plan(1, "pairs", okey_finish=True, indicator="b6")
    assert win(seven_pairs("b6"), "b6") == "pairs"
    outcome = play_plan(plan).outcome
    assert outcome is not None
    assert (outcome.win, outcome.okey_finish, outcome.points) == ("pairs", True, (6, 22, 6, 6))
