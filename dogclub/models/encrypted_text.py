"""A text field that is encrypted in the database: docs/developers/adr/0041."""

from typing import Any

from django.db import models

from clubs.security.encryption import decrypt, encrypt

HEAD, PURPOSE = "fernet:", "dogclub.models.encrypted_text"


class EncryptedText(models.TextField):  # type: ignore[type-arg]  # the class takes none when it runs
    """Text that is encrypted with SECRET_KEY in the database and in backups, and plain in Python.

    A row from before the encryption, without the prefix, is read as it is and encrypted when saved. A value encrypted
    with another SECRET_KEY is read as "". Each encryption differs, so rows cannot be filtered by such a field.
    """

    def get_prep_value(self, value: Any) -> Any:
        text = super().get_prep_value(value)
        return HEAD + encrypt(text, PURPOSE) if text else text

    def from_db_value(self, value: str | None, *_: Any) -> str | None:
        if not value or not value.startswith(HEAD):
            return value
        return decrypt(value.removeprefix(HEAD), PURPOSE) or ""
