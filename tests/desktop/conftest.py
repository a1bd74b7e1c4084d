"""A desktop for a test, and a place for its pictures."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop.session import Desktop
from desktop.session.needs import apt_line
from desktop.session.program import Traintray

ARTEFACTS = Path(__file__).resolve().parents[2] / "test-artefacts"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "/tests/desktop/" in str(item.path):
            item.add_marker(pytest.mark.desktop)


@pytest.fixture
def desktop(request: pytest.FixtureRequest) -> Iterator[Desktop]:
    """A real session. `@pytest.mark.desktop(notify="dunst", without=["panel"])`."""
    missing = apt_line()
    if missing is not None:
        if os.environ.get("TRAINTRAY_SKIP_DESKTOP") == "1":
            pytest.skip(f"no desktop: {missing}")
        pytest.fail(
            "The desktop tests need programs that are not installed. Run:\n"
            f"  {missing}\nor leave them out with TRAINTRAY_SKIP_DESKTOP=1.",
            pytrace=False,
        )
    marker = request.node.get_closest_marker("desktop")
    with Desktop(**(marker.kwargs if marker is not None else {})) as session:
        yield session


@pytest.fixture
def start(desktop: Desktop) -> Callable[..., Traintray]:
    """Start traintray on the desktop; the keywords are those of Traintray."""

    def begin(**how: Any) -> Traintray:
        return Traintray(desktop, **how)

    return begin


@pytest.fixture
def keep(request: pytest.FixtureRequest, desktop: Desktop) -> Callable[[str], Path]:
    """Keep a picture of the screen as an artefact of the test, numbered in order."""
    name = re.sub(r"[^\w.-]+", "-", request.node.name).strip("-")
    folder = ARTEFACTS / name
    count = 0

    def shot(step: str) -> Path:
        nonlocal count
        count += 1
        return desktop.shot(folder / f"{count:02}-{step}.png")

    return shot
