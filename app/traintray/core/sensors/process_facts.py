"""What hardly changes about a process: command line, interpreter, libraries,
thread variables. Read once per process, because `maps` of a trainer is dear.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from traintray.core.masking import masked
from traintray.core.readings import Gap, GapReason, ProcessFacts
from traintray.core.sensors.thread_values import shown_value

THREAD_VARIABLES = frozenset(
    {
        "OMP_NUM_THREADS",
        "OMP_WAIT_POLICY",
        "OMP_PROC_BIND",
        "OMP_PLACES",
        "OMP_DYNAMIC",
        "OMP_THREAD_LIMIT",
        "GOMP_CPU_AFFINITY",
        "GOMP_SPINCOUNT",
        "KMP_AFFINITY",
        "KMP_BLOCKTIME",
        "MKL_NUM_THREADS",
        "MKL_DYNAMIC",
        "OPENBLAS_NUM_THREADS",
        "BLIS_NUM_THREADS",
        "NUMEXPR_NUM_THREADS",
        "NUMEXPR_MAX_THREADS",
        "NUMBA_NUM_THREADS",
        "OPENCV_FOR_THREADS_NUM",
        "RAYON_NUM_THREADS",
        "TOKENIZERS_PARALLELISM",
        "POLARS_MAX_THREADS",
        "LOKY_MAX_CPU_COUNT",
        "TF_NUM_INTRAOP_THREADS",
        "TF_NUM_INTEROP_THREADS",
        "PJRT_NPROC",
        "NPROC",
        "CUDA_VISIBLE_DEVICES",
        "CUDA_DEVICE_ORDER",
        "NVIDIA_VISIBLE_DEVICES",
        "RANK",
        "LOCAL_RANK",
        "WORLD_SIZE",
        "LOCAL_WORLD_SIZE",
        "LD_PRELOAD",
        "MALLOC_ARENA_MAX",
        "MALLOC_CONF",
        "MALLOC_MMAP_THRESHOLD_",
        "MALLOC_TOP_PAD_",
        "MALLOC_TRIM_THRESHOLD_",
        "PYTORCH_ALLOC_CONF",
        "PYTORCH_CUDA_ALLOC_CONF",
        "TORCHINDUCTOR_COMPILE_THREADS",
    }
)
"""The only variables ever kept: an environment may hold passwords."""

_LARGEST_FILE_BYTES = 8 * 2**20
_MAPPED_FILE = re.compile(rb"^[^/\n]* (/.*)$", re.MULTILINE)
"""A line of `maps` that names a file: address, rights, offset, device, inode, path."""


def read_command(pid: int, root: Path = Path("/")) -> tuple[str, ...]:
    """Return the command line, as `ps -o args` shows it, secrets in it masked.

    Nothing behind this can show or keep what it never gets. Raises OSError when the
    process is gone.
    """
    raw = _read(root / f"proc/{pid}/cmdline")
    text = raw.rstrip(b"\0").decode("utf-8", "replace")
    return masked(text.split("\0")) if text else ()


def is_python(pid: int, root: Path = Path("/")) -> bool:
    """Tell whether the executable is a Python interpreter.

    The link is not readable for another user's process; the first word of the
    command line, which everybody may read, then decides.
    """
    try:
        program = os.readlink(root / f"proc/{pid}/exe")
    except OSError:
        try:
            program = next(iter(read_command(pid, root)), "")
        except OSError:
            return False
    return Path(program).name.startswith(("python", "pypy"))


def read_mapped_files(pid: int, root: Path = Path("/")) -> frozenset[str]:
    """Return the files mapped into memory.

    `cat /proc/<pid>/maps` lists them. Raises PermissionError for another user's
    process, OSError when it is gone.
    """
    found = set(_MAPPED_FILE.findall(_read(root / f"proc/{pid}/maps")))
    return frozenset(path.decode("utf-8", "replace") for path in found)


def read_thread_variables(pid: int, root: Path = Path("/")) -> dict[str, str]:
    """Return the thread and device variables the process was started with, `***` for
    a value that is none of such a variable.

    Changes that the program makes to its own environment later are not seen.
    Raises PermissionError for another user's process, OSError when it is gone.
    """
    found: dict[str, str] = {}
    for entry in _read(root / f"proc/{pid}/environ").split(b"\0"):
        name, _, value = entry.decode("utf-8", "replace").partition("=")
        if name in THREAD_VARIABLES:
            found.setdefault(name, shown_value(name, value))
    return found


def read_process_facts(pid: int, root: Path = Path("/")) -> ProcessFacts:
    """Return all facts; what may not be read is in `gaps`.

    Raises OSError when the process is gone.
    """
    command = read_command(pid, root)
    gaps: dict[str, Gap] = {}
    mapped: frozenset[str] = frozenset()
    variables: dict[str, str] | None = None
    folder: str | None = None
    try:
        mapped = read_mapped_files(pid, root)
    except OSError as error:
        gaps["mapped_files"] = _gap(error)
    try:
        variables = read_thread_variables(pid, root)
    except OSError as error:
        gaps["thread_variables"] = _gap(error)
    try:
        folder = os.readlink(root / f"proc/{pid}/cwd")
    except OSError as error:
        gaps["working_folder"] = _gap(error)
    return ProcessFacts(
        command,
        is_python(pid, root),
        mapped,
        variables,
        folder,
        gaps,
        _owner_uid(pid, root),
    )


def thread_group(pid: int, root: Path = Path("/")) -> int:
    """Return the process that a thread belongs to; a process stands for itself.

    `ps -L` shows threads by numbers of their own (LWP) that look like pids. A number
    that is nobody's is returned as it is.
    """
    try:
        status = _read(root / f"proc/{pid}/status")
        return int(status[status.index(b"\nTgid:") + 6 :].split(None, 1)[0])
    except (OSError, ValueError, IndexError):
        return pid


def _owner_uid(pid: int, root: Path) -> int | None:
    try:
        return (root / f"proc/{pid}").stat().st_uid
    except OSError:
        return None


def _gap(error: OSError) -> Gap:
    refused = isinstance(error, PermissionError)
    reason = GapReason.NO_PERMISSION if refused else GapReason.FAILED
    return Gap(reason, str(error))


def _read(path: Path) -> bytes:
    with path.open("rb", buffering=0) as file:
        chunks = []
        size = 0
        while size < _LARGEST_FILE_BYTES and (chunk := file.read(1 << 16)):
            chunks.append(chunk)
            size += len(chunk)
    return b"".join(chunks)
