"""The security log: one line per event, with hashes of accounts and addresses instead of names."""

import json
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from clubs import api_keys
from clubs.members.membership import join, leave_club
from clubs.models import Club, Invitation, Membership, Role, Scope, User
from dogclub.operations.logs.events import hashed
from tests import factory
from tests.dogclub.test_logs import Said

pytestmark = pytest.mark.django_db
MAIL, NAME, SLUG, HOME, PASSWORD = (
    "bea@kennel.example",
    "Bea Marlowe",
    "whippets",
    "203.0.113.7",
    "a-bone-in-the-garden",
)
LOGIN = "/accounts/login/"


@pytest.fixture(params=["line", "json"])
def security_log(request: pytest.FixtureRequest) -> Iterator[Said]:
    """The output of the security logger, in each of the two formats; afterwards no line may identify anybody."""
    log, logger = Said(request.param), logging.getLogger("dogclub.security")
    before, logger.level = logger.level, logging.INFO
    logger.addHandler(log.handler)
    cache.clear()
    yield log
    logger.removeHandler(log.handler)
    logger.setLevel(before)
    assert [
        each for each in (MAIL, "kennel.example", NAME, "Bea", SLUG, HOME, "198.51.100.9") if each in log.text
    ] == []


def events(log: Said) -> list[dict[str, Any]]:
    return [fields_of(line) for line in log.text.splitlines()]


def fields_of(line: str) -> dict[str, Any]:
    """The fields of an event; in the format for people they are part of the message."""
    return dict(json.loads(line)) if line[0] == "{" else dict(re.findall(r"(\w+)=(\S+)", line))


def kinds(log: Said) -> list[str]:
    return [event["event"] for event in events(log)]


@pytest.fixture
def kennel() -> Club:
    return factory.a_club(SLUG)


@pytest.fixture
def bea(kennel: Club) -> User:
    user = User.objects.create_user(MAIL, PASSWORD, name=NAME)
    Membership.objects.create(club=kennel, user=user, role=Role.OWNER)
    return user


@pytest.fixture
def client() -> Client:
    return Client(REMOTE_ADDR=HOME)


def signed_in(client: Client, user: User) -> Client:
    client.force_login(user)
    return client


def test_guessing_is_seen_and_that_it_was_one_address(client: Client, bea: User, security_log: Said) -> None:
    for guess in range(7):
        client.post(LOGIN, {"login": MAIL.upper(), "password": f"guess {guess}"})
    client.post(LOGIN, {"login": "nobody@dogs.example", "password": "guess"}, REMOTE_ADDR="198.51.100.9")
    found = events(security_log)
    failed = [each for each in found if each["event"] == "sign-in-failed"]
    assert {each["event"] for each in found} >= {"sign-in-failed", "locked-out"}
    assert {each["account"] for each in failed[:-1]} == {hashed("account", MAIL)}
    assert {each["address"] for each in found[:-1]} == {hashed("address", HOME)}
    assert failed[-1]["account"] != failed[0]["account"] and failed[-1]["address"] != failed[0]["address"]


def test_signing_in_and_out_and_a_new_password_are_events(client: Client, bea: User, security_log: Said) -> None:
    client.post(LOGIN, {"login": MAIL, "password": PASSWORD})
    new = "another-bone-in-the-garden"
    client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    client.post("/accounts/logout/")
    assert [kind for kind in kinds(security_log) if kind != "sign-in"] == ["password-changed", "sign-out"]
    assert {event["account"] for event in events(security_log)} == {hashed("account", MAIL)}


def test_a_second_factor_is_named_by_its_kind(client: Client, bea: User, security_log: Said) -> None:
    from allauth.mfa.models import Authenticator
    from allauth.mfa.signals import authenticator_added, authenticator_removed

    made = Authenticator(user=bea, type=Authenticator.Type.TOTP)
    asked = client.get("/account/").wsgi_request
    for signal in (authenticator_added, authenticator_removed):
        signal.send(Authenticator, request=asked, user=bea, authenticator=made)
    assert [(each["event"], each["detail"]) for each in events(security_log)] == [
        ("factor-added", "totp"),
        ("factor-removed", "totp"),
    ]


