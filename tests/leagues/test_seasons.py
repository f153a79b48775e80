"""Seasons: organisers create them, change their dates and their schemes, and see first what a change moves."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal

import pytest
import time_machine
from django.test import Client

from clubs.models import Club, Night, Player, Season
from games.models import Match
from leagues import standings
from leagues.models import Standing
from leagues.seasons import SeasonForm, new_season
from leagues.standings.wording import scheme_in_words
from scoring.standings import Scheme, scheme_to_json
from tests.counting import queries
from tests.factory import a_match, a_member, some_players

pytestmark = pytest.mark.django_db
GAME = "dirty-dog"
START = datetime(2026, 9, 3, 18, tzinfo=UTC)
SEASONS = "/c/kennel/seasons/"
AUTUMN = {"name": "Autumn 2026", "starts_on": "2026-09-01", "ends_on": "2026-11-30"}
SCHEME = {
    "way": "places",
    "coming": "1",
    "places": "5, 3, 2",
    "win": "3",
    "loser": "-1",
    "shared": "average",
    "each": "match",
    "best": "0",
    "drop": "0",
    "minimum": "0",
    "ask": ["losses"],
}


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club, 5)


@pytest.fixture
def season(club: Club) -> Season:
    return Season.objects.create(club=club, **AUTUMN)


def ended(club: Club, players: list[Player], season: Season | None, day: int = 0, **about: Any) -> Match:
    """A match of two hands, started so many days after START."""
    return a_match(club, players, plan=(1, 2), seed=day, season=season, started_at=START + timedelta(days=day), **about)


def test_the_first_season_takes_in_what_was_played_in_its_days(
    organiser: Client, club: Club, players: list[Player]
) -> None:
    inside, outside = ended(club, players, None), ended(club, players, None, 120)
    night = Night.objects.create(club=club, starts_at=START)
    shown = organiser.post(f"{SEASONS}new/", AUTUMN)
    assert "Added to the season: 1 night and 1 match." in shown.content.decode()
    assert not Season.objects.exists()
    organiser.post(f"{SEASONS}new/", {**AUTUMN, "sure": "1"})
    season = Season.objects.get()
    for row in (inside, outside, night):
        row.refresh_from_db()
    assert (inside.season, outside.season, night.season) == (season, None, season)
    assert Standing.objects.filter(season=season, game=GAME).count() == 5
    assert standings.rebuild(club, check=True) == []


def test_a_season_with_nothing_in_it_is_saved_at_once(organiser: Client, club: Club) -> None:
    assert organiser.post(f"{SEASONS}new/", AUTUMN).status_code == 302
    assert str(Season.objects.get()) == "Autumn 2026"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"name": ""}, "Enter the season’s name."),
        ({"name": "Autumn 2026"}, "The club already has a season called Autumn 2026."),
        ({"starts_on": "2026-11-30"}, "These days overlap Autumn 2026, 1 September 2026 to 30 November 2026."),
        ({"starts_on": "2026-08-01", "ends_on": "2027-08-01"}, "These days overlap Autumn 2026"),
        ({"ends_on": "2026-11-01"}, "The season would end before it begins"),
        ({"ends_on": "soon"}, "Enter the day as year-month-day"),
        ({"ends_on": ""}, "Choose a day."),
        ({"ends_on": "9999-12-31"}, "Choose a day from 1900 to 2999."),
        ({"name": "a\x00b"}, "unprintable character"),
    ],
)
def test_days_and_names_that_cannot_be_are_refused_in_a_sentence(
    changes: dict[str, Any], words: str, organiser: Client, season: Season
) -> None:
    winter = {"name": "Winter", "starts_on": "2026-12-01", "ends_on": "2027-02-28"}
    answer = organiser.post(f"{SEASONS}new/", {**winter, **changes})
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert Season.objects.count() == 1


@pytest.mark.parametrize("name", ["AUTUMN 2026", "Aut\u00famn 2026", "\u0410utumn 2026", "Autumn\u200b-2026"])
def test_a_season_that_looks_like_another_is_refused(organiser: Client, club: Club, season: Season, name: str) -> None:
    days = {"starts_on": "2027-01-01", "ends_on": "2027-03-31"}
    refused = organiser.post(f"{SEASONS}new/", {"name": name, **days})
    assert refused.status_code == 422 and "a season of the club, Autumn 2026" in refused.content.decode()
    for other in ("Autumn 2027", "Autumn 20-26"):
        form = SeasonForm({"name": other, **days}, season=new_season(club))
        assert form.is_valid(), other
    assert SeasonForm({**AUTUMN, "name": "autumn 2026"}, season=season).is_valid()


def test_days_that_change_show_what_they_move_and_the_table_follows(
    organiser: Client, club: Club, season: Season, players: list[Player]
) -> None:
    stays, goes = ended(club, players, season, 30), ended(club, players[:3], season, 0)
    later = {**AUTUMN, "starts_on": "2026-09-10"}
    assert "Removed from the season: 1 match." in organiser.post(f"{SEASONS}{season.pk}/", later).content.decode()
    goes.refresh_from_db()
    assert goes.season == season
    organiser.post(f"{SEASONS}{season.pk}/", {**later, "sure": "1"})
    goes.refresh_from_db()
    stays.refresh_from_db()
    assert stays.season == season
    assert goes.season_id is None
    assert {row.played for row in Standing.objects.filter(season=season, game=GAME)} == {1}
    assert standings.rebuild(club, check=True) == []


def test_a_match_goes_with_its_night(organiser: Client, club: Club, season: Season, players: list[Player]) -> None:
    """The match starts after the midnight at which the season ends, on a night of the season."""
    night = Night.objects.create(club=club, season=season, starts_at=datetime(2026, 11, 30, 19, tzinfo=UTC))
    match = ended(club, players, season, night=night)
    Match.objects.filter(pk=match.pk).update(started_at=datetime(2026, 12, 1, 1, tzinfo=UTC))
    assert organiser.post(f"{SEASONS}{season.pk}/", {**AUTUMN, "name": "Fall"}).status_code == 302
    match.refresh_from_db()
    assert match.season == season


def test_a_new_season_counts_as_the_last_one_did_but_for_the_cards(organiser: Client, season: Season) -> None:
    season.schemes = {GAME: scheme_to_json(Scheme(way="places", pulls={1: 14}))}
    season.save()
    organiser.post(f"{SEASONS}new/", {"name": "Winter", "starts_on": "2026-12-01", "ends_on": "2027-02-28"})
    said = Season.objects.get(name="Winter").schemes[GAME]
    assert said["way"] == "places"
    assert "pulls" not in said


def test_a_new_season_is_proposed_after_the_last_one_and_as_long(organiser: Client, club: Club) -> None:
    first = new_season(club)
    assert (first.ends_on - first.starts_on).days == 181
    last = Season.objects.create(club=club, name="Autumn 2030", starts_on=date(2030, 9, 1), ends_on=date(2030, 12, 31))
    proposed = new_season(club)
    assert (proposed.starts_on, proposed.ends_on - proposed.starts_on) == (
        date(2031, 1, 1),
        last.ends_on - last.starts_on,
    )
    assert 'value="2031-01-01"' in organiser.get(f"{SEASONS}new/").content.decode()


def test_a_closed_season_keeps_its_days_and_its_scheme(organiser: Client, season: Season) -> None:
    organiser.post(f"{SEASONS}{season.pk}/close/")
    organiser.post(f"{SEASONS}{season.pk}/", {**AUTUMN, "name": "Fall", "sure": "1"})
    answer = organiser.post(f"{SEASONS}{season.pk}/scheme/{GAME}/", {**SCHEME, "do": "save"})
    season.refresh_from_db()
    assert (season.name, season.schemes, answer.status_code) == ("Autumn 2026", {}, 422)
    assert "Reopen it first." in answer.content.decode()
    organiser.post(f"{SEASONS}{season.pk}/close/")
    season.refresh_from_db()
    assert season.closed_at is None


def test_deleting_a_season_with_matches_is_asked_twice(
    organiser: Client, club: Club, season: Season, players: list[Player]
) -> None:
    match = ended(club, players, season)
    path = f"{SEASONS}{season.pk}/delete/"
    assert "1 match" in organiser.get(path).content.decode()
    assert organiser.post(path).status_code == 422
    assert organiser.post(path, {"sure": "on"}).status_code == 302
    match.refresh_from_db()
    assert match.season is None
    assert not Season.objects.exists()
    assert Standing.objects.filter(season=None, game=GAME).count() == 5
    assert standings.rebuild(club, check=True) == []


def test_an_empty_season_is_deleted_at_once(organiser: Client, season: Season) -> None:
    assert organiser.post(f"{SEASONS}{season.pk}/delete/").status_code == 302
    assert not Season.objects.exists()


def test_a_scheme_is_looked_at_before_it_is_saved(
    organiser: Client, club: Club, season: Season, players: list[Player]
) -> None:
    ended(club, players, season)
    path = f"{SEASONS}{season.pk}/scheme/{GAME}/"
    assert organiser.get(path).status_code == 200
    shown = organiser.post(path, {**SCHEME, "do": "look"}).content.decode()
    assert "nothing is saved yet" in shown
    assert '<td class="r fig">6</td>' in shown
    assert Standing.objects.filter(season=season, game=GAME, points=600).count() == 0
    saved = organiser.post(path, {**SCHEME, "do": "save"}, follow=True).content.decode()
    assert "the table of Dirty Dog was recalculated, and with it the table across all games" in saved
    assert Standing.objects.filter(season=season, points=600).count() == 2
    assert not Standing.objects.filter(season=None, points=600).exists()
    assert standings.rebuild(club, check=True) == []


def test_a_scheme_across_games_leaves_those_of_the_games(organiser: Client, club: Club, season: Season) -> None:
    answer = organiser.post(f"{SEASONS}{season.pk}/scheme/all/", {**SCHEME, "way": "flat", "do": "save"}, follow=True)
    assert "The tables of the games stay." in answer.content.decode()
    season.refresh_from_db()
    assert list(season.schemes) == [""]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"way": ""}, "Choose one of them."),
        ({"places": ""}, "Enter whole numbers separated by commas"),
        ({"places": "first, second"}, "Enter whole numbers separated by commas"),
        ({"places": ",".join(["1"] * 40)}, "at most"),
        ({"coming": "1.5"}, "Enter a whole number."),
        ({"coming": ""}, "Enter a number; 0 for none."),
        ({"best": "-1"}, "At least 0, please."),
        ({"win": "9999"}, "At most 1000, please."),
        ({"best": "3", "drop": "2"}, "not both"),
        ({"ask": ["losses", "losses"]}, "asked once"),
        ({"way": "sum"}, "Choose one of them."),
    ],
)
def test_a_scheme_that_makes_no_sense_stands_as_it_was_typed(
    changes: dict[str, Any], words: str, organiser: Client, season: Season
) -> None:
    answer = organiser.post(f"{SEASONS}{season.pk}/scheme/{GAME}/", {**SCHEME, **changes, "do": "save"})
    assert answer.status_code == 422
    assert words in answer.content.decode()
    season.refresh_from_db()
    assert season.schemes == {}


@pytest.mark.parametrize(
    ("each", "one", "two"),
    [
        ("match", "Each player’s lowest match does not count.", "Each player’s lowest 2 matches do not count."),
        ("night", "Each player’s lowest night does not count.", "Each player’s lowest 2 nights do not count."),
    ],
)
def test_one_result_left_out_is_said_in_good_english(each: Literal["match", "night"], one: str, two: str) -> None:
    assert [scheme_in_words(Scheme(each=each, drop=drop)).notes[-1] for drop in (1, 2)] == [one, two]
    best = scheme_in_words(Scheme(each=each, best=1)).notes[-1]
    assert best == f"The best {each} of each player counts."


def test_cards_are_pulled_by_those_who_share_a_place(
    organiser: Client, club: Club, season: Season, players: list[Player]
) -> None:
    season.schemes = {GAME: scheme_to_json(Scheme(way="flat", win=0, loser=0, tie_breaks=("pull",)))}
    season.save()
    ended(club, players, season)
    assert set(Standing.objects.filter(season=season, game=GAME).values_list("place", flat=True)) == {1}
    assert "Card pulled by Bea Marlowe" in organiser.get(f"{SEASONS}{season.pk}/scheme/{GAME}/").content.decode()
    cards = {f"card_{player.pk}": str(card) for card, player in enumerate(players, 2)}
    flat = {**SCHEME, "way": "flat", "win": "0", "loser": "0", "ask": ["pull"], "do": "save"}
    organiser.post(f"{SEASONS}{season.pk}/scheme/{GAME}/", {**flat, **cards})
    rows = Standing.objects.filter(season=season, game=GAME).order_by("place")
    assert [row.player_id for row in rows] == [player.pk for player in reversed(players)]


def test_the_tie_breaks_are_put_in_order_by_taps_before_anything_is_saved(organiser: Client, season: Season) -> None:
    path = f"{SEASONS}{season.pk}/scheme/{GAME}/"
    order = ["losses", "games"]
    for tap, after in (
        ("down:losses", ["games", "losses"]),
        ("add:meetings", ["games", "losses", "meetings"]),
        ("up:meetings", ["games", "meetings", "losses"]),
        ("off:games", ["meetings", "losses"]),
        ("up:nonsense", ["meetings", "losses"]),
    ):
        shown = organiser.post(path, {**SCHEME, "ask": order, "do": tap}).content.decode()
        order = re.findall(r'name="ask" value="([a-z]+)"', shown)
        assert order == after, tap
        assert "nothing is saved yet" not in shown
    season.refresh_from_db()
    assert season.schemes == {}
    organiser.post(path, {**SCHEME, "ask": order, "do": "save"})
    season.refresh_from_db()
    assert season.schemes[GAME]["tie_breaks"] == order


def test_the_example_follows_what_is_typed(organiser: Client, season: Season) -> None:
    path = f"{SEASONS}{season.pk}/scheme/{GAME}/"
    shown = organiser.post(path, {**SCHEME, "places": "10, 6"}, headers={"HX-Request": "true"}).content.decode()
    example = shown.partition('id="example"')[2].partition("</dl>")[0]
    assert re.findall(r"<dd>([^<]*)</dd>", example) == ["11", "7", "1", "1", "0", "4"]
    assert "sharing 2nd" in example


def test_no_cards_are_asked_for_where_none_are_pulled(
    organiser: Client, club: Club, season: Season, players: list[Player]
) -> None:
    ended(club, players, season)
    assert "The card" not in organiser.get(f"{SEASONS}{season.pk}/scheme/{GAME}/").content.decode()


def test_a_game_nobody_knows_has_no_scheme(organiser: Client, season: Season) -> None:
    assert organiser.get(f"{SEASONS}{season.pk}/scheme/bridge/").status_code == 404


@time_machine.travel(START)
def test_everybody_reads_the_list_and_only_organisers_change_it(
    client: Client, club: Club, season: Season, players: list[Player]
) -> None:
    client.force_login(a_member(club))
    text = client.get(SEASONS).content.decode()
    assert "1 September 2026 to 30 November 2026, now" in text
    assert f"{SEASONS}{season.pk}/" not in text
    before = queries(client, SEASONS)
    for year in range(2010, 2020):
        Season.objects.create(club=club, name=f"{year}", starts_on=date(year, 1, 1), ends_on=date(year, 12, 31))
    ended(club, players, season)
    assert queries(client, SEASONS) == before


def test_after_many_years_the_list_is_as_long_as_before(client: Client, club: Club) -> None:
    client.force_login(a_member(club))
    for year in range(2001, 2027):
        Season.objects.create(club=club, name=f"{year}", starts_on=date(year, 1, 1), ends_on=date(year, 12, 31))
    pages = [client.get(SEASONS, {"page": number}).content.decode() for number in (1, 3)]
    assert [page.count('scope="row"') for page in pages] == [10, 6]
    assert "Page 1 of 3" in " ".join(pages[0].split())
    assert ">2026<" in pages[0] and ">2001<" in pages[1]


def test_a_club_without_a_season_is_told_what_one_is_for(organiser: Client) -> None:
    assert "There is no season yet" in organiser.get(SEASONS).content.decode()
