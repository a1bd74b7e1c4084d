"""One round, from the sensors to a frame. Everything runs on the sampling thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from traintray.core.advice.words import Case
from traintray.core.archive.records import UPTIME_KEY
from traintray.core.detection.clock_figures import clock_figures
from traintray.core.detection.consumers import Consumers
from traintray.core.detection.figures import Surroundings, figures
from traintray.core.detection.gpu_figures import gpu_figures, gpu_surroundings
from traintray.core.detection.gpu_losses import GpuLosses
from traintray.core.detection.run import Consumer, TrainingRun
from traintray.core.detection.run_progress import progress_figures
from traintray.core.diagnosis.engine import Judgement
from traintray.core.diagnosis.verdict import Finding, Severity
from traintray.core.episodes import EpisodeLog
from traintray.core.frame import Frame, Machine, RunView, State, demand_of, state_of
from traintray.core.history.store import Store
from traintray.core.knobs.knob import NotHelpful, Recommendation, Switch
from traintray.core.parts import Orders, Parts, Values
from traintray.core.readings import (
    CpuReading,
    GpusReading,
    LoadReading,
    MemoryReading,
    PressureReading,
)
from traintray.core.sampling.sensor import Snapshot
from traintray.core.sensors.cpu_clocks import CpuClocksReading, CpuClocksSensor


class Pipeline:
    """Turns a tick into a frame, and remembers what has to be remembered."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._episodes = EpisodeLog()
        self._known_runs: dict[str, TrainingRun] = {}
        self._consumers = Consumers(parts.detector.title, parts.own_pid)
        self._others: tuple[Consumer, ...] = ()
        self._is_paused = False
        self._gpu_names: tuple[str, ...] = ()
        self._losses = GpuLosses()
        self._values: Values = {}
        self.orders = Orders(parts.engine, parts.book)
        """What the user may change while it runs."""

    @property
    def store(self) -> Store:
        """The series that the graphs draw."""
        return self._parts.store

    @property
    def is_paused(self) -> bool:
        """Whether rounds are left out."""
        return self._is_paused

    def pause(self, paused: bool) -> None:
        """Stop sampling, or go on. May be called from any thread."""
        self._is_paused = paused

    def watch(self, watched: bool) -> None:
        """Say whether somebody looks at the figures. From any thread."""
        self._parts.attention.is_watched = watched

    def tick(self, at_s: float, wall_s: float, missed_ticks: int = 0) -> Frame:
        """Take one sample and say what stands. `at_s` is the monotonic clock."""
        self._values = {}
        self.orders.follow(self._parts.detector)
        frame = self._round(at_s, wall_s, missed_ticks)
        if self._parts.note is not None:
            uptime = {UPTIME_KEY: at_s} if self._values else {}
            self._parts.note(frame, {**self._values, **uptime})
        return frame

    def _round(self, at_s: float, wall_s: float, missed_ticks: int) -> Frame:
        if self._is_paused:
            self._forget_what_accumulated()
            return self._frame(Snapshot(at_s, {}), wall_s, (), missed_ticks)
        snapshot = self._parts.sampler.sample(at_s)
        if snapshot.suspended_s > 0:
            self._forget_what_accumulated()
            return self._frame(snapshot, wall_s, (), missed_ticks)
        runs = self._runs(snapshot, at_s)
        views = self._judge(runs, snapshot, at_s)
        gpus, gap = snapshot.readings.get("gpus"), snapshot.gaps.get("gpus")
        self._losses.update(gpus, gap, runs, (at_s, wall_s))
        return self._frame(snapshot, wall_s, views, missed_ticks)

    def _runs(self, snapshot: Snapshot, at_s: float) -> tuple[TrainingRun, ...]:
        table = snapshot.readings.get("processes")
        if table is None:
            return ()
        detector = self._parts.detector
        runs = detector.update(table, at_s)
        if self._parts.progress is not None:
            runs = self._parts.progress.update(runs, at_s)
        self._parts.processes.keep_hot(detector.member_pids)
        if self._parts.clocks is not None:
            self._parts.clocks.watch(run.usable_cpus.logical_cpus for run in runs)
        alive = {run.key: run for run in runs}
        for key in self._known_runs.keys() - alive.keys():
            self._parts.engine.forget(key)
            self._parts.store.forget(f"run.{key}.")
        self._known_runs = alive
        members = {member.pid for run in runs for member in run.members}
        self._others = self._consumers.update(table, members, at_s)
        return runs

    def _judge(
        self, runs: tuple[TrainingRun, ...], snapshot: Snapshot, at_s: float
    ) -> tuple[RunView, ...]:
        readings = snapshot.readings
        around = Surroundings(readings.get("cpu"), runs, readings.get("memory"))
        gpus = gpu_surroundings(readings, is_expected=self.machine.gpu_expected)
        clocks = _of(readings, CpuClocksSensor.key, CpuClocksReading)
        by_run = {
            r.key: {
                **figures(r, around),
                **gpu_figures(r, gpus),
                **clock_figures(r, clocks),
                **progress_figures(r),
            }
            for r in runs
        }
        machine = self._parts.sampler.series(snapshot)
        values = dict(machine)
        for key, numbers in by_run.items():
            values.update({f"run.{key}.{n}": v for n, v in numbers.items()})
        self._parts.store.append(at_s, values)
        self._values = values
        views, standing = [], set()
        for run in runs:
            numbers = {f"run.{n}": v for n, v in by_run[run.key].items()}
            judgement = self._parts.engine.judge(
                run, {**machine, **numbers}, at_s, self._others
            )
            view = self._view(run, judgement, len(runs), at_s)
            if view.episode is not None:
                standing.add(view.episode.number)
            views.append(view)
        self._episodes.end_others(standing, at_s)
        return tuple(sorted(views, key=demand_of, reverse=True))

    @property
    def machine(self) -> Machine:
        """Facts that do not change while the app runs, unless the user says so."""
        machine = self._parts.machine
        if machine.gpu_expected and not self.orders.expects_gpu:
            return replace(machine, gpu_expected=False)
        return machine

    def _view(
        self, run: TrainingRun, judgement: Judgement, run_count: int, at_s: float
    ) -> RunView:
        finding, rule = judgement.verdict, judgement.rule
        if not isinstance(finding, Finding) or rule is None:
            return RunView(run, judgement.verdict, None, None)
        onset_at_s = judgement.onset_at_s if judgement.onset_at_s is not None else at_s
        case = Case(
            finding,
            run,
            self._recommended(run, finding, rule.knobs, run_count),
            self._parts.engine.policy.sustained_s,
            self._parts.has_bfloat16,
            held_s=at_s - onset_at_s,
        )
        advice = self.orders.book.advise(case)
        if finding.severity is Severity.NOTE:
            # Nothing to act on: shown with the run, but never told as trouble.
            return RunView(run, finding, advice, None)
        episode = self._episodes.note(run.key, run.name, advice, onset_at_s, at_s)
        return RunView(run, finding, advice, episode)

    def _recommended(
        self,
        run: TrainingRun,
        finding: Finding,
        knob_names: Sequence[str],
        run_count: int,
    ) -> Recommendation | Switch | NotHelpful | None:
        by_name = {knob.name: knob for knob in self._parts.knobs}
        knob = by_name.get(knob_names[0]) if knob_names else None
        if knob is None or knob.recommend is None:
            return None
        concurrent = int(float(finding.facts.get("runs", run_count)))
        raises = bool(finding.facts.get("raises_cap", 0.0))
        return knob.recommend(run, max(1, concurrent), raises)

    def _machine_now(self, readings: Mapping[str, Any]) -> Machine:
        """Return the machine with the names of the GPUs that have answered."""
        gpus = readings.get("gpus")
        if isinstance(gpus, GpusReading):
            self._gpu_names = tuple(gpu.name for gpu in gpus.gpus)
        return replace(self.machine, gpu_names=self._gpu_names)

    def _forget_what_accumulated(self) -> None:
        self._parts.engine.reset()
        self._parts.detector.reset()
        self._consumers.reset()
        self._losses.blind()
        self._others = ()

    def _frame(
        self,
        snapshot: Snapshot,
        wall_s: float,
        views: tuple[RunView, ...],
        missed_ticks: int,
    ) -> Frame:
        readings, lost = snapshot.readings, self._losses.sure
        return Frame(
            at_s=snapshot.at_s,
            wall_s=wall_s,
            state=State.PAUSED if self._is_paused else state_of(readings, views, lost),
            machine=self._machine_now(readings),
            cpu=_of(readings, "cpu", CpuReading),
            memory=_of(readings, "memory", MemoryReading),
            pressure={
                key.removeprefix("pressure."): reading
                for key, reading in readings.items()
                if isinstance(reading, PressureReading)
            },
            load=_of(readings, "load", LoadReading),
            gpus=_of(readings, "gpus", GpusReading),
            runs=views,
            episodes=self._episodes.all(),
            gaps=snapshot.gaps,
            sensor_cost_s=snapshot.cost_s,
            missed_ticks=missed_ticks,
            unreadable=self._parts.detector.unreadable,
            others=self._others,
            period_s=self.orders.period_s,
            lost_gpus=lost,
        )


def _of(readings: Mapping[str, Any], key: str, kind: type[Any]) -> Any:
    reading = readings.get(key)
    return reading if isinstance(reading, kind) else None
