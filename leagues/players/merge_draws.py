"""Replaces a player in draws, which store players as lists of primary keys."""

from collections.abc import Sequence

from clubs.models import Player
from leagues.models import NightDraw

LISTS = ("resting", "first_jacks")


def move(one: Player, other: Player, draws: Sequence[int] | None = None) -> list[int]:
    """Replace `one` by `other` in all draws of the club, or in these; return the keys of the draws where the
    replacement can be undone.

    In a draw that has both, `other` keeps its seat and `one` is removed; such draws are not returned. The version of
    each changed draw rises, so that pages that show the old one are refused.
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
