"""The club for the tests of all routes, in the middle of an evening, and another club owned by a stranger."""

from clubs.models import Club, Invitation, Membership, Player, Role, SpectatorLink, User
from games.models import TabletPass
from tests.factory import a_bone, a_match
from tests.routes import World

NAMES = ("Bea", "Otto", "Núria", "Łukasz", "Rex")


def account(name: str) -> User:
    return User.objects.create_user(f"{name}@kennel.example", "kennel-kennel-12", name=name.title())


def a_world() -> World:
    """A club with every object that a route needs; the stranger owns another, empty club."""
    club = Club.objects.create(slug="kennel", name="The Thursday Kennel", has_comments=True)
    other = Club.objects.create(slug="friday", name="Friday Paws")
    people = {str(role.label): account(str(role.label)) for role in Role} | {"stranger": account("stranger")}
    for role in Role:
        Membership.objects.create(club=club, user=people[str(role.label)], role=role)
    Membership.objects.create(club=other, user=people["stranger"], role=Role.OWNER)
    return filled(club, people)


def filled(club: Club, people: dict[str, User], names: tuple[str, ...] = NAMES) -> World:
    """The world of a club whose members exist: players, a match and one object of each other kind."""
    players = [Player.objects.create(club=club, name=name) for name in names]
    match = a_match(club, players[:4], hands=1)
    return World(
        club=club,
        match=match,
        players=players,
        people=people,
        membership=Membership.objects.get(club=club, user=people["member"]),
        invitation=Invitation.objects.create(club=club),
        link=SpectatorLink.objects.create(club=club),
        tablet=TabletPass.objects.create(match=match),
        award=a_bone(players[0]),
    )
