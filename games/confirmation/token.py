"""The token in the link for confirming a match; a match without one gets it when it is first needed."""

import uuid

from clubs.links.tokens import sign
from games.models import Match


def confirm_key(match: Match) -> uuid.UUID:
    """Return the match's token, and save a new one if it has none."""
    if match.confirm_token is None:
        Match.objects.filter(pk=match.pk, confirm_token=None).update(confirm_token=uuid.uuid4())
        match.refresh_from_db(fields=["confirm_token"])
    assert match.confirm_token
    return match.confirm_token


def signed_confirm_token(match: Match) -> str:
    """Return the signed token for the link."""
    return sign(confirm_key(match), "confirm")
