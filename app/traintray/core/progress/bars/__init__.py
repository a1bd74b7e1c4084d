"""One file per kind of progress bar; each has a `BAR`."""
