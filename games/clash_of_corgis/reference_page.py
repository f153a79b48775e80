"""Combos and effects on one page, one tap away while playing: nothing is written there."""

from collections.abc import Sequence

from django.http import QueryDict

from games.base.table_game import Screen, Unreadable, Verb
from games.entries.drafts import Draft
from games.entries.match_state import Book

REFERENCE = "games/clash_of_corgis/_reference.html"


def screen(_book: Book, _form: QueryDict) -> Screen:
    return Screen("games/clash_of_corgis/reference.html", {"reference": REFERENCE, "here": "rules"})


def drafts(_book: Book, _form: QueryDict) -> Sequence[Draft]:
    raise Unreadable("Nothing is written on this page. Go back to the table.")


EFFECTS = Verb("effects", "Combos and effects", screen, drafts, lambda _book: True)
