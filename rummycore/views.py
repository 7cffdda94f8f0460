"""What the views of every game have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from rummycore import _core
from rummycore.documents import document
from rummycore.notation import BasePiece, Word
from rummycore.options import Options
from rummycore.values import Choice, as_json
from rummycore.wire import Wire, read_fields, types_of

if TYPE_CHECKING:
    from typing_extensions import Self

Piece = TypeVar("Piece", bound=BasePiece)
Move = TypeVar("Move", bound=Word)
Event = TypeVar("Event")
Phase = TypeVar("Phase", bound=Choice)
Outcome = TypeVar("Outcome")
Rules = TypeVar("Rules", bound=Options)


class MatchEnd(Choice):
    """Why a match is over: the rules end it, so many rounds are played, or the points leave no room for another."""

    DECIDED = "decided"
    MAX_ROUNDS = "max_rounds"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class Standing(Wire):
    """Where a match stands, as everybody may know it. Players are numbers 0, 1, ... too, and keep them in every round.

    `round` is the number of the current round, from 1, or 0 before the first; `running` says whether it goes on.
    `dealer` is the player who deals it, and `seats` are the players in its seats. `points` are those of each player.
    `ended` says why the match is over, None while it goes on; `winners` are the players who have won it.
    """

    round: int
    running: bool
    dealer: int
    seats: tuple[int, ...]
    points: tuple[int, ...]
    ended: MatchEnd | None
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseView(Wire, Generic[Piece, Move, Event, Phase, Outcome, Rules]):
    """All that a seat knows; two states that differ only in what it cannot know give it equal views.

    `seat` is None for a spectator, whose `hand` is empty. `turns` counts the turns that ended with a discard. `drawn`
    is the piece that the seat drew or took this turn. `sizes` count the pieces in each hand, and `known` are those of
    them that everybody knows. `gone` are the pieces that the seat knows to lie where it cannot get them. `stock` is the
    number of pieces still to be drawn. `discards` are pairs of a seat and a piece, oldest first. `history` has every
    event that the seat may know, `moves` its legal moves. `standing` is that of the match, in a view of a match. A
    game's view is a frozen dataclass with more fields.
    """

    seat: int | None
    players: int
    dealer: int
    turn: int
    turns: int
    phase: Phase
    hand: tuple[Piece, ...]
    drawn: Piece | None
    sizes: tuple[int, ...]
    known: tuple[tuple[Piece, ...], ...]
    gone: tuple[Piece, ...]
    stock: int
    discards: tuple[tuple[int | None, Piece], ...]
    rules: Rules
    history: tuple[Event, ...]
    moves: tuple[Move, ...]
    outcome: Outcome | None
    standing: Standing | None = None

    game: ClassVar[str]
    piece: ClassVar[type[BasePiece]]
    phases: ClassVar[tuple[Choice, ...]]  # by their number in C

    _told: ClassVar[tuple[str, ...]] = ("takeable",)

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.phase == "over"

    @property
    def takeable(self) -> Piece | None:
        """The newest discard while the seat to act has not drawn; None otherwise. That seat's moves say whether it may
        take it.
        """
        return self.discards[-1][1] if self.discards and self.phase in ("to_draw", "last_chance") else None

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the seat's legal moves, ascending; none while another seat is to act."""
        return self.moves

    def to_dict(self, *, rules: bool = True, history: bool = True) -> dict[str, Any]:
        """Return the view as JSON values. The rules and the history may be left out, where the other side has them."""
        left_out = {name for name, told in (("rules", rules), ("history", history)) if not told}
        names = [*(field.name for field in fields(self) if field.name not in left_out), *self._told]
        return {"format": 1, "game": self.game, **{name: as_json(getattr(self, name)) for name in names}}

    @classmethod
    def from_dict(cls, data: object, *, rules: Options | None = None, history: Sequence[Any] | None = None) -> Self:
        """Return the view that JSON values describe. `rules` and `history` are given where the JSON leaves them out.

        StateError, RulesError or NotationError names what is wrong.
        """
        given = {"rules": rules, "history": None if history is None else tuple(history)}
        rest = {name: as_json(value) for name, value in given.items() if value is not None}
        kind: Any = cls
        keys = types_of(kind)
        given_too: Any = data
        if isinstance(data, Mapping):
            given_too = {name: value for name, value in {**rest, **data}.items() if name not in cls._told}
        told = document(given_too, "a view", ("game", *keys), game=cls.game)
        view: Self = read_fields(kind, {name: told[name] for name in keys}, "view")
        return view

    @classmethod
    def read(cls, raw: Any, seat: int | None, moves: tuple[Any, ...], **known: Any) -> Self:
        """Return the view of a C struct. `moves` are those of the seat to act, `known` what C does not know."""
        pieces: Any = cls.piece
        seats = range(raw.players)
        return cls(
            seat=seat,
            players=raw.players,
            dealer=raw.dealer,
            turn=raw.turn,
            turns=raw.turns,
            phase=cls.phases[raw.phase],
            hand=pieces.held(raw.hand),
            drawn=pieces.or_none(raw.drawn),
            sizes=tuple([raw.size[other] for other in seats]),
            known=tuple([pieces.held(raw.known[other]) for other in seats]),
            gone=pieces.held(raw.gone),
            stock=raw.stock,
            discards=tuple(
                [
                    (None if (who := raw.discarded_by[i]) == _core.NONE else who, pieces(raw.discard[i]))
                    for i in range(raw.discards)
                ]
            ),
            moves=moves if seat == raw.turn else (),
            **known,
            **cls._read_own(raw, seat),
        )

    @classmethod
    def _read_own(cls, raw: Any, seat: int | None) -> dict[str, Any]:
        """Return the fields that the game adds."""
        raise NotImplementedError
