"""The list of the club's matches: filtered by a search form, page by page."""

import re
from datetime import datetime
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone

from clubs.models import Club, Night, Player, Role, Season
from games.match.search import PAGE_SIZE, parse_search
from games.models import Match
from tests.counting import queries
from tests.factory import a_club, a_history, a_match, a_member, some_players

pytestmark = pytest.mark.django_db
ROW = re.compile(r'href="/m/([0-9a-f-]{36})/"')


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club, 8)


@pytest.fixture
def member(client: Client, club: Club) -> Client:
    client.force_login(a_member(club, Role.SCOREKEEPER))
    return client


def found(client: Client, club: Club, **search: Any) -> list[str]:
    """The keys of the matches on the page for this search."""
    response = client.get(f"/c/{club.slug}/matches/", search)
    assert response.status_code == 200
    return ROW.findall(response.content.decode())


def ids(*matches: Match) -> list[str]:
    return [str(match.pk) for match in matches]


def at(year: int, month: int, day: int, hour: int = 20) -> datetime:
    return datetime(year, month, day, hour, tzinfo=timezone.get_default_timezone())


def test_the_newest_come_first(member: Client, club: Club, players: list[Player]) -> None:
    old = a_match(club, players[:3], plan=(1,), started_at=at(2026, 1, 8))
    new = a_match(club, players[:3], plan=(1,), started_at=at(2026, 1, 15))
    assert found(member, club) == ids(new, old)


SEARCHES: list[tuple[dict[str, str], list[int]]] = [
    ({}, [1, 0]),
    ({"q": "percy"}, [1]),
    ({"q": "ØDEGÅRD"}, [0]),
    ({"q": "spring"}, [0]),
    ({"q": "the Kennel Arms"}, [1]),
    ({"q": "12"}, [1]),
    ({"q": "nobody at all"}, []),
    ({"q": ".*"}, []),
    ({"game": "dirty-dog"}, [1, 0]),
    ({"from": "2026-02-05"}, [1]),
    ({"to": "2026-02-04"}, [0]),
    ({"from": "2026-02-05", "to": "2026-02-05"}, [1]),
    ({"from": "9999-12-31"}, []),
    ({"to": "0001-01-01"}, []),
    ({"from": "last week"}, [1, 0]),
    ({"player": "999999999"}, []),
    ({"older": "nonsense"}, [1, 0]),
    ({"older": "0001-01-01T00:00:00+14:00~" + "0" * 32}, [1, 0]),
    ({"newer": "9999-12-31T23:59:59-12:00~" + "0" * 32}, [1, 0]),
    ({"newer": "2026-01-01T00:00~x"}, [1, 0]),
    ({"q": "\x00"}, [1, 0]),
]


def test_search(member: Client, club: Club, players: list[Player]) -> None:
    season = Season.objects.create(club=club, name="Spring 2026", starts_on=at(2026, 1, 1), ends_on=at(2026, 6, 1))
    night = Night.objects.create(club=club, starts_at=at(2026, 2, 5), place="The Kennel Arms")
    matches = [
        a_match(club, players[:4], plan=(1,), started_at=at(2026, 1, 29), season=season),
        a_match(club, players[4:], plan=(1,), started_at=at(2026, 2, 5, 23), night=night, table="12"),
    ]
    wrong = [
        search for search, hits in SEARCHES if found(member, club, **search) != ids(*(matches[hit] for hit in hits))
    ]
    assert wrong == []


def test_figures_lead_to_their_matches(member: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players[:4], plan=(1, 2, 3), seed=5)
    a_match(club, players[:4], hands=1)
    winner, loser = match.seats.get(is_winner=True), match.seats.get(is_loser=True)
    tally = winner.tallies.order_by("number")[0]
    by = {"player": winner.player_id}
    assert found(member, club, **by, result="won") == ids(match)
    assert found(member, club, **by, result="lost") == []
    assert found(member, club, **by, place=winner.place) == ids(match)
    assert found(member, club, **by, total=winner.total) == ids(match)
    assert found(member, club, **by, total=winner.total + 1) == []
    assert found(member, club, **by, against=loser.player_id) == ids(match)
    assert found(member, club, **by, against=players[7].pk) == []
    assert found(member, club, **by, bid=tally.facts["bid"], cards=1) == ids(match)
    assert found(member, club, **by, bid=51) == []


