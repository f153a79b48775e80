"""Merging the answers of two players: if both answered for the same night, only one answer is kept."""

from typing import Any

from clubs.models import NightAnswer, Player

FIELDS = ("pk", "night_id", "player_id", "answer", "note", "guests", "arrives_after", "number")


def delete_duplicates(source: Player, target: Player) -> list[dict[str, Any]]:
    """Delete the older of two answers for the same night; return the deleted rows as JSON."""
    theirs = {row.night_id: row for row in NightAnswer.objects.filter(player=target)}
    both = NightAnswer.objects.filter(player=source, night__in=theirs).order_by("pk")
    gone = [min(row, theirs[row.night_id], key=lambda each: each.answered_at) for row in both]
    stored = [_as_json(row) for row in gone]
    NightAnswer.objects.filter(pk__in=[row.pk for row in gone]).delete()
    return stored


def restore_duplicates(gone: list[dict[str, Any]]) -> None:
    """Restore the deleted answers, except where the player has answered again or another player has the number on the
    waiting list.
    """
    for stored in gone:
        rows = NightAnswer.objects.filter(night=stored["night_id"])
        is_taken = stored["number"] and rows.filter(number=stored["number"]).exists()
        if not is_taken and not rows.filter(player=stored["player_id"]).exists():
            NightAnswer.objects.create(**stored)


def _as_json(row: NightAnswer) -> dict[str, Any]:
    return {field: getattr(row, field) for field in FIELDS} | {"answered_at": row.answered_at.isoformat()}
