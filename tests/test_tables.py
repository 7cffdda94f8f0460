"""Many tables at once: they equal single states step by step, refuse as they do, and run beside other threads."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Iterator
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any

import numpy
import pytest

from rummycore.errors import IllegalMoveError, RulesError, StateError
from rummycore.game import games

WAIT = 65535
GAMES: dict[str, tuple[ModuleType, Any]] = {
    name: (import_module(f"rummycore.{name}"), game.tables) for name, game in games().items()
}
MASK = (1 << 64) - 1


def derived(seed: int, index: int) -> int:
    """Return splitmix64's output number `index` of a seed, from its definition: a counter in
    steps of an odd constant, mixed.
    """
    z = (seed + (index + 1) * 0x9E3779B97F4A7C15) & MASK
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> tuple[ModuleType, Any]:
    """A game's module and its Tables."""
    return GAMES[request.param]


def seen(tables: Any) -> tuple[Any, ...]:
    """Return all that the buffers show."""
    names = ("turns", "masks", "counts", "over", "winners", "payoffs")
    return tuple(getattr(tables, name).tolist() for name in names)


def all_of(tables: Any) -> Iterator[bytes]:
    for i in range(len(tables)):
        yield bytes(tables.state(i))


def moves_for(tables: Any, rng: Random, waiting: float = 0.0) -> array[int]:
    """Return moves that are read out of the masks: any, or WAIT at some tables and wherever the round is over."""
    moves = array("H")
    for i in range(len(tables)):
        legal = row(tables, i)
        moves.append(WAIT if not legal or rng.random() < waiting else rng.choice(legal))
    return moves


def row(tables: Any, i: int) -> list[int]:
    """Return the moves that a table's mask allows."""
    return [m for m in range(tables.masks.shape[1]) if tables.masks[i, m]]


def compare(tables: Any, i: int, state: Any) -> None:
    """Assert that the buffers show of a table what a state says."""
    outcome = state.outcome
    assert row(tables, i) == [int(move) for move in state.legal_moves()]
    assert tables.legal_moves(i) == state.legal_moves()
    assert tables.counts[i] == len(state.legal_moves())
    assert (tables.turns[i], bool(tables.over[i])) == (state.turn, state.over)
    winner = None if outcome is None else outcome.winner
    assert tables.winners[i] == (255 if winner is None else winner)
    paid = outcome.payoffs if outcome else (0,) * state.players
    assert tuple(tables.payoffs[i, seat] for seat in range(state.players)) == paid


@pytest.mark.parametrize(("players", "preset"), [(4, 0), (2, 0), (3, 1)])
def test_tables_equal_single_states_step_by_step(game: tuple[ModuleType, Any], players: int, preset: int) -> None:
    """Each table shows at every step what the State dealt from its seed shows after the same moves, over several
    rounds, whoever waits; its payoffs, winner and state are that State's.
    """
    module, make = game
    rules = list(module.PRESETS.values())[preset]
    rng, tables = Random(players), make(6, 99, players, rules)
    assert (len(tables), tables.players, tables.rules) == (6, players, rules)
    states = [module.deal(seed=derived(99, i), players=players, rules=rules) for i in range(6)]
    ended = 0
    for _ in range(900):
        for i, state in enumerate(states):
            compare(tables, i, state)
        moves = moves_for(tables, rng, waiting=0.1)
        before = sum(state.over for state in states)
        for state, move in zip(states, moves, strict=True):
            if move != WAIT:
                state.play(move)
        now = sum(state.over for state in states) - before
        assert tables.step(moves) == now
        ended += now
        if rng.random() < 0.02:
            for i, state in enumerate(states):
                compare(tables, i, state)
                assert tables.state(i) == state
                assert bytes(tables.state(i)) == bytes(state)
        if rng.random() < 0.05:
            over = [i for i, state in enumerate(states) if state.over]
            assert tables.deal() == len(over)
            for i in over:
                number = tables.rounds(i) - 1
                seed = derived(derived(99, i), number)
                assert tables.seed_of(i) == seed
                states[i] = module.deal(seed=seed, players=players, rules=rules, dealer=number % players)
    assert ended


