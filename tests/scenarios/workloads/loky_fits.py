"""Fits many models at once in a joblib pool that is larger than the machine."""

import numpy as np
from joblib import Parallel, delayed
from sklearn.linear_model import Ridge
from sklearn.neural_network import MLPClassifier
from tempo import CPUS, Tempo, options


def fit_one(seed, rows):
    dice = np.random.default_rng(seed)
    data = dice.standard_normal((rows, 200))
    labels = (data[:, 0] > 0).astype(int)
    Ridge().fit(data, labels)
    model = MLPClassifier((64,), max_iter=12, random_state=seed, tol=0)
    return model.fit(data, labels).score(data[:100], labels[:100])


def main():
    chosen = options(jobs_per_cpu=4, rows=3000)
    tempo = Tempo()
    with Parallel(n_jobs=chosen.jobs_per_cpu * CPUS) as pool:
        pool(delayed(fit_one)(seed, 50) for seed in range(chosen.jobs_per_cpu * CPUS))
        tempo.begin()
        seed = 0
        while tempo.goes_on():
            pool(delayed(fit_one)(seed + n, chosen.rows) for n in range(32))
            seed += 32


if __name__ == "__main__":
    import warnings

    warnings.simplefilter("ignore")
    main()
