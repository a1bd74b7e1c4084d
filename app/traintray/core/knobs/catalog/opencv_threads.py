"""Threads of OpenCV alone, which no variable of OpenMP reaches (measured)."""

from __future__ import annotations

from traintray.core.knobs.knob import Knob, Variable
from traintray.core.knobs.legal import threads
from traintray.core.knobs.pool import environ_check

_NAME = "OPENCV_FOR_THREADS_NUM"

KNOB = Knob(
    name="opencv_threads",
    variables=(Variable(_NAME, "OpenCV does not look at OMP_NUM_THREADS"),),
    legal=threads(_NAME),
    how_to_check=environ_check(_NAME),
    libraries=("/cv2", "/libopencv_core"),
)
