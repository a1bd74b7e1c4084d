"""Instructions that the CPU offers, as far as advice depends on them."""

from __future__ import annotations

from pathlib import Path

_BFLOAT16 = frozenset({"avx512_bf16", "amx_bf16", "bf16"})


def has_bfloat16(root: Path = Path("/")) -> bool:
    """Tell whether the CPU computes in bfloat16.

    `grep bf16 /proc/cpuinfo` shows the same. False where the kernel
    does not list the features.
    """
    try:
        text = (root / "proc/cpuinfo").read_text(errors="replace")
    except OSError:
        return False
    for line in text.splitlines():
        name, _, features = line.partition(":")
        if name.strip() in ("flags", "Features"):
            return not _BFLOAT16.isdisjoint(features.split())
    return False
