"""Encryption of authenticator app secrets and recovery codes, so that a copy of the database alone does not reveal
them.

The key is derived from SECRET_KEY, which is not in the database. Secrets stored in clear before are encrypted when
used.
"""

import secrets
from base64 import b32encode
from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_used

from clubs.security.encryption import decrypt, encrypt

SEALED = "sealed:"  # prefix of encrypted values
SECRETS = ("secret", "seed")  # keys of the data of an authenticator app, and of recovery codes
PURPOSE = "clubs.accounts.second_factors"


class MFAAdapter(DefaultMFAAdapter):
    def encrypt(self, text: str) -> str:
        return SEALED + encrypt(text, PURPOSE)

    def decrypt(self, encrypted_text: str) -> str:
        """Return the decrypted text. If SECRET_KEY was changed, return a random secret that nobody can know."""
        head, sealed, token = encrypted_text.partition(SEALED)
        if head or not sealed:
            return encrypted_text
        return decrypt(token, PURPOSE) or b32encode(secrets.token_bytes(20)).decode()


def connect() -> None:
    """Connect the receiver that encrypts old secrets."""
    authenticator_used.connect(_used, dispatch_uid="secrets in clear are sealed")


def _used(authenticator: Authenticator, **_: Any) -> None:
    """Encrypt secrets that were stored in clear."""
    row = Authenticator.objects.get(pk=authenticator.pk)
    clear = {name: row.data[name] for name in SECRETS if not row.data.get(name, SEALED).startswith(SEALED)}
    if clear:
        row.data.update({name: MFAAdapter().encrypt(text) for name, text in clear.items()})
        row.save(update_fields=["data"])
