"""Busy processes that have to share a few CPUs."""

from dataclasses import replace

import pytest

from core.detection.runs import member, run
from traintray.core.detection.masks import mask_figures
from traintray.core.detection.run import Role
from traintray.core.detection.traits import Traits


def masked(pid, role, demand, *cpus):
    return replace(member(pid, role, demand), allowed_cpus=cpus)


def figures(*members, cpus=8, wider=8):
    found = mask_figures(run(*members, cpus=cpus, traits=Traits(wider_cpus=wider)))
    return (
        found["mask_cpus"],
        found["mask_processes"],
        found["mask_demand_threads"],
        found["wider_cpus"],
    )


ALL = tuple(range(8))


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        pytest.param(
            [masked(1, Role.MAIN, 0.0, *ALL)]
            + [masked(n, Role.WORKER, 1.0, 0) for n in (2, 3, 4)],
            (1.0, 3.0, 3.0, 8.0),
            id="workers on one CPU",
        ),
        pytest.param(
            [masked(n, Role.RANK, 2.0, 0, 1) for n in (1, 2)]
            + [masked(n, Role.RANK, 2.0, *ALL) for n in (3, 4)],
            (2.0, 2.0, 4.0, 8.0),
            id="the smallest mask of several",
        ),
        pytest.param(
            [masked(1, Role.MAIN, 1.0, 0), masked(2, Role.WORKER, 1.0, *ALL)],
            (8.0, 0.0, 0.0, 8.0),
            id="no two share one",
        ),
        pytest.param(
            [masked(1, Role.RANK, 1.0, 0), masked(2, Role.RANK, 1.0, 1)],
            (8.0, 0.0, 0.0, 8.0),
            id="each has a CPU of its own",
        ),
        pytest.param(
            [masked(1, Role.MAIN, 1.0, 0), masked(2, Role.WORKER, 0.2, 0)],
            (8.0, 0.0, 0.0, 8.0),
            id="one of two rests",
        ),
        pytest.param(
            [masked(1, Role.MAIN, 1.0, 0), masked(2, Role.SUPPORT, 1.0, 0)],
            (8.0, 0.0, 0.0, 8.0),
            id="a tool does not count",
        ),
        pytest.param(
            [masked(1, Role.RANK, 1.0, 0), masked(2, Role.RANK, 1.0, 0)]
            + [masked(n, Role.RANK, 2.0, 5) for n in (3, 4)],
            (1.0, 2.0, 4.0, 8.0),
            id="of equal masks the one with more demand",
        ),
    ],
)
def test_masks(members, expected):
    assert figures(*members) == expected


def test_what_they_could_have_may_be_unknown():
    assert figures(member(1, Role.MAIN, 1.0), wider=None)[-1] is None
