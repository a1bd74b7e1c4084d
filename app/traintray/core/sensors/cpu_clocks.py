"""Read how fast the CPU is clocked, how hot it is, and how often heat slowed it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from traintray.core.rate import Rate
from traintray.core.readings import Gap, GapReason
from traintray.core.sensors.cpu_heat import CpuHeat
from traintray.core.sensors.plugin import SensorPlugin, Series
from traintray.core.sensors.refusal import gap_of
from traintray.core.sensors.topology import parse_cpu_list

EVERY_S = 5.0
"""Heat moves over tens of seconds, and each of these files costs an open."""

MOST_CPUS = 8
"""CPUs that are asked of the machine, and of each set of CPUs that a run may use.
Kernels before 5.18 measure while the reader waits, up to 10 ms for each CPU; heat and
power limits slow a whole package, so a few tell."""
_FIRST = Gap(GapReason.FIRST)
_WENT_BACK = Gap(GapReason.FAILED, "a counter went back or no time passed")
_Counter = tuple[str, str]
"""`core` or `package`, and which."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CpuClocksReading:
    """Clock and heat of the CPU at one instant."""

    frequency_fraction: float | None
    """Mean clock of the CPUs asked, as a share of each one's highest, 0..1 and a
    little more. `grep . /sys/devices/system/cpu/cpu*/cpufreq/scaling_cur_freq`,
    divided by `cpuinfo_max_freq`"""
    throttle_events_per_s: float | None
    """How often per second heat slowed a core or a package, since the last look.
    `grep . /sys/devices/system/cpu/cpu*/thermal_throttle/*_throttle_count`"""
    temperature_celsius: float | None
    """The hottest package.  `sensors`, or `cat /sys/class/hwmon/hwmon*/temp1_input`"""
    gaps: Mapping[str, Gap] = field(default_factory=dict)
    frequency_by_cpu: Mapping[int, float] = field(default_factory=dict)
    """The same of each CPU that was asked."""
    throttle_by_cpu: Mapping[int, float] = field(default_factory=dict)
    """Events per second of the core and of the package of each CPU that was asked."""


