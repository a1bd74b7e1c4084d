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


class FakeNvml:
    """What the sensor uses of pynvml. `calls` lists what it was asked."""

    NVMLError = pynvml.NVMLError
    NVMLLibraryMismatchError = pynvml.NVMLLibraryMismatchError
    NVML_TEMPERATURE_GPU = pynvml.NVML_TEMPERATURE_GPU
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

    def nvmlDeviceGetUUID(self, gpu):
        self._ask(gpu, "nvmlDeviceGetUUID")
        return gpu.uuid

    def nvmlDeviceGetName(self, gpu):
        self._ask(gpu, "nvmlDeviceGetName")
        return "NVIDIA RTX Fake"

    def nvmlDeviceGetPciInfo(self, gpu):
        self._ask(gpu, "nvmlDeviceGetPciInfo")
        return SimpleNamespace(busId="00000000:01:00.0")

    def nvmlDeviceGetUtilizationRates(self, gpu):
        self._ask(gpu, "nvmlDeviceGetUtilizationRates")
        return SimpleNamespace(gpu=gpu.busy_percent, memory=5)

    def nvmlDeviceGetMemoryInfo(self, gpu, version=None):
        name = "nvmlDeviceGetMemoryInfo" + ("_v2" if version else "")
        self._ask(gpu, name)
        reserved = 0 if version else 2**28
        return SimpleNamespace(used=6 * 2**30 + reserved, total=24 * 2**30)

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
