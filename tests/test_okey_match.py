"""Matches: rounds one after another, who deals, what the points are, when it is over, who has won, saving and resuming."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
from okey_rounds import ONE_COLOUR, Plan, play_match, play_out, play_plan, quiet, quiet_turns

from rummycore import IllegalMoveError, NotationError, RummyError, StateError, okey
from rummycore.okey import Match, Rules, State, deal, settle, simple_bot

ENDLESS = Rules(game_end="never")


def played_out(state: State) -> State:
    """Play a round to its end with simple bots."""
    while not state.over:
        state.play(simple_bot(state.view(state.turn)))
    return state


def finish(match: Match) -> Match:
    """Play a match to its end with simple bots."""
    if match.state is not None:
        played_out(match.state)
    while not match.over:
        played_out(match.next_round())
    return match


# ------------------------------------------------------------------------------
# Round after round
# ------------------------------------------------------------------------------


def test_match_begins_before_its_first_round() -> None:
    """A new match has no round, everybody's start points, no outcome and no winner."""
    match = Match(7, players=3, dealer=2, rules=okey.DEDUCT_30)
    assert (match.state, match.points, match.outcomes, match.winners) == (None, (30, 30, 30), (), ())
    assert (match.over, match.decided, match.dealer, match.players, match.rules) == (False, False, 2, 3, okey.DEDUCT_30)
    state = match.next_round()
    assert match.state is state
    assert (state.dealer, state.turn, state.points) == (2, 0, (30, 30, 30))


def test_match_deals_no_round_while_one_is_running() -> None:
    """The next round is dealt when the last is over, and none when the match is."""
    match = Match(7, max_rounds=1)
    state = match.next_round()
    with pytest.raises(StateError) as running:
        match.next_round()
    assert running.value.code == "running"
    assert match.state is state
    play_out(state)
    with pytest.raises(StateError) as over:
        match.next_round()
    assert over.value.code == "over"


def test_match_points_run_on() -> None:
    """Each round begins with the points after the last, and the match shows those of the running round."""
    match = Match(5, rules=Rules(payout="deduct", game_end="never"), max_rounds=12)
    before: tuple[int, ...] = (20, 20, 20, 20)
    while not match.over:
        state = match.next_round()
        assert state.points == match.points == before
        while not state.over:
            state.play(simple_bot(state.view(state.turn)))
            assert match.points == state.points
        assert state.outcome is not None
        assert state.outcome.points == tuple(b + p for b, p in zip(before, state.outcome.payoffs, strict=True))
        before = state.outcome.points
        assert match.outcomes[-1] == state.outcome
    assert (len(match.outcomes), match.points) == (12, before)
    assert len({outcome.winner for outcome in match.outcomes}) > 2


def test_match_points_of_a_transfer_keep_their_sum() -> None:
    """However long a match of payout=transfer lasts, its points add up to what they were."""
    for players in (2, 3, 4):
        match = finish(Match(players, players=players, rules=ENDLESS, max_rounds=15))
        assert sum(match.points) == 10 * players
        assert all(sum(outcome.payoffs) == 0 for outcome in match.outcomes)


def test_match_same_seed_same_match() -> None:
    """A match is the same for the same seed, another for another, and its rounds differ from each other."""
    one, two, other = (finish(Match(seed, rules=ENDLESS, max_rounds=5)) for seed in (3, 3, 4))
    assert one.to_dict() == two.to_dict()
    assert one.outcomes == two.outcomes
    assert one.to_dict()["rounds"] != other.to_dict()["rounds"]
    assert len({json.dumps(moves) for moves in one.to_dict()["rounds"]}) == 5


@pytest.mark.parametrize(
    ("rotation", "expected"),
    [
        ("always", [0, 1, 2, 3, 0, 1]),
        ("only_after_win", [0, 0, 1, 1, 2, 3]),
        ("winner_deals", [0, 1, 2, 3, 0, 0]),
    ],
)
def test_match_dealers(monkeypatch: pytest.MonkeyPatch, rotation: str, expected: list[int]) -> None:
    """The dealers of six rounds, of which the second, the fourth and the fifth are won, follow the rule."""
    plans = [Plan(), Plan(2), Plan(), Plan(0), Plan(0), Plan()]
    dealers = []
    for n in range(len(plans)):
        rules = Rules(dealer_rotation=rotation, game_end="never")
        dealers.append(play_match(monkeypatch, plans[: n + 1], rules=rules).dealer)
    assert dealers == expected


