"""Threads that prepare data inside a computing process are told from its pools."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.detection.fake_world import FakeProcess
from core.detection.runs import member, run
from core.detection.test_detector import Watched
from traintray.core.detection.pipeline_threads import pipeline_figures
from traintray.core.detection.run import Role

# As measured of TensorFlow 2.21: first thread and the pool for operations, the
# threads between operations, then those of the pipeline.
FIT = (("python", 0.25), ("tf_Compute", 0.1), ("python", 2.0), ("tf_Compute", 0.05))
TENSORFLOW = frozenset({"/venv/tensorflow/libtensorflow_framework.so.2"})


def pipeline_demand(order, *, names=("tf_Compute",), **changes):
    seen = member(1, Role.MAIN, 2.4)
    threads = replace(seen.threads, demand_in_order=order)
    return pipeline_figures(
        run(replace(seen, threads=threads, **changes), last_pool_names=names)
    )["pipeline_demand_threads"]


def test_threads_without_a_name_that_came_after_its_own_are_of_a_pipeline():
    assert pipeline_demand(FIT) == 2.0


def test_the_pool_that_came_first_computes():
    assert pipeline_demand((("python", 1.9), ("tf_Compute", 0.3))) == 0.0


@pytest.mark.parametrize("name", ["tf_data_private", "Thread-3 (load)"])
def test_threads_that_bear_a_name_for_it_count_too(name):
    assert pipeline_demand((("tf_Compute", 0.1), (name, 1.0))) == 1.0


def test_threads_of_other_names_are_left_out():
    assert pipeline_demand((("tf_Compute", 0.1), ("cuda-EvtHandlr", 1.0))) == 0.0


@pytest.mark.parametrize(
    ("order", "names"),
    [
        pytest.param(FIT, (), id="a framework that starts its pools otherwise"),
        pytest.param((("python", 2.0),), ("tf_Compute",), id="none of its threads"),
        pytest.param((), ("tf_Compute",), id="an estimate, which has no order"),
    ],
)
def test_where_they_cannot_be_told_apart_none_is_known(order, names):
    assert pipeline_demand(order, names=names) == 0.0


def test_threads_that_were_not_measured_are_unknown():
    hidden = member(1, Role.MAIN, None)

    assert pipeline_figures(run(hidden))["pipeline_demand_threads"] is None


@pytest.mark.parametrize(
    ("mapped", "names"),
    [
        pytest.param(TENSORFLOW, True, id="TensorFlow"),
        pytest.param(
            TENSORFLOW | {"/venv/scikit_learn.libs/libgomp-e985.so.1"},
            True,
            id="with scikit-learn, which brings OpenMP along",
        ),
        pytest.param(
            TENSORFLOW | {"/opt/lib/libiomp5.so"}, False, id="a build for OpenMP"
        ),
        pytest.param(
            frozenset({"/venv/jaxlib/libjax_common.so"}), False, id="XLA, another order"
        ),
    ],
)
def test_only_pools_of_a_known_order_are_told_apart(mapped, names):
    (found,) = Watched(FakeProcess(10, mapped=mapped)).ticks(6)

    assert bool(found.last_pool_names) is names
