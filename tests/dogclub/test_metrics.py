"""Metrics for Prometheus: who may read them, what they count, and that they identify nobody."""

import os
import re
import subprocess
import sys
from collections import Counter
from datetime import timedelta
from ipaddress import ip_network
from math import inf
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from clubs.models import Role
from clubs.process_counters import COUNTED
from dogclub.live.runtime import hub
from dogclub.models import Job
from dogclub.operations.logs.events import BUCKETS, Requests, requests
from games import ledger
from games.entries.drafts import Author, Conflict, Draft
from tests import factory
from tests.dogclub.live.parts import a_listener
from tests.server import ROOT

pytestmark = pytest.mark.django_db
TOKEN = "a-token-of-quite-some-length"


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    requests.answered.clear()
    requests.timings.clear()


def ask(client: Client, host: str = "localhost", **more: Any) -> int:
    return client.get("/metrics", headers={"host": host}, **more).status_code


def figures(client: Client) -> dict[tuple[str, ...], float]:
    """Every sample, by its name and the values of its labels."""
    answer = client.get("/metrics", headers={"host": "localhost"})
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.content.decode())
    samples = (each for family in families for each in family.samples)
    return {(each.name, *(value for _, value in sorted(each.labels.items()))): each.value for each in samples}


def test_this_machine_may_read_them_and_others_may_not(client: Client, settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "dogclub.example"]
    assert ask(client) == 200
    assert ask(client, REMOTE_ADDR="::1") == 200
    assert ask(client, REMOTE_ADDR="192.168.1.7") == 403
    assert ask(client, REMOTE_ADDR="") == 403
    assert client.post("/metrics").status_code == 405


def test_a_proxy_that_hides_who_asks_opens_nothing(client: Client, settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "dogclub.example"]
    assert ask(client, host="dogclub.example") == 403
    assert ask(client, host="evil.example") == 403


def test_a_network_that_is_named_may_read_them(client: Client, settings: LazySettings) -> None:
    settings.METRICS_FROM, settings.ALLOWED_HOSTS = [ip_network("10.0.0.0/8")], ["app"]
    assert ask(client, host="app:8000", REMOTE_ADDR="10.4.4.4") == 200
    assert ask(client, host="other", REMOTE_ADDR="10.4.4.4") == 403
    assert ask(client, host="app", REMOTE_ADDR="127.0.0.1") == 403


def test_with_a_token_only_the_token_counts(client: Client, settings: LazySettings) -> None:
    settings.METRICS_TOKEN = TOKEN
    assert ask(client) == 403
    for wrong in ("Bearer ", "Bearer woof", f"Basic {TOKEN}", TOKEN, "Bearer ünïcode"):
        assert ask(client, HTTP_AUTHORIZATION=wrong) == 403
    assert ask(client, host="evil.example", HTTP_AUTHORIZATION=f"Bearer {TOKEN}", REMOTE_ADDR="8.8.8.8") == 200


def test_requests_are_counted_by_route_and_never_by_club(client: Client) -> None:
    club = factory.a_club("secret-kennel")
    client.force_login(factory.a_member(club, Role.OWNER))
    for path in (club.get_absolute_url(), f"{club.get_absolute_url()}players/", "/c/nowhere/", "/woof/frisbee/"):
        client.get(path)
    found = figures(client)
    assert found["dogclub_requests_total", "club", "2xx"] == 1
    assert found["dogclub_requests_total", "club", "4xx"] == 1
    assert found["dogclub_requests_total", "none", "4xx"] == 1
    assert found["dogclub_request_seconds_count", "club"] == 2
    assert found["dogclub_request_seconds_bucket", "+Inf", "players"] == 1
    text = client.get("/metrics", headers={"host": "localhost"}).content.decode()
    assert not re.search(r"secret-kennel|nowhere|woof|frisbee", text)


def test_labels_stay_few_whatever_is_asked_for(client: Client) -> None:
    for number in range(50):
        client.get(f"/c/kennel-{number}/?q={number}")
        client.generic(f"BARK{number}", f"/{number}/")
    assert len({route for route, _ in requests.answered}) <= 2


def test_times_fall_into_buckets_that_are_counted_up() -> None:
    told = Requests()
    for seconds in (0.001, 0.005, 0.02, 99):
        told.add("match", 200, seconds)
    counted = dict(told.timings["match"].buckets())
    assert len(counted) == len(BUCKETS) + 1
    assert (counted["0.005"], counted["0.01"], counted["0.025"], counted["10.0"], counted["+Inf"]) == (2, 2, 3, 3, 4)
    assert told.timings["match"].seconds == pytest.approx(99.026)