def test_match_starter_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """With starter=dealer the dealer of each round starts it, and the deal still moves on."""
    match = play_match(monkeypatch, [Plan(1), Plan(2)], rules=Rules(starter="dealer"))
    state = match.next_round()
    assert (match.dealer, state.turn, len(state.hand(2))) == (2, 2, 15)


# ------------------------------------------------------------------------------
# The end
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "plans", "points", "rounds", "decided", "winners"),
    [
        (Rules(), [Plan(2)] * 11, None, 10, True, (2,)),
        (Rules(), [Plan(2), Plan(3)], [2, 9, 9, 9], 2, True, (2, 3)),
        (Rules(), [Plan(2), Plan(3)], [2, 9, 9, 12], 2, True, (3,)),
        (Rules(), [Plan(2), Plan(3)], [3, 9, 9, 9], 2, False, ()),
        (Rules(), [Plan(2, "pairs"), Plan(3)], [2, 9, 3, 9], 1, True, (2,)),
        (Rules(game_end="rounds", rounds=2), [Plan(2)] * 4, [1, 1, 1, 1], 2, True, (2,)),
        (Rules(game_end="rounds", rounds=2), [Plan(2), Plan(3)], None, 2, True, (2, 3)),
        (Rules(game_end="rounds", rounds=2), [Plan(), Plan()], [7, 9, 8, 9], 2, True, (1, 3)),
        (ENDLESS, [Plan(2)] * 3, [1, 1, 1, 1], 3, False, ()),
        (Rules(payout="deduct"), [Plan(0)] * 11, None, 10, True, (0,)),
        (Rules(payout="deduct"), [Plan(1), Plan(3)], [3, 9, 9, 9], 2, True, (1, 3)),
        (Rules(payout="deduct", deduct_from="winner"), [Plan(0)] * 11, None, 10, True, (0,)),
        (Rules(payout="deduct", deduct_from="winner"), [Plan(0), Plan(3)], [3, 9, 9, 1], 2, True, (3,)),
        (Rules(payout="deduct", deduct_from="winner"), [Plan(0)], [2, 0, 9, 9], 1, True, (0, 1)),
        (Rules(payout="deduct", teams="opposite"), [Plan(0), Plan(2), Plan(1)], [4, 4, 4, 4], 2, True, (0, 2)),
        (Rules(teams="opposite", game_end="rounds", rounds=2), [Plan(0), Plan(3)], None, 2, True, (0, 1, 2, 3)),
        (Rules(single_color_win="win_game"), [Plan(1, indicator="k6", hand=ONE_COLOUR)], [9, 1, 99, 9], 1, True, (1,)),
        (
            Rules(single_color_win="win_game", teams="opposite"),
            [Plan(), Plan(1, indicator="k6", hand=ONE_COLOUR)],
            [99, 2, 99, 2],
            2,
            True,
            (1, 3),
        ),
    ],
)
def test_match_is_over(
    monkeypatch: pytest.MonkeyPatch,
    rules: Rules,
    plans: list[Plan],
    points: list[int] | None,
    rounds: int,
    decided: bool,
    winners: tuple[int, ...],
) -> None:
    """A match is decided after just the round that its rules say, and then, not before, it has the winners they say."""
    for n in range(1, rounds):
        match = play_match(monkeypatch, plans[:n], rules=rules, points=points)
        assert (match.over, match.decided, match.winners) == (False, False, ())
    match = play_match(monkeypatch, plans, rules=rules, points=points)
    assert (len(match.outcomes), match.over, match.decided, match.winners) == (rounds, decided, decided, winners)


