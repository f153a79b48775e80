"""The call-outs of finished matches and the feats of their seats as rows, for records, statistics and the glossary."""

from collections.abc import Iterator, Mapping

from django.db import transaction
from django.db.models import Q

from clubs.models import Club
from games.consequences.follow import Consequence
from games.entries.confirmation import is_over
from games.entries.match_state import MatchState, load_many
from games.models import CallOut, Match, Seat
from scoring.base import RuleError

AT_ONCE = 100  # matches read together
Rows = Mapping[tuple[str, int | None], tuple[int, int]]  # (term, player's key): (how often, in which round last)


def update_for_match(state: MatchState) -> None:
    """Bring the rows of one match up to date: two statements for new call-outs, one where nothing changes."""
    stored = list(CallOut.objects.filter(match=state.match))
    _write(state, stored)


def rebuild(club: Club, *, check: bool) -> list[str]:
    """Recalculate the rows of every match of the club that is over, or still has such rows; names the matches that
    differed.
    """
    return [problem for states in _in_batches(club) for problem in _rebuilt(states, check=check)]


def _in_batches(club: Club) -> Iterator[list[MatchState]]:
    """Yield 100 match states at a time: ten years of them do not fit into memory."""
    over = Q(finished_at__isnull=False) | Q(shouts__isnull=False) | ~Q(seats__feats={})
    keys = club.matches.filter(over).order_by("started_at", "pk").values_list("pk", flat=True).distinct()
    every = list(keys)
    for start in range(0, len(every), AT_ONCE):
        yield load_many(list(Match.objects.filter(pk__in=every[start : start + AT_ONCE]).order_by("started_at", "pk")))


@transaction.atomic
def _rebuilt(states: list[MatchState], *, check: bool) -> list[str]:
    stored: dict[object, list[CallOut]] = {}
    for callout in CallOut.objects.filter(match__in=[state.match for state in states]):
        stored.setdefault(callout.match_id, []).append(callout)
    wrong = [state for state in states if _can_be_read(state) and _differs(state, stored.get(state.match.pk, []))]
    for state in () if check else wrong:
        _write(state, stored.get(state.match.pk, []))
    return [f"match {state.match.pk}" for state in wrong]


def _can_be_read(state: MatchState) -> bool:
    """Whether the entries still add up to a sheet.

    If not, the stored rows stay as they are, and the rescore command reports the match.
    """
    try:
        return state.sheet is not None
    except RuleError:
        return False


def _differs(state: MatchState, stored: list[CallOut]) -> bool:
    return _as_rows(stored) != derived_callouts(state) or bool(_moved(state))


def _write(state: MatchState, stored: list[CallOut]) -> None:
    if _as_rows(stored) != (wanted := derived_callouts(state)):
        if stored:
            CallOut.objects.filter(match=state.match).delete()
        CallOut.objects.bulk_create(
            CallOut(match=state.match, term=term, player_id=player, times=times, round=number)
            for (term, player), (times, number) in wanted.items()
        )
    moved = _moved(state)
    for seat, reached in moved.items():
        seat.feats = reached
    if moved:
        Seat.objects.bulk_update(moved, ["feats"])


def _as_rows(stored: list[CallOut]) -> Rows:
    return {(callout.term, callout.player_id): (callout.times, callout.round) for callout in stored}


def derived_callouts(state: MatchState) -> Rows:
    """The call-outs that follow from the sheet; empty until the result is final."""
    callouts = state.engine.called_out(state.sheet) if is_over(state.match, state.sheet) else ()
    who = {seat.position: seat.player_id for seat in state.seats}
    return {(each.term, None if each.seat is None else who[each.seat]): (each.times, each.round) for each in callouts}


def feats(state: MatchState) -> dict[int, dict[str, int]]:
    """Feats by seat position that follow from the sheet; empty until the result is final."""
    by_seat = state.engine.feats(state.sheet) if is_over(state.match, state.sheet) else {}
    return {seat.position: dict(by_seat.get(seat.position, {})) for seat in state.seats}


def _moved(state: MatchState) -> dict[Seat, dict[str, int]]:
    """The seats whose stored feats are out of date, with the new ones."""
    wanted = feats(state)
    return {seat: wanted[seat.position] for seat in state.seats if seat.feats != wanted[seat.position]}


CALLOUTS = Consequence("call-outs", update_for_match, rebuild, reads_sheets=True)
