"""A tf.data pipeline decodes JPEG pictures; the device waits for it."""

import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
from device import Device
from tempo import Tempo, options


def main():
    chosen = options(batch=32, side=512, step_ms=20.0)
    noise = tf.random.uniform((chosen.side, chosen.side, 3), 0, 255, tf.int32)
    encoded = tf.io.encode_jpeg(tf.cast(noise, tf.uint8))
    tf.linalg.matmul(tf.ones((64, 64)), tf.ones((64, 64)))

    def prepared(index):
        picture = tf.io.decode_jpeg(encoded, channels=3)
        picture = tf.image.resize(picture, (224, 224), method="bicubic")
        picture = tf.image.random_hue(picture / 255.0, 0.1)
        return tf.image.random_contrast(picture, 0.8, 1.2), index % 10

    pipeline = tf.data.Dataset.range(1 << 40)
    pipeline = pipeline.map(prepared, num_parallel_calls=tf.data.AUTOTUNE)
    pipeline = pipeline.batch(chosen.batch).prefetch(2)
    device, tempo = Device(chosen.step_ms), Tempo()
    batches = iter(pipeline)
    next(batches)
    tempo.begin()
    for _ in batches:
        device.step()
        if not tempo.goes_on():
            break


if __name__ == "__main__":
    main()
