"""The page of chances, the wall with chances, and the API: in each of their states, for those who may see them."""

import json
import re
from html import unescape
from uuid import UUID

import pytest
from django.test import Client

from clubs.models import Club, Player, Role, Scope, ShowChances
from games import ledger
from games.forecasts.stored import compute
from games.models import Forecast, Match
from scoring.dirty_dog import Shorten
from tests.dogclub.api.programs import a_program
from tests.factory import NAMES, a_history, a_match, a_member, some_players, write

pytestmark = pytest.mark.django_db


def text_of(html: str) -> str:
    """The text of the HTML, without tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def page_of(client: Client, match: Match, part: str = "chances/") -> str:
    response = client.get(f"/m/{match.pk}/{part}")
    assert response.status_code == 200
    return response.content.decode()


def test_a_match_that_goes_on_has_a_table_two_curves_and_what_moved_them(
    member: Client, match: Match, forecast: Forecast
) -> None:
    page = page_of(member, match)
    said = text_of(page)
    assert "Chances now after hand 6" in said
    assert re.search(r"Hand \d has turned it so far\.", said)
    assert page.count('<polyline class="chance') == 10
    assert page.count('class="chance is-lead"') == page.count('class="chance is-low"') == 2
    rows = re.findall(r'<tr><th scope="row">(?:\d+|start)</th>', page)
    assert len(rows) == 7  # the table with all numbers of the curves, for screen readers
    assert "Other games have no chances" in said
    assert "Enter hand" not in said  # a member may not write


def test_the_scorekeeper_goes_on_from_there_and_the_sheet_leads_to_it(
    client: Client, club: Club, match: Match, forecast: Forecast
) -> None:
    client.force_login(a_member(club, Role.SCOREKEEPER))
    assert f'href="/m/{match.pk}/table/?half"' in page_of(client, match)
    assert f'href="/m/{match.pk}/chances/"' in page_of(client, match, "")
    assert "chance" not in page_of(client, match, "table/").lower()


def test_before_the_third_hand_there_is_no_curve(member: Client, club: Club, players: list[Player]) -> None:
    a_history(club, players, 10)
    match = a_match(club, players, hands=2, plan=(1, 2, 3, 4))
    compute(match.pk)
    page = page_of(member, match)
    assert "The curves begin after hand 3." in text_of(page)
    assert 'polyline class="chance' not in page


def test_while_nothing_is_calculated_a_worker_is_asked(
    member: Client, match: Match, no_queue: list[UUID], django_capture_on_commit_callbacks: object
) -> None:
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        assert "Being calculated" in text_of(page_of(member, match))
    assert no_queue == [match.pk]


def test_a_club_that_has_played_too_little_is_told_how_much_it_takes(
    member: Client, club: Club, players: list[Player]
) -> None:
    a_history(club, players, 4)
    match = a_match(club, players, hands=4)
    compute(match.pk)
    said = text_of(page_of(member, match))
    assert "Chances need 10 finished matches of Dirty Dog that began before this one. The club had 4." in said
    assert "Chances now" not in said


def test_matches_by_any_rules_count(member: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=4, scoring="squares")
    compute(match.pk)
    assert "Chances need 10 finished matches of Dirty Dog that began" in text_of(page_of(member, match))


def test_a_match_that_is_over_says_how_it_looked(member: Client, match: Match, forecast: Forecast) -> None:
    write(match, [Shorten()])
    compute(match.pk)
    said = text_of(page_of(member, match))
    assert "Best chance to win" in said
    assert re.search(r"Hand \d turned it\.", said)
    assert "Chances now" not in said
    assert re.search(rf'href="/m/{match.pk}/share/"\s*>Share this match</a>', page_of(member, match))


def test_ten_players_with_long_names_and_arithmetic_in_words(member: Client, club: Club) -> None:
    names = [f"{name} {'x' * 12} ✨" for name in NAMES]
    players = some_players(club, 10, names)
    a_history(club, players, 10)
    match = a_match(club, players, hands=4, plan=(5, 5, 5, 5, 1))
    compute(match.pk)
    page = page_of(member, match)
    assert page.count('class="chance is-rest"') == 16
    assert "safe" in text_of(page)


def test_the_page_is_asked_again_at_the_price_of_a_look(member: Client, match: Match, forecast: Forecast) -> None:
    since = re.search(r'hx-get="\?since=(\w+)', page_of(member, match))
    assert since is not None
    assert member.get(f"/m/{match.pk}/chances/?since={since[1]}").status_code == 204
    Forecast.objects.update(version=7)
    assert member.get(f"/m/{match.pk}/chances/?since={since[1]}").status_code == 200
    live = member.get(f"/m/{match.pk}/chances/live/").content.decode()
    assert f'"match:{match.pk}": {match.version}, "forecast:{match.pk}": 7' in live


def test_a_club_may_want_none_and_other_games_have_none(
    member: Client, match: Match, forecast: Forecast, club: Club, players: list[Player]
) -> None:
    other = ledger.start(club, "top-dog", players[:3])
    for part in ("", "live/"):
        assert member.get(f"/m/{other.pk}/chances/{part}").status_code == 404
    Club.objects.update(chances=ShowChances.NOWHERE)
    for part in ("", "live/"):
        assert member.get(f"/m/{match.pk}/chances/{part}").status_code == 404
    assert "chances/" not in page_of(member, match, "")


def test_the_wall_shows_them_where_the_club_wants_it(member: Client, match: Match, forecast: Forecast) -> None:
    assert "to win" not in page_of(member, match, "wall/")
    Club.objects.update(chances=ShowChances.WALL)
    wall = page_of(member, match, "wall/")
    assert wall.count('class="chance') == 5
    assert f"/m/{match.pk}/chances/live/" in wall
    assert re.search(r"Hand \d has turned it so far\.", wall)
    assert member.get(f"/m/{match.pk}/wall/?since={match.version}.1").status_code == 204
    assert member.get(f"/m/{match.pk}/wall/?since={match.version}.0").status_code == 200
    assert 'class="chance' in member.get("/c/kennel/wall/").content.decode()


def test_a_wall_that_is_over_or_not_calculated_has_no_column(member: Client, match: Match) -> None:
    Club.objects.update(chances=ShowChances.WALL)
    assert 'class="chance' not in page_of(member, match, "wall/")
    write(match, [Shorten()])
    compute(match.pk)
    assert 'class="chance' not in page_of(member, match, "wall/")


def test_a_program_reads_the_same(club: Club, match: Match, forecast: Forecast) -> None:
    program = a_program(a_member(club, Role.OWNER), Scope.ORGANISE)
    answer = program.ask(f"/api/v1/matches/{match.pk}/chances")
    body = json.loads(answer.content)
    assert (body["calculated"], body["club_matches"], body["matches_needed"]) == (True, 10, 10)
    assert [each["round"] for each in body["rounds"]] == list(range(7))
    assert sum(seat["win"] for seat in body["rounds"][-1]["seats"]) == pytest.approx(1)
    assert 1 <= body["turned_by"] <= 6
    Club.objects.update(chances=ShowChances.NOWHERE)
    assert program.ask(f"/api/v1/matches/{match.pk}/chances").status_code == 404
