"""The two system calls for I/O priorities, which Python has no function for."""

from __future__ import annotations

import ctypes
import errno
import functools
import os
from collections.abc import Callable

# See ioprio_set(2): asm/unistd.h of each kind of processor.
_CALLS = {
    "x86_64": (251, 252),
    "aarch64": (30, 31),
    "riscv64": (30, 31),
    "loongarch64": (30, 31),
    "ppc64": (273, 274),
    "ppc64le": (273, 274),
    "s390x": (282, 283),
    "armv7l": (314, 315),
    "i686": (289, 290),
}
"""Numbers of `ioprio_set` and `ioprio_get` by machine."""

_OF_ONE_THREAD = 1
_CLASS_SHIFT = 13
_CLASSES = ("none", "realtime", "best-effort", "idle")


def io_priority(tid: int) -> str:
    """Return class and level of a thread, such as `best-effort:4`.

    `ionice -p <tid>`. OSError when it is gone or the kernel has no such call.
    """
    _, read = _numbers()
    found = _call(read, _OF_ONE_THREAD, tid)
    kind, level = found >> _CLASS_SHIFT, found & ((1 << _CLASS_SHIFT) - 1)
    if kind >= len(_CLASSES):
        raise OSError(errno.EINVAL, f"the kernel told an unknown class {kind}")
    return f"{_CLASSES[kind]}:{level}"


def set_io_priority(tid: int, value: str) -> None:
    """Give a thread class and level as `io_priority` returns them. OSError."""
    write, _ = _numbers()
    kind, _, level = value.partition(":")
    number = (_CLASSES.index(kind) << _CLASS_SHIFT) | int(level)
    _call(write, _OF_ONE_THREAD, tid, number)


def _numbers() -> tuple[int, int]:
    machine = os.uname().machine
    numbers = _CALLS.get(machine)
    if numbers is None:
        raise OSError(errno.ENOSYS, f"not known how to ask on {machine}")
    return numbers


def _call(number: int, *arguments: int) -> int:
    found = _syscall()(
        ctypes.c_long(number), *(ctypes.c_long(value) for value in arguments)
    )
    if found < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return found


@functools.cache
def _syscall() -> Callable[..., int]:
    function = ctypes.CDLL(None, use_errno=True).syscall
    function.restype = ctypes.c_long
    return function
