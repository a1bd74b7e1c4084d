"""A stand-in for the pynvml module, for what needs no real library."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace

import pynvml


@dataclass
class FakeGpu:
    """A GPU that answers some questions and refuses others, by NVML error code."""

    uuid: str = "GPU-1"
    refuses: dict[str, int] = field(default_factory=dict)
    refuses_all: int | None = None
    busy_percent: int = 37
    compute: dict[int, int | None] = field(default_factory=dict)
    """Bytes by pid; None where the driver does not tell."""
    graphics: dict[int, int | None] = field(default_factory=dict)
    reasons: int = 0
    name: str = "NVIDIA RTX Fake"
    samples: list[tuple[int, int, int]] = field(default_factory=list)
    """Of processes: pid, percent of the multiprocessors, microseconds."""
    used_bytes: int = 6 * 2**30
    total_bytes: int = 24 * 2**30
    bus_id: str = "00000000:01:00.0"
    parts: list[str] = field(default_factory=list)
    """UUIDs of what it is cut into."""


class FakeNvml:
    """What the sensor uses of pynvml. `calls` lists what it was asked."""

    NVMLError = pynvml.NVMLError
    NVMLLibraryMismatchError = pynvml.NVMLLibraryMismatchError
    NVML_TEMPERATURE_GPU = pynvml.NVML_TEMPERATURE_GPU
    NVML_CLOCK_SM = pynvml.NVML_CLOCK_SM
    NVML_CLOCK_MEM = pynvml.NVML_CLOCK_MEM
    NVML_TEMPERATURE_THRESHOLD_SLOWDOWN = pynvml.NVML_TEMPERATURE_THRESHOLD_SLOWDOWN
    nvmlMemory_v2 = pynvml.nvmlMemory_v2

    def __init__(
        self, *gpus: FakeGpu, init_error: int = 0, count_error: int = 0
    ) -> None:
        self.gpus = list(gpus)
        self.init_error = init_error
        self.count_error = count_error
        self.shutdown_error = 0
        self.calls: list[str] = []

    def nvmlInit(self):
        self._call("nvmlInit", self.init_error)

    def nvmlShutdown(self):
        self._call("nvmlShutdown", self.shutdown_error)

    def nvmlDeviceGetCount(self):
        self._call("nvmlDeviceGetCount", self.count_error)
        return len(self.gpus)

    def nvmlDeviceGetHandleByIndex(self, index):
        gpu = self.gpus[index]
        self._ask(gpu, "nvmlDeviceGetHandleByIndex")
        return gpu

    def nvmlDeviceGetHandleByPciBusId(self, bus_id):
        (gpu,) = (g for g in self.gpus if g.bus_id.endswith(bus_id[-10:]))
        self._ask(gpu, "nvmlDeviceGetHandleByPciBusId")
        return gpu

    def nvmlDeviceGetClockInfo(self, gpu, kind):
        self._ask(gpu, "nvmlDeviceGetClockInfo")
        return {self.NVML_CLOCK_SM: 1410, self.NVML_CLOCK_MEM: 1215}[kind]

    def nvmlDeviceGetMaxClockInfo(self, gpu, kind):
        self._ask(gpu, "nvmlDeviceGetMaxClockInfo")
        return {self.NVML_CLOCK_SM: 1980, self.NVML_CLOCK_MEM: 2619}[kind]

    def nvmlDeviceGetPerformanceState(self, gpu):
        self._ask(gpu, "nvmlDeviceGetPerformanceState")
        return 2

    def nvmlDeviceGetProcessUtilization(self, gpu, since_us):
        self._ask(gpu, "nvmlDeviceGetProcessUtilization")
        return [
            SimpleNamespace(pid=pid, smUtil=percent, timeStamp=at_us)
            for pid, percent, at_us in gpu.samples
        ]

    def nvmlDeviceGetMigMode(self, gpu):
        self._ask(gpu, "nvmlDeviceGetMigMode")
        return [int(bool(gpu.parts)), int(bool(gpu.parts))]

    def nvmlDeviceGetMaxMigDeviceCount(self, gpu):
        self._ask(gpu, "nvmlDeviceGetMaxMigDeviceCount")
        return 7

    def nvmlDeviceGetMigDeviceHandleByIndex(self, gpu, index):
        self._ask(gpu, "nvmlDeviceGetMigDeviceHandleByIndex")
        if index >= len(gpu.parts):
            raise pynvml.NVMLError(pynvml.NVML_ERROR_NOT_FOUND)
        return FakeGpu(gpu.parts[index], used_bytes=2**30)

    def nvmlDeviceGetUUID(self, gpu):
        self._ask(gpu, "nvmlDeviceGetUUID")
        return gpu.uuid

    def nvmlDeviceGetName(self, gpu):
        self._ask(gpu, "nvmlDeviceGetName")
        return gpu.name

    def nvmlDeviceGetPciInfo(self, gpu):
        self._ask(gpu, "nvmlDeviceGetPciInfo")
        return SimpleNamespace(busId=gpu.bus_id)

    def nvmlDeviceGetUtilizationRates(self, gpu):
        self._ask(gpu, "nvmlDeviceGetUtilizationRates")
        return SimpleNamespace(gpu=gpu.busy_percent, memory=5)

    def nvmlDeviceGetMemoryInfo(self, gpu, version=None):
        name = "nvmlDeviceGetMemoryInfo" + ("_v2" if version else "")
        self._ask(gpu, name)
        reserved = 0 if version else 2**28
        used = gpu.used_bytes + reserved
        return SimpleNamespace(used=used, total=gpu.total_bytes, reserved=2**28)

    def nvmlDeviceGetTemperature(self, gpu, kind):
        self._ask(gpu, "nvmlDeviceGetTemperature")
        return 61

    def nvmlDeviceGetTemperatureThreshold(self, gpu, kind):
        self._ask(gpu, "nvmlDeviceGetTemperatureThreshold")
        return 90

    def nvmlDeviceGetPowerUsage(self, gpu):
        self._ask(gpu, "nvmlDeviceGetPowerUsage")
        return 215_400

    def nvmlDeviceGetEnforcedPowerLimit(self, gpu):
        self._ask(gpu, "nvmlDeviceGetEnforcedPowerLimit")
        return 450_000

    def nvmlDeviceGetComputeRunningProcesses(self, gpu):
        self._ask(gpu, "nvmlDeviceGetComputeRunningProcesses")
        return _listed(gpu.compute)

    def nvmlDeviceGetComputeRunningProcesses_v2(self, gpu):
        self._ask(gpu, "nvmlDeviceGetComputeRunningProcesses_v2")
        return _listed(gpu.compute)

    def nvmlDeviceGetGraphicsRunningProcesses(self, gpu):
        self._ask(gpu, "nvmlDeviceGetGraphicsRunningProcesses")
        return _listed(gpu.graphics)

    def nvmlDeviceGetCurrentClocksEventReasons(self, gpu):
        self._ask(gpu, "nvmlDeviceGetCurrentClocksEventReasons")
        return gpu.reasons

    def _call(self, function, code=0):
        self.calls.append(function)
        if code:
            raise pynvml.NVMLError(code)

    def _ask(self, gpu, function):
        self._call(function, gpu.refuses.get(function, gpu.refuses_all))


def _listed(processes):
    return [SimpleNamespace(pid=p, usedGpuMemory=b) for p, b in processes.items()]
