"""Every exported table has the figures of its page, in both formats, for everybody who may see the page."""

import csv
import io
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.text import slugify
from openpyxl import load_workbook
from pytest_django import DjangoDbBlocker

from clubs.calendar.nights import arrive, expect
from clubs.models import Club, Night, Player, Role, Season
from dogclub.exchange.exports.files import OF_CLUB, OF_MATCH, OF_NIGHT, OF_PLAYER, OF_TROPHY, table_of
from dogclub.exchange.exports.layout import as_written
from games.base.table_game import TableGame
from games.consequences.follow import rebuild
from games.models import Match, Seat
from games.registry import TABLE_GAMES
from leagues.models import Rating, Standing, Trophy
from tests.counting import queries
from tests.evenings import PLAYED_BY_BOTS, an_evening
from tests.factory import a_club, a_match, a_member, some_players

pytestmark = pytest.mark.django_db
PLAN = (1, 2, 1)
LONG, RTL = "Wilhelmina Featherstonehaugh-Oyelaran", "🐕 דוב =1+1"


@pytest.fixture(scope="module")
def club(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Club]:
    """A club with three nights of two matches in a season, a player whose name is a formula, and a late arrival."""
    with django_db_blocker.unblock(), transaction.atomic():
        found = a_club()
        today = timezone.localdate()
        season = Season.objects.create(
            club=found, name="Spring", starts_on=today - timedelta(days=90), ends_on=today + timedelta(days=90)
        )
        players = [*some_players(found, 4), Player.objects.create(club=found, name="=Rex", nickname=RTL)]
        for week in range(3):
            play_a_night(found, season, players, week)
        rebuild(found)
        yield found
        transaction.set_rollback(True)


def play_a_night(club: Club, season: Season, players: list[Player], week: int) -> Night:
    at = timezone.now().replace(microsecond=0) - timedelta(days=7 * week, hours=3)
    night = Night.objects.create(club=club, season=season, starts_at=at, place="The back room", note="-bring cake")
    arrive(night, players[:4], at - timedelta(minutes=4))
    expect(night, players[4])
    for table in (1, 2):
        match = a_match(club, players, plan=PLAN, seed=10 * week + table, table=str(table), finished_at=at)
        Match.objects.filter(pk=match.pk).update(night=night, season=season, started_at=at)
    return night


def member(club: Club, client: Client, role: Role = Role.MEMBER) -> Client:
    client.force_login(a_member(club, role))
    return client


def file_of(route: str, club: Club, table: str, form: str, **about: Any) -> str:
    slug = {} if route == "match-file" else {"slug": club.slug}
    return reverse(route, kwargs={**slug, "table": table, "form": form, **about})


def as_csv(client: Client, address: str) -> list[dict[str, str]]:
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert "attachment" in answer["Content-Disposition"]
    text = b"".join(answer).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def as_excel(client: Client, address: str) -> list[dict[str, Any]]:
    answer = client.get(address)
    assert answer.status_code == 200
    head, *rows = load_workbook(io.BytesIO(answer.content)).worksheets[0].iter_rows(values_only=True)
    return [dict(zip(map(str, head), row, strict=True)) for row in rows]


def every_file(club: Club) -> list[tuple[str, str, dict[str, Any]]]:
    """Return route, key and path parameters of a file of every table."""
    match, night = club.matches.latest("started_at"), club.nights.latest("starts_at")
    player, trophy = Player.objects.get(name="Bea Marlowe"), Trophy.objects.earliest("pk")
    of: list[tuple[str, Sequence[Any], dict[str, Any]]] = [
        ("table-file", OF_CLUB, {}),
        ("player-file", OF_PLAYER, {"pk": player.pk}),
        ("night-file", OF_NIGHT, {"pk": night.pk}),
    ]
    of += [("trophy-file", OF_TROPHY, {"pk": trophy.pk}), ("match-file", OF_MATCH, {"pk": match.pk})]
    return [(route, table.key, about) for route, tables, about in of for table in tables]


def same(one: str, other: Any) -> bool:
    """Whether a cell of a CSV file equals the cell of the Excel file."""
    if other is None:
        return one == ""
    if isinstance(other, datetime):
        return one in (f"{other:%Y-%m-%d %H:%M}", f"{other:%Y-%m-%d}")
    if isinstance(other, int | float):
        return abs(float(one) - float(other)) < 1e-9
    return one.removeprefix("'") == str(other).removeprefix("'")


