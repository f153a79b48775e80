"""A round that cannot end because the last cards tie again and again: hands are missing, and a note says why
(HR-TD-04).
"""

from collections.abc import Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.display import Screen
from games.base.entry.form_parsing import entry_id, line_number
from games.base.entry.names import shortened
from games.base.offline import OfflineAction
from games.base.table_game import TableAction, Unreadable
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from games.top_dog.entry.form import DUMMY, field, payload
from games.top_dog.entry.screen_wording import name_first, name_of
from scoring.top_dog import TopDogSheet, next_step

WHY = gettext_lazy("Give a short reason why hands are missing. It stays with the sheet.")


def offered(state: MatchState) -> bool:
    """Whether a round can be entered as stuck: the match is not over."""
    return not state.sheet.finished


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the action’s page: a number per place, and the reason."""
    step = next_step(state.sheet_as(TopDogSheet))
    return Screen("games/top_dog/stuck.html", {"step": step, "rows": _rows(state, form), "why": form.get("why", "")})


def _rows(state: MatchState, form: QueryDict) -> list[dict[str, Any]]:
    sheet, names = state.sheet_as(TopDogSheet), shortened(state.names)
    places = [*map(str, sheet.active_seats), *[DUMMY] * sheet.options.dummy]
    return [
        {
            "name": name_first(place, state.names),
            "short": name_of(place, names),
            "field": field(place, by_cards=False),
            "value": form.get(field(place, by_cards=False), ""),
        }
        for place in places
    ]


def drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """Return the one `round` entry with its note. Raises Unreadable where a number or the reason is missing."""
    entry = payload(form)
    if not entry.get("note"):
        raise Unreadable(str(WHY), "why")
    return [Draft("round", line_number(form), entry, id=entry_id(form))]


def offline_action(state: MatchState) -> OfflineAction | None:
    """Return the form for a tablet without network; None once the match is over."""
    if not offered(state):
        return None
    return OfflineAction(
        what="round",
        title=_("This round is stuck?"),
        about=_(
            "With two cards left each, the same tie can come back for ever. Then enter the hands that were won, and "
            "why some are missing."
        ),
        rows="games/top_dog/offline_actions/_stuck.html",
        entry_label=_("A round that got stuck"),
        go=_("Save the round"),
        more={"rows": _rows(state, QueryDict())},
    )


STUCK = TableAction("stuck", gettext_lazy("A round is stuck"), screen, drafts, offered, offline=offline_action)
