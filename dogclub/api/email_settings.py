"""Which emails a member gets from a club, over HTTP: one's own alone."""

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

DAYS = {Weekday(day).name.lower(): day for day in Weekday.values}


@described(GET=people.READ_EMAILS, PATCH=people.CHANGE_EMAILS)
@endpoint("GET", "PATCH")
def my_emails(request: Request, slug: str) -> Response:
    access = club_access(plain(request), slug)
    if access.user is None:
        raise Problem("refused", "A club’s key stands for no member. Use a key of your own.")
    rows = Membership.objects.select_related("email_settings").filter(club=access.club, user=access.user)
    if request.method == "PATCH":
        return _change(request, rows.get())
    return answer_read(request, emails_json(settings_of(rows.get())))


@transaction.atomic
def _change(request: Request, membership: Membership) -> Response:
    changed = changes(read_as(request, EmailChange))
    if "digest_day" in changed:
        changed["digest_day"] = DAYS[changed["digest_day"]]
    chosen = settings_of(membership)
    check_match(request, of_facts(emails_json(chosen)))
    for name, value in changed.items():
        setattr(chosen, name, value)
    chosen.save()
    body = emails_json(chosen)
    return written(request, of_facts(body), body)


def emails_json(chosen: EmailSettings) -> dict[str, Any]:
    return shaped(people.EMAILS, chosen, digest_day=Weekday(chosen.digest_day).name.lower())
