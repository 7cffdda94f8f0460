"""Errors speak the language of their game: tiles in Okey, cards in Marriage, each with its own numbers."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rummycore import RummyError, marriage, okey
from rummycore._core import Errors, lib

CSRC = Path(__file__).parents[1] / "csrc"
CODES = {name: getattr(lib, name) for name in dir(lib) if name.startswith("RUMMY_E_")}
UNKNOWN = "an unknown error"
FOREIGN = {
    "okey": r"cards?|tiplus?|dublees?|maal|tunnelas?|m[ae]n|triplets?|suits?|poplu|jhiplu|marriages?|21|22 after|156",
    "marriage": r"tiles?|okeys?|indicator|false jokers?|colours?|melds?|wild tiles?|twin|14|15|106",
}
SOURCES = {"okey": ("okey/*.c", "melds.c", "options.c"), "marriage": ("marriage/*.c", "options.c")}
RULES: dict[str, list[Any]] = {
    "okey": [okey.CLASSIC, okey.DEDUCT, okey.Rules(discard_taken="forbidden", discard_okey="forbidden")],
    "marriage": [
        marriage.PAGAT,
        marriage.NEPAL,
        marriage.Rules(unseen_discard_pickup="never", tunnela_window="off", dublees_to_see=1, dublees_to_win=2),
    ],
}
DEAL: dict[str, Any] = {"okey": okey.deal, "marriage": marriage.deal}
ROUNDS = 6


def assert_own_words(game: str, sentence: str) -> None:
    found = re.search(rf"\b(?:{FOREIGN[game]})\b", sentence)
    assert found is None, (found and found[0], sentence)
    assert UNKNOWN not in sentence


@pytest.mark.parametrize("game", FOREIGN)
def test_no_sentence_has_a_word_of_the_other_game(game: str) -> None:
    """Each sentence of a game is said in the game's own words and numbers."""
    for code in CODES.values():
        said = Errors(game).sentence(code)
        if said != UNKNOWN:
            assert_own_words(game, said)


def test_every_code_has_a_sentence_somewhere() -> None:
    """No code of the header is unknown to both games."""
    for name, code in CODES.items():
        assert {Errors(game).sentence(code) for game in FOREIGN} != {UNKNOWN}, name


@pytest.mark.parametrize("game", SOURCES)
def test_a_game_has_a_sentence_for_every_code_that_it_gives(game: str) -> None:
    """Each code that the sources of a game name has a sentence of that game."""
    texts = [path.read_text(encoding="utf-8") for pattern in SOURCES[game] for path in CSRC.glob(pattern)]
    given = set(re.findall(r"\bRUMMY_E_\w+", " ".join(texts)))
    assert len(given) >= 30
    assert [name for name in sorted(given) if Errors(game).sentence(CODES[name]) == UNKNOWN] == []


@pytest.mark.parametrize("game", DEAL)
def test_refused_moves_are_told_in_the_words_of_the_game(game: str, scale: int) -> None:
    """In random rounds of every kind of rules each refusal of any move is said in the game's own words."""
    random, codes = Random(9), set()
    for i in range(ROUNDS * max(1, scale // 500)):
        state = DEAL[game](seed=i, players=2 + i % 3, rules=RULES[game][i % len(RULES[game])])
        every = type(state.legal_moves()[0]).all()
        for step in range(60):
            if state.over:
                break
            if step % 6 < 2:
                for move in random.sample(every, 90):
                    try:
                        state.check(move, random.choice([None, state.turn, (state.turn + 1) % state.players]))
                    except RummyError as error:
                        codes.add(error.code)
                        assert_own_words(game, str(error))
            state.play(random.choice(state.legal_moves()))
    assert {"turn", "not_drawn", "drawn", "not_held"} <= codes
    assert len(codes) >= {"okey": 8, "marriage": 12}[game]


@pytest.mark.parametrize(
    ("game", "call", "words"),
    [
        ("marriage", lambda: marriage.batch.win(marriage.batch.encode(["7h 7h"])), "21"),
        (
            "marriage",
            lambda: marriage.batch.left(bytes([4]) + bytes(52)),
            "^row 0: 4c x4|^row 0: .* x4: there are not so many",
        ),
        ("marriage", lambda: marriage.deal(deck=["7h"] * 156), "156"),
        (
            "marriage",
            lambda: marriage.deal(seed=1, rules=marriage.Rules(tunnela_window="off")).play("discard 7h"),
            "a card must be drawn",
        ),
        ("marriage", lambda: marriage.Rules(turn_cap=0), r"turn_cap=0: it must be 1\.\.10000$"),
        ("okey", lambda: okey.batch.win(okey.batch.encode(["r1 r2"], "k9")), "14"),
        ("okey", lambda: okey.batch.left(bytes([3]) + bytes(52)), "^row 0: .* x3: there are not so many"),
        ("okey", lambda: okey.deal(deck=["r7"] * 106), "106"),
        ("okey", lambda: okey.arrange("r1 r2 r3 r4 r5 r6 r7 " * 2 + "y1 y2 y3 y4 y5 " * 2, indicator="k9"), "22"),
        ("okey", lambda: okey.Rules(base_win=0), r"base_win=0: it must be 1\.\.1000000 or None$"),
    ],
)
def test_an_error_says_what_would_be_right(game: str, call: Any, words: str) -> None:
    """Errors of hands, decks, rows and rules name the right number in the game's own words."""
    state = None
    with pytest.raises(RummyError, match=words) as refused:
        state = call()
    assert state is None
    assert_own_words(game, str(refused.value))
