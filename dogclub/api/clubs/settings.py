"""The endpoint for the settings of a club: ranking, lateness, confirming, access and corrections."""

from typing import Any

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.models import Club, Confirm, Role, Scope
from clubs.settings.forms import SETTINGS, SettingsForm
from dogclub.api.answers.shaped import shaped
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import Edition, answer, check_match, of_club, written
from dogclub.api.http.forms import check, take_turn
from dogclub.api.http.messages import SettingsChange, changes, read_as
from dogclub.api.http.session import plain
from dogclub.api.openapi import people
from dogclub.api.openapi.operation import described

COMMENTS = "has_comments"  # not in the settings form, since it has a page of its own
CONFIRM = {"nobody": Confirm.NOBODY, "opponent": Confirm.OPPONENT, "every-seat": Confirm.EVERY_SEAT}


@described(GET=people.READ_SETTINGS, PATCH=people.CHANGE_SETTINGS)
@endpoint("GET", "PATCH", reads=Scope.ORGANISE, writes=Scope.ORGANISE)
def club_settings(request: Request, slug: str) -> Response:
    """Read by organisers, changed by owners."""
    if request.method == "PATCH":
        return _change(request, club_access(plain(request), slug, Role.OWNER))
    access = club_access(plain(request), slug, Role.ORGANISER)
    return answer(request, _edition(access), lambda: settings_json(access.club))


def _edition(access: Access) -> Edition:
    return of_club(access, **{name: getattr(access.club, name) for name in (*SETTINGS, COMMENTS)})


@transaction.atomic
def _change(request: Request, access: Access) -> Response:
    changed = changes(read_as(request, SettingsChange))
    take_turn(access.club)
    access.club.refresh_from_db()
    check_match(request, _edition(access))
    was = {name: getattr(access.club, name) for name in SETTINGS}
    if "confirm" in changed:
        changed["confirm"] = CONFIRM[changed["confirm"]]
    form = SettingsForm({**was, **changed}, initial=was)
    check(form)
    form.save(access.club)
    if COMMENTS in changed:
        access.club.has_comments = changed[COMMENTS]
        access.club.save(update_fields=[COMMENTS])
    return written(request, _edition(access), settings_json(access.club))


def settings_json(club: Club) -> dict[str, Any]:
    confirm = next(name for name, value in CONFIRM.items() if value == club.confirm)
    return shaped(people.SETTINGS, club, confirm=confirm)
