"""The models of the league: standings, play-offs, trophies, ratings, draws, share links."""

from leagues.models.award import Award
from leagues.models.draw import DrawChange, NightDraw
from leagues.models.fixture import CutPull, Fixture, PlayoffLeaver, Reseat
from leagues.models.playoff import Playoff
from leagues.models.rating import Rating
from leagues.models.share_link import ShareLink
from leagues.models.standing import Standing
from leagues.models.trophy import Trophy

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
