"""The board of a play-off."""

from datetime import datetime

from django.db.models import Max
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from clubs.models.calendar import evening
from clubs.web.conditional import cached_fragment
from games.models import Entry
from leagues.models import Playoff
from leagues.playoffs import state as playoff_state
from leagues.playoffs.overview import overview_of
from leagues.playoffs.wording import news, progress, verdicts


def evening_board(playoff: Playoff, token: str) -> SafeString:
    """Return the board, cached for all viewers; `token` (`playoffs.lookup`) changes with the play-off."""
    return cached_fragment(
        ("evening", playoff.pk, playoff.club.branding, playoff.club.slug, token), lambda: _drawn(playoff)
    )


def _drawn(playoff: Playoff) -> SafeString:
    state = playoff_state.read(playoff)
    context = {
        "club": playoff.club,
        "playoff": playoff,
        "picture": overview_of(state),
        "verdicts": verdicts(state),
        "evening": evening(playoff.started_at),
        "about": progress(state, of_all=True),
        "is_over": state.is_over,
        "is_live": not state.is_over and not playoff.called_off_at,
        "news": news(state),
        "changed": _changed(playoff),
    }
    return render_to_string("leagues/wall/_playoff.html", context)


def _changed(playoff: Playoff) -> datetime:
    """Return when the last entry of one of its matches arrived."""
    entries = Entry.objects.filter(match__fixture__playoff=playoff)
    last: datetime | None = entries.aggregate(last=Max("received_at"))["last"]
    return last or playoff.started_at
