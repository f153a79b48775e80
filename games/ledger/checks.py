"""Checks before a draft becomes an entry: its id is not used for other content, the version is current, its line exists
or is next.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.entries.drafts import Closed, Conflict, Draft, Gap
from games.entries.match_state import MatchState
from games.ledger.rows import payload
from games.models import Entry


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
