"""Only what is new is written, and that is enough."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traintray.core.replay import changes, refusals
from traintray.core.replay.errors import TraceError

PARTS = st.one_of(st.none(), st.integers(0, 3), st.lists(st.integers(0, 2), max_size=2))
VALUES = st.one_of(PARTS, st.dictionaries(st.sampled_from("abcd"), PARTS))


@given(st.lists(VALUES, min_size=1, max_size=8))
def test_every_value_of_a_series_can_be_worked_out_again(values):
    before = replayed = changes.NOTHING
    for value in values:
        replayed = changes.changed(replayed, changes.change(before, value))
        before = value

        assert replayed == value


def test_what_stays_takes_no_room_and_a_field_only_its_own():
    one = {"a": 1, "b": [1, 2], "c": None}

    assert changes.change(one, dict(one)) == {}
    assert changes.change(one, {"a": 1, "b": [1]}) == {"~": {"b": [1]}, "-": ["c"]}


@pytest.mark.parametrize(
    ("before", "how"),
    [
        (changes.NOTHING, {}),
        (changes.NOTHING, {"~": {"a": 1}}),
        (3, {"~": {"a": 1}}),
        ({"a": 1}, {"~": 3}),
        ({"a": 1}, {"-": 3}),
        ({"a": 1}, {"-": [[]]}),
        ({"a": 1}, [1]),
        ({"a": 1}, None),
    ],
)
def test_a_change_that_does_not_fit_is_refused(before, how):
    with pytest.raises(TraceError):
        changes.changed(before, how)


@pytest.mark.parametrize(
    "error",
    [
        ProcessLookupError("gone"),
        ProcessLookupError(3, "No such process", "/proc/7/stat"),
        PermissionError(13, "Permission denied", b"/proc/7/maps"),
        FileNotFoundError(2, "No such file or directory"),
        OSError(95, "Operation not supported"),
        OSError("no 'some' line"),
    ],
)
def test_a_refusal_comes_back_with_its_kind_number_text_and_file(error):
    again = refusals.read(refusals.written(error, lambda text: text))

    assert type(again) is type(error)
    assert again.errno == error.errno
    assert str(again.strerror or again) == str(error.strerror or error)
    file = error.filename
    assert again.filename == (file.decode() if isinstance(file, bytes) else file)


@pytest.mark.parametrize("wrong", [None, [], [1, 2, 3, 4], ["OSError", "x", "y", None]])
def test_a_made_up_refusal_is_refused(wrong):
    with pytest.raises(TraceError):
        refusals.read({"!": wrong})
