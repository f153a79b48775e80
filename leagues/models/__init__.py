"""The models of the league: standings, play-offs, trophies, ratings, draws, share links."""

from leagues.models.playoff import CutPull, DrawChange, Fixture, NightDraw, Playoff, PlayoffLeaver, Reseat
from leagues.models.share_link import ShareLink
from leagues.models.standing import Rating, Standing
from leagues.models.trophy import Award, Trophy

__all__ = [
    "Award",
    "CutPull",
    "DrawChange",
    "Fixture",
    "NightDraw",
    "Playoff",
    "PlayoffLeaver",
    "Rating",
    "Reseat",
    "ShareLink",
    "Standing",
    "Trophy",
]
