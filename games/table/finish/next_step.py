"""The next step after a match: one main button, the first that applies, and another as a link."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.access import MatchAccess
from games.base.results.titles import in_words
from games.consequences.league import league
from games.entries.match_state import MatchState


@dataclass(frozen=True)
class Button:
    """A button's label and URL."""

    words: str
    url: str


@dataclass(frozen=True)
class NextStep:
    """`main` is the main button; `again` starts the same table again, if that is not the main one."""

    main: Button
    again: Button | None = None


def next_step(state: MatchState, access: MatchAccess) -> NextStep:
    """The next step: of the night or the play-off if there is one, else the same table again.

    Those who may not keep the score are led to the sheet.
    """
    if not access.club_access.can_record:
        return NextStep(Button(_("View sheet"), state.match.get_absolute_url()))
    players = len(state.seats)
    words = ngettext("Play again with these {players}", "Play again with these {players}", players)
    again = Button(words.format(players=in_words(players)), _again(state))
    ahead = league().after(state.match)
    return NextStep(Button(ahead.words, ahead.url), again) if ahead else NextStep(again)


def _again(state: MatchState) -> str:
    query = urlencode([("game", state.match.game), *(("player", seat.player_id) for seat in state.seats)])
    return f"{reverse('match-new', args=[state.match.club.slug])}?{query}"
