"""Authentication of the API by key, session or tablet, what each scope permits, and throttling."""

from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.throttling import SimpleRateThrottle

from clubs import api_keys
from clubs.models import ApiKey, Club, Role, Scope
from games.access import TABLETS
from games.models import Match, TabletPass
from tests.dogclub.api.programs import Program, a_program, somebody
from tests.factory import a_club, a_match, some_players

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.dogclub.api.small_endpoints")]
RING = "/api/ring/kennel"


def test_a_person_s_key_acts_as_the_person(club: Club) -> None:
    bea = somebody(club, Role.OWNER)
    program = a_program(bea, Scope.RECORD)
    assert program.ask(RING).json() == {"user": bea.pk, "role": Role.SCOREKEEPER, "device": ""}


def test_a_club_s_key_stands_for_nobody_and_is_called_by_its_name(club: Club) -> None:
    program = a_program(club, Scope.RECORD, "Old kitchen tablet")
    assert program.ask(RING).json() == {"user": None, "role": Role.SCOREKEEPER, "device": "Old kitchen tablet"}


def test_a_key_needs_no_csrf_token(club: Club) -> None:
    assert a_program(club, Scope.RECORD).ask(RING, "POST", "{}").status_code == 200


def test_a_session_does(club: Club) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(somebody(club, Role.OWNER))
    answer = client.post(RING)
    assert (answer.status_code, answer.json()["type"]) == (403, "/api/v1/problems/csrf")
    client.get("/api/tonight/kennel")
    assert client.get(RING).json()["role"] == Role.OWNER


def test_nobody_at_all_is_asked_to_sign_in(club: Club) -> None:
    answer = Program().ask(RING)
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "sign-in")
    assert answer["WWW-Authenticate"] == 'Bearer realm="Dog Club"'


def test_nobody_at_all_is_asked_to_sign_in_before_a_write_as_well(club: Club) -> None:
    answer = Client(enforce_csrf_checks=True).post(RING)
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "sign-in")
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_a_session_of_nobody_that_writes_needs_its_token(club: Club) -> None:
    client = Client(enforce_csrf_checks=True)
    session = client.session
    session[TABLETS] = []
    session.save()
    assert client.post(RING).json()["error"]["code"] == "csrf"


def test_head_says_what_get_says_without_its_body(club: Club) -> None:
    program = a_program(club)
    whole, head = program.ask("/api/players/kennel"), program.ask("/api/players/kennel", "HEAD")
    assert (head.status_code, head.content) == (200, b"")
    assert [head[name] for name in ("ETag", "Content-Type")] == [whole[name] for name in ("ETag", "Content-Type")]
    assert Program().ask(RING, "HEAD").status_code == 401
    assert Program().ask("/api/anybody", "HEAD").status_code == 405  # it accepts only POST


