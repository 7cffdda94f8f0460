"""The errors of rummycore. Every one says in `code` what went wrong, in one word, in `fields` with which things, and in
`sentence` both in English. The sentences stand once: here, and those of C in csrc/errors.json.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from typing_extensions import Self

LONGEST: Final = 300  # characters of a sentence

SENTENCES: Final[Mapping[str, str]] = {
    # words and numbers
    "tile": "there is no tile {given}: a tile is a letter of r y b k and a number 1 to 13, as r7, or F",
    "card": "there is no card {given}: a card is a rank of A23456789TJQK and a letter of c d h s, as 7h, or M",
    "move": "there is no move {given}",
    "move_type": "a move is a text, not {given}",
    "meld": "there is no meld {given}: a meld has two tiles or more",
    "number": "there is no {noun} {given}: the numbers are 0..{last}",
    "tiplu_man": "tiplu=M: a man is no tiplu, but where men are printed and man_as_tiplu is ace_of_spades",
    "no_file": "no file is called {given}",
    "no_rules": "there are no rules {given}: give a file, or one of {names}",
    "no_indicator": "no indicator: give --indicator TILE or INDICATOR<TAB>HAND",
    # documents
    "json": "{what} is no JSON: {why}",
    "key_twice": "the key {key} stands twice",
    "type": "{what} must be {wanted}, not {given}",
    "outside": "{what} is {given}: it must be {wanted}",
    "entries": "{what} has {count} entries, not {wanted}",
    "unknown_key": "{what} has an unknown key {key}",
    "missing_key": "{what} lacks the key {key}",
    "format": "{what} has format {given}, only {wanted} can be read",
    "game": "{what} of {given} is not one of {game}",
    "rules_version": "rules version {given} is not that of this engine, {wanted}",
    "moves": "{count} moves are more than a round can have",
    "document": "{why}",
    "bytes": "{count} bytes are no record of this kind: they begin otherwise, or have another length",
    "checksum": "the bytes of the record are damaged: the checksum differs",
    # rules
    "range": "{option}={given}: it must be {wanted}",
    "table_size": "{option} has {count} values: it must have 1 to {most}",
    "no_rule": "there is no rule {given}",
    # hands
    "copies": "{piece} x{times}: there are not so many",
    "values": "values={given}: a set of values has 53 bits",
    "goal": "{name}={given}: it must be 0..{most}, or None where that way is not open",
    "goal_closed": "a goal with no way open: it has combinations, dublees, or both",
    "combination": "{given}: a combination has three cards, not {count}",
    "word": "{name}={given}: it must be one of {words}",
    "limit": "{name}={given}: it must be {least}..{most}",
    "laid_most": "{count} are laid: no route lays more than {most}",
    "laid_count": "{count} are laid on the route {route}, which lays {wanted}",
    "laid_unseen": "{cards}: a seat that has not seen lays a draft after the draw, with {wanted} cards",
    "laid_route": "{cards} is laid, but the route is none",
    "laid_pairs": "{cards} is laid, but dublee_allowed is off: these rules know no dublees",
    "route_pairs": "the route is {route}, but dublee_allowed is off: these rules know no dublees",
    "dublee_twice": "two dublees of one kind are laid",
    "no_dublee": "{cards} is no dublee",
    "not_primary": "{cards}: only primary combinations are laid to see the tiplu",
    "taken_nowhere": "taken={card}: it is neither among the concealed cards nor laid",
    "taken_early": "taken={card}: with {count} cards none has been taken yet, after the draw there are {wanted}",
    "taken_hand": "taken={card}: it is not in the hand",
    "taken_declared": "taken={card}: it is not among the cards declared",
    "tunnela_men": "M: men are in no tunnela",
    "row_bytes": "{what}: {count} bytes are no whole number of rows of {wanted}",
    "rows": "{what}: {count} rows beside {wanted}",
    "row_byte": "{what}: {count} bytes beside {wanted} rows",
    # rounds, matches, tables
    "dealer": "there is no dealer {given}: the seats are 0..{last}",
    "seat": "there is no {what} {given}: the seats are 0..{last}",
    "seed": "{what} {given}: it must be 0..2**64-1",
    "since": "since={given}: it must be 0 or more",
    "undo": "there is no move to undo",
    "not_to_act": "a bot is asked for a move only by the seat to act",
    "spectator": "a spectator has no hand to analyze",
    "deck_or_seed": "a round is dealt from a seed or from a deck: give one of the two",
    "deck_size": "a deck has {wanted} {noun}s, not {count}",
    "no_round": "no round has been dealt yet",
    "sitting_out": "players {given} cannot sit out: in {game} every player plays every round",
    "no_fines": "{game} knows no fine for a foul",
    "sits_out": "player {player} sits out this round",
    "match_over": "the match is over, ended by {ended}",
    "running": "the round is still running",
    "tables": "{given} tables: there are 1..{most}",
    "table": "there is no table {given}: the tables are 0..{last}",
    "table_moves": "{count} moves for {wanted} tables",
    # settlements
    "points_count": "{count} points for {players} players",
    "points_range": "points of seat {seat} are {given}: they must lie in {least}..{most}",
    "win": "win={given}: it must be melds, pairs or both",
    "show_ended": "the show of seat {seat} has ended the round: nobody can win it",
    "stock_out_won": "somebody wins, but stock_out=True: the stock has ended no such round",
    "okeys": "okeys_left of seat {seat} is {given}: there are two okeys, so all hands together have 0..2",
    "no_winner": "a round without a winner has no way of winning, but {name}={given} is given",
    "cards_twice": "cards and hands are two names of one thing: give one of the two",
    "points_or_cards": "a settlement is made on points or on cards: give one of the two",
    "cards_missing": "points are settled as they are: tiplu, exposed and shown go with cards",
    "per_seat": "{count} {name} for {players} seats",
    "seen_route": "seat {seat} has seen, but its route is none",
    "unseen_route": "seat {seat} has not seen, but its route is {route}",
    "nobody_wins": "nobody wins, but dublee=True",
    "direct_win": "seat {seat} wins with dublees without having seen the tiplu: dublee_direct_win_unseen=False",
    "dublee_route": "dublee={given}, but the route of the winner, seat {seat}, is {route}",
    "tiplu": "cards are settled by their tiplu, which has been chosen here: give it",
    "cards_count": "cards of seat {seat}: {count}, not {wanted}; laid and exposed ones count, a last discard does not",
    "window_off": "seat {seat} has exposed {cards}, but tunnela_window=off",
    "shown_route": "seat {seat} has shown {cards}, but its route is {route}",
    "married_route": "seat {seat} has laid {count} marriages, but its route is {route}",
    "tunnela": "seat {seat} has {name} {card}, but holds {count} of it, not 3",
}
"""The sentence of each code that does not come from C. `{name}` stands for a field."""

PLACES: Final[Mapping[str, str]] = {
    "move": "{move}: {sentence}",
    "seat_move": "seat {seat}, {move}: {sentence}",
    "move_number": "move {number}, {sentence}",
    "round": "round {round}: {sentence}",
    "round_move": "round {round}, move {number}, {sentence}",
    "table": "table {table}, {move}: {sentence}",
    "table_number": "table {table}: {sentence}",
    "hand": "hand {hand}: {sentence}",
    "row": "row {row}: {sentence}",
    "count": "{count} {noun}: {sentence}",
    "spelling": "{sentence}; write {wanted}",
    "here": "{sentence}; here there must be {wanted}",
    "as_indicator": "{sentence}, as one is the indicator",
    "as_tiplu": "{sentence}, as one is the tiplu",
    "as_under": "{sentence}, as one lies under the stock",
    "as_unprinted": "{sentence}, as printed_jokers=0",
    "file": "{file}: {sentence}",
    "line": "line {line}: {sentence}",
    "part": "{part}: {sentence}",
    "indicator": "indicator {piece}: {sentence}",
    "values": "values={given}: {sentence}",
    "deck_piece": "a deck with {times} {piece}: {sentence}",
    "deck_last": "a deck with {piece} last: {sentence}",
    "players": "{players} players: {sentence}",
    "points": "points of seat {seat} are {given}: {sentence}",
    "shows": "seat {seat} shows: {sentence}",
    "wins": "seat {seat} wins with {route}: {sentence}",
    "dublees": "seat {seat} has dublees, {players} players, dublee_allowed={allowed}, dublee_min_players={least}: {sentence}",
}
"""What stands around a sentence to say where something went wrong."""


def one_line(text: str) -> str:
    """Return a text as one line of at most 300 characters that can be printed."""
    if len(text) > LONGEST:
        text = text[: LONGEST - 3] + "..."
    return text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)


class RummyError(Exception):
    """Anything rummycore refuses.

    `code` is one word, and `fields` are the things that it is about, by name: texts, numbers, switches or None.
    `places` say where, as in which row of a batch; their numbers are among the fields. `pieces` are the tiles or cards
    at fault, if any. `str(error)` is the sentence, one line of at most 300 characters. docs/errors.md lists the codes.

    >>> from rummycore import okey
    >>> try:
    ...     okey.deal(seed=7).view(4)
    ... except RummyError as error:
    ...     print(error.code, error.fields, error)
    seat {'what': 'seat', 'given': 4, 'last': 3} there is no seat 4: the seats are 0..3
    """

    def __init__(self, code: str, sentence: str | None = None, /, *, pieces: Iterable[Any] = (), **fields: Any) -> None:
        self.code: str = code
        self.fields: dict[str, Any] = {name: plain(value) for name, value in fields.items()}
        self.places: tuple[str, ...] = ()
        self.pieces: tuple[Any, ...] = tuple(pieces)
        self._bare = one_line(SENTENCES[code].format_map(self.fields) if sentence is None else sentence)
        self.sentence: str = self._bare
        super().__init__(code, self._bare)

    def at(self, place: str, /, **fields: Any) -> Self:
        """Add where it went wrong, a key of PLACES with its fields. Returns the error itself."""
        self.fields.update((name, plain(value)) for name, value in fields.items())
        self.places = (place, *self.places)
        self.sentence = self.said({})
        return self

    def said(self, sentences: Mapping[str, str], places: Mapping[str, str] = PLACES) -> str:
        """Return the sentence in the words of a table, such as one in another language.

        It has a sentence for each code. What it lacks is said in English, and so is a sentence that asks for a field
        that this error does not have.

        >>> from rummycore import okey
        >>> try:
        ...     okey.deal(seed=7).view(4)
        ... except RummyError as error:
        ...     print(error.said({"seat": "{given} numaralı oyuncu yok"}))
        4 numaralı oyuncu yok
        """
        told = _filled(sentences.get(self.code), self.fields) or self._bare
        for place in reversed(self.places):
            fields = {**self.fields, "sentence": told}
            told = _filled(places.get(place), fields) or PLACES[place].format_map(fields)
        return one_line(told)

    def to_dict(self) -> dict[str, Any]:
        """Return the error as JSON values: the name of its class, code, fields, places, pieces and sentence."""
        return {
            "class": type(self).__name__,
            "code": self.code,
            "fields": dict(self.fields),
            "places": list(self.places),
            "pieces": [str(piece) for piece in self.pieces],
            "sentence": self.sentence,
        }

    def __str__(self) -> str:
        return self.sentence


def _filled(template: str | None, fields: Mapping[str, Any]) -> str | None:
    try:
        return None if template is None else template.format_map(fields)
    except KeyError:
        return None


def brief(value: object, most: int = 40) -> str:
    """Return a value from outside as a short text for an error.

    A text is quoted and cut at `most` characters. A vast number is told by its bits, other values by their type.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value) if abs(value) < 1 << 128 else f"a number of {value.bit_length()} bits"
    if isinstance(value, str):
        quoted = repr(str(value[:most]))
        return quoted if len(value) <= most and len(quoted) <= 2 * most else f"{quoted[: 2 * most]}..."
    return str(value) if value is None or isinstance(value, (bool, float)) else f"a {type(value).__name__}"


def plain(value: Any) -> Any:
    """Return the value of a field as a JSON value: a number, a switch, None, or a text of one short line."""
    if type(value) is int:
        return value if abs(value) < 1 << 63 else brief(value)
    return value if value is None or type(value) is bool else one_line(str(value))


class NotationError(RummyError, ValueError):
    """A text or number names no tile, card, move or meld."""


class HandError(RummyError, ValueError):
    """Tiles or cards that cannot be held, or not so many of them."""


class RulesError(RummyError, ValueError):
    """Options outside their range, or that cannot be played together."""


class StateError(RummyError, ValueError):
    """A deck, points, seat, seed or saved round that cannot be."""


class IllegalMoveError(RummyError, ValueError):
    """A move that may not be played now."""
