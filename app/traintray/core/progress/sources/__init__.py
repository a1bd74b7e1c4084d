"""One file per source; each has a `SOURCE`."""
