"""The club's seasons: their pages and form, the nights and matches in them, and what a change of seasons moves."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import Access, club_view
from clubs.calendar.seasons import SeasonClosed, Span, check_open, close, days_of, overlapping, span_holding, spans_of
from clubs.fields import DayField as CalendarDayField
from clubs.fields import NameField
from clubs.models import Club, Night, Role, Season
from clubs.models.calendar import club_day
from clubs.names import looks
from clubs.queries import lock_club, serialised
from clubs.responses import page_of
from games.base.names import listed
from games.consequences import aggregates
from games.models import Match
from games.registry import TABLE_GAMES
from leagues import standings
from leagues.standings.results import first_schemes
from leagues.standings.wording import ACROSS

# The assignment of nights and matches to seasons, and what a change of seasons moves.


DAY, USUAL = timedelta(days=1), timedelta(weeks=26)

Move = tuple[Any, int | None, Span | None]  # key of the night or match, its current season, the span it belongs to


@dataclass(frozen=True)
class Moves:
    """Nights and matches that are in another season than the one of their day, each as (key, current season, span of
    the right season or None).
    """

    nights: Sequence[Move] = field(default=())
    matches: Sequence[Move] = field(default=())

    def __bool__(self) -> bool:
        return bool(self.nights or self.matches)

    def into(self, season: int | None) -> tuple[int, int]:
        """Return how many (nights, matches) would be moved into this season."""
        return _count(self.nights, season), _count(self.matches, season)

    def out_of(self, season: int) -> tuple[int, int]:
        """Return how many (nights, matches) would be moved out of this season."""
        return sum(was == season for _, was, _ in self.nights), sum(was == season for _, was, _ in self.matches)

    @property
    def seasons(self) -> set[int]:
        """The seasons whose tables change."""
        seasons = {was for _, was, _ in self.matches} | {to.season for _, _, to in self.matches if to}
        return {season for season in seasons if season}


def _count(moves: Iterable[Move], season: int | None) -> int:
    return sum(to is not None and to.season == season for _, _, to in moves)


def moves(club: Club, spans: Sequence[Span]) -> Moves:
    """Return what would be moved if the club had these seasons; two queries. A match follows its night, or else its own
    day.

    Matches whose season was chosen by hand stay.
    """
    nights = club.nights.values_list("pk", "season", "starts_at")
    by_day = club.matches.filter(Q(season_chosen_at=None) | Q(season=None))
    matches = by_day.order_by("started_at").values_list("pk", "season", "night__starts_at", "started_at")
    return Moves(
        _moving(nights, spans),
        _moving(((pk, season, night or own) for pk, season, night, own in matches), spans),
    )


def _moving(rows: Iterable[tuple[Any, int | None, datetime]], spans: Sequence[Span]) -> list[Move]:
    placed = [(pk, season, span_holding(spans, when)) for pk, season, when in rows]
    return [(pk, was, to) for pk, was, to in placed if was != (to.season if to else None) or (to and not to.season)]


def spans_with(season: Season) -> list[Span]:
    """Return the club’s seasons as they would be with this one saved."""
    others = [span for span in spans_of(season.club) if span.season != season.pk]
    return [*others, Span(season.pk, season.starts_on, season.ends_on)]


@transaction.atomic
def save_season(season: Season) -> Moves:
    """Save the season, move nights and matches to the seasons of their days, and recompute the tables."""
    lock_club(season.club)
    season.save()
    moved = moves(season.club, spans_of(season.club))
    _write(Night, moved.nights)
    _write(Match, moved.matches)
    if moved.matches:
        aggregates.refresh(season.club, moved.seasons)
        standings.refresh(season.club, moved.seasons)
    return moved


def _write(model: Any, moved: Sequence[Move]) -> None:
    """Update the rows, in one statement for each season and 500 rows."""
    by_season: dict[int | None, list[Any]] = {}
    for pk, _was, to in moved:
        by_season.setdefault(to.season if to else None, []).append(pk)
    for season, keys in by_season.items():
        for first in range(0, len(keys), 500):
            model.objects.filter(pk__in=keys[first : first + 500]).update(season=season)


@transaction.atomic
def delete_season(season: Season) -> None:
    """Delete the season with its tables; its nights and matches stay, without a season."""
    lock_club(season.club)
    season.delete()


def new_season(club: Club) -> Season:
    """Return an unsaved season with the schemes of the last one, without its card pulls, and with the same length; the
    club's first season counts by place.

    It begins after the last one ends, or today.
    """
    last = club.seasons.order_by("-starts_on").first()
    before = last.schemes if last else first_schemes()
    schemes = {
        game: {name: value for name, value in scheme.items() if name != "pulls"} for game, scheme in before.items()
    }
    first = max(timezone.localdate(), last.ends_on + DAY) if last else timezone.localdate()
    length = last.ends_on - last.starts_on if last else USUAL - DAY
    return Season(club=club, schemes=schemes, starts_on=first, ends_on=first + length)


# The form for a season: name, first and last day.


FIRST, LAST = date(1900, 1, 1), date(2999, 12, 31)
WRONG = {
    "required": gettext_lazy("Choose a day."),
    "invalid": gettext_lazy("Enter the day as year-month-day, like 2026-09-01."),
}


class DayField(CalendarDayField):
    """A day in the years 1900 to 2999."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
        super().__init__(input_formats=["%Y-%m-%d"], widget=widget, error_messages=WRONG, **kwargs)

    def clean(self, value: Any) -> Any:
        day = super().clean(value)
        if day and not FIRST <= day <= LAST:
            raise ValidationError(_("Choose a day from {first} to {last}.").format(first=FIRST.year, last=LAST.year))
        return day


