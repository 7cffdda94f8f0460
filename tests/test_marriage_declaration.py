"""A declaration in the turn in which it is made: the card just taken (M-11, M-20), the way by which the tiplu was seen
(M-17, M-19), and the whole hand."""

from __future__ import annotations

from collections import Counter
from random import Random

import marriage_random
import pytest
from marriage_decks import FOUR, SEVEN, THREE, bare

from rummycore import HandError, RulesError, marriage
from rummycore.marriage import Card

COMBOS = [*THREE.split("/"), *FOUR.split("/")]
EIGHT = [*SEVEN.split("/"), "5h 5h"]
REST = "8c 3d Td 6s 8h Qs"  # 22 cards beside EIGHT, one of them the discard


def code(declared: list[str], discard: str, rules: marriage.Rules | None = None, **more: str) -> str:
    verdict = marriage.check_declaration(declared, discard=discard, tiplu="Jc", rules=rules, **more)
    assert verdict.ok == bool(verdict) == (verdict.code == "ok")
    return verdict.code


def test_the_taken_card_is_not_the_discard() -> None:
    """Nothing of the kind just taken finishes, a copy neither, by combinations nor by dublees, unless the rules allow
    it."""
    allowed = marriage.Rules(same_card_discard="allowed")
    hand = f"{bare(' '.join(EIGHT))} {REST.replace('8h', '8c')}"
    assert code(COMBOS, "4d", taken="4d") == "taken_back"
    assert code(COMBOS, "4d", taken="9s") == "ok"
    assert code(COMBOS, "4d", allowed, taken="4d") == "ok"
    assert code(EIGHT, "8c", hand=hand, taken="8c") == "taken_back"
    assert code(EIGHT, "3d", hand=hand, taken="8c") == "ok"
    assert code(EIGHT, "8c", allowed, hand=hand, taken="8c") == "ok"


def test_a_card_taken_to_finish_completes_a_dublee() -> None:
    """A seat that has seen by dublees takes only what completes its last dublee (M-20); where it takes freely, and
    before it has seen, the card may lie idle."""
    hand = f"{bare(' '.join(EIGHT))} {REST}"
    assert code(EIGHT, "8c", hand=hand, taken="5h", route="dublee") == "ok"
    assert code(EIGHT, "8c", hand=hand, taken="3d", route="dublee") == "forced"
    assert code(EIGHT, "8c", taken="3d", route="dublee") == "forced"
    assert (
        code(EIGHT, "8c", marriage.Rules(dublee_discard_pickup="free"), hand=hand, taken="3d", route="dublee") == "ok"
    )
    assert code(EIGHT, "8c", hand=hand, taken="3d", route="none") == "ok"
    assert code(EIGHT, "8c", hand=hand, taken="3d") == "ok"


def test_a_route_keeps_to_its_wins() -> None:
    """After three combinations dublees do not win, after dublees combinations do not; before seeing either does."""
    for declared, discard, route in ((EIGHT, "8c", "three"), (COMBOS, "4d", "dublee")):
        assert code(declared, discard, route=route) == "route"
        assert code(declared, discard, route="none") == "ok"
    assert code(EIGHT, "8c", route="dublee") == code(COMBOS, "4d", route="three") == "ok"
    with pytest.raises(HandError):
        code(EIGHT, "8c", route="four")


def test_dublees_are_declared_out_of_a_whole_hand() -> None:
    """With the hand given it must be 22 cards; without it only the declared dublees are judged. A taken card must be in
    the hand."""
    assert code(EIGHT, "8c", hand=f"{bare(' '.join(EIGHT))} 8c") == "count"
    assert code(EIGHT, "8c", hand=f"{bare(' '.join(EIGHT))} {REST}") == "ok"
    assert code(EIGHT, "8c") == "ok"
    for declared, hand in ((EIGHT, f"{bare(' '.join(EIGHT))} {REST}"), (COMBOS, f"{bare(' '.join(COMBOS))} 8c")):
        with pytest.raises(HandError, match="taken=Ah") as refused:
            code(declared, "8c", hand=hand, taken="Ah")
        assert refused.value.code == "taken_hand"


