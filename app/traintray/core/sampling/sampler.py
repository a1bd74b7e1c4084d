"""Ask every sensor once; let no sensor spoil the round."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from traintray.core.readings import Gap, GapReason
from traintray.core.sampling.clock import Clock
from traintray.core.sampling.sensor import Sensor, Snapshot
from traintray.core.sampling.suspend import SuspendWatch
from traintray.core.sensors.refusal import gap_of

log = logging.getLogger(__name__)


class Sampler:
    """Takes snapshots.

    A sensor that raises OSError leaves a gap; anything else it raises is a bug and
    comes through. After a suspend one round is dropped: its snapshot has no
    readings, a SUSPENDED gap for every sensor, and `suspended_s` above 0.
    """

    def __init__(self, sensors: Sequence[Sensor], clock: Clock) -> None:
        self._sensors = tuple(sensors)
        self._clock = clock
        self._suspend = SuspendWatch()
        self._silent: dict[str, GapReason] = {}

    def sample(self, at_s: float) -> Snapshot:
        """Read every sensor; what failed is in `gaps`, not in the air."""
        slept_s = self._suspend.update(self._clock.monotonic_s(), self._clock.boot_s())
        if slept_s > 0:
            return self._drop(at_s, slept_s)
        readings: dict[str, Any] = {}
        gaps: dict[str, Gap] = {}
        cost_s: dict[str, float] = {}
        began_s = self._clock.monotonic_s()
        for sensor in self._sensors:
            try:
                readings[sensor.key] = sensor.read(at_s)
            except OSError as error:
                gaps[sensor.key] = gap_of(error)
            ended_s = self._clock.monotonic_s()
            cost_s[sensor.key] = ended_s - began_s
            began_s = ended_s
        self._log_changes(gaps)
        return Snapshot(at_s, readings, gaps, cost_s)

    def series(self, snapshot: Snapshot) -> dict[str, float | None]:
        """Return every number of a round by its name; sensors that failed have none."""
        found: dict[str, float | None] = {}
        for sensor in self._sensors:
            reading = snapshot.readings.get(sensor.key)
            if reading is not None:
                found.update(sensor.series(reading))
        return found

    def _drop(self, at_s: float, slept_s: float) -> Snapshot:
        log.info("the computer slept for %.0f s; rates begin anew", slept_s)
        gap = Gap(GapReason.SUSPENDED, f"slept for {slept_s:.0f} s")
        for sensor in self._sensors:
            sensor.reset()
        gaps = {sensor.key: gap for sensor in self._sensors}
        return Snapshot(at_s, {}, gaps, suspended_s=slept_s)

    def _log_changes(self, gaps: Mapping[str, Gap]) -> None:
        for key, gap in gaps.items():
            if self._silent.get(key) is not gap.reason:
                level = logging.WARNING
                if gap.reason is GapReason.NOT_PRESENT:
                    level = logging.INFO
                log.log(level, "%s stopped: %s", key, gap.detail)
        for key in self._silent.keys() - gaps.keys():
            log.info("%s is back", key)
        self._silent = {key: gap.reason for key, gap in gaps.items()}
