from __future__ import annotations

import pytest

from fakes import HOSTS, write_tree
from traintray.core.readings import CpuReading, CpuShares, GapReason
from traintray.core.sensors.cpu import CpuSensor, Ticks, parse, shares
from traintray.core.sensors.procfile import ProcFile

START = (1000, 100, 500, 8000, 300, 20, 30, 50)
SPENT = (40, 10, 20, 15, 5, 3, 2, 5)  # user nice system idle iowait irq softirq steal
LATER = tuple(a + b for a, b in zip(START, SPENT, strict=True))


def line(name, ticks, guest=(0, 0)):
    return " ".join([name, *map(str, [*ticks, *guest])]) + "\n"


def stat(total, cpus):
    """The text of `/proc/stat`; `cpus` by number."""
    each = "".join(line(f"cpu{n}", ticks) for n, ticks in cpus.items())
    return line("cpu ", total) + each + "intr 5 0 5\nctxt 7\nprocesses 9\n"


class Machine:
    """A folder whose `/proc/stat` changes from one reading to the next."""

    def __init__(self, root):
        self._root = root
        self._at_s = 0.0
        self.sensor = CpuSensor(root)

    def read(self, total, cpus):
        write_tree(self._root, {"proc/stat": stat(total, cpus)})
        self._at_s += 1
        return self.sensor.read(self._at_s)


def test_kinds_of_time_are_put_together_as_mpstat_does():
    assert shares(Ticks(*START), Ticks(*LATER)) == CpuShares(
        user=0.50, system=0.25, iowait=0.05, steal=0.05
    )


def test_waiting_for_a_disk_is_not_busy_but_stolen_time_is():
    answer = shares(Ticks(*START), Ticks(*LATER))

    assert answer is not None
    assert answer.busy == pytest.approx(0.80)


@pytest.mark.parametrize(
    ("field", "by"),
    [
        pytest.param("iowait", -1, id="iowait went back"),
        pytest.param("idle", -700, id="idle went back, as after a resume"),
        pytest.param("user", -1, id="a counter was reset"),
    ],
)
def test_a_counter_that_goes_back_makes_the_interval_unknown(field, by):
    last, now = Ticks(*START), Ticks(*LATER)
    now = now._replace(**{field: getattr(last, field) + by})

    assert shares(last, now) is None


def test_no_time_between_two_readings_is_no_answer():
    assert shares(Ticks(*START), Ticks(*START)) is None


def test_time_in_virtual_machines_is_not_counted_twice():
    content = line("cpu ", START, guest=(900, 100)).encode() + b"intr 0\n"

    total, per_cpu = parse(content)

    assert total == Ticks(*START)
    assert per_cpu == {}


def test_the_first_reading_has_nothing_to_compare_with(tmp_path):
    reading = Machine(tmp_path).read(START, {0: START, 1: START})

    assert reading.total is None
    assert reading.per_cpu == (None, None)
    reasons = {field: gap.reason for field, gap in reading.gaps.items()}
    first = GapReason.FIRST
    assert reasons == {"total": first, "per_cpu.0": first, "per_cpu.1": first}


def test_every_logical_cpu_is_told_apart(tmp_path):
    machine = Machine(tmp_path)
    idle = tuple(a + b for a, b in zip(START, (0, 0, 0, 100, 0, 0, 0, 0), strict=True))

    machine.read(START, {0: START, 1: START})
    reading = machine.read(LATER, {0: LATER, 1: idle})

    assert [cpu.busy for cpu in reading.per_cpu] == [pytest.approx(0.8), 0.0]
    assert reading.gaps == {}


def test_a_cpu_that_goes_offline_leaves_a_hole_at_its_place(tmp_path):
    machine = Machine(tmp_path)
    machine.read(START, {0: START, 1: START, 2: START})

    reading = machine.read(LATER, {0: LATER, 2: LATER})

    assert [cpu is None for cpu in reading.per_cpu] == [False, True, False]
    assert reading.gaps["per_cpu.1"].reason is GapReason.NOT_PRESENT


