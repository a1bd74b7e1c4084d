"""Which knob a change of the env file was, for the history."""

from __future__ import annotations

import pytest

from traintray.core.knobs import shelf
from traintray.core.knobs.changes import KnobChanges
from traintray.core.knobs.journal import Record


class Journal:
    """A journal with one change."""

    def __init__(self, **after: str | None) -> None:
        keys = {name: (None, value) for name, value in after.items()}
        self.record = Record(1, "/f", "2026-11-30 12:00:00", None, "x", keys)

    def changes(self):
        return (self.record,)


@pytest.mark.parametrize(
    ("after", "knob"),
    [
        ({"OMP_NUM_THREADS": "8"}, "thread_cap"),
        ({"OMP_NUM_THREADS": "8", "PJRT_NPROC": "8"}, "thread_cap"),
        ({"OMP_WAIT_POLICY": "passive"}, "wait_policy"),
        ({"OMP_WAIT_POLICY": "passive", "GOMP_SPINCOUNT": None}, "wait_policy"),
        ({"OMP_PROC_BIND": "false", "GOMP_CPU_AFFINITY": None}, "binding"),
        ({"POLARS_MAX_THREADS": "2"}, "polars_threads"),
        ({"OMP_NUM_THREADS": "8", "POLARS_MAX_THREADS": "2"}, "env_file"),
        ({"MINE": "1"}, "env_file"),
    ],
)
def test_a_change_is_told_under_the_knob_that_makes_it(after, knob):
    (told,) = KnobChanges(Journal(**after)).news(0.0, None)

    assert told.knob == knob


def test_no_names_are_no_knobs_change():
    assert shelf.that_sets(()) is None
