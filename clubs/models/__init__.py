"""Models of people, clubs and the calendar; none depends on a game."""

from clubs.models.access_link import Invitation, SpectatorLink
from clubs.models.answer import NightAnswer
from clubs.models.api_key import ApiKey, Scope
from clubs.models.attendance import Attendance
from clubs.models.calendar import Night, Season
from clubs.models.club import AllTime, Club, ClubLogo, Confirm, Membership, Role, Sharing, ShowChances, ShowPhotos
from clubs.models.former_name import FormerName
from clubs.models.member_photo import MemberPhoto
from clubs.models.merge import Merge
from clubs.models.player import Colour, Player
from clubs.models.session import Session, SessionStore
from clubs.models.user import User

__all__ = [
    "AllTime",
    "ApiKey",
    "Attendance",
    "Club",
    "ClubLogo",
    "Colour",
    "Confirm",
    "FormerName",
    "Invitation",
    "MemberPhoto",
    "Membership",
    "Merge",
    "Night",
    "NightAnswer",
    "Player",
    "Role",
    "Scope",
    "Season",
    "Session",
    "SessionStore",
    "Sharing",
    "ShowChances",
    "ShowPhotos",
    "SpectatorLink",
    "User",
]
