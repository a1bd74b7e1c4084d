"""Healthy runs on machines of every size are told to be well."""

from __future__ import annotations

import pytest

from core.synthetic.healthy import HEALTHY
from core.synthetic.watch import at_end, kinds, verdicts
from traintray.core.diagnosis.verdict import Clear


@pytest.mark.parametrize("case", HEALTHY, ids=str)
def test_a_healthy_run_is_clear_and_nothing_was_told_on_the_way(case):
    told = verdicts(case.record)

    assert kinds(told) == set()
    assert at_end(told) == Clear()
