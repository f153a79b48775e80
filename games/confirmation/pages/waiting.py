"""The page on the scoring device while a complete sheet waits for confirmation: the code for phones, and the answers so
far.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from clubs.links.tokens import code_of, public_url
from clubs.web.conditional import fragment, polled
from games import ledger
from games.access import MatchAccess, match_view
from games.base.entry.form_parsing import reason, whole_number
from games.base.results.titles import title
from games.base.table_game import Unreadable
from games.confirmation.token import confirm_key, signed_confirm_token
from games.entries.confirmation import Confirmers, confirmers_of, sheet_version
from games.entries.drafts import Refused
from games.entries.match_state import load
from games.models import Confirmation, Match, Seat

BROKEN = gettext_lazy("The page was not sent completely. Reload it and tap again.")


def waiting(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    """Show who has confirmed, and follow the match. The code is shown only to scorekeepers and members."""
    state = load(match).public
    confirmers = confirmers_of(state)
    may_show = access.can_record or access.club_access.is_member

    def page(since: str) -> HttpResponse:
        context: dict[str, Any] = {
            "access": access.club_access,
            "may": access,
            "here": "more",
            "match": match,
            "title": title(match),
            "confirmers": confirmers,
            "rows": rows(confirmers, state.seats),
            "sheet": sheet_version(state),
            "last": state.live[-1].number,
            **(_confirm_link(request, match) if may_show else {}),
            "stream": f"{match.get_absolute_url()}live/",
            "since": since,
            "follows": True,
        }
        return render(request, fragment(request, "games/confirmation/waiting.html"), context)

    return polled(request, (match.pk, match.version, match.confirm_token, state.names), page)


def _confirm_link(request: HttpRequest, match: Match) -> dict[str, str]:
    """The link for a QR code, and the code to type on a phone without a camera."""
    link = public_url(request, reverse("confirm", args=[signed_confirm_token(match)]))
    return {"link": link, "code": code_of(confirm_key(match), "confirm")}


@dataclass(frozen=True)
class Row:
    """A player and their answer about the sheet; `is_asked` while their confirmation is missing."""

    seat: Seat
    says: Confirmation | None
    is_asked: bool


def rows(confirmers: Confirmers, seats: Sequence[Seat]) -> list[Row]:
    """A row per seat, by place."""
    best = sorted(seats, key=lambda seat: (seat.place, seat.position))
    return [Row(seat, confirmers.by_seat.get(seat.position), seat in confirmers.missing) for seat in best]


@require_POST
@match_view("organise")
def settle(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    """Make the match final without the missing confirmations: an organiser does so and gives a reason."""
    try:
        seen = whole_number(request.POST, "sheet", str(BROKEN))
        ledger.confirm_for_all(match.pk, reason(request.POST), sheet=seen, by=access.writer)
        messages.success(request, _("It is final. The history says who settled it."))
    except Unreadable as error:
        messages.error(request, error.message)
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("finish", match.pk)


@require_POST
@match_view("record")
def new_code(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    """Replace the code; links and codes handed out before stop working."""
    if match.is_waiting:
        Match.objects.filter(pk=match.pk).update(confirm_token=uuid.uuid4())
        messages.success(request, _("New code created. The old one no longer works."))
    return redirect("finish", match.pk)
