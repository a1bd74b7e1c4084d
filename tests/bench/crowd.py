"""Many sleeping processes, or a few that spin, until their parent ends them.

python crowd.py sleep 4000
python crowd.py spin 2
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def main(what: str, count: int) -> None:
    libc = ctypes.CDLL(None)
    pids = []
    for _ in range(count):
        pid = os.fork()
        if pid == 0:
            libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
            if what == "sleep":
                os.execv("/bin/sleep", ["sleep", "3600"])
            while True:
                pass
        pids.append(pid)
    print("ready", flush=True)
    # Our parent closes this pipe when it is done, or when it dies.
    sys.stdin.read()
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    for pid in pids:
        os.waitpid(pid, 0)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
