"""A night imported without a time shows none: on its page, in its report, in tables and in calendars."""

import re

import pytest
from django.http import QueryDict
from django.test import Client

from clubs.models import Club
from dogclub.exchange.exports.feeds import calendar_file, nights_of
from dogclub.exchange.exports.league_tables import nights
from dogclub.exchange.exports.player_tables import attendance
from tests.dogclub.exchange.imports.files import DAY, brought, totals
from tests.dogclub.exchange.imports.test_pages import words
from tests.factory import NAMES

CLOCK = re.compile(r"\d\d:\d\d")
LATER = f"{DAY} 22:40"


def imported(club: Club, first: str, second: str) -> None:
    brought(club, totals((first, NAMES[0], 1), (first, NAMES[1], 2), (), (second, NAMES[0], 5), (second, NAMES[2], 6)))


@pytest.mark.parametrize(
    ("first", "second", "known", "start"),
    [
        (DAY, DAY, "none", DAY),
        (f"{DAY} 20:15", LATER, "start", f"{DAY} 20:15"),
        (DAY, LATER, "none", DAY),
    ],
)
def test_no_page_of_an_imported_night_says_when_it_was_over(
    club: Club, organiser: Client, first: str, second: str, known: str, start: str
) -> None:
    imported(club, first, second)
    night = club.nights.get()
    assert night.known_times == known
    page = words(organiser, night.get_absolute_url())
    assert "12 March 2026. Over: three dogs, one table." in page
    report = words(organiser, f"{night.get_absolute_url()}report/")
    assert NAMES[2] in report
    assert (CLOCK.findall(page), CLOCK.findall(report), "late" in report) == ([], [], False)
    ((began, *_),) = nights(club, QueryDict()).rows
    assert f"{began:%Y-%m-%d %H:%M}".removesuffix(" 00:00") == start
    came = [row[4:6] for row in attendance(night, QueryDict()).rows]
    assert came == [[None, None]] * 3


def test_a_calendar_shows_the_day_of_a_night_without_a_start(club: Club) -> None:
    imported(club, DAY, DAY)
    feed = calendar_file(club, nights_of(club), "https://dogs.example").decode()
    assert "DTSTART;VALUE=DATE:20260312" in feed and "\r\nDURATION:PT" not in feed


def test_a_night_that_is_closed_by_hand_says_when(club: Club, organiser: Client) -> None:
    imported(club, f"{DAY} 20:15", LATER)
    night = club.nights.get()
    organiser.post(f"{night.get_absolute_url()}close/", {"open": "1"})
    organiser.post(f"{night.get_absolute_url()}close/")
    night.refresh_from_db()
    assert (night.known_times, CLOCK.search(words(organiser, night.get_absolute_url())) is not None) == ("both", True)
