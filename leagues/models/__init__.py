"""People and the calendar; nothing here knows a game."""

from leagues.models.calendar import Night, Season
from leagues.models.club import Club, Membership, Role
from leagues.models.door import Invitation, SpectatorLink
from leagues.models.player import Colour, Player
from leagues.models.user import User

__all__ = ["Club", "Colour", "Invitation", "Membership", "Night", "Player", "Role", "Season", "SpectatorLink", "User"]
