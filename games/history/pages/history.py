"""Every entry of a match with all its revisions, newest first, in words."""

from collections.abc import Mapping
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.models import User
from games.access import MatchAccess, match_view
from games.base.titles import title
from games.confirmation.wording import answer_line, answers_in_words
from games.entries.authorship import people_of, when, who
from games.entries.confirmation import ConfirmationAnswer
from games.entries.match_state import MatchState, load
from games.history.revisions import revisions_in_words
from games.models import Confirmation, Entry, Match

A_PAGE = 50


@require_safe
@match_view("watch")
def history(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    state, answers = load(match).public, answers_in_words(match)
    page = Paginator(_newest(state, answers), A_PAGE).get_page(request.GET.get("page"))
    people = people_of(page.object_list)
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


def _newest(state: MatchState, answers: ConfirmationAnswer) -> list[Entry | Confirmation]:
    """What was written and what was said of it, together."""
    entries = sorted(state.history, key=lambda entry: (-entry.version, -entry.number, -entry.revision))
    return sorted([*entries, *answers], key=lambda row: -row.version)


def _line(
    state: MatchState, row: Entry | Confirmation, answers: ConfirmationAnswer, people: Mapping[int, User]
) -> dict[str, Any]:
    if isinstance(row, Confirmation):
        return answer_line(state, row, answers, people)
    return {"who": who(row, people), "when": when(row), **revisions_in_words(state, row)}
