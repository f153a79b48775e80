"""API keys: created on a page, shown once, and limited to the permissions of their owner and their scope."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.test import Client, RequestFactory
from django.utils import timezone

from clubs import api_keys
from clubs.access import Access, SignInFirst, club_access, find_access
from clubs.models import ApiKey, Club, Membership, Role, Scope, User
from tests.people import SignIn

pytestmark = pytest.mark.django_db
PAGES = ["/c/kennel/keys/", "/account/keys/"]
TOKEN = re.compile(r"dk_live(?:_[0-9A-Za-z]{4}){7}")
GOOD = {"label": "Otto’s  spreadsheet", "scope": "results", "days": "365"}


def shown(answer: Any) -> list[str]:
    """The API keys that stand in clear in a response."""
    return TOKEN.findall(answer.content.decode())


def by_key(key: ApiKey) -> HttpRequest:
    """A request as a view receives it when a program authenticates with this key."""
    request = RequestFactory().get("/")
    request.user = key.user or AnonymousUser()
    vars(request)["auth"] = key
    return request


def access(key: ApiKey, slug: str = "kennel") -> Access:
    """The access that this key has to the club."""
    found = find_access(by_key(key), slug)
    assert found
    return found


@pytest.mark.parametrize("page", PAGES)
def test_a_new_key_is_shown_once_and_only_its_fingerprint_is_kept(page: str, sign_in: SignIn) -> None:
    client = sign_in(Role.ORGANISER)
    answer = client.post(f"{page}new/", GOOD)
    (token,) = shown(answer)
    row = ApiKey.objects.get()
    assert (row.label, row.scope, row.tail) == ("Otto’s spreadsheet", "results", token[-4:])
    assert "no-store" in answer["Cache-Control"]
    assert token not in str(list(ApiKey.objects.values()))
    assert api_keys.find(token) == row
    assert shown(client.get(page)) == []
    assert f"…{token[-4:]}" in client.get(page).content.decode()


def test_a_club_s_key_is_the_club_s_and_a_person_s_the_person_s(kennel: Club, sign_in: SignIn) -> None:
    client = sign_in(Role.OWNER)
    for page in PAGES:
        client.post(f"{page}new/", GOOD)
    assert ApiKey.objects.filter(club=kennel, user=None).count() == 1
    assert ApiKey.objects.filter(club=None, user__email="owner@kennel.example").count() == 1
    assert {key.created_by.email for key in ApiKey.objects.all() if key.created_by} == {"owner@kennel.example"}


def test_only_owners_make_a_key_of_the_club_that_reads_its_archive(sign_in: SignIn) -> None:
    form = {**GOOD, "scope": "archive"}
    client = sign_in(Role.ORGANISER)
    assert "read results and the archive" not in client.get("/c/kennel/keys/").content.decode()
    assert client.post("/c/kennel/keys/new/", form).status_code == 422
    assert "read results and the archive" in sign_in(Role.OWNER).get("/c/kennel/keys/").content.decode()
    assert shown(sign_in(Role.OWNER).post("/c/kennel/keys/new/", form))
    assert ApiKey.objects.get().scope == Scope.ARCHIVE


def test_no_two_keys_are_alike() -> None:
    user = User.objects.create_user("bea@kennel.example")
    tokens = {api_keys.make("one of many", Scope.RESULTS, of=user, by=user)[1] for _ in range(50)}
    assert len(tokens) == 50
    assert all(TOKEN.fullmatch(token) for token in tokens)


def test_the_same_form_twice_makes_one_key(sign_in: SignIn) -> None:
    client, form = sign_in(Role.OWNER), {**GOOD, "made": str(uuid4())}
    client.post("/c/kennel/keys/new/", form)
    answer = client.post("/c/kennel/keys/new/", form, follow=True)
    assert ApiKey.objects.count() == 1
    assert shown(answer) == []
    assert "exists already" in answer.content.decode()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"label": " "}, "Enter what the key is for."),
        ({"label": "a" * 61}, "At most 60 characters"),
        ({"label": "a\0b"}, "unprintable"),
        ({"scope": "everything"}, "Select a valid choice"),
        ({"days": "400"}, "Select a valid choice"),
        ({"days": "many"}, "Select a valid choice"),
    ],
)
def test_a_form_that_says_nothing_useful_makes_no_key(changes: dict[str, str], said: str, sign_in: SignIn) -> None:
    answer = sign_in(Role.OWNER).post("/account/keys/new/", {**GOOD, **changes})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert ApiKey.objects.count() == 0


def test_fifty_keys_are_enough(kennel: Club, sign_in: SignIn) -> None:
    ApiKey.objects.bulk_create(
        ApiKey(club=kennel, label="another", scope="tonight", fingerprint=f"{number:064}", tail="0000")
        for number in range(50)
    )
    answer = sign_in(Role.OWNER).post("/c/kennel/keys/new/", GOOD)
    assert answer.status_code == 422
    assert "Revoke an unused one" in answer.content.decode()


@pytest.mark.parametrize(("days", "left"), [("365", 365), ("30", 30), ("0", None)])
def test_a_key_runs_out_when_it_was_said_to(days: str, left: int | None, sign_in: SignIn) -> None:
    sign_in(Role.OWNER).post("/account/keys/new/", {**GOOD, "days": days})
    row, now = ApiKey.objects.get(), timezone.now()
    if left is None:
        assert row.expires_at is None and row.is_open(now + timedelta(days=9999))
    else:
        assert row.is_open(now + timedelta(days=left - 1))
        assert not row.is_open(now + timedelta(days=left + 1))


@pytest.mark.parametrize("page", PAGES)
def test_a_revoked_key_is_gone_from_the_page_and_for_good(page: str, sign_in: SignIn) -> None:
    client = sign_in(Role.ORGANISER)
    client.post(f"{page}new/", GOOD)
    row = ApiKey.objects.get()
    answer = client.post(f"{page}{row.pk}/revoke/", follow=True)
    assert "no longer have access" in answer.content.decode() and "spreadsheet" not in answer.content.decode()
    row.refresh_from_db()
    assert not row.is_open(timezone.now())
    first = row.revoked_at
    client.post(f"{page}{row.pk}/revoke/")
    row.refresh_from_db()
    assert row.revoked_at == first


def test_nobody_revokes_the_keys_of_others(sign_in: SignIn, bea: User) -> None:
    mine, _ = api_keys.make("mine", Scope.RESULTS, of=bea, by=bea)
    club, _ = api_keys.make("theirs", Scope.RESULTS, of=Club.objects.create(slug="friday", name="Friday Paws"), by=bea)
    client = sign_in(Role.OWNER)
    for key in (mine, club):
        for page in PAGES:
            assert client.post(f"{page}{key.pk}/revoke/").status_code == 404
    assert ApiKey.objects.filter(revoked_at=None).count() == 2


def test_the_page_says_when_a_key_was_used_and_when_it_ran_out(kennel: Club, sign_in: SignIn) -> None:
    client = sign_in(Role.OWNER)
    assert "None." in client.get(PAGES[0]).content.decode()
    now = timezone.now()
    row, _ = api_keys.make("Old kitchen tablet", Scope.RECORD, of=kennel, by=None, until=now - timedelta(days=1))
    assert "never" in client.get(PAGES[0]).content.decode()
    api_keys.note_use(row, now - timedelta(days=3))
    page = client.get(PAGES[0]).content.decode()
    assert "expired on" in page and "3\xa0days ago" in page and "read and write results" in page


def test_use_is_noted_once_a_minute(kennel: Club, django_assert_num_queries: Any) -> None:
    _, token = api_keys.make("busy", Scope.RESULTS, of=kennel, by=None)
    now = timezone.now()
    for seconds, writes in ((0, 1), (1, 0), (59, 0), (60, 1)):
        found = api_keys.find(token)
        assert found
        with django_assert_num_queries(writes):
            api_keys.note_use(found, now + timedelta(seconds=seconds))


# Role of the key's owner (None for a key of the club), its scope, and the role that the key has in the club.
WORTH = [
    (Role.OWNER, Scope.ORGANISE, Role.ORGANISER),
    (Role.OWNER, Scope.RECORD, Role.SCOREKEEPER),
    (Role.OWNER, Scope.RESULTS, Role.MEMBER),
    (Role.OWNER, Scope.TONIGHT, None),
    (Role.SCOREKEEPER, Scope.ORGANISE, Role.SCOREKEEPER),
    (Role.MEMBER, Scope.ORGANISE, Role.MEMBER),
    (None, Scope.ORGANISE, Role.ORGANISER),
    (None, Scope.RECORD, Role.SCOREKEEPER),
    (None, Scope.RESULTS, Role.MEMBER),
    (None, Scope.TONIGHT, None),
]


@pytest.mark.parametrize(("role", "scope", "worth"), WORTH)
def test_a_key_is_worth_its_scope_and_no_more_than_its_person(
    role: Role | None, scope: Scope, worth: Role | None, kennel: Club, bea: User
) -> None:
    if role:
        Membership.objects.create(club=kennel, user=bea, role=role)
    key, _ = api_keys.make("Wall board", scope, of=bea if role else kennel, by=bea)
    found = access(key)
    assert (found.role, found.can_watch, found.user) == (worth, True, bea if role else None)
    assert found.device == ("" if role or worth is None else "Wall board")


@pytest.mark.parametrize("scope", Scope)
def test_a_key_opens_no_other_club(scope: Scope, kennel: Club, bea: User) -> None:
    Membership.objects.create(club=kennel, user=bea, role=Role.OWNER)
    Club.objects.create(slug="friday", name="Friday Paws")
    for owner in (kennel, bea):
        key, _ = api_keys.make("Wall board", scope, of=owner, by=bea)
        found = access(key, "friday")
        assert (found.role, found.can_watch, found.device) == (None, False, "")
        with pytest.raises(Http404):
            club_access(by_key(key), "friday", spectators=True)


def test_a_person_s_key_goes_with_the_person(kennel: Club, bea: User) -> None:
    key, _ = api_keys.make("mine", Scope.ORGANISE, of=bea, by=bea)
    row = Membership.objects.create(club=kennel, user=bea, role=Role.OWNER)
    assert access(key).role == Role.ORGANISER
    Membership.objects.update(role=Role.MEMBER)
    assert access(key).role == Role.MEMBER
    row.delete()
    with pytest.raises(Http404):
        club_access(by_key(key), "kennel")
    bea.delete()
    assert ApiKey.objects.count() == 0


def test_a_club_s_key_goes_with_the_club(kennel: Club, bea: User) -> None:
    api_keys.make("ours", Scope.RECORD, of=kennel, by=bea)
    bea.delete()
    assert access(ApiKey.objects.get()).can_record
    kennel.delete()
    assert ApiKey.objects.count() == 0


def test_what_a_key_may_not_do_is_said_and_not_hidden(kennel: Club) -> None:
    for scope in (Scope.TONIGHT, Scope.RESULTS):
        key, _ = api_keys.make("Wall board", scope, of=kennel, by=None)
        with pytest.raises(PermissionDenied) as refused:
            club_access(by_key(key), "kennel", Role.ORGANISER)
        assert not isinstance(refused.value, SignInFirst)


def test_pages_know_no_keys(kennel: Club) -> None:
    _, token = api_keys.make("Wall board", Scope.ORGANISE, of=kennel, by=None)
    answer = Client().get("/c/kennel/keys/", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 302


def test_each_scope_covers_those_before_it_and_the_archive_those_that_read() -> None:
    reading = {Scope.TONIGHT, Scope.RESULTS, Scope.ARCHIVE}
    assert {scope for scope in Scope if Scope.ARCHIVE.covers(scope)} == reading
    order = [scope for scope in Scope if scope != Scope.ARCHIVE]
    assert not any(scope.covers(Scope.ARCHIVE) for scope in order)
    for at, scope in enumerate(order):
        assert [scope.covers(each) for each in order] == [place <= at for place in range(len(order))]
