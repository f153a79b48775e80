"""The season of imported matches: by their day, unless the organiser chose another one or named a new one.

The answer `season` of an import is a season's key, or {"name"} of one to be created with the import; without it the day
decides.
"""

from collections.abc import Iterable, Sequence
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.calendar.seasons import days_of, overlapping
from clubs.models import Club, Season
from dogclub.imports.review.duplicates import day_of
from dogclub.jobs import Impossible
from dogclub.models import ImportBatch
from leagues.seasons import assignment
from leagues.seasons.forms import SeasonForm

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
    assignment.save_season(season)
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
    form = SeasonForm(data, season=assignment.new_season(club))
    return form.fill() if form.is_valid() else " ".join(map(str, next(iter(form.errors.values()))))
