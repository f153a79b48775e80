"""What follows from a result, and what the league above answers about a match."""
