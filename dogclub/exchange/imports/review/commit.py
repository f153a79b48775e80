"""Writing an import: everything is computed before the transaction, which then writes the rows and what follows from
them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, BinaryIO

from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.calendar.seasons import Span, days_of, overlapping, span_holding, spans_of
from clubs.language.locales import date_format
from clubs.models import Attendance, Club, Night, Player, Season
from clubs.models.calendar import club_day
from clubs.names import spelled
from clubs.queries import lock_club
from dogclub.exchange.imports.moments import has_hour
from dogclub.exchange.imports.parsed_file import ParsedMatch
from dogclub.exchange.imports.review.answers import with_settled
from dogclub.exchange.imports.review.dry_run import again, day_of, open_found, print_of, prints_of
from dogclub.exchange.imports.review.persons import Newcomers, called
from dogclub.exchange.imports.review.preview import GOES, Preview
from dogclub.jobs import Impossible
from dogclub.models import ImportBatch
from games import ledger
from games.base.wording import title
from games.consequences.follow import rebuild_by_player
from games.entries.drafts import Author
from games.ledger import bulk
from games.ledger.bulk import FIRST
from games.models import Match
from leagues import seasons
from leagues.models import Trophy
from leagues.seasons import SeasonForm
from scoring.records import from_record

# The nights of imported matches: the club's night on the same day, or a new one.


LENGTH_OF_NIGHT = timedelta(hours=6)  # assumed length of a night in the past


class Evenings:
    """Assigns matches to nights and seasons; two queries at the start, and new nights are saved together."""

    def __init__(self, club: Club, season: int | None = None) -> None:
        """`season` is the key of the season chosen for all matches; their nights keep the season of their day."""
        self._club, self._season, self._now = club, season, timezone.now()
        self._spans: Sequence[Span] = spans_of(club)
        nights = club.nights.filter(called_off_at=None).order_by("-starts_at", "-pk")
        self._nights: dict[date, Night] = {_day(night): night for night in nights}
        self._new: dict[date, Night] = {}
        self._came: dict[date, set[int]] = {}
        self._without_hour: set[date] = set()
        self._placed: list[tuple[Match, date]] = []
        self.made: dict[str, list[int]] = {}

    def place(self, match: Match, name: str, players: Sequence[int], *, has_hour: bool) -> None:
        """Set the match's season and remember its night; `players` attend a night that is created for it.
        `has_hour`: whether the file has more of its start than the day.
        """
        day = club_day(match.started_at)
        span = span_holding(self._spans, match.started_at)
        by_day = span.season if span else None
        match.season_id = self._season or by_day
        match.season_chosen_at = self._now if self._season else None
        if day not in self._nights:
            night = Night(club=self._club, season_id=by_day, starts_at=match.started_at, name=name)
            self._nights[day] = self._new[day] = night
        if day in self._new:
            self._new[day].starts_at = min(self._new[day].starts_at, match.started_at)
            self._came.setdefault(day, set()).update(players)
            if not has_hour:
                self._without_hour.add(day)
        self._placed.append((match, day))

    def save(self) -> None:
        """Save the new nights with their attendance, before the matches; `made` then has the keys of both, for an
        undo.
        """
        for day, night in self._new.items():
            if night.starts_at + LENGTH_OF_NIGHT < self._now:
                night.closed_at = night.starts_at + LENGTH_OF_NIGHT
                night.known_times = Night.KnownTimes.NONE if day in self._without_hour else Night.KnownTimes.START
        Night.objects.bulk_create(self._new.values(), batch_size=500)
        came = Attendance.objects.bulk_create(
            (
                Attendance(night=self._new[day], player_id=player, arrived_at=self._new[day].starts_at)
                for day, people in self._came.items()
                for player in sorted(people)
            ),
            batch_size=500,
        )
        for match, day in self._placed:
            match.night = self._nights[day]
        self.made = {"nights": [night.pk for night in self._new.values()], "came": [each.pk for each in came]}


def _day(night: Night) -> date:
    return club_day(night.starts_at)


# The season of imported matches: by their day, unless the organiser chose another one or named a new one.
# The answer `season` of an import is a season's key, or {"name"} of one to be created with the import; without it the
# day decides.


NOT_OURS = gettext_lazy("Choose one of the club’s seasons.")
NO_DAYS = gettext_lazy("No game of this file has a date yet. Enter the dates first.")
GONE = gettext_lazy("The season you chose is no longer there. Choose the file again.")


def choose(row: ImportBatch, season: int | None) -> str:
    """Store one of the club's seasons, or None for the day to decide. Return an error message, or an empty string."""
    if season is None:
        row.answers.pop("season", None)
        return ""
    if not row.club.seasons.filter(pk=season).exists():
        return str(NOT_OURS)
    row.answers["season"] = season
    return ""


def name_new(row: ImportBatch, name: str) -> str:
    """Store the name of a season to be created with the import. Return an error message, or an empty string."""
    season = _new(row.club, name, days(row))
    if isinstance(season, str):
        return season
    row.answers["season"] = {"name": season.name}
    return ""


