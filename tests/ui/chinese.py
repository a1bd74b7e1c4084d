"""The app in Chinese: words compiled as packaging/setup does, advice by the core."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject

from traintray.core.advice.book import Book
from traintray.core.advice.words import Case
from traintray.core.detection.run import Role
from traintray.core.diagnosis.verdict import (
    Comparison,
    Evidence,
    Finding,
    Severity,
    Unit,
)
from traintray.core.frame import Frame, RunView
from traintray.core.knobs.catalog.thread_cap import KNOB
from traintray.ui import language
from ui.real_advice import finding

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "resources/translations/traintray_zh_CN.ts"


NAMES = {
    *("CPU", "GPU", "PID", "RTX", "GiB", "MiB", "GHz", "Ctrl", "Esc", "traintray"),
    *(
        "worker",
        "rank",
        "batch",
        "export",
        "env",
        "cgroup",
        "PyTorch",
        "TensorFlow",
        "JAX",
    ),
    *("Python", "NVIDIA", "NVML", "Debian", "Ubuntu", "OpenCV", "OpenMP", "BLAS"),
    *("DataLoader", "bash", "zsh", "fish", "node", "dotenv", "Docker"),
    *("docker", "Podman", "VS", "Code", "shell", "run", "libnvidia", "compute"),
    *("python", "uv"),
    *("mpstat", "ALL", "taskset", "cp", "vmstat", "pidstat", "cat", "undo"),  # commands
    *("pswpin", "pswpout", "si", "so", "some"),  # counters that they print
}
"""What is called the same in Chinese."""
CODE = re.compile(r"[\w~/-]*[._/=(][\w./=()~-]*")
"""Files, variables and calls."""


def english_in(text: str) -> set[str]:
    """Return the English words of a text, names and code left out."""
    words = re.findall("[A-Za-z]{2,}", CODE.sub(" ", text))
    return set(words) - NAMES


def compiled(folder: Path, *options: str) -> Path:
    """Compile a copy of the translations in `folder`; `--collect` takes up first
    what the code says now. Returns the copy.
    """
    copy = Path(shutil.copy(SOURCE, folder))
    subprocess.run(
        [ROOT / "packaging/translations", *options, folder],
        env={**os.environ, "TRAINTRAY_VENV": sys.prefix},
        check=True,
    )
    return copy


def speak(parent: QObject) -> None:
    """Let the app speak Chinese for as long as `parent` lives."""
    with tempfile.TemporaryDirectory() as folder:
        compiled(Path(folder))
        language.install("zh_CN", parent, Path(folder))


def told(frame: Frame) -> Frame:
    """The frame with what the core says in Chinese of its findings."""
    runs = tuple(_told(view) if view.advice else view for view in frame.runs)
    chips = {view.episode.number: view.episode.chip for view in runs if view.episode}
    episodes = tuple(
        replace(each, chip=chips.get(each.number, Book("zh_CN").chip(each.kind)))
        for each in frame.episodes
    )
    return replace(frame, runs=runs, episodes=episodes)


def _told(view: RunView) -> RunView:
    run, shown = view.run, view.verdict
    if not isinstance(shown, Finding) or "cause" not in shown.facts:
        shown = finding("ranks") if run.count(Role.RANK) else _one_process()
    advice = Book("zh_CN").advise(Case(shown, run, KNOB.recommend(run, 1), 15.0))
    if view.advice is not None and view.advice.severity is Severity.CRITICAL:
        advice = replace(advice, severity=Severity.CRITICAL, proposals=())
    episode = view.episode and replace(view.episode, chip=advice.chip)
    return replace(view, verdict=shown, advice=advice, episode=episode)


def _one_process() -> Finding:
    """The episode of the design: 41 threads for 32 logical CPUs."""
    rows = (
        ("usable_busy_fraction", 0.97, 0.8, Unit.FRACTION, 1.0),
        ("demand_threads", 41.0, 40.0, Unit.THREADS, 64.0),
        ("waiting_threads", 9.4, 8.0, Unit.THREADS, 32.0),
        ("switches_per_s", 148_000.0, 50_000.0, Unit.PER_S, 200_000.0),
    )
    return replace(
        finding(
            "one_process",
            ready_threads=41.0,
            main_ready_threads=32.0,
            worker_ready_threads=8.0,
            workers=8.0,
            threads_per_process=32.0,
        ),
        evidence=tuple(
            Evidence(key, measured, limit, Comparison.AT_LEAST, unit, scale)
            for key, measured, limit, unit, scale in rows
        ),
    )
