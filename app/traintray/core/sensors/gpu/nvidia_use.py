"""Who uses one NVIDIA GPU. Dear to ask: 0.1 to 4.5 ms, under the driver's own lock."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from typing import Any

from traintray.core.readings import Gap, GpuInstance
from traintray.core.sensors.gpu import nvml as codes
from traintray.core.sensors.gpu.nvidia_asker import Asker
from traintray.core.sensors.gpu.nvml import Refusal, ask, newest_of

EVERY_S = 10.0
"""The driver holds its global lock for a list, so the training waits for it too
(platform.md 1.5)."""
WATCHED_EVERY_S = 2.0
"""While somebody looks, and at the earliest after a change."""
_CONTEXT_BYTES = 16 * 2**20
"""The smallest CUDA context takes some 60 MiB; a desktop that opens a window takes a
few."""

Processes = Mapping[int, int | None]


class Use:
    """Asks who uses a GPU, while somebody does."""

    def __init__(self, nvml: Any, handle: Any, asker: Asker) -> None:
        self._nvml = nvml
        self._handle = handle
        self._asker = asker
        self._asked_at_s = -math.inf
        self._at_last: tuple[float | None, int | None] = (None, None)
        self._sample_us = 0
        self._total_bytes = math.inf
        self._is_whole = False
        """It is of a kind that cannot be cut up."""
        self.answers: dict[str, Any] = {}
        self.gaps: dict[str, Gap] = {}

    def read(
        self,
        at_s: float,
        busy: float | None,
        memory: Mapping[str, Any],
        *,
        closely: bool,
    ) -> None:
        """Ask if it is time to. `busy` and `memory` are those of this reading."""
        used_bytes = memory.get("memory_used_bytes")
        self._total_bytes = memory.get("memory_total_bytes") or math.inf
        age_s = at_s - self._asked_at_s
        if age_s < WATCHED_EVERY_S:
            return
        has_changed = self._has_changed(busy, used_bytes)
        due_s = WATCHED_EVERY_S if closely or has_changed else EVERY_S
        if age_s < due_s or not (has_changed or self._is_used(busy)):
            return
        self._asked_at_s = at_s
        self._at_last = (busy, used_bytes)
        self.answers, self.gaps = self._asker.ask(
            {
                "compute_processes": partial(self._processes, "Compute"),
                "graphics_processes": partial(self._processes, "Graphics"),
                "instances": self._instances,
            }
        )
        if self._is_used(busy):
            answers, gaps = self._asker.ask({"process_busy_fractions": self._shares})
            self.answers.update(answers)
            self.gaps.update(gaps)
        else:
            self.answers["process_busy_fractions"] = {}

    def _is_used(self, busy: float | None) -> bool:
        """Whether somebody is listed, or works unlisted, or cannot be ruled out."""
        if self.gaps or not self.answers or busy is None or busy > 0:
            return True
        return bool(
            self.answers["compute_processes"] or self.answers["graphics_processes"]
        )

    def _has_changed(self, busy: float | None, used_bytes: int | None) -> bool:
        """Whether somebody may have come or gone since the last list."""
        busy_before, used_before = self._at_last
        if used_bytes is None or used_before is None or busy is None:
            return True
        if bool(busy) != bool(busy_before):
            return True
        return abs(used_bytes - used_before) >= _CONTEXT_BYTES

    def _processes(self, kind: str) -> Processes:
        """Return bytes by pid. One with several contexts is listed several times.

        Between some drivers the list's layout changed without a word, and sizes came
        out that no GPU has (platform.md 1.4).
        """
        newest = f"nvmlDeviceGet{kind}RunningProcesses"
        found: dict[int, int | None] = {}
        for process in newest_of(self._nvml, self._handle, newest, f"{newest}_v2"):
            used_bytes, before = process.usedGpuMemory, found.get(process.pid, 0)
            if used_bytes is None or before is None:
                found[process.pid] = None
            else:
                found[process.pid] = before + int(used_bytes)
        return {
            pid: None if size is None or size > self._total_bytes else size
            for pid, size in found.items()
        }

    def _shares(self) -> Mapping[int, float]:
        """Return the mean share of each process since the last time it was asked.

        The driver's answer may hold processes long gone and percentages that cannot
        be (platform.md 1.4); an idle GPU answers that it found nothing.
        """
        nvml = self._nvml
        try:
            samples = ask(
                nvml,
                lambda: nvml.nvmlDeviceGetProcessUtilization(
                    self._handle, self._sample_us
                ),
            )
        except Refusal as refusal:
            if refusal.code in (codes.SUCCESS, codes.NOT_FOUND):
                return {}
            raise
        known = {
            *self.answers.get("compute_processes", ()),
            *self.answers.get("graphics_processes", ()),
        }
        shares: dict[int, list[int]] = {}
        for sample in samples:
            if sample.timeStamp <= self._sample_us:
                continue
            if sample.pid in known and sample.smUtil <= 100:
                shares.setdefault(sample.pid, []).append(int(sample.smUtil))
        self._sample_us = max(
            [self._sample_us, *(sample.timeStamp for sample in samples)]
        )
        return {pid: sum(all_) / len(all_) / 100 for pid, all_ in shares.items()}

    def _instances(self) -> tuple[GpuInstance, ...]:
        """Return the parts of a GPU that is cut up; none where it cannot be."""
        nvml, handle = self._nvml, self._handle
        if self._is_whole:
            return ()
        try:
            mode, _ = ask(nvml, lambda: nvml.nvmlDeviceGetMigMode(handle))
            if not mode:
                return ()
            most = ask(nvml, lambda: nvml.nvmlDeviceGetMaxMigDeviceCount(handle))
        except Refusal as refusal:
            self._is_whole = refusal.code in codes.NEVER
            if self._is_whole:
                return ()
            raise
        found = []
        for number in range(most):
            try:
                part = ask(
                    nvml,
                    partial(nvml.nvmlDeviceGetMigDeviceHandleByIndex, handle, number),
                )
            except Refusal:
                continue  # that place is empty
            found.append(self._instance(part))
        return tuple(found)

    def _instance(self, part: Any) -> GpuInstance:
        nvml = self._nvml
        uuid = ask(nvml, lambda: nvml.nvmlDeviceGetUUID(part))
        try:
            memory = ask(nvml, lambda: nvml.nvmlDeviceGetMemoryInfo(part))
        except Refusal:
            return GpuInstance(uuid, None, None)
        return GpuInstance(uuid, int(memory.used), int(memory.total))
