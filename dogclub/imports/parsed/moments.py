"""Days as people write them; whether 3/5 is in March or in May is asked. An hour nobody wrote down stays midnight."""

import re
from datetime import date, datetime, time

from django.utils import timezone

NAMES = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
MONTHS = {word: number for number, name in enumerate(NAMES, 1) for word in (name.lower(), name[:3].lower())} | {
    "sept": 9
}
ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})(?:[T ](?P<rest>.+))?", re.ASCII)
BY_NUMBER = re.compile(
    r"(?P<day>\d{1,2})(?P<sign>[./])(?P<month>\d{1,2})(?P=sign)(?P<year>\d{4}|\d{2})(?:,? +(?P<rest>.+))?", re.ASCII
)
BY_NAME = re.compile(
    r"(?:[A-Za-z]{2,9},? +)?(?P<day>\d{1,2})(?:st|nd|rd|th|\.)? +(?P<name>[A-Za-z]{3,9})\.?,?(?: +(?P<year>\d{4}))?"
    r"(?:,? +(?P<rest>\d.*))?",
    re.ASCII,
)
FORMS = "Use a format like 2026-03-12 or 12 March 2026."
EARLIEST = 1900
DAY_FIRST, MONTH_FIRST = "day", "month"


class NoDay(ValueError):
    """Text that is no day of the calendar; the message says why."""


class Ambiguous(NoDay):
    """A day that is another one where the month is written first."""


def moment(text: str, order: str = "") -> datetime:
    """The moment, by the club's clock where no zone is named; at midnight where only the day is said.

    `order` is what stands first in 3/5/2026: DAY_FIRST or MONTH_FIRST. Raises NoDay; Ambiguous where it matters and
    nobody said.

    >>> moment("12 March 2026").isoformat()[:16]
    '2026-03-12T00:00'
    """
    text = " ".join(text.split())
    for form in (ISO, BY_NUMBER, BY_NAME):
        if match := form.fullmatch(text):
            parts = match.groupdict()
            if parts.get("sign") == "/":
                parts = _ordered(parts, order, text)
            return _checked(_day(text, parts), parts.get("rest") or "", text)
    raise NoDay(f"“{text[:40]}” is not a day. {FORMS}" if text else f"The day is missing. {FORMS}")


def aware(day: date) -> datetime:
    """What a spreadsheet keeps as a date, by the club's clock."""
    naive = day if isinstance(day, datetime) else datetime.combine(day, time())
    return _in_bounds(naive if naive.tzinfo else timezone.make_aware(naive))


def has_hour(at: datetime) -> bool:
    return timezone.localtime(at).time() != time()


def _day(text: str, parts: dict[str, str | None]) -> date:
    day, month = int(parts["day"] or 0), _month(text, parts)
    if not parts["year"]:
        _exists(2024, month, day)
        raise NoDay(f"“{text[:40]}” does not say which year. {FORMS}")
    year = int(parts["year"])
    return _exists(year + (2000 if year < 100 else 0), month, day)


def _ordered(parts: dict[str, str | None], order: str, text: str) -> dict[str, str | None]:
    """Day and month where they belong; a number over twelve tells by itself."""
    first, second = int(parts["day"] or 0), int(parts["month"] or 0)
    months = range(1, len(NAMES) + 1)
    if not order and first in months and second in months and first != second:
        raise Ambiguous(
            f"“{text[:40]}” is {first} {NAMES[second - 1]} or {second} {NAMES[first - 1]}. Say which stands first, the "
            "day or the month."
        )
    is_month_first = order == MONTH_FIRST if first in months and second in months else first in months
    return {**parts, "day": parts["month"], "month": parts["day"]} if is_month_first else parts


def _month(text: str, parts: dict[str, str | None]) -> int:
    name = parts.get("name")
    number = int(parts["month"] or 0) if name is None else MONTHS.get(name.lower())
    if number is None:
        raise NoDay(f"“{text[:40]}” is not a day. {FORMS}")
    return number


def _exists(year: int, month: int, day: int) -> date:
    if not 1 <= month <= len(NAMES):
        raise NoDay(f"There is no month {month}.")
    try:
        return date(year, month, day)
    except ValueError:
        raise NoDay(f"There is no {day} {NAMES[month - 1]}.") from None


def _checked(day: date, rest: str, text: str) -> datetime:
    if not rest:
        return aware(day)
    try:
        at = datetime.fromisoformat(f"{day.isoformat()}T{rest.replace(' ', '')}")
    except ValueError:
        raise NoDay(f"“{text[:40]}” names an hour that does not exist. {FORMS}") from None
    return aware(at)


def _in_bounds(at: datetime) -> datetime:
    if at.year < EARLIEST:
        raise NoDay(f"{at.year} is too long ago for Dog Club.")
    if timezone.localtime(at).date() > timezone.localdate():
        raise NoDay("This day is in the future: only games already played can be imported.")
    return at
