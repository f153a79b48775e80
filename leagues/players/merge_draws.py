"""A draw names its players by number, in lists of its own: here one number becomes another."""

from collections.abc import Sequence

from clubs.models import Player
from leagues.models import NightDraw

LISTS = ("resting", "first_jacks")


def move(one: Player, other: Player, draws: Sequence[int] | None = None) -> list[int]:
    """Wherever a draw says the one it says the other, in all of them or in these; the keys of those it touched.

    A draw that has both keeps the other, in the seat the other has; the one is gone from it. Pages that show it as it
    was are out of date.
    """
    rows = NightDraw.objects.filter(night__club=one.club_id)
    touched = []
    for row in rows if draws is None else rows.filter(pk__in=draws):
        if one.pk not in {*row.seated, *row.resting}:
            continue
        if other.pk not in {*row.seated, *row.resting}:
            touched.append(row.pk)
        _replace(row, one.pk, other.pk)
    return touched


def _replace(row: NightDraw, one: int, other: int) -> None:
    has_both = other in {*row.seated, *row.resting}

    def replaced(keys: list[int]) -> list[int]:
        if has_both:
            return [key for key in keys if key != one]
        return [other if key == one else key for key in keys]

    row.tables = [replaced(table) for table in row.tables]
    row.resting, row.first_jacks = replaced(row.resting), replaced(row.first_jacks)
    row.version += 1
    row.save(update_fields=["tables", *LISTS, "version"])
