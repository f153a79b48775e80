"""The pages of a match's history and of one cell: who wrote what when, and what it was before."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from clubs.language.locales import comma_separated, minus
from clubs.models import User
from clubs.players.search import name_key
from games.access import MatchAccess, match_view
from games.base.names import listed
from games.base.wording import substitution_in_words, title
from games.confirmation import is_corrected, name_of
from games.entries.confirmation import ConfirmationAnswer, Kind
from games.entries.drafts import Moment, people_of, when, who
from games.entries.match_state import MatchState, load
from games.models import Confirmation, Entry, Match, Substitution
from games.photos import PhotoEvent, photo_events, photo_line, with_photos
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


# An answer about the sheet in words, for the history.


WORDS: Mapping[str, str | Promise] = {
    Kind.CONFIRMED: gettext_lazy("Confirmed the result"),
    Kind.OBJECTED: gettext_lazy("Reported a mistake"),
    Kind.SETTLED: gettext_lazy("Made it final"),
    Kind.KEPT: gettext_lazy("Corrected it; it stays final"),
}


def all_answers(match: Match) -> list[Confirmation]:
    """All answers about the match, including withdrawn ones; an empty list where none are asked for."""
    rows = match.confirmations.select_related("player__merged_into")
    return list(rows) if match.confirm else []


def answer_line(
    state: MatchState, row: Confirmation, answers: ConfirmationAnswer, people: Mapping[int, User]
) -> dict[str, Any]:
    """Return the context of a line in the history; `answers` is what `all_answers` returns."""
    totals = [(seat.player.label, total) for seat, total in zip(state.seats, row.totals, strict=False)]
    return {
        "confirmation": row,
        "who": comma_separated((name_of(row), _by(row, people))),
        "when": Moment(row.recorded_at),
        "words": WORDS[row.kind],
        "totals": comma_separated(f"{name} {minus(total)}" for name, total in totals if total is not None),
        "note": row.note,
        "together": _together(row, answers),
        "is_corrected": row.withdrawn_at is None and row.kind != Kind.KEPT and is_corrected(answers),
    }


def _together(row: Confirmation, answers: ConfirmationAnswer) -> str:
    """A sentence naming the other players for whom the same device answered, also if that was withdrawn; "" if none."""
    others = {name_of(each) for each in answers if row.browser and each.browser == row.browser} - {name_of(row)}
    if not others:
        return ""
    names = listed(sorted(others, key=name_key))
    return _("From the device that answered for {names} as well.").format(names=names)


def _by(row: Confirmation, people: Mapping[int, User]) -> str:
    return who(row, people) if row.recorded_by_id or row.device or row.position is None else ""


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
