"""What Babel knows of the language that is spoken."""

from collections.abc import Sequence
from functools import cache

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.numbers import format_decimal, get_decimal_symbol
from django.conf import settings

from clubs.language.active import get_language

BRITISH = Locale("en", "GB")
# Where a language writes more than the number and this.
ORDINALS = {"ar": "{}", "de": "{}.", "es": "{}.º", "fr": "{}e", "nl": "{}e", "pt": "{}.º"}
FIRSTS = {"fr": "1er"}


def locale() -> Locale:
    """Of the language that is spoken; British English where Babel does not know it."""
    return _locale(get_language() or settings.LANGUAGE_CODE)


@cache
def _locale(code: str) -> Locale:
    if code.startswith("en"):
        return BRITISH
    try:
        return Locale.parse(code, sep="-")
    except UnknownLocaleError:
        return BRITISH


def listed(names: Sequence[str]) -> str:
    """Names in a row, with the language's “and” before the last.

    >>> listed(["Ann", "Bo", "Cy"])
    'Ann, Bo and Cy'
    """
    return format_list(names, locale=locale())


def either(names: Sequence[str]) -> str:
    """Names of which one is right.

    >>> either(["Ann", "Bo", "Cy"])
    'Ann, Bo or Cy'
    """
    return format_list(names, style="or", locale=locale())


def decimal_sign() -> str:
    """Between a whole number and its fraction: 4.5, in German 4,5."""
    return get_decimal_symbol(locale())


def decimal(value: float, places: int) -> str:
    """A number to be read, never one for a program or a drawing.

    >>> decimal(4.25, 1)
    '4.2'
    """
    return f"{value:.{places}f}".replace(".", decimal_sign())


def grouped(number: int) -> str:
    """A whole number to be read, by thousands.

    >>> grouped(12710)
    '12,710'
    """
    return format_decimal(number, locale=locale())


def ordinal(number: int) -> str:
    """1st, 22nd, 113th; in German 1., in French 1er.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 22, 113)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd', '113th']
    """
    language = locale().language
    if language in ORDINALS:
        return FIRSTS[language] if number == 1 and language in FIRSTS else ORDINALS[language].format(number)
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
