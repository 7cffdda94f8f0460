"""Marriage's cards, combinations and moves as text and numbers (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, SupportsIndex, TypeAlias

from rummycore import _core, notation
from rummycore.errors import NotationError
from rummycore.notation import BaseMove, BasePiece
from rummycore.values import Choice
from rummycore.wire import Wire

if TYPE_CHECKING:
    from rummycore.marriage.options import Rules

show: Final = notation.show
SUITS: Final = "cdhs"
RANKS: Final = "A23456789TJQK"
SPELLINGS: Final = {"10": "T", "\u2663": "c", "\u2666": "d", "\u2665": "h", "\u2660": "s", "\ufe0f": ""}


class Card(BasePiece, noun="card", texts=[*(f"{rank}{suit}" for suit in SUITS for rank in RANKS), "M"]):
    """A kind of card, 0..52: `7h Tc As`, and `M`, a man (M-1, M-5). All copies of a kind are the same Card.

    >>> Card("7H"), int(Card("Ad")), Card(52)
    (Card('7h'), 13, Card('M'))
    """

    __slots__ = ()
    spellings: ClassVar[Mapping[str, str]] = SPELLINGS
    suits: ClassVar[str] = SUITS


M: Final = Card("M")
ERRORS: Final = _core.Errors("marriage", Card.texts, 3, "card")
Cards: TypeAlias = "str | Iterable[Card | str | SupportsIndex]"


def cards(source: Cards) -> tuple[Card, ...]:
    """Return cards in the order given, from a text with spaces or from any iterable of cards, texts or ints.

    NotationError for a word or number that is no card.

    >>> cards("7h Tc")
    (Card('7h'), Card('Tc'))
    """
    return Card.many(source)


def tiplu_card(tiplu: Card | str | SupportsIndex | None, rules: Rules) -> Card | None:
    """Return the card under the stock that a tiplu names: the tiplu, or a man in the place of As (M-5). None: unknown.

    NotationError for a man if the rules do not let one lie there.
    """
    if tiplu is None:
        return None
    card = Card(tiplu)
    if card == _core.JOKER and not (rules.printed_jokers and rules.man_as_tiplu == "ace_of_spades"):
        raise NotationError("tiplu_man", pieces=[card])
    return card


def number(tiplu: Card | None) -> int:
    """Return the tiplu, or the man in its place, as the number for C. None gives RUMMY_NONE."""
    return _core.NONE if tiplu is None else tiplu


class ComboKind(Choice):
    """What three cards are together (M-12, M-13); the first two are primary."""

    TUNNELA = "tunnela"
    PURE = "pure sequence"
    TRIPLET = "triplet"
    DIRTY_RUN = "dirty sequence"
    DIRTY_TRIPLET = "dirty triplet"
    JOKERS = "jokers"


KINDS: Final = tuple(ComboKind)  # by rummy_marriage_combo


@dataclass(frozen=True, slots=True)
class Meld(Wire):
    """Three cards that are a combination, and its kind (M-12, M-13)."""

    cards: tuple[Card, ...]
    kind: ComboKind

    @property
    def primary(self) -> bool:
        """Whether it is one of the combinations that are laid to see the tiplu (M-14)."""
        return self.kind in (ComboKind.TUNNELA, ComboKind.PURE)

    def __str__(self) -> str:
        return show(self.cards)


def _move_texts() -> list[str]:
    plain = Card.all()[:52]
    runs = [f"lay {RANKS[r]}{s} {RANKS[(r + 1) % 13]}{s} {RANKS[(r + 2) % 13]}{s}" for s in SUITS for r in range(13)]
    return [
        *("draw", "take", "see", "done"),
        *(f"expose {card}" for card in plain),
        *(f"lay {card} {card} {card}" for card in plain),
        *runs,
        *(f"pair {card}" for card in plain),
        *(f"{act} {card}" for act in ("discard", "finish", "finish-pairs") for card in Card.all()),
    ]


class Move(BaseMove, noun="move", texts=_move_texts()):
    """A move by its id 0..370 and text (M-8 to M-19).

    The texts are `draw`, `take`, `see`, `done`, `expose 7h`, `lay 5h 6h 7h`, `pair 7h`, `discard 7h`, `finish 7h` and
    `finish-pairs 7h`.

    >>> Move("lay Qd Kd Ad"), int(Move("finish M")), Move(1)
    (Move('lay Qd Kd Ad'), 317, Move('take'))
    """

    __slots__ = ()
    spellings: ClassVar[Mapping[str, str]] = SPELLINGS

    @property
    def card(self) -> Card | None:
        """The card that an expose, pair, discard or finish names; None for another move."""
        return (
            None
            if self.act in ("draw", "take", "see", "done", "lay", "hidden")
            else Card.parse(str(self).partition(" ")[2])
        )

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that an expose, lay or pair puts on the table; none for another move."""
        if self.act == "lay":
            return cards(str(self).partition(" ")[2])
        copies = {"expose": 3, "pair": 2}.get(self.act, 0)
        return (self.card,) * copies if self.card is not None else ()

    @property
    def pieces(self) -> tuple[Card, ...]:
        """The cards that the move names."""
        return self.cards or (() if self.card is None else (self.card,))


HIDDEN: Final = int.__new__(Move, len(Move.all()))  # in an event: a move that may not be told yet; it cannot be played
Move.texts = (*Move.texts, "hidden")
Move._by_text["hidden"] = HIDDEN


@dataclass(frozen=True, slots=True)
class Event(Wire):
    """What somebody learns of a move: the seat, the move, and the card.

    `card` is None where there is none to see: a drawn card is known to its seat alone (M-29). `move` is HIDDEN in what
    `State.play` returns for a draft (M-14), as nobody else may know the move yet. `State.events` has every move.
    """

    seat: int
    move: Move
    card: Card | None
