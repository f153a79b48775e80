"""Clash of Corgis at the table, on screens and on paper; its rules are in `scoring.clash_of_corgis`."""
