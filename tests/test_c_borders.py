"""What comes from outside is checked in C: arrays are long enough for all that is accepted, and
the rest is refused and changes nothing.
"""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rummycore import marriage, okey
from rummycore._core import counts, ffi, lib, new, pointer
from rummycore._core import game as game_record
from rummycore.errors import HandError

MOST = lib.RUMMY_MARRIAGE_HAND + 1  # cards of a hand, after the draw
TRIPLES = lib.RUMMY_MARRIAGE_TRIPLES
LEAST, GREATEST = -(2**31), 2**31 - 1


def faces_of(text: str) -> bytearray:
    return counts(marriage.Card(card) for card in text.split())


def score(faces: bytearray, rules: marriage.Rules, tiplu: str, exposed: int = 0, shown: int = 0) -> tuple[int, Any]:
    out = new("rummy_marriage_maal *")
    route = lib.RUMMY_MARRIAGE_THREE
    code = lib.rummy_marriage_score(
        rules._raw, pointer(faces), int(marriage.Card(tiplu)), exposed, shown, 0, route, out
    )
    return code, out


# ------------------------------------------------------------------------------
# Maal
# ------------------------------------------------------------------------------

RICH = marriage.Rules(
    printed_jokers=3,
    tunnela_scope="any_in_hand",
    alter=(5, 15, 25),
    alter_definition="opposite_colour",
    man_values=(2, 5, 10),
    partition="marriages_first",
)


def test_the_most_items_of_a_hand_fill_their_array() -> None:
    """A man, two alters, the tiplu and its neighbours, and five tunnelas are eleven items. Where tunnelas add to what
    their cards score, they may be of these too: that makes as many as a hand can have.
    """
    single = marriage.Rules(**{**RICH.to_dict(), "partition": "best", "marriage_values": (0, 0, 0)})
    tunnelas = " ".join(f"{rank}d {rank}d {rank}d" for rank in "2468T")
    code, out = score(faces_of(f"M Jd Jh Jc Qc Tc {tunnelas}"), single, "Jc")
    assert code == 0
    assert out.n == 11
    adding = marriage.Rules(**{**RICH.to_dict(), "partition": "best", "tunnela_combination": "adds"})
    three = " ".join(f"{card} {card} {card}" for card in ("Jd", "Jh", "Qc", "Tc", "2d", "4d"))
    code, out = score(faces_of(f"M Jc {three} 6d 6d"), adding, "Jc")
    assert code == 0
    assert out.n == 12 < lib.RUMMY_MARRIAGE_ITEMS


@pytest.mark.parametrize("cards", [MOST + 1, 72, 158])
def test_a_hand_of_too_many_cards_has_no_maal(cards: int) -> None:
    """More cards than a hand has after the draw are refused by their number, and nothing is written."""
    deck = [card for card in marriage.Card.all()[:52] if card != marriage.Card("Ks") for _ in range(3)]
    deck += [marriage.Card("Ks")] * 2 + [marriage.M] * 3
    faces = counts(deck[:cards])
    code, out = score(faces, RICH, "Ks", 2**52 - 1)
    assert (code, out.n, out.points) == (lib.RUMMY_E_COUNT, 0, 0)


def test_maal_names_the_number_of_cards() -> None:
    """The Python call says how many cards were given and how many a hand has; fewer than a hand are scored."""
    cards = " ".join(f"{card} {card} {card}" for card in marriage.Card.all()[:24])
    with pytest.raises(HandError, match=r"^72 cards: .*a hand has 21, or 22 after the draw") as caught:
        marriage.maal(cards, tiplu="Ks", exposed=cards, route="three")
    assert caught.value.code == "count"
    assert marriage.maal("Jc Qc Qc Qc Tc Tc Tc", tiplu="Jc").points == 23


def test_sets_of_other_than_cards_are_refused() -> None:
    """Bits above those of the 52 cards name no tunnela; those of cards that are not held
    three times count for nothing.
    """
    faces = faces_of("5h 5h 5h 6h")
    for bit in (52, 63):
        assert score(faces, RICH, "Jc", exposed=1 << bit)[0] == lib.RUMMY_E_KIND
        assert score(faces, RICH, "Jc", shown=1 << bit)[0] == lib.RUMMY_E_KIND
    exposed = marriage.Rules()
    assert score(faces, exposed, "Jc", exposed=2**52 - 1)[1].n == 1


