"""The table's page after the last hand."""

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Role
from tests import factory

pytestmark = pytest.mark.django_db


def test_the_last_hand_leads_to_the_trophies(client: Client) -> None:
    club = factory.a_club()
    match = factory.a_match(club, factory.some_players(club, 4), plan=(1, 2, 1))
    client.force_login(factory.a_member(club, Role.SCOREKEEPER))
    page = client.get(reverse("table", args=[match.pk])).content.decode()
    assert match.finished_at
    assert f'id="go" href="{reverse("finish", args=[match.pk])}"' in page
    assert "Final result" in page
