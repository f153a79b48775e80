"""Drafts that lost a conflict: they are stored in the history, without effect on the sheet."""

import uuid
from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction

from games.entries.drafts import Author, Closed, Draft, Gap
from games.entries.match_state import MatchState, load
from games.ledger.rows import NEW_ENTRY, locked, new_entry
from games.ledger.writing import Recorded, sheet_after
from games.live.publish import publish_match
from games.models import Entry
from scoring.base import RuleError


@transaction.atomic
def discard_drafts(match_id: uuid.UUID, drafts: Sequence[Draft], *, by: Author) -> Recorded:
    """Write each draft as a revision of its line, and the entry stored there as the next revision, so that no figure
    changes.

    Raises Closed or Gap. Drafts sent again are returned as they are stored.
    """
    state = load(locked(match_id))
    known = {entry.id: entry for entry in state.history}
    fresh = [draft for draft in drafts if draft.id not in known]
    if not fresh:
        ids = {key for draft in drafts for key in (draft.id, _rewritten_id(draft.id))}
        return Recorded(state, tuple(entry for entry in state.history if entry.id in ids), again=True)
    if state.match.abandoned_at:
        raise Closed
    lost: list[Entry] = []
    for draft in fresh:
        state, entries = _write_discarded(state, draft, by)
        lost += entries
    state.match.save(update_fields=["version"])
    publish_match(state.match)
    return Recorded(state, tuple(lost))


def only_discarded(state: MatchState, version: int) -> bool:
    """Whether every entry written after `version` was discarded, so that the sheet is unchanged.

    Also true if the match was only abandoned and reopened since.
    """
    since = {entry.id for entry in state.history if entry.version > version}
    if not since:
        return version < state.match.version and state.match.is_undecided
    lost = {key for key in since if _rewritten_id(key) in since}
    return since == lost | {_rewritten_id(key) for key in lost}


def _rewritten_id(key: uuid.UUID) -> uuid.UUID:
    return uuid.uuid5(key, "stands")


def _write_discarded(state: MatchState, draft: Draft, by: Author) -> tuple[MatchState, list[Entry]]:
    """Write a discarded draft and the restored entry.

    If the draft would have been legal, the two have separate versions, so that the history of a cell can tell them
    apart.
    """
    if not 1 <= draft.number <= state.next_number:
        raise Gap(yours=draft.number, ours=state.next_number)
    before = [entry for entry in state.history if entry.number == draft.number]
    last = before[-1] if before else None
    lost = _written(state, replace(draft, note=draft.note or "Not chosen."), by)
    stood = _is_legal(state, lost)
    state = _with(state, lost)
    state.match.version += stood
    again = Draft(draft.kind, draft.number, None) if last is None else _same(last)
    rewritten = _written(state, replace(again, id=_rewritten_id(draft.id)), by)
    state.match.version += 1
    return _with(state, rewritten), [lost, rewritten]


def _is_legal(state: MatchState, entry: Entry) -> bool:
    try:
        sheet_after(state, [entry])
    except RuleError:
        return False
    return True


def _same(entry: Entry) -> Draft:
    return Draft(entry.kind, entry.number, entry.payload, player=entry.player_id, note=entry.note)


def _written(state: MatchState, draft: Draft, by: Author) -> Entry:
    entry = new_entry(state, draft, by)
    NEW_ENTRY.run(entry)
    return entry


def _with(state: MatchState, entry: Entry) -> MatchState:
    history = sorted([*state.history, entry], key=lambda each: (each.number, each.revision))
    return MatchState(state.match, history, state.seats)
