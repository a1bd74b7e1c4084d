"""Makes a new DataLoader for every epoch and keeps the old ones with their workers."""

import time

from networks import Trainer, network
from pictures import Ready
from tempo import CPUS, Tempo, options
from torch.utils.data import DataLoader


def main():
    chosen = options(epoch_s=15.0, batch=64, workers_per_cpu=1)
    tempo = Tempo()
    trainer = Trainer(network("cnn", 16))
    kept = []
    while tempo.goes_on():
        loader = DataLoader(
            Ready(32),
            batch_size=chosen.batch,
            num_workers=chosen.workers_per_cpu * CPUS,
            persistent_workers=True,
        )
        batches = iter(loader)
        kept.append((loader, batches))
        if len(kept) == 2:
            tempo.begin()
        end_s = time.monotonic() + chosen.epoch_s
        while time.monotonic() < end_s:
            trainer.step(*next(batches))


if __name__ == "__main__":
    main()
