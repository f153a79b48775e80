"""The whole year as the club's server shows it: filled in by the tablet alone, to be put right or written down."""

from django.http import QueryDict

from games.book import Book
from games.rooms.base import Screen, Unreadable
from games.rooms.dogs_of_war import whole
from games.rooms.dogs_of_war.open_year import context, sheet_of
from games.rooms.dogs_of_war.said import last_step
from games.rooms.dogs_of_war.whole_form import form_of
from scoring.dogs_of_war.step import YearStep

TEMPLATE = "games/dogs_of_war/whole.html"


def screen(book: Book, step: YearStep, form: QueryDict) -> Screen:
    more = {
        "page": {"more": form_of(book, form, is_open=True)},
        "bold": _missing(form) or "Every battle is filled in.",
        "main": f"Year {step.number + 1}" if step.number < step.years else "The tally",
        "undo": f"Undo: {said}" if (said := last_step(book)) else "",
    }
    return Screen(TEMPLATE, {**context(book, sheet_of(book), step, form), **more})


def _missing(form: QueryDict) -> str:
    """What keeps the year from being written down."""
    try:
        whole.entries(form)
    except Unreadable as error:
        return error.message
    return ""
