"""Clock, heat and throttling of the CPU, from recorded and hand-made machines."""

from __future__ import annotations

import pytest

from fakes import HOSTS, write_tree
from traintray.core.readings import GapReason
from traintray.core.sensors.cpu_clocks import MOST_CPUS, CpuClocksSensor

SERVER = HOSTS / "server-2socket"
ZEN = HOSTS / "desktop-zen"
CPU = "sys/devices/system/cpu"
HEAT = "temperature_celsius"


def throttled(cpu, core, package=None):
    folder = f"{CPU}/cpu{cpu}/thermal_throttle"
    files = {f"{folder}/core_throttle_count": f"{core}\n"}
    if package is not None:
        files[f"{folder}/package_throttle_count"] = f"{package}\n"
    return files


def test_the_clock_is_a_share_of_each_cpus_highest():
    # 2.1 and 3.6 GHz of 4.2, twice each
    expected = (2.1 + 3.6) / 2 / 4.2

    assert CpuClocksSensor(SERVER).read(0.0).frequency_fraction == pytest.approx(
        expected
    )
    assert CpuClocksSensor(ZEN).read(0.0).frequency_fraction == 0.75


def test_the_hottest_package_counts_and_not_the_board():
    assert CpuClocksSensor(SERVER).read(0.0).temperature_celsius == 93.0


def test_the_chip_is_believed_before_the_temperature_for_its_fan():
    assert CpuClocksSensor(ZEN).read(0.0).temperature_celsius == 71.0


def test_a_thermal_zone_will_do_where_no_chip_is_known(tmp_path):
    zones = "sys/class/thermal/thermal_zone"
    write_tree(
        tmp_path,
        {
            f"{zones}0/type": "acpitz\n",
            f"{zones}0/temp": "27800\n",
            f"{zones}1/type": "x86_pkg_temp\n",
            f"{zones}1/temp": "66000\n",
        },
    )

    assert CpuClocksSensor(tmp_path).read(0.0).temperature_celsius == 66.0


def test_a_package_that_was_slowed_counts_once_and_not_once_per_core(tmp_path):
    sensor = CpuClocksSensor(tmp_path)
    topology = {
        f"{CPU}/cpu{cpu}/topology/physical_package_id": f"{cpu % 2}\n"
        for cpu in range(4)
    }
    write_tree(tmp_path, {f"{CPU}/online": "0-3\n", **topology})
    for cpu in range(4):
        write_tree(tmp_path, throttled(cpu, core=10, package=100))
    first = sensor.read(0.0)
    for cpu in range(4):
        slowed = 15 if cpu % 2 == 0 else 0
        core = 20 if cpu == 2 else 10
        write_tree(tmp_path, throttled(cpu, core, package=100 + slowed))

    second = sensor.read(5.0)

    assert first.throttle_events_per_s is None
    assert first.gaps["throttle_events_per_s"].reason is GapReason.FIRST
    assert second.throttle_events_per_s == (15 + 10) / 5


def test_between_two_looks_the_last_one_stands(tmp_path):
    zone = "sys/class/thermal/thermal_zone0"
    write_tree(tmp_path, {f"{zone}/type": "x86_pkg_temp", f"{zone}/temp": "50000"})
    sensor = CpuClocksSensor(tmp_path)
    sensor.read(100.0)
    write_tree(tmp_path, {f"{zone}/temp": "90000"})

    seen = [sensor.read(at_s).temperature_celsius for at_s in (101.0, 104.9, 105.0)]

    assert seen == [50.0, 50.0, 90.0]


def test_after_a_resume_it_looks_at_once_and_counts_anew(tmp_path):
    write_tree(tmp_path, {f"{CPU}/online": "0", **throttled(0, 1, 1)})
    sensor = CpuClocksSensor(tmp_path)
    sensor.read(100.0)
    assert sensor.read(105.0).gaps.keys() == {"frequency_fraction", HEAT}
    sensor.reset()
    write_tree(tmp_path, throttled(0, 500, 500))

    reading = sensor.read(106.0)

    assert reading.gaps["throttle_events_per_s"].reason is GapReason.FIRST


def test_a_virtual_machine_has_gaps_that_say_why():
    reading = CpuClocksSensor(HOSTS / "vm-2cpu").read(0.0)

    assert (reading.frequency_fraction, reading.temperature_celsius) == (None, None)
    assert {name: gap.reason for name, gap in reading.gaps.items()} == dict.fromkeys(
        ("frequency_fraction", "throttle_events_per_s", "temperature_celsius"),
        GapReason.NOT_PRESENT,
    )


