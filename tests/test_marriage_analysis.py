"""What `marriage.analyze` and a seat's view say about distances: for which goal, from which
cards, and what is left to be had.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import marriage_random
import pytest
from marriage_distance_calls import goal_of
from marriage_distance_hands import AFTER, LARGE, SMALL, asked, counts
from marriage_distance_oracle import (
    ALL,
    CLOSED,
    NUMBER,
    Counts,
    Goal,
    combo_distance,
    distance,
    dublee_distance,
    left_beside,
    moved,
    useful,
)
from marriage_kit import by_combos, by_dublees
from marriage_oracle import KINDS, MAN, literal_primary, primary, problems, valid

from rummycore import HandError, StateError, marriage
from rummycore.marriage import Analysis, Card, Win


def words(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def held_by(faces: Counts) -> list[str]:
    return [card for card, n in zip(ALL, faces, strict=True) for _ in range(n)]


def check_analysis(
    found: Analysis, tiplu: int | None, faces: Counts, left: Counts, goal: Goal, rules: dict[str, object]
) -> None:
    """Assert that distance, way, useful cards, discards and nearest are the oracle's for a goal."""
    primaries, others, pairs = goal
    by_combos = combo_distance(rules, tiplu, primaries, others, faces, left) if primaries != CLOSED else None
    by_pairs = dublee_distance(faces, left, pairs) if pairs != CLOSED else None
    ways = [d for d in (by_combos, by_pairs) if d is not None]
    least = min(ways, default=None)
    assert found.goal == goal_of(goal)
    if least is None:
        assert found.by is None
    else:
        assert found.by == (Win.BOTH if by_combos == by_pairs else Win.COMBOS if by_combos == least else Win.DUBLEES)
    helpful = useful(rules, tiplu, goal, faces, left)
    assert found.useful == {Card(k): left[k] for k in sorted(helpful)}
    for entry in found.discards:
        assert entry.distance == distance(rules, tiplu, goal, moved(faces, int(entry.discard), -1), left)
        assert entry.total == sum(entry.useful.values())
        assert all(n == left[card] for card, n in entry.useful.items())
    order = [(d.distance is None, d.distance or 0, -d.total, d.discard) for d in found.discards]
    assert order == sorted(order)
    if least is None:
        assert found.nearest is None
        return
    assert found.nearest is not None
    assert len(found.nearest.missing) == least
    used = Counter(card for meld in found.nearest.melds for card in meld)
    assert Counter(found.nearest.missing) == used - Counter({Card(k): n for k, n in enumerate(faces) if n})
    if found.by == Win.DUBLEES:
        assert len(found.nearest.melds) == pairs
    else:
        assert len(found.nearest.melds) == primaries + others
        told = None if tiplu is None else ALL[tiplu]
        assert all(primary(words(meld), rules) for meld in found.nearest.melds[:primaries])
        assert all(valid(words(meld), told, rules) for meld in found.nearest.melds[primaries:])


