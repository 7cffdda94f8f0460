"""Marriage's part of the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from marriage_decks import full

from rummycore.__main__ import main

WIN = "6h 6h 6h 3s 4s 5s Qd Kd Ad 6d Qc 8d Jd 2c 2h Ks Kc Kh Jh Js 9c 4d"
PAIRS = "Jd Jd Qc Qc Jc Jc 4h 4h 7s 7s 9d 9d Ac Ac 2d 2d 5h 8c Ks 3d Td 6s"
SETTLE = {"points": [12, 5, 0, 8], "seen": [True, True, False, True], "winner": 1}


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(arguments) == 0
    return json.loads(capsys.readouterr().out)


def by(found: dict[str, Any], way: str) -> list[str]:
    """Return the discards that finish by one way."""
    return [finish["discard"] for finish in found["finishes"] if way in finish["by"]]


def test_analyze_json_has_the_keys(capsys: pytest.CaptureFixture[str]) -> None:
    """A winning hand of 22: a way to lay three, dublees, the discards that finish, and what counts as what."""
    found = told(capsys, "analyze", "marriage", "--tiplu", "Jc", "--json", WIN)
    assert found == {
        "hand": WIN,
        "tiplu": "Jc",
        "primary": [["6h", "6h", "6h"], ["Jd", "Qd", "Kd"], ["3s", "4s", "5s"]],
        "dublees": 1,
        "finishes": [{"discard": card, "by": ["combos"]} for card in ("9c", "4d", "8d")],
        "maal": {"points": 2, "items": [{"item": "poplu", "card": "Qc", "count": 1, "points": 2}]},
        "gone": "",
        "distance": 0,
        "bounds": [0, 0],
        "distances": {"primary": 0, "dublees_to_see": 6, "combos": 0, "dublees_to_win": 7},
        "goal": {"primary": 3, "others": 4, "dublees": 8},
        "by": "combos",
        "useful": {},
        "discards": found["discards"],
        "nearest": found["nearest"],
    }
    assert found["discards"][0] == {"discard": "9c", "distance": 0, "useful": {}, "total": 0}
    assert len(found["discards"]) == 20
    assert len(found["nearest"]["melds"]) == 7
    assert found["nearest"]["missing"] == []


def test_analyze_json_bounds_a_hidden_tiplu(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a tiplu the goal is to see it, and the distance to a finish is only bounded."""
    found = told(capsys, "analyze", "marriage", "--json", "--gone", "Ac Ac Ac", WIN.replace("6h 6h 6h", "6h 6h 7h"))
    assert found["distance"] is None
    assert found["goal"] == {"primary": 3, "others": 0, "dublees": 7}
    assert found["bounds"][0] <= found["bounds"][1]
    assert "Ac" not in found["useful"]


def test_analyze_without_a_tiplu(capsys: pytest.CaptureFixture[str]) -> None:
    """While the tiplu is unknown there is no maal and no finish by combinations; dublees need none."""
    for unknown in (["--tiplu", "-"], []):
        found = told(capsys, "analyze", "marriage", *unknown, "--json", PAIRS)
        assert (found["tiplu"], found["maal"], found["primary"], found["dublees"]) == (None, None, None, 8)
        assert by(found, "combos") == []
        assert by(found, "dublees") == ["8c", "3d", "Td", "5h", "6s", "Ks"]


def test_analyze_behind_laid_combinations(capsys: pytest.CaptureFixture[str]) -> None:
    """W15: the choice of three matters; both ways of giving what is laid say the same."""
    rest = "Jd Qd Kd Qh Qs Kc Kh 2c 2h 9s 9h 9d 4h"
    laid = ["6h 6h 6h", "3s 4s 5s", "7c 8c 9c"]
    one = told(capsys, "analyze", "marriage", "--tiplu", "Jc", "--json", "--laid", ",".join(laid), rest)
    each = [word for part in laid for word in ("--laid", part)]
    assert told(capsys, "analyze", "marriage", "--tiplu", "Jc", "--json", *each, "--route", "three", rest) == one
    assert by(one, "combos") == ["2c", "4h"]
    assert one["primary"] is None
    other = "7c 8c 9c Qh Qs Kc Kh 2c 2h 9s 9h 9d 4h"
    lost = told(capsys, "analyze", "marriage", "--tiplu", "Jc", "--json", "--laid", "6h 6h 6h,3s 4s 5s,Jd Qd Kd", other)
    assert by(lost, "combos") == []


