"""A history that is never cut: a few megabytes a second beside ordinary training."""

import time

import numpy as np
from networks import Trainer, batches, network
from tempo import Tempo, options

MEGABYTE = 1 << 20
MOST_MB = 4000


def main():
    chosen = options(width=32, batch=64, mb_per_s=3.0, stop_after_s=0.0)
    tempo = Tempo()
    data = batches("cnn", chosen.width, chosen.batch)
    trainer = Trainer(network("cnn", chosen.width))
    history = []
    for inputs, labels in data:
        trainer.step(inputs, labels)
    tempo.begin()
    start_s = time.monotonic()
    step = 0
    while tempo.goes_on():
        trainer.step(*data[step % len(data)])
        passed_s = time.monotonic() - start_s
        if chosen.stop_after_s:
            passed_s = min(passed_s, chosen.stop_after_s)
        while len(history) < min(MOST_MB, passed_s * chosen.mb_per_s):
            history.append(np.ones(MEGABYTE, dtype=np.uint8))
        step += 1


if __name__ == "__main__":
    main()
