"""Keyset pagination: every row comes once, and the thousandth page costs as much as the first."""

from datetime import timedelta
from itertools import chain
from typing import Any

import pytest
from django.core.signing import Signer
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.models import Club, Player
from dogclub.api.http.paging import after
from games.models import Match
from tests.dogclub.api.programs import Program, a_program

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.dogclub.api.small_endpoints")]
PLAYERS, MATCHES = "/api/players/kennel", "/api/matches/kennel"
MANY = 3000


@pytest.fixture
def program(club: Club) -> Program:
    return a_program(club)


def some(club: Club, *names: str) -> None:
    Player.objects.bulk_create(Player(club=club, name=name, nickname=str(at)) for at, name in enumerate(names))


def years(club: Club, count: int = MANY) -> None:
    """Create thousands of matches, three of them at each point in time."""
    now = timezone.now()
    about = {"club": club, "game": "dirty-dog", "rule_version": "1", "start_seats": 5}
    Match.objects.bulk_create(Match(started_at=now - timedelta(hours=number // 3), **about) for number in range(count))


def walk(program: Program, address: str, name: str) -> list[list[str]]:
    """Return the items of each page of a list, page by page."""
    found = []
    while address:
        answer = program.ask(address)
        assert answer.status_code == 200, answer.json()
        found.append(answer.json()[name])
        address = answer.json()["next"]
        if name == "players":
            assert answer.headers.get("Link") == (f'<{address}>; rel="next"' if address else None)
    return found


def test_every_row_comes_once_and_in_order_though_many_are_alike(club: Club, program: Program) -> None:
    some(club, *["Rex"] * 5, "Bea", *["Otto"] * 4)
    pages = walk(program, f"{PLAYERS}?limit=3", "players")
    assert [len(page) for page in pages] == [3, 3, 3, 1]
    assert list(chain(*pages)) == [str(row) for row in club.players.order_by("name", "pk")]


def test_moments_that_are_alike_are_told_apart_by_the_key(club: Club, program: Program) -> None:
    years(club, 20)
    pages = walk(program, f"{MATCHES}?limit=7", "matches")
    assert list(chain(*pages)) == [str(row.pk) for row in club.matches.order_by("-started_at", "-pk")]


def test_a_list_without_rows_is_one_empty_page(program: Program) -> None:
    assert program.ask(PLAYERS).json() == {"players": [], "next": None}


def test_a_full_last_page_says_it_is_the_last(club: Club, program: Program) -> None:
    some(club, "Bea", "Otto")
    answer = program.ask(f"{PLAYERS}?limit=2")
    assert answer.json()["next"] is None
    assert "Link" not in answer.headers


def test_fifty_come_unless_told(club: Club, program: Program) -> None:
    some(club, *["Rex"] * 60)
    assert len(program.ask(PLAYERS).json()["players"]) == 50


def test_a_row_that_comes_meanwhile_moves_no_other(club: Club, program: Program) -> None:
    some(club, "Bea", "Otto", "Rex")
    further = program.ask(f"{PLAYERS}?limit=2").json()["next"]
    some(club, "Ada")
    assert program.ask(further).json()["players"] == ["Rex (2)"]


@pytest.mark.parametrize("limit", ["0", "201", "-1", "many", "1.0", "", "²", "9" * 40])
def test_a_page_of_no_sensible_length_is_refused(limit: str, program: Program) -> None:
    answer = program.ask(f"{PLAYERS}?limit={limit}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "limit")


@pytest.mark.parametrize("cursor", ["x", "W10", "%00", "a" * 3000, "\ud83d".encode("utf-8", "surrogatepass").hex()])
def test_a_cursor_nobody_handed_out_is_refused(cursor: str, program: Program) -> None:
    answer = program.ask(f"{PLAYERS}?cursor={cursor}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "cursor")


def test_a_cursor_of_another_list_is_refused(club: Club, program: Program) -> None:
    years(club, 3)
    cursor = program.ask(f"{MATCHES}?limit=1").json()["next"].rpartition("cursor=")[2]
    assert program.ask(f"{PLAYERS}?cursor={cursor}").status_code == 400
    forged = Signer(salt="another").sign_object(["Rex", "1"])
    assert program.ask(f"{PLAYERS}?cursor={forged}").status_code == 400


def test_the_last_page_costs_what_the_first_one_does(club: Club, program: Program) -> None:
    years(club)
    deep = _cursor_of(club.matches.order_by("started_at", "pk")[10:11].get())
    statements = []
    for address in (f"{MATCHES}?limit=5", f"{MATCHES}?limit=5&cursor={deep}"):
        with CaptureQueriesContext(connection) as captured:
            assert len(program.ask(address).json()["matches"]) == 5
        statements.append(captured.captured_queries)
    assert len(statements[0]) - len(statements[1]) in (0, 1)  # the first request also records that the key was used
    assert "OFFSET" not in str(statements)


@pytest.mark.only("sqlite")
def test_the_index_leads_straight_to_a_page_in_sqlite(club: Club) -> None:
    plan = _deep(club).explain()
    assert "USING INDEX a_page_of_matches (club_id=? AND started_at<?)" in plan
    assert "TEMP B-TREE" not in plan


@pytest.mark.only("postgresql")
def test_the_index_leads_straight_to_a_page_in_postgresql(club: Club) -> None:
    rows = _deep(club)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_match")
    plan = rows.explain(analyze=True)
    assert "a_page_of_matches" in plan and "Sort" not in plan
    assert "started_at <=" in plan.partition("Index Cond:")[2].partition("\n")[0]
    removed = plan.partition("Rows Removed by Filter: ")[2].partition("\n")[0]
    assert int(removed or 0) <= 3  # the rows with the same time as the cursor


def _deep(club: Club) -> Any:
    years(club)
    last = club.matches.order_by("started_at", "pk")[10:11].get()
    return after(club.matches.all(), "-started_at", _cursor_of(last))[:5]


def _cursor_of(row: Match) -> str:
    values = [row.started_at.isoformat(), str(row.pk)]
    return Signer(salt="dogclub.cursor.games.Match.started_at").sign_object(values)
