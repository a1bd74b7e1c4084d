"""The plan: each number with the sum that gives it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from traintray.core.planner.request import PlanRequest


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a plan and how it came about."""

    value: float
    formula: str
    """The sum with the numbers put in, such as `⌈1,281,167 ÷ 1,024⌉`."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What can be computed from the request; None where a number for it is missing."""

    request: PlanRequest
    batch_per_gpu: Figure | None
    """Samples; not a whole number when the batch does not divide."""
    updates_per_epoch: Figure | None
    total_updates: Figure | None
    learning_rate_linear: Figure | None
    """Base rate × batch ÷ base batch (Goyal et al. 2017)."""
    learning_rate_sqrt: Figure | None
    """Base rate × √(batch ÷ base batch) (Krizhevsky 2014)."""
    warmup_updates: Figure | None
    scaling_efficiency: Figure | None
    speed_up: Figure | None
    """Throughput over that of one GPU."""
    images_per_s: Figure | None
    images_per_s_per_gpu: Figure | None
    """Samples per second of each GPU beside the others."""
    images_per_s_one_gpu: Figure | None
    """The same of one that works alone: what perfect scaling would give each."""
    epoch_s: Figure | None
    training_s: Figure | None
    allreduce_bytes_per_step: Figure | None
    """Bytes that each GPU sends in one step of a ring all-reduce."""
    allreduce_s: Figure | None
    """How long they take on the link when nothing else is on it."""
    step_s: Figure | None
    """Time of one update."""


def plan(request: PlanRequest) -> Plan:
    """Compute all that the request has numbers for."""
    updates = _updates_per_epoch(request)
    efficiency = _efficiency(request)
    throughput = _throughput(request, efficiency)
    epoch = _epoch(request, throughput)
    sent = _allreduce(request)
    return Plan(
        request=request,
        batch_per_gpu=_batch_per_gpu(request),
        updates_per_epoch=updates,
        total_updates=_times_epochs(request, updates),
        learning_rate_linear=_rate(request, "linear"),
        learning_rate_sqrt=_rate(request, "sqrt"),
        warmup_updates=_warmup(request, updates),
        scaling_efficiency=efficiency,
        speed_up=_speed_up(request, efficiency),
        images_per_s=throughput,
        images_per_s_per_gpu=_per_gpu(request, throughput),
        images_per_s_one_gpu=_one_gpu(request, throughput, efficiency),
        epoch_s=epoch,
        training_s=_times_epochs(request, epoch),
        allreduce_bytes_per_step=sent,
        allreduce_s=_link_time(request, sent),
        step_s=_step(request, throughput),
    )


def _batch_per_gpu(r: PlanRequest) -> Figure | None:
    if r.global_batch is None:
        return None
    return Figure(r.global_batch / r.gpus, f"{number(r.global_batch)} ÷ {r.gpus:,}")


