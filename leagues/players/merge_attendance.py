"""Merging the attendance of two players: if both have a row for the same night, only one is kept."""

from typing import Any

from clubs.models import Attendance, Player

MOMENTS = ("expected_at", "arrived_at", "left_at")
FIELDS = ("pk", "night_id", "player_id", "host_id", "state", *MOMENTS)


def delete_duplicates(source: Player, target: Player) -> list[dict[str, Any]]:
    """Delete the less certain of two rows for the same night; return the deleted rows as JSON."""
    theirs = {row.night_id: row for row in Attendance.objects.filter(player=target)}
    both = Attendance.objects.filter(player=source, night__in=theirs).order_by("pk")
    gone = [min(row, theirs[row.night_id], key=_weight) for row in both]
    stored = [_as_json(row) for row in gone]
    Attendance.objects.filter(pk__in=[row.pk for row in gone]).delete()
    return stored


def restore_duplicates(gone: list[dict[str, Any]]) -> None:
    """Restore the deleted rows, except where the player has a new one."""
    for stored in gone:
        if not Attendance.objects.filter(night=stored["night_id"], player=stored["player_id"]).exists():
            Attendance.objects.create(**stored)


def _weight(row: Attendance) -> tuple[bool, bool]:
    """Return the sort key of certainty: having arrived counts for more than being expected, and that for more than
    being away.
    """
    return (row.state != Attendance.State.AWAY, row.arrived_at is not None)


def _as_json(row: Attendance) -> dict[str, Any]:
    moments = {field: moment.isoformat() for field in MOMENTS if (moment := getattr(row, field))}
    return {field: getattr(row, field) for field in FIELDS if field not in MOMENTS} | moments
