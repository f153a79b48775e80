"""The page to start a match: who plays, in which seats, and the options. Every tap submits the form."""

import uuid
from typing import Any

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from clubs.access import Access, club_view
from clubs.calendar.nights import arrive, season_of, tonight
from clubs.models import Club, Role
from clubs.models.calendar import club_day
from clubs.names import tidy_name
from games import ledger
from games.base.form_parsing import named
from games.base.names import shortened
from games.base.options import as_usual, check_tapped, match_options, setup_screen
from games.base.table_game import TableGame, Unreadable
from games.base.wording import in_words
from games.consequences.league import league
from games.models import Match
from games.registry import TABLE_GAMES, asked_game
from games.table.seating import Seating, check_table_name, seating
from scoring.base import RuleError


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.SCOREKEEPER)
def match_new(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Show the form with the answers so far; `do=deal` starts the match."""
    form = request.POST.copy() if request.method == "POST" else request.GET.copy()
    game = asked_game(form.get("game", "")) or TABLE_GAMES[0]
    errors = _bring_guest(club, form)
    seats = seating(club, form, fresh=request.method != "POST")
    if request.method == "POST" and form.get("do") == "deal" and not errors and "guest" not in form:
        try:
            return _go(request, _started(club, access, game, seats, form))
        except Unreadable as error:
            errors = {error.field: error.message}
        except RuleError as error:
            errors = {error.field or "": error.sentence([player.label for player in seats.seated])}
    elif not errors:
        errors = _tapped(game, club, form)
    return _page(request, access, game, seats, as_usual(game, club, form), errors)


def _tapped(game: TableGame, club: Club, form: QueryDict) -> dict[str, str]:
    """Return the error of a tap on rules that the club does not know."""
    try:
        check_tapped(game, club, form)
    except Unreadable as error:
        return {error.field: error.message}
    return {}


def _bring_guest(club: Club, form: QueryDict) -> dict[str, str]:
    """Add the player typed in the guest field, created if unknown; returns errors by field."""
    name = tidy_name(form.get("guest", ""))
    if not name:
        form.pop("guest", None)
        return {}
    try:
        player = named(club, name)
    except Unreadable as error:
        return {error.field: error.message}
    form.appendlist("player", str(player.pk))
    form["guest"] = ""
    return {}


def _started(club: Club, access: Access, game: TableGame, seats: Seating, form: QueryDict) -> Match:
    """Start the match; a second submission of the form has the same id and finds the first one's match."""
    key = _match_id(form)
    known = Match.objects.filter(pk=key, club=club).first()
    if known:
        return known
    options = match_options(game, seats.seated, form)
    table = tidy_name(form.get("table", ""))
    check_table_name(table)
    night = tonight(club)
    about: dict[str, Any] = {
        "night": night,
        "season": season_of(club, club_day()),
        "for_trophy": "for_trophy" in form or not league().prize_names(club.pk, game.key),
        "created_by": access.user,
        "table": table,
    }
    try:
        with transaction.atomic():
            match = ledger.start(club, game.key, seats.seated, options, id=key, **about)
            if night:
                arrive(night, seats.seated)
            return match
    except IntegrityError:
        return _other_tap(club, key)


def _other_tap(club: Club, key: uuid.UUID) -> Match:
    """The match that a simultaneous submission saved. Raises Unreadable if the id is another club's."""
    match = Match.objects.filter(pk=key, club=club).first()
    if match is None:
        raise Unreadable(_("This page is out of date. Please tap Deal again."))
    return match


def _match_id(form: QueryDict) -> uuid.UUID:
    try:
        return uuid.UUID(form.get("match", ""))
    except ValueError as error:
        raise Unreadable(_("The page was not sent completely. Please tap Deal again.")) from error


def _go(request: HttpRequest, match: Match) -> HttpResponse:
    url = reverse("table", args=[match.pk])
    return HttpResponseClientRedirect(url) if "HX-Request" in request.headers else redirect(url)


def _page(
    request: HttpRequest, access: Access, game: TableGame, seats: Seating, form: QueryDict, errors: dict[str, str]
) -> HttpResponse:
    screen = setup_screen(game, seats.seated, form, errors)
    roles = screen.context.get("roles", {})
    context = {
        "access": access,
        "here": "more",
        "table_games": TABLE_GAMES,
        "table_game": game,
        "seating": seats,
        "seats": [(player, roles.get(player.pk, "")) for player in seats.seated],
        "seated": set(seats.seated),
        "first_names": shortened([player.label for player in seats.seated]),
        "dogs": in_words(len(seats.seated)),
        "screen": screen,
        "form": form,
        "match_id": uuid.uuid4() if "" in errors else form.get("match") or uuid.uuid4(),
        "is_first": not access.club.matches.exists(),
        "is_answered": bool(seats.seated) and ("answered" in form or (request.method != "POST" and "player" in form)),
        "trophies": list(league().prize_names(access.club.pk, game.key).values()),
        "for_trophy": "for_trophy" in form if "match" in form else True,
        "errors": errors,
        **screen.context,
    }
    template = (
        "games/table/new_match.html#new-match" if "HX-Request" in request.headers else "games/table/new_match.html"
    )
    return render(request, template, context, status=422 if errors else 200)