def test_the_page_says_what_the_form_does_not(member: Client, club: Club, players: list[Player]) -> None:
    a_match(club, players[:4], plan=(1,))
    page = member.get(f"/c/{club.slug}/matches/?player={players[0].pk}&cards=1").content.decode()
    assert "Only those with Bea Marlowe, a round with cards: 1." in page
    assert "Show all" in page


def test_a_season_and_a_night_lead_to_theirs(member: Client, club: Club, players: list[Player]) -> None:
    season = Season.objects.create(club=club, name="Spring 2026", starts_on=at(2026, 1, 1), ends_on=at(2026, 6, 1))
    night = Night.objects.create(club=club, starts_at=at(2026, 2, 5))
    match = a_match(club, players[:4], plan=(1,), season=season, night=night)
    a_match(club, players[:4], plan=(1,))
    assert found(member, club, season=season.pk) == ids(match)
    assert found(member, club, night=night.pk) == ids(match)
    page = member.get(f"/c/{club.slug}/matches/?season={season.pk}&night={night.pk}").content.decode()
    assert "Only those in Spring 2026, on this night." in page
    assert "Only those in this season." in member.get(f"/c/{club.slug}/matches/?season=999").content.decode()


def test_slices_follow_each_other_both_ways(member: Client, club: Club, players: list[Player]) -> None:
    every = ids(
        *sorted(a_history(club, players[:3], 2 * PAGE_SIZE + 3), key=lambda match: match.started_at, reverse=True)
    )
    seen, address = [], f"/c/{club.slug}/matches/?game=dirty-dog"
    for _ in range(3):
        page = member.get(address).content.decode()
        seen.append(ROW.findall(page))
        address = _link(page, "next")
    assert [len(rows) for rows in seen] == [PAGE_SIZE, PAGE_SIZE, 3]
    assert [pk for rows in seen for pk in rows] == every
    assert address == ""
    middle = member.get(_link(page, "prev")).content.decode()
    assert ROW.findall(middle) == seen[1]
    assert ROW.findall(member.get(_link(middle, "prev")).content.decode()) == seen[0]


def _link(page: str, rel: str) -> str:
    found = re.search(rf'rel="{rel}" href="([^"]+)"', page)
    return "/c/kennel/matches/" + found[1].replace("&amp;", "&") if found else ""


def test_matches_of_one_moment_are_neither_lost_nor_doubled(member: Client, club: Club, players: list[Player]) -> None:
    rows = a_history(club, players[:3], PAGE_SIZE + 5)
    Match.objects.update(started_at=at(2026, 3, 3))
    first = member.get(f"/c/{club.slug}/matches/").content.decode()
    second = member.get(_link(first, "next")).content.decode()
    assert sorted([*ROW.findall(first), *ROW.findall(second)]) == sorted(ids(*rows))


def test_matches_of_another_club_stay_there(member: Client, club: Club) -> None:
    other = a_club("elsewhere")
    a_match(other, some_players(other), plan=(1,))
    assert found(member, club) == []
    assert member.get("/c/elsewhere/matches/").status_code == 404


def test_a_slice_costs_five_queries_and_one_for_a_text_whatever_the_history(
    member: Client, club: Club, players: list[Player]
) -> None:
    a_history(club, players[:5], 1)
    address = f"/c/{club.slug}/matches/"
    before = queries(member, address)
    a_history(club, players[:5], 300)
    assert queries(member, address) == before
    assert queries(member, f"{address}?player={players[0].pk}&bid=0") == before
    assert queries(member, f"{address}?q=bea&player={players[0].pk}&bid=0") == before + 1
    assert before <= 5


def test_the_search_is_kept_in_the_form(member: Client, club: Club) -> None:
    page = member.get(f"/c/{club.slug}/matches/?q=%22%3E%3Cb%3E&from=2026-02-05").content.decode()
    assert 'value="&quot;&gt;&lt;b&gt;"' in page
    assert 'value="2026-02-05"' in page


def test_all_seasons_are_no_condition() -> None:
    assert parse_search(QueryDict("season=all")).is_empty
