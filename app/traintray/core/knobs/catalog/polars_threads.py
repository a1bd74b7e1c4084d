"""Threads of Polars."""

from __future__ import annotations

from traintray.core.knobs.knob import Knob, Variable
from traintray.core.knobs.legal import threads
from traintray.core.knobs.pool import environ_check, pool_recommend

_NAME = "POLARS_MAX_THREADS"

KNOB = Knob(
    name="polars_threads",
    variables=(Variable(_NAME, "Polars has a pool of its own"),),
    legal=threads(_NAME),
    how_to_check=environ_check(_NAME),
    recommend=pool_recommend("polars_threads", _NAME),
    beside="thread_cap",
    libraries=("polars",),
)