def test_the_last_cpu_keeps_its_place_when_it_goes_offline(tmp_path):
    machine = Machine(tmp_path)
    machine.read(START, {0: START, 1: START})

    reading = machine.read(LATER, {0: LATER})

    assert len(reading.per_cpu) == 2
    assert reading.per_cpu[1] is None


def test_a_cpu_that_comes_back_begins_anew(tmp_path):
    machine = Machine(tmp_path)
    even_later = tuple(a + b for a, b in zip(LATER, SPENT, strict=True))
    machine.read(START, {0: START, 1: START})
    machine.read(LATER, {0: LATER})

    back = machine.read(LATER, {0: even_later, 1: LATER})

    assert back.per_cpu[1] is None
    assert back.gaps["per_cpu.1"].reason is GapReason.FIRST


@pytest.mark.parametrize(
    "order",
    [
        pytest.param([{0, 1}, {0}], id="one goes"),
        pytest.param([{0}, {0, 1}], id="one comes"),
    ],
)
def test_while_the_set_of_cpus_changes_the_total_is_unknown(tmp_path, order):
    machine = Machine(tmp_path)
    before, after = order
    machine.read(START, dict.fromkeys(before, START))

    reading = machine.read(LATER, dict.fromkeys(after, LATER))

    assert reading.total is None
    assert "CPU" in reading.gaps["total"].detail


def test_one_cpu_whose_counters_went_back_does_not_spoil_the_others(tmp_path):
    machine = Machine(tmp_path)
    machine.read(START, {0: START, 1: LATER})

    reading = machine.read(LATER, {0: LATER, 1: START})

    assert reading.per_cpu[0] is not None
    assert reading.per_cpu[1] is None
    assert reading.gaps["per_cpu.1"].reason is GapReason.FAILED


def test_after_a_reset_the_next_reading_is_a_first_one(tmp_path):
    machine = Machine(tmp_path)
    machine.read(START, {0: START})

    machine.sensor.reset()
    reading = machine.read(LATER, {0: LATER})

    assert (reading.total, reading.per_cpu) == (None, (None,))
    assert {gap.reason for gap in reading.gaps.values()} == {GapReason.FIRST}


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("", id="empty"),
        pytest.param("intr 1 2\n", id="no CPUs"),
        pytest.param("cpu  1 2 3\n", id="too few counters"),
        pytest.param("cpu  1 2 3 4 x 6 7 8\n", id="not a number"),
        pytest.param("cpu  1 2 3 4 5 6 7 8\ncpuX 1 2 3 4 5 6 7 8\n", id="no number"),
    ],
)
def test_content_that_makes_no_sense_is_an_error_of_the_system(tmp_path, content):
    write_tree(tmp_path, {"proc/stat": content})

    with pytest.raises(OSError, match="proc/stat: not in the form"):
        CpuSensor(tmp_path).read(1.0)


def test_a_recorded_machine_was_as_busy_as_its_counters_say():
    sensor = CpuSensor(stat=ProcFile(HOSTS / "vm-2cpu/proc/stat"))
    sensor.read(1.0)
    sensor._file = ProcFile(HOSTS / "vm-2cpu-later/proc/stat")

    reading = sensor.read(3.0)

    assert reading.total == CpuShares(
        user=313 / 396, system=29 / 396, iowait=2 / 396, steal=1 / 396
    )
    assert [round(cpu.busy, 3) for cpu in reading.per_cpu] == [0.985, 0.745]


def test_the_offline_cpu_of_a_laptop_is_never_waited_for():
    reading = CpuSensor(HOSTS / "laptop-hybrid").read(1.0)

    assert len(reading.per_cpu) == 5


def test_what_the_host_of_a_virtual_machine_took_has_a_series(tmp_path):
    machine = Machine(tmp_path)
    machine.read(START, {0: START})

    series = machine.sensor.series(machine.read(LATER, {0: LATER}))

    assert series["cpu.steal_fraction"] == 0.05
    assert machine.sensor.series(CpuReading(None, (), {}))["cpu.steal_fraction"] is None
