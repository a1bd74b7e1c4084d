"""Fits trees again and again, with a number of threads that may be too high."""

import numpy as np
from tempo import CPUS, Tempo, options


def threads_of(chosen):
    """Return the number of threads; 0 for what the library takes by itself."""
    return int(chosen.threads_per_cpu * CPUS)


def fit_xgboost(rows, labels, threads, rounds):
    import xgboost

    setting = {"max_depth": 6, "objective": "binary:logistic", "verbosity": 0}
    setting["nthread"] = threads
    xgboost.train(setting, xgboost.DMatrix(rows, labels), rounds)


def fit_lightgbm(rows, labels, threads, rounds):
    import lightgbm

    setting = {"objective": "binary", "verbosity": -1, "num_leaves": 63}
    setting["num_threads"] = threads
    lightgbm.train(setting, lightgbm.Dataset(rows, labels), rounds)


def fit_catboost(rows, labels, threads, rounds):
    import catboost

    model = catboost.CatBoostClassifier(
        iterations=rounds,
        thread_count=threads,
        verbose=False,
        allow_writing_files=False,
    )
    model.fit(rows, labels)


def fit_forest(rows, labels, threads, rounds):
    from sklearn.ensemble import RandomForestClassifier

    model = RandomForestClassifier(rounds, n_jobs=threads or None, max_depth=14)
    model.fit(rows, labels)


FITS = {
    "xgboost": fit_xgboost,
    "lightgbm": fit_lightgbm,
    "catboost": fit_catboost,
    "forest": fit_forest,
}


def main():
    chosen = options(library="xgboost", rows=60000, threads_per_cpu=1.0, rounds=100)
    dice = np.random.default_rng(0)
    rows = dice.standard_normal((chosen.rows, 30), dtype=np.float32)
    noise = dice.normal(0, 1, chosen.rows)
    labels = (rows[:, :5].sum(1) + noise > 0).astype(int)
    fit = FITS[chosen.library]
    fit(rows[:500], labels[:500], 1, 2)
    tempo = Tempo()
    tempo.begin()
    while tempo.goes_on():
        fit(rows, labels, threads_of(chosen), chosen.rounds)


if __name__ == "__main__":
    main()
