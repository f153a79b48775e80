"""Since when a match only lacks the outcome of a tie or a tally.

It is set here for matches of which only the totals are known: their plan has no hands, so an open one can lack nothing
else. An import made them until it asked how a tie was settled. For other matches, the next write or `rescore` sets it.
"""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def find(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    matches = apps.get_model("games", "Match").objects.using(editor.connection.alias)
    undecided = matches.filter(game="dirty-dog", finished_at=None, abandoned_at=None, rounds=0)
    undecided.filter(options__plan=[]).update(unsettled_at=models.F("started_at"))


class Migration(migrations.Migration):
    dependencies = [("games", "0008_what_is_due_has_an_index")]

    operations = [
        migrations.AddField("match", "unsettled_at", models.DateTimeField(null=True, blank=True)),
        migrations.RunPython(find, migrations.RunPython.noop),
    ]
