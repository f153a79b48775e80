"""The page of a whole year that a tablet sent, to be corrected or saved."""

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.base.display import Screen
from games.base.entry.hidden_forms import undo_label
from games.base.table_game import Unreadable
from games.dogs_of_war.words.wording import last_step
from games.dogs_of_war.years import full_year
from games.dogs_of_war.years.full_year_form import form_of
from games.dogs_of_war.years.open_year import context, sheet_of
from games.entries.match_state import MatchState
from scoring.dogs_of_war.step import YearStep

TEMPLATE = "games/dogs_of_war/whole.html"


def screen(state: MatchState, step: YearStep, form: QueryDict) -> Screen:
    """Return the page with the values of the form."""
    more = {
        "page": {"more": form_of(state, form, is_open=True)},
        "bold": _missing(form) or _("Every battle is filled in."),
        "main": _("Year {number}").format(number=step.number + 1) if step.number < step.years else _("The tally"),
        "undo": undo_label(last_step(state)),
    }
    return Screen(TEMPLATE, {**context(state, sheet_of(state), step, form), **more})


def _missing(form: QueryDict) -> str:
    """Return why the year cannot be saved yet; "" where it can."""
    try:
        full_year.entries(form)
    except Unreadable as error:
        return error.message
    return ""
