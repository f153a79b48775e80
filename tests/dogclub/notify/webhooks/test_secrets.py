"""Webhook secrets are encrypted in the database, and plain HTTP is only for the installation's own network."""

from importlib import import_module

import httpx
import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from pytest_django.fixtures import Settings

from clubs.models import Club, Player
from dogclub.jobs.run import run
from dogclub.models import Job, Webhook
from dogclub.notify.webhooks.addresses import UNENCRYPTED, Refused, checked
from dogclub.notify.webhooks.delivery import UNREADABLE
from tests.dogclub.notify.webhooks.conftest import a_hook
from tests.dogclub.notify.webhooks.listener import Listener
from tests.factory import a_club, a_match

pytestmark = pytest.mark.django_db
OLD = "whsec_bm9ib2R5IGxpc3RlbnMgaGVyZQ=="


def stored_secret() -> str:
    """The only secret, as stored in its row."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT secret FROM dogclub_webhook")
        [(secret,)] = cursor.fetchall()
    return str(secret)


def before() -> None:
    """Store the secret unencrypted, as earlier versions did."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE dogclub_webhook SET secret = %s", [OLD])


def test_the_row_does_not_tell_the_secret() -> None:
    hook = a_hook(a_club(), "https://dogs.example/told")
    assert stored_secret().startswith("fernet:") and hook.secret not in stored_secret()
    assert Webhook.objects.get().secret == hook.secret
    once = stored_secret()
    hook.save()
    assert stored_secret() != once


def test_one_from_before_is_read_and_the_migration_encrypts_it() -> None:
    a_hook(a_club(), "https://dogs.example/told")
    before()
    assert Webhook.objects.get().secret == OLD
    import_module("dogclub.migrations.0002_webhook_secrets_are_encrypted").encrypt(apps, None)
    assert stored_secret().startswith("fernet:")
    assert Webhook.objects.get().secret == OLD


def test_with_another_key_of_the_house_it_is_lost(settings: Settings) -> None:
    a_hook(a_club(), "https://dogs.example/told")
    settings.SECRET_KEY = "another " * 10
    assert Webhook.objects.get().secret == ""


def test_a_lost_secret_is_said_where_the_delivery_is(
    hook: Webhook, club: Club, players: list[Player], listener: Listener, settings: Settings
) -> None:
    a_match(club, players)
    settings.SECRET_KEY = "another " * 10
    job = Job.objects.filter(kind="hook").first()
    assert job
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.problem) == ("failed", str(UNREADABLE))
    assert listener.heard == []


@pytest.mark.parametrize("inside", [False, True])
def test_plain_http_to_the_world_is_refused_beside_the_field(
    organiser: Client, settings: Settings, inside: bool
) -> None:
    settings.WEBHOOKS_MAY_STAY_INSIDE = inside
    answer = organiser.post("/c/kennel/hooks/new/", {"url": "http://93.184.215.14/told", "events": ["match.finished"]})
    assert answer.status_code == 422 and str(UNENCRYPTED) in answer.content.decode()
    assert not Webhook.objects.exists()


def test_inside_plain_http_will_do_where_the_house_says_so(organiser: Client) -> None:
    for url in ("http://192.168.1.20/bell", "http://bell.lan/"):
        assert organiser.post("/c/kennel/hooks/new/", {"url": url, "events": ["match.finished"]}).status_code == 200


@pytest.mark.parametrize(("address", "is_told"), [("192.168.1.20", True), ("93.184.215.14", False)])
def test_a_name_is_looked_at_before_it_is_told_plainly(
    monkeypatch: pytest.MonkeyPatch, address: str, is_told: bool
) -> None:
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: [(2, 1, 6, "", (address, 80))])
    if is_told:
        assert checked(httpx.URL("http://bell.lan/")) == address
    else:
        with pytest.raises(Refused, match="Use https"):
            checked(httpx.URL("http://bell.lan/"))
    assert checked(httpx.URL("https://bell.lan/")) == address
