"""The page on which an organiser changes the scheme of a season's table, with a preview of the result."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.locks import serialised
from clubs.models import Club, Player, Role, Season
from clubs.web.conditional import is_following
from games.consequences.league import league
from games.consequences.recipients import LOSER
from games.registry import table_game
from leagues import standings
from leagues.models import Standing
from leagues.standings import Table
from leagues.standings.queries import ALL, game_key
from leagues.standings.scheme_form import SchemeForm, reordered
from leagues.standings.update import save_scheme
from leagues.standings.wording import example, game_title, hundredths
from scoring.standings import Scheme, scheme_to_json


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
@serialised
def season_scheme(request: HttpRequest, club: Club, access: Access, pk: int, game: str) -> HttpResponse:
    """`do` is `look` for the preview, `save` to save the scheme, or `up:wins` and the like to change the list of
    tie-breaks.
    """
    season = get_object_or_404(Season.objects.select_related("club"), club=club, pk=pk)
    key = game_key(game)
    scheme = standings.scheme_of(Table(season.pk, key), {season.pk: season.schemes})
    posted: QueryDict | None = request.POST if request.method == "POST" else None
    moves = posted is not None and ":" in posted.get("do", "")
    posted = reordered(posted) if posted is not None and moves else posted
    level, last_prize = _level(season, key, scheme), _last_prize(club, key)
    form = SchemeForm(posted, scheme=scheme, across=not key, level=level, last_prize=last_prize)
    is_fine = form.is_valid()
    if is_fine and season.closed_at:
        form.add_error(
            None, _("{season} is closed, so its points can’t change. Reopen it first.").format(season=season.name)
        )
    elif is_fine and request.POST.get("do") == "save":
        save_scheme(season, key, form.cleaned_data["scheme"])
        messages.success(request, _changed(season, key))
        return redirect(f"{reverse('standings', args=[club.slug])}?season={season.pk}&game={key or ALL}")
    wanted = form.cleaned_data["scheme"] if is_fine else scheme
    is_looking = is_fine and not (season.closed_at or moves or is_following(request))
    context = {
        "access": access,
        "here": "standings",
        "season": season,
        "title": game_title(key),
        "form": form,
        "example": example(wanted) if is_fine or not form.is_bound else (),
        "preview": _preview(season, key, wanted) if is_looking else None,
    }
    status = 422 if form.is_bound and form.errors and not moves else 200
    return render(request, "leagues/standings/scheme.html", context, status=status)


def _last_prize(club: Club, key: str) -> str:
    """Return the club's name for the trophy of last place; "" across all games, or if the name is a usual one."""
    name = league().prize_names(club.pk, key).get(LOSER, "") if key else ""
    return name if key and name not in table_game(key).trophies else ""


def _level(season: Season, game: str, scheme: Scheme) -> list[Player]:
    """Return the players who can be given a pulled card: those who share a place, or have pulled one before."""
    if not scheme.asks_for_cards:
        return []
    rows = list(Standing.objects.filter(season=season, game=game, place__isnull=False).select_related("player"))
    places = [row.place for row in rows]
    return [row.player for row in rows if places.count(row.place) > 1 or row.player_id in scheme.pulls]


def _changed(season: Season, game: str) -> str:
    if not game:
        words = _("{season}: the table across all games was recalculated. The tables of the games stay.")
        return words.format(season=season.name)
    across = standings.scheme_of(Table(season.pk, ""), {season.pk: season.schemes})
    words = _("{season}: the table of {game} was recalculated.")
    if across.way == "sum":
        words = _("{season}: the table of {game} was recalculated, and with it the table across all games.")
    return words.format(season=season.name, game=game_title(game))


def _preview(season: Season, game: str, scheme: Scheme) -> list[dict[str, object]]:
    """Return the rows of the table under this scheme, each with the current place and points."""
    rows = standings.trial(season, game, {**season.schemes, game: scheme_to_json(scheme)})
    now = {row.player_id: row for row in Standing.objects.filter(season=season, game=game)}
    players = Player.objects.in_bulk([row.line.player for row in rows])
    return [
        {
            "place": row.place,
            "player": players[row.line.player],
            "points": hundredths(row.line.points),
            "now": now[row.line.player].place if row.line.player in now else None,
            "points_now": hundredths(now[row.line.player].points) if row.line.player in now else "",
        }
        for row in rows
    ]
