"""Betrayal played on a battle: from now on that player may stand on both its sides (DW-21)."""

from collections.abc import Sequence

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.display import Screen
from games.base.offline import OfflineAction
from games.base.table_game import TableAction
from games.dogs_of_war.actions import questions
from games.dogs_of_war.years.form import numbered
from games.entries.drafts import Draft
from games.entries.match_state import MatchState


def offered(state: MatchState) -> bool:
    """Whether a battle of the open year takes plays."""
    return bool(questions.battles(state))


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the action’s page: who played Betrayal, on which battle."""
    context = {"players": questions.players(state, form), "battles": questions.fights(state, form)}
    return Screen("games/dogs_of_war/actions/betrayal.html", context)


def drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """Return the one `betrayal` entry. Raises Unreadable where an answer is missing."""
    return numbered(form, [("betrayal", {"battle": questions.where(form), "seat": questions.who(form)})])


def offline_action(state: MatchState) -> OfflineAction | None:
    """Return the form for a tablet without network; None where no battle takes plays."""
    if not offered(state):
        return None
    return questions.offline_action(
        "betrayal",
        _("Who betrays whom?"),
        _("With Betrayal one may stand on both sides of one battle, for the rest of this year."),
        _("Betrayal: {}"),
        [
            ("seat", _("Who"), questions.players(state, QueryDict())),
            ("battle", _("Battle"), questions.fights(state, QueryDict())),
        ],
    )


BETRAYAL = TableAction("betrayal", gettext_lazy("Betrayal was played"), screen, drafts, offered, offline=offline_action)
