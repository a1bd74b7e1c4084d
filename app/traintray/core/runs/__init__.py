"""The life of a run: recognised, watched, ended, and how."""
