"""Substitutes: somebody takes over a seat in mid-match (ADR 90). The sheet stays as it is; who played what changes."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.calendar.nights import arrive, go_home
from clubs.models import Club, Player
from games.consequences import callouts
from games.consequences.follow import rebuild_by_player, result_changed
from games.consequences.league import league
from games.entries.drafts import Author, Closed
from games.entries.match_state import MatchState, Substitutes, is_final, load, seats_at, standing_substitutions
from games.ledger.confirmation import remaining_answers
from games.ledger.rows import WRITTEN, close, locked, write_players
from games.live import publish_match
from games.models import Match, Seat, Substitution
from scoring.base import Illegal

NOT_OF_THE_CLUB = gettext_lazy("Choose a player of the club who takes over.")


@dataclass(frozen=True)
class Takeover:
    """Who takes over which seat: from line `number` of the sheet on, with the result or without it."""

    position: int
    player: Player
    number: int
    takes_result: bool = False


@transaction.atomic
def substitute(match_id: uuid.UUID, takeover: Takeover, *, by: Author) -> Substitution:
    """Let a player take over a seat. Raises Closed, or Illegal where that cannot be."""
    state = load(locked(match_id))
    before = standing_substitutions(state.match.pk)
    _check(state, before, takeover)
    seat = state.seats[takeover.position]
    row = Substitution.objects.create(
        match=state.match,
        position=takeover.position,
        number=takeover.number,
        player=takeover.player,
        instead_of=before.playing(seat),
        takes_result=takeover.takes_result,
        version=state.match.version + 1,
        recorded_by=by.user,
        device=by.device,
    )
    _follow(state, seat, by, came=row.player, left=row.instead_of)
    return row


@transaction.atomic
def end_substitution(match_id: uuid.UUID, key: int, *, by: Author) -> bool:
    """Take a substitution back, as if it had never been written; False if that was done before.

    Raises Closed, or Illegal where somebody has taken over the same seat since.
    """
    state = load(locked(match_id))
    if state.match.abandoned_at:
        raise Closed
    before = standing_substitutions(state.match.pk)
    row = next((each for each in before.rows if each.pk == key), None)
    if row is None:
        return False
    if row != before.at(row.position)[-1]:
        raise Illegal("substitute", _("Somebody has taken over this seat since. Take that back first."))
    row.withdrawn_at = timezone.now()
    row.save(update_fields=["withdrawn_at"])
    _follow(state, state.seats[row.position], by, came=row.instead_of, left=row.player)
    return True


def _check(state: MatchState, before: Substitutes, takeover: Takeover) -> None:
    match, player = state.match, takeover.player
    if match.abandoned_at:
        raise Closed
    if takeover.position not in state.sheet.active_seats:
        raise Illegal("substitute", _("Nobody sits there any more. Choose a player who is at the table."))
    if player.club_id != match.club_id or player.is_former or player.merged_into_id:
        raise Illegal("substitute", str(NOT_OF_THE_CLUB))
    _check_place(state, before, takeover)
    earliest = max((row.number for row in before.at(takeover.position)), default=1)
    latest = len(state.sheet.lines) + (not is_final(state.sheet))
    if not earliest <= takeover.number <= latest:
        raise Illegal("substitute", _("Choose a round that was played, or the one that is next."))
    if takeover.takes_result and league().seats_are_given(match):
        raise Illegal("substitute", _("In a play-off the result stays with whoever has the place."))


def _check_place(state: MatchState, before: Substitutes, takeover: Takeover) -> None:
    """Raise Illegal for a player who plays at this table."""
    player = takeover.player
    here = {before.playing(seat).pk for seat in state.seats}
    others = {seat.player_id for seat in state.seats if seat.position != takeover.position}
    if player.pk in here | others:
        raise Illegal("substitute", _("This player has a seat at this table."))


def _follow(state: MatchState, seat: Seat, by: Author, *, came: Player, left: Player) -> None:
    """Bring everything that depends on who played what up to date."""
    match, was_over = state.match, state.match.finished_at is not None
    answers = remaining_answers(match, state.sheet, by) if match.confirm and match.played_at else []
    settle(match, [seat])
    match.version += 1
    if match.confirm and match.played_at:
        close(match, state.sheet, state.live[-1], answers)
    WRITTEN.run(match)
    if match.night and match.is_open:
        arrive(match.night, [came])
        go_home(match.night, left)
    if was_over or match.finished_at:
        after = load(match)
        callouts.update_for_match(after)
        with league().passing(match, _("somebody took over a seat")):
            rebuild_by_player(match.club)
        result_changed.send(Club, state=after, was_over=was_over)
    publish_match(match)


def settle(match: Match, seats: Iterable[Seat]) -> None:
    """Write who owns these seats and who played their lines, as the substitutions say."""
    now = standing_substitutions(match.pk)
    for seat in seats:
        mine = now.at(seat.position)
        owner = now.owner_of(seat.position)
        if owner is None and seat.has_substitute:  # the only one was taken back
            owner = match.substitutions.filter(position=seat.position).order_by("version", "pk")[0].instead_of
        seat.has_substitute = bool(mine) or None
        seat.player = owner or seat.player
        seat.save(update_fields=["has_substitute", "player"])
        write_players(seat, now)


def settle_again(*players: Player) -> None:
    """Write again who played what after players were merged or separated."""
    rows = Substitution.objects.filter(withdrawn_at=None)
    named = rows.filter(player__in=players) | rows.filter(instead_of__in=players)
    for match in Match.objects.filter(substitutions__in=named).distinct():
        for seat in seats_at(match):
            write_players(seat, standing_substitutions(match.pk))
