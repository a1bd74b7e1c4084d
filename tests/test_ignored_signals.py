from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import os, signal, subprocess
import conftest
child = subprocess.run(["grep", "SigIgn", "/proc/self/status"], capture_output=True)
os.kill(os.getpid(), signal.SIGHUP)
os.kill(os.getpid(), signal.SIGINT)
print(child.stdout.split()[1].decode())
"""


def test_programs_under_test_heed_what_nohup_ignores():
    command = ["bash", "-c", "trap '' HUP INT QUIT TERM; exec \"$@\"", "bash"]
    environ = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}

    out = subprocess.run(
        [*command, sys.executable, "-c", SCRIPT],
        env=environ,
        capture_output=True,
        text=True,
        check=True,
    )

    assert int(out.stdout, 16) == 0
