"""What a game brings for the tests that run over all games, and what those tests share.

A game's part is the constant KIT of the module `<game>_kit`. kits.py finds it by the name of the game.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from functools import cached_property
from importlib import import_module
from random import Random
from typing import Any, Protocol, TypeAlias

from random_play import play_out

from rummycore import RummyError
from rummycore._core import ffi
from rummycore.game import Game

State: TypeAlias = Any  # of any game
Player: TypeAlias = Callable[[State], Any]


class Watch(Protocol):
    """What anybody at the table could count, followed event by event from the deal."""

    def follow(self, state: State, event: Any) -> None:
        """Take note of an event; it must be one that this seat may make now."""

    def agree(self, state: State, raw: bytes) -> None:
        """Assert that the state, and its C struct as bytes, say what was counted: no piece is lost, and each hand has
        its size."""


@dataclass(frozen=True, kw_only=True)
class Kit:
    """What a game brings."""

    game: Game

    # Random rules and rounds.
    table: Callable[..., State]  # (rng, players): a round just dealt, with random rules
    player: Callable[[Random], Player]  # one that comes to something
    eager: Callable[[Random], Player]  # one that finishes where it can
    moments: Callable[[Random, int], Iterator[State]]  # so many rounds at random moments, to be left as they are
    rare: Callable[[], Sequence[State]]  # rounds at moments that are too rare to wait for
    rounds: Callable[[Random, int], Iterator[tuple[State, Player]]]  # (rng, players): endless rounds, rare ones first
    steps: int  # how many of them a run looks at
    share: int  # of a scale, one in so many is a moment to be looked at
    by_chance: str  # an act whose result is left to chance

    # Options, each possible by itself.
    any_options: Callable[[Random], dict[str, Any]]
    refusals: Callable[[dict[str, Any], int], set[str]]  # (options, players): the codes of why they cannot be played
    rules: Callable[[Random, int], Any]  # random rules that so many players can play
    choices: Mapping[str, tuple[Any, ...]]  # every value of an option that has few
    numbers: Mapping[str, tuple[int, int]]  # least and greatest value
    tables: Sequence[str]  # options that are tables of numbers
    beside: Callable[[str, int], Mapping[str, Any]]  # what an option with this value needs beside it
    impossible: frozenset[str]  # every code of `refusals`

    # What must hold.
    watch: Callable[[State], Watch]
    settled: Callable[[State], None]  # asserts what must hold of an outcome
    ending: Callable[[State], str]
    endings: frozenset[str]
    longest: Callable[[State], int]  # how many moves a round can have
    refused: frozenset[str]  # every code of a refused move
    deck: Callable[[Any], Sequence[Any]]  # (rules): all pieces, ascending

    # What seats may know.
    public: Callable[[State], set[str]]  # the words of pieces that everybody has seen
    in_repr: Callable[[State], set[str]]  # those that the repr of the state names
    undrawn: Callable[
        [State], slice | None
    ]  # the places in the deck of what is still to be drawn; None if they do not tell
    mask: int  # for a seat that is not on turn, one move in so many is asked

    # Rounds, matches and documents.
    named: Mapping[str, Callable[[], State]]  # rounds that are worth saving
    quiet: Callable[[State], State]  # plays a round to its end; nobody wins
    turn: Callable[[State], object]  # plays a turn that decides nothing
    start: tuple[str, int]  # a preset, and the points with which its matches begin
    endless: Any  # rules of a match that only max_rounds ends
    resumed: Sequence[tuple[int, Any]]  # players and rules of matches to be saved
    unfit: Mapping[str, Sequence[Any]]  # values of a record's field that no byte can hold
    wrong_move: tuple[str, str]  # a move that is illegal after the first ten, and why
    seats: str  # the code of a wrong number of players
    foreign: str  # an option of another game
    checksum: tuple[int, str]  # the number of rounds of seed 7 that are simulated, and their checksum
    shown: Sequence[str]  # words of the demonstration

    @cached_property
    def name(self) -> str:
        return self.game.name

    @cached_property
    def package(self) -> Any:
        """The game's package, as users import it."""
        return import_module(f"rummycore.{self.name}")

    @cached_property
    def all_moves(self) -> Sequence[Any]:
        return self.game.move.all()

    @cached_property
    def pieces(self) -> Sequence[Any]:
        return self.game.piece.all()

    def bots(self, seed: int = 5) -> Iterator[Callable[[Any], Any]]:
        """Yield every bot of the game, the random one with this seed."""
        yield from self.game.bots.values()
        yield self.package.random_bot(seed)

    @cached_property
    def _piece(self) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{'|'.join(map(str, self.pieces))})\b")

    def words(self, text: str) -> set[str]:
        """Return the pieces that a text names."""
        return set(self._piece.findall(text))


