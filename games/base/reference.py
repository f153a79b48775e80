"""Read-only reference pages of a game, linked from the table."""

from collections.abc import Sequence
from typing import Any

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from clubs.language.game_names import name_of
from games.base.display import Screen
from games.base.table_game import TableAction, Unreadable
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.base import Engine


def reference_action(key: str, label: str | Promise, engine: Engine[Any], template: str) -> TableAction:
    """Return the table action that shows the reference `template` of a game."""

    def screen(_state: MatchState, _form: QueryDict) -> Screen:
        about = {"reference": template, "reference_of": name_of(engine), "reference_title": label, "here": "more"}
        return Screen("games/base/reference.html", about)

    return TableAction(key, label, screen, _drafts, lambda _state: True)


def _drafts(_state: MatchState, _form: QueryDict) -> Sequence[Draft]:
    raise Unreadable(_("There is nothing to enter on this page. Go back to the table."))
