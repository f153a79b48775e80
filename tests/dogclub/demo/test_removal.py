"""Removing the demo club removes all its rows, and none of other clubs."""

import pytest
from django.core.management import call_command
from django.test import Client

from clubs.models import Club, Player, User
from games import ledger
from games.models import Entry, Match
from leagues.players.merge import merge
from tests.factory import a_club, a_match, some_players


@pytest.mark.thorough
@pytest.mark.django_db
def test_the_demo_goes_and_the_club_beside_it_stays() -> None:
    club = a_club()
    a_match(club, some_players(club), hands=2)
    before = Entry.objects.count()
    call_command("demo", verbosity=0)
    assert Entry.objects.count() > before
    client = Client()
    demo = client.post("/demo/", {"role": "owner"})["Location"]
    answer = client.post(f"{demo}remove-demo/", follow=True)
    assert b"The demo club is removed" in answer.content
    assert list(Club.objects.all()) == [club]
    assert (Match.objects.count(), Entry.objects.count(), User.objects.count()) == (1, before, 0)


@pytest.mark.django_db
def test_a_club_goes_with_those_who_were_in_the_book_twice() -> None:
    club = a_club("gone")
    twin, target = some_players(club, 2)
    merge(twin, target, None)
    ledger.erase(club)
    assert not Player.everybody.filter(club__slug="gone").exists()
