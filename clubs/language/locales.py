"""Formats of Babel for the active language: lists, numbers, ordinals."""

from collections.abc import Sequence
from functools import cache

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.numbers import format_decimal, get_decimal_symbol
from django.conf import settings

from clubs.language.active import get_language

BRITISH = Locale("en", "GB")
# Formats of ordinals other than English.
ORDINALS = {"ar": "{}", "de": "{}.", "es": "{}.º", "fr": "{}e", "nl": "{}e", "pt": "{}.º"}
FIRSTS = {"fr": "1er"}


def locale() -> Locale:
    """Return the Locale of the active language; British English if Babel does not know it."""
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
    """Return names as a list, with the language's “and” before the last.

    >>> listed(["Ann", "Bo", "Cy"])
    'Ann, Bo and Cy'
    """
    return format_list(names, locale=locale())


def either(names: Sequence[str]) -> str:
    """Return names as a list of alternatives.

    >>> either(["Ann", "Bo", "Cy"])
    'Ann, Bo or Cy'
    """
    return format_list(names, style="or", locale=locale())


def decimal_sign() -> str:
    """Return the decimal sign: a point in English, a comma in German."""
    return get_decimal_symbol(locale())


def decimal(value: float, places: int) -> str:
    """Return a number with decimal places for a text, never for a program or a drawing.

    >>> decimal(4.25, 1)
    '4.2'
    """
    return f"{value:.{places}f}".replace(".", decimal_sign())


def grouped(number: int) -> str:
    """Return a whole number for a text, with thousands separators.

    >>> grouped(12710)
    '12,710'
    """
    return format_decimal(number, locale=locale())


def ordinal(number: int) -> str:
    """Return an ordinal: 1st, 22nd, 113th; in German 1., in French 1er.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 22, 113)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd', '113th']
    """
    language = locale().language
    if language in ORDINALS:
        return FIRSTS[language] if number == 1 and language in FIRSTS else ORDINALS[language].format(number)
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