def test_the_command_settles_no_hands_of_too_many_cards(tmp_path: Path) -> None:
    """`settle marriage` with hands of 72 cards ends with one line and the status of an error, not with a signal."""
    cards = " ".join(f"{card} {card} {card}" for card in marriage.Card.all()[:24])
    document = {"hands": [cards, "Ah"], "seen": [True, False], "winner": 0, "tiplu": "Ks", "exposed": [cards, ""]}
    file = tmp_path / "hands.json"
    file.write_text(json.dumps(document))
    command = [sys.executable, "-m", "rummycore", "settle", "marriage", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode > 0, done.stdout, done.stderr.count("\n")) == (True, "", 1)


# ------------------------------------------------------------------------------
# Ways to lay three
# ------------------------------------------------------------------------------


def ways(faces: bytearray, want: int, rules: marriage.Rules, cap: int = TRIPLES) -> int:
    return lib.rummy_marriage_primary(rules._raw, pointer(faces), want, new("uint16_t[][3]", max(cap, 1)), cap)


def defined_ways(faces: bytearray, starts: range) -> int:
    """Count the ways to lay three by trying every three of all combinations, in a suit that goes round."""
    shapes: list[tuple[int, ...]] = [(kind,) * 3 for kind in range(52)]
    shapes += [tuple(suit + (start + i) % 13 for i in range(3)) for suit in range(0, 52, 13) for start in starts]
    held = [shape for shape in shapes if all(faces[kind] >= shape.count(kind) for kind in shape)]
    return sum(
        all(cards.count(kind) <= faces[kind] for kind in cards)
        for cards in (sum(three, ()) for three in combinations_with_replacement(held, 3))
    )


