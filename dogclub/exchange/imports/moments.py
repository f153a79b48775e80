"""Parsing of dates and times as people write them, in ten languages.

Whether 3/5 is in March or in May is asked, and so is a missing year. A date without an hour is midnight.
"""

import csv
import re
import unicodedata
from datetime import date, datetime, time
from functools import cache
from pathlib import Path

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.locales import date_format
from dogclub.exchange.exports.blocks import column_of

# Words that people use as column headings, in ten languages, from `words.csv`: one row for each meaning and language.


FILE = Path(__file__).with_name("words.csv")
SUM, MEAN, COUNT, AWAY, SKIP, MONTH = "sum", "mean", "count", "away", "skip", "month-"
OTHER = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d"})
LONGEST_HEADING = 100  # of a heading
DASHES = {"-", "–", "—", "−", "/", "."}  # signs that people type for an empty cell


def letters(text: str) -> str:
    """Return the form shared by all spellings of a word: lower-case letters and digits, without accents.

    >>> letters("  Joué le: ")
    'joue le'
    """
    plain = unicodedata.normalize("NFKD", text.casefold().translate(OTHER))
    kept = "".join(character for character in plain if not unicodedata.combining(character))
    return " ".join(re.sub(r"[\W_]+", " ", kept).split())


@cache
def _known() -> dict[str, dict[str, str]]:
    """Return words by kind (a heading, SUM, MEAN, COUNT, AWAY, MONTH): letters to meaning. The first row with a
    word wins.
    """
    known: dict[str, dict[str, str]] = {}
    with FILE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            means = row["means"]
            kind = MONTH if means.startswith(MONTH) else means if means in (SUM, MEAN, COUNT, AWAY) else ""
            for word in filter(None, map(letters, row["words"].split("|"))):
                known.setdefault(kind, {}).setdefault(word, means)
    return known


def meaning_of(heading: str) -> str:
    """Return the column that a heading means; SKIP for a known word that is no column, "" for an unknown word.

    >>> meaning_of("Stiche"), meaning_of("Joueur 2"), meaning_of("Bids"), meaning_of("Notes"), meaning_of("Bea")
    ('tricks', 'player', 'bids', 'skip', '')
    """
    if len(heading) > LONGEST_HEADING:
        return ""
    text = re.sub(r"\([^)]*\)", " ", heading)
    word = letters(text)
    numbered = re.sub(r"\s*\d+$", "", word)
    headings = _known()[""]
    return column_of(text) or headings.get(word, "") or (headings.get(numbered, "") if numbered else "")


def month_of(word: str) -> int:
    """Return the month's number from 1; 0 if the word is not a month."""
    means = _known()[MONTH].get(letters(word), "")
    return int(means.removeprefix(MONTH)) if means else 0


def is_sum(text: str) -> bool:
    """Whether the word means a total, as at the end of a column of figures."""
    return letters(text) in _known()[SUM]


def is_summary(text: str) -> bool:
    """Whether the word heads a summary row, such as “Average”, “Games played” or a total, and not a game."""
    return is_sum(text) or letters(text) in _known()[MEAN]


def is_count(text: str) -> bool:
    """Whether the word heads a number of matches, as in a table of a season."""
    return letters(text) in _known()[COUNT]


def is_away(text: str) -> bool:
    """Whether the cell says that a player did not play: a dash or a word such as “absent”."""
    return text in DASHES or letters(text) in _known()[AWAY]


NAMES = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
WEEKDAY = r"(?:[^\W\d]{2,10}[.,]? +)?"
HOUR = r"(?:,? +(?:(?:[^\W\d]{1,4} +){1,2})?(?P<rest>\d.*))?"  # after “at”, “um”, “à”, “a las”
YEAR_FIRST = re.compile(
    r"(?P<year>\d{4})(?:(?P<sign>[-/]|\.? |\. ?)(?P<month>\d{1,2})(?P=sign)(?P<day>\d{1,2})\.?"
    r"|年 ?(?P<of_year>\d{1,2})月 ?(?P<of_month>\d{1,2})日)(?:T(?P<clock>.+)|" + HOUR + ")",
    re.ASCII,
)
COMPACT = re.compile(r"(?P<year>(?:19|20)\d\d)(?P<month>\d\d)(?P<day>\d\d)", re.ASCII)
BY_NUMBER = re.compile(
    WEEKDAY + r"(?P<day>\d{1,2})(?P<order> ?[-./] ?)(?P<month>\d{1,2})"
    r"(?:(?P=order)(?P<year>\d{4}|\d{2})\.?|(?<=\d)\.|)" + HOUR
)
BY_BLANKS = re.compile(WEEKDAY + r"(?P<day>\d{1,2})(?P<order> )(?P<month>\d{1,2}) (?P<year>\d{4})" + HOUR)
WORD = r"(?P<name>[^\W\d]{3,12})\.?"
BY_NAME = re.compile(
    WEEKDAY + r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|º|\.)?(?: +de)?[ -]+" + WORD + r",?"
    r"(?:(?: +de)?[ -]+(?P<year>\d{4}|\d{2}))?" + HOUR
)
NAME_FIRST = re.compile(WEEKDAY + WORD + r" +(?P<day>\d{1,2})(?:st|nd|rd|th)?,?(?: +(?P<year>\d{4}))?" + HOUR)
FORMATS = (YEAR_FIRST, COMPACT, BY_NUMBER, BY_BLANKS, BY_NAME, NAME_FIRST)
CLOCK = re.compile(
    r"(?P<hour>\d{1,2})(?:[:.h] ?(?P<minute>\d{2})?(?:[:.](?P<second>\d{2}))?)?"
    r" *(?:(?P<half>[ap])\.? ?m\.?|h|hrs?|uhr|uur|horas?|heures?|kl)?\.?",
    re.IGNORECASE,
)
NOON = 12
YEARS = re.compile(r"(\d{4})(?: *[-/–] *(\d{4}|\d{2}))?", re.ASCII)
SUMMER = 7  # the month in which a season that spans two years begins
FORMS = gettext_lazy("Use a format like 2026-03-12 or 12 March 2026.")
FUTURE = gettext_lazy("This day is in the future: only games already played can be imported.")
EARLIEST = 1900
DAY_FIRST, MONTH_FIRST = "day", "month"


