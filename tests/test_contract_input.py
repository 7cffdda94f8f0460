"""Bad input to what every game has: a typed error that names the thing, nothing changed, and no error of another class.

A `RummyError` is always a `ValueError` as well; a wrong type in a call is a `TypeError`; in a document, where types are
data, it is a `RummyError` too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from kit import Kit, memory, random_round
from kits import EACH, KITS
from mangling import HUGE, VAST, WRONG_TYPES, only_typed_errors, refused

from rummycore import NotationError, RulesError, RummyError, StateError

# ------------------------------------------------------------------------------
# Types
# ------------------------------------------------------------------------------


@EACH
@pytest.mark.parametrize("kind", WRONG_TYPES)
def test_wrong_types_are_a_type_error(kit: Kit, kind: str) -> None:
    """What is no text and no int is no piece, move or number: a TypeError, also for bool and bytes."""
    bad, game, state = WRONG_TYPES[kind], kit.package, random_round(kit, 1, 3)
    before, saved = memory(state), bytes(state)
    calls: list[Callable[[], object]] = [
        lambda: kit.game.piece(bad),
        lambda: kit.game.move(bad),
        lambda: game.deal(seed=bad),
        lambda: game.deal(seed=1, dealer=bad),
        lambda: game.deal(seed=1, players=bad),
        lambda: game.deal(seed=1, rules=bad),
        lambda: game.deal(deck=[bad] * 106),
        lambda: game.Match(bad),
        lambda: game.Match(1, max_rounds=bad),
        lambda: game.Match(1, dealer=bad),
        lambda: game.Match(1, rules=bad),
        lambda: game.random_bot(bad),
        lambda: game.Rules(turn_cap=bad),
        lambda: game.replay(bad),
        lambda: state.play(bad),
        lambda: state.check(bad),
        lambda: state.play("draw", seat=bad),
        lambda: state.view(bad),
        lambda: state.hand(bad),
    ]
    for call in calls:
        refused(call, TypeError, None)
    assert (memory(state), bytes(state)) == (before, saved)


@EACH
@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda game: game.deal(seed="1"), "seed"),
        (lambda game: game.deal(seed=1, dealer=None), "dealer"),
        (lambda game: game.deal(seed=1, players=None), "players"),
        (lambda game: game.deal(seed=1, players="4"), "players"),
        (lambda game: game.deal(seed=1, players=False), "players"),
        (lambda game: game.deal(seed=1, players=[]), "players"),
        (lambda game: game.deal(seed=1, rules="CLASSIC"), "rules"),
        (lambda game: game.deal(seed=1).play(None), "move"),
        (lambda game: game.deal(seed=1).play("draw", seat="0"), "seat"),
        (lambda game: game.Move.parse(None), "move"),
        (lambda game: game.Record.parse(None), ""),
        (lambda game: game.Record.from_bytes("RUMY"), "record"),
        (lambda game: game.State.from_bytes(None), "record"),
        (lambda game: game.Rules(turn_cap="400"), "turn_cap"),
        (lambda game: game.Rules(turn_cap=None), "turn_cap"),
        (lambda game: game.Rules(no_such_option=1), "no_such_option"),
        (lambda game: game.Rules(1), ""),
        (lambda game: game.State(), ".deal"),
    ],
)
def test_other_wrong_types_are_a_type_error(kit: Kit, call: Callable[[Any], object], named: str) -> None:
    """Bytes are no text, None is no default where there is none: a TypeError that names the argument."""
    refused(partial(call, kit.package), TypeError, None, named)
    refused(lambda: kit.game.piece.parse(5), TypeError, None, kit.game.piece.noun)  # type: ignore[arg-type]


@EACH
def test_things_of_another_game_are_a_type_error(kit: Kit) -> None:
    """Moves, pieces, rules and records of one game are not those of another."""
    state = kit.package.deal(seed=1)
    for other in (other for name, other in KITS.items() if name != kit.name):
        calls: list[Callable[[], object]] = [
            lambda: state.play(other.game.move("draw")),  # noqa: B023
            lambda: kit.package.deal(deck=list(other.pieces)),  # noqa: B023
            lambda: kit.package.deal(seed=1, rules=other.game.rules()),  # noqa: B023
            lambda: kit.package.Match(1, rules=other.game.rules()),  # noqa: B023
            lambda: kit.package.replay(other.game.deal(seed=1).record()),  # noqa: B023
        ]
        for call in calls:
            refused(call, TypeError, None)


@EACH
@pytest.mark.parametrize("number", [VAST, -VAST], ids=["10**5000", "-10**5000"])
@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda kit, n: kit.game.piece(n), id="piece"),
        pytest.param(lambda kit, n: kit.game.move(n), id="move"),
        pytest.param(lambda kit, n: kit.package.deal(seed=n), id="seed"),
        pytest.param(lambda kit, n: kit.package.deal(seed=1, players=n), id="players"),
        pytest.param(lambda kit, n: kit.package.deal(seed=1, dealer=n), id="dealer"),
        pytest.param(lambda kit, n: kit.package.deal(seed=1).view(n), id="seat"),
        pytest.param(lambda kit, n: kit.package.Rules(turn_cap=n), id="rules"),
        pytest.param(lambda kit, n: kit.package.Match(1, max_rounds=n), id="max_rounds"),
        pytest.param(lambda kit, n: of_document(kit, dealer=n), id="document"),
        pytest.param(lambda kit, n: of_document(kit, format=n), id="format"),
        pytest.param(lambda kit, n: kit.package.Rules.from_dict({next(iter(kit.numbers)): n}), id="rules document"),
    ],
)
def test_numbers_too_long_to_print_are_refused_like_others(
    kit: Kit, call: Callable[[Kit, int], object], number: int
) -> None:
    """A number with more digits than Python prints is a RummyError, not a ValueError of Python's own."""
    assert isinstance(only_typed_errors(lambda: call(kit, number)), RummyError)


