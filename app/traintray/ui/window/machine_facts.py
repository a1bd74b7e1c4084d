"""The machine in three lines, for the foot of the sidebar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from traintray.core.frame import Machine
from traintray.core.readings import GpuReading
from traintray.ui import format as fmt

translate = QCoreApplication.translate


def facts(machine: Machine, gpus: Sequence[GpuReading] | None) -> list[str]:
    """Return what the machine has: cores, memory, GPUs. `gpus` is None while it is
    not known whether they can be read.
    """
    cores = translate("Sidebar", "{count} cores").format(count=machine.physical_cores)
    if machine.physical_cores == 1:
        cores = translate("Sidebar", "1 core")
    logical = translate("Sidebar", "{count} logical CPUs")
    memory = translate("Sidebar", "{size} RAM")
    lines = [
        f"{cores} {fmt.DOT} {logical.format(count=machine.logical_cpus)}",
        memory.format(size=fmt.capacity(machine.memory_bytes)),
    ]
    if gpus:
        counted = Counter(_gpu_text(gpu) for gpu in gpus)
        lines += [
            text if count == 1 else f"{count} × {text}"
            for text, count in counted.items()
        ]
    elif machine.gpu_expected and gpus is not None:
        lines.append(translate("Sidebar", "GPU not readable"))
    return lines


def _gpu_text(gpu: GpuReading) -> str:
    name = fmt.gpu_name(gpu.name)
    if gpu.memory_total_bytes is None:
        return name
    return f"{name} {fmt.DOT} {fmt.capacity(gpu.memory_total_bytes)}"