def scheme(token: str, scheme: str = "Bearer") -> dict[str, str]:
    return {"Authorization": f"{scheme} {token}"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"revoked_at": timezone.now()}, "revoked"),
        ({"expires_at": timezone.now()}, "expired"),
        ({"fingerprint": "0" * 64}, "Unknown key"),
    ],
)
def test_a_key_that_lets_nobody_in_says_why(change: dict[str, Any], said: str, club: Club) -> None:
    program = a_program(club)
    ApiKey.objects.update(**change)
    answer = program.ask(RING)
    assert (answer.status_code, answer.json()["type"]) == (401, "/api/v1/problems/key")
    assert said in answer.json()["detail"]
    assert answer["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("token", ["", "dk_live_", "a b", "dk_live_\xe9", "x" * 5000])
def test_nonsense_is_no_key(token: str, club: Club) -> None:
    assert Program().ask(RING, **scheme(token)).status_code == 401


def test_the_word_bearer_may_be_written_as_one_likes(club: Club) -> None:
    token = a_program(club).token
    assert Program().ask(RING, **scheme(token, "bearer")).status_code == 200
    assert Program().ask(RING, **scheme(token, "Basic")).status_code == 401


def test_a_bad_key_is_not_made_good_by_a_session(club: Club) -> None:
    client = Client()
    client.force_login(somebody(club, Role.OWNER))
    assert client.get(RING, headers=scheme("dk_live_nobody")).status_code == 401


def test_a_key_does_not_borrow_what_the_session_may(club: Club) -> None:
    client = Client()
    client.force_login(somebody(club, Role.OWNER))
    program = a_program(club, Scope.RESULTS)
    answer = client.get(RING, headers=scheme(program.token))
    assert answer.json() == {"user": None, "role": Role.MEMBER, "device": "Season printer"}


def test_a_person_who_may_not_sign_in_has_no_key_either(club: Club) -> None:
    bea = somebody(club, Role.OWNER)
    program = a_program(bea)
    bea.is_active = False
    bea.save()
    assert program.ask(RING).status_code == 401


# Address, method, the smallest sufficient scope.
NEEDED = [
    ("/api/tonight/kennel", "GET", Scope.TONIGHT),
    (RING, "GET", Scope.RESULTS),
    (RING, "POST", Scope.RECORD),
    ("/api/office/kennel", "GET", Scope.ORGANISE),
    ("/api/office/kennel", "POST", Scope.ORGANISE),
]


@pytest.mark.parametrize("scope", Scope)
@pytest.mark.parametrize(("address", "method", "needed"), NEEDED)
def test_each_scope_goes_so_far_and_no_further(
    address: str, method: str, needed: Scope, scope: Scope, club: Club
) -> None:
    for owner in (club, somebody(club, Role.OWNER)):
        answer = a_program(owner, scope).ask(address, method, "{}")
        if scope.covers(needed):
            assert answer.status_code == 200
        else:
            assert (answer.status_code, answer.json()["error"]["scope"]) == (403, needed)
            assert str(needed.label) in answer.json()["detail"]
            assert f'scope="{needed}"' in answer["WWW-Authenticate"]


def test_another_club_s_key_finds_nothing(club: Club) -> None:
    assert a_program(a_club("friday"), Scope.ORGANISE).ask(RING).status_code == 404


def test_a_club_s_key_writes_by_its_name_and_a_person_s_by_the_person(club: Club) -> None:
    match, bea = a_match(club, some_players(club), hands=1), somebody(club, Role.OWNER)
    asked = [a_program(owner, Scope.RECORD).ask(f"/api/sheets/{match.pk}").json() for owner in (club, bea)]
    assert asked == [{"user": None, "device": "Season printer"}, {"user": bea.pk, "device": ""}]


def test_a_key_for_tonight_sees_tonight_and_no_old_sheets(club: Club) -> None:
    match = a_match(club, some_players(club), plan=(1,))
    for owner in (club, somebody(club, Role.OWNER)):
        program = a_program(owner, Scope.TONIGHT)
        Match.objects.update(finished_at=timezone.now())
        assert program.ask(f"/api/sheets/{match.pk}").status_code == 200
        Match.objects.update(finished_at=timezone.now() - timedelta(days=1))
        assert program.ask(f"/api/sheets/{match.pk}").status_code == 403
    stranger = a_program(a_club("friday"), Scope.TONIGHT)
    assert stranger.ask(f"/api/sheets/{match.pk}").status_code == 404


def test_a_tablet_without_an_account_comes_in_by_its_session(club: Club) -> None:
    match = a_match(club, some_players(club), hands=1)
    client = Client()
    session = client.session
    session[TABLETS] = [str(TabletPass.objects.create(match=match, label="tablet 2").pk)]
    session.save()
    client.cookies["sessionid"] = session.session_key or ""
    assert client.get(f"/api/sheets/{match.pk}").json() == {"user": None, "device": "tablet 2"}
    key = a_program(a_club("friday"), Scope.ORGANISE)
    assert client.get(f"/api/sheets/{match.pk}", headers=scheme(key.token)).status_code == 404


def test_one_query_finds_the_key_and_its_person(club: Club) -> None:
    program = a_program(somebody(club, Role.MEMBER))
    program.ask(RING)
    with CaptureQueriesContext(connection) as captured:
        assert program.ask(RING).status_code == 200
    assert len(captured) == 2  # the key with its person, the club with their role
    assert "session" not in str(captured.captured_queries)


def test_a_key_that_was_used_says_so(club: Club) -> None:
    program = a_program(club)
    assert program.ask(RING).status_code == 200
    assert ApiKey.objects.get().last_used_at is not None


@pytest.mark.parametrize(("method", "rate"), [("GET", "read"), ("POST", "write")])
def test_who_asks_too_often_waits(method: str, rate: str, club: Club) -> None:
    programs = [a_program(club, Scope.RECORD) for _ in range(2)]
    with mock.patch.dict(SimpleRateThrottle.THROTTLE_RATES, {rate: "3/min"}):
        statuses = [programs[0].ask(RING, method, "{}").status_code for _ in range(3)]
        answer = programs[0].ask(RING, method, "{}")
        assert statuses == [200, 200, 200]
        assert (answer.status_code, answer.json()["type"]) == (429, "/api/v1/problems/throttled")
        assert 0 < int(answer["Retry-After"]) <= 60
        assert answer["RateLimit"] == f'"{rate}";r=0;t={answer["Retry-After"]}'
        assert programs[1].ask(RING, method, "{}").status_code == 200


def test_each_response_says_how_many_requests_are_left(club: Club) -> None:
    program, now = a_program(club), timezone.now()
    with mock.patch.dict(SimpleRateThrottle.THROTTLE_RATES, {"read": "3/min"}):
        with time_machine.travel(now, tick=False):
            assert program.ask(RING)["RateLimit-Policy"] == '"read";q=3;w=60'
        with time_machine.travel(now + timedelta(seconds=20), tick=False):
            assert program.ask(f"{RING}?unknown=1")["RateLimit"] == '"read";r=1;t=40'
        with time_machine.travel(now + timedelta(seconds=70), tick=False):
            assert program.ask(RING)["RateLimit"] == '"read";r=1;t=10'


def test_a_clock_set_back_lets_nobody_wait_until_it_is_there_again(club: Club) -> None:
    program, now = a_program(club), timezone.now()
    with mock.patch.dict(SimpleRateThrottle.THROTTLE_RATES, {"read": "2/min"}):
        with time_machine.travel(now, tick=False):
            assert [program.ask(RING).status_code for _ in range(3)] == [200, 200, 429]
        with time_machine.travel(now - timedelta(hours=1), tick=False):
            assert [program.ask(RING).status_code for _ in range(3)] == [200, 200, 429]


def test_addresses_and_accounts_are_counted_apart(club: Club) -> None:
    clients = [Client(), Client()]
    for client, role in zip(clients, (Role.MEMBER, Role.OWNER), strict=True):
        client.force_login(somebody(club, role, f"{role.label}@kennel.example"))
    with mock.patch.dict(SimpleRateThrottle.THROTTLE_RATES, {"read": "1/min"}):
        assert [client.get(RING).status_code for client in clients] == [200, 200]
        assert [client.get(RING).status_code for client in clients] == [429, 429]
        assert [Client().get(RING, REMOTE_ADDR=f"10.0.0.{at}").status_code for at in (1, 1, 2)] == [401, 429, 401]


def test_guessing_at_keys_ends_soon(club: Club) -> None:
    statuses = [Program().ask(RING, **scheme(f"dk_live_{at}")).status_code for at in range(61)]
    assert statuses == [401] * 60 + [429]
    assert a_program(club).ask(RING).status_code == 200


def test_what_belongs_to_nobody_asks_for_no_token_and_knows_no_key(club: Club) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(somebody(club, Role.MEMBER))
    answer = client.post("/api/anybody", "{}", content_type="application/json", headers=scheme("dk_live_nobody"))
    assert answer.status_code == 200


def test_answers_are_for_whoever_asked_alone(club: Club) -> None:
    for answer in (a_program(club).ask(RING), Program().ask(RING)):
        assert {"Authorization", "Cookie"} <= {name.strip() for name in answer["Vary"].split(",")}
        assert "private" in answer["Cache-Control"]


def test_a_key_is_found_by_an_index(club: Club) -> None:
    a_program(club)
    assert "fingerprint" in ApiKey.objects.filter(fingerprint=api_keys.fingerprint("x")).explain()
