"""What must hold before a draft becomes an entry: the same words for the same id, the version seen, the next line."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.entries.drafts import Closed, Conflict, Draft, Gap
from games.entries.match_state import MatchState
from games.ledger.rows import payload
from games.models import Entry


def check_content(state: MatchState, draft: Draft, entry: Entry) -> None:
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
    """While the sheet waits for those who confirm it, what they say is nothing its writer must have seen."""
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
    next_number = state.next_number
    for entry in entries:
        if not 1 <= entry.number <= next_number or (entry.number == next_number and entry.payload is None):
            raise Gap(yours=entry.number, ours=next_number)
        next_number += entry.number == next_number
    if len({entry.number for entry in entries}) < len(entries):
        raise Conflict(
            _("Two entries of one message name the same line."), yours=entries[0].number, ours=entries[0].number
        )
