"""Trains with twice as many threads as there are CPUs."""

import torch
from networks import Trainer, batches, network
from tempo import CPUS, Tempo, options


def main():
    chosen = options(net="cnn", width=32, batch=64)
    torch.set_num_threads(2 * CPUS)
    tempo = Tempo()
    data = batches(chosen.net, chosen.width, chosen.batch)
    trainer = Trainer(network(chosen.net, chosen.width))
    tempo.begin()
    while tempo.goes_on():
        for inputs, labels in data:
            trainer.step(inputs, labels)


if __name__ == "__main__":
    main()
