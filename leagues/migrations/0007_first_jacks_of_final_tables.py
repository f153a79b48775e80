"""Who got the first Jack at each final table, stored from the tap until the table is dealt."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("leagues", "0006_how_often_a_trophy_was_won")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="playoff",
            name="first_jacks",
            field=models.JSONField(default=dict, db_default=models.Value({}, models.JSONField())),
        ),
    ]
