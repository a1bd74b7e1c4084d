"""A small convolutional network and its training step: real work, made-up data."""

import time

import torch


def train(seconds: float) -> None:
    """Train on the CPU for a while."""
    torch.manual_seed(0)
    model = torch.nn.Sequential(
        torch.nn.Conv2d(3, 32, 3, padding=1),
        torch.nn.ReLU(),
        torch.nn.Conv2d(32, 64, 3, padding=1),
        torch.nn.AdaptiveAvgPool2d(1),
        torch.nn.Flatten(),
        torch.nn.Linear(64, 10),
    )
    optimiser = torch.optim.SGD(model.parameters(), lr=0.01)
    images = torch.randn(32, 3, 32, 32)
    labels = torch.randint(0, 10, (32,))
    end_s = time.monotonic() + seconds
    while time.monotonic() < end_s:
        optimiser.zero_grad()
        torch.nn.functional.cross_entropy(model(images), labels).backward()
        optimiser.step()
