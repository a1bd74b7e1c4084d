"""The two pools of TensorFlow: offered together, since their product computes."""

from __future__ import annotations

from traintray.core.knobs.knob import Knob, Variable
from traintray.core.knobs.legal import Bounds, Legal, Settings, threads
from traintray.core.knobs.pool import environ_check

_INTRA, _INTER = "TF_NUM_INTRAOP_THREADS", "TF_NUM_INTEROP_THREADS"
_MOST_INTER = 2
"""Of operations at once: what TensorFlow's own rule for oneDNN leaves room for."""
_POOL = threads(_INTRA)


def _read(text: str, bounds: Bounds) -> Settings:
    inter = min(_MOST_INTER, bounds.cpus)
    return {**_POOL.settings(text, bounds), _INTER: str(inter)}


KNOB = Knob(
    name="tensorflow_threads",
    variables=(
        Variable(_INTRA, "threads inside one operation"),
        Variable(_INTER, "operations at once"),
    ),
    legal=Legal(_POOL.words, _read, _POOL.examples),
    how_to_check=environ_check(_INTRA, _INTER),
    libraries=("/tensorflow/",),
    is_compute_pool=True,
)
