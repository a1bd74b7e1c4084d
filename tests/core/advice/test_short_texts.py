"""What popover and notification say of a scene, word for word, and its headline."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.advice.scenes import SCENES as OWN_SCENES
from core.advice.scenes import STARVED, Seen, workers_run
from core.advice.test_every_kind import BOOKS, RULES, SCENES, case_of

NBSP = "\N{NO-BREAK SPACE}"


def advice(kind, seen, language="en", held_s=248.0):
    found = replace(case_of(RULES[kind], seen), held_s=held_s)
    return BOOKS[language].advise(found)


@pytest.mark.parametrize(
    ("kind", "number", "english", "chinese"),
    [
        ("input_bound", 0, "Training waits for its data", "训练在等数据"),
        ("input_bound", 1, "The GPU waits for data", "GPU 在等数据"),
        ("swapping", 0, "Memory is swapping", "内存不足，正在换页"),
        ("swapping", 4, "Memory is too small for this run", "内存不够这次训练用"),
        # 14.8 MB a second, sixty times, in MiB of 1,048,576 bytes.
        (
            "memory_growth",
            0,
            f"Memory grows 847{NBSP}MiB a minute",
            f"内存每分钟增长 847{NBSP}MiB",
        ),
        ("gpu_idle", 0, "The GPU has nothing to do", "GPU 处于空闲"),
        ("gpu_idle", 1, "2 GPUs have nothing to do", "2 个 GPU 处于空闲"),
        ("one_gpu_of_many", 0, "3 of 4 GPUs are free", "4 个 GPU 中有 3 个空闲"),
        ("one_gpu_of_many", 1, "1 of 4 GPUs is free", "4 个 GPU 中有 1 个空闲"),
    ],
)
def test_a_headline_states_a_fact_with_its_numbers(kind, number, english, chinese):
    seen = SCENES[kind][number]

    assert advice(kind, seen).headline == english
    assert advice(kind, seen, "zh_CN").headline == chinese


def test_only_the_workers_that_never_rest_are_told_with_their_share():
    """Of four, two are busy: 2.01 CPUs between them."""
    numbers = {**STARVED, "run.workers": 4.0, "run.busy_workers": 2.0}
    gpu = {"run.gpus": 1.0, "run.gpus_used": 1.0, "run.gpu_busy_fraction": 0.34}
    told = advice("input_bound", Seen({**numbers, **gpu}, workers_run(4, 0.5)))

    assert told.popover_text == (
        f"For 4{NBSP}min, train.py has kept 2 workers at 100% of a CPU each;"
        " the GPU waits 66% of the time."
    )
    assert told.notification_text == (
        f"train.py: 2 workers at 100% of a CPU each for 4{NBSP}min;"
        " the GPU waits 66% of the time."
    )


def test_one_worker_is_not_told_as_each():
    numbers = {
        **STARVED,
        "run.workers": 1.0,
        "run.busy_workers": 1.0,
        "run.worker_demand_threads": 0.95,
        "run.demand_threads": 0.97,
    }

    told = advice("input_bound", Seen(numbers, workers_run(1, 0.95)))

    assert "1 worker at 95% of a CPU;" in told.popover_text


@pytest.mark.parametrize(
    ("number", "told"),
    [
        pytest.param(
            0,
            f"For 4{NBSP}min, 49{NBSP}MiB/s have gone to and from swap,"
            f" and 381{NBSP}MiB of train.py lie there.",
            id="51 MB/s and 400 MB",
        ),
        pytest.param(
            2,
            f"For 4{NBSP}min, 49{NBSP}MiB/s have gone to and from swap,"
            f" and train.py has waited for pages, 2.8{NBSP}k/s.",
            id="what lies in swap cannot be read",
        ),
        pytest.param(
            4,
            f"For 4{NBSP}min, train.py has waited for memory 30% of the time."
            f" 191{NBSP}MiB are left, and there is no swap.",
            id="no swap",
        ),
    ],
)
def test_swapping_is_told_by_what_was_measured_of_its_cause(number, told):
    assert advice("swapping", OWN_SCENES["swapping"][number]).popover_text == told


def test_memory_that_its_copies_will_not_fill_is_not_said_to_fill():
    bounded, unbounded = OWN_SCENES["memory_growth"][2:4]

    assert "It ends by itself" in advice("memory_growth", bounded).popover_text
    assert "full in about" in advice("memory_growth", unbounded).popover_text


def test_the_clock_of_a_cpu_is_told_where_it_can_be_read():
    by_clock, by_counter = SCENES["cpu_throttled"][:2]

    assert "with their clock at 60% of the highest" in (
        advice("cpu_throttled", by_clock).popover_text
    )
    assert "heat or a power limit holds" in (
        advice("cpu_throttled", by_counter).popover_text
    )


@pytest.mark.parametrize(
    ("held_s", "english", "chinese"),
    [
        (15.4, f"For 15{NBSP}s, ", f"已持续 15{NBSP}秒。"),
        (61.0, f"For 1{NBSP}min, ", f"已持续 1{NBSP}分钟。"),
        (9961.0, f"For 2{NBSP}h{NBSP}46{NBSP}min, ", f"2{NBSP}小时{NBSP}46{NBSP}分。"),
    ],
)
def test_for_how_long_is_told_in_the_language_of_the_tip(held_s, english, chinese):
    seen = SCENES["too_many_threads"][0]
    said = advice("too_many_threads", seen, "en", held_s).popover_text
    in_chinese = advice("too_many_threads", seen, "zh_CN", held_s).popover_text

    assert said.startswith(english)
    assert in_chinese.endswith(chinese)
