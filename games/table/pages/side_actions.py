"""The forms of all table actions, loaded by the table's page for use while the server does not answer."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import HtmxRequest, MatchAccess, match_view
from games.entries.match_state import load
from games.models import Match
from games.registry import table_game
from games.scoring_device.pages.guard import with_scoring_device


@never_cache
@require_safe
@match_view("record")
@with_scoring_device
def side_actions(request: HtmxRequest, match: Match, access: MatchAccess) -> HttpResponse:
    state = load(match)
    pairs = [(action, action.offline(state)) for action in table_game(match.game).actions] if match.is_open else []
    context = {"match": match, "side_actions": [(action, form) for action, form in pairs if form]}
    return render(request, "games/table/side_actions.html", context)
