"""Trains a small network with TensorFlow on data that lies in memory."""

import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
from tempo import Tempo, options


def main():
    chosen = options(batch=64, width=32)
    layers = tf.keras.layers
    model = tf.keras.Sequential(
        [
            layers.Input((32, 32, 3)),
            layers.Conv2D(chosen.width, 3, activation="relu"),
            layers.MaxPool2D(),
            layers.Conv2D(2 * chosen.width, 3, activation="relu"),
            layers.GlobalAveragePooling2D(),
            layers.Dense(10),
        ]
    )
    model.compile("sgd", tf.keras.losses.SparseCategoricalCrossentropy(True))
    pictures = tf.random.normal((chosen.batch, 32, 32, 3))
    labels = tf.zeros((chosen.batch,), tf.int32)
    model.train_on_batch(pictures, labels)
    tempo = Tempo()
    tempo.begin()
    while tempo.goes_on():
        model.train_on_batch(pictures, labels)


if __name__ == "__main__":
    main()
