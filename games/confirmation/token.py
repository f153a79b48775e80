"""What the link to confirm a match is made of; older matches get theirs when it is first asked for."""

import uuid

from clubs.links.tokens import seal
from games.models import Match


def confirm_key(match: Match) -> uuid.UUID:
    if match.confirm_token is None:
        Match.objects.filter(pk=match.pk, confirm_token=None).update(confirm_token=uuid.uuid4())
        match.refresh_from_db(fields=["confirm_token"])
    assert match.confirm_token
    return match.confirm_token


def confirm_seal(match: Match) -> str:
    """As it stands in the link."""
    return seal(confirm_key(match), "confirm")