def test_every_table_is_the_same_in_both_formats(club: Club, client: Client) -> None:
    member(club, client)
    for route, key, about in every_file(club):
        plain = as_csv(client, file_of(route, club, key, "csv", **about))
        excel = as_excel(client, file_of(route, club, key, "xlsx", **about))
        assert plain, f"{route} {key} is empty"
        assert [[as_written(head) for head in row] for row in plain] == [[*row] for row in excel]
        differ = [
            (a, b)
            for one, two in zip(plain, excel, strict=True)
            for a, b in zip(one.values(), two.values(), strict=True)
            if not same(a, b)
        ]
        assert differ == [], f"{route} {key}"


def test_names_that_look_like_formulas_are_words_everywhere(club: Club, client: Client) -> None:
    member(club, client)
    for route, key, about in every_file(club):
        cells = [cell for row in as_csv(client, file_of(route, club, key, "csv", **about)) for cell in row.values()]
        assert not [cell for cell in cells if cell.startswith(("=", "@", "+"))], f"{route} {key}"
        assert not [cell for cell in cells if cell.startswith("-") and not cell[1:].replace(".", "").isdigit()]


def test_matches_are_those_of_the_page_with_its_search(club: Club, client: Client) -> None:
    member(club, client)
    for query, count in (("", 6), ("?q=Otto", 6), ("?q=nobody", 0), ("?from=2100-01-01", 0), ("?game=top-dog", 0)):
        rows = as_csv(client, file_of("table-file", club, "matches", "csv") + query)
        assert len(rows) == count, query
    newest = club.matches.order_by("-started_at", "-pk")[0]
    winner = Seat.objects.filter(match=newest, is_winner=True)[0]
    row = as_csv(client, file_of("table-file", club, "matches", "csv"))[0]
    assert (row["Match"], row["Total"]) == (newest.get_absolute_url(), str(winner.total))
    page = client.get(reverse("matches", args=[club.slug]) + "?q=Otto").content.decode()
    assert escape(file_of("table-file", club, "matches", "csv") + "?q=Otto") in page


def test_results_have_a_row_a_seat(club: Club, client: Client) -> None:
    rows = as_excel(member(club, client), file_of("table-file", club, "results", "xlsx"))
    assert sorted(row["Total"] for row in rows) == sorted(Seat.objects.values_list("total", flat=True))


def test_standings_are_those_of_the_page(club: Club, client: Client) -> None:
    member(club, client)
    for game in (TABLE_GAMES[0].key, "all"):
        rows = as_excel(client, file_of("table-file", club, "standings", "xlsx") + f"?season=all&game={game}")
        kept = Standing.objects.filter(season=None, game="" if game == "all" else game)
        assert {row["Player"]: row["Points"] for row in rows} == {row.player.label: row.points / 100 for row in kept}
        page = client.get(reverse("standings", args=[club.slug]) + f"?season=all&game={game}").content.decode()
        assert f"season=all&amp;game={game}" in page
        assert [row["Place"] for row in rows] == sorted(row["Place"] for row in rows)
    assert client.get(file_of("table-file", club, "standings", "csv") + "?season=999999").status_code == 404


def test_ratings_carry_how_far_off_they_may_be(club: Club, client: Client) -> None:
    rows = as_excel(member(club, client), file_of("table-file", club, "ratings", "xlsx"))
    page = client.get(reverse("ratings", args=[club.slug])).content.decode()
    assert len(rows) == 5
    assert all(f"{row['Rating']:.1f} ± {row['Give or take']:.1f}" in page for row in rows)


def test_a_players_figures_are_those_of_the_page(club: Club, client: Client) -> None:
    member(club, client)
    player = Player.objects.get(name="Bea Marlowe")
    rows = as_excel(client, file_of("player-file", club, "figures", "xlsx", pk=player.pk))
    told = {row["Figure"]: row["Value"] for row in rows}
    assert told["matches"] == 6
    assert told["wins"] == Seat.objects.filter(player=player, is_winner=True).count()
    assert sum(value for label, value in told.items() if label.startswith("place ")) == 6
    history = as_csv(client, file_of("player-file", club, "ratings", "csv", pk=player.pk))
    assert len(history) == Rating.objects.filter(player=player).count()


