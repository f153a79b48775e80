"""Every form of the server with hostile input: a 200, 302, 404 or 422 response, never a 500, and nothing is written."""

from copy import copy
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from clubs.models import Club, Invitation, Membership, Player, Role, SpectatorLink, User
from tests.people import SignIn

pytestmark = [pytest.mark.only("sqlite"), pytest.mark.django_db]

OUTSIDE = {
    "/start/": ["club", "name", "email", "password1"],
    "/join/": ["code"],
    "/tablet/": ["code"],
    "/demo/": ["role"],
    "/accounts/login/": ["login", "password"],
    "/accounts/signup/": ["name", "email", "password1"],
    "/accounts/password/reset/": ["email"],
    "/accounts/login/code/": ["email"],
}
INSIDE = {
    "/c/kennel/players/new/": ["name", "nickname", "initials", "colour", "is_guest"],
    "/start/kennel/players/": ["names"],
    "/c/kennel/invitations/new/": ["role", "player", "uses_left"],
    "/c/kennel/watch-links/new/": ["label"],
    "/c/kennel/settings/": ["name", "history_is_open", "confirm", "correction_hours", "grace_minutes", "sharing"],
    "/c/kennel/branding/": ["name", "logo", "remove_logo", "colour"],
    "/account/": ["name"],
    "/accounts/email/": ["email", "action_add"],
    "/accounts/password/change/": ["oldpassword", "password1", "password2"],
    "/accounts/reauthenticate/": ["password"],
}
NASTY = {
    "nothing": "",
    "NUL": "%00",
    "NUL inside": "a%00b@kennel.example",
    "half a surrogate": "%ED%A0%80",
    "not UTF-8": "%FF%FE",
    "a control character": "a%1Bb",
    "too long": "x" * 100_000,
    "2 to the 63": str(2**63),
    "negative": "-1",
    "NaN": "NaN",
    "markup": quote("<script>alert(1)</script>"),
}
MAY_BE_A_NAME = ("markup", "2 to the 63", "negative", "NaN", "not UTF-8", "half a surrogate")


def rows() -> list[int]:
    """The row count of every model that the forms write."""
    return [model.objects.count() for model in (Club, Player, Membership, Invitation, User)]


@pytest.mark.parametrize("nasty", NASTY)
def test_every_form_survives(sign_in: SignIn, nasty: str) -> None:
    owner, wrong = sign_in(Role.OWNER), []
    signed_in = copy(owner.cookies)
    for address, fields in {**OUTSIDE, **INSIDE}.items():
        cache.clear()
        owner.cookies = copy(signed_in)
        with transaction.atomic():
            if not survives(owner if address in INSIDE else Client(), address, fields, nasty):
                wrong.append(address)
            transaction.set_rollback(True)
    assert wrong == []


def survives(client: Client, address: str, fields: list[str], nasty: str) -> bool:
    """Whether posting this input in every field gets an expected status, no unescaped script, and writes nothing. Input
    that is a legal name may be written.
    """
    before = rows()
    body = "&".join(f"{field}={NASTY[nasty]}" for field in fields)
    answer = client.post(address, body, content_type="application/x-www-form-urlencoded")
    answered = answer.status_code in (200, 302, 404, 422) and b"<script>alert" not in answer.content
    return answered and (nasty in MAY_BE_A_NAME or rows() == before)


@pytest.mark.parametrize("query", ["page=%00", "page=-1", "page=%FF", "page=1e9", "next=%00", "next=//evil.example"])
@pytest.mark.parametrize("address", ["/c/kennel/players/", "/c/kennel/people/", "/accounts/signup/", "/start/"])
def test_a_query_is_survived(sign_in: SignIn, address: str, query: str) -> None:
    assert sign_in(Role.OWNER).get(f"{address}?{query}").status_code in (200, 302)


@pytest.mark.parametrize(
    "path",
    [
        "/c/%00/players/",
        "/join/%00/",
        "/watch/%FF%FE/",
        "/c/kennel/players/99999999999999999999/edit/",
        "/c/kennel/people/9223372036854775808/",
        "/c/kennel/invitations/not-a-uuid/",
    ],
)
def test_a_path_is_survived(sign_in: SignIn, path: str) -> None:
    assert sign_in(Role.OWNER).get(path).status_code == 404


def test_a_body_of_ten_megabytes_is_refused(sign_in: SignIn) -> None:
    answer = sign_in(Role.OWNER).post("/c/kennel/watch-links/new/", {"label": "x" * 10_000_000})
    assert answer.status_code in (400, 413)
    assert not SpectatorLink.objects.exists()
