"""The house keeps its own rules: sizes, names, one file per plug-in."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from traintray.core.diagnosis import rules
from traintray.core.diagnosis.rule import Rule
from traintray.core.discovery import collect
from traintray.core.knobs import catalog
from traintray.core.knobs.knob import Knob

APP = Path(__file__).resolve().parents[1] / "app/traintray"
MODULES = sorted(APP.rglob("*.py"))
LONGEST_MODULE, LONGEST_FUNCTION = 250, 40
BANNED = {"utils", "util", "helpers", "helper", "manager", "common", "misc"}


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(APP)))
def test_a_module_and_its_functions_stay_short(path):
    text = path.read_text()
    assert len(text.splitlines()) <= LONGEST_MODULE
    assert path.stem not in BANNED
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            assert lines <= LONGEST_FUNCTION, f"{node.name} has {lines} lines"


def test_every_knob_that_a_rule_names_exists():
    knobs = {knob.name for knob in collect(catalog, "KNOB", Knob)}

    for rule in collect(rules, "RULE", Rule):
        assert set(rule.knobs) <= knobs


def test_kinds_and_ranks_of_rules_are_unique():
    found = collect(rules, "RULE", Rule)

    assert len({rule.kind for rule in found}) == len(found)
    assert len({rule.rank for rule in found}) == len(found)


def test_every_rule_explains_only_what_it_asked_for():
    for rule in collect(rules, "RULE", Rule):
        assert all(
            need.startswith(("run.", "cpu.", "gpu.", "memory.", "pressure.", "load."))
            for need in (*rule.needs, *rule.wants)
        )
