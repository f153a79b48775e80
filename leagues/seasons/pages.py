"""Pages for the club's seasons: list, add, change, close and delete."""

from typing import Any

from django.contrib import messages
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import Access, club_view
from clubs.calendar.seasons import SeasonClosed, check_open, close, days_of
from clubs.models import Club, Night, Role, Season
from clubs.models.calendar import club_day
from clubs.queries import serialised
from clubs.responses import page_of
from games.base.names import listed
from games.models import Match
from games.registry import TABLE_GAMES
from leagues.seasons import assignment
from leagues.seasons.forms import SeasonForm
from leagues.standings.wording import ACROSS

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
            night_count=_count(Night.objects.filter(called_off_at=None)),
            match_count=_count(Match.objects.exclude(finished_at=None)),
        )
    )
    listed = [{"season": row, "days": days_of(row), "is_now": row.starts_on <= today <= row.ends_on} for row in rows]
    context = {"access": access, "here": "standings", "seasons": listed, "page": page}
    return render(request, "leagues/seasons/list.html", context)


def _count(rows: QuerySet[Any]) -> Coalesce:
    """Return a subquery that counts these rows by season."""
    held = rows.filter(season=OuterRef("pk")).order_by().values("season").annotate(count=Count("pk"))
    return Coalesce(Subquery(held.values("count")), 0)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
@serialised
def season_new(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    return _season(request, access, assignment.new_season(club))


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
    moves = assignment.moves(access.club, assignment.spans_with(row))
    if moves and "sure" not in request.POST:
        return render(request, "leagues/seasons/moves.html", context | _moves(moves, row))
    assignment.save_season(row)
    messages.success(request, _("{row}, {days_of}: saved.").format(row=row.name, days_of=days_of(row)))
    return redirect("seasons", access.club.slug)


def _tables(row: Season) -> list[tuple[str, str]]:
    return [*((game.key, game.name) for game in TABLE_GAMES), ("all", str(ACROSS))] if row.pk else []


def _moves(moves: assignment.Moves, row: Season) -> dict[str, Any]:
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
        assignment.delete_season(row)
        words = _("{season} is gone. Now without a season: {stays}.") if stays else _("{season} is gone.")
        messages.success(request, words.format(season=name, stays=stays))
        return redirect("seasons", club.slug)
    unsure = request.method == "POST"
    context = {"access": access, "here": "standings", "season": row, "stays": stays, "unsure": unsure}
    return render(request, "leagues/seasons/delete.html", context, status=422 if unsure else 200)
