"""Pages for the photo of a paper sheet: members see it, scorekeepers add and remove it."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.pictures.rate import may_read_sheet, too_many
from clubs.pictures.reading import PictureRefused
from clubs.responses import conditional
from games.access import MatchAccess, match_view
from games.base.wording import title
from games.entries.drafts import people_of, who
from games.entries.match_state import load
from games.models import Match
from games.photos import keeping
from games.photos.keeping import CHOICE, photo_in, photo_response
from games.registry import table_game


@require_http_methods(["GET", "HEAD", "POST"])
@match_view("watch")
def photo(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    _check_member(access)
    if request.method != "POST":
        return _page(request, match, access)
    if not access.can_put_photo:
        raise PermissionDenied
    if not may_read_sheet(request, access.club_access, str(match.pk)):
        return too_many(request)
    try:
        keeping.put(match, photo_in(request), access.writer)
    except PictureRefused as refused:
        return _page(request, match, access, str(refused))
    messages.success(request, _("The photo is saved."))
    return redirect("paper-entry" if match.is_open else "sheet-photo", match.pk)


def _check_member(access: MatchAccess) -> None:
    if not access.can_see_photo:
        raise Http404(_("Photos are for members."))


def _page(request: HttpRequest, match: Match, access: MatchAccess, wrong: str = "") -> HttpResponse:
    row = keeping.photo_of(match) if access.photo else None
    context = {
        "access": access.club_access,
        "may": access,
        "here": "more",
        "match": match,
        "title": title(match),
        "photo": row,
        "who": who(row, people_of([row])) if row else "",
        "wrong_photo": wrong,
        "reads_photos": match.is_open and table_game(match.game).reads_photo_of(load(match).options),
        **CHOICE,
    }
    return render(request, "games/photos/photo.html", context, status=422 if wrong else 200)


@require_safe
@match_view("watch")
def image(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    _check_member(access)
    return conditional(request, ("photo", access.photo), lambda: photo_response(access.photo))


@require_POST
@match_view("record")
def remove(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    _check_member(access)
    if keeping.remove(match, access.writer):
        messages.success(request, _("The photo is removed."))
    return redirect("sheet-photo", match.pk)
