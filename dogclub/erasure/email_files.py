"""Emails in files, where no mail server is configured (see `EMAIL_URL`)."""

import re
from collections.abc import Iterable
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from django.conf import settings

BETWEEN = b"-" * 79  # what Django writes after each email of a file


def forget(words: Iterable[str]) -> int:
    """Delete every email with one of these words in its headers or text, as a whole word; return their number."""
    folder = getattr(settings, "EMAIL_FILE_PATH", None)
    sought = [word for word in words if word]
    if not folder or not sought or not Path(folder).is_dir():
        return 0
    whole = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sought))})(?!\w)", re.IGNORECASE)
    return sum(_without(file, whole) for file in sorted(Path(folder).glob("*.log")))


def _without(file: Path, sought: re.Pattern[str]) -> int:
    emails = [each for each in file.read_bytes().split(BETWEEN) if each.strip()]
    remaining = [each for each in emails if not _says(each, sought)]
    if len(remaining) == len(emails):
        return 0
    if remaining:
        file.write_bytes(b"".join(each + BETWEEN for each in remaining) + b"\n")
    else:
        file.unlink()
    return len(emails) - len(remaining)


def _says(email: bytes, sought: re.Pattern[str]) -> bool:
    return sought.search(read(email)) is not None


def read(email: bytes) -> str:
    """Return headers and text of an email, decoded."""
    message = message_from_bytes(email.strip(), policy=policy.default)
    parts = [
        part for part in message.walk() if isinstance(part, EmailMessage) and part.get_content_maintype() == "text"
    ]
    return "\n".join([*map(str, message.values()), *(part.get_content() for part in parts)])
