"""The parts of the Knobs page."""
