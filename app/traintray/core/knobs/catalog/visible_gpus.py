"""Which GPUs a run may use: by UUID, since programs number them differently."""

from __future__ import annotations

from traintray.core.knobs.knob import Knob, Variable
from traintray.core.knobs.legal import (
    Bounds,
    IllegalValueError,
    Legal,
    Settings,
    gpus,
)

_DEVICES, _ORDER = "CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER"


def _words(bounds: Bounds) -> str:
    if not bounds.gpu_uuids:
        return "numbers or UUIDs of GPUs; no NVIDIA GPU can be seen here"
    last = len(bounds.gpu_uuids) - 1
    return f"numbers from 0 to {last} as in nvidia-smi, or UUIDs, with commas"


def _read(text: str, bounds: Bounds) -> Settings:
    if not bounds.gpu_uuids:
        raise IllegalValueError(f"{text!r} is not {_words(bounds)}")
    chosen = gpus(bounds.gpu_uuids, text)
    return {_DEVICES: ",".join(chosen), _ORDER: "PCI_BUS_ID"}


KNOB = Knob(
    name="visible_gpus",
    variables=(
        Variable(_DEVICES, "the driver reads it at the first use of a GPU"),
        Variable(_ORDER, "lets programs count GPUs as nvidia-smi does"),
    ),
    legal=Legal(_words, _read, ()),
    how_to_check="nvidia-smi --query-compute-apps=pid,gpu_uuid --format=csv",
)
