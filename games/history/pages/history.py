"""Every entry of a match with all its revisions, newest first, in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.models import User
from games.access import MatchAccess, match_view
from games.confirmation.state import Said
from games.confirmation.wording import said, said_line
from games.entries.match_state import Book, open_book
from games.history.authorship import people_of, when, who
from games.match.titles import title
from games.models import Confirmation, Entry, Match
from games.registry import room

A_PAGE = 50


@require_safe
@match_view("watch")
def history(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    book, heard = open_book(match).public, said(match)
    page = Paginator(_newest(book, heard), A_PAGE).get_page(request.GET.get("page"))
    people = people_of(page.object_list)
    context = {
        "access": access.club_access,
        "may": access,
        "here": "matches",
        "match": match,
        "title": title(match),
        "page": page,
        "lines": [_line(book, row, heard, people) for row in page.object_list],
    }
    return render(request, "games/history.html", context)


def _newest(book: Book, heard: Said) -> list[Entry | Confirmation]:
    """What was written and what was said of it, together."""
    entries = sorted(book.history, key=lambda entry: (-entry.version, -entry.number, -entry.revision))
    return sorted([*entries, *heard], key=lambda row: -row.version)


def _line(book: Book, row: Entry | Confirmation, heard: Said, people: Mapping[int, User]) -> dict[str, Any]:
    if isinstance(row, Confirmation):
        return said_line(book, row, heard, people)
    return {"who": who(row, people), "when": when(row), **told(book, row)}


def told(book: Book, entry: Entry) -> dict[str, Any]:
    before = _before(book.history, entry)
    is_undo = entry.payload is None
    stands = entry in book.live
    return {
        "entry": entry,
        "note": "" if book.hides(entry.kind, entry.payload) else entry.note,
        "is_undo": is_undo,
        "words": _words(book, before if is_undo else entry),
        "before": _words(book, before) if before and not is_undo else "",
        "can_be_taken_back": stands and entry != book.live[-1],
    }


def _before(history: Sequence[Entry], entry: Entry) -> Entry | None:
    """The revision that stood on the line until this one."""
    line = [each for each in history if each.number == entry.number and each.revision < entry.revision]
    return next((each for each in reversed(line) if each.payload is not None), None)


def _words(book: Book, entry: Entry | None) -> str:
    return room(book.match.game).said(book, entry.kind, entry.payload) if entry else ""
