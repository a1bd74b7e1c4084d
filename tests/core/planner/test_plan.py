"""The sums of the planner, held against figures that others have published."""

from __future__ import annotations

import math
from dataclasses import fields

import pytest

from traintray.core.planner.cautions import cautions
from traintray.core.planner.launch import launch
from traintray.core.planner.plan import Figure, plan
from traintray.core.planner.request import PlanError, PlanRequest

IMAGENET = 1_281_167


def fujitsu(**changes) -> PlanRequest:
    numbers = {
        "dataset_samples": IMAGENET,
        "global_batch": 81_920,
        "epochs": 90,
        "gpus": 2048,
        "images_per_s": 1.7e6,
        "scaling_efficiency": 0.77,
    }
    return PlanRequest(**{**numbers, **changes})


def test_the_run_of_2019_on_2048_gpus_is_reproduced():
    made = plan(fujitsu())

    assert made.updates_per_epoch.value == 16
    assert made.total_updates.value == 1440
    assert made.batch_per_gpu.value == 40
    assert round(made.images_per_s_per_gpu.value) == 830
    assert round(made.images_per_s_one_gpu.value) == 1078


def test_the_last_incomplete_batch_of_an_epoch_is_an_update_too():
    exact = plan(PlanRequest(1000, global_batch=100)).updates_per_epoch
    more = plan(PlanRequest(1001, global_batch=100)).updates_per_epoch

    assert (exact.value, more.value) == (10, 11)


def test_the_linear_and_the_square_root_rule_move_the_rate():
    request = PlanRequest(
        IMAGENET, global_batch=1024, base_learning_rate=0.1, base_batch=256
    )

    made = plan(request)

    assert made.learning_rate_linear.value == pytest.approx(0.4)
    assert made.learning_rate_sqrt.value == pytest.approx(0.2)


def test_the_time_comes_from_one_gpu_and_the_efficiency():
    request = PlanRequest(
        IMAGENET,
        global_batch=1024,
        epochs=90,
        gpus=4,
        scaling_efficiency=0.85,
        one_gpu_epoch_s=22 * 60,
    )

    made = plan(request)

    assert made.speed_up.value == pytest.approx(3.4)
    # 33 h on one GPU.
    assert made.training_s.value == pytest.approx(33 * 3600 / 3.4)


def test_a_formula_tells_a_share_without_decimals():
    request = PlanRequest(
        1000, gpus=4, scaling_efficiency=0.85, one_gpu_images_per_s=100
    )

    made = plan(request)

    assert made.scaling_efficiency.formula == "85%"
    assert made.speed_up.formula == "4 × 85%"
    assert made.images_per_s.formula == "4 × 85% × 100"


def test_a_measured_efficiency_goes_before_an_assumed_one():
    request = PlanRequest(
        1000,
        gpus=4,
        images_per_s=300,
        one_gpu_images_per_s=100,
        scaling_efficiency=0.9,
    )

    assert plan(request).scaling_efficiency.value == pytest.approx(0.75)


def test_a_ring_sends_every_gradient_nearly_twice_and_alone_nothing():
    def sent(gpus: int) -> float:
        request = PlanRequest(1000, gpus=gpus, parameters=1000, gradient_bytes=4)
        return plan(request).allreduce_bytes_per_step.value

    assert [sent(1), sent(2), sent(4)] == [0, 4000, 6000]


def test_what_lacks_a_number_is_left_out_and_never_0():
    made = plan(PlanRequest(1000, gpus=2))

    figures = {
        one.name: getattr(made, one.name)
        for one in fields(made)
        if one.name != "request"
    }
    assert set(figures.values()) == {None}


def test_the_warm_up_never_lasts_longer_than_the_training():
    made = plan(PlanRequest(1000, global_batch=100, epochs=2, warmup_epochs=5))

    assert made.warmup_updates.value == made.total_updates.value == 20


def test_every_formula_holds_its_numbers():
    made = plan(fujitsu(parameters=25_600_000, link_bytes_per_s=12.5e9))

    assert made.updates_per_epoch.formula == "⌈1,281,167 ÷ 81,920⌉"
    assert made.total_updates.formula == "16 × 90"
    for one in fields(made):
        figure = getattr(made, one.name)
        assert not isinstance(figure, Figure) or any(map(str.isdigit, figure.formula))


@pytest.mark.parametrize(
    ("batch", "word"),
    [
        (1000, None),
        (1024, "times fewer"),
        (8192, "times fewer"),
        (8193, "LARS, LAMB"),
        (32_768, "LARS, LAMB"),
        (32_769, "label smoothing"),
        (81_920, "label smoothing"),
        (81_921, "No published recipe"),
    ],
)
def test_each_range_of_batches_has_its_own_caution(batch, word):
    request = PlanRequest(IMAGENET, global_batch=batch, base_batch=256, epochs=90)

    said = cautions(plan(request))

    assert [one for one in said if word and word in one] == list(said)
    assert bool(said) == (word is not None)


def test_a_batch_that_does_not_divide_names_the_two_that_do():
    (said,) = cautions(plan(PlanRequest(IMAGENET, global_batch=1026, gpus=4)))

    assert "1,024" in said
    assert "1,028" in said


@pytest.mark.parametrize(
    ("link", "word"), [(1e9, None), (0.15e9, "busy for"), (0.05e9, "cannot carry")]
)
def test_a_link_is_held_against_the_step(link, word):
    # Two GPUs send 10 MB in a step of 0.1 s: 1e8 bytes per second.
    request = PlanRequest(
        10_000,
        global_batch=100,
        gpus=2,
        images_per_s=1000,
        parameters=2_500_000,
        link_bytes_per_s=link,
    )

    said = cautions(plan(request))

    assert bool(said) == (word is not None)
    assert all(word in one for one in said)


@pytest.mark.parametrize(
    "changes",
    [
        {"dataset_samples": 0},
        {"epochs": -1},
        {"gpus": 0},
        {"images_per_s": math.nan},
        {"parameters": math.inf},
        {"scaling_efficiency": 77},
        {"global_batch": 2047},
    ],
)
def test_numbers_that_make_no_plan_are_refused_with_a_sentence(changes):
    with pytest.raises(PlanError, match=r"\w.*\."):
        fujitsu(**changes)


def test_the_launch_line_starts_a_process_per_gpu_with_its_share_of_cores():
    request = PlanRequest(
        IMAGENET, global_batch=1024, gpus=4, base_learning_rate=0.1, base_batch=256
    )

    made = launch(plan(request), cores_per_node=16)

    assert made.command == (
        "torchrun --standalone --nproc-per-node=4 train.py --batch-size=256 --lr=0.4"
    )
    assert made.variables == (("OMP_NUM_THREADS", "4"),)


def test_several_computers_meet_at_one_address():
    made = launch(plan(fujitsu(gpus_per_node=4)), cores_per_node=None)

    assert "--nnodes=512 " in made.command
    assert "--rdzv-endpoint=" in made.command
    assert "--nproc-per-node=4 " in made.command
    assert made.variables == ()
