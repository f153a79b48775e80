"""Ratings: every finished match of a game updates the estimates of its players, in the order in which matches end."""

from leagues.ratings.queries import chapters, games_rated, story, strengths, table
from leagues.ratings.update import rebuild, update_for_match

__all__ = ["chapters", "games_rated", "rebuild", "story", "strengths", "table", "update_for_match"]
