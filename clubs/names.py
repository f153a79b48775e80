"""What may stand in a name: any script, any emoji, one spelling (NFC) for each; nothing that cannot be seen, and
nothing that turns the writing beside it round.
"""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

FORBIDDEN = {"Cc", "Cs", "Co", "Cn"}
# Embeddings, overrides and isolates: names of any script read well without them, and with them as something else.
TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Spaces without width, marks of byte order, invisible operators, soft hyphens: nobody types them, files bring them.
NOTHING = dict.fromkeys(map(ord, "\u00ad\u180e\u200b\u2060\u2061\u2062\u2063\u2064\ufeff"))
# Letters and signs by their category, which look like nothing at all.
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
SEEN = ("L", "N", "P", "S")  # categories: letters, figures, punctuation, symbols


def tidy_name(text: str) -> str:
    """NFC, without what has no width, with runs of white space folded to one space; what forms and imports store."""
    return " ".join(unicodedata.normalize("NFC", text).translate(NOTHING).split())


def plain_name(text: str) -> str:
    """The same without what `check_name` would refuse, for names out of files; nothing if nothing is left to see."""
    tidy = tidy_name("".join(character for character in text if is_printable(character)))
    return tidy if is_visible(tidy) else ""


def is_printable(text: str) -> bool:
    """Also what joins letters or emoji, which `str.isprintable` refuses; not what turns the direction of others."""
    return not any(character in TURNS or unicodedata.category(character) in FORBIDDEN for character in text)


def is_visible(text: str) -> bool:
    return any(character not in BLANK and unicodedata.category(character).startswith(SEEN) for character in text)


def check_name(text: str) -> None:
    """Raises ValidationError for what no score sheet can print: nothing that is seen, control characters, half
    surrogates, and what would turn the writing beside it round.
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
