"""Letters that lie in files, where no mail server is configured (see `EMAIL_URL`)."""

import re
from collections.abc import Iterable
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from django.conf import settings

BETWEEN = b"-" * 79  # what Django writes after each letter of a file


def forget(words: Iterable[str]) -> int:
    """Deletes every letter that says one of these as a word, in its head or its body; how many."""
    folder = getattr(settings, "EMAIL_FILE_PATH", None)
    sought = [word for word in words if word]
    if not folder or not sought or not Path(folder).is_dir():
        return 0
    whole = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sought))})(?!\w)", re.IGNORECASE)
    return sum(_without(file, whole) for file in sorted(Path(folder).glob("*.log")))


def _without(file: Path, sought: re.Pattern[str]) -> int:
    letters = [each for each in file.read_bytes().split(BETWEEN) if each.strip()]
    remaining = [each for each in letters if not _says(each, sought)]
    if len(remaining) == len(letters):
        return 0
    if remaining:
        file.write_bytes(b"".join(each + BETWEEN for each in remaining) + b"\n")
    else:
        file.unlink()
    return len(letters) - len(remaining)


def _says(letter: bytes, sought: re.Pattern[str]) -> bool:
    return sought.search(read(letter)) is not None


def read(letter: bytes) -> str:
    """Head and text as somebody reads them, whatever they were encoded in."""
    message = message_from_bytes(letter.strip(), policy=policy.default)
    parts = [
        part for part in message.walk() if isinstance(part, EmailMessage) and part.get_content_maintype() == "text"
    ]
    return "\n".join([*map(str, message.values()), *(part.get_content() for part in parts)])
