"""The engine's answers about Marriage hands, against the slow oracle that was written from the rules' text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marriage_decks import stack
from marriage_hands import CLASSES, Hand
from marriage_kit import by_combos, by_dublees
from marriage_oracle import (
    KINDS,
    MAN,
    OPTIONS,
    dublee_finishes,
    dublees,
    finishes13,
    finishes22,
    in_order,
    jokers,
    literal_primary,
    natural,
    option,
    primary,
    primary_triples,
    problems,
    unlocked,
    valid,
    ways_to_lay,
    without,
)

from rummycore import HandError, marriage

Rules = Mapping[str, Any]

# The options that decide about combinations: each of RULES, and beside it each of FINER.
RULES: list[Rules] = [
    {"ace_runs": ace, "max_jokers_in_combo": most, "joker_natural_use": use}
    for ace, most, use in product(OPTIONS["ace_runs"], OPTIONS["max_jokers_in_combo"], OPTIONS["joker_natural_use"])
]
FINER: list[Rules] = [
    {"identical_pair_plus_joker": twins, "maal_rank_wrap": wrap, "printed_jokers": men}
    for twins, wrap, men in product((False, True), ("cyclic", "none"), (0, 3))
]

# The share of `scale` that a class of hands is tried in: what the oracle takes long for, less often. And the least
# shares of hands that finish by combinations, and that do not, under the default rules.
SHARES = {
    "deal22": (25, 0.0, 0.98),
    "deal13": (25, 0.01, 0.9),
    "win22": (50, 1.0, 0.0),
    "win13": (20, 1.0, 0.0),
    "near22": (50, 0.5, 0.2),
    "near13": (20, 0.5, 0.2),
    "dense22": (50, 0.3, 0.3),
    "dense13": (10, 0.3, 0.3),
    "jokers22": (25, 0.6, 0.1),
    "jokers13": (10, 0.5, 0.1),
    "identical13": (10, 0.2, 0.4),
    "dublees22": (10, 0.02, 0.5),
    "many_tunnelas22": (25, 0.6, 0.05),
}

by_class = pytest.mark.parametrize("name", CLASSES)
whole_hands = pytest.mark.parametrize("name", [name for name in CLASSES if name.endswith("22")])
by_rules = pytest.mark.parametrize("which", range(len(RULES)), ids=["-".join(map(str, r.values())) for r in RULES])
seeded = settings(deadline=None, derandomize=True)


# ------------------------------------------------------------------------------
# Hands
# ------------------------------------------------------------------------------


@cache
def made(name: str, n: int) -> list[Hand]:
    """Return n seeded hands of a class under the default rules."""
    rng = Random(name)
    return [CLASSES[name](rng, {}) for _ in range(n)]


def told(hand: Sequence[str], tiplu: str | None, rules: Rules) -> str:
    changed = [f"{name}={value}" for name, value in rules.items()]
    return f"tiplu {tiplu}, cards {' '.join(hand)}, rules {' '.join(changed) or 'default'}"


def texts(cards: Iterable[marriage.Card]) -> list[str]:
    return [str(card) for card in cards]


def some_primaries(rng: Random, tiplu: str, cards: Sequence[str], rules: Rules) -> list[tuple[str, ...]]:
    """Return three primary combinations that can lie beside the cards."""
    every = sorted(literal_primary(option(rules, "ace_runs")))
    while True:
        three = rng.choices(every, k=3)
        if not problems([*cards, *three[0], *three[1], *three[2]], tiplu):
            return three


def analysed(rng: Random, hand: Hand, rules: Rules, played: marriage.Rules) -> marriage.Analysis:
    """Return what the engine says of a whole hand, or of 13 cards behind three primary combinations."""
    tiplu, cards = hand
    laid = [] if len(cards) == 22 else some_primaries(rng, tiplu, cards, rules)
    return marriage.analyze(cards, tiplu=tiplu, laid=laid, rules=played)


# ------------------------------------------------------------------------------
# Finishing by combinations
# ------------------------------------------------------------------------------


def compare_finishes(rng: Random, hands: Iterable[Hand], rules: Rules) -> Counter[str]:
    """Assert that engine and oracle find the same finishing discards, and return how often each kind of answer came."""
    counts: Counter[str] = Counter()
    played = marriage.Rules.from_dict(rules)
    for tiplu, cards in hands:
        found = texts(by_combos(analysed(rng, (tiplu, cards), rules, played)))
        right = (finishes22 if len(cards) == 22 else finishes13)(cards, tiplu, rules)
        assert set(found) == right, f"finishes {found}, the oracle {sorted(right)}: {told(cards, tiplu, rules)}"
        assert found == list(in_order(found)), told(cards, tiplu, rules)
        assert len(found) == len(right), told(cards, tiplu, rules)
        counts["none"] += not right
        counts["one"] += len(right) == 1
        counts["some"] += 0 < len(right) < len(set(cards))
        counts["joker"] += bool(right & jokers(tiplu, rules))
        counts["man"] += MAN in right
    return counts


@by_class
def test_finishes_equal_the_oracle(name: str, scale: int) -> None:
    """Under the default rules the discards that finish by combinations are the oracle's, all of them."""
    part, finishing, others = SHARES[name]
    hands = made(name, scale // part)
    counts = compare_finishes(Random(f"finishes {name}"), hands, {})
    assert len(hands) - counts["none"] >= finishing * len(hands)
    assert counts["none"] >= others * len(hands)


@pytest.mark.parametrize(
    ("answers", "tiplu", "cards"),
    [
        ("none", "As", "Ac 2c 4c 6c Qc 3d 4d 5d Jd 2h 5h As 2s"),
        ("one", "Qd", "3c 4c 6c 7c 8c 9c Tc Qc Kd 5h Ts Js Qs"),
        ("some", "As", "3c 9c Kc 3d 9d Jd Ah 2h 3h 3h Kh Ks Ks"),
        ("some joker", "4d", "4c 6c 8c 9c 5d 4h 5h 6h 4s 5s 7s 7s 7s"),
        ("joker", "Jd", "Kc Td Qd Qd Kd Ah 3h Qh Kh 7s 8s 9s Js"),
        ("none", "Td", "Ac 7c Tc 5d 5d Td Jd 3h 7h 8h 8h 9h Th Th Th 7s 8s 9s Ts Ts Qs Ks"),
        ("one", "Ks", "2c 4c 8c 9c Kc Ad 5d Qd Kd Kd 2h 3h 4h 4h 6h 7h 8h 8h 9h 2s 8s Qs"),
        ("some", "9h", "2c 4c Jc 2d 3d 6d 7d 8d Jd 2h 3h 3h 4h 6h 7h 8h 3s 5s 6s 7s 9s 9s"),
        ("some joker", "As", "Ac Ac 3c 8c Qc Kc Ad 6d 8d Ah Ah 3h 3h 5h 7h 8h 8h 9h 3s Ts Js Qs"),
        ("joker", "Ks", "Qc Qc Qc Kc Ad 2d 6d 7d 8d Qd Kd Kd Ah 2h 3h 8h Th Kh Kh Qs Qs Ks"),
    ],
)
def test_finishes_of_every_kind_equal_the_oracle(answers: str, tiplu: str, cards: str) -> None:
    """Hands whose finishing discards are none, one, some or all of the cards, jokers among
    them: each kind of answer.
    """
    counts = compare_finishes(Random(cards), [(tiplu, cards.split())], {})
    assert {answer for answer in ("none", "one", "some", "joker") if counts[answer]} - {"some"} == {
        *answers.split()
    } - {"some"}
    assert counts["some"] == ("some" in answers or answers == "one")


@by_rules
def test_finishes_equal_the_oracle_under_every_rule(which: int, scale: int) -> None:
    """Under each combination of the options of combinations, with and without men, the
    finishing discards are the oracle's.
    """
    rng = Random(f"finishes {which}")
    for finer in FINER:
        rules = {**RULES[which], **finer}
        makers = CLASSES.values() if scale >= 5000 else [rng.choice(list(CLASSES.values()))]
        found = compare_finishes(rng, [make(rng, rules) for make in makers], rules)
        assert finer["printed_jokers"] or not found["man"]


# ------------------------------------------------------------------------------
# Seeing; dublees; tunnelas on the table
# ------------------------------------------------------------------------------


def ways(found: marriage.Analysis) -> list[tuple[tuple[str, ...], ...]]:
    """Return the ways to lay as the oracle writes them; each must be there once."""
    written = [tuple(sorted(in_order(texts(meld.cards)) for meld in way)) for way in found.primary]
    assert len(set(written)) == len(written)
    assert all(meld.primary for way in found.primary for meld in way)
    return written


@whole_hands
def test_ways_to_lay_three_equal_the_oracle(name: str, scale: int) -> None:
    """All ways to lay three primary combinations are listed, each once, whether or not the tiplu is known."""
    rng = Random(f"laying {name}")
    counts: Counter[str] = Counter()
    for at, (tiplu, cards) in enumerate(made(name, scale // 40)):
        rules = {} if at % 2 else {"ace_runs": rng.choice(OPTIONS["ace_runs"])}
        found = ways(marriage.analyze(cards, tiplu=rng.choice([tiplu, None]), rules=marriage.Rules.from_dict(rules)))
        right = primary_triples(cards, rules)
        assert set(found) == right, f"{len(found)} ways, the oracle {len(right)}: {told(cards, tiplu, rules)}"
        counts["none" if not right else "one" if len(right) == 1 else "many"] += 1
    assert counts["none"] + counts["one"] + counts["many"] == scale // 40
    assert counts["many"] > 0 or name == "deal22"
    assert counts["none"] > 0 or name in ("dense22", "win22", "many_tunnelas22")


@whole_hands
def test_dublees_equal_the_oracle(name: str, scale: int) -> None:
    """The number of dublees and the discards that finish with so many as win are the oracle's,
    and on the route of dublees too.
    """
    rng = Random(f"dublees {name}")
    counts: Counter[bool] = Counter()
    for tiplu, cards in made(name, scale // 40):
        win = rng.choice([8, 8, rng.randint(1, 10)])
        see = rng.randint(max(1, win - 2), win)
        rules = marriage.Rules(dublees_to_see=see, dublees_to_win=win)
        about = told(cards, tiplu, {"dublees_to_see": see, "dublees_to_win": win})
        found = marriage.analyze(cards, tiplu=tiplu, rules=rules)
        assert found.dublees == dublees(cards), about
        right = dublee_finishes(cards, win)
        assert texts(by_dublees(found)) == list(in_order(right)), about
        counts[bool(right)] += 1
        twins = sorted({card for card in cards if cards.count(card) >= 2})
        if len(twins) >= see:
            laid = [(kind, kind) for kind in rng.sample(twins, see)]
            rest = without(cards, [card for pair in laid for card in pair])
            assert rest is not None
            found = marriage.analyze(rest, tiplu=tiplu, laid=laid, rules=rules)
            assert (found.route, by_combos(found), found.primary) == ("dublee", (), ()), about
            assert texts(by_dublees(found)) == list(in_order(dublee_finishes(rest, win - see))), about
            counts[bool(by_dublees(found))] += 1
    assert min(counts[True], counts[False]) > 0


@pytest.mark.parametrize("name", ["many_tunnelas22", "win22", "dublees22"])
def test_hands_with_exposed_tunnelas_equal_the_oracle(name: str, scale: int) -> None:
    """Locked tunnelas count among the three to lay, beyond that among the four, and make no
    dublee and no other discard.
    """
    rng = Random(f"exposed {name}")
    counts: Counter[tuple[str, int]] = Counter()
    for at in range(scale // (25 if name == "many_tunnelas22" else 50)):
        rules = {} if at % 3 else {**rng.choice(RULES), **rng.choice(FINER)}
        tiplu, cards = CLASSES[name](rng, rules)
        tunnelas = [kind for kind in KINDS if cards.count(kind) == 3]
        exposed = rng.sample(tunnelas, rng.randint(min(1, len(tunnelas)), len(tunnelas)))
        rest = list(unlocked(cards, exposed))
        played = marriage.Rules.from_dict(rules)
        found = marriage.analyze(rest, tiplu=tiplu, exposed=exposed, rules=played)
        about = f"exposed {exposed}, {told(cards, tiplu, rules)}"
        assert texts(by_combos(found)) == list(in_order(finishes22(cards, tiplu, rules, exposed))), about
        assert texts(by_dublees(found)) == list(in_order(dublee_finishes(cards, 8, exposed))), about
        want = max(0, 3 - len(exposed))
        laying = list(ways_to_lay(rest, want, rules))
        assert sorted(ways(found)) == sorted(laid for laid, _ in laying), about
        counts["finish" if by_combos(found) else "none", len(exposed)] += 1
        if laying:
            laid, left = rng.choice(laying)
            found = marriage.analyze(left, tiplu=tiplu, exposed=exposed, laid=laid, route="three", rules=played)
            right = finishes13(left, tiplu, rules, (len(left) - 1) // 3)
            assert texts(by_combos(found)) == list(in_order(right)), f"laid {laid}, {about}"
            assert (by_dublees(found), found.primary) == ((), ()), about
    if name == "many_tunnelas22":
        assert all(counts["finish", number] for number in range(1, 8))
        assert counts["none", 1] + counts["none", 2] > 0


def test_the_last_cards_of_a_locked_hand_are_its_dublees() -> None:
    """Where the dublees are all that is concealed, the finishing discard comes out of a locked tunnela."""
    rng = Random("locked dublees")
    for _ in range(100):
        kinds = rng.sample(KINDS, 10)
        exposed, twins = kinds[:2], kinds[2:]
        tiplu = rng.choice([kind for kind in KINDS if kind not in exposed])
        found = marriage.analyze(twins * 2, tiplu=tiplu, exposed=exposed)
        assert set(texts(by_dublees(found))) == dublee_finishes(twins * 2 + exposed * 3, 8, exposed) == set(exposed)


@whole_hands
def test_the_taken_card_is_no_discard(name: str, scale: int) -> None:
    """The kind of the card just taken falls out of the finishing discards, unless the rules allow it."""
    rng = Random(f"taken {name}")
    allowed, withheld = marriage.Rules(same_card_discard="allowed"), 0
    for tiplu, cards in made(name, scale // 40):
        taken = rng.choice(cards)
        every = marriage.analyze(cards, tiplu=tiplu)
        for found, without_it in (
            (marriage.analyze(cards, tiplu=tiplu, taken=taken), True),
            (marriage.analyze(cards, tiplu=tiplu, taken=taken, rules=allowed), False),
        ):
            for mine, all_of_them in ((by_combos(found), by_combos(every)), (by_dublees(found), by_dublees(every))):
                assert texts(mine) == [card for card in texts(all_of_them) if card != taken or not without_it]
                withheld += mine != all_of_them
    assert withheld > 0 or name == "deal22"


# ------------------------------------------------------------------------------
# Single combinations
# ------------------------------------------------------------------------------


def kind_of(three: Sequence[str], tiplu: str | None, rules: Rules) -> str:
    """Return what three cards are as a combination, "" if they are none: in words of the
    rules, as the oracle judges them.
    """
    if not valid(three, tiplu, rules):
        return ""
    wild = jokers(tiplu, rules) if tiplu is not None else frozenset[str]()
    others = [card for card in three if card not in wild]
    if natural(three, rules) and (len(others) == 3 or option(rules, "joker_natural_use")):
        if primary(three, rules):
            return "tunnela" if len(set(three)) == 1 else "pure sequence"
        return "triplet"
    if len(others) < 2:
        return "jokers"
    return "dirty triplet" if others[0][0] == others[1][0] else "dirty sequence"


def why_none(three: Sequence[str], tiplu: str | None, rules: Rules) -> str:
    """Return the code for why three cards are no combination."""
    wild = jokers(tiplu, rules) if tiplu is not None else frozenset[str]()
    others = [card for card in three if card not in wild]
    around = [combo for combo in literal_primary("wrap") if set(others) <= set(combo) and len(set(combo)) == 3]
    if len(others) == 3 and MAN in three:
        return "combo_unseen"
    if 3 - len(others) > rules.get("max_jokers_in_combo", 3):
        return "combo_jokers"
    if len(others) == 2 and others[0] == others[1]:
        return "combo_pair"
    if len(others) == 3 and len({card[0] for card in three}) == 1:
        return "combo_suit"
    return "combo_wrap" if around and len(set(others)) == len(others) else "combo_mixed"


def read_meld(three: Sequence[str], tiplu: str | None, played: marriage.Rules) -> marriage.Meld | HandError:
    try:
        return marriage.meld(three, tiplu=tiplu, rules=played)
    except HandError as error:
        return error


def compare_combo(three: Sequence[str], tiplu: str | None, rules: Rules, played: marriage.Rules) -> str:
    """Assert that the engine reads three cards as the oracle does, and return what they are, or why they are none."""
    right, found = kind_of(three, tiplu, rules), read_meld(three, tiplu, played)
    if isinstance(found, HandError):
        about = f"{found}: {told(three, tiplu, rules)}"
        assert not right, f"the oracle reads {right}, the engine: {about}"
        assert found.code == why_none(three, tiplu, rules), about
        assert str(found).startswith(" ".join(three)), about
        return found.code
    assert found.kind == right, f"read as {found.kind}, the oracle says {right!r}: {told(three, tiplu, rules)}"
    assert found.primary == (right in ("tunnela", "pure sequence"))
    return right


@pytest.mark.parametrize("tiplu", ["Jc", "Kd", "Ah", None])
def test_every_combination_equals_the_oracle(tiplu: str | None) -> None:
    """All 26,235 threes out of three packs and three men are read as the oracle reads them,
    and refused for the right reason.
    """
    rules, played = {"printed_jokers": 3}, marriage.Rules(printed_jokers=3)
    counts = Counter(
        compare_combo(three, tiplu, rules, played) for three in combinations_with_replacement((*KINDS, MAN), 3)
    )
    assert sum(counts.values()) == 26_235
    assert counts["tunnela"] == 52
    expected = {"tunnela", "pure sequence", "triplet", "combo_mixed", "combo_suit"}
    seen = {"dirty sequence", "dirty triplet", "jokers", "combo_pair"}
    wrap = {"combo_wrap"} - (
        {"combo_wrap"} if tiplu in ("Kd", "2s") else set()
    )  # K or 2 are jokers and stand for others
    assert set(counts) == expected | wrap | ({"combo_unseen"} if tiplu is None else seen)


# Tiplus and threes that are all there can be, each under some rules.
GIVEN: list[tuple[str | None, str]] = [
    (None, "M 5d 6d"),
    ("Jc", "5d 5d 5d"),
    ("Jc", "5d 6d 7d"),
    ("Jc", "5d 5h 5s"),
    ("Jc", "5d 6d Jh"),
    ("Jc", "5d 5h Jh"),
    ("Jc", "Jd Jh 5s"),
    ("Jc", "Jd Qc Tc"),
    ("Jc", "5d 5d Jh"),
    ("Jc", "5d 5d 5s"),
    ("Jc", "5d 6h 9s"),
    ("7c", "Kd Ad 2d"),
]


@by_rules
def test_combinations_equal_the_oracle_under_every_rule(which: int, scale: int) -> None:
    """Threes in any order that are combinations or nearly so are read as the oracle reads them, under every rule."""
    rng = Random(f"combos {which}")
    counts: Counter[str] = Counter()
    for finer in FINER:
        rules = {**RULES[which], **finer}
        played = marriage.Rules.from_dict(rules)
        men = finer["printed_jokers"]
        for known, text in GIVEN[not men :]:
            counts[compare_combo(text.split(), known, rules, played)] += 1
        for _ in range(scale // 50):
            tiplu = rng.choice(KINDS)
            wild = sorted(jokers(tiplu, rules) - (set() if men else {MAN}))
            three = list(rng.choice(sorted(literal_primary("wrap"))))
            if rng.random() < 0.2:
                three = [rng.choice("A23456789TJQK") + suit for suit in rng.sample("cdhs", 3)]
                three = [three[0][0] + card[1] for card in three]
            for _ in range(rng.choice([0, 1, 1, 2, 2])):
                near = rng.choice([three[0][0] + rng.choice("cdhs"), rng.choice("A23456789TJQK") + three[0][-1]])
                near = near if near in KINDS else rng.choice(KINDS)
                three[rng.randrange(3)] = rng.choice([rng.choice(wild), near, three[0], rng.choice(KINDS)])
            rng.shuffle(three)
            counts[compare_combo(three, rng.choice([tiplu, tiplu, tiplu, None]), rules, played)] += 1
    most = RULES[which]["max_jokers_in_combo"]
    found = {"tunnela", "pure sequence", "triplet", "dirty sequence", "dirty triplet", "combo_mixed", "combo_suit"}
    found |= {"jokers"} if most > 1 else set()
    found |= {"combo_pair", "combo_unseen"}
    assert found <= set(counts)
    assert ("combo_jokers" in counts) == (most < 3)
    assert ("combo_wrap" in counts) == (RULES[which]["ace_runs"] != "wrap")


# ------------------------------------------------------------------------------
# Other solvers
# ------------------------------------------------------------------------------


def truth_combo(tiplu: str, three: str, laid: str, after: str) -> None:
    for known, right in ((None, laid), (tiplu, after)):
        try:
            found = marriage.meld(three, tiplu=known)
        except HandError:
            assert right == "n"
            continue
        assert right == ("y" if found.primary or known is not None else "n")


def truth_see(hand: str, can: str, number: str) -> None:
    found = marriage.analyze(hand)
    assert ("y" if found.primary else "n", str(found.dublees)) == (can, number)


def truth_finish13(tiplu: str, hand: str, discards: str = "") -> None:
    cards = texts(marriage.cards(hand))
    found = analysed(Random(hand), (str(marriage.Card(tiplu)), cards), {}, marriage.PAGAT)
    assert set(by_combos(found)) == set(marriage.cards(discards))


def truth_finish22(tiplu: str, hand: str, discards: str = "") -> None:
    assert set(by_combos(marriage.analyze(hand, tiplu=tiplu))) == set(marriage.cards(discards))


def truth_points(tiplu: str, hand: str, exposed: str, route: str, right: str) -> None:
    assert str(marriage.maal(hand, tiplu=tiplu, exposed=exposed, route=route).points) == right


def truth_settle(score: str, seen: str, winner: str, dublee: str, unseen_maal: str, net: str) -> None:
    found = marriage.settle(
        [int(n) for n in score.split()],
        [flag == "1" for flag in seen.split()],
        winner=int(winner),
        dublee=dublee == "1",
        rules=marriage.Rules(unseen_maal=unseen_maal),
    )
    assert list(found.payoffs) == [int(n) for n in net.split()]


TRUTH: dict[str, tuple[int, Callable[..., None]]] = {
    "combo": (1200, truth_combo),
    "see": (300, truth_see),
    "finish13": (300, truth_finish13),
    "finish22": (150, truth_finish22),
    "points": (600, truth_points),
    "settle": (300, truth_settle),
}


@pytest.mark.parametrize("what", TRUTH)
def test_engine_equals_other_solvers(what: str) -> None:
    """Combinations, hands, points and settlements get the answers that other solvers gave them."""
    lines = (Path(__file__).parent / "data" / "marriage_truth.tsv").read_text(encoding="utf-8").splitlines()
    mine = [line.split("\t")[1:] for line in lines if line.startswith(f"{what}\t")]
    number, check = TRUTH[what]
    assert (len(lines), len(mine)) == (2850, number)
    assert len({row[-1] for row in mine}) > 1
    for row in mine:
        check(*row)


# ------------------------------------------------------------------------------
# Arrangements in outcomes
# ------------------------------------------------------------------------------


def seated(hand: Hand, rules: Rules, exposed: Sequence[str]) -> marriage.State:
    """Return a round in which seat 1 holds the first 21 cards, has exposed these kinds, and has drawn the last card."""
    tiplu, cards = hand
    played = marriage.Rules.from_dict({**rules, "tiplu_mode": "hidden_preset"})
    deck = stack({1: " ".join(cards[:21])}, stock=cards[21], tiplu=tiplu, players=2, rules=played)
    state = marriage.deal(deck=deck, players=2, rules=played)
    for kind in in_order(exposed):
        state.play(f"expose {kind}")
    for move in ("done", "done", "draw"):
        state.play(move)
    assert str(state.tiplu) == tiplu
    return state


def check_melds(state: marriage.State, cards: Sequence[str], begin: Sequence[tuple[str, ...]], rules: Rules) -> None:
    """Assert that the outcome's seven combinations are the winner's cards, those that lay first, and all valid."""
    outcome = state.outcome
    assert outcome is not None
    tiplu, about = str(outcome.tiplu), f"{outcome.melds}: {told(cards, str(outcome.tiplu), rules)}"
    melds = [tuple(texts(meld.cards)) for meld in outcome.melds]
    assert (outcome.ending, outcome.winner, len(melds)) == ("combos", 1, 7), about
    assert Counter(card for meld in melds for card in meld) + Counter([str(outcome.card)]) == Counter(cards), about
    assert [in_order(meld) for meld in melds[: len(begin)]] == [in_order(meld) for meld in begin], about
    assert all(primary(meld, rules) for meld in melds[: max(3, len(begin))]), about
    assert all(meld.primary for meld in outcome.melds[: len(begin)]), about
    for meld in outcome.melds[len(begin) :]:
        assert meld.kind == kind_of(texts(meld.cards), tiplu, rules) != "", about


@pytest.mark.parametrize("name", ["win22", "near22", "dense22", "jokers22", "many_tunnelas22"])
def test_a_win_is_arranged_soundly(name: str, scale: int) -> None:
    """Played to the end with some choice of three, a hand finishes with the oracle's discards,
    and its seven combinations are sound.
    """
    rng = Random(f"arranged {name}")
    counts: Counter[str] = Counter()
    for at in range(scale // 50):
        rules = {} if at % 2 else {**rng.choice(RULES), **rng.choice(FINER)}
        hand = CLASSES[name](rng, rules)
        tunnelas = [kind for kind in KINDS if hand[1][:21].count(kind) == 3]
        exposed = rng.sample(tunnelas, rng.randint(0, len(tunnelas))) if rng.random() < 0.5 else []
        laying = list(ways_to_lay(unlocked(hand[1], exposed), max(0, 3 - len(exposed)), rules))
        if not laying:
            counts["none"] += 1
            continue
        laid, rest = rng.choice(laying)
        state = seated(hand, rules, exposed)
        words = [move for move in marriage.Move.all() if move.act == "lay"]
        lays = [move for move in words for part in laid if in_order(texts(move.cards)) == part]
        for move in (*lays, marriage.Move("see")):
            state.play(move)
        finishing = [move for move in state.legal_moves() if move.act == "finish"]
        right = finishes13(rest, hand[0], rules, (len(rest) - 1) // 3)
        assert {str(move.card) for move in finishing} == right, f"laid {laid}, {told(hand[1], hand[0], rules)}"
        for move in rng.sample(finishing, min(3, len(finishing))):
            won = state.copy()
            won.play(move)
            begin = [(kind,) * 3 for kind in in_order(exposed)] + [tuple(texts(move.cards)) for move in lays]
            check_melds(won, hand[1], begin, rules)
        counts["win" if finishing else "no win"] += 1
    assert counts["win"] > 0
    assert counts["no win"] > 0 or name == "win22"


# ------------------------------------------------------------------------------
# Order and suits
# ------------------------------------------------------------------------------

COLOURS_KEPT = ["cdhs", "chds", "sdhc", "shdc", "dcsh", "dsch", "hcsd", "hscd"]  # what c, d, h, s become


def renamed(card: object, suits: str) -> str:
    text = str(card)
    return text if text == MAN else text[0] + suits["cdhs".index(text[1])]


def renamed_all(cards: Iterable[object], suits: str) -> set[str]:
    return {renamed(card, suits) for card in cards}


@whole_hands
def test_order_and_suits_change_nothing(name: str, scale: int) -> None:
    """Cards in another order give the very same answers, and other suits, the tiplu's too,
    the same with these suits.
    """
    rng = Random(f"renamed {name}")
    for tiplu, cards in made(name, scale // 40):
        suits = "".join(rng.choice(list(permutations("cdhs"))))
        about = f"{told(cards, tiplu, {})}, suits {suits}"
        shuffled = rng.sample(cards, len(cards))
        before, again = (marriage.analyze(held, tiplu=tiplu) for held in (cards, shuffled))
        assert (before.primary, by_combos(before), by_dublees(before)) == (
            again.primary,
            by_combos(again),
            by_dublees(again),
        ), about
        assert (before.dublees, before.maal) == (again.dublees, again.maal), about
        after = marriage.analyze([renamed(card, suits) for card in shuffled], tiplu=renamed(tiplu, suits))
        assert set(texts(by_combos(after))) == renamed_all(by_combos(before), suits), about
        assert set(texts(by_dublees(after))) == renamed_all(by_dublees(before), suits), about
        assert after.dublees == before.dublees, about
        assert {tuple(sorted(in_order(texts(m.cards)) for m in way)) for way in after.primary} == {
            tuple(sorted(in_order(renamed(card, suits) for card in m.cards) for m in way)) for way in before.primary
        }, about
        assert before.maal is not None
        assert after.maal is not None
        assert after.maal.points == before.maal.points, about


# ------------------------------------------------------------------------------
# Any hand at all
# ------------------------------------------------------------------------------


@st.composite
def any_hand(draw: st.DrawFn, size: int, men: int) -> Hand:
    """Any cards that can be held, out of all or out of a few suits and ranks."""
    tiplu = draw(st.sampled_from(KINDS))
    bag = Counter([*KINDS * 3, *[MAN] * men])
    bag[tiplu] -= 1
    suits = draw(st.sets(st.sampled_from("cdhs"), min_size=1))
    width = draw(st.integers(3 + 8 // len(suits), 13))
    first = draw(st.integers(0, 12))
    ranks = ("A23456789TJQK" * 2)[first : first + width]
    window = [kind for kind in KINDS if kind[1] in suits and kind[0] in ranks]
    cards = [card for card in (*window, MAN) for _ in range(bag[card])]
    places = draw(st.lists(st.integers(0, len(cards) - 1), min_size=size, max_size=size, unique=True))
    return tiplu, [cards[at] for at in places]


rules_for_hands = st.builds(lambda rules, finer: {**rules, **finer}, st.sampled_from(RULES), st.sampled_from(FINER))


@seeded
@given(st.data(), rules_for_hands, st.sampled_from([13, 22]))
def test_any_hand_finishes_as_the_oracle_says(data: st.DataObject, rules: Rules, size: int) -> None:
    """Whatever 13 or 22 cards are held, under whatever rules, the finishing discards are the oracle's."""
    hand = data.draw(any_hand(size, rules["printed_jokers"]))
    compare_finishes(Random(0), [hand], rules)


@seeded
@given(any_hand(22, 0), st.sampled_from(OPTIONS["ace_runs"]))
def test_any_hand_is_laid_as_the_oracle_says(hand: Hand, ace_runs: str) -> None:
    """Whatever 22 cards are held, the ways to lay three and the dublees are the oracle's."""
    found = marriage.analyze(hand[1], rules=marriage.Rules(ace_runs=ace_runs))
    assert set(ways(found)) == primary_triples(hand[1], {"ace_runs": ace_runs})
    assert (found.dublees, set(texts(by_dublees(found)))) == (dublees(hand[1]), dublee_finishes(hand[1]))
