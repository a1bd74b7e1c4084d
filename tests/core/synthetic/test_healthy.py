"""Healthy runs on machines of every size are told to be well."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.synthetic import workloads as w
from core.synthetic.healthy import HEALTHY
from core.synthetic.machines import WITH_GPU
from core.synthetic.models import Weather
from core.synthetic.watch import at_end, kinds, verdicts, watch
from traintray.core.diagnosis.verdict import Clear

POOR = {
    "no driver": Weather(has_driver=False),
    "a container": Weather(hides_gpu_users=True),
    "no pressure files": Weather(has_pressure=False),
}


@pytest.mark.parametrize("case", HEALTHY, ids=str)
def test_a_healthy_run_is_clear_and_nothing_was_told_on_the_way(case):
    told = verdicts(case.record)

    assert kinds(told) == set()
    assert at_end(told) == Clear()


@pytest.mark.parametrize("poor", POOR)
@pytest.mark.parametrize("machine", WITH_GPU[:3], ids=lambda m: m.name)
@pytest.mark.parametrize(
    "make", [w.slack_loaders, w.polling_main, w.data_on_the_gpu, w.light_pool]
)
def test_where_little_can_be_read_nothing_is_made_up(make, machine, poor):
    workload = replace(make(machine), weather=POOR[poor])

    told = verdicts(watch(machine, workload))

    assert kinds(told) == set()
