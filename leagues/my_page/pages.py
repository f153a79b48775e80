"""My page: the next night and my answer, what I am asked to confirm, my season, form, trophies and bids."""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.calendar.answers import give_answer, own_player
from clubs.calendar.nights import Refused
from clubs.locks import wait_for
from clubs.models import Club, Night, Player
from games.base.names import counted
from games.charts.dots_chart import AVERAGE_OF
from games.entries.drafts import Author
from games.registry import TABLE_GAMES
from games.scoring_device.lock import keep_device, new_device
from games.statistics import queries
from leagues.my_page.confirmations import confirm, to_confirm
from leagues.my_page.season import my_season
from leagues.nights.answer_page import answer_page, saved_message
from leagues.statistics.club_rates import beside_club
from leagues.statistics.matches_chart import totals_chart
from leagues.trophies.holders import cabinet, holders


@require_http_methods(["GET", "HEAD", "POST"])
@club_view()
def my_page(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """Only for oneself. Raises Http404 for whose account plays as nobody."""
    if access.player_id is None:
        raise Http404("No player of this club is linked to your account.")
    player = get_object_or_404(club.players, pk=access.player_id)
    if request.method != "POST":
        return _page(request, access, player)
    if "answer" in request.POST:
        return _answered(request, access, player)
    return _confirmed(request, access, player)


def _answered(request: HttpRequest, access: Access, player: Player) -> HttpResponse:
    """Note, guests and arrival stay as they were."""
    night = _next_night(access.club)
    if night is None or str(night.pk) != request.POST.get("night"):
        return _page(request, access, player, "This night is no longer the next one. Answer again below.")
    try:
        with transaction.atomic():
            wait_for(access.club)
            mine = answer_page(night, player.pk).mine
            note, guests = (mine.note, mine.guests) if mine else ("", "")
            give_answer(night, own_player(access.club, player.pk), request.POST["answer"], note, guests)
    except Refused as refused:
        return _page(request, access, player, str(refused))
    messages.success(request, saved_message(answer_page(night, player.pk)))
    return redirect("my-page", access.club.slug)


def _confirmed(request: HttpRequest, access: Access, player: Player) -> HttpResponseBase:
    """A sheet that was changed since the page was shown is not confirmed."""
    found, device = to_confirm(access.club, player.pk), new_device(request)
    done, wrong = confirm(found, request.POST.getlist("seen"), Author(access.user, access.device), device)
    if done:
        messages.success(request, f"{_matches(done)} confirmed.")
    if wrong or not done:
        return _page(request, access, player, wrong or "The sheet has changed. Look at it, then confirm it.")
    return keep_device(redirect("my-page", access.club.slug), device)


def _matches(count: int) -> str:
    return counted(count, "match").replace("matchs", "matches")


def _next_night(club: Club) -> Night | None:
    nights = club.nights.filter(starts_at__gt=timezone.now(), called_off_at=None, closed_at=None)
    return nights.select_related("club").order_by("starts_at").first()


def _page(request: HttpRequest, access: Access, player: Player, error: str = "") -> HttpResponse:
    club, night = access.club, _next_night(access.club)
    context = {
        "access": access,
        "here": "me",
        "player": player,
        "night": night,
        "page": answer_page(night, player.pk) if night else None,
        "to_confirm": to_confirm(club, player.pk),
        "season": my_season(club, player.pk),
        "held": [holder for holder in holders(club.pk) if holder.player == player],
        "cabinet": cabinet(player),
        "error": error,
    }
    return render(request, "leagues/my_page/my_page.html", context | _form(player), status=422 if error else 200)


def _form(player: Player) -> dict[str, Any]:
    """Totals and bids of the game played most; nothing before the first result."""
    played = queries.summaries(player)
    if not played:
        return {}
    game = max((each for each in TABLE_GAMES if each.key in played), key=lambda each: played[each.key].matches)
    seats = queries.run(player, game.key, queries.RUN + AVERAGE_OF - 1)
    tables = beside_club(player, game.key, game.player_statistics(player, played[game.key]).tables)
    return {
        "game": game.engine,
        "summary": played[game.key],
        "chart": totals_chart(seats),
        "run": seats[-queries.RUN :],
        "bids": next((table for table in tables if table.compared), None),
    }
