"""While the database is unavailable, responses are a 503 with Retry-After, and the log has one line for each."""

import logging
import sqlite3

import psycopg
import pytest
from django.db import InterfaceError, OperationalError
from django.db.utils import Error
from django.test import RequestFactory

from dogclub.operations.logs.formats import TracebackFilter
from dogclub.server.web.errors import broken, wait


def locked() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return error


AWAY = {
    "the connection broke": OperationalError(psycopg.OperationalError("server closed the connection unexpectedly")),
    "it ended": OperationalError(psycopg.errors.AdminShutdown("terminating connection")),
    "it starts": OperationalError(psycopg.errors.CannotConnectNow("in recovery mode")),
    "it is full of others": OperationalError(psycopg.errors.TooManyConnections("sorry, too many clients already")),
    "closed after that": InterfaceError(psycopg.InterfaceError("the connection is closed")),
    "locked for ten seconds": OperationalError(locked()),
}


def raised(error: Error) -> None:
    """Raise the error with the driver's error as its cause, as Django does."""
    raise error from error.args[0]


@pytest.mark.parametrize("error", AWAY.values(), ids=AWAY)
@pytest.mark.parametrize("path", ["/accounts/login/", "/api/v1/clubs/"])
def test_a_database_that_does_not_answer_is_a_503_that_says_when_to_come_again(path: str, error: Error) -> None:
    try:
        raised(error)
    except Error:
        response = broken(RequestFactory().get(path))
    assert (response.status_code, response.headers["Retry-After"]) == (503, "2")
    assert "The database does not answer" in response.content.decode()


def test_a_page_offers_itself_again_and_a_form_only_the_way_back() -> None:
    page, form = wait(RequestFactory().get("/tonight/")), wait(RequestFactory().post("/tonight/"))
    assert '<a class="btn btn-main btn-big" href="">Try again</a>' in page.content.decode()
    assert "Try again" not in form.content.decode()
    assert "check before you send it again" in " ".join(form.content.decode().split())


def test_an_error_of_our_own_in_a_statement_is_none_of_these() -> None:
    try:
        raised(OperationalError(psycopg.errors.DeadlockDetected("deadlock detected")))
    except Error:
        assert broken(RequestFactory().get("/")).status_code == 500


def test_the_log_says_it_in_one_line() -> None:
    error = AWAY["it starts"]
    error.__cause__ = error.args[0]
    record = logging.LogRecord("django.request", logging.ERROR, "", 0, "%s: home", ("Error",), (Error, error, None))
    assert TracebackFilter().filter(record)
    assert record.getMessage() == "Error: home (the database does not answer)"
    assert record.exc_info is None
