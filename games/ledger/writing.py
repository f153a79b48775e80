"""Recording of drafts: entries and figures are written in one transaction."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.calendar.nights import arrive, go_home
from clubs.process_counters import count
from games.consequences.follow import send_rounds_changed, update_consequences
from games.entries.drafts import Author, Closed, Conflict, Draft, Gap, Refused
from games.entries.match_state import IN_ORDER, MatchState, extend, fold, load, moved_rows, standing
from games.ledger.confirmation import remaining_answers
from games.ledger.rows import NEW_ENTRY, WRITTEN, close, locked, new_entry, payload, write_seats, write_tallies
from games.live import publish_match
from games.models import Entry, Substitution
from scoring.base import RuleError, Sheet

# Checks before a draft becomes an entry: its id is not used for other content, the version is current, its line
# exists or is next.


def check_content(state: MatchState, draft: Draft, entry: Entry) -> None:
    """Raise Conflict if the stored entry with the draft's id has other content."""
    if (draft.kind, draft.number, payload(state, draft), draft.player) != (
        entry.kind,
        entry.number,
        entry.payload,
        entry.player_id,
    ):
        raise Conflict(
            _("This entry was sent before with other content."),
            yours=draft.number,
            ours=entry.number,
            drafts=[draft],
            entries=[entry],
        )


def check_version(state: MatchState, drafts: Sequence[Draft], version: int) -> None:
    """Raise Closed if the match was abandoned, Conflict if its version is not the one that the writer saw.

    While the sheet waits for confirmation, versions that only confirmations have raised are no conflict.
    """
    match = state.match
    if match.abandoned_at:
        raise Closed
    since = [entry for entry in state.history if entry.version > version]
    if version != match.version and not (match.is_waiting and version < match.version and not since):
        message = _("The sheet has changed: you saw version {version}, it is now at version {now}.").format(
            version=version, now=match.version
        )
        raise Conflict(message, yours=version, ours=match.version, drafts=drafts, entries=since)


def check_numbers(state: MatchState, entries: Sequence[Entry]) -> None:
    """Raise Gap for a line that neither exists nor is the next, and Conflict if two entries are for the same line."""
    next_number = state.next_number
    for entry in entries:
        if not 1 <= entry.number <= next_number or (entry.number == next_number and entry.payload is None):
            raise Gap(yours=entry.number, ours=next_number)
        next_number += entry.number == next_number
    if len({entry.number for entry in entries}) < len(entries):
        raise Conflict(
            _("Two entries of one message name the same line."), yours=entries[0].number, ours=entries[0].number
        )


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
    at, written = fresh[0].number, fresh
    if fresh[0].is_inserted:  # then all of them are
        written = _with_moved(state, at, fresh)
        _shift_substitutes(state, written, at)
    entries = [new_entry(state, draft, by) for draft in written]
    check_numbers(state, entries)
    return _write(state, entries, by)


def _write(state: MatchState, entries: Sequence[Entry], by: Author) -> Recorded:
    match, before, after = state.match, state.sheet, sheet_after(state, entries)
    was_over, is_moved = match.finished_at is not None, before.lines is not after.lines
    history = sorted([*state.history, *entries], key=IN_ORDER)
    seats = write_seats(state, before, after, standing(history))
    for entry in entries:
        NEW_ENTRY.run(entry)
    if is_moved:
        write_tallies(seats, *moved_rows(before, after))
    answers = remaining_answers(match, after, by) if match.confirm and match.played_at else []
    match.version += 1
    close(match, after, entries[-1], answers)
    WRITTEN.run(match)
    written = MatchState(match, history, seats).with_sheet(after)
    if before.active_seats != after.active_seats:
        update_attendance(written, before.active_seats)
    if was_over or match.finished_at:
        update_consequences(written, was_over=was_over)
    outcomes = [(sheet.active_seats, sheet.winners, sheet.losers) for sheet in (before, after)]
    if is_moved or outcomes[0] != outcomes[1]:
        send_rounds_changed(written)
    return Recorded(written, tuple(entries))


def sheet_after(state: MatchState, entries: Sequence[Entry]) -> Sheet:
    """The sheet after these entries; earlier rounds are only folded again if one of them changes. Raises RuleError."""
    if all(entry.number >= state.next_number for entry in entries):
        return extend(state.engine, state.sheet, entries, len(state.live) + 1)
    history = sorted([*state.history, *entries], key=IN_ORDER)
    return fold(state, standing(history))


def preview(state: MatchState, drafts: Sequence[Draft]) -> Sheet:
    """The sheet as the drafts would make it; writes nothing. Raises RuleError and Gap as `record` does."""
    entries = [new_entry(state, draft, Author(None)) for draft in drafts]
    check_numbers(state, entries)
    return sheet_after(state, entries)


def insert(state: MatchState, at: int, drafts: Sequence[Draft], *, by: Author) -> Recorded:
    """Insert forgotten entries before line `at`, in one transaction. Raises as `record` does."""
    forgotten = [replace(draft, number=at + step, is_inserted=True) for step, draft in enumerate(drafts)]
    return record(state.match.pk, forgotten, version=state.match.version, by=by)


def _with_moved(state: MatchState, at: int, drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts inserted before line `at`, and every later line as a new revision of what stood before it."""
    later = [_same(entry) for entry in state.live if entry.number >= at]
    line = [replace(draft, number=at + step) for step, draft in enumerate([*drafts, *later])]
    spare = [Draft(entry.kind, entry.number, None) for entry in state.live if entry.number >= at + len(line)]
    return [*line, *spare]


def _shift_substitutes(state: MatchState, drafts: Sequence[Draft], at: int) -> None:
    """Let substitutes go on playing the same rounds where the drafts add lines of the sheet before theirs."""
    if not state.substitutes.rows:
        return
    more = len(preview(state, drafts).lines) - len(state.sheet.lines)
    before = len(fold(state, [entry for entry in state.live if entry.number < at]).lines)
    rows = [row.pk for row in state.substitutes.rows if row.number > before + 1]
    Substitution.objects.filter(pk__in=rows).update(number=F("number") + more)


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


# Drafts that lost a conflict: they are stored in the history, without effect on the sheet.


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
    history = sorted([*state.history, entry], key=IN_ORDER)
    return MatchState(state.match, history, state.seats)
