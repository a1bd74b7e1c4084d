"""Imports, warms up for some seconds and waits, as a run that is being debugged."""

import time

from networks import Trainer, batches, network
from tempo import Tempo, options


def main():
    chosen = options(warm_s=6.0)
    tempo = Tempo()
    data = batches("cnn", 32, 64)
    trainer = Trainer(network("cnn", 32))
    tempo.begin()
    end_s = time.monotonic() + chosen.warm_s
    while time.monotonic() < end_s:
        for inputs, labels in data:
            trainer.step(inputs, labels)
    time.sleep(600)


if __name__ == "__main__":
    main()
