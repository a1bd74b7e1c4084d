"""What a device on the PCI bus is called, from the list that `lspci` uses."""

from __future__ import annotations

import re
from pathlib import Path

_LISTS = ("usr/share/misc/pci.ids", "usr/share/hwdata/pci.ids")


def device_name(folder: Path, root: Path, otherwise: str) -> str:
    """Return the name of a device; `otherwise` when the list is not installed.

    `folder` is its folder in sysfs. `lspci -s <bus id>` prints the same. Of
    `Navi 31 [Radeon RX 7900 XT]` the part that people know is taken.
    """
    try:
        vendor, device = (
            (folder / name).read_text().strip().removeprefix("0x")
            for name in ("vendor", "device")
        )
    except OSError:
        return otherwise
    found = _listed(vendor, device, root)
    if found is None:
        return otherwise
    inside = re.search(r"\[(.+)\]", found)
    return inside[1] if inside else found


def _listed(vendor: str, device: str, root: Path) -> str | None:
    for name in _LISTS:
        try:
            with (root / name).open(encoding="utf-8", errors="replace") as lines:
                is_there = False
                for line in lines:
                    if not line.startswith(("\t", "#", "\n")):
                        if is_there:
                            return None
                        is_there = line.startswith(f"{vendor} ")
                    elif is_there and line.startswith(f"\t{device} "):
                        return line.strip().partition("  ")[2].strip()
        except OSError:
            continue
    return None
