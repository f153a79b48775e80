"""A series whose pattern changes from now on, and single nights of it that move."""

import re
from collections.abc import Callable
from datetime import date, datetime, time

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from clubs.calendar.answers import give_answer
from clubs.calendar.nights import Refused
from clubs.models import Club, Night, Player, Role
from leagues.series.changes import Changes, changes, move_back, plan, save_planned
from leagues.series.pattern import Pattern, pattern_of
from tests.people import SignIn

pytestmark = pytest.mark.django_db
HALF_PAST = time(19, 30)
LAST = date(2026, 12, 24)
THURSDAYS = Pattern("weekly", date(2026, 11, 26), HALF_PAST, LAST)
FORM = {"repeat": "weekly", "week": "4", "weekday": "3", "time": "19:30", "until": "2026-12-24"}


@pytest.fixture(autouse=True)
def now() -> object:
    """Stop the clock at noon (UTC) on 25 November 2026."""
    with time_machine.travel("2026-11-25T12:00Z", tick=False) as moment:
        yield moment


@pytest.fixture
def organiser(sign_in: SignIn, kennel: Club) -> Client:
    return sign_in(Role.ORGANISER)


@pytest.fixture
def nights(kennel: Club) -> list[Night]:
    """Every Thursday from 26 November to 24 December."""
    save_planned(kennel, plan(kennel, THURSDAYS.days, THURSDAYS.at), place="Kennel Lane 7")
    return coming()


@pytest.fixture
def yes(kennel: Club) -> Callable[[Night, str], object]:
    """A function by which a new player of this name answers yes to a night."""

    def answer(night: Night, name: str) -> object:
        return give_answer(night, Player.objects.create(club=kennel, name=name), "yes")

    return answer


def coming() -> list[Night]:
    """All nights, by their start."""
    return list(Night.objects.select_related("club").order_by("starts_at"))


def in_words(found: Changes) -> str:
    """Kind and start of each change, as one line."""
    return ", ".join(f"{each.kind} {timezone.localtime(each.starts_at):%m-%d %H:%M}" for each in found.rows)


def address(night: Night, tail: str = "series/") -> str:
    return f"/c/kennel/nights/{night.pk}/{tail}"


def seen(page: str) -> str:
    """The value of the hidden field that identifies the preview that was shown."""
    found = re.search(r'name="seen" value="(\w+)"', page)
    assert found
    return found[1]


@pytest.mark.parametrize("repeat", ["weekly", "two-weekly", "monthly", "last"])
def test_the_pattern_is_told_by_the_nights(kennel: Club, repeat: str) -> None:
    new_pattern = Pattern(repeat, date(2026, 11, 26), HALF_PAST, date(2027, 3, 25))
    save_planned(kennel, plan(kennel, new_pattern.days, new_pattern.at))
    found = pattern_of(coming())
    assert (found.repeat, found.first, found.at) == (repeat, new_pattern.first, HALF_PAST)


@pytest.mark.parametrize(
    ("new_pattern", "becomes"),
    [
        (THURSDAYS, "stay 11-26 19:30, stay 12-03 19:30, stay 12-10 19:30, stay 12-17 19:30, stay 12-24 19:30"),
        (
            Pattern("weekly", date(2026, 11, 27), time(20, 0), date(2027, 1, 1)),
            "move 11-27 20:00, move 12-04 20:00, move 12-11 20:00, move 12-18 20:00, move 12-25 20:00, new 01-01 20:00",
        ),
        (
            Pattern("two-weekly", date(2026, 11, 26), HALF_PAST, LAST),
            "stay 11-26 19:30, remove 12-03 19:30, stay 12-10 19:30, remove 12-17 19:30, stay 12-24 19:30",
        ),
        (
            Pattern("monthly", date(2026, 12, 4), HALF_PAST, date(2027, 1, 1)),
            "stay 11-26 19:30, move 12-04 19:30, remove 12-10 19:30, remove 12-17 19:30, remove 12-24 19:30, "
            "new 01-01 19:30",
        ),
    ],
)
def test_each_night_goes_to_the_day_of_its_week_or_month(
    kennel: Club, nights: list[Night], new_pattern: Pattern, becomes: str
) -> None:
    assert in_words(changes(kennel, nights, new_pattern)) == becomes


def test_nights_with_answers_are_called_off_and_who_counts_on_them_is_named(
    organiser: Client, nights: list[Night], yes: Callable[[Night, str], object]
) -> None:
    yes(nights[1], "Bea Marlowe")
    page, new_pattern = address(nights[0]), FORM | {"repeat": "two-weekly"}
    asked = organiser.get(page, new_pattern).content.decode()
    assert "Bea counts on it." in asked
    assert "Save 3 nights" in " ".join(asked.split())
    unseen = organiser.post(page, new_pattern)
    assert (unseen.status_code, len(coming())) == (409, 5)
    assert "Look at what changes below" in unseen.content.decode()
    yes(nights[1], "Otto Pym")
    assert organiser.post(page, new_pattern | {"seen": seen(asked)}).status_code == 409
    saved = organiser.post(
        page, new_pattern | {"seen": seen(organiser.get(page, new_pattern).content.decode())}, follow=True
    )
    assert "1 night removed and 1 night called off." in saved.content.decode()
    assert [bool(each.called_off_at) for each in coming()] == [False, True, False, False]


