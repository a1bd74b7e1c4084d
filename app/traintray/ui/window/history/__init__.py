"""The parts of the History page."""
