"""Groups and joins a large table, with pandas or with Polars."""

import numpy as np
from tempo import Tempo, options


def with_pandas(groups, values):
    import pandas

    table = pandas.DataFrame({"group": groups, "value": values})
    means = table.groupby("group").value.agg(["mean", "std", "count"])
    return table.join(means, on="group").sort_values("value")


def with_polars(groups, values):
    import polars

    table = polars.DataFrame({"group": groups, "value": values})
    means = table.group_by("group").agg(polars.col("value").mean().alias("mean"))
    return table.join(means, on="group").sort("value")


def main():
    chosen = options(library="pandas", rows=1000000)
    tempo = Tempo()
    dice = np.random.default_rng(0)
    groups = dice.integers(0, 5000, chosen.rows)
    values = dice.random(chosen.rows)
    run = {"pandas": with_pandas, "polars": with_polars}[chosen.library]
    tempo.begin()
    while tempo.goes_on():
        run(groups, values)


if __name__ == "__main__":
    main()
