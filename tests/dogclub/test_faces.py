"""Where a member's photo is shown beside the name, and where none is."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.calendar.answers import give_answer
from clubs.links.tokens import sign
from clubs.member_photos import SquarePhoto, put_photo
from clubs.models import Club, Membership, Night, Player, Role, ShowPhotos, SpectatorLink
from tests.factory import a_match, some_players
from tests.people import SignIn

pytestmark = pytest.mark.django_db
FACE = 'class="face'


@pytest.fixture
def players(kennel: Club, sign_in: SignIn) -> list[Player]:
    """Four players, of whom the first is the signed-in organiser and has a photo that the club shows to members."""
    players = some_players(kennel, 4)
    sign_in(Role.ORGANISER)
    Membership.objects.update(player=players[0])
    Club.objects.update(photos=ShowPhotos.MEMBERS)
    kennel.refresh_from_db()
    put_photo(players[0], SquarePhoto(b"large", b"small"))
    return players


@pytest.fixture
def pages(kennel: Club, players: list[Player]) -> list[str]:
    """The addresses of pages that show the photo."""
    night = Night.objects.create(club=kennel, starts_at=timezone.now() + timedelta(hours=1))
    give_answer(night, players[0], "yes")
    over = a_match(kennel, players, plan=(1, 2), seed=3)
    answers, setup = f"{night.get_absolute_url()}answers/", f"{night.get_absolute_url()}setup/"
    return [answers, setup, f"/m/{over.pk}/finish/", "/c/kennel/me/", f"/c/kennel/players/{players[0].pk}/"]


def test_it_stands_beside_the_name_where_the_club_says_so(
    pages: list[str], players: list[Player], sign_in: SignIn
) -> None:
    organiser = sign_in(Role.ORGANISER)
    shown = {path: organiser.get(path).content.decode() for path in pages}
    assert {path: f"{players[0].photo}.jpg" in page and FACE in page for path, page in shown.items()} == dict.fromkeys(
        pages, True
    )
    with CaptureQueriesContext(
        connection,
    ) as with_photos:
        for path in pages:
            organiser.get(path)
    Club.objects.update(photos=ShowPhotos.NOBODY)
    with CaptureQueriesContext(connection) as without:
        assert [path for path in pages if FACE in organiser.get(path).content.decode()] == []
    assert len(with_photos) == len(without)


def test_a_page_that_follows_shows_a_new_photo(pages: list[str], players: list[Player], sign_in: SignIn) -> None:
    organiser, answers = sign_in(Role.ORGANISER), pages[0]
    before = organiser.get(answers)
    put_photo(players[0], SquarePhoto(b"other", b"small"))
    after = organiser.get(answers, headers={"If-None-Match": before["ETag"]})
    assert (after.status_code, f"{players[0].photo}.jpg" in after.content.decode()) == (200, True)


def test_the_table_and_guests_have_none(pages: list[str], kennel: Club, players: list[Player], sign_in: SignIn) -> None:
    open_match = a_match(kennel, players, hands=1)
    assert FACE not in sign_in(Role.ORGANISER).get(f"/m/{open_match.pk}/table/").content.decode()
    guest = Client()
    guest.get(f"/watch/{sign(SpectatorLink.objects.create(club=kennel).pk, 'watch')}/")
    finish = pages[2]
    assert FACE not in guest.get(finish).content.decode()
    Club.objects.update(photos=ShowPhotos.GUESTS)
    assert FACE in guest.get(finish).content.decode()
