"""By which rules a match was scored, so that points by a club's own rules stand apart (HR-DD-21)."""

from uuid import UUID

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from scoring import ENGINES

# Django would make the table anew in SQLite, which the triggers of its entries forbid.
ADD = "ALTER TABLE games_match ADD COLUMN points_key varchar(8) NOT NULL DEFAULT ''"
DROP = "ALTER TABLE games_match DROP COLUMN points_key"


def find(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    matches = apps.get_model("games", "Match").objects.using(editor.connection.alias)
    for engine in ENGINES:
        by_key: dict[str, list[UUID]] = {}
        for key, options in matches.filter(game=engine.key).exclude(options={}).values_list("pk", "options").iterator():
            if points_key := engine.apart(options):
                by_key.setdefault(points_key, []).append(key)
        for points_key, keys in by_key.items():
            for at in range(0, len(keys), 500):
                matches.filter(pk__in=keys[at : at + 500]).update(points_key=points_key)


class Migration(migrations.Migration):
    dependencies = [("games", "0009_ties_nobody_settled")]

    operations = [
        migrations.SeparateDatabaseAndState(
            [migrations.RunSQL(ADD, DROP)],
            [migrations.AddField("match", "points_key", models.CharField(blank=True, default="", max_length=8))],
        ),
        migrations.RunPython(find, migrations.RunPython.noop),
    ]