def of_document(kit: Kit, **change: Any) -> Any:
    return kit.game.state.from_dict({**kit.game.deal(seed=1).to_dict(), **change})


# ------------------------------------------------------------------------------
# Deals
# ------------------------------------------------------------------------------


@EACH
def test_a_deck_that_is_none(kit: Kit) -> None:
    """A deck holds each piece in its number: else a StateError that tells how many there are, or the deck."""
    record: Any = kit.game.deal(seed=1).record()
    deck = list(record.deck)
    other = next(piece for piece in deck if piece != deck[0])
    for wrong, named in (
        ([], "not 0"),
        (deck[1:], f"not {len(deck) - 1}"),
        ([*deck, deck[0]], f"not {len(deck) + 1}"),
        ([other, *deck[1:]], "deck"),
        ([deck[0]] * len(deck), "deck"),
    ):
        refused(lambda: kit.package.deal(deck=wrong), StateError, "deck_size" if named != "deck" else "deck", named)  # noqa: B023
    for number in (-1, 53, 10**9, HUGE, -HUGE):
        refused(lambda: kit.package.deal(deck=[number] * len(deck)), NotationError, "number", str(number))  # noqa: B023


@EACH
@pytest.mark.parametrize(
    ("options", "kind", "code", "named"),
    [
        ({"seed": -1}, StateError, "seed", "-1"),
        ({"seed": 2**64}, StateError, "seed", str(2**64)),
        ({"seed": 1, "players": 1}, RulesError, None, "1 players"),
        ({"seed": 1, "players": 0}, RulesError, None, "0 players"),
        ({"seed": 1, "players": -1}, RulesError, None, "-1 players"),
        ({"seed": 1, "players": 2**31}, RulesError, None, str(2**31)),
        ({"seed": 1, "players": HUGE}, RulesError, None, str(HUGE)),
        ({"seed": 1, "dealer": -1}, StateError, "dealer", "there is no dealer -1"),
        ({"seed": 1, "dealer": 4}, StateError, "dealer", "there is no dealer 4"),
        ({"seed": 1, "dealer": 2, "players": 2}, StateError, "dealer", "there is no dealer 2"),
    ],
)
def test_a_deal_that_cannot_be(
    kit: Kit, options: dict[str, Any], kind: type[RummyError], code: str | None, named: str
) -> None:
    """Seeds, players and dealers outside their range are an error that names them. A match says the same."""
    code = kit.seats if code is None else code
    refused(lambda: kit.package.deal(**options), kind, code, named)
    refused(lambda: kit.package.Match(**options), kind, code, named)


