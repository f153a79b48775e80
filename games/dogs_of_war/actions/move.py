"""A move of the tracker without a soldier: by the effect of a space, or a card (DW-53)."""

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

USUAL = range(1, 8)


def offered(state: MatchState) -> bool:
    """Whether a battle of the open year takes plays."""
    return bool(questions.battles(state))


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the action’s page: who, towards which house, how many spaces. The house determines the battle, because
    each house fights once a year.
    """
    context = {"players": questions.players(state, form), "houses": _houses(state, form), "spaces": _spaces(form)}
    return Screen("games/dogs_of_war/actions/move.html", context)


def _houses(state: MatchState, form: QueryDict) -> list[Choice]:
    houses = [house for each in questions.battles(state) if each.line for house in each.line.houses]
    return [Choice(house, house, form.get("house") == house) for house in houses]


def _spaces(form: QueryDict) -> list[Choice]:
    typed = form.get("spaces", "")
    return [Choice(str(count), str(count), typed == str(count)) for count in USUAL]


def drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """Return the one `play` entry. Raises Unreadable where an answer is missing."""
    house, spaces = form.get("house", ""), number(form, "spaces")
    battle = next((each.battle for each in questions.battles(state) if each.line and house in each.line.houses), None)
    if battle is None:
        raise Unreadable(_("Tap the house it moves to."), "house")
    if spaces is None:
        raise Unreadable(_("Tap how many spaces."), "spaces")
    return numbered(form, [("play", {"battle": battle, "seat": questions.who(form), "house": house, "spaces": spaces})])


def offline_action(state: MatchState) -> OfflineAction | None:
    """Return the form for a tablet without network; None where no battle takes plays."""
    if not offered(state):
        return None
    nothing = QueryDict()
    return questions.offline_action(
        "play",
        _("Which way, and how far?"),
        _("A space or a card moves the tracker by itself: no soldier, no captain. It stops at 15 like any other."),
        _("A move without a soldier: {}"),
        [
            ("seat", _("Who"), questions.players(state, nothing)),
            ("house", _("Towards"), _houses(state, nothing)),
            ("spaces", _("Spaces"), _spaces(nothing)),
        ],
    )


MOVE = TableAction("move", gettext_lazy("A move without a soldier"), screen, drafts, offered, offline=offline_action)
