"""Memory that was needed for a moment only."""

from __future__ import annotations

import ctypes


def return_memory() -> None:
    """Give back to the system what is free, where the C library can (glibc); it takes
    a few milliseconds.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