def test_all_ways_to_lay_three_have_room(scale: int) -> None:
    """Hands of 22 cards that hold the most runs and tunnelas have all their ways in the array,
    as many as there are by definition.
    """
    rules, rng, most = marriage.Rules(ace_runs="wrap"), Random(8), 0
    for _ in range(scale // 250):
        suits, faces = rng.sample(range(4), rng.choice((1, 2))), bytearray(53)
        for _ in range(200):
            kind = 13 * rng.choice(suits) + rng.randrange(rng.choice((9, 13)))
            faces[kind] += sum(faces) < MOST and faces[kind] < 3
        found = ways(faces, 3, rules)
        assert found == defined_ways(faces, range(13))
        most = max(most, found)
    assert 100 < most <= TRIPLES


def test_ways_are_listed_of_hands_alone() -> None:
    """More copies than exist, more cards than a hand has, and another number of combinations are refused."""
    rules = marriage.Rules()
    many = counts(kind for kind in range(8) for _ in range(3))
    assert ways(many, 3, rules) == lib.RUMMY_E_COUNT
    assert ways(many, 3, rules, cap=0) == lib.RUMMY_E_COUNT
    assert ways(counts([0] * 4), 1, rules) == lib.RUMMY_E_COPIES
    assert ways(counts([52]), 1, rules) == lib.RUMMY_E_COPIES
    for want in (LEAST, 0, 4, GREATEST):
        assert ways(faces_of("2c 3c 4c"), want, rules) == lib.RUMMY_E_ARGUMENT


@pytest.mark.parametrize("copies", [1, 2, 3, 4, 127, 128, 255])
def test_dublees_are_counted_in_any_counts(copies: int) -> None:
    """Every kind that is held twice or more is one dublee, however often it is held, and men are none."""
    assert lib.rummy_marriage_dublees(pointer(bytearray([copies] * 53))) == (52 if copies > 1 else 0)


# ------------------------------------------------------------------------------
# Decks, points, tables
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("men", [LEAST, -1, 4, 200, GREATEST])
def test_a_deck_has_room_for_three_men(men: int) -> None:
    """Rules with another number of men than can be printed shuffle no deck."""
    raw, deck = new("rummy_marriage_rules *"), new("uint8_t[]", lib.RUMMY_MARRIAGE_CARDS)
    random = new("rummy_random *")
    lib.rummy_marriage_rules_init(raw)
    raw.printed_jokers = men
    lib.rummy_random_seed(random, 1)
    assert lib.rummy_marriage_shuffle(raw, random, deck) == lib.RUMMY_E_RANGE
    assert bytes(deck) == bytes(len(deck))


def okey_rules(players: int, **options: Any) -> Any:
    return okey.Rules(**options).for_players(players)


@pytest.mark.parametrize("points", [(LEAST, 5), (5, GREATEST), (-(2**30) - 10**8, 0)])
def test_points_out_of_range_decide_nothing(points: tuple[int, int]) -> None:
    """Who leads and whether the match ends is said of points in range alone."""
    rules = okey_rules(2, payout="deduct", deduct_from="winner")
    array = new("int32_t[4]", points)
    assert lib.rummy_okey_leaders(rules, 2, array) == lib.RUMMY_E_POINTS
    assert lib.rummy_okey_decided(rules, 2, array, 1) == lib.RUMMY_E_POINTS


@pytest.mark.parametrize("players", [LEAST, 0, 1, 5, GREATEST])
def test_a_match_has_two_to_four_players(players: int) -> None:
    """Who leads and whether the match ends is said of as many players as there can be, and
    after no less than no rounds.
    """
    rules, array = okey_rules(4), new("int32_t[4]", (1, 2, 3, 4))
    assert lib.rummy_okey_leaders(rules, players, array) == lib.RUMMY_E_ARGUMENT
    assert lib.rummy_okey_decided(rules, players, array, 1) == lib.RUMMY_E_ARGUMENT
    assert lib.rummy_okey_decided(rules, 4, array, -1) == lib.RUMMY_E_ARGUMENT


@pytest.mark.parametrize("indicator", [LEAST, -1, 52, 255, GREATEST])
def test_only_a_numbered_tile_has_a_colour(indicator: int) -> None:
    """The colour factor of what is no indicator is an error."""
    assert lib.rummy_okey_color_factor(okey_rules(4, payout="deduct"), indicator) == lib.RUMMY_E_INDICATOR


def tables(game: str, players: int, log_room: int) -> tuple[Any, dict[str, Any]]:
    """Return two tables of a game before their first deal, and the memory that they look at."""
    raw, n = new("rummy_tables *"), 2
    columns = {"okey": lib.RUMMY_OKEY_MOVES, "marriage": lib.RUMMY_MARRIAGE_MOVES}[game]
    rules = {"okey": okey.Rules(turn_cap=5), "marriage": marriage.Rules(turn_cap=5)}[game]._raw
    sizes = {"ids": n * columns, "mask": n * columns, "payoff": 6 * n, "log": n * log_room}
    keep = {"rules": rules, "states": new(f"rummy_{game}_state[]", n)}
    for field in ("ids", "mask", "count", "turn", "over", "winner", "payoff", "round", "played", "log", "chosen"):
        kind = ffi.typeof(getattr(raw, field)).item.cname
        keep[field] = new(f"{kind}[]", sizes.get(field, n))
    raw.game, raw.n, raw.players, raw.log_room = game_record(game), n, players, log_room
    for field, memory in keep.items():
        setattr(raw, field, memory)
    ffi.memmove(raw.over, b"\1" * n, n)
    return raw, keep


@pytest.mark.parametrize("game", ["okey", "marriage"])
def test_tables_of_players_that_cannot_be_are_not_dealt(game: str) -> None:
    """Tables with a number of players that the game has not are neither dealt nor stepped, even with none at them."""
    most, code = {"okey": (4, lib.RUMMY_E_PLAYERS), "marriage": (6, lib.RUMMY_E_SEATS)}[game]
    for players in (LEAST, -1, 0, 1, most + 1):
        raw, keep = tables(game, players, 200)
        moves = new("uint16_t[2]", (lib.RUMMY_TABLES_WAIT,) * 2)
        assert lib.rummy_tables_deal(raw) == code
        assert lib.rummy_tables_step(raw, moves, ffi.NULL) == code
        assert list(keep["round"]) == [0, 0]


@pytest.mark.parametrize("game", ["okey", "marriage"])
def test_tables_need_room_for_the_longest_round(game: str) -> None:
    """A log that could run over is refused before anything is dealt or played; one that cannot is not."""
    needed = 2 * 5 + lib.RUMMY_TABLES_LOG
    for room, dealt in ((0, lib.RUMMY_E_SPACE), (needed - 1, lib.RUMMY_E_SPACE), (needed, 2)):
        raw, keep = tables(game, 3, room)
        assert lib.rummy_tables_deal(raw) == dealt
        assert list(keep["round"]) == ([1, 1] if dealt == 2 else [0, 0])
    raw.log_room = needed - 1
    lib.rummy_tables_random(raw, new("rummy_random *", {"word": (1, 2, 3, 4)}), keep["chosen"])
    assert lib.rummy_tables_step(raw, keep["chosen"], ffi.NULL) == lib.RUMMY_E_SPACE
    assert list(keep["played"]) == [0, 0]


# ------------------------------------------------------------------------------
# Okey hands in faces
# ------------------------------------------------------------------------------

HELD = "r1 r2 r3 y5 y6 y7 y8 r9 y9 b9 k1 k2 k3 k4"
IN_FACES = {  # each call with room for its answer
    "read": lambda faces, indicator, out: lib.rummy_okey_meld_read(okey.CLASSIC._raw, faces, indicator, out),
    "melds": lambda faces, indicator, out: lib.rummy_okey_melds(
        okey.CLASSIC._raw, faces, indicator, out, lib.RUMMY_MELDS
    ),
    "arrange": lambda faces, indicator, out: lib.rummy_okey_arrange(okey.CLASSIC._raw, faces, indicator, 0, out, 1),
    "pairs": lambda faces, indicator, out: lib.rummy_okey_pairs(okey.CLASSIC._raw, faces, indicator, out),
    "analyze": lambda faces, indicator, out: lib.rummy_okey_analyze(
        okey.CLASSIC._raw, faces, ffi.NULL, indicator, out, ffi.NULL
    ),
}
OUT = {
    "read": "rummy_okey_meld[1]",
    "melds": f"rummy_okey_meld[{lib.RUMMY_MELDS}]",
    "arrange": "rummy_okey_arrangement[1]",
    "pairs": "rummy_okey_arrangement[1]",
    "analyze": "rummy_okey_analysis[1]",
}


def tile_counts(text: str) -> bytearray:
    return counts(okey.tiles(text))


@pytest.mark.parametrize("call", IN_FACES)
def test_okey_calls_in_faces_check_the_tiles(call: str) -> None:
    """An indicator that is none, and counts that cannot be beside it, are refused, and nothing is written."""
    out, k9 = new(OUT[call]), int(okey.Tile("k9"))
    blank = bytes(ffi.buffer(out))
    for indicator in (LEAST, -1, 52, 255, GREATEST):
        assert IN_FACES[call](pointer(tile_counts(HELD)), indicator, out) == lib.RUMMY_E_INDICATOR
    for kind, copies in ((0, 3), (0, 255), (k9, 2), (52, 3), (52, 255)):
        faces = tile_counts(HELD)
        faces[kind] = copies
        assert IN_FACES[call](pointer(faces), k9, out) == lib.RUMMY_E_COPIES
    assert bytes(ffi.buffer(out)) == blank


def test_okey_melds_and_arrangements_stay_in_their_room() -> None:
    """A list with too little room, too many tiles and an unknown order are refused, and nothing is written."""
    faces, rules = pointer(tile_counts(HELD)), okey.CLASSIC._raw
    found, laid = new("rummy_okey_meld[]", lib.RUMMY_MELDS), new("rummy_okey_arrangement *")
    n = lib.rummy_okey_melds(rules, faces, 50, found, lib.RUMMY_MELDS)
    assert n > 1
    few = new("rummy_okey_meld[]", n)
    assert lib.rummy_okey_melds(rules, faces, 50, few, n - 1) == lib.RUMMY_E_SPACE
    many = counts(kind for kind in range(12) for _ in range(2))
    assert lib.rummy_okey_arrange(rules, pointer(many), 50, 0, laid, 1) == lib.RUMMY_E_COUNT
    assert lib.rummy_okey_arrange(rules, faces, 50, 0, laid, 0) == lib.RUMMY_E_SPACE
    for by in (LEAST, -1, 2, GREATEST):
        assert lib.rummy_okey_arrange(rules, faces, 50, by, laid, 1) == lib.RUMMY_E_ARGUMENT
    assert lib.rummy_okey_pairs(rules, faces, 50, laid) == lib.RUMMY_E_MELD_PAIR
    assert lib.rummy_okey_pairs(rules, pointer(many), 50, laid) == lib.RUMMY_E_COUNT
    assert not any(bytes(ffi.buffer(few)) + bytes(ffi.buffer(laid)))


@pytest.mark.parametrize(
    ("options", "code"),
    [({"seven_pairs": False}, "PAIR_NEVER"), ({"pairs_with_jokers": "none"}, "PAIR_WILD"), ({}, "")],
)
def test_okey_pairs_obey_the_options(options: dict[str, Any], code: str) -> None:
    """Seven pairs, one with an okey, are laid only where the rules let them win (O-21)."""
    faces, laid = tile_counts("r1 r1 r4 r4 r9 r9 y2 y2 b7 b7 k3 k3 k12 y7"), new("rummy_okey_arrangement *")
    found = lib.rummy_okey_pairs(okey.Rules(**options)._raw, pointer(faces), int(okey.Tile("y6")), laid)
    assert found == (getattr(lib, f"RUMMY_E_{code}") if code else 7)


def test_an_okey_analysis_names_what_cannot_be() -> None:
    """Other than 14 or 15 tiles are refused; a tile that occurs too often, with what is gone too, is named."""
    rules, k9, out, where = okey.CLASSIC._raw, int(okey.Tile("k9")), new("rummy_okey_analysis *"), new("int *")

    def analyze(hand: bytearray, gone: bytearray) -> int:
        where[0] = -7
        return lib.rummy_okey_analyze(rules, pointer(hand), pointer(gone), k9, out, where)

    for text in ("", HELD[3:], f"{HELD} b1 b2"):
        assert (analyze(tile_counts(text), bytearray(53)), where[0]) == (lib.RUMMY_E_COUNT, -7)
    assert (analyze(tile_counts(f"{HELD} k9 k9"), bytearray(53)), where[0]) == (lib.RUMMY_E_COPIES, k9)
    for kind, times in ((0, 2), (k9, 2), (52, 3), (3, 255), (0, 255)):
        gone = bytearray(53)
        gone[kind] = times
        assert (analyze(tile_counts(HELD), gone), where[0]) == (lib.RUMMY_E_COPIES, kind)
    assert not any(bytes(ffi.buffer(out)))
    assert analyze(tile_counts(HELD), bytearray(53)) == 0


def declare(
    pieces: list[int], sizes: list[int], discard: int, indicator: int = 50, hand: Any = ffi.NULL
) -> tuple[int, Any]:
    out = new("rummy_okey_verdict *")
    call = lib.rummy_okey_check_declaration
    laid, parts = pointer(bytes(pieces)), new("size_t[]", sizes)
    return call(okey.CLASSIC._raw, indicator, laid, parts, len(sizes), discard, hand, out), out


def test_an_okey_declaration_is_made_of_tiles() -> None:
    """What is no tile, laid or discarded, and no indicator are refused, and nothing is written."""
    for pieces, discard, indicator, code in (
        ([0, 1, 53], 5, 50, "KIND"),
        ([0, 1, 255], 5, 50, "KIND"),
        ([0, 1, 2], 53, 50, "KIND"),
        ([0, 1, 2], -1, 50, "KIND"),
        ([0, 1, 2], LEAST, 50, "KIND"),
        ([0, 1, 2], GREATEST, 50, "KIND"),
        ([0, 1, 2], 5, 52, "INDICATOR"),
        ([0, 1, 2], 5, LEAST, "INDICATOR"),
    ):
        found, out = declare(pieces, [3], discard, indicator)
        assert found == getattr(lib, f"RUMMY_E_{code}")
        assert not any(bytes(ffi.buffer(out)))


def test_okey_declarations_of_any_size_get_a_verdict() -> None:
    """No parts, a thousand empty parts, and a thousand tiles have their faults, without a part named beyond the set."""
    assert declare([], [], 5)[1].code == lib.RUMMY_E_COUNT
    hand = [int(tile) for tile in okey.tiles(HELD)]
    found, out = declare(hand, [0] * 1_000 + [3, 4, 3, 4], 5)
    assert (found, out.code, out.parts, any(out.faces)) == (0, lib.RUMMY_E_MELD_SIZE, 0, False)
    found, out = declare([7] * 1_000, [500, 500], 5)
    assert (found, out.code, out.faces[7], sum(out.faces)) == (0, lib.RUMMY_E_COPIES, 255, 255)
    found, out = declare(hand, [3, 4, 3, 4], 5, hand=pointer(bytearray([255] * 53)))
    assert (found, out.code, out.faces[0], out.faces[5]) == (0, lib.RUMMY_E_LEFT_OVER, 254, 254)
    found, out = declare(hand, [3, 4, 3, 4], 5)
    assert (found, out.code, out.win) == (0, 0, lib.RUMMY_OKEY_MELDS)


# ------------------------------------------------------------------------------
# Whole hands of Marriage
# ------------------------------------------------------------------------------

WHOLE = "6h 6h 6h 3s 4s 5s Qd Kd Ad 6d Qc 8d Jd 2c 2h Ks Kc Kh Jh Js 9c 4d"


def whole(**change: Any) -> Any:
    """Return a hand of 22 cards beside the tiplu Jc, with some fields exchanged."""
    hand = new("rummy_marriage_hand *")
    hand.concealed, hand.tiplu, hand.taken = bytes(counts(marriage.cards(WHOLE))), int(marriage.Card("Jc")), 255
    for name, value in change.items():
        setattr(hand, name, value)
    return hand


@pytest.mark.parametrize(
    ("change", "code", "at"),
    [
        ({"laid": 11}, "LAID", -1),
        ({"drafted": 255}, "LAID", -1),
        ({"route": 3}, "ARGUMENT", -1),
        ({"route": 255}, "ARGUMENT", -1),
        ({"players": 1}, "ARGUMENT", -1),
        ({"players": 7}, "ARGUMENT", -1),
        ({"exposed": 1 << 52}, "ARGUMENT", -1),
        ({"exposed": 1 << 63}, "ARGUMENT", -1),
        ({"laid": 1, "route": 1, "part": [[0, 1, 53]]}, "KIND", -1),
        ({"laid": 1, "route": 1, "part": [[53, 1, 255]]}, "KIND", -1),
        ({"tiplu": 53}, "KIND", -1),
        ({"tiplu": 52}, "KIND", -1),
        ({"taken": 53}, "KIND", -1),
        ({"taken": 0}, "TAKEN", -1),
        ({"concealed": bytes([255] * 53)}, "COPIES", 0),
        ({"concealed": bytes(53)}, "COUNT", -1),
        ({"gone": bytes([0] * 52 + [255])}, "COPIES", 52),
        ({"gone": bytes([255] * 53)}, "COPIES", 0),
    ],
)
def test_a_hand_of_marriage_that_cannot_be(change: dict[str, Any], code: str, at: int) -> None:
    """What a hand cannot hold is refused with the kind or part at fault, and nothing is written."""
    out, where = new("rummy_marriage_analysis *"), new("int *")
    hand = whole(**change)
    assert lib.rummy_marriage_analyze(marriage.PAGAT._raw, hand, out, where) == getattr(lib, f"RUMMY_E_{code}")
    assert where[0] == at
    assert not any(bytes(ffi.buffer(out)))
    assert lib.rummy_marriage_analyze(marriage.PAGAT._raw, hand, out, ffi.NULL) == getattr(lib, f"RUMMY_E_{code}")
    assert lib.rummy_marriage_analyze(marriage.PAGAT._raw, whole(), out, where) == 0


def test_a_declaration_of_marriage_is_made_of_cards() -> None:
    """What is no card, tiplu, discard or route is refused; many parts and many cards get a verdict."""
    rules, out, call = marriage.PAGAT._raw, new("rummy_marriage_verdict *"), lib.rummy_marriage_check_declaration

    def declare(pieces: list[int], sizes: list[int], **change: int) -> int:
        given = {"tiplu": 10, "discard": 5, "taken": 255, "route": 255, **change}
        laid, parts = pointer(bytes(pieces)), new("size_t[]", sizes)
        last = 0, given["taken"], given["route"], out
        return call(rules, given["tiplu"], laid, parts, len(sizes), given["discard"], ffi.NULL, *last)

    for pieces, change, code in (
        ([0, 1, 53], {}, "KIND"),
        *(
            ([0, 1, 2], {name: bad}, "KIND")
            for name in ("tiplu", "discard", "taken")
            for bad in (53, -1, LEAST, GREATEST)
        ),
        *(([0, 1, 2], {"route": bad}, "ARGUMENT") for bad in (3, -1, LEAST, GREATEST)),
    ):
        assert declare(pieces, [3], **change) == getattr(lib, f"RUMMY_E_{code}")
        assert not any(bytes(ffi.buffer(out)))
    assert (declare([], [0] * 1_000), out.code, out.part) == (0, lib.RUMMY_E_COUNT, 0)
    assert (declare([7] * 1_000, [500, 500]), out.code, out.faces[7]) == (0, lib.RUMMY_E_COPIES, 255)
    assert (declare([], []), out.code, out.part) == (0, lib.RUMMY_E_COUNT, -1)
