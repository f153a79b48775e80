"""Personal pages are not cached."""

import pytest
from django.test import Client

from clubs.models import Role
from tests import factory

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/", "/account/", "/accounts/email/", "/start/", "/api/v1/matches/{match}"])
def test_a_page_for_one_person_is_not_stored(client: Client, path: str) -> None:
    club = factory.a_club()
    match = factory.a_match(club, factory.some_players(club, 4), hands=1)
    client.force_login(factory.a_member(club, Role.OWNER))
    answer = client.get(path.format(match=match.pk))
    kept = "no-cache" if answer.has_header("ETag") else "no-store"  # with an ETag, clients revalidate
    assert {"private", kept} <= set(answer["Cache-Control"].split(", "))


def test_what_says_something_else_keeps_it(client: Client) -> None:
    club = factory.a_club()
    client.force_login(factory.a_member(club, Role.OWNER))
    assert "no-store" not in client.get(club.get_absolute_url())["Cache-Control"]
