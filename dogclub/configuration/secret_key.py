"""The key that signs sessions and links: from the environment, or generated once and stored in var/."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from dogclub.configuration.environment import refuse, text

INSTEAD = (
    "put back the one of the newest backup, or delete the file: Dog Club makes another one, people sign in again, and "
    "invitations and links to watch are made anew"
)


def secret_key(var: Path) -> str:
    """Return the key from SECRET_KEY, or from var/secret-key, which is generated if missing."""
    if key := text("SECRET_KEY"):
        _check_length("SECRET_KEY", key, "write at least 50 random ones, or leave it out: var/secret-key has one then")
        return key
    file = var / "secret-key"
    try:
        if not file.exists():
            _make_secret_key(file)
        key = file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise refuse(str(file), f"cannot be read or made ({error})", INSTEAD) from error
    if len(key) < 50:
        raise refuse(str(file), "is empty or cut short", INSTEAD)
    return key


def former_secret_keys() -> list[str]:
    """Return earlier keys (SECRET_KEY_FALLBACKS), with which signatures are verified and data is decrypted, but nothing
    new is signed.
    """
    keys = [key.strip() for key in text("SECRET_KEY_FALLBACKS").split(",") if key.strip()]
    for key in keys:
        _check_length("SECRET_KEY_FALLBACKS", key, "write whole keys with commas between them, the newest first")
    return keys


def _check_length(variable: str, key: str, instead: str) -> None:
    if len(key) < 50 or len(set(key)) < 5:
        raise refuse(variable, f"has a key of only {len(key)} characters of {len(set(key))} kinds", instead)


def _make_secret_key(file: Path) -> None:
    """Write the key to a temporary file and link it into place, so that another process or a power cut leaves the whole
    key or none.
    """
    draft = file.with_name(f"secret-key.{os.getpid()}")
    draft.touch(mode=0o600)
    try:
        with draft.open("w", encoding="ascii") as content:
            content.write(secrets.token_urlsafe(60))
            content.flush()
            os.fsync(content.fileno())
        with suppress(FileExistsError):
            os.link(draft, file)
    finally:
        draft.unlink()
    parent = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(parent)
    finally:
        os.close(parent)
