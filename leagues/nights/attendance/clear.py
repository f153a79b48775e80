"""Clearing the attendance of a night in one tap, and undoing that from a signed token that the page keeps."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.core import signing

from clubs.calendar.nights import attended
from clubs.models import Attendance, Night
from games.models import Seat
from leagues.nights.attendance.tiles import Tile

SALT = "dogclub.attendance"
STATES = (Attendance.State.HERE, Attendance.State.LATE)
TIMES = ("expected_at", "arrived_at")


def clearable(night: Night, tiles: Sequence[Tile]) -> bool:
    """Whether `clear` would delete any attendance. One query at most."""
    known = {tile.player.pk for tile in tiles if tile.state in STATES}
    return bool(known and known - _played(night))


def clear(night: Night) -> str:
    """Delete the attendance of everybody who is here or late, except of those who played tonight; those who are away or
    went home keep theirs. Returns the signed token for `restore`.
    """
    rows = list(night.attendances.filter(state__in=STATES).exclude(player__in=_played(night)))
    kept = [
        [row.player_id, row.state, row.host_id, *(moment and moment.isoformat() for moment in _times(row))]
        for row in rows
    ]
    Attendance.objects.filter(pk__in=[row.pk for row in rows]).delete()
    attended.send(Night, night=night)
    return signing.dumps([night.pk, kept], salt=SALT, compress=True)


def restore(night: Night, token: str) -> bool:
    """Restore the attendance in the token, except for players who have another row since or were anonymised. Returns
    False if the signature is wrong or the token belongs to another night.
    """
    try:
        night_pk, kept = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return False
    if night_pk != night.pk:
        return False
    recorded = set(night.attendances.values_list("player", flat=True))
    players = set(night.club.players.filter(former=None).values_list("pk", flat=True))
    rows = [_row(night, players, *each) for each in kept if each[0] in players - recorded]
    Attendance.objects.bulk_create(rows)
    attended.send(Night, night=night)
    return True


def _played(night: Night) -> set[int]:
    """Return the players who have a seat at the night: they certainly came."""
    return {*Seat.objects.filter(match__night=night).values_list("player", flat=True)}


def _times(row: Attendance) -> list[datetime | None]:
    return [getattr(row, name) for name in TIMES]


def _row(night: Night, players: set[int], player: int, state: str, host: int | None, *times: Any) -> Attendance:
    moments = {name: at and datetime.fromisoformat(at) for name, at in zip(TIMES, times, strict=True)}
    return Attendance(night=night, player_id=player, state=state, host_id=host if host in players else None, **moments)
