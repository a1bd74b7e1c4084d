from __future__ import annotations

from collections import Counter

from fakes import HOSTS, FakeClock, write_tree
from traintray.core.readings import CpuReading, GapReason, GpusReading
from traintray.core.sampling.sampler import Sampler
from traintray.core.sampling.system import system_sensors
from traintray.core.sensors.procfile import ProcFile

KEYS = {
    "cpu",
    "cpu.clocks",
    "cpu.fixed_work",
    "load",
    "memory",
    "pressure.cpu",
    "pressure.memory",
    "pressure.io",
    "gpus",
}


class CountingFile(ProcFile):
    """Counts how often it is really read."""

    reads = 0

    def read(self):
        self.reads += 1
        return super().read()


def test_there_is_one_sensor_of_each_kind():
    keys = Counter(sensor.key for sensor in system_sensors())

    assert keys == Counter(KEYS)


def test_a_whole_machine_in_one_round():
    sampler = Sampler(system_sensors(HOSTS / "vm-2cpu"), FakeClock())

    snapshot = sampler.sample(100.0)

    assert snapshot.readings.keys() | snapshot.gaps.keys() == KEYS
    assert isinstance(snapshot.readings["cpu"], CpuReading)
    assert snapshot.cost_s.keys() == KEYS


def test_a_machine_without_pressure_files_has_gaps_for_them():
    sampler = Sampler(system_sensors(HOSTS / "laptop-hybrid"), FakeClock())

    gaps = sampler.sample(100.0).gaps

    reasons = {key: gap.reason for key, gap in gaps.items() if key != "gpus"}
    missing = GapReason.NOT_PRESENT
    assert reasons == dict.fromkeys(
        ["pressure.cpu", "pressure.memory", "pressure.io"], missing
    )


def test_a_round_reads_the_dearest_file_once(tmp_path):
    stat = CountingFile(HOSTS / "vm-2cpu/proc/stat")
    write_tree(tmp_path, {"proc/loadavg": "0.26 0.30 0.30 1/91 20944\n"})
    sampler = Sampler(system_sensors(tmp_path, stat), FakeClock())

    rounds = [sampler.sample(at_s) for at_s in (100.0, 101.0)]

    assert stat.reads == 2
    assert all({"cpu", "load"} <= r.readings.keys() for r in rounds)


def test_this_machine_can_be_read():
    clock = FakeClock()
    sampler = Sampler(system_sensors(), clock)
    sampler.sample(100.0)

    snapshot = sampler.sample(101.0)

    assert {"cpu", "load", "memory"} <= snapshot.readings.keys()
    assert isinstance(snapshot.readings.get("gpus", GpusReading(())), GpusReading)