def _updates_per_epoch(r: PlanRequest) -> Figure | None:
    if r.global_batch is None:
        return None
    updates = -(-r.dataset_samples // r.global_batch)
    return Figure(updates, f"⌈{number(r.dataset_samples)} ÷ {number(r.global_batch)}⌉")


def _times_epochs(r: PlanRequest, each: Figure | None) -> Figure | None:
    if each is None or r.epochs is None:
        return None
    return Figure(each.value * r.epochs, f"{number(each.value)} × {number(r.epochs)}")


def _rate(r: PlanRequest, rule: str) -> Figure | None:
    if r.base_learning_rate is None or r.base_batch is None or r.global_batch is None:
        return None
    ratio = r.global_batch / r.base_batch
    base = number(r.base_learning_rate)
    shown = f"{number(r.global_batch)} ÷ {number(r.base_batch)}"
    if rule == "linear":
        return Figure(r.base_learning_rate * ratio, f"{base} × {shown}")
    return Figure(r.base_learning_rate * math.sqrt(ratio), f"{base} × √({shown})")


def _warmup(r: PlanRequest, updates: Figure | None) -> Figure | None:
    """Never longer than the training itself."""
    if updates is None:
        return None
    epochs = r.warmup_epochs if r.epochs is None else min(r.warmup_epochs, r.epochs)
    shown = f"{number(epochs)} × {number(updates.value)}"
    return Figure(round(epochs * updates.value), shown)


def _alone(r: PlanRequest) -> float | None:
    """Return samples per second of one GPU that works alone."""
    if r.one_gpu_images_per_s is not None:
        return r.one_gpu_images_per_s
    if r.one_gpu_epoch_s is not None:
        return r.dataset_samples / r.one_gpu_epoch_s
    return None


def _efficiency(r: PlanRequest) -> Figure | None:
    """Return it as measured, where it was; else as assumed."""
    alone = _alone(r)
    if r.images_per_s is not None and alone is not None:
        shown = f"{number(r.images_per_s)} ÷ ({r.gpus:,} × {number(alone)})"
        return Figure(r.images_per_s / (r.gpus * alone), shown)
    if r.scaling_efficiency is not None:
        return Figure(r.scaling_efficiency, f"{r.scaling_efficiency:.0%}")
    if r.gpus == 1:
        return Figure(1.0, "1 ÷ 1")
    return None


def _speed_up(r: PlanRequest, efficiency: Figure | None) -> Figure | None:
    if efficiency is None:
        return None
    shown = f"{r.gpus:,} × {efficiency.value:.0%}"
    return Figure(r.gpus * efficiency.value, shown)


def _throughput(r: PlanRequest, efficiency: Figure | None) -> Figure | None:
    if r.images_per_s is not None:
        return Figure(r.images_per_s, number(r.images_per_s))
    alone = _alone(r)
    if alone is None or efficiency is None:
        return None
    shown = f"{r.gpus:,} × {efficiency.value:.0%} × {number(alone)}"
    return Figure(r.gpus * efficiency.value * alone, shown)


def _per_gpu(r: PlanRequest, throughput: Figure | None) -> Figure | None:
    if throughput is None:
        return None
    return Figure(throughput.value / r.gpus, f"{number(throughput.value)} ÷ {r.gpus:,}")


def _one_gpu(
    r: PlanRequest, throughput: Figure | None, efficiency: Figure | None
) -> Figure | None:
    alone = _alone(r)
    if alone is not None:
        return Figure(alone, number(alone))
    if throughput is None or efficiency is None:
        return None
    shown = f"{number(throughput.value)} ÷ ({r.gpus:,} × {efficiency.value:.0%})"
    return Figure(throughput.value / (r.gpus * efficiency.value), shown)


def _epoch(r: PlanRequest, throughput: Figure | None) -> Figure | None:
    if throughput is None:
        return None
    shown = f"{number(r.dataset_samples)} ÷ {number(throughput.value)}"
    return Figure(r.dataset_samples / throughput.value, shown)


def _step(r: PlanRequest, throughput: Figure | None) -> Figure | None:
    if throughput is None or r.global_batch is None:
        return None
    shown = f"{number(r.global_batch)} ÷ {number(throughput.value)}"
    return Figure(r.global_batch / throughput.value, shown)


def _allreduce(r: PlanRequest) -> Figure | None:
    """In a ring each of N sends every gradient 2 (N − 1) ÷ N times."""
    if r.parameters is None:
        return None
    shown = (
        f"2 × {r.gpus - 1:,} ÷ {r.gpus:,} × {number(r.parameters)} × {r.gradient_bytes}"
    )
    times = 2 * (r.gpus - 1) / r.gpus
    return Figure(times * r.parameters * r.gradient_bytes, shown)


def _link_time(r: PlanRequest, sent: Figure | None) -> Figure | None:
    if sent is None or r.link_bytes_per_s is None:
        return None
    shown = f"{number(sent.value)} ÷ {number(r.link_bytes_per_s)}"
    return Figure(sent.value / r.link_bytes_per_s, shown)


def number(value: float) -> str:
    """Return a number as a formula shows it: grouped, four significant digits below
    a thousand, none lost of a whole one.
    """
    if float(value).is_integer():
        return f"{int(value):,}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
