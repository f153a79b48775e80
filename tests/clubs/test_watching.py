"""Watching a club by a spectator link, without an account."""

import pytest
from django.test import Client

from clubs.access import WATCHING
from clubs.links.tokens import code_of, sign
from clubs.models import Club, Role, SpectatorLink
from tests.people import SignIn

pytestmark = pytest.mark.django_db


def link(row: SpectatorLink) -> str:
    return f"/watch/{sign(row.pk, 'watch')}/"


def test_a_door_is_opened_with_a_name(kennel: Club, sign_in: SignIn) -> None:
    answer = sign_in(Role.ORGANISER).post("/c/kennel/watch-links/new/", {"label": "The big  screen"}, follow=True)
    row = SpectatorLink.objects.get()
    assert (row.club, row.label) == (kennel, "The big screen")
    assert f"http://testserver{link(row)}" in answer.content.decode()


def test_whoever_follows_the_link_watches(kennel: Club) -> None:
    row = SpectatorLink.objects.create(club=kennel)
    client = Client()
    assert client.get(link(row))["Location"] == "/c/kennel/"
    assert client.session[WATCHING] == [str(row.pk)]


def test_a_code_leads_to_the_door(kennel: Club) -> None:
    row = SpectatorLink.objects.create(club=kennel)
    assert Client().post("/join/", {"code": code_of(row.pk, "watch")})["Location"] == link(row)


def test_a_closed_door_says_so(kennel: Club, sign_in: SignIn) -> None:
    row = SpectatorLink.objects.create(club=kennel)
    client = sign_in(Role.ORGANISER)
    client.post(f"/c/kennel/watch-links/{row.pk}/revoke/")
    answer = Client().get(link(row))
    assert answer.status_code == 410
    assert b"revoked this link" in answer.content
    assert b"This link was revoked" in client.get(f"/c/kennel/watch-links/{row.pk}/").content


def test_a_torn_link_is_explained() -> None:
    assert Client().get("/watch/not:sealed/").status_code == 404


def test_a_watcher_sees_no_players_of_the_club(kennel: Club) -> None:
    client = Client()
    client.get(link(SpectatorLink.objects.create(club=kennel)))
    assert client.get("/c/kennel/players/").status_code == 302
    Club.objects.update(history_is_open=True)
    assert client.get("/c/kennel/players/").status_code == 200
