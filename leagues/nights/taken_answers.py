"""Players who said yes are taken to be here when the night is set up: shown so on the page, recorded with its first
tap.

This starts two hours before the start, so that a page opened at noon records nobody. `Undo` reverts it; after that, or
once it was recorded, no player is recorded as here again without a tap.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from clubs.calendar.answers import Answers, answers_of
from clubs.calendar.nights import attended
from clubs.models import Attendance, Night, NightAnswer, Player
from games.models import Seat
from leagues.nights.attendance.taps import promised, welcome_promised
from leagues.nights.attendance.tiles import AttendanceTiles, Tile

EARLY = timedelta(hours=2)
State = Attendance.State


def answers_to_record(night: Night, answers: Answers) -> list[NightAnswer]:
    """Return the answers that the next tap would record as here or late. One query at most."""
    is_near = timezone.now() >= night.starts_at - EARLY
    return promised(night, answers) if is_near and night.answers_taken_at is None else []


def record_answers(night: Night) -> dict[str, str]:
    """Record them, once for each night. Returns errors by field."""
    answers = answers_of(night)
    if not answers_to_record(night, answers):
        return {}
    _remember(night)
    return welcome_promised(night, answers, night.answers_taken_at)


def undo_recorded_answers(night: Night) -> None:
    """Delete the attendance recorded from answers, and record none by the next tap. Players with a seat stay here."""
    if night.answers_taken_at:
        _recorded(night).delete()
        attended.send(Night, night=night)
    _remember(night)


def can_undo_recorded_answers(night: Night) -> bool:
    """Whether any attendance recorded from answers can still be deleted."""
    return bool(night.answers_taken_at) and _recorded(night).exists()


def _recorded(night: Night) -> QuerySet[Attendance]:
    """Return the attendance that answers created: its arrival is the moment of the first tap, or it is late and
    expected when the answer says; rows tapped since have another arrival, or none.
    """
    seated = Seat.objects.filter(match__night=night).values("player")
    is_here = Q(state=State.HERE, arrived_at=night.answers_taken_at)
    return night.attendances.filter(is_here | Q(pk__in=_late(night))).exclude(player__in=seated)


def _late(night: Night) -> list[int]:
    """Return the primary keys of late attendance that is expected when its answer says."""
    said = night.answers.filter(answer=NightAnswer.Answer.YES, arrives_after__gt=0)
    expected = {row.player_id: row.arrives_at for row in said}
    rows = night.attendances.filter(state=State.LATE, player__in=expected) if expected else ()
    return [row.pk for row in rows if row.expected_at == expected[row.player_id]]


def _remember(night: Night) -> None:
    night.answers_taken_at = night.answers_taken_at or timezone.now()
    night.save(update_fields=["answers_taken_at"])


def tiles_after_recording(people: AttendanceTiles, said: Sequence[NightAnswer]) -> AttendanceTiles:
    """Return the tiles as they will be after the next tap; guests who are not saved yet have negative primary keys."""
    now = timezone.now()
    states = {row.player_id: State.LATE if row.is_late(now) else State.HERE for row in said}
    tiles = [replace(tile, taken=states.get(tile.player.pk, "")) for tile in people.tiles]
    names = [name for row in said if not row.is_late(now) for name in row.guest_names]
    guests = [Player(pk=-number, name=name, is_guest=True) for number, name in enumerate(names, 1)]
    return replace(people, tiles=[*tiles, *(Tile(guest, None, None, taken=State.HERE) for guest in guests)])
