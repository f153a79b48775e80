"""Digests of the rows of a club by table, all in one statement, for ETags.

Every column counts, so that a rename, merge, correction, new scheme or withdrawn award changes the digest without any
code for it; of matches all but the options, which are fixed at their start. Entries, seats and tallies are covered by
the version of their match.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from django.db.models import BigIntegerField, F, Model, QuerySet, Subquery, TextField
from django.db.models.functions import Cast, JSONArray
from django.http import Http404

from clubs.models import Attendance, Club, FormerName, Night, NightAnswer, Player, Season
from clubs.web.prepared_queries import Read, Slot
from dogclub.models import ImportBatch, Job, Webhook
from games.models import CallOut, Comment, Forecast, Match, Tag
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
    return Read(lambda: _row(parts))


def _row(parts: tuple[Part, ...]) -> QuerySet[Any]:
    texts = {f"part_{at}": InShort(_lines(part)) for at, part in enumerate(parts)}
    return Club.objects.filter(pk=Slot("club", Club._meta.pk)).annotate(**texts)


def _lines(part: Part) -> QuerySet[Any]:
    columns = [F(field.attname) for field in part.model._meta.concrete_fields if field.name not in part.without]
    mine = {part.club: Slot("club", Club._meta.pk)} | ({part.row: Slot("row", Club._meta.pk)} if part.row else {})
    rows = part.rows().filter(**mine).order_by("pk")
    lines: QuerySet[Any] = rows.values(line=Cast(JSONArray(*columns), TextField()))
    return lines
