"""Somebody takes a captain more this year: a space's reward, or a bonus nobody noted (DW-15, DW-25)."""

from collections.abc import Sequence

from django.http import QueryDict

from games.base.offline import Aside
from games.base.table_game import Screen, Unreadable, Verb
from games.dogs_of_war.actions import questions
from games.dogs_of_war.actions.questions import Choice
from games.dogs_of_war.form import number, numbered
from games.entries.drafts import Draft
from games.entries.match_state import Book

MOST = 3


def screen(book: Book, form: QueryDict) -> Screen:
    context = {"players": questions.players(book, form), "counts": _counts(form.get("captains", "1"))}
    return Screen("games/dogs_of_war/verbs/gain.html", context)


def _counts(chosen: str) -> list[Choice]:
    return [Choice(str(count), str(count), chosen == str(count)) for count in range(1, MOST + 1)]


def drafts(book: Book, form: QueryDict) -> Sequence[Draft]:
    count = number(form, "captains")
    if count is None:
        raise Unreadable("Tap how many captains.", "captains")
    return numbered(form, [("gain", {"seat": questions.who(form), "captains": count})])


def aside(book: Book) -> Aside | None:
    if not questions.is_year(book):
        return None
    return questions.aside(
        "gain",
        "Who takes a captain more?",
        "A captain from a space, a card or a bonus counts beside those of the year.",
        "A captain more: {}",
        [("seat", "Who", questions.players(book, QueryDict())), ("captains", "How many", _counts("1"))],
    )


GAIN = Verb("gain", "A captain more", screen, drafts, questions.is_year, aside=aside)
