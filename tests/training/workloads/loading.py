"""Trains with loader workers, in which threads come and go. Seconds: the argument."""

from __future__ import annotations

import sys
import threading
import time

import torch
from torch.utils.data import DataLoader, Dataset

END_S = time.monotonic() + float(sys.argv[1])


class Samples(Dataset):
    def __len__(self):
        return 1 << 20

    def __getitem__(self, index):
        short = threading.Thread(target=time.sleep, args=(0.01,))
        short.start()
        found = torch.randn(64).sin()
        short.join()
        return found


if __name__ == "__main__":
    model = torch.nn.Linear(64, 64)
    optimiser = torch.optim.SGD(model.parameters(), lr=0.01)
    batches = DataLoader(Samples(), batch_size=4, num_workers=3)
    big = torch.randn(256, 256)
    for batch in batches:
        loss = (model(batch) ** 2).mean() + (big @ big).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if time.monotonic() > END_S:
            break