class NoDay(ValueError):
    """Text that is not a valid date; the message is shown to the user."""


class Ambiguous(NoDay):
    """A date that is another day if the month comes first."""


class NoYear(NoDay):
    """A day and month without a year."""


def moment(text: str, order: str = "", year: str = "") -> datetime:
    """Return the datetime, by the club's clock if no offset is given; at midnight if only the day is given.

    `order` is what comes first in 3/5/2026: DAY_FIRST or MONTH_FIRST. `year` is used for days without one: "2026", or
    "2025/26" for a season from July to June. Raise NoDay; Ambiguous or NoYear if the answer matters and is not given.

    >>> moment("12 March 2026").isoformat()[:16]
    '2026-03-12T00:00'
    """
    text = " ".join(text.split())
    if parts := _parts(text):
        if is_open(parts):
            parts = _ordered(parts, order, text)
        return _checked(_day(text, parts, year), parts.get("rest") or "", text)
    raise NoDay(
        _("“{text}” is not a day. {forms}").format(text=text[:40], forms=FORMS)
        if text
        else _("The day is missing. {forms}").format(forms=FORMS)
    )


def _parts(text: str) -> dict[str, str | None]:
    """Return the named groups of the first format that matches and has a known month name; {} if none does."""
    text = western(text)
    for form in FORMATS:
        if (match := form.fullmatch(text)) and (match.groupdict().get("name") is None or month_of(match["name"])):
            parts = match.groupdict()
            for name, other in (("month", "of_year"), ("day", "of_month"), ("rest", "clock")):
                parts[name] = parts.get(name) or parts.get(other)
            return parts
    return {}


def western(text: str) -> str:
    """Return the text with the digits 0 to 9 for those of other scripts, and for full-width ones.

    >>> western("４１")
    '41'
    """
    return "".join(str(unicodedata.decimal(each)) if each.isdecimal() else each for each in text)


def is_open(parts: dict[str, str | None]) -> bool:
    """Whether day and month may be the other way round: only dots say that the day comes first."""
    return (parts.get("order") or ".").strip() != "."


def is_day(text: str) -> bool:
    """Whether the text is certainly a date; 3/5 alone may be something else.

    >>> is_day("5. März"), is_day("5/3/26"), is_day("5.3."), is_day("3/5"), is_day("41")
    (True, True, True, False, False)
    """
    parts = _parts(" ".join(text.split()))
    return bool(parts and (parts["year"] or parts.get("name") or text.strip().endswith(".")))


LONGEST_DAY = 6  # words of a day with its hour
EDGES = "()[]{},;:|–—-\"'“”„‘’"
WITHIN = re.compile(r"(?<!\d)(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2}))(?!\d)", re.ASCII)


def days_in(text: str) -> list[str]:
    """Return the days that stand anywhere in a title or in the name of a sheet or file, as written; 3/5 alone is none.

    >>> days_in("Night of 9 January 2025 (at Bea’s)"), days_in("dirty-dog-2025-04-03"), days_in("Soirée du 18/03/2025")
    (['9 January 2025'], ['2025-04-03'], ['18/03/2025'])
    """
    words = [stripped for word in text.replace("_", " ").split() if (stripped := word.strip(EDGES))]
    found: list[str] = []
    at = 0
    while at < len(words):
        lengths = range(min(LONGEST_DAY, len(words) - at), 0, -1)
        size = next((size for size in lengths if _is_day_alone(" ".join(words[at : at + size]))), 0)
        if size > 1 and _is_day_alone(shorter := " ".join(words[at + 1 : at + size])):
            found.append(shorter)  # “night” before it was taken for a day of the week
        elif size:
            found.append(" ".join(words[at : at + size]))
        at += size or 1
    return found or WITHIN.findall(text)


