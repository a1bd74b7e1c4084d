"""What the live knobs do to a real run, and to the desktop beside it.

    python tests/bench/run.py live-knobs [--times 3] [--python PYTHON]

Two stories, each of windows that alternate, so that a machine that others use too
cannot favour one side. *collapsed*: every thread of a training is put on one CPU, as
`OMP_PROC_BIND` does; the knob's `all` gives them all CPUs back, and its undo takes them
again. *desktop*: a training with more threads than CPUs runs beside a program that
wants to wake every 10 ms, as a compositor does; `leave-1` gives one core to that.
Prints a table in Markdown, with the load of the machine before the start.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from traintray.core.detection.run import Member, Role, TrainingRun
from traintray.core.live_knobs.desk import LiveDesk
from traintray.core.live_knobs.kernel_tasks import KernelTasks
from traintray.core.live_knobs.ledger import Ledger
from traintray.core.live_knobs.live_knob import Place, Site
from traintray.core.readings import UsableCpus
from traintray.core.sensors.topology import cores_of

TRAINING = Path(__file__).with_name("proof_training.py")
_FOREVER_S = 600.0
_START_S = 30.0
_PERIOD_S = 0.010
_KNOB = "cpu_affinity"


@dataclass(frozen=True)
class Row:
    """One figure, without and with the knob, each the median of its windows."""

    what: str
    unit: str
    without: tuple[float, ...]
    with_knob: tuple[float, ...]

    def line(self) -> str:
        """Return a line of the table; the spread of the windows in brackets."""
        before, after = map(statistics.median, (self.without, self.with_knob))
        ratio = f"{after / before:.2f}" if before else "–"
        shown = (_spread(self.without), _spread(self.with_knob))
        return f"| {self.what} | {self.unit} | {shown[0]} | {shown[1]} | {ratio} |"


def _spread(values: tuple[float, ...]) -> str:
    middle = statistics.median(values)
    return f"{middle:.3g} ({min(values):.3g} to {max(values):.3g})"


class Training:
    """A real run whose steps are counted from outside, as its log tells them."""

    def __init__(self, python: str, folder: Path, environment: dict[str, str]) -> None:
        self._log = folder / f"run-{time.monotonic_ns()}.log"
        variables = {k: v for k, v in os.environ.items() if "NUM_THREADS" not in k}
        with self._log.open("wb") as output:
            self.process = subprocess.Popen(
                [python, str(TRAINING), "network", str(_FOREVER_S)],
                env={**variables, **environment},
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def wait(self) -> None:
        """Wait for the first steps; RuntimeError when there are none."""
        end_s = time.monotonic() + _START_S
        while self._step() < 20:
            if time.monotonic() > end_s or self.process.poll() is not None:
                raise RuntimeError(self._log.read_text()[-400:])
            time.sleep(0.1)

    def steps_per_s(self, seconds: float) -> float:
        """Return the speed over a window."""
        first, began_s = self._told_anew()
        time.sleep(seconds)
        last, ended_s = self._told_anew()
        return (last - first) / (ended_s - began_s)

    def site(self) -> Site:
        """Return the run as the detector would, with the machine around it."""
        pid = self.process.pid
        ticks = KernelTasks().process(pid).started_ticks
        cpus = tuple(sorted(os.sched_getaffinity(0)))
        only = Member(
            *(pid, Role.MAIN, "python"),
            cpu_cores=None,
            cpu_s=0.0,
            rss_bytes=0,
            threads=None,
            started_ticks=ticks,
        )
        run = TrainingRun(
            key=f"{pid}-{ticks}",
            root_pid=pid,
            name=TRAINING.name,
            command=("python", str(TRAINING)),
            framework="pytorch",
            started_at_s=0.0,
            usable_cpus=UsableCpus(float(len(cpus)), cpus, len(cpus), None),
            members=(only,),
            thread_variables=None,
        )
        return Site(run, Place(cores=cores_of(cpus), starter_cpus=cpus))

    def _told_anew(self) -> tuple[int, float]:
        """Wait for the next line, so that a window begins and ends with one."""
        before = self._step()
        while (now := self._step()) == before:
            time.sleep(0.002)
        return now, time.monotonic()

    def _step(self) -> int:
        lines = [w for w in self._log.read_text().splitlines() if w.startswith("step")]
        return int(lines[-1].split()[1]) if lines else 0


@contextmanager
def training(
    options: argparse.Namespace, folder: Path, **environment: str
) -> Iterator[Training]:
    """Run a training until the story is told."""
    made = Training(options.python, folder, environment)
    try:
        made.wait()
        yield made
    finally:
        made.process.kill()
        made.process.wait()


def collapsed(options: argparse.Namespace, folder: Path) -> list[Row]:
    """All threads on one CPU; the knob gives them the others back."""
    desk = LiveDesk(KernelTasks(), Ledger(folder))
    without, with_knob = [], []
    with training(options, folder) as made:
        one = {min(os.sched_getaffinity(0))}
        for tid in os.listdir(f"/proc/{made.process.pid}/task"):
            os.sched_setaffinity(int(tid), one)
        site = made.site()
        for _ in range(options.times):
            without.append(made.steps_per_s(options.seconds))
            desk.apply(desk.plan(_KNOB, "all", site))
            with_knob.append(made.steps_per_s(options.seconds))
            desk.undo(_KNOB, site.run.key)
    what = "collapsed on one CPU, `all`"
    return [Row(what, "steps/s", tuple(without), tuple(with_knob))]


def desktop(options: argparse.Namespace, folder: Path) -> list[Row]:
    """Twice as many threads as CPUs; the knob leaves a core to the desktop."""
    desk = LiveDesk(KernelTasks(), Ledger(folder))
    late: tuple[list[float], list[float]] = [], []
    speed: tuple[list[float], list[float]] = [], []
    threads = str(2 * len(os.sched_getaffinity(0)))
    with training(options, folder, OMP_NUM_THREADS=threads) as made:
        site = made.site()

        def window(number: int) -> None:
            with _ticker(options.seconds) as lateness:
                speed[number].append(made.steps_per_s(options.seconds))
                late[number].append(lateness())

        for _ in range(options.times):
            window(0)
            desk.apply(desk.plan(_KNOB, "leave-1", site))
            window(1)
            desk.undo(_KNOB, site.run.key)
    name = f"{threads} threads, `leave-1`"
    lateness = Row(
        f"{name}: lateness", "ms, 99 of 100 below", *_pair(late, scale=1000.0)
    )
    return [lateness, Row(f"{name}: speed", "steps/s", *_pair(speed))]


def _pair(
    found: tuple[list[float], list[float]], scale: float = 1.0
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    first, second = (tuple(scale * one for one in values) for values in found)
    return first, second


_TICKER = (
    "import sys, time\n"
    "period, seconds = float(sys.argv[1]), float(sys.argv[2])\n"
    "began = next_s = time.monotonic(); late = []\n"
    "while next_s < began + seconds:\n"
    "    next_s += period\n"
    "    time.sleep(max(0.0, next_s - time.monotonic()))\n"
    "    end = time.monotonic() + 0.002\n"
    "    while time.monotonic() < end: pass\n"
    "    late.append(max(0.0, time.monotonic() - next_s - 0.002))\n"
    "late.sort(); print(late[int(0.99 * len(late))])"
)
"""Two milliseconds of work every ten, as a compositor has; how late is each done."""


@contextmanager
def _ticker(seconds: float) -> Iterator[Callable[[], float]]:
    """Yield what waits for the end of the other program and returns its lateness."""
    words = [sys.executable, "-I", "-c", _TICKER, str(_PERIOD_S), str(seconds)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    try:
        yield lambda: float(process.communicate()[0])
    finally:
        process.kill()
        process.wait()


def main() -> int:
    """Tell both stories."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=8.0, help="of each window")
    parser.add_argument("--python", default=sys.executable, help="has torch")
    options = parser.parse_args()
    cpus = len(os.sched_getaffinity(0))
    load = os.getloadavg()[0]
    print(f"{cpus} CPUs, load {load:.2f} before the start,", end=" ")
    print(f"{options.times} windows of {options.seconds:g} s each, alternating")
    print("\n| | | without | with the knob | ratio |\n|---|---|---|---|---|")
    for story in (collapsed, desktop):
        with tempfile.TemporaryDirectory(prefix="traintray-live-") as name:
            for row in story(options, Path(name)):
                print(row.line(), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
