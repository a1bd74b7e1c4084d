"""When glibc's malloc gives memory back: seldom saves page faults.

Measured on a small CNN with 1 GB as both thresholds: 1.15 times the steps, from 1.04 to
1.90 in three repetitions, and a sixth of the page faults. Close to the noise, so it is
not recommended. All three go together: each of them ends glibc's own adjustment, and a
threshold for single blocks that stays low would let every tensor fault anew.
"""

from __future__ import annotations

from traintray.core.knobs.knob import Knob, Variable
from traintray.core.knobs.legal import Bounds, Legal, Settings, whole
from traintray.core.knobs.pool import environ_check

_TRIM, _PAD = "MALLOC_TRIM_THRESHOLD_", "MALLOC_TOP_PAD_"
_BLOCK = "MALLOC_MMAP_THRESHOLD_"
_DEFAULT_BYTES = 128 * 2**10
_PAD_BYTES = 64 * 2**20
"""As measured."""
_LARGEST_MEMORY_SHARE = 8
"""What a process keeps in vain stays below an eighth of the memory."""


def _most(bounds: Bounds) -> int:
    return max(_DEFAULT_BYTES, bounds.memory_bytes // _LARGEST_MEMORY_SHARE)


def _words(bounds: Bounds) -> str:
    return (
        f"a whole number of bytes from {_DEFAULT_BYTES} to {_most(bounds)},"
        " an eighth of the memory"
    )


def _read(text: str, bounds: Bounds) -> Settings:
    trim = whole(text, _DEFAULT_BYTES, _most(bounds), _words(bounds))
    return {_TRIM: str(trim), _BLOCK: str(trim), _PAD: str(min(trim, _PAD_BYTES))}


KNOB = Knob(
    name="malloc_trim",
    variables=(
        Variable(_TRIM, "free memory that is kept at the end of the heap"),
        Variable(_BLOCK, "larger blocks are fetched and given back one by one"),
        Variable(_PAD, "how much more than needed is fetched at once"),
    ),
    legal=Legal(_words, _read, (str(_DEFAULT_BYTES),)),
    how_to_check=environ_check(_TRIM, _BLOCK, _PAD),
    libraries=("/libc.so.6", "/libc-2."),
)
