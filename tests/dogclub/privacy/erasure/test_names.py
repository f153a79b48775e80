"""Erasing a name: from rows, hand-written texts, files, and every stored byte."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.mail import EmailMessage
from django.db import IntegrityError, InternalError, transaction
from django.test import Client
from django.utils import timezone

from clubs.member_photos import SquarePhoto, put_photo
from clubs.models import Club, Membership, Night, Player, Role, User
from clubs.players import anonymise
from clubs.players.anonymise import anonymise_player, names_in
from dogclub import jobs
from dogclub.models import ImportBatch, Job
from dogclub.privacy.erasure import erase_due
from games import ledger
from games.entries.drafts import Author, Draft
from games.models import Entry, Match, Redaction
from leagues.models import Award, Trophy
from tests.dogclub.privacy.erasure.every_byte import found, overwritten
from tests.factory import a_bone, a_match, some_players
from tests.people import SignIn

NAME, BEFORE = "Quillabamba Wrzosek", "Qilla Żółkiewska"
WORDS = ("Quillabamba", "Wrzosek", "Qilla", "Żółkiewska")


@pytest.fixture
def quilla(kennel: Club) -> Player:
    player = Player.objects.create(club=kennel, name=NAME, nickname="Qilla", initials="QWŻ")
    player.former_names.create(name=BEFORE)
    return player


@pytest.fixture
def match(kennel: Club, quilla: Player) -> Match:
    """A match with the name in each of its texts."""
    match = a_match(kennel, [*some_players(kennel, 2), quilla], plan=(1, 2), seed=3, table=f"{NAME}’s table")
    first = match.entries.earliest("number")
    again = Draft(first.kind, 1, first.payload, note=f"{NAME} had looked away")
    ledger.record(match.pk, [again], version=match.version, by=Author(None, "Quillabamba’s tablet", True))
    match.refresh_from_db()
    return match


def page(player: Player) -> str:
    return f"/c/kennel/players/{player.pk}/former/"


def form(client: Client, player: Player) -> dict[str, str]:
    """The form fields as the page offers them."""
    texts = client.get(page(player)).context["texts"]
    return {"sure": "on", **{each.key: each.instead for each in texts}}


@pytest.mark.django_db
def test_the_page_shows_what_was_written_by_hand(match: Match, quilla: Player, sign_in: SignIn) -> None:
    texts = sign_in(Role.ORGANISER).get(page(quilla)).context["texts"]
    assert {(each.source.about, each.words, each.instead) for each in texts} == {
        ("the name of a table", f"{NAME}’s table", "a former member’s table"),
        ("the note on an entry", f"{NAME} had looked away", "a former member had looked away"),
        ("the device of an entry", "Quillabamba’s tablet", "a former member’s tablet"),
    }


@pytest.mark.django_db
def test_an_organiser_writes_it_anew_or_leaves_it(match: Match, quilla: Player, sign_in: SignIn) -> None:
    client, before = sign_in(Role.ORGANISER), match.version
    answers = form(client, quilla)
    note = next(key for key, words in answers.items() if "looked away" in words)
    device = next(key for key, words in answers.items() if "tablet" in words)
    client.post(page(quilla), {**answers, note: "", device: "Quillabamba’s tablet"})
    entry = match.entries.get(revision=2)
    assert (entry.note, entry.device) == ("", "Quillabamba’s tablet")
    match.refresh_from_db()
    assert match.table == "a former member’s table"
    assert match.version > before
    assert not Redaction.objects.exists()


@pytest.mark.django_db
def test_what_cannot_stand_is_said_and_nothing_is_changed(quilla: Player, sign_in: SignIn) -> None:
    client, award = sign_in(Role.ORGANISER), a_bone(quilla, f"{NAME} brought cake")
    Trophy.objects.create(club=quilla.club, name="Quillabamba", rule=Trophy.Rule.HAND)
    answers = form(client, quilla)
    reason = next(key for key, words in answers.items() if "cake" in words)
    name = next(key for key, words in answers.items() if words == "a former member")
    for sent, said in (
        ({reason: ""}, "cannot be empty"),
        ({reason: "x" * 301}, "At most 300 characters"),
        ({name: "Golden Bone"}, "has this name already"),
    ):
        answer = client.post(page(quilla), {**answers, **sent})
        assert answer.status_code == 422
        assert said in answer.content.decode()
    quilla.refresh_from_db()
    award.refresh_from_db()
    assert (quilla.name, award.reason) == (NAME, f"{NAME} brought cake")


@pytest.mark.django_db
def test_a_word_that_is_somebody_else_s_name_too_is_proposed_as_it_is(kennel: Club, quilla: Player) -> None:
    Player.objects.create(club=kennel, name="Quillabamba Featherstone")
    Night.objects.create(club=kennel, starts_at=timezone.now(), note="Quillabamba and Wrzosek came late")
    (mention,) = anonymise.mentions(kennel, names_in(quilla))
    assert mention.instead == "Quillabamba and a former member came late"


@pytest.mark.django_db
def test_a_part_of_a_word_is_no_name(kennel: Club) -> None:
    rex = Player.objects.create(club=kennel, name="Rex")
    Night.objects.create(club=kennel, starts_at=timezone.now(), note="Rexford came, Trex did not")
    assert anonymise.mentions(kennel, names_in(rex)) == []


@pytest.mark.django_db
def test_other_clubs_keep_their_words(kennel: Club, quilla: Player) -> None:
    friday = Club.objects.create(slug="friday", name="Friday Paws")
    Night.objects.create(club=friday, starts_at=timezone.now(), note=NAME)
    assert anonymise.mentions(kennel, names_in(quilla)) == []


@pytest.mark.django_db
def test_whoever_leaves_may_take_the_name_out_of_texts(match: Match, quilla: Player, sign_in: SignIn) -> None:
    client = sign_in(Role.MEMBER)
    Membership.objects.filter(user__name="Member").update(player=quilla)
    texts = client.get("/c/kennel/leave/?name=out").context["texts"]
    kept = next(each for each in texts if each.source.field == "table")
    ticked = {each.key: "on" for each in texts if each is not kept}
    unsure = client.post("/c/kennel/leave/", {"name": "out", **ticked})
    assert (unsure.status_code, unsure.context["unticked"]) == (422, {kept.key})
    client.post("/c/kennel/leave/", {"name": "out", "sure": "on", **ticked})
    match.refresh_from_db()
    assert match.table == f"{NAME}’s table"
    assert match.entries.get(revision=2).note == "a former member had looked away"


@pytest.mark.django_db
def test_entries_open_for_their_notes_alone(match: Match) -> None:
    rows = Entry.objects.filter(match=match)
    with pytest.raises((IntegrityError, InternalError)), transaction.atomic():
        rows.update(note="anything")
    Redaction.objects.create(match=match)
    rows.update(note="anything", device="")
    changes: list[dict[str, Any]] = [{"payload": {}}, {"number": 90}, {"kind": "nap"}, {"revision": 9}]
    for changed in changes:
        with pytest.raises((IntegrityError, InternalError)), transaction.atomic():
            rows.filter(revision=2).update(**changed)


@pytest.fixture
def letters_in_files() -> Iterator[None]:
    settings.EMAIL_BACKEND, before = "django.core.mail.backends.filebased.EmailBackend", settings.EMAIL_BACKEND
    yield
    settings.EMAIL_BACKEND = before


@pytest.mark.only("sqlite")
@pytest.mark.django_db(transaction=True)
def test_no_byte_says_the_name_afterwards(
    match: Match, quilla: Player, sign_in: SignIn, letters_in_files: None
) -> None:
    kennel, client = quilla.club, sign_in(Role.ORGANISER)
    Night.objects.create(club=kennel, starts_at=timezone.now(), place=f"At {BEFORE}’s", note=f"{NAME} cooks")
    bone = a_bone(quilla, f"for {NAME}")
    Award.objects.filter(pk=bone.pk).update(withdrawn_because="Qilla gave it back", withdrawn_at=timezone.now())
    job = jobs.enqueue("table", kennel)
    stored = default_storage.save(f"jobs/{job.pk}/file", ContentFile(NAME.encode()))
    Job.objects.filter(pk=job.pk).update(state=Job.State.DONE, file=stored, result={"words": [NAME]})
    jobs.enqueue("season-book", kennel, asked={"title": NAME})
    stored = default_storage.save("imports/one", ContentFile(BEFORE.encode()))
    batch = ImportBatch.objects.create(
        club=kennel, state="asking", file=stored, file_name=f"{NAME}.csv", sha256="", found={"names": [BEFORE]}
    )
    EmailMessage(f"A night with {BEFORE}", f"{NAME} won.", to=["bea@kennel.example"]).send()
    EmailMessage("Your code", "ABC-DEF", to=["otto@kennel.example"]).send()
    figures = list(match.seats.values_list("position", "total", "place"))
    assert {each.partition(" in ")[0] for each in found(WORDS)} == set(WORDS)
    client.post(page(quilla), form(client, quilla))
    overwritten()
    assert found(WORDS) == []
    assert found(["ABC-DEF"]) != []
    assert list(match.seats.values_list("position", "total", "place")) == figures
    batch.refresh_from_db()
    assert (batch.state, batch.file) == ("refused", "")
    assert "Choose the file again" in batch.problem


@pytest.mark.only("sqlite")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", ["removed", "left", "club"])
def test_no_byte_of_a_member_s_photo_is_left(way: str, quilla: Player, sign_in: SignIn) -> None:
    member = sign_in(Role.MEMBER)
    Membership.objects.filter(club=quilla.club).update(player=quilla)
    put_photo(quilla, SquarePhoto(b"large-wrzosek", b"small-wrzosek"))
    assert found(["large-wrzosek", "small-wrzosek"]) != []
    if way == "removed":
        member.post(f"/c/kennel/players/{quilla.pk}/photo/remove/")
    elif way == "left":
        member.post("/c/kennel/leave/")
    else:
        Club.objects.update(deletes_at=timezone.now())
        erase_due()
    overwritten()
    assert found(["large-wrzosek", "small-wrzosek"]) == []


@pytest.mark.django_db
def test_what_is_merged_goes_with_its_names_of_before(kennel: Club, quilla: Player) -> None:
    twin = Player.objects.create(club=kennel, name="Qilla W.", merged_into=quilla)
    twin.former_names.create(name=BEFORE)
    assert names_in(quilla) >= {"Qilla W.", BEFORE, NAME}
    anonymise_player(quilla)
    assert not twin.former_names.exists()


@pytest.mark.only("sqlite")
@pytest.mark.django_db(transaction=True)
def test_no_byte_says_who_deleted_an_account(match: Match, quilla: Player, letters_in_files: None) -> None:
    """Who wrote at the table too, so that a row of theirs has to stay."""
    email = "quilla.wrzosek@kennel.example"
    user = User.objects.create_user(email, name=NAME)
    Membership.objects.create(club=quilla.club, user=user, player=quilla)
    second = match.entries.get(number=2)
    again = Draft(second.kind, 2, second.payload, note="again")
    ledger.record(match.pk, [again], version=match.version, by=Author(user, "", True))
    client = Client()
    client.force_login(user)
    EmailMessage("Your code", "ABC-DEF", to=[email]).send()
    assert client.post("/account/delete/", {"typed": email, "with_names": "on"}).status_code == 302
    overwritten()
    assert found([*WORDS, email]) == []
    assert User.objects.get(pk=user.pk).name == "Somebody who has left"
