"""The last change of a sheet, as the reason why a trophy was withdrawn."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from games import registry
from games.base.entry.round_words import numbered
from games.entries.match_state import MatchState, fold
from games.models import Entry


@dataclass(frozen=True)
class News:
    """Why an award is withdrawn, when, and by whom (a user's key)."""

    why: str
    at: datetime = field(default_factory=timezone.now)
    by: int | None = None


def news_of(state: MatchState) -> News:
    """Return “hand 3 was corrected”, with the time and author of the entry."""
    written = [entry for entry in state.history if entry.version == state.match.version]
    if not written:
        return News(_("its figures were worked out anew"))
    first = min(written, key=lambda entry: entry.number)
    words = _("{round} was corrected")
    if all(entry.payload is None for entry in written):
        words = _("{round} was undone")
    return News(words.format(round=_place(state, first)), first.received_at, first.recorded_by_id)


def _place(state: MatchState, entry: Entry) -> str:
    before = [each for each in state.live if each.number < entry.number]
    lines = _lines(state, before)
    last = len(state.sheet.lines)
    if lines > last or (lines == last and entry.payload is not None):
        return _("the ending")
    return numbered(registry.table_game(state.match.game).display.round_word, lines + 1)


def _lines(state: MatchState, entries: Sequence[Entry]) -> int:
    return len(fold(state, entries).lines)
