"""One NVIDIA GPU, asked question by question."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from traintray.core.readings import Gap, GapReason, GpuReading
from traintray.core.sensors import nvml as codes
from traintray.core.sensors.nvidia_use import EVERY_S, Use
from traintray.core.sensors.nvml import Refusal, ask

_LOST = Gap(GapReason.DEVICE_LOST, "the GPU stopped answering")
_MILLI = 1000
_NO_MEMORY_V2 = frozenset(
    {
        codes.INVALID_ARGUMENT,
        codes.NOT_SUPPORTED,
        codes.FUNCTION_NOT_FOUND,
        codes.ARGUMENT_VERSION_MISMATCH,
    }
)


@dataclass(frozen=True, slots=True)
class Identity:
    """What a GPU is called. Only the UUID outlives a reordering."""

    uuid: str
    name: str = "NVIDIA GPU"
    bus_id: str = ""


def identify(nvml: Any, handle: Any) -> Identity:
    """Return what a GPU is called; Refusal when it does not give its UUID."""
    uuid = ask(nvml, lambda: nvml.nvmlDeviceGetUUID(handle))
    try:
        name = ask(nvml, lambda: nvml.nvmlDeviceGetName(handle))
        bus_id = ask(nvml, lambda: nvml.nvmlDeviceGetPciInfo(handle).busId)
    except Refusal:
        return Identity(uuid)
    return Identity(uuid, name, bus_id)


class Device:
    """One GPU. Once it is lost it is not asked again; make a new one to try."""

    def __init__(self, nvml: Any, handle: Any, identity: Identity) -> None:
        self.identity = identity
        self._nvml = nvml
        self._handle = handle
        self._lost: Gap | None = None
        self._unsupported: dict[str, Gap] = {}
        self._has_memory_v2 = True
        self._slowdown_celsius: float | None = None
        self._questions: dict[str, Callable[[], Any]] = {
            "busy_fraction": self._busy_fraction,
            "memory": self._memory_bytes,
            "temperature_celsius": self._celsius,
            "power_watts": self._watts,
            "power_limit_watts": self._limit_watts,
        }
        self._use_questions = Use(nvml, handle).questions
        self._use_at_s = -math.inf
        self._use: dict[str, Any] = {}
        self._use_gaps: dict[str, Gap] = {}

    @classmethod
    def lost(cls, identity: Identity, gap: Gap = _LOST) -> Device:
        """Return a device that is listed but cannot be asked; `gap` says why."""
        device = cls(None, None, identity)
        device._lost = gap
        return device

    @property
    def is_lost(self) -> bool:
        """Whether it stopped answering for good."""
        return self._lost is not None

    def read(self, at_s: float) -> GpuReading:
        """Read now; a question it cannot answer costs only that field.

        Who uses it is asked every `EVERY_S` seconds only.
        """
        answers: dict[str, Any] = {}
        gaps: dict[str, Gap] = {}
        refused: set[int] = set()
        for field, question in self._questions.items():
            gap = self._lost or self._unsupported.get(field)
            if gap is None:
                try:
                    answers[field] = ask(self._nvml, question)
                    continue
                except Refusal as refusal:
                    refused.add(refusal.code)
                    gap = self._remember(field, refusal)
            gaps[field] = gap
        if not answers and refused & codes.MAYBE_LOST:
            self._lost = _LOST
            gaps = dict.fromkeys(gaps, _LOST)
        if self._lost is None:
            self._read_limit(answers, gaps)
            self._read_use(at_s)
            answers.update(self._use)
            gaps.update(self._use_gaps)
        if self._lost is not None:
            more = ("temperature_limit_celsius", *self._use_questions)
            gaps.update({f: self._lost for f in more if f not in answers})
        return self._reading(answers, gaps)

    def _read_use(self, at_s: float) -> None:
        """Ask who uses it, unless that was asked just now."""
        if at_s < self._use_at_s + EVERY_S:
            return
        self._use_at_s = at_s
        self._use, self._use_gaps = {}, {}
        for field, question in self._use_questions.items():
            gap = self._lost or self._unsupported.get(field)
            if gap is None:
                try:
                    self._use[field] = question()
                    continue
                except Refusal as refusal:
                    gap = self._remember(field, refusal)
            self._use_gaps[field] = gap

    def _read_limit(self, answers: dict[str, Any], gaps: dict[str, Gap]) -> None:
        """Add where the chip is slowed down: it is built in, so asked once only."""
        field = "temperature_limit_celsius"
        gap = self._unsupported.get(field)
        if gap is None and self._slowdown_celsius is None:
            try:
                self._slowdown_celsius = ask(self._nvml, self._limit_celsius)
            except Refusal as refusal:
                gap = self._remember(field, refusal)
        if gap is None:
            answers[field] = self._slowdown_celsius
        else:
            gaps[field] = gap

    def _remember(self, field: str, refusal: Refusal) -> Gap:
        gap = refusal.gap()
        if gap.reason is GapReason.NOT_SUPPORTED:
            self._unsupported[field] = gap
        if refusal.code in codes.LOST:
            self._lost = gap
        return gap

    def _reading(self, answers: dict[str, Any], gaps: dict[str, Gap]) -> GpuReading:
        used_bytes, total_bytes = answers.get("memory", (None, None))
        if "memory" in gaps:
            gaps["memory_used_bytes"] = gaps["memory_total_bytes"] = gaps.pop("memory")
        return GpuReading(
            uuid=self.identity.uuid,
            name=self.identity.name,
            bus_id=self.identity.bus_id,
            busy_fraction=answers.get("busy_fraction"),
            memory_used_bytes=used_bytes,
            memory_total_bytes=total_bytes,
            temperature_celsius=answers.get("temperature_celsius"),
            temperature_limit_celsius=answers.get("temperature_limit_celsius"),
            power_watts=answers.get("power_watts"),
            power_limit_watts=answers.get("power_limit_watts"),
            compute_processes=answers.get("compute_processes"),
            graphics_processes=answers.get("graphics_processes"),
            slowed_by=answers.get("slowed_by"),
            gaps=gaps,
        )

    def _busy_fraction(self) -> float:
        percent = self._nvml.nvmlDeviceGetUtilizationRates(self._handle).gpu
        if percent > 100:
            raise Refusal(codes.IMPLAUSIBLE, f"the driver said {percent} %")
        return float(percent) / 100

    def _memory_bytes(self) -> tuple[int, int]:
        """Return (used, total). Version 1 counts what the driver keeps as used."""
        nvml, handle = self._nvml, self._handle
        if self._has_memory_v2:
            try:
                version = nvml.nvmlMemory_v2
                memory = ask(
                    nvml, lambda: nvml.nvmlDeviceGetMemoryInfo(handle, version=version)
                )
                return int(memory.used), int(memory.total)
            except Refusal as refusal:
                if refusal.code not in _NO_MEMORY_V2:
                    raise
        memory = nvml.nvmlDeviceGetMemoryInfo(handle)
        self._has_memory_v2 = False
        return int(memory.used), int(memory.total)

    def _celsius(self) -> float:
        kind = self._nvml.NVML_TEMPERATURE_GPU
        return float(self._nvml.nvmlDeviceGetTemperature(self._handle, kind))

    def _limit_celsius(self) -> float:
        kind = self._nvml.NVML_TEMPERATURE_THRESHOLD_SLOWDOWN
        return float(self._nvml.nvmlDeviceGetTemperatureThreshold(self._handle, kind))

    def _watts(self) -> float:
        return float(self._nvml.nvmlDeviceGetPowerUsage(self._handle)) / _MILLI

    def _limit_watts(self) -> float:
        milliwatts = self._nvml.nvmlDeviceGetEnforcedPowerLimit(self._handle)
        return float(milliwatts) / _MILLI
