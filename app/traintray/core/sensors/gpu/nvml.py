"""NVML, NVIDIA's own library: how it is found, and what its errors mean.

Nothing of it is imported before `load` is called: the Python side of it takes 45 ms
and 5 MB, which a machine without NVIDIA should not pay.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable
from typing import Any, TypeVar

from traintray.core.readings import Gap, GapReason

T = TypeVar("T")

# Codes of nvmlReturn_t, from the NVML API reference.
SUCCESS = 0
"""An exception all the same where the driver has no samples to hand out."""
UNINITIALIZED = 1
INVALID_ARGUMENT = 2
NOT_SUPPORTED = 3
NO_PERMISSION = 4
NOT_FOUND = 6
DRIVER_NOT_LOADED = 9
LIBRARY_NOT_FOUND = 12
FUNCTION_NOT_FOUND = 13
GPU_IS_LOST = 15
RESET_REQUIRED = 16
LIBRARY_DRIVER_MISMATCH = 18
ARGUMENT_VERSION_MISMATCH = 25
GPU_NOT_FOUND = 28
UNKNOWN = 999
IMPLAUSIBLE = -1
"""Ours: the call succeeded, but the number it brought cannot be true."""

NO_DRIVER = frozenset({DRIVER_NOT_LOADED, LIBRARY_NOT_FOUND})
"""There is nothing to talk to; normal on a machine without an NVIDIA GPU."""

LOST = frozenset({UNINITIALIZED, GPU_IS_LOST, RESET_REQUIRED, GPU_NOT_FOUND})
"""The device is gone until it is looked for anew."""

MAYBE_LOST = frozenset({INVALID_ARGUMENT, NOT_FOUND, UNKNOWN})
"""What a lost or removed device answers too, when it answers nothing else."""

NEVER = frozenset(
    {INVALID_ARGUMENT, NOT_SUPPORTED, FUNCTION_NOT_FOUND, ARGUMENT_VERSION_MISMATCH}
)
"""This driver has no such call for this device."""

_REASONS = {
    NOT_SUPPORTED: GapReason.NOT_SUPPORTED,
    FUNCTION_NOT_FOUND: GapReason.NOT_SUPPORTED,
    ARGUMENT_VERSION_MISMATCH: GapReason.NOT_SUPPORTED,
    NO_PERMISSION: GapReason.NO_PERMISSION,
    **dict.fromkeys(LOST, GapReason.DEVICE_LOST),
}


def load() -> Any:
    """Return the `pynvml` module; FileNotFoundError when its library is missing."""
    import ctypes

    if sys.platform == "darwin":
        raise FileNotFoundError(errno.ENOENT, "NVML does not exist for macOS")
    if sys.platform.startswith("linux"):
        try:
            # The loader keeps it, so that pynvml will find it in no time.
            ctypes.CDLL("libnvidia-ml.so.1")
        except OSError as error:
            raise FileNotFoundError(errno.ENOENT, "NVML not found") from error
    try:
        import pynvml
    except ImportError as error:
        raise FileNotFoundError(errno.ENOENT, "nvidia-ml-py is missing") from error
    return pynvml


class Refusal(Exception):  # noqa: N818 - an answer, not a fault of ours
    """NVML did not answer. `code` is its error code."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code

    def gap(self) -> Gap:
        """Return the gap that is left."""
        return Gap(_REASONS.get(self.code, GapReason.FAILED), str(self))

    def os_error(self) -> OSError:
        """Return what a sensor raises when this stops it as a whole."""
        if self.code == NO_PERMISSION:
            return PermissionError(errno.EACCES, str(self))
        if self.code in NO_DRIVER:
            return FileNotFoundError(errno.ENOENT, str(self))
        if self.code == LIBRARY_DRIVER_MISMATCH:
            return OSError(
                errno.EIO,
                "the NVIDIA driver was updated; restart the computer to finish",
            )
        return OSError(errno.EIO, str(self))


def ask(nvml: Any, question: Callable[[], T]) -> T:
    """Return the answer to a question; Refusal instead of any error of pynvml.

    Its errors cannot be handed on: they compare by a field that other objects do
    not have, and a missing symbol has an exception class of its own.
    """
    try:
        return question()
    except nvml.NVMLError as error:
        raise Refusal(int(error.value), str(error)) from error
    except UnicodeDecodeError as error:
        raise Refusal(IMPLAUSIBLE, "the driver sent what is no text") from error
    except nvml.NVMLLibraryMismatchError as error:
        raise Refusal(FUNCTION_NOT_FOUND, str(error)) from error


def newest_of(nvml: Any, handle: Any, newest: str, older: str) -> Any:
    """Call the newer of two functions that the driver has, for one device."""
    try:
        return _call(nvml, handle, newest)
    except Refusal as refusal:
        if refusal.code != FUNCTION_NOT_FOUND:
            raise
    return _call(nvml, handle, older)


def _call(nvml: Any, handle: Any, name: str) -> Any:
    function = getattr(nvml, name, None)
    if function is None:
        raise Refusal(FUNCTION_NOT_FOUND, f"pynvml has no {name}")
    return ask(nvml, lambda: function(handle))
