"""`traintray plan`: a training on more GPUs, each number with its formula."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path

from traintray.cli.streams import complain, print_json
from traintray.core.advice import numerals
from traintray.core.planner.cautions import cautions
from traintray.core.planner.launch import Launch, launch
from traintray.core.planner.plan import Figure, Plan, number, plan
from traintray.core.planner.request import PlanError, PlanRequest
from traintray.core.sensors.machine import read_machine

_WIDTH = 88
_ROWS: tuple[tuple[str, str, Callable[[float], str]], ...] = (
    ("Batch per GPU", "batch_per_gpu", number),
    ("Updates per epoch", "updates_per_epoch", number),
    ("Total updates", "total_updates", number),
    ("Learning rate, linear rule", "learning_rate_linear", lambda v: f"{v:.6g}"),
    ("Learning rate, square-root rule", "learning_rate_sqrt", lambda v: f"{v:.6g}"),
    ("Warm-up, updates", "warmup_updates", number),
    ("Scaling efficiency", "scaling_efficiency", lambda v: f"{v:.0%}"),
    ("Speed-up", "speed_up", lambda v: f"{number(v)} ×"),
    ("Samples per second", "images_per_s", number),
    ("Samples per second and GPU", "images_per_s_per_gpu", number),
    ("Samples per second, one GPU alone", "images_per_s_one_gpu", number),
    ("Time per epoch", "epoch_s", numerals.duration),
    ("Time of the training", "training_s", numerals.duration),
    ("Sent per GPU and step", "allreduce_bytes_per_step", lambda v: _bytes(v)),
    ("All-reduce on the link", "allreduce_s", lambda v: _short_time(v)),
    ("Time of a step", "step_s", lambda v: _short_time(v)),
)


def run(args: argparse.Namespace) -> int:
    """Print the plan; 2 when no plan can be made of the numbers."""
    try:
        made = plan(_request(args))
    except PlanError as error:
        complain(str(error))
        return 2
    cores = read_machine(Path("/")).physical_cores
    started = launch(made, cores)
    if args.json:
        print_json(_as_object(made, started))
    else:
        print("\n".join(_lines(made, started)))
    return 0


def _request(args: argparse.Namespace) -> PlanRequest:
    link = args.link_gb_per_s
    return PlanRequest(
        dataset_samples=args.dataset,
        global_batch=args.batch,
        epochs=args.epochs,
        gpus=args.gpus,
        gpus_per_node=args.gpus_per_node,
        base_learning_rate=args.base_lr,
        base_batch=args.base_batch,
        scaling_efficiency=args.efficiency,
        images_per_s=args.images_per_s,
        one_gpu_images_per_s=args.images_per_s_one_gpu,
        one_gpu_epoch_s=args.epoch_s_one_gpu,
        warmup_epochs=args.warmup_epochs,
        parameters=args.parameters,
        gradient_bytes=args.gradient_bytes,
        link_bytes_per_s=None if link is None else link * 1e9,
    )


def _as_object(made: Plan, started: Launch) -> dict[str, object]:
    found: dict[str, object] = {"schema": 1}
    formulas = {}
    for _, name, _ in _ROWS:
        figure: Figure | None = getattr(made, name)
        found[name] = None if figure is None else _tidy(figure.value)
        if figure is not None:
            formulas[name] = figure.formula
    found["formulas"] = formulas
    found["cautions"] = [str(caution) for caution in cautions(made)]
    found["command"] = started.command
    found["variables"] = dict(started.variables)
    return found


def _tidy(value: float) -> float | int:
    return int(value) if float(value).is_integer() else value


def _lines(made: Plan, started: Launch) -> Iterable[str]:
    rows: list[tuple[str, str, str]] = []
    for label, name, write in _ROWS:
        figure: Figure | None = getattr(made, name)
        if figure is not None:
            rows.append((label, write(figure.value), figure.formula))
    wide = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for label, value, formula in rows:
        yield f"{label:<{wide[0]}}  {value:>{wide[1]}}  = {formula}"
    for caution in cautions(made):
        yield ""
        yield from textwrap.wrap(
            f"Careful: {caution}", _WIDTH, subsequent_indent=" " * len("Careful: ")
        )
    yield ""
    yield from (f"{name}={value}" for name, value in started.variables)
    yield started.command


def _bytes(value: float) -> str:
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.0f} B"


def _short_time(seconds: float) -> str:
    if seconds >= 1:
        return numerals.duration(seconds)
    return f"{seconds * 1e3:.3g} ms"
