"""Computations over the results of matches: places, ratings, play-offs and tournaments."""
