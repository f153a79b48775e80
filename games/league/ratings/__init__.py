"""Ratings: every finished match of a game moves the estimates of those who sat at it, one after the other."""

from games.league.ratings.following import rebuild, settle
from games.league.ratings.reading import strengths

__all__ = ["rebuild", "settle", "strengths"]
