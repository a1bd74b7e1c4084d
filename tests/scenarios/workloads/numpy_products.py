"""Multiplies large matrices with NumPy."""

import numpy as np
from tempo import Tempo, options


def main():
    chosen = options(side=1024)
    tempo = Tempo()
    matrix = np.random.default_rng(0).random((chosen.side, chosen.side))
    tempo.begin()
    while tempo.goes_on():
        matrix = matrix @ matrix
        matrix /= np.abs(matrix).max()


if __name__ == "__main__":
    main()
