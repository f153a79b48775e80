"""The parts of the final page: places and totals, trophies, and the next step."""
