"""Formats of the active language: lists, numbers, ordinals, dates, and the order of names."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from functools import cache
from typing import cast

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_datetime, format_time
from babel.lists import format_list
from babel.numbers import format_decimal, get_decimal_symbol
from django.conf import settings
from django.template.defaultfilters import filesizeformat
from django.utils import formats, translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.language.properties import of as properties_of
from clubs.language.properties import properties

# Formats of Babel for the active language: lists, numbers, ordinals.


BRITISH, AMERICAN = Locale("en", "GB"), Locale("en", "US")
POINT = re.compile(r"(?<=\d)\.(?=\d)")


def locale() -> Locale:
    """Return the Locale of the active language; British English if Babel does not know it."""
    return _locale(get_language() or settings.LANGUAGE_CODE)


@cache
def _locale(code: str) -> Locale:
    if code.startswith("en"):
        return AMERICAN if code == "en-us" else BRITISH
    territory = properties_of(code).territory
    try:
        return Locale(code, territory) if territory else Locale.parse(code, sep="-")
    except UnknownLocaleError:
        return BRITISH


def listed(names: Sequence[str]) -> str:
    """Return names as a list, with the language's “and” before the last.

    >>> listed(["Ann", "Bo", "Cy"])
    'Ann, Bo and Cy'
    """
    return _euphonic(format_list(names, locale=locale()), names)


def either(names: Sequence[str]) -> str:
    """Return names as a list of alternatives.

    >>> either(["Ann", "Bo", "Cy"])
    'Ann, Bo or Cy'
    """
    return _euphonic(format_list(names, style="or", locale=locale()), names)


def _euphonic(text: str, names: Sequence[str]) -> str:
    """Return the list with the “and” or “or” that Spanish and Italian have before some vowels, which the CLDR lacks."""
    for joining in properties().joinings if len(names) > 1 else ():
        if text.endswith(joining.usual + names[-1]) and re.match(joining.before, names[-1], re.IGNORECASE):
            return text.removesuffix(joining.usual + names[-1]) + joining.other + names[-1]
    return text


def comma_separated(parts: Iterable[str]) -> str:
    """Return the parts that are not empty, with commas between them: `Round 3, table 2`."""
    kept = [part for each in parts if (part := str(each))]
    return _folded(_("{part}, {next}"), kept) if len(kept) > 1 else "".join(kept)  # a table has many of one part


def clauses(parts: Iterable[str]) -> str:
    """Return the clauses that are not empty as one sentence: `Bea 3 of 3; Otto 0 of 1`."""
    return _folded(_("{part}; {next}"), parts)


def labelled(label: str, text: str) -> str:
    """Return the text after its label: `Table 1: Bea, Otto`; the label alone for an empty text."""
    return _("{label}: {text}").format(label=label, text=text) if text else label


def introducing(label: str) -> str:
    """Return the label of what follows below: `Winners’ table:`."""
    return _("{label}:").format(label=label)


def _folded(pattern: str, parts: Iterable[str]) -> str:
    """Return the parts joined by the pattern, which translators may change (“、”, “ ; ”)."""
    between = pattern.format(part="", next="")
    return between.join(filter(None, map(str, parts)))


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


def percent(figure: int | str) -> str:
    """Return a percentage for a text, with a blank before the sign where the language has one.

    >>> percent(59)
    '59%'
    >>> from django.utils import translation
    >>> with translation.override("de"):
    ...     percent("<1")
    '<1\\xa0%'
    """
    return with_unit(figure, "%")


def unit_after(unit: str) -> str:
    """Return a unit as it stands after a figure, with a blank before it; `%` has one only in some languages."""
    return str(locale().percent_formats[None].pattern).rpartition("0")[2] if unit == "%" else f" {unit}"


def with_unit(figure: int | str, unit: str) -> str:
    """Return a figure with its unit; without one for ""."""
    return f"{figure}{unit_after(unit)}" if unit else str(figure)


def size(number: int) -> str:
    """Return the size of a file: `858.6 KB`, in German `858,6 KB`."""
    return POINT.sub(decimal_sign(), filesizeformat(number))


def ordinal(number: int) -> str:
    """Return an ordinal: 1st, 22nd, 113th; in German 1., in French 1er.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 22, 113)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd', '113th']
    """
    language = properties()
    if language.ordinal:
        return language.first if number == 1 and language.first else language.ordinal.format(number)
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


# Dates and times in the format of each language. English is the source text and uses Django's format letters.


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
TWELVE_HOURS = {"H:i": "h:mm\u00a0a", "H:i:s": "h:mm:ss\u00a0a"}
FIELD = re.compile(r"([a-zA-Z])\1*")
QUOTED = re.compile(r"('[^']*')")
STANDALONE = {"L": "M", "c": "E"}
DAY_BEFORE_MONTH = re.compile(r"\bd\b(?= ?M)")


def date_format(value: date | time, letters: str) -> str:
    """Return a date in a format of DAYS, a time in one of TIMES, or both with “, ” between them. In languages other
    than British English, raise KeyError for other formats.

    >>> date_format(date(2026, 11, 26), "l j F Y")
    'Thursday 26 November 2026'
    >>> from django.utils import translation
    >>> with translation.override("de"):
    ...     date_format(datetime(2026, 11, 26, 19, 30), "l j F, H:i")
    'Donnerstag, 26. November, 19:30'
    >>> with translation.override("en-us"):
    ...     date_format(datetime(2026, 11, 26, 19, 30), "l j F, H:i")
    'Thursday, November 26, 7:30\\xa0PM'
    """
    current = locale()
    if current == BRITISH or letters in FOR_PROGRAMS:
        return formats.date_format(cast(date, value), letters)
    has_halves = current.territory and "h" in current.time_formats["short"].pattern
    times = TWELVE_HOURS if has_halves else TIMES
    if letters in times:
        return format_time(cast(time, value), times[letters], locale=current)
    day, _, clock = letters.rpartition(", ")
    if clock not in times:
        return format_date(cast(date, value), _day_pattern(current, letters, cast(date, value)), locale=current)
    if day not in DAYS:
        raise KeyError(letters)
    first = _day_pattern(current, day, cast(datetime, value))
    both = current.datetime_formats["medium"].replace("{1}", first).replace("{0}", times[clock])
    return format_datetime(cast(datetime, value), both, locale=current)


def _day_pattern(current: Locale, letters: str, day: date) -> str:
    """Return the pattern of a date; the first of a month is an ordinal in some languages (*1er mars*), which the
    CLDR lacks.
    """
    pattern = _pattern(current, DAYS[letters])
    first = properties().first
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
    words = "".join(each if each.startswith("'") else _widened(each, wide) for each in pieces)
    return words.replace("/", " ") if "MMM" in words else words  # European Portuguese: 28/11, but 28 nov.


def _widened(pattern: str, wide: dict[str, str]) -> str:
    def field(found: re.Match[str]) -> str:
        letter = STANDALONE.get(found[1], found[1])
        return wide.get(letter, found[0]) if letter in "ME" else found[0]

    return FIELD.sub(field, pattern)


# Numbers with a minus sign that stays before the digits even in right-to-left text.


MINUS, LEFT_TO_RIGHT = "\N{MINUS SIGN}", "\N{LEFT-TO-RIGHT MARK}"
SIGNED = re.compile(rf"[+{MINUS}](?=\d)")


def minus(number: int | str | None) -> str:
    """Return a number with a true minus sign: `-3` is `\N{MINUS SIGN}3`; "" for None.

    In right-to-left text a sign would be shown after the digits, so that a direction mark is added.
    """
    text = "" if number is None else str(number)
    return held(text.replace("-", MINUS)) if "-" in text else text


def signed(number: int) -> str:
    """Return a number with its sign, as points are written: `+7`, `\N{MINUS SIGN}2`, `0`."""
    return held(f"+{number}") if number > 0 else minus(number)


def held(text: str) -> str:
    """Return the text with a direction mark before each sign, in a right-to-left language."""
    return SIGNED.sub(lambda sign: LEFT_TO_RIGHT + sign[0], text) if _turns(get_language()) else text


@cache
def _turns(language: str | None) -> bool:
    """Whether the language is written from right to left."""
    with translation.override(language):
        return bool(translation.get_language_bidi())


# The name of a former member, stored in English as everybody’s is, in the reader’s language.


CALLED = "Former member"  # stored, followed by a number
STORED = re.compile(rf"{CALLED} (\d+)")


def shown_name(name: str) -> str:
    """Return a name as a page shows it: that of a former member in the active language, any other as it is.

    >>> shown_name("Former member 2"), shown_name("Ann")
    ('Former member 2', 'Ann')
    """
    found = STORED.fullmatch(name)
    return _("Former member {number}").format(number=found[1]) if found else name
