"""Traces: written by `traintray record`, played through the real pipeline."""
