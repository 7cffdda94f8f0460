"""How a hand of cards ended (M-17 to M-28)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from rummycore import _core
from rummycore._core import lib
from rummycore.marriage.hand import ROUTES, Maal, Route, as_cards, laid_meld, meld, read_maal
from rummycore.marriage.notation import ERRORS, Card, Meld, Move
from rummycore.marriage.options import ExposedTunnela, Rules
from rummycore.marriage.settlement import Reason, read_settlement
from rummycore.values import Choice
from rummycore.wire import Wire


class Ending(Choice):
    """Won by seven combinations (M-17) or by dublees (M-19); no reshuffle left (M-21); cut
    short by the turn cap (M-22).
    """

    COMBOS = "combos"
    DUBLEES = "dublees"
    STOCK_OUT = "stock_out"
    TRUNCATED = "truncated"


@dataclass(frozen=True, slots=True)
class Outcome(Wire):
    """How a hand of cards ended, with all hands open.

    `melds` are the winner's seven combinations, those laid first, `pairs` its dublees, those laid first and then as
    many as win; empty without such a win. `hands` are the concealed cards of each seat, `cards` all of them, laid and
    exposed ones too. `exposed` are the kinds that a seat exposed as tunnelas at the start and still holds three times,
    `shown` those that it laid as tunnelas, or won with (M-25). `marriages_laid` counts the marriages that each seat
    laid to see the tiplu (M-23). `seen` says who has seen the tiplu, `routes` how; a winner has seen it at the latest
    by the finish (M-19).

    `maal` is what each seat's cards score, `payoffs` what each seat wins or loses, `points` the maal points as they
    were settled (M-26), and `reasons` who paid whom and why. Without a winner nothing is paid. What `marriage.settle`
    takes has the same name here, but for its `points`: those are the ones before M-26.
    """

    ending: Ending
    winner: int | None
    card: Card | None
    in_one_turn: bool
    tiplu: Card | None
    melds: tuple[Meld, ...]
    pairs: tuple[tuple[Card, Card], ...]
    hands: tuple[tuple[Card, ...], ...]
    cards: tuple[tuple[Card, ...], ...]
    exposed: tuple[tuple[Card, ...], ...]
    shown: tuple[tuple[Card, ...], ...]
    marriages_laid: tuple[int, ...]
    seen: tuple[bool, ...]
    routes: tuple[Route, ...]
    maal: tuple[Maal, ...]
    payoffs: tuple[int, ...]
    points: tuple[int, ...]
    reasons: tuple[Reason, ...]

    @property
    def kind(self) -> str:
        """How the hand of cards ended, as one word for counting: by combinations or dublees, in
        one turn, or why nobody won.
        """
        return f"{self.ending}{' in_one_turn' if self.in_one_turn else ''}"


_ENDINGS: Final = (None, *Ending)  # by rummy_marriage_ending; None for a hand that is running


def read_outcome(state: Any, players: int, rules: Rules) -> Outcome:
    """Return the outcome of a C state whose hand of cards is over."""
    raw = _core.new("rummy_marriage_outcome *")
    ERRORS.check(lib.rummy_marriage_outcome_of(state, raw))
    won = raw.winner != _core.NONE
    tiplu = Card.or_none(raw.tiplu)
    melds: tuple[Meld, ...] = ()
    seats = range(players)
    exposed, shown = (tuple(as_cards(sets[seat]) for seat in seats) for sets in (raw.exposed, raw.shown))
    if raw.ending == lib.RUMMY_MARRIAGE_COMBOS:
        locked = exposed[raw.winner] if rules.exposed_tunnela == ExposedTunnela.LOCKED else ()
        melds = (
            *(laid_meld(Move(lib.RUMMY_MARRIAGE_LAY + card)) for card in locked),
            *(laid_meld(Move(state.laid[raw.winner][i])) for i in range(state.laid_count[raw.winner])),
            *(meld(tuple(Card(c) for c in raw.combo[i]), tiplu=tiplu, rules=rules) for i in range(raw.combos)),
        )
    settlement = read_settlement(raw.settlement, players)
    return Outcome(
        ending=_ENDINGS[raw.ending],
        winner=raw.winner if won else None,
        card=Card.or_none(raw.finished_with),
        in_one_turn=bool(raw.in_one_turn),
        tiplu=tiplu,
        melds=melds,
        pairs=tuple((Card(raw.pair[i]), Card(raw.pair[i])) for i in range(raw.pairs)),
        hands=tuple(Card.held(raw.hand[seat]) for seat in seats),
        cards=tuple(Card.held(raw.cards[seat]) for seat in seats),
        exposed=exposed,
        shown=shown,
        marriages_laid=tuple(int(raw.marriages_laid[seat]) for seat in seats),
        seen=tuple(raw.route[seat] != lib.RUMMY_MARRIAGE_NO_ROUTE for seat in seats),
        routes=tuple(ROUTES[raw.route[seat]] for seat in seats),
        maal=tuple(read_maal(raw.maal[seat]) for seat in seats),
        payoffs=settlement.payoffs,
        points=settlement.points,
        reasons=settlement.reasons,
    )
