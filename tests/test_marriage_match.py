"""Matches and records of Marriage: what the points are, who deals, and what is left to chance after the deal."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kit import bot_move
from mangling import sealed
from marriage_decks import play_out
from marriage_kit import KIT, drafting

from rummycore import RummyError, StateError, marriage
from rummycore.marriage import Match, Move, Rules, State, replay

SHORT = Rules(turn_cap=6)


# ------------------------------------------------------------------------------
# Hand after hand
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_match_nets_add_up(players: int) -> None:
    """The points of a match are the sums of each seat's nets; they always add up to 0, and change only at the end of a
    hand."""
    match = Match(players, players=players, max_rounds=5)
    before = (0,) * players
    while not match.over:
        state = match.next_round()
        while not state.over:
            assert match.points == before
            bot_move(KIT, state)
        assert state.outcome is not None
        before = tuple(a + b for a, b in zip(before, state.outcome.payoffs, strict=True))
        assert match.points == before
        assert sum(before) == 0
        assert match.outcomes[-1] == state.outcome
    assert len(match.outcomes) == 5
    assert any(any(outcome.payoffs) for outcome in match.outcomes)


@pytest.mark.parametrize(("rotation", "expected"), [("next", [1, 2, 0, 1]), ("fixed", [1, 1, 1, 1])])
def test_match_dealers(rotation: str, expected: list[int]) -> None:
    """The dealers of hands without a winner follow the rule."""
    match = Match(1, players=3, dealer=1, rules=Rules(dealer_rotation=rotation, turn_cap=3))
    found = []
    for _ in expected:
        state = match.next_round()
        found.append(match.dealer)
        assert state.dealer == match.dealer
        play_out(state)
    assert found == expected


def test_match_the_winner_deals() -> None:
    """With dealer_rotation=winner who won a hand deals the next."""
    match = Match(5, rules=Rules(dealer_rotation="winner"), max_rounds=8)
    last = None
    while not match.over:
        state = match.next_round()
        assert last is None or state.dealer == last
        while not state.over:
            bot_move(KIT, state)
        last = state.outcome.winner  # type: ignore[union-attr]
    assert len({outcome.winner for outcome in match.outcomes}) > 1


# ------------------------------------------------------------------------------
# Records
# ------------------------------------------------------------------------------


def test_undo_chooses_the_same_tiplu_again() -> None:
    """After an undone draw the same card comes, and after an undone `see` the same tiplu."""
    state = drafting()
    for move in ("lay Qd Kd Ad", "lay 3s 4s 5s", "see"):
        state.play(move)
    tiplu = state.tiplu
    assert state.undo().move == Move("see")
    assert state.tiplu is None
    state.play("see")
    assert state.tiplu == tiplu
    state.forget()
    with pytest.raises(StateError):
        state.undo()


def test_record_keeps_chance() -> None:
    """The chance of a record decides what is left to chance after the deal: the tiplu and reshuffles, and nothing
    before."""
    record = drafting().record()
    tiplus = set()
    for chance in range(30):
        state = replay(replace(record, chance=chance))
        assert state.hand(1) == replay(record).hand(1)
        for move in ("lay Qd Kd Ad", "lay 3s 4s 5s", "see"):
            state.play(move)
        tiplus.add(state.tiplu)
        assert state.record().chance == chance
    assert len(tiplus) > 10
    assert marriage.deal(seed=1).record().chance != marriage.deal(seed=2).record().chance
    assert marriage.deal(seed=1, chance=5).record().chance == 5


# ------------------------------------------------------------------------------
# Bytes
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "value", "code"),
    [
        (6, 7, "seats"),
        (6, 0, "seats"),
        (24, 1, "bytes"),
        (24, 9, "range"),
        (-5, 99, "number"),
        (-5, 52, "deck"),
    ],
)
def test_bytes_of_another_table_are_refused(at: int, value: int, code: str) -> None:
    """With a checksum that fits, seats, options and cards that cannot be are still refused, and the code says why."""
    body = bytearray(bytes(marriage.deal(seed=1)))
    body[at] = value
    with pytest.raises(RummyError) as refused:
        State.from_bytes(sealed(bytes(body[:-4])))
    assert refused.value.code == code


def test_a_seed_gives_the_same_match_for_ever() -> None:
    """The first dealer, the decks and the chances of the first hands of a seed are pinned: saved matches keep only the
    seed and the moves."""
    match = Match(2024, rules=SHORT)
    found = []
    for _ in range(2):
        state = match.next_round()
        found.append((match.dealer, " ".join(map(str, state.record().deck[:6])), state.record().chance))
        play_out(state)
    assert found == [
        (3, "Ad 6h 5s Td Kh Qc", 9043273213787567450),
        (0, "4s Jc 7d 8c 7h As", 16500369683932993217),
    ]
