"""Marriage's options as data (docs/marriage.md has a row for each), the presets, and what they mean in words."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rummycore import _core
from rummycore._core import lib
from rummycore.options import Defaults, Options
from rummycore.values import Choice

# choices-begin: written by csrc/gen_options.py from options.json


class DealerRotation(Choice):
    NEXT = "next"
    WINNER = "winner"
    FIXED = "fixed"


class MaalRankWrap(Choice):
    CYCLIC = "cyclic"
    NONE = "none"


class RankJokers(Choice):
    ALL = "all"
    ALTER = "alter"


class ManAsTiplu(Choice):
    REDRAW = "redraw"
    ACE_OF_SPADES = "ace_of_spades"


class TipluMode(Choice):
    HIDDEN_FIRST_SEER_PICKS = "hidden_first_seer_picks"
    HIDDEN_PRESET = "hidden_preset"
    LAST_STOCK_CARD = "last_stock_card"
    FACE_UP_AT_DEAL = "face_up_at_deal"


class TunnelaWindow(Choice):
    BEFORE_FIRST_DRAW = "before_first_draw"
    OFF = "off"


class ExposedTunnela(Choice):
    LOCKED = "locked"
    FREE = "free"


class UnseenDiscardPickup(Choice):
    FREE = "free"
    NEVER = "never"


class JokerDiscardPickup(Choice):
    BLOCKED_IF_SEEN_THREE = "blocked_if_seen_three"
    BLOCKED_IF_SEEN_ANY = "blocked_if_seen_any"
    BLOCKED_FOR_ALL = "blocked_for_all"
    FREE = "free"


class DubleeDiscardPickup(Choice):
    ONLY_TO_FINISH = "only_to_finish"
    NEVER = "never"
    FREE = "free"


class SameCardDiscard(Choice):
    KIND = "kind"
    ALLOWED = "allowed"


class AceRuns(Choice):
    LOW_AND_HIGH = "low_and_high"
    LOW_ONLY = "low_only"
    HIGH_ONLY = "high_only"
    WRAP = "wrap"


class TipluIfNeverChosen(Choice):
    CHOOSE_AT_END = "choose_at_end"
    NO_MAAL = "no_maal"


class Partition(Choice):
    BEST = "best"
    MARRIAGES_FIRST = "marriages_first"


class AlterDefinition(Choice):
    SAME_COLOUR = "same_colour"
    OPPOSITE_COLOUR = "opposite_colour"


class TunnelaCombination(Choice):
    INSTEAD = "instead"
    ADDS = "adds"


class TunnelaScope(Choice):
    EXPOSED_AT_START = "exposed_at_start"
    SHOWN = "shown"
    ANY_IN_HAND = "any_in_hand"
    OFF = "off"


class TunnelaNeeds(Choice):
    THREE_COMBOS = "three_combos"
    SEEN = "seen"
    NOTHING = "nothing"


class UnseenMaal(Choice):
    COUNT = "count"
    VOID = "void"
    TO_WINNER = "to_winner"


class FoulWhen(Choice):
    AT_ONCE = "at_once"
    NEXT_HAND = "next_hand"


class DubleeBonusForm(Choice):
    PER_OPPONENT = "per_opponent"
    MAAL_TO_WINNER = "maal_to_winner"


# choices-end


_c: Final = Defaults("marriage")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Rules(Options):
    """The options of the game; `Rules()` is the default game, `dataclasses.replace(rules, ...)` derives another.

    Choices take their word or enum member; switches True and False or the words on, off, yes, no; tables a tuple of
    values for one, two and three of a thing, of which a shorter one goes on with its last. `max_reshuffles` None sets
    no limit. RulesError names an option outside its range, or options that cannot be played together. docs/marriage.md
    explains each by the number of its rule.

    >>> Rules(tiplu_values=(3, 8)).tiplu_values
    (3, 8, 8)
    """

    # options-begin: written by csrc/gen_options.py from options.json
    dealer_rotation: DealerRotation | str = _c.choice("dealer_rotation", DealerRotation)
    """Who deals the next hand (M-3)."""
    maal_rank_wrap: MaalRankWrap | str = _c.choice("maal_rank_wrap", MaalRankWrap)
    """Whether the ace is the poplu of a king, and the king the jhiplu of an ace (M-4)."""
    rank_jokers: RankJokers | str = _c.choice("rank_jokers", RankJokers)
    """Which cards of the tiplu's rank are jokers beside it (M-4)."""
    printed_jokers: int = _c.number("printed_jokers", 0, 3)
    """How many men are shuffled in (M-5)."""
    man_as_tiplu: ManAsTiplu | str = _c.choice("man_as_tiplu", ManAsTiplu)
    """What happens when the tiplu would be a man (M-5)."""
    upcard_at_start: bool = _c.switch("upcard_at_start")
    """Whether a card is turned up at the deal and begins the discards (M-6)."""
    tiplu_mode: TipluMode | str = _c.choice("tiplu_mode", TipluMode)
    """Where the tiplu comes from, and whether it lies open (M-7)."""
    tunnela_window: TunnelaWindow | str = _c.choice("tunnela_window", TunnelaWindow)
    """Whether dealt tunnelas may be exposed before anybody draws (M-8)."""
    exposed_tunnela: ExposedTunnela | str = _c.choice("exposed_tunnela", ExposedTunnela)
    """Whether exposed tunnelas stay on the table or go back into the hand (M-8)."""
    first_turn_may_take_upcard: bool = _c.switch("first_turn_may_take_upcard")
    """Whether the very first turn may take the upcard (M-10)."""
    unseen_discard_pickup: UnseenDiscardPickup | str = _c.choice("unseen_discard_pickup", UnseenDiscardPickup)
    """Whether a seat that has not seen the tiplu may take discards (M-10)."""
    joker_discard_pickup: JokerDiscardPickup | str = _c.choice("joker_discard_pickup", JokerDiscardPickup)
    """Who may not take a joker from the discards (M-10)."""
    dublee_discard_pickup: DubleeDiscardPickup | str = _c.choice("dublee_discard_pickup", DubleeDiscardPickup)
    """What a seat that has seen by dublees may take (M-10)."""
    dublee_may_finish_with_joker_discard: bool = _c.switch("dublee_may_finish_with_joker_discard")
    """Whether a seat that has seen by dublees may take a joker (M-10)."""
    same_card_discard: SameCardDiscard | str = _c.choice("same_card_discard", SameCardDiscard)
    """Whether a card of the kind just taken may be discarded in the same turn (M-11)."""
    ace_runs: AceRuns | str = _c.choice("ace_runs", AceRuns)
    """Where an ace stands in a sequence (M-12)."""
    max_jokers_in_combo: int = _c.number("max_jokers_in_combo", 1, 3)
    """How many jokers may stand in one combination (M-13)."""
    joker_natural_use: bool = _c.switch("joker_natural_use")
    """Whether a joker in a natural combination counts as an ordinary card (M-13)."""
    identical_pair_plus_joker: bool = _c.switch("identical_pair_plus_joker")
    """Whether two copies of a card and one joker are a combination (M-13)."""
    dublee_allowed: bool = _c.switch("dublee_allowed")
    """Whether dublees see and win (M-15)."""
    dublee_min_players: int = _c.number("dublee_min_players", 2, 6)
    """From how many players on dublees are played (M-15)."""
    dublees_to_see: int = _c.number("dublees_to_see", 1, 10)
    """How many dublees a seat lays to see the tiplu (M-15)."""
    dublees_to_win: int = _c.number("dublees_to_win", 1, 10)
    """How many dublees win (M-19)."""
    dublee_direct_win_unseen: bool = _c.switch("dublee_direct_win_unseen")
    """Whether a seat that has not seen the tiplu may win by dublees (M-19)."""
    tiplu_if_never_chosen: TipluIfNeverChosen | str = _c.choice("tiplu_if_never_chosen", TipluIfNeverChosen)
    """What happens when a seat wins by dublees before a tiplu has been chosen (M-19)."""
    max_reshuffles: int | None = _c.number("max_reshuffles", 0, 1000, auto=True)
    """How often the discards may become the stock again (M-21)."""
    turn_cap: int = _c.number("turn_cap", 1, 10000)
    """After how many turns a hand is cut short (M-22)."""
    tiplu_values: tuple[int, ...] = _c.table("tiplu_values", 0, 10000)
    """The points of one, two and three tiplus (M-23)."""
    poplu_values: tuple[int, ...] = _c.table("poplu_values", 0, 10000)
    """The points of one, two and three poplus (M-23)."""
    jhiplu_values: tuple[int, ...] = _c.table("jhiplu_values", 0, 10000)
    """The points of one, two and three jhiplus (M-23)."""
    marriage_values: tuple[int, ...] = _c.table("marriage_values", 0, 10000)
    """The points of one, two and three marriages (M-23)."""
    laid_marriage_values: tuple[int, ...] = _c.table("laid_marriage_values", 0, 10000)
    """The same for those that were laid to see the tiplu; with 0 in all, it makes no difference (M-23)."""
    marriage_ace_wrap: bool = _c.switch("marriage_ace_wrap")
    """Whether there is a marriage when the tiplu is an ace (M-23)."""
    partition: Partition | str = _c.choice("partition", Partition)
    """Which marriages count: as many as bring the most points, or all (M-23)."""
    alter: tuple[int, ...] = _c.table("alter", 0, 10000)
    """The points of one, two and three alters of one kind (M-24)."""
    alter_definition: AlterDefinition | str = _c.choice("alter_definition", AlterDefinition)
    """Which ordinary jokers are alters: the one of the tiplu's colour, or the two of the other (M-24)."""
    man_values: tuple[int, ...] = _c.table("man_values", 0, 10000)
    """The points of one, two and three men (M-24)."""
    tunnela_values: tuple[int, ...] = _c.table("tunnela_values", 0, 10000)
    """The points of a tunnela, by what its cards are (M-25)."""
    tunnela_totals: tuple[int, ...] = _c.table("tunnela_totals", 0, 10000)
    """The points of one to seven tunnelas of ordinary cards together; with 0 in all, each has its own (M-25)."""
    joker_tunnela_totals: tuple[int, ...] = _c.table("joker_tunnela_totals", 0, 10000)
    """The same for one to three tunnelas of ordinary jokers (M-25)."""
    maal_tunnela_totals: tuple[int, ...] = _c.table("maal_tunnela_totals", 0, 10000)
    """The same for one to three tunnelas of tiplu, poplu and jhiplu (M-25)."""
    tunnela_combination: TunnelaCombination | str = _c.choice("tunnela_combination", TunnelaCombination)
    """Whether a tunnela scores in the place of what its cards score, or on top of it (M-25)."""
    tunnela_scope: TunnelaScope | str = _c.choice("tunnela_scope", TunnelaScope)
    """Which tunnelas score (M-25)."""
    tunnela_needs: TunnelaNeeds | str = _c.choice("tunnela_needs", TunnelaNeeds)
    """What a seat must have done before its tunnelas score (M-25)."""
    unseen_maal: UnseenMaal | str = _c.choice("unseen_maal", UnseenMaal)
    """What becomes of the maal of a loser who has not seen the tiplu (M-26)."""
    point_value: int = _c.number("point_value", 1, 20)
    """What each point of a payment is worth (M-27)."""
    foul_fine: int = _c.number("foul_fine", 0, 10000)
    """What a foul costs, to each other player; with 0 there are no fines (M-31)."""
    foul_when: FoulWhen | str = _c.choice("foul_when", FoulWhen)
    """Whether a fine is paid with the hand of the foul, or with the next (M-31)."""
    seen_payment: int = _c.number("seen_payment", 0, 10000)
    """What a loser who has seen the tiplu pays the winner (M-27)."""
    unseen_payment: int = _c.number("unseen_payment", 0, 10000)
    """What a loser who has not seen the tiplu pays the winner (M-27)."""
    dublee_bonus: int = _c.number("dublee_bonus", 0, 10000)
    """What a win by dublees brings besides (M-27)."""
    dublee_bonus_form: DubleeBonusForm | str = _c.choice("dublee_bonus_form", DubleeBonusForm)
    """How the bonus of a win by dublees is paid (M-27)."""
    seen_dublee_loser_pays: int = _c.number("seen_dublee_loser_pays", 0, 10000)
    """What a loser who has seen by dublees pays the winner (M-27)."""
    pairwise_maal: bool = _c.switch("pairwise_maal")
    """Whether every two seats settle their points with each other, or each only with the winner (M-28)."""
    unseen_pairs_settle: bool = _c.switch("unseen_pairs_settle")
    """Whether two losers who have not seen the tiplu settle with each other (M-28)."""
    # options-end

    _defaults: ClassVar[Defaults] = _c
    _seats: ClassVar[tuple[int, int]] = (lib.RUMMY_E_SEATS, lib.RUMMY_MARRIAGE_SEATS)

    @classmethod
    def _checked(cls, given: Any, players: int) -> Any:
        where = _core.new("int *")
        cls._check(lib.rummy_marriage_rules_check(given, players, where), given, where[0])
        return given


OPTIONS: Final = Rules.options()

PAGAT: Final = Rules()
"""The default game: the tiplu is chosen by the first who qualifies, no printed jokers, maal counts for all."""

NEPAL: Final = Rules(
    printed_jokers=3,
    joker_discard_pickup="free",
    alter=(5, 15, 25),
    tiplu_values=(3, 8),
    marriage_values=(10, 25),
    man_values=(2, 5, 10),
    unseen_maal="void",
    seen_dublee_loser_pays=0,
)
"""As played in Nepal today: three men, alters count, who has not seen the tiplu has no
maal, dublee losers do not pay the 3.
"""

PRESETS: Final = MappingProxyType({"PAGAT": PAGAT, "NEPAL": NEPAL})
