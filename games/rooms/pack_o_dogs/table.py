"""Which screen the table shows now."""

from django.http import QueryDict

from games.book import Book, read
from games.rooms.base import Screen
from games.rooms.pack_o_dogs import count, over, play
from games.rooms.pack_o_dogs.parts import free_number, sheet_of
from scoring.pack_o_dogs import Capture, RoundStep, next_step


def screen(book: Book, form: QueryDict) -> Screen:
    """What is next; what was written last stays until somebody goes on to the free line."""
    step = next_step(sheet_of(book))
    if step is None or (_rests(book) and form.get("number") != str(free_number(book))):
        return play.written(book) if isinstance(step, RoundStep) and step.leader is not None else over.over(book)
    return play.asked(book, step, form) if isinstance(step, RoundStep) else count.counting(book, step, form)


def _rests(book: Book) -> bool:
    """A round or a whole base game was written; a capture is only counted on."""
    return bool(book.live) and not isinstance(read(book.engine, book.live[-1]), Capture)
