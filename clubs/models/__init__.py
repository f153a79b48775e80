"""Models of people, clubs and the calendar; none depends on a game."""

from clubs.models.access import ApiKey, Invitation, Scope, SpectatorLink
from clubs.models.calendar import Attendance, Night, NightAnswer, Season
from clubs.models.club import AllTime, Club, ClubLogo, Confirm, Membership, Role, Sharing, ShowChances, ShowPhotos
from clubs.models.player import Colour, FormerName, MemberPhoto, Merge, Player
from clubs.models.user import Session, SessionStore, User

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
