"""Trains a small dense network with JAX."""

import jax
import jax.numpy as jnp
from tempo import Tempo, options


def loss(weights, rows):
    for weight in weights:
        rows = jnp.tanh(rows @ weight)
    return (rows**2).mean()


@jax.jit
def step(weights, rows):
    slopes = jax.grad(loss)(weights, rows)
    return [
        weight - 0.01 * slope for weight, slope in zip(weights, slopes, strict=True)
    ]


def main():
    chosen = options(width=1024, batch=256)
    key = jax.random.PRNGKey(0)
    shape = (chosen.width, chosen.width)
    weights = [jax.random.normal(key, shape) * 0.02 for _ in range(4)]
    rows = jax.random.normal(key, (chosen.batch, chosen.width))
    weights = step(weights, rows)
    tempo = Tempo()
    tempo.begin()
    while tempo.goes_on():
        weights = step(weights, rows)
        weights[0].block_until_ready()


if __name__ == "__main__":
    main()
