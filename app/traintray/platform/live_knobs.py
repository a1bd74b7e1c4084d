"""Live knobs of this machine, put together: the kernel, the journal and D-Bus."""

from __future__ import annotations

from pathlib import Path

from traintray.core.detection.run import TrainingRun
from traintray.core.live_knobs.desk import LiveDesk
from traintray.core.live_knobs.kernel_tasks import KernelTasks
from traintray.core.live_knobs.ledger import Ledger
from traintray.core.live_knobs.live_knob import Site
from traintray.core.live_knobs.place import read_place
from traintray.platform.power_profiles import PowerProfiles


class LiveKnobs:
    """For one thread that may wait: what it does takes milliseconds, and seconds when
    the bus or the journal is slow.
    """

    def __init__(self, state_dir: Path) -> None:
        self._profiles = PowerProfiles()
        self.desk = LiveDesk(KernelTasks(), Ledger(state_dir), self._profiles)

    def site(self, run: TrainingRun, finding: str) -> Site:
        """Return a run on this machine; `finding` is the kind of its finding, or
        empty.
        """
        place = read_place(run.root_pid, self._profiles.power())
        return Site(run, place, finding)

    def close(self) -> None:
        """Let go of held power profiles. What threads have stays, in the journal."""
        self.desk.close()
        self._profiles.close()
