"""Rules M-12 to M-15 of docs/marriage.md: combinations, and seeing the tiplu by three of them or by dublees."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement, permutations

import pytest
from marriage_decks import (
    LOOSE,
    SEVEN,
    THREE,
    acts,
    bare,
    code_of,
    dealt,
    lays,
    quiet,
    quiet_turns,
    see,
    seen_dublee,
    turn_of,
)
from marriage_kit import by_combos, by_dublees

from rummycore import HandError, marriage
from rummycore.marriage import Card, M, Move, Rules, State, cards

LINE = "A23456789TJQKA2"
JOKERS = [Card(card) for card in ("Tc", "Jc", "Qc", "Jd", "Jh", "Js")]  # of the tiplu Jc
ORDINARY = [card for card in Card.all()[:52] if card not in JOKERS]
RUNS = {
    "low_and_high": ["A23", "QKA"],
    "low_only": ["A23"],
    "high_only": ["QKA"],
    "wrap": ["A23", "QKA", "KA2"],
}


def what(three: object, tiplu: str | None = None, rules: Rules | None = None) -> str:
    """Return what three cards are, or why they are nothing."""
    try:
        return str(marriage.meld(three, tiplu=tiplu, rules=rules).kind)  # type: ignore[arg-type]
    except HandError as error:
        return error.code


# ------------------------------------------------------------------------------
# M-12, M-13 combinations
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("ace_runs", RUNS)
def test_m12_pure_sequences(ace_runs: str) -> None:
    """Three cards of one suit in a row are a pure sequence, over the ace just as the rule says,
    and no other three of a suit are.
    """
    rules = Rules(ace_runs=ace_runs)
    runs = {frozenset(LINE[i : i + 3]) for i in range(1, 11)} | {frozenset(run) for run in RUNS[ace_runs]}
    for suit in "cdhs":
        for ranks in combinations("A23456789TJQK", 3):
            three = [rank + suit for rank in ranks]
            is_run = frozenset(ranks) in runs
            assert (what(three, rules=rules) == "pure sequence") == is_run
            assert not is_run or marriage.meld(three, rules=rules).primary
    assert len(runs) == {"low_and_high": 12, "low_only": 11, "high_only": 11, "wrap": 13}[ace_runs]


@pytest.mark.parametrize("ace_runs", RUNS)
def test_m12_only_those_sequences_are_laid(ace_runs: str) -> None:
    """At a table just these sequences can be laid, each by its move."""
    rules = Rules(ace_runs=ace_runs)
    for run in ("A23", "QKA", "KA2"):
        hand = " ".join(rank + "d" for rank in run) + " 3s 4s 5s 6h 6h 6h"
        state = dealt({1: hand}, withheld="Jd Qd Kd Ad 2d 3d 4d", rules=rules)
        state.play("draw")
        if Move("lay 6h 6h 6h") in state.legal_moves():
            state.play("lay 6h 6h 6h")
        assert (code_of(state, f"lay {run[0]}d {run[1]}d {run[2]}d") == "ok") == (run in RUNS[ace_runs])


def test_m12_a_wrapped_run_is_named() -> None:
    """K-A-2, and A-2-3 or Q-K-A where the rules do not know them, are refused by that name."""
    assert what("Kd Ad 2d") == "combo_wrap"
    assert what("Ad 2d 3d", rules=Rules(ace_runs="high_only")) == "combo_wrap"
    assert what("Qd Kd Ad", rules=Rules(ace_runs="low_only")) == "combo_wrap"
    assert what("Kd Ad 3d") == "combo_mixed"


def test_m12_tunnelas() -> None:
    """Three copies of a card are a tunnela, and primary, of every kind but the man."""
    for card in Card.all()[:52]:
        assert what([card] * 3) == "tunnela"
        assert marriage.meld([card] * 3).primary
        other = Card.all()[(card + 1) % 52]
        assert what([card, card, other]) not in ("tunnela", "pure sequence", "triplet")
    assert what("M M M", rules=Rules(printed_jokers=3)) == "combo_unseen"


def test_m12_triplets() -> None:
    """One rank in three suits is a triplet, which is not primary; two of one suit among them make it none."""
    for rank in "A23456789TJQK":
        for suits in combinations("cdhs", 3):
            three = [rank + suit for suit in suits]
            assert what(three) == "triplet"
            assert not marriage.meld(three).primary
            assert what([three[0], three[0], three[2]]) == "combo_suit"
    assert what("4c 4d 5h") == "combo_mixed"


@pytest.mark.parametrize("number", [0, 1, 2, 4, 5])
def test_m12_exactly_three_cards(number: int) -> None:
    """No combination has any other number of cards."""
    with pytest.raises(HandError) as refused:
        marriage.meld([f"{rank}c" for rank in "34567"[:number]])
    assert refused.value.code == "combination"


def test_m13_one_joker() -> None:
    """With one joker two others fit when they are of one rank, or of one suit and a run has a
    place for the joker; no identical pair.
    """
    order = "A23456789TJQK"
    for one, two in combinations_with_replacement(ORDINARY, 2):
        ranks = sorted(order.index(str(card)[0]) + 1 for card in (one, two))
        gap = ranks[1] - ranks[0]
        if one == two:
            expected = "combo_pair"
        elif gap == 0:
            expected = "dirty triplet"
        elif str(one)[1] != str(two)[1]:
            expected = "combo_mixed"
        elif gap <= 2 or ranks in ([1, 12], [1, 13]):
            expected = "dirty sequence"
        else:
            expected = "combo_wrap" if ranks == [2, 13] else "combo_mixed"
        assert what([one, two, "Js"], "Jc") in (expected, "pure sequence", "triplet")
        assert what([one, "Js", two], "Jc") == what(["Js", two, one], "Jc") == what([one, two, "Js"], "Jc")
        if "s" not in (str(one)[1], str(two)[1]):
            assert what([one, two, "Js"], "Jc") == expected


@pytest.mark.parametrize(
    ("ace_runs", "fit"),
    [("low_and_high", "A2 A3 AK AQ"), ("low_only", "A2 A3"), ("high_only", "AK AQ"), ("wrap", "A2 A3 AK AQ K2")],
)
def test_m13_the_ace_with_a_joker(ace_runs: str, fit: str) -> None:
    """With a joker the ace fits as ace_runs says."""
    for pair in ("A2", "A3", "AK", "AQ", "K2", "Q2", "K3", "A4", "AT"):
        expected = "dirty sequence" if pair in fit.split() else "combo"
        found = what([f"{pair[0]}d", f"{pair[1]}d", "Jh"], "Jc", Rules(ace_runs=ace_runs))
        assert found.startswith(expected)


def test_m13_two_jokers_and_any_card() -> None:
    """Two jokers, identical or not, go with any third card, a joker too; only what is natural has another name."""
    for pair in combinations_with_replacement(JOKERS, 2):
        for third in Card.all()[:52]:
            three = [*pair, third]
            if three.count(Card("Jc")) < 3:
                natural = what(three)
                expected = natural if not natural.startswith("combo_") else "jokers"
                assert what(three, "Jc") == expected


def test_m13_jokers_serve_only_who_has_seen() -> None:
    """To who has not seen there are no jokers, and who has seen by three uses them in its further combinations only."""
    for three in ("6d Qc 8d", "Jd 2c 2h", "Qc Qc 5h", "Jd Jd Js"):
        assert not what(three, "Jc").startswith("combo_")
        assert what(three).startswith("combo_")
    declared = ["6h 6h 6h", "3s 4s 5s", "6d Qc 8d", "Qd Kd Ad", "Ks Kc Kh", "7d 7c 7s", "2c 2h 2s"]
    assert marriage.check_declaration(declared, discard="4d", tiplu="Jc").code == "primary"
    declared[2], declared[3] = declared[3], declared[2]
    assert marriage.check_declaration(declared, discard="4d", tiplu="Jc").ok


@pytest.mark.parametrize(
    ("three", "most"),
    [
        ("6d Qc 8d", 1),
        ("Jd Js 5h", 2),
        ("Jd Jd 5h", 2),
        ("Jd Jd Js", 3),
        ("Jc Jc Qc", 3),
        ("Th Jh Qh", 0),
        ("Tc Jc Qc", 0),
    ],
)
def test_m13_max_jokers_in_combo(three: str, most: int) -> None:
    """So many jokers may stand together and no more; a natural combination is not limited."""
    for limit in (1, 2, 3):
        found = what(three, "Jc", Rules(max_jokers_in_combo=limit))
        assert (found == "combo_jokers") == (limit < most)


@pytest.mark.parametrize(
    ("three", "limit", "expected"),
    [
        ("Jd Qd Kd", 3, "dirty sequence"),
        ("Tc Jc Qc", 3, "jokers"),
        ("Tc Jc Qc", 2, "combo_jokers"),
        ("Jd Jh Js", 3, "jokers"),
        ("Jd Jh Js", 2, "combo_jokers"),
        ("Jd Jd Jd", 1, "combo_jokers"),
        ("9c Tc Jc", 2, "jokers"),
        ("9c Tc Jc", 1, "combo_jokers"),
        ("8c 9c Tc", 1, "dirty sequence"),
        ("3s 4s 5s", 1, "pure sequence"),
    ],
)
def test_m13_joker_natural_use_off(three: str, limit: int, expected: str) -> None:
    """With joker_natural_use off jokers count in natural combinations as well: with a
    limit below 3 that forbids some.
    """
    assert not what(three, "Jc", Rules(max_jokers_in_combo=limit)).startswith(("combo", "jokers", "dirty"))
    off = Rules(max_jokers_in_combo=limit, joker_natural_use=False)
    assert what(three, "Jc", off) == expected
    assert what(three, None, off) == what(three)


def test_m13_joker_natural_use_in_a_finish() -> None:
    """Without a limit below 3 the switch changes no finish; with one, a hand that needs the
    marriage as a fourth combination loses.
    """
    fourth = "Tc Jc Qc / 2h 2h 2h / 5d 5d 5d / 9s 9s 9s"
    parts = f"{THREE} / {fourth}"
    for limit, natural, wins in ((3, True, True), (3, False, True), (2, True, True), (2, False, False)):
        rules = Rules(max_jokers_in_combo=limit, joker_natural_use=natural)
        found = marriage.analyze(f"{bare(fourth)} 7c", tiplu="Jc", laid=THREE.split("/"), rules=rules)
        assert (Card("7c") in by_combos(found)) == wins
        assert marriage.check_declaration(parts.split("/"), discard="7c", tiplu="Jc", rules=rules).ok == wins


@pytest.mark.parametrize(
    ("fourth", "most"), [("Jd Js 4h", 2), ("Jd Jd Js", 3), ("Jd Jd 6c", 2), ("Jd 8d Td", 1), ("Jh Jh Jh", 0)]
)
def test_m13_max_jokers_in_a_finish(fourth: str, most: int) -> None:
    """A finish holds just where no combination needs more jokers than may stand together."""
    concealed = f"{fourth} 2h 2h 2h 5d 5d 5d 9s 9s 9s 7c"
    for limit in (1, 2, 3):
        rules = Rules(max_jokers_in_combo=limit)
        found = marriage.analyze(concealed, tiplu="Jc", laid=THREE.split("/"), rules=rules)
        assert (Card("7c") in by_combos(found)) == (limit >= most)


def test_m13_primary_combinations_are_always_natural() -> None:
    """Jokers as themselves may be laid to see the tiplu, whatever the options say of jokers."""
    rules = Rules(max_jokers_in_combo=1, joker_natural_use=False, tiplu_mode="hidden_preset")
    parts = "Tc Jc Qc / Jd Jd Jd / Jh Qh Kh"
    state = dealt({1: parts}, tiplu="Jc", rules=rules)
    state.play("draw")
    assert see(state, parts, "Jc").view(1).seen[1]


def test_m13_identical_pair_plus_joker() -> None:
    """An identical pair with one joker is a combination only with the option; with two jokers it always is."""
    for on, expected in ((False, "combo_pair"), (True, "dirty triplet")):
        rules = Rules(identical_pair_plus_joker=on)
        assert what("5d 5d Jd", "Jc", rules) == expected
        assert what("5d Jd Js", "Jc", rules) == "jokers"
        assert what("5d 5d 6d", "Jc", rules).startswith("combo_")
        hand = f"{bare(THREE)} 9s 9h 9c Ks Kc Kh 7d 7c 7s 5d 5d Jd 4c"
        assert bool(by_combos(marriage.analyze(hand, tiplu="Jc", rules=rules))) == on


def test_m13_order_does_not_matter() -> None:
    """Three cards are the same combination in every order."""
    for three in ("6d Qc 8d", "Jd 2c 2h", "Qc Qc 5h", "Kc Ac Jd", "2c 2c Jd", "Ks 2s Jh"):
        assert len({what(order, "Jc") for order in permutations(three.split())}) == 1


# ------------------------------------------------------------------------------
# M-14 seeing by three
# ------------------------------------------------------------------------------


def test_m14_three_primary_combinations_see() -> None:
    """After the draw three primary combinations are laid and the tiplu seen; they lie for
    all to see and leave the hand.
    """
    state = dealt({1: THREE}, tiplu="Jc")
    state.play("draw")
    held = Counter(state.hand(1))
    for move in lays(THREE):
        assert code_of(state, str(move)) == "ok"
        state.play(move)
    state.play("see")
    for seat in (0, 1, 2, 3, None):
        view = state.view(seat)
        assert view.laid == ((), tuple(lays(THREE)), (), ())
        assert (view.seen, [str(r) for r in view.routes]) == (
            (False, True, False, False),
            ["none", "three", "none", "none"],
        )
        assert view.sizes[1] == 13
    assert Counter(state.hand(1)) == held - Counter(cards(bare(THREE)))


@pytest.mark.parametrize("mixture", ["6h 6h 6h / 9d 9d 9d / Kc Kc Kc", "Ac 2c 3c / 3c 4c 5c / Qc Kc Ac", THREE])
def test_m14_any_mixture(mixture: str) -> None:
    """Tunnelas and pure sequences in any mixture, with the same one twice as well, see the tiplu."""
    state = dealt({1: mixture})
    state.play("draw")
    assert see(state, mixture).view(1).seen[1]
    thrice = "3c 4c 5c / 3c 4c 5c / 3c 4c 5c"
    state = dealt({1: thrice})
    state.play("draw")
    assert thrice in {" / ".join(map(str, way)) for way in marriage.analyze(state.hand(1)).primary}
    assert see(state, thrice).view(1).seen[1]


@pytest.mark.parametrize("third", ["9s 9h 9c", "Kd Ad 2d", "7d 9d Jc"])
def test_m14_two_are_not_enough(third: str) -> None:
    """With two primary combinations, whatever else is in the hand, nothing can be laid and nothing seen."""
    state = dealt({1: f"6h 6h 6h 3s 4s 5s {third} 2c 4c 6c Qc 2h 3h Jh Qh 4d 5d Td 7s"}, stock="Js")
    state.play("draw")
    assert len(state.hand(1)) == 22
    assert not marriage.analyze(state.hand(1)).primary
    assert not {"lay", "see"} & acts(state)
    assert (code_of(state, "lay 6h 6h 6h"), code_of(state, "see")) == ("no_lay", "not_laid")


def test_m14_only_what_can_be_completed() -> None:
    """A lay is legal only if the draft can still be completed from it, and only in ascending
    order: each choice in one way.
    """
    state = dealt({1: "2c 3c 4c 3c 4c 5c 9d 9d 9d 2d 4d 6d Qd 2h 4h 6h 8h Th 2s 4s 6s"}, stock="8s")
    state.play("draw")
    for move in ("lay 9d 9d 9d", "lay 2c 3c 4c", "lay 3c 4c 5c"):
        assert [str(m) for m in state.legal_moves() if m.act == "lay"] == [move]
        for other in {"lay 9d 9d 9d", "lay 2c 3c 4c", "lay 3c 4c 5c"} - {move}:
            assert code_of(state, other) in ("no_lay", "not_held")
        state.play(move)
    assert acts(state) == {"see"}


def test_m14_moves_reach_each_way_once() -> None:
    """Over all drafts a table reaches just the ways to lay three that `analyze` lists, each by one path."""
    hand = "6h 6h 6h 5h 7h 4h 3s 4s 5s 6s Jd Qd Kd Ad 2d 3d 9c Tc Jc Qc Kc"
    start = dealt({1: hand}, stock="Ac")
    start.play("draw")
    paths: list[tuple[str, ...]] = []

    def walk(state: State, path: tuple[str, ...]) -> None:
        moves = [move for move in state.legal_moves() if move.act == "lay"]
        if len(path) == 3:
            assert (moves, acts(state)) == ([], {"see"})
            paths.append(path)
            return
        assert moves
        for move in moves:
            other = state.copy()
            other.play(move)
            walk(other, (*path, str(move)))

    walk(start, ())
    ways = {tuple(sorted(f"lay {meld}" for meld in way)) for way in marriage.analyze(start.hand(1)).primary}
    assert len(paths) == len(set(paths)) == len(ways) > 50
    assert {tuple(sorted(path)) for path in paths} == ways


def test_m14_exactly_three() -> None:
    """A fourth combination is not laid, and no more once the tiplu is seen."""
    state = dealt({1: f"{THREE} 9d 9d 9d"}, tiplu="Jc")
    state.play("draw")
    for move in ("lay 9d 9d 9d", "lay 6h 6h 6h", "lay Qd Kd Ad"):
        state.play(move)
    assert acts(state) == {"see"}
    assert code_of(state, "lay 3s 4s 5s") == "laid_all"
    state.play("see")
    assert code_of(state, "lay 3s 4s 5s") == "seen"
    assert not {"lay", "pair", "see"} & acts(state)


def test_m14_draft_is_private_and_binding() -> None:
    """A draft is known to its seat alone until `see`; it must be completed, and nothing of
    it is taken back or discarded.
    """
    state = dealt({1: THREE}, tiplu="Jc")
    state.play("draw")
    before = {seat: state.view(seat) for seat in (0, 2, 3, None)}
    for n, move in enumerate(lays(THREE)):
        assert code_of(state, "see") == "not_laid"
        state.play(move)
        assert len(state.view(1).draft) == n + 1
        assert {seat: state.view(seat) for seat in (0, 2, 3, None)} == before
        assert code_of(state, f"discard {state.hand(1)[0]}") == "draft"
        assert code_of(state, "finish-pairs 6h") == "draft"
        assert code_of(state, "pair 6h") == "lay_mixed"
        assert len(state.hand(1)) == 22
    state.play("see")
    assert state.view(1).draft == ()
    assert [str(event.move) for event in state.view(0).history[-4:]] == [*map(str, lays(THREE)), "see"]


def test_m14_never_compulsory_and_for_good() -> None:
    """Who could lay may discard instead and lay later; once laid, the cards stay and the
    way of seeing does not change.
    """
    state = dealt({1: THREE}, tiplu="Jc")
    quiet(state)
    assert not state.view(1).seen[1]
    turn_of(state, 1)
    state.play("draw")
    state = see(state, THREE, "Jc")
    state.play(f"discard {state.hand(1)[0]}")
    laid = state.view(None).laid[1]
    quiet_turns(state, 4)
    state.play("draw")
    assert (state.view(None).laid[1], str(state.view(1).routes[1])) == (laid, "three")
    assert not {"lay", "pair", "see"} & acts(state)


@pytest.mark.parametrize(
    ("exposed", "laid"), [("6h", "3s 4s 5s / Qd Kd Ad"), ("6h 9d", "3s 4s 5s"), ("6h 9d Kc", ""), ("6h 9d Kc 2s", "")]
)
def test_m14_exposed_tunnelas_count(exposed: str, laid: str) -> None:
    """With one locked tunnela exposed two are laid, with two one, with three or more none."""
    tunnelas = " ".join(f"{card} {card} {card}" for card in exposed.split())
    state = dealt({1: f"{tunnelas} {bare(laid)}"}, expose={1: exposed}, tiplu="Jc")
    state.play("draw")
    for n, move in enumerate(lays(laid) if laid else []):
        assert code_of(state, "see") == "not_laid"
        assert len(state.view(1).draft) == n
        state.play(move)
    assert (code_of(state, "see"), "lay" in acts(state)) == ("ok", False)
    state.play("see")
    assert (state.view(1).seen[1], str(state.view(1).routes[1])) == (True, "three")


def test_m14_free_tunnelas_are_laid_like_others() -> None:
    """With exposed_tunnela=free an exposed tunnela does not count by itself: three are laid, it may be one of them."""
    state = dealt({1: THREE}, expose={1: "6h"}, tiplu="Jc", rules=Rules(exposed_tunnela="free"))
    state.play("draw")
    for move in lays(THREE):
        assert code_of(state, "see") == "not_laid"
        state.play(move)
    assert code_of(state, "see") == "ok"


# ------------------------------------------------------------------------------
# M-15 dublees
# ------------------------------------------------------------------------------


def test_m15_seven_dublees_see() -> None:
    """Seven dublees are laid after the draw and the tiplu is seen by dublees; two copies of a joker are one of them."""
    parts = "Jd Jd / Qc Qc / Jc Jc / 4h 4h / 7s 7s / 9d 9d / Ac Ac"
    state = dealt({1: parts}, tiplu="Jc")
    state.play("draw")
    for n, move in enumerate(lays(parts)):
        assert code_of(state, "see") == "not_laid"
        assert len(state.view(1).draft) == n
        state.play(move)
    state.play("see")
    view = state.view(0)
    assert (view.seen[1], str(view.routes[1]), view.sizes[1]) == (True, "dublee", 8)
    assert view.laid[1] == tuple(lays(parts))


def test_m15_six_are_not_enough() -> None:
    """Six dublees see nothing, with jokers beside them too: a joker stands for no card of a dublee, nor does a man."""
    for more, stock in (("Jd Qc 5h 8c 3d Td 6s 8h 2h", "Ks"), ("M M 5h 8c 3d Td 6s 8h 2h", "M")):
        rules = Rules(printed_jokers=3 if "M" in more else 0, tiplu_mode="hidden_preset")
        state = dealt({1: f"3h 3h 4h 4h 7s 7s 9d 9d Ac Ac 2d 2d {more}"}, stock=stock, tiplu="Jc", rules=rules)
        state.play("draw")
        assert marriage.analyze(state.hand(1), rules=rules).dublees == 6
        assert "pair" not in acts(state)
        assert code_of(state, "pair 3h") == "no_lay"


def test_m15_three_copies_are_one_dublee() -> None:
    """Three copies make one dublee: six kinds, two of them three times, do not see, and no kind is laid twice."""
    state = dealt({1: "3h 3h 3h 4h 4h 4h 7s 7s 9d 9d Ac Ac 2d 2d 5h 8c 3d Td 6s 8h Qs"}, stock="Kc")
    state.play("draw")
    assert "pair" not in acts(state)
    seven = dealt({1: f"{SEVEN} 3h"})
    seven.play("draw")
    for move in lays(SEVEN):
        seven.play(move)
    assert acts(seven) == {"see"}


def test_m15_exactly_seven_of_more() -> None:
    """Of eight dublees any seven may be laid, each choice in one way; then no other."""
    start = dealt({1: f"{SEVEN} Td Td 5h 8c 3d 6s Qs"}, stock="Kc")
    start.play("draw")
    found = []

    def walk(state: State, path: tuple[Move, ...]) -> None:
        if len(path) == 7:
            assert acts(state) == {"see"}
            found.append(frozenset(path))
            return
        for move in (m for m in state.legal_moves() if m.act == "pair"):
            other = state.copy()
            other.play(move)
            walk(other, (*path, move))

    walk(start, ())
    assert len(found) == len(set(found)) == 8


def test_m15_lays_and_pairs_never_mix() -> None:
    """Who could do both chooses with the first: after a pair no combination is laid, after a combination no pair."""
    hand = "3h 3h 4h 4h 5h 5h 7s 7s 8s 8s 9s 9s Kd Kd 2c 3c 4c"
    state = dealt({1: hand})
    state.play("draw")
    assert {"lay", "pair"} <= acts(state)
    paired, laid = state.copy(), state.copy()
    paired.play(next(m for m in state.legal_moves() if m.act == "pair"))
    laid.play(next(m for m in state.legal_moves() if m.act == "lay"))
    assert (acts(paired), acts(laid)) == ({"pair"}, {"lay"})
    assert code_of(paired, "lay 3h 4h 5h") == "lay_mixed"
    assert code_of(laid, "pair Kd") == "lay_mixed"


def test_m15_no_joker_serves_from_then_on() -> None:
    """A seat that has seen by dublees finishes by no combination, whatever jokers it holds, and lays nothing more."""
    state = seen_dublee("8c", more="Jd Js Qc Tc Jh 5h 6h")
    state.play("draw")
    assert not {"lay", "pair", "see", "finish", "finish-pairs"} & acts(state)
    assert code_of(state, "finish 5h") == "not_seen"


def test_m15_dublee_allowed() -> None:
    """With dublee_allowed off dublees neither see nor win."""
    hand = f"{SEVEN} Td Td 5h 8c 3d 6s Qs"
    for allowed in (True, False):
        state = dealt({1: hand}, stock="Kc", rules=Rules(dublee_allowed=allowed))
        state.play("draw")
        assert ({"pair", "finish-pairs"} <= acts(state)) == allowed
        assert (code_of(state, "pair Ac") == "ok") == allowed
        assert (code_of(state, "finish-pairs Kc") == "ok") == allowed
        assert (
            bool(by_dublees(marriage.analyze(f"{bare(hand)} Kc", tiplu="Jc", rules=Rules(dublee_allowed=allowed))))
            == allowed
        )


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("least", [2, 3, 4, 5, 6])
def test_m15_dublee_min_players(players: int, least: int) -> None:
    """With fewer players than dublee_min_players dublees neither see nor win."""
    rules = Rules(dublee_min_players=least)
    state = dealt({1: f"{SEVEN} Td Td 5h 8c 3d 6s Qs"}, stock="Kc", players=players, rules=rules)
    state.play("draw")
    assert ("pair" in acts(state)) == ("finish-pairs" in acts(state)) == (players >= least)


@pytest.mark.parametrize("number", [1, 5, 7, 8, 10])
def test_m15_dublees_to_see(number: int) -> None:
    """Just so many dublees as dublees_to_see are laid."""
    ten = f"{SEVEN} / Td Td / 8c 8c / Qs Qs"
    rules = Rules(dublees_to_see=number, dublees_to_win=10)
    parts = "/".join(ten.split("/")[:number])
    state = dealt({1: ten}, tiplu="Jc", rules=rules)
    state.play("draw")
    for move in lays(parts):
        assert code_of(state, "see") == "not_laid"
        state.play(move)
    state.play("see")
    assert (str(state.view(1).routes[1]), len(state.view(1).laid[1])) == ("dublee", number)


def test_m15_is_judged_by_what_is_held() -> None:
    """`pair` of a card held once is refused, and before the draw everything is."""
    state = dealt({1: f"{SEVEN} {LOOSE}"}, stock="Kc")
    assert code_of(state, "pair Ac") == "not_drawn"
    state.play("draw")
    assert (code_of(state, "pair 5h"), code_of(state, "pair Ac")) == ("not_held", "ok")
    assert M not in {move.card for move in state.legal_moves() if move.act == "pair"}


def test_m14_each_cause_of_a_refused_lay_has_its_code() -> None:
    """What is not held, out of order, mixed, too much, unknown to the rules or useless is told apart."""
    state = dealt({1: "6h 6h 6h 3s 4s 5s 7s 8s 9s Ts Js Qs 2c 2c 9c Jc 4h Th 2d 8d Kd"}, stock="Kc")
    state.play("draw")
    assert (code_of(state, "lay Kd Ad 2d"), code_of(state, "lay 3s 4s 5s"), code_of(state, "pair 2c")) == (
        "no_run",
        "ok",
        "no_lay",
    )
    state.play("lay 3s 4s 5s")
    causes = {
        "pair 2c": "lay_mixed",
        "lay 6h 6h 6h": "lay_order",
        "lay 4s 5s 6s": "not_held",
        "lay 3s 4s 5s": "not_held",
    }
    assert {move: code_of(state, move) for move in causes} == causes
    assert code_of(state, "lay Kd Ad 2d") == "no_run"
    none = dealt({1: bare(SEVEN) + " " + LOOSE}, stock="Kc", rules=Rules(dublee_allowed=False))
    none.play("draw")
    assert code_of(none, "pair 3h") == "no_pair"
