"""Members in bulk: the paste, what becomes of each line, and the invitations."""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from clubs.members.membership import join
from clubs.models import Club, Invitation, Membership, Player, Role, User
from clubs.players.anonymise import anonymise_player
from dogclub.models import Job
from dogclub.new_members.add import (
    MOST_A_DAY,
    MOST_PEOPLE,
    Answers,
    Line,
    Outcome,
    forget_addresses,
    people_in,
    preview,
)
from tests.people import SignIn

pytestmark = pytest.mark.django_db
PAGE = "/c/kennel/people/add/"
LIST = """Hal Brook <hal@brook.example>
Maya Osei, maya.osei@mail.example
anneke@dewit.example; Anneke de Wit
bea@marlowe.example
Wil Oyelaran, wil@oyelaran.example
Tom Ash, tom@ash
Rosalind Pye"""


@pytest.fixture(autouse=True)
def mail(settings: Settings) -> None:
    settings.MAIL_IS_SENT = True
    settings.EMAIL_BACKEND = "dogclub.notify.mail.QueuedMail"
    settings.BASE_URL = "https://club.example"


@pytest.fixture
def known(kennel: Club) -> dict[str, Player]:
    """Bea, who signs in, and Wilhelmina, who does not."""
    bea = Player.objects.create(club=kennel, name="Bea Marlowe")
    wil = Player.objects.create(club=kennel, name="Wilhelmina Featherstonehaugh-Oyelaran")
    user = User.objects.create(email="Bea@marlowe.example", name="Bea")
    Membership.objects.create(club=kennel, user=user, player=bea)
    return {"bea": bea, "wil": wil}


def lines(club: Club, text: str, answers: Answers | None = None) -> list[Line]:
    return preview(club, people_in(text), answers or Answers())


def outcomes(club: Club, text: str, answers: Answers | None = None) -> list[str]:
    return [line.outcome.value for line in lines(club, text, answers)]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Hal Brook <hal@brook.example>", [("Hal Brook", "hal@brook.example")]),
        ('"Brook, Hal" <hal@brook.example>', [("Hal Brook", "hal@brook.example")]),
        ("Hal\tBrook\thal@brook.example", [("Hal Brook", "hal@brook.example")]),
        ("hal@brook.example | Hal Brook", [("Hal Brook", "hal@brook.example")]),
        ("* Hal Brook - mailto:hal@brook.example.", [("Hal Brook", "hal@brook.example")]),
        ("3. Zoë O’Brien-Marlowe (zoe@x.example)", [("Zoë O’Brien-Marlowe", "zoe@x.example")]),
        ("Hal <hal@x.example>; Lia <lia@x.example>", [("Hal", "hal@x.example"), ("Lia", "lia@x.example")]),
        ("Tom Ash, tom@ash", [("Tom Ash", "tom@ash")]),
        ("bea@marlowe.example", [("", "bea@marlowe.example")]),
        (" ; , ", []),
    ],
)
def test_a_line_is_read_in_any_order_with_any_separator(line: str, found: list[tuple[str, str]]) -> None:
    assert [(person.name, person.address) for person in people_in(line)] == found


def test_a_person_who_is_pasted_twice_is_one() -> None:
    assert len(people_in("Hal Brook, hal@brook.example\nhal  brook <HAL@brook.example>")) == 1


def test_every_line_says_what_happens(kennel: Club, known: Mapping[str, Player]) -> None:
    assert outcomes(kennel, LIST) == ["invited", "invited", "invited", "here", "question", "no-invitation", "added"]
    by_name = {line.label: line for line in lines(kennel, LIST)}
    assert by_name["Bea Marlowe"].words == "here already"
    assert by_name["Wil Oyelaran"].asks == {known["wil"].pk: known["wil"].label}
    assert by_name["Tom Ash"].problem == "“tom@ash” is not an email address. Tom Ash can play, but not sign in."


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("new@x.example", "Add the name of this person to the line."),
        ("Bea Marlowe, other@x.example", "Bea Marlowe signs in with another address. If this is somebody else, add a "),
        ("Hal, hal@x.example\nLia, HAL@x.example", "This address is in the list twice. Each person needs their own."),
        ("Hal, hal@x.example\nHál, other@x.example", "“Hal” and “Hál” look like one person. Add a surname or"),
        (f"{'A' * 61}, a@x.example", "A name has at most 60 characters."),
        ("Hal, hal@x.example and@x.example", "“hal@x.example and@x.example” is not an email address."),
    ],
)
def test_what_is_wrong_says_what_to_correct(kennel: Club, known: Mapping[str, Player], text: str, problem: str) -> None:
    last = lines(kennel, text)[-1]
    assert last.outcome == Outcome.NO_INVITATION
    assert problem in last.problem


