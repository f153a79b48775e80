"""Clash of Corgis as a table game: entry pages, display, paper; its rules are in `scoring.clash_of_corgis`."""
