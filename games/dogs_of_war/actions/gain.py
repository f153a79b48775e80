"""An extra captain for a player this year: the reward of a space, or a bonus that was not recorded (DW-15, DW-25)."""

from collections.abc import Sequence

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.display import Screen
from games.base.offline import OfflineAction
from games.base.table_game import TableAction, Unreadable
from games.dogs_of_war.actions import questions
from games.dogs_of_war.actions.questions import Choice
from games.dogs_of_war.years.form import number, numbered
from games.entries.drafts import Draft
from games.entries.match_state import MatchState

MOST_CAPTAINS = 3


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the action’s page: who gains captains, and how many."""
    context = {"players": questions.players(state, form), "counts": _counts(form.get("captains", "1"))}
    return Screen("games/dogs_of_war/actions/gain.html", context)


def _counts(chosen: str) -> list[Choice]:
    return [Choice(str(count), str(count), chosen == str(count)) for count in range(1, MOST_CAPTAINS + 1)]


def drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """Return the one `gain` entry. Raises Unreadable where an answer is missing."""
    count = number(form, "captains")
    if count is None:
        raise Unreadable(_("Tap how many captains."), "captains")
    return numbered(form, [("gain", {"seat": questions.who(form), "captains": count})])


def offline_action(state: MatchState) -> OfflineAction | None:
    """Return the form for a tablet without network; None where no year is open."""
    if not questions.is_year(state):
        return None
    return questions.offline_action(
        "gain",
        _("Who gains a captain?"),
        _("A captain from a space, a card or a bonus counts on top of those of the year."),
        _("Extra captain: {}"),
        [("seat", _("Who"), questions.players(state, QueryDict())), ("captains", _("How many"), _counts("1"))],
    )


GAIN = TableAction("gain", gettext_lazy("Extra captain"), screen, drafts, questions.is_year, offline=offline_action)
