"""The tracker moves without a soldier: a space with its own effect, or a card (DW-53)."""

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
    return bool(questions.battles(state))


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Which house names its battle as well: every house fights once a year."""
    context = {"players": questions.players(state, form), "houses": _houses(state, form), "spaces": _spaces(form)}
    return Screen("games/dogs_of_war/actions/move.html", context)


def _houses(state: MatchState, form: QueryDict) -> list[Choice]:
    houses = [house for each in questions.battles(state) if each.line for house in each.line.houses]
    return [Choice(house, house, form.get("house") == house) for house in houses]


def _spaces(form: QueryDict) -> list[Choice]:
    typed = form.get("spaces", "")
    return [Choice(str(count), str(count), typed == str(count)) for count in USUAL]


def drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    house, spaces = form.get("house", ""), number(form, "spaces")
    battle = next((each.battle for each in questions.battles(state) if each.line and house in each.line.houses), None)
    if battle is None:
        raise Unreadable(_("Tap the house it moves to."), "house")
    if spaces is None:
        raise Unreadable(_("Tap how many spaces."), "spaces")
    return numbered(form, [("play", {"battle": battle, "seat": questions.who(form), "house": house, "spaces": spaces})])


def offline_action(state: MatchState) -> OfflineAction | None:
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
