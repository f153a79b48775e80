"""Normalisation and validation of names: any script, any emoji, in one Unicode form (NFC); no invisible text, and no
characters that change the direction of the text around them.
"""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

FORBIDDEN = {"Cc", "Cs", "Co", "Cn"}
# Embeddings, overrides and isolates: no name needs them, and they can make a name look like another.
TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Zero-width spaces, byte order marks, invisible operators, soft hyphens: not typed, but copied from files.
NOTHING = dict.fromkeys(map(ord, "\u00ad\u180e\u200b\u2060\u2061\u2062\u2063\u2064\ufeff"))
# Letters and symbols by category that are shown as blank.
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
SEEN = ("L", "N", "P", "S")  # categories: letters, figures, punctuation, symbols


def tidy_name(text: str) -> str:
    """Return the text in NFC, without zero-width characters and with runs of white space as one space, as forms and
    imports store it.
    """
    return " ".join(unicodedata.normalize("NFC", text).translate(NOTHING).split())


def plain_name(text: str) -> str:
    """Return a name from a file, tidied and without what `check_name` would refuse; "" if nothing visible is left."""
    tidy = tidy_name("".join(character for character in text if is_printable(character)))
    return tidy if is_visible(tidy) else ""


def is_printable(text: str) -> bool:
    """Whether all characters are allowed: also joiners of letters or emoji, which `str.isprintable` refuses, but no
    direction controls.
    """
    return not any(character in TURNS or unicodedata.category(character) in FORBIDDEN for character in text)


def is_visible(text: str) -> bool:
    """Whether a character is visible."""
    return any(character not in BLANK and unicodedata.category(character).startswith(SEEN) for character in text)


def check_name(text: str) -> None:
    """Raise ValidationError for a name that no score sheet can print: invisible, or with control characters,
    surrogates or direction controls.
    """
    if not is_visible(text) and is_printable(text):
        raise ValidationError(_("Enter a name."), code="empty-name")
    if TURNS.intersection(text):
        raise ValidationError(
            _("This name contains an invisible character that reverses text. Please type it by hand."),
            code="bad-name",
        )
    if not is_printable(text):
        raise ValidationError(_("This name contains an unprintable character. Please type it again."), code="bad-name")
