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
from functools import cache, partial
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple

from django.db.models import BigIntegerField, F, Model, QuerySet, Subquery, TextField
from django.db.models.functions import Cast, JSONArray
from django.http import Http404, HttpResponseBase
from django.utils import timezone
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access
from clubs.language.terms import own
from clubs.models import Attendance, Club, FormerName, Night, NightAnswer, Player, Season
from clubs.models.calendar import club_day
from clubs.queries import Read
from dogclub.api.http.problems import Problem
from dogclub.models import Chat, ImportBatch, Job, Webhook
from games.access import MatchAccess
from games.models import CallOut, Comment, Forecast, Match, RemovedMatch, Tag
from leagues.models import (
    Award,
    CutPull,
    DrawChange,
    Fixture,
    NightDraw,
    Playoff,
    PlayoffLeaver,
    Rating,
    Reseat,
    Standing,
    Trophy,
)

# Digests of the rows of a club by table, all in one statement, for ETags.
# Every column counts, so that a rename, merge, correction, new scheme or withdrawn award changes the digest without
# any code for it; of matches all but the options, which are fixed at their start. Entries, seats and tallies are
# covered by the version of their match.


class Part(NamedTuple):
    """The rows of a model that belong to the club by the lookup `club`, without some columns.

    With `row`, only those that belong, by that lookup, to the one row the response is about.
    """

    model: type[Model]
    club: str
    without: tuple[str, ...] = ()
    row: str = ""

    def rows(self) -> QuerySet[Any]:
        """Return all rows, including those that default managers leave out, such as merged players."""
        rows: QuerySet[Any] = self.model._base_manager.all()
        return rows


PLAYERS = Part(Player, "club")
NAMES = Part(FormerName, "player__club")
NIGHTS = Part(Night, "club")
ATTENDANCES = Part(Attendance, "night__club")
ANSWERS = Part(NightAnswer, "night__club")
COMMENTS = Part(Comment, "night__club")
MATCH_COMMENTS = Part(Comment, "match__club")
SEASONS = Part(Season, "club")
STANDINGS = Part(Standing, "club", ("metrics", "form"))
MATCHES = Part(Match, "club", ("options",))
CALLOUTS = Part(CallOut, "match__club")
TAGS = Part(Tag, "match__club")
FORECASTS = Part(Forecast, "match__club", ("history", "points"))
RATINGS = Part(Rating, "club", ("at", "club", "game"))
TROPHIES = Part(Trophy, "club")
AWARDS = Part(Award, "trophy__club")
PLAYOFFS = Part(Playoff, "club")
FIXTURES = Part(Fixture, "playoff__club")
PULLS = Part(CutPull, "playoff__club")
RESEATS = Part(Reseat, "playoff__club")
LEAVERS = Part(PlayoffLeaver, "playoff__club")
DRAWS = Part(NightDraw, "night__club", ("key",))
DRAW_CHANGES = Part(DrawChange, "draw__night__club")
HOOKS = Part(Webhook, "club")
CHATS = Part(Chat, "club")
REMOVED = Part(RemovedMatch, "club", ("rows",))
REMOVED_PLAYERS = Part(RemovedMatch.players.through, "removedmatch__club")
JOBS = Part(Job, "club", ("beat_at", "lease"))
IMPORTS = Part(ImportBatch, "club", ("found",))  # changes with every answer and reading
ONE_PLAYER, ONE_NIGHT, ONE_SEASON = (each._replace(row="pk") for each in (PLAYERS, NIGHTS, SEASONS))
NAMES_OF_PLAYER = NAMES._replace(row="player")
ANSWERS_OF_NIGHT, ATTENDANCES_OF_NIGHT, MATCHES_OF_NIGHT, DRAWS_OF_NIGHT = (
    each._replace(row="night") for each in (ANSWERS, ATTENDANCES, MATCHES, DRAWS)
)
COMMENTS_OF_NIGHT = COMMENTS._replace(row="night")
CHANGES_OF_NIGHT = DRAW_CHANGES._replace(row="draw__night")


class InShort(Subquery):
    """The digest of all lines of the inner query, as one text."""

    output_field = TextField()

    def as_sqlite(self, compiler: Any, connection: Any) -> Any:
        return self.as_sql(compiler, connection, "(SELECT SHA256(GROUP_CONCAT(line)) FROM (%(subquery)s) lines)")

    def as_postgresql(self, compiler: Any, connection: Any) -> Any:
        digest = "(SELECT ENCODE(SHA256(CONVERT_TO(STRING_AGG(line, ','), 'UTF8')), 'hex') FROM (%(subquery)s) lines)"
        return self.as_sql(compiler, connection, digest)


def fingerprints(club: int, parts: Sequence[Part], row: Any = None) -> list[Any]:
    """Return the values of the club's row, then a digest for every part, None where it has no rows. One query.

    Raises Http404 for a `row` larger than any key, which SQLite's driver would fail on.
    """
    if isinstance(row, int) and row > BigIntegerField.MAX_BIGINT:
        raise Http404
    (row_values,) = _statement(tuple(parts)).all(club=club, row=row)
    own = [getattr(row_values, field.attname) for field in Club._meta.concrete_fields]
    return [*own, *(getattr(row_values, f"part_{at}") for at in range(len(parts)))]


@cache
def _statement(parts: tuple[Part, ...]) -> Read[Any]:
    return Read(partial(_row, parts), club=Club._meta.pk, row=Club._meta.pk)


def _row(parts: tuple[Part, ...], club: Any, row: Any) -> QuerySet[Any]:
    texts = {f"part_{at}": InShort(_lines(part, club, row)) for at, part in enumerate(parts)}
    return Club.objects.filter(pk=club).annotate(**texts)


def _lines(part: Part, club: Any, row: Any) -> QuerySet[Any]:
    columns = [F(field.attname) for field in part.model._meta.concrete_fields if field.name not in part.without]
    mine = {part.club: club} | ({part.row: row} if part.row else {})
    rows = part.rows().filter(**mine).order_by("pk")
    lines: QuerySet[Any] = rows.values(line=Cast(JSONArray(*columns), TextField()))
    return lines


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
    return tagged(request, edition, Response(body, status))


def tagged(request: Request, edition: Edition, response: Response) -> Response:
    """Return the response with the ETag of the edition."""
    response.headers["ETag"] = tag_of(request, edition)
    return response


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
    hangs_on = (program(), path or request.get_full_path(), *clock, own(), *edition.facts, *values)
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
