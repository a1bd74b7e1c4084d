"""What a person knows of a training that is to be spread over GPUs."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from traintray.core.sentence import Sentence

_AT_MOST = 1e18
"""Beyond it a double no longer holds every count of samples exactly enough."""


class PlanError(ValueError):
    """A number that no plan can be made of; the message is a Sentence."""


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """Every number but the first is optional: what needs a missing one is not planned.

    Raises PlanError for a number that is not positive and finite, and for an
    efficiency above 1.
    """

    dataset_samples: int
    global_batch: int | None = None
    """Samples of one update, over all GPUs."""
    epochs: float | None = None
    gpus: int = 1
    gpus_per_node: int | None = None
    """GPUs in one computer; None: all in one."""
    base_learning_rate: float | None = None
    """The rate that works at `base_batch`."""
    base_batch: int | None = None
    scaling_efficiency: float | None = None
    """Throughput on all GPUs ÷ (GPUs × throughput of one alone), 0..1."""
    images_per_s: float | None = None
    """Samples per second of all GPUs together, as measured."""
    one_gpu_images_per_s: float | None = None
    """Samples per second of one GPU that works alone."""
    one_gpu_epoch_s: float | None = None
    """Time of an epoch on one GPU; says the same in another way."""
    warmup_epochs: float = 5.0
    """Goyal et al. (2017) warm up for 5 epochs of ImageNet."""
    parameters: int | None = None
    """Trainable parameters of the network."""
    gradient_bytes: int = 4
    """Bytes of one gradient on the wire: 4 in float32, 2 in float16 or bfloat16."""
    link_bytes_per_s: float | None = None
    """What the slowest link between two GPUs carries in one direction."""

    def __post_init__(self) -> None:
        for one in fields(self):
            value = getattr(self, one.name)
            if value is None or (one.name == "warmup_epochs" and value == 0):
                continue
            if not (math.isfinite(value) and 0 < value <= _AT_MOST):
                raise PlanError(_NOT_POSITIVE.filled(name=one.name, value=value))
        if self.scaling_efficiency is not None and self.scaling_efficiency > 1:
            raise PlanError(_MORE_THAN_ALL.filled(value=self.scaling_efficiency))
        if self.global_batch is not None and self.global_batch < self.gpus:
            raise PlanError(
                _NOTHING_FOR_SOME.filled(batch=self.global_batch, gpus=self.gpus)
            )


_NOT_POSITIVE = Sentence("Planner", "{name} must be a number above 0, not {value}.")
_MORE_THAN_ALL = Sentence(
    "Planner",
    "The scaling efficiency is a share from 0 to 1 (85 % is 0.85), not {value}.",
)
_NOTHING_FOR_SOME = Sentence(
    "Planner",
    "A batch of {batch} leaves some of {gpus} GPUs without a sample. Give a larger"
    " batch or fewer GPUs.",
)