def test_match_immediate_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A show that takes the last point ends round and match at once where the rules check immediately, else after the round."""
    plan = Plan(0, indicator="b6", shower=1)
    for check, ending, points, winners in (
        ("immediate", "points_out", (4, 8, 0, 8), (1, 3)),
        ("round_end", "won", (4, 6, -2, 6), (1, 3)),
    ):
        rules = Rules(payout="deduct", game_end_check=check)
        match = play_match(monkeypatch, [plan, Plan()], rules=rules, points=[5, 8, 1, 9])
        assert (match.outcomes[-1].ending, match.points) == (ending, points)
        assert (len(match.outcomes), match.over, match.winners) == (1, True, winners)


def test_match_max_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match stops at its own limit undecided, and who leads then has won; whatever decides it before, does."""
    match = play_match(monkeypatch, [Plan(2)] * 5, rules=ENDLESS, max_rounds=3)
    assert (len(match.outcomes), match.over, match.decided, match.winners) == (3, True, False, (2,))
    match = play_match(monkeypatch, [Plan()] * 5, rules=ENDLESS, max_rounds=3)
    assert (match.over, match.decided, match.winners) == (True, False, (0, 1, 2, 3))
    match = play_match(monkeypatch, [Plan(2)] * 5, points=[2, 9, 9, 9], max_rounds=3)
    assert (len(match.outcomes), match.decided) == (2, True)
    assert len(finish(Match(1, rules=Rules(turn_cap=1, game_end="never"))).outcomes) == 100


def test_match_says_why_it_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """`ended` is one word once no further round is dealt, and None before: the rules have decided, or the limit is reached."""
    match = Match(7, rules=Rules(turn_cap=1, game_end="never"), max_rounds=2)
    said = [match.ended]
    for _ in range(2):
        state = match.next_round()
        said.append(match.ended)
        play_out(state)
        said.append(match.ended)
    assert said == [None, None, None, None, "max_rounds"]
    assert (match.over, match.decided) == (True, False)
    with pytest.raises(StateError, match="ended by max_rounds"):
        match.next_round()
    again = Match.from_dict(match.to_dict())
    assert (again.ended, again.max_rounds) == ("max_rounds", 2)
    last = play_match(monkeypatch, [Plan(2)] * 2, points=[2, 9, 9, 9], max_rounds=2)
    assert (len(last.outcomes), last.ended) == (2, "decided")


@pytest.mark.parametrize("rounds", [1, 99, 150])
def test_match_plays_the_rounds_of_its_rules(rounds: int) -> None:
    """Without a limit of its own a match plays as many rounds as the rules say; with one that comes before, it says so."""
    rules = Rules(game_end="rounds", rounds=rounds, turn_cap=1)
    match = finish(Match(1, rules=rules))
    assert (len(match.outcomes), match.ended, match.max_rounds) == (rounds, "decided", max(100, rounds))
    capped = finish(Match(1, rules=Rules(game_end="rounds", rounds=rounds + 1, turn_cap=1), max_rounds=rounds))
    assert (len(capped.outcomes), capped.ended, capped.decided) == (rounds, "max_rounds", False)


MOST = 1_000_000_000  # points lie within plus and minus this
DEAR = Rules(payout="deduct", base_win=1_000_000, game_end="never")


def test_match_ends_when_points_leave_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """The greatest stakes, for a thousand rounds: points stay in range, and the match ends by `points` with a winner; nothing raises."""
    plan = Plan(1, "pairs", okey_finish=True, indicator="k11")
    match = play_match(monkeypatch, [plan] * 1000, rules=DEAR, max_rounds=1000)
    lost = 8_000_000
    rounds = -(
        -(MOST - lost - 2 + 20 + 1) // lost
    )  # until a loser is below the least that can be dealt; a show takes 2
    assert (len(match.outcomes), match.points) == (rounds, (20 - rounds * lost, 20, *[20 - rounds * lost] * 2))
    assert (match.ended, match.over, match.decided, match.winners) == ("points", True, False, (1,))
    assert all(-MOST <= points <= MOST for outcome in match.outcomes for points in outcome.points)
    with pytest.raises(StateError, match="ended by points"):
        match.next_round()


