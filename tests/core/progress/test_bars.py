"""What real progress bars drew on a terminal, recorded byte for byte with its times.

`recorded/` was written by tqdm 4, Keras 3.15, Lightning 2.6 and transformers' Trainer
on a terminal of 100 columns; what they did is known from their scripts.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from traintray.core.discovery import collect
from traintray.core.progress import bars
from traintray.core.progress.bar import Bar, BarLine
from traintray.core.progress.bar_track import BarTrack
from traintray.core.progress.follow import Follow
from traintray.core.progress.progress import Progress

RECORDED = Path(__file__).parent / "recorded"
BARS = collect(bars, "BAR", Bar)


def replay(name: str, period_s: float = 0.25) -> list[Progress]:
    """Show a recording as `traintray run` would; return the progress over time."""
    track, follow = BarTrack(BARS), Follow("terminal")
    found, text, due_s, last_s = [], b"", 0.0, 0.0
    with gzip.open(RECORDED / f"{name}.jsonl.gz", "rt") as lines:
        chunks = [json.loads(line) for line in lines]
    for at_s, chunk in [*chunks, (chunks[-1][0] + 1, "")]:
        if text and at_s >= due_s:
            look = track.add(text.decode("utf-8", "replace"), last_s)
            follow.update(look, last_s)
            if (progress := follow.progress(last_s)) is not None:
                found.append(progress)
            text, due_s = b"", at_s + period_s
        text, last_s = text + chunk.encode("latin-1"), at_s
    return found


@pytest.mark.parametrize(
    ("name", "expected", "per_s"),
    [
        # Two epochs of 60 steps of 0.04 s each, then 12 of a validation.
        pytest.param("tqdm_nested", (120, 120, 2, "step"), 25, id="nested tqdm"),
        # 80 updates by 500 of 0.05 s each.
        pytest.param("tqdm_units", (40000, 40000, None, "img"), 10000, id="tqdm units"),
        # Three epochs of 50 steps of 0.03 s each, with a validation.
        pytest.param("keras", (150, 150, 3, "step"), 33, id="Keras"),
        # Two epochs of 50 steps of 0.04 s each, with a validation.
        pytest.param("lightning_tqdm", (100, None, 1, "step"), 25, id="Lightning"),
        pytest.param("lightning_rich", (100, 100, 1, "step"), 25, id="Lightning, rich"),
        # 100 steps of 0.03 s each, with an evaluation after 50.
        pytest.param("hf", (100, 100, None, "step"), 33, id="Hugging Face"),
    ],
)
def test_real_bars_tell_how_far_and_how_fast(name, expected, per_s):
    last = replay(name)[-1]

    assert (last.step, last.total_steps, last.epoch, last.unit) == expected
    # The pause of each step is the most it can do; the work comes on top.
    assert last.steps_per_s is not None
    assert 0.55 * per_s < last.steps_per_s < 1.02 * per_s


@pytest.mark.parametrize(
    "name", ["tqdm_nested", "keras", "lightning_tqdm", "lightning_rich", "hf"]
)
def test_steps_never_go_back_over_epochs_and_validations(name):
    steps = [progress.step for progress in replay(name)]

    assert steps == sorted(steps)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param(
            "Epoch 3/10:  50%|█████     | 50/100 [00:05<00:05,  9.50it/s, loss=0.5]",
            BarLine(50, 100, "Epoch 3/10", "it", 9.5, False, 3, 10),
            id="tqdm",
        ),
        pytest.param(
            " 50%|#####     | 50/100 [01:00:05<1:00:05,  2.00s/it]",
            BarLine(50, 100, "", "it", 0.5),
            id="seconds per step, in ASCII",
        ),
        pytest.param(
            "train: 1.02kimg [00:05, 2.50kimg/s]",
            BarLine(1020, None, "train", "kimg", None),
            id="no total, thousands",
        ),
        pytest.param(
            "  0%|          | 0/100 [00:00<?, ?it/s]",
            BarLine(0, 100, "", "it"),
            id="no speed yet",
        ),
        pytest.param(
            " 50/100 ━━━━━━━━━━━━━━━━━━━━ 5s 100ms/step - loss: 1.2",
            BarLine(50, 100, "", "step", 10.0),
            id="Keras 3",
        ),
        pytest.param(
            "  50/100 [=============>................] - ETA: 5s - loss: 0.25",
            BarLine(50, 100, "", "step"),
            id="Keras 2",
        ),
        pytest.param(
            "     50/Unknown 5s 2s/step - loss: 1.2",
            BarLine(50, None, "", "step", 0.5),
            id="Keras, unknown length",
        ),
        pytest.param("Epoch 2/5", BarLine(None, epoch=2, epochs=5), id="Keras heading"),
        pytest.param(
            "Epoch 0/9 ━━━━━━━━━━╸━━━━━ 50/100 0:00:05 • 0:00:05 9.50it/s v_num: 0",
            BarLine(50, 100, "Epoch 0/9", "it", 9.5, False, 0, 9),
            id="rich",
        ),
        pytest.param(
            "Epoch [1/10], Step [100/600], Loss: 0.2",
            BarLine(100, 600, "Epoch [1/10], Step [", "step", epoch=1, epochs=10),
            id="printed, with both totals",
        ),
        pytest.param(
            "Epoch: [0][ 10/391]\tTime 0.123",
            BarLine(10, 391, "Epoch: [0][ ", "step", epoch=0),
            id="printed, ImageNet",
        ),
        pytest.param(
            "iter 250: loss 2.1034, time 12.00ms",
            BarLine(250, None, "iter ", "step"),
            id="printed, no total",
        ),
        pytest.param(
            "[250]\tvalidation_0-logloss:0.44346\tvalidation_1-logloss:0.5",
            BarLine(250),
            id="XGBoost",
        ),
        pytest.param(
            "[250]\ttraining's binary_logloss: 0.35203", BarLine(250), id="LightGBM"
        ),
        pytest.param(
            "250:\tlearn: 0.5359697\ttest: 0.6\ttotal: 56.6ms\tremaining: 623ms",
            BarLine(250),
            id="CatBoost",
        ),
    ],
)
def test_lines_are_read(line, expected):
    found = [seen for bar in BARS if (seen := bar.parse(line)) is not None]

    assert expected in [_close(seen, expected) for seen in found]


def _close(seen: BarLine, expected: BarLine) -> BarLine:
    """The speed of rounded counts is told in thousands; all else is exact."""
    if seen.is_rounded:
        assert seen.told_per_s == pytest.approx(2500)
        return expected
    return seen


@pytest.mark.parametrize(
    "line",
    [
        "",
        "loss 0.5",
        "100%",
        "see https://example.org/50/100 [00:05]",
        "step by step",
        "[=====>",
        "1/2",
        "Total params: 25/50 (100.00 KB)",
        "[12] validation: 0.5",
        "[12]\tstarted: again",
        "12:\tloaded",
    ],
)
def test_other_lines_are_no_bars(line):
    assert [bar.name for bar in BARS if bar.parse(line)] == []


def look_after(*texts: str):
    track = BarTrack(BARS)
    look = None
    for number, text in enumerate(texts):
        look = track.add(text, float(number))
    return look


def test_a_bar_that_comes_in_two_pieces_is_one():
    look = look_after(
        "\r 10%|█ | 10/100 [00:05<00:05, 9.5it/s]",
        "\r 90%|█ | 9",
        "0/100 [00:05<00:05, 9.5it/s]",
    )

    assert look is not None
    assert [mark.step for mark in look.marks] == [90]


def test_what_is_left_of_a_cut_line_does_not_count():
    track = BarTrack(BARS)
    track.add(" 95/100 ━━━━ 5s 100ms/step\r", 0.0)
    look = track.add(
        "6/100 ━━━━ 5s 100ms/step\r 97/100 ━━━━ 5s 100ms/step", 1.0, is_cut=True
    )

    # Taken for step 6, it would be the begin of a second epoch.
    assert [mark.step for mark in look.marks] == [97]


def test_a_validation_bar_without_a_name_does_not_take_over_a_bar_that_is_not_full():
    track = BarTrack(BARS)
    for n in range(50):
        track.add(f"\r {n}%|█ | {n}/100 [00:05<00:05, 9.5it/s]", float(n))
    for n in range(200):
        text = f"\r {n}%|█ | {n}/300 [00:05<00:05, 9.5it/s]"
        look = track.add(text, 50.0 + n)

    assert (look.total_steps, look.is_anew, look.marks) == (100, False, ())


def test_a_full_bar_gives_way_to_the_training():
    track = BarTrack(BARS)
    for n in range(101):
        track.add(f"\r {n}%|█ | {n}/100 [00:05<00:05, 9.5it/s]", n / 10)
    looks = [
        track.add(f"\r {n}%|█ | {n}/5000 [00:05<00:05, 9.5it/s]", 10.0 + n)
        for n in range(60)
    ]

    assert [look.is_anew for look in looks].count(True) == 1
    assert looks[-1].total_steps == 5000


def drawn(line, steps, per_s=10.0):
    """Follow what a loop writes at each step."""
    track, follow = BarTrack(BARS), Follow("terminal")
    for number in range(1, steps + 1):
        follow.update(track.add(line(number), number / per_s), number / per_s)
    return follow.progress(steps / per_s)


@pytest.mark.parametrize(
    "line",
    [
        lambda n: f"Epoch: [0][{n:4d}/5005]\tTime  0.1 ( 0.2)\tLoss 6.9\n",
        lambda n: f" iteration {n:8d}/  500000 | elapsed time (ms): 100.1 |\n",
        lambda n: f"loss {(-1) ** n * 10.0**-n:.3g} step {n:5d}\n",
    ],
    ids=["torchvision", "Megatron", "signs and exponents"],
)
def test_a_loop_that_keeps_its_numbers_in_columns_is_one_bar(line):
    progress = drawn(line, 120)

    assert progress.step == 120
    assert progress.steps_per_s == pytest.approx(10.0, rel=0.01)


def test_numbers_beyond_all_measure_are_no_bar_and_no_error():
    nines = "9" * 400

    assert (
        drawn(lambda n: f"\r{n}%|#| {nines}/{nines} [00:01<00:01, 1.0it/s]", 3) is None
    )


def test_a_bar_of_nothing_tells_no_steps_in_all():
    progress = drawn(lambda n: "\r0%|  | 0/0 [00:00<?, ?it/s]", 3)

    assert progress.total_steps is None
