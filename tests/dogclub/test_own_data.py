"""The file with all data about a person: only for that person, and without secrets that grant access."""

import json
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from clubs import api_keys
from clubs.member_photos import SquarePhoto, put_photo
from clubs.models import ApiKey, Club, Membership, Player, Role, Scope, User
from dogclub.privacy.own_data import PARTS
from games import ledger
from games.entries.drafts import Author, Draft
from leagues.models import ShareLink
from tests.factory import NAMES, a_match, some_players
from tests.people import SignIn

pytestmark = pytest.mark.django_db


def downloaded(client: Client) -> dict[str, Any]:
    answer: Any = client.post("/account/data/")
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    content = b"".join(answer.streaming_content)
    with ZipFile(BytesIO(content)) as archive:
        assert archive.testzip() is None
        names = [name for name in archive.namelist() if name.endswith(".json")]
        return {name.removesuffix(".json"): json.loads(archive.read(name)) for name in names}


@pytest.fixture
def client(kennel: Club, bea: User) -> Client:
    me = Player.objects.create(club=kennel, name="Bea Marlowe")
    me.former_names.create(name="Bea M.")
    Membership.objects.create(club=kennel, user=bea, role=Role.ORGANISER, player=me)
    match = a_match(kennel, [*some_players(kennel, 2, NAMES[1:]), me], plan=(1, 2))
    first = match.entries.earliest("number")
    again = Draft(first.kind, 1, first.payload, note="looked again")
    ledger.record(match.pk, [again], version=match.version, by=Author(bea, "", True))
    link = {"club": kennel, "kind": "match", "match": match, "created_by": bea}
    ShareLink.objects.create(**link, fingerprint="f" * 64, opened=3)
    match.comments.create(player=me, text="I want a recount.")
    client = Client()
    client.force_login(bea)
    return client


def test_it_holds_what_is_kept(client: Client, kennel: Club) -> None:
    found = downloaded(client)
    assert set(found) == set(PARTS)
    assert found["account"][0]["email"] == "bea@kennel.example"
    assert found["memberships"][0]["club__name"] == kennel.name
    assert found["former-names"][0]["name"] == "Bea M."
    assert [(row["position"], row["game"]) for row in found["matches"]] == [(2, "dirty-dog")]
    assert len(found["rounds"]) == 2
    assert found["written-entries"][0]["note"] == "looked again"
    assert len(found["sessions"]) == 1
    assert [(row["kind"], row["opened"]) for row in found["shared-links"]] == [("match", 3)]
    assert "f" * 64 not in str(found)
    assert [row["text"] for row in found["comments"]] == ["I want a recount."]


def test_a_photo_of_oneself_is_in_it(client: Client, kennel: Club) -> None:
    me = Player.objects.get(name="Bea Marlowe")
    put_photo(me, SquarePhoto(b"the large one", b"the small one"))
    answer: Any = client.post("/account/data/")
    with ZipFile(BytesIO(b"".join(answer.streaming_content))) as archive:
        assert archive.read("photo-kennel.jpg") == b"the large one"


def test_nothing_in_it_opens_a_door(client: Client, bea: User) -> None:
    token = api_keys.make("my key", Scope.RECORD, of=bea, by=bea)[1]
    Authenticator.objects.create(user=bea, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
    found = downloaded(client)
    text = json.dumps(found)
    assert found["keys"][0]["label"] == "my key"
    assert found["ways-to-sign-in"][0]["type"] == "totp"
    secrets = (token, ApiKey.objects.get().fingerprint, bea.password, "JBSWY3DPEHPK3PXP", client.session.session_key)
    assert [secret for secret in secrets if str(secret) in text] == []


def test_it_holds_nothing_of_others(client: Client, sign_in: SignIn) -> None:
    other = downloaded(sign_in(Role.MEMBER))
    assert "bea@kennel.example" not in json.dumps(other)
    assert (other["matches"], other["written-entries"]) == ([], [])


def test_it_costs_as_many_queries_for_a_year_as_for_a_night(
    client: Client, kennel: Club, django_assert_max_num_queries: Any
) -> None:
    me = Player.objects.get(name="Bea Marlowe")
    for seed in range(5):
        a_match(kennel, [*Player.objects.exclude(pk=me.pk)[:2], me], plan=(1, 2), seed=seed)
    with django_assert_max_num_queries(len(PARTS) + 17):
        assert len(downloaded(client)["matches"]) == 6


def test_it_is_not_made_by_the_dozen(client: Client) -> None:
    assert [client.post("/account/data/").status_code for _ in range(11)][-1] == 429
