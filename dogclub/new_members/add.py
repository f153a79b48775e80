"""Adding the people of a list to a club, and sending their invitations by jobs."""

from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.language.choice import language_of
from clubs.links.tokens import sign
from clubs.models import Club, Invitation, Player, Role, User
from clubs.models.access import in_a_fortnight
from dogclub.new_members.paste import Line, Outcome, open_by_email

MOST_A_DAY = 300  # invitations by email of one club in 24 hours; a limit against scripts
DAY = timedelta(days=1)


@transaction.atomic
def add_members(club: Club, lines: Sequence[Line], *, by: User | None, role: Role, send: bool) -> list[Invitation]:
    """Create the players and invitations of a preview, and return the invitations; with `send` each is sent by a job.
    What is asked about is left out. The club must be locked. Raises ValidationError if too many were sent today.
    """
    made: list[Invitation] = []
    for line in lines:
        player_id = line.player
        if line.is_new:
            player_id = Player.objects.create(club=club, name=line.person.name).pk
        if line.outcome == Outcome.INVITED:
            made.append(Invitation(club=club, role=role, player_id=player_id, created_by=by, email=line.person.address))
    Invitation.objects.bulk_create(made)
    if send:
        send_invitations(club, made)
    return made


def unsent(club: Club) -> QuerySet[Invitation]:
    """Return the open invitations that are for an address and were not sent yet, the oldest first."""
    rows: QuerySet[Invitation] = open_by_email(club).filter(sent_at=None).order_by("created_at", "pk")
    return rows


@transaction.atomic
def send_invitations(club: Club, invitations: Sequence[Invitation]) -> None:
    """Hand the emails to jobs; the fortnight of each begins now. Raises ValidationError if too many were sent today."""
    now = timezone.now()
    today = Invitation.objects.filter(club=club, sent_at__gt=now - DAY).count()
    if today + len(invitations) > MOST_A_DAY:
        words = _("At most {most} invitations are sent in 24 hours. Send the others tomorrow.")
        raise ValidationError(words.format(most=MOST_A_DAY))
    for each in invitations:
        each.sent_at, each.expires_at = now, in_a_fortnight()
        each.save(update_fields=["sent_at", "expires_at"])
        subject, body = letter(club, each)
        EmailMessage(subject, body, to=[each.email]).send()


def letter(club: Club, invitation: Invitation | None, by: User | None = None) -> tuple[str, str]:
    """Return subject and text of the email in the club's language; without an invitation, one to look at that has no
    link and no name.
    """
    link, name = _("(the link)"), _("(the name)")
    if invitation is not None:
        link = f"{settings.BASE_URL}{reverse('join', args=[sign(invitation.pk, 'join')])}"
        name, by = str(invitation.player or ""), invitation.created_by
    with language_of(None, club):
        context = {"club": club, "by": by, "name": name, "link": link}
        subject = _("Dog Club: you are invited to {club}").format(club=club.name)
        return subject, render_to_string("dogclub/new_members/mail.txt", context)


def forget_addresses() -> None:
    """Remove the addresses of invitations that ran out."""
    Invitation.objects.filter(expires_at__lt=timezone.now()).exclude(email="").update(email="")
