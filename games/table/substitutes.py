"""Taking over a seat, for page and API: nobody plays at two tables."""

from django.utils.translation import gettext as _

from games import ledger
from games.base.names import sitting
from games.consequences.league import league
from games.entries.drafts import Author
from games.entries.match_state import MatchState
from games.models import Match, Substitution
from scoring.base import Illegal


def take_over(state: MatchState, takeover: ledger.Takeover, by: Author) -> Substitution:
    """Let a player who is free take over a seat. Raises Illegal or Closed."""
    match = state.match
    if match.is_open and takeover.player.pk in busy(match):
        raise Illegal("substitute", _("This player sits at another table. Choose somebody who is free."))
    return ledger.substitute(match.pk, takeover, by=by)


def busy(match: Match) -> set[int]:
    """The keys of the players at other tables of the night, or of the same stage of a play-off."""
    there = sitting(match.night) if match.night else {}
    return {key for key, (_player, other) in there.items() if other != match} | league().seated_elsewhere(match)
