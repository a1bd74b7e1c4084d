"""Trains with sixteen threads, as a line copied from a larger machine says."""

import torch
from networks import Trainer, batches, network
from tempo import Tempo, options

torch.set_num_threads(16)


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
