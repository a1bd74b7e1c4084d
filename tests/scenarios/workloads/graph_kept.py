"""Keeps every loss with its graph, so no activation is ever freed."""

import time

from networks import Trainer, batches, network
from tempo import Tempo, options

MOST_KEPT = 600


def main():
    chosen = options(width=16, batch=16, kept_per_s=1.5)
    tempo = Tempo()
    data = batches("cnn", chosen.width, chosen.batch)
    trainer = Trainer(network("cnn", chosen.width))
    losses = []
    for inputs, labels in data:
        trainer.step(inputs, labels)
    tempo.begin()
    start_s = time.monotonic()
    step = 0
    while tempo.goes_on():
        inputs, labels = data[step % len(data)]
        trainer.step(inputs, labels)
        due = chosen.kept_per_s * (time.monotonic() - start_s)
        if len(losses) < min(due, MOST_KEPT):
            losses.append(trainer.model(inputs).square().mean())
        step += 1


if __name__ == "__main__":
    main()
