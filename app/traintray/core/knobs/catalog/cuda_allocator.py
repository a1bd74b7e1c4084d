"""How PyTorch takes memory on a GPU.

Releases before 2.9 or so know only the old name, so both get the same value.
"""

from __future__ import annotations

from traintray.core.knobs.knob import Knob, Variable
from traintray.core.knobs.legal import one_of
from traintray.core.knobs.pool import environ_check

_NEW, _OLD = "PYTORCH_ALLOC_CONF", "PYTORCH_CUDA_ALLOC_CONF"
_CHOICES = ("expandable_segments:True", "garbage_collection_threshold:0.8")

KNOB = Knob(
    name="cuda_allocator",
    variables=(
        Variable(_NEW, "what PyTorch reads today"),
        Variable(_OLD, "what older releases read"),
    ),
    legal=one_of({choice: {_NEW: choice, _OLD: choice} for choice in _CHOICES}),
    how_to_check=environ_check(_NEW, _OLD),
    libraries=("/libtorch_cuda",),
)
