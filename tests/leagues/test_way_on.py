"""The end of a night report leads on: members answer for the next night, organisers plan one."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from clubs.calendar.answers import give_answer
from clubs.models import Club, Night, Player, Role, Season
from leagues.nights.over import what_changed
from tests.factory import a_match, a_member, some_players
from tests.nights import a_night, url

pytestmark = pytest.mark.django_db
MAIN = re.compile(r"btn-main[^>]*>([^<]+)<")


@pytest.fixture(autouse=True)
def morning() -> Iterator[None]:
    with time_machine.travel("2026-11-27T09:00:00Z", tick=False):
        yield


@pytest.fixture
def night(morning: None, club: Club) -> Night:
    found = a_night(club, -15 * 60)
    a_match(club, some_players(club, 4), plan=(1, 2), seed=3, night=found, table="1")
    return found


def main(client: Client, night: Night) -> list[str]:
    text = client.get(url(night, "report/")).content.decode().replace("\N{SOFT HYPHEN}", "")
    return [each.strip() for each in MAIN.findall(text)]


def test_an_organiser_plans_the_next_night_a_week_later(client: Client, club: Club, night: Night) -> None:
    client.force_login(a_member(club, Role.ORGANISER))
    assert main(client, night) == ["Plan the next night: 3 December"]
    assert "2026-12-03" in client.get(f"{club.get_absolute_url()}nights/new/").content.decode()


def test_a_member_answers_for_the_next_night_once(client: Client, club: Club, night: Night) -> None:
    sam = Player.objects.create(club=club, name="Sam Kettle")
    client.force_login(a_member(club, Role.MEMBER, sam))
    assert main(client, night) == []
    ahead = Night.objects.create(club=club, starts_at=night.starts_at + timedelta(days=7))
    assert main(client, night) == ["Answer for 3 December"]
    give_answer(ahead, sam, "no")
    assert main(client, night) == []


def test_the_page_of_a_night_leads_on_once_its_report_was_read(client: Client, club: Club, night: Night) -> None:
    Night.objects.filter(pk=night.pk).update(closed_at=timezone.now())
    client.force_login(a_member(club, Role.ORGANISER))
    found = [MAIN.findall(client.get(url(night, "")).content.decode())[0].strip()]
    main(client, night)
    found += [MAIN.findall(client.get(url(night, "")).content.decode())[0].strip()]
    assert found == ["Read the night report", "Plan the next night: 3 December"]


def test_the_report_and_the_night_say_what_changed_in_the_standings(client: Client, club: Club) -> None:
    day = timezone.localdate()
    autumn = Season.objects.create(club=club, name="Autumn", starts_on=day - timedelta(days=30), ends_on=day)
    players = some_players(club, 4)
    for weeks, seed in ((3, 3), (2, 5), (1, 3)):
        over = timezone.now() - timedelta(weeks=weeks)
        one = Night.objects.create(club=club, season=autumn, starts_at=over, closed_at=over)
        a_match(club, players, plan=(1, 2, 3), seed=seed, night=one, season=autumn, started_at=over, finished_at=over)
    client.force_login(a_member(club, Role.ORGANISER))
    report = client.get(url(one, "report/")).content.decode()
    shown = client.get(url(one, "")).content.decode()
    words = what_changed(one, list(one.matches.all()))
    assert "lead" in words
    assert "climbs from" in words
    for page in (report, shown):
        assert "What changed" in page
        assert words.split(".")[0] in page.replace("\N{SOFT HYPHEN}", "")
    first = club.nights.order_by("starts_at").first()
    assert first
    assert "climbs" not in what_changed(first, list(first.matches.all()))
