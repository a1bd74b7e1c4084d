"""The clock of a run is that of the CPUs that it may use."""

import pytest

from core.detection.runs import member, run
from traintray.core.detection.clock_figures import clock_figures
from traintray.core.detection.run import Role
from traintray.core.readings import UsableCpus
from traintray.core.sensors.cpu_clocks import CpuClocksReading


def on(*cpus):
    usable = UsableCpus(float(len(cpus)), cpus, 1, None)
    return run(member(1, Role.MAIN, 1.0), usable_cpus=usable)


READING = CpuClocksReading(
    0.9,
    7.0,
    80.0,
    frequency_by_cpu={0: 1.0, 4: 0.4, 5: 0.6},
    throttle_by_cpu={0: 0.0, 4: 1.5, 5: 3.0},
)


def test_the_clock_is_the_mean_of_its_cpus_and_the_most_slowed_one_counts():
    found = clock_figures(on(4, 5, 6), READING)

    assert found["frequency_fraction"] == pytest.approx(0.5)
    assert found["throttle_events_per_s"] == 3.0


@pytest.mark.parametrize("reading", [READING, None])
def test_what_nobody_asked_of_its_cpus_is_unknown(reading):
    assert clock_figures(on(8, 9), reading) == {
        "frequency_fraction": None,
        "throttle_events_per_s": None,
    }