# ------------------------------------------------------------------------------
# Asking a state
# ------------------------------------------------------------------------------


def memory(state: State) -> bytes:
    """Return the C state as it lies in memory."""
    return bytes(ffi.buffer(state._raw))


def told(kit: Kit, state: State, seat: int | None) -> tuple[Any, ...]:
    """Return the events that a seat has been told: its draws with what it drew, and no draft that another has begun."""
    record = state.record()
    other: State = kit.game.replay(replace(record, moves=()))
    events: list[Any] = []
    for move in record.moves:
        actor, before = other.turn, Counter(other.hand(other.turn))
        public = other.play(move)
        piece = astuple(public)[2]
        if actor == seat and move.act == "draw":
            (piece,) = (Counter(other.hand(actor)) - before).elements()
        events.append(type(public)(actor, move, piece))
    while events and not state.over and events[-1].seat != seat and events[-1].move.act in ("lay", "pair"):
        events.pop()
    return tuple(events)


def offsets(game: str) -> dict[str, int]:
    """Return where each field of a game's C state begins."""
    fields: Any = ffi.typeof(f"rummy_{game}_state").fields
    return {name: field.offset for name, field in fields}


def in_any_form(rng: Random, move: Any) -> Any:
    """Return a move as itself, as its number, or as text in either case."""
    return rng.choice([move, int(move), str(move), str(move).upper()])


def refusal(
    state: State, move: Any, seat: int | None, *, play: bool = False
) -> tuple[type[RummyError], str, str] | None:
    """Return what `check`, or `play`, answers: None, or class, code and text of its error."""
    try:
        state.play(move, seat) if play else state.check(move, seat)
    except RummyError as error:
        return type(error), error.code, str(error)
    return None


def all_that_a_seat_gets(kit: Kit, state: State, seat: int | None) -> list[object]:
    """Return everything the engine tells a seat: view, JSON, text, hash, moves, text of the state, answers to its
    moves, bots' moves."""
    view = state.view(seat)
    told: list[object] = [view, json.dumps(view.to_dict()), repr(view), hash(view), view.legal_moves(), repr(state)]
    if seat is None:
        return told
    moves = kit.all_moves if seat == state.turn else kit.all_moves[:: kit.mask]
    told += [refusal(state, move, seat) for move in moves]
    if view.legal_moves():
        told += [bot(view) for bot in kit.bots()]
    return told


def go_on(state: State, other: State, rng: Random, steps: int) -> None:
    """Play the same random moves in both; they stay equal."""
    for _ in range(steps):
        assert state.legal_moves() == other.legal_moves()
        if state.over:
            break
        move = rng.choice(state.legal_moves())
        assert state.play(move) == other.play(move)
    assert state == other
    assert state.outcome == other.outcome


# ------------------------------------------------------------------------------
# Rounds and matches
# ------------------------------------------------------------------------------


def rounds_from_a_seed(kit: Kit, seed: int) -> str:
    """Return 12 random rounds in full as text."""
    rng = Random(seed)
    rounds = (kit.table(rng) for _ in range(12))
    return "\n".join(str(play_out(state, kit.player(rng)).record()) for state in rounds)


def random_round(kit: Kit, seed: int, moves: int, *, players: int = 4, rules: Any = None) -> State:
    """Return a round after so many random moves, or at its end."""
    state: State = kit.game.deal(seed, players=players, dealer=seed % players, rules=rules)
    chance = Random(seed)
    for _ in range(moves):
        if not state.over:
            state.play(chance.choice(state.legal_moves()))
    return state


def bot_move(kit: Kit, state: State) -> None:
    """Play as the first bot of the game does."""
    state.play(next(kit.bots())(state.view(state.turn)))


def finish(kit: Kit, match: Any, rounds: int = 1 << 20) -> Any:
    """Play a match to its end, or to the end of so many rounds, with bots."""
    while True:
        while match.state is not None and not match.state.over:
            bot_move(kit, match.state)
        if match.over or len(match.outcomes) >= rounds:
            return match
        match.next_round()
