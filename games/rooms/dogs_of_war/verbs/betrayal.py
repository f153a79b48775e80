"""Betrayal is played on a battle: that player may stand on both its sides from now on (DW-21)."""

from collections.abc import Sequence

from django.http import QueryDict

from games.book import Book
from games.drafts import Draft
from games.rooms.ahead import Aside
from games.rooms.base import Screen, Verb
from games.rooms.dogs_of_war.form import numbered
from games.rooms.dogs_of_war.verbs import asked


def offered(book: Book) -> bool:
    return bool(asked.battles(book))


def screen(book: Book, form: QueryDict) -> Screen:
    context = {"players": asked.players(book, form), "battles": asked.fights(book, form)}
    return Screen("games/dogs_of_war/verbs/betrayal.html", context)


def drafts(book: Book, form: QueryDict) -> Sequence[Draft]:
    return numbered(form, [("betrayal", {"battle": asked.where(form), "seat": asked.who(form)})])


def aside(book: Book) -> Aside | None:
    if not offered(book):
        return None
    return asked.aside(
        "betrayal",
        "Who betrays whom?",
        "With Betrayal one may stand on both sides of one battle, for the rest of this year.",
        "Betrayal: {}",
        [("seat", "Who", asked.players(book, QueryDict())), ("battle", "Battle", asked.fights(book, QueryDict()))],
    )


BETRAYAL = Verb("betrayal", "Betrayal was played", screen, drafts, offered, aside=aside)
