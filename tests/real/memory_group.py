"""A real control group with a memory limit, where this machine has them."""

from __future__ import annotations

import os
from pathlib import Path

V2 = Path("/sys/fs/cgroup")
V1 = V2 / "memory"


class MemoryGroup:
    """Made and removed by root."""

    def __init__(self, limit_bytes: int) -> None:
        """Raises OSError where no group can be made."""
        is_v2 = (V2 / "cgroup.controllers").exists()
        self.folder = (V2 if is_v2 else V1) / f"traintray-test-{os.getpid()}"
        if is_v2:
            (V2 / "cgroup.subtree_control").write_text("+memory")
        self.folder.mkdir()
        name = "memory.max" if is_v2 else "memory.limit_in_bytes"
        (self.folder / name).write_text(str(limit_bytes))
        swap = self.folder / "memory.swap.max"
        if swap.exists():
            swap.write_text("0")

    @property
    def enter(self) -> str:
        """Shell words that put what follows into the group."""
        return f"sh -c 'echo $$ > {self.folder}/cgroup.procs; exec \"$@\"' sh"

    def remove(self) -> None:
        self.folder.rmdir()
