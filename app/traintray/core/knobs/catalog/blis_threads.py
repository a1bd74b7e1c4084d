"""Threads of BLIS. The one pool whose default is 1."""

from __future__ import annotations

from traintray.core.knobs.knob import Knob, Variable
from traintray.core.knobs.legal import threads
from traintray.core.knobs.pool import environ_check, pool_recommend

_NAME = "BLIS_NUM_THREADS"

KNOB = Knob(
    name="blis_threads",
    variables=(Variable(_NAME, "BLIS computes on one thread unless told otherwise"),),
    legal=threads(_NAME),
    how_to_check=environ_check(_NAME),
    recommend=pool_recommend("blis_threads", _NAME),
    beside="thread_cap",
    libraries=("/libblis",),
)
