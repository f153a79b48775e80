"""The page of one cell of the sheet: who wrote it when, and what it was before."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.access import MatchAccess, match_view
from games.base.results.titles import title
from games.entries.authorship import people_of, when, who
from games.entries.match_state import MatchState, load
from games.models import Match
from games.registry import table_game


@require_safe
@match_view("watch")
def cell(request: HttpRequest, match: Match, access: MatchAccess, number: int, seat: int) -> HttpResponse:
    state = load(match).public
    found = table_game(match.game).cell(state, number, seat)
    if found is None:
        raise Http404
    people = people_of(change.entry for change in found.changes)
    changes: list[dict[str, Any]] = [
        {"who": who(change.entry, people), "when": when(change.entry), "words": change.words, "note": change.note}
        for change in found.changes
    ]
    can_tag = access.can_record and table_game(match.game).record_categories.tags
    context = {
        "access": access.club_access,
        "may": access,
        "here": "more",
        "match": match,
        "title": title(match),
        "cell": found,
        "changes": changes,
        "number": number,
        "tagged": _tag_number(state, number) if can_tag else 0,
        "is_correctable": access.can_correct and _is_stored(state, number),
    }
    return render(request, "games/history/cell.html", context)


def _tag_number(state: MatchState, number: int) -> int:
    """The number of the round by which tags know it, without void rounds; 0 for a void one."""
    scored = [line.number for line in state.sheet.lines if line.is_scored]
    return scored.index(number) + 1 if number in scored else 0


def _is_stored(state: MatchState, number: int) -> bool:
    """Whether the round is stored, so that it can be corrected."""
    return table_game(state.match.game).correction.screen(state, number, QueryDict()) is not None
