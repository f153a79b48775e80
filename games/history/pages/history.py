"""The page of a match's history: every revision of every entry in words, newest first."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.models import User
from games.access import MatchAccess, match_view
from games.base.results.titles import title
from games.confirmation.wording import all_answers, answer_line
from games.entries.authorship import people_of, when, who
from games.entries.confirmation import ConfirmationAnswer
from games.entries.match_state import MatchState, load
from games.history.revisions import revisions_in_words
from games.models import Confirmation, Entry, Match
from games.photos.events import PhotoEvent, photo_events, photo_line, with_photos

A_PAGE = 50


@require_safe
@match_view("watch")
def history(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    state, answers = load(match).public, all_answers(match)
    photos = photo_events(match) if access.can_see_photo else []
    page = Paginator(_newest(state, answers, photos), A_PAGE).get_page(request.GET.get("page"))
    people = people_of(row.photo if isinstance(row, PhotoEvent) else row for row in page.object_list)
    context = {
        "access": access.club_access,
        "may": access,
        "here": "more",
        "match": match,
        "title": title(match),
        "page": page,
        "lines": [_line(state, row, answers, people) for row in page.object_list],
    }
    return render(request, "games/history/history.html", context)


def _newest(
    state: MatchState, answers: ConfirmationAnswer, photos: Sequence[PhotoEvent]
) -> list[Entry | Confirmation | PhotoEvent]:
    """Entries, answers about the sheet and photo events together, newest first."""
    entries = sorted(state.history, key=lambda entry: (-entry.version, -entry.number, -entry.revision))
    rows: list[Entry | Confirmation] = [*entries, *answers]
    return with_photos(sorted(rows, key=lambda row: -row.version), photos)


def _line(
    state: MatchState, row: Entry | Confirmation | PhotoEvent, answers: ConfirmationAnswer, people: Mapping[int, User]
) -> dict[str, Any]:
    if isinstance(row, PhotoEvent):
        return photo_line(row, people)
    if isinstance(row, Confirmation):
        return answer_line(state, row, answers, people)
    return {"who": who(row, people), "when": when(row), **revisions_in_words(state, row)}