def test_a_chip_without_counts_of_throttling_has_a_gap_for_them_only():
    gaps = CpuClocksSensor(ZEN).read(0.0).gaps

    assert {name: gap.reason for name, gap in gaps.items()} == {
        "throttle_events_per_s": GapReason.NOT_PRESENT
    }


def test_a_large_machine_is_asked_in_a_few_places_on_every_package(tmp_path):
    files = {f"{CPU}/online": "0-255\n"}
    for cpu in range(256):
        folder = f"{CPU}/cpu{cpu}"
        files[f"{folder}/topology/physical_package_id"] = f"{cpu % 2}\n"
        # Those of the second package, all odd, run at half their clock.
        files[f"{folder}/cpufreq/scaling_cur_freq"] = f"{2000 - 1000 * (cpu % 2)}\n"
        files[f"{folder}/cpufreq/cpuinfo_max_freq"] = "2000\n"
    write_tree(tmp_path, files)
    sensor = CpuClocksSensor(tmp_path)

    reading = sensor.read(0.0)

    assert len(reading.frequency_by_cpu) <= MOST_CPUS + 2
    assert {cpu % 2 for cpu in reading.frequency_by_cpu} == {0, 1}
    assert reading.frequency_fraction < 1.0


def test_the_few_cpus_of_a_run_are_asked_as_well(tmp_path):
    files = {f"{CPU}/online": "0-255\n"}
    for cpu in range(256):
        folder = f"{CPU}/cpu{cpu}"
        clock = 1000 if cpu in (37, 38, 39) else 2000
        files[f"{folder}/cpufreq/scaling_cur_freq"] = f"{clock}\n"
        files[f"{folder}/cpufreq/cpuinfo_max_freq"] = "2000\n"
        files |= throttled(cpu, core=0)
    write_tree(tmp_path, files)
    sensor = CpuClocksSensor(tmp_path)
    sensor.watch([(37, 38, 39, 300), range(128, 256)])
    sensor.read(0.0)
    write_tree(tmp_path, throttled(38, core=20))

    reading = sensor.read(5.0)

    assert {cpu: reading.frequency_by_cpu[cpu] for cpu in (37, 38, 39)} == {
        37: 0.5,
        38: 0.5,
        39: 0.5,
    }
    assert reading.throttle_by_cpu[38] == 4.0
    assert len([cpu for cpu in reading.frequency_by_cpu if cpu >= 128]) >= MOST_CPUS
    assert len(reading.frequency_by_cpu) <= 3 * MOST_CPUS
    # The machine's own numbers stay those of its own few.
    assert (reading.frequency_fraction, reading.throttle_events_per_s) == (1.0, 0.0)


def test_a_counter_that_went_back_is_a_gap(tmp_path):
    write_tree(tmp_path, {f"{CPU}/online": "0", **throttled(0, 9)})
    sensor = CpuClocksSensor(tmp_path)
    sensor.read(0.0)
    write_tree(tmp_path, throttled(0, 3))

    reading = sensor.read(5.0)

    assert reading.gaps["throttle_events_per_s"].reason is GapReason.FAILED
    assert (reading.throttle_events_per_s, reading.throttle_by_cpu) == (None, {})


def test_a_driver_that_is_taken_out_leaves_a_gap_and_is_looked_for_again(tmp_path):
    chip = "sys/class/hwmon/hwmon0"
    write_tree(tmp_path, {f"{chip}/name": "zenpower", f"{chip}/temp1_input": "40000"})
    sensor = CpuClocksSensor(tmp_path)
    assert sensor.read(0.0).temperature_celsius == 40.0
    (tmp_path / chip / "temp1_input").unlink()
    assert sensor.read(5.0).gaps["temperature_celsius"].reason is GapReason.NOT_PRESENT
    (tmp_path / chip / "name").unlink()
    back = "sys/class/hwmon/hwmon7"
    write_tree(tmp_path, {f"{back}/name": "zenpower", f"{back}/temp1_input": "45000"})

    assert sensor.read(10.0).temperature_celsius == 45.0


def test_the_series_bear_the_names_that_rules_use():
    sensor = CpuClocksSensor(SERVER)

    assert sensor.series(sensor.read(0.0)).keys() == {
        "cpu.frequency_fraction",
        "cpu.throttle_events_per_s",
        "cpu.temperature_celsius",
    }
