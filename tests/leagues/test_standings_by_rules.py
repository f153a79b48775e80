"""Standings say by which rules their matches were played; totals by different rules do not compare, and a table of
totals can count those by one set of rules alone (HR-DD-21).
"""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Membership, Player, Role, Season
from dogclub.exchange.books import front
from dogclub.notify.reminders import night_kinds
from games.base.house_rules import agree
from games.models import Match
from games.registry import table_game
from leagues.models import Standing
from leagues.my_page.contents import my_season
from leagues.standings.print_sheet import printable
from leagues.standings.queries import read_existing
from leagues.standings.results import scheme_in
from leagues.standings.wording import leaders
from leagues.wall.boards import between_matches
from scoring.dirty_dog import Options
from scoring.standings import Scheme, scheme_to_json
from tests.factory import a_match, a_member, some_players

pytestmark = pytest.mark.django_db
GAME, PLAN, START = "dirty-dog", (1, 2, 1), datetime(2026, 9, 3, 18, tzinfo=UTC)
APART = "Totals by different rules do not compare; here they stand together."

SAID = {"coming": "1", "places": "5", "win": "3", "loser": "0", "shared": "average", "each": "match"}
SAID |= {"aggregate": "sum", "best": "0", "drop": "0", "minimum": "0", "do": "save"}


@pytest.fixture
def season(club: Club) -> Season:
    schemes = {GAME: scheme_to_json(Scheme(way="totals", tie_breaks=()))}
    return Season.objects.create(
        club=club, name="Autumn", starts_on=date(2026, 9, 1), ends_on=date(2026, 12, 1), schemes=schemes
    )


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club, 4)


@pytest.fixture
def matches(club: Club, season: Season, players: list[Player]) -> list[Match]:
    agree(club, table_game(GAME), Options(scoring="twenty-ten", rules_name="Kennel rules"))
    about = [(1, "dirty-dog"), (2, "dirty-dog"), (3, "twenty-ten")]
    return [
        a_match(club, players, plan=PLAN, seed=seed, scoring=scoring, season=season, started_at=START)
        for seed, scoring in about
    ]


@pytest.fixture
def organiser(client: Client, club: Club) -> Client:
    client.force_login(a_member(club, Role.ORGANISER))
    return client


def sums(matches: list[Match], player: Player) -> int:
    return sum(seat.total for match in matches for seat in match.seats.filter(player=player))


def points(season: Season, player: Player) -> int:
    return Standing.objects.get(season=season, game=GAME, player=player).points // 100


def test_the_table_says_by_which_rules_and_that_totals_are_added_up(
    organiser: Client, club: Club, season: Season, matches: list[Match]
) -> None:
    at: dict[str, Any] = {"season": season.pk, "game": GAME}
    page = organiser.get(reverse("standings", args=[club.slug]), at).content.decode()
    assert "Matches by §1 as written (2) and §2 Kennel rules (1)." in page and APART in page
    file = organiser.get(reverse("table-file", args=[club.slug, "standings", "csv"]), at)
    assert "Matches by §1 as written (2) and §2 Kennel rules (1)." in file.getvalue().decode()


def test_by_place_nothing_is_added_up(organiser: Client, club: Club, season: Season, matches: list[Match]) -> None:
    season.schemes = {GAME: scheme_to_json(Scheme(way="places", tie_breaks=("wins",)))}
    season.save()
    at: dict[str, Any] = {"season": season.pk, "game": GAME}
    page = organiser.get(reverse("standings", args=[club.slug]), at).content.decode()
    assert "§2 Kennel rules (1)" in page and APART not in page


