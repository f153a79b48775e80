"""The page on a player's phone that shows the complete sheet and asks for confirmation; the table's code opens it."""

from http import HTTPStatus
from typing import Any

from allauth.core.ratelimit import consume_or_429
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from clubs.access import SignInFirst, refuse
from clubs.links.tokens import by_code, sign, unsign
from clubs.models import Club, Confirm, SpectatorLink
from games import ledger
from games.access import MatchAccess, find_match
from games.base.entry.form_parsing import reason, whole_number
from games.base.results.titles import game_name, title
from games.base.table_game import Unreadable
from games.confirmation.pages.waiting import rows
from games.entries.confirmation import confirmers_of, sheet_version
from games.entries.drafts import Author, NotAsked, Refused
from games.entries.match_state import load
from games.models import Match
from games.scoring_device.lock import device_of, keep_device, new_device

BY_CODE = "by the table’s code"
BROKEN = gettext_lazy("The page was not sent completely. Reload it and tap again.")
TABLET = gettext_lazy("This device kept score. One of the players must confirm on a phone.")
WHO = gettext_lazy("Tap your own name first, then confirm or report a mistake.")


@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponseBase:
    """Show the sheet and save the answer. No account is needed where the club lets guests watch."""
    link = unsign(token, "confirm")
    match = Match.objects.filter(confirm_token=link).first() if link else None
    access = find_match(request, match.pk) if match else None
    if access is None:
        return _shut(request, "unknown", HTTPStatus.NOT_FOUND)
    if not (access.can_watch or _lets_guests_in(access.club)):
        wrong = refuse(request, access.club_access)
        if isinstance(wrong, SignInFirst):
            return redirect_to_login(request.get_full_path())
        raise wrong
    if access.match.abandoned_at or not access.is_tonight:
        return _shut(request, "over", HTTPStatus.GONE)
    answer = _answered(request, access) if request.method == "POST" else _page(request, access, request.GET)
    return keep_device(answer, new_device(request))


@require_http_methods(["GET", "HEAD", "POST"])
def confirm_code(request: HttpRequest) -> HttpResponseBase:
    """Form for the code shown on the tablet, for a phone without a camera."""
    too_many: HttpResponseBase | None = consume_or_429(request, action="code")
    if too_many:
        return too_many
    typed = request.POST.get("code", "")
    match = by_code(typed, "confirm", Match.objects.all(), "confirm_token") if typed else None
    if match:
        return redirect("confirm", sign(match.confirm_token, "confirm"))
    return render(request, "clubs/links/code.html", {"typed": typed, "wrong": request.method == "POST"})


def _lets_guests_in(club: Club) -> bool:
    return club.history_is_open or SpectatorLink.objects.filter(club=club, revoked_at=None).exists()


def _shut(request: HttpRequest, why: str, status: int) -> HttpResponse:
    return render(request, "games/confirmation/shut.html", {"why": why}, status=status)


def _answered(request: HttpRequest, access: MatchAccess) -> HttpResponseBase:
    too_many: HttpResponseBase | None = consume_or_429(request, action="confirm")
    if too_many:
        return too_many
    form, pk, by, device = request.POST, access.match.pk, _who(access), device_of(request)
    try:
        seat, seen = whole_number(form, "seat", str(WHO), most=99), whole_number(form, "sheet", str(BROKEN))
        if form.get("do") == "wrong":
            ledger.object_to(pk, seat, reason(form), sheet=seen, by=by, browser=device)
        elif access.tablet and access.match.confirm == Confirm.OPPONENT:
            raise NotAsked(TABLET)
        else:
            ledger.confirm(pk, seat, sheet=seen, by=by, browser=device)
    except Unreadable as error:
        return _page(request, access, form, error.message, HTTPStatus.UNPROCESSABLE_ENTITY)
    except Refused as refused:
        access.match.refresh_from_db()
        return _page(request, access, form, str(refused), HTTPStatus.CONFLICT)
    return redirect(f"{request.path}?seat={seat}")


def _who(access: MatchAccess) -> Author:
    """The author of an answer: the member, the tablet of the match, or the code for anybody else."""
    member = access.club_access
    if member.is_member:
        return Author(member.user, member.device)
    return access.writer if access.tablet else Author(None, BY_CODE)


def _page(
    request: HttpRequest, access: MatchAccess, form: QueryDict, wrong: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    """The page, or its live part for htmx; 204 while nothing has changed since the version in `since`."""
    match, follows = access.match, "HX-Request" in request.headers
    if follows and ("asked" in request.GET) != match.is_waiting:
        return HttpResponse(headers={"HX-Refresh": "true"})
    if request.GET.get("since") == str(match.version):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    state = load(match).public
    confirmers = confirmers_of(state)
    mine = _chosen(form, confirmers.seats, access.club_access.player_id)
    context: dict[str, Any] = {
        "match": match,
        "title": title(match),
        "game": game_name(match),
        "confirmers": confirmers,
        "rows": rows(confirmers, state.seats),
        "sheet": sheet_version(state),
        "mine": mine,
        "says": confirmers.by_seat.get(mine.position) if mine else None,
        "note": form.get("note", ""),
        "wrong": wrong,
        "here": f"{request.path}?{'' if mine is None else f'seat={mine.position}'}",
    }
    response = render(request, f"games/confirmation/phone.html{'#live' if follows else ''}", context, status=status)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _chosen(form: QueryDict, seats: Any, player: int | None) -> Any:
    """The seat of the phone's owner: the tapped one, else the member's own; None if neither is known."""
    tapped = [seat for seat in seats if str(seat.position) == form.get("seat")]
    own = [seat for seat in seats if player is not None and seat.player_id == player]
    return next(iter([*tapped, *own]), None)
