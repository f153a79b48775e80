"""Which edition of an answer this is: ETag, If-None-Match and If-Match.

    edition = of_club(access, PLAYERS, NAMES)              the parts the answer is made of, see fingerprints.py
    edition = of_club(access, ONE_PLAYER, row=pk)          those of one row alone, so that no other spoils an If-Match
    return answer(request, edition, lambda: {…})           200 with its ETag; or 304, and nothing is built
    return answer_read(request, body)                      where reading it costs no more than that query would
    check_match(request, edition)                          before a write: Problem("stale") if If-Match is another
    return written(request, of_club(access, PLAYERS), {…}) the answer of a write, with the ETag it has now

An edition is told by one query. It hangs on the rows named, on who asks and what they are in the club, on the address,
on the day, since some figures count days, and on the program itself, whose answers may say more tomorrow. Tags are
weak: two answers of one edition say the same, if perhaps not in the same bytes. If-Match takes them all the same.

A writer calls `check_match` inside its transaction, with the row locked, and with the edition that GET on the same
address answers with. Entries are told apart by the `version` in their message; who would rather send the ETag of the
match as If-Match leaves `version` out: `check_match(request, of_match(access), path=…)`, and the version is the row's.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.http import HttpResponseBase
from django.utils import timezone
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access
from clubs.club_day import club_day
from dogclub.api.http.fingerprints import PLAYERS, Part, fingerprints
from dogclub.api.http.problems import Problem
from games.access import MatchAccess

SOURCES = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Edition:
    """`facts` are known already and cost nothing; `parts` are asked of the database, some for one `row` alone."""

    club: int = 0
    parts: Sequence[Part] = ()
    facts: Sequence[Any] = ()
    row: int | None = None


def of_club(access: Access, *parts: Part, row: int | None = None, **facts: Any) -> Edition:
    who = (access.user.pk if access.user else None, access.role, access.is_spectator)
    return Edition(access.club.pk, parts, (*who, *facts.items()), row)


def of_match(access: MatchAccess, *parts: Part) -> Edition:
    """A sheet: what was written, and what they who sit there are called; `parts` are what else stands beside it."""
    match = access.match
    row = (match.pk, match.version, match.finished_at, match.abandoned_at, match.table)
    return of_club(access.club_access, PLAYERS, *parts, match=row, tablet=access.tablet)


def of_facts(*facts: Any) -> Edition:
    """An answer that hangs on nothing but what is known already, such as rows that were just read."""
    return Edition(facts=facts)


def answer(request: Request, edition: Edition, build: Callable[[], Any]) -> Response:
    """What GET says, unless the client holds that edition; `next` in it becomes a Link as well."""
    tag = tag_of(request, edition)
    headers = {"ETag": tag}
    known = parse_etags(request.headers.get("If-None-Match", ""))
    if "*" not in known and _is_among(tag, known):
        return Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    body = build()
    if "*" in known:  # any edition will do: only building it tells whether there is one
        return Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    if isinstance(body, Mapping) and body.get("next"):
        headers["Link"] = f'<{body["next"]}>; rel="next"'
    return Response(body, headers=headers)


def answer_file(request: Request, edition: Edition, build: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """The same for an answer that is not JSON."""
    tag = tag_of(request, edition)
    if _is_among(tag, parse_etags(request.headers.get("If-None-Match", ""))):
        return Response(status=HTTPStatus.NOT_MODIFIED, headers={"ETag": tag})
    response = build()
    response.headers["ETag"] = tag
    return response


def answer_read(request: Request, body: Any) -> Response:
    """For what is read in one query or none: its own words are its edition."""
    return answer(request, of_facts(body), lambda: body)


def written(request: Request, edition: Edition, body: Any, status: int = HTTPStatus.OK) -> Response:
    return Response(body, status, headers={"ETag": tag_of(request, edition)})


def check_match(request: Request, edition: Edition, path: str = "") -> bool:
    """Whether If-Match was sent, and fits; raises Problem where it does not. `path` is of whose GET the tag is."""
    wanted = parse_etags(request.headers.get("If-Match", ""))
    if not wanted:
        return False
    tag = tag_of(request, edition, path)
    if not _is_among(tag, wanted):
        sentence = _("Somebody changed this since you read it. Read it again, then decide.")
        raise Problem("stale", sentence, {"ETag": tag}, yours=request.headers["If-Match"], ours=tag)
    return True


def tag_of(request: Request, edition: Edition, path: str = "") -> str:
    """The weak ETag. One query, or none for an edition without parts."""
    values = fingerprints(edition.club, edition.parts, edition.row) if edition.parts else ()
    clock = timezone.get_current_timezone_name(), club_day()
    hangs_on = (program(), path or request.get_full_path(), *clock, *edition.facts, *values)
    return f'W/"{hashlib.sha256(repr(hangs_on).encode()).hexdigest()[:32]}"'


def _is_among(tag: str, tags: Sequence[str]) -> bool:
    return "*" in tags or tag.removeprefix("W/") in {each.removeprefix("W/") for each in tags}


@cache
def program() -> str:
    """What this program is, since another may answer in other words."""
    digest = hashlib.sha256()
    for package in ("dogclub", "leagues", "games", "clubs", "scoring"):
        for file in sorted((SOURCES / package).rglob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()
