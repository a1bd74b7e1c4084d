"""Draws batches at random from a data set that does not fit into its memory."""

import torch
from networks import Trainer, network
from tempo import Tempo, options

PIECE = 256 * 256


def main():
    chosen = options(data_mb=900, batch=16)
    tempo = Tempo()
    count = chosen.data_mb * 4
    pieces = [torch.randn(PIECE) for _ in range(count)]
    trainer = Trainer(network("cnn", 16))
    labels = torch.randint(0, 10, (chosen.batch,))
    tempo.begin()
    while tempo.goes_on():
        drawn = [pieces[n] for n in torch.randint(0, count, (chosen.batch,)).tolist()]
        inputs = torch.stack([piece[:3072] + 0 * piece.sum() for piece in drawn])
        trainer.step(inputs.view(-1, 3, 32, 32), labels)


if __name__ == "__main__":
    main()
