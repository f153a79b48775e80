"""A statement or lock wait over its time limit gives a 503 with Retry-After, and nothing is written."""

import json
from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest
from django.db import InternalError, connection, transaction
from django.test import Client

from clubs.models import Player, Role
from clubs.queries import lock_club
from dogclub.database import is_away, lift_limits, snapshot
from games import ledger
from games.models import Entry, Match
from scoring.dirty_dog import DIRTY_DOG
from tests.databases import url_of
from tests.factory import a_club, a_member, some_players
from tests.faults.scripts import script

pytestmark = [pytest.mark.only("postgresql"), pytest.mark.django_db(transaction=True)]
LIMITS = ("lock_timeout", "statement_timeout")


@pytest.fixture
def other() -> Iterator["psycopg.Connection"]:
    """A connection of another server in an open transaction."""
    with closing(psycopg.connect(url_of(connection.settings_dict["NAME"]))) as one:
        yield one


@pytest.fixture(params=LIMITS)
def limited(request: pytest.FixtureRequest) -> Iterator[Client]:
    """A client that gets a 503 as a response instead of an exception, on a connection with the parametrised limit of
    100 ms.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"SET {request.param} = '100ms'")
    yield Client(raise_request_exception=False)
    connection.close()


def test_a_form_is_not_saved_and_can_be_sent_again(limited: Client, other: "psycopg.Connection") -> None:
    club = a_club()
    limited.force_login(a_member(club, Role.ORGANISER))
    other.execute("SELECT FROM clubs_club WHERE id = %s FOR UPDATE", [club.pk])
    refused = limited.post(f"/c/{club.slug}/players/new/", {"name": "Núria"})
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "2")
    assert "check before you send it again" in " ".join(refused.content.decode().split())
    assert not Player.objects.filter(club=club, name="Núria").exists()
    other.rollback()
    assert limited.post(f"/c/{club.slug}/players/new/", {"name": "Núria"}).status_code == 302
    assert Player.objects.filter(club=club, name="Núria").count() == 1


def test_an_entry_is_not_written_and_the_tablet_sends_it_again(limited: Client, other: "psycopg.Connection") -> None:
    club = a_club()
    limited.force_login(a_member(club, Role.SCOREKEEPER))
    match = ledger.start(club, DIRTY_DOG.key, some_players(club, 5))
    body = json.dumps({"version": 0, "drafts": script(76, whole_hands=False)[0]})
    other.execute("SELECT FROM games_match WHERE id = %s FOR UPDATE", [match.pk])
    refused = limited.post(f"/api/v1/matches/{match.pk}/entries", body, "application/json")
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "2")
    assert refused.json()["type"].endswith("busy")
    assert (Entry.objects.count(), Match.objects.get().version) == (0, 0)
    other.rollback()
    assert limited.post(f"/api/v1/matches/{match.pk}/entries", body, "application/json").status_code == 201
    assert (Entry.objects.count(), Match.objects.get().version) == (1, 1)


def test_who_is_stopped_in_a_transaction_loses_its_locks(other: "psycopg.Connection") -> None:
    """As a command that was stopped does: this process is one, and has the timeout."""
    club = a_club()
    with connection.cursor() as cursor:
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        assert cursor.fetchone() == ("1min",)
        cursor.execute("SET idle_in_transaction_session_timeout = '200ms'")
    with pytest.raises(InternalError) as ended, transaction.atomic():
        lock_club(club)
        other.execute("SELECT FROM clubs_club WHERE id = %s FOR UPDATE", [club.pk])
        Player.objects.count()
    assert is_away(ended.value)
    connection.close()


def test_bulk_work_and_one_moment_have_the_time_they_need(limited: Client) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        lift_limits()
        cursor.execute("SELECT pg_sleep(0.15)")
    with connection.cursor() as cursor:
        cursor.execute("SET idle_in_transaction_session_timeout = '100ms'")
    with snapshot(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(0.15)")
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        assert cursor.fetchone() == ("0",)
