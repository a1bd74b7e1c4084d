"""Other causes, measured so that a tip can say that they are not there."""

from __future__ import annotations

from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Window
from traintray.core.diagnosis.verdict import Comparison, Evidence, Resource, Unit


def ruled_out(window: Window, policy: Policy) -> tuple[Evidence, ...]:
    """Return what was measured of swapping and stalls and stays below its threshold.

    What could not be measured, or is there after all, is left out: neither is
    ruled out.
    """
    swap_in = window.median("memory.swap_in_bytes_per_s")
    swap_out = window.median("memory.swap_out_bytes_per_s")
    found = []
    if swap_in is not None and swap_out is not None:
        found.append(
            Evidence(
                "swap_bytes_per_s",
                swap_in + swap_out,
                policy.swap_bytes_per_s,
                Comparison.AT_LEAST,
                Unit.BYTES_PER_S,
                scale=100 * policy.swap_bytes_per_s,
                resource=Resource.SWAP,
            )
        )
    for resource, threshold, hue in (
        ("memory", policy.stalled_memory_fraction, Resource.MEMORY),
        ("io", policy.stalled_io_fraction, Resource.IO),
    ):
        stalled = window.median(f"pressure.{resource}.stalled_fraction")
        if stalled is not None:
            found.append(
                Evidence(
                    f"stalled_{resource}_fraction",
                    stalled,
                    threshold,
                    Comparison.AT_LEAST,
                    Unit.FRACTION,
                    scale=1.0,
                    resource=hue,
                )
            )
    return tuple(e for e in found if not e.crossed)
