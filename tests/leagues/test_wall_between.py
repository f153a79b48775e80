"""The wall while no table plays: standings, the next start and who sits where, trophies."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
import time_machine
from django.conf import settings
from django.test import Client

from clubs.models import Club, Night, Player, Season
from games.models import Match
from leagues import tournaments
from leagues.models import NightDraw, Playoff
from leagues.playoffs import state
from tests.counting import queries
from tests.factory import a_match, some_players
from tests.leagues.playoffs.evening import groups_played
from tests.nights import keeper

pytestmark = pytest.mark.django_db
WALL = "/c/kennel/wall/"
NOW = datetime(2026, 11, 26, 20, 33, tzinfo=UTC)


@pytest.fixture
def season(club: Club) -> Season:
    first = NOW.date() - timedelta(days=60)
    return Season.objects.create(club=club, name="Autumn", starts_on=first, ends_on=first + timedelta(days=90))


def some_weeks(club: Club, season: Season, players: list[Player], weeks: int = 2) -> list[Match]:
    """A match of two hands a week, the last of them a week before NOW."""
    days = [NOW - timedelta(weeks=back) for back in range(weeks, 0, -1)]
    return [
        a_match(club, players, plan=(1, 2), seed=at, season=season, started_at=day, finished_at=day)
        for at, day in enumerate(days, 1)
    ]


def shown(client: Client) -> str:
    with time_machine.travel(NOW, tick=False):
        answer = client.get(WALL)
    assert answer.status_code == 200
    html = unescape(answer.content.decode()).replace("\N{SOFT HYPHEN}", "")
    return " ".join(html.split())


def plain(html: str) -> str:
    """The text of the HTML, without tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).replace(" ,", ",").split())


def test_standings_trophies_and_the_next_night(
    member: Client, club: Club, season: Season, players: list[Player]
) -> None:
    some_weeks(club, season, players)
    Night.objects.create(club=club, starts_at=NOW + timedelta(days=7), place="The Old Ferry")
    page = shown(member)
    assert page.count('<span class="points fig">') == 5
    assert re.search(r'<span class="place fig">1</span>.*?<span class="place fig">2</span>', page)
    said = plain(page)
    assert "Standings Autumn" in said
    assert "Thursday, 26 November. It is 20:33." in said
    assert "Next: Thursday night 20:33 Thursday, 3 December, The Old Ferry" in said
    assert re.search(r"Good Dog Cup \S+ (since 12 November|since 19 November|defended once)", said)


def test_who_climbed_since_the_last_night(member: Client, club: Club, season: Season, players: list[Player]) -> None:
    some_weeks(club, season, players, weeks=5)
    moves = re.findall(r'<span class="move">((?:up|down) \d)</span>', shown(member))
    assert moves
    assert {move.split()[0] for move in moves} == {"up", "down"}


def test_tonight_counts_the_minutes_and_a_draw_says_who_sits_where(
    member: Client, club: Club, season: Season, players: list[Player]
) -> None:
    night = Night.objects.create(club=club, starts_at=NOW + timedelta(minutes=12))
    keys = [player.pk for player in players]
    NightDraw.objects.create(night=night, game="dirty-dog", tables=[keys[:2], keys[2:4]], resting=keys[4:])
    said = plain(shown(member))
    assert "Nobody is ranked yet." in said
    assert "Next: two tables 20:45 in 12 minutes" in said
    assert "Group A Bea, Otto Group B Wilhelmina, Núria" in said
    assert "Sitting out: Łukasz." in said


def test_the_final_tables_that_wait_to_be_dealt(member: Client, club: Club) -> None:
    with time_machine.travel(NOW - timedelta(minutes=5), tick=False):
        playoff = groups_played(club)
    up = state.read(playoff).up
    said = plain(shown(member))
    assert "Next: final tables As soon as they are dealt." in said
    names = ", ".join(Player.objects.get(pk=key).name for key in up)
    assert f"Winners’ table {names} Losers’ table" in said


def a_contest(club: Club, kind: str, count: int) -> Playoff:
    """A knock-out or round robin for so many players."""
    players = some_players(club, count, [f"Dog {chr(65 + at)}" for at in range(count)])
    return tournaments.set_up(club, kind, "pack-o-dogs", players)


def test_the_pairings_of_a_knock_out_that_can_begin(member: Client, club: Club) -> None:
    with time_machine.travel(NOW, tick=False):
        contest = a_contest(club, "knockout", 5)
    said = plain(shown(member))
    assert "Next: knock-out, Pack o’ Dogs As soon as both are here. Quarter-final 2 Dog D, Dog E" in said
    with time_machine.travel(NOW, tick=False):
        match = tournaments.play(contest.pk, 1, 2, None)
    assert 'id="between"' not in shown(member)
    Match.objects.filter(pk=match.pk).update(abandoned_at=NOW)
    assert "Quarter-final 2 Dog D, Dog E" in plain(shown(member))
    Playoff.objects.update(called_off_at=NOW)
    assert "Quarter-final" not in plain(shown(member))


