"""An unknown choice is refused in every form and address, never replaced by the default; nothing is written then."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone

from clubs.models import Club, Membership, Player, Role, Season, User
from dogclub.models import EmailSettings, Reminder
from dogclub.notify.reminders.email import off_token
from games.base.table_game import Unreadable
from games.models import Confirmation, Match
from games.registry import table_game
from leagues import tournaments
from leagues.models import Playoff, Reseat
from tests.factory import a_match, a_member
from tests.games.confirmation.parts import a_careful_club, code, complete, sheet_of

pytestmark = pytest.mark.django_db
C = "/c/kennel/"
Fields = Mapping[str, Any]


@pytest.fixture
def season(club: Club) -> Season:
    today = timezone.localdate()
    return Season.objects.create(club=club, name="Autumn", starts_on=today, ends_on=today)


LOOKS = {
    "matches of a game": ("matches/", {"game": "bridge"}, 404),
    "matches with a result": ("matches/", {"result": "drawn"}, 404),
    "matches with a call-out": ("matches/", {"term": "woof"}, 404),
    "matches of a player": ("matches/", {"player": "x"}, 404),
    "a table of them": ("exports/matches.csv", {"game": "bridge"}, 404),
    "their records": ("exports/records.jsonl", {"season": "9999"}, 404),
    "records of a game": ("records/", {"game": "bridge"}, 404),
    "records of a season": ("records/", {"season": "9999"}, 404),
    "ratings": ("ratings/", {"game": "bridge"}, 404),
    "two players in a game": ("head-to-head/", {"game": "bridge"}, 404),
    "two players in a season": ("head-to-head/", {"season": "9999"}, 404),
    "a player in a game": ("players/{player}/", {"game": "bridge"}, 404),
    "a player against others": ("players/{player}/against/", {"game": "bridge"}, 404),
    "a trophy of a game": ("trophies/new/", {"game": "bridge"}, 404),
    "a trophy by a rule": ("trophies/new/", {"rule": "luck"}, 404),
    "standings on paper": ("standings.pdf", {"season": "next"}, 404),
    "a race by something": ("standings/race/", {"show": "cones"}, 400),
    "a new match": ("matches/new/", {"game": "bridge"}, 404),
    "a paper sheet": ("matches/batch/", {"game": "bridge"}, 404),
}


@pytest.fixture
def owner(client: Client, club: Club) -> Client:
    client.force_login(a_member(club, Role.OWNER))
    return client


@pytest.mark.parametrize(("path", "asked", "status"), LOOKS.values(), ids=LOOKS)
def test_an_address(
    owner: Client, club: Club, players: list[Player], season: Season, path: str, asked: Fields, status: int
) -> None:
    a_match(club, players, plan=(1,), seed=1, season=season)
    address = C + path.format(player=players[0].pk)
    assert owner.get(address).status_code == 200
    assert owner.get(address, asked).status_code == status


FORMS = {
    "a new match": ("matches/new/", {"game": "bridge", "do": "deal"}, 404),
    "a paper sheet": ("matches/batch/", {"agreed": "game=bridge&name=Bea"}, 404),
    "seeds": ("playoffs/new/", {"kind": "knockout", "game": "dirty-dog", "seeds": "age"}, 422),
    "every hand of a season": ("exports/hands/", {"season": "9999", "form": "csv"}, 404),
    "leaving": ("leave/", {"name": "our"}, 400),
    "emails": ("reminders/", {"do": "on"}, 400),
    "a language": ("/language/", {"language": "dog"}, 400),
    "a theme": ("/theme/", {"theme": "dusk"}, 400),
}


@pytest.mark.parametrize(("path", "fields", "status"), FORMS.values(), ids=FORMS)
def test_a_form(owner: Client, club: Club, players: list[Player], path: str, fields: Fields, status: int) -> None:
    Membership.objects.create(club=club, user=User.objects.create_user("otto@kennel.example"), role=Role.OWNER)
    User.objects.update(language="de")
    a_match(club, players, plan=(1,), seed=1)
    body = {"player": [player.pk for player in players], **fields}
    assert owner.post(path if path.startswith("/") else C + path, body).status_code == status
    assert (Match.objects.count(), Playoff.objects.count(), Membership.objects.count()) == (1, 0, 2)
    assert not EmailSettings.objects.exists()
    assert set(User.objects.values_list("language", flat=True)) == {"de"}


def test_what_to_do_with_a_paper_sheet(owner: Client, players: list[Player]) -> None:
    head = {"game": "dirty-dog", "on": "2026-01-02", "name": [player.name for player in players[:3]]}
    response = owner.post(f"{C}matches/batch/", {"agreed": urlencode(head, doseq=True), "do": "shred"})
    assert (response.status_code, "does not know that choice" in response.content.decode()) == (422, True)


OPTIONS = {
    "a mode": ("pack-o-dogs", {"mode": "easy"}),
    "a variant": ("dogs-of-war", {"variant": "peace"}),
    "a house": ("dogs-of-war", {"house": "9"}),
}


@pytest.mark.parametrize(("game", "fields"), OPTIONS.values(), ids=OPTIONS)
def test_what_is_agreed(players: list[Player], game: str, fields: dict[str, str]) -> None:
    seated = players[: min(4, table_game(game).engine.seats[1])]
    with pytest.raises(Unreadable) as refused:
        table_game(game).options(seated, QueryDict(urlencode(fields)))
    assert refused.value.field == next(iter(fields))


def test_a_tie_break(owner: Client, season: Season) -> None:
    path = f"{C}seasons/{season.pk}/scheme/dirty-dog/"
    body = {**owner.get(path).context["form"].initial, "ask": ["wins"], "do": "save"}
    assert owner.post(path, body).status_code == 302
    kept = Season.objects.get().schemes
    response = owner.post(path, body | {"ask": ["luck"]})
    assert (response.status_code, "Choose the tie-breaks from the list." in response.content.decode()) == (422, True)
    assert Season.objects.get().schemes == kept != {}


def test_a_kind_of_email(owner: Client, club: Club) -> None:
    membership = Membership.objects.get()
    path = f"/reminders/off/{off_token(membership, Reminder.Kind.NIGHT)}/"
    assert owner.post(path, {"do": "later"}).status_code == 400
    assert not EmailSettings.objects.exists()


def test_who_sits_at_a_match(owner: Client, club: Club, players: list[Player]) -> None:
    playoff = tournaments.set_up(club, "knockout", "dirty-dog", players[:4])
    response = owner.post(f"{C}tournaments/{playoff.pk}/decide/", {"round": 1, "number": 1, "do": "shuffle"})
    assert (response.status_code, "does not know that choice" in response.content.decode()) == (422, True)
    assert not Reseat.objects.exists()


@pytest.mark.parametrize("answer", [{}, {"do": "perhaps"}])
def test_a_sheet_is_confirmed_by_no_other_word(answer: Fields) -> None:
    match = complete(a_careful_club(history_is_open=True))
    response = Client().post(code(match), {"seat": 0, "sheet": sheet_of(match), **answer})
    assert (response.status_code, Confirmation.objects.exists()) == (422, False)
