"""What holds for every setting, also for one that is added later."""

from __future__ import annotations

import ast
import json
from dataclasses import fields
from pathlib import Path

import pytest

import traintray
from traintray.settings import settings as settings_file
from traintray.settings.fields import Option, options
from traintray.settings.settings import Settings
from traintray.settings.typed import text_of, value_of

OPTIONS = options(Settings)
TEXTS = {
    "muted_kinds": ("gpu_idle",),
    "quiet_from": "21:15",
    "quiet_until": "06:45",
    "env_file": "/home/ada/other.env",
}
APP = Path(traintray.__file__).parent


def another(name: str, option: Option):
    """A value that it can have and that is not its default."""
    if name in TEXTS:
        return TEXTS[name]
    if isinstance(option.default, bool):
        return not option.default
    if option.choices:
        return next(one for one in option.choices if one != option.default)
    return type(option.default)(option.maximum)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "settings.json"


@pytest.mark.parametrize("name", OPTIONS)
def test_another_value_comes_back_from_the_file_and_from_the_terminal(path, name):
    wanted = another(name, OPTIONS[name])
    settings_file.change(path, {name: value_of(OPTIONS[name], text_of(wanted))})

    loaded, problems = settings_file.load(path)

    assert getattr(loaded, name) == wanted != OPTIONS[name].default
    assert type(getattr(loaded, name)) is type(OPTIONS[name].default)
    assert problems == ()


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("bad", [None, {"a": 1}, [[]], "\u0000", -1e300, [1, 2]])
def test_what_it_cannot_be_is_its_default_and_said_once(path, name, bad):
    good = "memory_units" if name != "memory_units" else "theme"
    other = another(good, OPTIONS[good])
    path.write_text(json.dumps({name: bad, good: other}))

    loaded, problems = settings_file.load(path)

    assert getattr(loaded, name) == OPTIONS[name].default
    assert getattr(loaded, good) == other
    assert len(problems) == 1
    assert name in problems[0]
    assert str(path) in problems[0]


def test_none_is_dead_each_is_read_by_something_beside_its_own_page():
    own = (APP / "ui/window/settings", APP / "settings/settings.py")
    read = set()
    for file in APP.rglob("*.py"):
        if any(file.is_relative_to(one) for one in own):
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Attribute) and _is_settings(node.value):
                read.add(node.attr)

    assert {field.name for field in fields(Settings)} - read == set()


def _is_settings(node: ast.expr) -> bool:
    """Whether it is what the code base calls settings: `settings`, `chosen`, `now`."""
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return name.lstrip("_") in {"settings", "chosen", "now"}
