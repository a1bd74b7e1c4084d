"""Small parallel operations between long waits; idle OpenMP threads spin meanwhile."""

import torch
from device import Device
from tempo import Tempo, options


def main():
    chosen = options(step_ms=25.0, size=400000)
    tempo = Tempo()
    values = torch.randn(chosen.size)
    weight = torch.randn(256, 256, requires_grad=True)
    device = Device(chosen.step_ms)
    tempo.begin()
    while tempo.goes_on():
        values.mul_(1.0001)
        (weight[:32] @ weight).sum().backward()
        weight.grad = None
        device.step()


if __name__ == "__main__":
    main()
