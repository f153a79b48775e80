"""The forms for rounds on a tablet without network."""

from collections.abc import Sequence

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.base.form_parsing import free_number
from games.base.names import shortened
from games.base.offline import OfflineForm, as_of
from games.entries.match_state import MatchState
from games.top_dog.form import counting
from games.top_dog.screen import rows
from games.top_dog.screen_wording import hands_to
from scoring.top_dog import TopDogSheet, next_step

ROWS = "games/top_dog/offline/_rows.html"
KEYS = "games/top_dog/offline/_keys.html"


def offline_forms(state: MatchState) -> Sequence[OfflineForm]:
    """Return the form of a round, used for any number of rounds; () once the match is over. Only the server shows who
    arranges, and how far the match runs.
    """
    sheet = state.sheet_as(TopDogSheet)
    step = next_step(sheet)
    if step is None:
        return ()
    now = counting(sheet, step, QueryDict())
    return [
        OfflineForm(
            what="round",
            rows=ROWS,
            keys=KEYS,
            styles=("entry topdog keys-14" if now.has_keys else "entry topdog has-steps", "rows"),
            turn=step.number,
            word=_("round"),
            about=hands_to(step),
            as_of=as_of("round", len(sheet.lines)),
            number=free_number(state),
            incomplete_label=_("What did each win?"),
            due=now.whole,
            more={
                "rows": rows(now, state.names, shortened(state.names), ""),
                "tied": now.tie,
                "steps": (-1, 1, 5),
            },
        )
    ]
