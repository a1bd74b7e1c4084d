"""What `traintray doctor` looks at: one file per topic, each with `CHECKS`."""
