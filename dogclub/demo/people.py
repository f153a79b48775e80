"""The demo club's people: all invented, with names that test a sheet's layout."""

import os
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.utils.crypto import get_random_string

from clubs.models import Club, Membership, Player, Role, User
from dogclub.models import EmailSettings
from games.models import Entry


class Person(NamedTuple):
    """A player's name, nickname, initials and colour."""

    name: str
    nickname: str = ""
    initials: str = ""
    colour: str = ""


CAST = (
    Person("Bea Marlowe", initials="BM", colour="green"),
    Person("Otto Pym", initials="OP", colour="blue"),
    Person("Wilhelmina Featherstonehaugh-Oyelaran", initials="WFO", colour="violet"),
    Person("Núria Ødegård", initials="NØ", colour="amber"),
    Person("Łukasz Tremblay", initials="ŁT", colour="red"),
    Person("Percy Abara", initials="PA"),
    Person("Ines Roux", initials="IR"),
    Person("Sam Kettle", initials="SK"),
    Person("Gus Tate", nickname="🐶🎺", initials="GT"),
    Person("Jo Finch", initials="JF"),
    Person("Mabel Quist", initials="MQ"),
    Person("Teddy Okonkwo-Lindqvist", nickname="Biscuit", initials="TOL", colour="grey"),
    Person("ليان الزهراني", initials="لز"),
    Person("Dervla Quayle", initials="DQ"),
)
FIRST = ("Ada", "Bruno", "Cosima", "Dov", "Elke", "Fintan", "Gwen", "Hamish", "Ilse", "Jarek", "Kiri", "Ludo")
LAST = ("Ashdown", "Birkett", "Carrow", "Dunmore", "Eastley", "Farrow", "Greaves", "Holloway")
# Accounts: name in the email address, role, and the player's index in CAST.
ACCOUNTS = (
    ("bea", Role.OWNER, 0),
    ("wilhelmina", Role.ORGANISER, 2),
    ("otto", Role.SCOREKEEPER, 1),
    ("nuria", Role.MEMBER, 3),
)
DOMAIN = "kennel.example"


def cast(size: int, rng: Random) -> list[Person]:
    """Return `size` people: those of CAST, then random combinations of names."""
    more = [Person(f"{first} {last}") for first, last in product(FIRST, LAST)]
    return [*CAST, *rng.sample(more, max(0, size - len(CAST)))][:size]


def add_players(club: Club, size: int, rng: Random) -> list[Player]:
    return Player.objects.bulk_create(Player(club=club, **person._asdict()) for person in cast(size, rng))


# The accounts of the demo club. Their password is generated for each installation and stored in a file beside its
# database.


LOST = "The demo club’s sign-ins are not kept here, as after a restore. Deal it anew with new ones: ./run demo --reset"
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def file() -> Path:
    """Return the path of the file with the sign-ins."""
    return Path(settings.VAR) / "demo-sign-ins"


def sign_ins() -> str:
    """Return the text of the file; "" if there is none."""
    return file().read_text(encoding="utf-8") if file().exists() else ""


def add_accounts(club: Club, players: Sequence[Player]) -> dict[Role, User]:
    """Create one account for each role, and write the sign-ins to the file."""
    password = "-".join(get_random_string(4, LETTERS) for _ in range(3))
    people = {}
    for name, role, place in ACCOUNTS:
        email = f"{name}@{DOMAIN}"
        user = User.objects.create(email=email, name=players[place].name, password=make_password(password))
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
        row = Membership.objects.create(club=club, user=user, role=role, player=players[place])
        EmailSettings.objects.create(membership=row, report=role != Role.OWNER, digest=role == Role.OWNER, trophy=True)
        people[role] = user
    _keep(f"{user.email:<26} {password:<15} {role.label}\n" for role, user in people.items())
    return people


def _keep(lines: Iterable[str]) -> None:
    """Write the file; only its owner, who runs the server, may read it."""
    file().unlink(missing_ok=True)
    with os.fdopen(os.open(file(), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
        out.writelines(lines)


def remove_accounts() -> None:
    """Delete the file and the accounts of the demo club. Accounts of other domains stay, and so do those in another
    club or with entries in one.
    """
    wrote = Entry.objects.exclude(recorded_by=None).values("recorded_by")
    made = User.objects.filter(email__endswith=f"@{DOMAIN}", memberships=None, is_staff=False)
    made.exclude(pk__in=wrote).delete()
    file().unlink(missing_ok=True)
