"""What a plan has to be warned of, each with where that is known from."""

from __future__ import annotations

from collections.abc import Iterator

from traintray.core.planner.plan import Plan, number
from traintray.core.sentence import Sentence

_LINEAR_HELD_TO = 8192
"""ResNet-50 on ImageNet kept its accuracy with the linear rule and warm-up up to
8,192 (Goyal et al. 2017, "Accurate, Large Minibatch SGD")."""
_LARS_HELD_TO = 32_768
"""With a rate per layer up to 32,768 (You et al. 2017, "Large Batch Training of
Convolutional Networks"; SOURCES.md B)."""
_SMOOTHED_HELD_TO = 81_920
"""With label smoothing and tuned batch-norm statistics on top up to 81,920 (Fujitsu
Laboratories 2019, SOURCES.md B)."""
_TIMES_THE_BASE = 4
"""At four times the base batch or more the rate has moved far enough that early
divergence is worth a look; below, it is the range that people tune by hand."""
_FEW_PER_GPU = 8
"""Batch-norm statistics over fewer samples get noisy: Wu and He 2018, "Group
Normalization", show ImageNet error rising from 16 down, steeply below 8."""
_LINK_SHARE = 0.5
"""PyTorch's DDP hides communication behind the backward pass, which takes about two
thirds of a step; from half of the step on there is no room for waiting left."""


def cautions(plan: Plan) -> tuple[Sentence, ...]:
    """Return what to be careful about, the gravest first."""
    return (*_accuracy(plan), *_division(plan), *_link(plan))


def _accuracy(plan: Plan) -> Iterator[Sentence]:
    batch, base = plan.request.global_batch, plan.request.base_batch
    if batch is None:
        return
    shown = number(batch)
    if batch > _SMOOTHED_HELD_TO:
        yield _BEYOND.filled(batch=shown)
    elif batch > _LARS_HELD_TO:
        yield _SMOOTHING.filled(batch=shown)
    elif batch > _LINEAR_HELD_TO:
        yield _LARS.filled(batch=shown)
    elif base is not None and batch >= _TIMES_THE_BASE * base:
        yield _FEWER.filled(times=number(round(batch / base, 1)))
    updates, warmup = plan.total_updates, plan.warmup_updates
    if updates is not None and warmup is not None and warmup.value > updates.value / 4:
        yield _ALL_WARMUP.filled(
            warmup=number(warmup.value), updates=number(updates.value)
        )


def _division(plan: Plan) -> Iterator[Sentence]:
    each, gpus = plan.batch_per_gpu, plan.request.gpus
    if each is None:
        return
    if not each.value.is_integer():
        low = int(each.value) * gpus
        yield _UNEVEN.filled(
            gpus=number(gpus), low=number(low), high=number(low + gpus)
        )
    if each.value < _FEW_PER_GPU:
        yield _SMALL.filled(each=number(each.value))


def _link(plan: Plan) -> Iterator[Sentence]:
    link, step = plan.allreduce_s, plan.step_s
    if link is None or step is None or plan.request.gpus == 1:
        return
    share = link.value / step.value
    if share > 1:
        yield _TOO_SLOW.filled(share=f"{share:.1f}")
    elif share > _LINK_SHARE:
        yield _NARROW.filled(percent=f"{share:.0%}")


_BEYOND = Sentence(
    "Planner",
    "No published recipe keeps the accuracy of ResNet-50 at a batch of {batch}:"
    " 81,920 was the largest. Expect a loss, and measure it.",
)
_SMOOTHING = Sentence(
    "Planner",
    "At a batch of {batch} plain SGD loses accuracy: it took a rate per layer (LARS),"
    " warm-up, label smoothing and tuned batch-norm statistics to get there.",
)
_LARS = Sentence(
    "Planner",
    "At a batch of {batch} the linear rule alone no longer holds: use a rate per layer"
    " (LARS, LAMB) together with warm-up.",
)
_FEWER = Sentence(
    "Planner",
    "{times} times fewer updates at a higher rate: check validation accuracy early, for"
    " example at a tenth of the epochs.",
)
_ALL_WARMUP = Sentence(
    "Planner",
    "The warm-up takes {warmup} of {updates} updates. Shorten it or train longer.",
)
_UNEVEN = Sentence(
    "Planner",
    "The batch does not divide by {gpus} GPUs. {low} and {high} do.",
)
_SMALL = Sentence(
    "Planner",
    "{each} samples on a GPU are few: it is hardly filled, and batch-norm statistics"
    " get noisy. Use fewer GPUs or synchronised batch norm.",
)
_TOO_SLOW = Sentence(
    "Planner",
    "The link cannot carry it: the gradients need {share} times as long as the step."
    " Send half precision, accumulate gradients, or use a faster link.",
)
_NARROW = Sentence(
    "Planner",
    "The gradients keep the link busy for {percent} of the step. Overlap them with the"
    " backward pass (DDP does), and group small ones into buckets.",
)
