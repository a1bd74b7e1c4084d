"""Order and company of tests.

Two at a time with `pytest -n 2 --dist loadgroup`, as `packaging/test` does: desktop
sessions one after the other in one process, everything else beside them, and what
watches the machine itself only while no other test runs.
"""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import ignored_signals

ignored_signals.heed_in_children()

HERE = Path(__file__).parent
ALONE = (
    "real/test_real_detection.py",
    "real/test_real_members.py",
    "training/test_real_runs.py",
    "training/test_recorded_training.py",
    "desktop/test_real_training_on_desktop.py",
    "scenarios/test_catalog.py",
    "desktop/test_end_on_desktop.py::test_hidden_again_it_hardly_wakes",
)
"""Where a training run is judged, or what the app does while nothing happens: another
busy test would be part of it."""


def is_alone(item: pytest.Item) -> bool:
    path = item.path.relative_to(HERE).as_posix()
    return path in ALONE or f"{path}::{item.name}" in ALONE


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def turn(item: pytest.Item) -> int:
        if is_alone(item):
            item.add_marker(pytest.mark.xdist_group("alone"))
            return 2
        if item.path.parent.name == "desktop":
            item.add_marker(pytest.mark.xdist_group("desktop"))
            return 0
        return 1

    items.sort(key=turn)


def lock_of(config: pytest.Config) -> Path | None:
    """Return the file that the processes of `pytest -n` agree over; None without."""
    run = getattr(config, "workerinput", {}).get("testrunuid")
    return None if run is None else Path(tempfile.gettempdir(), f"traintray-{run}")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Wait before the clock of a test starts until its company is right."""
    path = lock_of(item.config)
    if path is None:
        return (yield)
    lock = os.open(path, os.O_CREAT | os.O_RDWR)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX if is_alone(item) else fcntl.LOCK_SH)
        return (yield)
    finally:
        os.close(lock)


def pytest_sessionfinish(session: pytest.Session) -> None:
    path = lock_of(session.config)
    if path is not None:
        path.unlink(missing_ok=True)
