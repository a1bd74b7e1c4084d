"""An archive in memory, with a run, an episode and hostile names, for export tests."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import replace

from traintray.core.archive.records import (
    EpisodeRecord,
    KnobRecord,
    NoticeRecord,
    Outcome,
    RunRecord,
    Slice,
    Spread,
    VerdictTime,
)

NAN = float("nan")
BEGAN_S = 1_780_000_000.0
BOOT = "6f1c3a52-0e5b-4d0e-9f4e-5f4a3f6f2f11"


class FakeArchive:
    """Samples in lists: (time, mean, low, high) per key, and how long one is."""

    def __init__(self) -> None:
        self.samples: dict[str, list[tuple[float, float, float, float]]] = {}
        self.buckets: dict[str, list[tuple[float, float]]] = {}
        """By key: from when on entries are how long; full resolution without."""
        self.saved_runs: list[RunRecord] = []
        self.saved_episodes: list[EpisodeRecord] = []
        self.saved_notices: list[NoticeRecord] = []
        self.saved_changes: list[KnobRecord] = []
        self.asked = 0

    def fill(self, key: str, since_s: float, values: Sequence[float]) -> None:
        """Put one sample a second."""
        entries = [(since_s + n, v, v, v) for n, v in enumerate(values)]
        self.samples.setdefault(key, []).extend(entries)

    def span(self):
        times = [e[0] for entries in self.samples.values() for e in entries]
        return (min(times), max(times)) if times else None

    def series_keys(self):
        return sorted(self.samples)

    def series(self, key, since_s, until_s, points):
        self.asked += 1
        entries = [e for e in self.samples.get(key, ()) if since_s <= e[0] <= until_s]
        bucket_s = 0.0
        for from_s, length_s in self.buckets.get(key, ()):
            if since_s >= from_s:
                bucket_s = length_s
        if len(entries) > points:
            entries, bucket_s = _bucketed(entries, since_s, until_s, points)
        columns = [array("d", column) for column in zip(*entries, strict=True)]
        times, mean, low, high = columns or [array("d") for _ in range(4)]
        return Slice(times, mean, low, high, bucket_s)

    def many(self, keys, since_s, until_s, points):
        """As the real one: every series has the same times."""
        times = sorted(
            {
                e[0]
                for entries in self.samples.values()
                for e in entries
                if since_s <= e[0] < until_s
            }
        )
        found = {}
        if len(times) > points:
            for key in keys:
                entries = [
                    e for e in self.samples.get(key, ()) if since_s <= e[0] < until_s
                ]
                rows, bucket_s = _bucketed(entries, since_s, until_s, points)
                columns = [array("d", [row[n] for row in rows]) for n in range(4)]
                found[key] = Slice(*columns, bucket_s)
            return found
        for key in keys:
            part = self.series(key, since_s, until_s, points)
            known = dict(
                zip(
                    part.times,
                    zip(part.mean, part.low, part.high, strict=True),
                    strict=True,
                )
            )
            rows = [known.get(at_s, (NAN, NAN, NAN)) for at_s in times]
            columns = [array("d", [row[n] for row in rows]) for n in range(3)]
            found[key] = Slice(array("d", times), *columns, part.bucket_s)
        return found

    def runs(self, since_s, until_s):
        return sorted(
            (
                r
                for r in self.saved_runs
                if r.last_seen_at_s >= since_s and r.started_at_s <= until_s
            ),
            key=lambda r: -r.started_at_s,
        )

    def run(self, number):
        return next((r for r in self.saved_runs if r.number == number), None)

    def episodes(self, since_s, until_s):
        return [
            e
            for e in self.saved_episodes
            if e.last_seen_at_s >= since_s and e.onset_at_s <= until_s
        ]

    def notices(self, since_s, until_s):
        return [n for n in self.saved_notices if since_s <= n.at_s <= until_s]

    def knob_changes(self, since_s, until_s):
        return [c for c in self.saved_changes if since_s <= c.at_s <= until_s]

    def close(self):
        pass


def _bucketed(entries, since_s, until_s, points):
    bucket_s = (until_s - since_s) / points
    inside = [[] for _ in range(points)]
    for at_s, value, _, _ in entries:
        if value == value:
            inside[min(points - 1, int((at_s - since_s) / bucket_s))].append(value)
    found = []
    for number, known in enumerate(inside):
        middle = since_s + (number + 0.5) * bucket_s
        if known:
            found.append((middle, sum(known) / len(known), min(known), max(known)))
        else:
            found.append((middle, NAN, NAN, NAN))
    return found, bucket_s


def run_record(number: int = 1, **changed: object) -> RunRecord:
    """Return a run of ten minutes that began at BEGAN_S."""
    record = RunRecord(
        identity=f"{BOOT}/{4000 + number}-12345",
        number=number,
        name="train.py",
        command=("python", "train.py", "--epochs", "3"),
        folder="/home/ada/project",
        framework="pytorch",
        root_pid=4000 + number,
        started_at_s=BEGAN_S,
        seen_at_s=BEGAN_S + 1,
        last_seen_at_s=BEGAN_S + 600,
        ended_at_s=BEGAN_S + 600,
        outcome=Outcome.FINISHED,
        exit_status=0,
        signal=None,
        outcome_reason="The kernel told its exit status.",
        usable_cpus=16.0,
        roles={"main": 1, "worker": 4},
        profile={
            "demand_threads": Spread(41.2, 48.0, 600.0),
            "rss_bytes": Spread(3e9, 4e9, 600.0),
        },
        verdicts=(
            VerdictTime("unknown", BEGAN_S, 20.0),
            VerdictTime("too_many_threads", BEGAN_S + 20, 400.0),
        ),
        variables={"OMP_NUM_THREADS": "32"},
    )
    return replace(record, **changed)


def episode_record(of: RunRecord, told: Mapping[str, str] | None = None):
    """Return an episode of 400 s in the middle of a run."""
    return EpisodeRecord(
        run_identity=of.identity,
        run_name=of.name,
        kind="too_many_threads",
        severity="attention",
        onset_at_s=of.started_at_s + 20,
        noticed_at_s=of.started_at_s + 35,
        ended_at_s=of.started_at_s + 420,
        last_seen_at_s=of.started_at_s + 420,
        evidence={
            "demand_threads": (41.0, 24.0, "threads"),
            "usable_busy_fraction": (0.97, 0.8, "fraction"),
        },
        headline="Too many threads for 16 CPUs",
        told=dict(told or {}),
    )


def small_archive() -> FakeArchive:
    """Return an archive with one of everything."""
    archive = FakeArchive()
    run = run_record()
    archive.saved_runs = [run]
    archive.saved_episodes = [episode_record(run)]
    archive.saved_notices = [
        NoticeRecord(BEGAN_S + 36, "too_many_threads", run.identity, "opened", BEGAN_S)
    ]
    archive.saved_changes = [
        KnobRecord(
            BEGAN_S + 90,
            "thread_cap",
            "apply",
            {"OMP_NUM_THREADS": None},
            {"OMP_NUM_THREADS": "8"},
            run.identity,
        )
    ]
    archive.fill("cpu.busy_fraction", BEGAN_S, [0.5, NAN, 0.25])
    archive.fill("memory.used_bytes", BEGAN_S, [34359738367.0] * 3)
    archive.fill(f"run/{run.identity}/demand_threads", BEGAN_S, [41.0, 40.5, 42.0])
    return archive
