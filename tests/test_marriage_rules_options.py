"""The options of docs/marriage.md: what each value changes, which are refused together, and what presets there are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from marriage_decks import (
    FOUR,
    THREE,
    acts,
    code_of,
    dealt,
    play_out,
    see,
    seen_dublee,
    seen_three,
    turn_of,
    won_by_dublees,
)
from marriage_kit import by_combos
from option_case import Case, Scene
from random_play import next_round

from rummycore import HandError, marriage
from rummycore.marriage import NEPAL, PAGAT, PRESETS, Card, Match, Rules, State

# ------------------------------------------------------------------------------
# What each value changes
# ------------------------------------------------------------------------------


def dealer_after_a_win(rules: Rules) -> object:
    """Tell who deals after a hand that seat 0 dealt and seat 3 won."""

    def stacked(rules: Rules, players: int, dealer: int, chance: None) -> State:
        hands = {3: f"{THREE} / {FOUR}"}
        return dealt(hands, players=players, rules=rules, dealer=dealer, stock="8h 8h 4d")

    match = Match(1, rules=rules, dealer=0)
    state = next_round(match, stacked)
    turn_of(state, 3).play("draw")
    see(state, THREE).play("finish 4d")
    return match.next_round().dealer


def fouls(rules: Rules) -> object:
    """Tell the points after a foul of seat 0, if the rules know a fine, and after the deal of the next hand."""
    match, told = Match(1, players=2, rules=replace(rules, turn_cap=1)), []
    for hand in range(2):
        state = match.next_round()
        if not hand and rules.foul_fine:
            match.foul(0)
        told.append(match.points)
        while not state.over:
            state.play(state.legal_moves()[0])
    return told


def points(held: str, tiplu: str = "Jc", **asked: Any) -> Scene:
    """Return a scene that asks for the points of cards."""
    return lambda rules: marriage.maal(held, tiplu=tiplu, rules=rules, **asked).points


def combo(three: str, tiplu: str | None = "Jc") -> Scene:
    """Return a scene that asks what three cards are, or why they are nothing."""

    def scene(rules: Rules) -> object:
        try:
            return str(marriage.meld(three, tiplu=tiplu, rules=rules).kind)
        except HandError as error:
            return error.code

    return scene


def nets(*scores: int, seen: str, dublee: bool = False, routes: str = "") -> Scene:
    """Return a scene that settles points; seat 0 wins, and `seen` has a letter for each seat, s or u."""

    def scene(rules: Rules) -> object:
        flags = [letter == "s" for letter in seen]
        ways = routes.split() or None
        return marriage.settle(scores, flags, winner=0, dublee=dublee, routes=ways, rules=rules).payoffs

    return scene


def settled_points(rules: Rules) -> object:
    """Tell the points as they are settled after a win by dublees of seat 0 over a seat that has not seen."""
    return marriage.settle([4, 9], [True, False], winner=0, dublee=True, rules=rules).points


def men_in_the_deck(rules: Rules) -> object:
    """Tell how many men are in the deck."""
    return marriage.deal(seed=1, rules=rules).record().deck.count(marriage.M)


def tiplu_under_a_man(rules: Rules) -> object:
    """Tell the tiplu where a man lies on top of the stock and then 9h."""
    return str(dealt(rules=rules, stock="M 9h").tiplu)


def stock_and_discards(rules: Rules) -> object:
    """Tell the sizes of the stock and of the discards after the deal."""
    state = marriage.deal(seed=1, rules=rules)
    return state.stock, len(state.view(None).discards)


def where_the_tiplu_is(rules: Rules) -> object:
    """Tell which card of the stock, if any, is the tiplu after the deal, and whether a spectator knows it."""
    state = dealt(rules=rules, stock="5h 8c 3d", last="9s")
    places: dict[Card | None, str] = {None: "none", Card("5h"): "top", Card("9s"): "bottom"}
    return places[state.tiplu], state.view(None).tiplu is not None


def asked_to_expose(rules: Rules) -> object:
    """Tell what the first seat may do after the deal."""
    return sorted(acts(dealt({1: "6h 6h 6h"}, window=False, rules=rules)))


def concealed_after_exposing(rules: Rules) -> object:
    """Tell how many concealed cards a seat has after exposing a tunnela."""
    return len(dealt({1: "6h 6h 6h"}, expose={1: "6h"}, rules=rules).hand(1))


def first_take(top: str) -> Scene:
    """Return a scene that asks whether the first seat, which has not seen, may take the upcard; the tiplu is Jc."""
    return lambda rules: code_of(dealt(upcard=top, tiplu="Jc", rules=rules), "take")


def take_three(top: str) -> Scene:
    """Return a scene that asks whether a seat that has seen by three combinations may take a discard."""
    return lambda rules: code_of(seen_three(top, rules=rules), "take")


def take_dublee(top: str) -> Scene:
    """Return a scene that asks whether a seat that has seen by dublees, and holds a single Jd and 5h, may take a
    discard."""
    return lambda rules: code_of(seen_dublee(top, rules=rules, more="5h 8c 3d Td 6s Jd Qc"), "take")


def discard_taken(rules: Rules) -> object:
    """Tell whether the card just taken may be discarded."""
    state = dealt({1: "5h"}, upcard="5h", rules=rules)
    state.play("take")
    return code_of(state, "discard 5h")


def dublees(number: int, players: int = 4) -> Scene:
    """Return a scene that asks of a seat with so many dublees, drawn to 22 cards, whether it may lay them and whether
    it may win with them."""

    def scene(rules: Rules) -> object:
        pairs = " ".join(f"{card} {card}" for card in ["3h", "4h", "7s", "9d", "Ac", "2d", "Ks", "Td", "Qs"][:number])
        singles = " ".join(["5h", "8c", "3d", "6s", "8h", "Th", "Qh", "Kc", "5c"][: 21 - 2 * number])
        state = dealt({1: f"{pairs} {singles}"}, players=players, stock="Jh", rules=rules)
        state.play("draw")
        return "pair" in acts(state), "finish-pairs" in acts(state)

    return scene


def tiplu_after_dublees(rules: Rules) -> object:
    """Tell the tiplu after a direct win by dublees."""
    outcome = won_by_dublees(rules=rules).outcome
    return outcome is not None and outcome.tiplu is not None


def ending(rules: Rules) -> object:
    """Tell how and after how many turns a hand of six ends in which everybody draws and discards."""
    state = play_out(dealt(players=6, rules=rules))
    return state.outcome and str(state.outcome.ending), state.turns


def finishing(concealed: str) -> Scene:
    """Return a scene that asks which discards finish behind THREE; the tiplu is Jc."""

    def scene(rules: Rules) -> object:
        found = marriage.analyze(concealed, tiplu="Jc", laid=THREE.split("/"), rules=rules)
        return " ".join(map(str, by_combos(found)))

    return scene


MEN = {"printed_jokers": 3, "tiplu_mode": "hidden_preset"}
OPEN = {"tiplu_mode": "face_up_at_deal"}
TWO = {"max_jokers_in_combo": 2}  # joker_natural_use changes which hands win only beside it
ALTER = {"alter": (5, 15, 25)}  # alter_definition says nothing without it
NATURAL = "Tc Jc Qc 2h 2h 2h 5d 5d 5d 9s 9s 9s 7c"

CASES = [
    Case("dealer_rotation", "winner", dealer_after_a_win, 1, 3),
    Case("dealer_rotation", "fixed", dealer_after_a_win, 1, 0),
    Case("maal_rank_wrap", "none", points("Qs Ks As", "Ks"), 10, 5),
    Case("printed_jokers", 1, men_in_the_deck, 0, 1),
    Case("printed_jokers", 2, men_in_the_deck, 0, 2),
    Case("printed_jokers", 3, men_in_the_deck, 0, 3),
    Case("man_as_tiplu", "ace_of_spades", tiplu_under_a_man, "9h", "As", MEN),
    Case("upcard_at_start", False, stock_and_discards, (71, 1), (72, 0)),
    Case("tiplu_mode", "hidden_preset", where_the_tiplu_is, ("none", False), ("top", False)),
    Case("tiplu_mode", "last_stock_card", where_the_tiplu_is, ("none", False), ("bottom", False)),
    Case("tiplu_mode", "face_up_at_deal", where_the_tiplu_is, ("none", False), ("top", True)),
    Case("tunnela_window", "off", asked_to_expose, ["done", "expose"], ["draw", "take"]),
    Case("exposed_tunnela", "free", concealed_after_exposing, 18, 21),
    Case("first_turn_may_take_upcard", False, first_take("5h"), "ok", "upcard"),
    Case("unseen_discard_pickup", "never", first_take("5h"), "ok", "unseen_take"),
    Case("joker_discard_pickup", "blocked_if_seen_any", take_dublee("Jd"), "ok", "joker_discard"),
    Case("joker_discard_pickup", "blocked_for_all", first_take("Js"), "ok", "joker_discard", OPEN),
    Case("joker_discard_pickup", "free", take_three("Js"), "joker_discard", "ok"),
    Case("dublee_discard_pickup", "never", take_dublee("5h"), "ok", "dublee_take"),
    Case("dublee_discard_pickup", "free", take_dublee("9c"), "dublee_take", "ok"),
    Case("dublee_may_finish_with_joker_discard", False, take_dublee("Jd"), "ok", "joker_discard"),
    Case("same_card_discard", "allowed", discard_taken, "taken_back", "ok"),
    Case("ace_runs", "low_only", combo("Qd Kd Ad"), "pure sequence", "combo_wrap"),
    Case("ace_runs", "high_only", combo("Ad 2d 3d"), "pure sequence", "combo_wrap"),
    Case("ace_runs", "wrap", combo("Kd Ad 2d"), "combo_wrap", "pure sequence"),
    Case("max_jokers_in_combo", 2, combo("Jd Jd Js"), "jokers", "combo_jokers"),
    Case("max_jokers_in_combo", 1, combo("Jd Js 5h"), "jokers", "combo_jokers"),
    Case("joker_natural_use", False, combo("Jd Qd Kd"), "pure sequence", "dirty sequence"),
    Case("joker_natural_use", False, finishing(NATURAL), "7c Tc Jc Qc", "Tc Jc Qc", TWO),
    Case("identical_pair_plus_joker", True, combo("5d 5d Jd"), "combo_pair", "dirty triplet"),
    Case("dublee_allowed", False, dublees(8), (True, True), (False, False)),
    Case("dublee_min_players", 3, dublees(8, players=2), (True, True), (False, False)),
    Case("dublee_min_players", 4, dublees(8, players=3), (True, True), (False, False)),
    Case("dublee_min_players", 5, dublees(8, players=4), (True, True), (False, False)),
    Case("dublee_min_players", 6, dublees(8, players=5), (True, True), (False, False)),
    Case("dublees_to_see", 6, dublees(6), (False, False), (True, False)),
    Case("dublees_to_see", 8, dublees(7), (True, False), (False, False)),
    Case("dublees_to_win", 7, dublees(7), (True, False), (True, True)),
    Case("dublees_to_win", 9, dublees(8), (True, True), (True, False)),
    Case("dublee_direct_win_unseen", False, dublees(8), (True, True), (True, False)),
    Case("tiplu_if_never_chosen", "no_maal", tiplu_after_dublees, True, False),
    Case("max_reshuffles", 0, ending, ("truncated", 1000), ("stock_out", 29)),
    Case("max_reshuffles", 2, ending, ("truncated", 1000), ("stock_out", 87)),
    Case("turn_cap", 1, ending, ("truncated", 1000), ("truncated", 1)),
    Case("turn_cap", 77, ending, ("truncated", 1000), ("truncated", 77)),
    Case("tiplu_values", (3, 8), points("Jc Jc"), 7, 8),
    Case("poplu_values", (1, 2, 3), points("Qc Qc Qc"), 10, 3),
    Case("jhiplu_values", (1, 2, 3), points("Tc Tc Tc"), 10, 3),
    Case("marriage_values", (10, 25), points("Tc Jc Qc Tc Jc Qc"), 30, 25),
    Case("marriage_ace_wrap", False, points("Kh Ah 2h", "Ah"), 10, 7),
    Case("partition", "marriages_first", points("Jc Qc Qc Qc Tc Tc Tc"), 23, 20),
    Case("alter", (5, 15, 25), points("Js Js"), 0, 15),
    Case("alter_definition", "opposite_colour", points("Js Js Jd"), 15, 5, ALTER),
    Case("man_values", (2, 5, 10), points("M M"), 0, 5, {"printed_jokers": 2}),
    Case("tunnela_totals", (1, 9), points("6h 6h 6h 9d 9d 9d", exposed="6h 9d", route="three"), 10, 9),
    Case("joker_tunnela_totals", (1, 9), points("Jd Jd Jd Jh Jh Jh", exposed="Jd Jh", route="three"), 20, 9),
    Case("maal_tunnela_totals", (30, 51), points("Qc Qc Qc Tc Tc Tc", exposed="Qc Tc", route="three"), 40, 51),
    Case("tunnela_combination", "adds", points("Qc Qc Qc", exposed="Qc", route="three"), 20, 30),
    Case("rank_jokers", "alter", combo("6d Jd 8d"), "dirty sequence", "combo_mixed"),
    Case("tunnela_values", (1, 2, 30), points("Qc Qc Qc", exposed="Qc", route="three"), 20, 30),
    Case("tunnela_scope", "shown", points("6h 6h 6h", shown="6h", route="three"), 0, 5),
    Case("tunnela_scope", "any_in_hand", points("6h 6h 6h", route="three"), 0, 5),
    Case("tunnela_scope", "off", points("6h 6h 6h", exposed="6h", route="three"), 5, 0),
    Case("tunnela_needs", "seen", points("6h 6h 6h", exposed="6h", route="dublee"), 0, 5),
    Case("tunnela_needs", "nothing", points("6h 6h 6h", exposed="6h", route="none"), 0, 5),
    Case("unseen_maal", "void", nets(0, 9, seen="su"), (1, -1), (10, -10)),
    Case("unseen_maal", "to_winner", nets(0, 9, seen="su"), (1, -1), (19, -19)),
    Case("laid_marriage_values", (15, 35), points("Jc Qc Tc", marriages_laid=1), 10, 15),
    Case("foul_fine", 15, fouls, [(0, 0), (0, 0)], [(-15, 15), (-15, 15)]),
    Case("foul_when", "next_hand", fouls, [(-15, 15), (-15, 15)], [(0, 0), (-15, 15)], {"foul_fine": 15}),
    Case("point_value", 4, nets(0, 0, seen="ss"), (3, -3), (12, -12)),
    Case("seen_payment", 1, nets(0, 0, seen="ss"), (3, -3), (1, -1)),
    Case("unseen_payment", 1, nets(0, 0, seen="su"), (10, -10), (1, -1)),
    Case("dublee_bonus", 1, nets(0, 0, seen="ss", dublee=True), (8, -8), (4, -4)),
    Case("dublee_bonus_form", "maal_to_winner", settled_points, (4, 9), (9, 9)),
    Case("seen_dublee_loser_pays", 0, nets(0, 0, seen="ss", routes="three dublee"), (3, -3), (0, 0)),
    Case("pairwise_maal", False, nets(0, 0, 5, seen="sss"), (1, -8, 7), (1, -3, 2)),
    Case("unseen_pairs_settle", False, nets(0, 0, 5, seen="suu"), (15, -15, 0), (15, -10, -5)),
]


def test_options_that_need_another() -> None:
    """The definition of alters changes nothing while alters score nothing, what becomes of a man as tiplu nothing
    without men, and jokers as themselves no finish while three may stand together."""
    for other in ("same_colour", "opposite_colour"):
        assert marriage.maal("Js Js Jd", tiplu="Jc", rules=Rules(alter_definition=other)).points == 0
    for other in ("redraw", "ace_of_spades"):
        assert (
            marriage.deal(seed=5, rules=Rules(man_as_tiplu=other, tiplu_mode="hidden_preset")).tiplu
            == marriage.deal(seed=5, rules=Rules(tiplu_mode="hidden_preset")).tiplu
        )
    assert finishing(NATURAL)(Rules(joker_natural_use=False)) == finishing(NATURAL)(Rules())


# ------------------------------------------------------------------------------
# What is refused
# ------------------------------------------------------------------------------


# Options that cannot be, why, and what the error names.
REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"joker_discard_pickup": "blocked_for_all"}, "betrayed", "tiplu"),
    ({"joker_discard_pickup": "blocked_for_all", "tiplu_mode": "hidden_preset"}, "betrayed", "tiplu"),
    ({"joker_discard_pickup": "blocked_for_all", "tiplu_mode": "last_stock_card"}, "betrayed", "tiplu"),
    ({"dublees_to_win": 6}, "dublees", "dublees"),
    ({"dublees_to_see": 9}, "dublees", "dublees"),
    ({"dublees_to_see": 10, "dublees_to_win": 9}, "dublees", "dublees"),
    ({"dealer_rotation": "loser"}, "range", "dealer_rotation"),
    ({"ace_runs": "WRAP"}, "range", "ace_runs"),
    ({"unseen_maal": "murder"}, "range", "unseen_maal"),
    ({"tiplu_mode": ""}, "range", "tiplu_mode"),
    ({"same_card_discard": "physical"}, "range", "same_card_discard"),
    ({"dublee_allowed": "maybe"}, "range", "dublee_allowed"),
    ({"printed_jokers": 4}, "range", "printed_jokers"),
    ({"max_jokers_in_combo": 0}, "range", "max_jokers_in_combo"),
    ({"dublee_min_players": 1}, "range", "dublee_min_players"),
    ({"max_reshuffles": -1}, "range", "max_reshuffles"),
    ({"turn_cap": 0}, "range", "turn_cap"),
    ({"seen_payment": -1}, "range", "seen_payment"),
    ({"unseen_payment": 2**31}, "range", "unseen_payment"),
    ({"dublee_bonus": -(2**80)}, "range", "dublee_bonus"),
    ({"alter": (5, 15, 10_001)}, "range", "alter"),
    ({"alter": (5, 15, -1)}, "range", "alter"),
    ({"tiplu_values": ()}, "table_size", "tiplu_values"),
    ({"tiplu_values": (1, 2, 3, 4)}, "table_size", "tiplu_values"),
    ({"man_values": 10_001}, "range", "man_values"),
]


def test_rules_that_can_be() -> None:
    """The combinations beside the refused ones are played."""
    assert Rules(joker_discard_pickup="blocked_for_all", tiplu_mode="face_up_at_deal").tiplu_mode == "face_up_at_deal"
    assert Rules(dublees_to_see=8, dublees_to_win=8).dublees_to_win == 8
    assert Rules(dublees_to_see=1, dublees_to_win=1).dublees_to_see == 1


def test_rules_tables() -> None:
    """A table is a tuple, a list or one number; a shorter one goes on with its last cell, and 0 is a table of
    nothing."""
    for given, kept in (
        ((5, 15, 25), (5, 15, 25)),
        ([5, 15], (5, 15, 15)),
        ((5,), (5, 5, 5)),
        (5, (5, 5, 5)),
        (0, (0, 0, 0)),
        ((0, 0, 10_000), (0, 0, 10_000)),
    ):
        rules = Rules(alter=given)  # type: ignore[arg-type]
        assert rules.alter == kept
        assert Rules.from_dict({"alter": list(kept)}) == rules


# ------------------------------------------------------------------------------
# Rules that follow others, and presets
# ------------------------------------------------------------------------------


def test_rules_presets() -> None:
    """The presets are the games that docs/marriage.md says they are."""
    assert PRESETS == {"PAGAT": PAGAT, "NEPAL": NEPAL}
    assert Rules() == PAGAT
    assert {name: value for name, value in NEPAL.to_dict().items() if value != PAGAT.to_dict()[name]} == {
        "printed_jokers": 3,
        "joker_discard_pickup": "free",
        "alter": [5, 15, 25],
        "tiplu_values": [3, 8, 8],
        "marriage_values": [10, 25, 25],
        "man_values": [2, 5, 10],
        "unseen_maal": "void",
        "seen_dublee_loser_pays": 0,
    }
    assert (NEPAL.dublee_discard_pickup, NEPAL.poplu_values, NEPAL.jhiplu_values) == (
        "only_to_finish",
        (2, 5, 10),
        (2, 5, 10),
    )


def test_rules_nepal_is_played() -> None:
    """With NEPAL a seat that has seen takes jokers and uses men, and who has not seen has no maal."""
    assert code_of(seen_three("M", rules=NEPAL), "take") == "ok"
    state = dealt({1: f"{THREE} / {FOUR}".replace("2s", "M"), 0: "Tc Jc Qc"}, stock="8h", tiplu="Jc", rules=NEPAL)
    state.play("draw")
    state = see(state, THREE, "Jc")
    state.play("finish 8h")
    assert state.outcome is not None
    assert (state.outcome.maal[0].points >= 10, state.outcome.points[0], state.outcome.maal[1].points) == (True, 0, 2)
