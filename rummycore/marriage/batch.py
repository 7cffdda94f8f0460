"""Many hands at once: C answers for all rows, with the interpreter lock released. Any buffer of bytes serves.

A row is 53 bytes of *faces*: byte k counts the concealed cards of kind k. `tiplu` is one card for all rows, None if it
is unknown, or a buffer of one byte a row with 255 for unknown. Without a tiplu no card is a joker. 52, a man, stands
for As if the rules let a man lie under the stock (M-5). `goal` says what the cards are to become, by default a whole
hand. A set of kinds is a uint64 with bit k for kind k. An answer is a bytearray or an array.array, which
`numpy.frombuffer` reads without a copy. HandError names the first bad row, from 0. Ctrl-C stops a call within a tenth
of a second or so. `progress`, where a function takes it, is called now and then with the number of rows that are done,
and of all rows.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Final, SupportsIndex, TypeAlias

from rummycore import _core, buffers, tables
from rummycore._core import lib
from rummycore.buffers import Array, Progress, ask
from rummycore.errors import HandError, NotationError
from rummycore.marriage.hand import WHOLE_HAND, Goal, count_faces
from rummycore.marriage.notation import ERRORS, Card, Cards, Move, cards, number, tiplu_card
from rummycore.marriage.options import Rules
from rummycore.marriage.record import Record
from rummycore.marriage.round import State
from rummycore.marriage.view import View

Tiplu: TypeAlias = "Card | str | SupportsIndex | Array | None"
_KINDS: Final = _core.KINDS


def encode(hands: Iterable[Cards], rules: Rules | None = None) -> bytearray:
    """Return rows of faces for hands: n * 53 bytes.

    HandError names the first hand, from 0, whose cards cannot be held together.

    >>> faces = encode(["7h 7h Tc"])
    >>> len(faces), faces[int(Card("7h"))]
    (53, 2)
    """
    chosen = Rules.given(rules)
    if isinstance(hands, (str, bytes, bytearray, memoryview)) or not isinstance(hands, Iterable):
        raise TypeError(f"hands are an iterable of hands, not {type(hands).__name__}")
    out = bytearray()
    for i, hand in enumerate(hands):
        try:
            out += count_faces(cards(hand), None, chosen)
        except (HandError, NotationError) as error:
            raise error.at("hand", hand=i) from None
    return out


def decks(n: SupportsIndex, seed: SupportsIndex, rules: Rules | None = None) -> bytearray:
    """Return n shuffled decks: n * (156 and the men) kinds. Deck i is that of `deal(seed=s)` with s part i of the seed.

    >>> from rummycore import marriage
    >>> marriage.deal(deck=list(decks(3, 7)[156:312])).stock
    71
    """
    chosen = Rules.given(rules)
    return buffers.decks(lib.rummy_marriage_shuffle, chosen._raw, n, seed, Record.deck_size(chosen))


def left(faces: Array, tiplu: Tiplu = None, rules: Rules | None = None) -> bytearray:
    """Return rows of faces that can still be had: all but the cards of each row and one copy of a known tiplu.

    A row holds the cards that are in the hand or known to lie elsewhere.

    >>> left(encode(["7h 7h Tc"]), "Tc")[int(Card("Tc"))]
    1
    """
    chosen = Rules.given(rules)
    with _rows(faces, tiplu, chosen) as (rows, tiplus, n):
        out = bytearray(n * _KINDS)
        given = chosen._raw, rows, tiplus
        ask(ERRORS, lib.rummy_marriage_left, given, n, (_core.pointer(out),), (0, _KINDS, 1, _KINDS))
    return out


def win(
    faces: Array,
    tiplu: Tiplu = None,
    goal: Goal = WHOLE_HAND,
    rules: Rules | None = None,
    *,
    progress: Progress | None = None,
) -> bytearray:
    """Return for each row whether it is the goal: 0 not, 1 by combinations, 2 by dublees, 3 both (M-17, M-19).

    A row has three cards for each combination of the goal.

    >>> win(encode(["7h 7h 7h 2c 3c 4c 9s Ts Js"]), goal=Goal(primary=3))
    bytearray(b'\\x01')
    """
    chosen, asked = Rules.given(rules), _goal(goal)
    with _rows(faces, tiplu, chosen) as (rows, tiplus, n):
        out = bytearray(n)
        given = chosen._raw, asked, rows, tiplus
        ask(ERRORS, lib.rummy_marriage_win, given, n, (_core.pointer(out),), (0, 0, _KINDS, 1, 1), progress)
    return out


def finishes(
    faces: Array,
    tiplu: Tiplu = None,
    goal: Goal = WHOLE_HAND,
    rules: Rules | None = None,
    *,
    progress: Progress | None = None,
) -> array[int]:
    """Return for each row the discards after which the other cards are the goal (M-17, M-19).

    They are two uint64 a row, the discards by combinations and those by dublees. A row has one card more than the
    combinations of the goal.

    >>> finishes(encode(["7h 7h 7h 2c 3c 4c 9s Ts Js Kd"]), goal=Goal(primary=3))[0] == 1 << int(Card("Kd"))
    True
    """
    chosen, asked = Rules.given(rules), _goal(goal)
    with _rows(faces, tiplu, chosen) as (rows, tiplus, n):
        out, pointer = buffers.numbers("Q", 2 * n)
        given = chosen._raw, asked, rows, tiplus
        by = _core.ffi.cast("uint64_t(*)[2]", pointer)
        ask(ERRORS, lib.rummy_marriage_finishes, given, n, (by,), (0, 0, _KINDS, 1, 1), progress)
    return out


def distance(
    faces: Array,
    tiplu: Tiplu = None,
    goal: Goal = WHOLE_HAND,
    left: Array | None = None,
    rules: Rules | None = None,
    *,
    progress: Progress | None = None,
) -> array[int]:
    """Return for each row its distance to the goal by the nearer way (M-30): int8, -1 for never.

    `left` has rows of faces that can still be had, one for each row or one for all. Without it all cards can be had
    except the row's own and one copy of its tiplu.

    >>> distance(encode(["7h 7h 2c 4c 9s Ts Js"]), goal=Goal(primary=3))
    array('b', [2])
    """
    return _search(faces, tiplu, goal, left, rules, progress, useful=False)[0]


def useful(
    faces: Array,
    tiplu: Tiplu = None,
    goal: Goal = WHOLE_HAND,
    left: Array | None = None,
    rules: Rules | None = None,
    *,
    progress: Progress | None = None,
) -> array[int]:
    """Return for each row its useful kinds (M-30): uint64. The arguments are those of `distance`.

    >>> useful(encode(["7h 7h 7h 2c 4c 9s Ts Js"]), goal=Goal(primary=3))[0] == 1 << int(Card("3c"))
    True
    """
    return _search(faces, tiplu, goal, left, rules, progress)[1]


def discards(
    faces: Array,
    tiplu: Tiplu = None,
    goal: Goal = WHOLE_HAND,
    left: Array | None = None,
    rules: Rules | None = None,
    *,
    progress: Progress | None = None,
) -> tuple[array[int], array[int]]:
    """Return two tables of the discards of rows of cards, 53 entries a row (M-30).

    The first has in column k the distance after the discard of kind k: int8, -1 for never, -2 if k is not held. The
    second has the kinds useful then: uint64. The arguments are those of `distance`.

    >>> table, helpful = discards(encode(["7h 7h 7h 2c 3c 4c 9s Ts Js Kd"]), goal=Goal(primary=3))
    >>> table[int(Card("Kd"))], table[int(Card("7h"))], table[int(Card("2h"))]
    (0, 2, -2)
    """
    return _search(faces, tiplu, goal, left, rules, progress, entries=_KINDS)


def bounds(
    faces: Array,
    goal: Goal = WHOLE_HAND,
    left: Array | None = None,
    rules: Rules | None = None,
    *,
    progress: Progress | None = None,
) -> array[int]:
    """Return for each row the least and the greatest distance, whatever the tiplu (M-30): two int8 a row, -1 for never.

    >>> bounds(encode(["7h 7h 7h 2c 3c 4c 9s Ts Js Kd"]), goal=Goal(primary=3))
    array('b', [0, 0])
    """
    chosen, asked = Rules.given(rules), _goal(goal)
    with buffers.rows(faces, "faces") as (rows, n), buffers.rows_for_all(left, n, "left") as available:
        out, pointer = buffers.numbers("b", 2 * n)
        given = chosen._raw, asked, rows, available
        between = _core.ffi.cast("int8_t(*)[2]", pointer)
        ask(ERRORS, lib.rummy_marriage_bounds, given, n, (between,), (0, 0, _KINDS, _KINDS, 1), progress)
    return out


def _goal(goal: Goal) -> Any:
    if not isinstance(goal, Goal):
        raise TypeError(f"goal must be marriage.Goal, not {type(goal).__name__}")
    return goal._raw


@contextmanager
def _rows(faces: Array, tiplu: Tiplu, rules: Rules) -> Iterator[tuple[Any, Any, int]]:
    """Give a pointer to rows of faces, one to their tiplus, and the number of rows."""
    with buffers.rows(faces, "faces") as (rows, n):
        yield rows, buffers.of_rows(tiplu, n, "tiplu", lambda one: number(tiplu_card(one, rules))), n


def _search(
    faces: Array,
    tiplu: Tiplu,
    goal: Goal,
    left: Array | None,
    rules: Rules | None,
    progress: Progress | None,
    *,
    entries: int = 1,
    useful: bool = True,
) -> tuple[array[int], array[int]]:
    """Return the distances and useful kinds of the rows, or with 53 entries a row of their discards."""
    chosen, asked = Rules.given(rules), _goal(goal)
    call = lib.rummy_marriage_distance if entries == 1 else lib.rummy_marriage_discards
    with _rows(faces, tiplu, chosen) as (rows, tiplus, n), buffers.rows_for_all(left, n, "left") as available:
        given = chosen._raw, asked, rows, available, tiplus
        return buffers.distances(ERRORS, call, given, n, (0, 0, _KINDS, _KINDS, 1), entries, useful, progress)


class Tables(tables.Tables[Rules, Move, State, View]):
    __doc__ = tables.Tables.__doc__

    __slots__ = ()
    _state: ClassVar[type[State]] = State