def test_analyze_taken_and_exposed(capsys: pytest.CaptureFixture[str]) -> None:
    """W9: the card just taken is no discard; exposed tunnelas count as laid."""
    hand = "3s 4s 5s Qd Kd Ad 9s 9h 9c Ks Kc Kh 7d 7c 7s 2c 2h 2s 4d"
    free = told(capsys, "analyze", "marriage", "--tiplu", "Jc", "--json", "--exposed", "6h", hand)
    assert "4d" in by(free, "combos")
    bound = told(capsys, "analyze", "marriage", "--tiplu", "Jc", "--json", "--exposed", "6h", "--taken", "4d", hand)
    assert by(bound, "combos") == [card for card in by(free, "combos") if card != "4d"]


def test_analyze_reads_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Lines may bring their tiplu, - for unknown; a bad one has its error in its place and the status is 1."""
    lines = tmp_path / "lines"
    lines.write_text(f"Jc\t{WIN}\n-\t{PAIRS}\n{WIN}\nM\t{WIN}\nJc\t6h\nJc\t{WIN} 6h\nJc\tx\n", encoding="utf-8")
    with lines.open(encoding="utf-8") as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        assert main(["analyze", "marriage", "--json", "-"]) == 1
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert by(found[0], "combos")
    assert by(found[1], "dublees")
    assert found[2]["tiplu"] is None
    assert [line["error"]["code"] for line in found[3:]] == ["tiplu_man", "count", "copies", "card"]


def test_settle_adds_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A-S4: the net, and payments that add up to it; options and routes are read; as text a person reads the same."""
    file = tmp_path / "settle.json"

    def settled(**more: Any) -> Any:
        file.write_text(json.dumps({**SETTLE, **more}), encoding="utf-8")
        return told(capsys, "settle", "marriage", "--json", str(file))

    plain = settled()
    assert plain["payoffs"] == [20, 11, -35, 4]
    for seat, net in enumerate(plain["payoffs"]):
        paid = sum((p["payee"] == seat) * p["amount"] - (p["payer"] == seat) * p["amount"] for p in plain["reasons"])
        assert paid == net
    assert {p["cause"] for p in plain["reasons"]} == {"seen", "unseen", "maal"}
    assert settled(dublee=True)["payoffs"] == [15, 26, -40, -1]
    assert settled(rules={"seen_payment": 4})["payoffs"] == [19, 13, -35, 3]
    routes = ["three", "three", "none", "dublee"]
    assert settled(routes=routes, rules={"seen_dublee_loser_pays": 0})["payoffs"] == [20, 8, -35, 7]
    assert main(["settle", "marriage", str(file)]) == 0
    assert "payoffs: +20 +8 -35 +7" in capsys.readouterr().out


def test_settle_on_hands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the place of points the cards themselves may stand, with their tiplu and tunnelas;
    without a winner nothing is paid.
    """
    file = tmp_path / "settle.json"

    def settled(**document: Any) -> Any:
        file.write_text(json.dumps({"seen": [True, False, True], **document}), encoding="utf-8")
        return told(capsys, "settle", "marriage", "--json", str(file))

    held = full("Tc Jc Qc 6h 6h 6h", "Qc Qc", "Jc Tc")
    for name in ("cards", "hands"):
        by_cards = settled(**{name: held}, tiplu="Jc", shown=["6h", "", ""], winner=2, rules={"tunnela_scope": "shown"})
        assert by_cards == settled(points=[15, 5, 5], winner=2)
    assert settled(cards=held, tiplu="Jc", winner=2) == settled(points=[10, 5, 5], winner=2)
    assert settled(cards=held, tiplu="Jc", winner=None) == {"payoffs": [0] * 3, "points": [10, 5, 5], "reasons": []}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"winner": 4}, "winner 4"),
        ({"winner": "1"}, "winner"),
        ({"seen": [True]}, "1 seen"),
        ({"seen": [1, 1, 0, 1]}, "seen"),
        ({"points": [1]}, "1 players"),
        ({"points": [1, -1, 0, 0]}, "seat 1"),
        ({"points": "1111"}, "points"),
        ({"points": None}, "points"),
        ({"routes": ["three", "x", "none", "none"]}, "'x'"),
        ({"routes": ["none"] * 4}, "seat 0"),
        ({"rules": {"seen_payment": "3"}}, "seen_payment"),
        ({"rules": []}, "rules"),
        ({"dublee": "no"}, "dublee"),
        ({"surprise": 1}, "surprise"),
        ({"format": 2}, "format"),
    ],
)
def test_settle_names_what_is_wrong(
    change: dict[str, Any], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A document that cannot be settled is an error of one line, status 1."""
    file = tmp_path / "settle.json"
    file.write_text(json.dumps({**SETTLE, **change}), encoding="utf-8")
    assert main(["settle", "marriage", "--json", str(file)]) == 1
    out = capsys.readouterr()
    assert (out.out, out.err.count("\n")) == ("", 1)
    assert words in out.err


