"""People and the calendar; nothing here knows a game."""

from leagues.models.attendance import Attendance
from leagues.models.calendar import Night, Season
from leagues.models.club import Club, Confirm, Membership, Role
from leagues.models.door import Invitation, SpectatorLink
from leagues.models.former_name import FormerName
from leagues.models.key import Key, Scope
from leagues.models.merge import Merge
from leagues.models.player import Colour, Player
from leagues.models.playoff import Playoff
from leagues.models.standing import Standing
from leagues.models.trophy import Trophy
from leagues.models.user import User

__all__ = [
    "Attendance",
    "Club",
    "Colour",
    "Confirm",
    "FormerName",
    "Invitation",
    "Key",
    "Membership",
    "Merge",
    "Night",
    "Player",
    "Playoff",
    "Role",
    "Scope",
    "Season",
    "SpectatorLink",
    "Standing",
    "Trophy",
    "User",
]
