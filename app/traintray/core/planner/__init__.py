"""What changes when the same training runs on more GPUs. Arithmetic only."""
