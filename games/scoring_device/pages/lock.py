"""Views of the scorekeeper lock: taking it over, and storing the half-entered form of its holder."""

from django.http import HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.access import HtmxRequest, MatchAccess, match_view
from games.models import Match
from games.scoring_device import lock
from games.scoring_device.pages.guard import scored_elsewhere, with_scoring_device


@require_POST
@match_view("record")
def scoring_device(request: HtmxRequest, match: Match, access: MatchAccess) -> HttpResponse:
    """Make this the scoring device; if another device was first, say so instead."""
    device, writer = lock.new_device(request), access.writer
    label = lock.kind_of(request) if writer.user else lock.device_label(writer.device)
    if not lock.take(match.pk, device, writer.user, label, request.POST.get("seen", "")):
        return scored_elsewhere(request, access)
    return lock.keep_device(redirect(f"{match.get_absolute_url()}table/?half"), device)


@require_POST
@match_view("record")
@with_scoring_device
def unsaved_form(request: HtmxRequest, match: Match, access: MatchAccess) -> HttpResponse:
    """Store the tablet's half-entered form for a successor; a request without `half` only checks the lock."""
    text = request.POST.get("half", "")
    if len(text) > lock.MOST or "\x00" in text:
        return HttpResponseBadRequest(_("Too much is half entered to hand it over. Save first."))
    response, device = HttpResponse(status=204), lock.new_device(request)
    if "half" in request.POST:
        lock.keep_unsaved_form(match.pk, device, text)
        lock.keep_device(response, device)
    return response
