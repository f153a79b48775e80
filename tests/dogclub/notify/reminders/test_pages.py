"""The page of a member's email settings, the link that turns one kind off, and both in the API."""

import re
from http import HTTPStatus
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from clubs import api_keys
from clubs.members.membership import leave_club
from clubs.models import Club, Membership, Role, Scope
from dogclub.models import EmailSettings, Reminder
from dogclub.notify.reminders.email import off_token
from tests.factory import a_member

pytestmark = pytest.mark.django_db
API = "/api/v1/clubs/kennel/emails/mine"


@pytest.fixture
def sam(kennel: Club) -> Membership:
    a_member(kennel, Role.OWNER)
    row = a_member(kennel).memberships.select_related("user", "club").get()
    EmailAddress.objects.create(user=row.user, email=row.user.email, primary=True, verified=True)
    return row


@pytest.fixture
def member(client: Client, sam: Membership) -> Client:
    client.force_login(sam.user)
    return client


def page(client: Client) -> str:
    return " ".join(client.get("/c/kennel/reminders/").content.decode().split())


def ticked(seen: str) -> list[str]:
    return re.findall(r'<input type="checkbox" name="(\w+)"[^>]* checked>', seen)


def chosen(sam: Membership) -> dict[str, Any]:
    rows = EmailSettings.objects.filter(membership=sam)
    return dict(rows.values("night", "confirmation", "report", "trophy", "digest", "digest_day", "digest_hour").get())


def test_what_is_chosen_is_kept_and_all_can_be_turned_off(member: Client, sam: Membership) -> None:
    seen = page(member)
    assert ticked(seen) == ["night", "confirmation"]
    form = {"report": "on", "digest": "on", "digest_day": "6", "digest_hour": "20"}
    assert "Saved." in member.post("/c/kennel/reminders/", form, follow=True).content.decode()
    assert chosen(sam) == {
        "night": False,
        "confirmation": False,
        "report": True,
        "trophy": False,
        "digest": True,
        "digest_day": 6,
        "digest_hour": 20,
    }
    for wrong in ({**form, "digest_hour": "3"}, {**form, "digest_day": "7"}):
        assert member.post("/c/kennel/reminders/", wrong).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    member.post("/c/kennel/reminders/", {"do": "off"})
    assert not any(chosen(sam)[name] for name in ("night", "confirmation", "report", "trophy", "digest"))
    assert "All are off." in page(member)


def test_the_page_says_why_nothing_would_arrive(member: Client, sam: Membership, settings: Settings) -> None:
    assert "No email leaves this machine:" in page(member)
    settings.MAIL_IS_SENT = True
    assert "No email" not in page(member)
    EmailAddress.objects.update(verified=False)
    assert "This address is not confirmed" in page(member)
    Club.objects.update(is_demo=True)
    assert "No email is sent from the demo." in page(member)


def test_the_link_turns_one_kind_off_by_its_form_alone(client: Client, sam: Membership) -> None:
    address = reverse("reminders-off", args=[off_token(sam, Reminder.Kind.NIGHT)])
    assert 'name="do" value="off"' in client.get(f"{address}?do=off").content.decode()
    assert not EmailSettings.objects.exists()
    done = client.post(address, {"do": "off"}, follow=True).content.decode()
    assert "Turned off" in done
    assert chosen(sam)["night"] is False
    assert chosen(sam)["confirmation"] is True
    assert "Turn this email off?" in client.post(address, {"do": "on"}, follow=True).content.decode()
    assert chosen(sam)["night"] is True
    assert client.post(f"{address[:-3]}x/").status_code == HTTPStatus.NOT_FOUND
    leave_club(sam)
    answer = client.post(address)
    assert (answer.status_code, "no longer in this club" in answer.content.decode()) == (HTTPStatus.GONE, True)


def test_a_program_reads_and_changes_its_owners_alone(member: Client, sam: Membership) -> None:
    first = member.get(API)
    assert first.json() == {
        "night": True,
        "confirmation": True,
        "report": False,
        "trophy": False,
        "digest": False,
        "digest_day": "friday",
        "digest_hour": 9,
        "refused": None,
    }
    assert member.get(API, headers={"If-None-Match": first["ETag"]}).status_code == HTTPStatus.NOT_MODIFIED
    change = {"digest": True, "digest_day": "sunday"}
    stale = {"If-Match": 'W/"another"'}
    assert member.patch(API, change, "application/json", headers=stale).status_code == HTTPStatus.PRECONDITION_FAILED
    assert not EmailSettings.objects.exists()
    changed = member.patch(API, change, "application/json", headers={"If-Match": first["ETag"]})
    assert (changed.status_code, changed.json()["digest_day"], chosen(sam)["digest_day"]) == (
        HTTPStatus.OK,
        "sunday",
        6,
    )
    assert member.patch(API, {"digest_hour": 23}, "application/json").status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    _, key = api_keys.make("a board", Scope.ORGANISE, of=sam.club, by=None)
    refused = Client().get(API, headers={"Authorization": f"Bearer {key}"})
    assert refused.json()["error"]["code"] == "refused"
