"""Leaving a club with erasure of the name: no trace of the name is left, and no result changes."""

import json
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone

from clubs.models import Club, FormerName, Invitation, Membership, Night, Player, Role, User
from clubs.players.anonymise import SignsIn, anonymise_player
from games import ledger
from games.entries.drafts import Author, Draft
from games.models import Match, Seat, Tag
from leagues.models import Award, Trophy
from leagues.players import merge
from tests.factory import a_match, some_players
from tests.people import SignIn

pytestmark = pytest.mark.django_db
WORDS = ("Wilma", "Featherstone", "Willie", "Quux", "WŁX")  # none occurs in tokens or compressed streams by chance


@pytest.fixture
def wilma(kennel: Club) -> Player:
    return Player.objects.create(club=kennel, name="Wilma Quux", nickname="Willie", initials="WŁX", colour="violet")


@pytest.fixture
def match(kennel: Club, wilma: Player) -> Match:
    return a_match(kennel, [*some_players(kennel, 2), wilma], plan=(1, 2), seed=3)


@pytest.fixture
def member(kennel: Club, wilma: Player, sign_in: SignIn) -> Client:
    """Wilma's browser, signed in."""
    client = sign_in(Role.MEMBER)
    Membership.objects.filter(club=kennel, role=Role.MEMBER).update(player=wilma)
    User.objects.filter(name="Member").update(name="Wilma Quux")
    return client


def everything_stored() -> str:
    """Every row of every model but User as JSON; accounts belong to their users and are not redacted."""
    packages = map(apps.get_app_config, ("clubs", "games", "leagues", "dogclub"))
    models = [model for package in packages for model in package.get_models()]
    rows: list[Any] = [list(model._base_manager.values()) for model in models if model is not User]
    return json.dumps(rows, default=str, ensure_ascii=False)


def figures(match: Match) -> list[Any]:
    return list(match.seats.order_by("position").values("player", "position", "total", "place", "is_winner", "feats"))


def test_a_member_leaves_and_takes_the_name_along(member: Client, match: Match, wilma: Player) -> None:
    before = figures(match)
    page = member.get("/c/kennel/leave/").content.decode()
    assert "Your name stays" in page
    assert "Your name is removed" in page
    second = member.get("/c/kennel/leave/?name=out").content.decode()
    assert "Leave and remove your name?" in second
    done = member.post("/c/kennel/leave/", {"name": "out", "sure": "on"}, follow=True).content.decode()
    assert "Your name was removed; the results stay." in done
    wilma.refresh_from_db()
    assert (wilma.name, wilma.nickname, wilma.initials, wilma.colour) == ("Former member 1", "", "", "")
    assert not Membership.objects.filter(user__name="Wilma Quux").exists()
    assert figures(match) == before
    assert member.get("/c/kennel/").status_code == 404


def test_it_is_asked_twice(member: Client, wilma: Player) -> None:
    answer = member.post("/c/kennel/leave/", {"name": "out"})
    assert answer.status_code == 422
    assert "This cannot be undone." in answer.content.decode()
    wilma.refresh_from_db()
    assert wilma.name == "Wilma Quux"
    assert member.get("/c/kennel/").status_code == 200


def test_a_member_leaves_and_the_name_stays(member: Client, wilma: Player) -> None:
    answer = member.post("/c/kennel/leave/", follow=True).content.decode()
    assert "You have left The Thursday Kennel." in answer
    wilma.refresh_from_db()
    assert (wilma.name, wilma.former) == ("Wilma Quux", None)


def test_whoever_plays_as_nobody_is_not_asked_about_a_name(sign_in: SignIn) -> None:
    client = sign_in(Role.SCOREKEEPER)
    assert "Your name is removed" not in client.get("/c/kennel/leave/?name=out").content.decode()
    assert client.post("/c/kennel/leave/", {"name": "out"}).status_code == 302


