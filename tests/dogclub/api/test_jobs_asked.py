"""Jobs requested through the API (books, sheets, reports, tables, archives): validated as on the pages, and fetched."""

import csv
import io
import zipfile
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from clubs import api_keys
from clubs.accounts.adapter import IN_FILES
from clubs.models import Night, Role, Scope, Season
from dogclub.exchange.books.night_sheets import NOTHING as NO_SHEET
from dogclub.exchange.books.order_form import GONE
from dogclub.models import Job
from tests.dogclub.api.kennel import Kennel, Program, a_kennel
from tests.dogclub.api.working import work, worker
from tests.factory import a_club, a_member

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("worker")]
JOBS = "clubs/kennel/jobs"
__all__ = ["worker"]


@pytest.fixture
def kennel() -> Kennel:
    return a_kennel()


@pytest.fixture
def program(kennel: Kennel) -> Program:
    return kennel.program(Scope.RECORD)


def request_job(program: Program, kind: str, **what: Any) -> Any:
    return program.post(JOBS, {"kind": kind, "asked": what})


def fetched(program: Program, kind: str, **what: Any) -> tuple[dict[str, Any], bytes]:
    """Request a job, run it, and return its JSON and the content of its file."""
    answer = request_job(program, kind, **what)
    assert answer.status_code == 202, answer.json()
    assert answer.json()["file"] is None
    work(kind=kind)
    job = program.get(f"{JOBS}/{answer.json()['id']}").json()
    assert job["state"] == "done", job
    file = program.get(job["file"]["url"].removeprefix("/api/v1/"))
    content = b"".join(file.streaming_content)
    assert (file["Content-Type"], len(content)) == (job["file"]["content_type"], job["file"]["size"])
    return job, content


def test_a_season_book(kennel: Kennel, program: Program) -> None:
    job, content = fetched(program, "season-book", season=kennel.season.pk, paper="letter", parts=["sheets"])
    assert content.startswith(b"%PDF")
    assert job["file"]["name"] == "autumn-2026.pdf"
    kept = Job.objects.get().asked
    assert kept == {"season": kennel.season.pk, "paper": "letter", "parts": ["sheets"]}


def test_the_book_of_all_seasons_has_all_parts_unless_told(program: Program) -> None:
    assert request_job(program, "season-book", season="all").status_code == 202
    assert Job.objects.get().asked == {"season": None, "paper": "a4", "parts": ["reports", "sheets", "dogs"]}


def test_the_sheets_of_a_night(kennel: Kennel, program: Program) -> None:
    _, content = fetched(program, "night-sheets", night=kennel.night.pk)
    assert content.startswith(b"%PDF")


def test_the_report_of_a_night(kennel: Kennel, program: Program) -> None:
    _, content = fetched(program, "night-report", night=kennel.night.pk, paper="letter")
    assert content.startswith(b"%PDF")


TABLES = ["matches", "results", "standings", "ratings", "fame", "records", "called"]
TABLES += ["trophies", "players", "nights", "seasons"]


@pytest.mark.both_databases
@pytest.mark.parametrize("table", [*TABLES, "hands"])
def test_every_table_comes_as_csv(table: str, kennel: Kennel, program: Program) -> None:
    job, content = fetched(program, "table", table=table)
    head, *rows = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    assert head
    assert {len(row) for row in rows} <= {len(head)}
    assert job["file"]["name"].startswith("kennel-")


@pytest.mark.parametrize("table", ["players", "hands"])
def test_and_as_excel(table: str, program: Program) -> None:
    _, content = fetched(program, "table", table=table, form="xlsx")
    assert "xl/workbook.xml" in zipfile.ZipFile(io.BytesIO(content)).namelist()


def test_a_table_may_be_of_one_season(kennel: Kennel, program: Program) -> None:
    spring = Season.objects.create(club=kennel.club, name="Spring", starts_on="2024-01-01", ends_on="2024-05-01")
    counted = {
        season.name: len(fetched(program, "table", table="results", season=season.pk)[1].splitlines()) - 1
        for season in (kennel.season, spring)
    }
    assert counted == {"Autumn 2026": 10, "Spring": 0}


def test_no_email_is_promised_where_none_is_sent(program: Program, settings: Settings) -> None:
    settings.EMAIL_BACKEND = IN_FILES
    answer = program.post(JOBS, {"kind": "season-book", "asked": {"season": "all"}, "wants_mail": True})
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, "wants_mail")
    assert not Job.objects.exists()


def test_a_key_made_for_it_reads_the_archive_and_writes_nothing(kennel: Kennel) -> None:
    owner = a_member(kennel.club, Role.OWNER)
    for whose in (kennel.club, owner):
        program = Program(api_keys.make("a backup", Scope.ARCHIVE, of=whose, by=None)[1])
        job, content = fetched(program, "archive")
        assert job["result"]["digest"] and zipfile.is_zipfile(io.BytesIO(content))
        assert program.get(f"clubs/{kennel.club.slug}/players").status_code == 200
        assert [each["kind"] for each in program.get(JOBS).json()["jobs"]][:1] == ["archive"]
        for other in ("season-book", "rebuild"):
            answer = request_job(program, other)
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "scope")


