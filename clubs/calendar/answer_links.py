"""The link of an email by which one member answers for one night, without signing in.

Nothing is kept for it: it names the night and the member, signed, with a mark of the address it was sent to. Whoever
has changed their address since, or has left, is not answered for by what lies in the old mailbox.
"""

from dataclasses import dataclass

from django.core.signing import BadSignature, Signer
from django.utils.crypto import salted_hmac

from clubs.models import Membership, Night

SALT = "dogclub.answer"
MARK = 12  # letters of the mark


class LinkRefused(Exception):
    """`why` it opens nothing: "wrong" was never made here, "old" has nothing left to answer, "left" no member."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True)
class AnswerLink:
    night: Night
    membership: Membership

    @property
    def name(self) -> str:
        """Whom it answers for."""
        return self.membership.player.label if self.membership.player else str(self.membership.user)


def answer_token(night: Night, membership: Membership) -> str:
    return Signer(salt=SALT).sign(f"{night.pk}-{membership.pk}-{_mark(membership)}")


def read_answer_token(token: str) -> AnswerLink:
    """Two queries. Raises LinkRefused."""
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
    """Of the address, so that nobody reads it off the link."""
    return salted_hmac(f"{SALT}.address", membership.user.email.lower(), algorithm="sha256").hexdigest()[:MARK]