def test_the_last_owner_can_do_neither(kennel: Club, wilma: Player, sign_in: SignIn) -> None:
    client = sign_in(Role.OWNER)
    Membership.objects.filter(club=kennel).update(player=wilma)
    page = client.post("/c/kennel/leave/", {"name": "out", "sure": "on"}, follow=True).content.decode()
    assert "A club needs an owner" in page
    wilma.refresh_from_db()
    assert wilma.name == "Wilma Quux"


def test_nothing_stored_says_the_name(kennel: Club, wilma: Player, match: Match) -> None:
    twin = Player.objects.create(club=kennel, name="Wilma Featherstone")
    merge.merge(twin, wilma, None)
    FormerName.objects.create(player=wilma, name="Willie W.")
    Invitation.objects.create(club=kennel, player=wilma)
    anonymise_player(wilma)
    stored = everything_stored()
    assert [word for word in WORDS if word in stored] == []
    assert not Invitation.objects.get().is_open
    assert match.seats.filter(player=wilma).exists()


PAGES = (
    "/c/kennel/",
    "/c/kennel/matches/",
    "/c/kennel/matches/?q=Wilma",
    "/c/kennel/players/",
    "/c/kennel/players/?q=Willie",
    "/c/kennel/people/",
    "/c/kennel/players/{player}/",
    "/m/{match}/",
    "/m/{match}/history/",
    "/m/{match}/cell/1/2/",
    "/m/{match}/record.json",
    "/m/{match}/sheet.pdf",
    "/m/{match}/wall/",
    "/api/v1/matches/{match}",
    "/api/v1/clubs/kennel/players",
)


def test_no_page_says_the_name(kennel: Club, wilma: Player, match: Match, sign_in: SignIn) -> None:
    client = sign_in(Role.ORGANISER)
    addresses = [page.format(player=wilma.pk, match=match.pk) for page in PAGES]
    assert {address: client.get(address).status_code for address in addresses} == dict.fromkeys(addresses, 200)
    anonymise_player(wilma)
    for address in addresses:
        said = client.get(address).content
        for echoed in (b'value="Wilma"', b'value="Willie"', b"q=Wilma", b"q=Willie"):
            said = said.replace(echoed, b"")  # the search text that the page repeats
        assert [word for word in WORDS if word.encode() in said] == [], address


def test_whoever_wrote_and_left_is_not_named(kennel: Club, member: Client, match: Match) -> None:
    user = User.objects.get(name="Wilma Quux")
    reader, page = Client(), f"/m/{match.pk}/history/"
    Club.objects.filter(pk=kennel.pk).update(history_is_open=True)
    first = match.entries.earliest("number")
    again = Draft(first.kind, 1, first.payload, note="looked at it again")
    ledger.record(match.pk, [again], version=match.version, by=Author(user))
    assert "Wilma Quux" in reader.get(page).content.decode()
    member.post("/c/kennel/leave/", {"name": "out", "sure": "on"})
    assert "Wilma" not in reader.get(page).content.decode()
    assert "Somebody who has left" in reader.get(page).content.decode()


def test_the_hand_that_gave_or_tagged_is_not_named(kennel: Club, member: Client, match: Match, wilma: Player) -> None:
    """The giver of an award is removed in the club that was left, and not in another club they belong to."""
    user = User.objects.get(name="Wilma Quux")
    friday = Club.objects.create(slug="friday", name="Friday Paws")
    cups = [Trophy.objects.create(club=club, name="Biscuit", rule=Trophy.Rule.HAND) for club in (kennel, friday)]
    rex = Player.objects.create(club=friday, name="Rex")
    for cup, player in zip(cups, (wilma, rex), strict=True):
        Award.objects.create(trophy=cup, player=player, reason="good dog", given_by=user, withdrawn_by=user)
    Tag.objects.create(match=match, round=1, term="rascal", tagged_by=user)
    member.post("/c/kennel/leave/")
    assert list(Award.objects.order_by("pk").exclude(reason="").values_list("given_by", "withdrawn_by")) == [
        (None, None),
        (user.pk, user.pk),
    ]
    assert Tag.objects.get().tagged_by is None


