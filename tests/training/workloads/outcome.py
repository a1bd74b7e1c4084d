"""A small training that ends as its second word says: `well` or `raises`."""

import sys
import time

import torch


def main() -> None:
    model = torch.nn.Sequential(torch.nn.Linear(256, 256), torch.nn.Linear(256, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    end_s = time.monotonic() + float(sys.argv[1])
    while time.monotonic() < end_s:
        loss = model(torch.randn(512, 256)).square().mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    if sys.argv[2] == "raises":
        raise RuntimeError("CUDA error: device-side assert triggered")


if __name__ == "__main__":
    main()
