"""The privacy page: public, and complete as to the tables that hold personal data."""

import re

import pytest
from django.apps import apps
from django.conf import settings
from django.db import models
from django.test import Client

from clubs.models import Player, User
from games.access import DEVICE_COOKIE
from games.scoring_device import LASTS
from tests.server import ROOT

PAGE = (ROOT / "docs" / "history" / "privacy.md").read_text()
# Models whose text comes from the program.
NOT_OF_PEOPLE = {"Permission", "Group", "ContentType"}


def may_be_about_people(field: "models.Field[object, object]") -> bool:
    """Whether the field refers to a person or holds text that a user may have written."""
    text = (models.CharField, models.TextField, models.JSONField, models.GenericIPAddressField)
    return isinstance(field, text) or field.related_model in (User, Player)


def test_every_table_that_may_be_about_people_is_named() -> None:
    named = set(re.findall(r"\w+", PAGE.partition("## The tables by name")[2]))
    found = {
        model.__name__ for model in apps.get_models() for field in model._meta.fields if may_be_about_people(field)
    }
    assert sorted(found - named - NOT_OF_PEOPLE) == []


def test_every_named_table_is_there() -> None:
    named = re.findall(r"^\| ([A-Z][\w, ]+) \|", PAGE.partition("## The tables by name")[2], re.M)
    tables = {name for row in named if row != "Table" for name in row.split(", ")}
    assert sorted(tables - {model.__name__ for model in apps.get_models()}) == []


def test_what_it_says_of_backups_is_so() -> None:
    assert (settings.BACKUP_KEEP, settings.BACKUP_EVERY.days) == (14, 1)
    assert "fourteen, one a day" in PAGE


def test_it_names_every_cookie() -> None:
    """With HTTPS these six names have the prefix `__Host-`."""
    ours = [
        settings.SESSION_COOKIE_NAME,
        settings.CSRF_COOKIE_NAME,
        settings.MESSAGES_COOKIE_NAME,
        settings.THEME_COOKIE_NAME,
        settings.LANGUAGE_COOKIE_NAME,
        settings.ACCOUNT_LANGUAGE_COOKIE_NAME,
        DEVICE_COOKIE,
    ]
    named = re.findall(r"^\| (\w+) \|", PAGE.partition("## On your own device")[2].partition("\n## ")[0], re.M)
    assert named == ["Cookie", *(name.removeprefix("__Host-") for name in ours), "touch"]
    assert (settings.CSRF_COOKIE_AGE, LASTS.days) == (52 * 7 * 24 * 60 * 60, 400)


def test_it_is_in_the_readers_language(client: Client) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    assert "Das sind alle Cookies, die es gibt." in client.get("/privacy/").content.decode()


@pytest.mark.django_db
def test_anybody_may_read_it_and_finds_it(client: Client, bea: User) -> None:
    page = client.get("/privacy/").content.decode()
    assert "Privacy: what Dog Club keeps" in page
    assert "passkeys, second steps, recovery codes" in page
    for door in ("/accounts/signup/", "/start/"):
        assert 'href="/privacy/"' in client.get(door).content.decode()
    client.force_login(bea)
    assert 'href="/privacy/"' in client.get("/account/").content.decode()
