"""The attendance of a night: as tiles and a strip, and the taps that record it."""
