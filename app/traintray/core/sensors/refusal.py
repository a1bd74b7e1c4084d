"""What the operating system's refusals mean: from an error to a gap."""

from __future__ import annotations

import errno

from traintray.core.readings import Gap, GapReason

# What the kernel says of a file or device that this machine does not have. With PSI
# compiled in but switched off it lets the file be opened and refuses to read it.
_NOT_PRESENT = frozenset(
    {errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EOPNOTSUPP, errno.ENOTSUP}
)


def gap_of(error: OSError) -> Gap:
    """Return the gap that an operating system error leaves."""
    detail = error.strerror or str(error)
    if error.filename is not None:
        detail = f"{error.filename}: {detail}"
    if isinstance(error, PermissionError):
        return Gap(GapReason.NO_PERMISSION, detail)
    if isinstance(error, FileNotFoundError) or error.errno in _NOT_PRESENT:
        return Gap(GapReason.NOT_PRESENT, detail)
    if isinstance(error, BlockingIOError):
        return Gap(GapReason.FIRST, detail)
    if isinstance(error, TimeoutError):
        return Gap(GapReason.DEVICE_LOST, detail)
    return Gap(GapReason.FAILED, detail)