@EACH
def test_a_deal_takes_a_seed_or_a_deck(kit: Kit) -> None:
    """Neither of them, or both, are a StateError, and one seat more than a game has is a RulesError."""
    record: Any = kit.game.deal(seed=1).record()
    refused(kit.package.deal, StateError, "deck_or_seed", "seed")
    refused(lambda: kit.package.deal(seed=1, deck=record.deck), StateError, "deck_or_seed", "one of the two")
    many = kit.game.players.stop
    for make in (kit.package.deal, kit.package.Match):
        refused(lambda: make(1, players=many), RulesError, kit.seats, f"{many} players")  # noqa: B023


# ------------------------------------------------------------------------------
# Moves
# ------------------------------------------------------------------------------


@EACH
@pytest.mark.parametrize(
    ("call", "kind", "code", "named"),
    [
        (lambda s, top: s.play(top), NotationError, "number", "{top}"),
        (lambda s, top: s.play(-1), NotationError, "number", "-1"),
        (lambda s, top: s.play(HUGE), NotationError, "number", str(HUGE)),
        (lambda s, top: s.play("discard"), NotationError, "move", "'discard'"),
        (lambda s, top: s.play(f"discard  {s.hand(0)[0]}"), NotationError, "move", "'discard  "),
        (lambda s, top: s.play("draw", seat=3), StateError, "seat", "seat 3"),
        (lambda s, top: s.play("draw", seat=-1), StateError, "seat", "seat -1"),
        (lambda s, top: s.check("draw", HUGE), StateError, "seat", str(HUGE)),
        (lambda s, top: s.view(3), StateError, "seat", "seat 3"),
        (lambda s, top: s.view(-1), StateError, "seat", "seat -1"),
        (lambda s, top: s.hand(3), StateError, "seat", "seat 3"),
        (lambda s, top: s.copy().undo(), StateError, "undo", "no move to undo"),
    ],
)
def test_a_call_that_means_nothing(
    kit: Kit, call: Callable[[Any, int], object], kind: type[RummyError], code: str, named: str
) -> None:
    """Moves and seats that do not exist are named, and the state is the same to the byte."""
    state, top = random_round(kit, 1, 4, players=3), len(kit.all_moves)
    before, saved, history = memory(state), bytes(state), state.history
    refused(lambda: call(state, top), kind, code, named.format(top=top))
    assert (memory(state), bytes(state), state.history) == (before, saved, history)


# ------------------------------------------------------------------------------
# Rules
# ------------------------------------------------------------------------------


def rules_of(kit: Kit, name: str, value: Any) -> Any:
    return kit.package.Rules(**{name: value})


def deal_with(kit: Kit, options: dict[str, Any], players: int) -> Any:
    return kit.package.deal(seed=1, players=players, rules=kit.package.Rules(**options))


