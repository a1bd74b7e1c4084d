"""An invented archive: ten days on the machine of the design, for tests and pictures.

All of it is consistent: the series are high while a run is on, an episode lies inside
its run, nothing is known while the computer was off. Deterministic.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field, replace

import numpy as np

from core.proof.proven_run import proof_record
from traintray.core.advice.told import parts
from traintray.core.archive.proof_record import Change, ProofRecord
from traintray.core.archive.records import (
    UPTIME_KEY,
    EpisodeRecord,
    KnobRecord,
    NoticeRecord,
    Outcome,
    RunRecord,
    Slice,
    Spread,
    VerdictTime,
)
from traintray.ui import dates
from ui.frames import (
    GIB,
    GPU_UUID,
    NOW_S,
    RUN_STARTED_S,
    WALL_S,
)
from ui.written_advice import READY_THREADS, threads, threads_advice

HOUR_S = 3600.0
TODAY_S = dates.midnight(dates.day_of(WALL_S))
BOOT = "5f1c"
LIVE_IDENTITY = f"{BOOT}/41207-{41207 * 7}"
"""The run of `frames.attention_frame`."""


def at(day: int, clock: str) -> float:
    """The instant at which the clock showed `16:12`, `day` days before today."""
    hours, minutes = clock.split(":")
    date = dates.day_of(TODAY_S - day * 86400 + 43200)
    return dates.midnight(date) + int(hours) * HOUR_S + int(minutes) * 60


@dataclass(frozen=True)
class Load:
    """What a run does to the machine while it is on."""

    cpu: float
    gpu: float
    memory_gib: float
    vram_gib: float
    swing: float = 0.2
    ready_threads: float | None = None
    """None: those that run, and few more."""


_TRAIN = Load(0.38, 0.91, 37.0, 18.7, 0.45)
_UNET = Load(0.94, 0.34, 29.0, 8.2, 0.12)
_FINETUNE = Load(0.24, 0.95, 22.0, 16.1, 0.5)
_BASELINE = Load(0.97, 0.0, 12.0, 0.0, 0.05)
_NOW = Load(0.95, 0.41, 38.2, 9.8, 0.1, READY_THREADS)
_CAPPED = {"OMP_NUM_THREADS": "4", "MKL_NUM_THREADS": "4"}
"""What the cap wrote for the next run of sweep.py."""
_VIT = ("python", "train.py", "--model", "vit_b16", "--batch-size", "64")


def run_record(
    number: int,
    name: str,
    times: tuple[float, float],
    load: Load,
    outcome: Outcome = Outcome.FINISHED,
    **more,
) -> RunRecord:
    """A run that was on from `times[0]` to `times[1]`."""
    start_s, end_s = times
    length_s = end_s - start_s
    ready = load.ready_threads or load.cpu * 33
    made = RunRecord(
        identity=f"{BOOT}/{4000 + number}-{number * 977}",
        number=number,
        name=name,
        command=("python", name, "--epochs", "90", "--batch-size", "64"),
        folder="/home/ana/runs",
        framework="pytorch",
        root_pid=4000 + number,
        started_at_s=start_s,
        seen_at_s=start_s + 5,
        last_seen_at_s=end_s,
        ended_at_s=end_s,
        outcome=outcome,
        exit_status=0 if outcome is Outcome.FINISHED else None,
        signal=None,
        outcome_reason="Its exit status was 0.",
        usable_cpus=32.0,
        roles={"main": 1, "worker": 8},
        profile={
            "demand_threads": Spread(ready, ready * 1.1, length_s),
            "usable_busy_fraction": Spread(load.cpu, min(1, load.cpu * 1.2), length_s),
            "rss_bytes": Spread(
                load.memory_gib * 0.9 * GIB, load.memory_gib * GIB, length_s
            ),
            "gpu_busy_fraction": Spread(load.gpu, min(1.0, load.gpu * 1.1), length_s),
            "gpu_memory_bytes": Spread(
                load.vram_gib * GIB, load.vram_gib * GIB, length_s
            ),
        },
        verdicts=(VerdictTime("clear", start_s + 30, length_s - 30),),
        variables={"CUDA_VISIBLE_DEVICES": "0"},
    )
    return replace(made, **more)


def episode_record(
    run: RunRecord, kind: str, times: tuple[float, float | None], **more
) -> EpisodeRecord:
    """An episode of `run`; the second time None means that it is open."""
    start_s, end_s = times
    made = EpisodeRecord(
        run_identity=run.identity,
        run_name=run.name,
        kind=kind,
        severity="attention",
        onset_at_s=start_s,
        noticed_at_s=start_s + 15,
        ended_at_s=end_s,
        last_seen_at_s=WALL_S if end_s is None else end_s,
    )
    return replace(made, **more)


THREADS = {
    each.key: (each.measured, each.threshold, each.unit.value)
    for each in threads().evidence
}
_WAIT = {
    "gpu_busy_fraction": (0.34, 0.7, "fraction"),
    "worker_demand_threads": (7.8, 6.0, "threads"),
}


@dataclass
class FakeArchive:
    """Answers like the archive."""

    begins_s: float = TODAY_S - 9 * 86400 + 8 * HOUR_S
    ends_s: float = WALL_S - 12
    off: tuple[tuple[float, float], ...] = ()
    records: list[tuple[RunRecord, Load]] = field(default_factory=list)
    told: list[EpisodeRecord] = field(default_factory=list)
    changes: list[KnobRecord] = field(default_factory=list)
    shown: list[NoticeRecord] = field(default_factory=list)
    cpus: int = 32
    asked: list[str] = field(default_factory=list)
    closed: int = 0

    # What ArchiveReader promises

    def span(self):
        return (self.begins_s, self.ends_s) if self.records or self.cpus else None

    def series_keys(self):
        gpu = f"gpu.{GPU_UUID}"
        return sorted(
            [
                UPTIME_KEY,
                *("cpu.busy_fraction", "cpu.system_fraction", "memory.used_bytes"),
                "memory.swap_used_bytes",
                *(f"pressure.{n}.stalled_10s_fraction" for n in ("cpu", "io")),
                *(f"cpu.{n}.busy_fraction" for n in range(self.cpus)),
                *(f"{gpu}.busy_fraction", f"{gpu}.memory_used_bytes"),
                *(f"{gpu}.temperature_celsius", f"{gpu}.power_watts"),
            ]
        )

    def series(self, key, since_s, until_s, points):
        self.asked.append(key)
        bucket_s = (until_s - since_s) / points
        times = since_s + (np.arange(points) + 0.5) * bucket_s
        mean, low, high = self._values(key, times)
        dark = (times < self.begins_s) | (times > self.ends_s)
        for start_s, end_s in self.off:
            dark |= (times > start_s) & (times < end_s)
        for each in (mean, low, high):
            each[dark] = np.nan
        return Slice(*(array("d", v) for v in (times, mean, low, high)), bucket_s)

    def many(self, keys, since_s, until_s, points):
        return {key: self.series(key, since_s, until_s, points) for key in keys}

    def runs(self, since_s, until_s):
        found = [r for r, _ in self.records if _meets(_times(r), since_s, until_s)]
        return sorted(found, key=lambda r: -r.started_at_s)

    def run(self, number):
        return next((r for r, _ in self.records if r.number == number), None)

    def episodes(self, since_s, until_s):
        found = [
            e
            for e in self.told
            if e.onset_at_s < until_s and (e.ended_at_s or WALL_S) > since_s
        ]
        return sorted(found, key=lambda e: -e.onset_at_s)

    def notices(self, since_s, until_s):
        found = [n for n in self.shown if since_s <= n.at_s < until_s]
        return sorted(found, key=lambda n: -n.at_s)

    def knob_changes(self, since_s, until_s):
        found = [c for c in self.changes if since_s <= c.at_s < until_s]
        return sorted(found, key=lambda c: -c.at_s)

    def close(self):
        self.closed += 1

    # What it invents

    def _values(self, key, times):
        noise = np.sin(times / 371.0 + len(key)) * 0.5 + np.sin(times / 97.0) * 0.5
        on = [self._loads(times, name) for name in ("cpu", "gpu")]
        swing = self._loads(times, "swing")
        if key == UPTIME_KEY:
            up = times - (TODAY_S - 9 * 86400)
            for _, end_s in sorted(self.off):
                up = np.where(times >= end_s, times - end_s + 40, up)
            return up, up.copy(), up.copy()
        if key == "cpu.busy_fraction":
            return _band(0.06 + on[0], 0.02 + 0.02 * noise, 0.02 + swing * 0.6)
        if key.startswith("cpu.") and key.endswith("busy_fraction"):
            number = int(key.split(".")[1])
            share = 1.0 if number % 4 == 0 or self.cpus < 8 else 0.75
            level = np.clip(0.02 + on[0] * share * (1 + 0.2 * noise), 0, 1)
            return level, level.copy(), level.copy()
        if key == "memory.used_bytes":
            used = (14.1 + np.maximum(0, self._loads(times, "memory_gib") - 14)) * GIB
            return used, used.copy(), used.copy()
        if key.endswith("memory_used_bytes"):
            used = (0.6 + self._loads(times, "vram_gib")) * GIB
            return used, used.copy(), used.copy()
        if key.endswith("temperature_celsius"):
            heat = 38 + 40 * on[1] + 1.5 * noise
            return heat, heat.copy(), heat.copy()
        if key.startswith("gpu.") and key.endswith("busy_fraction"):
            return _band(0.01 + on[1], 0.01 + 0.01 * noise, swing * 0.5)
        if key.startswith("pressure.cpu"):
            return _band(0.01 + 0.1 * on[0], 0.005 * noise, 0.05 * on[0])
        flat = np.full(len(times), 0.01)
        return flat, flat.copy(), flat.copy()

    def _loads(self, times, what):
        total = np.zeros(len(times))
        for record, load in self.records:
            start_s, end_s = _times(record)
            on = (times >= start_s) & (times < end_s)
            total = np.where(on, np.maximum(total, getattr(load, what)), total)
        return total


def _times(record):
    return record.started_at_s, record.ended_at_s or WALL_S


def _meets(times, since_s, until_s):
    return times[0] < until_s and times[1] > since_s


def _band(mean, wobble, swing):
    mean = np.clip(mean + wobble, 0.0, 1.0)
    return mean, np.clip(mean - swing, 0, 1), np.clip(mean + swing, 0, 1)


def _swept() -> ProofRecord:
    """What the cap of `_remember_deeds` gave to sweep.py."""
    before = dict.fromkeys(_CAPPED)
    change = Change("thread_cap", before, _CAPPED, at(3, "19:16"))
    return proof_record(change=change, ratio=(1.69, 1.41, 2.01))


def ten_days(language: str = "en") -> FakeArchive:
    """The days of the design; their tips were told in `language`."""
    made = FakeArchive(
        off=((at(0, "4:13"), at(0, "8:31")), (at(5, "17:09"), at(4, "8:02")))
    )
    rows = [
        ("train.py", (at(9, "14:13"), at(9, "18:06")), _NOW, {}),
        ("train.py", (at(7, "0:00"), at(7, "6:18")), _TRAIN, {}),
        ("unet_train.py", (at(6, "9:24"), at(6, "10:12")), _UNET, {}),
        ("finetune_lm.py", (at(6, "21:00"), at(5, "0:00")), _FINETUNE, {}),
        (
            "sweep.py",
            (at(5, "8:36"), at(5, "17:09")),
            _TRAIN,
            {"outcome": Outcome.ENDED, "outcome_reason": "The computer went off."},
        ),
        ("unet_train.py", (at(4, "10:01"), at(4, "12:30")), _UNET, {}),
        ("fit_baseline.py", (at(4, "13:06"), at(4, "13:54")), _BASELINE, {}),
        ("sweep.py", (at(3, "13:12"), at(3, "15:00")), _TRAIN, {}),
        ("sweep.py", (at(3, "19:00"), at(3, "20:52")), _NOW, {}),
        (
            "sweep.py",
            (at(2, "9:30"), at(2, "15:40")),
            _TRAIN,
            {"proof": _swept(), "variables": _CAPPED},
        ),
        (
            "train.py",
            (at(2, "22:18"), at(1, "1:20")),
            replace(_TRAIN, memory_gib=63.0),
            {
                "outcome": Outcome.OUT_OF_MEMORY,
                "exit_status": None,
                "signal": 9,
                "outcome_reason": "The kernel killed it for want of memory.",
                "workers_died": 3,
                "roles": {"main": 1, "worker": 12},
                "variables": {"OMP_NUM_THREADS": "16", "CUDA_VISIBLE_DEVICES": "0"},
            },
        ),
        ("fit_baseline.py", (at(1, "11:41"), at(1, "12:31")), _BASELINE, {}),
        ("unet_train.py", (at(1, "16:05"), at(1, "17:36")), _UNET, {}),
        (
            "train.py",
            (at(1, "22:19"), at(0, "3:50")),
            _TRAIN,
            {"command": _VIT},
        ),
        ("finetune_lm.py", (at(0, "9:13"), at(0, "12:00")), _FINETUNE, {}),
        (
            "train.py",
            (WALL_S - (NOW_S - RUN_STARTED_S), WALL_S),
            _NOW,
            {
                "identity": LIVE_IDENTITY,
                "ended_at_s": None,
                "outcome": Outcome.RUNNING,
                "exit_status": None,
                "outcome_reason": "",
                "variables": {"OMP_NUM_THREADS": "16", "CUDA_VISIBLE_DEVICES": "0"},
            },
        ),
    ]
    for number, (name, times, load, more) in enumerate(rows, start=1):
        made.records.append((run_record(number, name, times, load, **more), load))
    made.told = _episodes([record for record, _ in made.records], language)
    made.records = [(_judged(run, made.told), load) for run, load in made.records]
    _remember_deeds(made)
    return made


def _judged(run: RunRecord, told: list[EpisodeRecord]) -> RunRecord:
    """The run with the verdicts that its episodes stood for."""
    found = tuple(
        VerdictTime(
            each.kind, each.noticed_at_s, each.last_seen_at_s - each.noticed_at_s
        )
        for each in told
        if each.run_identity == run.identity
    )
    clear = run.verdicts[0]
    left_s = clear.stood_s - sum(verdict.stood_s for verdict in found)
    return replace(run, verdicts=(replace(clear, stood_s=left_s), *found))


def _episodes(runs: list[RunRecord], language: str) -> list[EpisodeRecord]:
    advice = threads_advice(language)
    told = {
        "evidence": THREADS,
        "told": parts(advice),
        "headline": advice.headline,
    }
    heat = {"evidence": {"gpu_temperature_celsius": (87.0, 83.0, "celsius")}}
    swap = {
        "severity": "critical",
        "evidence": {"swap_bytes_per_s": (96e6, 1e6, "bytes_per_s")},
        "headline": "Memory is swapping",
    }
    baseline = {"evidence": {"usable_busy_fraction": (0.97, 0.8, "fraction")}}
    waits = {"evidence": _WAIT, "headline": "The GPU waits for data"}
    by = {index + 1: run for index, run in enumerate(runs)}
    return [
        episode_record(
            by[1], "too_many_threads", (at(9, "15:00"), at(9, "15:24")), **told
        ),
        episode_record(by[3], "input_bound", (at(6, "9:30"), at(6, "10:06")), **waits),
        episode_record(by[6], "input_bound", (at(4, "10:18"), at(4, "11:12")), **waits),
        episode_record(
            by[9], "too_many_threads", (at(3, "19:06"), at(3, "20:03")), **told
        ),
        episode_record(by[11], "swapping", (at(2, "22:54"), at(1, "1:18")), **swap),
        episode_record(
            by[12], "cpu_compute", (at(1, "11:42"), at(1, "12:30")), **baseline
        ),
        episode_record(
            by[13], "input_bound", (at(1, "16:12"), at(1, "17:30")), **waits
        ),
        episode_record(by[14], "gpu_throttled", (at(0, "3:01"), at(0, "3:31")), **heat),
        episode_record(by[16], "too_many_threads", (WALL_S - 248, None), **told),
    ]


def _remember_deeds(made: FakeArchive) -> None:
    told = made.told
    sweep, swap, baseline, unet = told[3], told[4], told[5], told[6]
    made.changes = [
        KnobRecord(
            at(3, "19:16"),
            "thread_cap",
            "apply",
            dict.fromkeys(_CAPPED),
            _CAPPED,
            sweep.run_identity,
        ),
        KnobRecord(
            unet.onset_at_s + 300,
            "thread_cap",
            "apply",
            {"OMP_NUM_THREADS": "16"},
            {"OMP_NUM_THREADS": "8"},
            unet.run_identity,
        ),
        KnobRecord(
            unet.onset_at_s + 900,
            "thread_cap",
            "undo",
            {"OMP_NUM_THREADS": "8"},
            {"OMP_NUM_THREADS": "16"},
            unet.run_identity,
        ),
    ]
    made.shown = [
        NoticeRecord(
            swap.noticed_at_s,
            "swapping",
            swap.run_identity,
            "opened",
            swap.noticed_at_s + 60,
        ),
        NoticeRecord(
            baseline.noticed_at_s,
            "cpu_compute",
            baseline.run_identity,
            "dismissed",
            baseline.noticed_at_s + 8,
        ),
        NoticeRecord(
            told[2].noticed_at_s,
            "input_bound",
            told[2].run_identity,
            "snoozed",
            told[2].noticed_at_s + 30,
        ),
    ]


def first_day() -> FakeArchive:
    """Nothing trained yet; watching began at noon."""
    return FakeArchive(begins_s=WALL_S - 2 * HOUR_S)
