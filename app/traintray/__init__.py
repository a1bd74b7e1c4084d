"""traintray: says why the CPU is full while you train; turns the knob that helps."""

__version__ = "0.1.0"
