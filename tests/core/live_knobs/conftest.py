from __future__ import annotations

import pytest
from fake_kernel import FakeKernel
from live_world import LiveWorld


@pytest.fixture
def kernel() -> FakeKernel:
    return FakeKernel()


@pytest.fixture
def world(kernel, tmp_path) -> LiveWorld:
    return LiveWorld(kernel, tmp_path)
