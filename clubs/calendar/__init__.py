"""Seasons and nights as dates: which one is on, which one a day belongs to, who is there."""
