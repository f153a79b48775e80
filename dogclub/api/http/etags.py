"""ETag, If-None-Match and If-Match of responses, computed from the database before the response is built.

    edition = of_club(access, PLAYERS, NAMES)              the parts a response depends on, see fingerprints.py
    edition = of_club(access, ONE_PLAYER, row=pk)          those of one row, so that changes of others do not matter
    return answer(request, edition, lambda: {…})           200 with its ETag; or 304, and nothing is built
    return answer_read(request, body)                      where reading it costs no more than that query would
    check_match(request, edition)                          before a write: Problem("stale") if If-Match differs
    return written(request, of_club(access, PLAYERS), {…}) the response of a write, with its new ETag

The edition is found with one query. It depends on the rows named, on the user and their role in the club, on the URL,
on the day, since some figures count days, and on the program's source code. Tags are weak: two responses of one edition
are equivalent, if perhaps not byte for byte. If-Match accepts them nevertheless.

A write calls `check_match` inside its transaction, with the row locked, and with the edition that GET on the same URL
uses. Entries carry a `version` in their message; a client that sends the ETag of the match as If-Match instead omits
`version`: after `check_match(request, of_match(access), path=…)` the version is the row's.
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
    """What a response depends on: `facts` are values known already, `parts` are read from the database, some for one
    `row` only.
    """

    club: int = 0
    parts: Sequence[Part] = ()
    facts: Sequence[Any] = ()
    row: int | None = None


def of_club(access: Access, *parts: Part, row: int | None = None, **facts: Any) -> Edition:
    """Return the edition of a response about a club for this user."""
    who = (access.user.pk if access.user else None, access.role, access.is_spectator)
    return Edition(access.club.pk, parts, (*who, *facts.items()), row)


def of_match(access: MatchAccess, *parts: Part) -> Edition:
    """Return the edition of a sheet: its version and the players' names; `parts` are what else the response
    contains.
    """
    match = access.match
    row = (match.pk, match.version, match.finished_at, match.abandoned_at, match.table)
    return of_club(access.club_access, PLAYERS, *parts, match=row, tablet=access.tablet)


def of_facts(*facts: Any) -> Edition:
    """Return the edition of a response that depends only on known values, such as rows that were just read."""
    return Edition(facts=facts)


def answer(request: Request, edition: Edition, build: Callable[[], Any]) -> Response:
    """Return the response of GET, or 304 where the client has this edition. `build` returns the body; its `next` also
    becomes a Link header.
    """
    tag = tag_of(request, edition)
    headers = {"ETag": tag}
    known = parse_etags(request.headers.get("If-None-Match", ""))
    if "*" not in known and _is_among(tag, known):
        return Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    body = build()
    if "*" in known:  # matches any edition, but building may raise 404
        return Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    if isinstance(body, Mapping) and body.get("next"):
        headers["Link"] = f'<{body["next"]}>; rel="next"'
    return Response(body, headers=headers)


def answer_file(request: Request, edition: Edition, build: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """Return a response that is not JSON, or 304 where the client has this edition."""
    tag = tag_of(request, edition)
    if _is_among(tag, parse_etags(request.headers.get("If-None-Match", ""))):
        return Response(status=HTTPStatus.NOT_MODIFIED, headers={"ETag": tag})
    response = build()
    response.headers["ETag"] = tag
    return response


def answer_read(request: Request, body: Any) -> Response:
    """Return a body that took one query or none to read; its own content is the edition."""
    return answer(request, of_facts(body), lambda: body)


def written(request: Request, edition: Edition, body: Any, status: int = HTTPStatus.OK) -> Response:
    """Return the response of a write."""
    return Response(body, status, headers={"ETag": tag_of(request, edition)})


def check_match(request: Request, edition: Edition, path: str = "") -> bool:
    """Whether If-Match was sent and matches; raises Problem where it does not. `path` is the URL whose GET gave the
    tag, if another.
    """
    wanted = parse_etags(request.headers.get("If-Match", ""))
    if not wanted:
        return False
    tag = tag_of(request, edition, path)
    if not _is_among(tag, wanted):
        sentence = _("Somebody changed this since you read it. Read it again, then decide.")
        raise Problem("stale", sentence, {"ETag": tag}, yours=request.headers["If-Match"], ours=tag)
    return True


def tag_of(request: Request, edition: Edition, path: str = "") -> str:
    """Return the weak ETag. One query, or none for an edition without parts."""
    values = fingerprints(edition.club, edition.parts, edition.row) if edition.parts else ()
    clock = timezone.get_current_timezone_name(), club_day()
    hangs_on = (program(), path or request.get_full_path(), *clock, *edition.facts, *values)
    return f'W/"{hashlib.sha256(repr(hangs_on).encode()).hexdigest()[:32]}"'


def _is_among(tag: str, tags: Sequence[str]) -> bool:
    return "*" in tags or tag.removeprefix("W/") in {each.removeprefix("W/") for each in tags}


@cache
def program() -> str:
    """Return a digest of the program's source code, since another version may give other responses."""
    digest = hashlib.sha256()
    for package in ("dogclub", "leagues", "games", "clubs", "scoring"):
        for file in sorted((SOURCES / package).rglob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()
