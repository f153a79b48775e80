"""The logs: a request id, routes and figures, but no personal data and no club."""

import json
import logging
import re
from collections.abc import Iterator
from io import StringIO
from typing import Any
from unittest import mock
from uuid import UUID, uuid4

import pytest
from celery.signals import before_task_publish, task_postrun, task_prerun
from django.conf import LazySettings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, OperationalError
from django.test import Client
from django.test.client import Client as AnyClient
from django_guid import clear_guid, get_guid, set_guid

from clubs.models import Role
from dogclub import celery
from dogclub.configuration import environment
from dogclub.jobs import run as running
from dogclub.models import Job
from dogclub.operations.logs.formats import masked, name_of, traceback_of
from tests import factory
from tests.server import Server

NUMBER = "2f1c6a52-6d3e-4f0e-9a55-0c1f2a3b4c5d"
SLUG, NAME, MAIL = "whippet-alley", "Wilhelmina Oyelaran", "wilhelmina@kennel.example"
SECRETS = (SLUG, NAME, "Wilhelmina", MAIL, "kennel.example", "203.0.113.77", "secret-word", "q=")


class Said:
    """A log with the formatters and filters of the one on stderr, in memory."""

    def __init__(self, form: str, *, unmasked: bool = False) -> None:
        with mock.patch.dict("os.environ", LOG_FORMAT=form):
            config = environment.logs(unmasked=unmasked)
        from logging.config import DictConfigurator

        maker = DictConfigurator(config)
        config = maker.config
        self.stream = StringIO()
        self.handler = logging.StreamHandler(self.stream)
        self.handler.setFormatter(maker.configure_formatter(config["formatters"][form]))
        for each in ("request", "discreet"):
            self.handler.addFilter(maker.configure_filter(config["filters"][each]))

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def events(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]


@pytest.fixture(params=["line", "json"])
def log(request: pytest.FixtureRequest) -> Iterator[Said]:
    yield from listening(request.param)


@pytest.fixture
def json_log() -> Iterator[Said]:
    yield from listening("json")


def listening(form: str) -> Iterator[Said]:
    said, root, requests = Said(form), logging.getLogger(), logging.getLogger("dogclub.requests")
    root.addHandler(said.handler)
    before = requests.level
    requests.setLevel(logging.INFO)
    yield said
    requests.setLevel(before)
    root.removeHandler(said.handler)
    clear_guid()


@pytest.fixture
def calm() -> Client:
    return Client(raise_request_exception=False)


def test_a_request_has_one_number_in_the_answer_and_in_the_log(client: Client, json_log: Said) -> None:
    number = client.get("/health/live")["X-Request-ID"]
    assert UUID(number)
    [event] = json_log.events
    assert event.pop("ms") >= 0
    assert event.pop("time").endswith("+00:00")
    assert event == {
        "level": "INFO",
        "logger": "dogclub.requests",
        "request_id": number,
        "route": "health-live",
        "method": "GET",
        "status": 200,
        "bytes": 16,
        "message": mock.ANY,
    }
    assert re.fullmatch(r"health-live GET 200, \d+ ms, 16 bytes", event["message"])


@pytest.mark.parametrize("given", [NUMBER, NUMBER.upper(), NUMBER.replace("-", "")])
def test_a_number_from_outside_is_taken_when_it_is_one(client: Client, given: str) -> None:
    assert client.get("/health/live", headers={"x-request-id": given})["X-Request-ID"] == given


@pytest.mark.parametrize(
    "given", ["", "woof-1", "Rex Featherstone", f"{{{NUMBER}}}", f"urn:uuid:{NUMBER}", "a" * 31, "ä" * 32]
)
def test_anything_else_is_neither_taken_nor_repeated(client: Client, log: Said, given: str) -> None:
    number = client.get("/health/live", headers={"x-request-id": given})["X-Request-ID"]
    assert number != given and UUID(number)
    assert not given or given not in log.text.replace(number, "")


@pytest.mark.django_db
def test_people_and_clubs_stay_out_of_everything_that_is_said(calm: Client, log: Said) -> None:
    club = factory.a_club(SLUG)
    players = factory.some_players(club, 4, (NAME, "Wilhelmina B", "Wilhelmina C", "Wilhelmina D"))
    match = factory.a_match(club, players, hands=1)
    person: dict[str, Any] = {"REMOTE_ADDR": "203.0.113.77"}
    home = club.get_absolute_url()
    login = {"login": MAIL, "password": "secret-word"}
    for _ in range(7):
        calm.post("/accounts/login/", login, **person)
    signup = {"email": MAIL, "password1": "secret-word-that-is-long", "name": NAME}
    for path, form in (("/accounts/signup/", signup), ("/accounts/password/reset/", {"email": MAIL})):
        calm.post(path, form, **person)
    calm.force_login(factory.a_member(club, Role.OWNER))
    for path in (
        home,
        f"{home}players/?q={NAME}",
        f"{home}nowhere/{NAME}/",
        f"/m/{match.pk}/",
        f"/join/{'s' * 60}:1x/",
    ):
        calm.get(path, **person)
    calm.post(f"{home}players/new/", {"name": NAME}, **person)
    AnyClient(enforce_csrf_checks=True).post(f"{home}players/new/?q={MAIL}", {"name": NAME}, **person)
    calm.get(home, headers={"host": "kennel.example"}, **person)
    assert len(log.text.splitlines()) >= 16
    assert [secret for secret in (*SECRETS, str(match.pk), "s" * 60) if secret in log.text] == []


