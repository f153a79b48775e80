"""Every tie-break can be chosen, explains a place, is printed, and comes through the API and an archive."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from clubs.models import Club, Player, Role, Season
from dogclub.exchange.books.front import settled
from dogclub.exchange.books.order_form import Volume
from leagues.models import Standing
from leagues.standings import Table
from leagues.standings.print_sheet import printable
from leagues.standings.queries import read
from leagues.standings.update import save_scheme
from scoring.standings import TIE_BREAKS, Scheme, scheme_from_json
from scoring.standings.metrics import Metric
from tests.dogclub.exchange.archive.whole import brought_back, packed
from tests.factory import a_member, some_players
from tests.leagues.test_race import nights_of
from tests.leagues.test_seasons import GAME, SCHEME
from tests.server import ROOT

pytestmark = pytest.mark.django_db
LEVEL: dict[str, Any] = {"way": "flat", "coming": 0, "win": 0, "loser": 0}  # nobody has points, so tie-breaks decide
TODAY = datetime(2026, 10, 1, tzinfo=UTC).date()

every_tie_break = pytest.mark.parametrize("metric", TIE_BREAKS, ids=lambda metric: metric.key)


def level_by(metric: Metric) -> Scheme:
    return scheme_from_json({**LEVEL, "tie_breaks": [metric.key]})


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club, 5)


def test_the_docs_name_every_tie_break() -> None:
    text = (ROOT / "docs/organising/standings.md").read_text(encoding="utf-8")
    listed = " ".join(text.split()).partition("Put the tie-breaks in order: ")[2].partition(". Whoever")[0]
    named = [(str(metric.name).lower(), str(metric.description).lower().rstrip(".")) for metric in TIE_BREAKS]
    assert [names for names in named if not any(name in listed for name in names)] == []


@every_tie_break
def test_a_tie_break_is_chosen_and_explains_each_place(
    organiser: Client, club: Club, players: list[Player], metric: Metric
) -> None:
    season = nights_of(club, players, 2)
    path = f"/c/kennel/seasons/{season.pk}/scheme/{GAME}/"
    chosen = {**SCHEME, **LEVEL, "ask": [metric.key], "do": "save"}
    assert f'value="add:{metric.key}"' in organiser.post(path, {**SCHEME, "ask": [], "do": "look"}).content.decode()
    assert organiser.post(path, chosen).status_code == 302
    last = Standing.objects.filter(season=season, game=GAME).latest("place", "player")
    assert [key for key, *_ in last.decided] == ["points", metric.key]
    page = organiser.get(f"/c/kennel/standings/?game={GAME}&why={last.player_id}").content.decode()
    assert f">{metric.name}<" in page
    assert f"<li>{metric.description}</li>" in page


@every_tie_break
def test_a_tie_break_is_printed_on_the_table_and_in_the_book(club: Club, players: list[Player], metric: Metric) -> None:
    season = nights_of(club, players, 1)
    save_scheme(season, GAME, level_by(metric))
    board = read(club, str(season.pk), GAME, TODAY)
    assert board
    asked = str(metric.description)[1:].rstrip(".")
    assert asked in " ".join(printable(club, board, None)["standings"]["words"])
    assert asked in " ".join(settled(Volume(club, season), Table(season.pk, GAME)))


@every_tie_break
def test_a_tie_break_comes_through_the_api(club: Club, players: list[Player], metric: Metric) -> None:
    season = nights_of(club, players, 1)
    client = Client()
    client.force_login(a_member(club, Role.ORGANISER))
    path = f"/api/v1/clubs/kennel/seasons/{season.pk}/points/{GAME}"
    kept = client.put(path, {**LEVEL, "tie_breaks": [metric.key]}, content_type="application/json")
    assert kept.status_code == 200, kept.json()
    assert client.get(path).json()["tie_breaks"] == [metric.key]
    table = client.get(f"/api/v1/clubs/kennel/standings?season={season.pk}&game={GAME}").json()
    assert [each["metric"] for each in table["rows"][1]["decided"]] == ["points", metric.key]


def test_every_tie_break_comes_back_from_an_archive(club: Club, players: list[Player]) -> None:
    nights_of(club, players, 2)
    for year, metric in enumerate(TIE_BREAKS, 2030):
        days = {"starts_on": f"{year}-01-01", "ends_on": f"{year}-12-31"}
        season = Season.objects.create(club=club, name=metric.key, **days)
        club.matches.update(season=season)
        save_scheme(season, GAME, level_by(metric))
        found = brought_back(packed(club, season), slug=f"with-{metric.key}")
        assert found.differing == []
        assert found.club.seasons.get(name=metric.key).schemes[GAME]["tie_breaks"] == [metric.key]
