"""Voiding a hand after a misdeal, a wrong number of cards or a revoke; it is dealt again (DD-55, HR-DD-17)."""

from collections.abc import Sequence
from functools import partial

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.display import Screen
from games.base.form_parsing import entry_id, line_number, reason
from games.base.names import shortened
from games.base.table_game import OfflineAction, TableAction
from games.dirty_dog.entry.entry_rows import can_take
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.dirty_dog import DirtyDogSheet

offered = partial(can_take, "redeal")


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the action’s page."""
    sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
    context = {
        "hand": sheet.hand + 1,
        "cards": sheet.cards,
        "dealer": names[sheet.dealer],
        "bids": [(names[seat], bid) for seat, bid in sheet.bids.items()],
        "note": form.get("note", ""),
    }
    return Screen("games/dirty_dog/actions/void.html", context)


def drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """Return the one `redeal` entry, with the reason as its note."""
    return [Draft("redeal", line_number(form), {}, id=entry_id(form), note=reason(form))]


def offline_action(state: MatchState) -> OfflineAction | None:
    """Return the form for a tablet without network; None where no hand can be voided. It is offered during the bidding
    too, because a misdeal may show before anybody has bid.
    """
    if not offered(state):
        return None
    return OfflineAction(
        what="redeal",
        title=_("Redeal this hand?"),
        about=_(
            "The same dealer, the same size, no points for anybody. The bids stay in the history and do not count."
        ),
        rows="games/table/offline_actions/_note.html",
        entry_label=_("Hand void, dealt again"),
        go=_("Redeal this hand"),
        page_states=["bids", "tricks"],
        more={"label": _("Reason")},
    )


VOID = TableAction(
    "void", gettext_lazy("Redeal this hand"), screen, drafts, offered, is_insertable=True, offline=offline_action
)
