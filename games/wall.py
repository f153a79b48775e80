"""The wall board of a match, rendered once for all viewers until it changes, and its page."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from clubs.responses import cached_fragment, conditional, fragment
from games.access import MatchAccess, match_view
from games.base.names import shortened
from games.base.wording import game_name, title
from games.consequences.league import Held, league
from games.entries.match_state import load, seats_at
from games.forecasts.stored import has_chances, version_of
from games.forecasts.view_model import with_chances
from games.models import Match, Seat
from games.registry import table_game


def board(match: Match, seats: Sequence[Seat], holders: Sequence[Held], chances: int = 0) -> SafeString:
    """The board as HTML; two or three queries to render it, none if it is cached.

    `holders` are the club's trophies with their holders, `chances` is the version of the forecast shown.
    """
    key = "board", depends(match, seats, holders, chances)
    return cached_fragment(key, lambda: _drawn(match, seats, _of_game(match, holders)))


def depends(match: Match, seats: Sequence[Seat], holders: Sequence[Held], chances: int = 0) -> tuple[object, ...]:
    """Everything that the board depends on, as cache key."""
    held = [(each.trophy.pk, each.trophy.name, each.player.label) for each in _of_game(match, holders)]
    club = match.club
    about = match.pk, match.version, match.table, club.branding, club.slug, club.chances
    return (*about, chances, [seat.player.label for seat in seats], held)


def _of_game(match: Match, holders: Sequence[Held]) -> list[Held]:
    return [each for each in holders if each.trophy.game == match.game]


def _drawn(match: Match, seats: Sequence[Seat], held: Sequence[Held]) -> SafeString:
    state = load(match, seats).public
    display = table_game(match.game).display
    wall, chances, turned = display.wall(state), display.chances(state), ""
    if has_chances(match, on_wall=True):
        wall, turned = with_chances(state, wall)
    context = {
        "club": match.club,
        "title": title(match),
        "game": game_name(match),
        "board": wall,
        "trophies": list(zip(held, shortened([each.player.label for each in held]), strict=True)),
        "news": (chances.headline if chances else "") or turned or wall.context.get("footer", ""),
        "is_over": bool(match.finished_at),
        "changed": state.history[-1].received_at if state.history else match.started_at,
    }
    return render_to_string("games/wall/_board.html", context)


# The wall board page of a match; it follows every entry. The query's `since` is the version it shows.


@require_safe
@match_view("watch")
def wall(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    """204 while nothing has changed: three queries without rendering, one more if the club shows forecasts there."""
    on_wall = has_chances(match, on_wall=True)
    chances = version_of(match) if on_wall else 0
    since = f"{match.version}.{chances}" if on_wall else str(match.version)
    if request.GET.get("since") == since:
        return HttpResponse(status=204)
    seats, holders = seats_at(match), league().holders(match.club_id, match.game)

    def page() -> HttpResponse:
        context = {
            "access": access.club_access,
            "title": title(match),
            "table_game": table_game(match.game),
            "stream": f"{match.get_absolute_url()}{'chances/' * on_wall}live/",
            "since": since,
            "board": board(match, seats, holders, chances),
        }
        return render(request, fragment(request, "games/wall/wall.html"), context)

    return conditional(request, depends(match, seats, holders, chances), page)
