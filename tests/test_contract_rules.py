"""The rules of every game as values and documents, their options on the game's page, and a test for every rule of the
page."""

from __future__ import annotations

import ast
import copy
import json
import pickle
import re
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest
from header import ROOT
from kit import Kit
from kits import EACH, KITS
from mangling import refused
from option_case import Case

from rummycore import RulesError
from rummycore.values import Choice

# ------------------------------------------------------------------------------
# Values
# ------------------------------------------------------------------------------


def some_rules(kit: Kit) -> list[Any]:
    """Return all presets, rules with each single choice, and random ones."""
    found = list(kit.game.presets.values())
    usual = kit.package.Rules()
    for name, values in kit.choices.items():
        for value in values:
            try:
                found.append(replace(usual, **{name: value}))
            except RulesError:  # it cannot be played alone
                continue
    rng = Random("rules")
    return found + [kit.rules(rng, 4) for _ in range(30)]


@EACH
def test_rules_survive_whatever_carries_them(kit: Kit) -> None:
    """A dict, JSON, numbers, repr, pickle, copy, replace, a deal and a record give the same rules back, with the same
    hash."""
    make = kit.package.Rules
    for rules in some_rules(kit):
        state = kit.package.deal(seed=1, rules=rules)
        for other in (
            make.from_dict(rules.to_dict()),
            make.from_dict(json.loads(json.dumps(rules.to_dict()))),
            make.from_dict({**rules.to_dict(), "format": 1}),
            make.from_numbers(rules.numbers()),
            eval(repr(rules), {"Rules": make}),
            pickle.loads(pickle.dumps(rules)),
            copy.copy(rules),
            copy.deepcopy(rules),
            replace(rules),
            state.rules,
            kit.package.State.from_bytes(bytes(state)).rules,
        ):
            assert other == rules
            assert (hash(other), repr(other)) == (hash(rules), repr(rules))


@EACH
def test_rules_that_differ_are_not_equal(kit: Kit) -> None:
    """No two rules are equal whose documents differ."""
    distinct = list(dict.fromkeys(some_rules(kit)))
    assert len({json.dumps(rules.to_dict(), sort_keys=True) for rules in distinct}) == len(distinct)


@EACH
def test_rules_are_keyword_only_and_frozen(kit: Kit) -> None:
    """Rules take no positional argument and no unknown name, and cannot be changed."""
    refused(lambda: kit.package.Rules("dealer"), TypeError, None)
    refused(lambda: kit.package.Rules(no_such_rule=True), TypeError, None, "no_such_rule")
    rules = kit.package.Rules()
    with pytest.raises(FrozenInstanceError):
        rules.turn_cap = 5
    others: list[Any] = [{}, "classic", 5]
    for wrong in others:
        refused(lambda: kit.package.deal(seed=1, rules=wrong), TypeError, None, "rules")  # noqa: B023


BY_OPTION = pytest.mark.parametrize(
    ("kit", "option"),
    [
        pytest.param(kit, option, id=f"{name} {option.name}")
        for name, kit in KITS.items()
        for option in kit.game.rules.options()
    ],
)


@BY_OPTION
def test_an_option_of_a_wrong_type_is_a_type_error(kit: Kit, option: Any) -> None:
    """A value of another type is a TypeError that names the option, and in a document, where it is data, a
    RulesError."""
    meta = option.metadata
    wrong: list[Any] = [1.5, {}, b"on", object()]
    wrong += [None] if not meta.get("auto") else []
    wrong += [1] if meta.keys() & {"choice", "switch"} else []
    wrong += [True] if not meta.get("switch") else []
    wrong += [(1, "2"), (None,), "123"] if "table" in meta else [[]]
    for value in wrong:
        refused(lambda: kit.package.Rules(**{option.name: value}), TypeError, None, option.name)  # noqa: B023
        refused(lambda: kit.package.Rules.from_dict({option.name: value}), RulesError, "document", option.name)  # noqa: B023


