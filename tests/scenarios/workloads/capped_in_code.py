"""Trains with one thread on a machine that has more CPUs."""

import torch
from networks import Trainer, batches, network
from tempo import Tempo, options

torch.set_num_threads(1)


def main():
    chosen = options(net="cnn", width=32, batch=64)
    tempo = Tempo()
    data = batches(chosen.net, chosen.width, chosen.batch)
    trainer = Trainer(network(chosen.net, chosen.width))
    tempo.begin()
    while tempo.goes_on():
        for inputs, labels in data:
            trainer.step(inputs, labels)


if __name__ == "__main__":
    main()
