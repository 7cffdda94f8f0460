"""Write what csrc/<game>/options.json says into C, Python and the docs.

With `--check` only compare, and exit 1 on a difference.

Each game that has the file gets, between marks:

    csrc/<game>/<game>.h            the enumerators and the struct of the rules
    csrc/<game>/options.c           the default, the least and the greatest value of each option
    rummycore/<game>/options.py     the choices and the fields of Rules
    docs/<game>.md                  the table of options

An option is an object with these keys:

    name, rule      the name of the field, and the number of its rule
    kind            choice, switch, number, or table: one number for each of a few cases, as one, two and more
    about           a sentence that says what the option decides
    choices, type   of a choice: its words, and the name of its Python class where this is not that of the option
    min, max        of a number or a table: the least and the greatest value
    default         the value; null for a number that may be left out, and `none` says what this means
    follows         the name of an earlier choice; `default` is then an object with a value for each word of that choice
    values          what the docs say of the values, if it is more than the kind, or than min and max
    specification   the name in the specification: of the option, or an object with names of its words
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
WIDTH = 120
ROOM = 4  # defaults of one option in C, as in csrc/options.h


@dataclass(frozen=True)
class Option:
    name: str
    rule: str
    kind: str
    about: str
    default: Any
    choices: tuple[str, ...] = ()
    type: str = ""
    min: int = 0
    max: int = 1
    none: str = ""
    follows: str = ""
    values: str = ""
    specification: Any = ""

    @property
    def size(self) -> int:
        """Return how many int32_t of the struct the option takes."""
        return len(self.default) if self.kind == "table" else 1

    @property
    def limits(self) -> tuple[str, str]:
        """Return the least and the greatest value as C writes them."""
        greatest = len(self.choices) - 1 if self.kind == "choice" else self.max
        return "RUMMY_AUTO" if self.none else str(self.min), str(greatest)

    @property
    def class_name(self) -> str:
        return self.type or "".join(part.capitalize() for part in self.name.split("_"))

    def native(self, value: Any) -> str:
        """Return a value as C writes it."""
        if value is None:
            return "RUMMY_AUTO"
        return str(self.choices.index(value) if self.kind == "choice" else int(value))

    def shown(self, value: Any) -> str:
        """Return a value as the docs write it."""
        if value is None:
            return self.none
        if self.kind == "table":
            return ", ".join(map(str, value))
        return str(value) if self.kind == "number" else f"`{value}`"

    @property
    def default_shown(self) -> str:
        if self.follows:
            return ", ".join(f"{choice} {self.shown(value)}" for choice, value in self.default.items())
        return self.shown(self.default)

    @property
    def values_shown(self) -> str:
        if self.values or self.kind in ("switch", "table"):
            return self.values or self.kind
        if self.kind == "choice":
            return ", ".join(f"`{choice}`" for choice in self.choices)
        or_none = f", or {self.none}: `None` in Python, `RUMMY_AUTO` in C" if self.none else ""
        return f"{self.min} to {self.max}{or_none}"


# ------------------------------------------------------------------------------
# Reading
# ------------------------------------------------------------------------------


def is_value(option: Option, value: Any) -> bool:
    if option.kind == "choice":
        return value in option.choices
    if option.kind == "switch":
        return isinstance(value, bool)
    if option.kind == "table":
        return isinstance(value, list) and all(type(cell) is int and option.min <= cell <= option.max for cell in value)
    if value is None:
        return bool(option.none)
    return type(value) is int and option.min <= value <= option.max


def fault(option: Option, earlier: dict[str, Option]) -> str:
    """Return what is wrong with an option, or nothing."""
    if option.kind not in ("choice", "switch", "number", "table"):
        return f"there is no kind {option.kind!r}"
    if option.name in earlier:
        return "the name stands twice"
    if not re.fullmatch(r"[A-Z].{10,98}\.", option.about):
        return "`about` must be one sentence of at most 100 characters"
    if option.min < 0:
        return "`min` must be 0 or more, as -1 is RUMMY_AUTO"
    if option.kind == "choice" and len(option.choices) < 2:
        return "a choice needs two words"
    followed = earlier.get(option.follows)
    if option.follows and (not followed or not 2 <= len(followed.choices) <= ROOM):
        return f"it follows {option.follows!r}, which is no earlier choice of at most {ROOM} words"
    if followed and (not isinstance(option.default, dict) or tuple(option.default) != followed.choices):
        return f"`default` must have a value for each of {', '.join(followed.choices)}"
    for value in option.default.values() if followed else [option.default]:
        if not is_value(option, value):
            return f"{value!r} cannot be its default"
    return ""


def read(path: Path) -> list[Option]:
    """Return the options of a game; SystemExit names the one that is wrong."""
    options: dict[str, Option] = {}
    for entry in json.loads(path.read_text(encoding="utf-8")):
        try:
            option = Option(**{**entry, "choices": tuple(entry.get("choices", ()))})
        except TypeError as error:
            sys.exit(f"{path}: {entry.get('name')}: {error}")
        if wrong := fault(option, options):
            sys.exit(f"{path}: {option.name}: {wrong}")
        options[option.name] = option
    return list(options.values())


# ------------------------------------------------------------------------------
# Writing
# ------------------------------------------------------------------------------


def enum(game: str, option: Option) -> Iterator[str]:
    prefix = f"RUMMY_{game}_{option.name}_".upper()
    members = [f"{prefix}{choice.upper()} = {i}" for i, choice in enumerate(option.choices)]
    line = f"enum {{ {', '.join(members)} }};"
    if len(line) <= WIDTH:
        yield line
    else:
        yield "enum {"
        yield from (f"    {member}," for member in members[:-1])
        yield f"    {members[-1]}"
        yield "};"


def note(option: Option) -> str:
    """Return the comment on a field of the struct."""
    numbers = f"{option.min} to {option.max}"
    text = {"choice": "", "switch": ", switch", "number": f", {numbers}", "table": f", each {numbers}"}[option.kind]
    if option.values:
        text = f", {option.values}"
    if option.none:
        text += f", or RUMMY_AUTO: {option.none}"
    if option.follows:
        words = {False: "off", True: "on"} if option.kind == "switch" else {}
        text += ": " + ", ".join(f"{words.get(value, value)} with {word}" for word, value in option.default.items())
    return f"/* {'* ' * bool(option.follows)}{option.rule}{text} */".replace("`", "")


KINDS = {
    "choice": "A choice holds one of the enumerators above that bear its name.",
    "switch": "A switch holds 0 or 1.",
    "table": "An array holds the values for one, two and more of a thing.",
}


def header(game: str, options: list[Option]) -> Iterator[str]:
    for option in options:
        if option.choices:
            yield from enum(game, option)
    yield ""
    sentences = [f"The options of the game, in the order of docs/{game}.md. Start from rummy_{game}_rules_init."]
    sentences += [text for kind, text in KINDS.items() if any(option.kind == kind for option in options)]
    if any(option.follows for option in options):
        sentences.append("A field marked * may hold RUMMY_AUTO: its value then depends on another field.")
    yield "/* " + "\n * ".join(sentences) + " */"
    fields = [f"{o.name}[{o.size}];" if o.kind == "table" else f"{o.name};" for o in options]
    widest = max(map(len, fields))
    yield f"typedef struct rummy_{game}_rules {{"
    for field, option in zip(fields, options, strict=True):
        yield f"    int32_t {field:{widest}} {note(option)}"
    yield f"}} rummy_{game}_rules;"


def table(game: str, options: list[Option]) -> Iterator[str]:
    at, number = {}, 0
    for option in options:
        at[option.name] = number
        number += option.size
    yield "static const option options[] = {"
    for option in options:
        least, greatest = option.limits
        follows = at[option.follows] if option.follows else -1
        rows = option.default if option.kind == "table" else [option.default]
        for row in rows:
            values = ", ".join(map(option.native, row.values() if option.follows else [row]))
            yield f"    {{{{{values}}}, {least}, {greatest}, {follows}}}, /* {option.name} */"
    yield "};"


def choices(game: str, options: list[Option]) -> Iterator[str]:
    classes = {option.class_name: option.choices for option in options if option.choices}
    for name, words in classes.items():
        yield from ("", "", f"class {name}(Choice):")
        yield from (f'    {word.upper()} = "{word}"' for word in words)
    yield from ("", "")


def fields(game: str, options: list[Option]) -> Iterator[str]:
    for o in options:
        kind = {"switch": "bool", "number": "int", "table": "tuple[int, ...]"}.get(o.kind, f"{o.class_name} | str")
        auto = bool(o.follows or o.none)
        limits = f", {o.min}, {o.max}" * (o.kind in ("number", "table"))
        arguments = f'"{o.name}"' + f", {o.class_name}" * bool(o.choices) + limits + ", auto=True" * auto
        yield f"    {o.name}: {kind}{' | None' * auto} = _c.{o.kind}({arguments})"
        yield f'    """{o.about[:-1]} ({o.rule})."""'


def rows(game: str, options: list[Option]) -> Iterator[str]:
    yield from ("", "| Field | In the specification | Values | Default | Rule |", "|---|---|---|---|---|")
    for o in options:
        named = o.specification
        if isinstance(named, dict):
            other = " " + ", ".join(f"`{theirs}` for `{ours}`" for ours, theirs in named.items())
        else:
            other = f" `{named}`" if named else ""
        yield f"| `{o.name}` |{other} | {o.values_shown} | {o.default_shown} | {o.rule} |"
    yield ""


Writer = Callable[[str, list[Option]], Iterator[str]]
TARGETS: list[tuple[str, str, Writer]] = [
    ("csrc/{}/{}.h", "options", header),
    ("csrc/{}/options.c", "options", table),
    ("rummycore/{}/options.py", "choices", choices),
    ("rummycore/{}/options.py", "options", fields),
    ("docs/{}.md", "options", rows),
]


def put(path: Path, text: str, mark: str, lines: Iterator[str]) -> str:
    """Return a text with these lines between the lines of a mark."""
    between = re.compile(rf"(^[^\n]*\b{mark}-begin\b[^\n]*\n).*?(^[^\n]*\b{mark}-end\b)", re.MULTILINE | re.DOTALL)
    found = between.search(text)
    if not found:
        sys.exit(f"{path}: the marks {mark}-begin and {mark}-end are missing")
    return text[: found.end(1)] + "".join(f"{line}\n" for line in lines) + text[found.start(2) :]


def render() -> dict[Path, tuple[str, str]]:
    """Return each file that is written: its text now and its text as it should be."""
    files: dict[Path, tuple[str, str]] = {}
    for data in sorted((ROOT / "csrc").glob("*/options.json")):
        game, options = data.parent.name, read(data)
        for target, mark, write in TARGETS:
            path = ROOT / target.format(game, game)
            was, text = files.get(path) or (path.read_text(encoding="utf-8"),) * 2
            files[path] = (was, put(path, text, mark, write(game, options)))
    return files


def main() -> int:
    check = "--check" in sys.argv[1:]
    differ = {path: text for path, (was, text) in render().items() if was != text}
    for path, text in differ.items():
        if check:
            print(f"{path.relative_to(ROOT)}: differs from what gen_options.py writes")
        else:
            path.write_text(text, encoding="utf-8")
    if check and not differ:
        print("options: as generated")
    return 1 if check and differ else 0


if __name__ == "__main__":
    sys.exit(main())
