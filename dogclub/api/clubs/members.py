"""Endpoints that add members to a club in bulk, and for what the user is notified of and gets by email."""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.models import Membership, Role, Scope
from clubs.names import tidy_name
from dogclub.api.answers import shaped
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import (
    answer_read,
    check_match,
    of_facts,
    written,
)
from dogclub.api.http.messages import (
    EmailChange,
    NewMembers,
    NotificationChange,
    changes,
    read_as,
    take_turn,
)
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.openapi import people
from dogclub.api.openapi.operation import described
from dogclub.models import EmailSettings, PushDevice, PushSettings
from dogclub.models.notify import Weekday
from dogclub.new_members.add import add_members
from dogclub.new_members.paste import Answers, Line, Outcome, Person, preview
from dogclub.notify.push import devices
from dogclub.notify.reminders.addresses import WHY_REFUSED, settings_of


@described(POST=people.ADD_MEMBERS)
@endpoint("POST", writes=Scope.ORGANISE)
def members(request: Request, slug: str) -> Response:
    """Say what would happen to each person, and with `preview` false do it."""
    access = club_access(plain(request), slug, Role.ORGANISER)
    new = read_as(request, NewMembers)
    role = Role.SCOREKEEPER if new.keep_score else Role.MEMBER
    with transaction.atomic():
        take_turn(access.club)
        lines = preview(access.club, *_people(new))
        if not new.preview:
            try:
                add_members(access.club, lines, by=access.user, role=role, send=new.send)
            except ValidationError as error:
                raise Problem("refused", error.messages[0]) from error
    return Response(_answer(lines))


def _people(new: NewMembers) -> tuple[list[Person], Answers]:
    """Return the people with the answers that were given about them."""
    named = [(Person(tidy_name(each.name), each.email.strip()), each) for each in new.people]
    same = {person.key: each.player for person, each in named if each.player is not None}
    another = frozenset(person.key for person, each in named if each.is_another)
    return [person for person, _each in named], Answers(same, another)


def _answer(lines: Sequence[Line]) -> dict[str, Any]:
    return {
        "people": [_json(line) for line in lines],
        "added": sum(line.is_new for line in lines),
        "invited": sum(line.outcome == Outcome.INVITED for line in lines),
    }


def _json(line: Line) -> dict[str, Any]:
    return {
        "name": line.person.name,
        "email": line.person.address,
        "outcome": line.outcome.value,
        "new": line.is_new,
        "player": line.player,
        "candidates": list(line.asks),
        "problem": line.problem,
    }


@described(GET=people.READ_NOTIFICATIONS, PATCH=people.CHANGE_NOTIFICATIONS)
@endpoint("GET", "PATCH")
def my_notifications(request: Request, slug: str) -> Response:
    """Read or change what the user's own devices show; refused for a club's key, which belongs to no member."""
    access = club_access(plain(request), slug)
    membership = own_membership(access)
    if request.method == "PATCH":
        return _change_notifications(request, membership)
    return answer_read(request, notifications_json(devices.settings_of(membership)))


@transaction.atomic
def _change_notifications(request: Request, membership: Membership) -> Response:
    changed, chosen = changes(read_as(request, NotificationChange)), devices.settings_of(membership)
    check_match(request, of_facts(notifications_json(chosen)))
    for name, value in changed.items():
        setattr(chosen, name, value)
    chosen.save()
    body = notifications_json(chosen)
    return written(request, of_facts(body), body)


def notifications_json(chosen: PushSettings) -> dict[str, Any]:
    membership: Any = chosen.membership
    return shaped(people.NOTIFICATIONS, chosen, devices=membership.devices)


DEVICES = PushDevice.objects.filter(user=OuterRef("user")).order_by().values("user").annotate(number=Count("pk"))


def own_membership(access: Access) -> Membership:
    """Return the user's membership with its settings, `refused` and the number of `devices`; one query. Raise Problem
    for a club's key.
    """
    if access.user is None:
        raise Problem("refused", "A club’s key stands for no member. Use a key of your own.")
    devices = Coalesce(Subquery(DEVICES.values("number")), 0)
    known = Membership.objects.select_related("email_settings", "push_settings")
    rows = known.annotate(refused=WHY_REFUSED, devices=devices)
    membership: Membership = rows.get(club=access.club, user=access.user)
    return membership


DAYS = {Weekday(day).name.lower(): day for day in Weekday.values}


@described(GET=people.READ_EMAILS, PATCH=people.CHANGE_EMAILS)
@endpoint("GET", "PATCH")
def my_emails(request: Request, slug: str) -> Response:
    """Read or change the user's settings; refused for a club's key, which belongs to no member."""
    membership = own_membership(club_access(plain(request), slug))
    if request.method == "PATCH":
        return _change_emails(request, membership)
    return answer_read(request, emails_json(membership))


@transaction.atomic
def _change_emails(request: Request, membership: Any) -> Response:
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
