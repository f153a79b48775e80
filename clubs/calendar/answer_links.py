"""Signed tokens of links in emails by which one member answers for one night without signing in.

Nothing is stored: the token has the keys of night and member, signed, and a hash of the address it was sent to. A
member who has changed the address, or has left, cannot be answered for from the old mailbox.
"""

from dataclasses import dataclass

from django.core.signing import BadSignature, Signer
from django.utils.crypto import salted_hmac

from clubs.models import Membership, Night

SALT = "dogclub.answer"
MARK = 12  # hexadecimal digits of the address's hash


class LinkRefused(Exception):
    """Raised for a token without effect. `why` is "wrong" for an invalid one, "left" without a member, "old" if the
    night is gone, the club is to be deleted, or the address was changed.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True)
class AnswerLink:
    """A valid link: the night, and the member it answers for."""

    night: Night
    membership: Membership

    @property
    def name(self) -> str:
        """The name of the player, or of the account without a player."""
        return self.membership.player.label if self.membership.player else str(self.membership.user)


def answer_token(night: Night, membership: Membership) -> str:
    """Return the token."""
    return Signer(salt=SALT).sign(f"{night.pk}-{membership.pk}-{_mark(membership)}")


def read_answer_token(token: str) -> AnswerLink:
    """Return the night and member of a token; two queries. Raise LinkRefused."""
    try:
        night_pk, membership_pk, mark = Signer(salt=SALT).unsign(token).split("-")
    except (BadSignature, ValueError):
        raise LinkRefused("wrong") from None
    membership = Membership.objects.select_related("club", "user", "player").filter(pk=membership_pk).first()
    if membership is None:
        raise LinkRefused("left")
    night = membership.club.nights.select_related("club").filter(pk=night_pk).first()
    if night is None or night.club.deletes_at or mark != _mark(membership):
        raise LinkRefused("old")
    return AnswerLink(night, membership)


def _mark(membership: Membership) -> str:
    """Return a keyed hash of the address, so that it cannot be read from the link."""
    return salted_hmac(f"{SALT}.address", membership.user.email.lower(), algorithm="sha256").hexdigest()[:MARK]
