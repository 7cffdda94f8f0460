"""Bad input, each kind under the id of its case: A-X1 too many copies, A-X2 wrong numbers of
cards, A-X3 names, A-X4 tiplus out of place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from marriage_decks import FOUR, SEVEN, THREE, bare, dealt
from marriage_kit import by_combos, by_dublees

from rummycore import HandError, NotationError, RummyError, marriage
from rummycore.marriage import Card, Move, Rules

HAND = f"{bare(THREE)} {bare(FOUR)}"  # 21 cards
PARTS = [part.strip() for part in f"{THREE} / {FOUR}".split("/")]


@pytest.mark.parametrize(
    ("wrong", "named", "tiplu"),
    [
        ("5h 5h 5h 5h", "5h", "Jc"),
        ("5h 5h 5h 5h", "5h", None),
        ("Jc Jc Jc", "Jc", "Jc"),
        ("M", "M", "Jc"),
    ],
    ids=["four", "four-unknown-tiplu", "three-tiplus", "man"],
)
def test_case_a_x1_too_many_copies(wrong: str, named: str, tiplu: str | None) -> None:
    """A-X1: four of a card, three of the tiplu, a man where none is printed: the same
    error from whatever reads hands.
    """
    rest = " ".join(HAND.split()[: 21 - len(wrong.split())])
    attempts: list[Callable[[], object]] = [
        lambda: marriage.analyze(f"{wrong} {rest}", tiplu=tiplu),
        lambda: marriage.analyze(f"{wrong} {rest} 4d", tiplu=tiplu),
        lambda: marriage.analyze(rest, tiplu=tiplu, laid=[wrong], route="three"),
    ]
    if tiplu is not None:
        attempts += [
            lambda: marriage.maal(wrong, tiplu=tiplu),
            lambda: marriage.settle(hands=[wrong, "2c"], seen=[True, True], tiplu=tiplu, winner=0),
        ]
    for attempt in attempts:
        with pytest.raises(HandError, match=named) as refused:
            attempt()
        assert refused.value.code == "copies"
    verdict = marriage.check_declaration([wrong, *PARTS[1:]], discard="4d", tiplu=tiplu)
    assert (verdict.ok, verdict.code, {str(card) for card in verdict.cards}) == (False, "copies", {named})


def test_case_a_x1_copies_over_hand_and_table() -> None:
    """A-X1: copies count over all that a seat has: concealed, laid and exposed."""
    with pytest.raises(HandError) as refused:
        marriage.analyze("6h 9s 9h 9c Ks Kc Kh 7d 7c 7s 2c 2h", tiplu="Jc", laid=PARTS[:3])
    assert refused.value.code == "copies"
    with pytest.raises(HandError):
        marriage.analyze("6h 9s 9h 9c Ks Kc Kh 7d 7c 7s 2c 2h", tiplu="Jc", laid=PARTS[1:3], exposed="6h")
    for laid in (["6h 6h", "6h 6h"], ["3h 3h"] * 7):
        with pytest.raises(HandError):
            marriage.analyze("5h 8c 3d Td 6s 8h Qs", tiplu="Jc", laid=laid)


@pytest.mark.parametrize("count", [0, 1, 13, 14, 20, 23, 40])
def test_case_a_x2_wrong_number_of_cards(count: int) -> None:
    """A-X2: a hand has 21 cards, or 22 after the draw; the error names another number."""
    hand = [str(card) for card in Card.all()[:52]][:count]
    for tiplu in ("Jc", None):
        with pytest.raises(HandError) as refused:
            marriage.analyze(hand, tiplu=tiplu)
        assert refused.value.code == "count"
        assert str(count) in refused.value.sentence
    assert len(marriage.analyze(HAND, tiplu="Jc").hand) == 21
    assert len(marriage.analyze(f"{HAND} 4d", tiplu="Jc").hand) == 22


@pytest.mark.parametrize("count", [12, 13])
def test_case_a_x2_laid_cards_count(count: int) -> None:
    """A-X2: behind three laid combinations 12 concealed cards, or 13, make a hand; one more or fewer does not."""
    concealed = f"{bare(FOUR)} 4d 5d".split()
    assert marriage.analyze(concealed[:count], tiplu="Jc", laid=PARTS[:3]).route == "three"
    for wrong in (11, 14):
        with pytest.raises(HandError):
            marriage.analyze(concealed[:wrong], tiplu="Jc", laid=PARTS[:3])


@pytest.mark.parametrize(
    ("laid", "route", "code"),
    [
        (PARTS[:2], None, "laid_count"),
        (PARTS[:3], "none", "laid_route"),
        (PARTS[:3], "word", "word"),
        ([*PARTS[:2], "9s 9h 9c"], None, "not_primary"),
        ([*PARTS[:2], "Kd Ad 2d"], None, "combo_wrap"),
        ([*PARTS[:2], "9s 9h"], None, "combination"),
        (SEVEN.split("/")[:6], None, "laid_count"),
        ([*SEVEN.split("/")[:6], "Ks Qs"], None, "no_dublee"),
        (PARTS[:3], "four", "word"),
    ],
)
def test_case_a_x2_what_cannot_be_laid(laid: list[str], route: str | None, code: str) -> None:
    """A-X2: what is said to be laid must be three primary combinations, or seven dublees."""
    used = " ".join(laid).split()
    rest = [
        card
        for card in ["5h", "8c", "3d", "Td", "8h", "Qs", "4d", "2c", "5c", "9d", "Th", "6c", "9h", "Kc", "4s", "8s"]
        if card not in used
    ]
    with pytest.raises(HandError) as refused:
        marriage.analyze(rest[: 21 - len(used)], tiplu="Jc", laid=laid, route=route)
    assert refused.value.code == code


def test_case_a_x2_wrong_declarations() -> None:
    """A-X2: six or eight combinations, too few dublees, mixed ones, and cards left over or not
    held are refused with the reason.
    """
    for parts, code in (
        (PARTS[:6], "count"),
        ([*PARTS, "8h 8d 8s"], "count"),
        ([], "count"),
        (SEVEN.split("/"), "count"),
        ([*PARTS[:6], "2c 2c"], "mixed"),
        ([*PARTS[:6], "2c 2h"], "mixed"),
        ([*PARTS[:6], "2c 2h 2s 2d"], "count"),
        ([*PARTS[:6], ""], "count"),
        ([*SEVEN.split("/"), "3h 3h"], "copies"),
    ):
        assert marriage.check_declaration(parts, discard="4d", tiplu="Jc").code == code
    over = marriage.check_declaration(PARTS[:6], discard="4d", tiplu="Jc", hand=f"{HAND} 4d")
    assert (over.code, {str(card) for card in over.cards}) == ("left_over", {"2c", "2h", "2s"})
    missing = marriage.check_declaration(PARTS, discard="4d", tiplu="Jc", hand=f"{HAND} 5d")
    assert (missing.code, missing.cards) == ("not_held", (Card("4d"),))


@pytest.mark.parametrize(
    "name",
    [
        *[
            "0c",
            "1c",
            "10c",
            "Xc",
            "7x",
            "",
            "c",
            "7",
            "c7",
            "7cc",
            "7c ",
            " 7c",
            "7 c",
            "7c\0",
            "MM",
            "joker",
            "Jc=5c",
        ],
        *["\uff17c", "7\u0441", "\u212ac", "7\u017f", "\ud800", "7\u2663"],
    ],
)
def test_case_a_x3_bad_card_names(name: str) -> None:
    """A-X3: a text that is no card is a NotationError wherever a card is asked for."""
    attempts: list[Callable[[], object]] = [
        lambda: Card(name),
        lambda: Card.parse(name),
        lambda: marriage.roles(name),
        lambda: marriage.analyze(HAND, tiplu=name),
        lambda: marriage.analyze([*HAND.split()[:20], name], tiplu="Jc"),
        lambda: marriage.analyze(HAND, tiplu="Jc", taken=name),
        lambda: marriage.analyze(HAND, tiplu="Jc", exposed=[name]),
        lambda: marriage.meld(["7c", "7d", name]),
        lambda: marriage.maal([name], tiplu="Jc"),
        lambda: marriage.maal("Jc", tiplu=name),
        lambda: marriage.check_declaration([], discard=name, tiplu="Jc"),
        lambda: marriage.settle(hands=["Jc", [name]], seen=[True, True], tiplu="Jc", winner=0),
        lambda: Move(f"discard {name}"),
        lambda: Move(f"lay 6c {name} 8c") if name != "7c" else Card(name),
        lambda: marriage.deal(deck=[*["2c"] * 155, name]),
    ]
    for attempt in attempts:
        with pytest.raises(NotationError):
            attempt()


@pytest.mark.parametrize("name", ["7H", "7h", "tC", "TC", "as", "AS", "m", "M", "kD"])
def test_case_a_x3_either_case(name: str) -> None:
    """A-X3: a card is read in either case and printed in one way."""
    assert str(Card(name)) == (name[0].upper() + name[1:].lower())
    assert Card(name) == Card.parse(str(Card(name)))


@pytest.mark.parametrize("number", [-1, 53, 255, 256, 10**9, 2**31, 2**64, -(2**70)])
def test_case_a_x3_bad_card_numbers(number: int) -> None:
    """A-X3: a number that is no card or move is a NotationError that names it, however great."""
    for attempt in (
        lambda: Card(number),
        lambda: marriage.analyze([number], tiplu="Jc"),
        lambda: marriage.roles(number),
        lambda: marriage.maal("Jc", tiplu=number),
    ):
        with pytest.raises(NotationError, match=str(number)):
            attempt()
    if not 0 <= number < 371:
        with pytest.raises(NotationError):
            Move(number)


@pytest.mark.parametrize("wrong", [1.5, True, b"7c", object(), ["7c"], {"7c"}])
def test_case_a_x3_wrong_types(wrong: Any) -> None:
    """A-X3: what is neither text nor int is a TypeError, and a refused call leaves the table as it was."""
    state = dealt()
    before = bytes(state)
    attempts: list[Callable[[], object]] = [
        lambda: Card(wrong),
        lambda: Move(wrong),
        lambda: marriage.analyze([wrong] * 21, tiplu="Jc"),
        lambda: marriage.analyze(HAND, tiplu=wrong),
        lambda: marriage.roles(wrong),
        lambda: marriage.meld([wrong] * 3),
        lambda: marriage.check_declaration([], discard=wrong),
        lambda: state.play(wrong),
        lambda: state.check(wrong),
    ]
    for attempt in attempts:
        with pytest.raises(TypeError):
            attempt()
    assert bytes(state) == before
    readers: list[Callable[..., object]] = [marriage.analyze, marriage.meld, marriage.maal]
    for read in readers:
        with pytest.raises(TypeError):
            read(5, tiplu="Jc")


def test_case_a_x3_moves_are_not_cards() -> None:
    """A-X3: a card is no move and a move no card, though both are small numbers."""
    state = dealt()
    with pytest.raises(TypeError):
        state.play(Card("2c"))
    with pytest.raises(TypeError):
        Card(Move("draw"))


@pytest.mark.parametrize(
    ("tiplu", "error"),
    [("M", NotationError), (52, NotationError), ("Jc ", NotationError), ("J", NotationError), (1.5, TypeError)],
)
def test_case_a_x4_tiplu_out_of_place(tiplu: Any, error: type[Exception]) -> None:
    """A-X4: a man, a text that is no card, or another type is no tiplu, wherever one is asked for."""
    men = Rules(printed_jokers=3)
    readers: list[Callable[[Any], object]] = [
        lambda t: marriage.roles(t, rules=men),
        lambda t: marriage.analyze(HAND, tiplu=t, rules=men),
        lambda t: marriage.meld("6d Qc 8d", tiplu=t, rules=men),
        lambda t: marriage.maal("Jc", tiplu=t, rules=men),
        lambda t: marriage.check_declaration(PARTS, discard="4d", tiplu=t, rules=men),
        lambda t: marriage.settle(hands=["Jc", "Qc"], seen=[True, True], tiplu=t, winner=0, rules=men),
    ]
    for reader in readers:
        with pytest.raises(error) as refused:
            reader(tiplu)
        assert isinstance(refused.value, RummyError) == (error is not TypeError)


def test_case_a_x4_three_tiplus() -> None:
    """A-X4: the third tiplu lies under the stock: no hand has three of it; while none is known, three of any card."""
    with pytest.raises(HandError, match="is the tiplu"):
        marriage.analyze(f"Jc Jc Jc {' '.join(HAND.split()[:18])}", tiplu="Jc")
    assert marriage.analyze(f"Jc Jc {' '.join(HAND.split()[:19])}", tiplu="Jc").maal is not None
    assert marriage.analyze(f"Jc Jc Jc {' '.join(HAND.split()[:18])}").maal is None


@pytest.mark.parametrize("hands", [["Jc Jc", "Jc"], ["Qc Qc", "Qc Qc"], ["Jc", "2c", "Jc 5h", "Jc"]])
def test_case_a_x4_too_many_over_the_hands_of_a_table(hands: list[str]) -> None:
    """A-X4: the hands that are settled together are of one deal: three tiplus, or four of another
    card, over all of them are refused.
    """
    with pytest.raises(HandError) as refused:
        marriage.settle(hands=hands, seen=[True] * len(hands), tiplu="Jc", winner=0)
    assert refused.value.code == "copies"


def test_case_a_x4_unknown_tiplu() -> None:
    """A-X4: without a tiplu there are no jokers, no finish by combinations and no maal, but
    primary combinations and dublees.
    """
    found = marriage.analyze(f"{HAND} 4d")
    assert (found.tiplu, by_combos(found), found.maal) == (None, (), None)
    assert found.primary
    assert by_dublees(marriage.analyze(f"{bare(SEVEN)} Td Td 5h 8c 3d 6s 8h Qs"))
