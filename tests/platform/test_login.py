"""How long ago a login was."""

from __future__ import annotations

import os

import pytest

from traintray.platform.login import is_recent


@pytest.mark.parametrize(
    ("ages_s", "recent"),
    [
        pytest.param([10, 3], True, id="all of it is young"),
        pytest.param([10, 7200], False, id="the oldest counts"),
        pytest.param([119], True, id="just so"),
        pytest.param([121], False, id="not any more"),
        pytest.param([], True, id="nothing is there yet"),
    ],
)
def test_the_session_is_as_old_as_the_oldest_thing_in_its_folder(
    tmp_path, ages_s, recent
):
    for number, age_s in enumerate(ages_s):
        made = tmp_path / f"{number}"
        made.write_text("")
        os.utime(made, (1e9 - age_s, 1e9 - age_s))

    assert is_recent({"XDG_RUNTIME_DIR": str(tmp_path)}, 1e9) is recent


@pytest.mark.parametrize("folder", ["", "/nonexistent"])
def test_without_a_session_nobody_has_just_logged_in(folder):
    assert not is_recent({"XDG_RUNTIME_DIR": folder}, 1e9)
    assert not is_recent({}, 1e9)
