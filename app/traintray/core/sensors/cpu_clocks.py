"""Read how fast the CPU is clocked, how hot it is, and how often heat slowed it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from traintray.core.readings import Gap, GapReason
from traintray.core.sensors.counter_rates import CounterRates
from traintray.core.sensors.cpu_heat import CpuHeat
from traintray.core.sensors.plugin import SensorPlugin, Series
from traintray.core.sensors.refusal import gap_of
from traintray.core.sensors.topology import parse_cpu_list

EVERY_S = 5.0
"""Heat moves over tens of seconds, and each of these files costs an open."""

MOST_CPUS = 8
"""CPUs that are asked. Kernels before 5.18 measure while the reader waits, up to
10 ms for each CPU; heat and power limits slow a whole package, so a few tell."""


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


class CpuClocksSensor:
    """Clock, heat and throttling. Virtual machines have none of it: gaps, no error.

    `root` is the file system to read; a test hands in a folder.
    """

    key = "cpu.clocks"

    def __init__(self, root: Path = Path("/")) -> None:
        self._cpus = root / "sys/devices/system/cpu"
        self._heat = CpuHeat(root)
        self._rates = CounterRates("throttle_events_per_s")
        self._next_at_s = -math.inf
        self._last = CpuClocksReading(None, None, None)

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
        self._rates.reset()
        self._next_at_s = -math.inf

    def _read(self, at_s: float) -> CpuClocksReading:
        gaps: dict[str, Gap] = {}
        cpus = self._asked()

        def ask(name: str, question: Callable[[], float]) -> float | None:
            try:
                return question()
            except OSError as error:
                gaps[name] = gap_of(error)
            except ValueError as error:
                gaps[name] = Gap(GapReason.FAILED, str(error))
            return None

        frequency = ask("frequency_fraction", lambda: self._frequency(cpus))
        celsius = ask("temperature_celsius", self._heat.celsius)
        events = ask("throttle_events_per_s", lambda: self._throttle_count(cpus))
        per_s: float | None = None
        if events is not None:
            rates, missing = self._rates.update(at_s, throttle_events_per_s=events)
            per_s = rates["throttle_events_per_s"]
            gaps.update(missing)
        return CpuClocksReading(frequency, per_s, celsius, gaps)

    def _asked(self) -> list[int]:
        """Return the CPUs to ask: spread evenly, and the first of each package."""
        try:
            online = parse_cpu_list((self._cpus / "online").read_text())
        except OSError:
            online = (0,)
        spread = {online[i * len(online) // MOST_CPUS] for i in range(MOST_CPUS)}
        return sorted(spread | set(self._by_package(online).values()))

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

    def _frequency(self, cpus: list[int]) -> float:
        """Return the mean share of each CPU's highest clock; OSError without any."""
        shares = []
        for cpu in cpus:
            folder = self._cpus / f"cpu{cpu}/cpufreq"
            highest = _number(folder / "cpuinfo_max_freq")
            shares.append(_number(folder / "scaling_cur_freq") / highest)
        return sum(shares) / len(shares)

    def _throttle_count(self, cpus: list[int]) -> float:
        """Return the events so far of the cores asked and of each package once."""
        counts: dict[tuple[str, str], float] = {}
        for cpu in cpus:
            folder = self._cpus / f"cpu{cpu}/thermal_throttle"
            core = f"cpu{cpu}"
            counts["core", core] = _number(folder / "core_throttle_count")
            counts["package", self._package(cpu)] = _number(
                folder / "package_throttle_count", absent=0.0
            )
        return sum(counts.values())


def _number(path: Path, absent: float | None = None) -> float:
    """Return the number in a file; `absent`, when given, for a file that is not."""
    try:
        return float(path.read_text())
    except FileNotFoundError:
        if absent is None:
            raise
        return absent


SENSOR = SensorPlugin(lambda kernel: (CpuClocksSensor(kernel.root),))
