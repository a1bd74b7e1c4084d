"""What was promised, as ratios inside one run, and whether it was kept."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bench.measure import Outcome
from bench.peers import APP, STAND_IN
from bench.startup import Startup


@dataclass(frozen=True)
class Ratio:
    """CPU of one monitor over CPU of another: at most so much, by scene."""

    of: str
    to: str
    highest: Mapping[str, float]


@dataclass(frozen=True)
class Judged:
    """One goal and how it went; `value` None: it could not be measured."""

    what: str
    scene: str
    value: float | None
    highest: float
    unit: str = ""

    @property
    def word(self) -> str:
        if self.value is None:
            return "not measured"
        return "pass" if self.value <= self.highest else "MISS"


def _at(idle: float, plus1000: float, plus4000: float) -> dict[str, float]:
    return {"idle": idle, "plus1000": plus1000, "plus4000": plus4000}


RATIOS = (
    Ratio(APP, "top", _at(0.7, 0.25, 0.2)),
    Ratio(APP, "htop", _at(0.2, 0.1, 0.1)),
    Ratio(APP, "glances", _at(0.05, 0.05, 0.06)),
    Ratio(APP, "gnome-system-monitor", _at(0.05, 0.03, 0.03)),
    Ratio(APP, "psutil", _at(0.15, 0.05, 0.05)),
    Ratio("sampler_full", "top", _at(0.8, 0.6, 0.6)),
)
WAKEUPS_PER_S = 1.5
PSS_MIB = 50.0
ICON_S = 0.25
ICON_RATIO = 0.25 / 0.18
"""The goal was set where Qt with a plain icon took 0.18 s; as a ratio it carries over
to a slower machine."""
COST_OF_PSUTIL = {"smart_us": 1 / 50, "full_us": 1 / 3}
COST_SCENE = "plus4000"


def ratio(outcome: Outcome, of: str, to: str) -> float | None:
    """Return the median over windows of CPU `of` over CPU `to`."""
    ours, theirs = outcome.used.get(of), outcome.used.get(to)
    if ours is None or theirs is None or not (ours.survived and theirs.survived):
        return None
    pairs = zip(ours.cpu_s_per_min, theirs.cpu_s_per_min, strict=True)
    found = [a / b for a, b in pairs if b > 0]
    return statistics.median(found) if found else None


def judge(outcomes: Sequence[Outcome], startup: Startup | None) -> list[Judged]:
    """Compare everything with its goal."""
    judged: list[Judged] = []
    app = APP if any(APP in o.used for o in outcomes) else STAND_IN
    for goal in RATIOS:
        of = app if goal.of == APP else goal.of
        for outcome in outcomes:
            highest = goal.highest.get(outcome.scene.name)
            if highest is not None:
                value = ratio(outcome, of, goal.to)
                what = f"CPU {of} / {goal.to}"
                judged.append(Judged(what, outcome.scene.name, value, highest))
    for outcome in outcomes:
        judged += _of_scene(outcome, app)
    if startup is not None:
        judged.append(
            Judged("exec to tray icon", "warm", startup.median_s, ICON_S, "s")
        )
        floor = startup.floor_ratio
        judged.append(Judged("start / Qt with a plain icon", "warm", floor, ICON_RATIO))
        count = len(startup.heavy_modules)
        names = ", ".join(startup.heavy_modules) or "numpy, pyqtgraph"
        judged.append(Judged(f"imported at the icon: {names}", "warm", count, 0))
    return judged


def _of_scene(outcome: Outcome, app: str) -> list[Judged]:
    scene, used = outcome.scene.name, outcome.used.get(app)
    judged = []
    if used is not None:
        woken = statistics.median(used.wakeups_per_s) if used.survived else None
        judged.append(
            Judged(f"wake-ups per second, {app}", scene, woken, WAKEUPS_PER_S)
        )
        if app == APP:
            numpy = float(used.has_numpy) if used.survived else None
            judged.append(Judged("numpy mapped while hidden", scene, numpy, 0))
        if scene == "idle":
            pss = used.memory.pss_bytes / 2**20 if used.memory else None
            judged.append(Judged(f"PSS, {app}", scene, pss, PSS_MIB, "MiB"))
    if scene == COST_SCENE and outcome.cost_us:
        for key, highest in COST_OF_PSUTIL.items():
            value = outcome.cost_us[key] / outcome.cost_us["psutil_us"]
            what = f"one sample, {key.removesuffix('_us')} / psutil 7 fields"
            judged.append(Judged(what, scene, value, highest))
    return judged
