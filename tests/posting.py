"""Post a form of the table page as a tablet without scripts would: with the hidden fields on the page."""

import re
from html import unescape
from typing import Any

from django.test import Client

from clubs.models import Role
from games.models import Match
from tests import factory

FORM = re.compile(r'<form id="(?P<id>[^"]+)" (?P<head>[^>]*)>(?P<body>.*?)</form>', re.S)
FIELD = re.compile(r'<input type="hidden" name="(?P<name>[^"]+)" value="(?P<value>[^"]*)">')

Fields = list[tuple[str, str]]


def form_on(html: str, name: str) -> Fields:
    """The hidden fields of the form with this id, as (name, value) pairs without the CSRF token."""
    found = next(form for form in FORM.finditer(html) if form["id"] == name)
    pairs = [(field["name"], unescape(field["value"])) for field in FIELD.finditer(found["body"])]
    return [pair for pair in pairs if pair[0] != "csrfmiddlewaretoken"]


def page(client: Client, match: Any, query: str = "") -> str:
    """The HTML of the match's table page."""
    response = client.get(f"/m/{match.pk}/table/{query}")
    assert response.status_code == 200, response
    return str(response.content.decode())


def sent(client: Client, path: str, fields: Fields, **headers: str) -> Any:
    """Post the fields and return the response."""
    data: dict[str, list[str]] = {}
    for name, value in fields:
        data.setdefault(name, []).append(value)
    return client.post(path, data, headers=headers)


def with_taps(fields: Fields, taps: dict[int, Any]) -> Fields:
    """The fields with `taps` (seat to value) in place of those they had."""
    kept = [pair for pair in fields if pair[0] != "tap"]
    return [*kept, *(("tap", f"{seat}-{value}") for seat, value in taps.items())]


def replaced(fields: Fields, **changes: str) -> Fields:
    """The fields with the values in `changes` replaced."""
    return [(name, changes.get(name, value)) for name, value in fields]


def a_table(client: Client, players: int = 5, hands: int = 0, **about: Any) -> Match:
    """A match in progress; the client is signed in as its scorekeeper."""
    club = factory.a_club()
    client.force_login(factory.a_member(club, Role.SCOREKEEPER))
    return factory.a_match(club, factory.some_players(club, players), hands=hands, **about)