def test_views_are_those_of_the_state(game: tuple[ModuleType, Any]) -> None:
    """A view of a table is what its State shows a seat or a spectator."""
    module, make = game
    tables = make(3, 5)
    for _ in range(60):
        tables.step(tables.random_moves())
    for i in range(3):
        for seat in (0, 1, 2, 3, None):
            assert tables.view(i, seat) == tables.state(i).view(seat)
        assert isinstance(tables.state(i), module.State)
    with pytest.raises(StateError):
        tables.view(0, 4)


def test_a_refused_move_changes_no_table(game: tuple[ModuleType, Any]) -> None:
    """One move that is not legal refuses the whole step: the error names the first such table, its move and why, as
    `check` of the State does, and nothing has changed, at the tables before it neither.
    """
    _, make = game
    rng, tables = Random(1), make(8, 3)
    tried = set()
    for _ in range(300):
        moves = moves_for(tables, rng)
        bad = rng.randrange(8)
        wrong = rng.choice([m for m in range(tables.masks.shape[1]) if not tables.masks[bad, m]])
        broken = moves[:]
        broken[bad] = wrong
        for later in range(bad + 1, 8):
            if rng.random() < 0.5:
                broken[later] = 60000
        before, states = seen(tables), [bytes(tables.state(i)) for i in (0, bad)]
        with pytest.raises(IllegalMoveError) as refused:
            tables.step(broken)
        with pytest.raises(IllegalMoveError) as single:
            tables.state(bad).check(wrong)
        assert refused.value.code == single.value.code
        assert str(refused.value) == f"table {bad}, {single.value}"
        assert (seen(tables), [bytes(tables.state(i)) for i in (0, bad)]) == (before, states)
        tried.add(refused.value.code)
        tables.step(moves)
        tables.deal()
    assert len(tried) >= 4


@pytest.mark.parametrize("number", [371, 60000, 65534])
def test_a_number_that_is_no_move_is_refused(game: tuple[ModuleType, Any], number: int) -> None:
    """A number past the last move is refused by its table and number."""
    tables = game[1](3, 3)
    moves = array("H", tables.random_moves())
    moves[2] = number
    with pytest.raises(IllegalMoveError, match=f"^table 2: there is no move {number}$"):
        tables.step(moves)


def test_a_table_that_is_over_takes_only_wait(game: tuple[ModuleType, Any]) -> None:
    """A finished round stays as it is, refuses every move and takes WAIT, while others go on, until
    `deal`; then it has paid nothing yet.
    """
    _, make = game
    rng, tables = Random(2), make(4, 8)
    while not sum(tables.over):
        tables.step(tables.random_moves())
    i = list(tables.over).index(1)
    at_end = bytes(tables.state(i))
    for _ in range(5):
        assert tables.random_moves()[i] == WAIT
        tables.step(moves_for(tables, rng))
        assert bytes(tables.state(i)) == at_end
    moves = moves_for(tables, rng)
    for move in (0, 1, 4, 50):
        moves[i] = move
        with pytest.raises(IllegalMoveError) as refused:
            tables.step(moves)
        assert refused.value.code == "over"
    over = sum(tables.over)
    assert tables.deal() == over
    assert tables.deal() == 0
    assert not sum(tables.over)
    assert [tables.payoffs[i, seat] for seat in range(4)] == [0, 0, 0, 0]
    assert (tables.winners[i], tables.rounds(i), len(tables.state(i).history)) == (255, 2, 0)


def test_all_waiting_changes_nothing(game: tuple[ModuleType, Any]) -> None:
    """A step in which every table waits leaves all as it was."""
    tables = game[1](5, 8)
    tables.step(tables.random_moves())
    before = seen(tables), list(all_of(tables))
    assert tables.step(array("H", [WAIT] * 5)) == 0
    assert (seen(tables), list(all_of(tables))) == before


