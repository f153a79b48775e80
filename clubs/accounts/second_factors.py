"""Secrets of authenticator apps and recovery codes are encrypted: a copy of the database alone gets nobody past them.

The key is made from SECRET_KEY, which is not in the database. What was kept in clear before is encrypted when used.
"""

import secrets
from base64 import b32encode
from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_used

from clubs.security.encryption import decrypt, encrypt

SEALED = "sealed:"  # what begins with it is encrypted
SECRETS = ("secret", "seed")  # of an authenticator app, and of recovery codes
PURPOSE = "clubs.accounts.second_factors"


class MFAAdapter(DefaultMFAAdapter):
    def encrypt(self, text: str) -> str:
        return SEALED + encrypt(text, PURPOSE)

    def decrypt(self, encrypted_text: str) -> str:
        """What was written down. Under another SECRET_KEY nothing opens it: then a secret that nobody can know."""
        head, sealed, token = encrypted_text.partition(SEALED)
        if head or not sealed:
            return encrypted_text
        return decrypt(token, PURPOSE) or b32encode(secrets.token_bytes(20)).decode()


def connect() -> None:
    authenticator_used.connect(_used, dispatch_uid="secrets in clear are sealed")


def _used(authenticator: Authenticator, **_: Any) -> None:
    row = Authenticator.objects.get(pk=authenticator.pk)
    clear = {name: row.data[name] for name in SECRETS if not row.data.get(name, SEALED).startswith(SEALED)}
    if clear:
        row.data.update({name: MFAAdapter().encrypt(text) for name, text in clear.items()})
        row.save(update_fields=["data"])
