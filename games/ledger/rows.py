"""The rows that a write creates or changes: entries, seats, tallies, and the match's own figures."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from clubs.models import Player
from clubs.queries import Insert, Read, Update
from games.entries.confirmation import ConfirmationAnswer, final_since, standing
from games.entries.drafts import Author, Draft
from games.entries.match_state import (
    MatchState,
    SeatRow,
    Substitutes,
    TallyRow,
    is_final,
    is_unsettled,
    load,
    rounds_played,
    seat_rows,
    substitutes_of,
    tally_rows,
)
from games.models import Entry, Match, Seat, Tally
from scoring import engine as find_engine
from scoring.base import Illegal, Sheet
from scoring.records import entry_from_json, entry_to_json

LOCKED = Read(lambda pk: Match.objects.filter(pk=pk).select_for_update(), pk=Match._meta.pk)
NEW_ENTRY = Insert(Entry)
WRITTEN = Update(Match, "version", "rounds", "played_at", "finished_at", "unsettled_at")


def locked(match_id: uuid.UUID) -> Match:
    """Return the match, locked until the end of the transaction. Raises Match.DoesNotExist."""
    match = LOCKED.first(pk=match_id)
    if match is None:
        raise Match.DoesNotExist
    return match


def payload(state: MatchState, draft: Draft) -> dict[str, Any] | None:
    """The draft's payload in the engine's normal form, so that equal entries have equal rows. Raises RuleError."""
    if draft.payload is None:
        return None
    return entry_to_json(entry_from_json(state.engine, draft.kind, draft.payload))


def new_entry(state: MatchState, draft: Draft, by: Author) -> Entry:
    """Return the unsaved entry for a draft, as the next revision of its line. Raises RuleError."""
    before = [entry for entry in state.history if entry.number == draft.number]
    now = timezone.now()
    return Entry(
        id=draft.id,
        match=state.match,
        number=draft.number,
        revision=len(before) + 1,
        version=state.match.version + 1,
        kind=draft.kind,
        payload=payload(state, draft),
        player_id=draft.player,
        note=draft.note,
        recorded_by=by.user,
        device=by.device,
        recorded_at=draft.recorded_at or now,
        received_at=now,
    )


def write_seats(state: MatchState, before: Sheet, after: Sheet, live: Sequence[Entry]) -> list[Seat]:
    """Add or remove seats as the entries say, save the results that changed, and return all seats in order.

    `live` are the current entries. Raises Illegal if a player is missing, unknown or seated twice.
    """
    seats = list(state.seats)
    named = [entry.player_id for entry in live if entry.player_id]
    if len(named) > after.seats - state.match.start_seats:
        raise Illegal("unknown-player", gettext("Only an entry that seats somebody names a player."))
    player_ids = dict(enumerate(named, start=state.match.start_seats))
    if len(seats) > after.seats:
        state.match.seats.filter(position__gte=after.seats).delete()
        if any(seat.has_substitute for seat in seats[after.seats :]):
            gone = state.match.substitutions.filter(position__gte=after.seats, withdrawn_at=None)
            gone.update(withdrawn_at=timezone.now())
        seats = seats[: after.seats]
    for position in range(state.match.start_seats, after.seats):
        seats = _sit_down(state.match, seats, position, player_ids.get(position))
    write_results(seats, seat_rows(state.engine, before), seat_rows(state.engine, after))
    return seats


def write_results(seats: Sequence[Seat], old: Mapping[int, SeatRow], new: Mapping[int, SeatRow]) -> None:
    """Save the results of the seats in which `old` and `new` differ."""
    changed = [seat for seat in seats if old.get(seat.position) != new[seat.position]]
    for seat in changed:
        vars(seat).update(asdict(new[seat.position]))
    if changed:
        Seat.objects.bulk_update(changed, ["total", "place", "is_winner", "is_loser"])


def _sit_down(match: Match, seats: list[Seat], position: int, player_id: int | None) -> list[Seat]:
    if position < len(seats) and (seats[position].player_id == player_id or seats[position].has_substitute):
        return seats
    others = [seat for seat in seats if seat.position != position]
    player = resolve_merged_player(match.club_id, player_id)
    if player is None:
        raise Illegal("unknown-player", gettext("Choose the player who sits down."))
    if position < len(seats) and seats[position].player_id == player.pk:
        return seats
    if any(seat.player_id == player.pk for seat in others):
        raise Illegal("duplicate-player", gettext("This player sits at the table already."))
    seat, _ = Seat.objects.update_or_create(match=match, position=position, defaults={"player": player})
    return sorted([*others, seat], key=lambda seat: seat.position)


def resolve_merged_player(club_id: int, player_id: int | None) -> Player | None:
    """Return the club's player of this primary key, or who that was merged into: entries keep the old key for ever."""
    player = Player.everybody.filter(pk=player_id, club=club_id).first() if player_id else None
    while player and player.merged_into_id:
        player = Player.everybody.get(pk=player.merged_into_id)
    return player


def seat_again(state: MatchState) -> None:
    """Update the seats of late arrivals after players were merged or separated."""
    named = [entry.player_id for entry in state.live if entry.player_id]
    for position, player_id in enumerate(named, start=state.match.start_seats):
        player = resolve_merged_player(state.match.club_id, player_id)
        seat = Seat.objects.filter(match=state.match, position=position, has_substitute=None)
        seat.exclude(player=player).update(player=player)


