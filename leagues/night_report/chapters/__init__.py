"""The parts of a night's report in prose, each from the facts of the night."""