def test_finishes_of_dublees_that_are_played_can_be_declared(scale: int) -> None:
    """In random rounds each discard with which dublees finish is a declaration that holds, with the hand, the card
    taken and the route as they are."""
    rng, came = Random("declared"), Counter[str]()
    for _ in range(scale // 200):
        state = marriage_random.table(rng, tunnela_window="off", dublee_allowed=True, dublee_min_players=2)
        choose = marriage_random.collector(rng)
        while not state.over and state.turns < 60:
            view = state.view(state.turn)
            finishes = [move.card for move in view.moves if move.act == "finish-pairs"]
            laid = [card for move in view.laid[state.turn] for card in move.cards]
            count = Counter(view.hand)
            for card in set(view.hand) if finishes else ():
                count[card] -= 1
                kinds = [kind for kind in sorted(count) if count[kind] >= 2 and kind != marriage.M]
                need = state.rules.dublees_to_win - len(view.laid[state.turn])
                mine = sorted(kinds, key=lambda kind: kind != view.taken)[:need]
                declared = [*(move.cards for move in view.laid[state.turn]), *((kind, kind) for kind in mine)]
                verdict = marriage.check_declaration(
                    declared,
                    discard=card,
                    hand=[*view.hand, *laid],
                    taken=view.taken,
                    route=view.routes[state.turn],
                    rules=state.rules,
                )
                assert verdict.ok == (card in finishes), (verdict, view.moves)
                came[verdict.code] += 1
                came["forced"] += view.forced
                count[Card(card)] += 1
            state.play(choose(state))
    assert came["ok"] > 0, came


def test_an_exposed_tunnela_of_jokers_is_natural() -> None:
    """A tunnela that was exposed is natural wherever it is declared, though it is of jokers that may not stand together
    (M-8, M-13)."""
    rules = marriage.Rules(max_jokers_in_combo=1, joker_natural_use=False)
    tunnelas = ["Ac Ac Ac", "4d 4d 4d", "Th Th Th", "4s 4s 4s"]
    declared = [*tunnelas, "Ts Js Qs", "Kd Kh Ks", "7c 8c 9c"]
    verdict = marriage.check_declaration(declared, discard="2h", tiplu="4c", rules=rules)
    assert (verdict.code, verdict.sentence.partition(":")[0]) == ("combo_jokers", "4s 4s 4s")
    assert marriage.check_declaration(declared, discard="2h", tiplu="4c", exposed="Ac 4d Th 4s", rules=rules)


def test_a_declaration_is_made_of_one_hand() -> None:
    """What is declared fits into a hand of 22 cards, and the card taken is one of them."""
    eleven = [f"{kind} {kind}" for kind in ["2c", "4c", "6c", "8c", "Tc", "3d", "5d", "7d", "9d", "2h", "4h"]]
    assert marriage.check_declaration(eleven[:10], discard="Ks", tiplu="Jc")
    many = marriage.check_declaration(eleven, discard="Ks", tiplu="Jc")
    assert (many.code, many.sentence) == ("count", "11 dublees, a hand has 22 cards")
    with pytest.raises(HandError, match="taken=8h: it is not among the cards declared"):
        marriage.check_declaration(COMBOS, discard="4d", tiplu="Jc", taken="8h")


def test_the_eighth_dublee_was_not_there_before_the_take() -> None:
    """With a hand, the card taken to finish completes the last dublee: a third copy, or one dublee too many, does not
    (M-10, M-20)."""
    hand = f"{bare(' '.join(EIGHT))} {REST}"
    assert code(EIGHT, "8c", hand=hand, taken="5h", route="dublee") == "ok"
    assert code(EIGHT, "8c", hand=hand.replace("3d", "5h"), taken="5h", route="dublee") == "forced"
    assert code(EIGHT, "3d", hand=hand.replace("8h", "8c"), taken="5h", route="dublee") == "forced"
    assert code(EIGHT, "3d", hand=hand.replace("8h", "8c"), taken="8c", route="dublee") == "forced"


def test_tunnelas_are_exposed_in_a_window_alone() -> None:
    """Where the rules know no window, no tunnela can have been exposed (M-8): maal, analysis and settlement say so."""
    rules, held = marriage.Rules(tunnela_window="off"), f"6h 6h 6h {' '.join(FOUR.split('/'))} 2d 3d 4s 5s 8s"
    calls = (
        lambda: marriage.maal("6h 6h 6h Jc", tiplu="Jc", exposed="6h", route="three", rules=rules),
        lambda: marriage.analyze(bare(held)[9:], tiplu="Jc", exposed="6h", rules=rules),
    )
    for call in calls:
        with pytest.raises(RulesError, match="tunnela_window=off"):
            call()
