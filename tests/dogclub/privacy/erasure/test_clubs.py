"""Deleting a club: closed at once, restorable for a week, then erased to the last byte; other clubs are unchanged."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.core import mail
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.test import Client
from django.utils import timezone

from clubs import api_keys
from clubs.deletion import schedule_deletion
from clubs.links.tokens import sign
from clubs.models import Club, FormerName, Invitation, Membership, Night, Player, Role, Scope, SpectatorLink, User
from dogclub import jobs
from dogclub.models import ImportBatch, Job
from dogclub.privacy import erasure
from games.models import Entry, Match, TabletPass
from tests.dogclub.privacy.erasure.every_byte import files, found, overwritten
from tests.factory import a_bone, a_match, some_players
from tests.people import SignIn

DELETE = "/c/kennel/delete/"
NAMES = ("Quillabamba Quux", "Zoë Ødegård-Wrzosek", "Hjálmfríður Abara")
CLUB = "The Xylophone Kennel"


@pytest.fixture
def owner(kennel: Club, sign_in: SignIn) -> Client:
    Club.objects.filter(pk=kennel.pk).update(name=CLUB)
    return sign_in(Role.OWNER)


def a_week_later() -> None:
    Club.objects.exclude(deletes_at=None).update(deletes_at=timezone.now() - timedelta(seconds=1))


@pytest.mark.django_db
def test_the_name_has_to_be_typed(kennel: Club, owner: Client) -> None:
    assert CLUB in owner.get(DELETE).content.decode()
    for typed in ("", "yes", "The Xylophone"):
        answer = owner.post(DELETE, {"typed": typed})
        assert answer.status_code == 422
        assert CLUB in answer.content.decode()
    kennel.refresh_from_db()
    assert kennel.deletes_at is None
    assert mail.outbox == []


@pytest.mark.django_db
def test_it_closes_at_once_for_everybody(kennel: Club, owner: Client, sign_in: SignIn) -> None:
    match = a_match(kennel, some_players(kennel, 3), hands=1)
    link, invitation = SpectatorLink.objects.create(club=kennel), Invitation.objects.create(club=kennel)
    key = api_keys.make("wall", Scope.ORGANISE, of=kennel, by=None)[1]
    Club.objects.filter(pk=kennel.pk).update(history_is_open=True)
    watcher, tablet, member = Client(), Client(), sign_in(Role.MEMBER)
    watcher.get(f"/watch/{sign(link.pk, 'watch')}/")
    tablet.post(f"/tablet/{sign(TabletPass.objects.create(match=match).pk, 'tablet')}/")
    pages = ["/c/kennel/", f"/m/{match.pk}/", "/c/kennel/players/", f"/m/{match.pk}/sheet.pdf"]
    assert [who.get(page).status_code for who in (owner, member, watcher) for page in pages] == [200] * 12
    owner.post(DELETE, {"typed": CLUB.upper()})
    assert [who.get(page).status_code for who in (owner, member) for page in pages] == [410] * 8
    assert [watcher.get(page).status_code for page in pages] == [410] * 4
    assert tablet.get(f"/m/{match.pk}/table/").status_code == 302
    assert Client().get(f"/watch/{sign(link.pk, 'watch')}/").status_code == 410
    assert Client().get(f"/join/{sign(invitation.pk, 'join')}/").status_code == 410
    with_key = {"Authorization": f"Bearer {key}"}
    assert Client().get("/api/v1/clubs/kennel", headers=with_key).status_code == 404
    assert Client().get("/api/v1/clubs", headers=with_key).json()["clubs"] == []
    assert member.post(f"/api/v1/matches/{match.pk}/entries", {}).status_code == 404
    page = member.get("/c/kennel/").content.decode()
    assert "This club is closed" in page
    assert "Restore the club" not in page
    assert "Restore the club" in owner.get("/c/kennel/").content.decode()


@pytest.mark.django_db
def test_an_owner_takes_it_back_as_it_was(kennel: Club, owner: Client, sign_in: SignIn) -> None:
    member = sign_in(Role.MEMBER)
    owner.post(DELETE, {"typed": CLUB})
    assert "Until then" in owner.get(DELETE).content.decode()
    assert member.get(DELETE).status_code == 403
    assert member.post("/c/kennel/take-back/").status_code == 403
    assert "open again" in owner.post("/c/kennel/take-back/", follow=True).content.decode()
    assert member.get("/c/kennel/players/").status_code == 200
    a_week_later()
    assert erasure.erase_due() == 0
    assert "is not being deleted" in owner.post("/c/kennel/take-back/", follow=True).content.decode()


@pytest.mark.django_db
def test_all_owners_get_a_letter_at_each_step(kennel: Club, owner: Client, bea: User) -> None:
    Membership.objects.create(club=kennel, user=bea, role=Role.OWNER)
    owner.post(DELETE, {"typed": CLUB})
    owner.post(DELETE, {"typed": CLUB})
    owner.post("/c/kennel/take-back/")
    owner.post(DELETE, {"typed": CLUB})
    a_week_later()
    assert erasure.erase_due() == 1
    assert [letter.to for letter in mail.outbox] == [["owner@kennel.example"], ["bea@kennel.example"]] * 4
    assert [CLUB in letter.body for letter in mail.outbox] == [True] * 6 + [False] * 2
    assert "/c/kennel/delete/" in mail.outbox[0].body


@pytest.mark.django_db
def test_a_week_is_a_week(kennel: Club, owner: Client) -> None:
    owner.post(DELETE, {"typed": CLUB})
    kennel.refresh_from_db()
    assert kennel.deletes_at is not None
    assert timedelta(days=6, hours=23) < kennel.deletes_at - timezone.now() <= timedelta(days=7)
    assert erasure.erase_due() == 0


@pytest.mark.django_db
def test_the_account_page_says_it_and_leads_back(owner: Client) -> None:
    owner.post(DELETE, {"typed": CLUB})
    assert owner.get("/").status_code == 200
    page = owner.get("/account/").content.decode()
    assert "deleted on" in page
    assert DELETE in page


@pytest.mark.django_db
def test_the_demo_goes_another_way(kennel: Club, owner: Client) -> None:
    Club.objects.filter(pk=kennel.pk).update(is_demo=True)
    assert owner.get(DELETE).status_code == 404


def a_full_club(kennel: Club) -> None:
    """Fill the club with a row and a file of every kind that contains a name."""
    players = [Player.objects.create(club=kennel, name=name) for name in NAMES]
    a_match(kennel, players, plan=(1, 2), seed=3, table=f"{NAMES[0]}’s table")
    FormerName.objects.create(player=players[0], name=NAMES[1])
    a_bone(players[1], f"for {NAMES[1]}")
    Night.objects.create(club=kennel, starts_at=timezone.now(), note=f"{NAMES[2]} brings cake")
    job = jobs.enqueue("table", kennel)
    stored = default_storage.save(f"jobs/{job.pk}/file", ContentFile(NAMES[0].encode()))
    Job.objects.filter(pk=job.pk).update(state=Job.State.DONE, file=stored, result={"words": [NAMES[1]]})
    stored = default_storage.save("imports/one", ContentFile(NAMES[2].encode()))
    ImportBatch.objects.create(club=kennel, file=stored, file_name=f"{NAMES[0]}.csv", sha256="", found={"names": NAMES})


@pytest.mark.only("sqlite")
@pytest.mark.django_db(transaction=True)
def test_a_week_later_every_byte_is_gone_and_other_clubs_are_untouched(kennel: Club, bea: User) -> None:
    settings.EMAIL_BACKEND, before = "django.core.mail.backends.filebased.EmailBackend", settings.EMAIL_BACKEND
    Club.objects.filter(pk=kennel.pk).update(name=CLUB)
    kennel.refresh_from_db()
    before_it = set(files())  # files stored by other tests in this process remain
    a_full_club(kennel)
    friday = Club.objects.create(slug="friday", name="Friday Paws")
    a_match(friday, some_players(friday, 3), plan=(1, 2), table="Núria’s table")
    Membership.objects.create(club=kennel, user=bea, role=Role.OWNER)
    theirs = sorted(Entry.objects.filter(match__club=friday).values_list("pk", "payload"), key=str)
    words = (CLUB, *NAMES, "Quillabamba", "Wrzosek", "Hjálmfríður")
    try:
        schedule_deletion(kennel, bea, "http://kennel.example/c/kennel/delete/")
        assert {each.partition(" in ")[0] for each in found(words)} == set(words)
        assert any(each.endswith(".log") for each in found([CLUB]))
        a_week_later()
        assert erasure.erase_due() == 1
        overwritten()
    finally:
        settings.EMAIL_BACKEND = before
    assert found(words) == []
    assert found(["Friday Paws"]) != []
    assert not any("jobs" in each.parts or "imports" in each.parts for each in set(files()) - before_it)
    assert list(Club.objects.all()) == [friday]
    assert sorted(Entry.objects.values_list("pk", "payload"), key=str) == theirs
    assert (Match.objects.count(), User.objects.get()) == (1, bea)
    assert any(b"is deleted, with everything" in each.read_bytes() for each in Path(settings.VAR).rglob("*.log"))
