"""Helpers for tests of confirmation: a short match that is complete and waits to be confirmed."""

from typing import Any

from django.test import Client

from clubs.links.tokens import sign
from clubs.models import Club, Confirm, Role
from games import ledger
from games.entries.confirmation import sheet_version
from games.entries.drafts import Author, Draft
from games.entries.match_state import MatchState, load
from games.models import Match
from tests.factory import a_club, a_match, a_member, some_players

PHONE = Author(None, "by the table’s code")
PLAN = (1, 2, 1)


def a_careful_club(confirm: int = Confirm.EVERY_SEAT, **about: Any) -> Club:
    """A club whose matches must be confirmed."""
    return a_club(confirm=confirm, **about)


def complete(club: Club, seats: int = 4, **about: Any) -> Match:
    """A match played to its last line."""
    return a_match(club, some_players(club, seats), plan=PLAN, seed=3, **about)


def state_of(match: Match) -> MatchState:
    match.refresh_from_db()
    return load(match)


def sheet_of(match: Match) -> int:
    """The version of the sheet, which a confirmation names."""
    return sheet_version(state_of(match))


def confirmed(match: Match, *seats: int, by: Author = PHONE) -> Match:
    """The match, after these seats have confirmed it."""
    for seat in seats:
        ledger.confirm(match.pk, seat, sheet=sheet_of(match), by=by)
    match.refresh_from_db()
    return match


def taken_back(match: Match, by: Author) -> Match:
    """The match, after its last line was revised with the same payload: a correction that changes no figure."""
    last = state_of(match).live[-1]
    again = Draft(last.kind, last.number, last.payload, note="looked again")
    ledger.record(match.pk, [again], version=match.version, by=by)
    match.refresh_from_db()
    return match


def undone(match: Match, by: Author) -> Match:
    """The match, after its last line was undone."""
    last = state_of(match).live[-1]
    ledger.record(match.pk, [Draft(last.kind, last.number, None)], version=match.version, by=by)
    match.refresh_from_db()
    return match


def code(match: Match) -> str:
    """The path that the match's QR code opens."""
    match.refresh_from_db()
    assert match.confirm_token
    return f"/confirm/{sign(match.confirm_token, 'confirm')}/"


def say(phone: Client, match: Match, **fields: Any) -> int:
    """The status of the response to posting these fields to the confirmation page."""
    return phone.post(code(match), {"sheet": sheet_of(match), "do": "right", **fields}).status_code


def signed_in(club: Club, role: Role, player: Any = None, client: Client | None = None) -> Client:
    client = client or Client()
    client.force_login(a_member(club, role, player))
    return client
