"""How much memory a process really has, what it shares counted by its part."""

from __future__ import annotations

from pathlib import Path


def proportional_bytes(pid: int, root: Path = Path("/")) -> int | None:
    """Return the proportional set size: pages that n processes share count 1/n.

    The sum over loader workers then is what they take, where the sum of their
    resident memory counts the pages of their parent once per worker. The kernel walks
    all page tables for it (about 10 ms per GiB), so ask seldom.
    `cat /proc/<pid>/smaps_rollup`, line Pss. None when the kernel has no such file or
    this user may not read it; raises ProcessLookupError when the process is gone.
    """
    try:
        content = (root / f"proc/{pid}/smaps_rollup").read_bytes()
        start = content.index(b"\nPss:") + len(b"\nPss:")
        return int(content[start : start + 32].split(None, 1)[0]) * 1024
    except (FileNotFoundError, ProcessLookupError) as error:
        if not (root / f"proc/{pid}").exists():
            raise ProcessLookupError(f"{pid} has ended") from error
        return None
    except (OSError, ValueError, IndexError):
        return None
