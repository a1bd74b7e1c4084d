"""The parts of the Settings page: one file per section, and the controls."""
