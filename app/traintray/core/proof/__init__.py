"""Whether a change helped: two runs of the same command, compared."""
