"""The Manage page: the sections that owners and organisers maintain, each with its current state."""

import pytest
from django.test import Client

from clubs.models import Club, Role
from dogclub.models import Job, Webhook
from tests.factory import a_member

pytestmark = pytest.mark.django_db


def managed(client: Client, club: Club, role: Role) -> str:
    client.force_login(a_member(club, role))
    return client.get(f"/c/{club.slug}/manage/").content.decode()


def test_an_owner_sees_settings_and_the_archive_and_an_organiser_does_not(client: Client, club: Club) -> None:
    for role, is_there in ((Role.OWNER, True), (Role.ORGANISER, False)):
        page = managed(client, club, role)
        assert ("/settings/" in page, "/archive/" in page) == (is_there, is_there)
        assert "Webhooks" in page


def test_a_new_club_reads_no_noughts(client: Client, club: Club) -> None:
    text = managed(client, club, Role.OWNER)
    assert "0 webhooks" not in text
    assert "0 trophies" not in text


def test_what_needs_a_look_says_so_in_words(client: Client, club: Club) -> None:
    Webhook.objects.create(club=club, url="https://example.com/", paused_at="2026-01-01T00:00:00Z")
    Job.objects.create(club=club, kind="archive", state=Job.State.FAILED)
    page = managed(client, club, Role.OWNER)
    assert "1 webhook stopped" in page
    assert "1 export failed" in page


def test_the_menu_leads_here_only_for_those_who_may(client: Client, club: Club) -> None:
    for role, is_there in ((Role.ORGANISER, True), (Role.MEMBER, False)):
        client.force_login(a_member(club, role))
        assert ("/manage/" in client.get(f"/c/{club.slug}/").content.decode()) == is_there
