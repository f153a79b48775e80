"""The season of a file's matches: by date, one chosen for all of them, or a new one."""

import pytest
from django.test import Client

from clubs.models import Club, Season
from dogclub.models import ImportBatch
from leagues.models import Standing
from leagues.seasons import delete_season, save_season
from tests.dogclub.exchange.imports.files import act, totals, upload
from tests.dogclub.exchange.imports.test_pages import address, words
from tests.dogclub.exchange.imports.whole import digest
from tests.factory import NAMES

BEA, OTTO = NAMES[:2]
FILE = totals(("2019-10-03", BEA, 5), ("2019-10-03", OTTO, 3), ("2020-04-02", BEA, 1), ("2020-04-02", OTTO, 9))


@pytest.fixture
def season(club: Club) -> Season:
    return Season.objects.create(club=club, name="Autumn", starts_on="2019-09-01", ends_on="2019-12-31")


def seasons(club: Club) -> list[str]:
    return [match.season.name if match.season else "" for match in club.matches.order_by("started_at")]


def test_by_date_unless_somebody_says_otherwise(club: Club, organiser: Client, season: Season) -> None:
    row = upload(organiser, club, FILE)
    assert "Each game counts in the season its date falls in." in words(organiser, address(row))
    act(organiser, row, "confirm")
    assert seasons(club) == ["Autumn", ""]


def test_a_chosen_season_holds_the_whole_file_and_stays(club: Club, organiser: Client, season: Season) -> None:
    row = act(organiser, upload(organiser, club, FILE), "season", season=season.pk)
    assert "Every game counts in Autumn , whatever its date." in words(organiser, address(row))
    act(organiser, row, "confirm")
    assert seasons(club) == ["Autumn", "Autumn"]
    assert Standing.objects.get(season=season, game="dirty-dog", player__name=BEA).played == 2
    assert [night.season for night in club.nights.order_by("starts_at")] == [season, None]
    season.refresh_from_db()
    season.ends_on = season.starts_on
    save_season(season)
    assert seasons(club) == ["Autumn", "Autumn"]
    delete_season(season)
    assert seasons(club) == ["", ""]


def test_a_season_is_made_for_the_days_of_the_file_and_goes_with_it(club: Club, organiser: Client) -> None:
    before = digest(club)
    row = act(organiser, upload(organiser, club, FILE), "season", name="  2019/20 ")
    assert "added for the days of this file, 3 October 2019 to 2 April 2020." in words(organiser, address(row))
    assert not club.seasons.exists()
    act(organiser, row, "season", season="new")  # the form unchanged
    row = act(organiser, row, "confirm")
    assert seasons(club) == ["2019/20", "2019/20"]
    assert not club.matches.exclude(season_chosen_at=None).exists()
    act(organiser, row, "undo")
    assert (digest(club), club.seasons.count()) == (before, 0)


def test_the_date_decides_again_when_somebody_changes_their_mind(club: Club, organiser: Client, season: Season) -> None:
    row = act(organiser, upload(organiser, club, FILE), "season", season=season.pk)
    assert act(organiser, row, "season", season="").answers == {}


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"season": "0"}, "Choose one of the club’s seasons."),
        ({"season": "of ’69"}, "Choose one of the club’s seasons."),
        ({"name": ""}, "Enter the season’s name."),
        ({"name": "Old"}, "overlap Autumn, 1 September 2019 to 31 December 2019. Choose that season,"),
    ],
)
def test_a_season_that_cannot_be_is_refused(
    club: Club, organiser: Client, season: Season, form: dict[str, str], sentence: str
) -> None:
    if not form.get("name"):
        season.delete()
    row = upload(organiser, club, FILE)
    response = organiser.post(f"{address(row)}season/", form)
    assert (response.status_code, sentence in response.content.decode()) == (422, True)
    assert ImportBatch.objects.get().answers == {}


def test_a_season_that_is_gone_by_then_stops_the_import(club: Club, organiser: Client, season: Season) -> None:
    row = act(organiser, upload(organiser, club, FILE), "season", season=season.pk)
    row.answers["season"] = 10**17
    row.save()
    act(organiser, row, "confirm")
    assert not club.matches.exists()
    assert "no longer there" in words(organiser, address(row))
