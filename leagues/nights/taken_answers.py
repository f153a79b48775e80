"""Whoever said yes is here on the set-up of the night: shown so when it is opened, written down with its first tap.

Only from two hours before the start on, so that nobody came at noon because somebody looked at the page. `Undo` takes
it back; after that, or once it was written down, nobody is taken to be here again without a tap.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from clubs.calendar.answers import Answers, answers_of
from clubs.calendar.nights import attended
from clubs.models import Attendance, Night, NightAnswer, Player
from games.models import Seat
from leagues.nights.attendance.taps import promised, welcome_promised
from leagues.nights.attendance.tiles import AttendanceTiles, Tile

EARLY = timedelta(hours=2)
State = Attendance.State


def to_take(night: Night, answers: Answers) -> list[NightAnswer]:
    """Who would be written down as here, or as late, with the next tap. One query at most."""
    is_near = timezone.now() >= night.starts_at - EARLY
    return promised(night, answers) if is_near and night.answers_taken_at is None else []


def take(night: Night) -> dict[str, str]:
    """Written down once; the answer says what is wrong, by field."""
    answers = answers_of(night)
    if not to_take(night, answers):
        return {}
    _remember(night)
    return welcome_promised(night, answers, night.answers_taken_at)


def untake(night: Night) -> None:
    """Nobody is here because of an answer: neither by the next tap nor by one that was. Whoever played stays."""
    if night.answers_taken_at:
        _taken(night).delete()
        attended.send(Night, night=night)
    _remember(night)


def can_untake(night: Night) -> bool:
    return bool(night.answers_taken_at) and _taken(night).exists()


def _taken(night: Night) -> QuerySet[Attendance]:
    """Their arrival is the moment of the first tap; whoever was tapped since has another, or none."""
    seated = Seat.objects.filter(match__night=night).values("player")
    return night.attendances.filter(state=State.HERE, arrived_at=night.answers_taken_at).exclude(player__in=seated)


def _remember(night: Night) -> None:
    night.answers_taken_at = night.answers_taken_at or timezone.now()
    night.save(update_fields=["answers_taken_at"])


def as_taken(people: AttendanceTiles, said: Sequence[NightAnswer]) -> AttendanceTiles:
    """The tiles as they will be after the next tap; guests who are not written down yet have numbers below zero."""
    now = timezone.now()
    states = {row.player_id: State.LATE if row.is_late(now) else State.HERE for row in said}
    tiles = [replace(tile, taken=states.get(tile.player.pk, "")) for tile in people.tiles]
    names = [name for row in said if not row.is_late(now) for name in row.guest_names]
    guests = [Player(pk=-number, name=name, is_guest=True) for number, name in enumerate(names, 1)]
    return replace(people, tiles=[*tiles, *(Tile(guest, None, None, taken=State.HERE) for guest in guests)])
