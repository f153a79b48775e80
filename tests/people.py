"""Fixtures for clubs, players and signed-in clients."""

from collections.abc import Callable

import pytest
from django.test import Client

from clubs.models import Club, Membership, Player, Role, User
from tests.factory import a_club, a_member, some_players

PASSWORD = "kennel-kennel-12"
SignIn = Callable[[Role], Client]


@pytest.fixture
def kennel(db: None) -> Club:
    return Club.objects.create(slug="kennel", name="The Thursday Kennel")


@pytest.fixture
def bea(db: None) -> User:
    """A user without a club."""
    return User.objects.create_user("bea@kennel.example", PASSWORD, name="Bea Marlowe")


@pytest.fixture
def sign_in(kennel: Club) -> SignIn:
    """A function that returns a new client signed in with a role; it is the same user each time for one role."""

    def signed_in(role: Role) -> Client:
        user, _ = User.objects.get_or_create(email=f"{role.label}@kennel.example", name=role.label.title())
        Membership.objects.get_or_create(club=kennel, user=user, defaults={"role": role})
        client = Client()
        client.force_login(user)
        return client

    return signed_in


@pytest.fixture
def club(db: None) -> Club:
    return a_club()


@pytest.fixture
def players(club: Club) -> list[Player]:
    """Five players of the club, with names from the factory."""
    return some_players(club)


@pytest.fixture
def member(client: Client, club: Club) -> Client:
    client.force_login(a_member(club))
    return client


@pytest.fixture
def organiser(client: Client, club: Club) -> Client:
    client.force_login(a_member(club, Role.ORGANISER))
    return client


@pytest.fixture
def keeper(client: Client, club: Club) -> Client:
    client.force_login(a_member(club, Role.SCOREKEEPER))
    return client