def test_the_ledger_counts_what_it_wrote_and_what_it_refused(client: Client) -> None:
    before = Counter(COUNTED)
    club = factory.a_club()
    match = factory.a_match(club, factory.some_players(club, 4), hands=3)
    entry = match.entries.order_by("number").first()
    assert entry
    ledger.record(match.pk, [Draft(entry.kind, 1, entry.payload, id=entry.pk)], version=match.version, by=Author(None))
    with pytest.raises(Conflict):
        ledger.record(match.pk, [Draft(entry.kind, 1, entry.payload)], version=0, by=Author(None))
    assert Counter(COUNTED) - before == Counter(entries=match.entries.count(), conflicts=1)
    assert figures(client)["dogclub_entries_written_total",] == COUNTED["entries"]


def test_a_printed_sheet_is_counted(client: Client) -> None:
    before = COUNTED["sheets"]
    club = factory.a_club()
    client.force_login(factory.a_member(club))
    assert client.get(f"{club.get_absolute_url()}paper/sheet.pdf?players=5").status_code == 200
    assert figures(client)["dogclub_sheets_printed_total",] > before


def test_jobs_are_counted_by_kind_and_state_and_the_oldest_waiting_is_told(client: Client) -> None:
    now = timezone.now()
    Job.objects.create(kind="mail", due_at=now - timedelta(seconds=90))
    Job.objects.create(kind="mail", state=Job.State.FAILED)
    Job.objects.create(kind="backup", state=Job.State.DONE, finished_at=now)
    found = figures(client)
    assert found["dogclub_jobs", "mail", "queued"] == found["dogclub_jobs", "mail", "failed"] == 1
    assert found["dogclub_jobs", "backup", "done"] == 1
    assert 90 <= found["dogclub_oldest_waiting_job_seconds",] < 400


def test_the_age_of_the_last_backup_is_told_where_backups_are_wanted(client: Client, settings: LazySettings) -> None:
    assert ("dogclub_last_backup_seconds",) not in figures(client)
    settings.BACKUP_TO = "/somewhere"
    assert figures(client)["dogclub_last_backup_seconds",] == inf
    finished = timezone.now() - timedelta(hours=5)
    Job.objects.create(kind="backup", state=Job.State.DONE, finished_at=finished)
    assert figures(client)["dogclub_last_backup_seconds",] >= 5 * 3600


def test_what_the_last_clean_up_of_files_deleted_is_told(client: Client) -> None:
    assert ("dogclub_leftover_files",) not in figures(client)
    Job.objects.create(kind="clear-files", state=Job.State.DONE, finished_at=timezone.now(), result={"deleted": 3})
    assert figures(client)["dogclub_leftover_files",] == 3


def test_the_process_and_the_database_tell_their_size(client: Client) -> None:
    found = figures(client)
    assert found["process_resident_memory_bytes",] > 10_000_000
    assert found["dogclub_database_bytes",] > 100_000


def test_reading_them_costs_a_few_questions(client: Client, settings: LazySettings) -> None:
    settings.BACKUP_TO = "/somewhere"
    client.get("/metrics", headers={"host": "localhost"})
    with CaptureQueriesContext(connection) as asked:
        figures(client)
    assert len(asked) <= 5  # waiting jobs, the last backup and clean-up, the size of the database


@pytest.mark.thorough
def test_a_start_loads_no_library_that_only_some_ask_for() -> None:
    rare = (
        "httpx",
        "icalendar",
        "markdown_it",
        "numpy",
        "obstore",
        "openpyxl",
        "prometheus_client",
        "pythonjsonlogger",
    )
    script = (
        "import django, sys; django.setup(); import dogclub.urls, dogclub.background, dogclub.wsgi;"
        f"print([name for name in {rare} if name in sys.modules])"
    )
    variables = {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env={**os.environ, **variables}, capture_output=True, text=True
    )
    assert done.stdout.strip() == "[]", done.stderr


def test_open_streams_are_counted(client: Client) -> None:
    listener, _ = a_listener(hub)
    assert figures(client)["dogclub_live_streams",] == 1
    hub.leave(listener)
    assert figures(client)["dogclub_live_streams",] == 0
