"""Threads of Rayon: Hugging Face tokenizers and other libraries in Rust.

0 is not offered: it means the default, all CPUs, and not none.
"""

from __future__ import annotations

from traintray.core.knobs.knob import Knob, Variable
from traintray.core.knobs.legal import threads
from traintray.core.knobs.pool import environ_check, pool_recommend

_NAME = "RAYON_NUM_THREADS"

KNOB = Knob(
    name="rayon_threads",
    variables=(Variable(_NAME, "Rust libraries such as tokenizers share one pool"),),
    legal=threads(_NAME),
    how_to_check=environ_check(_NAME),
    recommend=pool_recommend("rayon_threads", _NAME),
    beside="thread_cap",
    libraries=("/tokenizers/",),
)