def test_random_moves_are_legal_and_all_occur(game: tuple[ModuleType, Any]) -> None:
    """Random moves are moves of the masks, each about equally often."""
    tables = game[1](1, 4)
    while tables.counts[0] < 4:
        tables.step(tables.random_moves())
    legal = row(tables, 0)
    counts = dict.fromkeys(legal, 0)
    for _ in range(400 * len(legal)):
        counts[tables.random_moves()[0]] += 1
    assert set(counts) == set(legal)
    assert all(300 < times < 500 for times in counts.values())


def test_same_seed_same_play(game: tuple[ModuleType, Any]) -> None:
    """Tables of one seed play alike, random moves included; another seed's do not; and a table
    does not depend on how many there are.
    """
    _, make = game

    def play(n: int, seed: int) -> list[Any]:
        tables, found = make(n, seed), []
        for _ in range(300):
            tables.step(tables.random_moves())
            tables.deal()
            found.append(seen(tables))
        return [*found, *all_of(tables)]

    assert play(5, 11) == play(5, 11)
    assert play(5, 11) != play(5, 12)
    assert bytes(make(2, 11).state(1)) == bytes(make(7, 11).state(1))


def test_masks_are_what_the_seat_to_act_may_know(game: tuple[ModuleType, Any]) -> None:
    """A mask is the legal moves of the view of the seat to act, and every other seat's view
    of the table knows none of them.
    """
    _, make = game
    tables = make(40, 21)
    for _ in range(25):
        tables.step(tables.random_moves())
    for i in range(40):
        state = tables.state(i)
        assert row(tables, i) == [int(move) for move in state.view(tables.turns[i]).legal_moves()]
        assert all(state.view(seat).legal_moves() == () for seat in (0, 1, 2, 3, None) if seat != tables.turns[i])


def test_a_step_takes_a_list_too(game: tuple[ModuleType, Any]) -> None:
    """A list or tuple of ids plays what a buffer of the same ids plays."""
    rng, one, two = Random(5), game[1](4, 7), game[1](4, 7)
    for _ in range(20):
        moves = moves_for(one, rng, 0.2)
        one.step(moves)
        two.step(rng.choice((list, tuple))(moves))
        assert seen(one) == seen(two)


def test_numpy_reads_and_gives_buffers(game: tuple[ModuleType, Any]) -> None:
    """NumPy reads the masks as int8 without a copy, as learners' spaces ask, and a step takes its arrays."""
    tables = game[1](5, 3)
    masks = numpy.asarray(tables.masks)
    assert (masks.dtype.name, masks.shape) == ("int8", (5, len(game[0].Move.all())))
    moves = masks.argmax(axis=1).astype(numpy.uint16)
    assert tables.step(moves) == 0
    assert [tables.rounds(i) for i in range(5)] == [1] * 5
    assert masks.tolist() == tables.masks.tolist()
    with pytest.raises(TypeError, match="moves must be a buffer of uint16"):
        tables.step(masks.argmax(axis=1))


def test_buffers_cannot_be_written_to(game: tuple[ModuleType, Any]) -> None:
    """What the tables show is read-only, of the shapes and types that are promised, and renewed in place."""
    tables = game[1](3, 1, 2)
    shapes: dict[str, tuple[tuple[int, ...], str]] = {
        "turns": ((3,), "B"),
        "counts": ((3,), "H"),
        "over": ((3,), "B"),
        "winners": ((3,), "B"),
    }
    shapes |= {"masks": ((3, len(game[0].Move.all())), "b"), "payoffs": ((3, 2), "i")}
    kept = {name: getattr(tables, name) for name in shapes}
    for name, (shape, code) in shapes.items():
        assert (kept[name].shape, kept[name].format, kept[name].readonly) == (shape, code, True)
        assert kept[name].c_contiguous
    before = kept["masks"].tolist()
    for _ in range(12):
        tables.step(tables.random_moves())
    assert kept["masks"].tolist() != before
    masks = tables.masks
    del tables
    assert masks.tolist() == kept["masks"].tolist()  # the memory lives as long as it is looked at


