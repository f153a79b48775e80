"""Ratings: every finished match of a game moves the estimates of those who sat at it, one after the other."""

from games.league.ratings.following import rebuild, settle
from games.league.ratings.reading import chapters, games_rated, story, strengths, table

__all__ = ["chapters", "games_rated", "rebuild", "settle", "story", "strengths", "table"]
