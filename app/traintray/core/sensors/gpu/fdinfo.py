"""Who uses a GPU, from what the kernel says of open files: any vendor but NVIDIA.

`grep -h ^drm- /proc/<pid>/fdinfo/*` prints the same; the names are those of the
kernel's drm-usage-stats document. Other users' processes cannot be read.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

_LOOK_ANEW_S = 60.0
"""A process without a GPU file is looked at again after so long: programs open the
device when they start, and to read all links of all processes takes 20 to 50 ms."""
_UNITS = {"": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
_OWN_MEMORY = ("vram", "local")
"""Regions of the GPU's own memory: `vram`, `vram0` (amdgpu, xe), `local0` (i915)."""
_COMPUTE = ("compute", "ccs")
"""Engines that only compute (amdgpu, i915; xe)."""


@dataclass
class Client:
    """One opening of a device by a process. Engines in nanoseconds or cycles."""

    bus_id: str
    pid: int
    memory_bytes: int = 0
    engines: dict[str, int] = field(default_factory=dict)
    totals: dict[str, int] = field(default_factory=dict)
    """Cycles that passed, where an engine counts cycles."""
    computes: bool = False
    """Its process has the compute device of the kernel open (ROCm)."""


@dataclass(frozen=True, slots=True)
class GpuUse:
    """Who uses one GPU, as `GpuReading` has it."""

    compute: dict[int, int | None]
    graphics: dict[int, int | None]
    busy_fractions: dict[int, float]


class FdInfo:
    """Looks through the open files of all processes that may be read."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._proc = root / "proc"
        self._nothing_until_s: dict[int, float] = {}
        self._before: dict[tuple[str, str], Client] = {}
        self._before_s = -math.inf

    def read(self, at_s: float) -> dict[str, GpuUse]:
        """Return who uses which GPU, by bus id (`0000:03:00.0`)."""
        clients = self._clients(at_s)
        elapsed_s = at_s - self._before_s
        uses: dict[str, GpuUse] = {}
        for key, client in sorted(clients.items(), key=lambda item: item[1].pid):
            use = uses.setdefault(client.bus_id, GpuUse({}, {}, {}))
            shares = self._shares(self._before.get(key), client, elapsed_s)
            does_compute = client.computes or any(
                amount > 0 for name, amount in client.engines.items() if _is(name)
            )
            listed = use.compute if does_compute else use.graphics
            listed[client.pid] = (listed.get(client.pid) or 0) + client.memory_bytes
            # amdgpu leaves out what runs in queues of ROCm: its zero is not known.
            if shares and not client.computes:
                busy = use.busy_fractions.get(client.pid, 0.0) + max(shares)
                use.busy_fractions[client.pid] = min(1.0, busy)
        self._before, self._before_s = clients, at_s
        return uses

    def _shares(
        self, before: Client | None, now: Client, elapsed_s: float
    ) -> list[float]:
        """Return the share of the time that each engine worked for a client."""
        if before is None or elapsed_s <= 0:
            return []
        shares = []
        for name, amount in now.engines.items():
            spent = amount - before.engines.get(name, amount)
            if name in now.totals:
                passed = now.totals[name] - before.totals.get(name, now.totals[name])
                shares.append(spent / passed if passed > 0 else 0.0)
            else:
                shares.append(spent / 1e9 / elapsed_s)
        return [min(1.0, max(0.0, share)) for share in shares]

    def _clients(self, at_s: float) -> dict[tuple[str, str], Client]:
        """Return the openings by device and number: several file descriptors, in
        several processes, may be one.
        """
        found: dict[tuple[str, str], Client] = {}
        alive = set()
        for pid in sorted(self._pids()):
            alive.add(pid)
            if at_s < self._nothing_until_s.get(pid, -math.inf):
                continue
            descriptors = list(self._gpu_files(pid))
            if not descriptors:
                self._nothing_until_s[pid] = at_s + _LOOK_ANEW_S
                continue
            self._nothing_until_s.pop(pid, None)
            computes = any(path == "/dev/kfd" for _, path in descriptors)
            for number, path in descriptors:
                if path.startswith("/dev/dri/"):
                    self._add(found, pid, number, computes)
        for pid in self._nothing_until_s.keys() - alive:
            del self._nothing_until_s[pid]
        return found

    def _pids(self) -> Iterator[int]:
        with os.scandir(self._proc) as entries:
            for entry in entries:
                if entry.name.isdecimal():
                    yield int(entry.name)

    def _gpu_files(self, pid: int) -> Iterator[tuple[str, str]]:
        folder = self._proc / str(pid) / "fd"
        try:
            names = os.listdir(folder)
        except OSError:
            return  # it is gone, or another user's
        for name in names:
            try:
                path = os.readlink(folder / name)
            except OSError:
                continue
            if path.startswith(("/dev/dri/", "/dev/kfd")):
                yield name, path

    def _add(
        self,
        found: dict[tuple[str, str], Client],
        pid: int,
        number: str,
        computes: bool,
    ) -> None:
        try:
            text = (self._proc / str(pid) / "fdinfo" / number).read_text()
        except OSError:
            return
        facts = dict(_facts(text))
        bus_id, client_id = facts.get("drm-pdev"), facts.get("drm-client-id")
        if bus_id is None or client_id is None or (bus_id, client_id) in found:
            return
        client = Client(bus_id, pid, computes=computes)
        for key, value in facts.items():
            _take(client, key, value)
        client.memory_bytes = _own_memory(facts)
        found[bus_id, client_id] = client


def _facts(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        key, colon, value = line.partition(":")
        if colon and key.startswith("drm-"):
            yield key, value.strip()


def _take(client: Client, key: str, value: str) -> None:
    amount = value.partition(" ")[0]
    if not amount.isdecimal():
        return
    if key.startswith("drm-engine-") and not key.startswith("drm-engine-capacity-"):
        client.engines[key.removeprefix("drm-engine-")] = int(amount)
    elif key.startswith("drm-cycles-"):
        client.engines[key.removeprefix("drm-cycles-")] = int(amount)
    elif key.startswith("drm-total-cycles-"):
        client.totals[key.removeprefix("drm-total-cycles-")] = int(amount)


def _own_memory(facts: dict[str, str]) -> int:
    """Return what lies in the GPU's own memory; older amdgpu calls it otherwise."""
    for kind in ("drm-resident-", "drm-memory-"):
        sizes = [
            _bytes(value)
            for key, value in facts.items()
            if key.startswith(kind)
            and key.removeprefix(kind).rstrip("0123456789") in _OWN_MEMORY
        ]
        if sizes:
            return sum(sizes)
    return 0


def _bytes(text: str) -> int:
    amount, _, unit = text.partition(" ")
    return int(amount) * _UNITS.get(unit, 1) if amount.isdecimal() else 0


def _is(engine: str) -> bool:
    return engine.startswith(_COMPUTE)
