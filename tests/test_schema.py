"""The schema that the package ships: it is made from the types, and all that is sent or saved is as it says."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from kit import Kit, State
from kits import EACH
from schemas import FILE, check, document, validator
from test_match_servers import mixed

from rummycore import RummyError
from rummycore.__main__ import main
from rummycore.schema import schema, text
from rummycore.wire import Wire

LEFT_OUT = {"rules", "history", "takeable", "roles"}  # the last two follow from the rest


def test_the_file_is_what_the_types_say(capsys: pytest.CaptureFixture[str]) -> None:
    """The shipped file is as generated, is a JSON Schema, and is what `rummycore schema` prints."""
    assert FILE.read_text(encoding="utf-8") == text()
    assert document() == schema()
    Draft202012Validator.check_schema(document())
    assert main(["schema"]) == 0
    assert capsys.readouterr().out == text()


@EACH
def test_every_public_value_has_a_form(kit: Kit) -> None:
    """Each class of the package that has a wire form is in the schema, and every reference leads somewhere."""
    forms = document()["$defs"]
    for name in kit.package.__all__:
        public = getattr(kit.package, name)
        if isinstance(public, type) and issubclass(public, Wire):
            assert f"{kit.name}.{name}" in forms, name
    assert {f"{kit.name}.{name}" for name in ("Record", "Match", "Rules")} <= set(forms)
    for reference in references(forms):
        assert reference.removeprefix("#/$defs/") in forms


def references(data: Any) -> Any:
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        if key == "$ref":
            yield value
        elif isinstance(value, (dict, list)):
            yield from references(value)


def saved(value: Any) -> Any:
    return json.loads(json.dumps(value.to_dict()))


@EACH
def test_what_is_saved_is_as_the_schema_says(kit: Kit, scale: int) -> None:
    """Records, rules, matches, their events and their standing, and errors are of their forms."""
    state: State
    for state in kit.moments(Random("schema"), max(30, scale // 50)):
        check(f"{kit.name}.Record", saved(state))
        check(f"{kit.name}.Rules", saved(state.rules))
        with pytest.raises(RummyError) as caught:
            state.play("draw" if state.over or "draw" not in map(str, state.legal_moves()) else "discard", seat=0)
        check("Error", saved(caught.value))
    match = mixed(kit)
    check(f"{kit.name}.Match", saved(match))
    check("Standing", saved(match.standing))
    for player in (None, 0, 1):
        view = match.view(player)
        check(f"{kit.name}.View", json.loads(json.dumps(view.to_dict(rules=False, history=False))))
        for event in match.events(player, since=len(match.events(player)) - 9):
            check(f"{kit.name}.MatchEvent", saved(event))


@EACH
def test_a_key_too_many_or_too_few_is_refused(kit: Kit) -> None:
    """In each form another key is an error, and so is a missing one, for the schema and for `from_dict`."""
    match = mixed(kit)
    for name, value in (
        ("View", match.view(0)),
        ("Event", match.state.events(0)[0]),
        ("Outcome", match.outcomes[0]),
        ("MatchEvent", match.events(0)[0]),
        ("Analysis", match.view(0).analyze()),
        ("Record", match.state.record()),
        ("Match", match),
    ):
        good, form = saved(value), validator(f"{kit.name}.{name}")
        assert form.is_valid(good), name
        for wrong in ({**good, "x": 1}, *({k: v for k, v in good.items() if k != key} for key in good)):
            may_lack = name == "View" and good.keys() - wrong.keys() <= LEFT_OUT and "x" not in wrong
            assert form.is_valid(wrong) == may_lack, (name, good.keys() ^ wrong.keys())
            if not good.keys() - wrong.keys() <= {"takeable", "roles"} or "x" in wrong:
                with pytest.raises(RummyError):
                    type(value).from_dict(wrong)


@EACH
def test_wrong_values_are_refused(kit: Kit, scale: int) -> None:
    """What `from_dict` refuses in a view because of its type, the schema refuses too."""
    rng, view = Random("wrong"), kit.game.deal(seed=2).view(0)
    form, refused = validator(f"{kit.name}.View"), 0
    for _ in range(scale // 4):
        data = saved(view)
        key = rng.choice(sorted(data.keys() - {"rules", "outcome"}))
        data[key] = rng.choice([1.5, "x", {"x": 1}, ["x"], [[1.5]]])
        try:
            type(view).from_dict(data)
        except RummyError:
            refused += 1
            assert not form.is_valid(data), (key, data[key])
    assert refused > scale // 8
