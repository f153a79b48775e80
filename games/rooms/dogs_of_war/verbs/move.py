"""The tracker moves without a soldier: a space with its own effect, or a card (DW-53)."""

from collections.abc import Sequence

from django.http import QueryDict

from games.book import Book
from games.drafts import Draft
from games.rooms.base import Screen, Unreadable, Verb
from games.rooms.dogs_of_war.form import number, numbered
from games.rooms.dogs_of_war.verbs import asked
from games.rooms.dogs_of_war.verbs.asked import Choice

USUAL = range(1, 8)


def offered(book: Book) -> bool:
    return bool(asked.battles(book))


def screen(book: Book, form: QueryDict) -> Screen:
    """Which house names its battle as well: every house fights once a year."""
    houses = [house for each in asked.battles(book) if each.line for house in each.line.houses]
    typed = form.get("spaces", "")
    context = {
        "players": asked.players(book, form),
        "houses": [Choice(house, house, form.get("house") == house) for house in houses],
        "spaces": [Choice(str(count), str(count), typed == str(count)) for count in USUAL],
    }
    return Screen("games/dogs_of_war/verbs/move.html", context)


def drafts(book: Book, form: QueryDict) -> Sequence[Draft]:
    house, spaces = form.get("house", ""), number(form, "spaces")
    battle = next((each.battle for each in asked.battles(book) if each.line and house in each.line.houses), None)
    if battle is None:
        raise Unreadable("Tap the house it moves to.", "house")
    if spaces is None:
        raise Unreadable("Tap how many spaces.", "spaces")
    return numbered(form, [("play", {"battle": battle, "seat": asked.who(form), "house": house, "spaces": spaces})])


MOVE = Verb("move", "A move without a soldier", screen, drafts, offered)
