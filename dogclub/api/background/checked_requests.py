"""Checks the requests for jobs with the same forms and error sentences as the pages."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec.structs import asdict

from clubs.access import Access
from dogclub.api.background.job_requests import BY_SEASON, REQUESTS, AskedArchive, AskedBook, AskedNight, AskedTable
from dogclub.api.http.forms import check
from dogclub.api.http.problems import Problem
from dogclub.books.night_sheets import NOTHING as NO_SHEET
from dogclub.books.order_form import ALL, GONE, nothing_in, order_form
from dogclub.exports.big_table import NOTHING as NO_HAND
from dogclub.exports.contents import matches
from scoring.record_format import strict

NO_NIGHT = gettext_lazy("That night is not one of this club’s. Choose another one.")
Asked = dict[str, Any]


def asked_of(access: Access, kind: str, asked: Asked) -> Asked:
    """Return the request as the job stores it. Raises Problem or Malformed."""
    request = strict.shape(asked, REQUESTS[kind])
    return CHECKS[kind](access, request) if kind in CHECKS else asdict(request)


def _book(access: Access, request: AskedBook) -> Asked:
    parts: dict[str, str] = dict.fromkeys(request.parts, "on")
    data = {"season": str(request.season), "paper": request.paper, **parts}
    form = order_form(access, data=data)
    check(form)
    if wrong := nothing_in(access.club, form):
        raise Problem("invalid", wrong, field="season")
    return dict(form.asked)


def _sheets(access: Access, request: AskedNight) -> Asked:
    night = _night(access, request)
    if not access.club.matches.filter(night=request.night).exists():
        raise Problem("invalid", NO_SHEET, field="night")
    return night


def _night(access: Access, request: AskedNight) -> Asked:
    if not access.club.nights.filter(pk=request.night).exists():
        raise Problem("invalid", NO_NIGHT, field="night")
    return asdict(request)


def _table(access: Access, request: AskedTable) -> Asked:
    season = _season(access, request.season)
    if season and request.table not in BY_SEASON:
        sentence = _("The table {table} has no seasons. Leave the season out.").format(table=request.table)
        raise Problem("invalid", sentence, field="season")
    if request.table == "hands" and not matches.of_season(access.club, season).exists():
        raise Problem("invalid", NO_HAND, field="season")
    return {"table": request.table, "season": season, "form": request.form}


def _archive(access: Access, request: AskedArchive) -> Asked:
    return {"season": _season(access, request.season)}


def _season(access: Access, which: int | str) -> int | None:
    if which == ALL:
        return None
    if not access.club.seasons.filter(pk=which).exists():
        raise Problem("invalid", GONE["invalid_choice"], field="season")
    return int(which)


CHECKS: dict[str, Callable[[Access, Any], Asked]] = {
    "season-book": _book,
    "night-sheets": _sheets,
    "night-report": _night,
    "table": _table,
    "archive": _archive,
}
