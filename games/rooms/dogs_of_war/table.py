"""Which screen the table shows now: the pairs of the year, its battles, its plays, the final tally."""

from django.http import QueryDict

from games.book import Book
from games.rooms.base import Screen
from games.rooms.dogs_of_war import end_only, pairing, plays, tally, whole, whole_screen, year
from games.rooms.dogs_of_war.open_year import sheet_of
from scoring.dogs_of_war import next_step
from scoring.dogs_of_war.step import YearStep


def screen(book: Book, form: QueryDict) -> Screen:
    step = next_step(sheet_of(book))
    if not isinstance(step, YearStep):
        return tally.screen(book, form)
    if end_only.wanted(form):
        return end_only.screen(book, form)
    if form.get("what") == whole.WHAT:
        return whole_screen.screen(book, step, form)
    if step.free or "pairs" in form:
        return pairing.screen(book, step, form)
    if plays.wanted(book, form):
        return plays.screen(book, step, form)
    return year.screen(book, form)
