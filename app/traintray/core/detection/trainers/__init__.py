"""One file per library that drives the training loop; each holds `TRAINER`."""
