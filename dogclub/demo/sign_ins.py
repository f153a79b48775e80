"""The accounts of the demo club. Their password is generated for each installation and stored in a file beside its
database.
"""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.utils.crypto import get_random_string

from clubs.models import Club, Membership, Player, Role, User
from dogclub.demo.people import ACCOUNTS, DOMAIN
from dogclub.models import EmailSettings
from games.models import Entry

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
