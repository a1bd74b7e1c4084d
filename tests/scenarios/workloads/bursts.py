"""A few seconds of training, then a rest, over and over."""

import time

from networks import Trainer, batches, network
from tempo import Tempo, options


def main():
    chosen = options(busy_s=5.0, rest_s=9.0)
    tempo = Tempo()
    data = batches("cnn", 32, 64)
    trainer = Trainer(network("cnn", 32))
    tempo.begin()
    while tempo.goes_on():
        end_s = time.monotonic() + chosen.busy_s
        while time.monotonic() < end_s:
            for inputs, labels in data:
                trainer.step(inputs, labels)
        time.sleep(chosen.rest_s)


if __name__ == "__main__":
    main()
