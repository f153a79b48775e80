"""Correcting, comparing and typing in years and tallies, and the history of a cell."""
