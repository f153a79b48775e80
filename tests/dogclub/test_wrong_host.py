"""Under an address that ALLOWED_HOSTS does not have, and where nobody else can open the address there is."""

import logging
from io import StringIO

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from clubs.templatetags.clubs import qr
from dogclub.management.commands.start import Command
from dogclub.server.web import errors

ELSEWHERE = {"host": "192.168.1.20:8000"}


def seen(path: str = "/c/kennel/?season=all") -> str:
    answer = Client().get(path, headers=ELSEWHERE)
    assert answer.status_code == 400
    return " ".join(answer.content.decode().split())


def test_another_address_says_which_one_to_use(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(errors, "_last", {"logged": float("-inf")})
    settings.BASE_URL = "https://dogs.example"
    page = seen()
    assert 'href="https://dogs.example/c/kennel/?season=all"' in page
    assert "Dog Club is not at this address" in page
    assert "sense to us" not in page
    assert "but at https://dogs.example." in seen("/api/v1/clubs")
    settings.BASE_URL = "http://localhost:8000"
    page = seen()
    assert "./run --lan" in page
    assert "http://localhost:8000" in page
    assert "<a class" not in page.partition("<main")[2]
    warned = [each.getMessage() for each in caplog.records if each.levelno == logging.WARNING]
    assert warned == [errors.LINE]
    assert "192.168" not in caplog.text


def greeting(*, on_the_network: bool) -> str:
    out = StringIO()
    Command(stdout=out).greet(on_the_network=on_the_network, demo_is_new=False)
    return out.getvalue()


@pytest.mark.django_db
def test_no_code_leads_to_an_address_that_only_this_machine_can_open(settings: Settings) -> None:
    settings.BASE_URL = "http://localhost:8000"
    said = greeting(on_the_network=True)
    assert "set BASE_URL" in said
    assert "scan this" not in said
    assert "BASE_URL" not in greeting(on_the_network=False)
    settings.BASE_URL = "http://192.168.1.20:8000"
    assert "scan this" in greeting(on_the_network=True)
    assert '<svg class="qr"' in qr("http://192.168.1.20:8000/join/x/")
    for link in ("http://localhost:8000/join/x/", "webcal://127.0.0.1:8000/c/kennel/nights.ics"):
        assert "<svg" not in qr(link)
        assert "works on this computer only" in qr(link)
