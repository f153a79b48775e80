"""Rank the standings of clubs with play-offs again when they are next read, since whoever played only in a group now has
a result.
"""

from typing import Any, ClassVar

from django.db import migrations


def rank_again(apps: Any, _: Any) -> None:
    """Forget by which clock the standings were ranked, which ranks them again the next time they are read."""
    playoffs = apps.get_model("leagues", "Playoff").objects.filter(kind="groups", finished_at__isnull=False)
    clubs = apps.get_model("clubs", "Club").objects.filter(pk__in=playoffs.values("club"))
    clubs.update(standings_clock="")


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("clubs", "0020_whose_a_session_is"),
        ("leagues", "0007_first_jacks_of_final_tables"),
    ]

    operations: ClassVar = [migrations.RunPython(rank_again, migrations.RunPython.noop, elidable=False)]
