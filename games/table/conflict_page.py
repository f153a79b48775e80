"""Pages for conflicts, when two devices wrote the same line: both entries, and the choice between them. Nothing is
merged.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.language.locales import comma_separated
from games.access import HtmxRequest, MatchAccess
from games.base.table_game import Difference
from games.base.wording import title
from games.entries.drafts import Closed, Conflict, Draft, Refused, people_of, who
from games.entries.match_state import MatchState, load
from games.models import Entry
from games.registry import table_game
from scoring.base import RuleError

ON_A_BUTTON = 3
OURS = ("entry", "version", "csrfmiddlewaretoken", "at", "do")


def answer(request: HtmxRequest, access: MatchAccess, refused: Refused, drafts: Sequence[Draft]) -> HttpResponse | None:
    """At the table: 409 with both entries; None if both devices wrote the same, so that there is nothing to choose.

    Raises RuleError if the draft cannot be read.
    """
    access.match.refresh_from_db()
    state = load(access.match)
    standing = _standing(state, drafts)
    rows = [row for draft, entry in standing for row in table_game(state.match.game).differences(state, draft, entry)]
    if standing and not rows and not isinstance(refused, Closed):
        return None
    # Entries described in words may read the same where their difference is still secret.
    clashes = [row for row in rows if (row.differs or not row.what) and not row.is_sum]
    context: dict[str, Any] = {
        "access": access.club_access,
        "may": access,
        "match": state.match,
        "table_game": table_game(state.match.game),
        "refused": refused,
        "is_closed": isinstance(refused, Closed),
        "clashes": clashes,
        "compared": _compared(rows) if clashes and not isinstance(refused, Closed) else None,
        "mine": [_words(state, draft) for draft in drafts],
        "here_at": drafts[0].recorded_at or timezone.now(),
        "here_by": access.writer.user or access.writer.device,
        "theirs": standing[0][1] if standing else None,
        "theirs_by": who(standing[0][1], people_of([standing[0][1]])) if standing else "",
        "since": [_words(state, entry) for entry in _meanwhile(refused)],
        "again": _again(request, state),
        "sent": [(name, value) for name, value in _fields(request) if name not in ("csrfmiddlewaretoken", "do")],
        "is_alone": all(entry.number <= max(draft.number for draft in drafts) for entry in state.live),
        "path": request.path,
    }
    template = "games/table/conflict.html"
    context["screen"] = {"template": template}
    page = template if request.htmx else "games/table/page.html"
    return render(request, page, context, status=409)


@dataclass(frozen=True)
class Compared:
    """Both entries as a table: a row per value, the sums below, and which of the two can be right."""

    rows: Sequence[Difference]
    sums: Sequence[Difference]
    mine_fits: bool
    theirs_fits: bool

    @property
    def same(self) -> str:
        """The rows that agree, in one line for narrow screens."""
        return comma_separated(f"{row.name or row.what} {row.mine}" for row in self.rows if not row.differs)

    @property
    def apart(self) -> list[tuple[str, str, str]]:
        """The rows that differ, for the buttons; empty if there are more than three."""
        found = [(row.name or row.what, row.mine, row.theirs) for row in self.rows if row.differs]
        return found if len(found) <= ON_A_BUTTON else []


def _compared(rows: Sequence[Difference]) -> Compared | None:
    """None if an entry is only given in words, such as an undo."""
    if not all(row.what for row in rows):
        return None
    fits = [row.fits for row in rows if row.fits]
    return Compared(
        [row for row in rows if not row.is_sum],
        [row for row in rows if row.is_sum],
        all(mine for mine, _ in fits),
        all(theirs for _, theirs in fits),
    )


def _standing(state: MatchState, drafts: Sequence[Draft]) -> list[tuple[Draft, Entry]]:
    """Each draft with the last revision of its line, if it has one."""
    last = {entry.number: entry for entry in state.history}
    return [(draft, last[draft.number]) for draft in drafts if draft.number in last]


def _again(request: HttpRequest, state: MatchState) -> list[tuple[str, str]]:
    """The form's fields for sending it again: as a new entry, on the current version."""
    hidden_fields = [(name, value) for name, value in _fields(request) if name not in OURS]
    return [("entry", str(uuid.uuid4())), ("version", str(state.match.version)), *hidden_fields]


def _fields(request: HttpRequest) -> list[tuple[str, str]]:
    return [(name, value) for name, values in request.POST.lists() for value in values]


def conflict_response(
    request: HttpRequest, state: MatchState, access: MatchAccess, refused: Refused, again: str = ""
) -> HttpResponse:
    """On other pages: 409 with the drafts and the stored entries; `again` is the URL to start again from."""
    drafts = refused.drafts if isinstance(refused, Conflict) else ()
    context = {
        "access": access.club_access,
        "here": "more",
        "match": state.match,
        "title": title(state.match),
        "refused": refused,
        "mine": [_words(state, draft) for draft in drafts],
        "theirs": _theirs(state, _meanwhile(refused)),
        "again": again or request.path,
        "table": reverse("table", args=[state.match.pk]) if state.match.is_open else state.match.get_absolute_url(),
    }
    return render(request, "games/table/clash.html", context, status=409)


def _meanwhile(refused: Refused) -> Sequence[Entry]:
    return refused.entries if isinstance(refused, Conflict) else ()


def _theirs(state: MatchState, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    people = people_of(entries)
    return [{"words": _words(state, entry), "who": who(entry, people), "at": entry.received_at} for entry in entries]


def _words(state: MatchState, written: Draft | Entry) -> str:
    if written.payload is None:
        return _("line {number} undone").format(number=written.number)
    try:
        return table_game(state.match.game).entry_in_words(state, written.kind, written.payload)
    except RuleError as error:  # a late draft that is not valid either
        return error.sentence(state.names)
