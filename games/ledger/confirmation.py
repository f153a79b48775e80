"""Confirmations and objections to a complete sheet, and their effect: the result becomes final."""

import uuid
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.models import Confirm
from games.consequences.follow import update_consequences
from games.entries.confirmation import Kind, final_since, last_writer, seats_to_confirm, sheet_version, standing
from games.entries.drafts import Author, Closed, Conflict, NotAsked
from games.entries.match_state import MatchState, is_final, load
from games.ledger.rows import WRITTEN, locked
from games.live import publish_match
from games.models import Confirmation, Match, Seat
from scoring.base import Sheet

FINAL = gettext_lazy("This sheet is final already. Ask an organiser, if a mistake was reported.")
INCOMPLETE = gettext_lazy("This sheet is not complete, so there is nothing to confirm yet.")
NOBODY = gettext_lazy("Nobody is asked to confirm this sheet.")
ANOTHER = gettext_lazy("The sheet has changed since you saw it. Please check it again.")
SCOREKEEPER = gettext_lazy("You kept score. One of the others must confirm, on another phone.")
ONE_SEAT = gettext_lazy(
    "This device has confirmed for another player. The club requires one phone per player: use another phone."
)
NO_COOKIES = gettext_lazy("The club requires one phone per player, and this browser blocks cookies. Allow them first.")
NOT_YOU = gettext_lazy("This player need not confirm: they left the table or kept score. Somebody else has to.")


@dataclass(frozen=True)
class Confirmed:
    """The stored answer and the state of the match; `again` if it was stored before."""

    state: MatchState
    row: Confirmation
    again: bool = False


def confirm(match_id: uuid.UUID, seat: int, *, sheet: int, by: Author, browser: uuid.UUID | None = None) -> Confirmed:
    """Confirm the sheet for a seat. `sheet` is the version of the sheet that was seen, `browser` the id of the device.

    Raises Closed, Conflict or NotAsked.
    """
    return _answer(match_id, Kind.CONFIRMED, seat, sheet=sheet, by=by, browser=browser)


def object_to(
    match_id: uuid.UUID, seat: int, note: str, *, sheet: int, by: Author, browser: uuid.UUID | None = None
) -> Confirmed:
    """Report a mistake for a seat; the match is not final until the sheet is corrected, or the seat confirms.

    Raises as `confirm` does.
    """
    return _answer(match_id, Kind.OBJECTED, seat, sheet=sheet, by=by, note=note, browser=browser)


def confirm_for_all(match_id: uuid.UUID, note: str, *, sheet: int, by: Author) -> Confirmed:
    """Make the match final for those who have not confirmed; an organiser does so and gives a reason. Raises as
    `confirm` does.
    """
    return _answer(match_id, Kind.SETTLED, None, sheet=sheet, by=by, note=note)


@transaction.atomic
def _answer(
    match_id: uuid.UUID,
    kind: Kind,
    seat: int | None,
    *,
    sheet: int,
    by: Author,
    note: str = "",
    browser: uuid.UUID | None = None,
) -> Confirmed:
    state = load(locked(match_id))
    before = [row for row in standing(state.match) if row.position == seat]
    for row in before:
        if (row.kind, row.sheet, row.note) == (kind, sheet, note):
            return Confirmed(state, row, again=True)
    _check(state, sheet)
    if kind == Kind.CONFIRMED and _is_scorekeeper(state, by):
        raise NotAsked(SCOREKEEPER)
    if kind == Kind.CONFIRMED and state.match.club.one_device_one_seat:
        _check_device(state.match, seat, by, browser)
    chair = None if seat is None else _chair(state, seat)
    Confirmation.objects.filter(pk__in=[row.pk for row in before]).update(withdrawn_at=timezone.now())
    row = _written(state.match, state.sheet, kind, by, sheet=sheet, note=note, seat=chair, browser=browser)
    _count(state)
    return Confirmed(state, row)


def _check(state: MatchState, sheet: int) -> None:
    match = state.match
    if match.abandoned_at:
        raise Closed
    if not match.is_waiting:
        raise NotAsked(NOBODY if not match.confirm else FINAL if match.finished_at else INCOMPLETE)
    if sheet != sheet_version(state):
        raise Conflict(str(ANOTHER), yours=sheet, ours=sheet_version(state))


def _is_scorekeeper(state: MatchState, by: Author) -> bool:
    """Whether the author wrote the newest entry, where one opponent has to confirm: then the author may not."""
    return state.match.confirm == Confirm.OPPONENT and by.user is not None and by.user.pk == last_writer(state)


def _check_device(match: Match, seat: int | None, by: Author, browser: uuid.UUID | None) -> None:
    """Raise NotAsked if this device, or this user, has confirmed for another seat.

    A program is recognised by its user, a browser by its cookie, without which it may not confirm.
    """
    if browser is None and by.user is None:
        raise NotAsked(NO_COOKIES)
    others = [row for row in standing(match) if row.kind == Kind.CONFIRMED and row.position != seat]
    devices = {row.browser for row in others if row.browser}
    people = {row.recorded_by_id for row in others if row.recorded_by_id}
    if browser in devices or (by.user is not None and by.user.pk in people):
        raise NotAsked(ONE_SEAT)


def _chair(state: MatchState, seat: int) -> Seat:
    chair = next((each for each in seats_to_confirm(state) if each.position == seat), None)
    if chair is None:
        raise NotAsked(NOT_YOU)
    return chair


def _written(
    match: Match,
    after: Sheet,
    kind: Kind,
    by: Author,
    *,
    sheet: int,
    seat: Seat | None = None,
    note: str = "",
    browser: uuid.UUID | None = None,
) -> Confirmation:
    return Confirmation.objects.create(
        match=match,
        kind=kind,
        position=seat.position if seat else None,
        player_id=seat.player_id if seat else None,
        sheet=sheet,
        totals=[after.totals.get(place) for place in range(after.seats)],
        version=match.version + 1,
        note=note,
        recorded_by=by.user,
        device=by.device,
        browser=browser,
    )


def _count(state: MatchState) -> None:
    match = state.match
    match.version += 1
    match.finished_at = final_since(match, state.sheet, standing(match))
    WRITTEN.run(match)
    if match.finished_at:
        update_consequences(state)
    publish_match(match)


def remaining_answers(match: Match, after: Sheet, by: Author) -> list[Confirmation]:
    """The answers to a complete sheet that still count after a write to it; the others are withdrawn.

    None does, unless an organiser corrects a final result (ADR 30).
    """
    if match.finished_at and is_final(after) and by.is_organiser:
        _written(match, after, Kind.KEPT, by, sheet=match.version + 1)
        return standing(match)
    match.confirmations.filter(withdrawn_at=None).update(withdrawn_at=timezone.now())
    return []
