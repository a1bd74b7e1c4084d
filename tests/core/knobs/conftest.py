from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from envworld import PLAIN_USER, World


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


@pytest.fixture
def plain_world() -> Iterator[World]:
    """A world that belongs to a user without privileges."""
    folder = Path(tempfile.mkdtemp(prefix="traintray-test-"))
    world = World(folder)
    world.write(b"")
    world.state_dir.mkdir()
    if os.geteuid() == 0:
        for path in (folder, world.path.parent, world.path, world.state_dir):
            os.chown(path, PLAIN_USER, PLAIN_USER)
    yield world
    world.path.parent.chmod(0o700)
    shutil.rmtree(folder)
