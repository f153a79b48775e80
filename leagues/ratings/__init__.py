"""Ratings: every finished match of a game updates the estimates of its players, in the order in which matches end."""

from leagues.ratings.queries import games_rated, rating_changes, rating_history, strengths, table
from leagues.ratings.update import rebuild, update_for_match

__all__ = ["games_rated", "rating_changes", "rating_history", "rebuild", "strengths", "table", "update_for_match"]
