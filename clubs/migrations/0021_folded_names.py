"""By what players are found and sorted, made of their names."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from clubs.models.player import FoundBy, SortedBy

AT_ONCE = 500


def fill(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for name, keys in (("Player", ["found_by", "sorted_by"]), ("FormerName", ["found_by"])):
        rows = apps.get_model("clubs", name)._base_manager.using(editor.connection.alias).order_by("pk")
        for row in rows.only("pk", "name", "nickname").iterator(AT_ONCE):
            row.save(update_fields=keys)  # the fields make themselves


class Migration(migrations.Migration):
    dependencies = [("clubs", "0020_whose_a_session_is")]

    operations = [
        migrations.AddField("formername", "found_by", FoundBy()),
        migrations.AddField("player", "found_by", FoundBy()),
        migrations.AddField("player", "sorted_by", SortedBy()),
        migrations.AddIndex("player", models.Index(fields=["club", "sorted_by"], name="players_by_name")),
        migrations.AlterModelOptions("player", {"ordering": ["sorted_by", "nickname", "pk"]}),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
