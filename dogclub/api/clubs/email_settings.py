"""The endpoint for the user's own email settings in a club."""

from typing import Any

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import club_access
from clubs.models import Membership
from dogclub.api.answers.shaped import shaped
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import answer_read, check_match, of_facts, written
from dogclub.api.http.messages import EmailChange, changes, read_as
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.openapi import people
from dogclub.api.openapi.operation import described
from dogclub.models import EmailSettings
from dogclub.models.reminder import Weekday
from dogclub.reminders.members import settings_of
from dogclub.reminders.refusals import WHY_REFUSED

DAYS = {Weekday(day).name.lower(): day for day in Weekday.values}


@described(GET=people.READ_EMAILS, PATCH=people.CHANGE_EMAILS)
@endpoint("GET", "PATCH")
def my_emails(request: Request, slug: str) -> Response:
    """Read or change the user's settings; refused for a club's key, which belongs to no member."""
    access = club_access(plain(request), slug)
    if access.user is None:
        raise Problem("refused", "A club’s key stands for no member. Use a key of your own.")
    rows = Membership.objects.select_related("email_settings").annotate(refused=WHY_REFUSED)
    membership = rows.get(club=access.club, user=access.user)
    if request.method == "PATCH":
        return _change(request, membership)
    return answer_read(request, emails_json(membership))


@transaction.atomic
def _change(request: Request, membership: Any) -> Response:
    changed = changes(read_as(request, EmailChange))
    if "digest_day" in changed:
        changed["digest_day"] = DAYS[changed["digest_day"]]
    chosen = settings_of(membership)
    check_match(request, of_facts(emails_json(membership)))
    for name, value in changed.items():
        setattr(chosen, name, value)
    chosen.save()
    body = emails_json(membership, chosen)
    return written(request, of_facts(body), body)


def emails_json(membership: Any, chosen: EmailSettings | None = None) -> dict[str, Any]:
    """Return the settings; `membership.refused` is the mail server's reason for refusing the address, or None."""
    chosen = chosen or settings_of(membership)
    day = Weekday(chosen.digest_day).name.lower()
    return shaped(people.EMAILS, chosen, digest_day=day, refused=membership.refused)
