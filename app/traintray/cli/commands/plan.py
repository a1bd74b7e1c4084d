"""`traintray plan`."""

from __future__ import annotations

import argparse
import math
from typing import Any

from traintray.cli.arguments import for_programs
from traintray.cli.command import Command
from traintray.core.planner.typed import read_number


def _add(commands: Any) -> argparse.ArgumentParser:
    plan: argparse.ArgumentParser = commands.add_parser(
        "plan",
        help="plan the same training on more GPUs",
        description="Computes what changes when a training is spread over GPUs. Give"
        " what you know; what needs a missing number is left out.",
        allow_abbrev=False,
    )
    _add_training(plan)
    _add_speed(plan)
    _add_link(plan)
    for_programs(plan)
    return plan


def _add_training(plan: argparse.ArgumentParser) -> None:
    need = plan.add_argument
    need("--dataset", type=_count, required=True, metavar="N", help="samples")
    need("--batch", type=_count, metavar="N", help="samples of one update, all GPUs")
    need("--epochs", type=_positive, metavar="N")
    need("--gpus", type=_count, default=1, metavar="N", help="in all (default: 1)")
    need("--gpus-per-node", type=_count, metavar="N", help="in one computer")
    need("--base-lr", type=_positive, metavar="RATE", help="works at the base batch")
    need("--base-batch", type=_count, metavar="N")
    need("--warmup-epochs", type=_not_negative, default=5.0, metavar="N")


def _add_speed(plan: argparse.ArgumentParser) -> None:
    need = plan.add_argument
    need("--efficiency", type=_share, metavar="SHARE", help="of scaling: 0.85 or 85%%")
    need(
        "--images-per-s",
        type=_positive,
        metavar="N",
        help="samples per second of all GPUs together, as measured",
    )
    need(
        "--images-per-s-one-gpu",
        type=_positive,
        metavar="N",
        help="samples per second of one GPU that works alone",
    )
    need("--epoch-s-one-gpu", type=_positive, metavar="S", help="the same as a time")


def _add_link(plan: argparse.ArgumentParser) -> None:
    need = plan.add_argument
    need("--parameters", type=_count, metavar="N", help="of the network: 25.6M, 7B")
    need(
        "--gradient-bytes",
        type=int,
        choices=(2, 4),
        default=4,
        help="of one gradient on the wire: 2 in half precision (default: 4)",
    )
    need("--link-gb-per-s", type=_positive, metavar="N", help="GB/s of the slowest")


def _positive(text: str) -> float:
    found = _number(text)
    if found <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not above 0")
    return found


def _not_negative(text: str) -> float:
    found = _number(text)
    if found < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is below 0")
    return found


def _number(text: str) -> float:
    try:
        return read_number(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
    except OverflowError:
        raise argparse.ArgumentTypeError(f"{text!r} is too large") from None


def _count(text: str) -> int:
    found = _positive(text)
    if not math.isclose(found, round(found), rel_tol=1e-12):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return round(found)


def _share(text: str) -> float:
    percent = text.strip().endswith("%")
    found = _positive(text.strip().removesuffix("%")) / (100 if percent else 1)
    if found > 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share: 85% is 0.85")
    return found


COMMAND = Command("plan", _add, "traintray.cli.plan")
