"""My page: the next night with the member's answer, sheets to confirm, place, last results, trophies and bids."""

from time import time

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.calendar.answers import give_answer, own_player
from clubs.calendar.nights import Refused
from clubs.models import Club, Player
from clubs.queries import lock_club
from games.entries.drafts import Author
from games.scoring_device import keep_device, new_device
from leagues.my_page.contents import MySeason, confirm, my_page_of, next_night, to_confirm
from leagues.nights.answers import answer_page, saved_message


@require_http_methods(["GET", "HEAD", "POST"])
@club_view()
def my_page(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """The member's own page. Raises Http404 if the account is linked to no player."""
    if access.player_id is None:
        raise Http404(_("No player of this club is linked to your account."))
    player = get_object_or_404(club.players, pk=access.player_id)
    if request.method != "POST":
        return _page(request, access, player)
    if "answer" in request.POST:
        return _answered(request, access, player)
    return _confirmed(request, access, player)


def _answered(request: HttpRequest, access: Access, player: Player) -> HttpResponse:
    """Save the answer for the next night; note, guests and arrival stay unchanged."""
    night = next_night(access.club)
    if night is None or str(night.pk) != request.POST.get("night"):
        return _page(request, access, player, _("This night is no longer the next one. Answer again below."))
    try:
        with transaction.atomic():
            lock_club(access.club)
            mine = answer_page(night, player.pk).mine
            note, guests = (mine.note, mine.guests) if mine else ("", "")
            give_answer(night, own_player(access.club, player.pk), request.POST["answer"], note, guests)
    except Refused as refused:
        return _page(request, access, player, str(refused))
    messages.success(request, saved_message(answer_page(night, player.pk)))
    return redirect("my-page", access.club.slug)


def _confirmed(request: HttpRequest, access: Access, player: Player) -> HttpResponseBase:
    """Confirm the sheets; one that changed since the page was shown is not confirmed."""
    found, device = to_confirm(access.club, player.pk), new_device(request)
    done, wrong = confirm(found, request.POST.getlist("seen"), Author(access.user, access.device), device)
    if done:
        words = ngettext("{count} match confirmed.", "{count} matches confirmed.", done)
        messages.success(request, words.format(count=done))
    if wrong or not done:
        return _page(request, access, player, wrong or _("The sheet has changed. Look at it, then confirm it."))
    return keep_device(redirect("my-page", access.club.slug), device)


def _page(request: HttpRequest, access: Access, player: Player, error: str = "") -> HttpResponse:
    mine = my_page_of(access.club, player)
    context = {"access": access, "here": "me", "player": player, "mine": mine, "error": error}
    context["moved"] = _moved(request, mine.season)
    return render(request, "leagues/my_page/my_page.html", context, status=422 if error else 200)


PLACES = "my_places"  # session key: by season the place seen last, by how much it had moved then, and when
VISIT = 30 * 60  # seconds for which a page that is loaded again still says what moved


def _moved(request: HttpRequest, season: MySeason | None) -> str:
    """Return how the place has changed since this browser last showed it, and remember it; "" if it has not."""
    if season is None or season.place is None:
        return ""
    key, now = f"{season.season} {season.game}", int(time())
    place, up, at = request.session.get(PLACES, {}).get(key, (season.place, 0, 0))
    if place != season.place:
        up, at = place - season.place, now
    elif now - at > VISIT:
        up = 0
    if (stored := {key: [season.place, up, at]}) != request.session.get(PLACES):
        request.session[PLACES] = stored
    if not up:
        return ""
    words = ngettext("Up {count} place since you last looked.", "Up {count} places since you last looked.", up)
    if up < 0:
        words = ngettext("Down {count} place since you last looked.", "Down {count} places since you last looked.", -up)
    return words.format(count=abs(up))
