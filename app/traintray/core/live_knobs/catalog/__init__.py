"""The live knobs, one file each with `KNOB`."""