def test_analysis_of_a_hand_that_has_not_seen_equals_the_oracle(scale: int) -> None:
    """With the tiplu unknown the goal is to see it, and the distance has bounds only; with
    it known the goal is to finish.
    """
    rng = Random("not seen")
    for known in (False, True):
        for _ in range(scale // 250):
            q = asked(rng, rng.choice(sorted(LARGE)), {}, rng.choice([21, 22]))
            tiplu = q.tiplu if known else None
            left = left_beside({}, tiplu, q.faces)
            found = marriage.analyze(held_by(q.faces), tiplu=tiplu)
            goal = (3, 4, 8) if known else (3, 0, 7)
            check_analysis(found, tiplu, q.faces, left, goal, {})
            assert len(found.discards) == (len(set(held_by(q.faces))) if sum(q.faces) == 22 else 0)
            assert found.distances.primary == combo_distance({}, tiplu, 3, 0, q.faces, left)
            assert found.distances.dublees_to_see == dublee_distance(q.faces, left, 7)
            assert found.distances.dublees_to_win == dublee_distance(q.faces, left, 8)
            if known:
                assert found.distances.combos == combo_distance({}, tiplu, 3, 4, q.faces, left)
                assert found.distance == distance({}, tiplu, goal, q.faces, left)
                assert found.bounds == (found.distance, found.distance)
            else:
                assert (found.distance, found.distances.combos) == (None, None)
                low, high = found.bounds
                assert q.tiplu is not None
                assert low is not None
                assert high is not None
                real = distance({}, q.tiplu, (3, 4, 8), q.faces, left_beside({}, q.tiplu, q.faces))
                assert real is not None
                assert low <= real <= high


def test_analysis_behind_three_combinations_equals_the_oracle(scale: int) -> None:
    """After seeing by three the goal is four more out of the concealed cards; dublees are
    closed, and what is laid cannot be had.
    """
    rng = Random("behind three")
    every = sorted(literal_primary("low_and_high"))
    for _ in range(scale // 100):
        q = asked(rng, rng.choice(sorted(SMALL)), {}, rng.choice([12, 13]))
        assert q.tiplu is not None
        laid = rng.choices(every, k=3)
        cards = held_by(q.faces)
        table = [card for part in laid for card in part]
        if problems([*cards, *table], ALL[q.tiplu]):
            continue
        found = marriage.analyze(cards, tiplu=q.tiplu, laid=laid)
        left = left_beside({}, q.tiplu, counts([*cards, *table]))
        check_analysis(found, q.tiplu, q.faces, left, AFTER, {})
        assert found.distance == found.distances.combos == combo_distance({}, q.tiplu, 0, 4, q.faces, left)
        assert (found.distances.primary, found.distances.dublees_to_see, found.distances.dublees_to_win) == (
            None,
            None,
            None,
        )
        assert (found.distance == 0 and len(cards) == 13) == bool(by_combos(found))


@pytest.mark.parametrize(
    "exposed", [["6h"], ["6h", "3s"], ["6h", "3s", "Kd"], ["6h", "3s", "Kd", "9c"], ["6h", "3s", "Kd", "9c", "2d"]]
)
def test_locked_tunnelas_lower_the_goal(exposed: list[str], scale: int) -> None:
    """Each counts to the three that see, beyond three to the four; they are in no dublee. Given
    back they are among the concealed cards.
    """
    rng = Random("exposed")
    n = len(exposed)
    for _ in range(scale // 1000):
        tiplu = rng.choice([card for card in KINDS if card not in exposed])
        deck = [card for card in KINDS * 3 if card not in exposed]
        deck.remove(tiplu)
        cards = rng.sample(deck, 22 - 3 * n)
        everything = counts([*cards, *exposed * 3])
        goal = (max(0, 3 - n), min(4, 7 - n), 8)
        found = marriage.analyze(cards, tiplu=tiplu, exposed=exposed)
        left = left_beside({}, NUMBER[tiplu], everything)
        check_analysis(found, NUMBER[tiplu], counts(cards), left, goal, {})
        unseen = marriage.analyze(cards, exposed=exposed)
        check_analysis(unseen, None, counts(cards), left_beside({}, None, everything), (max(0, 3 - n), 0, 7), {})
        if n < 3:
            assert unseen.distances.primary is not None
        else:
            assert unseen.distances.primary == found.distances.primary == 0
        free = marriage.Rules(exposed_tunnela="free")
        back = marriage.analyze([*cards, *exposed * 3], tiplu=tiplu, exposed=exposed, rules=free)
        assert back.goal == marriage.WHOLE_HAND
        assert back.distance == distance(
            {}, NUMBER[tiplu], (3, 4, 8), everything, left_beside({}, NUMBER[tiplu], everything)
        )


def test_a_dublee_seat_wants_one_more_pair() -> None:
    """Seen by seven dublees: the goal is the eighth; jokers help it only as twins."""
    seven = ["3h 3h", "4h 4h", "7s 7s", "9d 9d", "Ac Ac", "2d 2d", "Ks Ks"]
    found = marriage.analyze("5h 8c 3d Td 6s 8h Jd Js", tiplu="Jc", laid=seven)
    assert (found.goal, found.distance, found.by) == (marriage.Goal(dublees=1), 1, Win.DUBLEES)
    assert set(words(list(found.useful))) == {"5h", "8c", "3d", "Td", "6s", "8h", "Jd", "Js"}
    assert {d.distance for d in found.discards} == {1}
    assert found.distances.combos is None
    assert marriage.analyze("5h 5h 3d Td 6s 8h Jd Js", tiplu="Jc", laid=seven).distance == 0


def test_cards_seen_elsewhere_cannot_be_had() -> None:
    """`seen` takes copies from what can be had: they are no longer useful, and the distance follows."""
    hand = "6h 6h 6h 3s 4s 5s Qd Kd 2c 4c 7d 9h Th Jc 8s Ts 5d 3h 9c 8d Ks"
    found = marriage.analyze(hand)
    right = {"3c": 3, "6d": 3, "Ad": 3, "Jd": 3, "8h": 3, "Jh": 3, "9s": 3, "9d": 3, "Tc": 3}
    assert found.distances.primary == 1
    assert {str(card): n for card, n in found.useful.items()} == right
    fewer = marriage.analyze(hand, gone="3c 3c Ad Ad Ad Jd")
    del right["Ad"]
    assert {str(card): n for card, n in fewer.useful.items()} == {**right, "3c": 1, "Jd": 2}
    assert words(fewer.gone) == ["3c", "3c", "Ad", "Ad", "Ad", "Jd"]
    none = marriage.analyze(hand, gone=[card for card in (*right, "Ad") for _ in range(3)])
    assert none.distances.primary == 2
    with pytest.raises(HandError, match="6h"):
        marriage.analyze(hand, gone="6h")
    with pytest.raises(HandError, match="Kd"):
        marriage.analyze(hand, gone="Kd Kd Kd")


def test_the_taken_card_is_in_no_table_of_discards() -> None:
    """What was just taken from the discards may not go (M-11), unless the rules allow it."""
    hand = "6h 6h 6h 3s 4s 5s Qd Kd 2c 4c 7d 9h Th Jc 8s Ts 5d 3h Kc 8c 2h 2h"
    for rules, there in ((marriage.PAGAT, False), (marriage.Rules(same_card_discard="allowed"), True)):
        found = marriage.analyze(hand, taken="2h", rules=rules)
        assert (Card("2h") in [d.discard for d in found.discards]) == there
    assert Card("2h") in [d.discard for d in marriage.analyze(hand).discards]


def test_dublees_are_closed_where_the_rules_have_none() -> None:
    """With `dublee_allowed` off eight pairs are no way to win, and seven none to see."""
    hand = "3h 3h 4h 4h 7s 7s 9d 9d Ac Ac 2d 2d Ks Ks 5h 8c 3d Td 6s 8h Qs"
    assert marriage.analyze(hand).distances.dublees_to_see == 0
    found = marriage.analyze(hand, rules=marriage.Rules(dublee_allowed=False))
    assert (found.distances.dublees_to_see, found.distances.dublees_to_win) == (None, None)
    assert found.goal == marriage.Goal(primary=3)
    other = marriage.analyze(hand, rules=marriage.Rules(dublees_to_see=5, dublees_to_win=9))
    assert (other.distances.dublees_to_see, other.distances.dublees_to_win) == (0, 2)


def test_a_complete_way_stays_open() -> None:
    """Three exposed tunnelas are all that must be laid to see, seven all that wins, and as many dublees laid as win are
    a win by any discard."""
    exposed = "6d 9s Kd"
    hand = "2c 4c 6c 8c Tc Qc 2h 4h 6h 8h Th Qh 3s"
    for rules, seven, eight in ((marriage.PAGAT, 7, 8), (marriage.Rules(dublee_allowed=False), None, None)):
        unseen = marriage.analyze(hand, exposed=exposed, rules=rules)
        assert unseen.goal == marriage.Goal(primary=0, others=0, dublees=seven)
        assert (unseen.distances.primary, unseen.distances.dublees_to_see) == (0, seven)
        assert (unseen.primary, unseen.by, unseen.nearest) == (((),), Win.COMBOS, marriage.Nearest((), ()))
        assert {(d.distance, d.total) for d in unseen.discards} == {(0, 0)}
        known = marriage.analyze(hand, exposed=exposed, tiplu="Jc", rules=rules)
        assert known.goal == marriage.Goal(primary=0, others=4, dublees=eight)
        assert known.distances.primary == 0
    seven_exposed = marriage.analyze("7h", exposed="Ac 3c 5c 7d 9d Jh Ks", tiplu="Jc")
    assert (seven_exposed.distance, words(by_combos(seven_exposed))) == (0, ["7h"])
    pairs = ["3h 3h", "4h 4h", "7s 7s", "9d 9d", "Ac Ac", "2d 2d", "Ks Ks"]
    for cards, last in (
        ("3d 5h 6s 8c 8h Jd Td", ()),
        ("3d 5h 6s 8c 8h Jd Td Js", {"3d", "5h", "6s", "8c", "8h", "Jd", "Td", "Js"}),
    ):
        won = marriage.analyze(cards, tiplu="Jc", laid=pairs, rules=marriage.Rules(dublees_to_win=7))
        assert (won.goal, won.distance, won.distances.dublees_to_win) == (marriage.Goal(dublees=0), 0, 0)
        assert set(words(by_dublees(won))) == set(last)


def test_a_direct_win_with_dublees_has_laid_nothing() -> None:
    """On the route dublee with nothing laid all dublees that win are looked for in the concealed cards; where no such
    win is played that is an error."""
    hand = "3h 3h 4h 4h 7s 7s 9d 9d Ac Ac 2d 2d Ks Ks 5h 5h 8c 3d Td 6s 8h"
    found = marriage.analyze(hand, route="dublee")
    assert (found.goal, found.distances.dublees_to_win, found.bounds) == (marriage.Goal(dublees=8), 0, (0, 0))
    for rules, word in (({"dublee_direct_win_unseen": False}, "lays 7"), ({"dublee_allowed": False}, "dublee_allowed")):
        with pytest.raises(HandError, match=word) as refused:
            marriage.analyze(hand, route="dublee", rules=marriage.Rules.from_dict(rules))
        assert "dublee" in str(refused.value)


def test_laid_dublees_need_rules_that_know_them() -> None:
    """With `dublee_allowed` off laid dublees, and a draft of them, are refused by an error that names both facts."""
    pairs = ["3h 3h", "4h 4h", "7s 7s", "9d 9d", "Ac Ac", "2d 2d", "Ks Ks"]
    rules = marriage.Rules(dublee_allowed=False)
    for laid, draft in ((pairs, ()), ((), pairs)):
        assert marriage.analyze("5h 8c 3d Td 6s 8h Jd Js", laid=laid, draft=draft)
        with pytest.raises(HandError, match=r"3h 3h is laid.*dublee_allowed") as refused:
            marriage.analyze("5h 8c 3d Td 6s 8h Jd Js", laid=laid, draft=draft, rules=rules)
        assert refused.value.code == "laid_pairs"


def test_a_draft_is_on_its_way() -> None:
    """What has been begun to be laid need not be laid again, closes the other way, and only what comes behind it can be
    laid; it must be a draft."""
    rest = "3s 4s 5s 2c 3c 4c Qd Kd Ad 7d 9d 9d Th Tc 6h 6h 6h 8s 8s"
    found = marriage.analyze(rest, draft=["Td Jd Qd"])
    assert found.goal == marriage.Goal(primary=2, others=0)
    assert found.distances == marriage.Distances(0, None, None, None)
    assert [[str(meld) for meld in way] for way in found.primary] == [["Qd Kd Ad", "3s 4s 5s"]]
    pairs = marriage.analyze(f"{rest} Jc", draft=["Qh Qh"])
    assert pairs.goal == marriage.Goal(dublees=6)
    assert pairs.distances == marriage.Distances(None, 3, None, 4)
    for draft, route, code in (
        (["Td Jd Qd"], "three", "laid_unseen"),
        (["Qh Qh", "Td Jd Qd"], None, "no_dublee"),
        (["Th Td Tc"], "none", "not_primary"),
    ):
        with pytest.raises(HandError) as refused:
            marriage.analyze(rest.split()[: 22 - sum(len(part.split()) for part in draft)], draft=draft, route=route)
        assert refused.value.code == code
    with pytest.raises(HandError, match="22 cards"):
        marriage.analyze(rest.removesuffix(" 8s"), draft=["Td Jd Qd"])


def test_the_taken_card_is_held_after_the_draw() -> None:
    """`taken` must be one of 22 cards, concealed or already laid; anything else is an error that names it."""
    hand = "6h 6h 6h 3s 4s 5s Qd Kd 2c 4c 7d 9h Th Jc 8s Ts 5d 3h Kc 8c 2h 2h"
    assert marriage.analyze(hand, taken="6h").discards
    laid = marriage.analyze(
        "2c 4c 7d 9h Th Jc 8s Ts 5d 3h Kc 8c 2h", laid=["6h 6h 6h", "3s 4s 5s", "Qd Kd Ad"], taken="Ad"
    )
    assert len(laid.discards) == 13
    for cards, taken in ((hand, "9s"), (hand.removesuffix(" 2h"), "2h")):
        with pytest.raises(HandError, match=f"taken={taken}") as refused:
            marriage.analyze(cards, taken=taken)
        assert refused.value.code == ("taken_early" if taken == "2h" else "taken_nowhere")
    only = ["3h 3h", "4h 4h", "7s 7s", "9d 9d", "Ac Ac", "2d 2d", "Ks Ks"]
    forced = marriage.analyze("5h 5h", laid=only, exposed="6d Qs", taken="5h")
    assert words([d.discard for d in forced.discards]) == [
        "5h"
    ]  # the bar is waived where no other card could go (M-11)
    assert words(by_dublees(forced)) == ["6d", "Qs"]


# ------------------------------------------------------------------------------
# A seat's view
# ------------------------------------------------------------------------------


def known_elsewhere(state: marriage.State, seat: int) -> list[Card]:
    """Return the cards that a seat sees and cannot get: others' laid and exposed ones, and all
    discards but the one that it may take now.
    """
    public = state.view(None)
    gone = [card for _, card in public.discards]
    if state.outcome is not None and state.outcome.card is not None:
        gone.append(state.outcome.card)
    if state.turn == seat and any(str(move) == "take" for move in state.legal_moves()):
        gone.pop()
    for other in range(state.players):
        if other != seat:
            gone += [card for move in public.laid[other] for card in move.cards]
            if state.rules.exposed_tunnela == "locked":
                gone += [card for card in public.exposed[other] for _ in range(3)]
            else:
                gone += [card for card in public.known[other] if card in public.exposed[other]]
    return gone


def test_view_analyzes_by_what_the_seat_knows() -> None:
    """At random moments of random rounds: the tiplu only if the seat has seen it, what lies open
    cannot be had, and a spectator has no hand.
    """
    rng = Random("views")
    compared: Counter[str] = Counter()
    for state in marriage_random.moments(rng, 150):
        with pytest.raises(StateError):
            state.view(None).analyze()
        for seat in range(state.players):
            view = state.view(seat)
            found = view.analyze()
            rules = state.rules
            if state.players < rules.dublee_min_players:
                rules = replace(rules, dublee_allowed=False)
            knows = view.seen[seat] or state.over or rules.tiplu_mode == "face_up_at_deal"
            told = Card(state._raw.under) if knows and state.tiplu is not None else None
            drafted = [card for move in view.draft for card in move.cards]
            right = marriage.analyze(
                sorted((Counter(view.hand) - Counter(drafted)).elements()),
                tiplu=told,
                laid=[move.cards for move in view.laid[seat]],
                draft=[move.cards for move in view.draft],
                exposed=view.exposed[seat],
                route=view.routes[seat],
                taken=view.taken if seat == state.turn and not state.over else None,
                gone=known_elsewhere(state, seat),
                rules=rules,
            )
            assert replace(found, gone=right.gone) == right
            assert Counter(found.gone) == Counter(right.gone)
            compared["all"] += 1
            compared["tiplu known"] += told is not None
            compared["seen by three"] += str(found.route) == "three"
            compared["seen by dublees"] += str(found.route) == "dublee"
            compared["draft"] += bool(view.draft)
    assert compared["all"] > 200
    assert min(compared[what] for what in ("tiplu known", "seen by three", "seen by dublees", "draft")) > 5, compared


@pytest.mark.parametrize("mode", ["hidden_preset", "last_stock_card"])
def test_a_hidden_tiplu_is_never_used(mode: str) -> None:
    """Two rounds that differ only in the card that is set aside give a seat that has not seen
    the same analysis in every turn.
    """
    rules = marriage.Rules(tiplu_mode=mode)
    rng = Random(mode)
    for _ in range(10):
        deck = [card for card in Card.all() if str(card) != MAN] * 3
        rng.shuffle(deck)
        players = rng.randint(2, 4)
        first = 21 * players + 1
        place = first if mode == "hidden_preset" else len(deck) - 1
        other = list(deck)
        swap = rng.randrange(first + 30, len(deck) - 1)
        other[place], other[swap] = other[swap], other[place]
        rounds = [marriage.deal(deck=d, players=players, rules=rules, chance=7) for d in (deck, other)]
        for _ in range(25):
            if rounds[0].over or rounds[0].turn is None:
                break
            legal = [move for move in rounds[0].legal_moves() if move.act in ("done", "draw", "discard")]
            if not legal:
                break
            move = rng.choice(legal)
            for state in rounds:
                state.play(move)
            for seat in range(players):
                one, two = (state.view(seat).analyze() for state in rounds)
                assert one == two
                assert one.tiplu is None
                assert one.distance is None
