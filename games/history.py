"""The pages of a match's history and of one cell: who wrote what when, and what it was before."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.models import User
from games.access import MatchAccess, match_view
from games.base.wording import substitution_in_words, title
from games.confirmation.wording import all_answers, answer_line
from games.entries.confirmation import ConfirmationAnswer
from games.entries.drafts import Moment, people_of, when, who
from games.entries.match_state import MatchState, load
from games.models import Confirmation, Entry, Match, Substitution
from games.photos.keeping import PhotoEvent, photo_events, photo_line, with_photos
from games.registry import table_game

# One revision of an entry in words, for the history.


def revisions_in_words(state: MatchState, entry: Entry) -> dict[str, Any]:
    """The context of a line in the history; an undo is described by the revision it took back."""
    before = _before(state.history, entry)
    is_undo = entry.payload is None
    is_live = entry in state.live
    return {
        "entry": entry,
        "note": "" if state.hides(entry.kind, entry.payload) else entry.note,
        "is_undo": is_undo,
        "words": _words(state, before if is_undo else entry),
        "before": _words(state, before) if before and not is_undo else "",
        "can_be_taken_back": is_live and entry != state.live[-1],
    }


def _before(history: Sequence[Entry], entry: Entry) -> Entry | None:
    """The last earlier revision of the line that was not an undo, or None."""
    line = [each for each in history if each.number == entry.number and each.revision < entry.revision]
    return next((each for each in reversed(line) if each.payload is not None), None)


def _words(state: MatchState, entry: Entry | None) -> str:
    return table_game(state.match.game).entry_in_words(state, entry.kind, entry.payload) if entry else ""


# The page of a match's history: every revision of every entry in words, newest first.


A_PAGE = 50


@require_safe
@match_view("watch")
def history(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    state, answers = load(match).public, all_answers(match)
    substitutions = list(match.substitutions.select_related("player", "instead_of"))
    photos = photo_events(match) if access.can_see_photo else []
    page = Paginator(_newest(state, [*answers, *substitutions], photos), A_PAGE).get_page(request.GET.get("page"))
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


Row = Entry | Confirmation | Substitution


def _newest(
    state: MatchState, others: Sequence[Confirmation | Substitution], photos: Sequence[PhotoEvent]
) -> list[Row | PhotoEvent]:
    """Entries, answers about the sheet, substitutes and photo events together, newest first."""
    entries = sorted(state.history, key=lambda entry: (-entry.version, -entry.number, -entry.revision))
    rows: list[Row] = [*entries, *others]
    return with_photos(sorted(rows, key=lambda row: -row.version), photos)


def _line(
    state: MatchState, row: Row | PhotoEvent, answers: ConfirmationAnswer, people: Mapping[int, User]
) -> dict[str, Any]:
    if isinstance(row, PhotoEvent):
        return photo_line(row, people)
    if isinstance(row, Confirmation):
        return answer_line(state, row, answers, people)
    if isinstance(row, Substitution):
        words = substitution_in_words(state, row, table_game(state.match.game).display.round_word)
        return {"substitution": row, "who": who(row, people), "when": Moment(row.recorded_at), "words": words}
    return {"who": who(row, people), "when": when(row), **revisions_in_words(state, row)}


# The page of one cell of the sheet: who wrote it when, and what it was before.


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
        "played_by": state.substitutes.player_of(seat, number),
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