def test_a_second_thread_gets_on(game: tuple[ModuleType, Any]) -> None:
    """While a step over many tables runs, another thread runs Python code: the interpreter lock is released."""
    tables = game[1](20000, 6)
    started, done, ticks = threading.Event(), threading.Event(), 0

    def step() -> None:
        started.set()
        for _ in range(20):
            tables.step(tables.random_moves())
            tables.deal()
        done.set()

    thread = threading.Thread(target=step)
    thread.start()
    started.wait()
    while not done.is_set():
        ticks += 1
    thread.join()
    assert ticks > 1000


def test_threads_may_share_tables(game: tuple[ModuleType, Any]) -> None:
    """Steps of several threads on the same tables follow one another; a move that has become
    illegal meanwhile is refused.
    """
    tables = game[1](500, 6)
    refused: list[str] = []

    def work() -> None:
        for _ in range(60):
            try:
                tables.step(array("H", tables.random_moves()))
            except IllegalMoveError as error:
                refused.append(error.code)
            tables.deal()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for i in range(0, 500, 50):
        state = tables.state(i)  # every move replayed and checked
        assert row(tables, i) == [int(move) for move in state.legal_moves()]


@pytest.mark.parametrize(
    "wrong",
    [b"\0\0\0\0", array("B", [0, 0]), array("h", [0, 0]), array("q", [0, 0]), memoryview(array("H", range(4)))[::2]],
)
def test_moves_of_another_type_are_refused(game: tuple[ModuleType, Any], wrong: Any) -> None:
    """Moves are a contiguous buffer of uint16 and nothing else."""
    tables = game[1](2, 6)
    with pytest.raises(TypeError, match=r"moves must (be a buffer of uint16|lie in one piece)"):
        tables.step(wrong)


def test_bad_arguments_are_refused(game: tuple[ModuleType, Any]) -> None:
    """Numbers of tables, seeds, players, moves and tables that cannot be are refused in a sentence."""
    _, make = game
    tables = make(2, 6)
    for n in (0, -1, 1 << 40):
        with pytest.raises(StateError, match="tables"):
            make(n, 1)
    with pytest.raises(TypeError):
        make(True, 1)
    with pytest.raises(TypeError):
        make(1, 1, rules="classic")
    for seed in (-1, 1 << 64):
        with pytest.raises(StateError, match="seed"):
            make(1, seed)
    for players in (1, 7):
        with pytest.raises(RulesError, match="players"):
            make(1, 1, players)
    for size in (0, 1, 3):
        with pytest.raises(StateError, match=f"{size} moves for 2 tables"):
            tables.step(array("H", [0] * size))
    for move in (-1, 1 << 16, 1 << 70):
        with pytest.raises(IllegalMoveError, match=f"^table 1: there is no move {move}$"):
            tables.step([WAIT, move])
    for none in (True, 1.0, "0", None):
        with pytest.raises(TypeError, match="a move must be an int"):
            tables.step([0, none])
    for number in (-1, 2, 1 << 70):
        for ask in (tables.state, tables.seed_of, tables.rounds, tables.legal_moves):
            with pytest.raises(StateError, match="there is no table"):
                ask(number)
    assert repr(tables).endswith(".batch.Tables: 2 tables of 4 players, 0 over>")


def test_a_long_round_fits_in_its_log() -> None:
    """A round of as many moves as the rules allow is kept whole, to its turn cap, where a
    game lets nobody win early.
    """
    late = {"dublees_to_see": 10, "dublees_to_win": 10}
    for module, make in GAMES.values():
        options = {"turn_cap": 300} | (late if late.keys() <= module.Rules().to_dict().keys() else {})
        rules = module.Rules(**options)
        tables, longest = make(30, 2, rules=rules), 0
        rng = Random(3)
        while not all(tables.over):
            moves = array("H")
            for i in range(30):  # take what can be taken, so that the stock lasts, and finish never
                legal = [str(move) for move in tables.legal_moves(i)]
                kept = [word for word in legal if not word.startswith("finish")]
                word = "take" if "take" in legal and rng.random() < 0.95 else rng.choice(kept) if kept else None
                moves.append(WAIT if word is None else int(module.Move(word)))
            tables.step(moves)
        for i in range(30):
            state = tables.state(i)
            assert state.over
            longest = max(longest, state.turns)
        assert longest == 300