class SeasonForm(forms.Form):
    """A new season of the club, or an existing one."""

    name = NameField(
        label=gettext_lazy("Name"),
        missing=gettext_lazy("Enter the season’s name."),
        help_text=gettext_lazy("For example: Autumn 2026"),
    )
    starts_on = DayField(label=gettext_lazy("First day"))
    ends_on = DayField(label=gettext_lazy("Last day"))

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        self.season = season
        super().__init__(*args, **kwargs)
        self.initial = {name: getattr(season, name) for name in self.fields}

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        others = self.season.club.seasons.exclude(pk=self.season.pk).values_list("name", flat=True)
        if name in others:
            raise ValidationError(
                _("The club already has a season called {name}. Choose another name.").format(name=name)
            )
        if name != self.season.name and (other := next((each for each in others if _look_alike(name, each)), None)):
            words = _("“{name}” looks like a season of the club, {other}. Choose a name that differs more.")
            raise ValidationError(words.format(name=name, other=other))
        return name

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        first, last = data.get("starts_on"), data.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The season would end before it begins: choose a later last day."))
        elif first and last and (other := overlapping(self.season.club, first, last, self.season.pk)):
            self.add_error(
                "starts_on",
                _("These days overlap {other}, {days_of}. Choose others, or change that season first.").format(
                    other=other.name, days_of=days_of(other)
                ),
            )
        return data

    def fill(self) -> Season:
        """Return the season with the values of the form; it is not saved."""
        for name in self.fields:
            setattr(self.season, name, self.cleaned_data[name])
        return self.season


def _look_alike(name: str, other: str) -> bool:
    """Whether two names differ only in how they are written. Figures count: 1/2 is not 12."""
    return bool(looks(name) & looks(other)) and re.findall(r"\d+", name) == re.findall(r"\d+", other)


# Pages for the club's seasons: list, add, change, close and delete.


A_PAGE = 10