def test_a_table_with_bars_is_taken_along_as_it_stands(club: Club, client: Client) -> None:
    member(club, client)
    player = Player.objects.get(name="Bea Marlowe")
    page = client.get(reverse("player", args=[club.slug, player.pk]))
    table = page.context["figures"].tables[0]
    links = [link.replace("&amp;", "&") for link in page.content.decode().split('"') if "statistics.csv" in link]
    rows = as_csv(client, next(link for link in links if f"table={slugify(table.title)}" in link))
    assert [row[table.heads[0]] for row in rows] == [bar.head for bar in table.rows]
    assert [list(row.values())[1] for row in rows] == [bar.cells[0] for bar in table.rows]
    nothing = file_of("player-file", club, "statistics", "csv", pk=player.pk) + "?table=nothing"
    assert client.get(nothing).status_code == 404


def test_a_table_named_in_another_language_is_found_and_its_csv_is_english(club: Club, client: Client) -> None:
    member(club, client)
    player = Player.objects.get(name="Bea Marlowe")
    german = {"Accept-Language": "de"}
    page = client.get(reverse("player", args=[club.slug, player.pk]), headers=german).content.decode()
    links = [link.replace("&amp;", "&") for link in page.split('"') if "statistics.csv" in link and "table=" in link]
    assert len(links) > 1
    for link in links:
        answer = client.get(link, headers=german)
        assert answer.status_code == 200, link
    first = b"".join(client.get(links[0], headers=german)).decode().splitlines()[0]
    assert first == b"".join(client.get(links[0].replace("in=de", "in=de&x="))).decode().splitlines()[0]


def test_head_to_head_knows_everybody(club: Club, client: Client) -> None:
    player = Player.objects.get(name="Bea Marlowe")
    rows = as_excel(member(club, client), file_of("player-file", club, "head-to-head", "xlsx", pk=player.pk))
    assert len(rows) == 4
    assert all(row["Ahead"] + row["Level"] + row["Behind"] == row["Matches"] == 6 for row in rows)


def test_the_hall_of_fame_is_that_of_the_page(club: Club, client: Client) -> None:
    member(club, client)
    page = client.get(reverse("club-records", args=[club.slug])).context
    fame = as_excel(client, file_of("table-file", club, "fame", "xlsx"))
    assert [(row["Player"], row["Wins"]) for row in fame] == [(row.player.label, row.wins) for row in page["fame"]]
    called = as_excel(client, file_of("table-file", club, "called", "xlsx"))
    assert [(row["Call-out"], row["Times"]) for row in called] == [(row.label, row.times) for row in page["called"]]
    records = as_excel(client, file_of("table-file", club, "records", "xlsx"))
    assert [row["Figure"] for row in records][: len(page["records"])] == [row.value for row in page["records"]]


def test_a_chain_is_longer_than_its_page_if_it_must(club: Club, client: Client) -> None:
    member(club, client)
    trophy = Trophy.objects.earliest("pk")
    rows = as_csv(client, file_of("trophy-file", club, "chain", "csv", pk=trophy.pk))
    assert len(rows) == trophy.awards.count() > 0
    page = client.get(reverse("trophy", args=[club.slug, trophy.pk]))
    assert [row["How"] for row in rows] == [link.how for link in page.context["chain"].links]


def test_a_night_says_who_came_and_what_stood_at_the_tables(club: Club, client: Client) -> None:
    member(club, client)
    night = club.nights.latest("starts_at")
    rows = as_excel(client, file_of("night-file", club, "attendance", "xlsx", pk=night.pk))
    assert [row["Minutes after the start"] for row in rows if row["Came"]] == [-4] * 4
    assert [row["State"] for row in rows].count("late") == 1
    tables = as_excel(client, file_of("night-file", club, "tables", "xlsx", pk=night.pk))
    assert sorted(row["Total"] for row in tables) == sorted(
        Seat.objects.filter(match__night=night).values_list("total", flat=True)
    )


