"""A desk over a made-up kernel, with a run of a main process and two workers."""

from __future__ import annotations

from fake_kernel import Killed, run_of

from traintray.core.live_knobs.desk import LiveDesk
from traintray.core.live_knobs.ledger import Ledger
from traintray.core.live_knobs.live_knob import Place, Power, Site

MAIN, ONE, TWO, SHELL = 100, 101, 102, 90
EIGHT_CORES = tuple((cpu,) for cpu in range(8))
PROFILES = ("power-saver", "balanced", "performance")


class FakeProfiles:
    """The power-profile service."""

    def __init__(self):
        self.held = {}
        self.released = []
        self.cookies = 0
        self.refuses = None

    def power(self):
        return Power("balanced", PROFILES)

    def hold(self, profile, reason):
        if self.refuses:
            raise OSError(self.refuses)
        self.cookies += 1
        self.held[self.cookies] = (profile, reason)
        return self.cookies

    def release(self, cookie):
        self.released.append(cookie)
        self.held.pop(cookie, None)

    def is_held(self, cookie):
        return cookie in self.held


class LiveWorld:
    """The world of these tests; `again()` is the app after a restart."""

    def __init__(self, kernel, state_dir):
        self.kernel, self.state_dir = kernel, state_dir
        self.now_s = 1000.0
        self.profiles = FakeProfiles()
        self.place = Place(
            cores=tuple((cpu,) for cpu in range(4)),
            starter_cpus=(0, 1, 2, 3),
            power=Power("balanced", PROFILES),
        )
        kernel.start(SHELL, 10, parent=1)
        kernel.start(MAIN, 20, parent=SHELL)
        kernel.start(ONE, 30, parent=MAIN)
        kernel.start(TWO, 31, parent=MAIN)
        kernel.clone(MAIN, 110, 25)
        kernel.clone(MAIN, 111, 26)
        self.again()

    def again(self):
        self.desk = LiveDesk(
            self.kernel, Ledger(self.state_dir, 0.05), self.profiles, lambda: self.now_s
        )
        return self.desk

    def run(self, *pids, **changes):
        return run_of(self.kernel, *(pids or (MAIN, ONE, TWO)), **changes)

    def site(self, *pids, finding="", **changes):
        return Site(self.run(*pids, **changes), self.place, finding)

    @property
    def key(self):
        return f"{MAIN}-20"

    def plan(self, value, knob="cpu_affinity"):
        return self.desk.plan(knob, value, self.site())

    def apply(self, value, knob="cpu_affinity", **options):
        return self.desk.apply(self.plan(value, knob), **options)

    def undo(self, knob="cpu_affinity"):
        return self.desk.undo(knob, self.key)

    def open_entries(self):
        return [entry for entry in self.desk.entries() if entry.end is None]

    def ends(self):
        return [entry.end.value for entry in self.desk.entries() if entry.end]

    def killed(self, work, after):
        """Do `work` until so many threads were changed; then the program is gone."""
        self.kernel.written.clear()
        self.kernel.killed_after = after
        try:
            work()
        except Killed:
            return True
        finally:
            self.kernel.killed_after = None
            self.again()
        return False
