"""Chooses the screen that the table’s page shows."""

from django.http import QueryDict

from games.base.display import Screen
from games.dogs_of_war.tallies import final_values_entry, tally
from games.dogs_of_war.years import full_year, pairing, plays, year
from games.dogs_of_war.years.open_year import sheet_of
from games.entries.match_state import MatchState
from scoring.dogs_of_war import next_step
from scoring.dogs_of_war.step import YearStep


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the table’s page: the pairs of the year, its battles, its plays, a whole year, the house values, or the
    final tally.
    """
    sheet = sheet_of(state)
    step = next_step(sheet)
    if final_values_entry.wanted(form) and not (sheet.declared or sheet.complete):
        return final_values_entry.screen(state, form)
    if not isinstance(step, YearStep):
        return tally.screen(state, form)
    if form.get("what") == full_year.WHAT:
        return full_year.screen(state, step, form)
    if step.free or "pairs" in form:
        return pairing.screen(state, step, form)
    if plays.is_shown(state, form):
        return plays.screen(state, step, form)
    return year.screen(state, form)
