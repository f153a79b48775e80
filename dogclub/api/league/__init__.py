"""Endpoints for results: seasons, standings, ratings, statistics, play-offs, trophies."""