@EACH
def test_rules_that_cannot_be_played_together_are_refused_and_no_others(kit: Kit) -> None:
    """Of 2,000 random choices of all options just those that the game's page refuses are a RulesError, for its
    reason."""
    rng = Random("impossible rules")
    reached: dict[str, int] = {}
    for _ in range(2_000):
        options, players = kit.any_options(rng), rng.choice(kit.game.players)
        reasons = kit.refusals(options, players)
        answer = only_typed_errors(partial(deal_with, kit, options, players))
        if not reasons:
            assert isinstance(answer, kit.game.state)
            continue
        assert isinstance(answer, RulesError)
        assert answer.code in reasons
        reached[answer.code] = reached.get(answer.code, 0) + 1
    assert set(reached) == kit.impossible
    assert min(reached.values()) >= 50


BY_NUMBER = [pytest.param(kit, name, id=f"{kit.name} {name}") for kit in KITS.values() for name in kit.numbers]
BY_CHOICE = [pytest.param(kit, name, id=f"{kit.name} {name}") for kit in KITS.values() for name in kit.choices]


@pytest.mark.parametrize(("kit", "name"), BY_NUMBER)
def test_a_number_in_the_rules_has_a_least_and_a_greatest_value(kit: Kit, name: str) -> None:
    """The bounds that the game's page gives are kept: they are accepted, and what lies outside is a RulesError that
    names the option."""
    low, high = kit.numbers[name]
    for value in (low, high):
        assert getattr(kit.package.Rules(**{**kit.beside(name, value), name: value}), name) == value
    for value in (low - 1, high + 1, -2, 2**31 - 1, 2**31, -(2**31), HUGE, -HUGE):
        refused(partial(rules_of, kit, name, value), RulesError, "range", name)
        refused(partial(kit.package.Rules.from_dict, {name: value}), RulesError, "range", name)


@pytest.mark.parametrize(("kit", "name"), BY_CHOICE)
@pytest.mark.parametrize("value", ["", "ALWAYS", "nonsense", "r" * 10_000])
def test_a_word_that_is_no_choice(kit: Kit, name: str, value: str) -> None:
    """A word that an option does not know is a RulesError that names the option and stays short; for a number it is a
    wrong type."""
    number = type(kit.choices[name][-1]) is int
    refused(partial(rules_of, kit, name, value), *((TypeError, None) if number else (RulesError, "range")), name)
    load = partial(kit.package.Rules.from_dict, {name: value})
    refused(load, RulesError, "document" if number else "range", name)


@EACH
@pytest.mark.parametrize(
    ("data", "code", "named"),
    [
        ({"no_such_rule": 1}, "no_rule", "no_such_rule"),
        ({"turn_cap": 5, "raw": None}, "no_rule", "raw"),
        ({5: 1}, "no_rule", "5"),
        ({"format": 2}, "format", "2"),
        ({"format": True}, "format", "True"),
        ({"turn_cap": "400"}, "document", "turn_cap"),
        ({"turn_cap": None}, "document", "turn_cap"),
        ({"turn_cap": True}, "document", "turn_cap"),
        ([], "type", "list"),
        (None, "type", "NoneType"),
    ],
)
def test_a_rules_document_that_is_none(kit: Kit, data: Any, code: str, named: str) -> None:
    """In a document a wrong type is bad data: a RulesError that names the key."""
    refused(lambda: kit.package.Rules.from_dict(data), RulesError, code, named)


@EACH
def test_choices_in_a_rules_document_have_their_type(kit: Kit) -> None:
    """A number where a word is asked for, no switch, and an option of another game: a RulesError that names the
    option."""
    load = kit.package.Rules.from_dict
    refused(lambda: load({kit.foreign: "x"}), RulesError, "no_rule", kit.foreign)
    for option in kit.game.rules.options():
        wrong = 1 if "choice" in option.metadata else "yes?"
        code = "document" if "switch" not in option.metadata else "range"
        refused(lambda: load({option.name: wrong}), RulesError, code, option.name)  # noqa: B023
        if not option.metadata.get("auto"):
            refused(lambda: load({option.name: None}), RulesError, "document", option.name)  # noqa: B023
