"""A training that tells its steps, for the bench of the proof. No part of the app.

proof_training.py network|loader SECONDS
"""

import sys
import time

import numpy
import torch
from torch import nn

_SIDE = 384
_WORKERS = 8


class Whitened(torch.utils.data.IterableDataset):
    """Rows that a worker whitens by a product of matrices: BLAS, with its own pool."""

    def __iter__(self):
        info = torch.utils.data.get_worker_info()
        source = numpy.random.default_rng(info.id)
        rotation = source.standard_normal((_SIDE, _SIDE))
        while True:
            rows = source.standard_normal((_SIDE, _SIDE))
            for _ in range(3):
                rows = numpy.tanh(rows @ rotation / _SIDE)
            yield torch.from_numpy(rows[:64].astype(numpy.float32))


def network_steps():
    """Train three convolutions on data that lies in memory."""
    model = nn.Sequential(
        nn.Conv2d(3, 32, 3, padding=1),
        nn.BatchNorm2d(32),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(32, 64, 3, padding=1),
        nn.ReLU(),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Linear(64, 10),
    )
    pictures, labels = torch.randn(32, 3, 32, 32), torch.randint(0, 10, (32,))
    optimiser = torch.optim.SGD(model.parameters(), lr=0.01)
    while True:
        optimiser.zero_grad(set_to_none=True)
        nn.functional.cross_entropy(model(pictures), labels).backward()
        optimiser.step()
        yield


def loader_steps():
    """Train a small layer that waits for eight workers."""
    model = nn.Linear(_SIDE, 10)
    optimiser = torch.optim.SGD(model.parameters(), lr=0.01)
    loader = torch.utils.data.DataLoader(Whitened(), batch_size=4, num_workers=_WORKERS)
    for rows in loader:
        optimiser.zero_grad(set_to_none=True)
        model(rows).square().mean().backward()
        optimiser.step()
        yield


def main():
    kind, seconds = sys.argv[1], float(sys.argv[2])
    steps = {"network": network_steps, "loader": loader_steps}[kind]()
    end_s = told_s = None
    for step, _ in enumerate(steps):
        now_s = time.monotonic()
        if end_s is None:
            end_s = told_s = now_s + seconds
            told_s = now_s
        if now_s >= told_s:
            print(f"step {step}", flush=True)
            told_s = now_s + 0.5
        if now_s >= end_s:
            return


if __name__ == "__main__":
    main()
