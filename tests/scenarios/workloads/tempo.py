"""When the phase under test begins, and when a forgotten workload ends by itself."""

import argparse
import os
import time

CPUS = len(os.sched_getaffinity(0))


def options(**defaults):
    """Return the command line's values; the defaults give names and types."""
    parser = argparse.ArgumentParser()
    for name, default in defaults.items():
        parser.add_argument(
            "--" + name.replace("_", "-"), type=type(default), default=default
        )
    return parser.parse_args()


class Tempo:
    """Tells the watcher of the scenario when its phase begins."""

    def __init__(self):
        limit_s = float(os.environ.get("SCENARIO_LIMIT_S", "600"))
        self._end_s = time.monotonic() + limit_s

    def begin(self):
        """Say that from now on the workload is what the scenario is about."""
        print(f"onset {time.monotonic():.3f}", flush=True)

    def goes_on(self):
        """Tell whether there is time left."""
        return time.monotonic() < self._end_s
