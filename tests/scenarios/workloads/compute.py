"""Trains, or only evaluates, a network on data that lies in memory."""

import torch
from networks import Trainer, batches, network
from tempo import Tempo, options


def main():
    chosen = options(net="cnn", width=32, batch=64, evaluate=0)
    tempo = Tempo()
    data = batches(chosen.net, chosen.width, chosen.batch)
    trainer = Trainer(network(chosen.net, chosen.width))
    tempo.begin()
    step = 0
    while tempo.goes_on():
        inputs, labels = data[step % len(data)]
        if chosen.evaluate:
            with torch.inference_mode():
                trainer.model(inputs)
        else:
            trainer.step(inputs, labels)
        step += 1


if __name__ == "__main__":
    main()
