"""Bulk writing of matches with their full history, from an archive; derived figures are recalculated.

`add_up` does not use the database, so that only `restore` blocks other writers. Until then players are identified by
the caller's own numbers.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from sys import intern
from typing import Any

from django.utils.translation import gettext as _

from games.consequences import callouts
from games.entries.confirmation import final_since
from games.entries.match_state import (
    MatchState,
    is_final,
    is_unsettled,
    read,
    rounds_played,
    seat_rows,
    standing_substitutions,
    tally_rows,
)
from games.ledger.bulk import as_json, bulk_insert, column
from games.ledger.rows import write_players
from games.live import publish_many
from games.models import CallOut, Confirmation, Entry, Match, Seat, Substitution, Tally
from scoring.base import Illegal

ENTRY = (
    *("id", "match_id", "number", "revision", "version", "kind", "payload", "note"),
    *("device", "recorded_at", "received_at", "player_id"),
)
TALLY = ("match_id", "number", "points", "total", "place", "facts", "seat_id")
CALLOUT = ("match_id", "term", "times", "round", "player_id")
A_BATCH = 500
Player = Callable[[int], int]
Columns = Sequence[Any]


@dataclass(frozen=True)
class AddedUp:
    """A match ready to be inserted: rows as sequences of column values.

    In the last column, entries and call-outs have the caller's number of a player, tallies a seat position. `seats` and
    `confirmations` have the caller's numbers too.
    """

    match: Match
    seats: Sequence[Seat]
    entries: Sequence[Columns]
    tallies: Sequence[Columns]
    callouts: Sequence[Columns]
    confirmations: Sequence[Confirmation]
    substitutions: Sequence[Substitution] = ()


def add_up(
    match: Match,
    player_ids: Sequence[int],
    entries: Iterable[Mapping[str, Any]],
    confirmations: Iterable[Mapping[str, Any]],
    substitutions: Iterable[Mapping[str, Any]] = (),
) -> AddedUp:
    """Recalculate the figures of a match and check its history.

    `player_ids` are the caller's numbers of the players by seat; `entries`, in (number, revision) order,
    `confirmations` and `substitutions` are fields of their models. Raises RuleError.
    """
    history = [Entry(match=match, **each) for each in entries]
    _check_lines(match, history)
    seats = [Seat(match=match, position=place, player_id=player) for place, player in enumerate(player_ids)]
    state = MatchState(match, history, seats)
    for entry in history:
        if entry.payload is not None:
            read(state.engine, entry)
    rows = [Confirmation(match=match, **each) for each in confirmations]
    took_over = [Substitution(match=match, **each) for each in substitutions]
    _check_end(state, rows)
    _check_substitutions(state, took_over)
    _fill(state)
    return AddedUp(match, seats, list(_entries(state)), list(_tallies(state)), list(_callouts(state)), rows, took_over)


def _check_lines(match: Match, history: Sequence[Entry]) -> None:
    """Raise Illegal unless every line from 1 on exists with all its revisions, and none is newer than the match."""
    due = 1
    for number, group in groupby(history, key=lambda entry: entry.number):
        line = list(group)
        if number != due or [entry.revision for entry in line] != [*range(1, len(line) + 1)] or line[0].payload is None:
            raise Illegal(
                "history", _("Line {number} is not whole: a line or a revision is missing.").format(number=number)
            )
        due += 1
    if any(entry.version > match.version for entry in history):
        raise Illegal(
            "history", _("An entry is newer than version {version} of the match.").format(version=match.version)
        )


def _check_end(state: MatchState, confirmations: Sequence[Confirmation]) -> None:
    """Raise Illegal unless players, end and confirmations fit the sheet."""
    sheet, match = state.sheet, state.match
    if len(state.seats) != sheet.seats or len({seat.player_id for seat in state.seats}) != sheet.seats:
        raise Illegal(
            "players", _("The sheet has {seats} seats; each needs a player of its own.").format(seats=sheet.seats)
        )
    match.played_at = match.played_at or match.finished_at
    if is_final(sheet) and match.played_at is None:
        raise Illegal("finished", _("It is over, and it does not say since when."))
    if match.played_at and not is_final(sheet):
        raise Illegal("finished", _("It says that it is over, and it is not."))
    answers = [row for row in confirmations if row.withdrawn_at is None]
    if (final_since(match, sheet, answers) is None) != (match.finished_at is None):
        raise Illegal("finished", _("Its confirmations do not explain why it is final, or why it is not."))


def _check_substitutions(state: MatchState, rows: Sequence[Substitution]) -> None:
    """Mark the seats that have had a substitute. Raise Illegal for one of a seat or a line that the sheet lacks."""
    last = len(state.sheet.lines) + 1
    for row in rows:
        if row.withdrawn_at is None and (row.position >= len(state.seats) or row.number > last):
            raise Illegal("substitute", _("Somebody takes over a seat that it does not have, or later than it ends."))
        if row.player_id == row.instead_of_id:
            raise Illegal("substitute", _("Somebody takes over a seat from themselves."))
        if row.withdrawn_at is None:
            state.seats[row.position].has_substitute = True


def _fill(state: MatchState) -> None:
    state.match.rounds = rounds_played(state.sheet)
    state.match.points_key = state.engine.apart(state.match.options)
    if is_unsettled(state.sheet):
        state.match.unsettled_at = state.live[-1].recorded_at if state.live else state.match.started_at
    results, feats = seat_rows(state.engine, state.sheet), callouts.feats(state)
    for seat in state.seats:
        vars(seat).update(asdict(results[seat.position]), feats=feats[seat.position])


def _entries(state: MatchState) -> Iterator[Columns]:
    key = column(Match, "id", state.match.pk)
    for entry in state.history:
        payload = None if entry.payload is None else as_json(entry.payload)
        yield (
            *(column(Entry, "id", entry.pk), key, entry.number, entry.revision, entry.version, entry.kind, payload),
            *(entry.note, entry.device, *(column(Entry, name, getattr(entry, name)) for name in ENTRY[-3:])),
        )


def _tallies(state: MatchState) -> Iterator[Columns]:
    key = column(Match, "id", state.match.pk)
    for (position, number), row in tally_rows(state.sheet).items():
        yield (key, number, row.points, row.total, row.place, intern(as_json(row.facts)), position)


def _callouts(state: MatchState) -> Iterator[Columns]:
    key = column(Match, "id", state.match.pk)
    for (term, player), (times, number) in callouts.derived_callouts(state).items():
        yield (key, term, times, number, player)


def restore(matches: Sequence[AddedUp], player: Player) -> None:
    """Insert matches, inside the caller's transaction; `player` returns the primary key for the caller's number of a
    player.

    Call-outs are among the rows. Other consequences of the results are left to the caller: `follow.rebuild_by_player`,
    once for all matches.
    """
    Match.objects.bulk_create([each.match for each in matches], batch_size=A_BATCH)
    for each in matches:
        for seat in each.seats:
            seat.player_id = player(seat.player_id)
    for row in (row for each in matches for row in each.confirmations):
        row.player_id = row.player_id and player(row.player_id)
    Confirmation.objects.bulk_create([row for each in matches for row in each.confirmations], batch_size=A_BATCH)
    Seat.objects.bulk_create([seat for each in matches for seat in each.seats], batch_size=A_BATCH)
    took_over = [row for each in matches for row in each.substitutions]
    for each_row in took_over:
        each_row.player_id, each_row.instead_of_id = player(each_row.player_id), player(each_row.instead_of_id)
    Substitution.objects.bulk_create(took_over, batch_size=A_BATCH)
    bulk_insert(Entry, ENTRY, ((*row, late and player(late)) for each in matches for *row, late in each.entries))
    bulk_insert(Tally, TALLY, ((*row, each.seats[at].pk) for each in matches for *row, at in each.tallies))
    bulk_insert(CallOut, CALLOUT, ((*row, who and player(who)) for each in matches for *row, who in each.callouts))
    for seat in (seat for each in matches for seat in each.seats if seat.has_substitute):
        write_players(seat, standing_substitutions(seat.match_id))
    publish_many(each.match for each in matches)
