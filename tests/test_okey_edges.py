"""Edges of the API that a first user ran into: each once, so that it stays mended."""

from __future__ import annotations

import copy
import dataclasses
import mmap
import pickle
import subprocess
import sys
from array import array
from typing import Any

import pytest
from okey_decks import stack
from okey_rounds import Plan, play_plan

from rummycore import NotationError, RulesError, RummyError, StateError, _core, marriage, okey

WIN = "r4 b11 r6 y1 y2 y3 y4 y5 b5 k5 k8 k9 k10 k11"


@pytest.mark.parametrize("rules", [okey.CLASSIC, okey.PARTNERS, marriage.PAGAT, marriage.NEPAL], ids=repr)
def test_rules_are_plain_values(rules: okey.Rules | marriage.Rules) -> None:
    """Rules copy, pickle, hash and turn into dicts like any frozen dataclass, and their fields cannot be set."""
    assert dataclasses.replace(rules) == copy.deepcopy(rules) == pickle.loads(pickle.dumps(rules)) == rules
    assert hash(dataclasses.replace(rules)) == hash(rules)
    assert (
        list(dataclasses.asdict(rules)) == [field.name for field in dataclasses.fields(rules)] == list(rules.to_dict())
    )
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.turn_cap = 3  # type: ignore[misc]


def test_presets_cannot_be_changed() -> None:
    """The presets by name are read-only."""
    for presets in (okey.PRESETS, marriage.PRESETS):
        with pytest.raises(TypeError):
            presets["MINE"] = okey.CLASSIC  # type: ignore[index]


@pytest.mark.parametrize(("before", "ends"), [(1, True), (0, False), (-3, False), (2, False)])
def test_a_show_ends_the_match_only_where_it_brings_somebody_down(before: int, ends: bool) -> None:
    """O-33: an immediate end asks that the show itself takes somebody from above 0 to 0 or below."""
    rules = okey.Rules(payout="deduct", game_end_check="immediate", color_rule="off")
    state = okey.deal(rules=rules, points=[before, 9, 9, 9], deck=stack("y3", {1: "y3"}))
    state.play("show")
    assert state.over is ends


def test_a_declaration_may_be_what_an_analysis_printed() -> None:
    """Melds and their texts, wilds with what they stand for, are taken as parts of a declaration."""
    melds = okey.analyze(WIN, indicator="b10").melds
    for declared in (melds, [str(meld) for meld in melds], [str(meld).split() for meld in melds]):
        assert okey.check_declaration(declared, discard="r13", indicator="b10")


@pytest.mark.parametrize(
    ("rules", "pair", "code"),
    [
        (okey.Rules(seven_pairs=False), "r1 r1", "pair_never"),
        (okey.Rules(pairs_with_jokers="none"), "k12 y7", "pair_wild"),
        (okey.CLASSIC, "r1 r2", "meld_pair"),
    ],
)
def test_why_two_tiles_are_no_pair(rules: okey.Rules, pair: str, code: str) -> None:
    """O-21: a pair is refused because the rules know none, because a wild may not complete
    it, or because it is none.
    """
    pairs = [pair, *(f"{tile} {tile}" for tile in ("r4", "r9", "y2", "b7", "k3", "b9"))]
    assert okey.check_declaration(pairs, discard="F", indicator="y6", rules=rules).code == code


@pytest.mark.parametrize(
    ("pieces", "code"),
    [("r1 r3 r13", "meld_gap"), ("r13 r1 r2", "meld_wrap"), ("r12 r13 r1 r2", "meld_wrap"), ("r11 r13 r2", "meld_gap")],
)
def test_a_gap_is_not_called_a_wrap(pieces: str, code: str) -> None:
    """O-19: only what would be a run on a circle goes past its end."""
    from rummycore import HandError

    with pytest.raises(HandError) as refused:
        okey.meld(pieces, indicator="k9")
    assert refused.value.code == code


def test_bots_are_asked_only_on_their_turn() -> None:
    """A bot that is given the view of a seat not to act says so, and a view that was printed and
    read back serves like its original.
    """
    for game in (okey, marriage):
        state = game.deal(seed=1)
        for bot in (game.simple_bot, game.random_bot(1)):
            for seat in (None, 0, 2, 3):
                with pytest.raises(StateError):
                    bot(state.view(seat))
        view = state.view(1)
        names = {name: getattr(game, name) for name in game.__all__}
        assert game.simple_bot(eval(repr(view), names)) == game.simple_bot(view)


