"""Stands in for an accelerator: the main process waits for it as it would there."""

import time


class Device:
    """Takes `step_ms` for a step, of which the host is busy with `launch_share`."""

    def __init__(self, step_ms, launch_share=0.0):
        self._step_s = step_ms / 1000
        self._launch_s = self._step_s * launch_share

    def step(self):
        """Launch a step and wait for its end."""
        start_s = time.monotonic()
        while time.monotonic() - start_s < self._launch_s:
            sum(range(50))
        time.sleep(max(0.0, self._step_s - (time.monotonic() - start_s)))
