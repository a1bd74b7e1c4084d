"""Trains, evaluates and writes a checkpoint, over and over: all of it computes."""

import os
import time

import torch
from networks import Trainer, batches, network
from tempo import Tempo, options


def main():
    chosen = options(train_s=14.0, evaluate_s=5.0, width=32, batch=64, folder=".")
    tempo = Tempo()
    data = batches("cnn", chosen.width, chosen.batch)
    trainer = Trainer(network("cnn", chosen.width))
    tempo.begin()
    while tempo.goes_on():
        end_s = time.monotonic() + chosen.train_s
        while time.monotonic() < end_s:
            for inputs, labels in data:
                trainer.step(inputs, labels)
        end_s = time.monotonic() + chosen.evaluate_s
        with torch.inference_mode():
            while time.monotonic() < end_s:
                for inputs, _ in data:
                    trainer.model(inputs)
        state = trainer.model.state_dict()
        state["history"] = torch.zeros(20_000_000)
        torch.save(state, os.path.join(chosen.folder, "checkpoint.pt"))


if __name__ == "__main__":
    main()
