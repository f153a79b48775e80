"""Ratings: every finished match of a game moves the estimates of those who sat at it, one after the other."""

from leagues.ratings.queries import chapters, games_rated, story, strengths, table
from leagues.ratings.update import rebuild, settle

__all__ = ["chapters", "games_rated", "rebuild", "settle", "story", "strengths", "table"]
