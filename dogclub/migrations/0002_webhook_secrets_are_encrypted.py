"""Encrypts the secrets of webhooks, which were stored in plain text, by saving each row."""

from typing import Any

from django.db import migrations

import dogclub.models.notify


def encrypt(apps: Any, _: Any) -> None:
    webhooks = apps.get_model("dogclub", "Webhook")
    for row in webhooks.objects.all():
        row.save(update_fields=["secret"])


class Migration(migrations.Migration):
    dependencies = [("dogclub", "0001_initial")]

    operations = [
        migrations.AlterField("webhook", "secret", dogclub.models.notify.EncryptedText()),
        migrations.RunPython(encrypt, migrations.RunPython.noop, elidable=False),
    ]