def test_totals_of_one_set_of_rules_can_count_alone(
    organiser: Client, club: Club, season: Season, matches: list[Match], players: list[Player]
) -> None:
    url = reverse("season-scheme", args=[club.slug, season.pk, GAME])
    assert points(season, players[0]) == sums(matches, players[0])
    form = organiser.get(url).content.decode()
    assert "Totals that count" in form and "§2 Kennel rules" in form and "§1 as written" in form
    said = SAID | {"way": "totals"}
    for chosen, counted in (("written", matches[:2]), (matches[2].points_key, matches[2:]), ("any", matches)):
        assert organiser.post(url, {**said, "rules": chosen}).status_code == 302
        assert [points(season, each) for each in players] == [sums(counted, each) for each in players]
    assert organiser.post(url, {**said, "rules": "0badc0de"}).status_code == 422
    organiser.post(url, {**said, "rules": "written"})
    at: dict[str, Any] = {"season": season.pk, "game": GAME}
    page = organiser.get(reverse("standings", args=[club.slug]), at).content.decode()
    assert "Only totals by §1 as written count." in page and APART not in page
    a_match(club, players, plan=PLAN, seed=8, scoring="twenty-ten", season=season, started_at=START)
    more = a_match(club, players, plan=PLAN, seed=9, season=season, started_at=START)
    organiser.get(reverse("standings", args=[club.slug]), at)
    assert [points(season, each) for each in players] == [sums([*matches[:2], more], each) for each in players]


def test_tie_breaks_by_totals_count_those_by_one_set_of_rules(
    organiser: Client, club: Club, season: Season, matches: list[Match], players: list[Player]
) -> None:
    url = reverse("season-scheme", args=[club.slug, season.pk, GAME])
    said = SAID | {"way": "wins", "ask": ["total", "high"], "rules": "written"}
    assert organiser.post(url, said).status_code == 302
    row = Standing.objects.get(season=season, game=GAME, player=players[0])
    own = [match.seats.get(player=players[0]).total for match in matches[:2]]
    assert (row.played, row.total, row.best) == (3, sum(own), max(own))
    page = organiser.get(
        reverse("standings", args=[club.slug]), {"season": str(season.pk), "game": GAME}
    ).content.decode()
    assert "Only totals by §1 as written count." in page and APART not in page


@pytest.mark.parametrize(("aggregate", "head"), [("average", "Average"), ("percentage", "Percent")])
def test_a_table_by_average_or_percentage_says_so_wherever_it_stands(
    organiser: Client, club: Club, season: Season, matches: list[Match], aggregate: str, head: str
) -> None:
    api = reverse("api-season-points", args=[club.slug, season.pk, GAME])
    body = {"way": "wins", "aggregate": aggregate, "minimum": 2}
    saved = organiser.put(api, body, content_type="application/json", headers={"If-Match": "*"})
    assert (saved.status_code, saved.json()["aggregate"]) == (200, aggregate)
    at: dict[str, Any] = {"season": season.pk, "game": GAME}
    page = organiser.get(reverse("standings", args=[club.slug]), at).content.decode()
    assert f'<th scope="col" class="r">{head}</th>' in page and f"Players are ranked by the {aggregate} of" in page
    rows = Standing.objects.filter(season=season, game=GAME)
    unit = {"average": 100, "percentage": 10_000}[aggregate]
    assert [row.points for row in rows] == [(2 * unit * row.wins + row.played) // (2 * row.played) for row in rows]
    file = organiser.get(reverse("table-file", args=[club.slug, "standings", "csv"]), at).getvalue().decode()
    assert f"Cones,{head},Season" in file
    board = read_existing(club, str(season.pk), GAME, date(2026, 9, 4))
    assert printable(club, board, None)["standings"]["figure"] == head
    turn, mine = between_matches(club, []), my_season(club, rows[0].player_id)
    assert turn and mine
    scheme, reader = scheme_in(club, board.season, GAME), Membership(club=club, player=rows[0].player)
    told = [
        turn.draw(),
        mine.figure,
        leaders(board.rows, scheme),
        *front._row(board.rows[0], scheme)[2:3],
        str(night_kinds._table(club, reader)["rows"]).replace("\\xa0", "\xa0"),
    ]
    assert ["%" in words for words in told] == [aggregate == "percentage"] * len(told)


def test_a_percentage_of_totals_is_refused_at_its_question(organiser: Client, club: Club, season: Season) -> None:
    url = reverse("season-scheme", args=[club.slug, season.pk, GAME])
    refused = organiser.post(url, SAID | {"way": "totals", "aggregate": "percentage"})
    assert refused.status_code == 422
    assert "A percentage is one of what a winner gets" in str(refused.context["form"].errors["aggregate"])


def test_where_all_is_as_written_nothing_is_said(organiser: Client, club: Club, players: list[Player]) -> None:
    a_match(club, players, plan=PLAN)
    assert "Matches by" not in organiser.get(reverse("standings", args=[club.slug])).content.decode()