def test_an_archive_key_of_somebody_who_owns_no_club_reads_none(kennel: Kennel) -> None:
    organiser = a_member(kennel.club, Role.ORGANISER)
    program = Program(api_keys.make("a backup", Scope.ARCHIVE, of=organiser, by=None)[1])
    answer = request_job(program, "archive")
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "permission-denied")
    assert not Job.objects.exists()


def test_an_archive_is_for_owners_whom_no_other_key_stands_for(kennel: Kennel) -> None:
    owner, client = a_member(kennel.club, Role.OWNER), Client()
    of_owner = Program(api_keys.make("a test", Scope.ORGANISE, of=owner, by=None)[1])
    for program in (kennel.program(), of_owner, kennel.person(Role.ORGANISER)):
        assert request_job(program, "archive").status_code == 403
    client.force_login(owner)
    body = {"kind": "archive", "asked": {"season": kennel.season.pk}}
    answer = client.post(f"/api/v1/{JOBS}", body, content_type="application/json")
    assert answer.status_code == 202
    work(kind="archive")
    job = client.get(f"/api/v1/{JOBS}/{answer.json()['id']}").json()
    assert job["result"]["digest"]
    file: Any = client.get(job["file"]["url"])
    assert zipfile.is_zipfile(io.BytesIO(b"".join(file.streaming_content)))


def test_the_same_again_is_the_same_job_while_it_is_not_done(program: Program, kennel: Kennel) -> None:
    first, second, other = (
        request_job(program, "season-book", season=season).json()["id"] for season in ("all", "all", kennel.season.pk)
    )
    assert first == second != other
    assert program.post(f"{JOBS}/{first}/cancel").json()["state"] == "cancelled"
    assert request_job(program, "season-book", season="all").json()["id"] not in (first, other)


BAD: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "a kind nobody knows": ("nap", {}, "invalid", "season-book"),
    "a kind that is not asked for": ("mail", {}, "invalid", "season-book"),
    "a book without a season": ("season-book", {}, "malformed", "season"),
    "a season in words": ("season-book", {"season": "autumn"}, "malformed", "season"),
    "a season that is gone": ("season-book", {"season": 10**15}, "invalid", str(GONE["invalid_choice"])),
    "another paper": ("season-book", {"season": "all", "paper": "a3"}, "malformed", "paper"),
    "a part nobody wrote": ("season-book", {"season": "all", "parts": ["songs"]}, "malformed", "parts"),
    "a key too many": ("table", {"soon": True}, "unknown-key", "soon"),
    "a night of nowhere": ("night-sheets", {"night": 10**15}, "invalid", "That night is not one of this club’s."),
    "a report of nowhere": ("night-report", {"night": 10**15}, "invalid", "That night is not one of this club’s."),
    "a table nobody keeps": ("table", {"table": "bones"}, "malformed", "table"),
    "a form nobody writes": ("table", {"form": "ods"}, "malformed", "form"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_done_is_refused_before_it_is_begun(case: str, program: Program) -> None:
    kind, what, code, sentence = BAD[case]
    answer = request_job(program, kind, **what)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, code), answer.json()
    assert sentence in answer.json()["detail"]
    assert not Job.objects.exists()


def test_a_table_without_seasons_takes_none(kennel: Kennel, program: Program) -> None:
    answer = request_job(program, "table", table="players", season=kennel.season.pk)
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, "season")
    assert answer.json()["detail"] == "The table players has no seasons. Leave the season out."


def test_nothing_is_made_of_nothing(kennel: Kennel, program: Program) -> None:
    empty = Season.objects.create(club=kennel.club, name="Spring", starts_on="2024-01-01", ends_on="2024-05-01")
    night = Night.objects.create(club=kennel.club, starts_at="2024-01-05T19:00:00Z")
    said = {
        "season-book": {"season": empty.pk},
        "night-sheets": {"night": night.pk},
        "table": {"season": empty.pk},
    }
    told = {kind: request_job(program, kind, **what).json()["detail"] for kind, what in said.items()}
    assert told["season-book"].startswith("Spring has no finished match yet")
    assert told["night-sheets"] == NO_SHEET
    assert told["table"].startswith("There are no entries yet.")


def test_the_seasons_and_nights_of_another_club_are_none_of_ours(program: Program) -> None:
    friday = a_club("friday")
    season = Season.objects.create(club=friday, name="Theirs", starts_on="2024-01-01", ends_on="2024-05-01")
    night = Night.objects.create(club=friday, starts_at="2024-01-05T19:00:00Z")
    wishes = [("season-book", {"season": season.pk}), ("table", {"season": season.pk})]
    wishes += [("night-sheets", {"night": night.pk}), ("night-report", {"night": night.pk})]
    for kind, what in wishes:
        assert request_job(program, kind, **what).status_code == 422, kind


def test_who_may_only_read_asks_for_nothing(kennel: Kennel, settings: Settings) -> None:
    for scope in (Scope.TONIGHT, Scope.RESULTS):
        answer = request_job(kennel.program(scope), "season-book", season="all")
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "scope")
    assert request_job(kennel.program(), "rebuild").status_code == 202