def test_nights_that_move_keep_their_answers_and_new_ones_are_like_the_last(
    organiser: Client, nights: list[Night], yes: Callable[[Night, str], object]
) -> None:
    yes(nights[0], "Bea Marlowe")
    page, new_pattern = address(nights[0]), FORM | {"weekday": "4", "until": "2027-01-01"}
    organiser.post(page, new_pattern | {"seen": seen(organiser.get(page, new_pattern).content.decode())})
    rows = coming()
    days = [f"{timezone.localtime(each.starts_at):%a %d}" for each in rows]
    assert days == ["Fri 27", "Fri 04", "Fri 11", "Fri 18", "Fri 25", "Fri 01"]
    assert rows[:5] == nights
    assert (rows[0].answers.count(), rows[0].revision, rows[0].moved_from) == (1, 1, None)
    assert (rows[5].place, rows[5].series) == ("Kennel Lane 7", nights[0].series)


def test_what_was_skipped_moved_or_added_alone_stays(kennel: Club, organiser: Client, nights: list[Night]) -> None:
    organiser.post(address(nights[1], "call-off/"), {"series": "1", "reason": "Fair"})
    organiser.post(address(nights[2], "move/"), {"day": "2026-12-09", "time": "19:30"})
    extra = {"day": "2026-12-06", "time": "15:00", "place": "", "name": "Cup", "note": ""}
    organiser.post(f"/c/kennel/nights/new/?series={nights[0].pk}", extra)
    new_pattern = Pattern("weekly", date(2026, 11, 27), HALF_PAST, date(2026, 12, 25))
    rows = changes(kennel, coming(), new_pattern).rows
    assert [each.kind for each in rows] == ["move", "stay", "stay", "stay", "move", "move"]
    assert len({each.series for each in coming()}) == 1


def test_another_night_of_the_club_is_in_the_way(kennel: Club, nights: list[Night]) -> None:
    Night.objects.create(club=kennel, starts_at=timezone.make_aware(datetime.combine(date(2026, 12, 4), HALF_PAST)))
    found = changes(kennel, nights, Pattern("weekly", date(2026, 11, 27), HALF_PAST, date(2026, 12, 25)))
    assert [(each.kind, each.clash) for each in found.rows][:3] == [("move", False), ("stay", True), ("move", False)]


def test_one_night_moves_alone_and_back(organiser: Client, nights: list[Night]) -> None:
    night = nights[4]
    page = organiser.get(f"{address(night)}?move={night.pk}").content.decode()
    assert "Nobody has answered yet." in page
    organiser.post(address(night, "move/"), {"day": "2026-12-23", "time": "19:30"})
    assert "Moved from Thursday 24 December" in organiser.get(address(night)).content.decode()
    taken = organiser.post(address(night, "move/"), {"day": "2026-12-17", "time": "19:30"})
    assert (taken.status_code, "The club already has a night at that time." in taken.content.decode()) == (422, True)
    assert 'value="2026-12-17"' in taken.content.decode()
    organiser.post(address(night, "move/"), {"back": "1"})
    night.refresh_from_db()
    assert (timezone.localtime(night.starts_at).date(), night.moved_from) == (LAST, None)


def test_a_night_does_not_move_back_onto_another(organiser: Client, nights: list[Night]) -> None:
    night, was = nights[4], nights[4].starts_at
    organiser.post(address(night, "move/"), {"day": "2026-12-23", "time": "19:30"})
    Night.objects.create(club=night.club, starts_at=was)
    refused = organiser.post(address(night, "move/"), {"back": "1"})
    assert "already has a night on 24 December at 19:30" in refused.content.decode()
    assert refused.status_code == 422
    with pytest.raises(Refused, match="was not moved"):
        move_back(nights[0])


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("until", "2026-11-20", "The last night is before 26 November 2026."),
        ("until", "2028-11-20", "At most a year at once."),
        ("until", "soon", "Enter the date as"),
        ("repeat", "daily", "Choose one of these."),
        ("time", "late", "Enter the time as"),
    ],
)
def test_what_cannot_be_saved_is_said(
    organiser: Client, nights: list[Night], field: str, value: str, says: str
) -> None:
    answer = organiser.post(address(nights[0]), FORM | {field: value})
    assert (answer.status_code, says in answer.content.decode()) == (422, True)
    assert coming() == nights


def test_the_whole_series_ends(organiser: Client, nights: list[Night]) -> None:
    end = f"{address(nights[2], 'series-end/')}?all=1"
    assert "All nights of it that are still to come" in organiser.get(end).content.decode()
    assert organiser.post(end)["Location"] == "/c/kennel/nights/"
    assert coming() == []


def test_members_see_the_nights_and_change_nothing(sign_in: SignIn, nights: list[Night]) -> None:
    member = sign_in(Role.MEMBER)
    page = member.get(address(nights[0])).content.decode()
    assert ('id="pattern"' in page, "?skip=" in page, "26 November" in page) == (False, False, True)
    assert member.post(address(nights[0]), FORM).status_code == 403
    assert member.post(address(nights[0], "move/"), {"back": "1"}).status_code == 403


def test_a_series_does_not_move_to_an_hour_the_clocks_skip(organiser: Client, nights: list[Night]) -> None:
    Club.objects.update(time_zone="Europe/London")
    form = FORM | {"weekday": "6", "time": "01:30", "until": "2027-04-25"}
    page = organiser.post(f"/c/kennel/nights/{nights[0].pk}/series/", form)
    assert page.status_code == 422
    assert "The clocks go forward on 28 March 2027: there is no 01:30 on that day." in page.content.decode()
    assert [night.starts_at for night in coming()] == [night.starts_at for night in nights]
