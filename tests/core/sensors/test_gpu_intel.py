"""Intel GPUs, from trees of files like those of i915 and xe."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from fakes import HOSTS, host_with_links, write_tree
from traintray.core.readings import GapReason
from traintray.core.sensors.gpu.intel import IntelGpus

IDLE_XE = "sys/bus/pci/devices/0000-03-00.0/tile0/gt0/gtidle/idle_residency_ms"
ENERGY_XE = "sys/bus/pci/devices/0000-03-00.0/hwmon/hwmon4/energy1_input"
IDLE_I915 = "sys/bus/pci/devices/0000-00-02.0/drm/card0/gt/gt0/rc6_residency_ms"


@pytest.fixture
def arc(tmp_path):
    """A card of its own under xe."""
    return host_with_links("workstation-arc", tmp_path / "arc")


@pytest.fixture
def laptop(tmp_path):
    """A part of the CPU under i915."""
    host = HOSTS / "laptop-i915"
    return Path(shutil.copytree(host, tmp_path / "laptop", symlinks=True))


def count_on(root, path, by):
    before = int((root / path).read_text())
    write_tree(root, {path: f"{before + by}\n"})


def test_a_card_of_its_own_could_train(arc):
    (card,) = IntelGpus(arc).read(0.0)
    assert (card.can_train, card.memory_is_shared) == (True, False)
    assert card.memory_total_bytes == 12 * 2**30


def test_a_part_of_the_cpu_shares_its_memory_and_could_not_train(laptop):
    (part,) = IntelGpus(laptop).read(0.0)

    assert (part.can_train, part.memory_is_shared) == (False, True)
    assert part.memory_total_bytes is None
    assert part.gaps["memory_total_bytes"].reason is GapReason.NOT_SUPPORTED


def test_names_and_clocks(arc):
    (card,) = IntelGpus(arc).read(0.0)

    assert (card.vendor, card.uuid) == ("intel", "pci-0000:03:00.0")
    assert card.name == "Arc B580"
    assert (card.core_clock_hertz, card.core_clock_limit_hertz) == (2.0e9, 2.85e9)


def test_clocks_under_i915(laptop):
    (part,) = IntelGpus(laptop).read(0.0)

    assert (part.core_clock_hertz, part.core_clock_limit_hertz) == (3.5e8, 1.45e9)


@pytest.mark.parametrize(("host", "path"), [("arc", IDLE_XE), ("laptop", IDLE_I915)])
def test_busy_is_the_time_that_is_not_counted_as_idle(request, host, path):
    root = request.getfixturevalue(host)
    gpus = IntelGpus(root)
    (first,) = gpus.read(10.0)
    assert first.busy_fraction is None
    assert first.gaps["busy_fraction"].reason is GapReason.FIRST

    count_on(root, path, 1500)  # 1.5 of 2 s without work
    (second,) = gpus.read(12.0)

    assert second.busy_fraction == pytest.approx(0.25)


def test_power_is_the_energy_over_the_time(arc):
    gpus = IntelGpus(arc)
    gpus.read(10.0)
    count_on(arc, ENERGY_XE, 180_000_000)

    assert gpus.read(12.0)[0].power_watts == pytest.approx(90.0)


def test_a_counter_that_began_anew_gives_no_rate(arc):
    gpus = IntelGpus(arc)
    gpus.read(10.0)
    write_tree(arc, {IDLE_XE: "0\n"})

    (gpu,) = gpus.read(12.0)

    assert gpu.busy_fraction is None
    assert gpu.gaps["busy_fraction"].reason is GapReason.FIRST


def test_a_gpu_that_counts_cycles_tells_the_share_of_a_process(arc):
    gpus = IntelGpus(arc)
    gpus.read(0.0, closely=True)
    info = arc / "proc/4000/fdinfo/9"
    text = info.read_text().replace("ccs:\t1000", "ccs:\t1600")
    info.write_text(text.replace("total-cycles-ccs:\t2000", "total-cycles-ccs:\t3000"))

    (gpu,) = gpus.read(2.0, closely=True)

    assert gpu.compute_processes == {4000: 3 * 2**30}
    assert gpu.process_busy_fractions == {4000: pytest.approx(0.6)}


def test_a_suspended_card_is_asleep(arc):
    power = "sys/bus/pci/devices/0000-03-00.0/power"
    write_tree(
        arc, {f"{power}/control": "auto", f"{power}/runtime_status": "suspended"}
    )

    (gpu,) = IntelGpus(arc).read(0.0)

    assert gpu.is_asleep
    assert gpu.gaps["busy_fraction"].reason is GapReason.ASLEEP


def test_a_machine_without_a_driver_has_no_gpu(tmp_path):
    assert not IntelGpus(tmp_path).is_here()


POWER_XE = "sys/bus/pci/devices/0000-03-00.0/power"
POWER_I915 = "sys/bus/pci/devices/0000-00-02.0/power"


def idle_for(root, path, power, seconds):
    """Read a GPU without work once a second; return the readings."""
    write_tree(root, {f"{power}/control": "auto", f"{power}/runtime_status": "active"})
    gpus, read = IntelGpus(root), []
    for at_s in range(seconds):
        read += gpus.read(float(at_s))
        count_on(root, path, 1000)
    return read


def test_a_card_without_work_is_left_alone_so_that_it_can_sleep(arc):
    shutil.rmtree(arc / "proc")
    (arc / "proc").mkdir()

    read = idle_for(arc, IDLE_XE, POWER_XE, 14)

    assert (read[9].busy_fraction, read[9].is_asleep) == (0.0, False)
    assert read[-1].is_asleep
    assert {gap.reason for gap in read[-1].gaps.values()} == {GapReason.ASLEEP}
    assert (read[-1].can_train, read[-1].memory_is_shared) == (True, False)


def test_a_card_that_somebody_computes_on_is_read_on(arc):
    assert not any(gpu.is_asleep for gpu in idle_for(arc, IDLE_XE, POWER_XE, 20))


def test_a_part_of_the_cpu_is_read_as_long_as_it_is_awake(laptop):
    read = idle_for(laptop, IDLE_I915, POWER_I915, 20)

    assert not any(gpu.is_asleep for gpu in read)


def test_after_it_slept_a_card_needs_two_readings_for_a_rate(arc):
    status = f"{POWER_XE}/runtime_status"
    write_tree(arc, {f"{POWER_XE}/control": "auto", status: "active"})
    gpus = IntelGpus(arc)
    gpus.read(0.0)
    write_tree(arc, {status: "suspended"})
    gpus.read(1.0)
    write_tree(arc, {status: "active"})

    (gpu,) = gpus.read(2.0)

    assert gpu.busy_fraction is None
    assert gpu.gaps["busy_fraction"].reason is GapReason.FIRST


def test_who_has_an_idle_gpu_open_is_not_looked_for_while_nobody_was_listed(laptop):
    shutil.rmtree(laptop / "proc", ignore_errors=True)
    (laptop / "proc").mkdir()
    read = idle_for(laptop, IDLE_I915, POWER_I915, 12)
    assert read[-1].busy_fraction == 0.0
    gpus = IntelGpus(laptop)
    gpus.read(0.0)
    count_on(laptop, IDLE_I915, 1000)
    gpus.read(1.0)
    (laptop / "proc").rmdir()  # to look for users would fail now
    count_on(laptop, IDLE_I915, 19_000)

    assert len(gpus.read(20.0)) == 1
