"""Recording of drafts: entries and figures are written in one transaction."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.calendar.nights import arrive, go_home
from clubs.process_counters import count
from games.consequences.follow import send_rounds_changed, update_consequences
from games.entries.derived_rows import moved_rows
from games.entries.drafts import Author, Conflict, Draft, Refused
from games.entries.match_state import MatchState, extend, fold, load, standing
from games.ledger.checks import check_content, check_numbers, check_version
from games.ledger.confirmation import remaining_answers
from games.ledger.rows import NEW_ENTRY, locked, new_entry, write_match, write_seats, write_tallies
from games.live.publish import publish_match
from games.models import Entry
from scoring.base import Sheet


@dataclass(frozen=True)
class Recorded:
    """The stored entries, and the state of the match after them; `again` if they were stored before."""

    state: MatchState
    entries: tuple[Entry, ...]
    again: bool = False


def record(match_id: uuid.UUID, drafts: Sequence[Draft], *, version: int, by: Author) -> Recorded:
    """Write the drafts, all or none. `version` is the version of the match that the writer saw.

    Raises Conflict, Gap or Closed, and RuleError if the game forbids an entry, or a later round after it.
    """
    try:
        with transaction.atomic():
            recorded = _record(load(locked(match_id)), drafts, version, by)
            if not recorded.again:
                publish_match(recorded.state.match)
    except Refused:
        count("conflicts")
        raise
    except IntegrityError as error:
        count("conflicts")
        raise Conflict(_("This entry was sent for another match already."), yours=version, ours=version) from error
    count("entries", 0 if recorded.again else len(recorded.entries))
    return recorded


def _record(state: MatchState, drafts: Sequence[Draft], version: int, by: Author) -> Recorded:
    known = {entry.id: entry for entry in state.history}
    for draft in drafts:
        if draft.id in known:
            check_content(state, draft, known[draft.id])
    fresh = [draft for draft in drafts if draft.id not in known]
    if not fresh:
        return Recorded(state, tuple(known[draft.id] for draft in drafts), again=True)
    check_version(state, fresh, version)
    entries = [new_entry(state, draft, by) for draft in fresh]
    check_numbers(state, entries)
    return _write(state, entries, by)


def _write(state: MatchState, entries: Sequence[Entry], by: Author) -> Recorded:
    before, after, was_over = state.sheet, sheet_after(state, entries), state.match.finished_at is not None
    history = sorted([*state.history, *entries], key=lambda entry: (entry.number, entry.revision))
    seats = write_seats(state, before, after, standing(history))
    for entry in entries:
        NEW_ENTRY.run(entry)
    write_tallies(seats, *moved_rows(before, after))
    write_match(state.match, after, entries[-1], remaining_answers(state.match, after, by))
    written = MatchState(state.match, history, seats).with_sheet(after)
    if before.active_seats != after.active_seats:
        update_attendance(written, before.active_seats)
    if was_over or state.match.finished_at:
        update_consequences(written, was_over=was_over)
    if _has_moved(before, after):
        send_rounds_changed(written)
    return Recorded(written, tuple(entries))


def _has_moved(before: Sheet, after: Sheet) -> bool:
    """Whether the rounds, the active seats or the outcome differ."""
    if before.lines is not after.lines:
        return True
    return (before.active_seats, before.winners, before.losers) != (after.active_seats, after.winners, after.losers)


def sheet_after(state: MatchState, entries: Sequence[Entry]) -> Sheet:
    """The sheet after these entries; earlier rounds are only folded again if one of them changes. Raises RuleError."""
    if all(entry.number >= state.next_number for entry in entries):
        return extend(state, state.sheet, entries)
    history = sorted([*state.history, *entries], key=lambda entry: (entry.number, entry.revision))
    return fold(state, standing(history))


def preview(state: MatchState, drafts: Sequence[Draft]) -> Sheet:
    """The sheet as the drafts would make it; writes nothing. Raises RuleError and Gap as `record` does."""
    entries = [new_entry(state, draft, Author(None)) for draft in drafts]
    check_numbers(state, entries)
    return sheet_after(state, entries)


def insert(state: MatchState, at: int, drafts: Sequence[Draft], *, by: Author) -> Recorded:
    """Insert forgotten entries before line `at`, in one transaction.

    Every later line becomes a new revision with the content of an earlier one. Raises as `record` does.
    """
    later = [entry for entry in state.live if entry.number >= at]
    line = [*drafts, *(Draft(entry.kind, 0, entry.payload, player=entry.player_id, note=entry.note) for entry in later)]
    moved = [replace(draft, number=at + step) for step, draft in enumerate(line)]
    last = at + len(line)
    spare = [Draft(entry.kind, entry.number, None) for entry in state.live if entry.number >= last]
    return record(state.match.pk, [*moved, *spare], version=state.match.version, by=by)


def update_attendance(state: MatchState, before: tuple[int, ...]) -> None:
    """Mark players who joined or left the table as arrived at or gone from the night; `before` are the seats active
    until now.
    """
    night = state.match.night
    if night is None:
        return
    after, now = state.sheet.active_seats, night.closed_at or timezone.now()
    players = {seat.position: seat.player for seat in state.seats}
    come = [players[seat] for seat in after if seat not in before]
    if come:
        arrive(night, come, now)
    for seat in before:
        if seat not in after and seat in players:
            go_home(night, players[seat], now)