def days(row: ImportBatch) -> list[date]:
    """Return the days of the matches without problems; a new season lasts from the first to the last of them."""
    return [day_of(match) for match in row.found["matches"] if match["at"] and not match["problems"]]


def chosen(row: ImportBatch) -> Season | None:
    """Return the chosen season, unsaved if it is new; None if the day decides. At most two queries."""
    answer, played = row.answers.get("season"), days(row)
    if isinstance(answer, int):
        return row.club.seasons.filter(pk=answer).first()
    if answer is None or not played:
        return None
    return Season(club=row.club, name=answer["name"], starts_on=min(played), ends_on=max(played))


def made_or_chosen(row: ImportBatch, played: Sequence[date]) -> tuple[int | None, list[int]]:
    """Return the key of the chosen season or None, and the keys of created seasons; called in the writing transaction.

    `played` are the days of the matches to write; a new season lasts exactly from the first to the last, so that from
    then on the day decides. Raise Impossible if the seasons of the club have changed so that it does not fit.
    """
    answer = row.answers.get("season")
    if answer is None or not played:
        return None, []
    if isinstance(answer, int):
        if not row.club.seasons.filter(pk=answer).exists():
            raise Impossible(GONE)
        return answer, []
    season = _new(row.club, answer["name"], played)
    if isinstance(season, str):
        raise Impossible(season)
    seasons.save_season(season)
    return None, [season.pk]


def _new(club: Club, name: str, played: Iterable[date]) -> Season | str:
    """Return a new, unsaved season for these days, or an error message."""
    ordered = sorted(played)
    if not ordered:
        return str(NO_DAYS)
    season = Season(name=name, starts_on=ordered[0], ends_on=ordered[-1])
    if other := overlapping(club, season.starts_on, season.ends_on):
        return _(
            "The games of this file, {days}, overlap {season}, {other_days}. Choose that season, or leave it to the "
            "date."
        ).format(days=days_of(season), season=other.name, other_days=days_of(other))
    data = {"name": name, "starts_on": f"{season.starts_on}", "ends_on": f"{season.ends_on}"}
    form = SeasonForm(data, season=seasons.new_season(club))
    return form.fill() if form.is_valid() else " ".join(map(str, next(iter(form.errors.values()))))


CHANGED = gettext_lazy("The file has changed since the preview. Choose it again.")
Key = int | str  # a player's primary key, or the spelling of a new member's name


@dataclass(frozen=True)
class Ready:
    """A computed match, ready to be written. `player_keys` are its players in seat order; `shown` is the match as
    previewed.
    """

    played: bulk.Played
    player_keys: Sequence[Key]
    shown: Mapping[str, Any]
    night: str
    has_hour: bool


def prepare(row: ImportBatch, file: BinaryIO, report: Callable[[int, int], None]) -> list[Ready]:
    """Return the matches to write, computed outside of any transaction. Raise Impossible if the file is not the
    previewed one. `report(done, total)` is called after each match.
    """
    preview = Preview(row.found, row.answers)
    shown = row.found["matches"]
    prepared: list[Ready] = []
    matches = again(open_found(row, file))
    for count, (each, (match, at)) in enumerate(zip(shown, _matches(matches, len(shown)), strict=True), 1):
        if each["line"] != match.line:
            raise Impossible(CHANGED)
        if preview.happens(each) == GOES and at:
            prepared.append(_worked_out(row, each, match, at, preview))
        report(count, len(shown))
    return prepared


def _matches(parsed: Iterator[Any], count: int) -> Iterator[Any]:
    """Yield the matches; raise Impossible if there are not exactly `count`."""
    seen = 0
    for each in parsed:
        seen += 1
        yield each
    if seen != count:
        raise Impossible(CHANGED)


def _worked_out(
    row: ImportBatch, shown: Mapping[str, Any], match: ParsedMatch, at: datetime, preview: Preview
) -> Ready:
    engine, names, seats, options, entries = from_record(with_settled(match.record, shown.get("settled", ())))
    made = Match(club=row.club, batch=row.pk, table=match.table, started_at=at, created_by=row.created_by)
    knows_hour = match.played_at is not None and has_hour(match.played_at)
    who = {preview.names[key]: preview.who[key] for key, _, _ in shown["seats"]}
    player_keys = [spelled(name) if (person := who[name]) is None else person for name in names]
    ready = Ready(bulk.work_out(engine, seats, options, entries, made), player_keys, shown, match.night, knows_hour)
    if made.unsettled_at:
        raise Impossible(CHANGED)
    return ready