@pytest.mark.parametrize(
    ("rules", "room"),
    [
        (Rules(), 3 * 4),
        (Rules(double_combination="single"), 3 * 2),
        (Rules(seven_pairs=False, color_rule="red_black_double"), 3 * 2 * 2),
        (Rules(teams="opposite"), 4),
        (Rules(payout="deduct"), 2 * 4 * 2 + 2),
        (Rules(payout="deduct", indicator_bonus=False), 2 * 4 * 2),
        (Rules(payout="deduct", deduct_from="winner", base_indicator=5, color_rule="off"), 2 * 4 + 5),
        (Rules(indicator_bonus=True, base_indicator=50), 54),
        (Rules(base_win=1_000_000, color_rule="red_black_double"), 24_000_000),
    ],
    ids=repr,
)
def test_deal_leaves_room_for_a_round(rules: Rules, room: int) -> None:
    """Points before a round are so far within their range that the round with the largest factors cannot take them out."""
    for sign in (1, -1):
        edge = sign * (MOST - room)
        state = deal(1, rules=rules, points=[edge] * 4)
        assert deal(1, rules=rules, points=state.points).points == (edge,) * 4
        with pytest.raises(StateError) as refused:
            deal(1, rules=rules, points=[0, edge + sign, 0, edge + sign])
        assert (refused.value.code, f"-{MOST - room}..{MOST - room}" in str(refused.value)) == ("points", True)


@pytest.mark.parametrize("payout", ["transfer", "deduct"])
def test_points_at_the_edge_stay_in_range(payout: str) -> None:
    """A round from the edge, with the greatest amounts and a show, ends with points that are settled and compared as any others."""
    rules = Rules(payout=payout, base_win=1_000_000, color_rule="red_black_double")
    edge = MOST - (24_000_000 if payout == "transfer" else 8_000_002)
    for plan in (Plan(1, "pairs", okey_finish=True, indicator="k11"), Plan(1, indicator="k11", shower=0)):
        if plan.shower is None or payout == "deduct":
            outcome = play_plan(plan, rules=rules, points=[-edge, edge, edge, -edge]).outcome
            assert outcome is not None
            assert all(-MOST <= points <= MOST for points in outcome.points)
            assert settle(outcome.points, indicator="k11", winner=1, rules=rules).points[1] >= outcome.points[1]


@pytest.mark.parametrize("max_rounds", [0, -1, 1_000_001, 2**70])
def test_match_max_rounds_out_of_range(max_rounds: int) -> None:
    """The limit is 1 to 1,000,000 rounds, an int."""
    with pytest.raises(StateError) as refused:
        Match(1, max_rounds=max_rounds)
    assert refused.value.code == "max_rounds"
    for wrong in ("3", 3.0, True):
        with pytest.raises(TypeError):
            Match(1, max_rounds=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, 2**64, 2**80])
def test_match_seed_out_of_range(seed: int) -> None:
    """Seeds are 0 to 2**64-1, ints."""
    with pytest.raises(StateError) as refused:
        Match(seed)
    assert refused.value.code == "seed"
    assert Match(2**64 - 1).next_round().stock == 48
    for wrong in (None, "3", 3.0, True):
        with pytest.raises(TypeError):
            Match(wrong)  # type: ignore[arg-type]


def test_match_repr_hides_tiles() -> None:
    """The repr of a match tells how far it is, and no seed and no tile."""
    match = Match(123456789)
    quiet(match.next_round())
    assert repr(match) == "<okey.Match: 4 players, 1 rounds dealt, points (10, 10, 10, 10)>"


# ------------------------------------------------------------------------------
# Saving
# ------------------------------------------------------------------------------


def resumed(match: Match) -> Match:
    """Return the match after a way through JSON text."""
    return Match.from_dict(json.loads(json.dumps(match.to_dict())))


@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (4, Rules(game_end="never")),
        (3, Rules(payout="deduct", dealer_rotation="winner_deals", starter="dealer")),
        (2, Rules(payout="deduct", indicator_drawn_counts=True, insufficient_points="pay_what_left")),
        (4, Rules(payout="deduct", teams="opposite", ceremony="uniform", dealer_rotation="only_after_win")),
    ],
)
def test_match_resumes_in_the_middle_of_a_round(players: int, rules: Rules) -> None:
    """Saved at any moment and resumed, a match goes on just as it would have: tiles, moves, points, dealers, winners."""
    through = finish(Match(11, players=players, rules=rules, max_rounds=6))
    whole = through.to_dict()
    for rounds, moves in ((0, 0), (1, 0), (1, 1), (2, 9), (3, 30), (4, 2), (len(whole["rounds"]), 3)):
        match = Match(11, players=players, rules=rules, max_rounds=6)
        for _ in range(min(rounds, len(whole["rounds"])) - 1):
            played_out(match.next_round())
        if rounds:
            state = match.next_round()
            for _ in range(moves):
                state.play(simple_bot(state.view(state.turn)))
        again = resumed(match)
        assert again.to_dict() == match.to_dict()
        assert (again.points, again.dealer, again.outcomes, again.winners) == (
            match.points,
            match.dealer,
            match.outcomes,
            match.winners,
        )
        assert again.state == match.state
        assert again.state is None or again.state.legal_moves() == match.state.legal_moves()  # type: ignore[union-attr]
        assert finish(again).to_dict() == whole
        assert (again.outcomes, again.winners) == (through.outcomes, through.winners)


