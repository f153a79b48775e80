"""The page with a match's forecast; it updates itself after every round, shortly after the sheet."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from clubs.models.calendar import club_day
from clubs.responses import cached_fragment, fragment, is_following, polled
from games.access import MatchAccess, match_view
from games.base.wording import game_name, title
from games.entries.match_state import MatchState, load, seats_at
from games.forecasts.stored import current, has_chances, version_of
from games.forecasts.view_model import view_of
from games.live import access_topic, access_topics, forecast_topic, match_topic, stream
from games.models import Match
from games.registry import table_game


@require_safe
@match_view("watch")
def chances(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    """Show the forecast. Raises Http404 if the game has none or the club does not show it."""
    if not has_chances(match):
        raise Http404
    seats = seats_at(match)
    names = [(seat.player_id, seat.player.label) for seat in seats]
    may = access.can_record, access.club_access.is_member
    depends = (match.pk, match.version, version_of(match), match.table, match.club.slug, names, may)

    def page(since: str) -> HttpResponse:
        body = cached_fragment(("chances", depends), lambda: _body(load(match, seats).public, access))
        context = {
            "access": access.club_access,
            "here": "more",
            "title": title(match),
            "stream": reverse("chances-live", args=[match.pk]),
            "since": since,
            "follows": access.is_tonight or is_following(request),
            "body": body,
        }
        return render(request, fragment(request, "games/forecasts/chances.html"), context)

    return polled(request, ("chances", depends, match.club.name), page)


def _body(state: MatchState, access: MatchAccess) -> SafeString:
    match, found = state.match, current(state)
    display = table_game(match.game).display
    context = {
        "match": match,
        "may": access,
        "title": title(match),
        "game": game_name(match),
        "table_game": table_game(match.game),
        "day": club_day(match.started_at),
        "standing": display.standing(state),
        "go_on": display.go_on(state) if match.is_open else "",
        "display": display,
        "found": found,
        "chances": view_of(state, found),
    }
    return render_to_string("games/forecasts/_body.html", context)


@require_safe
@match_view("watch")
def chances_live(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    """The event stream of the match and its forecast."""
    if not has_chances(match):
        raise Http404
    versions = {match_topic(match.pk): match.version, forecast_topic(match.pk): version_of(match)}
    return stream(versions, [access_topic(match.pk), *access_topics(access.club_access)])
