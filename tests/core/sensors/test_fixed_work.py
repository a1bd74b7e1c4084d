from __future__ import annotations

import time

from traintray.core.sensors.fixed_work import EVERY_S, FixedWorkSensor


class Script:
    """A clock of CPU time on which tries last as told, one after the other."""

    def __init__(self, *lasting_s):
        self._times = [0.0]
        for one in lasting_s:
            self._times += [self._times[-1] + one, self._times[-1] + one]
        self._told = iter(self._times)

    def __call__(self):
        return next(self._told)


def test_the_least_of_three_tries_counts_for_cold_caches_and_interrupts_are_no_speed():
    sensor = FixedWorkSensor(Script(90.0, 40.0, 55.0))

    reading = sensor.read(0.0)

    assert sensor.series(reading) == {"cpu.fixed_work_s": 40.0}


def test_between_two_looks_nothing_is_computed():
    sensor = FixedWorkSensor(Script(3.0, 2.0, 1.0, 6.0, 5.0, 4.0))

    told = [sensor.read(at_s).cpu_time_s for at_s in (0.0, EVERY_S - 0.1, EVERY_S)]

    assert told == [1.0, 1.0, 4.0]


def test_after_a_suspend_the_machine_is_measured_anew():
    sensor = FixedWorkSensor(Script(3.0, 2.0, 1.0, 6.0, 5.0, 4.0))
    sensor.read(0.0)
    sensor.reset()

    assert sensor.read(1.0).cpu_time_s == 4.0


def test_a_look_takes_cpu_time_of_this_thread_and_little_of_it():
    sensor = FixedWorkSensor()

    began_s = time.thread_time()
    least_s = sensor.read(0.0).cpu_time_s
    whole_s = time.thread_time() - began_s

    assert 0.0 < least_s * 3 <= whole_s
    assert least_s < 0.005, "a thousandth of the time between two looks"
