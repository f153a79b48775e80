"""Which device keeps the score of a match."""