@BY_OPTION
def test_switches_have_words(kit: Kit, option: Any) -> None:
    """A switch takes True and False and the words for them; a number or a table does not."""
    for word, value in (("on", True), ("yes", True), ("off", False), ("no", False), (True, True), (False, False)):
        if option.metadata.get("switch"):
            rules = kit.package.Rules(**{option.name: word})
            assert getattr(rules, option.name) is value
            assert kit.package.Rules.from_dict({option.name: word}) == rules
        elif "choice" not in option.metadata:
            with pytest.raises(TypeError):
                kit.package.Rules(**{option.name: word})


@EACH
@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"raw": None}, "no_rule"),
        ({"": 1}, "no_rule"),
        ({"format": None}, "format"),
        ({"format": "1"}, "format"),
        ("turn_cap", "type"),
        ({"turn_cap": 400.0}, "document"),
    ],
)
def test_a_document_that_is_no_rules(kit: Kit, data: Any, code: str) -> None:
    """An unknown key, another format, a value of another type: all are a RulesError, for a document is no call."""
    refused(lambda: kit.package.Rules.from_dict(data), RulesError, code)


# ------------------------------------------------------------------------------
# What each value changes
# ------------------------------------------------------------------------------

OPTIONS: dict[str, Any] = {name: import_module(f"test_{name}_rules_options") for name in KITS}
CASES: dict[str, list[Case]] = {name: tests.CASES for name, tests in OPTIONS.items()}
BY_CASE = pytest.mark.parametrize(
    ("kit", "case"),
    [pytest.param(kit, case, id=f"{name} {case.id}") for name, kit in KITS.items() for case in CASES[name]],
)


@BY_CASE
def test_an_option_value_changes_a_result(kit: Kit, case: Case) -> None:
    """Without the value the scene has one result, with it another; and what is played is told in other words."""
    without = kit.package.Rules(**case.base, **case.less)
    rules = kit.package.Rules(**case.base, **case.more, **{case.name: case.value})
    assert case.default != case.other
    assert case.scene(without) == case.default
    assert case.scene(rules) == case.other
    assert without.describe() != rules.describe()


@EACH
def test_every_option_value_has_a_case(kit: Kit) -> None:
    """The cases hold every option, each of few values that is not the default, and of other numbers and tables one."""
    tested = {(case.name, case.value) for case in CASES[kit.name]}
    options = kit.game.rules.options()
    assert {name for name, _ in tested} == {option.name for option in options}
    for option in options:
        default = option.default.value if isinstance(option.default, Choice) else option.default
        missing = (
            {*kit.choices.get(option.name, ())} - {default} - {value for name, value in tested if name == option.name}
        )
        assert not missing, f"{option.name}: {missing}"
        assert (option.name, default) not in tested


@EACH
def test_rules_that_cannot_be_are_refused(kit: Kit) -> None:
    """Values out of range, and options that cannot be played together, are a RulesError that names them."""
    for options, code, named in OPTIONS[kit.name].REFUSED:
        for attempt in (
            lambda: kit.package.Rules(**options),  # noqa: B023
            lambda: kit.package.Rules.from_dict(options),  # noqa: B023
            lambda: replace(kit.package.Rules(), **options),  # noqa: B023
        ):
            refused(attempt, RulesError, code, named)


# ------------------------------------------------------------------------------
# The page and the tests
# ------------------------------------------------------------------------------


def page(kit: Kit) -> str:
    """Return the page of a game's rules."""
    return (ROOT / "docs" / f"{kit.name}.md").read_text(encoding="utf-8")


def documented(kit: Kit) -> dict[str, list[str]]:
    """Return the rows of the page's table of options, by the name of the option."""
    table = page(kit).split("## Options")[1].split("## Presets")[0]
    rows = [
        [cell.strip() for cell in line.strip("| ").split("|")] for line in table.splitlines() if line.startswith("| `")
    ]
    return {row[0].strip("`"): row for row in rows}