@pytest.mark.parametrize("text", ["", "{", "[]", '{"points": [1, 2]}', "[" * 100_000])
def test_settle_refuses_what_is_no_document(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No JSON, no object, or one without its keys: an error of one line."""
    file = tmp_path / "settle.json"
    file.write_text(text, encoding="utf-8")
    assert main(["settle", "marriage", str(file)]) == 1
    assert capsys.readouterr().err.count("\n") == 1


UNLIKE = "2c 4c 6c 8c Tc Qc 2h 4h 6h 8h Th Qh 2d 4d 6d 8d Td Qd 2s 4s 6s"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([UNLIKE], "primary: none, they cannot be laid from this hand"),
        (["6h 6h 6h 3s 4s 5s Jc Qc Kc 2d 4d 6d 8d Td Qd Kh 8c Th 8h 4h 2h"], "primary: 6h 6h 6h | Jc Qc Kc | 3s 4s 5s (the only way to lay them)"),
        (["6h 6h 6h 3s 4s 5s 6s Jc Qc Kc 4d 6d 8d Td Qd 2c 8c Th 8h 4h 2h"], "primary: 6h 6h 6h | Jc Qc Kc | 3s 4s 5s (one of 2 ways to lay them)"),
        (["--exposed", "6h", "3s 4s 5s Jc Qc Kc 2d 4d 6d 8d Td Qd Kh 8c Th 8h 4h 2h"], "primary: Jc Qc Kc | 3s 4s 5s (the only way"),
        (["--exposed", "6h Ks Ac", "2d 4d 6d 8d Td Qd Kh 8c Th 8h 4h 2h"], "primary: nothing is left to lay, the tiplu may be seen"),
    ],
    ids=["none", "one", "two", "one exposed", "three exposed"],
)  # fmt: skip
def test_analyze_names_the_primary_combinations(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """As text an analysis names a way to lay the primary combinations and their number, or why there is none."""
    assert main(["analyze", "marriage", *arguments]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert any(line.startswith(said) for line in lines), lines
    assert not any(line.endswith("1 ways to see)") for line in lines)


@pytest.mark.parametrize(
    ("arguments", "goal"),
    [
        ([UNLIKE], "3 primary combinations or 7 dublees"),
        (["--tiplu", "Jc", UNLIKE], "3 primary and 4 other combinations or 8 dublees"),
        (["--laid", "6h 6h,7h 7h,8h 8h,9h 9h,Th Th,Jh Jh,Qh Qh", "2c 4c 6c 8c Tc Qc 2d"], "1 dublee"),
        (["--exposed", "6h 8h", "2c 4c 6c 8c Tc Qc 2d 4d 6d 8d Td Qd 2s 4s Ts"], "1 primary combination or 7 dublees"),
    ],
    ids=["to see", "to finish", "the eighth", "two exposed"],
)
def test_a_goal_is_told_in_right_numbers(arguments: list[str], goal: str, capsys: pytest.CaptureFixture[str]) -> None:
    """As text a goal names combinations and dublees, one or more of them."""
    assert main(["analyze", "marriage", *arguments]) == 0
    assert f"  goal: {goal}\n" in capsys.readouterr().out


def test_the_demonstration_names_what_is_laid(capsys: pytest.CaptureFixture[str]) -> None:
    """As it shows all hands, the demonstration says what a seat lays to see the tiplu, and
    hides no move.
    """
    assert main(["demo", "marriage"]) == 0
    shown = capsys.readouterr().out
    assert ", lay " in shown
    assert "hidden" not in shown
