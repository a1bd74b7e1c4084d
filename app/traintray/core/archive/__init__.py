"""What is remembered over days: samples, runs, episodes, notices, knob changes."""