def _is_day_alone(text: str) -> bool:
    """Whether the text is a date with or without its hour, and nothing follows."""
    rest = _parts(text).get("rest") or ""
    return is_day(text) and (not rest or bool(clock(rest)))


def order_of(text: str) -> str:
    """Return DAY_FIRST or MONTH_FIRST if this date shows it by a number over twelve, as 25/3/2026; else "", also for
    other formats.
    """
    parts = _parts(" ".join(text.split()))
    if not is_open(parts):
        return ""
    first, second = int(parts["day"] or 0), int(parts["month"] or 0)
    months = range(1, len(NAMES) + 1)
    return "" if (first in months) == (second in months) else MONTH_FIRST if first in months else DAY_FIRST


def is_year(text: str) -> bool:
    """Whether the text is valid as the year for days without one: 2026, 2025/26 or 2025/2026."""
    years = YEARS.fullmatch(text.strip())
    return bool(years and (years[2] is None or int(years[1][2:]) + 1 == int(years[2][-2:] or 0)))


def aware(day: date) -> datetime:
    """Return a spreadsheet's date as an aware datetime, by the club's clock. Raise NoDay if it is before 1900 or in
    the future.
    """
    naive = day if isinstance(day, datetime) else datetime.combine(day, time())
    if naive.year < EARLIEST:
        raise NoDay(_("{year} is too long ago for Dog Club.").format(year=naive.year))
    if naive.year > timezone.localdate().year + 1:  # the last days of the calendar exist in no other zone
        raise NoDay(str(FUTURE))
    return _in_bounds(naive if naive.tzinfo else timezone.make_aware(naive))


def has_hour(at: datetime) -> bool:
    """Whether the time of day is known: not midnight by the club's clock."""
    return timezone.localtime(at).time() != time()


def _day(text: str, parts: dict[str, str | None], years: str) -> date:
    day, month = (
        int(parts["day"] or 0),
        month_of(parts["name"] or "") if parts.get("name") else int(parts["month"] or 0),
    )
    written = parts["year"]
    if not written:
        _exists(2024, month, day)
        if not (known := YEARS.fullmatch(years.strip())):
            raise NoYear(_("“{text}” does not say which year. {forms}").format(text=text[:40], forms=FORMS))
        return _exists(int(known[1]) + (known[2] is not None and month < SUMMER), month, day)
    if len(written) == 4:
        return _exists(int(written), month, day)
    this = _exists(2000 + int(written), month, day)
    return this if this <= timezone.localdate() else _exists(1900 + int(written), month, day)


def _ordered(parts: dict[str, str | None], order: str, text: str) -> dict[str, str | None]:
    """Return the parts with day and month in their places; a number over twelve is the day. Raise Ambiguous."""
    first, second = int(parts["day"] or 0), int(parts["month"] or 0)
    months = range(1, len(NAMES) + 1)
    if not order and first in months and second in months and first != second:
        words = _("“{text}” is {one} or {other}. Say which stands first, the day or the month.")
        one, other = (date_format(day, "j F") for day in (date(2024, second, first), date(2024, first, second)))
        raise Ambiguous(words.format(text=text[:40], one=one, other=other))
    is_month_first = order == MONTH_FIRST if first in months and second in months else first in months
    return {**parts, "day": parts["month"], "month": parts["day"]} if is_month_first else parts


def _exists(year: int, month: int, day: int) -> date:
    if not 1 <= month <= len(NAMES):
        raise NoDay(_("There is no month {month}.").format(month=month))
    try:
        return date(year, month, day)
    except ValueError:
        raise NoDay(_("There is no {day} {names}.").format(day=day, names=NAMES[month - 1])) from None


def _checked(day: date, rest: str, text: str) -> datetime:
    if not rest:
        return aware(day)
    try:
        at = datetime.fromisoformat(f"{day.isoformat()}T{clock(rest) or rest.replace(' ', '')}")
    except ValueError:
        words = _("“{text}” names an hour that does not exist. {forms}")
        raise NoDay(words.format(text=text[:40], forms=FORMS)) from None
    return aware(at)


def clock(text: str) -> str:
    """Return a time of day as 19:30:00; "" for a text that is none.

    >>> clock("7:30 PM"), clock("19h"), clock("13 pm"), clock("late")
    ('19:30:00', '19:00:00', '', '')
    """
    found = CLOCK.fullmatch(western(text))
    if not found:
        return ""
    hour, half = int(found["hour"]), (found["half"] or "").lower()
    if half:
        if not 1 <= hour <= NOON:
            return ""
        hour = hour % NOON + (NOON if half == "p" else 0)
    return f"{hour:02}:{found['minute'] or '00'}:{found['second'] or '00'}"


def _in_bounds(at: datetime) -> datetime:
    if timezone.localtime(at).date() > timezone.localdate():
        raise NoDay(str(FUTURE))
    return at
