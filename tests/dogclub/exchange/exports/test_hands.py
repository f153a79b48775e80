"""The export of every hand: at once for few matches, as a job for many, and the same records when imported."""

import csv
import io
import json
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from clubs.models import Club, Role, Season
from dogclub.exchange.exports import files
from dogclub.exchange.exports.blocks import Block
from dogclub.exchange.exports.layout import as_written
from dogclub.jobs.run import run_here
from dogclub.models import Job
from games.base.table_game import TableGame
from games.entries.match_state import load, open_record
from games.models import Match
from scoring.records import score
from tests.evenings import PLAYED_BY_BOTS, an_evening
from tests.factory import a_club, a_match, a_member, some_players

pytestmark = pytest.mark.django_db
Rows = list[dict[str, Any]]


@pytest.fixture
def club() -> Club:
    found = a_club()
    players = some_players(found, 4)
    for seed in range(3):
        a_match(found, players, plan=(1, 2, 1), seed=seed)
    a_match(found, players, hands=2, bids_only=True)
    return found


def download(client: Client, club: Club, form: str = "csv", season: str = "") -> Any:
    return client.post(reverse("hands", args=[club.slug]), {"form": form, "season": season})


def rows_of(content: bytes) -> Rows:
    found = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    return [{key: as_written(cell) for key, cell in row.items()} for row in found]


def records(rows: Rows) -> dict[str, Any]:
    blocks: dict[str, Rows] = {}
    for row in rows:
        blocks.setdefault(row["match"], []).append(row)
    return {match: Block(block[0]["game"], block).record() for match, block in blocks.items()}


def records_by_match(club: Club) -> dict[str, Any]:
    return {str(match.pk): json.loads(json.dumps(open_record(load(match)))) for match in club.matches.all()}


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return one.keys() == other.keys() and all(score(one[key]) == score(other[key]) for key in one)


def test_few_matches_come_at_once_and_are_the_same_records(client: Client, club: Club) -> None:
    client.force_login(a_member(club))
    answer = download(client, club)
    assert answer.status_code == 200
    assert same(records(rows_of(b"".join(answer))), records_by_match(club))
    assert not Job.objects.exists()


def test_many_matches_are_a_job_with_a_file(client: Client, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dogclub.exchange.exports.pages.FEW_MATCHES", 2)
    client.force_login(a_member(club))
    answer = download(client, club)
    job = Job.objects.get(kind=files.TABLE.key)
    assert answer["Location"] == job.get_absolute_url()
    run_here(job.pk)
    job.refresh_from_db()
    assert (job.state, job.percent, job.content_type) == (Job.State.DONE, 100, "text/csv; charset=utf-8")
    with default_storage.open(job.file) as file:
        assert same(records(rows_of(file.read())), records_by_match(club))


def test_the_same_as_excel(client: Client, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dogclub.exchange.exports.pages.FEW_MATCHES", 2)
    client.force_login(a_member(club))
    download(client, club, "xlsx")
    job = Job.objects.get()
    run_here(job.pk)
    job.refresh_from_db()
    with default_storage.open(job.file) as file:
        head, *rows = load_workbook(io.BytesIO(file.read())).worksheets[0].iter_rows(values_only=True)
    assert same(records([dict(zip(map(str, head), row, strict=True)) for row in rows]), records_by_match(club))


def test_too_many_rows_for_excel_are_refused_in_a_sentence(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dogclub.exchange.exports.excel.MOST_ROWS", 5)
    job = Job.objects.create(kind=files.TABLE.key, club=club, asked={"season": None, "form": "xlsx"})
    run_here(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.FAILED
    assert "Download it as CSV" in job.problem
    assert job.file == ""


def test_a_season_holds_its_own_matches_only(client: Client, club: Club) -> None:
    season = Season.objects.create(club=club, name="Spring", starts_on="2026-01-01", ends_on="2026-06-30")
    one = club.matches.all()[0]
    Match.objects.filter(pk=one.pk).update(season=season)
    client.force_login(a_member(club))
    found = records(rows_of(b"".join(download(client, club, season=str(season.pk)))))
    assert list(found) == [str(one.pk)]


def test_nothing_to_write_is_said(client: Client) -> None:
    club = a_club("empty")
    client.force_login(a_member(club))
    answer = client.post(reverse("hands", args=[club.slug]), {"form": "csv"}, follow=True)
    assert "There are no entries yet" in answer.content.decode()
    assert client.post(reverse("hands", args=[club.slug]), {"form": "pdf"}).status_code == 404


def test_records_come_a_line_each_and_score_to_the_same(client: Client, club: Club) -> None:
    client.force_login(a_member(club))
    answer = client.get(reverse("records-file", args=[club.slug]))
    lines = b"".join(answer).decode().splitlines()
    assert answer["Content-Type"].startswith("application/jsonl")
    assert len(lines) == club.matches.count()
    assert sorted(lines) == sorted(
        json.dumps(record, ensure_ascii=False, separators=(",", ":")) for record in records_by_match(club).values()
    )


@pytest.mark.parametrize("game", PLAYED_BY_BOTS, ids=lambda game: game.key)
def test_a_match_of_every_game_goes_out_as_it_was_played(game: TableGame, client: Client) -> None:
    club = a_club("every")
    an_evening(club, game, some_players(club, min(game.engine.seats[1], 4)), seed=5)
    client.force_login(a_member(club, Role.OWNER))
    assert same(records(rows_of(b"".join(download(client, club)))), records_by_match(club))