@pytest.mark.parametrize("table_game", PLAYED_BY_BOTS, ids=lambda table_game: table_game.key)
def test_a_match_of_every_game_has_its_files(table_game: TableGame, client: Client) -> None:
    club = a_club("every")
    most = min(table_game.engine.seats[1], 4)
    match = an_evening(club, table_game, some_players(club, most), seed=3)
    member(club, client)
    for table in OF_MATCH:
        rows = as_csv(client, file_of("match-file", club, table.key, "csv", pk=match.pk))
        assert rows or table.key in ("called", "run")
    last = as_excel(client, file_of("match-file", club, "figures", "xlsx", pk=match.pk))[-most:]
    assert {row["Total"] for row in last}


def test_an_empty_club_has_empty_tables(client: Client) -> None:
    club = a_club("empty")
    member(club, client)
    for table in OF_CLUB:
        assert as_csv(client, file_of("table-file", club, table.key, "csv")) == []
        assert as_excel(client, file_of("table-file", club, table.key, "xlsx")) == []


def test_what_is_not_there_is_not_there(club: Club, client: Client) -> None:
    member(club, client)
    for table, form in (("nothing", "csv"), ("matches", "pdf"), ("matches", "xls")):
        assert client.get(file_of("table-file", club, table, form)).status_code == 404
    other = Player.objects.create(club=a_club("other"), name="Elsewhere")
    assert client.get(file_of("player-file", club, "figures", "csv", pk=other.pk)).status_code == 404


def test_the_page_lists_every_table_and_all_its_links_work(club: Club, client: Client) -> None:
    page = member(club, client).get(reverse("exports", args=[club.slug])).content.decode()
    for table in OF_CLUB:
        assert file_of("table-file", club, table.key, "csv") in page
        assert file_of("table-file", club, table.key, "xlsx") in page
    assert all(str(escape(table.title)) in page for tables in (OF_MATCH, OF_PLAYER, OF_NIGHT) for table in tables)


def test_readers_of_an_open_club_may_take_what_they_see(client: Client) -> None:
    club = a_club("open", history_is_open=True)
    assert as_csv(client, file_of("table-file", club, "players", "csv")) == []
    assert "Every hand ever" not in client.get(reverse("exports", args=[club.slug])).content.decode()


@pytest.mark.thorough
def test_a_file_costs_as_many_queries_for_fifty_matches_as_for_five(client: Client) -> None:
    club = a_club("busy")
    season = Season.objects.create(club=club, name="S", starts_on="2020-01-01", ends_on="2099-12-31")
    players = some_players(club, 4)
    member(club, client)
    play_a_night(club, season, [*players, Player.objects.create(club=club, name="Rex")], 0)
    rebuild(club)
    files = [file_of(route, club, key, "csv", **about) for route, key, about in every_file_of(club, players[0])]
    few = {address: queries_read(client, address) for address in files}
    for week in range(1, 13):
        play_a_night(club, season, [*players, Player.objects.create(club=club, name=f"Dog {week}")], week)
    rebuild(club)
    many = {address: queries_read(client, address) for address in files}
    assert {address: count for address, count in many.items() if count > few[address]} == {}


def every_file_of(club: Club, player: Player) -> list[tuple[str, str, dict[str, Any]]]:
    of_club: list[tuple[str, str, dict[str, Any]]] = [("table-file", table.key, {}) for table in OF_CLUB]
    of_player = [("player-file", table.key, {"pk": player.pk}) for table in OF_PLAYER]
    trophy = club.trophies.earliest("pk")
    night = club.nights.latest("starts_at")
    of_night = [("night-file", table.key, {"pk": night.pk}) for table in OF_NIGHT]
    return [*of_club, *of_player, *of_night, ("trophy-file", "chain", {"pk": trophy.pk})]


def queries_read(client: Client, address: str) -> int:
    """The number of queries of the Excel file, with all streamed content read."""
    return queries(client, address.replace(".csv", ".xlsx"))


def test_no_key_stands_for_two_tables() -> None:
    every: list[Sequence[Any]] = [OF_CLUB, OF_PLAYER, OF_NIGHT, OF_TROPHY, OF_MATCH]
    for tables in every:
        keys = [table.key for table in tables]
        assert len(keys) == len(set(keys))
        assert table_of(tables, keys[0]) is tables[0]
