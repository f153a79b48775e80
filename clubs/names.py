"""Names: normalised, validated, and the keys by which they are compared, found and sorted."""

import unicodedata
from collections.abc import Iterator

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.look_alikes import skeleton, without_invisible

# Normalisation and validation of names: any script, any emoji, in one Unicode form (NFC); no invisible text, and no
# characters that change the direction of the text around them.


NO_NAME = gettext_lazy("Enter a name.")
FORBIDDEN = {"Cc", "Cs", "Co", "Cn"}
# Embeddings, overrides and isolates: no name needs them, and they can make a name look like another.
TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Zero-width spaces, byte order marks, invisible operators, soft hyphens: not typed, but copied from files.
NOTHING = dict.fromkeys(map(ord, "\u00ad\u180e\u200b\u2060\u2061\u2062\u2063\u2064\ufeff"))
# Letters and symbols by category that are shown as blank.
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
SEEN = ("L", "N", "P", "S")  # categories: letters, figures, punctuation, symbols


def tidy_name(text: str) -> str:
    """Return the text in NFC, without invisible characters and with runs of white space as one space, as forms and
    imports store it. Embeddings, overrides and isolates stay, to be refused.
    """
    plain = unicodedata.normalize("NFC", text).translate(NOTHING)
    return " ".join(without_invisible(plain, besides=TURNS).split())


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
        raise ValidationError(NO_NAME, code="empty-name")
    if TURNS.intersection(text):
        raise ValidationError(
            _("This name contains an invisible character that reverses text. Please type it by hand."),
            code="bad-name",
        )
    if not is_printable(text):
        raise ValidationError(_("This name contains an unprintable character. Please type it again."), code="bad-name")


# The keys by which names are compared, found and sorted: how a name is written must not make two people of one.


APOSTROPHES = dict.fromkeys(map(ord, "'’‘ʼʻ‛`´′＇"))
HYPHENS = dict.fromkeys(map(ord, "-‐‑‒–—－"), " ")
# Letters that Unicode does not take apart into a letter and an accent.
LETTERS = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h", "ŧ": "t", "ŋ": "n"}
)
POINTS, ACCENTS = range(10, 37), 200  # combining classes: of Hebrew and Arabic, and from which on accents are
DROPPED = ("P", "Z", "C")  # categories: punctuation, blanks, what is not shown


def spelled(name: str) -> str:
    """Return what all spellings of one name surely share: without regard to case, blanks, apostrophes and hyphens.

    >>> spelled(" Zoë  O’Brien-Marlowe") == spelled("ZOE\u0308 OBRIEN MARLOWE")
    True
    """
    plain = unicodedata.normalize("NFC", tidy_name(name).casefold())
    return " ".join(plain.translate(APOSTROPHES).translate(HYPHENS).split())


def folded(name: str) -> str:
    """Return the key by which a name is found, whatever keyboard it is typed on: letters and figures without accents,
    blanks and punctuation. Signs that are more than an accent stay, such as the vowels of Hindi and the voiced kana.

    >>> [folded(name) for name in ("Łukasz O’Brien", "lukasz obrien", "ÅNGSTRÖM", "Weiß-Ødegård")]
    ['lukaszobrien', 'lukaszobrien', 'angstrom', 'weissodegard']
    """
    return _letters(tidy_name(name)) or "".join(name.casefold().split())


def has_folded(name: str, text: str) -> bool:
    """Whether the name contains the text, however either is written.

    >>> has_folded("Café O’Toole, Lüneburg", "o'toole luneburg")
    True
    """
    return folded(text) in folded(name)


def looks(name: str) -> set[str]:
    """Return keys of what a name looks like; names that share one may be one person, or one who wants to pass for
    another: letters without accents, what is seen, and what is seen of small letters.

    >>> looks("Bea") & looks("Béа") != set(), looks("Dog I") & looks("Dog L"), looks("Dog 1") & looks("Dog L")
    (True, set(), set())
    """
    plain, tidy = folded(name), tidy_name(name)
    keys = {f"folded {plain}", f"seen {skeleton(tidy)}"}
    return keys if any(sign.isdigit() for sign in plain) else keys | {f"small {skeleton(plain)}"}


def sort_key(name: str) -> str:
    """Return the key that sorts names as dictionaries do: by letters word for word, then by accents, then by case.

    >>> sorted(["Zoe", "van Dam", "Élodie", "Øyvind", "Eva", "łucja", "Elodie", "Łukasz"], key=sort_key)
    ['Elodie', 'Élodie', 'Eva', 'łucja', 'Łukasz', 'Øyvind', 'van Dam', 'Zoe']
    """
    words = " ".join(filter(None, map(_letters, name.translate(HYPHENS).split())))
    return f"{words or name.casefold()}\t{unicodedata.normalize('NFD', name.casefold())}\t{name.swapcase()}"


def _letters(word: str) -> str:
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", word).casefold().translate(LETTERS))
    return unicodedata.normalize("NFC", "".join(_without_accents(letters)))


def _without_accents(letters: str) -> Iterator[str]:
    for character in letters:
        accent = unicodedata.combining(character)
        is_accent = accent == 1 or accent in POINTS or accent >= ACCENTS
        if not is_accent and not unicodedata.category(character).startswith(DROPPED):
            yield character