@pytest.mark.parametrize(
    ("arguments", "error", "names"),
    [
        ({"okey_finish": True}, StateError, "without a winner"),
        ({"win": "pairs"}, StateError, "win=pairs"),
        ({"win": "melds"}, StateError, "win=melds"),
        ({"shower": 1, "rules": okey.CLASSIC}, RulesError, "seat 1 shows"),
        ({"winner": 0, "win": "pairs", "rules": okey.Rules(seven_pairs=False)}, RulesError, "win=pairs: the rules"),
        ({"winner": 0, "win": "both", "rules": okey.Rules(seven_pairs=False)}, RulesError, "win=both: the rules"),
    ],
    ids=["okey finish", "pairs", "melds", "show", "no pairs", "no pairs in both"],
)
def test_a_settlement_refuses_what_means_nothing(
    arguments: dict[str, Any], error: type[RummyError], names: str
) -> None:
    """A way of winning without a winner, and shows and pairs under rules that know none, are refused by name."""
    with pytest.raises(error, match=names):
        okey.settle([10, 10], indicator="k9", **arguments)


def test_nobody_wins_a_round_that_a_show_has_ended() -> None:
    """O-33: with an immediate end a show that took somebody's last points leaves no winner."""
    rules = okey.Rules(payout="deduct", game_end_check="immediate")
    assert okey.settle([1, 20], indicator="y3", shower=1, rules=rules).points == (0, 20)
    with pytest.raises(StateError, match="seat 1 has ended the round"):
        okey.settle([1, 20], indicator="y3", shower=1, winner=1, rules=rules)


@pytest.mark.parametrize("points", [[0, 20, 20, 20], [-3, 2, 20, 20]])
def test_a_show_ends_only_the_round_in_which_it_brings_somebody_to_nothing(points: list[int]) -> None:
    """O-33: points that are 0 or below before a show do not end the round; `settle` and a played round say the same."""
    rules = okey.Rules(payout="deduct", game_end_check="immediate")
    plan = Plan(1, indicator="y1", shower=1, tile="y1")
    outcome = play_plan(plan, rules=rules, points=points).outcome
    assert outcome is not None
    assert (outcome.ending, outcome.winner) == ("won", 1)
    assert okey.settle(points, indicator="y1", shower=1, winner=1, rules=rules).points == outcome.points


def test_every_buffer_of_faces_serves() -> None:
    """Faces come from bytes, arrays, memory maps and many-dimensional views of rows of 53; other shapes are refused."""
    row = bytes(_core.counts(okey.tiles(WIN)))
    expected = okey.batch.encode([WIN], "b10")
    with mmap.mmap(-1, len(row)) as mapped:
        mapped[:] = row
        assert okey.batch.encode(mapped, "b10") == expected
    square = memoryview(row * 53).cast("B", (53, 53))
    for source in (row, bytearray(row), memoryview(row), array("B", row)):
        assert okey.batch.encode(source, "b10") == expected
    assert len(okey.batch.encode(square, "b10")) == 53 * 53
    with pytest.raises(ValueError, match="rows of 53"):
        okey.batch.win(memoryview(bytes(106)).cast("B", (53, 2)))
    with pytest.raises(NotationError, match="hand 1"):
        okey.batch.encode([WIN, "r1 x"], "b10")


def test_known_tiles_are_those_taken_or_shown() -> None:
    """C keeps how many tiles of each hand everybody knows: taken from the discards or
    shown, until they are discarded.
    """
    state = okey.deal(rules=okey.DEDUCT, deck=stack("y3", {1: "y3 r9", 2: "k1"}))
    state.play("show")
    state.play("discard r9")
    state.play("take")
    known = state._raw.known
    assert (known[1][okey.Tile("y3")], known[2][okey.Tile("r9")]) == (1, 1)
    state.play("discard r9")
    assert known[2][okey.Tile("r9")] == 0
    assert sum(known[seat][kind] for seat in range(4) for kind in range(53)) == 1


@pytest.mark.parametrize("closed", ["0", "1", "2"])
def test_the_command_bears_closed_streams(closed: str) -> None:
    """With stdin, stdout or stderr closed by its caller the command ends without a traceback."""
    arguments = "analyze okey --indicator k2 -" if closed == "0" else "demo"
    told = subprocess.run(
        ["sh", "-c", f'exec "$0" -m rummycore {arguments} {closed}>&-', sys.executable],
        capture_output=True,
        check=False,
    )
    assert b"Traceback" not in told.stderr
    assert told.returncode == 0


def test_an_error_of_the_command_is_one_line() -> None:
    """Even where a file's name has a line break, or nothing can be written."""
    run = [sys.executable, "-m", "rummycore"]
    named = subprocess.run(
        [*run, "simulate", "okey", "--rounds", "1", "--rules", "no\nfile"], capture_output=True, check=False
    )
    assert (named.returncode, named.stderr.count(b"\n")) == (1, 1)
    with open("/dev/full", "wb") as full:
        unwritten = subprocess.run([*run, "demo"], stdout=full, stderr=subprocess.PIPE, check=False)
    assert unwritten.returncode == 1
    assert unwritten.stderr == b"rummycore: No space left on device\n"
