"""The runs of the design's screen: one that lives and six that have ended."""

from __future__ import annotations

import math
from array import array
from dataclasses import replace

from traintray.core.archive.records import (
    Outcome,
    RunRecord,
    Slice,
    Spread,
    VerdictTime,
)
from traintray.core.detection.run import Role
from traintray.core.detection.traits import Trends
from traintray.core.frame import Frame
from traintray.core.history.store import Store
from ui import frames

GIB = frames.GIB
NOW_S = frames.WALL_S
_HOUR_S = 3600.0
COMMAND = (
    "python train.py --model resnet50 --data ~/data/photos --batch-size 256"
    " --workers 8 --amp --api-key ***"
)


def ended(
    name: str,
    ago_h: float,
    lasted_h: float,
    outcome: Outcome = Outcome.FINISHED,
    **changes: object,
) -> RunRecord:
    """A run that began `ago_h` hours ago."""
    began_s = NOW_S - ago_h * _HOUR_S
    kind = str(changes.pop("kind", "clear"))
    cpu, gpu, peak = changes.pop("figures", (0.5, 0.9, 20.0))  # type: ignore[misc]
    lasted_s = lasted_h * _HOUR_S
    profile = {
        "usable_busy_fraction": Spread(cpu, min(1.0, cpu * 1.2), lasted_s),
        "gpu_busy_fraction": Spread(gpu, min(1.0, gpu * 1.1), lasted_s),
        "cpu_cores": Spread(cpu * 32, 32.0, lasted_s),
        "demand_threads": Spread(cpu * 33, cpu * 42, lasted_s),
        "switches_per_s": Spread(48_000.0, 148_000.0, lasted_s),
        "rss_bytes": Spread(peak * 0.8 * GIB, peak * GIB, lasted_s),
    }
    made = RunRecord(
        identity=f"boot/{round(ago_h * 1000)}-7",
        number=round(ago_h),
        name=name,
        command=("python", name, "--epochs", "90"),
        folder="/home/you",
        framework="pytorch",
        root_pid=round(ago_h * 1000),
        started_at_s=began_s,
        seen_at_s=began_s + 5,
        last_seen_at_s=began_s + lasted_s,
        ended_at_s=began_s + lasted_s,
        outcome=outcome,
        exit_status=0 if outcome is Outcome.FINISHED else None,
        signal=None,
        outcome_reason="It ended by itself, without an error.",
        usable_cpus=32.0,
        roles={"main": 1, "worker": 8},
        profile=profile,
        verdicts=(
            VerdictTime("unknown", began_s, 14.0),
            VerdictTime(kind, began_s + 20, lasted_s - 20),
        ),
        variables={"OMP_NUM_THREADS": "8"},
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def six() -> tuple[RunRecord, ...]:
    """The runs that ended, newest first."""
    return (
        ended("finetune_lm.py", 6, 2.78, figures=(0.22, 0.96, 21.4)),
        ended("train.py", 17, 5.53, figures=(0.37, 0.91, 37.1), kind="gpu_throttled"),
        ended(
            "unet_train.py",
            23,
            1.52,
            Outcome.FAILED,
            figures=(0.98, 0.34, 29.0),
            kind="input_bound",
            exit_status=1,
            workers_died=1,
            outcome_reason="A worker died, and then the run ended with an error.",
        ),
        ended(
            "fit_baseline.py",
            27,
            0.87,
            Outcome.KILLED,
            framework="tensorflow",
            figures=(0.99, 0.0, 7.1),
            kind="cpu_compute",
            signal=9,
            roles={"main": 1},
            outcome_reason="It was killed (SIGKILL); the kernel counted no kill for"
            " want of memory.",
        ),
        ended(
            "train.py",
            40,
            3.07,
            Outcome.OUT_OF_MEMORY,
            figures=(0.71, 0.18, 61.8),
            kind="swapping",
            signal=9,
            outcome_reason="The kernel killed it for want of memory.",
        ),
        ended("sweep.py", 53, 6.17, framework="jax", figures=(0.38, 0.91, 18.9)),
    )


class RunsArchive:
    """Knows these runs, and a rise of memory for each."""

    def __init__(self, *runs: RunRecord) -> None:
        self.saved = runs
        self.asked: list[tuple[float, float]] = []

    def runs(self, since_s, until_s):
        self.asked.append((since_s, until_s))
        return self.saved

    def episodes(self, since_s, until_s):
        return ()

    def many(self, keys, since_s, until_s, points):
        count = min(points, 120)
        step_s = (until_s - since_s) / count
        times = array("d", [since_s + step_s * n for n in range(count)])
        return {
            key: Slice(times, *[array("d", _curve(key, count))] * 3, step_s)
            for key in keys
        }

    def close(self) -> None:
        """Nothing to let go of."""


def _curve(key: str, count: int) -> list[float]:
    level, wobble = {
        "main_running_cores": (20.0, 1.0),
        "worker_running_cores": (9.0, 1.0),
        "running_cores": (30.0, 0.5),
        "usable_cpus": (32.0, 0.0),
        "main_memory_bytes": (21.9 * GIB, 0.05 * GIB),
        "worker_memory_bytes": (16.1 * GIB, 0.1 * GIB),
    }[key.rpartition("/")[2]]
    rise = 0.0 if key.endswith("usable_cpus") else 1.0
    return [
        level * (1 - rise * math.exp(-n / 8)) + wobble * math.sin(n)
        for n in range(count)
    ]


def live_frame(growing: bool = False) -> Frame:
    """The run of the design, with eight workers; `growing`: its memory leaks."""
    frame = frames.attention_frame()
    view = frame.runs[0]
    members = (*map(_at_work, view.run.members), _RESOURCE_TRACKER)
    trends = Trends(main_growth_bytes_per_s=0.0, worker_growth_bytes_per_s=0.0)
    if growing:
        trends = Trends(
            main_growth_bytes_per_s=3.2e6,
            worker_growth_bytes_per_s=0.0,
            worker_rises=3,
            workers_added=16,
        )
    run = replace(
        view.run, members=members, command=tuple(COMMAND.split()), trends=trends
    )
    return replace(frame, runs=(replace(view, run=run),))


def _doing(member, cores, threads, switches_per_s, memory_gib):
    return replace(
        member,
        cpu_cores=cores,
        rss_bytes=int(memory_gib * GIB),
        threads=replace(
            member.threads,
            thread_count=threads,
            voluntary_switches_per_s=0.1 * switches_per_s,
            involuntary_switches_per_s=0.9 * switches_per_s,
        ),
    )


def _at_work(member):
    """A process that works: all of them together keep 97 % of 32 CPUs busy."""
    if member.role is Role.MAIN:
        return _doing(member, 17.6, 33, 96_000.0, 21.9)
    return _doing(member, 1.65, 5, 6_500.0, 2.0)


_RESOURCE_TRACKER = _doing(frames.member(41216, Role.SUPPORT, 0.0), 0.0, 1, 4.0, 0.01)
"""What multiprocessing starts beside the workers."""


def live_store(frame: Frame, growing: bool = False, seconds: int = 300) -> Store:
    """The last minutes of the run of `live_frame`."""
    store = Store(1200)
    key = frame.runs[0].run.key
    for second in range(seconds):
        at_s = frame.at_s - seconds + 1 + second
        started = second / 20 if seconds < 600 else 40.0
        share = 1 - math.exp(-max(0.0, started - 1.5))
        main = (21.9 - (seconds - second) * 3.2e6 / GIB if growing else 21.9) * GIB
        wobble = math.sin(second * 1.7) * 0.6
        store.append(
            at_s,
            {
                f"run.{key}.main_running_cores": (17.6 + wobble) * share,
                f"run.{key}.worker_running_cores": (13.2 - wobble * 0.6) * share,
                f"run.{key}.running_cores": 31.0 * share,
                f"run.{key}.usable_cpus": 32.0,
                f"run.{key}.usable_busy_fraction": 0.97,
                f"run.{key}.gpu_busy_fraction": 0.41,
                f"run.{key}.rss_bytes": 38.2 * GIB,
                f"run.{key}.main_memory_bytes": main * share,
                f"run.{key}.worker_memory_bytes": 16.1 * GIB * share * share,
                f"run.{key}.memory_available_bytes": 24.0 * GIB,
            },
        )
    return store
