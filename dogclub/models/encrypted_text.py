"""Text that stands encrypted in the database: docs/developers/adr/0041."""

from typing import Any

from django.db import models

from clubs.security.encryption import decrypt, encrypt

HEAD, PURPOSE = "fernet:", "dogclub.models.encrypted_text"


class EncryptedText(models.TextField):  # type: ignore[type-arg]  # the class takes none when it runs
    """Python sees the text; the row, a backup and an archive of the disk see what SECRET_KEY alone opens.

    A row from before, without the head, is read as it is and encrypted when it is saved. What another SECRET_KEY
    encrypted reads as nothing. Each encryption differs, so that rows cannot be found by such a field.
    """

    def get_prep_value(self, value: Any) -> Any:
        text = super().get_prep_value(value)
        return HEAD + encrypt(text, PURPOSE) if text else text

    def from_db_value(self, value: str | None, *_: Any) -> str | None:
        if not value or not value.startswith(HEAD):
            return value
        return decrypt(value.removeprefix(HEAD), PURPOSE) or ""
