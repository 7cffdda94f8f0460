"""Write what follows from the tables of errors; with `--check` only compare, and exit 1 on a difference.

csrc/errors.json has the codes that every game may give. csrc/<game>/errors.json has the codes of one game, and what
that game says to the others. Each entry has:

    name     the code: RUMMY_E_ and this name in C, the same in small letters in Python
    number   below 0, in the group of what it is about: hands, rules, states, moves
    about    the comment in the header
    says     the sentence, without a full stop; an entry without it is one that each game says in its own words

An entry of a game that gives only name and says is a code of csrc/errors.json in the words of the game. Written from
them are the enums of the headers, the sentences in the files errors.c, and the tables of docs/errors.md; the codes that
do not come from C stand in rummycore/errors.py.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from gen_options import ROOT, put

Entry: TypeAlias = "dict[str, str | int]"
CSRC, PACKAGE = ROOT / "csrc", ROOT / "rummycore"
LONGEST = 200  # characters of a sentence
CLASSES = {0: "RummyError", 1: "HandError", 2: "RulesError", 3: "StateError", 4: "IllegalMoveError"}
GROUPS = {0: "anything", 1: "hands, from -100", 2: "rules, from -200", 3: "states, from -300", 4: "moves, from -400"}


def group(number: int) -> int:
    return -number // 100


def fault(entries: list[Entry], taken: dict[str, int]) -> str:
    """Return what is wrong with a table, nothing if it can be used. `taken` has the numbers of the codes before it."""
    numbers = dict(taken)
    for entry in entries:
        name, says = str(entry["name"]), str(entry.get("says", "-"))
        if set(entry) - {"name", "number", "about", "says"} or len(says) > LONGEST or not says or says.endswith("."):
            return f"{name}: an entry has name, number, about and a sentence of up to {LONGEST} characters without full stop"
        if "number" not in entry:
            if name not in taken or "says" not in entry:
                return f"{name}: it has no number, and no table before it has this name"
            continue
        number = entry["number"]
        if not isinstance(number, int) or group(number) not in GROUPS or number >= 0 or "about" not in entry:
            return f"{name}: the number {number} is in no group, or the entry says not what it is about"
        if name in numbers or number in numbers.values():
            return f"{name}: the name or the number {number} stands twice"
        numbers[name] = number
    return ""


def read(path: Path, taken: dict[str, int]) -> list[Entry]:
    """Return a table of errors; the program ends if it cannot be used. Its numbers are added to `taken`."""
    entries: list[Entry] = json.loads(path.read_text(encoding="utf-8"))
    if wrong := fault(entries, taken):
        sys.exit(f"{path}: {wrong}")
    taken.update((str(entry["name"]), int(entry["number"])) for entry in entries if "number" in entry)
    return entries


def enum(tag: str, entries: list[Entry]) -> Iterator[str]:
    """Write the codes that a table numbers as an enum."""
    own = sorted((entry for entry in entries if "number" in entry), key=lambda entry: -int(entry["number"]))
    yield f"enum {tag} {{"
    before = None
    for entry in own:
        now = group(int(entry["number"]))
        if now != before:
            yield from ([] if before is None else [""])
            yield f"    /* {GROUPS[now]} */"
        before = now
        yield f"    RUMMY_E_{entry['name']} = {entry['number']}, /* {entry['about']} */"
    yield "};"


def cases(entries: list[Entry]) -> Iterator[str]:
    """Write the sentences of a table as the cases of a switch."""
    for entry in entries:
        if "says" in entry:
            yield f"    case RUMMY_E_{entry['name']}: return {json.dumps(entry['says'])};"


def constants() -> dict[str, dict[str, str]]:
    """Return the tables of rummycore/errors.py, by their names."""
    tree = ast.parse((PACKAGE / "errors.py").read_text(encoding="utf-8"))
    return {
        node.target.id: ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and isinstance(node.value, ast.Dict)
    }


def table(*rows: Iterable[str]) -> Iterator[str]:
    """Write rows as a table of Markdown. The first row is its head."""
    for i, row in enumerate(rows):
        yield f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |"
        if not i:
            yield f"|{'---|' * len(list(row))}"


def listed(entries: dict[str, list[Entry]]) -> Iterator[str]:
    """Write all codes, those of C by game, and all places."""
    told = constants()
    yield from table(("code", "sentence"), *((f"`{code}`", says) for code, says in told["SENTENCES"].items()))
    numbers = {
        str(entry["name"]): int(entry["number"]) for own in entries.values() for entry in own if "number" in entry
    }
    for game, own in entries.items():
        yield from ("", f"### From C: {game}", "")
        codes = [(str(entry["name"]), str(entry["says"])) for entry in own if "says" in entry]
        rows = [(f"`{name.lower()}`", CLASSES[group(numbers[name])], says) for name, says in codes]
        yield from table(("code", "class", "sentence"), *rows)
    yield from ("", "### Places", "")
    yield from table(("place", "around the sentence"), *((f"`{name}`", says) for name, says in told["PLACES"].items()))


def render() -> dict[Path, tuple[str, str]]:
    """Return for each file that is written its text now and the text that it should have."""
    taken: dict[str, int] = {}
    shared = read(CSRC / "errors.json", taken)
    parts = [(CSRC / "rummycore.h", enum("rummy_error", shared)), (CSRC / "errors.c", cases(shared))]
    told = {"all games": shared}
    for path in sorted(CSRC.glob("*/errors.json")):
        game, own = path.parent.name, read(path, taken)
        parts += [(path.parent / f"{game}.h", enum(f"rummy_{game}_error", own)), (path.parent / "errors.c", cases(own))]
        told[game.capitalize()] = own
    parts.append((ROOT / "docs" / "errors.md", listed(told)))
    texts = {path: path.read_text(encoding="utf-8") for path, _ in parts}
    return {path: (texts[path], put(path, texts[path], "errors", lines)) for path, lines in parts}


def main() -> int:
    check = "--check" in sys.argv[1:]
    differ = {path: text for path, (was, text) in render().items() if was != text}
    for path, text in differ.items():
        if check:
            print(f"{path.relative_to(ROOT)}: differs from what gen_errors.py writes")
        else:
            path.write_text(text, encoding="utf-8")
    if check and not differ:
        print("errors: as generated")
    return 1 if check and differ else 0


if __name__ == "__main__":
    sys.exit(main())
