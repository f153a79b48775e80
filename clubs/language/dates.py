"""Dates and times in the format of each language. English is the source text and uses Django's format letters."""

import re
from datetime import date, datetime, time
from typing import cast

from babel import Locale
from babel.dates import format_date, format_datetime, format_time
from django.utils import formats

from clubs.language.locales import FIRSTS, locale

# Django's format letters of a date, and the CLDR skeleton with the same fields.
DAYS = {
    "l, j F Y": "yMMMMEEEEd",
    "l j F Y": "yMMMMEEEEd",
    "l, j F": "MMMMEEEEd",
    "l j F": "MMMMEEEEd",
    "l j M Y": "yMMMEEEEd",
    "l": "EEEE",
    "j F Y": "yMMMMd",
    "j F": "MMMMd",
    "F Y": "yMMMM",
    "D j M": "MMMEd",
    "j M Y": "yMMMd",
    "j M": "MMMd",
    "M Y": "yMMM",
}
FOR_PROGRAMS = ("Y-m-d", "U")
TIMES = {"H:i": "HH:mm", "H:i:s": "HH:mm:ss"}
FIELD = re.compile(r"([a-zA-Z])\1*")
QUOTED = re.compile(r"('[^']*')")
STANDALONE = {"L": "M", "c": "E"}
DAY_BEFORE_MONTH = re.compile(r"\bd\b(?= ?M)")


def date_format(value: date | time, letters: str) -> str:
    """Return a date in a format of DAYS, a time in one of TIMES, or both with “, ” between them. In languages other
    than English, raise KeyError for other formats.

    >>> date_format(date(2026, 11, 26), "l j F Y")
    'Thursday 26 November 2026'
    >>> from django.utils import translation
    >>> with translation.override("de"):
    ...     date_format(datetime(2026, 11, 26, 19, 30), "l j F, H:i")
    'Donnerstag, 26. November, 19:30'
    """
    current = locale()
    if current.language == "en" or letters in FOR_PROGRAMS:
        return formats.date_format(cast(date, value), letters)
    if letters in TIMES:
        return format_time(cast(time, value), TIMES[letters], locale=current)
    day, _, clock = letters.rpartition(", ")
    if clock not in TIMES:
        return format_date(cast(date, value), _day_pattern(current, letters, cast(date, value)), locale=current)
    if day not in DAYS:
        raise KeyError(letters)
    first = _day_pattern(current, day, cast(datetime, value))
    both = current.datetime_formats["medium"].replace("{1}", first).replace("{0}", TIMES[clock])
    return format_datetime(cast(datetime, value), both, locale=current)


def _day_pattern(current: Locale, letters: str, day: date) -> str:
    """Return the pattern of a date; the first of a month is an ordinal in some languages (*1er mars*), which the
    CLDR lacks.
    """
    pattern = _pattern(current, DAYS[letters])
    first = FIRSTS.get(current.language)
    return DAY_BEFORE_MONTH.sub(f"'{first}'", pattern) if first and day.day == 1 else pattern


def _pattern(current: Locale, wished: str) -> str:
    """Return the language's pattern for the fields of the skeleton `wished`, with their widths."""
    short_day = wished.replace("EEEE", "E")
    names = (wished, short_day, short_day.replace("MMMM", "MMM"))
    pattern = next(
        (current.datetime_skeletons[name].pattern for name in names if name in current.datetime_skeletons), ""
    )
    wide = {field[1]: field[0] for field in FIELD.finditer(wished)}
    pieces = QUOTED.split(pattern or wished)
    return "".join(each if each.startswith("'") else _widened(each, wide) for each in pieces)


def _widened(pattern: str, wide: dict[str, str]) -> str:
    def field(found: re.Match[str]) -> str:
        letter = STANDALONE.get(found[1], found[1])
        return wide.get(letter, found[0]) if letter in "ME" else found[0]

    return FIELD.sub(field, pattern)