@require_safe
@club_view(readers=True)
def seasons(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """The newest first, with how many nights and matches each has; three queries."""
    page, today = page_of(request, club.seasons.order_by("-starts_on").values_list("pk", flat=True), A_PAGE), club_day()
    rows = (
        club.seasons.filter(pk__in=list(page))
        .order_by("-starts_on")
        .annotate(
            night_count=_counted(Night.objects.filter(called_off_at=None)),
            match_count=_counted(Match.objects.exclude(finished_at=None)),
        )
    )
    listed = [{"season": row, "days": days_of(row), "is_now": row.starts_on <= today <= row.ends_on} for row in rows]
    context = {"access": access, "here": "standings", "seasons": listed, "page": page}
    return render(request, "leagues/seasons/list.html", context)


def _counted(rows: QuerySet[Any]) -> Coalesce:
    """Return a subquery that counts these rows by season."""
    held = rows.filter(season=OuterRef("pk")).order_by().values("season").annotate(count=Count("pk"))
    return Coalesce(Subquery(held.values("count")), 0)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
@serialised
def season_new(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    return _season(request, access, new_season(club))


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
@serialised
def season(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    return _season(request, access, get_object_or_404(Season.objects.select_related("club"), club=club, pk=pk))


def _season(request: HttpRequest, access: Access, row: Season) -> HttpResponse:
    """Add or change a season; if its days would move nights or matches, these are shown before it is saved."""
    is_new, was = row.pk is None, days_of(row)
    form = SeasonForm(request.POST if request.method == "POST" else None, season=row)
    context = {"access": access, "here": "standings", "form": form, "season": row, "is_new": is_new, "days": was}
    context["is_first"] = is_new and not access.club.seasons.exists()
    if not form.is_valid():
        context["tables"] = _tables(row)
        return render(request, "leagues/seasons/edit.html", context, status=422 if form.is_bound else 200)
    try:
        check_open(row)
    except SeasonClosed as error:
        messages.error(request, str(error))
        return redirect("season", access.club.slug, row.pk)
    form.fill()
    moved = moves(access.club, spans_with(row))
    if moved and "sure" not in request.POST:
        return render(request, "leagues/seasons/moves.html", context | _moves(moved, row))
    save_season(row)
    messages.success(request, _("{row}, {days_of}: saved.").format(row=row.name, days_of=days_of(row)))
    return redirect("seasons", access.club.slug)


def _tables(row: Season) -> list[tuple[str, str]]:
    return [*((game.key, game.name) for game in TABLE_GAMES), ("all", str(ACROSS))] if row.pk else []


def _moves(moves: Moves, row: Season) -> dict[str, Any]:
    """Return the context that says in words what is moved in and out."""
    gone = moves.out_of(row.pk) if row.pk else (0, 0)
    return {"comes": _counts_in_words(*moves.into(row.pk)), "goes": _counts_in_words(*gone), "new_days": days_of(row)}


def _counts_in_words(nights: int, matches: int) -> str:
    """Return `2 nights and 5 matches`; "" if there are none."""
    counts = [ngettext("{count} night", "{count} nights", nights).format(count=nights)] if nights else []
    counts += [ngettext("{count} match", "{count} matches", matches).format(count=matches)] if matches else []
    return listed(counts) if counts else ""


@require_POST
@club_view(Role.ORGANISER)
def season_close(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """Close the season: its days and schemes can no longer be changed, results can still be corrected. A closed season
    is reopened.
    """
    row = get_object_or_404(Season, club=club, pk=pk)
    close(row, closed=row.closed_at is None)
    words = _("{season} is closed: its table no longer changes.") if row.closed_at else _("{season} is reopened.")
    messages.success(request, words.format(season=row.name))
    return redirect("season", club.slug, row.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
@serialised
def season_delete(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """Delete the season after confirmation if it has nights or matches, which stay without a season."""
    row = get_object_or_404(Season, club=club, pk=pk)
    stays = _counts_in_words(row.nights.count(), row.matches.count())
    if request.method == "POST" and (not stays or "sure" in request.POST):
        name = row.name
        delete_season(row)
        words = _("{season} is gone. Now without a season: {stays}.") if stays else _("{season} is gone.")
        messages.success(request, words.format(season=name, stays=stays))
        return redirect("seasons", club.slug)
    unsure = request.method == "POST"
    context = {"access": access, "here": "standings", "season": row, "stays": stays, "unsure": unsure}
    return render(request, "leagues/seasons/delete.html", context, status=422 if unsure else 200)
