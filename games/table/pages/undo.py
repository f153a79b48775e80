"""Undo of an entry; the page then shows it as half entered."""

from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.access import HtmxRequest, MatchAccess, match_view
from games.base.entry.form_parsing import entry_id, line_number
from games.base.table_game import Unreadable
from games.entries.drafts import Draft
from games.entries.match_state import MatchState, load
from games.models import Match
from games.registry import table_game
from games.scoring_device.pages.guard import with_scoring_device
from games.table.pages.table import refuse, write


@require_POST
@match_view("record")
@with_scoring_device
def undo(request: HtmxRequest, match: Match, access: MatchAccess) -> HttpResponse:
    """Undo the entry on the line that the form names."""
    state = load(match)
    try:
        number, key = line_number(request.POST), entry_id(request.POST)
        draft = Draft(_kind(state, number, key), number, None, id=key)
        query = table_game(match.game).undone(state) if state.live and state.live[-1].number == number else ""
        return write(request, access, [draft], query)
    except Unreadable as error:
        return refuse(request, access, error.message)


def _kind(state: MatchState, number: int, key: UUID) -> str:
    """The kind of the entry to undo, also if an earlier attempt has undone it. Raises Unreadable if there is none."""
    line = [entry for entry in state.history if entry.number == number]
    kinds = [entry.kind for entry in line if entry.id == key] or [entry.kind for entry in line]
    if not kinds:
        raise Unreadable(_("There is nothing to undo on this line."))
    return kinds[-1]