def test_a_question_is_answered_either_way(kennel: Club, known: Mapping[str, Player]) -> None:
    (asked,) = lines(kennel, "Wil Oyelaran, wil@oyelaran.example")
    (same,) = lines(kennel, "Wil Oyelaran, wil@oyelaran.example", Answers({asked.person.key: known["wil"].pk}))
    assert (same.outcome, same.player, same.is_new) == (Outcome.INVITED, known["wil"].pk, False)
    (new,) = lines(kennel, "Wil Oyelaran, wil@oyelaran.example", Answers(new=frozenset({asked.person.key})))
    assert (new.outcome, new.player, new.is_new) == (Outcome.INVITED, None, True)
    other = Answers({asked.person.key: known["bea"].pk})  # nobody who was asked about
    assert outcomes(kennel, "Wil Oyelaran, wil@oyelaran.example", other) == ["question"]


def test_a_long_list_costs_as_many_queries_as_a_short_one(
    kennel: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for count in (1, MOST_PEOPLE):
        with django_assert_num_queries(4):
            lines(kennel, "\n".join(f"Player {number}, p{number}@x.example" for number in range(count)))


def shown(client: Client, text: str = LIST, **more: Any) -> dict[str, Any]:
    """Show the list, and return what the form of its page would send."""
    page = client.post(PAGE, {"people": text, "send": "on", **more}).content.decode()
    seen = re.search(r'name="seen" value="(\w*)"', page)
    assert seen
    return {"people": text, "send": "on", **more, "seen": seen[1], "add": "yes"}


def test_the_page_shows_the_list_and_writes_nothing(kennel: Club, known: Mapping[str, Player], sign_in: SignIn) -> None:
    page = sign_in(Role.ORGANISER).post(PAGE, {"people": LIST, "send": "on"}).content.decode()
    assert "Add 5, invite 3" in page
    assert "3 invited" in page
    assert "1 question" in page
    assert page.count("here already") == page.count("badword") == 1
    assert kennel.players.count() == 2
    assert not Job.objects.exists()


def test_what_was_shown_is_done_and_an_open_question_joins_nothing(
    kennel: Club, known: Mapping[str, Player], sign_in: SignIn
) -> None:
    client = sign_in(Role.ORGANISER)
    answer = client.post(PAGE, shown(client), follow=True).content.decode()
    assert "5 players added." in answer
    assert "3 invitations are being sent." in answer
    assert "1 person with an open question was not added." in answer
    names = {"Hal Brook", "Maya Osei", "Anneke de Wit", "Tom Ash", "Rosalind Pye"}
    assert names == set(
        kennel.players.exclude(pk__in=[each.pk for each in known.values()]).values_list("name", flat=True)
    )
    rows = {row.player.name: row for row in Invitation.objects.select_related("player") if row.player}
    assert {name: row.email for name, row in rows.items()} == {
        "Hal Brook": "hal@brook.example",
        "Maya Osei": "maya.osei@mail.example",
        "Anneke de Wit": "anneke@dewit.example",
    }
    assert {(row.role, row.uses_left) for row in rows.values()} == {(Role.MEMBER, 1)}
    jobs = Job.objects.filter(kind="mail")
    assert {tuple(job.asked["to"]) for job in jobs} == {(row.email,) for row in rows.values()}
    letter = next(job.asked for job in jobs if job.asked["to"] == ["hal@brook.example"])
    assert letter["subject"] == f"Dog Club: you are invited to {kennel.name}"
    link = re.search(r"https://club\.example(/join/\S+)", letter["body"])
    assert link
    assert "Hal Brook" in letter["body"]
    assert Client().get(link[1]).status_code == 200


def test_pasted_once_more_everybody_is_here(kennel: Club, sign_in: SignIn) -> None:
    client = sign_in(Role.ORGANISER)
    text = "Hal Brook <hal@brook.example>\nRosalind Pye"
    client.post(PAGE, shown(client, text))
    page = client.post(PAGE, {"people": text, "send": "on"}).content.decode()
    assert page.count("here already") == 2
    assert "Nobody to add" in page
    client.post(PAGE, shown(client, text))
    assert (Invitation.objects.count(), Job.objects.count(), kennel.players.count()) == (1, 1, 2)


def test_nothing_is_done_that_was_not_shown(kennel: Club, sign_in: SignIn) -> None:
    client = sign_in(Role.ORGANISER)
    form = shown(client, "Hal Brook <hal@brook.example>") | {"people": "Lia Ash <lia@ash.example>"}
    assert "lia@ash.example" in client.post(PAGE, form).content.decode()
    assert not kennel.players.exists()


def test_an_answer_on_the_page_is_remembered(kennel: Club, known: Mapping[str, Player], sign_in: SignIn) -> None:
    client = sign_in(Role.ORGANISER)
    (asked,) = (line for line in lines(kennel, LIST) if line.outcome == Outcome.QUESTION)
    form = shown(client, same=f"{known['wil'].pk}:{asked.person.key}")
    client.post(PAGE, form)
    assert Invitation.objects.get(email="wil@oyelaran.example").player == known["wil"]
    assert kennel.players.count() == 7


@pytest.mark.parametrize("value", ["", "x", "9999999999999999999999:wil", "²:wil", "5"])
def test_a_malformed_answer_is_no_answer(
    kennel: Club, known: Mapping[str, Player], sign_in: SignIn, value: str
) -> None:
    page = sign_in(Role.ORGANISER).post(PAGE, {"people": LIST, "same": value, "new": value})
    assert "1 question" in page.content.decode()


def test_invitations_are_sent_later_all_at_once(kennel: Club, sign_in: SignIn) -> None:
    client = sign_in(Role.ORGANISER)
    form = shown(client, "Hal Brook <hal@brook.example>\nMaya, maya@x.example", keeps_score="on") | {"send": ""}
    page = client.post(PAGE, form, follow=True).content.decode()
    assert not Job.objects.exists()
    assert "not sent yet" in page
    Invitation.objects.update(expires_at=timezone.now() + timedelta(hours=1))
    page = client.post("/c/kennel/invitations/send/", follow=True).content.decode()
    assert "2 invitations are being sent." in page
    assert "not sent yet" not in page
    assert Job.objects.count() == 2
    assert {row.role for row in Invitation.objects.all()} == {Role.SCOREKEEPER}
    assert all(row.expires_at > timezone.now() + timedelta(days=13) for row in Invitation.objects.all())
    assert "No invitation waits." in client.post("/c/kennel/invitations/send/", follow=True).content.decode()
    assert Job.objects.count() == 2


def test_without_mail_only_the_names_are_added(kennel: Club, sign_in: SignIn, settings: Settings) -> None:
    settings.MAIL_IS_SENT = False
    client = sign_in(Role.ORGANISER)
    page = client.post(PAGE, {"people": LIST}).content.decode()
    assert "No email leaves this machine" in page
    assert "Add 6" in page
    client.post(PAGE, shown(client))
    assert kennel.players.count() == 6
    assert not Invitation.objects.exists()


def test_the_demo_sends_no_invitation(kennel: Club) -> None:
    kennel.is_demo = True
    kennel.save()
    assert outcomes(kennel, "Hal Brook <hal@brook.example>") == ["added"]


def test_too_many_in_a_day_are_refused_and_nothing_is_added(kennel: Club, sign_in: SignIn) -> None:
    now = timezone.now()
    Invitation.objects.bulk_create(Invitation(club=kennel, sent_at=now) for _ in range(MOST_A_DAY))
    client = sign_in(Role.ORGANISER)
    answer = client.post(PAGE, shown(client, "Hal Brook <hal@brook.example>"))
    assert "At most 300 invitations are sent in 24 hours." in answer.content.decode()
    assert not kennel.players.exists()


def test_a_list_that_is_too_long_or_empty_is_refused(kennel: Club, sign_in: SignIn) -> None:
    client = sign_in(Role.ORGANISER)
    long = "\n".join(f"Player {number}" for number in range(MOST_PEOPLE + 1))
    for text, words in ((long, "At most 200 people at once, please: this has 201."), (" ;", "Enter at least one name")):
        answer = client.post(PAGE, {"people": text})
        assert answer.status_code == 422
        assert words in answer.content.decode()


def test_the_address_is_kept_no_longer_than_the_invitation(kennel: Club, bea: User) -> None:
    used, gone, over, open_one = (
        Invitation.objects.create(
            club=kennel, email=f"{name}@x.example", player=Player.objects.create(club=kennel, name=name)
        )
        for name in ("Used", "Gone", "Over", "Open")
    )
    join(used, bea)
    assert gone.player
    anonymise_player(gone.player, [])
    Invitation.objects.filter(pk=over.pk).update(expires_at=timezone.now() - timedelta(days=1))
    forget_addresses()
    assert [*Invitation.objects.exclude(email="").values_list("pk", flat=True)] == [open_one.pk]


def test_an_open_invitation_to_another_address_is_named(kennel: Club) -> None:
    player = Player.objects.create(club=kennel, name="Hal Brook")
    Invitation.objects.create(club=kennel, player=player, email="hal@borok.example")
    (line,) = lines(kennel, "Hal Brook, hal@brook.example")
    assert line.problem == "Hal Brook is invited by another address. Revoke that invitation first."


def test_a_revoked_invitation_forgets_its_address(kennel: Club, sign_in: SignIn) -> None:
    row = Invitation.objects.create(club=kennel, email="hal@brook.example")
    sign_in(Role.ORGANISER).post(f"/c/kennel/invitations/{row.pk}/revoke/")
    row.refresh_from_db()
    assert row.email == ""
