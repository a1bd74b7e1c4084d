"""Starts slowly: many imports and a plain Python tokenizer before the first step."""

import time

import joblib
import pandas
import sklearn.ensemble
from networks import Trainer, batches, network
from tempo import Tempo, options

LIBRARIES = (joblib, pandas, sklearn)


def prepare(seconds):
    """Count words for a while, as preparing a vocabulary does."""
    end_s = time.monotonic() + seconds
    counts = {}
    while time.monotonic() < end_s:
        for word in ("the", "rain", "in", "spain") * 1000:
            counts[word] = counts.get(word, 0) + 1
    return counts


def main():
    chosen = options(prepare_s=8.0, width=32, batch=64)
    tempo = Tempo()
    prepare(chosen.prepare_s)
    data = batches("cnn", chosen.width, chosen.batch)
    trainer = Trainer(network("cnn", chosen.width))
    tempo.begin()
    while tempo.goes_on():
        for inputs, labels in data:
            trainer.step(inputs, labels)


if __name__ == "__main__":
    main()
