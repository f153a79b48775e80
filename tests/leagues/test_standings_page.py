"""The standings page of a season: every row explains its place, and the page takes four queries."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from clubs.models import Club, Night, Player, Role, Season
from clubs.players.search import player_key
from games.models import Match
from leagues import standings
from leagues.models import Standing
from leagues.standings.queries import read
from leagues.standings.race import places_of
from scoring.standings import Scheme, scheme_to_json
from tests.counting import queries
from tests.factory import a_history, a_match, a_member, some_players

pytestmark = pytest.mark.django_db
GAME = "dirty-dog"
START = datetime(2026, 9, 3, 18, tzinfo=UTC)
PAGE = "/c/kennel/standings/"


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club, 5)


@pytest.fixture
def season(club: Club) -> Season:
    return a_season(club, "Autumn 2026")


def a_season(club: Club, name: str, start: datetime = START, scheme: Scheme | None = None) -> Season:
    said = {GAME: scheme_to_json(scheme)} if scheme else {}
    first = start.date()
    return Season.objects.create(
        club=club, name=name, starts_on=first, ends_on=first + timedelta(days=90), schemes=said
    )


def ended(club: Club, players: list[Player], season: Season | None, day: int = 0, **about: Any) -> Match:
    """A match of two hands, started so many days after START."""
    seed = about.pop("seed", day + 1)
    return a_match(
        club, players, plan=(1, 2), seed=seed, season=season, started_at=START + timedelta(days=day), **about
    )


def page(client: Client, **asked: Any) -> str:
    response = client.get(PAGE, asked)
    assert response.status_code == 200
    return response.content.decode()


def plain(html: str) -> str:
    """The text of the HTML, without tags and soft hyphens."""
    return " ".join(re.sub(r"<[^>]+>", " ", html.replace("\N{SOFT HYPHEN}", "")).split())


def test_an_empty_table_says_what_to_do_first(member: Client, club: Club) -> None:
    assert "Nobody is ahead of anybody" in page(member)
    assert "Start a match" not in page(member)


def test_a_table_shows_everybody_in_order(member: Client, club: Club, season: Season, players: list[Player]) -> None:
    ended(club, players, season)
    text = page(member)
    assert "Autumn 2026, Dirty Dog." in plain(text)
    assert len(re.findall(r'<th scope="row">', text)) == 5
    places = [int(place) for place in re.findall(r'<td class="r fig">(\d+)</td><th scope="row">', text)]
    assert places == sorted(places) and places[0] == 1


def test_every_row_answers_why_here(member: Client, club: Club, season: Season, players: list[Player]) -> None:
    for day in range(3):
        ended(club, players, season, day * 7)
    for row in Standing.objects.filter(season=season, game=GAME):
        text = plain(page(member, why=row.player_id))
        assert f"why {('first', 'second', 'third', 'fourth', 'fifth')[(row.place or 1) - 1]}?" in text
        assert "That decided it." in text or "share the place" in text


def test_without_a_season_all_time_is_shown(member: Client, club: Club, players: list[Player]) -> None:
    ended(club, players, None)
    assert "All time, Dirty Dog." in plain(page(member))


def test_the_newest_season_with_a_result_is_shown_first(
    member: Client, club: Club, season: Season, players: list[Player]
) -> None:
    ended(club, players, season)
    a_season(club, "Winter 2027", START + timedelta(days=120))
    text = page(member)
    assert 'aria-current="page"><bdi>Autumn 2026' in text
    assert "Winter 2027" in text


def test_whoever_played_too_little_stands_apart(member: Client, club: Club, players: list[Player]) -> None:
    season = a_season(club, "Autumn 2026", scheme=Scheme(minimum=2))
    ended(club, players, season)
    ended(club, players[:3], season, 7)
    text = page(member, why=players[4].pk)
    ranked, waiting = text.split("Not ranked yet")
    assert len(re.findall(r'<th scope="row">', ranked)) == 3
    assert len(re.findall(r'<th scope="row">', waiting)) == 2
    assert "1 more match to go: players are ranked after 2." in plain(waiting)


def test_nobody_ranked_is_said(member: Client, club: Club, players: list[Player]) -> None:
    ended(club, players, a_season(club, "Autumn 2026", scheme=Scheme(minimum=5)))
    assert "Nobody has played enough to be ranked yet." in plain(page(member))


def test_points_below_nothing_have_a_true_minus(member: Client, club: Club, players: list[Player]) -> None:
    season = a_season(club, "Autumn 2026", scheme=Scheme(way="flat", coming=0, win=0, loser=-3))
    ended(club, players, season)
    text = page(member)
    assert '<td class="r fig">−3</td>' in text
    assert "<dd>−3</dd>" in text


def test_a_table_nobody_stands_in_leads_to_one_that_has_somebody(
    member: Client, club: Club, season: Season, players: list[Player]
) -> None:
    ended(club, players, season)
    text = page(member, game="top-dog")
    assert "Nobody is in this table yet" in text
    assert f'href="{PAGE}">Latest table' in text


@pytest.mark.parametrize("asked", [{"season": "99999999999"}, {"game": "bridge"}, {"season": "x", "why": "\x00"}])
def test_nonsense_breaks_nothing(
    asked: dict[str, str], member: Client, club: Club, season: Season, players: list[Player]
) -> None:
    ended(club, players, season)
    page(member, **asked)


def test_a_night_away_is_a_gap(member: Client, club: Club, season: Season, players: list[Player]) -> None:
    ended(club, players, season)
    ended(club, players[:3], season, 7)
    assert "; away" in page(member)


@time_machine.travel(START + timedelta(days=30))
def test_the_nights_of_the_season_are_counted(
    member: Client, club: Club, season: Season, players: list[Player]
) -> None:
    for week in range(8):
        Night.objects.create(club=club, season=season, starts_at=START + timedelta(days=7 * week))
    ended(club, players, season)
    assert "after 5 of 8 nights" in plain(page(member))


@pytest.mark.parametrize(("asked", "race"), [("", 2), ("?season=all&game=all", 0), ("?game=dirty-dog&why=1", 2)])
def test_opening_it_costs_four_queries_at_any_age_and_two_to_draw_a_race_anew(
    asked: str, race: int, client: Client, club: Club, season: Season, players: list[Player]
) -> None:
    client.force_login(a_member(club, Role.ORGANISER))
    for week in range(3):
        Night.objects.create(club=club, season=season, starts_at=START + timedelta(days=7 * week))
    ended(club, players, season)
    assert queries(client, PAGE + asked) == 4
    a_history(club, players, 60)
    Match.objects.update(season=season)
    standings.rebuild(club, check=False)
    assert queries(client, PAGE + asked) == 4 + race


def test_a_stranger_reads_no_table_unless_the_club_is_open(client: Client, club: Club) -> None:
    assert client.get(PAGE).status_code == 302
    Club.objects.update(history_is_open=True)
    assert client.get(PAGE).status_code == 200


def test_those_who_share_a_place_stand_by_their_names_everywhere(
    member: Client, club: Club, players: list[Player]
) -> None:
    """In the table that paper and book read too, on the page, in the API and in the race; the first of them is compared
    with the place above.
    """
    scheme = Scheme(way="places", places=(5, 0, 0, 0, 0), loser=0, tie_breaks=())
    season = a_season(club, "Autumn 2026", scheme=scheme)
    ended(club, players, season)
    board = read(club, str(season.pk), GAME, date(2026, 12, 1))
    assert board is not None and [row.place for row in board.rows] == [1, 2, 2, 2, 2]
    level = [row.player for row in board.rows[1:]]
    assert level == sorted(level, key=player_key) != sorted(level, key=lambda player: player.pk)
    assert [[each[3] for each in row.decided] for row in board.rows] == [[], ["decided"], *[["level"]] * 3]
    keys = [row.player_id for row in board.rows]
    assert [int(pk) for pk in re.findall(r"why=(\d+)#", page(member))] == keys
    answer = member.get(f"/api/v1/clubs/{club.slug}/standings?season={season.pk}&game={GAME}").json()
    assert [row["player"] for row in answer["rows"]] == keys
    race = places_of(club, board)
    assert race is not None and [runner.places[-1] for runner in race.runners] == [1, 2, 3, 4, 5]


def test_guests_have_no_place_where_the_club_ranks_none(client: Client, club: Club, players: list[Player]) -> None:
    client.force_login(a_member(club, Role.OWNER))
    guest = players[0]
    ended(club, players, None)
    settings = {"name": club.name, "confirm": "0", "grace_minutes": "10", "all_time": "wins", "sharing": "members"}
    Player.objects.filter(pk=guest.pk).update(is_guest=True)
    assert client.post("/c/kennel/settings/", settings).status_code == 302
    assert [row.place for row in Standing.objects.filter(player=guest)] == [None, None]
    assert sorted(Standing.objects.filter(game=GAME).values_list("place", flat=True), key=str)[:1] == [1]
    said = plain(page(client, why=guest.pk))
    assert "Guests not ranked" in said
    assert "Guests are not ranked in this club." in said
    club.refresh_from_db()
    assert standings.refresh(club, check=True) == []
    client.post(f"/c/kennel/players/{guest.pk}/welcome/")
    assert not Standing.objects.filter(place=None).exists()
    client.post("/c/kennel/settings/", settings | {"guests_rank": "on"})
    club.refresh_from_db()
    assert club.guests_rank