def test_refusals_say_why_and_who_asked(client: Client, kennel: Club, security_log: Said) -> None:
    member, stranger = factory.a_member(kennel), User.objects.create_user("otto@dogs.example")
    before = len(events(security_log))
    signed_in(client, member).get(f"/c/{SLUG}/people/")
    signed_in(client, stranger).get(f"/c/{SLUG}/people/")
    client.get("/c/no-such-club/")
    Client(enforce_csrf_checks=True, REMOTE_ADDR=HOME).post("/theme/", {"theme": "dark"})
    client.get("/api/v1/clubs", headers={"authorization": "Bearer dk_live_nobody"})
    found = [each for each in events(security_log)[before:] if each["event"] != "sign-in"]
    assert [(each["event"], each["route"]) for each in found] == [
        ("refused", "people"),
        ("not-of-the-club", "people"),
        ("csrf", "theme"),
        ("key-refused", "api-clubs"),
    ]
    assert [each["account"] for each in found[:2]] == [hashed("account", each.email) for each in (member, stranger)]
    assert {each["address"] for each in found} == {hashed("address", HOME)}


def test_a_key_is_made_used_once_a_day_and_revoked(client: Client, bea: User, security_log: Said) -> None:
    row, token = api_keys.make("Scoreboard", Scope.RESULTS, of=bea, by=bea)
    for address in (HOME, HOME, "198.51.100.9", HOME):
        client.get("/api/v1/clubs", headers={"authorization": f"Bearer {token}"}, REMOTE_ADDR=address)
    api_keys.revoke(row)
    api_keys.revoke(row)
    assert kinds(security_log) == ["key-made", "key-used", "key-used", "key-revoked"]
    assert {event["key"] for event in events(security_log)} == {hashed("key", str(row.pk))}
    assert token not in security_log.text and "Scoreboard" not in security_log.text


def test_roles_and_owners_and_who_changed_them(client: Client, kennel: Club, bea: User, security_log: Said) -> None:
    heir = User.objects.create_user("otto@dogs.example")
    row = join(Invitation.objects.create(club=kennel, role=Role.MEMBER), heir)
    signed_in(client, bea).post(f"/c/{SLUG}/people/{row.pk}/", {"role": Role.SCOREKEEPER.value, "player": ""})
    client.post(f"/c/{SLUG}/people/{row.pk}/hand-over/")
    leave_club(Membership.objects.get(user=bea))
    found = [each for each in events(security_log) if each["event"] != "sign-in"]
    assert [each["event"] for each in found] == [
        *("joined", "role-changed", "role-changed", "role-changed", "handed-over", "parted")
    ]
    assert found[1]["account"] == hashed("account", MAIL) and found[1]["subject"] == hashed("account", heir.email)
    assert found[1]["detail"] == "scorekeeper"


def test_a_download_is_an_event_and_a_page_is_none(client: Client, bea: User, security_log: Said) -> None:
    signed_in(client, bea)
    before = len(events(security_log))
    client.get(f"/c/{SLUG}/")
    client.get(f"/c/{SLUG}/exports/matches.csv")
    assert [(each["event"], each["route"]) for each in events(security_log)[before:]] == [("download", "table-file")]


def test_a_hash_is_one_of_this_house_alone(settings: Any) -> None:
    ours = hashed("account", MAIL)
    settings.SECRET_KEY = "another " * 10
    assert re.fullmatch(r"[0-9a-f]{16}", ours) and hashed("account", MAIL) != ours
    assert hashed("address", MAIL) != hashed("account", MAIL)


def test_a_line_says_when_with_its_offset(client: Client, security_log: Said) -> None:
    client.get("/api/v1/clubs", headers={"authorization": "Bearer dk_live_nobody"})
    first = security_log.text.splitlines()[0]
    assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} ", first) or json.loads(first)["time"].endswith("+00:00")
