"""Trophies: holders, awards, history, timeline."""
