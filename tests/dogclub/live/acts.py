"""What other processes do while a page is watched; a match is given by its key."""

import json

from django.test import Client
from django.utils import timezone

from clubs import api_keys
from clubs.access import WATCHING
from clubs.models import Club, Night, Role, Scope, SessionStore, SpectatorLink, User
from games import ledger
from games.models import Match
from tests.factory import a_member, some_players


def a_world() -> None:
    """Create a closed club with a night, two matches and a visitor with a spectator link, and another club; print their
    keys.
    """
    club = Club.objects.create(slug="kennel", name="The Thursday Kennel")
    other = Club.objects.create(slug="friday", name="Friday Paws")
    night = Night.objects.create(club=club, starts_at=timezone.now())
    players, link = some_players(club, 5), SpectatorLink.objects.create(club=club)
    said = {
        "night": night.pk,
        "club": club.pk,
        "war": str(ledger.start(club, "dogs-of-war", players[:3], night=night).pk),
        "match": str(ledger.start(club, "dirty-dog", players, night=night).pk),
        "elsewhere": str(ledger.start(other, "dirty-dog", some_players(other, 5)).pk),
        "link": str(link.pk),
        "visitor": a_visitor(link),
        "organiser": signed_in(a_member(club, Role.ORGANISER)),
        "key": api_keys.make("Board", Scope.TONIGHT, of=club, by=None)[1],
    }
    print(json.dumps(said))


def a_visitor(link: SpectatorLink) -> str:
    """The session key of a visitor who opened this link."""
    session = SessionStore()
    session[WATCHING] = [str(link.pk)]
    session.create()
    return session.session_key or ""


def signed_in(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


def write(pk: str) -> None:
    """Abandon the match, or reopen it if it is abandoned."""
    match = Match.objects.get(pk=pk)
    (ledger.reopen if match.abandoned_at else ledger.abandon)(match.pk)
