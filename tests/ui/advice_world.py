"""What the tests of the Advice page write, and how they read its diffs."""

from __future__ import annotations

HAND = b"# mine\r\nCUDA_DEVICE_ORDER=PCI_BUS_ID\r\nexport OMP_NUM_THREADS=16\r\n"
"""What a user wrote by hand, with line ends of another system."""
NAMES = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")


def caps(value):
    return dict.fromkeys(NAMES, str(value))


def changes(diff):
    """What a shown diff tells a screen reader, the marks of our block left out."""
    lines = diff.accessibleDescription().splitlines()
    return [line for line in lines if "#" not in line]
