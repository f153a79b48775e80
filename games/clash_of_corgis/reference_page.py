"""A page with combos and effects, to look things up while playing; nothing is entered there."""

from collections.abc import Sequence

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.display import Screen
from games.base.table_game import TableAction, Unreadable
from games.entries.drafts import Draft
from games.entries.match_state import MatchState

REFERENCE = "games/clash_of_corgis/_reference.html"


def screen(_state: MatchState, _form: QueryDict) -> Screen:
    return Screen("games/clash_of_corgis/reference.html", {"reference": REFERENCE, "here": "more"})


def drafts(_state: MatchState, _form: QueryDict) -> Sequence[Draft]:
    """Raise Unreadable: the page has no form."""
    raise Unreadable(_("There is nothing to enter on this page. Go back to the table."))


EFFECTS = TableAction("effects", gettext_lazy("Combos and effects"), screen, drafts, lambda _state: True)
