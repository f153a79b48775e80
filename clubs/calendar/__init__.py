"""Seasons and nights as dates: the current one, the one of a day, attendance."""
