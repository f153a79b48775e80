"""What may stand in a name: any script, any emoji, no control characters; one spelling (NFC) for each."""

import unicodedata

from django.core.exceptions import ValidationError

FORBIDDEN = {"Cc", "Cs", "Co", "Cn"}


def tidy_name(text: str) -> str:
    """NFC, with runs of white space folded to one space; what forms and imports store."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def is_printable(text: str) -> bool:
    """Also what joins letters or emoji, or turns their direction, which `str.isprintable` refuses."""
    return not any(unicodedata.category(character) in FORBIDDEN for character in text)


def check_name(text: str) -> None:
    """Refuse what no score sheet can print: nothing at all, or control characters and half surrogates."""
    if not text.strip():
        raise ValidationError("Write a name.", code="empty-name")
    if not is_printable(text):
        raise ValidationError(
            "This name holds a character that cannot be printed. Please type it again.", code="bad-name"
        )
