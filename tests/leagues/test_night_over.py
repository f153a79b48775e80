"""The page of a night that is over: who won, which trophies changed hands, the tables by place; and the home page until
the next night.
"""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Club, Night, Player, Role, Season
from leagues.models import Award, Fixture
from tests.factory import a_match
from tests.nights import a_night, drawn, here, jacks, keeper, some_dogs, tap, url
from tests.playoff_nights import an_evening, play, table

pytestmark = [pytest.mark.django_db, pytest.mark.only("sqlite")]
ROW = re.compile(r"<th scope=.row. class=.name.>\s*<bdi>([^<]+)</bdi>")
MAIN = re.compile(r"btn-main[^>]*>([^<]+)<")


@pytest.fixture
def night(club: Club) -> Night:
    return a_night(club, closed_at=timezone.now())


@pytest.fixture
def reader(client: Client, club: Club) -> Client:
    """The browser of the club's scorekeeper."""
    return keeper(client, club)


def page_of(reader: Client, night: Night) -> str:
    text = reader.get(url(night, "")).content.decode()
    return " ".join(text.replace("\N{SOFT HYPHEN}", "").split())


def home(reader: Client, club: Club) -> str:
    return reader.get(club.get_absolute_url()).content.decode()


def test_the_table_stands_by_place(reader: Client, club: Club, players: list[Player], night: Night) -> None:
    match = a_match(club, players, plan=(1, 2, 3), seed=3, night=night, table="1")
    page = page_of(reader, night)
    by_place = [seat.player.label for seat in match.seats.order_by("place", "position")]
    assert ROW.findall(page)[: len(players)] == by_place
    assert "Over at " in page
    assert MAIN.findall(page) == ["Read the night report"]
    assert "At stake" not in page


def test_a_trophy_is_taken_for_the_first_time_then_kept_or_taken(
    reader: Client, club: Club, players: list[Player], night: Night
) -> None:
    last_week = timezone.now() - timedelta(days=7)
    earlier = Night.objects.create(club=club, starts_at=last_week, closed_at=last_week)
    a_match(club, players, plan=(1, 2), seed=3, night=earlier, table="1", started_at=last_week, finished_at=last_week)
    cups = Award.objects.filter(trophy__rule="winner", withdrawn_at=None)
    first = cups.get().player
    assert "the first to have it" in page_of(reader, earlier)
    assert "two change hands" in page_of(reader, earlier)
    a_match(club, players, plan=(1, 2, 3), seed=5, night=night, table="1")
    last = cups.latest("awarded_at").player
    words = "keeps it, for the 2nd time running" if first == last else f"takes it from {first.label.split()[0]}"
    assert words in page_of(reader, night)


def test_the_groups_stand_behind_a_line_and_the_season_has_a_leader(reader: Client, club: Club, night: Night) -> None:
    day = timezone.now().date()
    Season.objects.create(club=club, name="Autumn", starts_on=day - timedelta(days=9), ends_on=day + timedelta(days=9))
    playoff = an_evening(club, (4, 4), 2)
    for number in (1, 2):
        play(table(playoff, "group", number), (2, 1, 1, 1))
    club.matches.update(night=night)
    playoff.night = night
    playoff.save(update_fields=["night"])
    page = page_of(reader, night)
    assert "Group A" in page
    assert "<summary>The groups</summary>" not in page, "without final tables the groups are the tables"
    assert "change hands" not in page


def test_home_leads_to_the_report_until_the_next_night(
    reader: Client, club: Club, players: list[Player], night: Night
) -> None:
    a_match(club, players, plan=(1, 2), seed=3, night=night, table="1")
    assert MAIN.findall(home(reader, club)) == ["Read the night report"]
    a_night(club, minutes=60)
    assert MAIN.findall(home(reader, club)) == ["Start the night"]


def test_a_new_clubs_first_button_starts_the_night(reader: Client, club: Club, players: list[Player]) -> None:
    a_night(club)
    page = home(reader, club)
    assert MAIN.findall(page) == ["Start the night"]
    assert page.index("Start the night") < page.index("Start the first match")


def test_a_group_in_the_list_of_results_names_who_is_level(reader: Client, club: Club) -> None:
    playoff = an_evening(club, (4, 4), 2)
    play(table(playoff, "group", 1), (2, 1, 1, 1))
    page = " ".join(home(reader, club).split())
    assert re.search(r"Otto</bdi></a>, .*Łukasz</bdi></a> <span class=\"quiet\">level, no winner</span>", page)
    assert "4 players" not in page


def test_a_first_season_does_not_speak_of_a_last_one(client: Client, club: Club) -> None:
    address = f"{club.get_absolute_url()}seasons/new/"
    first = keeper(client, club, Role.ORGANISER).get(address).content.decode()
    assert "Points are counted by place" in first
    day = timezone.now().date()
    Season.objects.create(club=club, name="Autumn", starts_on=day, ends_on=day)
    assert "the points of the last season" in " ".join(client.get(address).content.decode().split())


def steps(page: str) -> tuple[list[str], str]:
    """The steps of the night that are past, and the current step."""
    strip = page.partition('class="nightsteps"')[2].partition("</ol>")[0]
    return re.findall(r'class="is-past">(\w+)', strip), re.findall(r'aria-current="step">(\w+)', strip)[0]


def test_the_strip_says_where_the_night_stands(reader: Client, club: Club) -> None:
    night = a_night(club, 60)
    assert steps(page_of(reader, night)) == ([], "Coming")
    here(night, some_dogs(club, 12))
    assert steps(page_of(reader, night)) == (["Coming"], "Here")
    drawn(reader, night)
    assert steps(page_of(reader, night)) == (["Coming", "Here"], "Draw")
    tap(reader, night, jacks(reader, night, reader.get(url(night))), "deal")
    assert steps(page_of(reader, night)) == (["Coming", "Here", "Draw"], "Groups")
    Fixture.objects.filter(number=2).update(stage=Fixture.Stage.WINNERS)
    assert steps(page_of(reader, night)) == (["Coming", "Here", "Draw", "Groups"], "Finals")


def test_a_night_without_groups_has_fewer_steps_and_one_called_off_has_none(
    reader: Client, club: Club, players: list[Player], night: Night
) -> None:
    a_match(club, players, plan=(1, 2), seed=3, night=night)
    assert steps(page_of(reader, night)) == (["Coming", "Here", "Draw", "Tables"], "Over")
    assert "nightsteps" not in page_of(reader, a_night(club, called_off_at=timezone.now()))


def test_members_share_a_night_by_a_link_and_visitors_its_address_where_they_may_read_it(
    reader: Client, club: Club, players: list[Player], night: Night
) -> None:
    a_match(club, players, plan=(1, 2, 3), seed=3, night=night)
    club.history_is_open = True
    club.save(update_fields=["history_is_open"])
    assert "data-share" not in page_of(reader, night)
    assert url(night, "report/share/") in page_of(reader, night)
    assert f'data-url="{url(night, "report/")}"' in page_of(Client(), night)
    assert Client().get(url(night, "report/")).status_code == 200


def test_one_match_after_another_is_one_table_here_too(
    reader: Client, club: Club, players: list[Player], night: Night
) -> None:
    for hour in (3, 2):
        began = timezone.now() - timedelta(hours=hour)
        ended = began + timedelta(minutes=30)
        a_match(club, players, plan=(1, 2), seed=hour, night=night, table="1", started_at=began, finished_at=ended)
    assert re.search(r"Over at \d\d:\d\d: (five dogs, )?one table\.", page_of(reader, night))