class CpuClocksSensor:
    """Clock, heat and throttling. Virtual machines have none of it: gaps, no error.

    `root` is the file system to read; a test hands in a folder.
    """

    key = "cpu.clocks"

    def __init__(self, root: Path = Path("/")) -> None:
        self._cpus = root / "sys/devices/system/cpu"
        self._heat = CpuHeat(root)
        self._rates: dict[_Counter, Rate] = {}
        self._groups: tuple[Sequence[int], ...] = ()
        self._next_at_s = -math.inf
        self._last = CpuClocksReading(None, None, None)

    def watch(self, groups: Iterable[Sequence[int]]) -> None:
        """Ask some of each of these sets of CPUs as well, from the next look on."""
        self._groups = tuple(groups)

    def read(self, at_s: float) -> CpuClocksReading:
        """Return what was read within the last `EVERY_S`, or read now."""
        if at_s >= self._next_at_s:
            self._next_at_s = at_s + EVERY_S
            self._last = self._read(at_s)
        return self._last

    def series(self, reading: CpuClocksReading) -> Series:
        """Name the clock, the throttling and the heat."""
        return {
            "cpu.frequency_fraction": reading.frequency_fraction,
            "cpu.throttle_events_per_s": reading.throttle_events_per_s,
            "cpu.temperature_celsius": reading.temperature_celsius,
        }

    def reset(self) -> None:
        """Forget the last counts and look anew at once."""
        self._rates.clear()
        self._next_at_s = -math.inf

    def _read(self, at_s: float) -> CpuClocksReading:
        gaps: dict[str, Gap] = {}

        def ask(name: str, question: Callable[[], T]) -> T | None:
            try:
                return question()
            except OSError as error:
                gaps[name] = gap_of(error)
            except ValueError as error:
                gaps[name] = Gap(GapReason.FAILED, str(error))
            return None

        online = self._online()
        machine = self._asked(online)
        asked = machine.union(*(_spread(group, online) for group in self._groups))
        clocks = ask("frequency_fraction", lambda: self._clocks(asked)) or {}
        celsius = ask("temperature_celsius", self._heat.celsius)
        throttle = ask(
            "throttle_events_per_s", lambda: self._throttling(asked, machine, at_s)
        )
        per_s, by_cpu, missing = throttle or (None, {}, None)
        if missing is not None:
            gaps["throttle_events_per_s"] = missing
        known = [clocks[cpu] for cpu in machine if cpu in clocks]
        mean = sum(known) / len(known) if known else None
        return CpuClocksReading(mean, per_s, celsius, gaps, clocks, by_cpu)

    def _online(self) -> tuple[int, ...]:
        try:
            return parse_cpu_list((self._cpus / "online").read_text())
        except OSError:
            return (0,)

    def _asked(self, online: tuple[int, ...]) -> set[int]:
        """Return the CPUs to ask: spread evenly, and the first of each package."""
        return _spread(online, online) | set(self._by_package(online).values())

    def _by_package(self, cpus: tuple[int, ...]) -> dict[str, int]:
        """Return the first CPU of each package. The second package begins at the
        second CPU or in the middle, so few have to be looked at.
        """
        few = {cpus[0], cpus[min(1, len(cpus) - 1)], cpus[len(cpus) // 2]}
        found: dict[str, int] = {}
        for cpu in sorted(few):
            found.setdefault(self._package(cpu), cpu)
        return found

    def _package(self, cpu: int) -> str:
        try:
            path = self._cpus / f"cpu{cpu}/topology/physical_package_id"
            return path.read_text().strip()
        except OSError:
            return ""

    def _clocks(self, cpus: set[int]) -> dict[int, float]:
        """Return each one's share of its highest clock; OSError where one has none."""
        shares = {}
        for cpu in sorted(cpus):
            folder = self._cpus / f"cpu{cpu}/cpufreq"
            highest = _number(folder / "cpuinfo_max_freq")
            shares[cpu] = _number(folder / "scaling_cur_freq") / highest
        return shares

    def _throttling(
        self, cpus: set[int], machine: set[int], at_s: float
    ) -> tuple[float | None, dict[int, float], Gap | None]:
        """Return the events per second of the machine and of each CPU, or why not.

        A core counts for itself, a package once. OSError where one is not counted.
        """
        names: dict[int, tuple[_Counter, _Counter]] = {}
        counts: dict[_Counter, float] = {}
        for cpu in sorted(cpus):
            core, package = ("core", str(cpu)), ("package", self._package(cpu))
            names[cpu] = core, package
            folder = self._cpus / f"cpu{cpu}/thermal_throttle"
            counts[core] = _number(folder / "core_throttle_count")
            counts[package] = _number(folder / "package_throttle_count", absent=0.0)
        missing = _WENT_BACK if self._rates else _FIRST
        rates = {
            name: self._rates.setdefault(name, Rate()).update(count, at_s)
            for name, count in counts.items()
        }
        known = {name: rate for name, rate in rates.items() if rate is not None}
        by_cpu = {
            cpu: known[core] + known[package]
            for cpu, (core, package) in names.items()
            if core in known and package in known
        }
        whole = {name for cpu in machine for name in names[cpu]}
        if whole <= known.keys():
            return sum(known[name] for name in whole), by_cpu, None
        return None, by_cpu, missing


def _spread(cpus: Sequence[int], online: Sequence[int]) -> set[int]:
    """Return a few of some CPUs, evenly spread; those that are offline left out."""
    there = set(online)
    usable = [cpu for cpu in cpus if cpu in there]
    return {usable[i * len(usable) // MOST_CPUS] for i in range(MOST_CPUS) if usable}


def _number(path: Path, absent: float | None = None) -> float:
    """Return the number in a file; `absent`, when given, for a file that is not."""
    try:
        return float(path.read_text())
    except FileNotFoundError:
        if absent is None:
            raise
        return absent


SENSOR = SensorPlugin(lambda kernel: (CpuClocksSensor(kernel.root),))