def write_tallies(
    seats: Sequence[Seat], old: Mapping[tuple[int, int], TallyRow], new: Mapping[tuple[int, int], TallyRow]
) -> None:
    """Save the tallies in which `old` and `new` differ, and delete those that are only in `old`."""
    gone = old.keys() - new.keys()
    chairs = {seat.position: seat for seat in seats}
    substitutes = substitutes_of(seats[0].match_id, seats)
    for position, number in gone:
        if position in chairs:
            Tally.objects.filter(seat=chairs[position], number=number).delete()
    rows = [
        Tally(
            match_id=chairs[position].match_id,
            seat=chairs[position],
            number=number,
            player_id=substitutes.other_player(chairs[position], number),
            **asdict(row),
        )
        for (position, number), row in new.items()
        if old.get((position, number)) != row
    ]
    if rows:
        Tally.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["seat", "number"],
            update_fields=["points", "total", "place", "facts", "player"],
        )


def write_players(seat: Seat, substitutes: Substitutes) -> None:
    """Save who played each line of a seat."""
    rows = list(seat.tallies.all())
    due = {row.pk: substitutes.other_player(seat, row.number) for row in rows}
    changed = [row for row in rows if row.player_id != due[row.pk]]
    for row in changed:
        row.player_id = due[row.pk]
    Tally.objects.bulk_update(changed, ["player"])


def finishing_moment(last: Entry) -> datetime:
    """When the match's last entry was written, by the writer's clock unless that is ahead of the server's."""
    return min(last.recorded_at, last.received_at)


def close(match: Match, sheet: Sheet, last: Entry, answers: ConfirmationAnswer) -> None:
    """Set since when the sheet is complete and since when it is final; a time that is already set stays."""
    match.rounds = rounds_played(sheet)
    is_settled = is_final(sheet)
    is_open = sheet.finished and not is_settled
    match.unsettled_at = (match.unsettled_at or finishing_moment(last)) if is_open else None
    match.played_at = (match.played_at or finishing_moment(last)) if is_settled else None
    since = final_since(match, sheet, answers) if is_settled else None
    match.finished_at = since and (match.finished_at or since)


# Recalculation of a match's derived figures from its entries.


@transaction.atomic
def rescore(match_id: uuid.UUID, *, check: bool = False) -> list[str]:
    """Recalculate every figure of a match; the answer names those that differed. With `check` nothing is written."""
    match = locked(match_id)
    state = load(match)
    tallies, results = _stored_tallies(match), _stored_results(state.seats)
    wanted, due = tally_rows(state.sheet), seat_rows(state.engine, state.sheet)
    differences = [
        *(f"round {number}, seat {seat}" for seat, number in _differing(tallies, wanted)),
        *(f"result of seat {seat}" for seat in _differing(results, due)),
        *_of_match(match, state.sheet),
    ]
    if differences and not check:
        write_results(state.seats, results, due)
        write_tallies(state.seats, tallies, wanted)
        _write_match(state)
    return differences


def _of_match(match: Match, sheet: Sheet) -> list[str]:
    stored, wanted = match.rounds, rounds_played(sheet)
    wrong = [] if stored == wanted else [f"rounds: {stored} instead of {wanted}"]
    if (match.played_at is not None) != is_final(sheet):
        wrong.append("complete, but it is not" if match.played_at else "not complete, but it is")
    is_over = is_final(sheet) and (not match.confirm or final_since(match, sheet, standing(match)) is not None)
    if (match.finished_at is not None) != is_over:
        wrong.append("finished, but it is not" if match.finished_at else "not finished, but it is")
    if (match.unsettled_at is not None) != is_unsettled(sheet):
        wrong.append("unsettled, but it is not" if match.unsettled_at else "not unsettled, but it is")
    if match.points_key != (key := find_engine(match.game).apart(match.options)):
        wrong.append(f"points by: {match.points_key} instead of {key}")
    return wrong


def _write_match(state: MatchState) -> None:
    """Save the match's figures; its version does not change, as no entry was written."""
    match = state.match
    if state.live:
        close(match, state.sheet, state.live[-1], standing(match))
    else:
        match.unsettled_at = match.started_at if is_unsettled(state.sheet) else None
    match.points_key = state.engine.apart(match.options)
    match.save(update_fields=["rounds", "played_at", "finished_at", "unsettled_at", "points_key"])


def _stored_tallies(match: Match) -> dict[tuple[int, int], TallyRow]:
    return {
        (tally.seat.position, tally.number): TallyRow(tally.points, tally.total, tally.place, tally.facts)
        for tally in match.tallies.select_related("seat")
    }


def _stored_results(seats: Sequence[Seat]) -> dict[int, SeatRow]:
    return {seat.position: SeatRow(seat.total, seat.place, seat.is_winner, seat.is_loser) for seat in seats}


def _differing(stored: Mapping[Any, Any], wanted: Mapping[Any, Any]) -> list[Any]:
    return sorted(key for key in stored.keys() | wanted.keys() if stored.get(key) != wanted.get(key))