def default_of(kit: Kit, option: Any) -> str:
    """Return an option's default as a page says it."""
    written = json.loads((ROOT / "csrc" / kit.name / "options.json").read_text(encoding="utf-8"))
    entry = next(entry for entry in written if entry["name"] == option.name)
    if "follows" in entry:
        rules: Callable[..., Any] = lambda word: kit.package.Rules(**{entry["follows"]: word}).resolved()
        return ", ".join(f"{word} {getattr(rules(word), option.name)}" for word in kit.choices[entry["follows"]])
    if option.default is None:
        return str(entry["none"])
    return ", ".join(map(str, option.default)) if "table" in option.metadata else str(option.default)


@EACH
def test_the_page_lists_the_options(kit: Kit) -> None:
    """The page has a row for each option, in the order of the fields, with its values and its default."""
    rows, options = documented(kit), kit.game.rules.options()
    assert list(rows) == [option.name for option in options]
    for option in options:
        values, default = rows[option.name][2], rows[option.name][3].replace("`", "")
        if "choice" in option.metadata:
            assert values == ", ".join(f"`{choice}`" for choice in option.metadata["choice"])
        elif option.metadata.get("switch"):
            assert values == "switch"
        elif "table" in option.metadata:
            assert values == "table" or len(values.split(", ")) == option.metadata["table"]
        assert default == default_of(kit, option)


@BY_OPTION
def test_the_page_gives_the_ranges(kit: Kit, option: Any) -> None:
    """The least and the greatest number that the page gives for an option are accepted, and those beyond are
    refused."""
    if option.metadata.keys() & {"choice", "switch", "table"}:
        return
    found = re.match(r"(?:(\d+)|`(\w+)`) to (\d+)", documented(kit)[option.name][2])
    assert found is not None
    usual = kit.game.rules().to_dict()
    least, greatest = (int(found[1]) if found[1] else usual[found[2]]), int(found[3])
    beside = {} if found[2] else kit.beside(option.name, greatest)
    for value in (least, greatest):
        needed = beside if value or not found[1] else {}
        assert getattr(kit.package.Rules(**{**needed, option.name: value}), option.name) == value
    for value in (least - 1, greatest + 1):
        with pytest.raises(RulesError):
            kit.package.Rules(**{**beside, option.name: value})


@EACH
def test_the_page_lists_the_presets(kit: Kit) -> None:
    """The presets are those that the page names, and constants of the package; the first is the default game."""
    named = re.findall(rf"\| `{kit.name}\.(\w+)` \|", page(kit))
    assert sorted(named) == sorted(kit.game.presets)
    assert all(getattr(kit.package, name) is preset for name, preset in kit.game.presets.items())
    assert next(iter(kit.game.presets.values())) == kit.package.Rules()


@EACH
def test_the_page_names_the_rule_of_each_option(kit: Kit) -> None:
    """The rule that the page gives for an option is one whose text names it."""
    letter = kit.name[0].upper()
    sections = dict(re.findall(rf"^### ({letter}-\d+) .*?\n(.*?)(?=^##)", page(kit), re.MULTILINE | re.DOTALL))
    for name, row in documented(kit).items():
        for rule in row[-1].split(", "):
            assert name in sections[rule], (name, rule)


@EACH
def test_every_rule_has_a_test_and_every_test_a_rule(kit: Kit) -> None:
    """Each heading X-n of a game's page has two tests test_xn_... or more, for what it allows and what not, and each
    such test a heading."""
    letter = kit.name[0]
    headings = re.findall(rf"^### {letter.upper()}-(\d+) ", page(kit), re.MULTILINE)
    assert headings == [str(n) for n in range(1, len(headings) + 1)]
    assert len(headings) >= 30
    tested: dict[str, int] = {}
    for path in sorted(Path(__file__).parent.glob(f"test_{kit.name}_rules_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (found := re.match(rf"test_{letter}(\d+)_\w", node.name)):
                tested[found[1]] = tested.get(found[1], 0) + 1
    assert sorted(tested, key=int) == headings
    assert [n for n in headings if tested[n] < 2] == []
