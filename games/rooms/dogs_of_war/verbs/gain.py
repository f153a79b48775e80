"""Somebody takes a captain more this year: a space's reward, or a bonus nobody noted (DW-15, DW-25)."""

from collections.abc import Sequence

from django.http import QueryDict

from games.book import Book
from games.drafts import Draft
from games.rooms.ahead import Aside
from games.rooms.base import Screen, Unreadable, Verb
from games.rooms.dogs_of_war.form import number, numbered
from games.rooms.dogs_of_war.verbs import asked
from games.rooms.dogs_of_war.verbs.asked import Choice

MOST = 3


def screen(book: Book, form: QueryDict) -> Screen:
    context = {"players": asked.players(book, form), "counts": _counts(form.get("captains", "1"))}
    return Screen("games/dogs_of_war/verbs/gain.html", context)


def _counts(chosen: str) -> list[Choice]:
    return [Choice(str(count), str(count), chosen == str(count)) for count in range(1, MOST + 1)]


def drafts(book: Book, form: QueryDict) -> Sequence[Draft]:
    count = number(form, "captains")
    if count is None:
        raise Unreadable("Tap how many captains.", "captains")
    return numbered(form, [("gain", {"seat": asked.who(form), "captains": count})])


def aside(book: Book) -> Aside | None:
    if not asked.is_year(book):
        return None
    return asked.aside(
        "gain",
        "Who takes a captain more?",
        "A captain from a space, a card or a bonus counts beside those of the year.",
        "A captain more: {}",
        [("seat", "Who", asked.players(book, QueryDict())), ("captains", "How many", _counts("1"))],
    )


GAIN = Verb("gain", "A captain more", screen, drafts, asked.is_year, aside=aside)
