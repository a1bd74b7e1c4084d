"""GPUs. One vendor is one file with a `VENDOR`; the others are parts of it."""