@pytest.mark.django_db
@pytest.mark.parametrize("kind", [ValueError, KeyError, ValidationError, IntegrityError, RuntimeError])
def test_a_page_that_breaks_tells_where_and_not_what_was_typed(calm: Client, log: Said, kind: type[Exception]) -> None:
    club = factory.a_club(SLUG)
    calm.force_login(factory.a_member(club, Role.OWNER))
    with mock.patch("games.callouts.render", side_effect=kind(f"{NAME} <{MAIL}> of {SLUG}")):
        answer = calm.get(f"{club.get_absolute_url()}glossary/?q={NAME}")
    assert answer.status_code == 500
    number = answer["X-Request-ID"]
    assert f"give this number to whoever runs Dog Club: <code>{number}</code>" in answer.content.decode()
    assert "Internal Server Error: glossary" in log.text
    assert kind.__name__ in log.text and "callouts.py" in log.text and number in log.text
    assert [secret for secret in SECRETS if secret in log.text] == []


def test_an_error_that_tells_of_machines_keeps_its_first_line() -> None:
    refused = OperationalError("connection to server at db, port 5432 failed: refused\nDETAIL: Key (email)=(x)")
    assert name_of(refused) == "django.db.utils.OperationalError: connection to server at db, port 5432 failed: refused"
    assert name_of(TypeError("play() takes 2 positional arguments")) == "TypeError: play() takes 2 positional arguments"
    assert name_of(ValueError(NAME)) == "ValueError"


def test_what_an_error_came_from_is_told_too() -> None:
    try:
        try:
            int(NAME)
        except ValueError as error:
            raise OperationalError("the disk is full") from error
    except OperationalError as error:
        told = traceback_of(error)
    assert told.index("ValueError") < told.index("Which led to:") < told.index("the disk is full")
    assert NAME not in told and "int(NAME)" in told


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        (f"550 <{MAIL}> unknown", "550 <[address]> unknown"),
        ("from 203.0.113.77 again", "from [address] again"),
        ("/c/whippet-alley/players/", "/[page]/players/"),
        ("/join/abc:def/", "/[page]/"),
        (f"key {'aB3' * 20}", "key [secret]"),
        (f"job {NUMBER} broke", f"job {NUMBER} broke"),
        ("postgres://dogs:secret-word@db.example/dogs", "postgres://dogs:[address]"),
    ],
)
def test_what_slips_through_is_masked(text: str, instead: str) -> None:
    assert masked(text).removesuffix("/dogs") == instead.removesuffix("/dogs")


def test_a_developer_is_told_everything() -> None:
    said = Said("line", unmasked=True)
    try:
        int(NAME)
    except ValueError:
        record = logging.getLogger("dogclub").makeRecord(
            "x", logging.ERROR, "", 0, MAIL, (), __import__("sys").exc_info()
        )
        said.handler.handle(record)
    assert NAME in said.text and MAIL in said.text


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_no_text_passes_for_another_event(log: Said, end: str) -> None:
    try:
        raise OSError(f"no such file{end}2026-01-01T00:00:00+0000 INFO dogclub: all is well")
    except OSError:
        logging.getLogger("dogclub").exception(f"This broke:{end}2026-01-01T00:00:00+0000 INFO dogclub: all is well")
    first, *more = log.text.splitlines()
    assert "This broke:" in first
    assert all(line.startswith("\t") for line in more)


def test_what_a_request_asked_for_is_done_under_its_number() -> None:
    assert celery.app
    headers: dict[str, Any] = {}
    task = mock.Mock(request=headers)
    set_guid(NUMBER)
    before_task_publish.send("test", headers=headers)
    clear_guid()
    task_prerun.send("test", task=task)
    assert get_guid() == NUMBER
    task_postrun.send("test", task=task)
    assert get_guid() is None


def test_work_nobody_asked_for_has_no_number_of_somebody_before() -> None:
    set_guid(NUMBER)
    task_prerun.send("test", task=mock.Mock(request={}))
    assert get_guid() is None


@pytest.mark.django_db
def test_a_process_of_its_own_is_told_the_number(settings: LazySettings) -> None:
    settings.JOBS_STAY_HERE = False
    job = Job.objects.create(kind="backup")
    set_guid(NUMBER)
    with mock.patch("dogclub.jobs.run.subprocess.Popen") as run, mock.patch.object(running, "connection"):
        run.return_value.__enter__.return_value.returncode = 0
        running.run(job.pk)
    clear_guid()
    assert f"--request={NUMBER}" in run.call_args.args[0]


def test_a_real_server_writes_lines_of_json_and_nothing_of_whom(stopped_server: Server) -> None:
    import urllib.error
    import urllib.request

    stopped_server.extra |= {"LOG_FORMAT": "json", "LOG_REQUESTS": "true"}
    stopped_server.start()
    number = str(uuid4())
    before = len(stopped_server.log)
    for path in (f"/c/{SLUG}/?q={MAIL}", "/accounts/login/"):
        call = urllib.request.Request(f"{stopped_server.url}{path}", headers={"X-Request-ID": number})
        try:
            urllib.request.urlopen(call, timeout=60).close()
        except urllib.error.HTTPError as error:
            error.close()
    events = [json.loads(line) for line in stopped_server.log[before:].splitlines()]
    told = [(each["route"], each["status"]) for each in events if each.get("request_id") == number]
    assert told == [("club", 302), ("account_login", 200), ("account_login", 200)]
    assert [secret for secret in SECRETS if secret in stopped_server.log] == []