def test_match_saved_between_rounds_and_at_the_end() -> None:
    """Between rounds and after the end the saved match is the same: over or not, with the same winners."""
    match = Match(2, rules=Rules(game_end="rounds", rounds=3))
    while not match.over:
        played_out(match.next_round())
        again = resumed(match)
        assert (again.over, again.decided, again.winners) == (match.over, match.decided, match.winners)
        assert again.outcomes == match.outcomes
    with pytest.raises(StateError):
        resumed(match).next_round()


def test_match_document_is_plain_json() -> None:
    """A saved match has format 1, its seed as a text, and no key but those documented."""
    match = Match(2**64 - 1, dealer=1)
    quiet_turns(match.next_round(), 2)
    data = json.loads(json.dumps(match.to_dict()))
    assert data == match.to_dict()
    assert (data["format"], data["game"], data["seed"], data["players"], data["dealer"]) == (
        1,
        "okey",
        str(2**64 - 1),
        4,
        1,
    )
    assert set(data) == {
        *("format", "game", "rules_version", "seed", "rules"),
        *("players", "dealer", "max_rounds", "rounds"),
    }
    assert [len(moves) for moves in data["rounds"]] == [3]


def saved() -> dict[str, Any]:
    """Return the document of a match in its third round."""
    match = Match(3, rules=ENDLESS, dealer=0)
    for _ in range(2):
        play_out(match.next_round())
    quiet_turns(match.next_round(), 3)
    return match.to_dict()


SAVED = saved()


@pytest.mark.parametrize(
    ("change", "code", "named"),
    [
        ({"format": 2}, "format", "2"),
        ({"format": True}, "format", "True"),
        ({"game": "marriage"}, "game", "marriage"),
        ({"rules_version": 999}, "rules_version", "999"),
        ({"rules_version": "1"}, "document", "rules_version"),
        ({"seed": 3}, "document", "seed"),
        ({"seed": "x"}, "seed", "x"),
        ({"seed": "-1"}, "seed", "-1"),
        ({"seed": str(2**64)}, "seed", str(2**64)),
        ({"seed": "9" * 5000}, "seed", "9"),
        ({"seed": "٣"}, "seed", "٣"),
        ({"players": 5}, "players", "5"),
        ({"players": 1}, "players", "1"),
        ({"players": 0}, "players", "0 players"),
        ({"players": True}, "document", "players"),
        ({"players": 2**70}, "document", "players"),
        ({"dealer": 4}, "seat", "4"),
        ({"dealer": -1}, "document", "dealer"),
        ({"dealer": None}, "document", "dealer"),
        ({"max_rounds": 0}, "document", "max_rounds"),
        ({"max_rounds": 2}, "over", "round 3"),
        ({"rules": {"x": 1}}, "unknown_key", "x"),
        ({"rules": []}, "document", "rules"),
        ({"rules": {"turn_cap": 0}}, "range", "turn_cap"),
        ({"rounds": None}, "document", "rounds"),
        ({"rounds": {}}, "document", "rounds"),
        ({"rounds": [None]}, "document", "round 1"),
        ({"rounds": [[7]]}, "document", "round 1, move 1"),
        ({"rounds": [["draw"]]}, "drawn", "round 1, move 1"),
        ({"rounds": [[], []]}, "running", "round 2"),
        ({"rounds": [*SAVED["rounds"][:2], ["pass"]]}, "no_pass", "round 3, move 1"),
        ({"rounds": [*SAVED["rounds"][:1], [*SAVED["rounds"][1], "draw"]]}, "over", "round 2, move"),
        ({"seed": "4"}, "not_held", "round 1, move"),
        ({"extra": 1}, "unknown_key", "extra"),
    ],
)
def test_match_document_that_is_wrong(change: dict[str, Any], code: str, named: str) -> None:
    """A damaged document is refused with an error that names what is wrong."""
    with pytest.raises(RummyError) as refused:
        Match.from_dict({**SAVED, **change})
    assert refused.value.code == code
    assert named in refused.value.sentence


