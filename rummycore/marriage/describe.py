"""Rules in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rummycore.values import counted

if TYPE_CHECKING:
    from rummycore.marriage.options import Rules


def sentences(rules: Rules) -> Iterator[str]:
    """Yield sentences that say what is played. Every option that matters has a sentence."""
    r = rules
    yield {
        "next": "The deal passes to the next seat after every hand.",
        "winner": "The winner deals the next hand; without one the deal passes on.",
        "fixed": "One seat deals every hand.",
    }[r.dealer_rotation]
    if r.rank_jokers == "alter":
        which = (
            "the other suit of its colour" if r.alter_definition == "same_colour" else "the suits of the other colour"
        )
        yield f"Of the tiplu's rank only the cards in {which} are ordinary jokers."
    if r.printed_jokers:
        men = (
            "is 1 man, a printed joker that is"
            if r.printed_jokers == 1
            else f"are {r.printed_jokers} men, printed jokers that are"
        )
        yield f"There {men} wild for those who have seen the tiplu."
        yield {
            "redraw": "A man that comes up as tiplu is put back and another card chosen.",
            "ace_of_spades": "A man that comes up as tiplu makes the ace of spades the tiplu.",
        }[r.man_as_tiplu]
    else:
        yield "There are no printed jokers."
    yield {
        "cyclic": "King and ace are neighbours of each other for poplu and jhiplu.",
        "none": "An ace has no jhiplu and a king no poplu.",
    }[r.maal_rank_wrap]
    yield "A card is turned up to begin the discards." if r.upcard_at_start else "The discards begin empty."
    if r.upcard_at_start and not r.first_turn_may_take_upcard:
        yield "The first turn may not take it."
    yield {
        "hidden_first_seer_picks": "The first who qualifies takes the tiplu from the middle of the stock.",
        "hidden_preset": "The tiplu is set aside unseen at the deal.",
        "last_stock_card": "The last card of the stock is the tiplu, unseen.",
        "face_up_at_deal": "The tiplu lies open from the deal on; jokers serve only those who have seen it by laying.",
    }[r.tiplu_mode]
    if r.tunnela_window == "off":
        yield "Dealt tunnelas are not exposed."
    else:
        yield "Dealt tunnelas may be exposed before the first draw, and " + (
            "lie as finished combinations." if r.exposed_tunnela == "locked" else "go back into the hand."
        )
    yield "Three primary combinations, tunnelas or pure sequences, are laid to see the tiplu."
    yield {
        "low_and_high": "The ace is low and high.",
        "low_only": "The ace is low only.",
        "high_only": "The ace is high only.",
        "wrap": "The ace is low and high, and K-A-2 is a run.",
    }[r.ace_runs]
    yield (
        f"A combination takes {counted(r.max_jokers_in_combo, 'joker')} at most."
        if r.max_jokers_in_combo < 3
        else "Any number of jokers may stand together."
    )
    yield "A joker may stand for itself." if r.joker_natural_use else "A joker does not stand for itself."
    yield "An identical pair " + ("takes a joker." if r.identical_pair_plus_joker else "takes no joker.")
    if r.dublee_allowed:
        if r.dublee_min_players > 2:
            yield f"Dublees are played from {r.dublee_min_players} players on."
        see, win = counted(r.dublees_to_see, "dublee"), counted(r.dublees_to_win, "dublee")
        yield f"With {see} one sees the tiplu too, with {win} one wins."
        yield (
            "They may win without having seen it."
            if r.dublee_direct_win_unseen
            else "They win only for those who have seen it by dublees."
        )
        yield {
            "only_to_finish": "A seat with dublees takes a discard only to finish.",
            "never": "A seat with dublees takes no discard.",
            "free": "A seat with dublees takes discards freely.",
        }[r.dublee_discard_pickup]
        if r.dublee_discard_pickup != "never" and not r.dublee_may_finish_with_joker_discard:
            yield "It may not take a joker."
        yield {
            "choose_at_end": "If nobody has chosen a tiplu when dublees win, it is chosen then.",
            "no_maal": "If nobody has chosen a tiplu when dublees win, there is no maal.",
        }[r.tiplu_if_never_chosen]
    else:
        yield "Dublees are not played."
    yield "A seat that has not seen the tiplu " + (
        "takes discards freely." if r.unseen_discard_pickup == "free" else "takes no discards."
    )
    yield {
        "blocked_if_seen_three": "A seat that has seen it by three combinations takes no discarded joker.",
        "blocked_if_seen_any": "A seat that has seen it takes no discarded joker.",
        "blocked_for_all": "Nobody takes a discarded joker.",
        "free": "Discarded jokers may be taken.",
    }[r.joker_discard_pickup]
    yield "The card just taken, and its like, may " + (
        "not be discarded." if r.same_card_discard == "kind" else "be discarded."
    )
    if r.max_reshuffles is None:
        yield "The discards are shuffled again as often as need be."
    elif r.max_reshuffles == 0:
        yield "The discards are not shuffled again: a used up stock ends the hand, and nobody pays."
    else:
        times = counted(r.max_reshuffles, "time")
        yield f"The discards are shuffled again {times}; then a used up stock ends the hand, and nobody pays."
    yield f"A hand of {counted(r.turn_cap, 'turn')} is cut short; nobody pays."
    yield f"Tiplus score {_table(r.tiplu_values)}, poplus {_table(r.poplu_values)}, " + (
        f"jhiplus {_table(r.jhiplu_values)}, marriages {_table(r.marriage_values)}."
    )
    yield {
        "best": "Cards count in the way that brings most points.",
        "marriages_first": "Marriages are counted first.",
    }[r.partition]
    if not r.marriage_ace_wrap:
        yield "K-A-2 is no marriage."
    if any(r.laid_marriage_values):
        yield f"Marriages laid to see the tiplu score {_table(r.laid_marriage_values)}."
    if any(r.alter):
        which = (
            "the other suit of its colour" if r.alter_definition == "same_colour" else "the suits of the other colour"
        )
        yield f"Alters, the tiplu's rank in {which}, score {_table(r.alter)}."
    if r.printed_jokers and any(r.man_values):
        yield f"Men score {_table(r.man_values)}."
    scope = {
        "exposed_at_start": "exposed at the start",
        "shown": "laid or exposed",
        "any_in_hand": "held",
        "off": "",
    }[r.tunnela_scope]
    needs = {
        "three_combos": "for a seat that has laid three combinations",
        "seen": "for a seat that has seen the tiplu",
        "nothing": "for every seat",
    }[r.tunnela_needs]
    plain, joker, maal = (
        f"{_table(totals)} by their number" if any(totals) else str(value)
        for value, totals in zip(
            r.tunnela_values, (r.tunnela_totals, r.joker_tunnela_totals, r.maal_tunnela_totals), strict=True
        )
    )
    adds = ", on top of what its cards score" if r.tunnela_combination == "adds" else ""
    yield (
        f"A tunnela {scope} scores {plain}, of jokers {joker}, of poplu or jhiplu {maal}, {needs}{adds}."
        if scope
        else "Tunnelas score nothing."
    )
    yield {
        "count": "A seat that has not seen the tiplu counts its maal too.",
        "void": "The maal of a loser who has not seen the tiplu is void (Murder).",
        "to_winner": "The maal of a loser who has not seen the tiplu goes to the winner (Kidnap).",
    }[r.unseen_maal]
    by_dublees = f", by dublees {r.seen_dublee_loser_pays}" if r.dublee_allowed else ""
    if r.foul_fine:
        when = "with the same hand" if r.foul_when == "at_once" else "with the next hand"
        yield f"A foul costs {r.foul_fine} to each other player, {when}."
    if r.point_value > 1:
        yield f"Every point of a payment is worth {r.point_value}."
    yield f"A loser who has seen it pays the winner {r.seen_payment}{by_dublees}, one who has not {r.unseen_payment}."
    if r.dublee_allowed:
        yield {
            "per_opponent": f"A win with dublees brings {r.dublee_bonus} from each opponent.",
            "maal_to_winner": f"A win with dublees brings {counted(r.dublee_bonus, 'more maal point')}.",
        }[r.dublee_bonus_form]
    if r.pairwise_maal:
        yield "Every two seats settle the difference of their maal" + (
            "." if r.unseen_pairs_settle else ", but not two losers who have not seen the tiplu."
        )
    else:
        yield "Each loser settles the difference of maal with the winner alone."


def _table(values: tuple[int, ...]) -> str:
    return "/".join(map(str, values))