def write(row: ImportBatch, prepared: Sequence[Ready]) -> None:
    """Write the prepared matches, in the transaction that completes the job. Raise Impossible if the club's players
    or seasons have changed so that they do not fit.
    """
    lock_club(row.club)
    people = Newcomers(row)
    fresh = _still_new(row, prepared)
    players = [_seated(people, each) for each in fresh]
    season, made = made_or_chosen(row, [club_day(each.played.match.started_at) for each in fresh])
    evenings = Evenings(row.club, season)
    for each, player_ids in zip(fresh, players, strict=True):
        evenings.place(each.played.match, each.night, player_ids, has_hour=each.has_hour)
    trophies = set(_trophies(row))
    evenings.save()
    bulk.write([each.played for each in fresh], players, Author(row.created_by, "import"))
    rebuild_by_player(row.club)
    row.made = {
        "players": people.made,
        **evenings.made,
        "seasons": made,
        "trophies": [key for key in _trophies(row) if key not in trophies],
        "games": len(fresh),
        "games_called": called(row.answers),
        "rows": sum(len(each.player_keys) for each in fresh),
    }
    row.state, row.done_at = ImportBatch.State.DONE, timezone.now()
    row.found, row.answers = {}, {}  # people's names are stored with the club's players only
    row.save(update_fields=["made", "state", "done_at", "found", "answers"])


def _seated(people: Newcomers, each: Ready) -> list[int]:
    """Return the players' keys in seat order. Raise Impossible if two of them were merged since the dry run."""
    players = [people.key(key) for key in each.player_keys]
    if len({*players}) < len(players):
        day = club_day(each.played.match.started_at)
        raise Impossible(
            _("Two players of a game on {day} were merged meanwhile. Choose the file again.").format(
                day=date_format(day, "j F Y")
            )
        )
    return players


def _trophies(row: ImportBatch) -> list[int]:
    return list(Trophy.objects.filter(club=row.club).order_by("pk").values_list("pk", flat=True))


def _still_new(row: ImportBatch, prepared: Sequence[Ready]) -> list[Ready]:
    """Return the matches without those that were added to the club since the dry run."""
    if not prepared:
        return []
    preview = Preview(row.found, row.answers)
    days = [club_day(each.played.match.started_at) for each in prepared]
    known = prints_of(row.club, min(days), max(days))
    return [each for each in prepared if print_of(each.shown, preview.who) not in known]


# Undoing an import as a whole: what would be removed, what prevents it, and the removal.

MOST_NAMED = 5
EDITED = gettext_lazy("it was edited since")
PLAYED_OFF = gettext_lazy("it belongs to a play-off")
MARKED = gettext_lazy("somebody has marked a round of it")


@dataclass(frozen=True)
class Obstacle:
    """A match that prevents the undoing of its import, and the reason."""

    match: Match
    reason: str


def obstacles(row: ImportBatch) -> list[Obstacle]:
    """Return at most MOST_NAMED matches for each reason; four queries."""
    matches = row.matches.order_by("started_at", "pk")
    named_obstacles: list[Obstacle] = []
    for rows, reason in (
        (matches.exclude(version=FIRST), str(EDITED)),
        (matches.filter(fixture__isnull=False), str(PLAYED_OFF)),
        (matches.filter(tags__isnull=False).distinct(), str(MARKED)),
    ):
        named_obstacles += [Obstacle(match, reason) for match in rows[:MOST_NAMED]]
    return named_obstacles


def why_not_undoable(row: ImportBatch) -> str:
    """Return the first obstacle as a sentence, or "" if there is none."""
    first = next(iter(obstacles(row)), None)
    return in_the_way(first.match, first.reason) if first else ""


def in_the_way(match: Match, reason: str) -> str:
    """A match that prevents an undo, in a sentence."""
    return _("{match} stands in the way: {reason}.").format(match=title(match), reason=reason)


def undo(row: ImportBatch) -> None:
    """Remove everything the import created, in the transaction that completes the job. Raise Impossible if there is
    an obstacle.
    """
    lock_club(row.club)
    if wrong := why_not_undoable(row):
        raise Impossible(wrong)
    ledger.withdraw(row.pk, row.club)
    rebuild_by_player(row.club)
    made: Mapping[str, Sequence[int]] = row.made
    arrivals = Attendance.objects.filter(pk__in=made.get("came", ()), state=Attendance.State.HERE, left_at=None)
    arrivals.filter(night__in=_unused(Night, made.get("nights", ()), besides=(Attendance,))).delete()
    _remove(Night, made.get("nights", ()))
    _remove(Season, made.get("seasons", ()))
    _remove(Trophy, made.get("trophies", ()))
    _remove(Player, made.get("players", ()))
    row.state, row.undone_at = ImportBatch.State.UNDONE, timezone.now()
    row.save(update_fields=["state", "undone_at"])


def _remove(model: type[Model], keys: Iterable[int]) -> None:
    """Delete those rows that no other row refers to."""
    model._base_manager.filter(pk__in=_unused(model, keys)).delete()


def _unused(model: type[Model], keys: Iterable[int], besides: Sequence[type[Model]] = ()) -> set[int]:
    """Return the keys that no row refers to, apart from rows of the models in `besides`; one query for each
    relation.
    """
    left = set(keys)
    for relation in model._meta.get_fields(include_hidden=True):
        if relation.many_to_many:
            continue  # the rows in between refer to it as well
        if left and relation.auto_created and not relation.concrete and relation.related_model not in besides:
            name = relation.field.name  # type: ignore[union-attr]
            rows = relation.related_model._base_manager.filter(**{f"{name}__in": left})  # type: ignore[union-attr]
            left -= set(rows.values_list(f"{name}_id", flat=True))
    return left