@pytest.mark.parametrize("word", ["discard", "discard x1", "", "show r1", "\ud800"])
def test_match_document_with_a_word_that_is_no_move(word: str) -> None:
    """A text that is no move is a NotationError that names the round and the move."""
    rounds = [*SAVED["rounds"][:1], [SAVED["rounds"][1][0], word]]
    with pytest.raises(NotationError) as refused:
        Match.from_dict({**SAVED, "rounds": rounds})
    assert "round 2, move 2" in refused.value.sentence


@pytest.mark.parametrize("key", sorted(SAVED))
def test_match_document_without_a_key(key: str) -> None:
    """Every key must be there, and the error names the one that is not."""
    with pytest.raises(StateError) as refused:
        Match.from_dict({k: v for k, v in SAVED.items() if k != key})
    assert (refused.value.code, key in refused.value.sentence) == ("missing_key", True)


@pytest.mark.parametrize("data", [None, [], "{}", 5, True])
def test_match_document_is_an_object(data: object) -> None:
    """What is no object is no match."""
    with pytest.raises(StateError) as refused:
        Match.from_dict(data)
    assert refused.value.code == "document"


def test_match_document_with_a_move_left_out() -> None:
    """With any one move of a round left out, the rest cannot be played, and the error tells where."""
    first = SAVED["rounds"][0]
    for at in range(0, len(first), 7):
        with pytest.raises((IllegalMoveError, StateError)) as refused:
            Match.from_dict({**SAVED, "rounds": [[*first[:at], *first[at + 1 :]], *SAVED["rounds"][1:]]})
        assert "round " in refused.value.sentence


# ------------------------------------------------------------------------------
# Any value in any place of a document
# ------------------------------------------------------------------------------

STRANGE: list[Any] = [
    *(None, True, False, -1, 0, 1, 3, 255, 2**31, 2**70, -(2**70), 1.5, float("nan"), float("inf")),
    *("", "x", "r1", "draw", "\ud800", "\0", "1" * 5000, [], {}, [[]], [{}], {"a": 1}, [None], ["draw"]),
]


def places(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value inside a document."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for i in range(min(len(value), 4)):
            yield from places(value[i], (*path, i))


def with_value(document: Any, path: tuple[Any, ...], value: object) -> Any:
    """Return the document with another value in one place."""
    if not path:
        return value
    changed = deepcopy(document)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


@pytest.mark.parametrize("what", ["match", "state"])
def test_document_with_any_value_in_any_place(what: str) -> None:
    """Whatever stands in whatever place, a document is read or refused by a RummyError: never another error."""
    match = Match(3, rules=ENDLESS, dealer=0)
    state = quiet_turns(match.next_round(), 2)
    read: Callable[[object], object] = Match.from_dict if what == "match" else State.from_dict
    document = match.to_dict() if what == "match" else state.to_dict()
    refused = read_well = 0
    for path in places(document):
        for value in STRANGE:
            try:
                read(with_value(document, path, value))
                read_well += 1
            except RummyError as error:
                refused += 1
                assert error.code.isidentifier()  # noqa: PT017
    assert refused > 800
    assert read_well > 20


# ------------------------------------------------------------------------------
# What a saved match relies on
# ------------------------------------------------------------------------------


def test_a_seed_gives_the_same_match_for_ever() -> None:
    """The first dealer and the decks of the first rounds of a seed are pinned: saved matches keep only the seed and the moves."""
    match = Match(seed=2024)
    found = []
    for _ in range(3):
        state = match.next_round()
        found.append((match.dealer, str(state.indicator), " ".join(map(str, state.record().deck[:6]))))
        while not state.over:
            state.play(okey.simple_bot(state.view(state.turn)))
    assert found == [
        (3, "y7", "r11 y4 y5 y6 k4 b4"),
        (0, "y5", "r4 F r7 y9 r8 y13"),
        (1, "b5", "k7 y6 r5 b8 b7 y3"),
    ]