def test_the_first_open_round_of_a_round_robin_eight_pairings_of_it(member: Client, club: Club) -> None:
    with time_machine.travel(NOW, tick=False):
        a_contest(club, "round-robin", 18)
    said = plain(shown(member))
    assert "Next: round robin, Pack o’ Dogs The first eight of 9 pairings. As soon as both are here." in said
    assert re.findall(r"Round (\d), match (\d)", said) == [("1", str(at)) for at in range(1, 9)]


def test_a_draw_of_tonight_comes_before_the_pairings_and_an_old_contest_is_nothing(
    member: Client, club: Club, players: list[Player]
) -> None:
    with time_machine.travel(NOW - timedelta(days=3), tick=False):
        contest = a_contest(club, "knockout", 4)
    assert "No table is playing" in shown(member)
    with time_machine.travel(NOW - timedelta(hours=3), tick=False):
        match = tournaments.play(contest.pk, 1, 1, None)
    Match.objects.filter(pk=match.pk).update(abandoned_at=NOW)
    assert "Semi-final 1 Dog A, Dog D" in plain(shown(member))
    night = Night.objects.create(club=club, starts_at=NOW + timedelta(minutes=12))
    assert "Semi-final 1 Dog A, Dog D" in plain(shown(member))
    NightDraw.objects.create(night=night, game="dirty-dog", tables=[[player.pk for player in players]], resting=[])
    assert "Next: one table 20:45" in plain(shown(member))


def test_the_line_that_somebody_has_to_pull_cards_for(member: Client, club: Club) -> None:
    with time_machine.travel(NOW - timedelta(minutes=5), tick=False):
        groups_played(club, advance=3)
    page = shown(member)
    said = plain(page)
    assert re.search(r"Next: final tables \w+, \w+ and \w+ are level on the line of group A: one goes up\.", said)
    assert 'class="seating' not in page


def test_not_while_a_table_plays_and_in_turn_with_one_that_is_just_over(
    member: Client, club: Club, season: Season, players: list[Player]
) -> None:
    some_weeks(club, season, players)
    match = a_match(club, players, hands=2, started_at=NOW - timedelta(hours=1))
    assert 'id="between"' not in shown(member)
    Match.objects.filter(pk=match.pk).update(finished_at=NOW - timedelta(minutes=1))
    assert re.findall(r'<div class="turn" id="(\w)', shown(member)) == ["m", "b"]
    Match.objects.filter(pk=match.pk).update(finished_at=NOW - timedelta(minutes=11))
    assert re.findall(r'<div class="turn" id="(\w)', shown(member)) == ["b"]


def test_a_visitor_by_a_watch_link_sees_no_standings(
    client: Client, club: Club, season: Season, players: list[Player]
) -> None:
    some_weeks(club, season, players)
    link = club.spectator_links.create()
    session = client.session
    session["watching"] = [str(link.pk)]
    session.save()
    assert "No table is playing" in shown(client)
    Club.objects.update(history_is_open=True)
    assert 'id="between"' in shown(Client())


def test_a_club_with_nothing_yet_waits_as_before(member: Client, club: Club) -> None:
    assert "No table is playing" in shown(member)


def test_the_minute_brings_the_hour_and_is_no_news_of_the_board(
    client: Client, club: Club, season: Season, players: list[Player]
) -> None:
    some_weeks(club, season, players)
    keeper(client, club)
    first = shown(client)
    since = re.search(r"since=(\w+)", first)
    assert since
    address, headers = f"{WALL}?since={since[1]}", {"HX-Request": "true"}
    with time_machine.travel(NOW, tick=False):
        assert client.get(address, headers=headers).status_code == 204
    with time_machine.travel(NOW + timedelta(minutes=1), tick=False):
        later = client.get(address, headers=headers).content.decode()
    assert "It is 20:34." in later
    version = re.search(r'data-version="\w+"', first)
    assert version
    assert version[0] in later


def test_a_long_history_costs_no_more(member: Client, club: Club, season: Season, players: list[Player]) -> None:
    with time_machine.travel(NOW, tick=False):
        some_weeks(club, season, players[:3], weeks=1)
        few = queries(member, WALL)
        some_weeks(club, season, some_players(club, 10, [f"Dog {at}" for at in range(10)]), weeks=4)
        assert queries(member, WALL) == few


def test_the_day_is_written_as_the_language_writes_it(
    member: Client, club: Club, season: Season, players: list[Player]
) -> None:
    some_weeks(club, season, players)
    member.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    assert "Donnerstag, 26. November." in plain(shown(member))
