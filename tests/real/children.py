"""Real processes for the tests, each with a definite end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

SPIN = "while True: pass"
SLEEP = "import time; time.sleep(600)"
SPIN_WHEN_TOLD = (
    "import signal; signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])\n"
    "print('ready', flush=True)\n"
    "signal.sigwait([signal.SIGUSR1])\n"
    "while True: pass"
)
# pbkdf2 lets go of the interpreter's lock: these threads really run side by side.
SPINNING_THREADS = (
    "import hashlib, sys, threading\n"
    "def spin():\n"
    "    while True: hashlib.pbkdf2_hmac('sha256', b'x', b'y', 20000)\n"
    "for _ in range(int(sys.argv[1])):\n"
    "    threading.Thread(target=spin, daemon=True).start()\n"
    "print('ready', flush=True)\n"
    "threading.Event().wait(600)"
)


@contextmanager
def child(
    code: str, *arguments: str, takes_input: bool = False
) -> Iterator[subprocess.Popen[str]]:
    """Run Python code in a child that ends with the test."""
    process = subprocess.Popen(
        [sys.executable, "-I", "-c", code, *arguments],
        stdin=subprocess.PIPE if takes_input else None,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    if "'ready'" in code:
        assert process.stdout.readline() == "ready\n"
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        if process.stdin is not None:
            process.stdin.close()


def cpu_time_s(pid: int) -> float:
    """CPU time of a process by the kernel's own clock, to the nanosecond."""
    return time.clock_gettime(((~pid) << 3) | 2)


def wait_for_cpu_time(pid: int, cpu_s: float) -> None:
    """Wait until a process has used so much CPU time, however busy the machine."""
    while cpu_time_s(pid) < cpu_s:
        time.sleep(0.02)


def wait_for_exec(pid: int) -> None:
    """Wait until a child is asleep in its own program."""
    for _ in range(500):
        with open(f"/proc/{pid}/stat", "rb") as file:
            state = file.read().rsplit(b")", 1)[1].split()[0]
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            if state == b"S" and b"sleep" in file.read():
                return
        time.sleep(0.01)
    raise TimeoutError(f"{pid} does not sleep")


def stop(pid: int) -> None:
    """Kill a process and wait for it."""
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
