"""Downloads of a match: its record in the open format that can be scored again, and a picture for members."""

from django.http import Http404, HttpRequest, HttpResponseBase, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.club_day import club_day
from clubs.web.conditional import conditional
from games.access import MatchAccess, match_view
from games.entries.match_state import MatchState, load, read
from games.match.picture import picture_answer
from games.models import Match
from scoring.records import to_record


@require_safe
@match_view("watch")
def record_file(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    state = load(match)
    return conditional(request, (match.pk, match.version, state.names), lambda: _record(state))


def _record(state: MatchState) -> JsonResponse:
    entries = [read(state.engine, entry) for entry in state.shown]
    record = to_record(state.engine, state.names, state.match.start_seats, state.options, entries)
    response = JsonResponse(record, json_dumps_params={"ensure_ascii": False, "indent": 1})
    name = f"{state.match.game}-{club_day(state.match.started_at).isoformat()}.json"
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response


@require_safe
@match_view("watch")
def picture(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    if not access.club_access.is_member:
        raise Http404(_("Pictures are for members."))
    return picture_answer(request, match)