def test_several_are_told_apart(kennel: Club) -> None:
    Player.objects.create(club=kennel, name="former MEMBER 2")
    gone = [anonymise_player(player) for player in some_players(kennel, 3)]
    assert [player.name for player in gone] == ["Former member 1", "Former member 3", "Former member 4"]


def test_going_twice_changes_nothing(wilma: Player) -> None:
    assert anonymise_player(anonymise_player(wilma)).name == "Former member 1"


def test_an_organiser_does_it_for_somebody_without_account(kennel: Club, wilma: Player, sign_in: SignIn) -> None:
    client, page = sign_in(Role.ORGANISER), f"/c/kennel/players/{wilma.pk}/former/"
    assert "<h1>Anonymise " in client.get(page).content.decode()
    assert client.post(page).status_code == 422
    assert "Former member 1 from now on" in client.post(page, {"sure": "on"}, follow=True).content.decode()
    assert client.get(page).status_code == 404


def test_an_organiser_does_not_do_it_for_somebody_who_signs_in(wilma: Player, member: Client, sign_in: SignIn) -> None:
    page = f"/c/kennel/players/{wilma.pk}/former/"
    answer = sign_in(Role.ORGANISER).post(page, {"sure": "on"})
    assert answer.status_code == 422
    assert "Only they can remove their name" in answer.content.decode()
    with pytest.raises(SignsIn):
        anonymise_player(wilma)


@pytest.mark.parametrize("way", ["edit", "rest", "welcome", "account", "merge", "delete"])
def test_a_former_member_is_left_in_peace(wilma: Player, sign_in: SignIn, way: str) -> None:
    anonymise_player(wilma)
    client, page = sign_in(Role.OWNER), f"/c/kennel/players/{wilma.pk}/{way}/"
    expected = 422 if way == "merge" else 404
    assert client.post(page, {"name": "Wilma Quux", "into": wilma.pk, "do": "link"}).status_code == expected


def test_a_former_member_is_not_dealt_in(kennel: Club, wilma: Player, sign_in: SignIn) -> None:
    anonymise_player(wilma)
    keys = [str(player.pk) for player in [*some_players(kennel, 2), wilma]]
    answer = sign_in(Role.SCOREKEEPER).post(
        "/c/kennel/matches/new/", {"player": keys, "seat": keys, "game": "dirty-dog", "do": "deal"}
    )
    assert answer.status_code != 302
    assert not Seat.objects.exists()


def test_a_former_member_is_not_ticked_off(kennel: Club, wilma: Player, sign_in: SignIn) -> None:
    anonymise_player(wilma)
    night = Night.objects.create(club=kennel, starts_at=timezone.now())
    sign_in(Role.ORGANISER).post(f"/c/kennel/nights/{night.pk}/arrive/", {"player": wilma.pk})
    assert not night.attendances.exists()


def test_the_row_says_has_left_and_stands_last(kennel: Club, wilma: Player, sign_in: SignIn) -> None:
    anonymise_player(wilma)
    Player.objects.create(club=kennel, name="Zelda", is_active=False)
    page = sign_in(Role.ORGANISER).get("/c/kennel/players/").content.decode()
    assert "has left" in page
    assert page.index("Zelda") < page.index("Former member 1")
    assert f"/players/{wilma.pk}/edit/" not in page


def test_the_api_says_who_rests_and_who_has_left(kennel: Club, wilma: Player, sign_in: SignIn) -> None:
    Player.objects.create(club=kennel, name="Zelda", is_active=False)
    otto = Player.objects.create(club=kennel, name="Otto", is_guest=True)
    FormerName.objects.create(player=otto, name="Ott", until=timezone.now())
    anonymise_player(wilma)
    rows = sign_in(Role.MEMBER).get("/api/v1/clubs/kennel/players").json()["players"]
    assert [(row["name"], row["state"]) for row in rows] == [
        ("Former member 1", "former"),
        ("Zelda", "rests"),
        ("Otto", "plays"),
    ]
    assert rows[2]["guest"] is True
    assert rows[2]["called_before"] == ["Ott"]
