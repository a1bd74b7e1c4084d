"""The parts that screens are made of. Each is given a value and shows it."""
