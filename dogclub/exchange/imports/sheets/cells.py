"""The content of a cell: a date, a number, words or nothing; and numbers in a plain notation."""

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from dogclub.exchange.imports.moments import clock, is_away, is_day, meaning_of, western

NOTHING, DAY, NUMBER, WORDS = "", "day", "number", "words"
FIGURE = re.compile(r"[+-]?\d{1,9}(?:[.,' \u00a0\u202f’]\d{3})*(?:[.,]\d{1,6})?", re.ASCII)
MEANT = re.compile(r"=.+|[+\-−–]?(?=.*\d)[\doOlI|]{1,5}|[+\-−–]?\d{1,5} ?[^\W\d]{1,4}\.?")  # a formula, 6o, 12 pts
SIGNED = re.compile(r"(?P<before>[+-])? ?(?P<number>\d[\d.,' \u00a0\u202f’]*)(?P<after>-)?[*†°]?", re.ASCII)
IN_BRACKETS = re.compile(r"\((?P<number>\d[\d.,' \u00a0\u202f’]*)\)", re.ASCII)
UNIT = re.compile(r"(?P<number>.*\d) ?(?P<unit>[^\W\d]{1,12}\.?)")
MINUS = str.maketrans(dict.fromkeys("−–—‑‐﹣－", "-"))
POINTS = ("total", "score", "points")  # what the unit of a figure may mean
BOTH = re.compile(r"([+-]?\d{1,3}(?:([.,])\d{3})(?:\2\d{3})*)([.,])(\d{1,6})", re.ASCII)  # 1.012,0
GROUPS = re.compile(r"(?<=\d)[' \u00a0\u202f’](?=\d{3}(?:\D|$))")
OPEN = re.compile(r"([+-]?\d{1,3})([.,])(\d{3})", re.ASCII)  # 1.200: either 1200 or 1.2
WHOLE = re.compile(r"([+-]?\d+)[.,]0+", re.ASCII)
FIRST_DAY = date(1899, 12, 30)  # day 0 of a spreadsheet's serial dates
SERIALS = range(20_000, 80_000)  # 1954 to 2119


def words(value: Any) -> str:
    r"""Return a cell as text; "" for an empty one. A datetime at midnight is a date: spreadsheets store dates so.

    >>> words(3.0), words(None), words(" Bea\n Marlowe"), words(datetime(2026, 3, 12))
    ('3', '', 'Bea Marlowe', '2026-03-12')
    """
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else " ".join(str(value).split())


def kind(value: Any) -> str:
    """Return NOTHING, DAY, NUMBER or WORDS; text that was meant as a number is NUMBER, and is refused later with a
    reason.
    """
    if isinstance(value, date):
        return DAY
    if isinstance(value, int | float) and not isinstance(value, bool):
        return NUMBER
    text = words(value)
    if not text or is_away(text):
        return NOTHING
    if FIGURE.fullmatch(written(text)):
        return NUMBER
    return DAY if is_day(text) else NUMBER if MEANT.fullmatch(text) else WORDS


def is_word(text: str) -> bool:
    """Whether a heading or label is a word, which may be a name: also one such as “Na”, which in a cell says “absent”.

    >>> is_word("Na"), is_word("Bea"), is_word("–"), is_word("41")
    (True, True, False, False)
    """
    return kind(text) == WORDS or (is_away(text) and any(map(str.isalpha, text)))


def time_of_day(value: Any) -> str:
    """Return a cell as a time of day, as 19:30:00; "" for any other.

    >>> time_of_day("7:30 PM"), time_of_day(time(19, 30)), time_of_day(0.8125), time_of_day("95 min")
    ('19:30:00', '19:30:00', '19:30:00', '')
    """
    if isinstance(value, float) and 0 <= value < 1:
        value = (datetime.combine(FIRST_DAY, time()) + timedelta(days=value)).time()
    return value.isoformat("seconds") if isinstance(value, time) else clock(words(value))


def are_times(values: Sequence[Any]) -> bool:
    """Whether a column holds times of day, and not how long something took: some are after ten in the morning."""
    times = [time_of_day(value) for value in values if words(value)]
    return bool(times) and all(times) and max(times) >= "10"


def at_time(day: Any, value: Any) -> Any:
    """Return a day with its time of day, as text; the day unchanged where the cell is no time.

    >>> at_time(date(2026, 3, 12), "7:30 PM"), at_time("12 March 2026", "late")
    ('2026-03-12 19:30:00', '12 March 2026')
    """
    at = time_of_day(value)
    return f"{words(day)} {at}" if at else day


def is_empty(values: Sequence[Any]) -> bool:
    """Whether all cells of a row are empty or blank."""
    return all(value is None or value == "" or (isinstance(value, str) and not value.strip()) for value in values)


def written(text: str) -> str:
    """Return a figure with an ASCII sign in front, as people write it: in brackets or with the minus behind for a
    negative one, with a mark or the word for points; any other text unchanged.

    >>> [written(each) for each in ("(5)", "5-", "– 5", "‑5", "４１", "41*", "41 pts", "12 Jan")]
    ['-5', '-5', '-5', '-5', '41', '41', '41', '12 Jan']
    """
    plain = western(text).translate(MINUS).removeprefix("'")
    if (unit := UNIT.fullmatch(plain)) and meaning_of(unit["unit"]) in POINTS:
        plain = unit["number"]
    if found := IN_BRACKETS.fullmatch(plain):
        return f"-{found['number']}"
    found = SIGNED.fullmatch(plain)
    if not found or (found["before"] and found["after"]):
        return text
    return f"{'-' if found['after'] else found['before'] or ''}{found['number']}"


def figure(value: Any, decimal: str) -> Any:
    """Return a number as text without thousands separators; 1.200 is left as it is if `decimal` (the decimal sign) is
    "".

    >>> figure("12,0", ""), figure("1 200", ""), figure("1.200", ","), figure("1.200", ""), figure("44,5", "")
    ('12', '1200', '1200', '1.200', '44,5')
    """
    text = GROUPS.sub("", written(words(value)))
    if (both := BOTH.fullmatch(text)) and both[2] != both[3]:
        text = f"{both[1].replace(both[2], '')}{both[3]}{both[4]}"
    if is_open(text) and decimal:
        text = OPEN.sub(r"\1\3" if text[-4] != decimal else r"\1.\3", text)
    whole = WHOLE.fullmatch(text)
    return whole[1] if whole and not is_open(text) else text


def is_open(text: str) -> bool:
    """Whether the number is ambiguous: its value depends on the decimal sign."""
    return bool(OPEN.fullmatch(text))


def from_serial(value: Any) -> Any:
    """Return the date of a spreadsheet's serial number; any other value unchanged.

    >>> from_serial("46093"), from_serial("41")
    (datetime.date(2026, 3, 12), '41')
    """
    text = words(value)
    number = int(text) if text.isascii() and text.isdecimal() and len(text) == 5 else 0
    return FIRST_DAY + timedelta(days=number) if number in SERIALS else value
